"""The steps of lessons: what shipped ones hold, and what faults are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacsim.content.checks import check_file
from tacsim.content.documents import parse_document
from tacsim.content.library import find_scenario, lessons, library
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.scenarios import read_scenario, scenario_from

LESSON = """\
ruleset = "d20"
[map]
grid = '''
.....
.....
'''
[[side]]
id = "you"
[[side]]
id = "foes"
[[creature]]
id = "ann"
kind = "dummy"
side = "you"
at = [0, 0]
[[creature]]
id = "orc"
kind = "orc"
side = "foes"
at = [4, 1]
[[step]]
say = "Go."
done = [{ stands = [[1, 0]], actor = "ann" }]
"""


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_shipped_lessons_have_no_faults_and_are_no_skirmishes(path: Path):
    assert not check_file(path)
    scenario = read_scenario(path)
    assert scenario.lesson is not None
    assert scenario.lesson.id == path.stem
    assert scenario.about
    assert path not in library()
    assert find_scenario(f"lessons/{path.stem}") == path.resolve()


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_the_last_thing_done_in_a_lesson_is_done_in_its_battle(path: Path):
    lesson = read_scenario(path).lesson
    assert lesson is not None
    assert not any(sign.of_screen for sign in lesson.steps[-1].done)


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_of_what_may_be_done_early_there_is_something_to_say(path: Path):
    lesson = read_scenario(path).lesson
    assert lesson is not None
    assert all(step.then for step in lesson.steps if step.early)


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_a_save_keeps_the_battle_and_the_lesson(path: Path):
    scenario = read_scenario(path)
    assert scenario.lesson is not None
    assert scenario.lesson.id == path.stem
    kept = from_plain(to_plain(scenario), "moving-20260102-030405.tacsim")
    assert kept == scenario
    assert kept.lesson == scenario.lesson


def test_a_scenario_without_steps_is_no_lesson():
    plain = LESSON.partition("[[step]]")[0]
    scenario, faults = scenario_from(parse_document(plain))
    assert not faults
    assert scenario is not None
    assert scenario.lesson is None


FAULTS = {
    'say = ""': "step[0].say: is empty",
    'say = "Press {fly}."': 'step[0].say: unknown key "fly"',
    'say = "Press {."': "step[0].say: has a brace without its other one",
    'how = "Press {end_turns}."': 'unknown key "end_turns"; did you mean "end_turn"',
    "done = []": "step[0].done: must hold 1 to 10 entries, not 0",
    "done = [{}]": "step[0].done[0]: must have one of event, asks, points, stands, turn, answers",
    'done = [{ event = "steped" }]': 'unknown event "steped"; did you mean "stepped"',
    'done = [{ event = "stepped", target = "orc" }]': "done[0].target: unknown key",
    'done = [{ event = "struck", target = "ork" }]': 'unknown creature "ork"; did you mean "orc"',
    'done = [{ event = "stepped", to = [1] }]': "done[0].to: must be a cell [x, y]",
    'done = [{ event = "struck", clause = "d20.flanks" }]': 'unknown clause "d20.flanks"',
    'done = [{ asks = "wy" }]': 'unknown request "wy"; did you mean "why"',
    'done = [{ stands = [[1, 0]] }]': "done[0].actor: is missing",
    'done = [{ turn = "ork" }]': 'unknown creature "ork"',
    'done = [{ points = "orc" }]': "must be a list of creatures and cells",
    'marks = ["ork"]': 'step[0].marks[0]: unknown creature "ork"',
    'clauses = ["d20.flanks"]': 'step[0].clauses[0]: unknown clause "d20.flanks"',
    "early = 1": "step[0].early: must be true or false, not 1",
    'otherwise = [{ say = "No." }]': "step[0].otherwise[0].when: is missing",
    "saying = 1": 'step[0].saying: unknown key; did you mean "say"',
}  # fmt: skip


@pytest.mark.parametrize("line", FAULTS)
def test_faults_of_a_step_are_told_with_their_place(line: str):
    key = line.partition(" ")[0]
    kept = [row for row in LESSON.splitlines() if not row.startswith(f"{key} = ")]
    if key not in ("say", "done"):
        kept = LESSON.splitlines()
    scenario, faults = scenario_from(parse_document("\n".join([*kept, line])))
    assert scenario is None
    assert FAULTS[line] in str(faults[0])
    assert faults[0].line >= LESSON.splitlines().index("[[step]]") + 1
    assert len(faults) == 1


def test_steps_that_are_no_list_are_a_fault():
    text = LESSON.partition("[[step]]")[0] + "\n"
    _scenario, faults = scenario_from(parse_document("step = 3\n" + text))
    assert [fault.field for fault in faults] == ["step"]
