"""Grounds that nobody built: caves, forests, rivers, passes, and the open country of hexes."""

from __future__ import annotations

from random import Random

import numpy as np

from tacsim.content.generate.sketch import (
    FOES,
    HEROES,
    Mask,
    Sketch,
    Task,
    about,
    cells_of,
    close_pockets,
    disc,
    grown,
    nearest,
    noise,
    share,
    sprinkle,
    two_ways,
    walkable,
)
from tacsim.grid.cells import Cell


def _starts(sketch: Sketch, rng: Random, inwards: int = 4) -> tuple[Cell, Cell]:
    """Two cells near the left and the right rim, not quite in the middle of it."""
    low, high = sketch.height // 3, max(sketch.height // 3, sketch.height - 1 - sketch.height // 3)
    return (
        (inwards, rng.randint(low, high)),
        (sketch.width - 1 - inwards, rng.randint(low, high)),
    )


def _clearing(sketch: Sketch, start: Cell, glyph: str = ".", wide: float = 3.6) -> Mask:
    """Room for a side about a cell; the cells of it."""
    room = disc(sketch.plane.shape, start, wide, min(3.2, sketch.height / 4))
    room[[0, -1], :] = room[:, [0, -1]] = False
    sketch.plane[room] = glyph
    return room


def _size(sketch: Sketch, part: float, least: int = 1) -> int:
    """How many things lie about a map so large, one for each so many cells."""
    return max(least, round(sketch.width * sketch.height / part))


def cave(sketch: Sketch, rng: Random) -> None:
    """Chambers of noise in the rock, joined by two galleries, with pools and fallen stone."""
    shape = sketch.plane.shape
    sketch.starts = _starts(sketch, rng, 5)
    rock = noise(shape, 8.5, rng) + 0.35 * noise(shape, 3, rng, 1)
    ys = np.abs(np.linspace(-1, 1, shape[0]))[:, None]
    sketch.plane[share(rock + 0.45 * ys**4, 0.47)] = "#"
    sketch.plane[[0, -1], :] = sketch.plane[:, [0, -1]] = "#"
    rooms = [_clearing(sketch, start) for start in sketch.starts]
    ways = two_ways(sketch, np.clip(6 * (rock + 1), 0, 12))
    close_pockets(sketch, "#")
    kept = rooms[0] | rooms[1] | about([c for one in ways for c in one], 2, shape)
    open_ = walkable(sketch)
    deep = open_ & ~grown(~open_) & ~kept
    sketch.plane[share(noise(shape, 5, rng), 0.16, deep)] = "~"
    close_pockets(sketch, "~")
    rubble = walkable(sketch) & grown(sketch.plane == "#") & ~rooms[0] & ~rooms[1]
    sketch.plane[share(noise(shape, 4, rng), 0.26, rubble)] = ","
    floor = (sketch.plane == ".") & ~rooms[0] & ~rooms[1]
    sprinkle(sketch, rng, floor, "#", _size(sketch, 160))
    sprinkle(sketch, rng, floor, "^", _size(sketch, 130))
    sketch.ground = rng.choice(
        (
            "Galleries wind through the rock, and more than one of them leads to the other side; "
            "fallen stone slows those who keep to the walls.",
            "Chambers and narrow places follow one another, still water lies between them, and "
            "there is always a second way round.",
        )
    )
    sketch.titles = ("cave", "cavern", "grotto", "den", "hollow")
    exit_ = [c for c in cells_of(rooms[FOES] & walkable(sketch)) if c[0] >= sketch.starts[FOES][0]]
    sketch.tasks = [Task(HEROES, "reach", "the way out behind the enemy", tuple(exit_))]


