"""Turns: whose it is, when a round begins, and when the battle is decided."""

from __future__ import annotations

from tacsim.model.events import BattleEnded, Event, RoundStarted, TurnEnded, TurnStarted
from tacsim.rules.battle import Battle


def next_turn(battle: Battle) -> list[Event]:
    """Start the turn of the next creature in the order that can act, or the next round."""
    world = battle.world
    order, clock = world.order, world.clock
    if clock.round == 0:
        return [RoundStarted(1, clauses=(battle.ruleset.clause("round"),))]
    begin = order.index(clock.last) + 1 if clock.last is not None else 0
    for creature in order[begin:]:
        if battle.able(world[creature]):
            return start_turn(battle, creature)
    if not any(battle.able(world[creature]) for creature in order):
        return [BattleEnded(None)]
    return [RoundStarted(clock.round + 1, clauses=(battle.ruleset.clause("round"),))]


def start_turn(battle: Battle, creature: str) -> list[Event]:
    """The events with which a creature's turn starts."""
    who = battle.world[creature]
    resources = battle.ruleset.economy.refresh(battle, who)
    clauses = (battle.ruleset.clause("turn"),)
    return [TurnStarted(creature, resources, clauses), *battle.ruleset.opening.turn(battle, who)]


def end_turn(creature: str) -> list[Event]:
    """The events with which it ends."""
    return [TurnEnded(creature)]


def decided(battle: Battle) -> list[Event]:
    """The end of the battle, once only friends are left standing."""
    sides = battle.world.sides
    left = [creature.side for creature in battle.standing()]
    if any(not sides.friendly(a, b) for a in left for b in left):
        return []
    winner = next((side.id for side in sides.items if side.id in left), None)
    return [BattleEnded(winner)]
