"""Attacks on areas in the 5e family: saves, half damage, cover, and breaths that come back."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from rules.table import act, caught, every, only, why_not

from fifth.boards import battle, turn_of
from fifth.entries import cast
from tacsim.core import events as ev
from tacsim.core.components import AreaAttack, Saves
from tacsim.core.intents import Area, EndTurn
from tacsim.core.verdicts import Refused
from tacsim.rules.engine import check
from tacsim.view.wording.sheet import actions

BREATH = AreaAttack("fire breath", "cone", 3, "6d6", "dex", 14, half=True, returns=5)
BOLT = AreaAttack("bolt", "line", 12, "2d8", "dex", 15)
ROAR = AreaAttack("roar", "cone", 3, "2d8", "wis", 12)
BLAST = AreaAttack("blast", "burst", 6, "3d6", "dex", 13, half=True, range=8)
SIXES = [3, 3, 3, 4, 4, 4]  # 21 in all
EAST = Area("A", "cone", 3, (0, 2), (5, 2))
YARD = "......\n......\nA.b...\n...c..\n......"
"""Both stand in the 15-ft cone to the east, nothing between them and A's corners."""


def dragon(board: str = YARD, dice: Any = (), areas: Any = (BREATH,), **more: Any):
    creatures = {"A": {"areas": areas, "weapons": ()}}
    saves = {letter: option.pop("saves", {}) for letter, option in more.items()}
    creatures |= {letter: {"hp": 40} for letter in "bcde" if letter in board}
    for letter, changes in more.items():
        creatures[letter] = {**creatures.get(letter, {}), **changes}
    fight = battle(board, creatures, dice=list(dice))
    for letter, bonuses in saves.items():
        fight.world.put(letter, Saves(others=tuple(sorted(bonuses.items()))))
    return turn_of(fight, "A")


def saves_of(events: list[ev.Event]) -> list[tuple[str, int, bool]]:
    return [(t.actor, t.total, t.passed) for t in every(events, ev.Tested)]


def harm_of(events: list[ev.Event]) -> list[tuple[str, int]]:
    return [(d.target, d.amount) for d in every(events, ev.Damaged)]


# --- saves and damage ----------------------------------------------------------------------------


@pytest.mark.rule("grid5e.aoe", "grid5e.saves")
def test_one_throw_of_damage_and_a_save_for_each():
    """21 points against DC 14: who saves takes 10, rounded down; who does not takes all of it."""
    fight = dragon(dice=[*SIXES, 14, 13])
    events = act(fight, EAST)
    made = only(events, ev.AreaMade)
    assert (made.actor, made.shape, made.targets) == ("A", "cone", ("b", "c"))
    assert made.clauses == ("grid5e.aoe",)
    assert saves_of(events) == [("b", 14, True), ("c", 13, False)]
    assert {t.what for t in every(events, ev.Tested)} == {"dex_save"}
    assert harm_of(events) == [("b", 10), ("c", 21)]
    assert fight.world["A"].resources["action"] == 0
    assert why_not(fight, EAST) == ("no_action", "grid5e.turn")


@pytest.mark.rule("grid5e.saves")
def test_a_save_adds_the_ability_or_the_bonus_stated():
    """Dexterity 16 is +3; a stated +7 replaces it. No face of the die decides by itself."""
    nimble = {"abilities": {"dexterity": 16}}
    fight = dragon(dice=[*SIXES, 11, 6], b=dict(nimble), c={**nimble, "saves": {"dex": 7}})
    assert saves_of(act(fight, EAST)) == [("b", 14, True), ("c", 13, False)]
    fight = dragon(dice=[*SIXES, 1, 20], b={"saves": {"dex": 13}}, c={"saves": {"dex": -7}})
    assert saves_of(act(fight, EAST)) == [("b", 14, True), ("c", 13, False)]


@pytest.mark.rule("grid5e.saves")
def test_a_save_may_spare_everything():
    fight = dragon("A..b....", [4, 5, 15], areas=(BOLT,))
    assert harm_of(act(fight, Area("A", "line", 12, (0, 0), (1, 0)))) == []
    fight = dragon("A..b....", [4, 5, 14], areas=(BOLT,))
    assert harm_of(act(fight, Area("A", "line", 12, (0, 0), (1, 0)))) == [("b", 9)]


