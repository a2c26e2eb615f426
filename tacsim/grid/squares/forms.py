"""The cells of areas on squares, under the names that all grids share."""

from __future__ import annotations

from tacsim.grid.squares.areas import (
    burst,
    corners_of,
    in_burst,
    in_line_of,
    line,
    sides_of,
    visible_line,
)
from tacsim.grid.squares.templates import cube, square
from tacsim.grid.squares.templates import quarter as wide_cone
from tacsim.grid.squares.templates import wedge as cone

__all__ = ["burst", "cone", "corners_of", "cube", "in_burst", "in_line_of", "line", "sides_of",
           "square", "visible_line", "wide_cone"]  # fmt: skip
