"""Squeezing in the 5e family: into the body of the next smaller size (``grid5e.body.squeezed``).

It lies inside the full body, on the way in and out (``grid5e.body.step``), and so does a body of
fewer rows of hexes (``metric.hex.body``).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

from tacsim.geometry import hexes
from tacsim.geometry.cells import Cell, shifted
from tacsim.rules.locomotion import Option, Pivot


class Smaller:
    """The squeezing policy of the 5e family: one less on every axis.

    >>> Smaller().extents((2, 2)), Smaller().extents((1, 1)), Smaller().extents((3,))
    (((2, 2), (1, 1)), ((1, 1),), ((3,), (2,)))
    """

    def extents(self, full: Cell) -> tuple[Cell, ...]:
        """The full body, and the smaller one of those who have one."""
        return (full, _less(full)) if min(full) > 1 else (full,)

    def tiers(self, full: Cell, now: Cell, by: Cell) -> tuple[tuple[Option, ...], ...]:
        """The full body where it fits, else the smaller one inside it."""
        return _tiers(full, now, by)

    def pivots(self, full: Cell, now: Cell) -> tuple[Pivot, ...]:
        """None: a smaller body turns corners as any other."""
        return ()

    def rate(self, doublings: Any, squeezed: Any) -> Any:
        """One more for slow ground, however slow, and one more for squeezing (``grid5e.squeeze``).

        Diagonals too (``grid5e.enter.difficult.diag``, ``metric.enter.difficult.diag``).

        >>> [Smaller().rate(slow, squeezed) for slow in (0, 1, 3) for squeezed in (False, True)]
        [1, 2, 2, 3, 2, 3]
        """
        return 1 + (doublings > 0) + squeezed


def _less(extent: Cell) -> Cell:
    return tuple(side - 1 for side in extent)


def _inside(full: Cell) -> tuple[Cell, ...]:
    """Where the smaller body may lie inside the full one; of hexes a full body has one number."""
    return hexes.inside(full[0]) if len(full) == 1 else tuple(product((0, 1), repeat=len(full)))


@lru_cache(maxsize=4096)
def _tiers(full: Cell, now: Cell, by: Cell) -> tuple[tuple[Option, ...], ...]:
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