@pytest.mark.rule("grid5e.saves", "grid5e.squeeze")
def test_the_squeezed_have_disadvantage_on_saves_of_dexterity():
    """The lower of two dice."""
    board = "......\n......\nA.b...\n......\n......"
    squeezed = {"b": {"size": "large", "extent": (1, 1)}}
    fight = dragon(board, [*SIXES, 18, 5], **squeezed)
    events = act(fight, EAST)
    assert fight.world["b"].position.squeezed
    assert saves_of(events) == [("b", 5, False)]
    assert [m.name for m in every(events, ev.Tested)[0].modifiers] == ["squeezing"]
    fight = dragon(board, [3, 3, 18], areas=(ROAR,), **squeezed)
    assert saves_of(act(fight, EAST)) == [("b", 18, True)], "of dexterity only"


@pytest.mark.rule("grid5e.saves")
def test_so_have_the_restrained():
    fight = dragon(dice=[*SIXES, 18, 5, 18], b={"conditions": ["restrained"]})
    assert saves_of(act(fight, EAST)) == [("b", 5, False), ("c", 18, True)]


@pytest.mark.rule("grid5e.saves")
def test_whoever_cannot_move_fails_saves_of_dexterity_outright():
    fight = dragon(dice=[*SIXES, 20], b={"conditions": ["helpless"]})
    events = act(fight, EAST)
    assert [t.actor for t in every(events, ev.Tested)] == ["c"]
    assert harm_of(events) == [("b", 21), ("c", 10)]


@pytest.mark.rule("grid5e.hp")
def test_whoever_has_no_hit_points_left_is_out():
    fight = dragon(dice=[*SIXES, 2, 2], b={"hp": 21}, c={"hp": 5})
    events = act(fight, EAST)
    assert [e.target for e in every(events, ev.Downed)] == ["b", "c"]
    assert only(events, ev.BattleEnded).winner == "heroes"


@pytest.mark.rule("grid5e.aoe")
def test_friends_are_caught_but_never_the_maker():
    board = YARD.replace("c", "C")
    fight = dragon(board, [*SIXES, 2, 2], C={"hp": 40})
    assert only(act(fight, EAST), ev.AreaMade).targets == ("C", "b")
    alone = dragon("....\n.A..\n....", areas=(attrs.evolve(BLAST, range=0),))
    assert only(act(alone, Area("A", "burst", 6, (1, 1))), ev.AreaMade).targets == ()


# --- cover ---------------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.cover", "grid5e.saves")
@pytest.mark.parametrize(("board", "origin", "more"), [
    ("........\n........\n........\nA....b..", (3, 0), 0),
    ("........\n........\n.c......\nA....b..", (3, 0), 0),
    ("........\n........\n....c...\nA....b..", (3, 0), 2),
    ("........\n........\n...#....\nA...b...", (3, 0), 2),
    ("........\n........\n....#...\nA....b..", (3, 2), 5),
])  # fmt: skip
def test_cover_from_where_the_area_starts_helps_to_save(board, origin, more):
    """Of the four lines to b's square from (3, 0) the pillar stops those to (4, 3) and (4, 4).

    From (3, 2) it stops all but the one to (5, 4), which passes its corner. A creature is worth as
    much as half cover.
    """
    fight = dragon(board, [1, 1, 1, 10, 10], areas=(BLAST,))
    tested = {t.actor: t for t in every(act(fight, Area("A", "burst", 6, origin)), ev.Tested)}
    assert tested["b"].total == 10 + more
    assert sum(m.value for m in tested["b"].modifiers if m.name == "cover") == more


@pytest.mark.rule("grid5e.cover", "grid5e.saves")
def test_creatures_in_between_give_half_cover():
    """Behind b in a line c has +2; the one in front has none."""
    fight = dragon("A.b.c...", [4, 5, 10, 10], areas=(BOLT,))
    assert saves_of(act(fight, Area("A", "line", 12, (0, 0), (1, 0)))) == [
        ("b", 10, False), ("c", 12, False),
    ]  # fmt: skip
    beside = dragon("Ab.c....", [4, 5, 10, 10], areas=(BOLT,))
    assert [n for _, n, _ in saves_of(act(beside, Area("A", "line", 12, (0, 0), (1, 0))))] == [
        10, 12,
    ]  # fmt: skip
    roar = dragon("......\n......\nA.bc..\n......", [4, 5, 10, 10], areas=(ROAR,))
    assert [n for _, n, _ in saves_of(act(roar, EAST))] == [10, 10], "not against fear"


