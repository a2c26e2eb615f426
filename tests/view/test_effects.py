"""Conditions in the log and on the sheet: their words, modifiers and clause."""

from __future__ import annotations

import pytest
from cli.calls import call
from fifth.boards import battle

from tacsim.view.wording.places import cell_line
from tacsim.view.wording.sheet import sheet_of
from tacsim.view.wording.why_creatures import why_creature

NEW = [
    ("d20", "fatigued"), ("d20", "exhausted"), ("d20", "shaken"), ("d20", "blinded"),
    ("d20", "entangled"), ("d20", "longstrider"),
    *((family, name) for family in ("grid5e", "metric")
      for name in ("restrained", "frightened", "blinded", "poisoned", "longstrider")),
]  # fmt: skip


FIGHT = """
format = 1
name = "A fight"
ruleset = "{ruleset}"
map = "yard.toml"
[[side]]
id = "heroes"
[[side]]
id = "foes"
[[creature]]
id = "a"
kind = "dummy"
side = "heroes"
at = [0, 0]
[[creature]]
id = "b"
kind = "dummy"
side = "foes"
at = [2, 0]
conditions = ["{condition}"]
"""


@pytest.mark.parametrize(("ruleset", "condition"), NEW)
def test_a_condition_is_taken_from_a_file_and_told_on_sheet_line_and_in_answers(
    ruleset, condition, tmp_path
):
    fight = battle("A..b", {"b": {"conditions": [condition]}}, ruleset=ruleset)
    assert condition in sheet_of(fight, "b").conditions
    assert condition in cell_line(fight, (3, 0))
    (found,) = [
        fact
        for fact in why_creature(fight, fight.world["A"], fight.world["b"])
        if fact.text.startswith(f"{condition.capitalize()}: ")
    ]
    assert len(found.clauses) == 1
    yard = tmp_path / "yard.toml"
    yard.write_text('name = "Yard"\ngrid = "...."\n')
    path = tmp_path / "fight.toml"
    path.write_text(FIGHT.format(ruleset=ruleset, condition=condition))
    assert call("check", path).code == 0
    explained = call("rules", condition)
    assert found.clauses[0] in explained.out
