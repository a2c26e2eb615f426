"""Lessons told line by line, through a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest
from plain.fights import played
from plain.readers import begins, typed

from tacsim.content.library import lessons
from tacsim.content.scenarios import read_scenario
from tacsim.player.kept.learned import Learned
from tacsim.player.tutor import Tutor
from tacsim.storage.saved import read

LESSONS = {path.stem: path for path in lessons()}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


def test_the_next_thing_is_told_before_it_is_asked_for(folder: Path):
    answers = typed("5,3", "u", "8,2", "y", ".", "q")
    lines = played(LESSONS["1_moving"], answers, sides={}).text.splitlines()
    said = "This is Ann. Take her to another square, such as the marked one. Marked: 5,3."
    first = lines.index(said)
    assert lines[first + 1] == "skip leaves this step out."
    assert begins(lines[first : first + 3]), "then it is asked"
    told = next(line for line in lines if line.startswith("There she stands"))
    assert told.endswith("(d20.diag.alternate)")
    undo = lines.index(told) + 1
    assert lines[undo].startswith("As long as no die has fallen")
    assert lines[undo].endswith("u takes it back.")
    back = lines.index("Taken back, as if it had never been.")
    assert lines[back - 1].startswith("Taken back: ")
    assert lines[back + 1].startswith("Brush is difficult")
    assert "The battle is kept; to go on: " in lines[-1]


def test_a_lesson_that_was_left_is_gone_on_with_at_its_step(folder: Path, tmp_path: Path):
    learned = Learned(tmp_path / "learned.toml")
    played(LESSONS["1_moving"], typed("5,3", "u", "8,2", "y", "q"), sides={}, learned=learned)
    (save,) = folder.iterdir()
    text = played(save, typed("q"), learned=Learned(learned.path)).text
    assert "A turn holds a move and an attack" in text
    assert "This is Ann" not in text


def test_a_lesson_whose_progress_is_lost_begins_anew_and_keeps_what_was_played(
    folder: Path, tmp_path: Path
):
    learned = Learned(tmp_path / "learned.toml")
    played(LESSONS["1_moving"], typed("5,3", "u", "8,2", "y", "q"), sides={}, learned=learned)
    (save,) = folder.iterdir()
    (way,) = read(save).branches
    learned.path.write_text("lessons = [1, ")
    text = played(save, typed("5,3", "q"), learned=Learned(learned.path)).text
    assert "begins anew" in text
    assert "This is Ann. Take her to another square, such as the marked one. Marked: 5,3." in text
    assert "There she stands" in text
    first, fresh = read(save).branches
    assert [step.plain for step in first.own] == [step.plain for step in way.own]
    assert fresh.first == 1
    text = played(save, typed("q"), learned=Learned(learned.path)).text
    assert "begins anew" not in text
    assert "As long as no die has fallen" in text


@pytest.mark.parametrize("answers", [("q",), ("5,3", *["skip"] * 7, "q")])
def test_a_lesson_of_which_nothing_is_left_is_not_kept(folder: Path, answers: tuple[str, ...]):
    text = played(LESSONS["1_moving"], typed(*answers), sides={}).text
    assert not list(folder.iterdir())
    assert "kept" not in text


def test_what_only_screens_have_is_not_asked_for():
    text = played(LESSONS["8_levels"], typed("q"), sides={}).text
    assert "look there" not in text
    assert "climbed without a check" in text


def test_asking_why_is_noticed_at_once():
    answers = typed("", "w", "w nobody", "w orc", "q")
    lines = played(LESSONS["3_flanking"], answers, sides={}).text.splitlines()
    assert any(line.endswith("w orc asks.") for line in lines)
    told = next(n for n, line in enumerate(lines) if line.startswith("Each line of an answer"))
    assert 'Nothing here is called "nobody"; ? for help.' in lines[:told]
    assert lines[told].endswith("(d20.cover.ranged)")
    assert lines[told + 1].startswith("Cover is judged")
    assert lines[told + 2 :][0] == ">"


@pytest.mark.parametrize("wanted", [("x",), (".", "acts")])
def test_the_acts_are_noticed_at_once(wanted: tuple[str, ...]):
    answers = typed("charge", "1", *wanted, "q")
    lines = played(LESSONS["4_charge"], answers, seed=1, sides={}).text.splitlines()
    asked = next(n for n, line in enumerate(lines) if line.startswith("Everything else"))
    told = lines.index("So there is nothing to learn by heart.")
    assert asked < told
    assert lines[told + 1].startswith("A flail can trip.")
    assert not any("card" in line for line in lines)


@pytest.mark.parametrize("name", LESSONS)
def test_no_lesson_speaks_of_cards_and_screens(name: str):
    lesson = read_scenario(LESSONS[name]).lesson
    assert lesson is not None
    for step in Tutor(lesson.steps, screen=False).steps:
        said = [step.say, step.how, step.then, *(other.say for other in step.otherwise)]
        assert not {"card", "screen", "key", "point"}.intersection(" ".join(said).lower().split())


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
