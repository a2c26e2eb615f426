"""Cover with dice pools: walls and floors that stop lines to a target (``pool.space.cover``).

From the attacker's best corner the lines to the corners of the target's best cell are counted: some
of them stopped take one die off, more than half of them two. Creatures do not cover.
"""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import gaps
from tacsim.rules.battle import Battle

CLAUSE = "pool.space.cover"
NONE, SOME, MORE = 0, 1, 2
"""Dice that cover takes off a ranged attack."""
NOBODY: frozenset[Cell] = frozenset()


def dice_off(battle: Battle, attacker: Creature, target: Creature) -> int:
    """How many dice cover takes off a ranged attack."""
    a, b = attacker.body, target.body
    key = ("pool cover", a, b)
    return battle.world.field.memo.of(
        key, lambda: NONE if max(gaps(a, b)) == 0 else _least(battle, a, b)
    )


def _least(battle: Battle, a: Body, b: Body) -> int:
    """The dice from the best of a body's corners to the best cell of another."""
    field, topology, least = battle.world.field, battle.ruleset.topology, MORE
    walls, edges = field.cells_where("fills"), field.edges(blocking=True)
    for cell in b.cells:
        half = len(topology.corners(cell)) // 2
        for corner in topology.corners_of(a):
            stopped = topology.lines.stopped_from(corner, cell, walls, edges, NOBODY)
            if not stopped:
                return NONE
            least = min(least, SOME if stopped <= half else MORE)
    return least
