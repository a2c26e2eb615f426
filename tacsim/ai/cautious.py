"""The cautious opponent: it weighs what it risks against what it does."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice

from tacsim.ai.approach import approaches
from tacsim.ai.areas import best_of, sweeps
from tacsim.ai.chances import Blow, Volley
from tacsim.ai.climbing import BOLD, chance, climbers
from tacsim.ai.guarding import costs, spread_over, to_come
from tacsim.ai.measures import helps, measures
from tacsim.ai.opponent import Opponent
from tacsim.ai.outlook import PROSPECT, Outlook
from tacsim.ai.posture import stands_up
from tacsim.ai.routes import Routes
from tacsim.ai.scouting import scouts
from tacsim.ai.turn import Turn
from tacsim.ai.weighing import (
    EFFORT,
    Wish,
    attacking,
    invading,
    lent,
    press,
    promising,
    sweeping,
)
from tacsim.core.intents import Dash, Disengage, Dodge, Intent, TotalDefense
from tacsim.core.world import Creature
from tacsim.rules.combat.policies import Prospect
from tacsim.rules.combat.threat import threatens

PLACES = 5
"""Places that are looked at closely as the end of a move."""
WAIT = 4
"""Rounds after which nobody waits any more for the others to come."""
WEARY = 30
"""Rounds after which nobody minds harm any more."""
FLIGHT = 20
"""Rounds after which nobody flees any more."""
CARE, DREAD = 0.8, 1.6
"""What own harm counts against harm done: as a rule, and when in dread."""
RASH, WARY = 0.01, 0.02
"""What is left of care in the end: to those who wait, and to those who fight."""
STRONG = 1.5
"""The advantage with which a side does not wait at all."""
DEFENCE = "total_defense"
FALL = 1.0
"""The damage to expect of a fall."""


class Cautious(Opponent):
    """Do what gains most after what it costs: now, on the way, and in the foes' next turn."""

    def wishes(self, turn: Turn) -> Iterator[Intent]:
        """Everything worth doing, best first, down to doing nothing."""
        if not turn.foes:
            yield from scouts(turn)
            return
        if stands_up(turn):
            yield from turn.stand()
        outlook = Outlook(turn)
        outlook.be(fear_of(turn, outlook))
        swept = sweeps(turn)
        plain = best_of(turn, (sweep for sweep in swept if sweep.plain))
        if plain is not None:
            yield plain.intent
        attacks = [*attacking(turn, outlook), *sweeping(turn, outlook, swept)]
        if not attacks and turn.may_attack:
            outlook.be(fear_of(turn, outlook, waiting=True))
            if outlook.fear <= CARE * RASH:
                yield from approaches(turn)
        found = [
            *attacks,
            *_moves(turn, outlook),
            *_perches(turn, outlook),
            *_defences(turn, outlook),
            *_measures(turn, outlook),
            *(() if swept else invading(turn, outlook)),
            *_helps(turn, outlook),
        ]
        for wish in sorted(found, key=lambda one: -one.value):
            if wish.intent is None:
                return
            yield wish.intent

    def takes(self, turn: Turn, damage: float) -> bool:
        """An opportunity attack that can hurt is taken."""
        return damage > 0

    def guard(self, turn: Turn, guards: Sequence[Prospect]) -> Prospect:
        """What leaves least harm to expect: of this attack, and of those still to come."""
        harms, attacks, most = costs(turn, guards), to_come(turn), guards[-1].stamina

        def harm(one: Prospect) -> float:
            now = harms[guards.index(one)]
            return now + spread_over(harms, most - one.stamina, attacks)

        return min(guards, key=harm)

    def stake(self, turn: Turn, target: Creature, prospects: Sequence[Prospect]) -> int:
        """As much as does more harm than it would spare."""
        sparring, actor = turn.sparring, turn.actor
        most, attacks = turn.barrages.shield(actor), to_come(turn)
        usual = sparring.purses.usual(target)
        left = actor.hp.current
        each = [
            max((Volley((sparring.blow(target, actor, w, stamina=usual, guard=n),)).share(left)
                 for w in target.offence.weapons), default=0.0)
            for n in range(most + 1)
        ]  # fmt: skip

        def value(stamina: int, gain: float) -> float:
            return gain - spread_over(each, max(0, most - stamina), attacks)

        options = [(value(0, 0.0), 0)]
        for one in prospects:
            gain = Volley((Blow(one.hit, one.damage),)).share(target.hp.current)
            options.append((value(one.stamina, gain), one.stamina))
        return max(options, key=lambda option: option[0])[1]


