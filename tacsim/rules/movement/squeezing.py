"""Squeezing by one size: the body of the next smaller size, inside the full one.

How the rulesets squeeze that do not say which squares a narrowed body covers (catalogue 0.4). What
it costs each of them says itself.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

from tacsim.enforces import enforces
from tacsim.grid.cells import Cell, shifted
from tacsim.grid.hexes import coordinates as hexes
from tacsim.rules.movement.policies import Option, Pivot


class Smaller:
    """One less on every axis; the base of policies on squeezing that say what it costs.

    >>> Smaller().extents((2, 2)), Smaller().extents((1, 1)), Smaller().extents((3,))
    (((2, 2), (1, 1)), ((1, 1),), ((3,), (2,)))
    """

    @property
    def tightest(self) -> Any:
        """Nobody gets smaller than that."""
        return self

    @enforces("grid5e.body.squeezed", "metric.hex.body", "pool.squeeze.limit")
    def extents(self, full: Cell) -> tuple[Cell, ...]:
        """The full body, and the smaller one of those who have one."""
        return (full, _less(full)) if min(full) > 1 else (full,)

    @enforces("grid5e.body.step")
    def ranks(self, full: Cell, now: Cell, by: Cell) -> tuple[tuple[Option, ...], ...]:
        """The full body where it fits, else the smaller one inside it."""
        return _ranks(full, now, by)

    def pivots(self, full: Cell, now: Cell) -> tuple[Pivot, ...]:
        """None: a smaller body turns corners as any other."""
        return ()


def _less(extent: Cell) -> Cell:
    return tuple(side - 1 for side in extent)


def _inside(full: Cell) -> tuple[Cell, ...]:
    """Where the smaller body may lie inside the full one; of hexes a full body has one number."""
    return hexes.inside(full[0]) if len(full) == 1 else tuple(product((0, 1), repeat=len(full)))


@lru_cache(maxsize=4096)
def _ranks(full: Cell, now: Cell, by: Cell) -> tuple[tuple[Option, ...], ...]:
    if min(full) < 2:
        return ((Option(full, by),),)
    small = _less(full)
    inside = _inside(full)
    if now == full:
        return (
            (Option(full, by),),
            tuple(Option(small, shifted(by, offset)) for offset in inside),
        )
    around = tuple(tuple(-n for n in offset) for offset in inside)
    return (
        tuple(Option(full, shifted(by, offset)) for offset in around),
        (Option(small, by),),
    )
