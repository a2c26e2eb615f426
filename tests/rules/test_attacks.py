"""Attack rolls, armour class, criticals and damage, one part of the sums at a time."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from boards import CATEGORIES, add, battle, club, longspear, shortbow, turn_of

from rules.table import act, entry, odds, only, strike, why_not
from tacsim.core import events as ev
from tacsim.core.components import Weapon
from tacsim.core.intents import Strike, TotalDefense
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check

PAIR = """
    .....
    .Ab..
    .....
"""
FAR = """
    .......
    A....b.
    .......
"""


def pair(a: Any = None, b: Any = None, board: str = PAIR, **more: Any) -> Battle:
    """A's turn, b beside it; b has plenty of hit points."""
    return turn_of(battle(board, {"A": a or {}, "b": {"hp": 99, **(b or {})}}, **more), "A")


def blade(damage: str = "1d8", **more: Any) -> Weapon:
    return attrs.evolve(club(), name="blade", damage=damage, **more)


def harm(dice: list[int], a: Any = None, b: Any = None, board: str = PAIR) -> int:
    """Damage of one blow that hits."""
    return only(act(pair(a, b, board, dice=dice), Strike("A", "b")), ev.Damaged).amount


STRONG, WEAK = {"strength": 16}, {"strength": 6}

# --- the roll ----------------------------------------------------------------------------------


@pytest.mark.rule("d20.attack.roll")
@pytest.mark.parametrize(("natural", "outcome"), [(9, "miss"), (10, "hit"), (11, "hit")])
def test_five_against_fifteen_needs_a_ten(natural, outcome):
    fight = pair({"base": 5}, {"armour": {"armour": 5}}, dice=[natural, 1])
    struck = strike(fight, "A", "b")
    assert (struck.outcome, struck.total, struck.defence) == (outcome, natural + 5, 15)


@pytest.mark.rule("d20.attack.roll")
def test_strength_in_melee_dexterity_at_range():
    a = {"base": 2, "abilities": {"strength": 16, "dexterity": 8}}
    assert odds(pair(a), "A", "b") == (5, 10)
    assert odds(pair({**a, "weapons": [shortbow()]}, board=FAR), "A", "b") == (1, 10)
    thrown = attrs.evolve(club(), increment=4, increments=5)
    assert odds(pair({**a, "weapons": [thrown]}), "A", "b") == (5, 10)
    near = FAR.replace("A..", "..A").replace("....b", "..b..")
    assert odds(pair({**a, "weapons": [thrown]}, board=near), "A", "b") == (1, 10)


@pytest.mark.rule("d20.attack.nat")
def test_a_natural_one_misses_whatever_the_bonus():
    assert strike(pair({"base": 40}, dice=[1]), "A", "b").outcome == "miss"
    assert strike(pair({"base": 40}, dice=[2, 1]), "A", "b").outcome == "hit"


@pytest.mark.rule("d20.attack.nat")
def test_nought_against_thirty_five_hits_on_a_twenty_only():
    hard = {"armour": {"armour": 25}}
    assert strike(pair({}, hard, dice=[19]), "A", "b").outcome == "miss"
    assert strike(pair({}, hard, dice=[20, 19, 1]), "A", "b").outcome == "hit"
    assert strike(pair({}, hard, dice=[20, 20, 1, 1]), "A", "b").outcome == "critical"


# --- criticals ---------------------------------------------------------------------------------


@pytest.mark.rule("d20.attack.crit")
def test_the_worked_critical():
    """1d8+3 twice, with 5 and 2: 13."""
    assert harm([20, 10, 5, 2], {"weapons": [blade(damage_bonus=3)]}) == 13
    assert harm([20, 10, 5, 2], {"weapons": [blade("1d8+3")]}) == 13
    assert harm([20, 7, 5, 2], {"weapons": [blade()], "abilities": STRONG}) == 13


@pytest.mark.rule("d20.attack.crit")
@pytest.mark.parametrize("second", [1, 9])
def test_without_confirmation_it_is_a_plain_hit(second):
    assert harm([20, second, 5], {"weapons": [blade(damage_bonus=3)]}) == 8


