"""Grounds that people built: dungeons, ruins, villages, gates and ships."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TypeAlias

import numpy as np
import tcod.bsp
import tcod.random

from tacsim.content.generate.sketch import (
    FAR,
    FOES,
    HEROES,
    Mask,
    Sketch,
    Task,
    about,
    cells_of,
    close_pockets,
    disc,
    noise,
    reached,
    share,
    sprinkle,
    two_ways,
    walkable,
)
from tacsim.grid.cells import Cell

Room: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height."""


def _leaves(
    room: Room, rng: Random, wide: int, high: int, depth: int, ratio: float = 1.6
) -> list[Room]:
    """A rectangle parted into smaller ones, each at least so wide and high."""
    tree = tcod.bsp.BSP(*room)
    tree.split_recursive(
        depth, wide, high, ratio, ratio,
        seed=tcod.random.Random(tcod.random.MERSENNE_TWISTER, rng.getrandbits(31)),
    )  # fmt: skip
    return [
        (node.x, node.y, node.width, node.height) for node in tree.pre_order() if not node.children
    ]


def _depth(sketch: Sketch, cells: int) -> int:
    """How often to part a map so that its parts have about so many cells."""
    return max(2, round(float(np.log2(max(4.0, sketch.width * sketch.height / cells)))))


