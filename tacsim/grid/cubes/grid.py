"""Cubes: the grid with 26 neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import numpy as np

from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell, covered
from tacsim.grid.cubes import areas as cube_areas
from tacsim.grid.cubes import cover as cube_cover
from tacsim.grid.cubes import directions as cubes
from tacsim.grid.cubes import sight as cube_sight
from tacsim.grid.kinds import Cubes
from tacsim.grid.squares.boxes import Boxes
from tacsim.grid.squares.lines import Edge
from tacsim.grid.topology import Forms, Lines, Part
from tacsim.grid.windows import CubeWindow, Grid, Window


@enforces("pool.grid.3d")
class CubeGrid(Cubes, Boxes):
    """Cubes in rows, columns and levels; a corner is that of the least x, y and z of its cell.

    Arrays over the map are indexed ``[z, y, x]``.

    >>> len(CubeGrid().directions), CubeGrid().directions[8]
    (26, (0, 0, 1))
    """

    repeats: tuple[Cell, ...] = ((0, 0, 0),)
    walled = True
    rimmed = False
    directions: tuple[Cell, ...] = cubes.DIRECTIONS
    lines: Lines = cube_cover
    forms: Forms = cube_areas

    def offsets(self, extent: Cell) -> tuple[Cell, ...]:
        """Every cell of a box."""
        return covered((0, 0, 0), extent)

    def between(self, a: Cell, b: Cell) -> Cell:
        """The difference along each axis."""
        return cubes.between(a, b)

    def toward(self, a: Cell, b: Cell) -> Cell:
        """The nearest of the 26 directions; on one level that is one of the first eight."""
        return cubes.toward(cubes.between(a, b))

    def side(self, a: Cell, b: Cell) -> Edge | None:
        """The side between cells that are neighbours along one axis."""
        return cubes.side(a, b)

    def rim(self, shape: tuple[int, ...]) -> frozenset[Cell]:
        """None: lines between cells of a map never leave it."""
        return frozenset()

    def around(self, body: Body, reach: int) -> Iterator[Cell]:
        """The box around a body, level by level."""
        (x, y, z), (w, h, d) = body
        wide = 2 * reach
        near = covered((x - reach, y - reach, z - reach), (w + wide, h + wide, d + wide))
        return iter(near)

    def corners(self, cell: Cell) -> tuple[Cell, ...]:
        """The eight corners of a cube."""
        return cubes.corners(cell)

    def corners_of(self, body: Body) -> tuple[Cell, ...]:
        """Every grid intersection in and around a body, by levels and rows."""
        return covered(body.at, tuple(n + 1 for n in body.extent))

    def at_corner(self, corner: Cell) -> tuple[Cell, ...]:
        """The eight cubes around an intersection."""
        return cubes.at_corner(corner)

    def window(self, shape: tuple[int, ...], at: Cell, reach: int, full: Cell) -> Window:
        """A box."""
        return CubeWindow(shape, at, reach, full)

    def overlaps(self, shape: tuple[int, ...], by: Cell) -> Iterator[tuple[Part, Part]]:
        """One pair, cut at the rim."""
        spans = [(max(0, -d), min(n, n - d), d) for n, d in zip(shape, by[::-1], strict=True)]
        if all(start < end for start, end, _ in spans):
            yield (
                tuple(slice(start, end) for start, end, _ in spans),
                tuple(slice(start + d, end + d) for start, end, d in spans),
            )

    def distances(self, body: Body, shape: tuple[int, ...]) -> Grid:
        """Diagonals count 1, 2, 1, 2, and a step through three axes as two of them."""
        gaps = [
            np.maximum(np.maximum(start - along, along - (start + length - 1)), 0)
            for start, length, along in zip(
                body.at[::-1], body.extent[::-1], np.ogrid[tuple(map(slice, shape))], strict=True
            )
        ]
        least = np.minimum(np.minimum(gaps[0], gaps[1]), gaps[2])
        most = np.maximum(np.maximum(gaps[0], gaps[1]), gaps[2])
        far: Grid = (sum(gaps) + most + 2 * least) // 2
        return far

    def visible(
        self,
        clear: Grid,
        cell: Cell,
        floors: Grid | None = None,
        edges: AbstractSet[Edge] = frozenset(),
    ) -> Grid:
        """Lines from centre to centre, which floors and what stands on edges may stop as well."""
        return cube_sight.visible(clear, floors, cell, edges)
