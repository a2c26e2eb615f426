"""A battle with something of everything, for drawing."""

from __future__ import annotations

import attrs
import boards
import numpy as np
import tcod.console

from tacsim.core.components import HitPoints
from tacsim.core.terrain import Barrier, BarrierKind, edge
from tacsim.rules.battle import Battle
from tacsim.view.palettes.palette import DARK
from tacsim.view.picture.board import Overlay, draw
from tacsim.view.picture.camera import Camera
from tacsim.view.picture.layout import SQUARES

GROUND = """
##########################
#.....................#..#
#..B.....,,,......T...#..#
#........,,;;;........#..#
#..A..D..,,;;,....OO..=..#
#....r...........;OO..#..#
#.............%%%.....####
#...C.....t...%....^...==#
#.........................
#....::::.......HHH...#  #
#...::::::......HHH...#  #
#....:::........HHH...####
#......................~~#
#...........T.......ZZZ~~#
##########################
"""
CREATURES = {
    "A": {"side": "heroes", "hp": 28},
    "B": {"side": "heroes"},
    "C": {"side": "heroes"},
    "D": {"side": "heroes", "conditions": ["prone"]},
    "O": {"side": "raiders"},
    "H": {"side": "raiders"},
    "t": {"side": "raiders", "size": "tiny"},
    "t2": {"side": "raiders", "size": "tiny", "at": (10, 7)},
    "r": {"side": "raiders", "conditions": ["dead"]},
    "Z": {"side": "third", "extent": (3, 1)},
    "g": {"side": "raiders", "at": (20, 8), "conditions": ["helpless"]},
    "F": {"side": "third", "at": (22, 12), "conditions": ["flying"]},
}
BARRIERS = [
    ((6, 2), (7, 2), "hedge"), ((3, 5), (3, 6), "wall"), ((20, 7), (20, 8), "door"),
    ((12, 1), (13, 1), "door"), ((12, 2), (13, 2), "wall"), ((1, 8), (1, 9), "hedge"),
]  # fmt: skip


def skirmish(fog: bool = False, dark: bool = False) -> Battle:
    fight = boards.battle(GROUND, CREATURES, barriers=BARRIERS, fog=fog, dark=dark)
    world = fight.world
    for name, long in (("A", "Aldis"), ("O", "Ogre"), ("g", "Goblin 12"), ("H", "한국 용")):
        world.put(name, attrs.evolve(world[name].identity, name=long))
    world.put("A", HitPoints(13, 28))
    opened = Barrier(edge((2, 12), (2, 13)), BarrierKind.DOOR, open=True)
    object.__setattr__(world.field, "barriers", (*world.field.barriers, opened))
    return boards.turn_of(fight, "A")


FULL = Overlay(
    reach={(x, y): 1 if x < 8 else 2 for x in range(2, 14) for y in range(1, 8)},
    threatened=frozenset((x, y) for x in range(7, 20) for y in range(3, 13)),
    path=tuple(boards.Body((x, 5), (1, 1)) for x in range(4, 16)),
    costs=tuple(range(1, 13)),
    provoking={(8, 5): ("O",), (14, 5): ("H",)},
    cursor=(5, 6),
    target="O",
    flash={(3, 7): "hit", (4, 7): "miss"},
)


def camera_for(battle: Battle, zoom: int) -> Camera:
    """A camera that shows all of the field."""
    field = battle.world.field
    wide, high = SQUARES.shapes[zoom].wide, SQUARES.shapes[zoom].high
    return Camera(field.width, field.height, field.width * wide, field.height * high, zoom=zoom)


def drawn(battle, overlay=None, zoom=1, palette=DARK, memory=None, viewer="heroes", camera=None):
    camera = camera or camera_for(battle, zoom)
    console = tcod.console.Console(camera.columns, camera.rows)
    draw(console, battle, camera, overlay or Overlay(), palette, memory, viewer=viewer)
    return console


def text(console, y):
    return "".join(map(chr, console.rgb["ch"][y]))


def patch(console, camera, cell, extent=(1, 1)):
    """Glyphs and backgrounds of a cell's part of the screen."""
    (column, row), (wide, high) = camera.position(cell), camera.scale
    part = console.rgb[row : row + high * extent[1], column : column + wide * extent[0]]
    return ["".join(map(chr, line)) for line in part["ch"]], np.array(part["bg"])
