"""What is open to a creature in its turn, and after a part of it."""

from __future__ import annotations

import pytest
from ai.acting import FIGHTER, VETERAN, turn_of
from ai.family import WEAK
from ai.family import battle as family_battle
from boards import battle
from pool.fights import spend
from pool.space import on_turn

from tacsim.core.components import Condition, Conditions
from tacsim.core.intents import NAMES, Aid, FullAttack, Strike
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.choices import acts, rising
from tacsim.rules.openings import Attackings, attacks, openings


def penalties(found: Attackings) -> list[list[int]]:
    return [[by for _, by, _ in one.attacks] for some in found.values() for one in some]


def on(board: str, creature: str = "A", **creatures: dict[str, object]) -> tuple[Battle, Creature]:
    fight = turn_of(battle(board, creatures), creature)
    return fight, fight.world[creature]


@pytest.mark.rule("d20.attack.iterative")
def test_a_full_attack_is_open_before_moving_and_a_single_one_after() -> None:
    fight, actor = on("A...b", A=VETERAN, b=FIGHTER)
    assert penalties(attacks(fight, actor)) == [[0], [0, -5]]
    after = {one.mode.name: penalties(one.attacks) for one in openings(fight, actor)}
    assert after["walk"] == [[0]]
    assert after["five_foot_step"] == [[0], [0, -5]]
    assert after["double"] == []


def test_a_series_is_begun_by_the_intent_that_makes_it() -> None:
    fight, actor = on("Ab", A=VETERAN, b=FIGHTER)
    single, full = attacks(fight, actor)["sword"]
    assert single.intent("A", "b") == Strike("A", "b", "sword")
    assert full.intent("A", "b") == FullAttack("A", "b", "sword")
    assert full.left["standard"] == full.left["move"] == 0


@pytest.mark.rule("pool.actions")
def test_so_much_is_put_into_so_many_attacks_as_can_be_paid_for() -> None:
    """A second attack costs a point more: of four, three may go into two attacks."""
    fight = on_turn("A.b", {"A": {}, "b": {}})
    spend(fight, "A", stamina=4)
    (found,) = attacks(fight, fight.world["A"]).values()
    put = [tuple(stamina for _, _, stamina in one.attacks) for one in found]
    assert put == [(1,), (2,), (3,), (4,), (1, 1), (1, 2)]
    assert [one.left["stamina"] for one in found] == [3, 2, 1, 0, 1, 0]


def test_the_acts_of_its_own_are_those_that_take_something_and_cannot_fail() -> None:
    fight = family_battle("AB.b", {"A": WEAK, "B": WEAK, "b": WEAK})
    turn_of(fight, "A")
    actor = fight.world["A"]
    assert [NAMES[type(intent)] for intent, _ in acts(fight, actor)] == [
        "dash", "disengage", "dodge"
    ]  # fmt: skip
    assert list(acts(fight, actor, {"B"})) == []


def test_help_is_for_a_friend_against_a_foe_beside_the_helper() -> None:
    fight = family_battle("BAb", {"A": WEAK, "B": WEAK, "b": WEAK})
    turn_of(fight, "A")
    assert [intent for intent, _ in acts(fight, fight.world["A"], {"B"})] == [Aid("A", "B", "b")]


@pytest.mark.rule("d20.prone")
def test_getting_up_gives_those_an_opportunity_who_threaten() -> None:
    fight, actor = on("Ab.c", A=FIGHTER, b=FIGHTER, c=FIGHTER)
    assert rising(fight, actor) is None
    fight.world.put("A", Conditions((Condition("prone"),)))
    found = rising(fight, actor)
    assert found is not None
    assert found[1] == ("b",)
