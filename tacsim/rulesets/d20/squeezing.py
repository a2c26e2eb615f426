"""Squeezing: a body narrows along one axis to no less than half its width.

That makes use of the room beside a foe, never of the foe's own squares.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import attrs

from tacsim.enforces import enforces
from tacsim.grid.cells import Cell, shifted
from tacsim.grid.topology import straight
from tacsim.rules.movement.policies import Option, Pivot, Squeezing


@attrs.frozen
class Narrowing:
    """The ``d20`` squeezing policy.

    ``tightly``: it narrows down to a single square, as those do who wriggle through a gap.

    >>> Narrowing().extents((2, 2))
    ((2, 2), (2, 1), (1, 2))
    >>> Narrowing(tightly=True).extents((3, 3))[-1]
    (1, 3)
    """

    tightly: bool = False

    @property
    def tightest(self) -> Squeezing:
        """How those squeeze who wriggle."""
        return Narrowing(tightly=True)

    @enforces("d20.body.narrow", "d20.squeeze.footprint.large", "d20.squeeze.footprint.bigger")
    def extents(self, full: Cell) -> tuple[Cell, ...]:
        """The full body, then each narrowed one, the wider first."""
        side = full[0]
        narrow = range(side - 1, self.least(side) - 1, -1)
        return (full, *((side, w) for w in narrow), *((w, side) for w in narrow))

    @enforces("d20.body.step", "d20.squeeze.past-enemy")
    def ranks(self, full: Cell, now: Cell, by: Cell) -> tuple[tuple[Option, ...], ...]:
        """From widest to narrowest: the bodies that a step may lead to."""
        return _ranks(full, now, by, self.least(full[0]))

    @enforces("d20.body.pivot")
    def pivots(self, full: Cell, now: Cell) -> tuple[Pivot, ...]:
        """The quarter turns round the block at either end."""
        return _pivots(full, now)

    @enforces(
        "d20.cost.double", "d20.cost.double-twice", "d20.cost.double-thrice", "d20.squeeze.cost",
        "d20.squeeze.cost.diag", "d20.terrain.difficult.diag",
    )  # fmt: skip
    def rate(self, doublings: Any, squeezed: Any) -> Any:
        """Two to the number of doublings, squeezing being one more.

        >>> Narrowing().rate(1, True)
        4
        """
        return 1 << (doublings + squeezed)

    @enforces("d20.squeeze.limit")
    def least(self, side: int) -> int:
        """The narrowest that a body may be: usually half its width, rounded up.

        >>> Narrowing().least(3), Narrowing(tightly=True).least(3)
        (2, 1)
        """
        return 1 if self.tightly else (side + 1) // 2


@lru_cache(maxsize=4096)
def _ranks(full: Cell, now: Cell, by: Cell, least: int) -> tuple[tuple[Option, ...], ...]:
    side = full[0]
    if now == full:
        found: list[tuple[Option, ...]] = [(Option(full, by),)]
        if straight(by) and side > 1:
            across = 1 if by[0] else 0
            widths = range(side - 1, least - 1, -1)
            found += [_parts(full, across, width, by, side - width) for width in widths]
        return tuple(found)
    across = 0 if now[0] < side else 1
    width = now[across]
    narrow: list[tuple[Option, ...]] = []
    for wider in range(side, width - 1, -1):
        shifts = range(wider - width + 1)
        extent = _with(now, across, wider)
        narrow.append(tuple(Option(extent, shifted(by, _along(across, -k))) for k in shifts))
    if straight(by) and not by[across]:
        widths = range(width - 1, least - 1, -1)
        narrow += [_parts(now, across, less, by, width - less) for less in widths]
    return tuple(narrow)


def _parts(body: Cell, across: int, width: int, by: Cell, slack: int) -> tuple[Option, ...]:
    """The parts of a shifted body that are ``width`` wide across an axis."""
    extent = _with(body, across, width)
    return tuple(Option(extent, shifted(by, _along(across, k))) for k in range(slack + 1))


@lru_cache(maxsize=1024)
def _pivots(full: Cell, now: Cell) -> tuple[Pivot, ...]:
    if now == full:
        return ()
    side = full[0]
    across = 0 if now[0] < side else 1
    along = 1 - across
    length = side - now[across]
    extent = (now[1], now[0])
    return tuple(
        Pivot(extent, shifted(_along(along, end), _along(across, grown)), length, toward)
        for end in (0, length)
        for grown, toward in ((0, _along(across, 1)), (-length, _along(across, -1)))
    )


def _along(axis: int, by: int) -> Cell:
    return (by, 0) if axis == 0 else (0, by)


def _with(extent: Cell, axis: int, width: int) -> Cell:
    return (width, extent[1]) if axis == 0 else (extent[0], width)
