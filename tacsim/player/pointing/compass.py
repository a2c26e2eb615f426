"""The compass: where the direction keys lead on each kind of grid.

A direction is a step on the screen, ``(x, y)``, as the keys are bound. On hexes the slanted ones
are four of the six neighbours; straight up and down lead to the row above or below, to the left
and to the right in turns, so that repeated steps lead straight up or down. On cubes they lead to
cells of the same level; the levels have keys of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from tacsim.grid.cells import Cell, shifted
from tacsim.i18n import N_

SLANTED: Mapping[Cell, Cell] = {
    (1, 1): (0, 1, -1), (-1, 1): (-1, 1, 0), (-1, -1): (0, -1, 1), (1, -1): (1, -1, 0),
}  # fmt: skip
"""The vectors of hexes for the slanted directions."""
ALONG: Mapping[tuple[int, Cell], Cell] = {
    (0, (1, 0)): (0, 0), (0, (-1, 0)): (-1, 0), (0, (0, 1)): (-1, 1), (0, (0, -1)): (-1, -1),
    (1, (1, 0)): (1, 0), (1, (-1, 0)): (0, 0), (1, (0, 1)): (1, 1), (1, (0, -1)): (1, -1),
}  # fmt: skip
"""From an upper left corner (0) or a top (1) of a hex, the step to the hex that the next corner in
a direction is named after; it is of the other kind."""


def hex_step(cell: Cell, by: Cell) -> Cell:
    """The hex a step away.

    >>> [hex_step((3, 4), by) for by in ((-1, -1), (0, -1), (1, -1))]
    [(2, 3), (3, 3), (3, 3)]
    >>> [hex_step((3, 3), by) for by in ((-1, -1), (0, -1), (1, -1))]
    [(3, 2), (3, 2), (4, 2)]
    """
    return shifted(cell, SLANTED.get(by, by))


def hex_corner(corner: Cell, by: Cell) -> Cell:
    """The corner of hexes a step away: along the border of a row of hexes, or straight up or down.

    A slanted step leads to the same corner of the next hex.

    >>> [hex_corner((3, 4), by) for by in ((1, 0), (0, -1), (0, 1), (1, 1))]
    [(3, 4, 1), (2, 3, 1), (2, 5, 1), (3, 5, 0)]
    >>> [hex_corner((3, 4, 1), by) for by in ((-1, 0), (0, -1), (0, 1), (1, 1))]
    [(3, 4, 0), (3, 3, 0), (3, 5, 0), (3, 5, 1)]
    """
    cell, kind = corner[:2], sum(corner[2:])
    if by in SLANTED:
        return (*hex_step(cell, by), kind)
    return (*hex_step(cell, ALONG[kind, by]), 1 - kind)


def level_step(cell: Cell, by: Cell) -> Cell:
    """The cube a step away on the same level.

    >>> level_step((3, 4, 1), (1, -1))
    (4, 3, 1)
    """
    return (*shifted(cell[:2], by), *cell[2:])


@attrs.frozen
class Compass:
    """Where a direction leads from a cell; and from a corner, where cells have several of them.

    ``corners``: what these are called; ``rounds``: areas that are not aimed lie round corners of
    the grid rather than round cells.
    """

    step: Callable[[Cell, Cell], Cell]
    corner: Callable[[Cell, Cell], Cell] | None = None
    corners: tuple[str, ...] = ()
    rounds: bool = True


HEX_CORNERS = (
    N_("its top"), N_("its upper right corner"), N_("its lower right corner"),
    N_("its bottom"), N_("its lower left corner"), N_("its upper left corner"),
)  # fmt: skip
"""The corners of a hex, in the order in which its topology has them."""


COMPASSES: Mapping[str, Compass] = {
    "square": Compass(shifted),
    "hex": Compass(hex_step, hex_corner, HEX_CORNERS),
    "cube": Compass(level_step, rounds=False),
}
"""The compass of each topology, by its name."""
