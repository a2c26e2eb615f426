"""The greedy opponent: it closes and strikes, and gives nothing away where that is free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tacsim.ai.approach import approaches, stand_up
from tacsim.ai.charging import charges
from tacsim.ai.opponent import Opponent
from tacsim.ai.plays import (
    Play,
    attack_intent,
    melee_plays,
    ranged_plays,
    striking_strides,
)
from tacsim.ai.routes import Routes
from tacsim.ai.turn import Turn
from tacsim.geometry.cells import Body
from tacsim.model.intents import Intent
from tacsim.model.world import Creature

LOOKED_AT = 10
"""Plays whose odds are worked out exactly; the rest are judged by a first guess."""
WORRY = 0.25
"""What damage to itself counts against damage to others."""


class Greedy(Opponent):
    """Take the attack that promises most now; else get nearer.

    Peril counts a little: of attacks that promise the same, it makes the one that provokes nobody.
    """

    def wishes(self, turn: Turn) -> Iterator[Intent]:
        """Attacks, best first; then getting up; then the ways to the foe."""
        yield from stand_up(turn)
        plays = self._plays(turn)
        for _, intent in sorted(self._ranked(turn, plays), key=lambda found: -found[0]):
            yield intent
        if turn.foes:
            yield from approaches(turn)

    def _plays(self, turn: Turn) -> list[Play]:
        ways = striking_strides(turn)
        plays = list(melee_plays(turn, ways))
        shots = list(ranged_plays(turn, [w for w in ways if w.stride.mode.steps], _near))
        plays += shots or ranged_plays(turn, [w for w in ways if not w.stride.mode.steps], _near)
        return plays
