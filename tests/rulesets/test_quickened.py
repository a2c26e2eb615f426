"""Conditions that add to speed: with what they compete, what comes after them, who goes by it."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from fifth.boards import on_turn
from pool.fights import POOL
from pool.fights import fight as pool_fight

from rulesets.speeds import bonus, charges, farthest, fight_of
from tacsim.core.components import Condition, Conditions
from tacsim.core.intents import Dash, Move, PickUp
from tacsim.core.verdicts import Reason, Refused
from tacsim.grid.metric import cells
from tacsim.rules.battle import Battle
from tacsim.rules.effects.conditions import Effects
from tacsim.rules.engine import check, submit
from tacsim.rules.forecast import forecast
from tacsim.rules.openings import openings, speed
from tacsim.rulesets.effects import read
from tacsim.view.wording.sheet import sheet_of

SLOW_STRIDES = "longstrider"
"""An enhancement of 10 ft."""
RETREAT = "expeditious_retreat"
"""An enhancement of 30 ft."""


def feet(*conditions: str, **entry: Any) -> int:
    """How far such a creature gets with one move action, in such conditions."""
    return 5 * farthest(fight_of(conditions=list(conditions), **entry))


# --- what competes, what adds up, what comes after ------------------------------------------------


@pytest.mark.rule("d20.speed.bonus.spell", "d20.speed.bonus.stack")
@pytest.mark.parametrize(("conditions", "bonuses", "far"), [
    ([SLOW_STRIDES], [], 40), ([RETREAT], [], 60), ([SLOW_STRIDES, RETREAT], [], 60),
    ([RETREAT], [bonus("10 ft", "enhancement")], 60),
    ([SLOW_STRIDES], [bonus("20 ft", "enhancement")], 50),
    ([RETREAT], [bonus("10 ft", "enhancement"), bonus("5 ft", "morale")], 65),
    ([RETREAT], [bonus("10 ft")], 70),
])  # fmt: skip
def test_of_one_type_the_greatest_counts_wherever_it_comes_from(conditions, bonuses, far):
    assert feet(*conditions, race="human", speed_bonuses=bonuses) == far


@pytest.mark.rule("d20.speed.bonus.spell", "d20.speed.bonus.order", "d20.speed.encumbrance")
@pytest.mark.parametrize("burden", [
    {"armour_band": "medium"}, {"load": "medium"}, {"armour_band": "heavy", "load": "heavy"},
])  # fmt: skip
def test_armour_and_load_slow_the_sum(burden):
    """30 + 30 ft are 60, and slowed 40: not 20 + 30."""
    assert feet(RETREAT, race="human", **burden) == 40
    assert feet(SLOW_STRIDES, race="human", **burden) == 30
    morale = [bonus("10 ft", "morale")]
    assert feet(SLOW_STRIDES, race="human", speed_bonuses=morale, **burden) == 35


@pytest.mark.rule("d20.speed.bonus.spell", "d20.speed.table.dwarf", "d20.speed.bonus.monk")
def test_those_whom_nothing_slows_and_those_whose_own_bonus_is_lost():
    assert feet(RETREAT, race="dwarf", armour_band="heavy", load="heavy") == 50
    monk: dict[str, Any] = {"race": "human", "class_speed": {"monk": "40 ft"}}
    assert feet(RETREAT, **monk) == 70
    assert feet(RETREAT, **monk, armour_band="light") == 60


@pytest.mark.rule("d20.speed.bonus.spell", "d20.exhausted")
def test_a_share_is_taken_of_the_sum():
    assert feet(RETREAT, "exhausted", race="human") == 30


@pytest.mark.rule("d20.speed.bonus.spell", "d20.speed.base")
@pytest.mark.parametrize(("entry", "far"), [
    ({"speed": "50 ft"}, 60), ({"speed": "45 ft", "race": "human"}, 55),
    # 30 + 10 ft in mail are 30 instead of 20: 10 ft more than are stated
    ({"speed": "25 ft", "race": "human", "armour_band": "heavy"}, 35),
    ({"speed": "20 ft", "armour_band": "heavy"}, 30),
])  # fmt: skip
def test_a_stated_speed_changes_by_the_difference(entry, far):
    assert feet(SLOW_STRIDES, **entry) == far


@pytest.mark.rule("d20.speed.bonus.spell")
def test_neither_wings_nor_those_who_never_walk_gain_by_it():
    rooted = fight_of(speed=0, conditions=[SLOW_STRIDES])
    found = check(rooted, Move("A", to=(1, 0)))
    assert isinstance(found, Refused)
    assert found.reason is Reason.TOO_SLOW
    both = fight_of(race="human", fly="60 ft", flying=True, conditions=[RETREAT, "flying"])
    assert farthest(both, "fly") == 12
    winged = fight_of(race="human", flying=True, conditions=[SLOW_STRIDES, "flying"])
    assert farthest(winged, "fly") == 8


# --- who goes by it -------------------------------------------------------------------------------


@pytest.mark.rule("d20.speed.bonus.spell", "d20.round.run", "d20.withdraw", "d20.charge")
def test_every_way_to_move_goes_by_it():
    entry = {"race": "human", "conditions": [SLOW_STRIDES]}
    fight = fight_of(**entry)
    assert [farthest(fight, mode) for mode in ("walk", "double", "withdraw", "run")] == [
        8, 16, 16, 32,
    ]  # fmt: skip
    assert charges(17, **entry)
    assert not charges(18, **entry)


@pytest.mark.rule("d20.speed.bonus.spell", "d20.carry", "d20.speed.bonus.order")
@pytest.mark.parametrize(("entry", "laden"), [
    ({"race": "human"}, 8), ({"race": "dwarf"}, 10), ({"race": "human", "class": "barbarian"}, 8),
])  # fmt: skip
def test_a_load_taken_up_slows_the_sum(entry, laden):
    """A heavy load: 30 + 30 ft are 40; a barbarian's own 10 ft are lost."""
    fight = fight_of(1, **entry, conditions=[RETREAT], abilities={"str": 16})
    fight.world.put("b", Conditions((Condition("helpless"),)))
    found = forecast(fight, PickUp("A", "b"))
    assert found.speed == (None if entry["race"] == "dwarf" else laden)
    submit(fight, PickUp("A", "b"))
    assert fight.world["A"].speed.load == "heavy"
    assert speed(fight, fight.world["A"])[0] == laden