@pytest.mark.rule("grid5e.cover", "grid5e.saves")
def test_the_maker_s_own_body_covers_nobody():
    fight = dragon("AA..b...\nAA......", [4, 5, 10], areas=(BOLT,))
    assert saves_of(act(fight, Area("A", "line", 12, (0, 0), (1, 0)))) == [("b", 10, False)]


@pytest.mark.rule("grid5e.aoe", "grid5e.cover")
def test_total_cover_spares():
    fight = dragon("......\n######\nA.b...\n######\n..c...", [*SIXES, 20])
    assert only(act(fight, EAST), ev.AreaMade).targets == ("b",)


# --- what may be done, and when again ------------------------------------------------------------


@pytest.mark.rule("grid5e.aoe")
def test_only_what_it_has_from_its_own_space_at_something():
    fight = dragon()
    assert why_not(fight, Area("A", "cone", 4, (0, 2), (5, 2))) == ("no_area", "grid5e.aoe")
    assert why_not(fight, Area("A", "line", 3, (0, 2), (5, 2)))[0] == "no_area"
    assert why_not(fight, Area("A", "spiral", 3, (0, 2), (5, 2)))[0] == "no_area"
    assert why_not(fight, Area("A", "cone", 3, (1, 2), (5, 2)))[0] == "not_its_space"
    assert why_not(fight, Area("A", "cone", 3, (0, 2)))[0] == "no_aim"
    assert check(fight, EAST)


@pytest.mark.rule("grid5e.aoe")
def test_a_burst_starts_within_range_and_in_a_line_of_effect():
    board = "A.......b....\n.............\n.............\n########.....\n............."
    fight = dragon(board, areas=(attrs.evolve(BLAST, range=6),))
    assert check(fight, Area("A", "burst", 6, (7, 0))), "6 squares from the corner (1, 0)"
    assert why_not(fight, Area("A", "burst", 6, (8, 0))) == ("out_of_range", "grid5e.aoe")
    assert why_not(fight, Area("A", "burst", 6, (4, 5))) == ("total_cover", "grid5e.cover")
    assert why_not(fight, Area("A", "burst", 6, (20, 0)))[0] == "off_map"


@pytest.mark.rule("grid5e.saves")
def test_a_spent_breath_comes_back_on_a_5_or_6_at_the_start_of_a_turn():
    fight = dragon(dice=[*SIXES, 20, 20, 4, 5, *SIXES, 20, 20], areas=(BREATH, BOLT), b={"hp": 90},
                   c={"hp": 90})  # fmt: skip
    events = act(fight, EAST)
    assert not [r for r in every(events, ev.Rolled) if r.purpose == "recovery"]

    def round_() -> list[ev.Event]:
        return [e for name in ("A", "b", "c") for e in act(fight, EndTurn(name))]

    (roll,) = [r for r in every(round_(), ev.Rolled) if r.purpose == "recovery"]
    assert (roll.actor, roll.dice) == ("A", (4,))
    assert why_not(fight, EAST) == ("recharging", "grid5e.saves")
    assert isinstance(fight.ruleset.areas.waiting(fight.world["A"], BREATH), Refused)
    assert check(fight, Area("A", "line", 12, (0, 2), (5, 2))), "what is never spent is there"
    (roll,) = [r for r in every(round_(), ev.Rolled) if r.purpose == "recovery"]
    assert roll.dice == (5,)
    assert check(fight, EAST)
    assert not [r for r in every(act(fight, EAST), ev.Rolled) if r.purpose == "recovery"]


@pytest.mark.rule("grid5e.saves")
def test_an_area_attack_with_two_uses_is_made_twice_a_battle():
    """What has its uses is there again each turn without a throw, and after two for good not."""
    twice = attrs.evolve(BREATH, name="scorch", returns=0, uses=2)
    scorch = attrs.evolve(EAST, name="scorch")
    burst = attrs.evolve(EAST, name=None)
    fight = dragon(dice=[*SIXES, 20, 20] * 3, areas=(twice, BREATH), b={"hp": 90}, c={"hp": 90})

    def left() -> list[tuple[str, int, int]]:
        found = actions(fight, fight.world["A"])
        return [(one.label, one.left, one.total) for one in found if "scorch" in one.label]

    def round_() -> list[ev.Event]:
        return [e for name in ("A", "b", "c") for e in act(fight, EndTurn(name))]

    assert left() == [("scorch", 2, 2)]
    act(fight, scorch)
    assert left() == [("scorch", 1, 2)]
    assert not every(round_(), ev.Rolled)
    act(fight, scorch)
    round_()
    assert left() == [("scorch", 0, 2)]
    assert why_not(fight, scorch) == ("used_up", "grid5e.saves")
    assert only(act(fight, burst), ev.AreaMade).name == "fire breath", "the other one is left"


