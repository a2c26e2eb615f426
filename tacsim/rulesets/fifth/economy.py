"""A turn in the 5e family: a pool of speed, an action and, until the next turn, a reaction.

Resources by name: ``action``, ``reaction``, ``attacks`` (attacks left of the attack action),
``movement`` (half-cells of movement that the turn gives) and ``halves`` (those covered). Odd
half-cells carry through the whole turn (``grid5e.diag.carry``, ``grid5e.diag.example``,
``metric.diag.per-move``), in which the speed is spent cell by cell (``metric.speed.segments``), and
each has to be paid in full (``grid5e.enter.difficult``). Getting up takes half the speed off
(``grid5e.prone``, ``metric.stand-half``).
"""

from __future__ import annotations

from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.metric import budget
from tacsim.rules.battle import Battle
from tacsim.rules.movement.policies import Allowance, Counts, MoveMode, PlainEconomy
from tacsim.rulesets.family import uses
from tacsim.rulesets.fifth.holds import burdened, held

BACK = "recharge on"
"""What a spent area attack leaves: the least d6 that brings it back."""


class Economy(PlainEconomy):
    """The action economy of the 5e family."""

    def refresh(self, battle: Battle, creature: Creature) -> Counts:
        """A fresh turn; who is held and gets free in it has its full pace."""
        return (
            ("action", 1),
            ("attacks", 0),
            ("halves", 0),
            ("movement", 2 * self.full_pace(battle, creature)),
            ("reaction", 1),
            *((BACK, least) for least in (creature.resources[BACK],) if least),
            *uses.counts(creature),
        )

    def allowance(self, battle: Battle, creature: Creature, mode: MoveMode) -> Allowance | Refused:
        """What is left of the pool; it may be spent in as many parts as one likes."""
        clause = battle.ruleset.clause
        lying, crawls = creature.has("prone"), mode.requires == "prone"
        if lying != crawls:
            return refuse(Reason.NOT_PRONE if crawls else Reason.PRONE, clause("prone"))
        if mode.requires and not creature.has(mode.requires):
            return refuse(Reason.NOT_FLYING, mode.clause)
        barred = battle.ruleset.effects.barred(creature, mode.name, mode.clause)
        if barred is not None:
            return barred
        if self.pace(battle, creature) <= 0:
            held_by = [e for e in battle.ruleset.effects.of(creature) if not e.speed]
            why = held_by[0].clause if held_by else clause("movement")
            return refuse(Reason.TOO_SLOW, why)
        have = creature.resources
        if mode.name == "drag" and not held(battle, creature):
            return refuse(Reason.NO_TARGET, mode.clause)
        if mode.name == "drag" and burdened(battle, creature):
            left = have["movement"] - have["halves"]
            return Allowance(have["halves"] + budget(left // 4), have["halves"], ())
        return Allowance(budget(have["movement"] // 2), have["halves"], ())

    def price(self, battle: Battle, creature: Creature, activity: str) -> Counts | Refused:
        """An attack of the attack action, half the speed for getting up, or the action."""
        have = creature.resources
        if activity in ("strike", "shove", "grapple"):
            if have["attacks"]:
                return (("attacks", have["attacks"] - 1),)
            if have["action"]:
                return (("action", 0), ("attacks", creature.offence.attacks - 1))
            return refuse(Reason.NO_ACTION, battle.ruleset.clause("turn"), activity=activity)
        if activity == "stand":
            pace = int(self.pace(battle, creature))
            left = have["movement"] - pace
            if pace <= 0 or have["halves"] > budget(left // 2):
                return refuse(Reason.TOO_SLOW, battle.ruleset.clause("stand"))
            return (("movement", left),)
        if not have["action"]:
            return refuse(Reason.NO_ACTION, battle.ruleset.clause("turn"), activity=activity)
        return (("action", 0),)

    @enforces("grid5e.diag.carry", "metric.diag.per-move")
    def moved(self, battle: Battle, creature: Creature, cost2: int, mode: MoveMode) -> Counts:
        """Remember how much of the pool is gone; for dragging a burden twice the way."""
        before = creature.resources["halves"]
        share = 2 if mode.name == "drag" and burdened(battle, creature) else 1
        return (("halves", before + share * (cost2 - before)),)
