"""What is sent of a changed screen, put onto what stood there before, is the whole screen."""

from __future__ import annotations

import random
from io import StringIO
from itertools import pairwise

import pyte
import pytest
from app.conftest import Play
from app.players import SCENARIOS, brawled, game, press, seat, settled
from gate import slow
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from textual.geometry import Region, Size
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

from tacsim.app.shell.drawing import Frugal, drawn, foremost
from tacsim.app.widgets.lines import Text
from tacsim.app.widgets.panels import Ending
from tacsim.content.library import find_scenario
from tacsim.player.game import resumed_game

SIZE = (140, 45)
"""Of a terminal in which a battle on levels shows its side view."""
KEYS = ("h", "j", "k", "l", "y", "u", "b", "n", "tab", "d", "escape", "x", "e", "plus", "minus",
        "down", "enter", "full_stop", "L", "question_mark", "w", "F")  # fmt: skip


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


def differing(one: Glass, other: Glass) -> list[str]:
    """The lines that stand otherwise on one glass than on another."""
    pairs = zip(one.screen.display, other.screen.display, strict=True)
    lines = [f"{here!r} is not {there!r}" for here, there in pairs if here != there]
    return lines or (["colours"] if one.cells() != other.cells() else [])


def anew(pilot: Pilot[int]) -> Glass:
    """The screen drawn anew as a whole."""
    glass = Glass()
    glass.put(pilot.app.screen._compositor.render_full_update())
    return glass


