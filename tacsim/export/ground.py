"""Ground: a level of a map as vectors, layer by layer; nothing in it comes from names in a save."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from tacsim.core.terrain import Barrier, Battlefield, Grid
from tacsim.export.drawing import LATTICES, Lattice, number, polygon
from tacsim.grid.cells import Cell
from tacsim.view.palettes.colours import DEEPEST
from tacsim.view.palettes.glyphs import MOST
from tacsim.view.picture.levels import Section, barriers, layers, lids, section
from tacsim.view.picture.other_levels import edges
from tacsim.view.picture.overlay import Knowledge
from tacsim.view.picture.tiles import KINDS, grain, grounds_below, known_looks, looks, named

TUFT = "m-2 0l-1-4m2 4v-5m2 5l1-4m-2 4"
TEXTURES: Mapping[str, tuple[str, ...]] = {
    "difficult": (f"m-6 0{TUFT}m10 9{TUFT}m1-10{TUFT}", f"m-5 8{TUFT}m10-4{TUFT}m-11-6{TUFT}"),
    "very_difficult": ("m-8-2l4-4l3 4zm8 7l4-5l4 5zm-7 2l2.5-3l2.5 3zm9-9l2-3l2.5 3z",),
    "obstacle": ("m-8-6h16v12h-16zm0 0l16 12m0-12l-16 12",),
    "boulder": ("m-8 3l2-8l7-3l7 4l1 6l-5 4h-8z",),
    "boulder_top": ("m-8 3l2-8l7-3l7 4l1 6l-5 4h-8zm4-1l2-4l5-1",),
    "tree": ("m-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0m4-2q3-5 8-2m-6 5q4 3 9-2m-5 7q-4 1-6-2",),
    "tree_top": ("m-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0m6-3q4-4 7 1m-9 4q4 4 8 1",),
    "wall_face": ("m-12-3h24m-24 7h24m-18-7v7m12-7v7m-6 0v7m0-14v-7",),
    "pit": ("m-9 9l18-18m-18 9l9-9m0 18l9-9",),
    "pit_rim": ("m-9 9l18-18m-18 9l9-9m0 18l9-9",),
    "tight": ("m-8-12v24m16-24v24m-20-18h4m-4 12h4m16-12h4m-4 12h4",),
    "tight_across": ("m-12-8h24m-24 16h24m-18-20v4m12-4v4m-12 16v4m12-4v4",),
    "deep_water": ("m-8-3q2-3 4 0t4 0t4 0t4 0", "m-6 4q2-3 4 0t4 0t4 0"),
    "stairs": ("m-9-7.5h18m-18 5h18m-18 5h18m-18 5h18",),
    "rise": ("m-6 3l6-6l6 6",),
}
"""What is drawn on each look of the ground, from the middle of the cell; one of several by cell."""
BARE = ("void", "air")
"""Looks that have no lines between cells."""
SOLID = ("tree", "boulder")
"""Looks whose drawing is filled."""

Drawing = Iterator[str]


def ground(field: Battlefield, level: int, know: Knowledge) -> Drawing:
    """The elements of what a level shows, as far as it is known, from the bottom up."""
    shown, lattice = section(field, level), LATTICES[field.topology]
    known = know.on(shown).remembered
    kinds = looks(field, level) if known is None else known_looks(field, known, level)
    mask = np.ones(kinds.shape, bool) if known is None else known
    below = grounds_below(field, level)
    under = mask & (below >= 0) if below is not None else np.zeros(kinds.shape, bool)
    floors = np.where(under, below, kinds) if below is not None else kinds
    yield from _floors(field, floors, mask, lattice)
    yield from _lines(floors, mask, lattice)
    yield from _textures(field, floors, under, lattice)
    yield from _textures(field, kinds, mask, lattice)
    yield from _checks(cells_of(shown.seen(field.array("asks")) & mask), lattice)
    if field.axes == 3:
        yield from _depths(field, shown, mask, lattice)
        yield from _ceilings(field, shown, know, mask, lattice)
    if field.dark:
        yield from _painted("unlit", cells_of(~shown.seen(field.lit) & mask), lattice)
    yield from _barriers(field, level, mask, lattice)


def cells_of(mask: Grid) -> list[Cell]:
    """The cells of a mask over the plane, row by row."""
    ys, xs = np.nonzero(mask)
    return list(zip(xs.tolist(), ys.tolist(), strict=True))


def area(cells: Iterable[Cell], lattice: Lattice) -> str:
    """A path over cells given row by row; squares side by side in one piece.

    >>> from tacsim.export.drawing import SQUARES
    >>> area([(0, 0), (1, 0), (0, 1)], SQUARES)
    'M0 0h48v24h-48zM0 24h24v24h-24z'
    """
    if lattice.name != "square":
        return "".join(polygon(lattice.corners(cell)) for cell in cells)
    runs: list[list[int]] = []
    for x, y in cells:
        if runs and runs[-1][1] == y and runs[-1][0] + runs[-1][2] == x:
            runs[-1][2] += 1
        else:
            runs.append([x, y, 1])
    w, h = int(lattice.wide), int(lattice.high)
    return "".join(f"M{x * w} {y * h}h{n * w}v{h}h-{n * w}z" for x, y, n in runs)


def _painted(name: str, cells: list[Cell], lattice: Lattice) -> Drawing:
    if cells:
        yield f'<path class="{name}" d="{area(cells, lattice)}"/>'


def _floors(field: Battlefield, kinds: Grid, mask: Grid, lattice: Lattice) -> Drawing:
    _numbers, tones = grain(field)
    for kind in sorted(set(kinds[mask].tolist())):
        for tone in range(3):
            where = mask & (kinds == kind) & (tones == tone)
            yield from _painted(f"g g-{KINDS[kind]}-{tone}", cells_of(where), lattice)


def _lines(kinds: Grid, mask: Grid, lattice: Lattice) -> Drawing:
    """The lines between cells."""
    ruled = mask & ~np.isin(kinds, [named(name) for name in BARE])
    cells = cells_of(ruled)
    if not cells:
        return
    if lattice.name != "square":
        yield f'<path class="grid" d="{area(cells, lattice)}"/>'
        return
    side = int(lattice.wide)
    parts = [f"M{x * side} {y * side}h{n * side}" for x, y, n in _runs(_doubled(ruled))]
    parts += [f"M{x * side} {y * side}v{n * side}" for y, x, n in _runs(_doubled(ruled.T))]
    yield f'<path class="grid" d="{"".join(parts)}"/>'


def _doubled(mask: Grid) -> Grid:
    """The lines above and below masked cells, row by row."""
    found = np.zeros((mask.shape[0] + 1, mask.shape[1]), bool)
    found[:-1] |= mask
    found[1:] |= mask
    return found


def _runs(mask: Grid) -> Iterator[tuple[int, int, int]]:
    """Runs along the rows: column, row and length."""
    for y, row in enumerate(mask):
        changes = np.flatnonzero(np.diff(np.concatenate(([0], row.view(np.int8), [0]))))
        for start, end in zip(changes[::2].tolist(), changes[1::2].tolist(), strict=True):
            yield start, y, end - start


def _textures(field: Battlefield, kinds: Grid, mask: Grid, lattice: Lattice) -> Drawing:
    numbers, _tones = grain(field)
    for kind in sorted(set(kinds[mask].tolist())):
        drawings = TEXTURES.get(KINDS[kind], ())
        parts = []
        for cell in cells_of(mask & (kinds == kind)) if drawings else ():
            x, y = lattice.centre(cell)
            chosen = drawings[int(numbers[cell[1], cell[0]]) % len(drawings)]
            parts.append(f"M{number(x)} {number(y)}{chosen}")
        if parts:
            yield f'<path class="t t-{KINDS[kind]}" d="{"".join(parts)}"/>'


def _checks(cells: Iterable[Cell], lattice: Lattice) -> Drawing:
    """A sign on what takes a check to enter."""
    for cell in cells:
        left, top = lattice.corner(cell)
        place = f'x="{number(left + lattice.wide - 3)}" y="{number(top + 9)}"'
        yield f'<text class="asks" {place}>&amp;</text>'


# --- cubes ---------------------------------------------------------------------------------------


def _depths(field: Battlefield, shown: Section, mask: Grid, lattice: Lattice) -> Drawing:
    """What lies below is dimmed, and says at its edges how far below."""
    drop = np.where(looks(field, shown.level) == named("void"), 0, shown.drop)
    for depth in range(1, DEEPEST + 1):
        there = drop == depth if depth < DEEPEST else drop >= depth
        yield from _painted(f"deep deep-{depth}", cells_of(there & mask), lattice)
    for x, y in cells_of((drop > 0) & edges(drop, mask) & mask):
        left, top = lattice.corner((x, y))
        yield (
            f'<text class="depth" x="{number(left + lattice.wide - 3)}" '
            f'y="{number(top + lattice.high - 3)}">{min(int(drop[y, x]), MOST)}</text>'
        )


def _ceilings(
    field: Battlefield, shown: Section, know: Knowledge, mask: Grid, lattice: Lattice
) -> Drawing:
    """A small mark on cells with something above them."""
    looms = shown.looms(know.remembered) & ~layers(field, "solid")[shown.level] & mask
    parts = []
    for cell in cells_of(looms):
        x, y = lattice.corner(cell)
        parts.append(f"M{number(x + 3)} {number(y + 7)}v-4h4")
    if parts:
        yield f'<path class="looms" d="{"".join(parts)}"/>'


# --- barriers ------------------------------------------------------------------------------------


def _barriers(field: Battlefield, level: int, mask: Grid, lattice: Lattice) -> Drawing:
    paths: dict[str, list[str]] = defaultdict(list)
    for barrier in barriers(field, level):
        if any(mask[cell[1], cell[0]] for cell in barrier.between):
            edge = lattice.edge(*barrier.between)
            paths[_name(barrier)].append(_STROKES[_name(barrier)](*edge))
    for cell, barrier in lids(field, level):
        if mask[cell[1], cell[0]]:
            x, y = lattice.centre(cell)
            paths[f"lid {_name(barrier)}"].append(f"M{number(x - 6)} {number(y - 6)}h12v12h-12z")
    for name, parts in sorted(paths.items()):
        yield f'<path class="b b-{name}" d="{"".join(parts)}"/>'


def _name(barrier: Barrier) -> str:
    return "open" if barrier.open else str(barrier.kind)


def _whole(one: tuple[float, float], other: tuple[float, float]) -> str:
    return f"M{number(one[0])} {number(one[1])}L{number(other[0])} {number(other[1])}"


def _between(one: tuple[float, float], other: tuple[float, float], start: float, end: float) -> str:
    """A part of an edge."""
    points = [tuple(a + (b - a) * part for a, b in zip(one, other, strict=True))
              for part in (start, end)]  # fmt: skip
    (x, y), (z, w) = points
    return _whole((x, y), (z, w))


def _door(one: tuple[float, float], other: tuple[float, float]) -> str:
    """A door with its handle."""
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    knob = f"M{number(x - 3)} {number(y)}a3 3 0 1 0 6 0a3 3 0 1 0-6 0"
    return _whole(one, other) + knob


def _posts(one: tuple[float, float], other: tuple[float, float]) -> str:
    """The posts of an open door."""
    return _between(one, other, 0, 0.2) + _between(one, other, 0.8, 1)


_STROKES: Mapping[str, Callable[..., str]] = {
    "wall": _whole, "hedge": _whole, "door": _door, "open": _posts,
}  # fmt: skip