def forest(sketch: Sketch, rng: Random) -> None:
    """Trees where the noise is high, undergrowth about them, a path, clearings, fallen trunks."""
    shape = sketch.plane.shape
    sketch.starts = _starts(sketch, rng)
    rooms = [disc(shape, start, 3.6, min(3.2, shape[0] / 4)) for start in sketch.starts]
    wood = noise(shape, 7, rng) + 0.2 * noise(shape, 2, rng, 1)
    sketch.plane[share(wood, 0.46)] = ","
    dense = share(wood + np.array([rng.random() for _ in range(wood.size)]).reshape(shape), 0.22)
    sketch.plane[dense] = "T"
    for room in rooms:
        sketch.plane[room] = "."
    ways = two_ways(sketch, np.full(shape, 3), glyph=".")
    path = about(ways[0], 2, shape)
    sketch.plane[path] = "."
    if rng.random() < 0.5 and sketch.width >= 20:
        _stream(sketch, rng, ways)
    close_pockets(sketch, "T")
    floor = walkable(sketch) & ~rooms[0] & ~rooms[1]
    _trunks(sketch, rng, floor, _size(sketch, 150))
    sprinkle(sketch, rng, floor & ~path, "^", _size(sketch, 180))
    sketch.ground = rng.choice(
        (
            "A path runs through the trees, quick and open to arrows; the undergrowth on both "
            "sides is slow and hides what comes through it.",
            "Clearings lie between thickets, and fallen trunks across the way give cover to those "
            "who get there first.",
        )
    )
    sketch.titles = ("wood", "grove", "thicket", "glade", "forest")
    glade = about([ways[0][len(ways[0]) // 2]], 3, shape) & walkable(sketch)
    sketch.tasks = [
        Task(HEROES, "hold", "the glade on the path", tuple(cells_of(glade)), 4),
        Task(HEROES, "survive", "help comes", rounds=10),
    ]


def _stream(sketch: Sketch, rng: Random, ways: list[list[Cell]]) -> None:
    """Shallow water across the map, a cell or two wide; the path has a plank over it."""
    x = sketch.width * rng.uniform(0.4, 0.6)
    for y in range(sketch.height):
        x = min(max(x + rng.uniform(-1, 1), sketch.width * 0.33), sketch.width * 0.66)
        for at in (int(x), int(x) + 1):
            sketch.plane[y, at] = ";" if sketch.plane[y, at] != "T" else "T"
    for cell in ways[0]:
        if sketch.plane[cell[1], cell[0]] == ";":
            sketch.plane[cell[1], cell[0]] = "."


def _trunks(sketch: Sketch, rng: Random, where: Mask, count: int) -> None:
    """Fallen trunks: two to four obstacles in a row."""
    cells = [c for c in cells_of(where) if 1 < c[0] < sketch.width - 5 and c[1] > 1]
    for x, y in rng.sample(cells, min(count, len(cells))):
        for at in range(x, x + rng.randint(2, 4)):
            if where[y, at]:
                sketch.plane[y, at] = "%"


def riverside(sketch: Sketch, rng: Random) -> None:
    """A river across the map: a bridge, a ford, reeds along the banks, trees farther off."""
    shape = sketch.plane.shape
    sketch.starts = _starts(sketch, rng)
    height, width = shape
    wide = max(3, min(6, width // 7))
    bend = noise(shape, max(6.0, height / 2), rng, 2)[:, width // 2]
    left = [
        int(min(max(width / 2 - wide / 2 + bend[y] * width / 6, 7), width - 8 - wide))
        for y in range(height)
    ]
    river = np.zeros(shape, dtype=bool)
    for y in range(height):
        river[y, left[y] : left[y] + wide] = True
        if y:  # no gap where it bends
            low, high = sorted((left[y - 1], left[y]))
            river[y, low : high + wide] = True
    _fields(sketch, rng, ~grown(river))
    bank = grown(river) & ~river
    sketch.plane[bank] = "."
    sketch.plane[share(noise(shape, 4, rng), 0.55, bank)] = ","
    sketch.plane[river] = "~"
    bridge = rng.randint(height // 5, height // 3)
    ford = rng.randint(height - 1 - height // 3, height - 1 - height // 5)
    if rng.random() < 0.5:
        bridge, ford = ford, bridge
    boards = _across(river, bridge, 2)
    sketch.plane[boards] = "."
    sketch.plane[_across(river, ford, 3)] = ";"
    if height >= 24:
        sketch.plane[_across(river, height // 2, 2)] = ";"
    for x, y in cells_of(boards):
        for other in (y - 1, y + 1):
            if 0 <= other < height and river[other, x] and not boards[other, x]:
                sketch.hedge((x, y), (x, other))
    for start in sketch.starts:
        _clearing(sketch, start)
    close_pockets(sketch, "T")
    sketch.ground = (
        "A river parts the banks: the bridge is quick, narrow and has a rail on both sides, the "
        "ford is wide, slow and open to arrows."
    )
    sketch.titles = ("bridge", "ford", "crossing", "bank", "mill")
    sketch.tasks = [
        Task(HEROES, "hold", "the bridge", tuple(cells_of(boards)), 4),
        Task(HEROES, "reach", "the far bank's road", _rim(sketch, FOES)),
    ]


def _across(river: Mask, y: int, wide: int) -> Mask:
    """The cells of a crossing of the river on so many rows from ``y`` on."""
    rows = range(y, min(y + wide, river.shape[0]))
    left = min(int(np.argmax(river[row])) for row in rows)
    right = max(river.shape[1] - 1 - int(np.argmax(river[row][::-1])) for row in rows)
    found = np.zeros_like(river)
    found[rows.start : rows.stop, left : right + 1] = True
    return found


def _rim(sketch: Sketch, side: int) -> tuple[Cell, ...]:
    """The walkable cells of the map's rim behind a side, near where it begins."""
    x = sketch.width - 1 if side == FOES else 0
    y = sketch.starts[side][1]
    open_ = walkable(sketch)
    rows = range(max(0, y - 2), min(sketch.height, y + 3))
    return tuple((x, row) for row in rows if open_[row, x])


def _fields(sketch: Sketch, rng: Random, where: Mask) -> None:
    """Open country: rough patches, single trees and small groves, boulders, bushes."""
    shape = sketch.plane.shape
    sketch.plane[share(noise(shape, 5, rng), 0.16, where)] = ","
    sketch.plane[share(noise(shape, 3.5, rng), 0.05, where)] = "T"
    for glyph, part in (("T", 110), ("^", 150), ("%", 120)):
        sprinkle(sketch, rng, where & (sketch.plane == "."), glyph, _size(sketch, part))


def mountain_pass(sketch: Sketch, rng: Random) -> None:
    """Cliffs above and below, a crag in the middle with the road on one side, a track on the other.

    Ledges stand higher than the road; scree lies at the foot of the walls, and a gully gapes.
    """
    shape = sketch.plane.shape
    height, width = shape
    rough = noise((height, width), 6, rng)
    top = [1 + int((rough[0, x] + 1) * height / 9) for x in range(width)]
    low = [1 + int((rough[-1, x] + 1) * height / 9) for x in range(width)]
    for x in range(width):
        sketch.plane[: top[x], x] = "#"
        sketch.plane[height - low[x] :, x] = "#"
    middle = (width // 2 + rng.randint(-1, 1), height // 2 + rng.choice((-1, 0, 1)))
    crag = disc(shape, middle, width / 5.5, height / 7)
    sketch.plane[crag & (noise(shape, 4, rng) > -0.55)] = "#"
    sketch.starts = _starts(sketch, rng)
    rooms = [_clearing(sketch, start) for start in sketch.starts]
    ways = two_ways(sketch, np.full(shape, 4))
    road = about([c for one in ways for c in one], 2, shape)
    close_pockets(sketch, "#")
    free = walkable(sketch) & ~rooms[0] & ~rooms[1]
    scree = free & grown(sketch.plane == "#") & ~about(ways[0], 1, shape)
    sketch.plane[share(noise(shape, 5, rng), 0.6, scree)] = ","
    sketch.plane[share(noise(shape, 3, rng), 0.2, scree)] = ";"
    ledge = share(
        noise(shape, 4, rng), 0.22, free & (sketch.plane == ".") & ~about(ways[0], 2, shape)
    )
    sketch.plane[ledge] = "n"
    spare = free & (sketch.plane == ".") & ~road & ~grown(~walkable(sketch))
    sketch.plane[share(noise(shape, 4, rng), 0.3, spare)] = ":"
    close_pockets(sketch, ":")
    sprinkle(sketch, rng, free & (sketch.plane == "."), "^", _size(sketch, 110))
    sketch.ground = (
        "The road runs between cliffs and parts around a crag; ledges above it are higher ground, "
        "and scree slows whoever keeps close to the walls."
    )
    sketch.titles = ("pass", "saddle", "gap", "notch", "stair")
    neck = walkable(sketch) & np.isin(np.arange(width), [middle[0], middle[0] + 1])[None, :]
    sketch.tasks = [
        Task(HEROES, "hold", "the neck of the pass", tuple(cells_of(neck)), 4),
        Task(HEROES, "reach", "the far end", _rim(sketch, FOES)),
    ]


def wilderness(sketch: Sketch, rng: Random) -> None:
    """Open country of hexes: hills, woods, a brook with fords, marsh and boulders."""
    shape = sketch.plane.shape
    sketch.starts = _starts(sketch, rng)
    land = noise(shape, 8, rng)
    sketch.plane[share(land, 0.2)] = "n"
    sketch.plane[share(-land, 0.16)] = ","
    wood = noise(shape, 5, rng)
    sketch.plane[share(wood, 0.2)] = ","
    sketch.plane[share(wood + 0.5 * noise(shape, 1.7, rng, 1), 0.11)] = "T"
    _brook(sketch, rng)
    rooms = [disc(shape, start, 3.6, min(3.2, shape[0] / 4)) for start in sketch.starts]
    for room in rooms:
        sketch.plane[room & ~np.isin(sketch.plane, ["n"])] = "."
    two_ways(sketch, np.full(shape, 4), glyph=",")
    close_pockets(sketch, "T")
    free = walkable(sketch) & ~rooms[0] & ~rooms[1]
    sprinkle(sketch, rng, free & (sketch.plane == "."), "^", _size(sketch, 90))
    sprinkle(sketch, rng, free & (sketch.plane == "."), "%", _size(sketch, 110))
    hills = free & (sketch.plane == "n")
    middle = (sketch.width // 2, sketch.height // 2)
    sketch.ground = (
        "Hills look down on marshy hollows, and a brook with few fords winds between; "
        "copses and boulders break the open ground."
    )
    sketch.titles = ("hills", "heath", "downs", "moor", "marches")
    if hills.any():
        top = about([nearest(hills, middle)], 3, shape) & free
        sketch.tasks = [Task(HEROES, "hold", "the hill in the middle", tuple(cells_of(top)), 4)]
    sketch.tasks.append(Task(HEROES, "reach", "the far end of the country", _rim(sketch, FOES)))


def _brook(sketch: Sketch, rng: Random) -> None:
    """Deep water from top to bottom, fordable every few rows."""
    x = sketch.width * rng.uniform(0.42, 0.58)
    ford = rng.randint(1, 3)
    for y in range(sketch.height):
        x = min(max(x + rng.uniform(-0.9, 0.9), sketch.width * 0.3), sketch.width * 0.7)
        shallow = (y + ford) % 6 < 2
        for at in (int(x), int(x) + 1):
            sketch.plane[y, at] = ";" if shallow else "~"
