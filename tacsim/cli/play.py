"""``tacsim play``: the game, opened on a scenario or on a save."""

from __future__ import annotations

import sys

import click

from tacsim.cli.calls import SEED, as_json, by_side, of_sides, put, unusable
from tacsim.i18n import _


@click.command(
    "play",
    help=_("Open the game on a SCENARIO: a file, or a name in maps/; or go on with a save.")
    + "\n\n"
    + _("With --plain it is played line by line, for screen readers, braille displays and pipes."),
    short_help=_("Open the game on a scenario or a save."),
)
@click.argument("scenario")
@click.option(
    "--seed", type=SEED, metavar="N", help=_("The seed of the dice, else the scenario's.")
)
@of_sides
@click.option(
    "--fog/--no-fog", default=None, help=_("Whether sides know only what their creatures see.")
)
@click.option("--plain", is_flag=True, help=_("Play line by line, with nothing drawn."))
@as_json
@click.pass_context
def command(
    ctx: click.Context,
    scenario: str,
    seed: int | None,
    sides: tuple[str, ...],
    fog: bool | None,
    plain: bool,
    machine: bool,
) -> None:
    """Open the game; with ``--json`` only tell which file that would be."""
    from tacsim.player.opening import find_scenario, game_of

    path = find_scenario(scenario)
    with unusable(str(path)):
        setup = game_of(path, seed=seed, sides=by_side(sides), fog=fog)
    if machine:
        put({"scenario": str(path), "name": setup.name, "ruleset": setup.ruleset})
        return
    if plain:
        from tacsim.plain import play

        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        play(setup.begin())
        return
    from tacsim.cli.game import open_game

    asked = bool(sides) or seed is not None or fog is not None
    if setup.peopled or asked or setup.scenario is None:
        ctx.exit(open_game(begin=setup.begin))
    ctx.exit(open_game(scenario=path))
