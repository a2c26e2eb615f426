"""Searches in space: one that is begun again from elsewhere finds what a new one finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ai.test_pool_battles import random_battle
from gate import slow

from tacsim.ai.ways.places import in_space, small
from tacsim.core.components import Condition, Conditions, Position
from tacsim.core.world import Creature
from tacsim.grid.cells import Cell
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.search import Reach

SLOW = pytest.mark.slow
LIMIT = 13
APART = 23
"""Every so many of the places is started from."""


def lying(creature: Creature) -> Conditions:
    return Conditions((Condition("prone"),))


def squeezing(creature: Creature) -> Position:
    return Position(creature.body, squeezed=True)


@pytest.mark.parametrize("seed", [0, *slow(*range(1, 8))])
@pytest.mark.parametrize("avoiding", [False, True])
def test_from_elsewhere_the_same_steps_lead_to_what_a_new_search_finds(
    seed: int, avoiding: bool
) -> None:
    fight = random_battle(seed)
    field = fight.world.field
    assert small(field)
    for creature in fight.world.creatures:
        mover = mover_of(fight, creature)
        avoid: frozenset[Cell] = frozenset()
        if avoiding:
            avoid = frozenset(creature.body.moved((1, 0, 0)).cells[:3])
        for start in list(in_space(mover, creature.body, 4 * LIMIT).costs)[::APART]:
            found = in_space(mover, start, LIMIT, avoid)
            fresh = Reach(mover, start, 4 * sum(field.size), avoid=avoid)
            near = [place for place in fresh.places() if place.cost2 <= LIMIT]
            assert found.costs == {place.body: place.cost2 for place in near}
            assert list(found.costs.values()) == sorted(place.cost2 for place in near)
            for body in list(found.costs)[::5]:
                assert found.way(body) == tuple(fresh.way(body))


@pytest.mark.parametrize("change", [lying, squeezing], ids=["lying", "squeezing"])
@pytest.mark.parametrize("seed", [n if n < 2 else pytest.param(n, marks=SLOW) for n in range(5)])
def test_a_search_does_not_serve_once_somebody_lies_or_squeezes(
    seed: int, change: Callable[[Creature], object]
) -> None:
    fight = random_battle(seed)
    world = fight.world
    everything = 4 * sum(world.field.size)
    for creature in world.creatures:
        in_space(mover_of(fight, creature), creature.body, LIMIT)
    for other in world.creatures:
        world.put(other.id, change(other))
        for creature in world.creatures:
            if creature.id != other.id:
                mover = mover_of(fight, creature)
                found = in_space(mover, creature.body, everything).costs
                fresh = Reach(mover, creature.body, everything).places()
                assert found == {place.body: place.cost2 for place in fresh}
