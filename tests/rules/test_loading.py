"""Loading: a crossbow shoots once, and is loaded for a move action or a full round."""

from __future__ import annotations

import attrs
import pytest
from boards import battle, club, turn_of

from tacsim.core import events as ev
from tacsim.core.components import Weapon
from tacsim.core.intents import Decline, DropHeld, FullAttack, Load, Move, PickUp, Strike
from tacsim.core.verdicts import Reason, Refused
from tacsim.rules.battle import Battle
from tacsim.rules.choices import choices
from tacsim.rules.engine import check, submit
from tacsim.rules.forecast import forecast
from tacsim.rulesets import content

LIGHT = Weapon("light_crossbow", "1d8", ranged=True, reach=0, hands="two", strength=0.0,
               increment=16, increments=10, load="move")  # fmt: skip
HEAVY = attrs.evolve(LIGHT, name="heavy_crossbow", load="full_round")


def fight(board: str, weapon: Weapon = LIGHT, dice: list[int] | None = None) -> Battle:
    shooter = {"weapons": [weapon, club()], "base": 6}
    return turn_of(battle(board, {"A": shooter, "c": {"hp": 50}}, dice=dice or [2] * 20), "A")


def why(found: object) -> tuple[Reason, str]:
    assert isinstance(found, Refused)
    return found.reason, found.clause


def struck(events: list[ev.Event]) -> int:
    return sum(isinstance(event, ev.Struck) for event in events)


@pytest.mark.rule("d20.load")
def test_what_is_no_crossbow_is_never_loaded():
    field = fight("A...c")
    assert why(check(field, Load("A", "club"))) == (Reason.NEVER_LOADED, "d20.load")
    assert why(check(field, Load("A", LIGHT.name))) == (Reason.LOADED, "d20.load")


@pytest.mark.rule("d20.load")
def test_a_crossbow_shoots_once_until_it_is_loaded():
    field = fight("A...c")
    assert why(check(field, Load("A", "light_crossbow"))) == (Reason.LOADED, "d20.load")
    assert struck(submit(field, Strike("A", "c", "light_crossbow"))) == 1
    turn_of(field, "A")
    assert why(check(field, Strike("A", "c", "light_crossbow"))) == (Reason.NOT_LOADED, "d20.load")
    (option,) = [one for one in choices(field) if isinstance(one.intent, Load)]
    assert option.cost == (("move", 1),)
    submit(field, option.intent)
    assert struck(submit(field, Strike("A", "c", "light_crossbow"))) == 1


@pytest.mark.rule("d20.load")
def test_a_full_attack_with_it_is_one_shot():
    """A base attack of 6 would make two."""
    field = fight("A...c")
    assert struck(submit(field, FullAttack("A", "c", "light_crossbow"))) == 1
    assert struck(submit(turn_of(fight("Ac"), "A"), FullAttack("A", "c", "club"))) == 2


@pytest.mark.rule("d20.load")
def test_a_heavy_one_takes_the_full_round():
    field = fight("A...c", HEAVY)
    submit(field, Strike("A", "c", "heavy_crossbow"))
    assert why(check(field, Load("A", "heavy_crossbow")))[0] is Reason.NO_FULL_ROUND
    turn_of(field, "A")
    moved = field.fork()
    submit(moved, Move("A", (1, 0)))
    assert why(check(moved, Load("A", "heavy_crossbow")))[0] is Reason.NO_FULL_ROUND
    submit(field, Load("A", "heavy_crossbow"))
    assert why(check(field, Strike("A", "c", "heavy_crossbow")))[0] is Reason.NO_STANDARD
    turn_of(field, "A")
    assert struck(submit(field, Strike("A", "c", "heavy_crossbow"))) == 1


@pytest.mark.rule("d20.actions.provoke.yes", "d20.load")
def test_loading_provokes():
    field = fight("Ac...")
    submit(field, Strike("A", "c", "light_crossbow"))
    submit(field, Decline("c"))
    found = forecast(field, Load("A", "light_crossbow"))
    assert [one.by for one in found.opportunities] == ["c"]
    provoked = [e for e in submit(field, Load("A", "light_crossbow")) if isinstance(e, ev.Provoked)]
    assert [one.clauses for one in provoked] == [("d20.actions.provoke.yes",)]
    assert any(isinstance(event, ev.Loaded) for event in submit(field, Decline("c")))


@pytest.mark.rule("d20.load", "d20.carry.drop")
def test_one_that_is_let_go_and_taken_up_again_is_no_more_loaded_for_it():
    field = fight("A...c")
    submit(field, Strike("A", "c", "light_crossbow"))
    submit(field, DropHeld("A", "light_crossbow"))
    submit(field, PickUp("A", "light_crossbow_0_0"))
    turn_of(field, "A")
    assert why(check(field, Strike("A", "c", "light_crossbow")))[0] is Reason.NOT_LOADED


@pytest.mark.rule("d20.load")
def test_the_shipped_crossbows_load_as_the_rules_say():
    found = {name: entry.get("load") for name, entry in content("d20").weapons.items()}
    assert {name: load for name, load in found.items() if load} == {
        "hand_crossbow": "move", "light_crossbow": "move", "heavy_crossbow": "full_round",
    }  # fmt: skip
