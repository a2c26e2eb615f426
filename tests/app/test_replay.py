"""The replay screen: going about in a saved battle, through anybody's eyes, without touching it."""

from __future__ import annotations

import unicodedata
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from app.halls import hall, person
from app.players import CROSSING, PATIENCE, SCENARIOS, Brawler, game, shown, until
from storage.fights import rewritten, state
from textual.pilot import Pilot
from wcwidth import wcwidth

from tacsim.app.replay.breakpoints_card import BreakpointsCard
from tacsim.app.replay.screen import ReplayScreen
from tacsim.app.replay.scrubber import AHEAD, PASSED, ROUND, SIGNS, Scrubber, Transport
from tacsim.app.shell.app import TacsimApp
from tacsim.core import events as ev
from tacsim.core.agenda import Decision
from tacsim.core.intents import EndTurn, Intent, Move, Strike
from tacsim.player.battle_log import BattleLog, turns
from tacsim.player.breakpoints import Breakpoint, first_hit, read_cell
from tacsim.player.past_log import PastLog
from tacsim.player.playback import Playback
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check
from tacsim.storage.event_index import Highlight
from tacsim.storage.journal import Journal
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline

pytestmark = pytest.mark.asyncio

Watch = Callable[..., AbstractAsyncContextManager[Pilot[int]]]


async def ready(pilot: Pilot[int]) -> ReplayScreen:
    """The replay screen, once nothing is being done beside it."""
    for _ in range(PATIENCE):
        await pilot.pause()
        found = next((s for s in pilot.app.screen_stack if isinstance(s, ReplayScreen)), None)
        if found is not None and not found.reel.busy:
            await pilot.pause()
            return found
        await pilot.pause(0.02)
    raise AssertionError("the replay never came")


async def keys(pilot: Pilot[int], *names: str) -> ReplayScreen:
    """Press keys, each once what the one before began is done."""
    for name in names:
        await pilot.press(name)
        replay = await ready(pilot)
    return replay


def line(pilot: Pilot[int]) -> str:
    """The line below the buttons: what was said last."""
    return shown(pilot).splitlines()[-2].strip()


def numbers(timeline: Timeline, wanted: Callable[[Any], bool]) -> list[int]:
    """The positions right after some events, gone through one after the other."""
    return [entry.number + 1 for entry in timeline if wanted(entry.event)]


@pytest.fixture
def watch(keep: Path) -> Watch:
    @asynccontextmanager
    async def opened(path: Path, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Pilot[int]]:
        app = TacsimApp(keep=keep, replay=path)
        async with app.run_test(size=size) as pilot:
            await ready(pilot)
            yield pilot

    return opened


class Restless(Brawler):
    """A brawler whose ogre runs to and fro, past whoever is in its way."""

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        if decision.is_turn and decision.actor == "ogre":
            to = (8, 3) if battle.world.clock.round % 2 == 0 else (6, 7)
            if check(battle, intent := Move("ogre", to=to)):
                return intent
        return super().choose(battle, decision)


@pytest.fixture
def brawl() -> Path:
    """A battle with blows, opportunities and falls."""
    return saved()


def saved(path: Path = CROSSING, *, fog: bool = False, rounds: int = 5) -> Path:
    """A battle of brawlers."""
    a_game = game(path, fog=fog, saved=True, heroes="ai:greedy")
    fighters = Restless()
    a_game.session.controllers = dict.fromkeys(a_game.session.controllers, fighters)
    a_game.session.begin()
    a_game.session.run(max_rounds=rounds)
    a_game.close()
    assert a_game.save is not None
    return a_game.save


# --- jumps ---------------------------------------------------------------------------------------


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
        assert line(pilot).startswith("From here on there is no")
        await keys(pilot, "end")
        for place in reversed(places):
            await keys(pilot, key.upper())
            assert timeline.position == place
        await keys(pilot, key.upper())
        assert line(pilot).startswith("Before this there is no")


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
        assert line(pilot).startswith("There is nobody who goes down in this battle.")


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


# --- through whose eyes --------------------------------------------------------------------------


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


# --- scrubber ------------------------------------------------------------------------------------


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
    [("event(1)", 1), ("event(-1)", -1), ("turn(1)", 1), ("turn(-1)", -1), ("play", 1)],
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


# --- the file ------------------------------------------------------------------------------------

