"""Opening: a game out of a scenario or a save, with who plays it, as a call asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from tacsim.content.faults import ContentError, Fault
from tacsim.content.library import find_scenario
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.player.game import Game, new_game, resumed_game
from tacsim.session.controllers import all_chosen, controllers_for, is_person
from tacsim.storage.saved import is_save, read


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
        saved = read(path)
        playing = saved.current.controllers
        return Setup(path, saved.header.name, saved.scenario.ruleset, None, playing)
    scenario = read_scenario(path)
    chosen = all_chosen(scenario, sides)
    controllers_for(scenario, chosen)
    return Setup(path, scenario.name, scenario.ruleset, scenario, chosen, seed, fog)


__all__ = ["Setup", "find_scenario", "game_of"]
