"""Shoving: a foe is knocked prone, or pushed a cell straight away (``grid5e.shove``).

Whoever is pushed does not move by itself and gives nobody an opportunity (``grid5e.oa.exempt``).
"""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import gaps
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Begun, PlainAct
from tacsim.rules.combat.targets import enemies
from tacsim.rules.movement.obstacles import hurdles
from tacsim.rules.movement.policies import Step
from tacsim.rules.movement.pushing import pushed
from tacsim.rules.movement.steps import Mover
from tacsim.rules.perception import known_to
from tacsim.rulesets.fifth.contests import contest, footing, strength, within

WAYS = 3
"""How many of a grid's directions lead straight away."""


class Shove(PlainAct):
    """One attack given up for a shove."""

    throws = True

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Shove]:
        """Each enemy: knocked prone, or pushed to each of the cells away from the shover."""
        known = known_to(battle, actor.side)
        for foe in enemies(battle, actor):
            yield it.Shove(actor.id, foe.id, prone=True)
            ways = _ways(battle, actor, foe, None, known)
            ends = dict.fromkeys(step.body.at for step in ways)
            yield from (it.Shove(actor.id, foe.id, to=end) for end in ends)

    def begin(self, battle: Battle, intent: it.Shove) -> Begun:
        """Try strength, and knock down or push."""
        actor, clause = battle.world[intent.actor], battle.ruleset.clause("shove")
        foe = within(battle, actor, intent.target, clause)
        if isinstance(foe, Refused):
            return foe
        refusal = self._in_vain(battle, actor, foe, intent)
        if refusal is not None:
            return refusal
        paid = self.paid(battle, actor, "shove", clause)
        if isinstance(paid, Refused):
            return paid
        mine, theirs = strength(actor, clause), footing(foe, clause)
        told, won = contest(battle, "shove", actor, mine, foe, theirs)
        done = self._done(battle, actor, foe, intent) if won else []
        return [*paid, *told, *done]

    def _in_vain(
        self, battle: Battle, actor: Creature, foe: Creature, intent: it.Shove
    ) -> Refused | None:
        """Why nothing could come of it, as far as its side knows."""
        clause = battle.ruleset.clause("shove")
        if intent.prone:
            return refuse(Reason.PRONE, clause, name=foe.id) if foe.has("prone") else None
        known = known_to(battle, actor.side)
        if not _ways(battle, actor, foe, intent.to, known):
            return refuse(Reason.NO_WAY, clause, name=foe.id)
        return None

    def _done(
        self, battle: Battle, actor: Creature, foe: Creature, intent: it.Shove
    ) -> list[ev.Event]:
        if intent.prone:
            return [
                ev.ConditionGained(foe.id, "prone", "", (battle.ruleset.clause("shove"),), actor.id)
            ]
        everybody = frozenset(battle.world.ids)
        ways = _ways(battle, actor, foe, intent.to, everybody)
        clauses = (battle.ruleset.clause("shove"), battle.ruleset.clause("exempt"))
        return pushed(foe, actor, ways[0], clauses) if ways else []


def directions(battle: Battle, actor: Body, foe: Body) -> list[Cell]:
    """The directions that lead a body away from another most, the straightest first.

    Straightest is what keeps to the line between the two centres. None leads past it, no farther
    away: on hexes two are left where the other stands right before the middle of a row of two.
    """
    metric, topology = battle.ruleset.metric, battle.ruleset.topology

    def askew(by: Cell) -> float:
        return -topology.heading(actor, foe, by)

    def apart(body: Body) -> int:
        return metric.cost2(gaps(actor, body))

    away = sorted(
        (by for by in topology.directions if apart(foe.moved(by)) > apart(foe)),
        key=lambda by: (-apart(foe.moved(by)), askew(by), by),
    )
    return sorted(away[:WAYS], key=lambda by: (askew(by), by))


def _ways(
    battle: Battle, actor: Creature, foe: Creature, to: Cell | None, known: frozenset[str]
) -> list[Step]:
    """The steps by which a foe can be pushed away, to a certain place if one is named.

    It is not squeezed in anywhere, nor pushed where it may not stay, nor over what takes a check;
    if it can get out of squeezing on the way, it is farther off all the same.
    """
    mover, stop = Mover(battle, foe, known), battle.ruleset.passage.stop
    cost2, before = battle.ruleset.metric.cost2, gaps(actor.body, foe.body)
    return [
        step
        for by in directions(battle, actor.body, foe.body)
        for step in mover.steps_toward(foe.body, by)
        if (foe.position.squeezed or not step.squeezed)
        and to in (None, step.body.at)
        and cost2(gaps(actor.body, step.body)) > cost2(before)
        and stop(battle, foe, step.body, known)
        and not hurdles(mover, foe.body, step)
    ]
