"""The save file: what is accepted is on disk, what is damaged is never made worse."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from storage.fights import (
    BRAWL,
    DUEL,
    fight,
    fought,
    named_scenario,
    played,
    scenario_of,
    taken_apart,
)

from tacsim.content.setup import begin
from tacsim.core.intents import EndTurn, Move
from tacsim.rulesets.d20 import SWITCHES
from tacsim.session.session import Session
from tacsim.storage.errors import CodecError, SaveError
from tacsim.storage.frames import MAX_FILE, PREAMBLE, START, frame, split
from tacsim.storage.journal import Journal, now
from tacsim.storage.payloads import (
    BACK,
    BEGUN,
    EVENTS,
    HEADER,
    KEYFRAME,
    STEP,
    Header,
    header_payload,
    pack,
)
from tacsim.storage.saved import header_of, read
from tacsim.storage.timeline import STRETCH, Timeline


def started(folder: Path, text: str = DUEL) -> tuple[Session, Journal]:
    """A battle at its first decision, with its journal."""
    scenario = scenario_of(text, folder)
    session = Session(begin(scenario))
    journal = Journal.create(folder, header_of(scenario, session.battle, created=now()))
    journal.attach(session)
    session.begin()
    return session, journal


def test_each_accepted_intent_is_on_disk_at_once(tmp_path: Path) -> None:
    session, journal = started(tmp_path)
    assert read(journal.path).steps == ()
    session.submit(Move("ann", to=(1, 1)))
    assert [step.intent for step in read(journal.path).steps] == [Move("ann", to=(1, 1))]
    session.submit(Move("ann", to=(9, 9)))
    assert len(read(journal.path).steps) == 1
    session.submit(EndTurn("ann"))
    saved = read(journal.path)
    assert len(saved.steps) == 2
    assert saved.current.last is not None
    assert (saved.current.last.turn, saved.current.last.round, saved.lost) == ("bob", 1, "")
    journal.close()


def test_a_step_is_synced_before_the_next_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[int, int]] = []
    really = os.fsync

    def fsync(number: int) -> None:
        really(number)
        found = os.fstat(number)
        synced.append((found.st_ino, found.st_size))

    monkeypatch.setattr(os, "fsync", fsync)
    session, journal = started(tmp_path)
    assert not synced  # nobody has decided anything yet
    session.submit(EndTurn("ann"))
    file, folder = journal.path.stat(), tmp_path.stat()
    assert synced == [(file.st_ino, file.st_size), (folder.st_ino, folder.st_size)]
    session.submit(EndTurn("bob"))
    assert synced[2:] == [(file.st_ino, journal.path.stat().st_size)]
    journal.close()


def test_the_file_holds_the_whole_scenario(tmp_path: Path) -> None:
    path = fought(tmp_path)
    scenario = scenario_of(BRAWL, tmp_path)
    (tmp_path / "trial.toml").unlink()
    saved = read(path)
    assert saved.scenario == scenario
    header = saved.header
    assert (header.ruleset, header.seed, header.name, header.fog) == ("d20", 7, "Duel", False)
    assert header.controllers == {"heroes": "script", "foes": "script"}
    assert header.switches == {switch.name: switch.default for switch in SWITCHES}
    assert not saved.foreign_to(saved.current)


def test_the_seed_that_was_drawn_is_kept(tmp_path: Path) -> None:
    session, journal = started(tmp_path, DUEL.replace("seed = 7\n", ""))
    journal.close()
    saved = read(journal.path)
    assert saved.header.seed == session.battle.world.dice.seed
    assert saved.battle().world.dice.seed == saved.header.seed


def test_switches_and_fog_chosen_for_the_battle_are_kept(tmp_path: Path) -> None:
    scenario = scenario_of(DUEL, tmp_path)
    battle = begin(scenario, switches={"reach_diagonal": False}, fog=True)
    with Journal.create(tmp_path, header_of(scenario, battle)) as journal:
        journal.attach(Session(battle))
    again = read(journal.path).battle()
    assert again.fog
    assert again.ruleset.switches["reach_diagonal"] is False


def test_going_on_with_a_damaged_save_leaves_it_alone(tmp_path: Path) -> None:
    path = fought(tmp_path)
    spoilt = path.read_bytes()[:-5]
    path.write_bytes(spoilt)
    intact = read(path)
    journal = Journal.resume(path)
    assert journal.saved.lost
    assert journal.path != path
    assert journal.path.name == f"{path.stem}-recovered.tacsim"
    journal.close()
    assert path.read_bytes() == spoilt
    copy = read(journal.path)
    assert (copy.steps, copy.lost) == (intact.steps, "")
    with Journal.resume(path) as second:
        assert second.path == journal.path
        assert second.saved.lost


def test_a_step_that_is_whole_but_nonsense_ends_the_save(tmp_path: Path) -> None:
    path = fought(tmp_path)
    data = path.read_bytes()
    frames = split(data, "a")
    piece, _ = frame(b"\x02\x92\x02\xa5leaps", frames.check)
    whole, saved = len(read(path).steps), None
    path.write_bytes(data + piece)
    saved = read(path)
    assert len(saved.steps) == whole
    assert "is lost" in saved.lost or "are lost" in saved.lost
    with Journal.resume(path) as journal:
        assert journal.path.read_bytes() == data


def test_an_intact_save_is_gone_on_with_in_place(tmp_path: Path) -> None:
    session, journal = started(tmp_path)
    session.submit(Move("ann", to=(1, 1)))
    journal.close()
    before = journal.path.read_bytes()
    with Journal.resume(journal.path) as again:
        again.attach(session)
        session.submit(EndTurn("ann"))
        assert again.path == journal.path
    after = journal.path.read_bytes()
    assert after.startswith(before)
    assert len(read(journal.path).steps) == 2


def test_nothing_of_the_users_is_overwritten(tmp_path: Path) -> None:
    scenario = scenario_of(DUEL, tmp_path)
    header = header_of(scenario, begin(scenario))
    mine = tmp_path / "mine.txt"
    mine.write_text("precious")
    with pytest.raises(SaveError, match=r"mine\.txt"):
        Journal.create(tmp_path, header, mine)
    assert mine.read_text() == "precious"
    empty = tmp_path / "empty.tacsim"
    empty.touch()
    Journal.create(tmp_path, header, empty).close()
    assert read(empty).header == header


def test_two_battles_of_one_name_get_two_files(tmp_path: Path) -> None:
    scenario = scenario_of(DUEL, tmp_path)
    header = header_of(scenario, begin(scenario))
    paths = []
    for _ in range(3):
        with Journal.create(tmp_path / "new" / "folder", header) as journal:
            paths.append(journal.path.name)
    assert paths == ["duel.tacsim", "duel-2.tacsim", "duel-3.tacsim"]


def test_what_cannot_be_read_or_written_says_so_in_one_line(tmp_path: Path) -> None:
    scenario = scenario_of(DUEL, tmp_path)
    header = header_of(scenario, begin(scenario))
    blocker = tmp_path / "file"
    blocker.write_text("x")
    for failing in (
        lambda: read(tmp_path),
        lambda: read(tmp_path / "none.tacsim"),
        lambda: read(tmp_path / "nul\0.tacsim"),
        lambda: read("/dev/null"),
        lambda: Journal.create(blocker / "folder", header),
        lambda: Journal.resume(tmp_path / "none.tacsim"),
    ):
        with pytest.raises(SaveError) as error:
            failing()
        assert "\n" not in str(error.value)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0,
                    reason="root may write anywhere: run it as another user")  # fmt: skip
def test_a_save_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    path = fought(tmp_path)
    path.chmod(stat.S_IRUSR)
    with pytest.raises(SaveError, match="cannot be written"):
        Journal.resume(path)


def test_a_huge_file_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.tacsim"
    with path.open("wb") as stream:
        stream.truncate(MAX_FILE + 1)
    with pytest.raises(SaveError, match="too large"):
        read(path)


def broken_header(folder: Path, **changes: object) -> Path:
    """A save whose header is whole, but odd."""
    scenario = scenario_of(DUEL, folder)
    good = header_of(scenario, begin(scenario))
    fields = {name: getattr(good, name) for name in Header.__annotations__} | changes
    path = folder / "odd.tacsim"
    piece, _ = frame(header_payload(Header(**fields)), START)
    path.write_bytes(PREAMBLE + piece)
    return path


@pytest.mark.parametrize(
    "changes",
    [
        {"scenario": {}},
        {"scenario": {"ruleset": "d20"}},
        {"scenario": {"ruleset": "\x1b[31m", "map": []}},
        {"scenario": {"ruleset": "d20", "map": "../../etc/passwd", "side": [], "creature": []}},
        {"seed": "7"},
        {"seed": True},
        {"fog": 0},
        {"controllers": {"heroes": 1}},
        {"switches": {"reach_diagonal": 1}},
        {"name": None},
    ],
)
def test_an_odd_header_is_refused_in_one_line(tmp_path: Path, changes: dict[str, object]) -> None:
    path = broken_header(tmp_path, **changes)
    with pytest.raises(SaveError) as error:
        read(path)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)
    assert "\x1b" not in str(error.value)


def test_switches_that_there_are_not_are_refused_when_the_battle_is_set_up(tmp_path: Path) -> None:
    saved = read(broken_header(tmp_path, switches={"no_such": True}))
    with pytest.raises(SaveError, match="no_such"):
        saved.battle()


def test_errors_of_the_codec_carry_no_control_characters() -> None:
    assert "\x1b" not in str(CodecError("\x1b[2J"))


def test_the_time_stands_still_when_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert now() == "1970-01-01T00:00:00+00:00"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    assert now() > "2025"


# --- what is written when ---------------------------------------------------------------------


def kinds(path: Path) -> list[int]:
    """The kinds of the payloads of a save."""
    return [kind for kind, _ in taken_apart(path)]


def test_a_save_holds_opening_beginning_steps_and_what_happened(tmp_path: Path) -> None:
    path = fought(tmp_path)
    steps = len(read(path).steps)
    assert kinds(path) == [HEADER, KEYFRAME, BEGUN, *[STEP] * steps, EVENTS, KEYFRAME]


def test_what_happened_is_written_every_so_many_steps(tmp_path: Path) -> None:
    path = fight(tmp_path, named_scenario("ogre_bridge"), auto=True, rounds=4)
    found = kinds(path)
    entries, places = 0, []
    for kind in found:
        entries += kind in (BEGUN, STEP)
        if kind == EVENTS:
            places.append(entries)
    assert places == [*range(STRETCH, entries, STRETCH), entries]
    assert [n for n, kind in enumerate(found) if kind == EVENTS] == [
        n - 1 for n, kind in enumerate(found) if kind == KEYFRAME and n > 1
    ]


def test_closing_writes_what_happened_and_only_once(tmp_path: Path) -> None:
    session, journal = played(tmp_path, Move("ann", to=(1, 1)))
    assert kinds(journal.path) == [HEADER, KEYFRAME, BEGUN, STEP]
    journal.close()
    assert kinds(journal.path) == [HEADER, KEYFRAME, BEGUN, STEP, EVENTS, KEYFRAME]
    journal.close()
    session.submit(EndTurn("ann"))  # nobody listens any more
    assert len(read(journal.path).steps) == 1


def test_an_intent_taken_back_is_written_at_once(tmp_path: Path) -> None:
    session, journal = played(tmp_path, Move("ann", to=(1, 1)))
    assert session.take_back() > 0
    assert kinds(journal.path)[-2:] == [STEP, BACK]
    saved = read(journal.path)
    assert (saved.steps, saved.lost) == ((), "")
    assert saved.current.last == saved.current.mark(0)
    journal.close()
    again = read(journal.path)
    assert again.steps == ()


def test_times_stand_with_the_keyframes_where_they_are_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "60")
    session, journal = started(tmp_path)
    session.submit(EndTurn("ann"))
    journal.close()
    times = [plain[0] for kind, plain in taken_apart(journal.path) if kind == KEYFRAME]
    assert times == ["1970-01-01T00:01:00+00:00"] * 2
    untimed = fought(tmp_path / "untimed" if (tmp_path / "untimed").mkdir() else tmp_path)
    assert {plain[0] for kind, plain in taken_apart(untimed) if kind == KEYFRAME} == {None}


def test_the_same_battle_gives_the_same_bytes(tmp_path: Path) -> None:
    saves = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        saves.append(fought(tmp_path / name).read_bytes())
    assert saves[0] == saves[1]


def test_a_disk_that_is_full_when_closing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, journal = started(tmp_path)
    session.submit(EndTurn("ann"))
    size = journal.path.stat().st_size

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError, match="No space left"):
        journal.close()
    assert journal.path.stat().st_size == size
    monkeypatch.undo()
    saved = read(journal.path)
    assert (len(saved.steps), saved.lost) == (1, "")
    Journal.resume(journal.path).close()  # it is not locked any more


def test_half_a_write_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, journal = started(tmp_path)
    size = journal.path.stat().st_size

    class Half:
        """A stream that takes a few bytes, and then no more."""

        def __init__(self, stream: object) -> None:
            self.stream, self.room = stream, 5

        def write(self, data: bytes) -> int:
            if not self.room:
                raise OSError(errno.ENOSPC, "No space left on device")
            taken = self.stream.write(bytes(data[: self.room]))  # type: ignore[attr-defined]
            self.room -= taken
            return taken

        def __getattr__(self, name: str) -> object:
            return getattr(self.stream, name)

    whole = journal.file.stream
    monkeypatch.setattr(journal.file, "stream", Half(whole))
    with pytest.raises(SaveError, match="No space left"):
        session.submit(Move("ann", to=(1, 1)))
    assert journal.path.stat().st_size == size
    monkeypatch.setattr(journal.file, "stream", whole)
    session.submit(EndTurn("ann"))
    assert len(read(journal.path).steps) == 2
    journal.close()


def test_events_beyond_measure_are_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_events(kind: int, *rest: Any) -> bytes:
        if kind == EVENTS:
            raise ValueError("too much data for one frame")
        return pack(kind, *rest)

    monkeypatch.setattr("tacsim.storage.journal.pack", no_events)
    path = fight(tmp_path, named_scenario("ogre_bridge"), auto=True, rounds=3)
    monkeypatch.undo()
    saved = read(path)
    assert saved.lost == ""
    assert EVENTS not in kinds(path)
    timeline = Timeline(saved)
    assert timeline.recorded == 0
    assert timeline.verified
