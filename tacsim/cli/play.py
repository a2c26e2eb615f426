"""``tacsim play``: the game, opened on a scenario or on a save."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import (
    SCENARIO,
    SEED,
    as_json,
    by_id,
    by_side,
    of_morale,
    of_sides,
    put,
    trusted_bots,
    unusable,
)
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.player.game import Game


class _Play(click.Command):
    """A command whose help also tells how the opponents play."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The levels of opponents, each with how it plays."""
        from tacsim.view.wording.players import levels

        with formatter.section(_("Opponents")):
            formatter.write_dl(list(levels()))
        super().format_epilog(ctx, formatter)


@click.command(
    "play",
    cls=_Play,
    help=_("Open the game on a SCENARIO: a file, or a name in maps/; or go on with a save.")
    + "\n\n"
    + _("Without a SCENARIO it begins at the first screen.")
    + "\n\n"
    + _("Where no person plays and not every side is given, the setup is opened first.")
    + "\n\n"
    + _("With --plain it is played line by line, for screen readers, braille displays and pipes."),
    short_help=_("Open the game on a scenario or a save."),
)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option(
    "--seed", type=SEED, metavar="N", help=_("The seed of the dice, else the scenario's.")
)
@of_sides
@of_morale
@click.option(
    "--fog/--no-fog", default=None, help=_("Whether sides know only what their creatures see.")
)
@click.option(
    "--party", "parties", multiple=True, metavar="ID=PARTY",
    help=_("One of your parties, by its name, in the place of a side's creatures."),
)  # fmt: skip
@click.option(
    "--name", "names", multiple=True, metavar="ID=NAME",
    help=_("The name of a creature, else of a side, in the place of the scenario's."),
)  # fmt: skip
@click.option(
    "--advice/--no-advice", default=None,
    help=_("Whether each of several people may ask what the commander would do."),
)  # fmt: skip
@click.option("--plain", is_flag=True, help=_("Play line by line, with nothing drawn."))
@as_json
@click.pass_context
def command(
    ctx: click.Context,
    scenario: str | None,
    seed: int | None,
    sides: tuple[str, ...],
    morale: bool | None,
    fog: bool | None,
    parties: tuple[str, ...],
    names: tuple[str, ...],
    advice: bool | None,
    plain: bool,
    machine: bool,
) -> None:
    """Open the game; with ``--json`` only tell which file that would be."""
    from tacsim.cli.game import open_game

    if scenario is None:
        if any(value not in (None, (), False) for value in ctx.params.values()):
            raise click.MissingParameter(ctx=ctx, param=ctx.command.params[0])
        ctx.exit(open_game())
    from tacsim.player.opening import Setup, bots_of, find_scenario, game_of

    path = find_scenario(scenario)
    for name in bots_of(path, by_side(sides)) if sys.stdin.isatty() and not machine else ():
        words = _("{name} is a program, which may do whatever you may. Let it play?")
        trusted_bots([name], trust=click.confirm(words.format(name=name)))
    given = by_id(names, "--name", "ID=NAME", "ogre=Grum")
    playing = by_id(parties, "--party", "ID=PARTY", "heroes=Company")
    with unusable(str(path)):
        battle = game_of(
            path, seed=seed, sides=by_side(sides), fog=fog, morale=morale, parties=playing,
            names=given, advice=advice,
        )  # fmt: skip
    for text in battle.said if isinstance(battle, Setup) else ():
        click.echo(f"tacsim: {text}", err=True)
    if machine:
        put({"scenario": str(path), "name": battle.name, "ruleset": battle.ruleset})
        return
    if plain:
        play_plainly(battle.begin())
        return
    ctx.exit(open_game(battle))


def play_plainly(game: Game) -> None:
    """Play a game line by line."""
    from tacsim.plain import play
    from tacsim.player.kept.learned import Learned
    from tacsim.player.kept.recent import recent_file, remember

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    fresh = None if game.session.begun else game.recent
    trouble = "" if fresh is None else remember(recent_file(), fresh)
    if trouble:
        click.echo(f"tacsim: {trouble}", err=True)
    learned = Learned(recent_file().with_name("learned.toml")) if game.teaches else None
    play(game, learned=learned)