EVERYTHING = (
    "space", "space", "right", "left", "t", "T", "r", "R", "o", "O", "d", "D", "n", "N", "m", "M",
    "plus", "minus", "home", "end", "tab", "shift+tab", "x", "up", "3", "x", "z", "e", "f", "r",
    "f", "f", "full_stop", "comma", "g", "down", "v", "c", "escape", "escape", "p", "escape",
    "b", "space", "escape", "full_stop", "L", "escape", "question_mark", "escape",
)  # fmt: skip


@pytest.mark.parametrize(
    ("locked", "names"), [(False, EVERYTHING), (True, ("space", "end", "f", "home", "g", "v"))]
)
async def test_watching_never_changes_the_file(
    watch: Watch, brawl: Path, locked: bool, names: tuple[str, ...]
) -> None:
    data, before = brawl.read_bytes(), brawl.stat()
    playing = Journal.resume(brawl) if locked else None
    async with watch(brawl) as pilot:
        for key in names:
            await pilot.press(key)
            await ready(pilot)
        await pilot.press("escape", "escape", "q")
    after = brawl.stat()
    if playing is not None:
        playing.close()
    assert brawl.read_bytes() == data
    assert (after.st_mtime_ns, after.st_size) == (before.st_mtime_ns, before.st_size)
    assert [path.name for path in brawl.parent.iterdir()] == [brawl.name]


# --- what is wrong with it -----------------------------------------------------------------------


def odd_step(plains: list[Any]) -> None:
    """Let the last step that is told of lead somebody who is not there."""
    told = [plain for kind, plain in plains if kind == 3]
    steps = [event for entry in told[-1] for event in entry if event[0] == "stepped"]
    steps[-1][1] = "nobody"


async def test_a_place_that_makes_no_sense_is_told_in_a_line(watch: Watch, brawl: Path) -> None:
    path = rewritten(brawl, odd_step)
    async with watch(path) as pilot:
        replay = await keys(pilot, "home")
        timeline = replay.reel.timeline
        stuck, fresh = [], Timeline(timeline.saved)
        for position in range(timeline.length + 1):
            before = timeline.position
            if replay.reel.seek(position) is not None:
                stuck.append(position)
                assert timeline.position == before
                fresh.seek(before)
                assert state(timeline) == state(fresh)
        step = [e for e in range(timeline.length) if timeline.plain(e)[1] == "nobody"]
        assert stuck == list(range(step[0] + 1, stuck[-1] + 1))
        assert 0 < len(stuck) < timeline.length
        replay.playing._go_to(timeline.length)
        words = [one.text for one in replay.reel.lines()]
        assert sum(f"event {step[0]}: " in one for one in words) == 1
        assert len(words) > 10
        timeline.seek(stuck[0] - 4)
        replay.playing._go_to(stuck[0])  # some of what lies between makes sense
        fresh.seek(stuck[0] - 4)
        assert timeline.position == stuck[0] - 4
        assert state(timeline) == state(fresh)
        await pilot.pause()
        assert line(pilot).startswith(f"event {step[0]}: ")
        await keys(pilot, "home", "r", "r", "f", "end", "left", "left", "f", "L", "escape")


async def test_damage_is_told(watch: Watch, brawl: Path) -> None:
    brawl.write_bytes(brawl.read_bytes()[:-40])
    async with watch(brawl) as pilot:
        assert "! damaged" in shown(pilot)
        assert "cut short" in line(pilot)


async def test_other_rules_are_told_with_what_to_do(watch: Watch, brawl: Path) -> None:
    def foreign(plains: list[Any]) -> None:
        plains[0][1]["fingerprint"] = "other"

    async with watch(rewritten(brawl, foreign)) as pilot:
        assert "! other rules" in shown(pilot)
        assert "g, then f fights it again under today's" in line(pilot)


async def test_names_out_of_a_save_do_nothing_to_the_terminal(watch: Watch, brawl: Path) -> None:
    with Journal.resume(brawl) as journal:
        journal.name(journal.saved.main, "\x1b[31mred[/]\x07")
    async with watch(brawl) as pilot:
        text = shown(pilot)
        assert "?[31mred[/]?" in text
        assert "\x1b" not in text


async def test_a_replay_opens_through_the_eyes_that_were_asked_for(keep: Path, brawl: Path) -> None:
    for side in ("heroes", None):
        app = TacsimApp(keep=keep, replay=brawl, side=side)
        async with app.run_test(size=(120, 40)) as pilot:
            replay = await ready(pilot)
            assert (replay.reel.timeline.side, replay.reel.selection.viewer) == (side, side)
            assert ("as Heroes see it" in shown(pilot)) == (side is not None)
