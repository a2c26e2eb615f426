"""Passages: what has no fields is changed as text, and nothing else of the file with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacsim.content.editing.manuscript import Manuscript
from tacsim.content.editing.passages import faults_in, passage, take
from tacsim.content.editing.reading import Texts

HEAD = """\
# by hand
name = "Yard"
ruleset = "d20"
map = { grid = "....", name = "yard" }

"""
SIDES = """\
[[side]]
id = "us"  # we
controller = "script"
[[side]]
id = "them"

[[creature]]
id = "a"
kind = "dummy"
side = "us"
at = [0, 0]
[[creature]]
id = "b"
kind = "dummy"
side = "them"
at = [3, 0]
"""
SCRIPT = """\
[[do]]
actor = "a"  # first
intent = "move"
path = [[1, 0]]
# then
[[do]]
actor = "a"
intent = "end_turn"
"""


def manuscript(text: str) -> Manuscript:
    return Manuscript(Texts(text), None, Path())


@pytest.mark.parametrize(
    ("before", "after"),
    [(HEAD + "# what they do\n", "\n# who\n" + SIDES), (HEAD + SIDES + "\n", "")],
    ids=["between", "last"],
)
def test_a_passage_is_changed_where_it_stands_and_nothing_else(before: str, after: str) -> None:
    one = manuscript(before + SCRIPT + after)
    assert passage(one, "do") == SCRIPT
    new = '[[do]]\nactor = "a"\nintent = "end_turn"  # at once\n'
    assert take(one, "do", new)
    assert one.texts.own == before + new + after
    assert not one.read.faults
    one.undo()
    assert one.texts.own == before + SCRIPT + after
    assert not take(one, "do", SCRIPT)
    take(one, "do", "")
    assert one.texts.own == before + after


def test_tables_of_a_passage_that_stand_apart_come_together() -> None:
    first, _then, second = SCRIPT.partition("# then\n")
    one = manuscript(HEAD + first + "\n# who\n" + SIDES + "\n" + second)
    assert passage(one, "do") == first + second
    take(one, "do", first + second)
    assert one.texts.own == HEAD + first + second + "\n# who\n" + SIDES + "\n"


def test_a_passage_that_is_new_comes_last() -> None:
    one = manuscript(HEAD + SIDES)
    assert passage(one, "do") == ""
    take(one, "do", SCRIPT)
    assert one.texts.own == HEAD + SIDES + "\n" + SCRIPT
    assert not one.read.faults


def test_tables_in_braces_come_with_headings_and_stay_what_they_are() -> None:
    script = 'do = [{ actor = "a", intent = "end_turn" }, { actor = "b", intent = "end_turn" }]\n'
    one = manuscript(HEAD + script + SIDES)
    text = passage(one, "do")
    assert text.count("[[do]]") == 2
    before = one.table(("do",))
    take(one, "do", text)
    assert one.table(("do",)) == before
    assert not one.read.faults


def test_faults_are_told_by_the_lines_of_the_passage() -> None:
    one = manuscript(HEAD + SIDES)
    assert not faults_in(one, "do", SCRIPT)
    wrong = faults_in(one, "do", "\n" + SCRIPT.replace('"move"', '"mvoe"'))
    assert [fault.line for fault in wrong] == [4]
    assert faults_in(one, "do", "[[do]\n")[0].line == 1
    assert "something else" in faults_in(one, "do", '[[side]]\nid = "x"\n')[0].message
    monster = faults_in(one, "bestiary", '[bestiary.gobbo]\nname = "Gobbo"\nspeedd = 6\n')
    assert ("bestiary.gobbo.speedd", 3) in [(fault.field, fault.line) for fault in monster]
