"""tacsim: skirmishes of miniatures on a grid, under exact tabletop rules, in the terminal.

This is the library's front door; ``docs/library.md`` shows what people do with it. What is named
here is imported when it is first used, so a question is answered at once.

>>> battle = load("ogre_bridge", seed=7)
>>> battle.decision.actor in battle.creatures
True
>>> measure("d20", (0, 0), (4, 7)).cells
9
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from tacsim.version import __version__

if TYPE_CHECKING:
    from tacsim.api.answers import Measured, area, measure
    from tacsim.api.battle import Battle
    from tacsim.api.opening import load
    from tacsim.api.playing import play
    from tacsim.api.replays import Replay, replay
    from tacsim.content.faults import ContentError
    from tacsim.core import events, intents
    from tacsim.core.verdicts import Refused
    from tacsim.rulesets.lookup import look_up
    from tacsim.sim.compare import compare
    from tacsim.sim.simulate import simulate

_HOMES = {
    "Battle": "tacsim.api.battle",
    "ContentError": "tacsim.content.faults",
    "Measured": "tacsim.api.answers",
    "Refused": "tacsim.core.verdicts",
    "Replay": "tacsim.api.replays",
    "area": "tacsim.api.answers",
    "compare": "tacsim.sim.compare",
    "load": "tacsim.api.opening",
    "look_up": "tacsim.rulesets.lookup",
    "measure": "tacsim.api.answers",
    "play": "tacsim.api.playing",
    "replay": "tacsim.api.replays",
    "simulate": "tacsim.sim.simulate",
}
"""The module of each name."""
_MODULES = {"events": "tacsim.core.events", "intents": "tacsim.core.intents"}
"""Modules that are part of the front door."""


def __getattr__(name: str) -> Any:
    """Import what is asked for by name, once."""
    if name in _MODULES:
        found: Any = importlib.import_module(_MODULES[name])
    elif name in _HOMES:
        found = getattr(importlib.import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module 'tacsim' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)


__all__ = [
    "Battle", "ContentError", "Measured", "Refused", "Replay", "__version__", "area", "compare",
    "events", "intents", "load", "look_up", "measure", "play", "replay", "simulate",
]  # fmt: skip
