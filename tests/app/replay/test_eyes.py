"""A saved battle through anybody's eyes."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.halls import hall, person
from app.players import CROSSING, SCENARIOS, game, shown
from app.replay.watchers import Restless, Watch, keys, ready, saved

from tacsim.app.shell.app import TacsimApp
from tacsim.core import events as ev
from tacsim.core.intents import EndTurn, Move, Strike
from tacsim.player.record.battle_log import BattleLog, turns
from tacsim.player.record.past_log import PastLog
from tacsim.player.record.playback import Playback
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("fog", [True, False])
async def test_a_side_shows_what_it_sees_and_no_more(watch: Watch, fog: bool) -> None:
    async with watch(saved(SCENARIOS / "wall.toml", fog=fog, rounds=3), (80, 24)) as pilot:
        replay = await keys(pilot, "t")
        timeline = replay.reel.timeline
        sides = [side.id for side in timeline.battle.world.sides.items]
        for side in sides:
            await keys(pilot, "f")
            assert timeline.side == side
            memory = timeline.memory
            assert memory is not None
            hidden = [c for c in timeline.battle.world.creatures if c.id not in memory.known]
            assert hidden
            text = shown(pilot)
            assert f"as {timeline.battle.world.sides[side].name} see it" in text
            assert not [one.name for one in hidden if one.name in text]
            state = replay.field.board.state
            assert state is not None
            assert (state.memory, state.viewer) == (memory, side)
        everything = await keys(pilot, "f")
        assert timeline.side is None
        assert everything.field.board.state is not None
        assert everything.field.board.state.memory is None
        assert all(one.name in shown(pilot) for one in timeline.battle.world.creatures)


async def test_the_log_follows_the_eyes(watch: Watch) -> None:
    async with watch(saved(SCENARIOS / "wall.toml", fog=True, rounds=3)) as pilot:
        replay = await keys(pilot, "end")
        everything = [one.text for one in replay.reel.lines()]
        await keys(pilot, "f")
        told = [one.text for one in replay.reel.lines()]
        assert len(told) < len(everything)
        await keys(pilot, "L")
        assert "Log" in shown(pilot)
        await pilot.press("escape")
        await keys(pilot, "f", "f")
        assert [one.text for one in replay.reel.lines()] == everything


@pytest.mark.parametrize("scenario", [CROSSING, SCENARIOS / "wall.toml"])
async def test_a_side_reads_what_it_read_while_the_battle_was_fought(scenario: Path) -> None:
    fought = game(scenario, fog=True, saved=True, heroes="ai:greedy")
    fighters = Restless()
    fought.session.controllers = dict.fromkeys(fought.session.controllers, fighters)
    playback = Playback(fought.opening, fought.session.onlookers.memories)
    battle_log = BattleLog(playback)
    fought.session.begin()
    fought.session.run(max_rounds=5)
    fought.close()
    for batch in turns(fought.session.entries):
        playback.take(batch)
        battle_log.take(batch)
        while playback.busy:
            battle_log.shown(playback.show_next())
    assert fought.save is not None
    timeline = Timeline(read(fought.save))
    past_log = PastLog(timeline)
    for side in timeline.battle.world.sides.items:
        assert past_log.lines(timeline.length, side.id) == battle_log.lines(side.id)
    assert past_log.lines(timeline.length) == battle_log.lines(None)


DARK = """
[map]
light = "dark"
grid = '''
............
............
............
'''
[[map.lamp]]
at = [2, 1]
radius = 4
"""


async def test_a_blow_from_the_dark_stays_nameless_when_the_battle_is_gone_on_with(
    tmp_path: Path,
) -> None:
    """Snag shoots out of the dark and comes into the light in the same turn."""
    path = tmp_path / "dark.toml"
    aldis = person("aldis", "human_fighter", "heroes", (2, 1), 5)
    path.write_text(hall(DARK, aldis, person("snag", "goblin_archer", "raiders", (10, 1), 20)))
    fought = game(path, fog=True, saved=True)
    fought.session.begin()
    for intent in (Strike("snag", "aldis"), Move("snag", to=(5, 1)), EndTurn("snag")):
        assert not isinstance(fought.session.submit(intent)[0].event, ev.IntentRefused)
    fought.close()
    assert fought.save is not None
    timeline = Timeline(read(fought.save))
    lines = [line.text for line in PastLog(timeline).lines(timeline.length, "heroes")]
    told = [line for line in lines if "strikes" in line or "walks" in line]
    assert len(told) == 2
    assert told[0].startswith("Something unseen strikes Aldis")
    assert told[1].startswith("Snag walks")
    assert not any("Snag" in line for line in lines[: lines.index(told[1])])


async def test_the_position_stays_under_other_eyes(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        replay = await keys(pilot, "d")
        timeline = replay.reel.timeline
        place = timeline.position
        for _ in range(3):
            await keys(pilot, "f")
            assert timeline.position == place
        assert timeline.side is None


async def test_a_replay_opens_through_the_eyes_that_were_asked_for(keep: Path, brawl: Path) -> None:
    for side in ("heroes", None):
        app = TacsimApp(keep=keep, replay=brawl, side=side)
        async with app.run_test(size=(120, 40)) as pilot:
            replay = await ready(pilot)
            assert (replay.reel.timeline.side, replay.reel.selection.viewer) == (side, side)
            assert ("as Heroes see it" in shown(pilot)) == (side is not None)
