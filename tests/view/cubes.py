"""Battles on cubes for drawing, and levels counted cube by cube."""

from __future__ import annotations

import tcod.console
from pool.fights import fight

from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.view.palettes.palette import DARK
from tacsim.view.picture.board import Overlay, draw
from tacsim.view.picture.camera import Camera
from tacsim.view.picture.layout import SQUARES

GROUND = """
............
.##..,,,..T.
.#...,,,....
.##.........
......~~~...
.:....~~~..^
"""
FIRST = """

 ###......T

 ###
       =
   ;
"""
SECOND = """

 #  ,

 ##


"""
SOLID, BEARING = "#T^", ".,;%=~"


def level(text: str, like: str = GROUND) -> str:
    """A level drawn without what is to its right and below, as large as the lowest one."""
    rows = like.strip("\n").split("\n")
    drawn = [*text.split("\n")[1:], *[""] * len(rows)][: len(rows)]
    return "\n".join(row.ljust(len(rows[0])) for row in drawn)


LEVELS = (GROUND.strip("\n"), level(FIRST), level(SECOND), level(""))


def towers(fog: bool = False, **more) -> Battle:
    """A battle with somebody on every level: on the ground, on a bridge, on a wall, in the air."""
    creatures = {
        "A": {"at": (6, 1, 1)},
        "B": {"at": (4, 4, 0)},
        "G": {"at": (9, 3, 2), "kind": "griffon"},
        "o": {"at": (3, 2, 0), "kind": "ogre"},
        "p": {"at": (8, 1, 1), "conditions": ["prone"]},
        "w": {"at": (1, 5, 3), "kind": "sky_lancer"},
    }
    battle = fight(*LEVELS, **{**creatures, **more})
    battle.fog = fog
    return battle


def below(glyphs: tuple[str, ...], x: int, y: int, z: int) -> tuple[int, bool]:
    """The level of what is seen from a cube straight down, and whether that is a solid's top."""
    rows = [text.split("\n") for text in glyphs]
    for found in range(z, -1, -1):
        glyph = rows[found][y][x]
        if glyph in SOLID + BEARING or not found:
            return found, glyph in SOLID and found < z
    raise AssertionError


def body(*at: int, n: int = 1) -> Body:
    return Body(tuple(at), (n, n, n))


FULL = Overlay(
    reach={(x, y, z): 1 + x // 6 for x in range(12) for y in range(3, 6) for z in range(4)},
    threatened=frozenset((x, y, z) for x in range(2, 7) for y in range(5) for z in range(3)),
    path=(body(7, 1, 1), body(7, 2, 1), body(7, 3, 0), body(8, 3, 0), body(8, 3, 1), body(8, 3, 2)),
    costs=(1, 2, 3, 4, 12, 13),
    provoking={(7, 2, 1): ("o",), (8, 3, 0): ("o",)},
    cursor=(8, 3, 2),
    target="o",
    flash={(4, 4, 0): "hit"},
    area=frozenset((x, 5, z) for x in range(3, 6) for z in range(3)),
)


def camera_for(battle: Battle, zoom: int) -> Camera:
    """A camera that shows all of the plane."""
    field, shape = battle.world.field, SQUARES.shapes[zoom]
    return Camera(field.width, field.height, field.width * shape.wide, field.height * shape.high,
                  zoom=zoom)  # fmt: skip


def drawn(battle, at, overlay=None, zoom=1, palette=DARK, memory=None, viewer="heroes", plan=False):
    camera = camera_for(battle, zoom)
    console = tcod.console.Console(camera.columns, camera.rows)
    draw(console, battle, camera, overlay or Overlay(), palette, memory, viewer=viewer, level=at,
         plan=plan)  # fmt: skip
    return console
