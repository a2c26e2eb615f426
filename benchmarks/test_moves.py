"""Where can it move: a Medium creature at speed 12 and a Huge one, 60x60 cells, 30 creatures.

Each is set beside two bare searches over the same window: one that only resolves the graph already
built ("bare"), one that builds a plain graph of eight neighbours, or six, too ("plain").
"""

from __future__ import annotations

import pathlib
import random
import sys

import numpy as np
import pytest
import tcod.path

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests"))

from boards import add, battle, turn_of  # the tests' boards are not a package
from fifth.boards import turn_of as family_turn_of

from tacsim.core.components import Side, Sides
from tacsim.grid.metric import budget
from tacsim.rules.battle import Battle
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.ways import Provoking, Ways
from tacsim.rulesets import load

LIMIT = budget(12)


RULES = {
    "d20": ("d20", "square"),
    "grid5e": ("grid5e", "square"),
    "metric": ("metric", "square"),
    "hexes": ("metric", "hex"),
}


def crowded(size: str, rules: str) -> Battle:
    rng = random.Random(3)
    rows = [[rng.choice("........,,;%#") for _ in range(60)] for _ in range(60)]
    for y in range(27, 34):
        rows[y][27:34] = "." * 7
    ruleset, topology = RULES[rules]
    fight = battle("\n".join("".join(row) for row in rows), topology=topology)
    fight.ruleset = load(ruleset, None, topology)
    fight.world.put(None, Sides((Side("heroes", "H", "human"), Side("foes", "F", "human"))))
    add(fight.world, "mover", (29, 29), side="heroes", size=size, speed=12)
    count = 0
    while count < 29:
        x, y = rng.randrange(60), rng.randrange(60)
        if rows[y][x] == "." and not (27 <= x < 34 and 27 <= y < 34):
            add(fight.world, f"c{count}", (x, y), side="foes" if count % 2 else "heroes")
            count += 1
    return (turn_of if rules == "d20" else family_turn_of)(fight, "mover")


@pytest.fixture(params=RULES)
def rules(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=["medium", "huge"])
def fight(request: pytest.FixtureRequest, rules: str) -> Battle:
    return crowded(request.param, rules)


def reach(fight: Battle) -> Reach:
    creature = fight.world["mover"]
    return Reach(mover_of(fight, creature), creature.body, LIMIT)


def test_where_can_it_move(benchmark, fight):
    found = benchmark(reach, fight)
    assert len(found.places()) > 50


def test_every_way_that_provokes_least(benchmark, fight):
    mode = fight.ruleset.modes["walk"]

    def query() -> int:
        found = reach(fight)
        ways = Ways(found, Provoking(found.mover, mode))
        return sum(len(ways.to(place.body).path) for place in found.places())

    assert benchmark(query) > 50


def test_bare_search_of_the_same_graph(benchmark, fight):
    found = reach(fight)
    graph = found._search._finder._graph
    start = tuple(int(i) for i in np.argwhere(found._search._distance == 0)[0])

    def bare() -> None:
        finder = tcod.path.Pathfinder(graph)
        finder.add_root(start)
        finder.resolve()

    benchmark(bare)


def test_plain_search_of_the_same_window(benchmark, fight, rules):
    layers, height, width = reach(fight)._search._distance.shape

    def plain() -> None:
        cost = np.ones((layers, height, width), np.int32)
        graph = tcod.path.CustomGraph(cost.shape)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and (rules != "hexes" or dx != dy):
                    graph.add_edge((0, dy, dx), 3 if dx and dy else 2, cost=cost)
        finder = tcod.path.Pathfinder(graph)
        for layer in range(layers):
            finder.add_root((layer, height // 2, width // 2))
        finder.resolve()

    benchmark(plain)
