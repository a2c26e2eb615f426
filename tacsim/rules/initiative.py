"""Initiative: a die and a modifier; ties go to the higher modifier, then to another throw."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from tacsim.core import events as ev
from tacsim.core.agenda import Standing
from tacsim.core.chance import D20, Throw
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws


class PlainOpening(ABC):
    """The base of policies on how battles and turns begin: everybody is fresh, and one by one."""

    @abstractmethod
    def initiative(self, battle: Battle) -> list[ev.Event]:
        """The throws for initiative, and the start with the order that they make."""

    def begin(self, battle: Battle) -> list[ev.Event]:
        """Initiative before anything else; everybody is fresh, with a reaction from the first."""
        refresh = battle.ruleset.economy.refresh
        fresh = [ev.Spent(c.id, refresh(battle, c)) for c in battle.world.creatures]
        return [*self.initiative(battle), *fresh]

    def first(self, battle: Battle) -> int:
        """Nobody is surprised."""
        return 1

    def round(self, battle: Battle, number: int) -> list[ev.Event]:
        """A round begins with nothing."""
        return []

    def takes_turn(self, battle: Battle, creature: Creature) -> bool:
        """True: every creature in the fight takes a turn."""
        return True

    def due(self, battle: Battle) -> list[ev.Event]:
        """Nobody comes before the next in the order."""
        return []

    def turn(self, battle: Battle, creature: Creature) -> list[ev.Event]:
        """Over are the states that lasted until this turn."""
        return [
            ev.ConditionLost(creature.id, condition.name)
            for condition in creature.conditions.items
            if condition.until == "turn"
        ]

    def stand(self, battle: Battle, frame: Standing) -> list[ev.Event]:
        """Get up from prone."""
        concepts = battle.ruleset.concepts
        clause = concepts.get("stand", concepts["prone"])
        return [ev.ConditionLost(frame.actor, "prone", (clause,))]


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
