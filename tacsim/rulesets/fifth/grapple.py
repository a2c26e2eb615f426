"""Grappling: holding a foe, dragging it along, breaking free (``grid5e.grapple``).

A creature that is held has a speed of 0. A hold is a bonus of the one held, against the holder; it
is over as soon as the holder can do nothing or the two are apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Moving
from tacsim.core.components import Bonus
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Begun, PlainAct
from tacsim.rules.combat.targets import enemies
from tacsim.rules.movement.obstacles import hurdles
from tacsim.rules.movement.policies import Step
from tacsim.rules.movement.pushing import pushed
from tacsim.rules.movement.steps import Mover
from tacsim.rulesets.fifth.contests import arm, contest, footing, strength, within
from tacsim.rulesets.fifth.holds import HOLD, held, hold


class Grapple(PlainAct):
    """One attack given up for a hold."""

    throws = True

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Grapple]:
        """Each enemy."""
        return (it.Grapple(actor.id, foe.id) for foe in enemies(battle, actor))

    def begin(self, battle: Battle, intent: it.Grapple) -> Begun:
        """Try strength, and take hold."""
        actor, clause = battle.world[intent.actor], battle.ruleset.clause("grapple")
        foe = within(battle, actor, intent.target, clause)
        if isinstance(foe, Refused):
            return foe
        if hold(foe) is not None:
            return refuse(Reason.NO_TARGET, clause)
        paid = self.paid(battle, actor, "grapple", clause)
        if isinstance(paid, Refused):
            return paid
        mine, theirs = strength(actor, clause), footing(foe, clause)
        told, won = contest(battle, "grapple", actor, mine, foe, theirs)
        return [*paid, *told, *(self._hold(battle, actor, foe) if won else [])]

    def _hold(self, battle: Battle, actor: Creature, foe: Creature) -> list[ev.Event]:
        clause = battle.ruleset.clause("grapple")
        bonus = Bonus(HOLD, 0, HOLD, actor.id, actor.id, clause, once=False)
        return [
            ev.BonusGained(foe.id, bonus, (clause,)),
            ev.ConditionGained(foe.id, "grappled", "", (clause,), actor.id),
        ]


class Escape(PlainAct):
    """An action to break a hold, by strength or nimbleness against the holder's strength."""

    throws = True

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Escape]:
        """To break free."""
        yield it.Escape(actor.id)

    def begin(self, battle: Battle, intent: it.Escape) -> Begun:
        """Try to break free."""
        actor, clause = battle.world[intent.actor], battle.ruleset.clause("grapple")
        bonus = hold(actor)
        if bonus is None:
            return refuse(Reason.NO_TARGET, clause)
        paid = self.paid(battle, actor, "escape", clause)
        if isinstance(paid, Refused):
            return paid
        foe = battle.world[bonus.against]
        mine, theirs = footing(actor, clause, "attack"), strength(foe, clause, "defence")
        told, won = contest(battle, "escape", actor, mine, foe, theirs)
        return [*paid, *told, *(freed(actor, bonus) if won else [])]


def freed(creature: Creature, bonus: Bonus) -> list[ev.Event]:
    """The end of a hold."""
    clauses = (bonus.clause,)
    return [
        ev.BonusLost(creature.id, bonus, clauses),
        ev.ConditionLost(creature.id, "grappled", clauses),
    ]


def over(battle: Battle) -> list[ev.Event]:
    """The holds that are over, the holder being out of action or too far off."""
    events: list[ev.Event] = []
    distance = battle.ruleset.metric.distance
    for creature in battle.world.creatures:
        bonus = hold(creature)
        if bonus is None:
            continue
        foe = battle.world[bonus.against]
        if not battle.acts(foe) or distance(foe.body, creature.body) > arm(foe):
            events += freed(creature, bonus)
    return events


def followed(battle: Battle, batch: list[ev.Event], clause: str) -> list[ev.Event]:
    """Those whom a creature drags come after each of its steps; who cannot is let go of."""
    top = battle.world.agenda.top
    if not isinstance(top, Moving) or top.mode != "drag":
        return []
    events: list[ev.Event] = []
    for event in batch:
        if isinstance(event, ev.Stepped) and event.actor == top.actor:
            actor, there = battle.world[event.actor], Body(event.dst, event.extent)
            for foe in held(battle, actor):
                step = _after(battle, actor, there, foe)
                events += pushed(foe, actor, step, (clause,)) if step is not None else []
    return events


def _after(battle: Battle, actor: Creature, there: Body, foe: Creature) -> Step | None:
    """The step of a held creature after its holder's: the same, else any that is possible.

    Nobody is dragged over what takes a check.
    """
    known = frozenset(battle.world.ids) - {actor.id}
    mover, stop = Mover(battle, foe, known), battle.ruleset.passage.stop
    by = battle.ruleset.topology.between(actor.at, there.at)
    distance, taken = battle.ruleset.metric.distance, set(there.cells)
    ways = sorted(mover.steps(foe.body), key=lambda step: step.by != by)
    for step in ways:
        near = distance(there, step.body) <= arm(actor) and taken.isdisjoint(step.body.cells)
        open_ = near and not hurdles(mover, foe.body, step)
        if open_ and stop(battle, foe, step.body, known):
            return step
    return None
