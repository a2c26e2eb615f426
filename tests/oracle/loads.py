"""What the brute force of ``d20`` knows of loads: the tables of the open rules."""

from __future__ import annotations

from .d20 import SIZES, Creature

TABLE = """
3 6 10       6 13 20      10 20 30     13 26 40     16 33 50
20 40 60     23 46 70     26 53 80     30 60 90     33 66 100
38 76 115    43 86 130    50 100 150   58 116 175   66 133 200
76 153 230   86 173 260   100 200 300  116 233 350  133 266 400
153 306 460  173 346 520  200 400 600  233 466 700  266 533 800
306 613 920  346 693 1040 400 800 1200 466 933 1400
"""
"""Light, medium and heavy for Strengths of 1 to 29."""
NUMBERS = [int(n) for n in TABLE.split()]
TALL = (0.125, 0.25, 0.5, 0.75, 1, 2, 4, 8, 16)
LONG = (0.25, 0.5, 0.75, 1, 1.5, 3, 6, 12, 24)
BODIES = (0.1, 0.5, 4, 35, 175, 1400, 11000, 90000, 250000)
LOADS = ("light", "medium", "heavy")


def limits(c: Creature) -> list[float]:
    """The most of each size of load; beyond a Strength of 29 four times what ten less carries."""
    strength, times = c.strength, (TALL if c.shape == "tall" else LONG)[SIZES.index(c.size)]
    while strength > 29:
        strength, times = strength - 10, times * 4
    return [n * times for n in NUMBERS[3 * strength - 3 : 3 * strength]]


def whole(c: Creature, pounds: float) -> float:
    """All that it carries: its gear counts as the least that makes such a load."""
    return pounds + [0, *limits(c)][LOADS.index(c.load)]


def load(c: Creature, pounds: float) -> str:
    """The size of load that it is, its gear included."""
    over = [n for n in limits(c)[:2] if whole(c, pounds) > n]
    return LOADS[max(len(over), LOADS.index(c.load))]


def lifts(c: Creature, pounds: float) -> bool:
    """Up to twice a heavy load; in the air a light one."""
    if "incorporeal" in c.conditions or whole(c, pounds) > 2 * limits(c)[2]:
        return False
    return "flying" not in c.conditions or load(c, pounds) == "light"


def speed(c: Creature, pounds: float) -> int:
    """Two thirds of the speed, up to the next square, if the load slows and nothing did before."""
    own = c.unburdened or c.speed
    if load(c, pounds) == c.load or c.slowed:
        return own
    return {n: -(-2 * n // 3) for n in range(40)}[own]
