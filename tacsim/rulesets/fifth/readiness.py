"""What happens of its own accord in the 5e family: questions, what follows, what is over."""

from __future__ import annotations

from tacsim.core.components import Bonuses, Conditions, Position
from tacsim.core.events import ConditionLost, Event
from tacsim.rules.battle import Battle
from tacsim.rules.waiting import Ready
from tacsim.rulesets.fifth import denial, grapple


class Readiness:
    """The policy of the 5e family on what waits for something."""

    def __init__(self, ready: Ready) -> None:
        self._ready = ready

    def stirred(self, battle: Battle, batch: list[Event]) -> list[Event]:
        """Who is dragged follows; the flanked may deny a flank, the ready may act."""
        return [
            *grapple.followed(battle, batch, battle.ruleset.clause("grapple")),
            *denial.asked(battle, batch, battle.ruleset.clause("deny")),
            *self._ready.set_off(battle, batch),
        ]

    def lapsed(self, battle: Battle) -> list[Event]:
        """Denials, holds and dodging that have nothing to last for."""

        def lasting() -> bool:
            return any(c.bonuses.items or c.has("dodging") for c in battle.world.creatures)

        def make() -> tuple[Event, ...]:
            return (*denial.over(battle), *grapple.over(battle), *self._dodging_over(battle))

        kinds = (Bonuses, Conditions)
        if not battle.world.cached("lasting", kinds, lasting):
            return []
        return list(battle.world.cached("lapsed", (*kinds, Position), make))

    def _dodging_over(self, battle: Battle) -> list[Event]:
        """Nobody dodges who can do nothing or has no speed (``grid5e.dodge``)."""
        clauses, pace = (battle.ruleset.clause("dodge"),), battle.ruleset.economy.pace
        return [
            ConditionLost(creature.id, "dodging", clauses)
            for creature in battle.world.creatures
            if creature.has("dodging")
            and (not battle.acts(creature) or pace(battle, creature) <= 0)
        ]
