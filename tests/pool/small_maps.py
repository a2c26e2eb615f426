"""Small maps of cubes, drawn at random: somebody on them, others in the way, barriers."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from pool.space import battle, spend, turn_of
from tacsim.core.components import Position
from tacsim.grid.cells import Body, Cell
from tacsim.grid.cubes.directions import side
from tacsim.rules.battle import Battle
from tacsim.rules.movement import footing
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.steps import Mover

MODES = ("walk", "walk", "climb", "fly")

LOW = "." * 12 + ",;/==##T^:~-"
"""Grounds of the lowest level, as often as they come."""
HIGH = "-" * 14 + "...,/=##^~"
HALL = "-" * 18 + "./#^,"
SIDES = {"small": 1, "average": 1, "large": 2, "huge": 3}
KINDS = ("wall", "door", "hedge")


def terrain(rng: Random, size: Cell) -> str:
    """A board without anybody, each higher level mostly open."""
    x, y, z = size
    high = rng.choice((HIGH, HALL))
    glyphs = [LOW, *[high] * (z - 1)]
    rows = [["".join(rng.choices(kinds, k=x)) for kinds in glyphs] for _ in range(y)]
    return "\n".join("  ".join(row) for row in rows)


def barriers(rng: Random, size: Cell) -> list[tuple[Cell, Cell, str]]:
    """None as often as not, else some between any neighbours."""
    cells = list(product(*map(range, size)))
    edges = [(a, b) for a, b in product(cells, repeat=2) if a < b and side(a, b) is not None]
    count = rng.choice((0, 0, 3, 6))
    return [(a, b, rng.choice(KINDS)) for a, b in rng.sample(edges, count)]


def others(rng: Random, size: Cell) -> dict[str, dict[str, Any]]:
    """Some who may be in the way, wherever they are."""
    found: dict[str, dict[str, Any]] = {}
    for name in rng.sample("BCbcd", rng.randint(1, 4)):
        kind = rng.choice(("small", "average", "average", "large"))
        found[name] = {
            "at": tuple(rng.randrange(n - SIDES[kind] + 1) for n in size),
            "size": kind,
            "squeezed": rng.random() < 0.2,
            "conditions": rng.choice(([], [], [], ["prone"], ["dead"], ["helpless"])),
            "flying": rng.random() < 0.3,
            "stamina": rng.choice((0, 2)),
            "weapons": [rng.choice(("club", "spear", "bow"))],
        }
    return found


def trial(seed: int) -> tuple[Battle, Mover, Random]:
    """A battle on a small map in A's turn, A somewhere where it may be."""
    rng = Random(seed)
    while True:
        size = (rng.randint(3, 6), rng.randint(3, 5), rng.randint(2, 4))
        kind = rng.choice(("small", "average", "average", "large", "large", "huge"))
        if min(size) < SIDES[kind]:
            continue
        mode = rng.choice(MODES)
        me = {
            "size": kind, "speed": rng.randint(2, 5), "flying": mode == "fly",
            "fly": 3 if mode == "fly" else 0, "swim": rng.choice((0, 0, 4)),
            "at": (0, 0, 0), "climbed": rng.choice((0, 0, 1, 2, 3)),
        }  # fmt: skip
        where, edges, rest = terrain(rng, size), barriers(rng, size), others(rng, size)
        for _ in range(20):
            at = tuple(rng.randrange(n - SIDES[kind] + 1) for n in size)
            fight = battle(where, {**rest, "A": {**me, "at": at}}, barriers=edges)
            if SIDES[kind] > 1 and rng.random() < 0.3:
                body = Body(at, (SIDES[kind] - 1,) * 3)
                fight.world.put("A", Position(body, squeezed=True))
            turn_of(fight, "A")
            if footing.stands(fight, fight.world["A"], fight.world["A"].body):
                spend(fight, "A", climbed=0)
            mover = mover_of(fight, fight.world["A"], fight.ruleset.modes[mode])
            body = mover.creature.body
            if mover.fits(body) and not mover.falls(body):
                return fight, mover, rng
