"""The board: from the battle to strips on the screen, for a 160 x 50 console.

To measure: ``pytest -p benchmark benchmarks``.
"""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import Any

import attrs
import pytest
import tcod.console
from textual.strip import Strip

from tacsim.app.widgets.picture import strips_of
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.components import Position
from tacsim.grid.cells import Body
from tacsim.player.pointing.planning import Planner
from tacsim.rules.battle import Battle
from tacsim.session.session import Session
from tacsim.view.palettes.palette import DARK, LIGHT
from tacsim.view.picture.board import DOUBLE, WALK, Overlay, draw
from tacsim.view.picture.camera import CLOSE, CLOSER, Camera
from tacsim.view.picture.layout import LAYOUTS
from tacsim.view.picture.strips import changed, snapshot

COLUMNS, ROWS = 160, 50
MAPS = Path(__file__).parent.parent / "maps"
BOARDS = {"squares": ("ogre_bridge.toml", CLOSE), "hexes": ("giants_causeway.toml", CLOSER)}
"""A scenario of each layout, and the zoom at which it fills the screen."""


class Board:
    """What the widget does, without the terminal."""

    def __init__(self, scenario: str, zoom: int) -> None:
        self.battle: Battle = begin(read_scenario(MAPS / scenario), seed=1)
        session = Session(self.battle)
        session.begin()
        assert session.decision is not None
        self.actor = session.decision.actor
        field = self.battle.world.field
        camera = Camera(columns=COLUMNS, rows=ROWS, zoom=zoom, width=1, height=1)
        self.camera = camera.over(field.width, field.height, LAYOUTS[field.topology]).clamped()
        self.console = tcod.console.Console(COLUMNS, ROWS, order="C")
        planner = Planner(self.battle, self.actor)
        reach = dict.fromkeys(planner.range.far, DOUBLE) | dict.fromkeys(planner.range.near, WALK)
        self.overlay = Overlay(reach=reach, threatened=planner.danger, cursor=(5, 5))
        self.shown: Any = None
        self.strips: list[Strip] = []

    def paint(self, palette: Any = DARK) -> int:
        """Draw, and make strips of the rows that changed; how many those were."""
        draw(self.console, self.battle, self.camera, self.overlay, palette)
        before, self.shown = self.shown, snapshot(self.console)
        if before is None:
            self.strips = strips_of(list(self.shown))
            return ROWS
        rows = {y for y, _first, _end in changed(before, self.shown)}
        for y in rows:
            self.strips[y] = strips_of([self.shown[y]])[0]
        return len(rows)


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> Board:
    found = Board(*BOARDS[request.param])
    found.paint()
    return found


def test_a_console_to_strips_with_everything_changed(board: Board, benchmark: Any) -> None:
    def convert() -> list[Strip]:
        return strips_of(list(board.shown))

    assert len(benchmark(convert)) == ROWS


def test_a_console_to_strips_with_one_creature_moved(board: Board, benchmark: Any) -> None:
    before = snapshot(board.console)
    at, extent = board.battle.world[board.actor].body
    board.battle.world.put(board.actor, Position(Body((at[0] - 1, at[1]), extent)))
    board.paint()

    def convert() -> list[Strip]:
        rows = {y for y, _first, _end in changed(before, board.shown)}
        return strips_of([board.shown[y] for y in rows])

    assert 0 < len(benchmark(convert)) < 10


def test_drawing_and_strips_with_everything_changed(board: Board, benchmark: Any) -> None:
    palettes = cycle((LIGHT, DARK))
    assert benchmark(lambda: board.paint(next(palettes))) > ROWS // 2


def test_drawing_and_strips_with_one_creature_moved(board: Board, benchmark: Any) -> None:
    at, extent = board.battle.world[board.actor].body
    places = cycle((Body((at[0] - 1, at[1]), extent), Body(at, extent)))

    def step() -> int:
        board.battle.world.put(board.actor, Position(next(places)))
        return board.paint()

    assert 0 < benchmark(step) < 10


def test_drawing_with_the_cursor_moved(board: Board, benchmark: Any) -> None:
    cells = cycle(((5, 5), (6, 5)))

    def move() -> int:
        board.overlay = attrs.evolve(board.overlay, cursor=next(cells))
        return board.paint()

    assert benchmark(move) < 5
