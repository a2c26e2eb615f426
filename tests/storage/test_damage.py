"""Damage: cut at any byte, with any bit flipped, what is whole is there and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from gate import slow
from storage.fights import FOG, fought, in_format_1, played, state, walked

from tacsim.core.intents import EndTurn, Move
from tacsim.storage.errors import LockedError, SaveError
from tacsim.storage.folder import list_saves
from tacsim.storage.frames import frame, split
from tacsim.storage.journal import Journal
from tacsim.storage.migrate import current
from tacsim.storage.payloads import BACK, BEGUN, BRANCH, EVENTS, STEP, pack
from tacsim.storage.resume import play_on, resume
from tacsim.storage.saved import Saved, parse, read
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import verify

PEOPLE = {"heroes": "human", "foes": "human"}


def branched(folder: Path) -> Path:
    """A save with recorded events, branches and steps without recorded events at its end."""
    path = fought(folder, FOG)
    for at in (5, 2):
        going = play_on(path, at, branch="0", controllers=PEOPLE)
        for _ in range(2):
            decision = going.session.decision
            assert decision is not None
            going.session.submit(EndTurn(decision.actor))
        if at == 5:
            going.journal.close()
        else:
            going.journal.file.stream.close()
    return path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    return read(branched(tmp_path_factory.mktemp("whole")))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    """A save of few steps, some of them taken back, and a branch."""
    way = (Move("ann", to=(1, 0)), EndTurn("ann"), EndTurn("bob"), Move("ann", to=(1, 1)))
    session, journal = played(tmp_path_factory.mktemp("small"), *way)
    session.take_back()
    journal.close()
    going = play_on(journal.path, 2)
    going.session.submit(EndTurn("bob"))
    going.journal.close()
    return read(journal.path)


def ends(data: bytes) -> list[tuple[int, int]]:
    """Where each frame ends, and of which kind it is."""
    frames = split(data, "a")
    return [
        (frames.first(n + 1).end, payload[0]) for n, payload in enumerate(frames.payloads)
    ]  # fmt: skip


def entries_of(data: bytes) -> Iterator[tuple[int, int]]:
    """The size of the file at each frame's end, and how many entries there are by then."""
    count = 0
    for end, kind in ends(data):
        count += kind in (BEGUN, STEP)
        yield end, count


def same_beginning(part: Saved, whole: Saved) -> int:
    """How many entries a part has; all of them those of the whole."""
    count = 0
    for mine, theirs in zip(part.branches, whole.branches, strict=False):
        assert mine.first == theirs.first
        assert mine.own == theirs.own[: len(mine.own)]
        count += len(mine.own)
    assert part.header == whole.header
    return count


@pytest.mark.parametrize("apart", [29, *slow(1)])
def test_cut_at_every_byte_it_gives_back_what_is_whole(
    whole: Saved, tmp_path: Path, apart: int
) -> None:
    """At every one with ``slow``; else at the ends of frames, beside them, and here and there."""
    data = whole.path.read_bytes()
    places = dict(entries_of(data))
    beside = {end + by for end, _ in ends(data) for by in (-1, 0, 1)} - {len(data) + 1}
    first = min(places)
    assert {kind for _, kind in ends(data)} >= {BRANCH, EVENTS, STEP}
    cut, wanted = tmp_path / "cut.tacsim", 0
    for size in sorted({*range(0, len(data), apart), *beside}):
        cut.write_bytes(data[:size])
        info = list_saves(tmp_path)[0]
        if size < first:
            assert info.broken
            with pytest.raises(SaveError) as error:
                read(cut)
            assert str(cut) in str(error.value)
            continue
        wanted = places.get(size, wanted)
        saved = read(cut)
        assert same_beginning(saved, whole) == wanted
        assert bool(saved.lost) == bool(info.broken) == (size not in places)
        last = saved.current.last
        assert info.round == (last.round if last else 0)
    assert wanted == sum(len(branch.own) for branch in whole.branches)


def test_cut_at_every_byte_it_is_watched(whole: Saved, tmp_path: Path) -> None:
    """The events are those of the whole, and the states that they lead to."""
    data = whole.path.read_bytes()
    states = walked(whole)
    all_events = {one.number: list(Timeline(whole, one)) for one in whole.branches}
    start = ends(data)[0][0]
    cut = tmp_path / "cut.tacsim"
    frames = dict(entries_of(data))
    for size in sorted({*range(start, len(data), 61), *frames, *(end - 1 for end in frames)}):
        if size < start:
            continue
        cut.write_bytes(data[:size])
        saved = read(cut)
        timeline = Timeline(saved)
        assert timeline.verified
        assert bool(timeline.note) == (size not in frames)
        events = list(timeline)
        assert events == all_events[saved.current.number][: len(events)]
        timeline.seek(timeline.length)
        if saved.current.number == whole.current.number:
            assert state(timeline) == states[timeline.position]


