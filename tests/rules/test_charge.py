"""Charging: straight at a foe, to the nearest square from which it can be struck."""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, longspear, turn_of

from rules.table import (
    act,
    at,
    cost_to,
    declining,
    every,
    odds,
    only,
    part,
    provoked,
    taking,
    why_not,
)
from tacsim.core import events as ev
from tacsim.core.intents import Move, Strike
from tacsim.core.verdicts import Refused
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check, submit


def row(board: str, a: Any = None, **more: Any) -> Battle:
    creatures = {"A": a or {}, **more.pop("creatures", {})}
    return turn_of(battle(board, creatures, **more), "A")


def charge(target: str | None = None, to: Any = None, path: Any = None) -> Move:
    return Move("A", to=to, path=path, mode="charge", target=target)


@pytest.mark.rule("d20.charge")
def test_the_worked_example():
    """Speed 6, foe at (8, 0), start (0, 0): ends (7, 0), cost 7, attack +2, AC -2."""
    fight = row("A.......b", dice=[10, 3])
    assert cost_to(fight, "A", (7, 0), "charge") == 7
    events = act(fight, charge("b"))
    assert at(fight, "A") == (7, 0)
    blow = only(events, ev.Struck)
    assert (part(blow, "charge"), blow.total) == (2, 12)
    assert odds(fight, "b", "A")[1] == 8


@pytest.mark.rule("d20.charge")
def test_the_penalty_lasts_until_one_s_next_turn():
    fight = row("A...b", dice=[2])
    act(fight, charge("b"))
    assert odds(fight, "b", "A")[1] == 8
    assert odds(turn_of(fight, "b"), "b", "A")[1] == 8
    assert odds(turn_of(fight, "A"), "b", "A")[1] == 10


@pytest.mark.rule("d20.charge")
def test_up_to_twice_the_speed():
    twelve, thirteen = "A............b", "A.............b"
    assert check(row(twelve), charge("b"))
    assert why_not(row(thirteen), charge("b")) == ("budget", "d20.charge")


@pytest.mark.rule("d20.charge")
def test_not_farther_than_the_nearest_square():
    fight = row("""
        .....
        A..b.
        .....
    """)
    assert check(fight, charge("b", to=(2, 1)))
    for to in ((3, 0), (4, 0), (4, 1), (3, 2)):
        assert not check(fight, charge("b", to=to)), to
    assert why_not(fight, charge("b", to=(1, 1)))[1] == "d20.charge"


@pytest.mark.rule("d20.charge", "d20.closest.tie")
def test_of_equally_near_squares_any_will_do():
    """(3, 0) and (3, 1) are 3 away from (0, 0), (3, 2) is 4; no throw decides between the two."""
    board = """
        A.....
        ....b.
        ......
    """
    assert check(row(board), charge("b", to=(3, 0)))
    assert check(row(board), charge("b", to=(3, 1)))
    assert not check(row(board), charge("b", to=(3, 2)))
    for to in ((3, 0), (3, 1)):
        fight = row(board)
        thrown = [roll.purpose for roll in every(submit(fight, charge("b", to=to)), ev.Rolled)]
        assert (at(fight, "A"), thrown[:1]) == (to, ["attack"])


@pytest.mark.rule("d20.charge")
def test_an_occupied_nearest_square_bars_the_charge():
    """From (0, 2) the nearest are (4, 1), (4, 2) and (4, 3), all 4 away; (5, 1) is farther."""
    board = """
        .......
        ....{}..
        A...{}b.
        ....{}..
        .......
    """
    assert check(row(board.format(*"..B")), charge("b"))
    fight = row(board.format(*"CBD"))
    assert not check(fight, charge("b"))
    for to in ((4, 1), (4, 2), (4, 3), (5, 1), (5, 3), (6, 1)):
        assert not check(fight, charge("b", to=to)), to


@pytest.mark.rule("d20.charge")
def test_where_none_of_them_will_do_it_tells_what_is_straight_ahead():
    """Ahead lies slow ground; from beside it two walls keep off, of which nothing is told."""
    fight = row("""
        ..#....
        A..,.b.
        ..#....
    """)
    assert why_not(fight, charge("b")) == ("hampered", "d20.terrain.difficult.no-run")


@pytest.mark.rule("d20.charge", "d20.pass.friend.charge")
def test_no_creature_on_the_line():
    fight = row("A.B..b")
    assert not check(fight, charge("b"))
    assert why_not(fight, charge(path=((1, 0), (2, 0), (3, 0), (4, 0))))[1] in (
        "d20.pass.friend.charge", "d20.charge",
    )  # fmt: skip
    assert not check(row("A.c..b", switches={"overrun_charge": False}), charge("b"))


