"""Initiative: a die and a modifier; ties go to the higher modifier, then to another throw."""

from __future__ import annotations

from collections.abc import Callable

from tacsim.core import events as ev
from tacsim.core.chance import D20, Throw
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws


def rolled(
    battle: Battle, clause: str, check: Callable[[Creature], tuple[Throw, int]]
) -> list[ev.Event]:
    """The throws for initiative, and the battle's start with the order that they make.

    ``check``: what a creature throws, and its modifier as things stand.
    """
    world = battle.world
    throws = Throws(battle)
    events: list[ev.Event] = []
    totals: dict[str, int] = {}
    modifiers: dict[str, int] = {}
    for creature in world.creatures:
        throw, modifier = check(creature)
        modifiers[creature.id] = modifier
        fixed = creature.traits.fixed_initiative
        if fixed is not None:
            totals[creature.id] = fixed
            continue
        roll = throws.roll(creature.id, "initiative", throw, modifier, (clause,))
        events.append(roll)
        totals[creature.id] = roll.total
    ranks = {name: (totals[name], modifiers[name]) for name in world.ids}
    order: list[str] = []
    for rank in sorted(set(ranks.values()), reverse=True):
        order += _broken(throws, [n for n in world.ids if ranks[n] == rank], events, clause)
    started = ev.BattleStarted(
        battle.ruleset.id,
        world.dice.seed,
        tuple(order),
        tuple(totals[name] for name in order),
        clauses=(clause,),
    )
    return [*events, started]


def _broken(throws: Throws, tied: list[str], events: list[ev.Event], clause: str) -> list[str]:
    """Break a tie by throwing again among the tied until all differ."""
    if len(tied) < 2:
        return tied
    rolls = {}
    for name in tied:
        roll = throws.roll(name, "initiative tie", D20, 0, (clause,))
        events.append(roll)
        rolls[name] = roll.total
    order: list[str] = []
    for total in sorted(set(rolls.values()), reverse=True):
        same = [name for name in tied if rolls[name] == total]
        order += _broken(throws, same, events, clause)
    return order
