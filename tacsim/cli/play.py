"""``tacsim play``: the game, opened on a scenario."""

from __future__ import annotations

import click

from tacsim.cli.calls import as_json, put, unusable
from tacsim.i18n import _


@click.command(
    "play",
    help=_("Open the game on a SCENARIO: a file, or a name in maps/."),
    short_help=_("Open the game on a scenario."),
)
@click.argument("scenario")
@as_json
@click.pass_context
def command(ctx: click.Context, scenario: str, machine: bool) -> None:
    """Open the game; with ``--json`` only tell which file that would be."""
    from tacsim.api.opening import controllers_for, find_scenario, scenario_of
    from tacsim.cli.game import open_game

    path = find_scenario(scenario)
    found = scenario_of(path)
    with unusable(str(path)):
        controllers_for(found)
    if machine:
        put({"scenario": str(path), "name": found.name, "ruleset": found.ruleset})
        return
    ctx.exit(open_game(scenario=path))
