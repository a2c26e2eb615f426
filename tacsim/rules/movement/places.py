"""Places: what a search finds."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from tacsim.grid.cells import Body


class Place(NamedTuple):
    """Somewhere a mover can get to: the body it has there and the half-cells that it costs.

    ``climbed``: how high it has climbed then, below zero for down, where that tells places apart.
    """

    body: Body
    cost2: int
    climbed: int = 0


Arc: TypeAlias = tuple[int, int]
"""A step to a node: the number of that node, and its half-cells."""
