"""Cover from shots on one level, against a count of lines in exact numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from pool.fights import fight, held, odds, parts
from tacsim.rulesets.pool.cover import dice_off

Point = tuple[int, int]


def crossed(a: Point, b: Point, wall: Point) -> bool:
    """Whether a segment meets the inside of a square, or runs along one of its sides."""
    near, far = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, by = a[axis], b[axis] - a[axis]
        low, high = wall[axis], wall[axis] + 1
        if by == 0:
            if not low <= start <= high:
                return False
            if start in (low, high):  # along a side: it stops the line if it has any length there
                other = 1 - axis
                ends = sorted((a[other], b[other]))
                return ends[0] < wall[other] + 1 and ends[1] > wall[other]
            continue
        first, last = sorted((Fraction(low - start, by), Fraction(high - start, by)))
        near, far = max(near, first), min(far, last)
    return near < far


def expected(a: Point, b: Point, walls: set[Point]) -> int:
    """Dice that walls take off: the best corner of the one, all four corners of the other."""
    least = 4
    for corner in product((a[0], a[0] + 1), (a[1], a[1] + 1)):
        ends = product((b[0], b[0] + 1), (b[1], b[1] + 1))
        stopped = sum(any(crossed(corner, end, wall) for wall in walls) for end in ends)
        least = min(least, stopped)
    return 0 if not least else 1 if least <= 2 else 2


def apart(walls: set[Point]) -> bool:
    """Whether no two walls touch across a corner, which shuts lines that end or pass there."""
    return not any((x + dx, y + 1) in walls for x, y in walls for dx in (-1, 1))


def board(walls: set[Point], wide: int, high: int) -> str:
    rows = ("".join(".#"[(x, y) in walls] for x in range(wide)) for y in range(high))
    return "\n".join(rows)


def off(walls: set[Point], there: Point, wide: int = 6, high: int = 4) -> int:
    battle = fight(board(walls, wide, high), A={"at": (0, 0, 0)}, b={"at": (*there, 0)})
    return dice_off(battle, battle.world["A"], battle.world["b"])


@pytest.mark.rule("pool.space.cover")
def test_cover_agrees_with_the_count_on_many_boards() -> None:
    random, seen = Random(5), [0, 0, 0]
    cells = list(product(range(6), range(4)))
    while min(seen) < 3 or sum(seen) < 150:
        there = random.choice([cell for cell in cells if max(cell) > 1])
        open_ = [cell for cell in cells if cell not in ((0, 0), there)]
        walls = set(random.sample(open_, random.randint(1, 5)))
        if apart(walls):
            found = off(walls, there)
            assert found == expected((0, 0), there, walls), (there, board(walls, 6, 4))
            seen[found] += 1


@pytest.mark.rule("pool.space.cover")
def test_more_than_half_of_the_lines_take_two_dice() -> None:
    walls = {(2, 0), (3, 0), (0, 1), (5, 1), (3, 2)}
    assert expected((0, 0), (5, 2), walls) == 2
    mine = {"at": (0, 0, 0), "weapons": ["bow"], "attributes": {"grace": 4}}
    battle = fight(board(walls, 6, 4), A=mine, b={"at": (5, 2, 0)})
    found = odds(battle, "A", "b")
    assert parts(found) == {"grace": 4, "quality": 1, "stamina": 1, "cover": -2}
    assert found.attack == 4


@pytest.mark.rule("pool.space.cover")
def test_a_wall_lower_than_both_covers_nobody() -> None:
    ground = "..#..."
    mine = {"weapons": ["bow"]}
    low = fight(ground, A={**mine, "at": (0, 0, 0)}, b={"at": (5, 0, 0)})
    assert not low.ruleset.attacks.check(low, low.world["A"], low.world["b"], held(low, "A"))
    over = fight(ground, "......", A={**mine, "at": (0, 0, 1)}, b={"at": (5, 0, 1)})
    assert "cover" not in parts(odds(over, "A", "b"))
