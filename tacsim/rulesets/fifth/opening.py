"""How battles and turns begin in the 5e family."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core import events as ev
from tacsim.core.agenda import Standing
from tacsim.core.chance import Kept, Throw
from tacsim.core.world import Creature
from tacsim.rules import waiting
from tacsim.rules.battle import Battle
from tacsim.rules.initiative import rolled
from tacsim.rulesets.fifth.areas import recovered
from tacsim.rulesets.fifth.contests import dice_of, state


class Opening:
    """Initiative, and what a turn's beginning ends; ``cite`` names its clauses."""

    def __init__(self, cite: Mapping[str, str]) -> None:
        self._cite = cite

    def begin(self, battle: Battle) -> list[ev.Event]:
        """Initiative (``grid5e.init``); everybody is fresh, and has a reaction from the first."""

        def check(creature: Creature) -> tuple[Throw, int]:
            dice = dice_of(battle, state(battle, creature))
            return Kept(dice), creature.initiative.modifier

        events = rolled(battle, self._cite["init"], check)
        refresh = battle.ruleset.economy.refresh
        fresh = [ev.Spent(c.id, refresh(battle, c)) for c in battle.world.creatures]
        return [*events, *fresh]

    def first(self, battle: Battle) -> int:
        """Nobody is surprised."""
        return 1

    def round(self, battle: Battle, number: int) -> list[ev.Event]:
        """A round begins with nothing."""
        return []

    def takes_turn(self, battle: Battle, creature: Creature) -> bool:
        """Whoever is in the fight."""
        return True

    def due(self, battle: Battle) -> list[ev.Event]:
        """Nobody comes before the next in the order."""
        return []

    def turn(self, battle: Battle, creature: Creature) -> list[ev.Event]:
        """Over is what lasted until this turn: states, help, an attack held ready."""
        lost: list[ev.Event] = [
            ev.ConditionLost(creature.id, condition.name)
            for condition in creature.conditions.items
            if condition.until == "turn"
        ]
        for other in battle.world.creatures:
            lost += [
                ev.BonusLost(other.id, bonus)
                for bonus in other.bonuses.items
                if bonus.once and bonus.giver == creature.id
            ]
        lost += waiting.over(creature, self._cite["ready"])
        return [*lost, *recovered(battle, creature, self._cite["saves"])]

    def stand(self, battle: Battle, frame: Standing) -> list[ev.Event]:
        """Get up from prone."""
        return [ev.ConditionLost(frame.actor, "prone", (self._cite["stand"],))]
