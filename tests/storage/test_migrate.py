"""Migration: an old save becomes a new file, once; the old one stays as it is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from storage.fights import (
    EACH,
    FOG,
    fought,
    fought_map,
    in_format_1,
    joined,
    payloads_of,
    taken_apart,
    walked,
)

from tacsim.storage.errors import SaveError
from tacsim.storage.frames import split
from tacsim.storage.journal import Journal
from tacsim.storage.migrate import current, up_to_date
from tacsim.storage.payloads import BEGUN, EVENTS, HEADER, KEYFRAME, STEP
from tacsim.storage.resume import play_on, resume
from tacsim.storage.rewrite import rewritten
from tacsim.storage.saved import Saved, read
from tacsim.storage.timeline import STRETCH, Timeline
from tacsim.storage.verify import verify


def aged(path: Path) -> Path:
    """The save as format 1 writes it, by itself in a folder."""
    folder = path.parent / "old"
    folder.mkdir()
    target = folder / "old.tacsim"
    target.write_bytes(in_format_1(read(path)))
    return target


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return aged(fought(tmp_path))


def migrated(saved: Saved) -> bytes:
    return rewritten(saved, saved.main)


def names(path: Path) -> list[str]:
    return sorted(one.name for one in path.parent.iterdir())


@pytest.mark.parametrize("ruleset", EACH)
def test_an_old_save_becomes_what_a_new_one_would_be(tmp_path: Path, ruleset: str) -> None:
    new = fought_map(tmp_path, ruleset)
    place = aged(new)
    before = place.read_bytes()
    saved, target = current(place)
    assert target == place.with_name("old-format2.tacsim")
    assert place.read_bytes() == before
    fresh = read(new)
    assert saved.header == fresh.header
    assert saved.main.own == fresh.main.own  # the faces of the dice among them
    assert walked(saved) == walked(fresh)
    assert list(Timeline(saved)) == list(Timeline(fresh))
    assert verify(saved).ok
    # events and keyframes stand where a journal would have put them
    assert [kind for kind, _ in taken_apart(target)] == [kind for kind, _ in taken_apart(new)]


def test_an_old_save_is_read_as_it_is_where_nothing_is_asked(old: Path) -> None:
    saved = read(old)
    assert saved.format == 1
    timeline = Timeline(saved)
    assert timeline.recorded == 0
    assert timeline.verified
    assert verify(saved).ok
    assert names(old) == ["old.tacsim"]
    assert saved.main.mark(0).faces is None


def test_opening_it_twice_gives_the_same_file(old: Path) -> None:
    first = current(old)[1]
    assert first is not None
    data, when = first.read_bytes(), first.stat().st_mtime_ns
    for _ in range(2):
        assert current(old)[1] == first
        assert up_to_date(old) == first
    assert (first.read_bytes(), first.stat().st_mtime_ns) == (data, when)
    assert names(old) == ["old-format2.tacsim", "old.tacsim"]


def test_what_was_played_on_in_the_new_file_is_found_again(old: Path) -> None:
    people = {"heroes": "human", "foes": "human"}
    play_on(old, 2, controllers=people).journal.close()
    saved, target = current(old)
    assert target is not None
    assert (len(saved.branches), saved.current.intents) == (2, 2)
    assert len(read(target).branches) == 2
    assert read(old).format == 1


def test_a_new_save_is_left_alone(tmp_path: Path) -> None:
    path = fought(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert up_to_date(path) == path
    assert current(path)[1] is None
    assert sorted(tmp_path.iterdir()) == before


def test_a_name_that_another_battle_has_is_not_taken(tmp_path: Path, old: Path) -> None:
    other = fought(tmp_path, FOG.replace('"Duel"', '"Other"'))
    taken = old.with_name("old-format2.tacsim")
    taken.write_bytes(other.read_bytes())
    before = taken.read_bytes()
    assert up_to_date(old).name == "old-format2-2.tacsim"
    assert up_to_date(old).name == "old-format2-2.tacsim"
    assert taken.read_bytes() == before


@pytest.mark.parametrize("junk", [b"", b"junk", b"\x89TACSIM\n\0\0\0\x02"])
def test_junk_with_that_name_is_not_written_over(old: Path, junk: bytes) -> None:
    taken = old.with_name("old-format2.tacsim")
    taken.write_bytes(junk)
    assert up_to_date(old).name == "old-format2-2.tacsim"
    assert taken.read_bytes() == junk


def test_a_folder_with_that_name_is_in_the_way_and_no_more(old: Path) -> None:
    old.with_name("old-format2.tacsim").mkdir()
    assert up_to_date(old).name == "old-format2-2.tacsim"


def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file can be made any more."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refused)


def test_where_nothing_can_be_written_it_is_watched_all_the_same(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_only(monkeypatch)
    saved, target = current(old)
    assert target is None
    assert saved.format == 1
    assert Timeline(saved).verified
    assert verify(saved).ok
    for going_on in (lambda: resume(old), lambda: up_to_date(old)):
        with pytest.raises(SaveError, match="cannot be written"):
            going_on()
    assert names(old) == ["old.tacsim"]


def test_a_write_that_fails_leaves_nothing_behind(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError, match="No space left"):
        up_to_date(old)
    assert names(old) == ["old.tacsim"]


@pytest.mark.parametrize("cut", [1, 40, 200, 333])
def test_of_a_damaged_old_save_the_intact_part_is_brought_up_to_date(old: Path, cut: int) -> None:
    old.write_bytes(old.read_bytes()[:-cut])
    spoilt = old.read_bytes()
    part = read(old)
    saved, target = current(old)
    assert target is not None
    assert saved.lost == part.lost
    assert saved.lost
    assert old.read_bytes() == spoilt
    fresh = read(target)
    assert fresh.lost == ""
    assert [step.plain for step in fresh.steps] == [step.plain for step in part.steps]
    assert verify(fresh).ok


def test_an_old_save_without_a_beginning_is_brought_up_to_date(old: Path) -> None:
    old.write_bytes(joined(payloads_of(old)[:1], 1))
    saved, target = current(old)
    assert target is not None
    assert (saved.current.length, saved.lost) == (0, "")
    assert [kind for kind, _ in taken_apart(target)] == [HEADER, KEYFRAME]


def test_what_came_out_otherwise_is_not_recorded_as_what_happened(tmp_path: Path) -> None:
    """A step whose digest is another keeps it, so that verification still names it."""
    place = aged(fought(tmp_path))
    spoilt = payloads_of(place)
    spoilt[4] = spoilt[4].replace(read(place).main.mark(3).digest, b"8 bytes!")
    place.write_bytes(joined(spoilt, 1))
    was = verify(read(place)).difference
    saved, target = current(place)
    assert target is not None
    now = verify(saved).difference
    assert was is not None
    assert now is not None
    assert was.step == now.step == 3
    assert Timeline(saved).divergence is not None
    assert len(saved.steps) == len(read(place).steps)


def test_steps_that_cannot_be_read_end_the_new_file(tmp_path: Path) -> None:
    place = aged(fought(tmp_path))
    payloads = payloads_of(place)
    payloads[5] = payloads[5].replace(b"\xa4move", b"\xa4leap").replace(b"\xa4take", b"\xa4leap")
    place.write_bytes(joined(payloads, 1))
    saved, _ = current(place)
    assert len(saved.steps) <= len(read(place).steps)
    assert Timeline(saved).position == 0


def test_an_old_save_knows_no_kinds_of_the_new_format(old: Path) -> None:
    import msgpack

    for kind in range(3, 12):
        odd = joined([*payloads_of(old), msgpack.packb([kind, 1])], 1)
        place = old.with_name(f"odd-{kind}.tacsim")
        place.write_bytes(odd)
        saved = read(place)
        assert saved.lost
        assert saved.steps == read(old).steps


def test_what_is_migrated_does_not_depend_on_the_name(old: Path) -> None:
    other = old.with_name("other.tacsim")
    other.write_bytes(old.read_bytes())
    assert migrated(read(other)) == migrated(read(old))
    frames = split(migrated(read(old)), "a")
    assert frames.lost == ""
    kinds = [payload[0] for payload in frames.payloads]
    assert kinds.count(BEGUN) == 1
    assert kinds.count(STEP) == len(read(old).steps) < STRETCH
    assert kinds.count(EVENTS) == 1


def test_a_journal_takes_up_no_old_save(old: Path) -> None:
    target = up_to_date(old)
    with Journal.resume(target) as journal:
        assert journal.saved.format == 2
    with pytest.raises(SaveError, match="format 1"):
        Journal.resume(old)
