"""What was learned is kept in a file that may be damaged, missing, or not to be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.pseudo import unmarked
from app.test_language import pseudo as pseudo  # a fixture
from hypothesis import given
from hypothesis import strategies as st

from tacsim import i18n
from tacsim.player.kept.learned import HINTS, LESSONS, Learned


def test_what_was_added_is_there_again(tmp_path: Path):
    path = tmp_path / "new" / "learned.toml"
    first = Learned(path)
    assert not first.add(LESSONS, "1_moving", "2_reach")
    assert not first.add(HINTS, 'od"d\\\n\u200b')
    again = Learned(path)
    assert again.told[LESSONS] == ["1_moving", "2_reach"]
    assert again.told[HINTS] == ['od"d\\\n\u200b']
    assert not again.damaged
    assert not again.forget(HINTS)
    assert Learned(path).told[LESSONS] == ["1_moving", "2_reach"]
    assert not Learned(path).told[HINTS]


def test_two_games_at_once_keep_what_each_has_learned(tmp_path: Path):
    path = tmp_path / "learned.toml"
    one, other = Learned(path), Learned(path)
    one.add(LESSONS, "1_moving")
    other.add(LESSONS, "2_reach")
    other.keep_steps("2026-01-02T03:04:05+00:00 3_flanking", (0,))
    one.add(HINTS, "a")
    one.keep_steps("2026-01-02T03:04:06+00:00 4_charge", (1,))
    assert sorted(Learned(path).told[LESSONS]) == ["1_moving", "2_reach"]
    assert Learned(path).steps("2026-01-02T03:04:05+00:00 3_flanking") == (0,)
    assert Learned(path).steps("2026-01-02T03:04:06+00:00 4_charge") == (1,)


def test_of_lessons_under_way_it_is_known_how_far_they_are(tmp_path: Path):
    path = tmp_path / "learned.toml"
    first = Learned(path)
    first.keep_steps("2026-01-02T03:04:05+00:00 my: lesson", (0, 2))
    first.keep_steps("2026-01-02T03:04:06+00:00 1_moving", (0,))
    first.keep_steps("2026-01-02T03:04:06+00:00 1_moving", (0, 1))
    again = Learned(path)
    assert again.steps("2026-01-02T03:04:05+00:00 my: lesson") == (0, 2)
    assert again.steps("2026-01-02T03:04:06+00:00 1_moving") == (0, 1)
    again.keep_steps("2026-01-02T03:04:06+00:00 1_moving", ())
    assert Learned(path).steps("2026-01-02T03:04:06+00:00 1_moving") == ()
    again.keep_steps("2026-01-02T03:04:06+00:00 1_moving", None)
    assert Learned(path).steps("2026-01-02T03:04:06+00:00 1_moving") is None


def test_what_cannot_be_written_counts_all_the_same(tmp_path: Path):
    path = tmp_path / "learned.toml"
    path.with_name("learned.toml.new").mkdir()
    learned = Learned(path)
    assert "learned.toml" in learned.add(LESSONS, "1_moving")
    assert learned.has(LESSONS, "1_moving")


def test_a_large_file_is_damaged(tmp_path: Path):
    path = tmp_path / "learned.toml"
    path.write_text("#" * 70_000, "utf-8")
    assert "too large" in Learned(path).damaged


@pytest.mark.parametrize("text", ["lessons = [", "lessons = 3", "#" * 70_000])
def test_what_is_damaged_is_told_in_the_language(tmp_path: Path, pseudo: Path, text: str):
    path = tmp_path / "learned.toml"
    path.write_text(text, "utf-8")
    i18n.set_language("ko")
    told = Learned(path).damaged.replace(str(path), "")
    assert "「" in told
    assert unmarked(told, {"lessons", "TOML"}) == []


@given(st.binary(max_size=200))
def test_any_file_is_read_or_put_aside_whole(tmp_path_factory, data: bytes):
    path = tmp_path_factory.mktemp("learned") / "learned.toml"
    path.write_bytes(data)
    learned = Learned(path)
    damaged = bool(learned.damaged)
    assert not learned.add(LESSONS, "x\x00y")
    assert learned.has(LESSONS, "x\x00y")
    aside = path.with_name("learned.toml.damaged")
    assert aside.exists() == damaged
    if damaged:
        assert aside.read_bytes() == data
    assert Learned(path).has(LESSONS, "x\x00y")


@given(
    st.dictionaries(
        st.sampled_from([LESSONS, HINTS, "other"]),
        st.one_of(st.lists(st.one_of(st.text(max_size=5), st.integers())), st.integers()),
    )
)
def test_only_lists_of_names_are_taken_over(tmp_path_factory, tables):
    path = tmp_path_factory.mktemp("learned") / "learned.toml"
    lines = [f"{key} = {_toml(value)}\n" for key, value in tables.items()]
    path.write_text("".join(lines), "utf-8")
    good = all(
        isinstance(value, list) and all(isinstance(one, str) for one in value)
        for key, value in tables.items()
        if key != "other"
    )
    assert (not Learned(path).damaged) == good


def _toml(value) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, int):
        return str(value)
    return '"' + "".join(f"\\U{ord(c):08x}" for c in value) + '"'