@pytest.mark.rule("grid5e.saves")
def test_uses_may_be_counted_together():
    """Two breaths of which one can be chosen once a day: after either both are used up."""
    fire, ice = (
        attrs.evolve(BREATH, name=name, returns=0, uses=1, among="breaths")
        for name in ("fire", "ice")
    )
    fight = dragon(dice=[*SIXES, 20, 20], areas=(fire, ice))
    act(fight, attrs.evolve(EAST, name="fire"))
    shown = actions(fight, fight.world["A"])
    assert [(one.left, one.total) for one in shown if one.label == "breaths"] == [(0, 1)]
    for name in ("A", "b", "c"):
        act(fight, EndTurn(name))
    assert why_not(fight, attrs.evolve(EAST, name="ice")) == ("used_up", "grid5e.saves")


@pytest.mark.rule("grid5e.saves")
def test_a_sheet_names_the_throw_that_brings_a_spent_breath_back():
    """It is no action that is left five times, but one gone until a 5 or 6."""
    fight = dragon(dice=[*SIXES, 20, 20])
    assert not [one for one in actions(fight, fight.world["A"]) if one.name == "recharge on"]
    act(fight, EAST)
    (one,) = (one for one in actions(fight, fight.world["A"]) if one.name == "recharge on")
    assert one.label == "area attack (back when a d6 shows 5 or more)"
    assert not one.available


def test_what_has_come_back_is_not_thrown_for():
    fight = dragon(dice=[])
    events = [e for name in ("A", "b", "c") for e in act(fight, EndTurn(name))]
    assert not every(events, ev.Rolled)


# --- what to expect ------------------------------------------------------------------------------


@pytest.mark.rule("grid5e.saves")
def test_what_to_expect_is_what_the_rule_says():
    """DC 14: +3 saves on 11 and more, half of the time; +13 always, and nobody by a 20 alone."""
    fight = dragon(b={"saves": {"dex": 3}}, c={"saves": {"dex": 13}})
    found = caught(fight, EAST)
    assert [(name, chance) for name, chance, _ in found] == [("b", 0.5), ("c", 1.0)]
    # of 6d6 as many totals are odd as even, so half of it loses a quarter of a point
    assert found[0].damage == pytest.approx(0.5 * 21 + 0.5 * 10.25)
    assert found[1].damage == pytest.approx(10.25)
    squeezed = dragon("......\n......\nA.b...\n......", b={
        "size": "large", "extent": (1, 1), "saves": {"dex": 3}})  # fmt: skip
    (one,) = caught(squeezed, EAST)
    assert one.saves == pytest.approx(0.25), "both dice"
    limp = dragon(b={"conditions": ["helpless"], "saves": {"dex": 30}})
    assert caught(limp, EAST)[0].saves == 0.0
    nowhere = Area("A", "cone", 3, (3, 3), (5, 2))
    assert fight.ruleset.areas.expected(fight, fight.world["A"], nowhere) == ()


@pytest.mark.rule("grid5e.saves", "metric.aoe.cone15", "metric.inherit")
@pytest.mark.parametrize(("ruleset", "size"), [("grid5e", 3), ("metric", 4)])
def test_a_creature_of_the_bestiary_breathes(ruleset, size):
    board = "\n".join(["........"] * 3 + ["A...b..."] + ["........"] * 3)
    fight = cast(board, {"A": "hell_hound", "b": "dummy"}, ruleset=ruleset, dice=[1] * 6 + [12])
    turn_of(fight, "A")
    found = caught(fight, Area("A", "cone", size, (0, 3), (9, 3)))
    assert [one.creature for one in found] == (["b"] if size >= 4 else [])
    events = act(fight, Area("A", "cone", size, (0, 3), (9, 3)))
    assert len(only(events, ev.AreaMade).cells) == sum(range(1, size + 1))
    assert harm_of(events) == ([("b", 3)] if size >= 4 else [])
