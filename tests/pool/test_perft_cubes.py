"""Perft: how many sequences of steps there are on cubes, counted twice and then written down."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache

import pytest
from oracle import cubes
from oracle import pool as oracle
from rules.test_perft import perft

from pool.twins import engine_body, mover_in, oracle_body, read, twin


def creature(who: str, at: cubes.Cell, size: str = "average", *conditions: str,
             side: str = "red", **more: bool) -> oracle.Creature:  # fmt: skip
    return oracle.Creature(who, side, at, size, conditions=frozenset(conditions), **more)


def me(at: cubes.Cell, size: str = "average", *conditions: str, **more: bool) -> oracle.Creature:
    return creature("m", at, size, *conditions, side="blue", **more)


CROWD = [
    me((1, 1, 0)), creature("f", (2, 1, 0), side="blue"), creature("e", (1, 2, 0)),
    creature("p", (0, 1, 0), "average", "prone"), creature("d", (3, 3, 0), "average", "dead"),
    creature("g", (4, 0, 0), "large"), creature("s", (0, 3, 0), "large", narrow=True),
]  # fmt: skip
EDGES = [((1, 1, 0), (2, 1, 0), "hedge"), ((1, 1, 0), (1, 2, 0), "wall"),
         ((0, 0, 0), (0, 1, 0), "door"), ((2, 2, 0), (3, 2, 0), "hedge"),
         ((3, 0, 0), (3, 1, 0), "open")]  # fmt: skip

BOARDS: dict[str, tuple[str, int, list[str], int, list[oracle.Creature], list]] = {
    "pair": ("walk", 4, [".."], 1, [me((0, 0, 0))], []),
    "four": ("walk", 4, ["..|.."], 2, [me((0, 0, 0))], []),
    "eight": ("fly", 4, ["..|.."], 2, [me((0, 0, 0), "small", "flying")], []),
    "open": ("walk", 4, ["|".join(["." * 9] * 9)], 1, [me((4, 4, 0))], []),
    "air": ("fly", 3, ["|".join(["." * 7] * 7)], 7, [me((3, 3, 3), "average", "flying")], []),
    "ground": ("walk", 6, [".,;..|,.%.:|;.=.~|..,^.|....."], 2, [me((0, 0, 0))], []),
    "corners": ("walk", 6, [".#...|..#.T|.#..#|..^..|.:.#."], 1, [me((0, 0, 0))], []),
    "ledge": ("walk", 6, ["..#.|.##.|....", "  # | #  |    "], 4, [me((0, 0, 0))], []),
    "cliff": ("walk", 6, [".#|.#|..", " #| #|  ", " #| #|  "], 4, [me((0, 0, 0))], []),
    "cliff, climbed": ("climb", 6, [".#|.#|..", " #| #|  ", " #| #|  "], 4, [me((0, 0, 0))], []),
    "stairs": ("walk", 6, ["./.|...|..#", "...|. .|. .", "   |./.|   ", ".. |   |   "], 4,
               [me((0, 0, 0))], []),
    "storey": ("fly", 5, ["...|...|...", ". .|...|..#"], 3, [me((0, 0, 0), "small", "flying")], []),
    "bed": ("walk", 6, ["...|...|..."], 3,
            [me((0, 0, 0)), creature("g", (1, 1, 0), "large", "prone")], []),
    "crowd": ("walk", 5, ["......|......|......|......"], 3, CROWD, []),
    "barriers": ("walk", 6, [".....|.....|.....|....."], 2, [me((1, 1, 0))], EDGES),
    "barriers, flown": ("fly", 4, [".....|.....|.....|....."], 2,
                        [me((1, 1, 0), "average", "flying")],
                        [*EDGES, ((2, 0, 0), (2, 0, 1), "wall")]),
    "large": ("walk", 3, [".......|...#...|.##....|....#..|.......",
                          "       |   #   |       |    #  |       "], 4,
              [me((0, 3, 0), "large"), creature("e", (3, 3, 0))], []),
    "passage": ("walk", 5, ["..###..|..#....|...####|..#####", "  ###  |  #    |   ####|  #####"],
                3, [me((0, 0, 0), "large")], []),
    "hatch": ("climb", 6, ["...#|...#|....", "  .#|.  #|. ..", "   #|   #|    "], 5,
              [me((0, 0, 0), "large")], []),
    "attic": ("fly", 3, ["....|....|....|....", "    |    |    |    ", ".. .|.   |. ..|...."], 4,
              [me((0, 0, 0), "large", "flying")], []),
    "huge": ("walk", 3, ["......|......|......|...##.|......|......",
                         "      |      |      |   #  |      |      "], 4,
             [me((0, 0, 0), "huge")], []),
    "colossal": ("walk", 2, [".......|.......|.,....#|.......|......."], 4,
                 [me((0, 0, 0), "colossal")], [((4, 1, 0), (5, 1, 0), "hedge")]),
}  # fmt: skip
"""By name: mode, depth, the lower levels, how many there are in all, creatures and barriers."""

EXPECTED: dict[str, tuple[list[int], int]] = {
    "air": ([26, 676, 17576], 194688),
    "attic": ([15, 170, 2898], 21713),
    "barriers": ([4, 18, 94, 497, 2735, 15115], 280260),
    "barriers, flown": ([8, 70, 711, 7536], 83704),
    "bed": ([3, 18, 80, 400, 1904, 9248], 134016),
    "cliff": ([3, 14, 53, 220, 873, 3536], 61170),
    "cliff, climbed": ([3, 19, 107, 644, 3918, 24255], 442448),
    "colossal": ([8, 50], 430),
    "corners": ([2, 6, 18, 58, 182, 612], 9037),
    "crowd": ([8, 45, 281, 1739, 10894], 134023),
    "eight": ([7, 49, 343, 2401], 28812),
    "four": ([3, 9, 27, 81], 756),
    "ground": ([3, 18, 104, 668, 4236, 27680], 659259),
    "hatch": ([9, 51, 359, 2813, 25950, 259914], 4110113),
    "huge": ([10, 92, 1434], 11337),
    "large": ([17, 196, 3456], 28725),
    "ledge": ([2, 11, 46, 261, 1486, 9344], 184102),
    "open": ([8, 64, 512, 4096], 40960),
    "pair": ([1, 1, 1, 1], 8),
    "passage": ([18, 170, 2346, 26951, 336155], 4741465),
    "stairs": ([3, 19, 101, 569, 3123, 17305], 302238),
    "storey": ([5, 64, 588, 6314, 66212], 1127902),
}
"""Sequences of 1, 2, ... steps, and the half-cells of all those of the last depth together, as the
oracle counts them.

