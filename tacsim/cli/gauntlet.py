"""``tacsim gauntlet``: a run of fights that grow harder, begun or gone on with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import SEED, UnusableError, as_json, of_party, put, unusable
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.player.gauntlet import NewRun
    from tacsim.player.opening import Kept


@click.command(
    "gauntlet",
    help=_(
        "Go on with the run under way, or begin one of a RULESET: fight after fight, each "
        "harder, with wounds and losses kept, a rest and a choice of reward between them."
    )
    + "\n\n"
    + _(
        "A run is one save, which the next fight takes over; the same seed and party meet the "
        "same foes. --best lists the runs that are over."
    ),
    short_help=_("A run of fights that grow harder."),
)
@click.argument("ruleset", required=False)
@click.option("--seed", type=SEED, metavar="N", help=_("The seed of the run; drawn unless given."))
@of_party
@click.option(
    "--difficulty",
    default="fair",
    metavar="D",
    help=_("How strong the foes are: easy, fair (unless told), hard or deadly."),
)
@click.option("--new", is_flag=True, help=_("End the run under way and begin another."))
@click.option("--best", is_flag=True, help=_("List the runs that are over, the best first."))
@click.option("--plain", is_flag=True, help=_("Play line by line, with nothing drawn."))
@as_json
@click.pass_context
def command(
    ctx: click.Context,
    ruleset: str | None,
    seed: int | None,
    party: Path | None,
    difficulty: str,
    new: bool,
    best: bool,
    plain: bool,
    machine: bool,
) -> None:
    """Play; with ``--json`` only tell what that would be."""
    if best:
        _list(machine=machine)
        return
    if ruleset is None and (new or seed is not None or party is not None):
        raise UnusableError(_("a new run needs a RULESET"))
    with unusable():
        battle = _battle(ruleset, seed, party, difficulty, new=new)
        if machine:
            put({"name": battle.name, "ruleset": battle.ruleset, "save": _save(battle)})
            return
        game = battle.begin() if plain else None
        if game is None:
            from tacsim.cli.game import open_game

            ctx.exit(open_game(battle))
    from tacsim.cli.play import play_plainly

    play_plainly(game)


def _battle(
    ruleset: str | None, seed: int | None, party: Path | None, difficulty: str, *, new: bool
) -> Kept | NewRun:
    """What is to be played. Errors: UnusableError, ValueError, ContentError."""
    from tacsim.player.gauntlet import kept, new_run, under_way
    from tacsim.player.run_lines import under_way_line

    found, trouble = under_way()
    if trouble and not (ruleset is None and found is None):
        click.echo(f"tacsim: {trouble}", err=True)
    if ruleset is None:
        if found is None:
            words = _("no run is under way: tacsim gauntlet RULESET begins one")
            raise UnusableError(trouble or words)
        return kept(found)
    if found is not None and found.run is not None and not new:
        words = _(
            "a run is under way ({run}): tacsim gauntlet goes on with it, --new ends it as it is"
        )
        line = under_way_line(found.run, found.ruleset, won=found.over)
        raise UnusableError(words.format(run=line))
    return new_run(ruleset, seed, party, difficulty, found)


def _save(battle: Kept | NewRun) -> str | None:
    path = getattr(battle, "path", None)
    return None if path is None else str(path)


def _list(*, machine: bool) -> None:
    """The runs that are over."""
    from tacsim.player.kept.runs import read_runs, runs_file
    from tacsim.player.run_lines import run_lines

    runs, trouble = read_runs(runs_file())
    if trouble:
        click.echo(f"tacsim: {trouble}", err=True)
    if machine:
        import attrs

        put([attrs.asdict(one) for one in runs])
        return
    if not runs:
        click.echo(_("No run is over yet."))
    for number, one in enumerate(runs, 1):
        click.echo("  ".join(run_lines(number, one)))
