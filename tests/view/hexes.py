"""A battle on hexes with something of everything, for drawing; and hexes counted in the open.

Cells are looked at as points of the plane here, so that nothing of the program is used to tell
which of them neighbour which.
"""

from __future__ import annotations

import attrs
import tcod.console
from fifth.boards import battle, turn_of

from tacsim.core.components import HitPoints
from tacsim.core.terrain import Barrier, BarrierKind
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.view.palettes.palette import DARK
from tacsim.view.picture.board import Overlay, draw
from tacsim.view.picture.camera import Camera
from tacsim.view.picture.layout import HEXES
from view import squares

NEIGHBOURS = {
    0: ((1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)),  # e, se, sw, w, nw, ne: an even row
    1: ((1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)),
}
EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = range(6)

GROUND = """
# # # # # # # # # # # # # # # # # #
 # . . . . . . . . . . . . . . # . #
# . B . . , , , . . . T . . . # . #
 # . . . . , , ; ; . . . . . . = . #
# . A . D . , ; ; . . O O . . # . #
 # . . r . . . . . . . O . . . # # #
# . . . . . . % % % . . . . . = = #
 # . C . . t . % . . . ^ . . . . . #
# . . . . . . . . . H H . . . # . #
 # . : : : . . . . H H H . . . # . #
# . : : : : . . . . H H . . . # ~ ~
 # . . : . . . . . . . . . . . ~ ~ ~
# # # # # # # # # # # # # # # # # #
"""
MOVED = {"t2": (5, 7), "g": (13, 2), "F": (8, 10)}
CREATURES = {
    name: {**values, "at": MOVED[name]} if name in MOVED else values
    for name, values in squares.CREATURES.items()
    if name != "Z"
}


def beside(cell, side):
    """The neighbour on a side, 0 to 5 clockwise from the right."""
    dx, dy = NEIGHBOURS[cell[1] % 2][side]
    return (cell[0] + dx, cell[1] + dy)


def around(cell):
    return {beside(cell, side) for side in range(6)}


def within(cell, steps):
    """The cells at most so many steps away."""
    found = {cell}
    for _ in range(steps):
        found |= {near for far in found for near in around(far)}
    return found


def body_cells(at, n):
    """A body of n rows by its rows: 1; 2-1; 2-3-2; 3-4-3-2; 3-4-5-4-3."""
    rows = {1: (1,), 2: (2, 1), 3: (2, 3, 2), 4: (3, 4, 3, 2), 5: (3, 4, 5, 4, 3)}[n]
    found, start, before = set(), at, rows[0]
    for wide in rows:
        if wide != before:
            start = beside(start, SOUTH_WEST if wide > before else SOUTH_EAST)
        found |= {(start[0] + x, start[1]) for x in range(wide)}
        before = wide
    return found


BARRIERS = [
    ((5, 1), EAST, "hedge"), ((3, 4), SOUTH_EAST, "wall"), ((3, 4), SOUTH_WEST, "wall"),
    ((10, 6), NORTH_EAST, "door"), ((1, 8), SOUTH_EAST, "hedge"), ((12, 4), EAST, "door"),
]  # fmt: skip


def skirmish(fog: bool = False, dark: bool = False) -> Battle:
    edges = [(cell, beside(cell, side), kind) for cell, side, kind in BARRIERS]
    fight = battle(
        GROUND, CREATURES, ruleset="metric", topology="hex", barriers=edges, fog=fog, dark=dark
    )
    world = fight.world
    for name, long in (("A", "Aldis"), ("O", "Ogre"), ("g", "Goblin 12"), ("H", "한국 용")):
        world.put(name, attrs.evolve(world[name].identity, name=long))
    world.put("A", HitPoints(13, 28))
    opened = fight.ruleset.topology.side((2, 7), beside((2, 7), SOUTH_EAST))
    assert opened is not None
    doors = (*world.field.barriers, Barrier(opened, BarrierKind.DOOR, open=True))
    object.__setattr__(world.field, "barriers", doors)
    return turn_of(fight, "A")


FULL = Overlay(
    reach={cell: 1 if cell in within((2, 4), 2) else 2 for cell in within((2, 4), 4)},
    threatened=frozenset(within((11, 4), 2) | within((9, 9), 3)),
    path=tuple(Body((x, 4), (1,)) for x in range(3, 10)),
    costs=(1, 2, 3, 4, 6, 9, 12),
    provoking={(7, 4): ("O",), (9, 4): ("H",)},
    cursor=(9, 4),
    target="O",
    flash={(3, 6): "hit", (4, 6): "miss"},
    area=frozenset(within((8, 10), 2)),
    corner=(8, 10, 1),
    flanks=(((10, 5), (13, 4)), ((3, 3), (3, 7))),
)


def camera_for(battle: Battle, zoom: int) -> Camera:
    """A camera that shows all of the field and nothing beside it but half cells."""
    field, shape = battle.world.field, HEXES.shapes[zoom]
    columns, rows = field.width * shape.wide + shape.shift, field.height * shape.high + shape.cap
    return Camera(field.width, field.height, columns, rows, zoom=zoom, layout=HEXES)


def drawn(battle, overlay=None, zoom=1, palette=DARK, memory=None, viewer="heroes", camera=None):
    camera = camera or camera_for(battle, zoom)
    console = tcod.console.Console(camera.columns, camera.rows)
    draw(console, battle, camera, overlay or Overlay(), palette, memory, viewer=viewer)
    return console


def places(camera):
    """The places of the screen by the cell that each shows."""
    found = {}
    for row in range(camera.rows):
        for column in range(camera.columns):
            found.setdefault(camera.cell_at(column, row), []).append((row, column))
    return found
