"""The opponents: controllers that play a side by themselves.

An opponent looks at what its side knows (:mod:`tacsim.ai.knowing.belief`), asks the rules what is
open to its creature and what attacks promise, and sends the same intents as a person. It throws no
dice and changes nothing, and chooses the same in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tacsim.ai.cautious import Cautious
from tacsim.ai.greedy import Greedy
from tacsim.ai.opponent import Opponent, Player
from tacsim.ai.playouts.quick import Quick
from tacsim.ai.weighing.tactician import WARLORD, Tactician

OPPONENTS: Mapping[str, Callable[[], Player]] = {
    "greedy": Greedy,
    "cautious": Cautious,
    "quick": Quick,
    "tactician": Tactician,
    "warlord": partial(Tactician, WARLORD),
}
"""The opponents by the names that scenarios and the command line use."""

__all__ = ["OPPONENTS", "Cautious", "Greedy", "Opponent", "Player", "Quick"]
