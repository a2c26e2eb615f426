"""Cover and effect in space: whether the lines between cells are stopped.

A line of effect goes from the centre of a cell to the centre of another; for cover, lines go from
corner to corner. What a line meets on its way: :mod:`tacsim.grid.cubes.lines`. Floors may be
told as the cells that have one, or as edges between a cell and the one below it.
"""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from itertools import pairwise, product

from tacsim.grid.cells import Cell, shifted
from tacsim.grid.cubes.directions import corners
from tacsim.grid.cubes.lines import NO_CELLS, Matter, centre, doubled, walk
from tacsim.grid.squares.lines import Edge

# --- effect -----------------------------------------------------------------------------------


def line_of_effect(
    a_cells: Collection[Cell],
    b_cells: Collection[Cell],
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    *,
    floors: AbstractSet[Cell] = NO_CELLS,
) -> bool:
    """Whether a line joins the centres of any two cells of two bodies.

    Stops it: the interior of a solid cell, a floor or barrier crossed, a grid line or corner closed
    all round. The two cells at its ends do not stop it, be they solid. Clause: pool.grid.3d.

    >>> line_of_effect([(0, 0, 0)], [(2, 0, 0)], {(1, 0, 0)}, set())
    False
    >>> line_of_effect([(0, 0, 0)], [(2, 2, 0)], {(1, 0, 0)}, set())
    True
    >>> line_of_effect([(0, 0, 0)], [(0, 2, 1)], set(), set(), floors={(0, 1, 1)})
    False
    """
    matter = Matter(walls, edges, floors)
    return any(not matter or _joined(a, b, matter) for a, b in product(a_cells, b_cells))


def _joined(a: Cell, b: Cell, matter: Matter) -> bool:
    """Whether the line between two centres is free."""
    way = walk(centre(a), centre(b))
    return matter.walls.isdisjoint(way.cells[1:-1]) and matter.lets(way)


# --- cover ------------------------------------------------------------------------------------


def stopped_from(
    corner: Cell,
    cell: Cell,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    creatures: AbstractSet[Cell],
    *,
    floors: AbstractSet[Cell] = NO_CELLS,
) -> int:
    """How many of the lines from a corner to the eight corners of a cell something stops.

    On one level they are what is stopped on squares (`cover.stopped_from`), twice over: a line that
    runs between two levels counts as lying in the one of the cell, so the ground that it stands on
    stops nothing. Stops a line: the interior of a solid cell or of a creature's; an upright side of
    a wall, or a barrier, that it runs along; a floor or barrier crossed; a grid line or corner
    closed all round; at its ends, two walls of its level that meet only in the edge there.

    >>> stopped_from((0, 0, 0), (3, 0, 0), {(1, 0, 0)}, set(), set())
    8
    >>> stopped_from((0, 0, 0), (3, 0, 0), set(), set(), {(1, 0, 0)})
    4
    >>> stopped_from((0, 0, 1), (3, 0, 1), {(1, 0, 0)}, set(), set())
    0
    """
    matter = Matter(walls, edges, floors)
    if not (matter or creatures):
        return 0
    return sum(_stopped(corner, end, cell[2], matter, creatures) for end in corners(cell))


def _stopped(a: Cell, b: Cell, level: int, matter: Matter, creatures: AbstractSet[Cell]) -> bool:
    """Whether something stops the line between two corners; the level is where it lies if flat."""
    start, end = doubled(a), doubled(b)
    if a[2] == b[2]:
        start, end = (*start[:2], 2 * level + 1), (*end[:2], 2 * level + 1)
    way = walk(start, end)
    first, last = way.cells[0], way.cells[-1]
    if _pinched((*a[:2], first[2]), matter.walls) or _pinched((*b[:2], last[2]), matter.walls):
        return True
    if len(way.sides) == 4:
        return not _rises(way.cells, way.sides, matter)
    if len(way.sides) == 1:
        met = not (matter.walls.isdisjoint(way.cells) and creatures.isdisjoint(way.cells))
    else:
        met = any(_along(cell, shifted(cell, way.sides[1]), matter) for cell in way.cells)
    return met or not matter.lets(way)


def _along(a: Cell, b: Cell, matter: Matter) -> bool:
    """Whether a wall or a barrier stops a line that runs in the side between two cells."""
    return a in matter.walls or b in matter.walls or matter.shut(a, b)


def _rises(cells: tuple[Cell, ...], sides: tuple[Cell, ...], matter: Matter) -> bool:
    """Whether a line goes straight up an edge between four cells, level by level."""
    return not any(_pinched(cell, matter.walls) for cell in cells) and all(
        any(_passes(shifted(here, by), shifted(there, by), matter) for by in sides)
        for here, there in pairwise(cells)
    )


def _passes(here: Cell, there: Cell, matter: Matter) -> bool:
    """Whether a line may come from a cell into the next, and both are open."""
    return matter.walls.isdisjoint((here, there)) and matter.leads(here, there)


def _pinched(corner: Cell, walls: AbstractSet[Cell]) -> bool:
    """Whether two walls of a level meet only along the edge that rises from a corner."""
    x, y, z = corner
    return ((x, y, z) in walls and (x - 1, y - 1, z) in walls) or (
        (x - 1, y, z) in walls and (x, y - 1, z) in walls
    )