@pytest.mark.usefixtures("every_frame")
@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("name", "seed", "fog", "count"),
    [
        ("ogre_bridge", 1, False, 24),
        ("tower", 2, True, 24),
        *slow(
            ("hexes", 3, False, 24),
            ("griffon_cliff", 4, True, 200),
            ("giants_causeway", 5, False, 200),
        ),
    ],
)
async def test_changes_add_up_to_the_whole_screen(
    play: Play, monkeypatch: pytest.MonkeyPatch, name: str, seed: int, fog: bool, count: int
) -> None:
    """Also to one that is drawn from nothing, as it is in a terminal of another size."""
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
    a_game = game(own if own.exists() else find_scenario(name), fog=fog)
    dice = random.Random(seed)
    async with play(a_game, size=SIZE) as pilot:
        for _ in range(count // 4):
            for key in dice.choices(KEYS, k=4):
                await pilot.press(key)
                await settled(pilot)
                await pilot.pause()
            assert differing(glass, anew(pilot)) == []
        for _ in range(3):
            await pilot.press("escape")
            await settled(pilot)
        before = anew(pilot)
        for by in (1, 0):
            await pilot.resize_terminal(SIZE[0] + by, SIZE[1] + by)
            await settled(pilot)
            await pilot.pause()
        assert differing(before, glass) == []
    assert partial.count(True) > count / 2


@pytest.mark.asyncio
async def test_the_log_and_its_bar_are_at_the_end_from_whatever_size_one_comes(play: Play) -> None:
    """Also after a layout that was made for a terminal of another size."""
    async with play(resumed_game(brawled(3)), size=SIZE) as pilot:
        await press(pilot, "escape")
        before = anew(pilot)
        log = pilot.app.screen.query_one("#log", Ending)
        assert log.max_scroll_y > 0
        for by in (1, -1, -5, 5):
            await pilot.resize_terminal(SIZE[0], SIZE[1] + by)
            await settled(pilot)
            assert log.is_vertical_scroll_end
            await pilot.resize_terminal(*SIZE)
            await settled(pilot)
            assert differing(before, anew(pilot)) == []


regions = st.builds(
    Region, st.integers(0, 20), st.integers(0, 10), st.integers(1, 12), st.integers(1, 8)
)


@given(st.lists(st.tuples(regions, regions), max_size=5), st.integers(0, 17))
def test_in_each_cell_of_a_line_the_foremost_widget_shows(layers, y) -> None:
    placed = {Widget(): one for one in layers}
    found = foremost(placed, y, 24)
    for x in range(24):
        over = (w for w, (at, clip) in placed.items() if at.intersection(clip).contains(x, y))
        here = [(w, at) for left, right, w, at in found if left <= x < right]
        wanted = next(over, None)
        assert here == ([(wanted, placed[wanted][0])] if wanted else [])


class Numbered(Widget):
    """Says of each of its cells in which line and column it is, and counts what it is asked."""

    asked = 0

    def render_lines(self, crop: Region) -> list[Strip]:
        self.asked += 1
        return [
            Strip([Segment("".join(chr(100 * y + x) for x in crop.column_range))])
            for y in crop.line_range
        ]


@given(st.sets(st.tuples(st.integers(3, 9), st.integers(0, 2)), min_size=1))
def test_parts_of_lines_are_the_cells_that_lie_there(places) -> None:
    """Places of ten columns, of which the third to ninth are wanted, or less."""
    widget, at = Numbered(), Region(20, 2, 60, 30)
    parts = sorted((y, 20 + 10 * n + 3, 20 + 10 * n + 9 - n) for y, n in places)
    found = [(y, x, strip.text) for x, y, strip in drawn(widget, at, parts)]
    assert found == [
        (y, x, "".join(chr(100 * (y - 2) + n - 20) for n in range(x, end))) for y, x, end in parts
    ]
    lines = sorted({y for y, _n in places})
    assert widget.asked == 1 + sum(b - a > 1 for a, b in pairwise(lines))


class Wide(Widget):
    """Lines of characters of two columns."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return [Strip([Segment("오거" * 20)]).crop(crop.x, crop.right) for _y in crop.line_range]


@pytest.mark.parametrize("first", range(2, 6))
@pytest.mark.parametrize("end", range(7, 11))
@pytest.mark.parametrize(("left", "right"), [(0, 80), (2, 10), (3, 9)])
def test_a_part_takes_no_half_of_a_character(first: int, end: int, left: int, right: int) -> None:
    """What lies beyond what shows of the line is another's."""
    first, end = max(first, left), min(end, right)
    line = Strip([Segment("오거" * 20)]).crop(left, right)
    ((x, _y, strip),) = drawn(Wide(), Region(0, 0, 80, 1), [(0, first, end)], [(left, right)])
    assert left <= x <= first
    assert x + strip.cell_length in range(end, right + 1)
    assert line.crop(x - left, x + strip.cell_length - left).text == strip.text
    whole = strip.text.strip(" ")
    assert " " not in whole
    assert x % 2 == 0 or x == left
    assert strip.text[0] != " " or left % 2


def test_what_lies_behind_takes_no_character_out_of_what_lies_before() -> None:
    compositor, (front, left, right) = Frugal(), [Wide(), Wide(), Wide()]
    compositor.size = Size(20, 1)
    regions = {front: Region(3, 0, 14, 1), left: Region(0, 0, 8, 1), right: Region(8, 0, 12, 1)}
    compositor._visible_widgets = {one: (region, region) for one, region in regions.items()}
    (strip,) = compositor.render_strips()
    assert strip.text == "오 오거오거오거오 거"


@pytest.mark.asyncio
async def test_of_the_order_the_rows_that_differ_are_drawn(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, really = set[int](), Text.strips

    def strips(text: Text, parts):
        if text.id == "order-text":
            rows.update(y for y, _left, _right in parts)
        return really(text, parts)

    def row_of_the_one_pointed_at() -> int:
        name = seat(pilot).battle.world[seat(pilot).selection.at_cursor()].name
        lines = pilot.app.screen.query_one("#order-text", Text).lines
        return next(y for y, line in enumerate(lines) if name in str(line))

    monkeypatch.setattr(Text, "strips", strips)
    async with play(game(), size=(120, 40)) as pilot:
        await press(pilot, "tab")
        one = row_of_the_one_pointed_at()
        rows.clear()
        await press(pilot, "tab")
        other = row_of_the_one_pointed_at()
        assert one != other
        assert rows == {one, other}