@pytest.mark.rule("d20.speed.encumbrance", "d20.speed.armour.formula", "d20.carry")
@pytest.mark.parametrize(("entry", "laden"), [
    ({"speed": "20 ft", "armour_band": "heavy"}, 4), ({"speed": "10 ft", "race": "human"}, 2),
    ({"speed": "40 ft", "race": "human"}, 6), ({"speed": "40 ft", "race": "dwarf"}, 8),
])  # fmt: skip
def test_a_load_slows_a_stated_speed_once(entry, laden):
    """20 ft are what mail has left, and 10 ft two thirds of which are 10 again, in steps of 5."""
    fight = fight_of(1, **entry, abilities={"str": 16})
    fight.world.put("b", Conditions((Condition("helpless"),)))
    submit(fight, PickUp("A", "b"))
    assert speed(fight, fight.world["A"])[0] == laden


@pytest.mark.rule("d20.speed.bonus.spell")
def test_the_sheet_tells_it():
    fight = fight_of(race="human", conditions=[RETREAT])
    told = sheet_of(fight, "A")
    assert (told.speed, told.speed_left) == (12, 12)
    assert "expeditious retreat" in told.conditions


@pytest.mark.rule("d20.exhausted")
def test_the_sheet_tells_what_is_left_of_a_speed():
    told = sheet_of(fight_of(race="human", conditions=["exhausted"]), "A")
    assert (told.speed, told.speed_left) == (3, 3)
    held = sheet_of(on_turn("A...", {"A": {"conditions": ["restrained"]}}), "A")
    assert (held.speed, held.speed_left) == (0, 0)


def test_equal_speeds_that_are_made_otherwise_are_not_taken_for_each_other():
    """30 + 10 ft both; with 30 ft more of a type 70 and 60."""
    for kind, far in (("morale", 70), ("enhancement", 60)) * 2:
        fight = fight_of(race="human", speed_bonuses=[bonus("10 ft", kind)], conditions=[RETREAT])
        walk = openings(fight, fight.world["A"])[0]
        assert 5 * cells(walk.limit) == far


# --- the other rulesets ---------------------------------------------------------------------------


@pytest.mark.rule("grid5e.longstrider", "grid5e.dash", "grid5e.prone")
@pytest.mark.parametrize(("ruleset", "walk"), [("grid5e", 8), ("metric", 12)])
def test_in_the_5e_family_the_pool_is_larger(ruleset, walk):
    """10 ft are 2 squares, or 3 spaces of a metre: 9 m and 3 m."""
    own = {"A": {"speed": 6 if ruleset == "grid5e" else 9, "conditions": [SLOW_STRIDES]}}
    fight = on_turn("A" + "." * 29, own, ruleset=ruleset)
    assert speed(fight, fight.world["A"]) == (walk, walk)
    assert reached(fight) == walk
    submit(fight, Dash("A"))
    assert reached(fight) == 2 * walk
    own["A"]["conditions"] = [SLOW_STRIDES, "restrained"]
    held = on_turn("A" + "." * 29, own, ruleset=ruleset)
    assert speed(held, held.world["A"])[0] == 0


@pytest.mark.rule("pool.speed")
def test_where_there_are_no_types_bonuses_just_add():
    made = {
        name: {"words": name, "speed_bonus": {"amount": "10 ft", "type": "morale"}}
        for name in ("swift", "fleet")
    }
    fight = pool_fight(A={"at": (0, 0, 0)})
    effects = Effects([*POOL.effects.values(), *read(made).values()])
    fight.ruleset = attrs.evolve(fight.ruleset, effects=effects)
    fight.world.put("A", Conditions((Condition("fleet"), Condition("swift"))))
    assert fight.ruleset.economy.pace(fight, fight.world["A"]) == 10


def reached(fight: Battle) -> int:
    return max(x for x in range(1, 30) if check(fight, Move("A", to=(x, 0))))
