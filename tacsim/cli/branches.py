"""``tacsim branches``: the ways that a saved battle took, listed, compared and looked after."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tacsim.cli.calls import FILE, answered, as_json, put, table, whole
from tacsim.i18n import _, known_as, pgettext

if TYPE_CHECKING:
    from tacsim.api.saves import Comparison, Save

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
@click.argument("file", type=FILE)
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
    from tacsim.api.saves import Save, comparison_of

    save = Save(file)
    if refight and (ended := save.refight(refight)):
        click.echo(f"tacsim: {file}: {ended}", err=True)
    if rename or delete or go:
        save.change(rename, go, delete)
    if extract:
        save.extract(*extract)
    elif compare:
        found = save.compare(*compare)
        if machine:
            put(answered(lambda: comparison_of(found), machine=True))
        else:
            for line in _comparison(found):
                click.echo(line)
    elif machine:
        put({"branches": answered(lambda: Save(file).branches(), machine=True)})
    else:
        _list(save)
    whole(save.lost, file)


def _list(save: Save) -> None:
    headings = ("", _("n"), _("branch"), _("leaves"), _("intents"), _("round"), _("next"))
    names = save.names()
    lines = [
        (
            "*" if row["current"] else " ",
            row["number"],
            names[row["number"]],
            _from(row),
            row["intents"],
            row["round"],
            row["next"] or (_("over") if row["over"] else row["next_side"] or "-"),
        )
        for row in save.branches()
    ]
    table(lines, headings)


def _from(row: dict[str, Any]) -> str:
    if row["parent"] is None:
        return "-"
    if row["after"] is None:
        return _("{parent} before it begins").format(parent=row["parent"])
    return _("{parent} after {step}").format(parent=row["parent"], step=row["after"])


def _comparison(found: Comparison) -> Iterator[str]:
    """A comparison in words: where the branches part, then the hit points of all."""
    from tacsim.api.saves import called, clean
    from tacsim.view.columns import columns, padded
    from tacsim.view.wording.intended import intended

    names = [called(part.branch) for part in (found.one, found.other)]
    if found.step is None:
        yield _("the same to the end")
    else:
        yield _("they part at step {step}, in round {round}").format(
            step=found.step, round=found.round
        )
    for name, part in zip(names, (found.one, found.other), strict=True):
        what = _("(it ends there)")
        if part.intent is not None:
            what = clean(intended(part.battle.world, part.intent, decision=part.decision))
        yield f"  {name}: {what}"
    width = max(columns(clean(known_as(one.name), 40)) for one in found.one.fighters)
    yield ""
    yield "  ".join([" " * width, *(padded(name, 14) for name in names)]).rstrip()
    for one, other in zip(found.one.fighters, found.other.fighters, strict=True):
        states = [
            f"{fighter.hp}/{fighter.hp_max}"
            + ("" if fighter.able else " " + pgettext("state", "down"))
            for fighter in (one, other)
        ]
        pairs = zip(states, names, strict=True)
        shown = (padded(state, max(14, columns(name))) for state, name in pairs)
        yield "  ".join([padded(clean(known_as(one.name), 40), width), *shown]).rstrip()
