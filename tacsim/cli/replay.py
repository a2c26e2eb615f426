"""``tacsim replay``: a saved battle, shown or verified."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tacsim.cli.calls import FILE, NO, UnusableError, answered, as_json, known, put, trusted, whole
from tacsim.i18n import _, ngettext, speaking

if TYPE_CHECKING:
    from tacsim import Replay
    from tacsim.api.saves import Save, Verdict


@click.command(
    "replay",
    help=_("Show the battle saved in FILE: in the game at a terminal, else as text.")
    + "\n\n"
    + _(
        "With --verify it is fought again and each step compared; the exit code is 1 if any "
        "differs. Of a damaged file the intact part is shown, and the exit code is 2."
    ),
    short_help=_("Show a saved battle, or verify it."),
)
@click.argument("file", type=FILE)
@click.option("--verify", is_flag=True, help=_("Fight it again and compare every event and die."))
@click.option("--text", is_flag=True, help=_("Print it as text, even at a terminal."))
@click.option(
    "--branch", metavar="NAME", help=_("This branch, by name or number, not the one played last.")
)
@click.option("--side", metavar="SIDE", help=_("Only what this side could see."))
@as_json
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    verify: bool,
    text: bool,
    branch: str | None,
    side: str | None,
    machine: bool,
) -> None:
    """Show or verify a save."""
    from tacsim.api.saves import Save
    from tacsim.cli.game import is_terminal, open_game

    if verify and side is not None:
        raise UnusableError(_("--side is for watching, not for --verify"))
    save = Save(file)
    if save.newer is not None:
        words = _("tacsim: {file}: an older format; brought up to date in {newer}")
        click.echo(words.format(file=file, newer=save.newer), err=True)
    if side is not None:
        known(_("side"), side, save.sides)
    if not (verify or text or machine) and is_terminal():
        ctx.exit(open_game(replay=save.newer or file, side=side))
    if verify:
        ok = _verify(save, file, branch, machine=machine)
        whole(save.lost, file)
    else:
        replay = save.replay(branch, side)
        _show(replay, machine=machine)
        ok = trusted(replay, file)
    if not ok:
        ctx.exit(NO)


def _show(replay: Replay, *, machine: bool) -> None:
    """Print a battle."""
    from tacsim.cli.transcript import put_line

    if machine:
        for event in replay:
            put(event)
    else:
        for line in replay.log():
            put_line(line)


def _verify(save: Save, file: Path, branch: str | None, *, machine: bool) -> bool:
    """Fight one branch again, or all; whether they come out as they were saved."""
    from tacsim.api.saves import Save

    verdicts = answered(lambda: save.verify(branch), machine=machine)
    if machine:
        answer = _answer(verdicts[0])
        answer["ok"] = all(one.ok for one in verdicts) and not save.lost
        if save.lost:
            answer["lost"] = answered(lambda: Save(file).lost, machine=True)
        if save.rules_changed:
            answer["rules_changed"] = True
        if len(verdicts) > 1:
            with speaking("en"):
                answer["branches"] = [{"branch": _name(one), **_answer(one)} for one in verdicts]
        put(answer)
    else:
        for one in verdicts:
            click.echo(_sentence(one, several=len(verdicts) > 1))
        if save.rules_changed:
            click.echo(_("the rules have changed since this battle was saved"))
    return all(one.ok for one in verdicts)


def _answer(verdict: Verdict) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "ok": verdict.ok,
        "intents": verdict.intents,
        "digest": verdict.digest.hex(),
    }
    found = verdict.difference
    if found is not None:
        answer |= {"step": found.step, "message": found.message}
        if found.clauses:
            answer["clauses"] = list(found.clauses)
        if found.component:
            answer["component"] = found.component
    return answer


def _sentence(verdict: Verdict, *, several: bool) -> str:
    words = ngettext(
        "{count} intent verified, digest {digest}", "{count} intents verified, digest {digest}",
        verdict.intents,
    )  # fmt: skip
    if verdict.difference is not None:
        words = _("diverges: {message}")
    message = verdict.difference.message if verdict.difference else ""
    text = words.format(count=verdict.intents, digest=verdict.digest.hex(), message=message)
    return f"{_name(verdict)}: {text}" if several else text


def _name(verdict: Verdict) -> str:
    from tacsim.api.saves import clean

    return clean(verdict.branch.called) or str(verdict.branch.number)
