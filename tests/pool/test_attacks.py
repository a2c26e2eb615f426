"""Attacks with dice pools: their dice, how they are settled, what they cost, how far they go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from rules.table import every, why_not

from pool.fights import (
    act,
    declined,
    fight,
    frame,
    held,
    odds,
    only,
    parts,
    spend,
    thrown,
)
from tacsim.core import events as ev
from tacsim.core.agenda import Asking
from tacsim.core.intents import Decline, EndTurn, Move, Strike, Take
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import bid_odds, guards
from tacsim.rules.combat.threat import threatened
from tacsim.rules.engine import check

HERE, BESIDE = (4, 4, 0), (5, 4, 0)
PLAIN = {"might": 2, "grace": 2, "mettle": 2}


def duel(dice: tuple[int, ...] | None = None, *, apart: int = 1, **both: dict[str, Any]) -> Battle:
    """A and b on open ground, so many cubes apart."""
    mine, yours = both.get("A", {}), both.get("b", {})
    return fight(dice=dice, A={"at": HERE, **mine}, b={"at": (4 + apart, 4, 0), **yours})


def struck(battle: Battle, **more: Any) -> list[ev.Event]:
    """What comes of a strike at b that nobody reacts to."""
    return declined(battle, act(battle, Strike("A", "b", **more)))


# --- the dice of an attack ---------------------------------------------------------------------


@pytest.mark.rule("pool.attack.roll")
def test_might_quality_and_stamina_make_the_dice() -> None:
    mine = {"weapons": ["sword"], "attributes": {"might": 3}, "stamina": 4}
    battle = duel(A=mine)
    found = odds(battle, "A", "b", stamina=2)
    assert parts(found) == {"might": 3, "quality": 1, "stamina": 2}
    assert found.attack == 6
    assert odds(battle, "A", "b").attack == 5, "one point at least goes in"


@pytest.mark.rule("pool.attack.roll", "pool.attributes")
def test_grace_shoots_and_might_strikes() -> None:
    mine = {"weapons": ["bow", "sword"], "attributes": {"might": 1, "grace": 5}}
    battle = duel(apart=6, A=mine)
    assert parts(odds(battle, "A", "b", "bow")) == {"grace": 5, "quality": 1, "stamina": 1}
    near = duel(A=mine)
    assert parts(odds(near, "A", "b", "sword")) == {"might": 1, "quality": 1, "stamina": 1}


@pytest.mark.rule("pool.attack.roll")
def test_a_knife_is_thrown_with_grace_and_thrust_with_might() -> None:
    mine = {"weapons": ["knife"], "attributes": {"might": 2, "grace": 4}}
    assert parts(odds(duel(apart=3, A=mine), "A", "b")) == {
        "grace": 4, "quality": 1, "stamina": 1,
    }  # fmt: skip
    assert "might" in parts(odds(duel(A=mine), "A", "b"))


@pytest.mark.rule("pool.attack.roll", "pool.dice.reroll")
def test_half_a_point_of_an_attribute_is_a_reroll() -> None:
    battle = duel((1, 1, 1, 1, 1, 5, 1, 1, 1, 1), A={"attributes": {"might": 3.5}})
    events = struck(battle)
    assert thrown(events, "attack") == (1, 1, 1, 1, 1)
    assert thrown(events, "attack reroll") == (5,)
    assert only(events, ev.Struck).total == 1


@pytest.mark.rule("pool.squeeze.dice", "pool.dice.min")
def test_squeezing_takes_a_die_off_attack_and_defence() -> None:
    mine = {"attributes": {"might": 3}, "squeezed": True}
    found = odds(duel(A=mine), "A", "b")
    assert found.attack == 4, "3 of might, 1 of quality, 1 of Stamina, and one less"
    assert parts(found)["squeezing"] == -1
    frail = {"attributes": {"might": 1, "grace": 1}, "squeezed": True}
    found = odds(duel(b=frail), "A", "b")
    assert found.defence == 1, "1 die less 1 is 1 die"
    assert odds(duel(b={"squeezed": True}), "A", "b").defence == 1
    assert odds(duel(), "A", "b").defence == 2
    clauses = {part.name: part.clause for part in found.modifiers if part.on == "defence"}
    assert clauses["squeezing"] == "pool.squeeze.dice"
    assert clauses["at least one die"] == "pool.dice.min"


@pytest.mark.rule("pool.squeeze.dice")
def test_squeezing_leaves_soaking_alone() -> None:
    board = "..........\n..........\n..........\n..........\n....==...."
    battle = fight(
        board,
        dice=[5, 5, 5, 5, 1, 1, 1],
        A={"at": HERE, "squeezed": True, "attributes": {"might": 3}},
        b={"at": BESIDE, "squeezed": True},
    )
    events = struck(battle)
    assert len(thrown(events, "attack")) == 4
    assert len(thrown(events, "defence")) == 1
    assert len(thrown(events, "soak")) == 2


# --- how it is settled -------------------------------------------------------------------------


@pytest.mark.rule("pool.attack.resolve")
@pytest.mark.parametrize(
    ("hits", "stops", "outcome", "risked"),
    [
        (4, 2, "hit", 4),
        (3, 2, "hit", 3),
        (2, 2, "miss", 0),
        (1, 2, "miss", 0),
        (4, 1, "hit", 5),
        (4, 0, "hit", 6),
        (5, 0, "hit", 6),
        (6, 0, "hit", 6),
    ],
)
def test_net_successes_hit_and_raise_the_damage_risked(
    hits: int, stops: int, outcome: str, risked: int
) -> None:
    attack = [6] * hits + [1] * (6 - hits)
    defence = [5] * stops + [2] * (2 - stops)
    mine = {"weapons": ["sword"], "attributes": {"might": 3}, "stamina": 2}
    battle = duel((*attack, *defence, 1, 1), A=mine, b={"stamina": 0})
    blow = only(struck(battle, stamina=2), ev.Struck)
    assert (blow.total, blow.defence, blow.outcome, blow.risked) == (hits, stops, outcome, risked)
    assert blow.pools == (6, 2)
    assert blow.natural == 0


@pytest.mark.rule("pool.attack.resolve")
def test_the_words_say_that_it_is_a_house_rule() -> None:
    from tacsim.rulesets import content

    text = content("pool").clauses["pool.attack.resolve"].text
    assert "house rule" in text.lower()
    assert "no source" in text.lower()


def successes(dice: int) -> dict[int, Fraction]:
    """The chances of so many successes, every way of the dice to fall counted."""
    ways = Counter(sum(n >= 5 for n in faces) for faces in product(range(1, 7), repeat=dice))
    return {count: Fraction(n, 6**dice) for count, n in ways.items()}


def every_end(attack: int, defence: int, soak: int) -> Iterator[tuple[Fraction, int, int]]:
    """The chance of each net success and number of soaked points."""
    throws = (successes(attack), successes(defence), successes(soak))
    for (a, p), (d, q), (s, r) in product(*(throw.items() for throw in throws)):
        yield p * q * r, a - d, s


@pytest.mark.rule("pool.attack.resolve", "pool.damage.order", "pool.armour")
@pytest.mark.parametrize("guard", [0, 1, 2])
@pytest.mark.parametrize(
    ("armour", "reduction", "soak"), [("none", 0, 2), ("medium", 1, 3), ("heavy", 2, 3)]
)
def test_odds_are_exact(guard: int, armour: str, reduction: int, soak: int) -> None:
    """Against a count of every way in which attack, defence and soaking can fall."""
    mine = {"weapons": ["sword"], "attributes": {"might": 2}, "stamina": 3}
    battle = duel(A=mine, b={"armour": armour, "absorption": 2, "stamina": 4})
    found = odds(battle, "A", "b", stamina=2, guard=guard)
    hit = damage = Fraction(0)
    for chance, net, soaked in every_end(5, 2 + guard, soak):
        if net >= 1:
            hit += chance
            left = min(6, 3 + net - 1) - reduction - soaked
            damage += chance * (1 + left // 2 if left > 0 else 0)
    assert (found.hit, found.damage) == (float(hit), float(damage))
    assert (found.attack, found.defence, found.pools) == (5, 2 + guard, True)


@pytest.mark.rule("pool.attack.resolve")
def test_bids_have_their_odds_for_each_amount_of_stamina() -> None:
    battle = duel(A={"stamina": 3}, b={"stamina": 2})
    blow = frame(battle, "A", "b")
    found = bid_odds(battle, blow)
    assert [one.stamina for one in found] == [1, 2, 3]
    assert [one.hit for one in found] == [
        odds(battle, "A", "b", stamina=n).hit for n in (1, 2, 3)
    ]  # fmt: skip
    spend(battle, "A", attacks_made=1)
    assert [one.stamina for one in bid_odds(battle, blow)] == [1, 2], "one is the tax"
    chance = frame(battle, "A", "b", opportunity=True)
    assert [one.stamina for one in bid_odds(battle, chance)] == [1, 2, 3]
    defences = guards(battle, blow)
    ways = [(one.defence, one.stamina) for one in defences]
    assert ways == [(how, n) for how in ("dodge", "parry") for n in (0, 1, 2)]
    assert defences[0].hit > defences[1].hit > defences[2].hit
    assert defences[2].damage == odds(battle, "A", "b", defence="dodge", guard=2).damage


# --- damage ------------------------------------------------------------------------------------


@pytest.mark.rule("pool.damage.order")
def test_absorption_turns_what_is_left_into_vitality() -> None:
    battle = duel((6,) * 4 + (1, 1, 1, 1), A={"damage": {"club": 7}}, b={"absorption": 3})
    spend(battle, "b", stamina=0)
    events = struck(battle)
    blow, harm = only(events, ev.Struck), only(events, ev.Damaged)
    assert blow.risked == 10
    assert (harm.amount, harm.left) == (1 + 10 // 3, 10 - 4)
    seven = duel((6, 1, 1, 1, 1, 1, 1, 1), A={"damage": {"club": 7}}, b={"absorption": 3})
    spend(seven, "b", stamina=0)
    assert only(struck(seven), ev.Damaged).amount == 3


@pytest.mark.rule("pool.armour", "pool.damage.order")
def test_medium_armour_takes_one_off_and_adds_a_die_to_soak() -> None:
    """5 risked, 1 for the armour, 1 success of the 3 dice that soak: 3 are left."""
    dice = (6, 1, 1, 1, 1, 1, 5, 1, 1)
    battle = duel(dice, A={"damage": {"club": 5}}, b={"armour": "medium", "absorption": 1})
    spend(battle, "b", stamina=0)
    events = struck(battle)
    assert only(events, ev.Struck).risked == 5
    assert thrown(events, "soak") == (5, 1, 1)
    assert only(events, ev.Damaged).amount == 1 + 3


@pytest.mark.rule("pool.armour")
@pytest.mark.parametrize(
    ("armour", "soak", "again", "left"),
    [("none", 2, 0, 4), ("light", 3, 1, 4), ("medium", 3, 0, 3), ("heavy", 3, 0, 2)],
)
def test_what_each_armour_does(armour: str, soak: int, again: int, left: int) -> None:
    dice = (6, 1, 1, 1, 1, 1, *(1,) * (soak + again))
    mine = {"damage": {"club": 4}}
    battle = duel(dice, A=mine, b={"armour": armour, "absorption": 1, "stamina": 0})
    events = struck(battle)
    assert len(thrown(events, "soak")) == soak
    assert len(thrown(events, "soak reroll")) == again
    assert only(events, ev.Damaged).amount == 1 + left


@pytest.mark.rule("pool.damage.order")
def test_nothing_is_lost_where_nothing_gets_through() -> None:
    battle = duel((6, 1, 1, 1, 1, 1, 5, 6), b={"stamina": 0})
    events = struck(battle)
    assert only(events, ev.Struck).risked == 2
    assert not [e for e in events if isinstance(e, ev.Damaged)]
    assert battle.world["b"].hp.current == 10
    thick = duel((6, 1, 1, 1, 1, 1), b={"armour": "heavy", "stamina": 0})
    assert thrown(struck(thick), "soak") == (), "the armour alone has stopped it"


@pytest.mark.rule("pool.damage.order")
def test_at_vitality_0_a_creature_dies() -> None:
    battle = fight(
        dice=(6, 6, 6, 1, 1, 1, 1, 1),
        A={"at": HERE}, b={"at": BESIDE, "hp": 3, "stamina": 0}, c={"at": (0, 0, 0)},
    )  # fmt: skip
    events = struck(battle)
    assert only(events, ev.Damaged).left == 0, "3 to 0 for a club, 4 risked: 1 and 4 // 2"
    assert only(events, ev.Downed).target == "b"
    assert [e.condition for e in events if isinstance(e, ev.ConditionGained)] == ["dead"]
    assert why_not(battle, Strike("A", "b"))[0] == "dead"


# --- how far -----------------------------------------------------------------------------------


@pytest.mark.rule("pool.range.melee")
def test_a_melee_weapon_strikes_one_cube_off() -> None:
    high = {"kind": "wasp_swarm"}
    above = fight(A={"at": (0, 0, 0)}, b={"at": (1, 0, 1), **high})
    assert check(above, Strike("A", "b")), "one diagonal in an upright plane"
    corner = fight(A={"at": (0, 0, 0)}, b={"at": (1, 1, 1), **high})
    assert why_not(corner, Strike("A", "b")) == ("out_of_reach", "pool.range.melee")
    shortest = fight(A={"at": (0, 0, 0)}, b={"at": (1, 1, 1), **high}, switches={"shortest": True})
    assert not check(shortest, Strike("A", "b")), "it is 2 off even so"


@pytest.mark.rule("pool.range.melee")
def test_a_reach_weapon_strikes_two_off_and_one() -> None:
    for apart, able in ((1, True), (2, True), (3, False)):
        battle = duel(apart=apart, A={"weapons": ["spear"]})
        assert bool(check(battle, Strike("A", "b"))) is able
    assert not check(duel(apart=2), Strike("A", "b"))


@pytest.mark.rule("pool.range.melee")
@pytest.mark.parametrize(
    ("weapon", "far"), [("knife", 4), ("throwing_axe", 3), ("stone", 3), ("bow", 10)]
)
def test_ranges(weapon: str, far: int) -> None:
    mine = {"weapons": [weapon]}
    within = fight(A={"at": (0, 0, 0), **mine}, b={"at": (far, 0, 0)})
    assert check(within, Strike("A", "b"))
    beyond = fight(A={"at": (0, 0, 0), **mine}, b={"at": (far + 1, 0, 0)})
    assert why_not(beyond, Strike("A", "b"))[0] == "out_of_range"


@pytest.mark.rule("pool.diag.everything", "pool.range.melee")
def test_range_counts_diagonals_as_movement_does() -> None:
    mine = {"weapons": ["knife"]}
    assert check(fight(A={"at": (0, 0, 0), **mine}, b={"at": (3, 3, 0)}), Strike("A", "b"))
    assert not check(fight(A={"at": (0, 0, 0), **mine}, b={"at": (4, 3, 0)}), Strike("A", "b"))


@pytest.mark.rule("pool.threat.range")
def test_who_threatens_what() -> None:
    battle = fight(
        A={"at": HERE, "weapons": ["sword"]},
        B={"at": (4, 0, 0), "weapons": ["spear"]},
        C={"at": (9, 4, 0), "weapons": ["bow"]},
        b={"at": (12, 7, 0)},
    )
    world = battle.world
    assert (5, 4, 0) in threatened(battle, world["A"])
    assert (6, 4, 0) not in threatened(battle, world["A"])
    assert {(5, 0, 0), (6, 0, 0)} <= threatened(battle, world["B"])
    assert (7, 0, 0) not in threatened(battle, world["B"])
    assert threatened(battle, world["C"]) == frozenset()


@pytest.mark.rule("pool.threat.range", "pool.speed")
def test_a_stowed_weapon_threatens_nothing() -> None:
    battle = duel(apart=5, A={"weapons": ["bow"], "stowed": ["spear"]})
    assert threatened(battle, battle.world["A"]) == frozenset()
    act(battle, Move("A", to=(7, 4, 0)))
    struck(battle, weapon="spear")
    assert (7, 2, 0) in threatened(battle, battle.world["A"])


@pytest.mark.rule("pool.range.melee", "pool.space.cover")
@pytest.mark.parametrize("wall", "#.")
def test_a_blow_lands_in_a_cube_that_is_near_enough_and_open(wall: str) -> None:
    """The giant's nearest cube is 2 off, round the wall's corner; above it there is one 4 off."""
    field = [".....", f".{wall}...", "....."], [" " * 5] * 3
    battle = fight(*("\n".join(rows) for rows in field),
                   A={"at": (0, 0, 0), "weapons": ["spear"]},
                   b={"at": (2, 1, 0), "size": "large"})  # fmt: skip
    assert bool(check(battle, Strike("A", "b"))) is (wall == ".")


@pytest.mark.rule("pool.space.ground")
def test_no_attack_goes_through_a_wall_or_a_floor() -> None:
    walled = fight("A.#.b".replace("A", ".").replace("b", "."),
                   A={"at": (0, 0, 0), "weapons": ["bow"]}, b={"at": (4, 0, 0)})  # fmt: skip
    assert why_not(walled, Strike("A", "b")) == ("total_cover", "pool.space.cover")
    floor = fight("...", "...", A={"at": (1, 0, 0)}, b={"at": (1, 0, 1)})
    assert not check(floor, Strike("A", "b"))
    hole = fight("...", "   ", A={"at": (1, 0, 0)}, b={"at": (1, 0, 1), "kind": "wasp_swarm"})
    assert check(hole, Strike("A", "b"))


# --- cover and sight ---------------------------------------------------------------------------


@pytest.mark.rule("pool.space.cover")
@pytest.mark.parametrize(
    ("board", "at", "off"),
    [
        (".....\n.....", (4, 0, 0), 0),
        (".....\n..#..", (4, 0, 0), 0),  # a line along the top of the wall is free
        ("....\n.#..\n....", (3, 2, 0), 1),
    ],
)
def test_walls_take_dice_off_a_shot(board: str, at: tuple[int, int, int], off: int) -> None:
    battle = fight(board, A={"at": (0, 0, 0), "weapons": ["bow"]}, b={"at": at})
    assert parts(odds(battle, "A", "b")).get("cover", 0) == -off


@pytest.mark.rule("pool.space.cover")
def test_neither_creatures_nor_blows_know_cover() -> None:
    battle = fight(
        "......\n......",
        A={"at": (0, 0, 0), "weapons": ["bow"]}, B={"at": (2, 0, 0)}, C={"at": (2, 1, 0)},
        b={"at": (5, 0, 0)},
    )  # fmt: skip
    assert "cover" not in parts(odds(battle, "A", "b"))
    corner = fight(
        ".#\n..", A={"at": (0, 0, 0), "weapons": ["club", "bow"]}, b={"at": (1, 1, 0)}
    )  # fmt: skip
    assert parts(odds(corner, "A", "b", "bow"))["cover"] == -1
    assert "cover" not in parts(odds(corner, "A", "b", "club"))


@pytest.mark.rule("pool.unseen", "pool.dice.favor")
def test_fighting_the_unseen_has_disfavour() -> None:
    blind = odds(duel(A={"conditions": ["blinded"]}), "A", "b")
    assert parts(blind, "attack favour") == {"unseen target": -1}
    assert parts(blind, "defence favour") == {}
    hidden = odds(duel(A={"conditions": ["invisible"]}), "A", "b")
    assert parts(hidden, "attack favour") == {}
    assert parts(hidden, "defence favour") == {"unseen": -1}
    hit = sum(c for c, net, _ in every_end(4, 2, 0) if net >= 1)
    assert blind.hit < float(hit) < hidden.hit
    battle = duel((5, 5, 5, 6, 1, 1, 1, 1), A={"conditions": ["blinded"]}, b={"stamina": 0})
    events = struck(battle)
    blow = only(events, ev.Struck)
    assert blow.total == 1, "only the 6 succeeds"
    assert "pool.dice.favor" in blow.clauses
    cited = {e.purpose: "pool.dice.favor" in e.clauses for e in every(events, ev.Rolled)}
    assert cited == {"attack": True, "defence": False, "soak": False}
    plain = struck(duel((5, 5, 5, 6, 1, 1, 1, 1, 1, 1), b={"stamina": 0}))
    assert "pool.dice.favor" not in {c for e in plain for c in e.clauses}


# --- what it costs -----------------------------------------------------------------------------


@pytest.mark.rule("pool.actions")
def test_an_attack_costs_the_stamina_that_goes_in() -> None:
    battle = duel(A={"stamina": 5}, b={"hp": 99})
    struck(battle, stamina=2)
    assert battle.world["A"].resources["stamina"] == 3
    assert battle.world["A"].resources["attacks_made"] == 1


@pytest.mark.rule("pool.actions")
def test_each_attack_makes_the_next_one_dearer_and_no_stronger() -> None:
    battle = duel(A={"stamina": 7}, b={"hp": 99, "stamina": 0})
    left = []
    for number in range(3):
        events = struck(battle)
        left.append(battle.world["A"].resources["stamina"])
        assert only(events, ev.Struck).pools[0] == 4, number
    assert left == [6, 4, 1], "1, then 1 + 1, then 1 + 2"
    assert why_not(battle, Strike("A", "b")) == ("no_stamina", "pool.actions")


@pytest.mark.rule("pool.actions")
def test_stamina_comes_back_with_the_turn() -> None:
    battle = duel(A={"stamina": 3}, b={"hp": 99})
    struck(battle, stamina=3)
    assert battle.world["A"].resources["stamina"] == 0
    act(battle, EndTurn("A"), EndTurn("b"))
    resources = battle.world["A"].resources
    assert (resources["stamina"], resources["attacks_made"]) == (3, 0)


def test_more_stamina_than_there_is_is_refused() -> None:
    battle = duel(A={"stamina": 2})
    assert why_not(battle, Strike("A", "b", stamina=3))[0] == "no_stamina"
    assert check(battle, Strike("A", "b", stamina=2))


@pytest.mark.rule("pool.aoo.cost", "pool.aoo.leave")
def test_opportunities_cost_stamina_and_no_tax() -> None:
    """Stamina 2: two opportunity attacks, and no third."""
    battle = fight(
        A={"at": HERE, "hp": 50}, B={"at": (4, 5, 0), "hp": 50}, C={"at": (4, 3, 0), "hp": 50},
        b={"at": BESIDE, "stamina": 2},
    )  # fmt: skip
    spend(battle, "b", attacks_made=3)
    for name, to in (("A", (2, 4, 0)), ("B", (2, 6, 0))):
        events = act(battle, Move(name, to=to))
        assert only(events, ev.Provoked).by == "b"
        events = declined(battle, act(battle, Take("b")))
        assert only(events, ev.Struck).opportunity
        act(battle, EndTurn(name))
    assert battle.world["b"].resources["stamina"] == 0
    assert battle.world["b"].resources["attacks_made"] == 3
    events = act(battle, Move("C", to=(2, 2, 0)))
    assert not [e for e in events if isinstance(e, ev.Provoked)]


@pytest.mark.rule("pool.aoo.cost")
def test_more_than_one_point_may_go_into_an_opportunity() -> None:
    battle = fight(A={"at": HERE, "hp": 50}, b={"at": BESIDE, "stamina": 4})
    act(battle, Move("A", to=(2, 4, 0)))
    assert why_not(battle, Take("b", stamina=5)) == ("no_stamina", "pool.aoo.cost")
    events = declined(battle, act(battle, Take("b", stamina=3)))
    assert only(events, ev.Struck).pools[0] == 2 + 1 + 3
    assert battle.world["b"].resources["stamina"] == 1


@pytest.mark.rule("pool.aoo.leave")
def test_shooting_at_a_neighbour_provokes_it_alone() -> None:
    battle = fight(
        A={"at": HERE, "weapons": ["bow"]}, b={"at": BESIDE}, c={"at": (3, 4, 0)},
        d={"at": (9, 4, 0)},
    )  # fmt: skip
    assert [e.by for e in act(battle, Strike("A", "b")) if isinstance(e, ev.Provoked)] == ["b"]
    far = fight(
        A={"at": HERE, "weapons": ["bow"]}, b={"at": BESIDE}, d={"at": (9, 4, 0)}
    )  # fmt: skip
    world, bow = far.world, held(far, "A")
    assert far.ruleset.attacks.acts(far, world["A"], world["d"], bow) == ()
    assert far.ruleset.attacks.acts(far, world["A"], world["b"], bow) == ("shoot",)
    assert not [e for e in act(far, Strike("A", "d")) if isinstance(e, ev.Provoked)]
    thrust = fight(A={"at": HERE, "weapons": ["knife"]}, b={"at": BESIDE})
    assert not [e for e in act(thrust, Strike("A", "b")) if isinstance(e, ev.Provoked)]


def test_no_attack_is_made_with_ones_guard_up() -> None:
    assert why_not(duel(), Strike("A", "b", defensive=True)) == ("unknown_intent", "pool.actions")


# --- drawing -----------------------------------------------------------------------------------


@pytest.mark.rule("pool.speed")
def test_drawing_a_stowed_weapon_costs_its_bulk_in_speed() -> None:
    battle = duel(A={"stowed": ["greatsword"]}, b={"hp": 50})
    events = struck(battle, weapon="greatsword")
    assert only(events, ev.Drew).weapon == "greatsword"
    have = battle.world["A"].resources
    assert have["movement"] == 2 * (6 - 2)
    assert not held(battle, "A", "greatsword").stowed
    spend(battle, "A", stamina=2)
    assert not [e for e in struck(battle, weapon="greatsword") if isinstance(e, ev.Drew)]


@pytest.mark.rule("pool.speed")
def test_there_has_to_be_speed_left_to_draw_with() -> None:
    battle = fight(A={"at": (0, 4, 0), "stowed": ["greatsword"]}, b={"at": (6, 4, 0)})
    act(battle, Move("A", to=(5, 4, 0)))
    assert why_not(battle, Strike("A", "b", "greatsword")) == ("too_slow", "pool.speed")
    light = fight(A={"at": (0, 4, 0), "stowed": ["knife"]}, b={"at": (6, 4, 0), "hp": 50})
    act(light, Move("A", to=(5, 4, 0)))
    assert only(struck(light, weapon="knife"), ev.Drew)
    assert light.world["A"].resources["movement"] == 2 * 5
    assert not check(light, Move("A", to=(4, 4, 0))), "all of the Speed is gone"


def test_the_weapon_at_hand_stays_so_for_the_rest_of_the_battle() -> None:
    battle = duel(A={"stowed": ["knife"]}, b={"hp": 50})
    struck(battle, weapon="knife")
    act(battle, EndTurn("A"), EndTurn("b"))
    assert not [e for e in struck(battle, weapon="knife") if isinstance(e, ev.Drew)]


# --- the target's choice -----------------------------------------------------------------------


@pytest.mark.rule("pool.defence")
def test_the_target_is_asked_before_the_dice_fall() -> None:
    battle = duel(A={"stamina": 3}, b={"stamina": 3})
    events = act(battle, Strike("A", "b"))
    assert not [e for e in events if isinstance(e, ev.Rolled)]
    asked = battle.decision
    assert asked is not None
    assert (asked.actor, asked.against, asked.question) == ("b", "A", "defence")
    assert isinstance(battle.world.agenda.top, Asking)
    events = act(battle, Take("b", stamina=2, defence="parry"))
    assert only(events, ev.Struck).pools == (4, 4)
    assert only(events, ev.Answered).yes
    assert battle.world["b"].resources["stamina"] == 1
    assert battle.decision is not None
    assert battle.decision.is_turn


@pytest.mark.rule("pool.defence")
def test_declining_defends_as_well_as_one_can_without_stamina() -> None:
    yours = {"attributes": {"might": 2, "grace": 4}, "stamina": 3}
    battle = duel(b=yours)
    act(battle, Strike("A", "b"))
    blow = only(act(battle, Decline("b")), ev.Struck)
    assert blow.pools == (4, 4)
    assert [p.name for p in blow.modifiers if p.on == "defence"] == ["grace"]
    assert battle.world["b"].resources["stamina"] == 3


@pytest.mark.rule("pool.defence")
def test_a_bare_take_puts_one_point_into_the_better_defence() -> None:
    battle = duel(b={"attributes": {"might": 4, "grace": 2}, "stamina": 3})
    act(battle, Strike("A", "b"))
    blow = only(act(battle, Take("b")), ev.Struck)
    assert {p.name: p.value for p in blow.modifiers if p.on == "defence"} == {
        "might": 4, "stamina": 1,
    }  # fmt: skip


@pytest.mark.rule("pool.defence")
@pytest.mark.parametrize(
    "yours",
    [{"stamina": 0}, {"conditions": ["prone"]}, {"conditions": ["stunned"]},
     {"conditions": ["helpless"]}, {"armour": "heavy", "stamina": 1}],
)  # fmt: skip
def test_who_can_put_nothing_in_is_not_asked(yours: dict[str, Any]) -> None:
    battle = fight(A={"at": HERE}, b={"at": BESIDE, "hp": 50, **yours}, c={"at": (0, 0, 0)})
    events = act(battle, Strike("A", "b"))
    assert only(events, ev.Struck)
    assert not [e for e in events if isinstance(e, ev.Answered)]


@pytest.mark.rule("pool.defence")
def test_who_cannot_act_has_no_defence() -> None:
    battle = fight(A={"at": HERE}, b={"at": BESIDE, "conditions": ["helpless"], "hp": 50},
                   c={"at": (0, 0, 0)})  # fmt: skip
    events = act(battle, Strike("A", "b"))
    assert only(events, ev.Struck).pools == (4, 0)
    assert thrown(events, "defence") == ()
    lying = odds(duel(b={"conditions": ["prone"]}), "A", "b")
    assert lying.defence == 2, "who lies prone still dodges"


@pytest.mark.rule("pool.defence")
def test_shots_cannot_be_parried() -> None:
    yours = {"attributes": {"might": 5, "grace": 2}, "stamina": 3}
    battle = duel(apart=5, A={"weapons": ["bow"]}, b=yours)
    assert odds(battle, "A", "b").defence == 2
    act(battle, Strike("A", "b"))
    assert why_not(battle, Take("b", defence="parry")) == ("no_defence", "pool.defence")
    assert check(battle, Take("b", defence="dodge"))


@pytest.mark.rule("pool.defence")
@pytest.mark.parametrize(
    ("yours", "dice"),
    [
        ({"weapons": ["sword"]}, 5),
        ({"weapons": []}, 5),  # bare hands
        ({"weapons": ["bow"]}, 2),  # both hands hold it
        ({"weapons": ["bow"], "stowed": ["sword"]}, 2),
        ({"weapons": ["bow", "knife"]}, 5),
    ],
)
def test_a_parry_takes_a_melee_weapon_or_bare_hands(yours: dict[str, Any], dice: int) -> None:
    battle = duel(b={"attributes": {"might": 5, "grace": 2}, **yours})
    assert odds(battle, "A", "b").defence == dice


@pytest.mark.rule("pool.armour", "pool.defence")
def test_heavy_armour_makes_a_defence_one_point_dearer() -> None:
    battle = duel(b={"armour": "heavy", "stamina": 4})
    act(battle, Strike("A", "b"))
    assert why_not(battle, Take("b", stamina=4)) == ("no_stamina", "pool.armour")
    blow = only(act(battle, Take("b", stamina=2)), ev.Struck)
    assert blow.pools[1] == 4
    assert battle.world["b"].resources["stamina"] == 4 - 3
    light = duel(b={"armour": "light", "stamina": 4})
    act(light, Strike("A", "b"))
    act(light, Take("b", stamina=4))
    assert light.world["b"].resources["stamina"] == 0


@pytest.mark.rule("pool.defence")
def test_an_unknown_defence_is_refused() -> None:
    battle = duel(b={"stamina": 3})
    act(battle, Strike("A", "b"))
    assert why_not(battle, Take("b", defence="prayer"))[0] == "no_defence"
    assert why_not(battle, Take("b", stamina=4))[0] == "no_stamina"


@pytest.mark.rule("pool.defence", "pool.aoo.cost")
def test_an_opportunity_attack_is_defended_against_too() -> None:
    battle = fight(A={"at": HERE, "hp": 50, "stamina": 3}, b={"at": BESIDE, "stamina": 4})
    act(battle, Move("A", to=(2, 4, 0)))
    act(battle, Take("b"))
    asked = battle.decision
    assert asked is not None
    assert (asked.actor, asked.question) == ("A", "defence")
    events = act(battle, Take("A", stamina=2))
    assert only(events, ev.Struck).pools == (4, 4)
    assert battle.world["A"].at == (2, 4, 0)
