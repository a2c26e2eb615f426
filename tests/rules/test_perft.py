"""Perft: how many sequences of steps there are, counted twice and then written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable

import pytest
from oracle import d20 as oracle

from rules.twins import READINGS, mover_of, twin
from tacsim.grid.cells import Body


def creature(who: str, side: str, at: tuple[int, int], size: str = "medium", *conditions: str,
             **more: bool) -> oracle.Creature:  # fmt: skip
    return oracle.Creature(who, side, at, size, conditions=frozenset(conditions), **more)


BOARDS: dict[str, tuple[int, str, list[oracle.Creature], list[tuple]]] = {
    "open": (5, "......./......./......./......./......./......./.......",
             [creature("m", "a", (3, 3))], []),
    "walls": (6, "....../.##.../.#..T./...#../....#./......", [creature("m", "a", (0, 0))], []),
    "ground": (6, ".,;../,.%.:/;.=.~/..,^./.....", [creature("m", "a", (0, 0))], []),
    "flyer": (5, ".,;../,.%.:/;.=.~/..,^./.....", [creature("m", "a", (0, 0), "medium", "flying")],
              [((0, 0), (1, 0), "hedge"), ((0, 0), (0, 1), "wall")]),
    "barriers": (6, "...../...../...../.....", [creature("m", "a", (1, 1))],
                 [((1, 1), (2, 1), "hedge"), ((1, 1), (1, 2), "wall"), ((0, 0), (0, 1), "door"),
                  ((2, 2), (3, 2), "hedge"), ((3, 0), (3, 1), "wall")]),
    "crowd": (5, "....../....../....../......",
              [creature("m", "a", (1, 1)), creature("f", "a", (2, 1)), creature("e", "b", (1, 2)),
               creature("d", "b", (0, 1), "tiny"), creature("h", "b", (2, 2), "medium", "helpless"),
               creature("c", "b", (3, 0), "diminutive"),
               creature("x", "b", (3, 3), "medium", "dead")], []),
    "tiny": (6, "...../...../.....",
             [creature("m", "a", (0, 1), "tiny"), creature("e", "b", (1, 1)),
              creature("g", "b", (3, 0), "large", fills=True)], []),
    "large": (6, "......./...#.../.##..../....#../......./.......",
              [creature("m", "a", (0, 4), "large"), creature("e", "b", (3, 3))], []),
    "corridor": (8, "..#####/..#####/....###/###.###/###..../#####..",
                 [creature("m", "a", (0, 0), "large")], []),
    "huge": (6, "......../......../..##..../......../........",
             [creature("m", "a", (5, 0), "huge")], []),
    "gargantuan": (6, "........./........./....#..../........./.........",
                   [creature("m", "a", (0, 0), "gargantuan")], [((4, 1), (5, 1), "hedge")]),
    "giant's bed": (5, ".,...../......./......./.......",
                    [creature("m", "a", (0, 1)), creature("g", "b", (1, 0), "huge", "helpless")],
                    []),
}  # fmt: skip
"""By name: depth, rows, creatures (m moves) and barriers."""

EXPECTED: dict[str, tuple[list[int], int]] = {
    "barriers": ([4, 16, 71, 324, 1563, 7706], 183751),
    "corridor": ([1, 2, 3, 6, 10, 20, 35, 70], 1790),
    "crowd": ([6, 28, 157, 893, 5240], 65421),
    "flyer": ([1, 4, 21, 130, 824], 10357),
    "gargantuan": ([2, 4, 8, 16, 32, 64], 1596),
    "giant's bed": ([5, 29, 170, 1050, 6558], 150690),
    "ground": ([3, 18, 104, 644, 3872, 23502], 588836),
    "huge": ([3, 14, 53, 212, 824, 3228], 47034),
    "large": ([3, 13, 52, 213, 859, 3491], 53873),
    "open": ([8, 64, 512, 3776, 27760], 345040),
    "tiny": ([5, 24, 121, 596, 2940, 14456], 209750),
    "walls": ([2, 4, 8, 20, 60, 219], 2804),
}
"""Sequences of 1, 2, ... steps, and the half-squares of all those of the last depth together."""


def board(name: str) -> oracle.Board:
    _, drawing, creatures, barriers = BOARDS[name]
    return oracle.Board(drawing.split("/"), list(barriers), creatures, readings=READINGS)


def perft(
    start: Hashable, steps: Callable[[Hashable], Iterable[tuple[Hashable, int]]], depth: int
) -> tuple[list[int], int]:
    """Sequences by depth, and the cost of all the longest together; steps remembered by body."""
    known: dict[Hashable, list[tuple[Hashable, int]]] = {}
    ways, worth = Counter({start: 1}), Counter({start: 0})
    counts = []
    for _ in range(depth):
        ahead: Counter = Counter()
        cost: Counter = Counter()
        for body, count in ways.items():
            if body not in known:
                known[body] = list(steps(body))
            for new, cost2 in known[body]:
                ahead[new] += count
                cost[new] += worth[body] + count * cost2
        ways, worth = ahead, cost
        counts.append(ways.total())
    return counts, worth.total()


def by_engine(name: str) -> tuple[list[int], int]:
    mover = mover_of(twin(board(name), "m"), "m")

    def steps(body: Hashable) -> Iterable[tuple[Hashable, int]]:
        assert isinstance(body, Body)
        return {(step.body, step.cost2) for step in mover.steps(body)}

    return perft(mover.creature.body, steps, BOARDS[name][0])


def by_oracle(name: str) -> tuple[list[int], int]:
    drawn = board(name)

    def steps(body: Hashable) -> Iterable[tuple[Hashable, int]]:
        assert isinstance(body, oracle.Body)
        return {(step.new, step.half) for step in oracle.steps(drawn, drawn["m"], body)}

    return perft(oracle.body_of(drawn["m"]), steps, BOARDS[name][0])


@pytest.mark.rule("d20.diag.alternate", "d20.corner.wall", "d20.pass.enemy", "d20.squeeze.cost",
                  "d20.obstacle.between", "d20.body.step", "d20.body.pivot", "d20.body.narrow",
                  "d20.body.barrier", "d20.terrain.tight")  # fmt: skip
@pytest.mark.parametrize("name", sorted(BOARDS))
def test_the_engine_counts_as_the_oracle_does(name):
    assert by_engine(name) == by_oracle(name)


@pytest.mark.rule("d20.diag.alternate", "d20.body.step", "d20.body.pivot")
@pytest.mark.parametrize("name", sorted(BOARDS))
def test_the_count_stays(name):
    assert by_engine(name) == EXPECTED[name]
