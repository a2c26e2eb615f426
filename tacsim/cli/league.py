"""``tacsim league``: opponents against each other on every battle that there is."""

from __future__ import annotations

from typing import Any

import click

from tacsim.cli.calls import F, Whole, as_json, by_workers, of_trust, put, table, unusable
from tacsim.cli.progress import progress, stopped
from tacsim.i18n import _

MOST_BATTLES = 10_000
USUAL = "greedy,cautious,quick"


def _of_trust(function: F) -> F:
    return of_trust(function, "opponents")


@click.command(
    "league",
    help=_(
        "Let opponents fight each other on every battle that comes with the program, each "
        "seed twice with the sides exchanged, and rate them."
    )
    + "\n\n"
    + _("A rating 400 higher means odds of ten to one; greedy, else the first named, has 1000.")
    + " "
    + _("Undecided battles count half in ratings, and not among the battles won.")
    + "\n\n"
    + _("tactician and warlord take part where they are named: with them it takes hours.")
    + "\n\n"
    + _("Ctrl-C stops it: what has been fought by then is told."),
    short_help=_("Let opponents fight each other everywhere, and rate them."),
)
@click.option(
    "--opponents",
    metavar="A,B,...",
    default=USUAL,
    show_default=True,
    help=_("Who takes part."),
)
@click.option(
    "--battles",
    type=Whole(1, MOST_BATTLES),
    default=4,
    show_default=True,
    metavar="N",
    help=_("How often two of them meet on each battlefield (an odd number is one more)."),
)
@_of_trust
@by_workers
@as_json
def command(opponents: str, battles: int, workers: int | None, machine: bool) -> None:
    """Answer ratings, and how each pair did under each ruleset."""
    from tacsim.sim.league import league

    with unusable():
        found = league(opponents.split(","), battles, workers=workers, progress=progress())
    stopped(found["battles"], found["of"])
    if machine:
        put(found)
    elif found["battles"]:
        _show(found)


def _show(found: dict[str, Any]) -> None:
    """The ratings, and the pairs."""
    table(
        [(name, f"{one:.0f}") for name, one in found["ratings"].items()],
        (_("opponent"), _("rating")),
    )
    click.echo()
    rows = [
        (
            one["a"], one["b"], one["ruleset"], one["wins"], one["battles"], one["draws"],
            f"{one['wins'] / one['battles']:.0%}", f"{one['low']:.0%} - {one['high']:.0%}",
        )
        for one in found["pairs"]
    ]  # fmt: skip
    table(rows, (_("opponent"), _("against"), _("ruleset"), _("wins"), _("of"), _("undecided"),
                 _("rate"), _("95 % interval")))  # fmt: skip
