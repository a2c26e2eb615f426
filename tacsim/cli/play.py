"""``tacsim play``: the game, opened on a scenario."""

from __future__ import annotations

import click

from tacsim.cli.calls import UnusableError, as_json, put
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
    from tacsim.cli.game import open_game
    from tacsim.content.library import find_scenario
    from tacsim.content.scenarios import read_scenario
    from tacsim.session.controllers import controllers_for

    path = find_scenario(scenario)
    found = read_scenario(path)
    try:
        controllers_for(found)
    except ValueError as error:
        raise UnusableError(f"{path}: {error}") from None
    if machine:
        put({"scenario": str(path), "name": found.name, "ruleset": found.ruleset})
        return
    ctx.exit(open_game(scenario=path))
