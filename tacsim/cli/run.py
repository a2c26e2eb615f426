"""``tacsim run``: a battle played to its end with nobody at the keyboard."""

from __future__ import annotations

from pathlib import Path

import click

from tacsim.cli.calls import (
    NO,
    SCENARIO,
    SEED,
    Whole,
    as_json,
    by_side,
    of_morale,
    of_sides,
    unusable,
)
from tacsim.i18n import _


@click.command(
    "run",
    help=_("Play the script of a SCENARIO, or with --auto all sides by AI, and print the fight.")
    + "\n\n"
    + _(
        "A side for people does what the script says. The exit code is 1 if the rules refused "
        "a step of the script."
    ),
    short_help=_("Play a scenario to its end and print the fight."),
)
@click.argument("scenario", type=SCENARIO)
@click.option("--auto", is_flag=True, help=_("Let the AI play every side."))
@click.option(
    "--max-rounds",
    type=Whole(1, 100_000),
    metavar="N",
    help=_("Break off after so many rounds (100, or what the scenario says)."),
)
@click.option(
    "--save",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=_("Keep the battle in a new file."),
)
@click.option(
    "--seed",
    type=SEED,
    metavar="N",
    help=_("The seed of the dice, instead of the scenario's."),
)
@of_sides
@of_morale
@as_json
@click.pass_context
def command(
    ctx: click.Context,
    scenario: str,
    auto: bool,
    max_rounds: int | None,
    save: Path | None,
    seed: int | None,
    sides: tuple[str, ...],
    morale: bool | None,
    machine: bool,
) -> None:
    """Play the battle out."""
    from tacsim.api.opening import scenario_of
    from tacsim.api.playing import run
    from tacsim.cli.transcript import Transcript

    found, transcript = scenario_of(scenario), Transcript(machine=machine)
    with unusable(scenario):
        done = run(
            found, transcript.show, auto=auto, sides=by_side(sides), seed=seed,
            max_rounds=max_rounds, save=save, morale=morale,
        )  # fmt: skip
    if done.refusals:
        ctx.exit(NO)
