"""Opportunity attacks: threat, Footwork, leaving, and the Stamina that they cost."""

from __future__ import annotations

from itertools import product

import pytest
from rules.table import (
    act,
    at,
    declining,
    every,
    move,
    move_freely,
    only,
    provoked,
    provokes,
    taking,
    threat,
)

from pool.fights import held
from pool.space import battle, have, on_turn, spend, turn_of
from tacsim.core import events as ev
from tacsim.core.intents import EndTurn, Move, Strike
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check
from tacsim.rulesets.pool.economy import footwork

NIMBLE = {"attributes": {"grace": 7}}
"""Footwork of 4."""


def room(letters: dict[str, tuple[int, int]]) -> str:
    """Open ground with creatures in it."""
    lines = [list("." * 11) for _ in range(5)]
    for letter, (x, y) in letters.items():
        lines[y][x] = letter
    return "\n".join(map("".join, lines))


def far(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """The straight measure: triples, then diagonals, then straight steps, 6, 3 and 2 halves."""
    low, middle, high = sorted(abs(i - j) for i, j in zip(a, b, strict=True))
    return (6 * low + 3 * (middle - low) + 2 * (high - middle)) // 2


def clauses(events) -> list[tuple[str, str]]:
    """Who was provoked by which rule, in order."""
    return [(e.by, *e.clauses) for e in every(events, ev.Provoked)]


# --- threat --------------------------------------------------------------------------------------


def open_air(weapons: list[str], **more: object) -> Battle:
    """A in the middle of five levels of air."""
    levels = [[":" * 5] * 5, *[["-" * 5] * 5 for _ in range(4)]]
    levels[2][2] = "--A--"
    board = "\n".join(map("  ".join, zip(*levels, strict=True)))
    return battle(board, {"A": {"weapons": weapons, "flying": True, **more}})


@pytest.mark.rule("pool.threat.range")
@pytest.mark.parametrize(
    ("weapons", "reach"),
    [(["sword"], 1), (["spear"], 2), (["sword", "spear"], 2), (["unarmed"], 1)],
)
def test_a_melee_weapon_threatens_as_far_as_it_strikes(weapons, reach):
    fight = open_air(weapons)
    within = {c for c in product(range(5), repeat=3) if far(c, (2, 2, 2)) <= reach}
    assert threat(fight, "A") == within
    assert len(within) == {1: 1 + 6 + 12, 2: 1 + 6 + 12 + 6 + 24}[reach]


@pytest.mark.rule("pool.threat.range")
@pytest.mark.parametrize("weapons", [["bow"], ["sling", "crossbow"], []])
def test_ranged_weapons_threaten_nothing(weapons):
    assert threat(open_air(weapons), "A") == set()


@pytest.mark.rule("pool.threat.range")
def test_a_stowed_weapon_threatens_nothing():
    assert threat(open_air(["bow"], stowed=["sword"]), "A") == set()


@pytest.mark.rule("pool.threat.range", "pool.size")
def test_a_big_creature_threatens_all_round_its_body():
    fight = battle("""
        ......  ------  ------
        ..AA..  --AA--  ------
        ..AA..  --AA--  ------
        ......  ------  ------
    """)
    mine = set(fight.world["A"].body.cells)
    field = list(product(range(6), range(4), range(3)))
    near = {cell for cell in field if min(far(cell, own) for own in mine) <= 1}
    assert threat(fight, "A") == near


@pytest.mark.rule("pool.threat.range", "pool.space.ground")
def test_threat_ends_at_walls_and_floors():
    walled = battle("A#.", {"A": {"weapons": ["spear"]}})
    assert threat(walled, "A") == {(0, 0, 0)}
    under = battle("A..  ...", {"A": {"weapons": ["spear"]}})
    assert all(z == 0 for _, _, z in threat(under, "A"))
    hedge = battle("A..", barriers=[((0, 0, 0), (1, 0, 0), "hedge")])
    assert (1, 0, 0) in threat(hedge, "A")
    wall = battle("A..", barriers=[((0, 0, 0), (1, 0, 0), "wall")])
    assert threat(wall, "A") == {(0, 0, 0)}


@pytest.mark.rule("pool.threat.range")
def test_with_the_switch_off_a_reach_weapon_threatens_its_neighbours_only():
    switches = {"reach_threatens": False}
    fight = battle(
        room({"A": (2, 2), "b": (9, 2)}), {"A": {"weapons": ["spear"]}}, switches=switches
    )
    assert threat(fight, "A") == {(2 + x, 2 + y, 0) for x, y in product((-1, 0, 1), repeat=2)}
    reach = room({"A": (2, 2), "b": (4, 2)})
    mine = {"A": {"weapons": ["spear"]}, "b": {"attributes": {"grace": 1}}}
    off = on_turn(reach, mine, who="b", switches=switches)
    assert provokes(off, "b", (5, 2, 0)) == []
    on = on_turn(reach, mine, who="b")
    assert provokes(on, "b", (5, 2, 0)) == ["A"]


@pytest.mark.rule("pool.threat.range", "pool.range.melee")
def test_with_the_switch_off_a_reach_weapon_strikes_as_far_as_ever():
    for switches in ({}, {"reach_threatens": False}):
        fight = on_turn(
            room({"A": (2, 2), "b": (4, 2)}), {"A": {"weapons": ["spear"]}}, switches=switches
        )
        assert check(fight, Strike("A", "b"))
        assert held(fight, "A").reach == 2


@pytest.mark.rule("pool.threat.range", "pool.enemy.pass")
def test_with_the_switch_off_who_comes_into_its_cubes_provokes_all_the_same():
    fight = on_turn("Ab..", {"b": {"weapons": ["spear"]}}, switches={"reach_threatens": False})
    assert provoked(move(fight, "A", (1, 0, 0), (2, 0, 0)))[0] == "b"


# --- Footwork ------------------------------------------------------------------------------------


@pytest.mark.rule("pool.footwork")
@pytest.mark.parametrize(
    ("grace", "steps"),
    [(1, 1), (1.5, 1), (2, 1), (2.5, 1), (3, 2), (3.5, 2), (4, 2), (5, 3), (6, 3), (7, 4)],
)
def test_footwork_is_half_of_grace_rounded_up(grace, steps):
    assert footwork(round(2 * grace)) == steps
    fight = on_turn(room({"A": (0, 0), "b": (9, 0)}), {"A": {"attributes": {"grace": grace}}})
    assert have(fight, "A", "footwork") == steps


@pytest.mark.rule("pool.footwork")
@pytest.mark.parametrize(("grace", "free"), [(1, 1), (3, 2), (5, 3), (7, 4)])
def test_so_many_steps_within_a_threat_provoke_nobody(grace, free):
    """Four steps along a big foe, all in its threat."""
    first, other = "A....  -----  -----  -----", "bbbb.  bbbb-  bbbb-  bbbb-"
    board = "\n".join([first, *[other] * 4])
    fight = on_turn(board, {"A": {"attributes": {"grace": grace}}, "b": {"stamina": 9}})
    way = [(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)]
    events = move_freely(fight, "A", *way)
    assert clauses(events) == [("b", "pool.footwork")] * (4 - free)
    assert have(fight, "A", "footwork") == 0


@pytest.mark.rule("pool.footwork")
def test_only_steps_from_within_to_within_count():
    fight = on_turn(room({"A": (0, 1), "b": (3, 0)}), {"A": {"attributes": {"grace": 3}}})
    assert provokes(fight, "A", (1, 1, 0), (2, 1, 0)) == []
    assert have(fight, "A", "footwork") == 2, "coming into the threat takes none"
    assert provokes(fight, "A", (3, 1, 0), (4, 1, 0)) == []
    assert have(fight, "A", "footwork") == 0


@pytest.mark.rule("pool.footwork")
def test_it_takes_the_same_foes_threat_before_and_after():
    fight = on_turn(room({"A": (2, 1), "b": (1, 0), "c": (4, 0)}), {"A": NIMBLE})
    assert provokes(fight, "A", (3, 1, 0)) == ["b"], "left the one's, came into the other's"
    assert have(fight, "A", "footwork") == 4


@pytest.mark.rule("pool.footwork")
def test_one_charge_a_step_however_many_foes():
    fight = on_turn(room({"A": (2, 1), "b": (2, 0), "c": (3, 2), "d": (3, 0)}), {"A": NIMBLE})
    assert provokes(fight, "A", (3, 1, 0)) == []
    assert have(fight, "A", "footwork") == 3


@pytest.mark.rule("pool.footwork")
def test_without_enough_of_it_each_such_foe_is_provoked():
    fight = on_turn(room({"A": (2, 1), "b": (2, 0), "c": (3, 2), "d": (3, 0)}))
    spend(fight, "A", footwork=0)
    assert clauses(move_freely(fight, "A", (3, 1, 0))) == [(foe, "pool.footwork") for foe in "bcd"]


@pytest.mark.rule("pool.footwork", "pool.rough")
def test_rough_ground_takes_two_of_it():
    rough = "b.........\nA,,,......"
    fight = on_turn(rough, {"A": {"attributes": {"grace": 3}}, "b": {"weapons": ["spear"]}})
    assert provokes(fight, "A", (1, 1, 0)) == []
    assert have(fight, "A", "footwork") == 0
    poor = on_turn(rough, {"A": {"attributes": {"grace": 2}}, "b": {"weapons": ["spear"]}})
    assert clauses(move_freely(poor, "A", (1, 1, 0))) == [("b", "pool.footwork")]
    assert have(poor, "A", "footwork") == 1, "none is used where there is too little"


@pytest.mark.rule("pool.footwork")
def test_it_comes_back_as_a_turn_starts():
    fight = on_turn("A.\n.b")
    move_freely(fight, "A", (1, 0, 0))
    assert have(fight, "A", "footwork") == 0
    act(fight, EndTurn("A"))
    act(fight, EndTurn("b"))
    assert fight.decision.actor == "A"
    assert have(fight, "A", "footwork") == 1


@pytest.mark.rule("pool.footwork")
def test_going_round_inside_a_foes_reach_counts_step_by_step_over_several_moves():
    fight = on_turn(room({"A": (4, 1), "b": (5, 2)}), {"A": {"attributes": {"grace": 3}}})
    assert provokes(fight, "A", (5, 1, 0)) == []
    assert provokes(fight, "A", (6, 1, 0)) == []
    assert provokes(fight, "A", (6, 2, 0)) == ["b"]


@pytest.mark.rule("pool.footwork")
def test_a_way_that_provokes_less_is_found():
    """With Footwork for one step, a way round the foe that costs as much."""
    fight = on_turn("A....\n.....\n..b..\n.....\n.....", {"A": {"speed": 9}})
    plain = declining(fight, act(fight, Move("A", to=(4, 0, 0))))
    assert provoked(plain) == []
    assert at(fight, "A") == (4, 0, 0)


# --- leaving -------------------------------------------------------------------------------------


@pytest.mark.rule("pool.aoo.leave")
def test_leaving_a_threat_provokes():
    fight = on_turn(".Ab")
    (found,) = every(move_freely(fight, "A", (0, 0, 0)), ev.Provoked)
    assert (found.by, found.cell, found.clauses) == ("b", (1, 0, 0), ("pool.aoo.leave",))


@pytest.mark.rule("pool.aoo.leave")
def test_footwork_does_not_help_against_that():
    fight = on_turn(".Ab", {"A": NIMBLE})
    assert clauses(move_freely(fight, "A", (0, 0, 0))) == [("b", "pool.aoo.leave")]
    assert have(fight, "A", "footwork") == 4


@pytest.mark.rule("pool.aoo.leave")
def test_coming_into_a_threat_provokes_nobody():
    fight = on_turn("A.b")
    assert provokes(fight, "A", (1, 0, 0)) == []


@pytest.mark.rule("pool.aoo.leave")
def test_every_foe_that_is_left_is_provoked_in_the_order_of_initiative():
    fight = on_turn(room({"A": (1, 1), "c": (2, 0), "b": (2, 2), "d": (4, 1)}), {"A": NIMBLE})
    assert provokes(fight, "A", (0, 1, 0)) == ["b", "c"]


@pytest.mark.rule("pool.aoo.leave")
def test_a_big_body_leaves_with_its_last_cube():
    fight = on_turn(
        """
        .......  -------
        ..AAb..  --AA---
        ..AA...  --AA---
        .......  -------
        """,
        {"A": NIMBLE},
    )
    assert provokes(fight, "A", (2, 0, 0), extents=((2, 2, 2),)) == []
    assert have(fight, "A", "footwork") == 3
    events = move_freely(fight, "A", (1, 1, 0), extents=((2, 2, 2),))
    assert clauses(events) == [("b", "pool.aoo.leave")]


@pytest.mark.rule("pool.aoo.leave")
def test_leaving_upwards_is_leaving():
    flyer = {"A": {"flying": True, "fly": 6, **NIMBLE}}
    fight = on_turn("Ab.  ---  ---", flyer)
    assert provokes(fight, "A", (0, 0, 1), mode="fly") == []
    assert provokes(fight, "A", (0, 0, 2), mode="fly") == ["b"]


@pytest.mark.rule("pool.aoo.leave")
@pytest.mark.parametrize(
    "foe",
    [{"conditions": ["helpless"]}, {"conditions": ["dead"]}, {"conditions": ["stunned"]},
     {"weapons": ["bow"]}, {"stamina": 0}],
)  # fmt: skip
def test_who_cannot_strike_is_not_provoked(foe):
    fight = on_turn(".Abc", {"b": foe, "c": {"weapons": ["bow"]}})
    assert provokes(fight, "A", (0, 0, 0)) == []


@pytest.mark.rule("pool.aoo.leave")
def test_the_prone_may_strike():
    fight = on_turn(".Ab", {"b": {"conditions": ["prone"]}})
    assert provokes(fight, "A", (0, 0, 0)) == ["b"]


@pytest.mark.rule("pool.aoo.leave")
def test_a_foe_is_provoked_once_a_step_at_most():
    """Coming into one part of a big foe out of its threat, with no Footwork left."""
    fight = on_turn("Abb..  -bb--\n.bb..  -bb--")
    spend(fight, "A", footwork=0)
    events = move_freely(fight, "A", (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0))
    assert clauses(events) == [("b", "pool.enemy.pass"), ("b", "pool.aoo.leave")]


@pytest.mark.rule("pool.aoo.leave")
def test_the_attack_comes_before_the_step():
    fight = on_turn(".Ab")
    events = move(fight, "A", (0, 0, 0))
    assert at(fight, "A") == (1, 0, 0)
    assert fight.decision.actor == "b"
    events = declining(fight, taking(fight, events))
    struck = only(events, ev.Struck)
    assert struck.opportunity
    assert at(fight, "A") == (0, 0, 0)


# --- what it costs -------------------------------------------------------------------------------


@pytest.mark.rule("pool.aoo.cost")
@pytest.mark.parametrize("stamina", [0, 1, 2, 3])
def test_there_are_as_many_as_stamina_lasts_for(stamina):
    """Back and forth in front of b, who takes whatever it is offered."""
    options = {"A": {"speed": 20, "hp": 99, "stamina": 0}, "b": {"stamina": stamina}}
    fight = on_turn("..Ab", options)
    events = move(fight, "A", *[(1, 0, 0), (2, 0, 0)] * 5)
    events = taking(fight, events)
    assert len(every(events, ev.Took)) == stamina
    assert len(every(events, ev.Struck)) == stamina
    assert have(fight, "b", "stamina") == 0


@pytest.mark.rule("pool.aoo.cost")
def test_to_decline_costs_nothing():
    fight = on_turn(".Ab")
    move_freely(fight, "A", (0, 0, 0))
    assert have(fight, "b", "stamina") == 2


@pytest.mark.rule("pool.aoo.cost", "pool.actions")
def test_earlier_attacks_do_not_make_it_dearer():
    fight = on_turn(".Ab", {"b": {"stamina": 5}, "A": {"stamina": 0}}, who="b")
    for _ in range(2):
        declining(fight, act(fight, Strike("b", "A")))
    assert have(fight, "b", "stamina") == 2, "1, then 2 for the second attack"
    act(fight, EndTurn("b"))
    turn_of(fight, "A")
    taking(fight, move(fight, "A", (0, 0, 0)))
    assert have(fight, "b", "stamina") == 1


@pytest.mark.rule("pool.aoo.cost")
def test_stamina_comes_back_with_the_turn():
    fight = on_turn(".Ab", {"A": {"hp": 99, "stamina": 0}})
    taking(fight, move(fight, "A", (0, 0, 0), (1, 0, 0), (0, 0, 0)))
    assert have(fight, "b", "stamina") == 0
    act(fight, EndTurn("A"))
    assert fight.decision.actor == "b"
    assert have(fight, "b", "stamina") == 2
