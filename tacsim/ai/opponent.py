"""What the opponents have in common: a belief, an answer to every question, and what is allowed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Protocol

from tacsim.ai.answers import attack_under_way, denies, guards_against
from tacsim.ai.approach import arrivals, defends, fetches, onward, returns
from tacsim.ai.candidates import engaged
from tacsim.ai.knowing.belief import Beliefs
from tacsim.ai.knowing.chances import Expected, shield
from tacsim.ai.knowing.temper import on_post
from tacsim.ai.morale import gives_up
from tacsim.ai.turn import THRIFT, Turn
from tacsim.core.agenda import Asking, Attacking, Decision
from tacsim.core.events import Event
from tacsim.core.intents import Decline, EndTurn, Intent, Strike, Take
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.choices import arming, breaking_free, freeing, rising, striving
from tacsim.rules.combat.attacks import attack_roll, bid_odds
from tacsim.rules.combat.policies import Bidding, BidOdds
from tacsim.rules.combat.weapons import arms
from tacsim.rules.engine import check


class Player(Protocol):
    """Whoever decides for the creatures of a side without being asked twice."""

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        """An intent that the rules allow."""
        ...


class Opponent(ABC):
    """An opponent plays a side by trying its candidates, best first, against the rules.

    What it keeps between choices is worked out from the battle alone and could be thrown away.
    """

    def __init__(self) -> None:
        self._beliefs = Beliefs()

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        """The best of its candidates that the rules allow; else to decline, or to end the turn."""
        turn = Turn(self._beliefs.of(battle, decision.actor), decision.actor)
        if decision.question == "opportunity" and decision.against is not None:
            return self._answer(battle, turn, decision.against)
        if not decision.is_turn:
            return self._reply(battle, turn, decision)
        for intent in chain(gives_up(turn), first(turn), self.candidates(turn), last(turn)):
            if turn.belief.allows(intent):
                return intent
        return EndTurn(decision.actor)

    @abstractmethod
    def candidates(self, turn: Turn) -> Iterator[Intent]:
        """What it may want to do next, best first."""

    def takes(self, turn: Turn, target: Creature, damage: float) -> bool:
        """Whether an opportunity attack on a target that promises such damage is worth taking."""
        return True

    def guard(self, turn: Turn, guards: Sequence[BidOdds]) -> BidOdds:
        """How it meets an attack, of the best defences by what goes into them: with half of it."""
        return guards[len(guards) // 2]

    def bid(self, turn: Turn, target: Creature, odds: Sequence[BidOdds]) -> int:
        """What it puts into an opportunity attack: what makes a difference; 0 to let it pass."""
        left = target.hp.current

        def value(one: BidOdds) -> float:
            return Expected(((one.hit, one.damage),)).share(left) - THRIFT * one.stamina

        return max(odds, key=value).stamina

    def _reply(self, battle: Battle, turn: Turn, decision: Decision) -> Intent:
        """What it says to other questions: as is usual under the rules, or as does less harm.

        Asked about nobody, whether to come in now, it does.
        """
        top = battle.world.agenda.top
        if isinstance(top, Asking):
            procedure: object = battle.ruleset.procedures.get(top.procedure)
            if isinstance(procedure, Bidding):
                return self._defend(battle, turn)
        take, answers = Take(decision.actor), battle.ruleset.answers
        if isinstance(check(battle, take), Refused):
            return Decline(decision.actor)
        yes = answers.get(decision.question)
        if yes is None:
            yes = decision.against is None or denies(turn, decision.against)
        return take if yes else Decline(decision.actor)

    def _defend(self, battle: Battle, turn: Turn) -> Intent:
        """How to meet an attack; half of what is left goes against one who is not to be seen."""
        name, frame = turn.actor.id, attack_under_way(turn.battle)
        take = Take(name, stamina=(shield(turn.battle, turn.actor) + 1) // 2)
        if frame is not None and frame.actor in turn.battle.world:
            guards = guards_against(turn, frame)
            if guards:
                chosen = self.guard(turn, guards)
                take = Take(name, stamina=chosen.stamina, defence=chosen.defence)
        wanted = take.stamina and not isinstance(check(battle, take), Refused)
        return take if wanted else Decline(name)

    def _answer(self, battle: Battle, turn: Turn, provoker: str) -> Intent:
        """Whether to take an opportunity: with the weapon with most to expect of it."""
        actor, target = turn.actor, turn.battle.world[provoker]
        best: tuple[float, Take] | None = None
        for weapon in actor.offence.weapons:
            usable = not weapon.ranged and weapon.armed and turn.ruleset.attacks.check(
                turn.battle, actor, target, weapon, melee_only=True
            )  # fmt: skip
            if usable:
                frame = Attacking(actor.id, target.id, weapon, opportunity=True)
                damage = attack_roll(turn.battle, frame).damage
                if best is None or damage > best[0]:
                    found = bid_odds(turn.battle, frame)
                    put = self.bid(turn, target, found) if found else 0
                    best = damage, Take(actor.id, weapon.name, stamina=put)
        if best is not None:
            damage, take = best
            wanted = self.takes(turn, target, damage) and (take.stamina or not turn.bids_stamina)
            if wanted and not isinstance(check(battle, take), Refused):
                return take
        return Decline(actor.id)


def gets_up(turn: Turn) -> Iterator[Intent]:
    """To get up, if the creature lies, unless that is likely to be its end."""
    found = rising(turn.battle, turn.actor)
    if found is not None and turn.peril_from(found[1]) < turn.actor.hp.current:
        yield found[0]


def first(turn: Turn) -> Iterator[Intent]:
    """What comes before fighting: the post, goals at hand, the fallen to fetch, weapons, freedom.

    Whoever lies gets up before it goes to its post.
    """
    if turn.post and not on_post(turn.post, turn.here):
        yield from gets_up(turn)
        yield from returns(turn)
    yield from chain(arrivals(turn), fetches(turn), unhampered(turn))


def last(turn: Turn) -> Iterator[Intent]:
    """What is left to those who find nothing better: to break free, to defend themselves."""
    yield from chain(breaking_free(turn.battle, turn.actor), defends(turn))


def unhampered(turn: Turn) -> Iterator[Intent]:
    """For whoever has no weapon, or gets nowhere: to take one up or do without, or to get free.

    Of several ways to be free the one after which there is something to do; else what takes turns.
    """
    actor = turn.actor
    if not actor.offence.weapons:
        for intent, _, foes in arming(turn.battle, actor):
            if turn.peril_from(foes) < actor.hp.current:
                yield intent
        for foe in sorted(turn.foes, key=lambda foe: foe.hp.current):
            for weapon in arms(turn.battle, actor):
                if turn.peril_of(foe, weapon, turn.here) < actor.hp.current:
                    yield Strike(actor.id, foe.id, weapon.name)
    if not _stuck(turn):
        return
    idle: list[Intent] = []
    for intent, events in _freed(turn):
        with turn.belief.supposing(events):
            then = turn.again()
            busy = engaged(then) or any(True for _ in onward(then))
        if busy:
            yield intent
        else:
            idle.append(intent)
    yield from striving(turn.battle, turn.actor)
    yield from idle


def _stuck(turn: Turn) -> bool:
    """Whether a creature gets no farther than a step in any turn."""
    return all(one.mode.steps is not None for one in turn.ways_afresh)


def _freed(turn: Turn) -> list[tuple[Intent, tuple[Event, ...]]]:
    """What gets a creature that is stuck free at once; where nothing does, a beginning of it."""
    found = list(freeing(turn.battle, turn.actor))
    free = []
    for intent, events in found:
        with turn.belief.supposing(events):
            if not _stuck(turn.again()):
                free.append((intent, events))
    for intent, events in () if free else found[:1]:
        with turn.belief.supposing(events):
            if _freed(turn.again()):
                free.append((intent, events))
    return free
