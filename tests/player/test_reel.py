"""The reel of a replay, without any screen: moving, stopping, other eyes and other branches."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.players import SCENARIOS
from app.replay.watchers import numbers, saved, several
from storage.fights import rewritten, state

from tacsim.core import events as ev
from tacsim.player.record.breakpoints import Breakpoint
from tacsim.player.record.past_log import load
from tacsim.player.record.reel import Reel
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "saves"))


def reel(path: Path, side: str | None = None, number: int | None = None) -> Reel:
    """A reel with a save in it."""
    found = Reel(path, side)
    assert found.busy
    assert found.put_in(load(path, number)) is None
    return found


def test_it_begins_with_the_first_round_as_the_side_that_was_asked_for() -> None:
    path = saved()
    begun = numbers(Timeline(read(path)), lambda event: isinstance(event, ev.RoundStarted))
    for side in (None, "heroes"):
        one = reel(path, side)
        assert (one.side, one.selection.viewer) == (side, side)
        assert one.timeline.position == begun[0]


@pytest.mark.parametrize(
    ("here", "by", "which"),
    [
        (0, 1, 0),
        (4, 1, 1),
        (3, 1, 0),
        (9, 1, None),
        (9, -1, 0),
        (10, -1, 1),
        (5, -1, 0),
        (4, -1, None),
    ],
)
def test_the_next_of_some_places(here: int, by: int, which: int | None) -> None:
    one = reel(saved())
    assert one.seek(here) is None
    assert one.next_of([4, 9], by) == which


def test_a_position_beyond_either_end_is_the_end() -> None:
    one = reel(saved())
    for wanted, found in ((10**6, one.timeline.length), (-5, 0)):
        assert one.seek(wanted) is None
        assert one.timeline.position == found


def test_the_cursor_goes_along_with_whom_it_was_put_on() -> None:
    one = reel(saved())
    world = one.timeline.battle.world
    one.point(world["ogre"].at)
    before = {one.selection.cursor}
    while one.timeline.position < one.timeline.length:
        assert one.step(1) is None
        assert one.selection.cursor == world["ogre"].at
        before.add(one.selection.cursor)
    assert len(before) > 2
    one.let_go()
    assert (one.chosen, one.selection.pointing) == (None, False)


def test_stops_ahead_and_behind_are_those_of_the_events() -> None:
    one = reel(saved())
    assert one.seek(0) is None
    assert one.stop_ahead(1) is None  # nothing is set
    one.points = (Breakpoint("downed"),)
    falls = numbers(one.timeline, lambda event: isinstance(event, ev.Downed))
    for place in falls:
        found = one.stop_ahead(1)
        assert found is not None
        assert found[0].number + 1 == place
        before = one.timeline.position
        assert one.seek(place) is None
        assert one.stop_since(before) == found
    assert one.stop_ahead(1) is None
    found = one.stop_ahead(-1)
    assert (found is not None and found[0].number + 1) == falls[-2]


def test_where_the_save_is_damaged_it_stays_where_it_was() -> None:
    def odd_step(plains: list) -> None:
        told = [plain for kind, plain in plains if kind == 3]
        steps = [event for entry in told[-1] for event in entry if event[0] == "stepped"]
        steps[-1][1] = "nobody"

    path = rewritten(saved(), odd_step)
    one, fresh = reel(path), Timeline(read(path))
    assert one.seek(12) is None
    bad = next(n for n in range(fresh.length) if fresh.plain(n)[1] == "nobody")
    error = one.seek(bad + 1)
    assert error is not None
    assert error.place == f"event {bad}"
    fresh.seek(12)
    assert one.timeline.position == 12
    assert state(one.timeline) == state(fresh)


def test_other_eyes_know_less_and_let_go_of_whom_they_do_not_see() -> None:
    one = reel(saved(SCENARIOS / "wall.toml", fog=True, rounds=1))
    assert one.known is None
    one.look("heroes")
    hidden = [c for c in one.timeline.battle.world.ids if c not in one.timeline.memory.known]
    assert hidden
    assert one.selection.viewer == "heroes"
    assert one.timeline.position in one.timeline.stops
    one.look(None)
    one.point(one.timeline.battle.world[hidden[0]].at)
    assert one.chosen == hidden[0]
    one.look("heroes")
    assert one.chosen is None
    assert not one.selection.pointing


def test_another_branch_is_taken_up_where_it_goes_another_way() -> None:
    path = several()
    one = reel(path, number=0)
    main, other = one.timeline, load(path, 1)
    leaves = main.position_of(3)  # the branch leaves after two intents; the beginning is an entry
    assert main[:leaves] == other.timeline[:leaves]
    assert main[leaves].event != other.timeline[leaves].event or leaves == main.length
    assert main.seek(main.length) is None
    assert one.common(other.timeline) == leaves
    one.point((4, 4))
    assert one.take_over(other) is None
    assert (one.timeline.branch.name, one.timeline.position) == ("one", leaves)
    assert one.selection.cursor == (4, 4)
    assert one.seek(2) is None
    assert one.common(main) == 2
