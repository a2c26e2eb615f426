"""How a ``d20`` battle and its turns begin."""

from __future__ import annotations

from tacsim.core import events as ev
from tacsim.core.chance import D20, Throw
from tacsim.core.world import Creature
from tacsim.rules import waiting
from tacsim.rules.battle import Battle
from tacsim.rules.initiative import PlainOpening, rolled
from tacsim.rulesets.d20.abilities import lowered
from tacsim.rulesets.d20.acts import aid, ready
from tacsim.rulesets.d20.economy import opportunities
from tacsim.rulesets.d20.effects import EFFECTS


def _check(creature: Creature) -> tuple[Throw, int]:
    """Initiative is a check of dexterity, in which its state counts."""
    state = (*lowered(creature, "dexterity"), *EFFECTS.parts(creature, "checks"))
    return D20, creature.initiative.modifier + sum(part.value for part in state)


class Opening(PlainOpening):
    """Initiative, and being caught flat-footed until one's first turn."""

    def initiative(self, battle: Battle) -> list[ev.Event]:
        """Ties go to the higher modifier, then to another roll (``d20.init``)."""
        return rolled(battle, "d20.init", _check)

    def begin(self, battle: Battle) -> list[ev.Event]:
        """Roll initiative; nobody is on its guard before its first turn."""
        world, events = battle.world, self.initiative(battle)
        started = events[-1]
        assert isinstance(started, ev.BattleStarted)
        for name in started.order:
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
        return [*lost, *aid.expired(battle, creature), *waiting.over(creature, ready.CLAUSE)]
