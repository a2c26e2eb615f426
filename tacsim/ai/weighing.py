"""Weighing: what attacks are worth to the cautious, with what they cost and what comes after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import attrs

from tacsim.ai.areas import Sweep, best_of, inroads, spells, volley, worth
from tacsim.ai.chances import Blow, Volley
from tacsim.ai.charging import charges
from tacsim.ai.outlook import Outlook
from tacsim.ai.plays import (
    FLANKING,
    Play,
    attack_intent,
    flanks,
    melee_plays,
    ranged_plays,
    striking_strides,
)
from tacsim.ai.posture import watched
from tacsim.ai.routes import Routes
from tacsim.ai.travels import Journey
from tacsim.ai.turn import FULL, STRIKE, Attack, Turn
from tacsim.core.agenda import Attacking
from tacsim.core.components import Resources, Weapon
from tacsim.core.intents import Intent
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.threat import melee

LOOKED_AT = 8
"""Attacks whose odds are worked out exactly."""
SURE = 0.5
"""An attack guessed at less than this part of the best is not considered in space."""
FOLLOWED = 2
"""Of them, how many of the most profitable and of the best are followed beyond the attack."""
SHOTS = 6
"""Places on the move from which a shot at each foe is considered."""
EFFORT = 0.0005
"""What a half-cell of movement counts."""
GIFT = 0.5
"""What a flank for a friend counts, in parts of what the friend gains by it."""


@attrs.frozen
class Wish:
    """Something to do next, and what the turn is worth that begins so; no intent: end it."""

    value: float
    intent: Intent | None


def attacking(turn: Turn, outlook: Outlook) -> Iterator[Wish]:
    """Plays and charges, with what the turn is worth that begins so."""
    world = turn.battle.world
    plays = _plays(turn, outlook)

    def first_guess(play: Play) -> tuple[float, int]:
        foe = world[play.target]
        flank = flanks(turn, play.body, foe)
        gain = outlook.gain(play.promise, foe) * (1 + FLANKING if flank else 1.0)
        return gain + float(outlook.values(play.body.extent)[play.body.at[::-1]]), -play.cost2

    plays.sort(key=first_guess, reverse=True)
    yield from _looked_at(turn, outlook, plays[:LOOKED_AT])
    for charge in charges(turn):
        foe = world[charge.attack.target]
        gain = outlook.gain(charge.attack.volley, foe)
        felling = charge.attack.volley.felling(max(1, foe.hp.current))
        with turn.picture.suffering(turn.actor, charge.mode.conditions):
            stay = outlook.value(charge.body, spared=foe.id, chance=felling)
        loss = outlook.loss(charge.route.peril)
        yield Wish(gain + stay - loss - EFFORT * charge.route.cost2, charge.intent)


def sweeping(turn: Turn, outlook: Outlook, swept: list[Sweep]) -> Iterator[Wish]:
    """The best attack on an area, if friends do not suffer more by it."""
    best, world = best_of(turn, swept), turn.battle.world
    if best is None or worth(turn, best) <= 0:
        return
    gain = sum(outlook.gain(volley(one), world[one.creature]) for one in best.foes)
    cost = sum(outlook.gain(volley(one), world[one.creature]) for one in best.friends)
    stay = outlook.value(turn.here)
    yield Wish(gain - cost + stay - outlook.loss(best.peril), best.intent)


def invading(turn: Turn, outlook: Outlook) -> Iterator[Wish]:
    """Going to where an attack on an area may be made."""
    if not spells(turn):
        return
    for routes in striking_strides(turn):
        for body, sweep in inroads(turn, routes):
            route = routes.to(body)
            cost = outlook.loss(route.peril) + EFFORT * (1 + route.cost2)
            yield Wish(worth(turn, sweep) + outlook.value(body) - cost, routes.move(route))


@attrs.frozen
class _Look:
    """A play looked at more closely: what it gains for its costs, and where it leaves one.

    ``stay`` is what its place is worth, ``felling`` the chance to fell the foe; ``cost2`` are
    those of the way there; ``left`` is what is left to defend oneself with.
    """

    play: Play
    intent: Intent
    gain: float
    stay: float
    felling: float
    cost2: int
    left: Resources | None = None


def _looked_at(turn: Turn, outlook: Outlook, plays: list[Play]) -> Iterator[Wish]:
    """Plays with what they are worth, those that promise most also with what may come after.

    Where movement goes on after attacks that takes a search each, so few are followed up.
    """
    looks = [_look(turn, outlook, play) for play in plays]
    followed = set(range(len(looks)))
    if turn.piecemeal:
        by_gain = sorted(followed, key=lambda i: -looks[i].gain)
        by_value = sorted(followed, key=lambda i: -looks[i].gain - looks[i].stay)
        followed = {*by_gain[:FOLLOWED], *by_value[:FOLLOWED]}
    if turn.in_space and followed:  # out of a foe's threat there is no way in peace
        danger = watched(turn)
        followed = {i for i in followed if danger.isdisjoint(looks[i].play.body.cells)}
    for i, look in enumerate(looks):
        stay = look.stay
        if i in followed:
            stay = max(stay, _leaving(turn, outlook, look))
        yield Wish(look.gain + stay, look.intent)


def _look(turn: Turn, outlook: Outlook, play: Play) -> _Look:
    foe = turn.battle.world[play.target]
    attack = _chosen(turn, outlook, play, foe)
    peril, cost2 = turn.peril_of(attack, play.body), 0
    intent: Intent = attack_intent(turn.actor.id, play, attack.stamina)
    if play.routes is not None:
        route = play.routes.to(play.body)
        intent = play.routes.move(route)
        peril, cost2 = peril + route.peril, route.cost2 + 1
    felling = attack.volley.felling(max(1, foe.hp.current))
    gain = outlook.gain(attack.volley, foe) + GIFT * (1 - felling) * _gift(turn, outlook, play, foe)
    gain -= outlook.loss(peril) + EFFORT * cost2
    stay = outlook.value(play.body, spared=foe.id, chance=felling, kept=attack.left)
    return _Look(play, intent, gain, stay, felling, max(0, cost2 - 1), attack.left)


def _chosen(turn: Turn, outlook: Outlook, play: Play, foe: Creature) -> Attack:
    """The attack of a play, with as much put in as pays: what is kept will be of use as well."""
    if not turn.staked:
        return turn.attack(play.body, foe, play.weapon, play.activity)

    def worth_of(attack: Attack) -> float:
        felling = attack.volley.felling(max(1, foe.hp.current))
        stay = outlook.value(play.body, spared=foe.id, chance=felling, kept=attack.left)
        return outlook.gain(attack.volley, foe) + stay

    none = Attack(foe.id, play.activity, play.weapon, Volley())
    return max(turn.barrage(play.body, foe, play.weapon), key=worth_of, default=none)


def _gift(turn: Turn, outlook: Outlook, play: Play, foe: Creature) -> float:
    """What friends at blows with a foe gain by the flank that a place gives them."""
    gained = 0.0
    if turn.in_space:
        return gained
    for friend in turn.friends:
        if turn.ruleset.topology.opposite(play.body, friend.body, foe.body):
            before = press(turn, friend, foe)
            with turn.picture.imagined(turn.actor, turn.standing_in(play.body)):
                after = press(turn, friend, foe)
            gained += max(0.0, outlook.gain(after, foe) - outlook.gain(before, foe))
    return gained


def press(turn: Turn, friend: Creature, foe: Creature) -> Volley:
    """The best single blow of a friend at a foe, from where it stands."""
    attacks = turn.ruleset.attacks
    odds = [
        attack_roll(turn.battle, Attacking(friend.id, foe.id, weapon))
        for weapon in melee(friend)
        if attacks.check(turn.battle, friend, foe, weapon, melee_only=True)
    ]
    best = max(odds, key=lambda one: one.damage, default=None)
    return Volley((Blow(best.hit, best.damage),)) if best is not None else Volley()


def _leaving(turn: Turn, outlook: Outlook, look: _Look) -> float:
    """What the best place is worth that can still be gone to after an attack."""
    found, after, play = [-100.0], turn, look.play
    stepped = () if play.routes is None else turn.after(play.routes.to(play.body).path)
    with (
        turn.picture.imagined(turn.actor, turn.standing_in(play.body)),
        turn.picture.having(turn.actor, stepped),
    ):
        if play.routes is None:
            strides = turn.strides_after(play.activity)
        else:
            strides = turn.strides_on(play.routes.stride, look.cost2, play.activity, stepped)
            after = Turn(turn.picture, turn.sparring, turn.actor.id) if strides else turn
        for stride in strides:
            routes = Routes(after, stride)
            for body in islice(promising(after, outlook, routes), 2):
                value = outlook.value(body, spared=play.target, chance=look.felling, kept=look.left)
                value += lent(turn, outlook, body, play.body)
                found.append(value - outlook.loss(routes.to(body).peril))
    return max(found)


def lent(turn: Turn, outlook: Outlook, body: Body, before: Body | None = None) -> float:
    """What the flanks count that a place lends to friends, less those of the place before.

    Only where movement goes on after attacks: elsewhere an attack is followed by a step at most.
    """
    if not turn.piecemeal or turn.in_space:
        return 0.0
    lent, place = 0.0, before or turn.here
    opposite = turn.ruleset.topology.opposite
    for foe in turn.foes:
        for friend in turn.friends:
            if any(opposite(at, friend.body, foe.body) for at in (body, place)):
                presses = []
                for at in (body, place):
                    with turn.picture.imagined(turn.actor, turn.standing_in(at)):
                        presses.append(outlook.gain(press(turn, friend, foe), foe))
                lent += presses[0] - presses[1]
    return GIFT * lent


def _plays(turn: Turn, outlook: Outlook) -> list[Play]:
    ways = striking_strides(turn)

    def places(routes: Routes, _: Creature, __: Weapon) -> Iterable[Body]:
        if routes.stride.mode.steps is not None:
            return turn.steps
        return islice(promising(turn, outlook, routes), SHOTS)

    sure = SURE if turn.in_space else 0.0
    plays = [*melee_plays(turn, ways, sure), *ranged_plays(turn, ways, places, sure)]
    alone = [
        attrs.evolve(
            play,
            activity=STRIKE,
            promise=turn.promise(turn.battle.world[play.target], play.weapon, STRIKE),
        )
        for play in plays
        if play.routes is None and play.activity == FULL and STRIKE in turn.attacks_now
    ]
    return plays + alone


def promising(turn: Turn, outlook: Outlook, routes: Routes) -> Iterator[Body]:
    """The places that a way to move leads to, the most promising first."""
    if routes.stride.mode.steps is not None:
        bodies = list(turn.steps)
    else:
        travel = routes.travel
        if isinstance(travel, Journey):
            found = travel.best({extent: outlook.values(extent) for extent in travel.extents})
            return (body for body in found if body != turn.here and turn.may_halt(body))
        bodies = list(travel.places)
    values = {extent: outlook.values(extent).tolist() for extent in {b.extent for b in bodies}}
    bodies.sort(key=lambda body: -values[body.extent][body.at[1]][body.at[0]])
    return (body for body in bodies if body != turn.here and turn.may_stop(body))
