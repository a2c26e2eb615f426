"""What a replay stops at, and the card on which that is set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app.players import shown
from app.replay.watchers import Watch, keys, line, ready

from tacsim.app.replay.breakpoints_card import BreakpointsCard
from tacsim.core import events as ev
from tacsim.player.record.breakpoints import Breakpoint, first_hit, read_cell
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline

pytestmark = pytest.mark.asyncio


STEP = ev.Stepped("ogre", (1, 1), (2, 1), 1, 1, (2, 2))
BLOW = ev.Struck("ann", "bob", "club", "critical", (), False, 20, 22, 10)


@pytest.mark.parametrize(
    ("point", "event", "hit"),
    [
        (Breakpoint("downed"), ev.Downed("ann", "bob"), True),
        (Breakpoint("downed"), BLOW, False),
        (Breakpoint("critical"), BLOW, True),
        (Breakpoint("critical"), ev.Struck("a", "b", "club", "hit", (), False, 9, 9, 9), False),
        (Breakpoint("struck"), BLOW, True),
        (Breakpoint(creature="bob"), BLOW, True),
        (Breakpoint(creature="ann"), BLOW, True),
        (Breakpoint(creature="eve"), BLOW, False),
        (Breakpoint(creature="bob"), ev.TurnStarted("bob"), True),
        (Breakpoint(creature="bob"), ev.Downed("ann", "bob"), True),
        (Breakpoint(creature="ann"), ev.Downed("ann", "bob"), False),
        (Breakpoint(creature="ogre"), STEP, False),
        (Breakpoint(creature="eve"), ev.AreaMade("ann", "cone", ((1, 1),), ("eve",)), True),
        *((Breakpoint(cell=cell), STEP, True) for cell in ((2, 1), (3, 1), (2, 2), (3, 2))),
        (Breakpoint(cell=(1, 1)), STEP, False),
        (Breakpoint(cell=(4, 1)), STEP, False),
        (Breakpoint(cell=(1, 1)), ev.AreaMade("ann", "cone", ((1, 1),), ()), True),
        (Breakpoint(cell=(1, 1)), BLOW, False),
    ],
)
async def test_what_a_breakpoint_is_met_by(point: Breakpoint, event: Any, hit: bool) -> None:
    assert point.hit(event) is hit
    assert not hit or event.NAME in point.names


async def test_the_first_hit_of_a_battle_is_found(brawl: Path) -> None:
    timeline = Timeline(read(brawl))
    points = (Breakpoint("downed"), Breakpoint(creature="wolf"), Breakpoint(cell=(7, 4)))
    wanted = [e.number for e in timeline if any(point.hit(e.event) for point in points)]
    assert len(wanted) > 3
    found, at = [], 0
    while (hit := first_hit(timeline, range(at, timeline.length), points)) is not None:
        found.append(hit[0].number)
        at = hit[0].number + 1
    assert found == wanted


@pytest.mark.parametrize(
    ("text", "size", "found"),
    [
        ("0,0", (4, 3), (0, 0)),
        (" ( 3 , 2 ) ", (4, 3), (3, 2)),
        ("4,2", (4, 3), None),
        ("3,3", (4, 3), None),
        ("1,2,0", (4, 3, 2), (1, 2, 0)),
        ("1,2", (4, 3, 2), None),
        ("1,2,3", (4, 3), None),
        ("-1,2", (4, 3), None),
        ("one,2", (4, 3), None),
        ("", (4, 3), None),
        ("9" * 5000 + ",1", (4, 3), None),
        ("²,1", (4, 3), None),
    ],
)
async def test_cells_as_they_are_typed(text: str, size: tuple[int, ...], found: Any) -> None:
    answer = read_cell(text, size)
    assert answer == found if found is not None else isinstance(answer, str)


async def test_breakpoints_are_set_on_a_card(watch: Watch, brawl: Path) -> None:
    async with watch(brawl, (80, 24)) as pilot:
        replay = await keys(pilot, "home", "b")
        card = pilot.app.screen
        assert isinstance(card, BreakpointsCard)
        await pilot.press("space", "slash", *"7,4", "enter")
        await pilot.pause()
        assert "✓ (7,4)" in shown(pilot)
        await pilot.press("slash", *"70,4", "enter")
        await pilot.pause()
        assert "(70,4) is not on the map" in shown(pilot)
        await pilot.press("escape", "escape")
        await ready(pilot)
        assert replay.reel.points == (Breakpoint("round_started"), Breakpoint(cell=(7, 4)))
        assert line(pilot).startswith("stops at a round begins; (7,4)")
        await keys(pilot, "b")
        await pilot.press("space", "escape")
        await ready(pilot)
        assert replay.reel.points == (Breakpoint(cell=(7, 4)),)
        await keys(pilot, "b")
        await pilot.press("c", "escape")
        await ready(pilot)
        assert replay.reel.points == ()


async def test_the_cell_under_the_cursor_can_be_stopped_at(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "t", "x", "right", "b")
        await pilot.press("end", "enter", "escape")
        await ready(pilot)
        assert replay.reel.points == (Breakpoint(cell=replay.reel.selection.cursor),)
