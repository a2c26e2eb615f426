"""Scripts of fights with dice pools: Stamina, defences, and answers that wait for their offer."""

from __future__ import annotations

from pathlib import Path

import pytest
from storage.fights import SIDES, do, scenario_of

from tacsim.content.setup import begin
from tacsim.core import events as ev
from tacsim.core.agenda import Decision
from tacsim.core.intents import Decline, EndTurn, Take
from tacsim.session.controllers import ScriptController, controllers_for
from tacsim.session.headless import play_out
from tacsim.session.session import Session

DUEL = """
format = 1
name = "Duel"
ruleset = "pool"
seed = 7
[map]
topology = "cube"
grid = '''
........
........
........
'''
""" + SIDES + """
[[creature]]
id = "ann"
kind = "soldier"
side = "heroes"
at = [1, 1, 0]
initiative = 20
hp = 30
[[creature]]
id = "bob"
kind = "soldier"
side = "foes"
at = [2, 1, 0]
initiative = 10
hp = 30
"""  # fmt: skip


def played(script: str, folder: Path) -> list[ev.Event]:
    scenario = scenario_of(DUEL + script, folder)
    session = Session(begin(scenario), controllers_for(scenario, headless=True))
    told: list[ev.Event] = []
    play_out(session, 5, lambda entries: told.extend(entry.event for entry in entries))
    return told


@pytest.mark.rule("pool.defence")
def test_a_script_names_stamina_and_defence(tmp_path: Path) -> None:
    script = do("ann", "strike", target="bob", stamina=3)
    script += do("bob", "take", stamina=2, defence="parry")
    (blow,) = [e for e in played(script, tmp_path) if isinstance(e, ev.Struck)]
    assert blow.pools == (3 + 1 + 3, 3 + 2)
    assert "might" in {p.name for p in blow.modifiers if p.on == "defence"}


@pytest.mark.rule("pool.aoo.cost", "pool.defence")
def test_a_plain_take_waits_for_its_opportunity(tmp_path: Path) -> None:
    script = do("ann", "strike", target="bob") + do("ann", "move", to=[1, 0, 0])
    script += do("ann", "move", to=[4, 1, 0]) + do("bob", "take")
    events = played(script, tmp_path)
    blows = [e for e in events if isinstance(e, ev.Struck)]
    assert [(e.actor, e.opportunity) for e in blows] == [("ann", False), ("bob", True)]
    answers = [e.yes for e in events if isinstance(e, ev.Answered)]
    assert answers == [False, False], "neither names a defence"


@pytest.mark.rule("pool.defence")
def test_a_script_catches_up_with_defences(tmp_path: Path) -> None:
    script = do("bob", "take") + do("bob", "take", defence="dodge")
    scenario = scenario_of(DUEL + script, tmp_path)
    controller, battle = ScriptController(scenario.script), begin(scenario)
    attacked = Decision("bob", against="ann", question="defence")
    offered = Decision("bob", against="ann", question="opportunity")
    controller.follow(Decline("bob"), attacked)
    assert controller.choose(battle, offered) == Take("bob")
    assert controller.choose(battle, offered) == Decline("bob")
    controller.follow(Take("bob", defence="dodge"), attacked)
    assert controller.choose(battle, attacked) == Decline("bob")


@pytest.mark.rule("pool.defence")
def test_to_decline_answers_for_the_defence_as_well(tmp_path: Path) -> None:
    script = do("ann", "strike", target="bob") + do("bob", "decline")
    script += do("ann", "strike", target="bob") + do("bob", "take", defence="dodge", stamina=2)
    events = played(script, tmp_path)
    blows = [e for e in events if isinstance(e, ev.Struck)]
    assert [blow.pools[1] for blow in blows] == [3, 3 + 2], "a soldier has Might 3 and Grace 3"
    assert [e.yes for e in events if isinstance(e, ev.Answered)] == [False, True]
    assert not [e for e in events if isinstance(e, ev.IntentRefused)]


@pytest.mark.rule("pool.defence")
@pytest.mark.parametrize("question", ["defence", "opportunity"])
def test_to_decline_answers_whatever_is_asked_next(tmp_path: Path, question: str) -> None:
    scenario = scenario_of(DUEL + do("bob", "decline") + do("bob", "end_turn"), tmp_path)
    controller, battle = ScriptController(scenario.script), begin(scenario)
    asked = Decision("bob", against="ann", question=question)
    assert controller.choose(battle, asked) == Decline("bob")
    assert [do.intent for do in controller._steps["bob"]] == [EndTurn("bob")]
