"""Sketches: a battlefield as it is being drawn, glyph by glyph, before it is a map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import attrs
import numpy as np
import tcod.noise
import tcod.path
from numpy.typing import NDArray

from tacsim.grid.cells import Cell

Glyphs: TypeAlias = NDArray[Any]
"""One character a cell, indexed ``[z, y, x]``."""
Mask: TypeAlias = NDArray[np.bool_]
"""Cells of a level, indexed ``[y, x]``."""

LEGEND: Mapping[str, Any] = {
    "n": "rise",
    "s": "stairs",
    "o": {"terrain": "boulder", "height": "full"},
}
"""What glyphs stand for that the reader of maps does not know by itself."""
SHUT = "#T^o:~ "
"""The glyphs of a plane map that nobody walks on."""
OPAQUE = "#T"
"""The glyphs that stop sight."""

HEROES, FOES = 0, 1
"""The sides, by their places in pairs."""


@attrs.frozen
class Task:
    """What a side may have to do on this ground, besides being the last one standing.

    ``kind``: ``hold``, ``reach`` or ``survive``, as in scenario files; ``what``: the place to hold
    or to reach, or what happens once they have survived.
    """

    side: int
    kind: str
    what: str
    cells: tuple[Cell, ...] = ()
    rounds: int = 0


@attrs.frozen
class Between:
    """A barrier on the side that two cells share."""

    cells: tuple[Cell, Cell]
    kind: str
    open: bool = False


def _pair(one: Cell, other: Cell) -> tuple[Cell, Cell]:
    return min(one, other), max(one, other)


@attrs.define
class Sketch:
    """A ground being drawn: wider than high, the heroes from the left.

    ``starts``: the cells about which the two sides begin; ``ground``: a sentence on what it offers;
    ``titles``: nouns that a name is made of; ``tasks``: what the ground suggests.
    """

    cells: Glyphs
    topology: str = "square"
    barriers: list[Between] = attrs.field(factory=list)
    starts: tuple[Cell, Cell] = ((0, 0), (0, 0))
    ground: str = ""
    titles: tuple[str, ...] = ()
    tasks: list[Task] = attrs.field(factory=list)

    @property
    def plane(self) -> Glyphs:
        """The lowest level."""
        plane: Glyphs = self.cells[0]
        return plane

    @property
    def width(self) -> int:
        """Cells from left to right."""
        return int(self.cells.shape[2])

    @property
    def height(self) -> int:
        """Cells from top to bottom."""
        return int(self.cells.shape[1])

    def hedge(self, one: Cell, other: Cell) -> None:
        """Something low between two cells, unless there is a barrier already."""
        self._between(one, other, "hedge", opened=False)

    def door(self, one: Cell, other: Cell) -> None:
        """A door that stands open between two cells."""
        self._between(one, other, "door", opened=True)

    def _between(self, one: Cell, other: Cell, kind: str, *, opened: bool) -> None:
        pair = _pair(one, other)
        if all(each.cells != pair for each in self.barriers):
            self.barriers.append(Between(pair, kind, opened))

    def turned(self, *, over: bool, back: bool, upright: bool) -> Sketch:
        """The same upside down, the other way round, or standing on its side."""
        cells = self.cells[:, ::-1] if over else self.cells
        cells = cells[:, :, ::-1] if back else cells
        cells = cells.transpose(0, 2, 1) if upright else cells

        def moved(cell: Cell) -> Cell:
            x, y, *above = cell
            x = self.width - 1 - x if back else x
            y = self.height - 1 - y if over else y
            return (y, x, *above) if upright else (x, y, *above)

        barriers = [
            Between(_pair(*map(moved, one.cells)), one.kind, one.open) for one in self.barriers
        ]
        tasks = [attrs.evolve(one, cells=tuple(map(moved, one.cells))) for one in self.tasks]
        one, other = map(moved, self.starts)
        return attrs.evolve(
            self, cells=cells.copy(), barriers=barriers, tasks=tasks, starts=(one, other)
        )


Draw: TypeAlias = Callable[[Sketch, Random], None]
"""Draws a kind of ground into a sketch that is all floor."""


def blank(width: int, height: int, levels: int = 1, topology: str = "square") -> Sketch:
    """A sketch of nothing but floor, with air above it."""
    cells = np.full((levels, height, width), " ", dtype="<U1")
    cells[0] = "."
    return Sketch(cells, topology)


# --- brushes -------------------------------------------------------------------------------------


def noise(shape: tuple[int, int], cells: float, rng: Random, octaves: int = 3) -> NDArray[Any]:
    """Smooth noise over a level, from about -1 to 1; ``cells``: how wide its hills are."""
    source = tcod.noise.Noise(
        2,
        algorithm=tcod.noise.Algorithm.SIMPLEX,
        implementation=tcod.noise.Implementation.FBM,
        octaves=octaves,
        seed=rng.getrandbits(31),
    )
    grid = tcod.noise.grid(shape, scale=1 / cells, indexing="ij")
    return np.asarray(source[grid])


def share(values: NDArray[Any], part: float, among: Mask | None = None) -> Mask:
    """The cells with the highest values, so large a part of all of them or of some."""
    counted = values if among is None else values[among]
    if not counted.size or part <= 0:
        return np.zeros(values.shape, dtype=bool)
    found: Mask = values >= np.quantile(counted, max(0.0, 1 - part))
    return found if among is None else found & among


def walkable(sketch: Sketch) -> Mask:
    """The cells of a plane that can be walked on."""
    return ~np.isin(sketch.plane, list(SHUT))


def reached(open_: Mask, start: Cell, *, diagonal: bool = False) -> NDArray[Any]:
    """Steps from a cell to every other one; a very high number where no way leads."""
    far = tcod.path.maxarray(open_.shape, dtype=np.int32)
    far[start[1], start[0]] = 0
    cost = open_.astype(np.int32)
    return tcod.path.dijkstra2d(far, cost, 1, 1 if diagonal else None, out=far)


FAR = 10**9
"""More steps than any way has."""


def way(cost: NDArray[Any], start: Cell, end: Cell) -> list[Cell]:
    """The cells of a cheapest way from side to side, both ends included."""
    path = tcod.path.path2d(
        np.maximum(1, cost.astype(np.int32)),
        start_points=[(start[1], start[0])],
        end_points=[(end[1], end[0])],
        cardinal=1,
        diagonal=None,
    )
    return [(int(x), int(y)) for y, x in path]


def about(cells: Iterable[Cell], wide: int, shape: tuple[int, int], edge: int = 1) -> Mask:
    """The squares of so many cells with such cells in them, at least so far from the rim."""
    mask = np.zeros(shape, dtype=bool)
    low = (wide - 1) // 2
    height, width = shape
    for x, y in cells:
        left = min(max(x - low, edge), max(edge, width - edge - wide))
        top = min(max(y - low, edge), max(edge, height - edge - wide))
        mask[top : top + wide, left : left + wide] = True
    return mask


def disc(shape: tuple[int, int], centre: Cell, across: float, down: float) -> Mask:
    """The cells of an ellipse with such radii."""
    ys, xs = np.mgrid[: shape[0], : shape[1]]
    found: Mask = ((xs - centre[0]) / across) ** 2 + ((ys - centre[1]) / down) ** 2 <= 1
    return found


def grown(mask: Mask, by: int = 1) -> Mask:
    """A mask with the cells around it, corners included."""
    for _ in range(by):
        padded = np.pad(mask, 1)
        height, width = mask.shape
        mask = np.zeros_like(mask)
        for dy in range(3):
            for dx in range(3):
                mask |= padded[dy : dy + height, dx : dx + width]
    return mask


def cells_of(mask: Mask) -> Iterator[Cell]:
    """The cells of a mask, row by row."""
    for y, x in np.argwhere(mask):
        yield (int(x), int(y))


def nearest(mask: Mask, to: Cell) -> Cell:
    """The cell of a mask that is nearest to another; ValueError for none."""
    return min(cells_of(mask), key=lambda at: ((at[0] - to[0]) ** 2 + (at[1] - to[1]) ** 2, at))


def sprinkle(
    sketch: Sketch, rng: Random, where: Mask, glyph: str, count: int, gap: int = 1
) -> None:
    """So many glyphs on cells of a mask, each so far from the next and from what is shut.

    So nothing is shut off by them.
    """
    free = where & ~grown(~walkable(sketch), gap)
    cells = list(cells_of(free))
    rng.shuffle(cells)
    for x, y in cells:
        if not count:
            return
        if free[y, x]:
            sketch.plane[y, x] = glyph
            free[max(0, y - gap - 1) : y + gap + 2, max(0, x - gap - 1) : x + gap + 2] = False
            count -= 1


def close_pockets(sketch: Sketch, glyph: str) -> None:
    """Fill what no way leads to from where the heroes begin."""
    open_ = walkable(sketch)
    far = reached(open_, (sketch.starts[HEROES][0], sketch.starts[HEROES][1]))
    sketch.plane[open_ & (far >= FAR)] = glyph


def two_ways(
    sketch: Sketch, hard: NDArray[Any], wide: int = 2, glyph: str = "."
) -> list[list[Cell]]:
    """Clear two ways between the starts through what is shut; the second keeps off the first.

    ``hard``: what a cell costs to be led through, where it is shut.
    """
    shape = sketch.plane.shape
    shut = ~walkable(sketch)
    cost = np.where(shut, 6 + hard, 2).astype(np.int32)
    cost[[0, -1], :] = cost[:, [0, -1]] = 200
    one, other = ((cell[0], cell[1]) for cell in sketch.starts)
    ways = []
    for _ in range(2):
        found = way(cost, one, other)
        ways.append(found)
        clear = about(found, wide, shape) & shut
        sketch.plane[clear] = glyph
        middle = found[len(found) // 5 : -len(found) // 5]
        cost[about(middle, max(5, sketch.height // 3), shape)] += 40
    return ways