@pytest.mark.rule("d20.overrun.charge", "d20.charge")
def test_one_foe_on_the_line_may_be_overrun_where_the_switch_says_so():
    """On by default; source 002 does not grant it. No more than one, no friend, none too big."""
    assert check(row("A.c..b"), charge("b"))
    assert not check(row("A.c..b", switches={"overrun_charge": False}), charge("b"))
    assert not check(row("A.cd.b"), charge("b"))
    assert not check(row("A.cB.b"), charge("b"))
    assert check(row("A.c..b", creatures={"c": {"size": "large"}}), charge("b"))
    assert not check(row("A.c....b", creatures={"c": {"size": "huge"}}), charge("b"))


@pytest.mark.rule("d20.charge")
def test_the_helpless_and_the_dead_on_the_line_do_not_matter():
    for condition in ("helpless", "dead"):
        for glyph in "Bc":
            fight = row(f"A.{glyph}..b", creatures={glyph: {"conditions": [condition]}}, dice=[2])
            act(fight, charge("b"))
            assert at(fight, "A") == (4, 0)


@pytest.mark.rule("d20.charge", "d20.fills.square")
def test_nobody_charges_across_one_that_fills_its_squares_helpless_or_not():
    """The line from (5, 1) to (3, 0) crosses (4, 1), where c lies."""
    board = """
        .b...B..
        ....cA..
    """
    for fills in (True, False):
        options = {
            "A": {"weapons": (longspear(),)}, "b": {"conditions": ["flat_footed"]},
            "c": {"conditions": ["helpless"], "fills": fills}, "B": {"conditions": ["helpless"]},
        }  # fmt: skip
        fight = turn_of(battle(board, options, dice=[2]), "A")
        wish = Move("A", path=((4, 0), (3, 0)), mode="charge", target="b")
        assert bool(check(fight, wish)) is not fills


@pytest.mark.rule("d20.charge", "d20.terrain.difficult.no-run")
@pytest.mark.parametrize("glyph", [",", ";", "%", "#", "T", "^", ":", "~"])
def test_nothing_that_slows_or_blocks_on_the_line(glyph):
    assert not check(row(f"A.{glyph}..b"), charge("b"))


@pytest.mark.rule("d20.charge", "d20.obstacle.between")
@pytest.mark.parametrize("kind", ["hedge", "wall", "door"])
def test_no_barrier_on_the_line(kind):
    assert not check(row("A....b", barriers=[((1, 0), (2, 0), kind)]), charge("b"))


@pytest.mark.rule("d20.charge", "d20.terrain.fly")
def test_a_flyer_charges_over_what_slows():
    assert check(row("A.,,.b", {"conditions": ["flying"], "speed": 6, "fly": 6}), charge("b"))


@pytest.mark.rule("d20.charge")
def test_the_line_crosses_squares_beside_the_steps():
    """From (0, 0) to (4, 1) the line of centres crosses (1, 0), (2, 0), (2, 1) and (3, 1)."""
    board = """
        A{}{}...
        ..{}{}.b
        ......
    """
    assert check(row(board.format(*"....")), charge("b", to=(4, 1)))
    for i in range(4):
        for glyph in ",B#":
            drawn = list("....")
            drawn[i] = glyph
            assert not check(row(board.format(*drawn)), charge("b", to=(4, 1))), (i, glyph)


@pytest.mark.rule("d20.charge")
def test_squares_off_the_line_do_not_matter():
    fight = row("""
        A..B,,
        ,,...b
        ,,,,,,
    """, dice=[2])  # fmt: skip
    act(fight, charge("b", to=(4, 1)))
    assert at(fight, "A") == (4, 1)


@pytest.mark.rule("d20.charge")
def test_a_crooked_path_is_no_charge():
    """Its end and cost would do, but it does not go straight at the foe."""
    fight = row("A.......b\n.........")
    crooked = ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 0))
    assert not check(fight, charge(path=crooked))
    assert not check(fight, charge("b", path=crooked))
    assert check(fight, charge("b", path=tuple((x, 0) for x in range(1, 8))))


@pytest.mark.rule("d20.charge.min")
@pytest.mark.parametrize(
    ("board", "to", "allowed"),
    [
        ("A..b", (2, 0), True),
        ("A.b", (1, 0), False),
        ("A...\n....\n..b.", (1, 1), False),
        ("A...\n....\n...b", (2, 1), True),
        ("A...\n....\n....\n...b", (2, 2), True),
    ],
)
def test_at_least_two_squares(board, to, allowed):
    """Counted as cost: a diagonal and a straight step are 2, a single diagonal is 1."""
    fight = row(board)
    assert bool(check(fight, charge("b", to=to))) == allowed
    if not allowed:
        assert why_not(fight, charge("b", to=to)) == ("too_short", "d20.charge.min")


@pytest.mark.rule("d20.charge")
def test_an_adjacent_foe_cannot_be_charged():
    assert not check(row("Ab..."), charge("b"))
    fight = row("""
        .....
        .Ab..
        .....
    """)
    assert not check(fight, charge("b", to=(2, 0)))