def _middle(room: Room) -> Cell:
    x, y, width, height = room
    return (x + width // 2, y + height // 2)


def _inside(room: Room, by: int = 0) -> tuple[slice, slice]:
    """The cells of a room, or those so far from its rim."""
    x, y, width, height = room
    return slice(y + by, y + height - by), slice(x + by, x + width - by)


def _apart(rooms: list[Room]) -> tuple[Room, Room]:
    """The room nearest to the left rim, and the one nearest to the right."""
    first = min(rooms, key=lambda room: (_middle(room)[0], room))
    last = max(rooms, key=lambda room: (_middle(room)[0], room))
    return first, last


# --- dungeon -------------------------------------------------------------------------------------


def dungeon(sketch: Sketch, rng: Random) -> None:
    """Rooms of a partition in solid rock, joined in rings by corridors, with open doors."""
    sketch.plane[:] = "#"
    whole = (1, 1, sketch.width - 2, sketch.height - 2)
    rooms = []
    for x, y, width, height in _leaves(whole, rng, 6, 5, _depth(sketch, 60)):
        w = rng.randint(max(3, width - 3), width - 1)
        h = rng.randint(max(3, height - 2), height - 1)
        room = (x + rng.randint(0, width - 1 - w), y + rng.randint(0, height - 1 - h), w, h)
        rooms.append(room)
        sketch.plane[_inside(room)] = "."
    first, last = _apart(rooms)
    sketch.starts = _middle(first), _middle(last)
    for one, other in _links(rooms):
        _corridor(sketch, rng, one, other)
    _doors(sketch, rng, rooms)
    for room in rooms:
        _furnished(sketch, rng, room, plain=room in (first, last))
    two_ways(sketch, np.full(sketch.plane.shape, 30), wide=1)
    close_pockets(sketch, "#")
    sketch.ground = (
        "Rooms and corridors run in a ring, so every room can be come at from two sides; "
        "doorways are one square wide, and pillars cover those behind them."
    )
    sketch.titles = ("crypt", "vault", "cellars", "dungeon", "halls")
    middle = min(
        (room for room in rooms if room not in (first, last)),
        key=lambda room: (abs(_middle(room)[0] - sketch.width // 2), room),
        default=None,
    )
    sketch.tasks = [Task(HEROES, "reach", "the last room", _floor(sketch, last, 1))]
    if middle is not None:
        cells = _floor(sketch, middle, 0)
        sketch.tasks.append(Task(HEROES, "hold", "the room in the middle", cells, 4))


def _floor(sketch: Sketch, room: Room, by: int) -> tuple[Cell, ...]:
    """The cells of a room that can be walked on."""
    mask = np.zeros(sketch.plane.shape, dtype=bool)
    mask[_inside(room, by)] = True
    return tuple(cells_of(mask & walkable(sketch)))


def _links(rooms: list[Room]) -> list[tuple[Room, Room]]:
    """Which rooms are joined: each with the two nearest, and all with one another."""

    def far(one: Room, other: Room) -> int:
        (a, b), (c, d) = _middle(one), _middle(other)
        return abs(a - c) + abs(b - d)

    pairs = []
    for room in rooms:
        others = sorted(
            (one for one in rooms if one != room), key=lambda one: (far(room, one), one)
        )
        pairs += [(min(room, one), max(room, one)) for one in others[:2]]
    joined, rest = [rooms[0]], rooms[1:]
    while rest:
        one, other = min(
            ((a, b) for a in joined for b in rest), key=lambda pair: (far(*pair), pair)
        )
        pairs.append((min(one, other), max(one, other)))
        joined.append(other)
        rest.remove(other)
    return list(dict.fromkeys(pairs))


def _corridor(sketch: Sketch, rng: Random, one: Room, other: Room) -> None:
    """A corridor with one bend between the middles of two rooms."""
    (ax, ay), (bx, by) = _middle(one), _middle(other)
    turn = (bx, ay) if rng.random() < 0.5 else (ax, by)
    for (px, py), (qx, qy) in pairwise(((ax, ay), turn, (bx, by))):
        rows = slice(min(py, qy), max(py, qy) + 1)
        columns = slice(min(px, qx), max(px, qx) + 1)
        plane = sketch.plane[rows, columns]
        plane[plane == "#"] = "."


def _doors(sketch: Sketch, rng: Random, rooms: list[Room]) -> None:
    """Open doors where corridors of one cell lead into rooms."""
    plane = sketch.plane
    for x, y, width, height in rooms:
        for at in range(x, x + width):
            for inner, outer in ((y, y - 1), (y + height - 1, y + height)):
                sides = (plane[outer, at - 1], plane[outer, at + 1])
                if plane[outer, at] == "." and sides == ("#", "#") and rng.random() < 0.7:
                    sketch.door((at, inner), (at, outer))
        for at in range(y, y + height):
            for inner, outer in ((x, x - 1), (x + width - 1, x + width)):
                sides = (plane[at - 1, outer], plane[at + 1, outer])
                if plane[at, outer] == "." and sides == ("#", "#") and rng.random() < 0.7:
                    sketch.door((inner, at), (outer, at))


def _furnished(sketch: Sketch, rng: Random, room: Room, *, plain: bool) -> None:
    """What stands in a room: pillars, rubble, crates, a pit, a dais."""
    x, y, width, height = room
    where = np.zeros(sketch.plane.shape, dtype=bool)
    where[_inside(room)] = True
    if width >= 5 and height >= 5 and rng.random() < 0.6:
        for px in {x + 1, x + width - 2}:
            for py in {y + 1, y + height - 2}:
                sketch.plane[py, px] = "#"
    if plain:
        return
    what = rng.choice(("rubble", "crates", "pit", "dais", ""))
    inner = np.zeros_like(where)
    inner[_inside(room, 1)] = True
    if what == "rubble":
        sketch.plane[
            share(noise(sketch.plane.shape, 3, rng), 0.4, where & (sketch.plane == "."))
        ] = ","
    elif what == "crates":
        sprinkle(sketch, rng, where & (sketch.plane == "."), "%", 3, gap=0)
    elif what == "pit" and width >= 5 and height >= 4:
        px, py = _middle(room)
        sketch.plane[py, px - 1 : px + 1] = ":"
    elif what == "dais" and width >= 5 and height >= 4:
        sketch.plane[inner & (sketch.plane == ".")] = "n"


# --- ruins ---------------------------------------------------------------------------------------


def ruins(sketch: Sketch, rng: Random) -> None:
    """Buildings without roofs: walls with gaps where the noise ate them, rubble at the gaps."""
    shape = sketch.plane.shape
    decay = noise(shape, 4, rng)
    sketch.plane[share(noise(shape, 5, rng), 0.12)] = ","
    whole = (4, 1, sketch.width - 8, sketch.height - 2)
    walls = np.zeros(shape, dtype=bool)
    for x, y, width, height in _leaves(whole, rng, 7, 6, _depth(sketch, 70)):
        w, h = rng.randint(max(5, width - 2), width), rng.randint(max(5, height - 1), height)
        w, h = min(w, width - 1), min(h, height)
        room = (x, y + rng.randint(0, height - h), w, h)
        walls[_inside(room)] = True
        walls[_inside(room, 1)] = False
    standing = walls & (decay < np.quantile(decay, 0.62))
    fallen = walls & ~standing
    sketch.plane[fallen] = ","
    sketch.plane[share(noise(shape, 2, rng), 0.35, fallen)] = "%"
    sketch.plane[standing] = "#"
    middle = sketch.height // 2
    sketch.starts = (
        (2, middle + rng.randint(-2, 2)),
        (sketch.width - 3, middle + rng.randint(-2, 2)),
    )
    for start in sketch.starts:
        sketch.plane[disc(shape, start, 2.6, 3.2)] = "."
    two_ways(sketch, np.full(shape, 30), wide=1, glyph=",")
    close_pockets(sketch, "#")
    free = walkable(sketch)
    count = max(1, sketch.width * sketch.height // 140)
    sprinkle(sketch, rng, free & (sketch.plane == "."), "o", count)
    sprinkle(sketch, rng, free & (sketch.plane == "."), "T", count)
    sketch.ground = (
        "Broken walls stand in rows: whoever goes through the gaps is slow and comes out alone, "
        "and the long way round is covered by what still stands."
    )
    sketch.titles = ("ruins", "abbey", "keep", "temple", "hall")
    court = about([(sketch.width // 2, middle)], 4, shape) & walkable(sketch)
    sketch.tasks = [Task(HEROES, "survive", "help comes", rounds=10)]
    if court.any():
        order = "the court in the middle"
        sketch.tasks.append(Task(HEROES, "hold", order, tuple(cells_of(court)), 4))


# --- village -------------------------------------------------------------------------------------


def village(sketch: Sketch, rng: Random) -> None:
    """Houses with open doors along lanes, a green with a well, gardens behind hedges, carts."""
    shape = sketch.plane.shape
    whole = (3, 1, sketch.width - 6, sketch.height - 2)
    plots = _leaves(whole, rng, 8, 7, _depth(sketch, 80))
    centre = (sketch.width // 2, sketch.height // 2)
    green = min(plots, key=lambda plot: (_far(_middle(plot), centre), plot))
    for plot in plots:
        if plot == green and len(plots) > 2:
            _green(sketch, plot)
        else:
            _house(sketch, rng, plot)
    middle = sketch.height // 2
    sketch.starts = (
        (1, middle + rng.randint(-2, 2)),
        (sketch.width - 2, middle + rng.randint(-2, 2)),
    )
    close_pockets(sketch, "#")
    lanes = (sketch.plane == ".") & ~_indoors(sketch)
    spare = lanes & ~disc(shape, sketch.starts[0], 3, 3) & ~disc(shape, sketch.starts[1], 3, 3)
    count = max(2, sketch.width * sketch.height // 110)
    sprinkle(sketch, rng, spare, "%", count, gap=0)
    sprinkle(sketch, rng, spare, "T", count // 2)
    sketch.plane[share(noise(shape, 3, rng), 0.07, spare & (sketch.plane == "."))] = ","
    two_ways(sketch, np.full(shape, 150), wide=1)
    sketch.ground = (
        "Lanes lead between the houses from one end to the other; the houses have doors, and "
        "whoever is inside is out of sight, while the green in the middle is open."
    )
    sketch.titles = ("village", "hamlet", "farmstead", "market", "green")
    cells = _floor(sketch, green, 1)
    sketch.tasks = [
        Task(HEROES, "hold", "the green", cells, 4),
        Task(HEROES, "survive", "the militia comes", rounds=10),
    ]


def _far(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _indoors(sketch: Sketch) -> Mask:
    """The floor that cannot be walked to around the houses without their doors."""
    shut = sketch.plane == "#"
    for one in sketch.barriers:
        if one.kind == "door":
            for x, y in one.cells:
                shut[y, x] = True
    x, y = sketch.starts[HEROES]
    return reached(~shut, (x, y)) >= FAR


def _green(sketch: Sketch, plot: Room) -> None:
    """The open place in the middle: a well and two trees."""
    x, y, width, height = plot
    well = _middle(plot)
    sketch.plane[well[1], well[0]] = "^"
    sketch.plane[y + 1, x + 1] = sketch.plane[y + height - 2, x + width - 2] = "T"


def _house(sketch: Sketch, rng: Random, plot: Room) -> None:
    """A house in a plot, with one or two doors, and a garden with a hedge where there is room."""
    x, y, width, height = plot
    w, h = rng.randint(5, max(5, min(9, width - 2))), rng.randint(4, max(4, min(7, height - 2)))
    left, top = (
        x + 1 + rng.randint(0, max(0, width - 2 - w)),
        y + rng.randint(0, max(0, height - 2 - h)),
    )
    sketch.plane[_inside((left, top, w, h))] = "#"
    sketch.plane[_inside((left, top, w, h), 1)] = "."
    walls = ["low", "top", "left", "right"]
    rng.shuffle(walls)
    for wall in walls[: 2 if w * h >= 30 else 1]:
        across, down = rng.randint(left + 1, left + w - 2), rng.randint(top + 1, top + h - 2)
        (ax, ay), (bx, by) = {
            "low": ((across, top + h - 1), (across, top + h)),
            "top": ((across, top), (across, top - 1)),
            "left": ((left, down), (left - 1, down)),
            "right": ((left + w - 1, down), (left + w, down)),
        }[wall]
        if 0 <= by < sketch.height and 0 <= bx < sketch.width:
            sketch.plane[ay, ax] = "."
            sketch.door((ax, ay), (bx, by))
            if sketch.plane[by, bx] == "#":
                sketch.plane[by, bx] = "."
    if rng.random() < 0.5:
        sketch.plane[top + 1, left + 1] = "%"
    below = y + height - (top + h)
    if below >= 2:
        for column in range(left, left + w):
            row = min(top + h + 1, sketch.height - 2)
            sketch.plane[row, column] = ","
            if row + 1 < sketch.height and (column - left) % 4 != 3:
                sketch.hedge((column, row), (column, row + 1))


# --- fortress gate -------------------------------------------------------------------------------


def fortress_gate(sketch: Sketch, rng: Random) -> None:
    """A curtain wall with towers and a gate, a breach elsewhere, a ditch before it, a court."""
    shape = sketch.plane.shape
    height, width = shape
    wall = round(width * 0.56)
    gate = height // 2 + rng.randint(-1, 1)
    breach = rng.choice((max(2, height // 6), height - 1 - max(2, height // 6)))
    sketch.plane[:, wall - 3 : wall - 1] = ":"
    sketch.plane[share(noise(shape, 4, rng), 0.14) & (np.arange(width) < wall - 3)[None, :]] = ","
    sketch.plane[:, wall : wall + 2] = "#"
    for tower in (gate - 4, gate + 3):
        sketch.plane[max(0, tower) : tower + 2, wall - 1 : wall + 3] = "#"
    for edge in (0, height - 2):
        sketch.plane[edge : edge + 2, wall - 1 : wall + 3] = "#"
    sketch.plane[gate - 1 : gate + 2, wall - 3 : wall + 3] = "."
    low, high = max(0, breach - 1), min(height, breach + 2)
    sketch.plane[low:high, wall - 3 : wall + 2] = ";"
    sketch.plane[breach, wall] = ","
    for row in (gate - 1, gate, gate + 1):
        sketch.door((wall - 1, row), (wall, row))
    for column in range(wall - 3, wall - 1):
        sketch.hedge((column, gate - 2), (column, gate - 1))
        sketch.hedge((column, gate + 1), (column, gate + 2))
    _court(sketch, rng, wall + 3)
    sketch.starts = (3, height // 2 + rng.randint(-2, 2)), (width - 4, height // 2)
    for start in sketch.starts:
        sketch.plane[disc(shape, start, 3, 3)] = "."
    outside = (np.arange(width) < wall - 3)[None, :] & (sketch.plane == ".")
    spare = outside & ~disc(shape, sketch.starts[HEROES], 3.5, 3.5)
    count = max(2, width * height // 130)
    for glyph in "^%T":
        sprinkle(sketch, rng, spare & (sketch.plane == "."), glyph, count)
    two_ways(sketch, np.where(sketch.plane == ":", 30, 150), wide=1)
    close_pockets(sketch, "#")
    sketch.ground = (
        "The gate is three squares wide and stands open, with a causeway over the ditch before it; "
        "farther along the wall is breached, and the rubble there is slow."
    )
    sketch.titles = ("gate", "barbican", "fortress", "bastion", "wall")
    way_in = np.zeros(shape, dtype=bool)
    way_in[gate - 1 : gate + 2, wall - 1 : wall + 3] = True
    keep = disc(shape, sketch.starts[FOES], 3, 3) & walkable(sketch)
    sketch.tasks = [
        Task(HEROES, "hold", "the gate", tuple(cells_of(way_in)), 4),
        Task(HEROES, "reach", "the inner court", tuple(cells_of(keep))),
    ]


def _court(sketch: Sketch, rng: Random, left: int) -> None:
    """What stands behind the wall: steps up to a platform on either side, a store, barrels."""
    height, width = sketch.plane.shape
    sketch.plane[2 : height // 4, left : left + 2] = "n"
    sketch.plane[height - height // 4 : height - 2, left : left + 2] = "n"
    store_w, store_h = min(5, width - left - 5), max(3, height // 5)
    if store_w >= 3:
        top = rng.choice((0, height - store_h))
        sketch.plane[top : top + store_h, width - store_w :] = "#"
    free = np.zeros(sketch.plane.shape, dtype=bool)
    free[:, left:] = True
    count = max(2, height * (width - left) // 60)
    sprinkle(sketch, rng, free & (sketch.plane == "."), "%", count, gap=0)


# --- ship ----------------------------------------------------------------------------------------


def ship(sketch: Sketch, rng: Random) -> None:
    """One ship from stern to bow, or two side by side with planks between them, on deep water."""
    shape = sketch.plane.shape
    height, width = shape
    sketch.plane[:] = "~"
    if height >= 16 and rng.random() < 0.6:
        half = height // 2 - 1
        decks = [(0, half), (height - half, half)]
        for at, (top, high) in enumerate(decks):
            _deck(sketch, rng, top, high, bow_right=at == 0)
        gap = range(decks[0][1], decks[1][0])
        inner = [x for x in range(width // 5, width - width // 5)
                 if sketch.plane[gap.start - 1, x] == sketch.plane[gap.stop, x] == "."]  # fmt: skip
        planks = _planks(sketch, inner, gap)
        sketch.starts = (width // 2, half // 2), (width // 2, height - 1 - half // 2)
        _manned(sketch)
        sketch.ground = (
            "Two ships lie side by side. Planks join their decks in several places; the decks "
            "behind are higher, and there is deep water between."
        )
        task = Task(HEROES, "hold", "the planks", tuple(planks), 3)
        over = walkable(sketch) & (np.arange(height) >= decks[1][0] + half // 2)[:, None]
        order = "the far side of the other ship"
        reach = Task(HEROES, "reach", order, tuple(cells_of(over & (sketch.plane == "n"))))
        sketch.tasks = [task, *([reach] if reach.cells else [])]
    else:
        high = min(height - 2, max(9, width // 3))
        _deck(sketch, rng, (height - high) // 2, high, bow_right=True)
        sketch.starts = (width // 8, height // 2), (width - 1 - width // 6, height // 2)
        _manned(sketch)
        sketch.ground = (
            "The waist of the ship lies lower than the decks at both ends; hatch, masts and cargo "
            "part it into two lanes along the rails."
        )
        bow = walkable(sketch) & (np.arange(width) > width * 3 // 4)[None, :]
        order = "the bow"
        sketch.tasks = [Task(HEROES, "reach", order, tuple(cells_of(bow)))]
    close_pockets(sketch, "~")
    sketch.titles = ("cog", "galley", "carrack", "ketch", "brig")


def _manned(sketch: Sketch) -> None:
    """Move both starts to a cell where one can stand."""
    open_ = list(cells_of(walkable(sketch)))
    one, other = (
        min(open_, key=lambda c: ((c[0] - at[0]) ** 2 + (c[1] - at[1]) ** 2, c))
        for at in sketch.starts
    )
    sketch.starts = one, other


def _deck(sketch: Sketch, rng: Random, top: int, high: int, *, bow_right: bool) -> None:
    """A hull with a blunt stern and a pointed bow, its decks, masts, hatch, cargo and rails."""
    height, width = sketch.plane.shape
    long = width - 2
    hull = np.zeros((height, width), dtype=bool)
    middle = top + (high - 1) / 2
    for x in range(long):
        part = x / long
        beam = high / 2
        if part > 0.68:
            beam *= max(0.0, 1 - ((part - 0.68) / 0.34) ** 1.7)
        elif part < 0.1:
            beam *= 0.75 + 2.5 * part
        at = x + 1 if bow_right else width - 2 - x
        for y in range(top, top + high):
            hull[y, at] = abs(y - middle) < beam
    sketch.plane[hull] = "."

    def column(part: float) -> int:
        at = int(part * long)
        return at + 1 if bow_right else width - 2 - at

    columns = np.arange(width)[None, :]
    after, fore = column(0.24), column(0.76)
    behind = columns < after if bow_right else columns > after
    before = columns > fore if bow_right else columns < fore
    sketch.plane[hull & (behind | before)] = "n"
    row = int(middle)
    steps = {top + 1, top + high - 2}
    for x in (after, fore):
        for y in range(top, top + high):
            if hull[y, x] and y not in steps and abs(y - middle) > 0.9:
                sketch.plane[y, x] = "%"
    for part in (0.36, 0.62):
        sketch.plane[row, column(part)] = "#"
    hatch = sorted((column(0.45), column(0.53)))
    if high >= 7:
        sketch.plane[row : row + 1 + (high % 2 == 0), hatch[0] : hatch[1] + 1] = ":"
    waist = hull & ~behind & ~before & (sketch.plane == ".")
    sprinkle(sketch, rng, waist, "%", max(2, long // 8), gap=0)
    for x, y in cells_of(hull):
        for other in ((x, y - 1), (x, y + 1)):
            if 0 <= other[1] < height and not hull[other[1], other[0]]:
                sketch.hedge((x, y), other)


def _planks(sketch: Sketch, columns: list[int], gap: range) -> list[Cell]:
    """Planks over the gap between two ships: two or three, each two cells wide."""
    count = 2 if len(columns) < 16 else 3
    planks: list[Cell] = []
    for number in range(count):
        at = columns[(2 * number + 1) * len(columns) // (2 * count)]
        for x in (at, at + 1):
            for y in gap:
                sketch.plane[y, x] = "."
                planks.append((x, y))
    ends = [{(x, gap.start - 1), (x, gap.start)} for x, _ in planks]
    ends += [{(x, gap.stop - 1), (x, gap.stop)} for x, _ in planks]
    sketch.barriers = [one for one in sketch.barriers if set(one.cells) not in ends]
    for x, y in ((x, y) for x, _ in planks for y in (gap.start - 1, gap.stop)):
        if sketch.plane[y, x] not in ".n":
            sketch.plane[y, x] = "."
    return planks
