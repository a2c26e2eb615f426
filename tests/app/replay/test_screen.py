"""A replay never touches its file, and says what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest
from app.players import shown, until
from app.replay.watchers import Watch, keys, line, ready
from gate import slow
from storage.fights import rewritten, state
from textual.pilot import Pilot
from textual.timer import Timer

from tacsim.app.menus.saves import SavesScreen
from tacsim.app.replay.screen import ReplayScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.player.record.past_log import load
from tacsim.storage.journal import Journal
from tacsim.storage.timeline import Timeline

pytestmark = pytest.mark.asyncio


EVERYTHING = (
    "space", "space", "right", "left", "t", "T", "r", "R", "o", "O", "d", "D", "n", "N", "m", "M",
    "plus", "minus", "home", "end", "tab", "shift+tab", "x", "up", "3", "x", "z", "e", "f", "r",
    "f", "f", "full_stop", "comma", "g", "down", "v", "c", "escape", "escape", "p", "escape",
    "b", "space", "escape", "full_stop", "L", "escape", "question_mark", "escape",
)  # fmt: skip


@pytest.mark.parametrize(
    ("locked", "names"),
    [(False, EVERYTHING), *slow((True, ("space", "end", "f", "home", "g", "v")))],
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


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> Event:
    """A save is read as soon as this is set."""
    read = Event()
    monkeypatch.setattr("tacsim.app.replay.screen.load", lambda path: read.wait(60) and load(path))
    return read


async def test_keys_typed_while_a_save_is_read_are_done_once_it_is_shown(
    keep: Path, watch: Watch, brawl: Path, slow_disk: Event
) -> None:
    slow_disk.set()
    async with watch(brawl) as pilot:
        replay = await keys(pilot, *["right_square_bracket"] * 3)
        third = replay.reel.timeline.position
    slow_disk.clear()
    app = TacsimApp(keep=keep, replay=brawl)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and app.screen._laid_out)
        for key in ("right_square_bracket", "right_square_bracket", "right_square_bracket"):
            await pilot.press(key)
        slow_disk.set()
        replay = await ready(pilot)
        await until(pilot, lambda: replay.reel.timeline.position == third)


async def test_who_leaves_while_a_save_is_read_has_typed_nothing_into_the_list_beneath(
    keep: Path, brawl: Path, slow_disk: Event
) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, SavesScreen) and app.screen.stands)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and app.screen._laid_out)
        for key in ("right", "d", "escape"):
            await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, SavesScreen) and app.screen.stands)
        slow_disk.set()
        await pilot.pause()
        assert isinstance(app.screen, SavesScreen), "d would ask whether to delete it"


def timers(pilot: Pilot[int]) -> list[Timer]:
    """What is going to happen by itself."""
    found = pilot.app.screen.walk_children(with_self=True)
    return [timer for widget in found for timer in widget._timers if timer._active.is_set()]


async def test_nothing_goes_on_while_nobody_acts(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        await keys(pilot, "space", "space", "t")
        assert timers(pilot) == []
        await keys(pilot, *["minus"] * 2, "space")
        assert len(timers(pilot)) == 1


async def test_who_presses_control_c_is_told_how_to_leave(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        for _ in range(2):
            await pilot.press("ctrl+c")
            told = [str(note.message) for note in pilot.app._notifications]
            assert told[-1] == "q or Esc goes back; ^q leaves the game."
            await pilot.press("q")
            await pilot.pause()
        assert pilot.app.return_code == 0


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
        replay.playing.go_to(timeline.length)
        words = [one.text for one in replay.reel.lines()]
        assert sum(f"event {step[0]}: " in one for one in words) == 1
        assert len(words) > 10
        timeline.seek(stuck[0] - 4)
        replay.playing.go_to(stuck[0])  # some of what lies between makes sense
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
