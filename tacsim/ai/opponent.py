"""What the opponents have in common: a picture, an answer to every offer, and never a vain wish."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from tacsim.ai.chances import Sparring
from tacsim.ai.denial import DENY, denies
from tacsim.ai.picture import Picture
from tacsim.ai.turn import Turn
from tacsim.model.agenda import Decision
from tacsim.model.intents import Decline, EndTurn, Intent, Take
from tacsim.model.verdicts import Refused
from tacsim.rules.battle import Battle
from tacsim.rules.resolve import check

YIELDING = frozenset({"avoid", "delay"})
"""The questions to which it says no: it does not step aside, and it never waited."""


class Opponent(ABC):
    """An opponent plays a side by trying its wishes, best first, against the rules.

    What it keeps between choices is worked out from the battle alone and could be thrown away.
    """

    def __init__(self) -> None:
        self._minds: dict[str, tuple[Picture, Sparring]] = {}

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        """The best of what it wants that the rules allow; else to decline, or to end the turn."""
        picture, sparring = self._mind(battle, battle.world[decision.actor].side)
        turn = Turn(picture, sparring, decision.actor)
        if decision.question == "opportunity" and decision.against is not None:
            return self._answer(battle, turn, decision.against)
        if not decision.is_turn:
            return self._reply(battle, turn, decision)
        for intent in self.wishes(turn):
            if not isinstance(check(battle, intent), Refused):
                return intent
        return EndTurn(decision.actor)

    @abstractmethod
    def wishes(self, turn: Turn) -> Iterator[Intent]:
        """What it wants to do next, best first."""

    def takes(self, turn: Turn, damage: float) -> bool:
        """Whether an opportunity attack that promises such damage is worth taking."""
        return True

    def _reply(self, battle: Battle, turn: Turn, decision: Decision) -> Intent:
        """What it says to other questions: it strikes back and stands its ground."""
        take = Take(decision.actor)
        stays = decision.question in YIELDING or isinstance(check(battle, take), Refused)
        if decision.question == DENY and decision.against is not None:
            stays = stays or not denies(turn, decision.against)
        return Decline(decision.actor) if stays else take

    def _answer(self, battle: Battle, turn: Turn, provoker: str) -> Intent:
        actor = turn.actor
        target = turn.battle.world[provoker]
        usable = [
            (turn.blow(target, weapon).damage, weapon.name)
            for weapon in actor.offence.weapons
            if not weapon.ranged
            and weapon.armed
            and turn.ruleset.attacks.check(turn.battle, actor, target, weapon, melee_only=True)
        ]
        if usable:
            damage, name = max(usable, key=lambda found: found[0])
            take = Take(actor.id, name)
            if self.takes(turn, damage) and not isinstance(check(battle, take), Refused):
                return take
        return Decline(actor.id)

    def _mind(self, battle: Battle, side: str) -> tuple[Picture, Sparring]:
        found = self._minds.get(side)
        if found is None or found[0].source is not battle:
            found = self._minds[side] = (Picture(battle, side), Sparring(battle.ruleset))
        else:
            found[0].look()
        return found
