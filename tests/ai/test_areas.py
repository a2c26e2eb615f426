"""Opponents and areas: a breath where it pays, and never to spite one's own."""

from __future__ import annotations

import attrs
import pytest
from ai.acting import turn_for, whole_turn
from boards import battle, club, turn_of

from tacsim.ai.areas import area_candidates
from tacsim.core.components import AreaAttack
from tacsim.core.intents import Area
from tacsim.rules.engine import check

BREATH = AreaAttack("fire", "cone", 3, "4d6", "ref", 14, half=True, recharge="1d4")
BOMB = AreaAttack("bomb", "burst", 2, "4d6", "ref", 14, half=True, range=8)
YARD = "........\n........\nd.A.....\n..B.....\n........"
BOTH = ("greedy", "cautious")


def lair(board=YARD, area=BREATH, weapons=(), **more):
    options = {"d": {"areas": (area,), "weapons": weapons or [club()], "hp": 40}, **more}
    return battle(board, options)


@pytest.mark.parametrize("name", BOTH)
def test_two_foes_in_a_cone_are_breathed_on(name):
    done = whole_turn(lair(), "d", name)
    breath = next(intent for intent in done if isinstance(intent, Area))
    assert breath.origin == (0, 2)
    assert breath.name == "fire"


@pytest.mark.parametrize("name", BOTH)
def test_a_burst_is_laid_where_it_catches_two(name):
    fight = lair("............\n............\nd......A....\n........B...\n............", BOMB)
    done = whole_turn(fight, "d", name)
    (bomb,) = [intent for intent in done if isinstance(intent, Area)]
    caught = fight.ruleset.areas.cells(fight, "burst", 2, bomb.origin)
    assert {(7, 2), (8, 3)} <= caught


@pytest.mark.parametrize("name", BOTH)
def test_a_friend_in_the_way_is_spared(name):
    """One foe and, behind it, one friend: a club does less harm, but to the right one."""
    bolt = attrs.evolve(BREATH, shape="line", size=6)
    fight = lair("dAe.....", bolt, e={"hp": 3, "weapons": ()}, A={"hp": 30})
    assert not any(isinstance(intent, Area) for intent in whole_turn(fight, "d", name))


@pytest.mark.parametrize("name", BOTH)
def test_a_lone_foe_is_breathed_on_where_that_does_more_than_a_blow(name):
    fight = lair("........\n........\nd.A.....\n........\n........", A={"hp": 14})
    assert any(isinstance(intent, Area) for intent in whole_turn(fight, "d", name))


def test_nothing_is_sought_by_those_who_have_none_or_must_wait():
    fight = lair(A={"areas": ()})
    assert area_candidates(turn_for(fight, "A")) == []
    turn_of(fight, "d")
    found = area_candidates(turn_for(fight, "d"))
    assert found
    assert all(check(fight, sweep.intent) for sweep in found)
    assert any(sweep.plain for sweep in found)
    fight.world.put("d", fight.world["d"].resources.with_counts(recharge=2))
    assert area_candidates(turn_for(fight, "d")) == []
