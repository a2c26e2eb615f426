"""``tacsim replay``: a saved battle, shown or verified."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tacsim.cli.calls import NO, UnusableError, as_json, known, put
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.storage.saved import Saved
    from tacsim.storage.timeline import Timeline
    from tacsim.storage.verify import Verdict


@click.command(
    "replay",
    help=_("Show the battle saved in FILE: in the game at a terminal, else as text.")
    + "\n\n"
    + _("With --verify it is fought again and each step compared; the exit code is 1 if any")
    + " "
    + _("differs. Of a damaged file the intact part is shown, and the exit code is 2."),
    short_help=_("Show a saved battle, or verify it."),
)
@click.argument("file", type=click.Path(path_type=Path))
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
    from tacsim.cli.game import is_terminal, open_game
    from tacsim.storage.errors import SaveError
    from tacsim.storage.migrate import current
    from tacsim.storage.timeline import opened

    if verify and side is not None:
        raise UnusableError(_("--side is for watching, not for --verify"))
    saved, newer = current(file)
    if newer is not None:
        words = _("tacsim: {file}: an older format; brought up to date in {newer}")
        click.echo(words.format(file=file, newer=newer), err=True)
    if side is not None:
        known(_("side"), side, [each.id for each in saved.scenario.sides])
    if not (verify or text or machine) and is_terminal():
        ctx.exit(open_game(replay=newer or file, side=side))
    if verify:
        ok = _verify(saved, branch, machine=machine)
    elif side is not None:
        ok = _show_as(side, opened(saved, branch), file, machine=machine)
    else:
        ok = _show(opened(saved, branch), file, machine=machine)
    if saved.lost:
        raise SaveError(file, saved.lost)
    if not ok:
        ctx.exit(NO)


def _show(timeline: Timeline, file: Path, *, machine: bool) -> bool:
    """Print a battle; whether all of it can be shown."""
    from tacsim.cli.transcript import Transcript

    transcript = Transcript(machine=machine)
    for index in range(len(timeline.starts)):
        before = timeline.position
        timeline.step_to(index + 1)
        transcript.show(timeline[before : timeline.position], timeline.battle.world)
    return _trusted(timeline, file)


def _show_as(side: str, timeline: Timeline, file: Path, *, machine: bool) -> bool:
    """Print what a side learnt of a battle; whether all of it can be shown."""
    from tacsim.cli.transcript import put_line
    from tacsim.export.lines import lines
    from tacsim.export.watching import Account, log_of

    account = Account(timeline, timeline.saved.header.name, side=side)
    if machine:
        for each in lines(account):
            click.echo(each)
    else:
        for line in log_of(account):
            put_line(line)
    return _trusted(timeline, file)


def _trusted(timeline: Timeline, file: Path) -> bool:
    """Whether the battle shown is the one saved; doubts go to standard error."""
    if timeline.doubt:
        click.echo(f"tacsim: {file}: {timeline.doubt}", err=True)
    return timeline.divergence is None


def _verify(saved: Saved, branch: str | None, *, machine: bool) -> bool:
    """Fight one branch again, or all; whether they come out as they were saved."""
    from tacsim.storage.verify import verify, verify_all

    verdicts = [verify(saved, saved.branch(branch))] if branch else verify_all(saved)
    if machine:
        answer = _answer(verdicts[0])
        answer["ok"] = all(one.ok for one in verdicts) and not saved.lost
        if saved.lost:
            answer["lost"] = saved.lost
        if saved.foreign_to(saved.current):
            answer["rules_changed"] = True
        if len(verdicts) > 1:
            answer["branches"] = [{"branch": _name(one), **_answer(one)} for one in verdicts]
        put(answer)
    else:
        for one in verdicts:
            click.echo(_sentence(one, several=len(verdicts) > 1))
        if saved.foreign_to(saved.current):
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
    words = _("{count} intents verified, digest {digest}")
    if verdict.difference is not None:
        words = _("diverges: {message}")
    message = verdict.difference.message if verdict.difference else ""
    text = words.format(count=verdict.intents, digest=verdict.digest.hex(), message=message)
    return f"{_name(verdict)}: {text}" if several else text


def _name(verdict: Verdict) -> str:
    from tacsim.storage.errors import clean

    return clean(verdict.branch.name) or _("main")
