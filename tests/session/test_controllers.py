"""Who decides when nobody is asked: scripts step by step, opponents by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from storage.fights import DUEL, do, scenario_of

from tacsim.ai import Cautious, Greedy
from tacsim.content.setup import begin
from tacsim.core.agenda import Decision
from tacsim.core.events import Answered, Event
from tacsim.core.intents import Decline, Delay, EndTurn, Move, Ready, Take
from tacsim.rules.engine import start, submit
from tacsim.session.controllers import ScriptController, all_chosen, controllers_for, opponent
from tacsim.session.headless import play_out
from tacsim.session.opponents import offered
from tacsim.session.session import Session


def played(text: str, folder: Path, rounds: int = 20) -> tuple[list[Event], ScriptController]:
    """The events of a script played out, refusals included."""
    scenario = scenario_of(text, folder)
    session = Session(begin(scenario), controllers_for(scenario, headless=True))
    told: list[Event] = []
    play_out(session, rounds, lambda entries: told.extend(entry.event for entry in entries))
    script = session.controllers["heroes"]
    assert isinstance(script, ScriptController)
    return told, script


def names(events: list[Event], *wanted: str) -> list[str]:
    return [f"{e.NAME} {e.actor}" for e in events if e.NAME in wanted]


def test_each_creature_does_its_own_steps_in_its_own_turns(tmp_path: Path) -> None:
    script = do("bob", "drop") + do("ann", "drop") + do("bob", "stand")
    events, _ = played(DUEL + script, tmp_path)
    assert names(events, "condition_gained", "condition_lost")[3:] == [
        "condition_gained ann",
        "condition_lost bob",
        "condition_gained bob",
        "condition_lost bob",
    ]


def test_a_refused_step_is_told_and_does_not_end_the_turn(tmp_path: Path) -> None:
    script = do("ann", "move", to=[9, 3]) + do("ann", "strike", target="ann") + do("ann", "drop")
    events, controller = played(DUEL + script, tmp_path)
    wanted = names(events, "refused", "condition_gained", "turn_ended")[2:]
    assert wanted == ["refused ann", "refused ann", "condition_gained ann", "turn_ended ann"]
    assert [type(step.intent).__name__ for step in controller.refusals] == ["Move", "Strike"]


def test_with_nothing_left_for_anybody_the_turn_and_the_battle_end(tmp_path: Path) -> None:
    events, controller = played(DUEL + do("ann", "drop"), tmp_path)
    wanted = ("condition_gained", "turn_ended", "turn_started", "battle_ended")
    assert names(events, *wanted)[-3:] == [
        "condition_gained ann",
        "turn_ended ann",
        "battle_ended None",
    ]
    assert getattr(events[-1], "winner", "") is None
    assert not controller.refusals


def test_the_turn_after_an_explicit_end_is_broken_off(tmp_path: Path) -> None:
    events, _ = played(DUEL + do("ann", "end_turn"), tmp_path)
    assert names(events, "turn_ended") == ["turn_ended ann", "turn_ended bob"]


def test_an_unanswered_offer_is_declined(tmp_path: Path) -> None:
    script = do("ann", "move", to=[2, 0]) + do("bob", "move", to=[3, 3])
    events, _ = played(DUEL + script, tmp_path)
    assert names(events, "provoked", "declined") == ["provoked bob", "declined ann"]


@pytest.mark.parametrize("answer", ["take", "decline"])
def test_an_answer_waits_for_its_offer_over_the_creatures_own_turn(
    tmp_path: Path, answer: str
) -> None:
    script = do("ann", "move", to=[2, 0]) + do("ann", answer)
    script += do("bob", "move", to=[3, 3]) + do("ann", "drop")
    events, controller = played(DUEL + script, tmp_path)
    told = {"take": "took ann", "decline": "declined ann"}[answer]
    assert names(events, "took", "declined") == [told]
    assert names(events, "condition_gained")[-1] == "condition_gained ann"
    assert not controller.refusals


def test_an_answer_to_an_offer_that_never_comes_is_refused_in_the_end(tmp_path: Path) -> None:
    events, controller = played(DUEL + do("ann", "take") + do("bob", "drop"), tmp_path)
    assert names(events, "refused") == ["refused ann"]
    assert [step.intent for step in controller.refusals] == [Take("ann")]


def test_steps_of_the_fallen_do_not_keep_the_battle_going(tmp_path: Path) -> None:
    fallen = DUEL.replace('id = "bob"', 'id = "bob"\nconditions = ["helpless"]')
    extra = '[[creature]]\nid = "cid"\nkind = "dummy"\nside = "foes"\nat = [9, 0]\ninitiative = 1\n'
    events, _ = played(fallen + extra + do("bob", "drop") + do("ann", "drop"), tmp_path)
    assert names(events, "turn_ended") == ["turn_ended ann"]


def test_the_rounds_are_limited(tmp_path: Path) -> None:
    steps = "".join(do("ann", "end_turn") for _ in range(9))
    events, _ = played(DUEL + steps, tmp_path, rounds=3)
    assert len(names(events, "turn_ended")) == 7  # six in three rounds, and one broken off
    assert events[-1].NAME == "battle_ended"


def test_a_script_catches_up_with_what_was_done(tmp_path: Path) -> None:
    script = do("ann", "move", to=[9, 3]) + do("ann", "move", to=[1, 0]) + do("ann", "take")
    script += do("ann", "strike", target="bob")
    scenario = scenario_of(DUEL + script + do("bob", "drop"), tmp_path)
    battle = begin(scenario)
    controller = ScriptController(scenario.script)
    controller.follow(Move("ann", to=(1, 0)))
    controller.follow(EndTurn("ann"))  # it was waiting for an offer
    controller.follow(Decline("bob"))
    offered = Decision("ann", against="bob", question="opportunity")
    assert controller.choose(battle, offered) == Take("ann")
    assert controller.left(battle)


def test_an_opponent_that_there_is_not_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match='unknown opponent "gredy"; did you mean "greedy"'):
        opponent("gredy")
    scenario = scenario_of(DUEL.replace('"script"', '"ai:nobody"', 1), tmp_path)
    with pytest.raises(ValueError, match="nobody"):
        controllers_for(scenario)


def test_an_opponent_goes_by_the_name_of_its_level_too(tmp_path: Path) -> None:
    scenario = scenario_of(DUEL.replace('"script"', '"ai:recruit"', 1), tmp_path)
    found = controllers_for(scenario, {"foes": "ai:veteran"})
    assert [type(found[side]).__name__ for side in ("heroes", "foes")] == ["Greedy", "Cautious"]
    chosen = all_chosen(scenario, {"foes": "veteran"})
    assert chosen == {"heroes": "ai:greedy", "foes": "ai:cautious"}  # as saves name them


def test_a_level_without_an_opponent_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacsim.ai.OPPONENTS", {"greedy": Greedy, "warlord": Cautious})
    assert [level.name for level in offered()] == ["recruit", "warlord"]
    with pytest.raises(ValueError, match=r"\(there is: greedy, human, recruit, warlord\)"):
        opponent("commander")


def test_who_plays_what(tmp_path: Path) -> None:
    text = DUEL.replace('"script"', '"human"', 1).replace('"script"', '"ai:greedy"', 1)
    scenario = scenario_of(text, tmp_path)
    assert list(controllers_for(scenario)) == ["foes"]
    assert set(controllers_for(scenario, headless=True)) == {"heroes", "foes"}
    assert isinstance(controllers_for(scenario, headless=True)["heroes"], ScriptController)
    auto = controllers_for(scenario, all_chosen(scenario, auto=True))
    assert [type(auto[side]).__name__ for side in ("heroes", "foes")] == ["Cautious", "Greedy"]
    chosen = controllers_for(scenario, {"foes": "script"})
    assert isinstance(chosen["foes"], ScriptController)


# --- other questions than opportunities -------------------------------------------------------


def test_a_script_answers_the_question_to_a_delayer(tmp_path: Path) -> None:
    script = do("ann", "delay") + do("ann", "take") + do("ann", "move", to=[1, 0])
    events, controller = played(DUEL + script + do("bob", "drop"), tmp_path)
    assert names(events, "answered", "reordered", "stepped") == [
        "answered ann",
        "reordered ann",
        "stepped ann",
    ]
    assert not controller.refusals


def test_a_delayer_whom_the_script_does_not_let_in_waits_for_its_next_turn(tmp_path: Path) -> None:
    script = do("ann", "delay") + do("ann", "move", to=[1, 0])
    events, controller = played(DUEL + script + do("bob", "drop"), tmp_path)
    assert [e.yes for e in events if isinstance(e, Answered)] == [False]
    assert names(events, "round_started", "stepped") == [
        "round_started None",
        "round_started None",
        "stepped ann",
    ]
    assert not controller.refusals


@pytest.mark.parametrize(
    ("answer", "told"),
    [("take", ["readied ann", "readied ann", "struck ann"]), ("decline", ["readied ann"])],
)
def test_a_script_answers_for_whoever_holds_an_attack_ready(
    tmp_path: Path, answer: str, told: list[str]
) -> None:
    script = do("ann", "ready", trigger="reach", target="bob", weapon="club")
    script += do("ann", "end_turn") + do("ann", answer)
    events, controller = played(DUEL + script + do("bob", "move", to=[1, 0]), tmp_path)
    assert names(events, "readied", "struck") == told
    assert names(events, "answered") == ["answered ann"]
    assert not controller.refusals


def test_an_unanswered_occasion_is_let_go(tmp_path: Path) -> None:
    script = do("ann", "ready", trigger="reach") + do("bob", "move", to=[1, 0])
    events, _ = played(DUEL + script, tmp_path)
    assert [e.yes for e in events if isinstance(e, Answered)] == [False]


@pytest.mark.parametrize("name", ["greedy", "cautious"])
def test_an_opponent_uses_what_it_holds_ready_and_has_not_waited(tmp_path: Path, name: str) -> None:
    battle = begin(scenario_of(DUEL, tmp_path))
    start(battle)
    submit(battle, Delay("ann"))
    submit(battle, EndTurn("bob"))
    decision = battle.decision
    assert decision is not None
    assert decision.question == "delay"
    assert opponent(name).choose(battle, decision) == Take("ann"), "it comes in as soon as it may"
    submit(battle, Decline("ann"))
    submit(battle, Ready("ann"))
    submit(battle, EndTurn("ann"))
    submit(battle, Move("bob", to=(1, 0)))
    decision = battle.decision
    assert decision == Decision("ann", against="bob", question="ready")
    assert opponent(name).choose(battle, decision) == Take("ann")
