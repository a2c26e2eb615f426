"""Grounds of several levels, on cubes: towers, mines, canyons and rooftops.

Each begins as a map of heights (:func:`raised`): solid up to there, floor on top. A step of one
level is climbed by anybody, a higher one is a cliff; stairs, planks and floors in the air come on
top of that.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
import tcod.bsp
import tcod.random
from numpy.typing import NDArray

from tacsim.content.generate.sketch import (
    FOES,
    HEROES,
    Sketch,
    Task,
    disc,
    noise,
    share,
)
from tacsim.grid.cells import Cell


def raised(sketch: Sketch, heights: NDArray[Any]) -> None:
    """Solid ground up to such heights, floor on it, air above."""
    levels = np.arange(sketch.cells.shape[0])[:, None, None]
    sketch.cells[:] = np.where(levels < heights, "#", np.where(levels == heights, ".", " "))


def _top(heights: NDArray[Any], x: int, y: int) -> Cell:
    return (x, y, int(heights[y, x]))


def _rough(
    sketch: Sketch, rng: Random, heights: NDArray[Any], glyph: str, part: float, cells: float = 3
) -> None:
    """Patches of another glyph on what is floor at its height."""
    for x, y in np.argwhere(share(noise(heights.shape, cells, rng), part))[:, ::-1]:
        at = int(heights[y, x])
        if sketch.cells[at, y, x] == ".":
            sketch.cells[at, y, x] = glyph


def _strewn(
    sketch: Sketch, rng: Random, heights: NDArray[Any], glyph: str, count: int, edge: int = 1
) -> None:
    """Single glyphs on flat ground, none beside another thing or a step."""
    height, width = heights.shape
    for _ in range(count * 6):
        if not count:
            return
        x, y = rng.randint(edge, width - 1 - edge), rng.randint(edge, height - 1 - edge)
        at = int(heights[y, x])
        near = (slice(max(0, y - 1), y + 2), slice(max(0, x - 1), x + 2))
        flat = (heights[near] == at).all() and (sketch.cells[(at, *near)] == ".").all()
        if flat:
            sketch.cells[at, y, x] = glyph
            count -= 1


def _many(sketch: Sketch, part: float) -> int:
    return max(2, round(sketch.width * sketch.height / part))


def _stairs(sketch: Sketch, cells: Iterable[Cell]) -> None:
    """Stairs where there is floor or air to stand them on."""
    for x, y, z in cells:
        sketch.cells[z, y, x] = "s"


# --- tower ---------------------------------------------------------------------------------------


def tower(sketch: Sketch, rng: Random) -> None:
    """A tower of storeys in a yard: stairs within, crates and a balcony without, a roof to hold.

    Level 0 has the door, level 1 windows and the balcony, level 2 is the roof with its parapet.
    """
    height, width = sketch.height, sketch.width
    tall = min(11, height - 4)
    wide = min(13, max(7, width // 2 - 2))
    left = min(width - wide - 2, width * 3 // 5 - 1)
    top = (height - tall) // 2
    heights = np.zeros((height, width), dtype=int)
    mound = (np.arange(width) < left - 3)[None, :] & (noise((height, width), 5, rng) > 0.25)
    heights[mound] = 1
    heights[:, :3] = 0
    raised(sketch, heights)
    right, low = left + wide - 1, top + tall - 1
    inner = (slice(top + 1, low), slice(left + 1, right))
    for z in (0, 1):
        sketch.cells[z, top : low + 1, left : right + 1] = "#"
        sketch.cells[(z, *inner)] = "."
    sketch.cells[2, top : low + 1, left : right + 1] = "."
    middle = (top + low) // 2
    sketch.cells[0, middle : middle + 2, left] = "."
    sketch.cells[0, low, right - 2] = "."
    _stairs(sketch, [(right - 1, top + 1, 0), (right - 1, low - 1, 0), (left + 1, top + 1, 1)])
    for x, y in ((right - 1, top + 1), (right - 1, low - 1)):
        sketch.cells[1, y, x] = " "
    sketch.cells[2, top + 1, left + 1] = " "
    for at in range(left + 2, right - 1, 3):  # windows and gaps in the parapet
        sketch.cells[1, top, at] = sketch.cells[1, low, at] = "."
    sketch.cells[1, middle, right] = "."
    # A partition on each storey, and its way through.
    for z, column in ((0, left + wide // 2), (1, left + wide // 2 - 1)):
        sketch.cells[z, top + 1 : low, column] = "#"
        for row in {top + 2, low - 2}:
            sketch.cells[z, row, column] = "."
    # Outside: a balcony on the lower side, reached by a stack of crates from the yard.
    balcony = range(left + 1, left + max(4, wide // 2))
    sketch.cells[1, low + 1, balcony.start : balcony.stop] = "."
    sketch.cells[1, low, left + 2] = "."
    sketch.cells[0, low + 1, balcony.start - 1] = "#"
    sketch.cells[1, low + 1, balcony.start - 1] = "."
    for at in range(left + 1, right, 4):  # merlons
        sketch.cells[2, top, at] = "%"
        sketch.cells[2, low, at] = "%"
    flat = np.where((np.arange(width) < left - 1)[None, :], heights, -1)
    _strewn(sketch, rng, flat.clip(0), "^", 0)
    yard = np.where(flat < 0, 99, flat)
    _scatter(sketch, rng, yard, "%", _many(sketch, 120))
    _scatter(sketch, rng, yard, "T", _many(sketch, 180))
    _rough(sketch, rng, flat.clip(0), ",", 0.1)
    sketch.starts = _free(sketch, (3, height // 2, 0)), _free(sketch, (left + wide - 3, middle, 1))
    sketch.ground = (
        "The tower has a door below and stairs inside; outside, a stack of crates leads to the "
        "balcony. The roof can be reached from within only, and it is a long way down."
    )
    sketch.titles = ("tower", "lighthouse", "watchtower", "donjon", "belfry")
    roof = tuple(
        (x, y, 2)
        for y in range(top + 1, low)
        for x in range(left + 1, right)
        if sketch.cells[2, y, x] == "."
    )
    sketch.tasks = [Task(HEROES, "reach", "the roof", roof)]


def _scatter(sketch: Sketch, rng: Random, heights: NDArray[Any], glyph: str, count: int) -> None:
    """As :func:`_strewn`, but only where heights are of the map."""
    high = sketch.cells.shape[0]
    ys, xs = np.nonzero(heights < high)
    cells = list(zip(xs.tolist(), ys.tolist(), strict=True))
    rng.shuffle(cells)
    for x, y in cells:
        near = (slice(max(0, y - 1), y + 2), slice(max(0, x - 1), x + 2))
        at = int(heights[y, x])
        if count and (heights[near] == at).all() and (sketch.cells[(at, *near)] == ".").all():
            sketch.cells[at, y, x] = glyph
            count -= 1


def _free(sketch: Sketch, at: Cell) -> Cell:
    """The floor nearest to a cell, on its level before others."""
    floor = np.argwhere(sketch.cells == ".")
    x, y, z = at
    return min(
        ((int(c[2]), int(c[1]), int(c[0])) for c in floor),
        key=lambda c: ((c[0] - x) ** 2 + (c[1] - y) ** 2 + 30 * (c[2] - z) ** 2, c),
    )


# --- mine ----------------------------------------------------------------------------------------


def mine(sketch: Sketch, rng: Random) -> None:
    """An open pit in terraces with a bridge of planks over it and galleries into its walls."""
    height, width = sketch.height, sketch.width
    shape = (height, width)
    middle = (width / 2, height / 2)
    ys, xs = np.mgrid[:height, :width]
    far = np.sqrt(((xs - middle[0]) / (width / 2)) ** 2 + ((ys - middle[1]) / (height / 2)) ** 2)
    far = far + 0.16 * noise(shape, 5, rng)
    heights = np.select([far < 0.42, far < 0.68, far < 0.98], [0, 1, 2], 3)
    row = height // 2 + rng.randint(-1, 1)
    for left, right in ((0, 5), (width - 5, width)):
        heights[max(0, row - 2) : row + 3, left:right] = 2
    heights[0, :] = heights[-1, :] = heights[:, 0] = heights[:, -1] = 4
    heights[(heights == 3)] = 4
    raised(sketch, heights)
    bridge = range(3, width - 3)
    lane = row + rng.choice((-1, 0))
    for x in bridge:  # planks where there is air under them
        for y in (lane, lane + 1):
            if heights[y, x] < 2:
                sketch.cells[2, y, x] = "."
    for x, y in _edges(heights, rng, 5):
        sketch.cells[int(heights[y, x]), y, x] = "s"
    _gallery(sketch, rng, heights)
    _scatter(sketch, rng, np.where(heights < 3, heights, 99), "%", _many(sketch, 90))
    _rough(sketch, rng, np.minimum(heights, sketch.cells.shape[0] - 1), ",", 0.16)
    sketch.starts = _free(sketch, (3, row, 2)), _free(sketch, (width - 4, row, 2))
    sketch.ground = (
        "The pit goes down in terraces that anybody climbs one at a time; planks lead straight "
        "across, two wide, and whoever is thrown off them falls to the bottom."
    )
    sketch.titles = ("mine", "pit", "quarry", "diggings", "shaft")
    planks = tuple(
        (x, y, 2)
        for x in range(width // 2 - 2, width // 2 + 2)
        for y in (lane, lane + 1)
        if sketch.cells[2, y, x] == "."
    )
    sketch.tasks = [Task(HEROES, "hold", "the middle of the bridge", planks, 4)]


def _edges(heights: NDArray[Any], rng: Random, count: int) -> list[tuple[int, int]]:
    """Some cells at the foot of a step of one level, where stairs may stand."""
    height, width = heights.shape
    cells = [
        (x, y)
        for y in range(2, height - 2)
        for x in range(2, width - 2)
        if heights[y, x + 1] == heights[y, x] + 1 or heights[y, x - 1] == heights[y, x] + 1
        if heights[y, x] < 2
    ]
    return rng.sample(cells, min(count, len(cells)))


def _gallery(sketch: Sketch, rng: Random, heights: NDArray[Any]) -> None:
    """A tunnel on level 2 through the rock above or below the pit, from one side to the other."""
    height, width = heights.shape
    row = rng.choice((1, height - 2))
    sketch.cells[2, row, 2 : width - 2] = "."
    sketch.cells[3:, row, 2 : width - 2] = np.where(
        sketch.cells[3:, row, 2 : width - 2] == " ", " ", "#"
    )
    inwards = 1 if row == 1 else -1
    for column in (3, width - 4):
        y = row
        while 1 <= y <= height - 2 and heights[y, column] != 2:
            sketch.cells[2, y, column] = "."
            sketch.cells[2, y, column + (1 if column == 3 else -1)] = "."
            y += inwards


# --- canyon --------------------------------------------------------------------------------------


def canyon(sketch: Sketch, rng: Random) -> None:
    """A dry bed between rims two levels higher, ledges between, and arches of rock across."""
    height, width = sketch.height, sketch.width
    shape = (height, width)
    xs = np.mgrid[:height, :width][1]
    bend = noise(shape, max(6.0, height / 2), rng, 2)[:, width // 2][:, None]
    off = np.abs(xs - width / 2 - bend * width / 7) + 1.2 * noise(shape, 3.5, rng)
    bed = width / 9 + 1
    heights = np.select([off < bed, off < bed + 2.2], [0, 1], 2)
    heights[off < bed + 0.4] = 0
    raised(sketch, heights)
    rows = sorted({max(2, height // 5), min(height - 4, height - 1 - height // 4)})
    arches = []
    for y in rows:
        for x in range(width):
            for row in (y, y + 1):
                if heights[row, x] < 2:
                    sketch.cells[2, row, x] = "."
                    arches.append((x, row, 2))
    for x, y in _edges(heights, rng, 6):
        if sketch.cells[int(heights[y, x]) + 1, y, x] == " ":
            sketch.cells[int(heights[y, x]), y, x] = "s"
    _scatter(sketch, rng, heights, "^", _many(sketch, 100))
    _scatter(sketch, rng, np.where(heights == 2, 2, 99), "T", _many(sketch, 90))
    _rough(sketch, rng, heights, ",", 0.15)
    middle = height // 2 + rng.randint(-1, 1)
    sketch.starts = _free(sketch, (3, middle, 2)), _free(sketch, (width - 4, middle, 2))
    sketch.ground = (
        "Two arches of rock span the canyon; between them there are ledges that anybody climbs, "
        "down to the bed and up again under the eyes of those on the rim."
    )
    sketch.titles = ("canyon", "gorge", "arches", "ravine", "gulch")
    span = tuple(arches[: len(arches) // max(1, len(rows))])
    sketch.tasks = [Task(HEROES, "hold", "one of the arches", span, 4)] if span else []
    rim = [c for c in _level(sketch, 2) if c[0] >= width - 2 and abs(c[1] - middle) <= 2]
    sketch.tasks.append(Task(HEROES, "reach", "the end of the far rim", tuple(rim)))


def _level(sketch: Sketch, z: int) -> list[Cell]:
    """The floor of a level."""
    return [(int(x), int(y), z) for y, x in np.argwhere(sketch.cells[z] == ".")]


# --- rooftops ------------------------------------------------------------------------------------


def rooftops(sketch: Sketch, rng: Random) -> None:
    """Flat roofs two or three levels up, alleys between them, planks across, crates to climb."""
    height, width = sketch.height, sketch.width
    tree = tcod.bsp.BSP(0, 0, width, height)
    depth = max(2, round(float(np.log2(max(4.0, width * height / 55)))))
    tree.split_recursive(
        depth, 6, 5, 1.6, 1.6,
        seed=tcod.random.Random(tcod.random.MERSENNE_TWISTER, rng.getrandbits(31)),
    )  # fmt: skip
    heights = np.zeros((height, width), dtype=int)
    roofs = []
    for node in tree.pre_order():
        if node.children:
            continue
        x, y, w, h = node.x, node.y, node.width - 1, node.height - 1
        x, w = (x, w) if x else (0, w)
        roofs.append((x, y, w, h))
        heights[y : y + h, x : x + w] = rng.choice((2, 2, 2, 3))
    raised(sketch, heights)
    for x, y, w, h in roofs:
        _roof(sketch, rng, heights, (x, y, w, h))
    _boards(sketch, rng, heights)
    row = height // 2
    sketch.starts = _free(sketch, (2, row, 2)), _free(sketch, (width - 3, row, 2))
    streets = np.where(heights == 0, 0, 99)
    _scatter(sketch, rng, streets, "%", _many(sketch, 200))
    sketch.ground = (
        "Planks join the roofs over alleys two levels deep; crates in the alleys lead up again, "
        "and chimneys are the only cover up here."
    )
    sketch.titles = ("rooftops", "tiles", "gables", "alleys", "chimneys")
    room = max(roofs, key=lambda roof: (-abs(roof[0] + roof[2] // 2 - width // 2), roof))
    x, y, w, h = room
    cells = [
        (a, b, int(heights[b, a]))
        for b in range(y, y + h)
        for a in range(x, x + w)
        if sketch.cells[heights[b, a], b, a] == "."
    ]
    sketch.tasks = [Task(HEROES, "hold", "the roof in the middle", tuple(cells), 4)]
    goal = disc((height, width), sketch.starts[FOES][:2], 2.5, 2.5)
    far = [c for z in (2, 3) for c in _level(sketch, z) if goal[c[1], c[0]]]
    sketch.tasks.append(Task(HEROES, "reach", "the last roof", tuple(far)))


def _roof(
    sketch: Sketch, rng: Random, heights: NDArray[Any], roof: tuple[int, int, int, int]
) -> None:
    """A chimney or a skylight on a roof, and a stack of crates in the alley to climb up by."""
    x, y, w, h = roof
    z = int(heights[y, x])
    if w >= 5 and h >= 4:
        cx, cy = x + rng.randint(1, w - 2), y + rng.randint(1, h - 2)
        sketch.cells[z, cy, cx] = "#"
    if w >= 5 and h >= 4 and rng.random() < 0.6:
        sketch.cells[z, y + h - 1, x + rng.randint(1, w - 2)] = "%"
    foot = y + h
    across = x + rng.randint(0, w - 1)
    if foot < sketch.height and heights[foot, across] == 0:
        for up in range(z - 1):
            sketch.cells[up, foot, across] = "#"
        sketch.cells[z - 1, foot, across] = "."
        beside = across + 1 if across + 1 < x + w else across - 1
        if 0 <= beside < sketch.width and heights[foot, beside] == 0 and z - 1 >= 1:
            for up in range(z - 2):
                sketch.cells[up, foot, beside] = "#"
            sketch.cells[max(0, z - 2), foot, beside] = "." if z >= 3 else "s"


def _boards(sketch: Sketch, rng: Random, heights: NDArray[Any]) -> None:
    """Planks of one cell's length over alleys, wherever both ends are on one level."""
    height, width = heights.shape
    spans = []
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            if heights[y, x]:
                continue
            for (ax, ay), (bx, by) in (((x - 1, y), (x + 1, y)), ((x, y - 1), (x, y + 1))):
                one, other = int(heights[ay, ax]), int(heights[by, bx])
                if min(one, other) >= 2 and sketch.cells[0, y, x] == ".":
                    spans.append((x, y, min(one, other)))
    rng.shuffle(spans)
    placed: list[Cell] = []
    for x, y, z in spans:
        if all(abs(x - a) + abs(y - b) > 4 for a, b, _ in placed):
            sketch.cells[z, y, x] = "."
            placed.append((x, y, z))