@pytest.mark.slow
def test_cut_at_every_byte_it_is_gone_on_with(
    small: Saved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    data = small.path.read_bytes()
    places = dict(entries_of(data))
    cut, copy = tmp_path / "cut.tacsim", tmp_path / "cut-recovered.tacsim"
    for size in range(min(places), len(data)):
        cut.write_bytes(data[:size])
        going = resume(cut)
        damaged = size not in places
        assert going.journal.path == (copy if damaged else cut)
        decision = going.session.decision
        if decision is not None and going.timeline.length:
            going.session.submit(EndTurn(decision.actor))
        going.journal.close()
        recovered = read(going.journal.path)
        assert recovered.lost == ""
        assert recovered.current.length >= 1
        if damaged:
            assert cut.read_bytes() == data[:size]
            assert same_beginning(read(cut), recovered) <= sum(
                len(branch.own) for branch in recovered.branches
            )
            copy.unlink()


@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_flipped_bit_never_gives_another_battle(
    whole: Saved, tmp_path: Path, number: int
) -> None:
    data = whole.path.read_bytes() if number == 2 else in_format_1(whole)
    (tmp_path / "whole").mkdir()
    path = tmp_path / "whole" / "a.tacsim"
    path.write_bytes(data)
    right = read(path)
    spoilt, draw = tmp_path / "spoilt.tacsim", Random(number)
    for place in [*range(40), *range(40, len(data), 3)]:
        other = bytearray(data)
        other[place] ^= 1 << draw.randrange(8)
        spoilt.write_bytes(other)
        try:
            saved = read(spoilt)
        except SaveError:
            continue
        assert saved.lost
        same_beginning(saved, right)


@pytest.mark.parametrize("flips", [12, *slow(40)])
def test_flipped_bits_are_recovered_from_into_another_file(
    whole: Saved, tmp_path: Path, flips: int
) -> None:
    data = whole.path.read_bytes()
    start, draw = ends(data)[0][0], Random(5)
    for number in range(flips):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "a.tacsim"
        other = bytearray(data)
        other[draw.randrange(start, len(data))] ^= 1 << draw.randrange(8)
        path.write_bytes(other)
        lost = read(path)
        with resume(path).journal as journal:
            assert journal.path.name == "a-recovered.tacsim"
            assert journal.saved.lost == lost.lost
        assert path.read_bytes() == bytes(other)
        recovered = read(folder / "a-recovered.tacsim")
        assert recovered.lost == ""
        if lost.main.length:
            assert same_beginning(recovered, whole) == same_beginning(lost, whole)
        assert verify(recovered).ok


def test_what_was_lost_is_said(whole: Saved, tmp_path: Path) -> None:
    data = whole.path.read_bytes()
    path = tmp_path / "a.tacsim"
    path.write_bytes(data[:-7])
    end = split(data[:-7], "a").end
    assert f"cut short at byte {end}" in read(path).lost
    assert f"the last {len(data) - 7 - end} bytes are lost" in read(path).lost
    path.write_bytes(data + b"more")
    assert f"at byte {len(data)}" in read(path).lost


def test_a_damaged_save_goes_on_where_it_was_gone_on_with(whole: Saved, tmp_path: Path) -> None:
    path = tmp_path / "a.tacsim"
    path.write_bytes(whole.path.read_bytes()[:-7])
    with Journal.resume(path) as journal:
        journal.fork(journal.saved.current, 1, "another way", PEOPLE)
    copy = journal.path.read_bytes()
    for _ in range(2):
        with Journal.resume(path) as journal:
            assert journal.path.name == "a-recovered.tacsim"
            assert journal.saved.current.name == "another way"
    assert journal.path.read_bytes() == copy
    assert len(list(tmp_path.iterdir())) == 2
    with Journal.resume(path), pytest.raises(LockedError):
        Journal.resume(path)


def test_what_is_no_recovery_of_it_is_left_alone(whole: Saved, tmp_path: Path) -> None:
    """Another battle of that name, one cut shorter, and one in which a step was taken back."""
    path, data = tmp_path / "a.tacsim", whole.path.read_bytes()
    path.write_bytes(data[:-7])
    frames = split(data[:-7], "a")
    early = parse(data, path)[1].first(3)
    current = parse(data[:-7], path)[0].current
    back, _check = frame(pack(BACK, [current.intents - 1], whole.known), frames.check)
    others = [data[:40], data[: early.end], data[: frames.end] + back]
    for number, other in enumerate(others, 1):
        more = "" if number == 1 else f"-{number}"
        path.with_name(f"a-recovered{more}.tacsim").write_bytes(other)
    for _ in range(2):
        with Journal.resume(path) as journal:
            assert journal.path.name == "a-recovered-4.tacsim"
    for number, other in enumerate(others, 1):
        more = "" if number == 1 else f"-{number}"
        assert path.with_name(f"a-recovered{more}.tacsim").read_bytes() == other


def test_watching_a_damaged_save_makes_no_file(whole: Saved, tmp_path: Path) -> None:
    path = tmp_path / "a.tacsim"
    path.write_bytes(whole.path.read_bytes()[:-7])
    saved, newer = current(path)
    Timeline(saved)
    assert newer is None
    assert [one.name for one in tmp_path.iterdir()] == ["a.tacsim"]
