"""``tacsim run``: a battle played to its end with nobody at the keyboard."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import NO, UnusableError, as_json, scenario_named
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.content.records import Scenario
    from tacsim.session.session import Session
    from tacsim.storage.journal import Journal

MAX_ROUNDS = 100


@click.command(
    "run",
    help=_("Play the script of a SCENARIO, or with --auto all sides by AI, and print the fight.")
    + "\n\n"
    + _("A side for people does what the script says. The exit code is 1 if the rules refused")
    + " "
    + _("a step of the script."),
    short_help=_("Play a scenario to its end and print the fight."),
)
@click.argument("scenario")
@click.option("--auto", is_flag=True, help=_("Let the AI play every side."))
@click.option(
    "--max-rounds",
    type=click.IntRange(1, 100_000),
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
    type=click.IntRange(-(2**63), 2**63 - 1),
    metavar="N",
    help=_("The seed of the dice, instead of the scenario's."),
)
@as_json
@click.pass_context
def command(
    ctx: click.Context,
    scenario: str,
    auto: bool,
    max_rounds: int | None,
    save: Path | None,
    seed: int | None,
    machine: bool,
) -> None:
    """Play the battle out."""
    from tacsim.cli.transcript import Transcript
    from tacsim.content.setup import begin
    from tacsim.session.controllers import ScriptController, controllers_for
    from tacsim.session.headless import play_out
    from tacsim.session.session import Session

    found = scenario_named(scenario)
    try:
        controllers = controllers_for(found, auto=auto, headless=True)
    except ValueError as error:
        raise UnusableError(f"{scenario}: {error}") from None
    battle = begin(found, seed=seed)
    session = Session(battle, controllers)
    with ExitStack() as stack:
        if save is not None:
            stack.enter_context(_journal(save, found, session, auto=auto))
        transcript = Transcript(battle.world, machine=machine)
        play_out(session, max_rounds or found.max_rounds or MAX_ROUNDS, transcript.show)
    if any(isinstance(c, ScriptController) and c.refusals for c in controllers.values()):
        ctx.exit(NO)


def _journal(path: Path, scenario: Scenario, session: Session, *, auto: bool) -> Journal:
    """A new save that keeps the session; the time is left out, so that bytes can be compared."""
    from tacsim.session.controllers import DEFAULT_OPPONENT
    from tacsim.storage.journal import Journal, now
    from tacsim.storage.saved import header_of

    created = now() if os.environ.get("SOURCE_DATE_EPOCH") else ""
    named = {side.id: side.controller for side in scenario.sides}
    if auto:
        ai = f"ai:{DEFAULT_OPPONENT}"
        named = {side: name if name.startswith("ai:") else ai for side, name in named.items()}
    header = header_of(scenario, session.battle, named, created=created)
    journal = Journal.create(path.parent, header, path, sync=False)
    journal.attach(session)
    return journal
