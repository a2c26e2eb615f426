"""Turns: whose it is, when a round begins, and when the battle is decided."""

from __future__ import annotations

from tacsim.core.events import (
    BattleEnded,
    Event,
    Reordered,
    RoundStarted,
    TurnEnded,
    TurnStarted,
)
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rules.goals import open_to, round_ended


@enforces("round")
def next_turn(battle: Battle) -> list[Event]:
    """Start the turn of the next creature in the order that can act, or the next round."""
    world = battle.world
    order, clock, opening = world.order, world.clock, battle.ruleset.opening
    if clock.round == 0 and not clock.surprise:
        return start_round(battle, opening.first(battle))
    held = opening.due(battle)
    if held:
        return held
    begin = order.index(clock.last) + 1 if clock.last is not None else 0
    for creature in order[begin:]:
        if battle.able(world[creature]) and opening.takes_turn(battle, world[creature]):
            return start_turn(battle, creature)
    if not any(battle.acts(world[creature]) for creature in order):
        return [BattleEnded(None)]
    ended = round_ended(battle)
    if ended and isinstance(ended[-1], BattleEnded):
        return ended
    return [*ended, *start_round(battle, clock.round + 1)]


def start_round(battle: Battle, number: int) -> list[Event]:
    """The events with which a round starts; 0 is one for some before the first."""
    clause = battle.ruleset.clause("round" if number else "surprise")
    started = RoundStarted(number, clauses=(clause,))
    return [started, *battle.ruleset.opening.round(battle, number)]


def start_turn(battle: Battle, creature: str) -> list[Event]:
    """The events with which a creature's turn starts."""
    who = battle.world[creature]
    resources = battle.ruleset.economy.refresh(battle, who)
    clauses = (battle.ruleset.clause("turn"),)
    return [TurnStarted(creature, resources, clauses), *battle.ruleset.opening.turn(battle, who)]


def end_turn(creature: str) -> list[Event]:
    """The events with which it ends."""
    return [TurnEnded(creature)]


def put_beside(
    battle: Battle, creature: str, other: str, clauses: tuple[str, ...], *, after: bool
) -> list[Event]:
    """A new place in the order right after, or before, another's; nothing where it is the old."""
    order = battle.world.order
    rest = [name for name in order if name != creature]
    place = rest.index(other) + after
    moved = (*rest[:place], creature, *rest[place:])
    return [Reordered(creature, moved, clauses)] if moved != order else []


def decided(battle: Battle) -> list[Event]:
    """The end of the battle, once only friends are left standing.

    The first side among them wins that has no goal, or none that it can still meet. Where all have
    one, they go on alone until one is met.
    """
    sides = battle.world.sides
    left = [creature.side for creature in battle.standing()]
    if any(not sides.friendly(a, b) for a in left for b in left):
        return []
    winners = [s.id for s in sides.items if s.id in left and not open_to(battle, s.id)]
    if left and not winners:
        return []
    return [BattleEnded(winners[0] if winners else None)]
