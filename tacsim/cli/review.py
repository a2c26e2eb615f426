"""``tacsim review``: the decisions of a battle that cost most, and the luck of the dice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import FILE, NO, Whole, as_json, by_workers, put, unusable, whole
from tacsim.cli.progress import ticking
from tacsim.i18n import _, ngettext

if TYPE_CHECKING:
    from tacsim.sim.review import Reviewed

MOST_DECISIONS = 100


@click.command(
    "review",
    help=_(
        "Say which decisions of the battle saved in FILE cost most, and what would have been "
        "better; and how its dice fell."
    )
    + "\n\n"
    + _(
        "Each is weighed as the opponent tactician weighs its own, knowing what its side "
        "knew, and told only where something else is clearly better. Costs are in creatures: "
        "1 is one of average worth of those in the fight. Ctrl-C stops it: what was found by "
        "then is told."
    )
    + "\n\n"
    + _(
        "Of a damaged file the intact part is reviewed, and the exit code is 2; where today's "
        "rules lead elsewhere it ends, and the exit code is 1."
    ),
    short_help=_("Say what cost most in a saved battle, and how the dice fell."),
)
@click.argument("file", type=FILE)
@click.option(
    "--side",
    metavar="SIDE",
    help=_("The decisions of this side (of those that people play; of all, if people play none)."),
)
@click.option(
    "--decisions",
    type=Whole(1, MOST_DECISIONS),
    default=3,
    show_default=True,
    metavar="N",
    help=_("How many decisions to tell."),
)
@click.option(
    "--branch", metavar="NAME", help=_("This branch, by name or number, not the one played last.")
)
@by_workers
@as_json
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    side: str | None,
    decisions: int,
    branch: str | None,
    workers: int | None,
    machine: bool,
) -> None:
    """Answer the decisions that cost most, and the luck."""
    from tacsim.sim.review import reviewed, told

    def words(of: int) -> str:
        return ngettext(
            "{done} of {of} look at a decision", "{done} of {of} looks at decisions", of
        )

    with unusable():
        found = reviewed(file, branch, side, decisions, workers=workers, progress=ticking(words))
    if not found.whole:
        text = _("stopped after {n} of {wanted} looks at decisions")
        text = text.format(n=found.looked, wanted=found.of)
        click.echo(f"tacsim: {text}", err=True)
    if machine:
        put(told(found))
    else:
        _show(found)
    if found.doubt:
        click.echo(f"tacsim: {file}: {found.doubt}", err=True)
    whole(found.lost, file)
    if found.doubt:
        ctx.exit(NO)


def _show(found: Reviewed) -> None:
    from tacsim.view.wording import reviewed as view

    world = found.world
    click.echo(view.verdict(found))
    for one in found.decisions:
        click.echo()
        click.echo(view.moment(world, one))
        for line in (*view.instead(world, one), view.cost(one), view.reasons(one)):
            click.echo(f"  {line}")
    if found.decisions:
        click.echo()
        click.echo(view.unit())
    click.echo()
    click.echo(_("How the dice fell:"))
    for line in view.lucks(found):
        click.echo(f"  {line}")
