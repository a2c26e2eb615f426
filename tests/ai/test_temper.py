"""How a scenario has creatures played: tempers, tasks, and the places that they hold."""

from __future__ import annotations

from typing import Any

import pytest
from ai.acting import ARCHER, FIGHTER, OGRE, VETERAN, battle, kinds, whole_turn

from tacsim.core.components import AreaAttack, Behaviour
from tacsim.core.intents import Move, Strike
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle

EACH = pytest.mark.parametrize("name", ["cautious", "greedy", "quick"])
HALL = """
    ............
    ....#.......
    .A.b........
    ....#.......
    ............
    """


def played(fight: Battle, creature: str = "A", **behaviour: Any) -> Battle:
    """The battle with a creature to be played so."""
    fight.world.put(creature, Behaviour(**behaviour))
    return fight


def struck(fight: Battle, name: str) -> list[str]:
    """Whom the creature A attacks in its turn."""
    done = whole_turn(fight, "A", name)
    return [i.target for i in done if isinstance(i, Strike | Move) and i.target is not None]


# --- held places --------------------------------------------------------------------------------


@EACH
def test_a_guard_does_not_leave_its_gate_for_a_foe_out_of_its_reach(name: str) -> None:
    fight = battle(HALL, {"A": FIGHTER, "b": FIGHTER})
    assert struck(fight, name) == ["b"]
    assert fight.world["A"].at != (1, 2)
    fight = played(battle(HALL, {"A": FIGHTER, "b": FIGHTER}), holds=((1, 2), (0, 4)))
    assert struck(fight, name) == []
    assert fight.world["A"].at == (1, 2)


@EACH
@pytest.mark.parametrize(
    ("arms", "foe"), [(FIGHTER, "...\n.Ab\n..."), (ARCHER, "...\n.A......b\n...")]
)
def test_it_strikes_or_shoots_whom_it_can_from_there(
    name: str, arms: dict[str, Any], foe: str
) -> None:
    rows = [row.ljust(9, ".") for row in foe.split("\n")]
    fight = played(battle("\n".join(rows), {"A": arms, "b": FIGHTER}), holds=((1, 1),))
    assert struck(fight, name) == ["b"]
    assert fight.world["A"].at == (1, 1)


@EACH
@pytest.mark.parametrize(
    ("cell", "foe", "target", "end"),
    [
        ((10, 4), "b", [], (10, 4)),  # past a foe that it could strike
        ((2, 3), "b", ["b"], (2, 3)),  # one step off, from where it strikes
    ],
)
def test_it_goes_to_its_post_first(
    name: str, cell: Cell, foe: str, target: list[str], end: Cell
) -> None:
    fight = played(battle(HALL, {"A": {**FIGHTER, "speed": 10}, foe: FIGHTER}), holds=(cell,))
    assert struck(fight, name) == target
    assert fight.world["A"].at == end


@EACH
def test_whoever_cannot_get_to_its_post_fights_as_usual(name: str) -> None:
    fight = played(
        battle(".....#.\nA.b..#.\n.....#.", {"A": FIGHTER, "b": FIGHTER}), holds=((6, 2),)
    )
    assert struck(fight, name) == ["b"]


@EACH
def test_one_who_lies_gets_up_before_it_goes_to_its_post(name: str) -> None:
    fight = played(
        battle(HALL.replace(".A.b....", ".A.....b"), {"A": {**FIGHTER, "conditions": ["prone"]}}),
        holds=((5, 2),),
    )
    assert kinds(whole_turn(fight, "A", name))[:2] == ["Stand", "walk"]


# --- tasks --------------------------------------------------------------------------------------

FIRE = AreaAttack("fire", "cone", 3, "2d6")
PASS = """
    ............
    ...A..b.....
    .........c..
    ............
    """
FORK = """
    ............
    ....b.......
    ....A.......
    ....c.......
    ............
    """
SHELTER = """
    ............
    R..b........
    ....A.......
    ....c.......
    ............
    """


@EACH
def test_a_hunter_of_casters_goes_past_a_fighter(name: str) -> None:
    them = {"A": VETERAN, "b": FIGHTER, "c": {**FIGHTER, "areas": [FIRE]}}
    assert struck(battle(PASS, them), name) == ["b"]
    assert struck(played(battle(PASS, them), tasks=("hunt_casters",)), name) == ["c"]


@EACH
def test_a_hunter_of_the_weak_strikes_whom_it_would_not(name: str) -> None:
    """The weak one, of 10 hit points, is much harder to hit than that of 20."""
    weak = {**FIGHTER, "hp": 10, "armour": {"armour": 10}}
    them = {"A": FIGHTER, "b": weak, "c": {**FIGHTER, "armour": {"armour": 0}}}
    assert struck(battle(FORK, them), name) == ["c"]
    assert struck(played(battle(FORK, them), tasks=("hunt_weak",)), name) == ["b"]


@EACH
@pytest.mark.parametrize("task", ["guard_archers", "protect_wounded"])
def test_a_guard_strikes_who_can_get_at_whom_it_guards(name: str, task: str) -> None:
    """The other foe, as slow as can be, is easier to hit."""
    them = {"A": FIGHTER, "R": ARCHER, "b": {**FIGHTER, "armour": {"armour": 5}},
            "c": {**FIGHTER, "speed": 1}}  # fmt: skip
    assert struck(battle(SHELTER, them), name) == ["c"]
    fight = battle(SHELTER, them)
    if task == "protect_wounded":
        fight.world.put("R", type(fight.world["R"].hp)(8, 16))
    assert struck(played(fight, tasks=(task,)), name) == ["b"]


def test_a_guard_with_no_foe_at_hand_stays_with_its_archer() -> None:
    board = "R...................\n....A...............\n...................b\n"
    still = {**FIGHTER, "hp": 60, "speed": 1}
    ends = []
    for tasks in ((), ("guard_archers",)):
        fight = battle(board, {"A": FIGHTER, "R": ARCHER, "b": still})
        whole_turn(played(fight, tasks=tasks), "A", "cautious")
        ends.append(fight.ruleset.metric.distance(fight.world["A"].body, fight.world["R"].body))
    assert ends[1] < ends[0]


# --- tempers ------------------------------------------------------------------------------------


def test_a_wary_archer_keeps_away_where_a_steady_one_shoots() -> None:
    board = "....................\n" * 3 + "..A.......b.........\n" + "....................\n" * 3
    them = {"A": ARCHER, "b": {**OGRE, "size": "medium"}}
    assert struck(battle(board, them), "cautious") == ["b"]
    assert struck(played(battle(board, them), temper="wary"), "cautious") == []
