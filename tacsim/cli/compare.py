"""``tacsim compare``: a scenario fought under several rulesets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from tacsim.cli.calls import (
    NO,
    SCENARIO,
    Whole,
    as_json,
    by_side,
    by_workers,
    of_sides,
    put,
    table,
    unusable,
    with_id,
)
from tacsim.cli.live import watched
from tacsim.cli.progress import stopped
from tacsim.i18n import _, known_as

MOST_BATTLES = 10_000


@click.command(
    "compare",
    help=_("Fight a SCENARIO many times by AI under several rulesets, and compare who wins.")
    + "\n\n"
    + _(
        "Creatures become those of the same name, or those named in [kinds.RULESET]; what "
        "else the scenario changes in them is left out under another ruleset than its own."
    )
    + "\n\n"
    + _("Ctrl-C stops it: what has been fought by then is told."),
    short_help=_("Fight a scenario under several rulesets, many times."),
)
@click.argument("scenario", type=SCENARIO)
@click.option(
    "--rulesets",
    metavar="A,B,...",
    help=_("The rulesets to compare (all that are played on its kind of grid)."),
)
@click.option(
    "--battles",
    type=Whole(1, MOST_BATTLES),
    default=100,
    show_default=True,
    metavar="N",
    help=_("How many battles to fight under each."),
)
@click.option(
    "--seed",
    type=Whole(-(2**62), 2**62),
    metavar="N",
    help=_("The seed of the first battle, each next one having the next (the scenario's, or 0)."),
)
@of_sides
@by_workers
@as_json
@click.pass_context
def command(
    ctx: click.Context,
    scenario: str,
    rulesets: str | None,
    battles: int,
    seed: int | None,
    sides: tuple[str, ...],
    workers: int | None,
    machine: bool,
) -> None:
    """Answer what simulate does, ruleset by ruleset."""
    from tacsim.cli.simulated import faults
    from tacsim.sim.compare import compare

    names = None if rulesets is None else [name.strip() for name in rulesets.split(",")]
    with unusable(scenario), watched() as watch:
        found = compare(
            scenario, names, battles, by_side(sides), seed, workers=workers, watch=watch
        )
    stopped(found[-1]["battles"] + len(found[-1]["faults"]), battles)
    for answer in found:
        faults(answer)
    if machine:
        put(found)
    else:
        from tacsim.api.opening import load

        sides_of = load(scenario).rules.world.sides.items
        _print(found, {side.id: known_as(side.name) for side in sides_of})
    if any(answer["faults"] for answer in found):
        ctx.exit(NO)


def _print(found: list[dict[str, Any]], names: Mapping[str, str]) -> None:
    lines = [
        (
            answer["ruleset"],
            with_id(side, names[side]),
            one["wins"],
            f"{one['rate']:.0%}",
            f"{one['low']:.0%} - {one['high']:.0%}",
            answer["undecided"],
            f"{answer['rounds']['mean']:.1f}",
            f"{one['damage']:.1f}",
        )
        for answer in found
        for side, one in answer["sides"].items()
    ]
    headings = (
        _("ruleset"), _("side"), _("wins"), _("rate"), _("95 % interval"), _("undecided"),
        _("rounds"), _("damage"),
    )  # fmt: skip
    table(lines, headings)
