"""Lessons told line by line, through a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest
from plain.fights import played
from plain.readers import begins, typed

from tacsim.content.library import lessons
from tacsim.content.scenarios import read_scenario

LESSONS = {path.stem: path for path in lessons()}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


def test_the_next_thing_is_told_before_it_is_asked_for(folder: Path):
    answers = typed("5,3", "8,2", "y", ".", "q")
    lines = played(LESSONS["1_moving"], answers, sides={}).text.splitlines()
    first = lines.index("This is Ann. Take her to the marked square. Marked: 5,3.")
    assert begins(lines[first : first + 2]), "then it is asked"
    told = next(line for line in lines if line.startswith("There she stands"))
    assert told.endswith("(d20.diag.alternate)")
    brush = next(n for n, line in enumerate(lines) if line.startswith("Brush is difficult"))
    assert brush == lines.index(told) + 1
    assert not folder.exists() or not list(folder.iterdir()), "a lesson is not kept"


def test_what_only_screens_have_is_not_asked_for():
    lines = played(LESSONS["1_moving"], typed("5,3", "q"), sides={}).text.splitlines()
    assert not any("taken back" in line for line in lines)


def test_a_sentence_is_said_once():
    text = played(LESSONS["1_moving"], typed(".", ".", "q"), sides={}).text
    assert text.count("This is Ann.") == 1


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_begins_with_its_first_sentence(name: str):
    lesson = read_scenario(LESSONS[name]).lesson
    assert lesson is not None
    first = next(step for step in lesson.steps if any(not sign.of_screen for sign in step.done))
    done = played(LESSONS[name], typed("", "q"), sides={})
    assert first.say in done.text
    assert "[" not in done.text, "no keys"


def test_the_end_of_a_lesson_is_told_with_its_rules():
    answers = typed("7,4", "attack", "1", "8,2", ".", "disengage", "1", "4,2", "q")
    lines = played(LESSONS["7_hexes"], answers, sides={}).text.splitlines()
    end = lines.index("That was the lesson. You can play on, or leave with q.")
    assert lines[end + 1].endswith("(metric.hex.move)")
    assert "(grid5e.disengage)" in " ".join(lines[end:])
