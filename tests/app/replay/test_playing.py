"""Going about in a saved battle: jumps, breakpoints, looking around."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app.players import shown, until
from app.replay.watchers import Watch, keys, line, numbers, ready, saved
from textual.widgets import OptionList

from tacsim.app.replay.screen import ReplayScreen
from tacsim.app.widgets.lines import Text
from tacsim.app.widgets.log import LogScreen
from tacsim.core import events as ev
from tacsim.player.record.breakpoints import Breakpoint

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("o", lambda event: isinstance(event, ev.Took)),
        ("d", lambda event: isinstance(event, ev.Downed)),
    ],
)
async def test_jumps_lead_to_each_in_turn_and_back(
    watch: Watch, brawl: Path, key: str, wanted: Any
) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "home")
        timeline = replay.reel.timeline
        places = numbers(timeline, wanted)
        assert places
        for index, place in enumerate(places, 1):
            await keys(pilot, key)
            assert timeline.position == place
            assert line(pilot).startswith(f"{index} of {len(places)}: ")
        await keys(pilot, key)
        assert timeline.position == places[-1]
        assert line(pilot).startswith(("From here on there is no ", "From here on nobody "))
        await keys(pilot, "end")
        for place in reversed(places):
            await keys(pilot, key.upper())
            assert timeline.position == place
        await keys(pilot, key.upper())
        assert line(pilot).startswith(("Before this there is no ", "Before this nobody "))


async def test_a_jump_tells_what_is_there(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "home", "o")
        took = next(e.event for e in replay.reel.timeline if isinstance(e.event, ev.Took))
        names = [replay.reel.timeline.battle.world[one].name for one in (took.actor, took.against)]
        assert "Opportunity: {} strikes {}".format(*names) in line(pilot)
        await keys(pilot, "d")
        assert "goes down" in line(pilot)


async def test_where_there_is_none_at_all_it_is_said(watch: Watch) -> None:
    async with watch(saved(rounds=0)) as pilot:
        await keys(pilot, "d")
        assert line(pilot).startswith("Nobody goes down in this battle.")


async def test_turns_of_the_creature_pointed_at_or_acting(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "home", "t", "t", "t")
        timeline = replay.reel.timeline
        turns = numbers(timeline, lambda e: isinstance(e, ev.TurnStarted) and e.actor == "brin")
        assert timeline.position == turns[0]
        await keys(pilot, "n")
        assert timeline.position == turns[1]
        assert line(pilot).startswith(f"Turn 2 of {len(turns)} of Brin")
        await keys(pilot, "N")
        assert timeline.position == turns[0]
        replay.reel.chosen = "wolf"
        await keys(pilot, "n")
        wolf = numbers(timeline, lambda e: isinstance(e, ev.TurnStarted) and e.actor == "wolf")
        assert timeline.position == wolf[0]


async def test_a_creature_pointed_at_is_stayed_with(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "home", "tab")
        selection, timeline = replay.reel.selection, replay.reel.timeline
        chosen = replay.reel.chosen
        assert chosen is not None
        for key in ("t", "t", "end"):
            await keys(pilot, key)
            assert selection.cursor == timeline.battle.world[chosen].at
        await keys(pilot, "escape")
        assert replay.reel.chosen is None
        assert not selection.pointing
        assert isinstance(pilot.app.screen, ReplayScreen)


async def test_looking_around_moves_the_cursor_and_not_the_battle(
    watch: Watch, brawl: Path
) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "t", "x")
        selection, timeline = replay.reel.selection, replay.reel.timeline
        start, place = selection.cursor, timeline.position
        await keys(pilot, "right", "down", "3")
        assert selection.cursor == (start[0] + 2, start[1] + 2)
        assert timeline.position == place
        assert "floor" in line(pilot)
        await keys(pilot, "x", "right")
        assert timeline.position > place


# --- breakpoints ---------------------------------------------------------------------------------


async def test_playing_stops_at_a_breakpoint_and_says_why(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "home")
        timeline = replay.reel.timeline
        falls = numbers(timeline, lambda e: isinstance(e, ev.Downed))
        replay.reel.points = (Breakpoint("downed"),)
        timeline.seek(falls[0] - 6)
        await keys(pilot, *["plus"] * 5, "space")
        await until(pilot, lambda: not replay.playing.plays)
        assert timeline.position == falls[0]
        assert line(pilot).startswith("Stopped at somebody goes down: ")
        assert "held" in shown(pilot)
        await keys(pilot, "space")
        await until(pilot, lambda: timeline.position > falls[0])


async def test_from_breakpoint_to_breakpoint(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "home", "full_stop")
        assert line(pilot).startswith("Nothing is set to stop at")
        timeline = replay.reel.timeline
        replay.reel.points = (Breakpoint(creature="wolf"),)
        places = numbers(timeline, replay.reel.points[0].hit)
        for place in places:
            await keys(pilot, "full_stop")
            assert timeline.position == place
            assert line(pilot).startswith("Stopped at Wolf: ")
        await keys(pilot, "full_stop")
        assert timeline.position == places[-1]
        assert line(pilot).startswith("From here on there is nothing to stop at")
        for place in reversed(places[-3:-1]):
            await keys(pilot, "comma")
            assert timeline.position == place


async def test_a_click_in_the_order_points_and_one_in_the_log_opens_it_there(
    watch: Watch, brawl: Path
) -> None:
    async with watch(brawl, size=(120, 40)) as pilot:
        replay = await keys(pilot, "end")
        texts = {
            part: pilot.app.screen.query_one(f"#{part}-text", Text) for part in ("order", "log")
        }
        rows = {part: list(map(str, text.lines)) for part, text in texts.items()}
        row = next(at for at, row in enumerate(rows["order"]) if "Ogre" in row)
        await pilot.click(texts["order"], offset=(5, row))
        await ready(pilot)
        assert replay.reel.chosen == "ogre"
        row = max(at for at, row in enumerate(rows["log"]) if row.endswith("'s turn"))
        await pilot.click(texts["log"], offset=(5, row))
        await until(pilot, lambda: isinstance(pilot.app.screen, LogScreen))
        menu = pilot.app.screen.query_one(OptionList)
        assert menu.highlighted is not None
        assert rows["log"][row] in str(menu.get_option_at_index(menu.highlighted).prompt)


async def test_each_press_of_right_shows_something_new_and_a_blow_with_what_it_does(
    watch: Watch, brawl: Path
) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "home")
        timeline, blows = replay.reel.timeline, 0
        seen: list[int] = []
        while timeline.position < timeline.length and blows < 2:
            before, told = shown(pilot).splitlines(), len(replay.reel.lines())
            hp = {one.id: one.hp.current for one in timeline.battle.world.creatures}
            await keys(pilot, "right")
            after = shown(pilot).splitlines()
            fresh = replay.reel.lines()[told:]
            moved = isinstance(timeline.entry and timeline.entry.event, ev.Stepped)
            counted = [row for row in after if "event " in row]
            assert (
                fresh
                or moved
                or [row for row in after if row not in counted]
                != [row for row in before if "event " not in row]
            )
            assert len(fresh) <= 2
            hurt = [one for one in timeline.battle.world.creatures if one.hp.current < hp[one.id]]
            assert bool(hurt) == any(" damage" in text.text for text in fresh)
            blows += bool(hurt)
            seen.append(timeline.position)
        assert blows
        assert len(seen) < timeline.position
        back = [timeline.position]
        while timeline.position > 0:
            await keys(pilot, "left")
            back.append(timeline.position)
        assert set(back) >= set(seen), "the same way back"
        await keys(pilot, "right_square_bracket", "right_square_bracket")
        assert timeline.position == timeline.stops[2], "every event can be come to"
