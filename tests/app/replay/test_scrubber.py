"""The scrubber and the buttons below it, in a replay and alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from app.players import shown, until
from app.replay.watchers import Watch, keys, ready
from textual.pilot import Pilot
from wcwidth import wcwidth

from tacsim.app.replay.scrubber import AHEAD, PASSED, ROUND, SIGNS, Scrubber, Transport
from tacsim.storage.event_index import Highlight

pytestmark = pytest.mark.asyncio


async def test_every_glyph_is_one_column_wide_everywhere() -> None:
    signs = [PASSED, AHEAD, ROUND, "◉", *(sign for sign, _style in SIGNS.values())]
    texts = [one.text for one in Transport("t").buttons] + ["▮▮", "↳", "▸", "✓", "✕", *signs]
    for char in "".join(texts):
        assert wcwidth(char) == 1, char
        assert unicodedata.east_asian_width(char) in ("N", "Na", "H"), char


def scrubbers(pilot: Pilot[int]) -> Iterator[Scrubber]:
    yield pilot.app.screen.query_one(Scrubber)


async def test_the_scrubber_draws_rounds_and_marks(watch: Watch, brawl: Path) -> None:
    async with watch(brawl, (120, 40)) as pilot:
        scrubber = next(scrubbers(pilot))
        marks = [Highlight(49, "down"), Highlight(49, "opportunity"), Highlight(74, "critical")]
        scrubber.put(25, 100, marks, [(0, 1), (99, 2), (100, 3)])
        drawn = scrubber.render().plain
        width = scrubber.content_size.width
        last = width - 1
        assert len(drawn) == width
        assert drawn[:2] == "|1"
        assert drawn[round(last * 0.25)] == "◉"
        assert drawn[round(last * 0.5)] == "x"
        assert drawn[round(last * 0.75)] == "!"
        assert drawn[last] == "|"
        assert set(drawn[2 : round(last * 0.25)]) == {PASSED}
        assert set(drawn[round(last * 0.25) + 1 : round(last * 0.5)]) == {AHEAD}


async def test_a_click_on_a_mark_leads_just_there(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "home")
        timeline, scrubber = replay.reel.timeline, next(scrubbers(pilot))
        for place in [m.number + 1 for m in timeline.index.highlights if m.kind == "down"]:
            column = scrubber._column(place)
            await pilot.click(Scrubber, offset=(column + 1, 0))
            await ready(pilot)
            assert timeline.position == place


async def test_dragging_follows_the_pointer(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "home")
        timeline = replay.reel.timeline
        await pilot.mouse_down(Scrubber, offset=(1, 0))
        found = []
        for column in (20, 60, 118, 40):
            await pilot.hover(Scrubber, offset=(column, 0))
            await pilot.pause()
            found.append(timeline.position)
        await pilot.mouse_up(Scrubber, offset=(40, 0))
        assert found[0] < found[1] < found[2] == timeline.length
        assert timeline.position == found[3] < found[1]
        await pilot.hover(Scrubber, offset=(90, 0))
        await pilot.pause()
        assert timeline.position == found[3]


@pytest.mark.parametrize(
    ("action", "moved"),
    [
        ("event(1)", 1),
        pytest.param("event(-1)", -1, marks=pytest.mark.slow),
        pytest.param("turn(1)", 1, marks=pytest.mark.slow),
        ("turn(-1)", -1),
        ("play", 1),
    ],
)
async def test_buttons_do_what_their_keys_do(
    watch: Watch, brawl: Path, action: str, moved: int
) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "o")
        timeline = replay.reel.timeline
        before, x = timeline.position, 0
        for one in replay.query_one(Transport).buttons:
            if one.action == action:
                break
            x += len(one.text)
        await keys(pilot, *["plus"] * 4)
        await pilot.click(Transport, offset=(x + 1, 0))
        await until(pilot, lambda: (timeline.position - before) * moved > 0)


async def test_the_speed_is_between_half_and_sixteen(watch: Watch, brawl: Path) -> None:
    async with watch(brawl, (80, 24)) as pilot:
        for key, ends in (("minus", "0.5x"), ("plus", "16x")):
            await keys(pilot, *[key] * 8)
            assert ends in shown(pilot)
