"""What the opponents have in common: a picture, an answer to every offer, and never a vain wish."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from tacsim.ai.chances import Blow, Sparring, Volley
from tacsim.ai.denial import DENY, denies
from tacsim.ai.guarding import blow_under_way, guards_against
from tacsim.ai.picture import Picture
from tacsim.ai.turn import THRIFT, Turn
from tacsim.core.agenda import Attacking, Decision
from tacsim.core.intents import Decline, EndTurn, Intent, Take
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import prospects
from tacsim.rules.combat.policies import Prospect
from tacsim.rules.engine import check

YIELDING = frozenset({"avoid", "delay"})
"""The questions to which it says no: it does not step aside, and it never waited."""
DEFENCE = "defence"
"""The question how to meet an attack."""


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

    def guard(self, turn: Turn, guards: Sequence[Prospect]) -> Prospect:
        """How it meets an attack, of the best defences by what goes into them: with half of it."""
        return guards[len(guards) // 2]

    def stake(self, turn: Turn, target: Creature, prospects: Sequence[Prospect]) -> int:
        """What it puts into an opportunity attack: what makes a difference; 0 to let it pass."""
        left = target.hp.current

        def value(one: Prospect) -> float:
            return Volley((Blow(one.hit, one.damage),)).share(left) - THRIFT * one.stamina

        return max(prospects, key=value).stamina

    def _reply(self, battle: Battle, turn: Turn, decision: Decision) -> Intent:
        """What it says to other questions: it strikes back and stands its ground."""
        if decision.question == DEFENCE:
            return self._defend(battle, turn)
        take = Take(decision.actor)
        stays = decision.question in YIELDING or isinstance(check(battle, take), Refused)
        if decision.question == DENY and decision.against is not None:
            stays = stays or not denies(turn, decision.against)
        return Decline(decision.actor) if stays else take

    def _defend(self, battle: Battle, turn: Turn) -> Intent:
        """How to meet an attack; half of what is left goes against one who is not to be seen."""
        name, frame = turn.actor.id, blow_under_way(turn.battle)
        take = Take(name, stamina=(turn.barrages.shield(turn.actor) + 1) // 2)
        if frame is not None and frame.actor in turn.battle.world:
            guards = guards_against(turn, frame)
            if guards:
                chosen = self.guard(turn, guards)
                take = Take(name, stamina=chosen.stamina, defence=chosen.defence)
        wanted = take.stamina and not isinstance(check(battle, take), Refused)
        return take if wanted else Decline(name)

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
            stamina = self._staked(turn, target, name)
            take = Take(actor.id, name, stamina=stamina)
            wanted = self.takes(turn, damage) and (stamina or not turn.staked)
            if wanted and not isinstance(check(battle, take), Refused):
                return take
        return Decline(actor.id)

    def _staked(self, turn: Turn, target: Creature, weapon: str) -> int:
        """What goes into an opportunity attack with a weapon, where anything does."""
        held = next(w for w in turn.actor.offence.weapons if w.name == weapon)
        frame = Attacking(turn.actor.id, target.id, held, opportunity=True)
        found = prospects(turn.battle, frame)
        return self.stake(turn, target, found) if found else 0

    def _mind(self, battle: Battle, side: str) -> tuple[Picture, Sparring]:
        found = self._minds.get(side)
        if found is None or found[0].source is not battle:
            found = self._minds[side] = (Picture(battle, side), Sparring(battle.ruleset))
        else:
            found[0].look()
            found[1].tire()
        return found
