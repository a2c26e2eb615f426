"""Scripts of the 5e family: acts and answers by file."""

from __future__ import annotations

import attrs
import pytest
from rules.table import act

from fifth.boards import on_turn
from tacsim.content.records import Do
from tacsim.content.scripts import _fields
from tacsim.core.agenda import Decision
from tacsim.core.intents import INTENTS, Decline, DenyFlank, Strike
from tacsim.session.controllers import ScriptController


def test_every_field_of_every_intent_can_be_written():
    names = {part.name for kind in INTENTS.values() for part in attrs.fields(kind)}
    assert names - {"actor"} <= set(_fields("square"))


@pytest.mark.rule("grid5e.flank.deny")
@pytest.mark.parametrize(
    ("step", "answer"),
    [(DenyFlank("t", "B"), DenyFlank("t", "B")), (Strike("t", "A"), Decline("t"))],
)
def test_a_script_answers_with_whom_it_denies(step, answer):
    fight = on_turn(".....\n.AtB.\n.....", {"t": {"hp": 99}}, dice=[3, 4, 5])
    act(fight, Strike("A", "t"))
    decision = fight.decision
    assert decision == Decision("t", "A", "deny")
    assert ScriptController([Do("t", step, 1)]).choose(fight, decision) == answer
