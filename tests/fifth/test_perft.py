"""Perft: how many sequences of steps there are, counted twice and then written down."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import pytest
from oracle import fifth as oracle
from rules.test_perft import perft
from rules.twins import mover_of

from fifth.twins import twin
from tacsim.grid.cells import Body


def creature(who: str, side: str, at: tuple[int, int], size: str = "medium", *conditions: str,
             **more: bool) -> oracle.Creature:  # fmt: skip
    return oracle.Creature(who, side, at, size, conditions=frozenset(conditions), **more)


ME = creature("m", "a", (0, 0))
CROWD = [
    creature("m", "a", (1, 1)), creature("f", "a", (2, 1)), creature("e", "b", (1, 2)),
    creature("d", "b", (0, 1), "tiny"), creature("h", "b", (2, 2), "medium", "helpless"),
    creature("x", "b", (3, 3), "medium", "dead"), creature("g", "b", (4, 0), "large"),
]  # fmt: skip
EDGES = [((1, 1), (2, 1), "hedge"), ((1, 1), (1, 2), "wall"), ((0, 0), (0, 1), "door"),
         ((2, 2), (3, 2), "hedge"), ((3, 0), (3, 1), "wall")]  # fmt: skip

BOARDS: dict[str, tuple[int, str, list[oracle.Creature], list[tuple]]] = {
    "pair": (4, "..", [ME], []),
    "four": (4, "../..", [ME], []),
    "open": (4, ("." * 9 + "/") * 8 + "." * 9, [creature("m", "a", (4, 4))], []),
    "walls": (6, "....../.##.../.#..T./...#../....#./......", [ME], []),
    "ground": (6, ".,;../,.%.:/;.=.~/..,^./.....", [ME], []),
    "crawl": (5, ".,;../,.%.:/;.=.~/..,^./.....", [creature("m", "a", (0, 0), "medium", "prone")],
              []),
    "barriers": (6, "...../...../...../.....", [creature("m", "a", (1, 1))], EDGES),
    "crowd": (5, "....../....../....../......", CROWD, []),
    "tiny": (6, "...../...../.....",
             [creature("m", "a", (0, 1), "tiny"), creature("e", "b", (1, 1)),
              creature("g", "b", (3, 0), "large", fills=True)], []),
    "large": (6, "......./...#.../.##..../....#../......./.......",
              [creature("m", "a", (0, 3), "large"), creature("e", "b", (3, 3))], []),
    "corridor": (8, "..#####/..#####/....###/###.###/###..../#####..",
                 [creature("m", "a", (0, 0), "large")], []),
    "huge": (5, "......../......../..##..../......../........",
             [creature("m", "a", (4, 0), "huge")], []),
    "gargantuan": (5, "........./........./.....,#../........./.........",
                   [creature("m", "a", (1, 0), "gargantuan")], [((4, 1), (5, 1), "hedge")]),
}  # fmt: skip
"""By name: depth, rows, creatures (m moves) and barriers."""

KINDS = (("grid5e", "square"), ("metric", "square"), ("metric", "hex"))

EXPECTED: dict[tuple[str, str], tuple[list[int], int]] = {
    ("hex", "barriers"): ([5, 24, 108, 492, 2228, 10130], 138064),
    ("hex", "corridor"): ([6, 19, 91, 328, 1395, 5325, 21693, 84729], 2024676),
    ("hex", "crawl"): ([2, 9, 38, 185, 878], 22742),
    ("hex", "crowd"): ([5, 23, 97, 427, 1864], 25552),
    ("hex", "four"): ([2, 6, 14, 38], 304),
    ("hex", "gargantuan"): ([6, 32, 185, 1013, 5677], 86716),
    ("hex", "ground"): ([2, 9, 38, 185, 878, 4244], 79688),
    ("hex", "huge"): ([7, 36, 221, 1254, 7424], 99986),
    ("hex", "large"): ([7, 35, 208, 1176, 6871, 39889], 648138),
    ("hex", "open"): ([6, 36, 216, 1296], 10368),
    ("hex", "pair"): ([1, 1, 1, 1], 8),
    ("hex", "tiny"): ([5, 18, 75, 300, 1217, 4901], 72448),
    ("hex", "walls"): ([2, 6, 14, 39, 107, 329], 3948),
    ("square", "barriers"): ([4, 16, 71, 324, 1563, 7706], 145787),
    ("square", "corridor"): ([6, 17, 84, 273, 1181, 4132, 16799, 61171], 1513810),
    ("square", "crawl"): ([3, 18, 104, 644, 3872], 118709),
    ("square", "crowd"): ([7, 35, 186, 986, 5291], 86206),
    ("square", "four"): ([3, 9, 27, 81], 756),
    ("square", "gargantuan"): ([9, 59, 411, 2831, 19523], 405433),
    ("square", "ground"): ([3, 18, 104, 644, 3872, 23502], 516858),
    ("square", "huge"): ([8, 45, 317, 2072, 14013], 214495),
    ("square", "large"): ([8, 47, 351, 2465, 17915, 128890], 2446087),
    ("square", "open"): ([8, 64, 512, 4096], 40960),
    ("square", "pair"): ([1, 1, 1, 1], 8),
    ("square", "tiny"): ([5, 24, 121, 596, 2940, 14456], 258181),
    ("square", "walls"): ([2, 4, 8, 20, 60, 219], 2804),
}
"""By topology and name: sequences of 1, 2, ... steps, and the half-cells of all those of the last
depth together, as the oracle counts them. The rulesets step alike.

