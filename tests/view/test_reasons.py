import string

import attrs
import pytest
from boards import battle, turn_of

from tacsim.core.components import Item, Items
from tacsim.core.intents import BullRush, Move, PickUp, Ready, Stand, Strike, Trip
from tacsim.core.verdicts import Reason, refuse
from tacsim.rules.engine import check, refusal_event, submit
from tacsim.rulesets import RULESETS, content
from tacsim.view.wording import words
from tacsim.view.wording.reasons import SENTENCES, clause_text, sentence

DETAILS = {
    "by": "b", "name": "b", "mode": "five_foot_step", "ground": "deep_water", "weapon": "club",
    "activity": "full_attack", "intent": "deny_flank", "cost": 9, "budget": 6, "distance": 4,
    "skill": "escape_artist", "feat": "spring attack", "trigger": "noise", "shape": "cone",
    "rounds": 3, "condition": "blinded", "least": 5, "price": 3, "stamina": 2, "defence": "dodge",
    "uses": 3, "total": 29, "against": 30, "pounds": "250", "most": "200",
}  # fmt: skip


def gaps(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("reason", Reason)
class TestEveryReason:
    def test_it_has_a_sentence_that_needs_nothing(self, reason):
        assert gaps(SENTENCES[reason][-1]) == set()

    def test_its_sentences_ask_only_for_details_that_checks_give(self, reason):
        assert all(gaps(text) <= {"actor", *DETAILS} for text in SENTENCES[reason])

    def test_it_is_one_sentence_with_and_without_details(self, reason):
        world = battle("A.b").world
        for refusal in (refuse(reason, "x.y"), refuse(reason, "x.y", **DETAILS)):
            text = sentence(refusal, world)
            assert text.endswith(".")
            assert text[0].isupper()
            assert text.count(". ") == 0
            assert "{" not in text
            assert "_" not in text
            assert "x.y" not in text

    def test_the_same_is_said_of_the_event(self, reason):
        world = turn_of(battle("A.b"), "A").world
        refusal = refuse(reason, "x.y", **DETAILS)
        event = refusal_event(Strike("A", "b"), refusal)
        assert sentence(event, world) == sentence(refusal, world)


def test_there_is_no_sentence_without_a_reason():
    assert set(SENTENCES) == set(Reason)


def test_names_are_resolved_and_the_unknown_stay_nameless():
    fight = turn_of(battle("A.b"), "A")
    refusal = refuse(Reason.OCCUPIED, "x", by="b")
    assert sentence(refusal, fight.world) == "B is in the way and lets nobody pass."
    hidden = sentence(refusal, fight.world, frozenset({"A"}))
    assert hidden == "Something unseen is in the way and lets nobody pass."


@pytest.mark.parametrize(("board", "intent", "text"), [
    ("A.......b", Move("A", to=(7, 0)),
     "Too far: 7 squares, and 6 squares is all there is."),
    ("A#b", Move("A", to=(1, 0)), "It cannot enter: wall."),
    ("A.b", Strike("A", "b"), "Out of reach: club does not strike 2 squares off."),
    ("A.b", Stand("A"), "A does not lie prone."),
    ("A.b", Strike("A", "zed"), "There is no creature called zed."),
    ("A.b", Move("A", to=(2, 0)), "B is in the way and lets nobody pass."),
    ("A.b", Move("A", to=(1, 0), mode="teleport"), "These rules know no movement called teleport."),
])  # fmt: skip
def test_refusals_of_the_rules_read_well(board, intent, text):
    fight = turn_of(battle(board), "A")
    assert sentence(check(fight, intent), fight.world) == text


def test_the_name_of_what_is_not_perceived_is_not_told():
    fight = turn_of(battle("A.#b", fog=True), "A")
    fight.world.put("b", attrs.evolve(fight.world["b"].identity, name="Gurk"))
    fight.world.put(None, Items((Item("idol", "Idol", 20, (3, 0)),)))
    for intent in (Strike("A", "b"), PickUp("A", "b"), PickUp("A", "idol")):
        refusal = check(fight, intent)
        told = f"There is no creature called {intent.target}."
        assert sentence(refusal, fight.world) == told
        assert sentence(refusal, fight.world, frozenset("A")) == told


def test_what_stops_a_straight_move_need_not_be_at_its_end():
    fight = turn_of(battle("A.~..b"), "A")
    refusal = check(fight, Move("A", to=(4, 0), mode="charge", target="b"))
    assert sentence(refusal, fight.world, straight=True) == "In the way: deep water."
    assert sentence(refusal, fight.world) == "It cannot enter: deep water."


def test_who_has_done_what_forbids_more_is_named_unless_the_words_around_say():
    fight = turn_of(battle("A..b"), "A")
    submit(fight, Move("A", to=(1, 0), mode="five_foot_step"))
    refusal, world = check(fight, Move("A", to=(0, 0))), fight.world
    assert sentence(refusal, world) == "A has taken a 5-ft step, and moves no more this turn."
    unknown = sentence(refusal, world, frozenset({"b"}))
    assert unknown == "Something unseen has taken a 5-ft step, and moves no more this turn."
    aside = "It has taken its 5-ft step, so it moves no more this turn."
    assert sentence(refusal, world, actor="") == aside


def test_a_state_that_forbids_something_is_named_with_whose_it_is():
    """That of the target where it is the target's, and never that nothing can be done at all."""
    fight = turn_of(battle("Ab", {"A": {"conditions": ["wedged"]}}), "A")
    told = "A is wedged in a gap, so it cannot do this."
    for intent in (Strike("A", "b"), BullRush("A", "b"), Ready("A", "reach"), Trip("A", "b")):
        assert sentence(check(fight, intent), fight.world) == told
    going = sentence(check(fight, Move("A", to=(0, 0), mode="run")), fight.world)
    assert going == "A is wedged in a gap, so this cannot be done: run."
    lying = turn_of(battle("Ab", {"b": {"conditions": ["prone"]}}), "A")
    refusal = check(lying, Trip("A", "b"))
    assert sentence(refusal, lying.world) == "B lies prone."
    assert sentence(refusal, lying.world, actor="") == "B lies prone."


def test_a_charge_at_a_neighbour_is_too_close_rather_than_nought_squares():
    fight = turn_of(battle("Ab"), "A")
    refusal = refuse(Reason.TOO_SHORT, "x", cost=0)
    assert sentence(refusal, fight.world) == "Too close: a charge must cover 2 squares at least."


@pytest.mark.parametrize("ruleset", RULESETS)
def test_clauses_have_words(ruleset):
    for clause in content(ruleset).clauses:
        title, text = clause_text(ruleset, clause)
        assert title
        assert text
    assert clause_text(ruleset, "no.such") == ("no.such", "")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_rules_name_has_words(ruleset):
    rules = content(ruleset).defaults
    assert set(rules.conditions) <= set(words.CONDITIONS)
    assert set(rules.modes) <= set(words.MODES)
    assert set(rules.intents) <= set(words.ACTS)


def test_a_clause_reads_as_the_battle_is_fought():
    """002 has the run at four times the speed in any armour, and no overrun on a charge."""
    korean = content("d20").presets["korean"]
    assert "heavy" in clause_text("d20", "d20.round.run")[1]
    assert "whatever it wears" in clause_text("d20", "d20.round.run", korean)[1]
    assert "no part of a charge" in clause_text("d20", "d20.overrun.charge", korean)[1]
    for switch in content("d20").switches:
        usual, turned = (
            clause_text("d20", switch.clause, {switch.name: on})
            for on in (switch.default, not switch.default)
        )
        assert usual == clause_text("d20", switch.clause)
        if switch.name in korean:
            assert usual != turned
