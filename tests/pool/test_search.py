"""The search in C against single steps, on small maps of cubes."""

from __future__ import annotations

import heapq
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from ai.test_pool_battles import random_battle
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from examples import some
from pool import space
from pool.small_maps import trial
from tacsim.grid.cells import Body
from tacsim.rules.movement import table
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover

QUICK = settings(max_examples=some(25), deadline=None, suppress_health_check=list(HealthCheck))
SEEDS = st.integers(0, 100_000)
LEVELS = ((".,#", (6, 1, 1)), ("-.#", (6, 1, 1)), ("-", (1,)), ("-", (1,)))
"""The glyphs of some levels, and how often each is drawn."""
LARGE = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]


def walked(mover: Mover, limit: int, spent: int) -> dict[tuple[Body, int], int]:
    """Half-cubes to every body and number of cubes climbed, step by single step."""
    first = (mover.creature.body, mover.climbed)
    found = {first: 0}
    queue: list[tuple[int, int, tuple[Body, int]]] = [(0, 0, first)]
    while queue:
        cost, _, node = heapq.heappop(queue)
        if cost > found[node]:
            continue
        body, climbed = node
        for step in mover.steps(body, spent + cost, climbed):
            onward, ahead = (step.body, step.climbed), cost + step.cost2
            if ahead <= limit and ahead < found.get(onward, limit + 1):
                found[onward] = ahead
                heapq.heappush(queue, (ahead, len(found), onward))
    return found


@pytest.mark.rule("pool.speed", "pool.space.ways", "pool.space.stand", "pool.climb.free")
@QUICK
@given(SEEDS, st.sampled_from([0, 3]))
def test_the_search_reaches_what_single_steps_do(seed, spent):
    _, mover, rng = trial(seed)
    limit = rng.randint(5, 11)
    plain = walked(mover, limit, spent)
    reach = Reach(mover, mover.creature.body, limit, spent=spent)
    assert {(place.body, place.climbed): place.cost2 for place in reach.all_places()} == plain
    best: dict[Body, int] = {}
    for (body, _), cost2 in plain.items():
        best[body] = min(cost2, best.get(body, cost2))
    assert {place.body: place.cost2 for place in reach.places()} == best


@pytest.mark.rule("pool.speed", "pool.climb.free")
@QUICK
@given(SEEDS)
def test_the_ways_of_the_search_are_made_of_steps(seed):
    _, mover, rng = trial(seed)
    reach = Reach(mover, mover.creature.body, rng.randint(5, 11))
    for place in reach.places():
        climbed, cost2, way = {mover.climbed}, 0, reach.way(place.body)
        for old, new in pairwise(way):
            taken = [
                step for count in climbed for step in mover.steps(old, cost2, count)
                if step.body == new
            ]  # fmt: skip
            assert taken, (old, new)
            climbed = {step.climbed for step in taken}
            cost2 += min(step.cost2 for step in taken)
        assert cost2 == place.cost2


@pytest.mark.parametrize("seed", range(3))
def test_the_table_of_a_part_of_a_map_says_what_that_of_the_whole_does(seed, monkeypatch):
    """On large maps big bodies have tables of parts, which follow them block by block."""
    rng = Random(seed)
    rows = [
        " ".join("".join(rng.choices(glyphs, weights, k=60)) for glyphs, weights in LEVELS)
        for _ in range(5)
    ]
    fight = space.battle("\n".join(rows), {"A": {"size": "large", "cells": LARGE}})
    spots = [Body((x, 1, z), extent) for x in (3, 29, 50) for z in (0, 1)
             for extent in ((2, 2, 2), (1, 1, 1))]  # fmt: skip

    def told() -> tuple[list[Any], set[int]]:
        mover = Mover(fight, fight.world["A"], frozenset("A"))
        answers = [(list(mover.steps(spot)), Reach(mover, spot, 9).all_places()) for spot in spots]
        kept = fight.world.field.memo.pop("steps")
        return answers, {found.nodes.window.shape[2] for found, _ in kept.values()}

    whole, widths = told()
    assert widths == {60}
    monkeypatch.setattr(table, "WHOLE", 0)
    monkeypatch.setattr(table, "BLOCK", 4)
    parts, widths = told()
    assert parts == whole
    assert max(widths) < 60
    assert sum(len(places) for _, places in whole) > 100


@pytest.mark.rule("pool.squeeze.no-cost", "pool.speed")
@pytest.mark.parametrize(("seed", "start"), [(2, (9, 3, 1)), (3, (10, 4, 2)), (5, (5, 4, 0))])
def test_a_small_window_shows_what_a_large_one_does(seed, start):
    """Narrowing and widening again may bring a big body on by more than the steps it pays for."""
    battle = random_battle(seed)
    movers = [Mover(battle, one, frozenset(battle.world.ids)) for one in battle.world.creatures]
    for mover in movers:
        for body in (mover.creature.body, Body(start, (1, 1, 1))):
            if body.extent in battle.ruleset.squeezing.extents(mover.full):
                near = {p.body: p.cost2 for p in Reach(mover, body, 13).places()}
                far = Reach(mover, body, 60).places()
                assert near == {place.body: place.cost2 for place in far if place.cost2 <= 13}
