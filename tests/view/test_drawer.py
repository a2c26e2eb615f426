"""A picture kept is the picture drawn afresh, whatever has changed since."""

from __future__ import annotations

import attrs
import numpy as np
import pytest
import tcod.console

from tacsim.core.components import HitPoints, Position
from tacsim.grid.cells import Body
from tacsim.session.perception import Memory
from tacsim.view.palettes.palette import DARK, LIGHT
from tacsim.view.picture.board import Drawer, Overlay, draw
from tacsim.view.picture.camera import CLOSE
from tacsim.view.picture.elevation import Cut, Slicer
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


def test_a_slice_kept_is_the_slice_drawn_afresh():
    fight, slicer = cubes.towers(), Slicer()
    console = tcod.console.Console(40, 4, order="C")

    def same_slice(cut: Cut, overlay: Overlay) -> bytes:
        fresh = tcod.console.Console(console.width, console.height, order="C")
        Slicer().draw(fresh, fight, cut, overlay, viewer="heroes")
        slicer.draw(console, fight, cut, overlay, viewer="heroes")
        for layer in ("ch", "fg", "bg"):
            assert np.array_equal(console.rgb[layer], fresh.rgb[layer]), layer
        return console.rgb.tobytes()

    reach = {(2, 1, 0): 1, (3, 1, 0): 2}
    cuts = [Cut(0, (1, 1, 0)), Cut(0, (1, 2, 0)), Cut(1, (1, 1, 1)), Cut(0, (1, 1, 0))]
    for overlay in (Overlay(), Overlay(cursor=(2, 1, 0)), Overlay(cursor=(3, 1, 0), reach=reach),
                    Overlay(reach=reach, area=frozenset({(2, 1, 0)}))):  # fmt: skip
        assert len({same_slice(cut, overlay) for cut in cuts}) == len(cuts) - 1
    before = same_slice(cuts[0], Overlay())
    creature = fight.world.creatures[0]
    fight.world.put(creature.id, Position(Body((2, 1, 0), creature.body.extent)))
    assert same_slice(cuts[0], Overlay()) != before
