"""Which cells neighbour which."""

from __future__ import annotations

from typing import Protocol

from tacsim.geometry.cells import Cell


class Topology(Protocol):
    """A kind of grid."""

    name: str
    directions: tuple[Cell, ...]
    """The offsets of one step, straight ones first."""


class SquareGrid:
    """Squares with eight neighbours."""

    name = "square"
    directions: tuple[Cell, ...] = (
        (1, 0), (0, 1), (-1, 0), (0, -1),
        (1, 1), (-1, 1), (-1, -1), (1, -1),
    )  # fmt: skip


def straight(by: Cell) -> bool:
    """Whether an offset runs along one axis.

    >>> straight((0, -1)), straight((1, 1))
    (True, False)
    """
    return sum(1 for d in by if d) == 1


def direction(src: Cell, dst: Cell) -> Cell:
    """The sign of the way from one cell to another along each axis.

    >>> direction((4, 4), (1, 6))
    (-1, 1)
    """
    return tuple((b > a) - (b < a) for a, b in zip(src, dst, strict=True))
