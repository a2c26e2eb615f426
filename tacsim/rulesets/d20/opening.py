"""How a ``d20`` battle and its turns begin."""

from __future__ import annotations

from tacsim.model import events as ev
from tacsim.model.agenda import Standing
from tacsim.model.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rulesets.d20 import aid, ready
from tacsim.rulesets.d20.economy import opportunities


class Opening:
    """Initiative, and being caught flat-footed until one's first turn."""

    def begin(self, battle: Battle) -> list[ev.Event]:
        """Roll initiative; ties go to the higher modifier, then to another roll (``d20.init``)."""
        world = battle.world
        throws = Throws(battle)
        events: list[ev.Event] = []
        totals: dict[str, int] = {}
        for creature in world.creatures:
            fixed = creature.traits.fixed_initiative
            if fixed is not None:
                totals[creature.id] = fixed
                continue
            modifier = creature.initiative.modifier
            roll = throws.roll(creature.id, "initiative", 1, 20, modifier, ("d20.init",))
            events.append(roll)
            totals[creature.id] = roll.total
        ranks = {c.id: (totals[c.id], c.initiative.modifier) for c in world.creatures}
        order: list[str] = []
        for rank in sorted(set(ranks.values()), reverse=True):
            tied = [name for name in world.ids if ranks[name] == rank]
            order += _broken(throws, tied, events)
        started = ev.BattleStarted(
            battle.ruleset.id,
            world.dice.seed,
            tuple(order),
            tuple(totals[name] for name in order),
            clauses=("d20.init",),
        )
        events.append(started)
        for name in order:
            creature = world[name]
            events.append(ev.Spent(name, (("opportunity", opportunities(creature)),)))
            if not creature.has("dead", "helpless", "flat_footed"):
                clauses = ("d20.init.flat-footed",)
                events.append(ev.ConditionGained(name, "flat_footed", "", clauses))
        return events

    def first(self, battle: Battle) -> int:
        """A surprise round where only some are aware of the enemy (``d20.init.surprise``)."""
        aware = {not creature.has("unaware") for creature in battle.standing()}
        return 0 if len(aware) > 1 else 1

    def round(self, battle: Battle, number: int) -> list[ev.Event]:
        """With the first round everybody is aware."""
        return [
            ev.ConditionLost(creature.id, "unaware", ("d20.init.surprise",))
            for creature in battle.world.creatures
            if number == 1 and creature.has("unaware")
        ]

    def takes_turn(self, battle: Battle, creature: Creature) -> bool:
        """All but those who are taken by surprise."""
        return not creature.has("unaware")

    def turn(self, battle: Battle, creature: Creature) -> list[ev.Event]:
        """What lasted until this turn ends, being flat-footed included."""
        lost: list[ev.Event] = [
            ev.ConditionLost(creature.id, condition.name, ("d20.init.flat-footed",)
                             if condition.name == "flat_footed" else ())
            for condition in creature.conditions.items
            if condition.until == "turn" or condition.name == "flat_footed"
        ]  # fmt: skip
        if creature.has("flat_footed"):
            lost.append(ev.Spent(creature.id, (("first", 1),)))
        return [*lost, *aid.expired(battle, creature), *ready.over(creature)]

    def stand(self, battle: Battle, frame: Standing) -> list[ev.Event]:
        """Get up from prone."""
        return [ev.ConditionLost(frame.actor, "prone", ("d20.prone",))]


def _broken(throws: Throws, tied: list[str], events: list[ev.Event]) -> list[str]:
    """Break a tie by rolling again among the tied until all differ."""
    if len(tied) < 2:
        return tied
    rolls = {}
    for name in tied:
        roll = throws.roll(name, "initiative tie", 1, 20, 0, ("d20.init",))
        events.append(roll)
        rolls[name] = roll.total
    order: list[str] = []
    for total in sorted(set(rolls.values()), reverse=True):
        order += _broken(throws, [name for name in tied if rolls[name] == total], events)
    return order