@pytest.mark.rule("d20.charge")
@pytest.mark.parametrize("target", ["B", "A", "nobody"])
def test_only_foes_are_charged(target):
    fight = row("A....B..b")
    assert not check(fight, charge(target))
    assert not check(fight, charge(target, to=(4, 0)))


@pytest.mark.rule("d20.charge")
def test_the_dead_are_not_charged():
    fight = row("A....b..c", creatures={"b": {"conditions": ["dead"]}})
    assert not check(fight, charge("b"))


@pytest.mark.rule("d20.charge")
def test_the_target_must_be_in_sight():
    fight = row("A....b", dark=True)
    assert not check(fight, charge("b"))
    assert check(row("A....b", {"darkvision": 12}, dark=True), charge("b"))


@pytest.mark.rule("d20.charge", "d20.big.reach")
def test_a_giant_charges_to_the_end_of_its_reach():
    fight = row("""
        AA........b
        AA.........
    """, dice=[2])  # fmt: skip
    act(fight, charge("b"))
    assert at(fight, "A") == (7, 0)


@pytest.mark.rule("d20.charge", "d20.threat.reach-weapon")
def test_a_spear_stops_two_squares_off():
    fight = row("A.......b", {"weapons": [longspear()]}, dice=[2])
    assert not check(fight, charge("b", to=(7, 0)))
    act(fight, charge("b"))
    assert at(fight, "A") == (6, 0)


@pytest.mark.rule("d20.charge")
def test_every_line_of_a_big_body_is_asked():
    board = """
        AA......b.
        AA.......{}
        ..........
    """
    fight = row(board.format("."), {"reach": 1}, dice=[2])
    act(fight, charge("b"))
    assert at(fight, "A") == (6, 0)
    blocked = """
        AA......b.
        AA..,.....
        ..........
    """
    assert not check(row(blocked, {"reach": 1}), charge("b"))


@pytest.mark.rule("d20.charge", "d20.actions.turn")
def test_a_charge_takes_the_whole_round():
    fight = row("A....b...", dice=[2])
    act(fight, charge("b"))
    for intent in (Strike("A", "b"), Move("A", to=(3, 0)),
                   Move("A", to=(3, 0), mode="five_foot_step")):  # fmt: skip
        assert not check(fight, intent)
    fight = row("Ab...c", dice=[2])
    act(fight, Strike("A", "b"))
    assert isinstance(check(fight, charge("c")), Refused)


@pytest.mark.rule("d20.charge")
def test_without_a_target_named_one_may_choose_afterwards():
    fight = row("""
        .....b
        A.....
        .....c
    """, dice=[10, 1])  # fmt: skip
    events = act(fight, charge(to=(4, 1)))
    assert set(only(events, ev.Charged).targets) == {"b", "c"}
    blow = only(act(fight, Strike("A", "c")), ev.Struck)
    assert (blow.total, blow.target) == (12, "c")
    assert not check(fight, Strike("A", "c"))


@pytest.mark.rule("d20.charge", "d20.aoo.move", "d20.actions.provoke.no")
def test_charging_past_a_foe_provokes_it_but_charging_as_such_does_not():
    fight = row("""
        ..c....
        A.....b
    """, dice=[2])  # fmt: skip
    events = declining(fight, act(fight, charge("b")))
    assert provoked(events) == ["c"]
    assert only(events, ev.Struck).target == "b"


@pytest.mark.rule("d20.charge", "d20.aoo.interrupt")
def test_a_charger_that_falls_strikes_nobody():
    fight = row("""
        ..c....
        A.....b
    """, {"hp": 1}, dice=[15, 6])  # fmt: skip
    events = taking(fight, act(fight, charge("b")))
    assert [e.actor for e in events if isinstance(e, ev.Struck)] == ["c"]


@pytest.mark.rule("d20.charge", "d20.prone")
def test_not_while_prone_or_squeezed():
    assert not check(row("A....b", {"conditions": ["prone"]}), charge("b"))
    fight = row("""
        #########
        AA......b
        #########
    """, {"size": "large", "reach": 1})  # fmt: skip
    assert not check(fight, charge("b"))


@pytest.mark.rule("d20.pass.friend.charge", "d20.terrain.difficult.no-run", "d20.charge")
@pytest.mark.parametrize(
    ("line", "clause"),
    [("A.B..b", "d20.pass.friend.charge"), ("A.,..b", "d20.terrain.difficult.no-run"),
     ("A.cd.b", "d20.charge"), ("A.#..b", "d20.charge")],
)  # fmt: skip
def test_a_refusal_names_what_is_in_the_way(line, clause):
    for wish in (charge("b"), charge("b", to=(4, 0)), charge(to=(4, 0)),
                 charge(path=((1, 0), (2, 0), (3, 0), (4, 0)))):  # fmt: skip
        if "#" not in line:
            assert why_not(row(line), wish)[1] == clause, wish
        assert not check(row(line), wish)
