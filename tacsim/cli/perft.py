"""``tacsim perft``: how many sequences of options there are."""

from __future__ import annotations

import click

from tacsim.cli.calls import SCENARIO, SEED, Whole, as_json, put
from tacsim.i18n import _

DEEPEST = 6


@click.command(
    "perft",
    help=_("Count the sequences of DEPTH options from the first decision of a SCENARIO on.")
    + "\n\n"
    + _(
        "The battle's own dice are thrown. A move is one option for each place and extent, by "
        "its cheapest way."
    ),
    short_help=_("How many sequences of options there are."),
)
@click.argument("scenario", type=SCENARIO)
@click.argument("depth", type=Whole(0, DEEPEST))
@click.option(
    "--seed",
    type=SEED,
    metavar="N",
    help=_("The seed of the dice (the scenario's, or 0)."),
)
@as_json
def command(scenario: str, depth: int, seed: int | None, machine: bool) -> None:
    """Answer the number of sequences."""
    from tacsim.api.opening import opened, scenario_of

    found = scenario_of(scenario)
    nodes = opened(found, seed if seed is not None else found.seed or 0).perft(depth)
    if machine:
        put({"depth": depth, "nodes": nodes})
    else:
        click.echo(str(nodes))
