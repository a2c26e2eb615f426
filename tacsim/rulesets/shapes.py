"""Shapes of areas: what a ruleset's module ``areas`` lists in its ``SHAPES``."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from tacsim.geometry.cells import Cell

Cells = Callable[[Cell, Cell, int], frozenset[Cell]]
"""Origin, the cell to point at, and size in cells; a shape that is not aimed ignores the second."""


@attrs.frozen
class Shape:
    """A shape of area: the cells that it covers, whether it is aimed, and its clauses."""

    cells: Cells
    aimed: bool
    clauses: tuple[str, ...] = ()
