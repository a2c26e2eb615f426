"""``tacsim branches``: the ways that a saved battle took, listed, compared and looked after."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tacsim.cli.calls import as_json, put, table
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.storage.branch import Branch
    from tacsim.storage.compare import ComparedBranch, Comparison
    from tacsim.storage.saved import Saved

Pair = tuple[str, str]


@click.command(
    "branches",
    help=_(
        "List the branches of the battle saved in FILE: where each leaves another, how it stands."
    )
    + "\n\n"
    + _("A branch is named by its name or its number. What changes the save is appended to it."),
    short_help=_("The branches of a saved battle."),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--compare", nargs=2, metavar="A B", help=_("Set two branches side by side."))
@click.option("--rename", nargs=2, metavar="A NAME", help=_("Give a branch another name."))
@click.option("--delete", metavar="A", help=_("Delete a branch; those that leave from it stay."))
@click.option("--go", metavar="A", help=_("Make it the one that is gone on with."))
@click.option("--refight", metavar="A", help=_("Fight it again under today's rules, as a branch."))
@click.option("--extract", nargs=2, metavar="A OUT", help=_("Write it to a new save of its own."))
@as_json
def command(
    file: Path,
    compare: Pair | None,
    rename: Pair | None,
    delete: str | None,
    go: str | None,
    refight: str | None,
    extract: Pair | None,
    machine: bool,
) -> None:
    """List, compare or change the branches of a save."""
    from tacsim.storage.errors import SaveError
    from tacsim.storage.migrate import current

    if refight:
        _refight(file, refight)
    if rename or delete or go:
        _change(file, rename, delete, go)
    saved = current(file)[0]
    if extract:
        from tacsim.storage.atomic import write_whole
        from tacsim.storage.rewrite import rewritten

        write_whole(Path(extract[1]), rewritten(saved, saved.branch(extract[0])))
    elif compare:
        _compare(saved, compare, machine=machine)
    else:
        _list(saved, machine=machine)
    if saved.lost:
        raise SaveError(file, saved.lost)


def _change(file: Path, rename: Pair | None, delete: str | None, go: str | None) -> None:
    from tacsim.storage.errors import SaveError
    from tacsim.storage.journal import Journal
    from tacsim.storage.migrate import up_to_date

    with Journal.resume(up_to_date(file)) as journal:
        if rename:
            journal.name(journal.saved.branch(rename[0]), rename[1])
        if go:
            journal.go(journal.saved.branch(go))
        if delete:
            try:
                journal.drop(journal.saved.branch(delete))
            except ValueError:
                reason = _("the first branch and the one played last cannot be deleted")
                raise SaveError(file, reason) from None


def _refight(file: Path, branch: str) -> None:
    from tacsim.storage.resume import refight

    ongoing, ended = refight(file, branch=branch)
    ongoing.journal.close()
    if ended:
        click.echo(f"tacsim: {file}: {ended}", err=True)


def _list(saved: Saved, *, machine: bool) -> None:
    rows = [_row(saved, branch) for branch in saved.branches if not branch.dropped]
    if machine:
        put({"branches": rows})
        return
    headings = ("", _("n"), _("branch"), _("leaves"), _("intents"), _("round"), _("next"))
    lines = [
        (
            "*" if row["current"] else " ",
            row["number"],
            row["name"],
            _from(row),
            row["intents"],
            row["round"],
            row["next"] or (_("over") if row["over"] else row["next_side"] or "-"),
        )
        for row in rows
    ]
    table(lines, headings)


def _row(saved: Saved, branch: Branch) -> dict[str, Any]:
    last = branch.last
    return {
        "number": branch.number,
        "name": title(branch),
        "parent": branch.parent.number if branch.parent is not None else None,
        "after": branch.first - 1 if branch.first else None,
        "intents": branch.intents,
        "round": last.round if last is not None else 0,
        "next": None if last is None or saved.veiled(branch) else last.turn,
        "next_side": _side(saved, last.turn) if last is not None else None,
        "over": last is not None and last.turn is None,
        "current": branch is saved.current,
        "rules_changed": saved.foreign_to(branch),
    }


def _side(saved: Saved, creature: str | None) -> str | None:
    """The id of a creature's side."""
    from tacsim.core.nature import Identity

    return next((c.get(Identity).side for c in saved.scenario.creatures if c.id == creature), None)


def _from(row: dict[str, Any]) -> str:
    if row["parent"] is None:
        return "-"
    if row["after"] is None:
        return _("{parent} before it begins").format(parent=row["parent"])
    return _("{parent} after {step}").format(parent=row["parent"], step=row["after"])


def title(branch: Branch) -> str:
    """A branch's name, harmless on a terminal."""
    from tacsim.storage.errors import clean

    return clean(branch.name) or (_("main") if branch.number == 0 else str(branch.number))


def _compare(saved: Saved, pair: Pair, *, machine: bool) -> None:
    from tacsim.storage.compare import compare

    found = compare(saved, saved.branch(pair[0]), saved.branch(pair[1]))
    if machine:
        put(
            {
                "step": found.step,
                "round": found.round,
                "actor": found.actor,
                "branches": [_part(found.one), _part(found.other)],
            }
        )
    else:
        for line in _comparison(found):
            click.echo(line)


def _part(part: ComparedBranch) -> dict[str, Any]:
    from tacsim.storage.codec import plain_intent

    return {
        "branch": title(part.branch),
        "intent": plain_intent(part.intent) if part.intent is not None else None,
        "rounds": part.rounds,
        "over": part.over,
        "winner": part.winner,
        "creatures": [
            {"id": one.id, "side": one.side, "hp": one.hp, "stands": one.able}
            for one in part.fighters
        ],
    }


def _comparison(found: Comparison) -> Iterator[str]:
    """A comparison in words: where the branches part, then the hit points of all."""
    from tacsim.storage.errors import clean
    from tacsim.view.intended import intended

    names = [title(part.branch) for part in (found.one, found.other)]
    if found.step is None:
        yield _("the same to the end")
    else:
        yield _("they part at step {step}, in round {round}").format(
            step=found.step, round=found.round
        )
    for name, part in zip(names, (found.one, found.other), strict=True):
        what = _("(it ends there)")
        if part.intent is not None:
            what = clean(intended(part.battle.world, part.intent))
        yield f"  {name}: {what}"
    width = max(len(clean(one.name, 40)) for one in found.one.fighters)
    yield ""
    yield "  ".join(["".ljust(width), *(name.ljust(14) for name in names)]).rstrip()
    for one, other in zip(found.one.fighters, found.other.fighters, strict=True):
        states = [
            f"{fighter.hp}/{fighter.hp_max}" + ("" if fighter.able else " " + _("down"))
            for fighter in (one, other)
        ]
        shown = (state.ljust(max(14, len(name))) for state, name in zip(states, names, strict=True))
        yield "  ".join([clean(one.name, 40).ljust(width), *shown]).rstrip()
