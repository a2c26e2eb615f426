"""The gauntlet as a player meets it: beginning a run, what a fight leaves, going on, its end.

A run is the save of its present fight: the next one takes the file over. A run that stands in the
table of the best is over, whatever its save says.
"""

from __future__ import annotations

from pathlib import Path

import attrs

from tacsim.content.gauntlet import Gauntlet
from tacsim.content.generate import Wanted, wanted
from tacsim.content.generate.draft import check
from tacsim.content.records import Scenario
from tacsim.content.runs.fights import first_fight, gain, next_fight, offers, rise
from tacsim.content.runs.recovery import Rested, goes_on, recovered, won
from tacsim.content.runs.rewards import Reward
from tacsim.content.setup import drawn_seed
from tacsim.core.world import World
from tacsim.i18n import _, known_as
from tacsim.player.game import Game, new_game, title
from tacsim.player.kept.runs import Run, enter, read_runs, run_over, runs_file
from tacsim.player.opening import Kept
from tacsim.storage.errors import SaveError
from tacsim.storage.folder import SaveInfo, list_saves
from tacsim.storage.journal import RUN, now
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline


@attrs.frozen
class NewRun:
    """A run that is about to begin; ``instead``: of which one, which ends as it stands.

    ``foes``: who plays them, the usual for none.
    """

    asked: Wanted
    instead: SaveInfo | None = None
    foes: str = ""
    ready = True

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Gauntlet, fight {n}").format(n=1)

    @property
    def ruleset(self) -> str:
        """The id of its rules."""
        return self.asked.ruleset

    def begin(self) -> Game:
        """The first fight.

        Errors: ValueError, also ContentError, for what cannot be drawn, or where the other run
        cannot be entered in the table.
        """
        scenario = first_fight(self.asked, now())
        trouble = "" if self.instead is None else give_up(self.instead)
        if trouble:
            raise ValueError(trouble)
        controllers = {side.id: side.controller for side in scenario.sides}
        if self.foes:
            controllers[scenario.sides[-1].id] = self.foes
        return new_game(scenario, controllers, seed=scenario.seed)


@attrs.frozen
class Ending:
    """How a fight of a run ended: who is left, and the rewards, none where the run is over.

    ``run``: it before the fight; ``won``: whether the fight was; ``gains``: of each reward the hit
    points of whom it is about before and after; ``rises``: of each by how much a base attack bonus
    does; ``trouble``: what is wrong with the table of runs.
    """

    run: Gauntlet
    won: bool
    rested: tuple[Rested, ...]
    rewards: tuple[Reward, ...]
    gains: tuple[tuple[int, int], ...]
    rises: tuple[int, ...]
    trouble: str = ""

    def name_of(self, key: str) -> str:
        """What one of the party is called."""
        return next(known_as(one.name) for one in self.rested if one.id == key)


def ending(game: Game) -> Ending | None:
    """How a fight ended; None for one that is not over, and for battles of no run.

    A run that is over with it is entered in the table.
    """
    scenario, world = game.scenario, game.session.battle.world
    run = scenario.gauntlet
    if run is None or not world.outcome.over:
        return None
    known, trouble = read_runs(runs_file())
    found: tuple[Reward, ...] = ()
    if run.id not in [one.id for one in known]:
        found = offers(scenario, world)
        if not goes_on(scenario, world):
            trouble = enter(runs_file(), _entry(scenario, world)) or trouble
    gains = tuple(gain(scenario, world, one) for one in found)
    rises = tuple(rise(scenario, world, one) for one in found)
    rested = recovered(scenario, world)
    return Ending(run, won(scenario, world), rested, found, gains, rises, trouble)


def new_run(
    ruleset: str,
    seed: int | None = None,
    party: Path | None = None,
    difficulty: str = "fair",
    instead: SaveInfo | None = None,
) -> NewRun:
    """A run of what is asked for, words as people write them. Errors: ValueError, ContentError."""
    seed = drawn_seed() if seed is None else seed
    asked = wanted(ruleset, None, None, seed, party, difficulty)
    check(asked)
    name = "" if party is None else party.stem
    return NewRun(attrs.evolve(asked, party_name=name if name.isprintable() else ""), instead)


def go_on(game: Game, reward: str) -> Game:
    """The next fight, after a reward by its id, in the place of the save of the one before.

    Errors: SaveError, which leaves the old one as it is; ValueError, also ContentError, where no
    next one can be drawn or the reward is not offered.
    """
    following = next_fight(game.scenario, game.session.battle.world, reward)
    chosen = [game.controllers[side.id] for side in game.scenario.sides]
    controllers = {side.id: side.controller for side in following.sides}
    controllers |= dict(zip(controllers, chosen, strict=False))
    game.close()
    return new_game(
        following, controllers, seed=following.seed, fog=game.opening.fog, advice=game.advice,
        over=game.save,
    )  # fmt: skip


def _entry(scenario: Scenario, world: World) -> Run:
    """What the table says of a run that is over as a fight of it stands."""
    run = scenario.gauntlet
    assert run is not None
    done = won(scenario, world)
    rested = recovered(scenario, world)
    left = tuple(one.name for one in rested if not one.dead and (done or one.before > 0))
    rounds = run.rounds + (world.clock.round if done else 0)
    return run_over(run, scenario.ruleset, run.fight - (not done), rounds, left)


# --- the run under way ---------------------------------------------------------------------------


def under_way() -> tuple[SaveInfo | None, str]:
    """The save of the run that can be gone on with, the one played last; what is wrong, in words.

    Runs that ended with their last fight, and could not be entered then, are. One whose save lost
    its end goes on from what is left; where there is none, what is wrong with a save that may have
    been one is told.
    """
    known, trouble = read_runs(runs_file())
    over = {one.id for one in known}
    saves = list_saves()
    for info in saves:
        if info.run is None or info.run.id in over or info.recovered:
            continue
        if not info.over:
            return info, trouble
        try:
            scenario, world = _stands(info)
        except SaveError:
            continue
        if goes_on(scenario, world):
            return info, trouble
        trouble = enter(runs_file(), _entry(scenario, world)) or trouble
    lost = (one for one in saves if one.run is None and one.path.name.startswith(f"{RUN}-"))
    broken = next((f"{one.path}: {one.broken}" for one in lost), "")
    return None, trouble or broken


def kept(info: SaveInfo) -> Kept:
    """The save of a run as it is gone on with."""
    return Kept(info.path, title(info.run, info.name), info.ruleset)


def give_up(info: SaveInfo) -> str:
    """End a run as it stands: it is entered in the table; what went wrong, in words, or nothing."""
    try:
        return enter(runs_file(), _entry(*_stands(info)))
    except SaveError as error:
        return str(error)


def _stands(info: SaveInfo) -> tuple[Scenario, World]:
    """The fight of a save as it stands. Errors: SaveError."""
    timeline = Timeline(read(info.path))
    timeline.seek(timeline.length)
    return timeline.saved.scenario, timeline.battle.world