@pytest.mark.rule("d20.attack.crit", "d20.attack.nat")
def test_the_second_roll_is_at_the_same_bonus_and_one_never_confirms():
    strong = {"base": 9, "weapons": [blade()]}
    hard = {"armour": {"armour": 5}}
    assert harm([20, 5, 5], strong, hard) == 5
    assert harm([20, 6, 5, 2], strong, hard) == 7
    assert harm([20, 1, 5], {"base": 40, "weapons": [blade()]}) == 5


@pytest.mark.rule("d20.attack.crit")
def test_some_weapons_do_three_times():
    assert harm([20, 10, 5, 2, 1], {"weapons": [blade(multiplier=3, damage_bonus=3)]}) == 17


@pytest.mark.rule("d20.attack.crit")
def test_a_wider_range_threatens_but_does_not_hit_by_itself():
    wide = {"weapons": [blade(threat=18)]}
    assert harm([18, 10, 5, 2], wide) == 7
    assert harm([17, 5], wide) == 5
    hard = {"armour": {"armour": 25}}
    assert strike(pair(wide, hard, dice=[19]), "A", "b").outcome == "miss"


# --- damage ------------------------------------------------------------------------------------


@pytest.mark.rule("d20.attack.min-damage")
def test_a_hit_does_one_point_at_least():
    """1d4-3 rolling 1."""
    assert harm([15, 1], {"weapons": [blade("1d4-3")]}) == 1
    assert harm([15, 1], {"weapons": [blade("1d4")], "abilities": {"strength": 4}}) == 1
    assert harm([20, 15, 1, 1], {"weapons": [blade("1d4-3")]}) == 1


@pytest.mark.rule("d20.attack.strength")
@pytest.mark.parametrize(
    ("factor", "strength", "added"),
    [(1.0, 16, 3), (1.5, 16, 4), (0.5, 16, 1), (1.5, 12, 1), (0.5, 12, 0),
     (1.0, 6, -2), (1.5, 6, -2), (0.5, 6, -2)],
)  # fmt: skip
def test_strength_adds_once_one_and_a_half_times_or_half(factor, strength, added):
    """Str +3 in both hands: +4. Only a bonus is multiplied."""
    a = {"weapons": [blade(strength=factor)], "abilities": {"strength": strength}}
    assert harm([15, 5], a) == 5 + added


@pytest.mark.rule("d20.attack.strength")
@pytest.mark.parametrize(
    ("weapon", "factor"),
    [("greatsword", 1.5), ("longspear", 1.5), ("longsword", 1.0), ("dagger", 1.0), ("club", 1.0)],
)
def test_what_is_held_in_both_hands(weapon, factor):
    (made,) = entry(weapons=[weapon])["Offence"].weapons
    assert made.strength == factor


@pytest.mark.rule("d20.attack.strength")
def test_a_throw_adds_strength_and_a_shot_does_not():
    spear = blade(increment=4, increments=5)
    both = blade(increment=4, increments=5, strength=1.5)
    near = FAR.replace("A..", "..A").replace("....b", "..b..")
    assert harm([15, 5], {"weapons": [spear], "abilities": STRONG}, board=near) == 8
    assert harm([15, 5], {"weapons": [both], "abilities": STRONG}, board=near) == 8
    bow = attrs.evolve(shortbow(), damage="1d8")
    assert harm([15, 5], {"weapons": [bow], "abilities": STRONG}, board=FAR) == 5


# --- armour class ------------------------------------------------------------------------------

KIT = {"armour": 4, "shield": 2}
NIMBLE = {"dexterity": 12}


@pytest.mark.rule("d20.ac")
def test_the_worked_armour_class():
    assert odds(pair(b={"armour": KIT, "abilities": NIMBLE}), "A", "b")[1] == 17


@pytest.mark.rule("d20.ac")
@pytest.mark.parametrize("kind", ["armour", "shield", "natural", "deflection", "dodge"])
def test_every_kind_of_protection_adds(kind):
    assert odds(pair(b={"armour": {kind: 3}}), "A", "b")[1] == 13


