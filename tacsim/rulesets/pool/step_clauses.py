"""Gaits: the clauses by which a step goes as it does, along its axes, up or down, through the air.

Nothing in the rules makes a step dearer for climbing or flying; what it costs follows from its
axes alone (``pool.diag.vertical``, ``pool.diag.triple``).
"""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.rules.movement import footing
from tacsim.rules.movement.policies import Step

HORIZONTAL = "pool.move.horizontal"
_DIAGONAL = ("pool.diag.cumulative",)
_TRIPLE = (*_DIAGONAL, "pool.diag.triple", "pool.diag.triple.parity")


def counted(by: Cell) -> tuple[str, ...]:
    """The clauses by which a step along so many axes is counted.

    >>> counted((1, 0, 0)), counted((0, 0, 1)), counted((1, 0, -1))
    (('pool.move.horizontal',), (), ('pool.diag.cumulative', 'pool.diag.vertical'))
    """
    axes, upright = sum(1 for n in by if n), bool(by[2])
    if axes == 3:
        return _TRIPLE
    if axes == 2:
        return (*_DIAGONAL, "pool.diag.vertical") if upright else _DIAGONAL
    return () if upright else (HORIZONTAL,)


def manner(battle: Battle, mover: Creature, step: Step) -> str:
    """How a step goes: "fly", "climb", or nothing for one on the ground and on stairs."""
    if footing.aloft(battle, mover):
        return "fly"
    way = footing.climb(battle, mover.body, step.body) if _rises(mover, step) else None
    return "climb" if way is not None and way.cubes else ""


def _rises(mover: Creature, step: Step) -> bool:
    return mover.at[2] != step.body.at[2]


def borne(battle: Battle, mover: Creature, step: Step) -> tuple[str, ...]:
    """The clauses of flight, of stairs, or of a climb: one that takes no check has two."""
    if footing.aloft(battle, mover):
        return ("pool.space.fly",)
    if not _rises(mover, step):
        return ()
    way = footing.climb(battle, mover.body, step.body)
    if way is None or not way.cubes:
        return ("pool.space.stairs",)
    far = footing.farther(mover.resources["climbed"], way.cubes)
    free = far <= mover.size.extent[2]
    return ("pool.climb.free", "pool.space.climb") if free else ("pool.space.climb",)
