"""Loading: a battle from a scenario or from a save."""

from __future__ import annotations

from pathlib import Path

from tacsim.api.battle import Battle, Origin, begun
from tacsim.api.replays import Replay
from tacsim.content.faults import ContentError, Fault
from tacsim.content.library import LESSONS, find_scenario, lessons, library
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import drawn_seed
from tacsim.i18n import _
from tacsim.session.controllers import controllers_for
from tacsim.storage.saved import is_save


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
        reason = _("is a save, which has its own seed and fog")
        raise ContentError([Fault(str(path), 0, "", reason)])
    return Replay(path).end


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


def scenario_names() -> list[str]:
    """The names by which scenarios in maps/ are loaded, lessons last.

    >>> "ogre_bridge" in scenario_names(), "lessons/1_moving" in scenario_names()
    (True, True)
    """
    taught = (f"{LESSONS}/{path.stem}" for path in lessons())
    return [*(path.stem for path in library()), *taught]


__all__ = [
    "controllers_for",
    "find_scenario",
    "load",
    "opened",
    "scenario_names",
    "scenario_of",
    "set_up",
]