@pytest.mark.rule("d20.attack.touch")
@pytest.mark.parametrize("board", [PAIR, FAR], ids=["touch", "ray"])
def test_a_touch_goes_past_armour_shield_and_hide(board: str):
    """10, Dex +1 and a deflection of 2 are left of 24."""
    kit = {"armour": 4, "shield": 2, "natural": 5, "deflection": 2}
    far = {"ranged": True, "reach": 0, "increment": 10, "increments": 1} if board == FAR else {}
    for touch, defence in ((True, 13), (False, 24)):
        arm = blade(natural=True, touch=touch, **far)
        fight = pair({"weapons": [arm]}, {"armour": kit, "abilities": NIMBLE}, board)
        assert odds(fight, "A", "b")[1] == defence


@pytest.mark.rule("d20.ac")
def test_armour_limits_the_bonus_of_dexterity_but_not_a_penalty():
    quick = {"armour": {"max_dexterity": 1}, "abilities": {"dexterity": 18}}
    assert odds(pair(b=quick), "A", "b")[1] == 11
    slow = {"armour": {"max_dexterity": 1}, "abilities": {"dexterity": 6}}
    assert odds(pair(b=slow), "A", "b")[1] == 8


@pytest.mark.rule("d20.init.flat-footed", "d20.ac")
def test_caught_flat_footed_one_loses_dexterity_and_dodge():
    """AC 16 with Dex +3: 13."""
    b = {"armour": {"armour": 3}, "abilities": {"dexterity": 16}}
    assert odds(pair(b=b), "A", "b")[1] == 16
    fight = pair(b={**b, "armour": {"armour": 3, "dodge": 2, "deflection": 1}})
    assert odds(fight, "A", "b")[1] == 19
    caught(fight, "b")
    assert odds(fight, "A", "b")[1] == 14
    clumsy = pair(b={"abilities": {"dexterity": 6}})
    caught(clumsy, "b")
    assert odds(clumsy, "A", "b")[1] == 8


def caught(fight: Battle, who: str) -> None:
    from tacsim.core.apply import apply

    apply(fight.world, ev.ConditionGained(who, "flat_footed"))


# --- sizes -------------------------------------------------------------------------------------

NEEDS = {
    "fine": 7, "diminutive": 11, "tiny": 13, "small": 14, "medium": 15,
    "large": 16, "huge": 17, "gargantuan": 19, "colossal": 23,
}  # fmt: skip
SIZES = pytest.mark.rule(
    "d20.sizemod.fine", "d20.sizemod.diminutive", "d20.sizemod.tiny", "d20.sizemod.small",
    "d20.sizemod.medium", "d20.sizemod.large", "d20.sizemod.huge", "d20.sizemod.gargantuan",
    "d20.sizemod.colossal",
)  # fmt: skip


def shooter(size: str, target: str, armour: int = 0) -> Battle:
    """A shoots at b from ten squares off, on open ground."""
    fight = battle("\n".join(["." * 24] * 7), {
        "A": {"at": (0, 0), "size": size, "weapons": [shortbow()], "side": "heroes"},
        "b": {"at": (17, 0), "size": target, "armour": {"armour": armour}},
    })  # fmt: skip
    return turn_of(fight, "A")


def far_shot(size: str) -> int:
    """The penalty for more than one range increment, from where a body of a size shoots."""
    side = (1, 1, 1, 1, 1, 2, 3, 4, 6)[CATEGORIES.index(size)]
    return -2 if 17 - (side - 1) > 12 else 0


@SIZES
@pytest.mark.parametrize(("size", "need"), NEEDS.items(), ids=[*NEEDS])
def test_what_a_size_needs_against_fifteen(size, need):
    attack, defence = odds(shooter(size, "medium", 5), "A", "b")
    assert defence - (attack - far_shot(size)) == need


@SIZES
@pytest.mark.parametrize(("size", "need"), NEEDS.items(), ids=[*NEEDS])
def test_between_equals_size_cancels(size, need):
    attack, defence = odds(shooter(size, size, 5), "A", "b")
    assert defence - (attack - far_shot(size)) == 15
    assert defence == 15 + (15 - need)


# --- circumstances -----------------------------------------------------------------------------


