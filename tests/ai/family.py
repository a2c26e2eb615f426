"""Letting an opponent act on a board of the 5e family."""

from __future__ import annotations

from typing import Any

import boards
from ai.acting import kinds, whole_turn

from tacsim.core.apply import apply
from tacsim.core.components import HitPoints, Weapon
from tacsim.core.events import Spent
from tacsim.rules.battle import Battle
from tacsim.rulesets import load

SWORD = Weapon("sword", "1d8", ability="strength")
GLAIVE = Weapon("glaive", "1d10", reach=2, hands="two", ability="strength")
BOW = Weapon("bow", "1d6", ranged=True, reach=0, hands="two", increment=16, farthest=64,
             ability="dexterity")  # fmt: skip
DAGGER = Weapon("dagger", "1d4", light=True, ability="dexterity")
FIGHTER: dict[str, Any] = {
    "hp": 20, "base": 2, "weapons": [SWORD], "armour": {"armour": 4},
    "abilities": {"strength": 14, "dexterity": 12},
}  # fmt: skip
BRUTE: dict[str, Any] = {**FIGHTER, "hp": 60, "abilities": {"strength": 20}, "base": 4}
POLE: dict[str, Any] = {**FIGHTER, "weapons": [GLAIVE]}
ARCHER: dict[str, Any] = {
    "hp": 16, "base": 2, "weapons": [BOW, DAGGER], "armour": {"armour": 2},
    "abilities": {"dexterity": 16},
}  # fmt: skip
WEAK: dict[str, Any] = {**FIGHTER, "hp": 6, "base": 0, "weapons": [DAGGER], "abilities": {}}


def battle(board: str, creatures: dict[str, dict[str, Any]], ruleset: str = "grid5e") -> Battle:
    """A battle of the family; everybody has a reaction."""
    fight = boards.battle(board, creatures)
    fight.ruleset = load(ruleset)
    for creature in fight.world.creatures:
        apply(fight.world, Spent(creature.id, (("reaction", 1),)))
    return fight


def without_reaction(fight: Battle, *names: str) -> Battle:
    """The same battle, some having used their reaction."""
    for name in names:
        apply(fight.world, Spent(name, (("reaction", 0),)))
    return fight


def hurt(fight: Battle, name: str, left: int) -> Battle:
    """The same battle, somebody having so many hit points left."""
    fight.world.put(name, HitPoints(left, fight.world[name].hp.maximum))
    return fight


def gap(fight: Battle, a: str, b: str) -> int:
    """The cells from one creature to another."""
    return fight.ruleset.metric.distance(fight.world[a].body, fight.world[b].body)


__all__ = ["ARCHER", "BRUTE", "DAGGER", "FIGHTER", "POLE", "WEAK", "battle", "gap", "hurt",
           "kinds", "whole_turn", "without_reaction"]  # fmt: skip
