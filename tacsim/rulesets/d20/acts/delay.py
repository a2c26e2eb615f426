"""Delaying: giving up one's turn for a later place in the order (``d20.delay``).

After each turn of another creature the delaying one is asked whether it acts now. If it has not by
its next regular turn, the delayed turn is lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core import events as ev
from tacsim.core.agenda import Asking
from tacsim.core.intents import Delay
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import PlainAct
from tacsim.rules.turns import end_turn, put_beside, start_turn
from tacsim.rulesets.d20.effects import EFFECTS

CLAUSE = "d20.delay"
CONDITION = "delaying"
SPENT = ("standard", "move", "step", "halves")
"""The resources that show whether any of a turn is used."""


class Delaying(PlainAct):
    """To delay, and to come in."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[Delay]:
        """To delay."""
        yield Delay(actor.id)

    def begin(self, battle: Battle, intent: Delay) -> list[ev.Event] | Refused:
        """End a turn of which nothing is used; a creature that has not acted stays flat-footed."""
        actor = battle.world[intent.actor]
        if not _untouched(battle, actor):
            return refuse(Reason.HAS_ACTED, CLAUSE)
        events: list[ev.Event] = [EFFECTS.gained(actor.id, CONDITION, CLAUSE)]
        if actor.resources["first"]:
            clauses = ("d20.init.flat-footed",)
            events.append(ev.ConditionGained(actor.id, "flat_footed", "", clauses))
        return [*events, *end_turn(actor.id)]

    def answer(self, battle: Battle, asking: Asking, yes: bool) -> list[ev.Event]:
        """Come in right after whose turn it was, for good."""
        last = battle.world.clock.last
        if not yes or last is None:
            return []
        name = asking.actors[0]
        placed = put_beside(battle, name, last, (CLAUSE,), after=True)
        return [*placed, *start_turn(battle, name)]


def _untouched(battle: Battle, actor: Creature) -> bool:
    """Whether a turn has only begun: nothing that it gives is spent."""
    fresh = dict(battle.ruleset.economy.refresh(battle, actor))
    return all(actor.resources[name] == fresh[name] for name in SPENT)


def asked(battle: Battle) -> list[ev.Event]:
    """The question to those who delay, in initiative order, as a turn is about to end.

    The creature whose turn ends is not asked.
    """
    world = battle.world
    others = (world[name] for name in world.order if name != world.clock.active)
    delaying = tuple(c.id for c in others if c.has(CONDITION) and battle.acts(c))
    if not delaying:
        return []
    return [ev.Undertaken(Asking("delay", "delay", delaying, None, (CLAUSE,)))]
