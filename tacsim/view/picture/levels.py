"""Levels: what a map of cubes shows from above, at one of its levels.

A cube of air shows what lies below it: the nearest ground, or the top of something solid. A map in
the plane has one level, and shows itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs
import numpy as np

from tacsim.core.terrain import TERRAIN, Barrier, Battlefield, Grid
from tacsim.grid.cells import Body, Cell


@attrs.frozen(eq=False)
class Section:
    """What a level shows, as arrays over the plane, indexed ``[y, x]``.

    ``surface``: the level of what is seen; ``top``: whether that is the top of something solid;
    ``drop``: levels from the one under view down to where a creature would stand, 0 on the level
    itself. ``above``: where there is ground or something solid on the levels above.
    """

    level: int
    surface: Grid
    top: Grid
    drop: Grid
    above: Grid

    def seen(self, grid: Grid) -> Grid:
        """What an array over the map holds where something is seen."""
        if grid.ndim == 2:
            return grid
        found: Grid = np.take_along_axis(grid, self.surface[None], 0)[0]
        return found

    def throughout(self, mask: Grid) -> Grid:
        """Where a mask over the map holds from the level under view down to what is seen."""
        if mask.ndim == 2:
            return mask
        levels = np.arange(self.level + 1)[:, None, None]
        found: Grid = np.logical_and.reduce(mask[: self.level + 1] | (levels < self.surface))
        return found

    def looms(self, known: Grid | None) -> Grid:
        """Where something is above, as far as a mask of known cells over the map goes."""
        above = self.above
        if known is not None and len(above):
            above = above & known[self.level + 1 :]
        found: Grid = np.logical_or.reduce(above)
        return found


def layers(field: Battlefield, key: str) -> Grid:
    """A field of the ground over the map, indexed ``[z, y, x]`` of every map."""
    return field.array(key).reshape(-1, field.height, field.width)


def section(field: Battlefield, level: int = 0) -> Section:
    """What a level of a map shows; of a map in the plane there is level 0."""
    return field.memo.of(("view section", level), lambda: _section(field, level))


def _section(field: Battlefield, level: int) -> Section:
    solid = layers(field, "solid")
    something = solid | layers(field, "bears")
    above, below = something[level + 1 :], something[: level + 1].copy()
    below[0] = True
    surface = level - np.argmax(below[::-1], axis=0)
    top = np.take_along_axis(solid, surface[None], 0)[0] & (surface < level)
    return Section(level, surface, top, level - surface - top, above)


# --- bodies --------------------------------------------------------------------------------------


def span(body: Body) -> tuple[int, int]:
    """The lowest and the highest level of a body; 0 in the plane.

    >>> span(Body((4, 1, 2), (2, 2, 2))), span(Body((4, 1), (2, 2)))
    ((2, 3), (0, 0))
    """
    if len(body.at) < 3:
        return 0, 0
    return body.at[2], body.at[2] + body.extent[2] - 1


def flat(body: Body) -> Body:
    """The part of a body on a level, as a body in the plane.

    >>> flat(Body((4, 1, 2), (2, 2, 2)))
    Body(at=(4, 1), extent=(2, 2))
    """
    return Body(body.at[:2], body.extent[:2])


def height(field: Battlefield, body: Body) -> int:
    """How many levels a body is above what it would come down on; 0 in the plane."""
    low = span(body)[0]
    if not low:
        return 0
    drop = section(field, low).drop
    return min(int(drop[y, x]) for x, y in flat(body).cells)


# --- edges ---------------------------------------------------------------------------------------


def barriers(field: Battlefield, level: int) -> tuple[Barrier, ...]:
    """The barriers between cells of a level, as barriers in the plane."""
    if field.axes < 3:
        return field.barriers
    return field.memo.of(("view barriers", level), lambda: tuple(upright(field.barriers, level)))


def upright(found: Iterable[Barrier], level: int) -> Iterator[Barrier]:
    """Those of some barriers that stand between cells of a level of cubes, in the plane."""
    for barrier in found:
        near, far = barrier.between
        if near[2] == far[2] == level:
            yield attrs.evolve(barrier, between=(near[:2], far[:2]))


def lids(field: Battlefield, level: int) -> tuple[tuple[Cell, Barrier], ...]:
    """The barriers above or below cells of a level, with these cells."""
    if field.axes < 3:
        return ()
    return tuple(
        (cell[:2], barrier)
        for barrier in field.barriers
        if barrier.between[0][2] != barrier.between[1][2]
        for cell in barrier.between
        if cell[2] == level
    )


TOPS = {name: f"{name}_top" for name, kind in TERRAIN.items() if kind.solid}
"""The look of what is solid, from above."""
