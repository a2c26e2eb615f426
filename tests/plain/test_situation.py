"""Who is where, in sentences."""

from __future__ import annotations

import re

import attrs
from boards import turn_of

import tacsim
from tacsim.api.battle import Battle
from tacsim.core.components import Condition, Conditions
from tacsim.plain.facts import of_creature
from tacsim.plain.situation import View, everybody, situation
from tacsim.session.perception import Memory


def test_who_is_lost_from_sight_is_told_of_where_it_was_seen_last() -> None:
    battle = tacsim.load("dawn_duel", seed=1, fog=True)
    rules = turn_of(battle.rules, "lucan")
    memory = Memory(rules, rules.world["lucan"].side)
    seen = sorted(one.id for one in rules.foes(rules.world["lucan"]) if one.id in memory.known)
    foe = rules.world[seen[0]]
    told = list(everybody(view(battle, memory), "lucan"))
    place = re.match(".*, at [0-9,]+[0-9]", next(one for one in told if one.startswith(foe.name)))
    assert place is not None
    rules.world.put(foe.id, Conditions((Condition("invisible"),)))
    memory.update()
    for lines in (everybody, situation):
        found = [one for one in lines(view(battle, memory), "lucan") if one.startswith("Lost")]
        assert found == [f"Lost from sight: {place[0]}, in round 1."]


def test_hit_points_other_than_those_of_the_kind_are_told() -> None:
    """Pike, a spearman, has 16 where spearmen have 5."""
    battle = tacsim.load("ogre_bridge", seed=1)
    rules = battle.rules
    memory = Memory(rules, "raiders")
    told = attrs.evolve(view(battle, memory), usual={"pike": 5})
    lines = list(of_creature(told, "ogre", rules.world["pike"]))
    assert "It has 16 hit points at most; its kind usually has 5." in lines
    assert not any("usually" in line for line in of_creature(told, "ogre", rules.world["wren"]))


def view(battle: Battle, memory: Memory) -> View:
    return View(Battle(memory.belief, battle._origin), memory, battle)
