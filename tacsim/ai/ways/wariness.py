"""Wariness: how opponents plan where obstacles ask checks that they may fail."""

from __future__ import annotations

from collections.abc import Hashable

import attrs
import numpy as np

from tacsim.core.terrain import Battlefield, Check
from tacsim.rules.movement.policies import Ground
from tacsim.rules.movement.steps import Mover

HOPE = 0.25
"""The least chance at which a check is tried: one try in four succeeds."""
SURE = 1.0
"""That of whoever goes where nothing can fail."""


def wary(mover: Mover, least: float = HOPE) -> Mover:
    """A mover that keeps from what asks a check that it passes with less than such a chance."""
    battle, field = mover.battle, mover.field
    if field.checked or field.asking:
        barriers = (barrier.check for barrier in field.checked.values())
        asked = dict.fromkeys([*field.asking.values(), *(each for each in barriers if each)])
        chance, creature = battle.ruleset.movement_checks.chance, mover.creature
        shunned = frozenset(each for each in asked if chance(battle, creature, each) < least)
        mover.ground = _without(field, mover.ground, shunned)
    return mover


def _without(field: Battlefield, ground: Ground, shunned: frozenset[Check]) -> Ground:
    """The ground with what asks some checks shut; kept with the map."""
    key: Hashable = ("without", ground, shunned)
    if not shunned:
        return ground

    def without() -> Ground:
        open_ = np.ones(ground.enter.shape, bool)
        for cell, check in field.asking.items():
            if check in shunned and ground.asks[cell[::-1]]:
                open_[cell[::-1]] = False
        edges = (edge for edge, barrier in field.checked.items() if barrier.check in shunned)
        return attrs.evolve(
            ground,
            enter=ground.enter & open_,
            stop=ground.stop & open_,
            shut=frozenset(edges) if ground.hampered_by_barriers else frozenset(),
        )

    return field.memo.of(key, without)