def fear_of(turn: Turn, outlook: Outlook, *, waiting: bool = False) -> float:
    """Less as the battle wears on and for the stronger side, least of all when merely waiting.

    Those who are badly hurt and outnumbered are in dread, for as long as a flight may help.
    """
    hit_points, rounds = turn.actor.hp, turn.battle.world.clock.round - 1
    hurt = 3 * hit_points.current <= hit_points.maximum
    outnumbered = len(turn.foes) > len(turn.friends) + 1
    if hurt and outnumbered and rounds < FLIGHT:
        return DREAD
    strength = outlook.advantage()
    if waiting:
        return CARE * (RASH if strength > STRONG else max(RASH, 1 - rounds / WAIT))
    return CARE * max(WARY, 1 - rounds / WEARY) * min(1.0, 1 / math.sqrt(strength))


# --- moves -------------------------------------------------------------------------------------


def _moves(turn: Turn, outlook: Outlook) -> Iterator[Wish]:
    """Staying where it is, and every way to move to a better place."""
    yield Wish(outlook.value(turn.here), None)
    for stride in turn.strides:
        if stride.mode.straight or (stride.mode.minimum and stride.mode.steps is not None):
            continue
        routes = Routes(turn, stride)
        for body in islice(promising(turn, outlook, routes), PLACES):
            route = routes.to(body)
            value = outlook.value(body) - outlook.loss(route.peril) - EFFORT * (1 + route.cost2)
            value += lent(turn, outlook, body)
            yield Wish(value - EFFORT * (not stride.attacks), routes.move(route))


def _perches(turn: Turn, outlook: Outlook) -> Iterator[Wish]:
    """Climbing to where a shooter is better off than anywhere that it could walk to."""
    if not (any(True for _ in turn.shots(turn.actor)) or turn.actor.areas.items):
        return
    routes = climbers(turn)
    if routes is None:
        return
    here, walking = outlook.value(turn.here), turn.travel(routes.stride.limit).places
    found = (body for body in promising(turn, outlook, routes) if body not in walking)
    for body in islice(found, PLACES):
        route = routes.to(body)
        likely = chance(turn, routes.stride, route.path)
        if likely >= BOLD:
            value = likely * outlook.value(body) + (1 - likely) * here
            value -= outlook.loss(route.peril + FALL * (1 - likely)) + EFFORT * (1 + route.cost2)
            yield Wish(value, routes.move(route))


def _defences(turn: Turn, outlook: Outlook) -> Iterator[Wish]:
    """Doing nothing but defend, where the danger is."""
    if DEFENCE in turn.ruleset.intents and not turn.actor.has(DEFENCE):
        with turn.picture.suffering(turn.actor, (DEFENCE,)):
            value = outlook.value(turn.here)
        yield Wish(value - EFFORT, TotalDefense(turn.actor.id))


def _measures(turn: Turn, outlook: Outlook) -> Iterator[Wish]:
    """Acts that make the rest of the turn better: going farther, in peace, or hard to hit.

    Haste is for flight: whoever means to fight and is not there yet gets there by approaching.
    Evasion is for those who can be got at, and peace on the way for those who are.
    """
    beset = any(threatens(turn.battle, foe, turn.here) for foe in turn.foes)
    for intent, events in measures(turn):
        if isinstance(intent, Dash) and outlook.fear < DREAD:
            continue
        if isinstance(intent, Dodge) and not outlook.harm(turn.here):
            continue
        if isinstance(intent, Disengage) and not beset:
            continue
        with turn.picture.supposing(events):
            then = Turn(turn.picture, turn.sparring, turn.actor.id)
            after = Outlook(then, outlook)
            best = max(wish.value for wish in _moves(then, after))
        yield Wish(best - EFFORT, intent)


def _helps(turn: Turn, outlook: Outlook) -> Iterator[Wish]:
    """Helping a friend who is at blows with a foe."""
    stay, world = outlook.value(turn.here), turn.battle.world
    for intent, events in helps(turn):
        assert intent.against is not None
        friend, foe = world[intent.target], world[intent.against]
        before = outlook.gain(press(turn, friend, foe), foe)
        with turn.picture.supposing(events):
            after = outlook.gain(press(turn, friend, foe), foe)
        if after > before:
            yield Wish(stay + (after - before) * PROSPECT - EFFORT, intent)
