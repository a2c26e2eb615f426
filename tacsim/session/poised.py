"""Poised: a battle as it would be were a creature's turn just beginning."""

from __future__ import annotations

from tacsim.core.apply import apply
from tacsim.core.events import BattleStarted, Concluded, ConditionLost, RoundStarted, Spent
from tacsim.rules.battle import Battle
from tacsim.rules.turns import start_turn

SURPRISED = ("flat_footed", "unaware")
"""The conditions of those who have not acted yet."""


def poised(battle: Battle, creature: str) -> Battle:
    """Bring a battle to the start of a creature's turn; no die is thrown.

    What is under way is over. Every creature counts as having acted once: none is surprised, and
    all have their opportunities again. In a battle that has not begun the order is that of the
    set-up.
    """
    world = battle.world
    ids = world.ids
    if not world.order:
        apply(world, BattleStarted(battle.ruleset.id, world.dice.seed, ids, (0,) * len(ids)))
        apply(world, RoundStarted(1))
    while world.agenda.frames:
        apply(world, Concluded())
    for other in world.creatures:
        apply(world, Spent(other.id, battle.ruleset.economy.refresh(battle, other)))
        for name in SURPRISED:
            if other.has(name):
                apply(world, ConditionLost(other.id, name))
    for event in start_turn(battle, creature):
        apply(world, event)
    return battle
