"""What is sent of a changed screen, put onto what stood there before, is the whole screen."""

from __future__ import annotations

import random
from io import StringIO

import pyte
import pytest
from app.conftest import Play
from app.players import SCENARIOS, game, settled
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widget import Widget

from tacsim.app.shell.drawing import Frugal, concerned
from tacsim.content.library import find_scenario

SIZE = (110, 34)
KEYS = ("h", "j", "k", "l", "y", "u", "b", "n", "tab", "d", "escape", "x", "e", "plus", "minus",
        "down", "enter", "full_stop", "L", "question_mark", "w")  # fmt: skip


class Glass:
    """A terminal that is sent frames."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(*SIZE)
        self._stream = pyte.Stream(self.screen)
        self._console = Console(
            file=StringIO(), force_terminal=True, color_system="truecolor", width=SIZE[0]
        )

    def put(self, frame) -> None:
        self._stream.feed(frame.render_segments(self._console).replace("\n", "\r\n"))

    def cells(self) -> list[tuple[str, str, str, bool]]:
        lines = (self.screen.buffer[y] for y in range(SIZE[1]))
        return [(c.data, c.fg, c.bg, c.bold) for row in lines for c in map(row.get, range(SIZE[0]))
                if c is not None]  # fmt: skip


def differing(pilot: Pilot[int], glass: Glass) -> list[str]:
    """The lines that stand otherwise on the glass than on the screen drawn anew."""
    anew = Glass()
    anew.put(pilot.app.screen._compositor.render_full_update())
    pairs = zip(glass.screen.display, anew.screen.display, strict=True)
    lines = [f"{here!r} is not {there!r}" for here, there in pairs if here != there]
    return lines or (["colours"] if glass.cells() != anew.cells() else [])


@pytest.mark.asyncio
@pytest.mark.parametrize(("name", "seed"), [("ogre_bridge", 1), ("tower", 2), ("hexes", 3)])
async def test_changes_add_up_to_the_whole_screen(
    play: Play, monkeypatch: pytest.MonkeyPatch, name: str, seed: int
) -> None:
    glass, partial = Glass(), []
    update = Frugal.render_update

    def seen(compositor: Frugal, *args, **kwargs):
        frame = update(compositor, *args, **kwargs)
        if frame is not None:
            partial.append(type(frame).__name__ == "Cells")
            glass.put(frame)
        return frame

    monkeypatch.setattr(Frugal, "render_update", seen)
    own = SCENARIOS / f"{name}.toml"
    a_game = game(own if own.exists() else find_scenario(name))
    dice = random.Random(seed)
    async with play(a_game, size=SIZE) as pilot:
        for _ in range(28):
            await pilot.press(dice.choice(KEYS))
            await settled(pilot)
            await pilot.pause()
            assert differing(pilot, glass) == []
    assert partial.count(True) > 14


regions = st.builds(
    Region, st.integers(0, 20), st.integers(0, 10), st.integers(1, 12), st.integers(1, 8)
)


@given(st.lists(st.tuples(regions, regions), min_size=1, max_size=5), st.sets(regions, max_size=4))
def test_of_what_has_changed_the_foremost_widget_is_drawn(layers, dirty) -> None:
    """Cell by cell: whoever stands foremost in a dirty cell is there, with that line."""
    placed = {Widget(): one for one in layers}
    found = concerned(placed, dirty)
    for cell in {(x, y) for one in dirty for y in one.line_range for x in one.column_range}:
        over = (w for w, (at, clip) in placed.items() if at.intersection(clip).contains(*cell))
        if foremost := next(over, None):
            assert cell[1] in found[foremost][1].line_range


def test_what_has_not_changed_is_left_alone() -> None:
    far, near = Widget(), Widget()
    placed = {far: (Region(0, 0, 5, 5),) * 2, near: (Region(10, 0, 5, 5),) * 2}
    assert [*concerned(placed, {Region(10, 2, 5, 1)})] == [near]