By hand: of four cubes on the ground each has 3 neighbours, two straight ones and a diagonal one, so
that 3**4 sequences of 4 steps come to 4 * 81 * 7/3. Of eight in the air each has 7, three straight
ones, three diagonal ones and one through all axes: 7**4 come to 4 * 7**4 * 21/7. In the open there
are 8**n and 26**n."""


def board(name: str) -> oracle.Board:
    _, _, levels, tall, creatures, barriers = BOARDS[name]
    rows = [level.split("|") for level in levels]
    air = [" " * len(rows[0][0])] * len(rows[0])
    space = cubes.Space(rows + [air] * (tall - len(rows)), list(barriers))
    return read(oracle.Board(space, creatures))


@cache
def by_engine(name: str) -> tuple[list[int], int]:
    mode, depth, *_ = BOARDS[name]
    mover = mover_in(twin(board(name), "m"), "m", mode)

    def steps(state: Hashable) -> Iterable[tuple[Hashable, int]]:
        body, climbed = state  # type: ignore[misc]
        return cheapest(
            ((oracle_body(step.body), step.climbed), step.cost2)
            for step in mover.steps(engine_body(body), 0, climbed)
        )

    return perft((oracle_body(mover.creature.body), mover.climbed), steps, depth)


@cache
def by_oracle(name: str) -> tuple[list[int], int]:
    mode, depth, *_ = BOARDS[name]
    drawn = board(name)

    def steps(state: Hashable) -> Iterable[tuple[Hashable, int]]:
        body, climbed = state  # type: ignore[misc]
        return cheapest(
            ((step.new, step.climbed), step.half)
            for step in oracle.steps(drawn, drawn["m"], body, climbed, mode)
        )

    return perft((oracle.body_of(drawn["m"]), 0), steps, depth)


def cheapest(steps: Iterable[tuple[Hashable, int]]) -> list[tuple[Hashable, int]]:
    """Each state once, by the least price: several directions may lead a squeezing body there."""
    best: dict[Hashable, int] = {}
    for state, cost2 in steps:
        best[state] = min(cost2, best.get(state, cost2))
    return list(best.items())


@pytest.mark.rule("pool.move.horizontal", "pool.diag.cumulative", "pool.diag.vertical",
                  "pool.diag.triple", "pool.squeeze.limit", "pool.squeeze.no-cost",
                  "pool.squeeze.blocks", "pool.ally.pass", "pool.enemy.pass",
                  "pool.prone-dead.free", "pool.climb.free", "pool.rough", "pool.corner",
                  "pool.size")  # fmt: skip
@pytest.mark.parametrize("name", sorted(BOARDS))
def test_the_engine_counts_as_the_oracle_does(name):
    assert by_engine(name) == by_oracle(name)


@pytest.mark.rule("pool.move.horizontal", "pool.climb.free", "pool.squeeze.limit")
@pytest.mark.parametrize("name", sorted(BOARDS))
def test_the_count_stays(name):
    assert by_engine(name) == EXPECTED[name]


@pytest.mark.parametrize("name", sorted(BOARDS))
def test_the_oracle_counted_it(name):
    assert by_oracle(name) == EXPECTED[name]