@pytest.mark.rule("d20.prone")
def test_prone_is_worse_in_melee_and_better_against_shots():
    """AC 15: 11 in melee, 19 at range."""
    b = {"armour": {"armour": 5}, "conditions": ["prone"]}
    assert odds(pair(b=b), "A", "b") == (0, 11)
    assert odds(pair({"weapons": [shortbow()]}, b, FAR), "A", "b") == (0, 19)


@pytest.mark.rule("d20.prone")
def test_the_prone_strike_worse_and_draw_no_bow():
    down = {"conditions": ["prone"]}
    assert odds(pair(down), "A", "b") == (-4, 10)
    archer = pair({**down, "weapons": [shortbow()]}, board=FAR)
    assert why_not(archer, Strike("A", "b"))[1] == "d20.prone"
    (thrown,) = entry(weapons=["javelin"])["Offence"].weapons
    assert check(pair({**down, "weapons": [thrown]}, board=FAR), Strike("A", "b"))


@pytest.mark.rule("d20.prone")
@pytest.mark.parametrize("name", ["light_crossbow", "heavy_crossbow", "hand_crossbow"])
def test_a_crossbow_is_no_bow_that_is_drawn(name):
    """The rule bars bows; the -4 is for melee attacks."""
    (weapon,) = entry(weapons=[name])["Offence"].weapons
    fight = pair({"conditions": ["prone"], "weapons": [weapon]}, board=FAR)
    assert check(fight, Strike("A", "b"))
    assert odds(fight, "A", "b") == (0, 10)


@pytest.mark.rule("d20.helpless")
def test_the_worked_helpless():
    """AC 14 with Dex +2: 3 in melee, 7 at range (and not prone on top of it)."""
    for conditions in (["helpless"], ["helpless", "prone"]):
        b = {"armour": {"armour": 2}, "abilities": {"dexterity": 14}, "conditions": conditions}
        assert odds(pair(b=b), "A", "b")[1] == 3
        assert odds(pair({"weapons": [shortbow()]}, b, FAR), "A", "b")[1] == 7


@pytest.mark.rule("d20.helpless", "d20.ac")
def test_the_helpless_dodge_nothing():
    b = {"armour": {"dodge": 4}, "conditions": ["helpless"]}
    assert odds(pair(b=b), "A", "b")[1] == 1


@pytest.mark.rule("d20.defence")
def test_total_defence_adds_four_until_one_s_next_turn():
    fight = turn_of(battle(PAIR, {"b": {"armour": {"armour": 5}}}), "b")
    assert odds(fight, "A", "b")[1] == 15
    act(fight, TotalDefense("b"))
    assert odds(fight, "A", "b")[1] == 19
    assert odds(turn_of(fight, "A"), "A", "b")[1] == 19
    assert odds(turn_of(fight, "b"), "A", "b")[1] == 15


# --- flanking ----------------------------------------------------------------------------------


def flanker(rows: str, b: Any = None, **others: Any) -> int:
    """The attack bonus of A, who has none but for flanking, on b."""
    return odds(turn_of(battle(rows, {"b": b or {}, **others}), "A"), "A", "b")[0]


@pytest.mark.rule("d20.flank")
@pytest.mark.parametrize(
    ("rows", "bonus"),
    [
        (".....\n.AbB.\n.....", 2),
        (".A...\n..b..\n...B.", 2),
        ("..A..\n..b..\n..B..", 2),
        (".A...\n..bB.\n.....", 0),
        (".A...\n..b..\n..B..", 0),
        ("..A..\n..bB.\n.....", 0),
        (".AB..\n..b..\n.....", 0),
        (".Ab.B\n.....\n.....", 0),
    ],
)
def test_from_opposite_borders_or_corners(rows, bonus):
    assert flanker(rows) == bonus


@pytest.mark.rule("d20.flank")
def test_a_reach_weapon_flanks_from_where_it_threatens():
    spear = {"weapons": [longspear()]}
    assert flanker(".....\n.Ab.B\n.....", B=spear) == 2
    assert flanker(".....\n.AbB.\n.....", B=spear) == 0
    assert flanker("A....\n..b..\n....B", A=spear, B=spear) == 2


