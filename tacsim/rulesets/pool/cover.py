"""Cover with dice pools: walls and floors that stop lines to a target (``pool.space.cover``).

From the attacker's best corner the lines to the corners of the target's best cell are counted: some
of them stopped take one die off, more than half of them two. Creatures do not cover.
"""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import gaps
from tacsim.grid.squares.lines import Edge
from tacsim.grid.topology import Span
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
    walls, edges = _obstacles(battle, a, b)
    if not (walls or edges):
        return NONE
    topology, least = battle.ruleset.topology, MORE
    for cell in b.cells:
        half = len(topology.corners(cell)) // 2
        for corner in topology.corners_of(a):
            stopped = topology.lines.stopped_from(corner, cell, walls, edges, NOBODY)
            if not stopped:
                return NONE
            least = min(least, SOME if stopped <= half else MORE)
    return least


def _obstacles(battle: Battle, a: Body, b: Body) -> tuple[frozenset[Cell], frozenset[Edge]]:
    """The walls, and the floors and barriers, that lines between two bodies can meet."""
    field, near = battle.world.field, battle.ruleset.topology.box(a, b, beside=1)
    walls = frozenset(cell for cell in field.cells_where("fills") if _in(near, cell))
    edges = field.edges(blocking=True)
    return walls, frozenset(edge for edge in edges if any(_in(near, cell) for cell in edge))


def _in(box: Span, cell: Cell) -> bool:
    return all(low <= n <= high for low, n, high in zip(box[0], cell, box[1], strict=True))
