"""A picture kept is the picture drawn afresh, whatever has changed since."""

from __future__ import annotations

import attrs
import numpy as np
import pytest
import tcod.console

from tacsim.core.components import HitPoints, Position
from tacsim.grid.cells import Body
from tacsim.session.perception import Memory
from tacsim.view.board import Drawer, Overlay, draw
from tacsim.view.camera import CLOSE
from tacsim.view.palette import DARK, LIGHT
from view import cubes, hexes
from view.squares import FULL, camera_for, skirmish


def same(drawer: Drawer, console: tcod.console.Console, *what, **how) -> None:
    """Draw with a drawer, and hold it against a console drawn for the first time."""
    fresh = tcod.console.Console(console.width, console.height, order="C")
    draw(fresh, *what, **how)
    drawer.draw(console, *what, **how)
    for layer in ("ch", "fg", "bg"):
        assert np.array_equal(console.rgb[layer], fresh.rgb[layer]), layer


def test_whatever_changes_between_two_pictures_shows():
    fight, drawer = skirmish(), Drawer()
    camera = camera_for(fight, CLOSE)
    console = tcod.console.Console(camera.columns, camera.rows, order="C")
    reach = {(3, 3): 1, (4, 3): 1}
    for overlay in (FULL, Overlay(cursor=(2, 2)), Overlay(cursor=(5, 2), reach=reach),
                    Overlay(cursor=(6, 2), reach=reach), Overlay(reach={(9, 9): 1})):  # fmt: skip
        same(drawer, console, fight, camera, overlay)
    same(drawer, console, fight, camera, FULL, LIGHT)
    same(drawer, console, fight, camera.scrolled(1, 1), FULL, LIGHT)
    fight.world.put("A", Position(Body((7, 7), (1, 1))))
    same(drawer, console, fight, camera, FULL, DARK)
    fight.world.put("A", attrs.evolve(fight.world.get("A", HitPoints), current=5))
    same(drawer, console, fight, camera, FULL, DARK, viewer="heroes")


def test_what_a_side_learns_meanwhile_shows():
    fight, drawer = skirmish(), Drawer()
    fight.fog = True
    memory = Memory(fight, "heroes")
    camera = camera_for(fight, CLOSE)
    console = tcod.console.Console(camera.columns, camera.rows, order="C")
    same(drawer, console, fight, camera, FULL, DARK, memory)
    fight.world.put("A", Position(Body((20, 10), (1, 1))))
    memory.update()
    same(drawer, console, fight, camera, FULL, DARK, memory)
    same(drawer, console, fight, camera, FULL, DARK, Memory(fight, "raiders"))


@pytest.mark.parametrize("grid", [hexes, cubes])
def test_the_other_grids_too(grid):
    fight, drawer = getattr(grid, "skirmish", getattr(grid, "towers", None))(), Drawer()
    axes, camera = fight.world.field.axes, grid.camera_for(fight, CLOSE)
    console = tcod.console.Console(camera.columns, camera.rows, order="C")
    for x in range(3):
        cursor = (x, 1, 0)[:axes]
        same(drawer, console, fight, camera, Overlay(cursor=cursor))
        same(drawer, console, fight, camera, Overlay(cursor=cursor), level=axes - 2)