By hand: of four squares each has 3 neighbours, two straight ones and a diagonal one, so that 3**4
sequences of 4 steps come to 4 * 81 * 7/3. Four hexes are a rhombus, whose corners have 2, 3, 3 and
2 neighbours. In the open there are 8**n and 6**n."""


def board(ruleset: str, topology: str, name: str) -> oracle.Board:
    _, drawing, creatures, barriers = BOARDS[name]
    neighbours = [(a, b, kind) for a, b, kind in barriers]
    rows = drawing.split("/")
    return oracle.Board(rows, neighbours, creatures, ruleset=ruleset, topology=topology)


def by_engine(ruleset: str, topology: str, name: str) -> tuple[list[int], int]:
    mover = mover_of(twin(board(ruleset, topology, name), "m"), "m")

    def steps(body: Hashable) -> Iterable[tuple[Hashable, int]]:
        assert isinstance(body, Body)
        return cheapest((step.body, step.cost2) for step in mover.steps(body))

    return perft(mover.creature.body, steps, BOARDS[name][0])


def by_oracle(ruleset: str, topology: str, name: str) -> tuple[list[int], int]:
    drawn = board(ruleset, topology, name)

    def steps(body: Hashable) -> Iterable[tuple[Hashable, int]]:
        assert isinstance(body, oracle.Body)
        return cheapest(oracle.steps(drawn, drawn["m"], body))

    return perft(oracle.body_of(drawn["m"]), steps, BOARDS[name][0])


def cheapest(steps: Iterable[tuple[Hashable, int]]) -> list[tuple[Hashable, int]]:
    """Each body once, by the least price: several directions may lead a squeezing body there."""
    best: dict[Hashable, int] = {}
    for body, cost2 in steps:
        best[body] = min(cost2, best.get(body, cost2))
    return list(best.items())


CASES = [(*kind, name) for kind in KINDS for name in sorted(BOARDS)]


@pytest.mark.rule("grid5e.diag.alternate", "grid5e.corner", "grid5e.pass.enemy",
                  "grid5e.pass.ally", "grid5e.squeeze", "grid5e.body.step", "grid5e.body.barrier",
                  "grid5e.prone", "grid5e.terrain.difficult", "metric.squeeze",
                  "metric.diag.one-and-half")  # fmt: skip
@pytest.mark.parametrize(("ruleset", "topology", "name"), CASES)
def test_the_engine_counts_as_the_oracle_does(ruleset, topology, name):
    assert by_engine(ruleset, topology, name) == by_oracle(ruleset, topology, name)


@pytest.mark.rule("grid5e.diag.alternate", "grid5e.body.step", "metric.diag.one-and-half")
@pytest.mark.parametrize(("ruleset", "topology", "name"), CASES)
def test_the_count_stays(ruleset, topology, name):
    assert by_engine(ruleset, topology, name) == EXPECTED[topology, name]


@pytest.mark.parametrize(("topology", "name"), sorted(EXPECTED))
def test_the_oracle_counted_it(topology, name):
    assert by_oracle("metric", topology, name) == EXPECTED[topology, name]
