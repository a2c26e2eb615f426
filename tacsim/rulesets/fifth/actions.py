"""The actions of the 5e family: dash, disengage, dodge, help, and denying a flank."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Asking
from tacsim.core.components import Bonus
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Begun, PlainAct
from tacsim.rules.combat.targets import enemies, friend_of, target_of
from tacsim.rulesets.fifth.flanking import DENIED, flankers, in_force


class Dash(PlainAct):
    """More movement this turn: the speed once more (``grid5e.dash``)."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Dash]:
        """To dash."""
        yield it.Dash(actor.id)

    def begin(self, battle: Battle, intent: it.Dash) -> Begun:
        """Add the current speed to the pool."""
        actor, clause = battle.world[intent.actor], battle.ruleset.clause("dash")
        paid = self.paid(battle, actor, "dash", clause)
        if isinstance(paid, Refused):
            return paid
        pace = int(battle.ruleset.economy.pace(battle, actor))
        if pace <= 0:
            return refuse(Reason.TOO_SLOW, clause)
        more = (("movement", actor.resources["movement"] + 2 * pace),)
        return [*paid, ev.Spent(actor.id, more, (clause,), "dash")]


@enforces("disengage", "dodge")
class Guard(PlainAct):
    """An action that puts its maker into a state: disengaging, or dodging."""

    def __init__(self, intent: type[it.Disengage | it.Dodge], condition: str) -> None:
        self._intent = intent
        self._activity = it.NAMES[intent]
        self._condition = condition

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Intent]:
        """To take it on."""
        yield self._intent(actor.id)

    def begin(self, battle: Battle, intent: it.Disengage | it.Dodge) -> Begun:
        """Take on the state until the next turn."""
        actor, clause = battle.world[intent.actor], battle.ruleset.clause(self._activity)
        paid = self.paid(battle, actor, self._activity, clause)
        if isinstance(paid, Refused):
            return paid
        return [*paid, battle.ruleset.effects.gained(actor.id, self._condition, clause)]


class Help(PlainAct):
    """Advantage for a friend's next attack on a foe near the helper (``grid5e.help``)."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Aid]:
        """For each friend against each enemy."""
        for friend, foe in product(battle.friends(actor), enemies(battle, actor)):
            yield it.Aid(actor.id, friend.id, foe.id)

    def begin(self, battle: Battle, intent: it.Aid) -> Begun:
        """Distract a foe: the one named, or the first near the helper."""
        actor, clause = battle.world[intent.actor], battle.ruleset.clause("help")
        if intent.defence:
            return refuse(Reason.UNKNOWN_INTENT, clause, intent="aid in the defence")
        friend = friend_of(battle, actor, intent.target, clause)
        if isinstance(friend, Refused):
            return friend
        foe = self._foe(battle, actor, intent.against)
        if isinstance(foe, Refused):
            return foe
        paid = self.paid(battle, actor, "aid", clause)
        if isinstance(paid, Refused):
            return paid
        bonus = Bonus("help", 1, "attack", foe.id, actor.id, clause)
        return [*paid, ev.BonusGained(friend.id, bonus, (clause,))]

    def _foe(self, battle: Battle, actor: Creature, name: str | None) -> Creature | Refused:
        distance, order = battle.ruleset.metric.distance, battle.world.order
        near, clause = battle.ruleset.near, battle.ruleset.clause("help")
        if name is None:
            found = [f for f in battle.foes(actor) if distance(actor.body, f.body) <= near]
            found.sort(key=lambda f: order.index(f.id))
            return found[0] if found else refuse(Reason.NO_HELP, clause)
        foe = target_of(battle, actor, name)
        if isinstance(foe, Creature) and distance(actor.body, foe.body) > near:
            return refuse(Reason.NOT_ADJACENT, clause, name=name)
        return foe


class DenyFlank(PlainAct):
    """A flanked creature denies one flanker the benefit (``grid5e.flank.deny``).

    It may name one whenever it is flanked and has named nobody that still flanks it; it may name
    another in its own turn only, with movement left (``grid5e.flank.deny.change``).
    """

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.DenyFlank]:
        """Each enemy."""
        return (it.DenyFlank(actor.id, foe.id) for foe in enemies(battle, actor))

    def begin(self, battle: Battle, intent: it.DenyFlank) -> Begun:
        """Name a flanker."""
        actor, clause = battle.world[intent.actor], battle.ruleset.clause("deny")
        if intent.against not in battle.world:
            return refuse(Reason.UNKNOWN_CREATURE, clause, name=intent.against)
        around = flankers(battle, actor)
        if intent.against not in around:
            named = {"name": intent.against} if around else {}
            return refuse(Reason.NOT_FLANKED, clause, **named)
        before = in_force(battle, actor)
        if before == intent.against:
            return refuse(Reason.DENIED_ALREADY, battle.ruleset.clause("deny change"), name=before)
        if before is not None and not self._may_change(battle, actor):
            return refuse(Reason.TOO_SLOW, battle.ruleset.clause("deny change"))
        top = battle.world.agenda.top
        told = self._told(top, intent.against) if isinstance(top, Asking) else []
        return [*told, *self._named(battle, actor, intent.against)]

    def answer(self, battle: Battle, asking: Asking, yes: bool) -> list[ev.Event]:
        """Taken up, it denies the creature that is about to attack."""
        if not yes or asking.about is None:
            return []
        return self._named(battle, battle.world[asking.actors[0]], asking.about)

    @staticmethod
    def _told(top: Asking, against: str) -> list[ev.Event]:
        """The question is answered with another flanker's name."""
        told = ev.Answered(top.actors[0], top.question, True, against, top.clauses)
        return [told, ev.Concluded()]

    @staticmethod
    def _named(battle: Battle, actor: Creature, against: str) -> list[ev.Event]:
        """The choice takes the place of the one before."""
        clause = battle.ruleset.clause("deny")
        clauses, bonus = (
            (clause,),
            Bonus(DENIED, 0, "defence", against, actor.id, clause, once=False),
        )
        old = [each for each in actor.bonuses.items if each.name == DENIED]
        dropped = [ev.BonusLost(actor.id, each, clauses) for each in old]
        return [*dropped, ev.BonusGained(actor.id, bonus, clauses)]

    @staticmethod
    def _may_change(battle: Battle, actor: Creature) -> bool:
        """In its own turn, with movement to spend."""
        have = actor.resources
        mine = battle.world.clock.active == actor.id
        left = have["movement"] + 1 - have["halves"]
        return mine and battle.ruleset.economy.pace(battle, actor) > 0 and left >= 2
