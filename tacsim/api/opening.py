"""Loading: a battle from a scenario or from a save."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from tacsim.api.battle import Battle, Origin, begun
from tacsim.api.replays import Replay
from tacsim.content.documents import SAVED
from tacsim.content.faults import ContentError, Fault
from tacsim.content.library import find_scenario
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import drawn_seed
from tacsim.session.controllers import all_chosen, controllers_for, is_person
from tacsim.storage.frame_file import SUFFIX
from tacsim.storage.game import Game, new_game, resumed_game
from tacsim.storage.saved import Saved, read, read_bytes


def load(name: str | Path, seed: int | None = None, *, fog: bool | None = None) -> Battle:
    """A battle at its first decision, or where a save of it ends.

    ``name``: of a scenario in maps/, without its suffix; a path of one; or a save. ``seed``: of the
    dice, else the scenario's, else one that is drawn. ``fog``: whether sides know only what their
    creatures see, else as the scenario says. Errors: ContentError with file, place and reason; for
    a save also where a seed or fog is asked for, which it has of its own.

    >>> load("ogre_bridge", seed=7).round
    1
    """
    path = find_scenario(name)
    if not is_save(path):
        return opened(read_scenario(path), seed, fog=fog)
    if seed is not None or fog is not None:
        reason = "is a save, which has its own seed and fog"
        raise ContentError([Fault(str(path), 0, "", reason)])
    return Replay(path).end


def is_save(path: Path) -> bool:
    """Whether a file is a save, by its suffix or by how it begins."""
    return path.suffix == SUFFIX or read_bytes(path).startswith(SAVED)


def opened(scenario: Scenario, seed: int | None = None, *, fog: bool | None = None) -> Battle:
    """A battle of a scenario at its first decision, as in :func:`load`."""
    chosen = scenario.seed if seed is None else seed
    return begun(Origin(scenario, drawn_seed() if chosen is None else chosen, fog=fog))


def scenario_of(name: str | Path) -> Scenario:
    """The scenario of a name in maps/ or a path; ContentError."""
    return read_scenario(find_scenario(name))


def set_up(name: str | Path) -> Battle:
    """A battle in which everybody stands where the scenario has them, and nothing has begun."""
    origin = Origin(scenario_of(name), seed=0)
    return Battle(origin.battle(), origin)


@attrs.frozen
class Setup:
    """A game that is to be played, checked: a scenario with who plays each side, or a save.

    ``seed``, ``fog``: else as the scenario says.
    """

    path: Path
    name: str
    ruleset: str
    scenario: Scenario | None
    controllers: Mapping[str, str]
    seed: int | None = None
    fog: bool | None = None

    @property
    def peopled(self) -> bool:
        """Whether a person plays in it."""
        return any(map(is_person, self.controllers.values()))

    def begin(self) -> Game:
        """The game, kept in a save: a new one, or the one that is gone on with; SaveError."""
        if self.scenario is None:
            return resumed_game(self.path)
        return new_game(self.scenario, self.controllers, seed=self.seed, fog=self.fog)


def game_of(
    name: str | Path,
    *,
    seed: int | None = None,
    sides: Mapping[str, str] | None = None,
    fog: bool | None = None,
) -> Setup:
    """A game of a scenario or of a save, by a name in maps/ or a path.

    ``sides``: who plays, instead of what the scenario says. Errors: ContentError; also for a save
    of which a seed, sides or fog are asked; ValueError for an unknown side or opponent.
    """
    path = find_scenario(name)
    if is_save(path):
        if seed is not None or sides or fog is not None:
            reason = "is a save, which has its own seed, sides and fog"
            raise ContentError([Fault(str(path), 0, "", reason)])
        saved: Saved = read(path)
        playing = saved.current.controllers
        return Setup(path, saved.header.name, saved.scenario.ruleset, None, playing)
    scenario = read_scenario(path)
    chosen = all_chosen(scenario, sides)
    controllers_for(scenario, chosen)
    return Setup(path, scenario.name, scenario.ruleset, scenario, chosen, seed, fog)


__all__ = [
    "Game", "Setup", "find_scenario", "game_of", "is_save", "load", "opened", "scenario_of",
    "set_up",
]  # fmt: skip