@pytest.mark.rule("d20.flank")
@pytest.mark.parametrize(
    "friend",
    [{"weapons": [shortbow()]}, {"weapons": [attrs.evolve(club(), armed=False)]}, {"weapons": ()},
     {"conditions": ["helpless"]}, {"conditions": ["dead"]}, {"side": "others"}],
)  # fmt: skip
def test_who_does_not_threaten_does_not_flank(friend):
    assert flanker(".....\n.AbB.\n.....", B=friend) == 0


@pytest.mark.rule("d20.flank")
def test_allies_flank_and_shots_do_not():
    options = {"A": {"side": "red"}, "B": {"side": "blue"}}
    row = ".....\n.AbB.\n....."
    fight = turn_of(battle(row, options, sides={"blue": ["red"]}), "A")
    assert odds(fight, "A", "b")[0] == 2
    bow = {"weapons": [shortbow()], "feats": ["precise_shot"]}
    assert flanker(row, A=bow) == 0


@pytest.mark.rule("d20.flank", "d20.cover.total")
def test_a_friend_behind_a_wall_does_not_flank():
    fight = battle(".AbB.", barriers=[((2, 0), (3, 0), "wall")])
    assert odds(turn_of(fight, "A"), "A", "b")[0] == 0


@pytest.mark.rule("d20.flank")
def test_any_square_of_a_big_flanker_counts():
    """B's lower row faces A across b, its upper row does not."""
    rows = """
        ...BB
        .AbBB
        .....
    """
    assert flanker(rows, B={"reach": 1}) == 2
    rows = """
        ..BB.
        ..BB.
        .Ab..
    """
    assert flanker(rows, B={"reach": 1}) == 0


@pytest.mark.rule("d20.flank")
def test_round_a_big_target():
    """Opposite borders of the whole 2 x 2 space."""
    rows = [list("......") for _ in range(4)]
    for x, y in ((2, 1), (3, 1), (2, 2), (3, 2)):
        rows[y][x] = "b"

    def bonus(a: tuple[int, int], friend: tuple[int, int]) -> int:
        drawn = [list(row) for row in rows]
        drawn[a[1]][a[0]] = "A"
        drawn[friend[1]][friend[0]] = "B"
        return flanker("\n".join(map("".join, drawn)))

    assert bonus((1, 1), (4, 1)) == 2
    assert bonus((1, 1), (4, 2)) == 2
    assert bonus((1, 0), (4, 3)) == 2
    assert bonus((2, 0), (3, 3)) == 2
    assert bonus((1, 1), (3, 3)) == 0
    assert bonus((1, 1), (2, 3)) == 0
    assert bonus((1, 0), (1, 3)) == 0


@pytest.mark.rule("d20.tiny.no-flank")
def test_the_very_small_neither_gain_nor_give():
    """Tiny (3, 1) and Medium (1, 1) around (2, 1); and with the Tiny one in the foe's square."""
    row = ".....\n.AbB.\n....."
    assert flanker(row, B={"size": "tiny"}) == 0
    assert flanker(row, A={"size": "tiny"}) == 2  # its size, and nothing else
    fight = battle(row)
    add(fight.world, "T", (2, 1), side="heroes", size="tiny")
    assert odds(turn_of(fight, "T"), "T", "b")[0] == 2
    assert odds(turn_of(fight, "A"), "A", "b")[0] == 2  # by B alone


@pytest.mark.rule("d20.tiny.no-flank")
def test_a_tiny_friend_in_the_foe_s_square_flanks_with_nobody():
    fight = battle(".....\n.Ab..\n.....")
    add(fight.world, "T", (2, 1), side="heroes", size="tiny")
    assert odds(turn_of(fight, "A"), "A", "b")[0] == 0


@pytest.mark.rule("d20.tiny.reach0", "d20.tiny.attack-own-square")
def test_the_very_small_strike_in_the_same_square_only():
    board = ".....\n.Ab..\n....."
    fight = turn_of(battle(board, {"A": {"size": "tiny"}}), "A")
    assert why_not(fight, Strike("A", "b"))[1] == "d20.tiny.reach0"
    together = battle("....C\n..b..\n.....", dice=[2])
    add(together.world, "A", (2, 1), side="heroes", size="tiny")
    assert check(turn_of(together, "A"), Strike("A", "b"))
    assert check(turn_of(together, "b"), Strike("b", "A"))
