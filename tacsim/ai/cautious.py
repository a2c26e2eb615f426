"""The cautious opponent: it weighs what it risks against what it does."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import attrs

from tacsim.ai.answers import costs, spread_over, to_come
from tacsim.ai.approach import BOLD, climbed, climbers, errands, onward, stranded
from tacsim.ai.areas import AreaCandidate, area_approaches, area_candidates, best_of, spells, worth
from tacsim.ai.candidates import (
    FLANKING,
    Candidate,
    attacking_paths,
    charge_to,
    charges,
    engaged,
    flanks,
    melee_attacks,
    readyings,
    shots,
    watched,
)
from tacsim.ai.evaluation import Evaluation
from tacsim.ai.knowing.chances import Expected, best_from, face_to_face, shield, sure, usual_bid
from tacsim.ai.knowing.temper import temper_of
from tacsim.ai.knowing.weights import CAUTIOUS, PLACE
from tacsim.ai.opponent import Opponent, gets_up
from tacsim.ai.paths import Path, Paths
from tacsim.ai.patience import Room, keeps
from tacsim.ai.turn import Attack, Turn, ways_open
from tacsim.core.components import Resources, Weapon
from tacsim.core.intents import Intent, Move
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.choices import acts_at_once
from tacsim.rules.combat.policies import BidOdds
from tacsim.rules.openings import after, attacks

LOOKED_AT = 8
"""Attacks whose odds are worked out exactly; in reach, or if a way provokes, some from here too."""
FOLLOWED = 2
"""Of them, how many of the most profitable and of the best are followed beyond the attack."""
SHOTS = 6
"""Places on the move from which a shot at each foe is considered."""
PLACES = 5
"""Places that are looked at closely as the end of a move."""
NOTHING = -100.0
"""The worth of a place that cannot be got to."""

Valued = tuple[float, Intent | None]
"""What the turn is worth that begins with an intent; None: that ends."""


class Cautious(Opponent):
    """Do what gains most after what it costs: now, on the way, and in the foes' next turn."""

    def candidates(self, turn: Turn) -> Iterator[Intent]:
        """Everything worth doing, best first, down to doing nothing."""
        for intent in self.ranked(turn):
            if intent is None:
                return
            yield intent

    def ranked(self, turn: Turn) -> Iterator[Intent | None]:
        """Everything that it considers, best first; None stands for doing nothing more."""
        if not turn.foes:
            yield from onward(turn)
            return
        yield from gets_up(turn)
        evaluation = Evaluation(turn)
        evaluation.be(fear_of(turn, evaluation))
        swept = area_candidates(turn)
        plain = best_of(turn, (sweep for sweep in swept if sweep.plain))
        if plain is not None:
            yield plain.intent
        fighting = [*_attacks(turn, evaluation), *_swept(turn, evaluation, swept)]
        guarding = evaluation.wards and turn.battle.world.clock.round <= CAUTIOUS.flight
        stuck = not (fighting or guarding or engaged(turn)) and stranded(turn)
        if stuck:  # nothing but to be out of the way
            yield from onward(turn)
        peaceful = [*_places(turn, evaluation, stuck=stuck), *_alone(turn, evaluation, fighting)]
        tired = not fighting or turn.battle.world.clock.round > 1
        if turn.may_attack and tired and _best(fighting) < _best(peaceful):  # it merely waits
            evaluation.be(fear_of(turn, evaluation, waiting=True))
            least = CAUTIOUS.care * CAUTIOUS.rash
            unafraid = evaluation.fear <= temper_of(turn.actor).care * least
            if fighting:
                fighting = [*_attacks(turn, evaluation), *_swept(turn, evaluation, swept)]
            elif unafraid and not guarding:
                yield from onward(turn)
            peaceful = [
                *_places(turn, evaluation, stuck=stuck),
                *_alone(turn, evaluation, fighting),
            ]
        here = [one for one in fighting if not isinstance(one[1], Move)]
        if here and _has_gone(turn) and _best(here) > evaluation.value(turn.here):
            yield from (intent for _, intent in sorted(here, key=lambda one: -one[0]))
        found = [
            *fighting,
            *peaceful,
            *_errands(turn, evaluation),
            *_perches(turn, evaluation),
            *_readied(turn, evaluation),
            *(() if swept else _area_moves(turn, evaluation)),
            *_helps(turn, evaluation),
        ]
        yield from (intent for _, intent in sorted(found, key=lambda one: -one[0]))

    def takes(self, turn: Turn, target: Creature, damage: float) -> bool:
        """An opportunity attack that can hurt is taken, unless a better one is sure to come."""
        return damage > 0 and not keeps(turn, target)

    def guard(self, turn: Turn, guards: Sequence[BidOdds]) -> BidOdds:
        """What leaves least harm to expect: of this attack, and of those still to come."""
        harms, coming, most = costs(turn, guards), to_come(turn), guards[-1].stamina

        def harm(one: BidOdds) -> float:
            now = harms[guards.index(one)]
            return now + spread_over(harms, most - one.stamina, coming)

        return min(guards, key=harm)

    def bid(self, turn: Turn, target: Creature, odds: Sequence[BidOdds]) -> int:
        """The amount whose gain is largest against what it would be worth in later defences."""
        battle, actor = turn.battle, turn.actor
        most, coming, left = shield(battle, actor), to_come(turn), actor.hp.current
        put, weapons = usual_bid(battle, target), target.offence.weapons

        def taken(guard: int) -> float:
            rolls = (face_to_face(battle, target, actor, one, stamina=put, guard=guard)
                     for one in weapons)  # fmt: skip
            shares = (Expected(((roll.hit, roll.damage),)).share(left) for roll in rolls)
            return max(shares, default=0.0)

        each = [taken(guard) for guard in range(most + 1)]
        options = [(-spread_over(each, most, coming), 0)]
        for one in odds:
            gain = Expected(((one.hit, one.damage),)).share(target.hp.current)
            kept = spread_over(each, max(0, most - one.stamina), coming)
            options.append((gain - kept, one.stamina))
        return max(options, key=lambda option: option[0])[1]


def _has_gone(turn: Turn) -> bool:
    """Whether a turn has begun with a walk and nothing else: who came to attack does so."""
    actor, fresh = turn.actor, turn.ruleset.economy.refresh(turn.battle, turn.actor)
    spent = {name for name, count in fresh if actor.resources[name] != count}
    return turn.piecemeal and bool(spent) and spent <= {"movement", "halves"}


def _best(found: Sequence[Valued]) -> float:
    """The best value of some."""
    return max((value for value, _ in found), default=NOTHING)


def fear_of(turn: Turn, evaluation: Evaluation, *, waiting: bool = False) -> float:
    """Less as the battle wears on and for the stronger side, least of all when merely waiting.

    Those who are badly hurt and outnumbered are in dread, for as long as a flight may help. All of
    it is more or less by temper.
    """
    temper = temper_of(turn.actor)
    return temper.care * _fear(turn, evaluation, temper.patience if waiting else None)


def _fear(turn: Turn, evaluation: Evaluation, patience: float | None) -> float:
    """The fear of the steady; ``patience``: of who merely waits, how long it does."""
    hit_points, rounds = turn.actor.hp, turn.battle.world.clock.round - 1
    hurt = 3 * hit_points.current <= hit_points.maximum
    outnumbered = len(turn.foes) > len(turn.friends) + 1
    if hurt and outnumbered and rounds < CAUTIOUS.flight:
        return CAUTIOUS.dread
    strength = evaluation.advantage()
    if patience is not None:
        wait = CAUTIOUS.wait * patience
        over = strength > CAUTIOUS.strong * max(1.0, patience) or rounds >= wait
        return CAUTIOUS.care * (CAUTIOUS.rash if over else max(CAUTIOUS.rash, 1 - rounds / wait))
    left = max(CAUTIOUS.wary, 1 - rounds / CAUTIOUS.weary)
    return CAUTIOUS.care * left * min(1.0, 1 / math.sqrt(strength))


# --- attacks ------------------------------------------------------------------------------------


def _attacks(turn: Turn, evaluation: Evaluation) -> Iterator[Valued]:
    """Attacks and charges, with what the turn is worth that begins so."""

    def first_guess(one: Candidate) -> tuple[float, int]:
        flank = flanks(turn, one.body, one.target)
        gain = evaluation.gain(one.promise, one.target) * (1 + FLANKING if flank else 1.0)
        return gain + evaluation.about(one.body), -one.cost2

    found = sorted(_candidates(turn, evaluation), key=first_guess, reverse=True)
    room = Room(turn)
    looks = [look for one in found[:LOOKED_AT] for look in _looks(turn, evaluation, one, room)]
    pressed = any(look.peril for look in looks) or not watched(turn).isdisjoint(turn.here.cells)
    if pressed:  # the best with each weapon from where it is
        standing = {one.weapon.name: one for one in reversed(found[LOOKED_AT:]) if not one.paths}
        looks += [look for one in standing.values() for look in _looks(turn, evaluation, one, room)]
    followed = set(range(len(looks)))
    if turn.piecemeal:  # where movement goes on after attacks that takes a search each
        by_gain = sorted(followed, key=lambda i: -looks[i].gain)
        by_value = sorted(followed, key=lambda i: -looks[i].gain - looks[i].stay)
        followed = {*by_gain[:FOLLOWED], *by_value[:FOLLOWED]}
    if turn.in_space and followed:  # out of a foe's threat there is no way in peace
        danger = watched(turn)
        followed = {i for i in followed if danger.isdisjoint(looks[i].candidate.body.cells)}
    for i, look in enumerate(looks):
        stay = look.stay
        if i in followed:
            stay = max(stay, _leaving(turn, evaluation, look))
        yield look.gain + stay, look.intent
    for one in charges(turn):
        charge = charge_to(turn, one)
        if charge is None or one.paths is None:
            continue
        path, expected = charge
        felling = expected.felling(max(1, one.target.hp.current))
        with turn.belief.suffering(turn.actor, one.paths.mode.conditions):
            stay = evaluation.value(one.body, spared=one.target.id, chance=felling)
        loss = evaluation.loss(path.peril) + CAUTIOUS.effort * path.cost2
        intent = one.paths.move(path, one.target.id)
        yield evaluation.gain(expected, one.target) + stay - loss, intent


def _candidates(turn: Turn, evaluation: Evaluation) -> list[Candidate]:
    ways = attacking_paths(turn)

    def places(paths: Paths, _: Creature, __: Weapon) -> Iterable[Body]:
        if paths.mode.steps is not None:
            return turn.steps
        return islice(_promising(turn, evaluation, paths), SHOTS)

    sure = CAUTIOUS.sure if turn.in_space else 0.0
    return [*melee_attacks(turn, ways, sure), *shots(turn, ways, places, sure)]


@attrs.frozen
class _Look:
    """A candidate looked at more closely: what it gains for its costs, and where it leaves one.

    ``stay`` is what its place is worth, ``felling`` the chance to fell the foe; ``cost2`` and
    ``peril`` are those of the way there.
    """

    candidate: Candidate
    attack: Attack
    intent: Intent
    gain: float
    stay: float
    felling: float
    cost2: int
    peril: float


def _looks(turn: Turn, evaluation: Evaluation, one: Candidate, room: Room) -> Iterator[_Look]:
    """A candidate with its attacks; where something is put in, with the one that pays best.

    What is kept will be of use as well.
    """
    found = turn.attacks(one.body, one.target, one.series)
    if one.paths is not None and not turn.bids_stamina:
        found = found[-1:]
    looks = []
    for attack in found:
        felling = attack.expected.felling(max(1, one.target.hp.current))
        gain = evaluation.gain(attack.expected, one.target)
        kept = attack.series.left if turn.bids_stamina else None
        stay = evaluation.value(one.body, spared=one.target.id, chance=felling, kept=kept)
        looks.append((gain + stay, gain, stay, felling, attack))
    if turn.bids_stamina and looks:
        looks = [max(looks, key=lambda look: look[0])]
    peril = turn.peril_of(one.target, one.weapon, one.body) if looks else 0.0
    flank_gain = _flank_gain(turn, evaluation, one) if looks else 0.0
    shut_out = _shut_out(evaluation, one, room) if looks else 0.0
    for _, gain, stay, felling, attack in looks:
        intent, path = one.begin(turn.actor.id, attack)
        cost2 = path.cost2 + 1 if one.paths is not None else 0
        gain = path.likely * (gain + CAUTIOUS.flank_lent * (1 - felling) * flank_gain)
        gain -= evaluation.loss(peril + path.peril) + shut_out + CAUTIOUS.effort * cost2
        yield _Look(one, attack, intent, gain, stay, felling, path.cost2, path.peril)


def _flank_gain(turn: Turn, evaluation: Evaluation, one: Candidate) -> float:
    """What friends gain by the flank on a foe that a place gives them."""
    gained, foe = 0.0, one.target
    if turn.in_space:
        return gained
    for friend in turn.friends:
        if turn.ruleset.topology.opposite(one.body, friend.body, foe.body):
            before = _best_gain(turn, evaluation, friend, foe)
            with turn.belief.imagined(turn.actor, turn.standing_in(one.body)):
                gained += max(0.0, _best_gain(turn, evaluation, friend, foe) - before)
    return gained


def _shut_out(evaluation: Evaluation, one: Candidate, room: Room) -> float:
    """What friends lose to whom a place is the only one to get at a foe from."""
    if one.paths is None:
        return 0.0
    losses = (
        evaluation.gain(evaluation.best(friend, foe), foe)
        for friend, foe in room.shut_out(one.body)
    )
    return CAUTIOUS.shut_out * max(losses, default=0.0)


def _best_gain(turn: Turn, evaluation: Evaluation, friend: Creature, foe: Creature) -> float:
    """What a friend's best single attack on a foe gains, from where it stands."""
    return evaluation.gain(Expected((best_from(turn.battle, friend, foe),)), foe)


def _leaving(turn: Turn, evaluation: Evaluation, look: _Look) -> float:
    """What the best place is worth that can still be gone to after an attack."""
    found, one, then = [NOTHING], look.candidate, turn
    left = look.attack.series.left
    if one.paths is not None:
        if not turn.piecemeal:
            return NOTHING
        path = one.paths.to(one.body)
        steps = path.bodies if turn.in_space else ()
        gone = after(turn.battle, turn.actor, one.paths.mode, look.cost2, steps)
        series = attacks(turn.battle, turn.actor, gone).get(one.weapon.name, ())
        ended = (some.left for some in series if some.attacks == look.attack.series.attacks)
        left = next(ended, gone)
    place = turn.standing_in(one.body)
    with turn.belief.world.supposing(turn.actor.id, place, left):
        ways = ways_open(turn.battle, turn.actor, left)
        if one.paths is not None and ways:
            then = turn.again()
        for opening in ways:
            paths = Paths(then, opening)
            for body in islice(_promising(then, evaluation, paths), 2):
                value = evaluation.value(
                    body, spared=one.target.id, chance=look.felling, kept=_kept(turn, look)
                )
                value += _lent(turn, evaluation, body, one.body)
                found.append(value - evaluation.loss(paths.to(body).peril))
    return max(found)


def _kept(turn: Turn, look: _Look) -> Resources | None:
    """What is kept for a defence after an attack, where something can be put in."""
    return look.attack.series.left if turn.bids_stamina else None


def _lent(turn: Turn, evaluation: Evaluation, body: Body, before: Body | None = None) -> float:
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
                for sign, at in ((1, body), (-1, place)):
                    with turn.belief.imagined(turn.actor, turn.standing_in(at)):
                        lent += sign * _best_gain(turn, evaluation, friend, foe)
    return CAUTIOUS.flank_lent * lent


# --- areas --------------------------------------------------------------------------------------


def _swept(turn: Turn, evaluation: Evaluation, swept: list[AreaCandidate]) -> Iterator[Valued]:
    """The best attack on an area, if friends do not suffer more by it."""
    best, world = best_of(turn, swept), turn.battle.world
    if best is None or worth(turn, best) <= 0:
        return
    gain, cost = (
        sum(evaluation.gain(sure(one.damage), world[one.creature]) for one in caught)
        for caught in (best.foes, best.friends)
    )
    yield gain - cost + evaluation.value(turn.here) - evaluation.loss(best.peril), best.intent


def _area_moves(turn: Turn, evaluation: Evaluation) -> Iterator[Valued]:
    """Going to where an attack on an area may be made."""
    for paths in attacking_paths(turn) if spells(turn) else ():
        for body, sweep in area_approaches(turn, paths):
            path = paths.to(body)
            cost = evaluation.loss(path.peril) + CAUTIOUS.effort * (1 + path.cost2)
            value = worth(turn, sweep) + evaluation.value(body)
            yield _hoped(turn, evaluation, path, value) - cost, paths.move(path)


# --- moves --------------------------------------------------------------------------------------


def _promising(turn: Turn, evaluation: Evaluation, paths: Paths) -> Iterator[Body]:
    """The places that a way to move leads to, the most promising first."""
    if paths.mode.steps is not None:
        bodies = iter(sorted(turn.steps, key=lambda body: -evaluation.about(body)))
    else:
        places = paths.places
        bodies = places.best({extent: evaluation.values(extent) for extent in places.extents})
    halts = turn.may_halt if turn.in_space else turn.may_stop
    return (body for body in bodies if body != turn.here and halts(body))


def _moves(turn: Turn, evaluation: Evaluation) -> Iterator[Valued]:
    """Staying where it is, and every way to move to a better place."""
    yield evaluation.value(turn.here), None
    for opening in turn.openings:
        mode = opening.mode
        if mode.straight or (mode.minimum and mode.steps is not None):
            continue
        paths = Paths(turn, opening)
        for body in islice(_promising(turn, evaluation, paths), PLACES):
            path = paths.to(body)
            value = _hoped(turn, evaluation, path, evaluation.value(body))
            value -= evaluation.loss(path.peril)
            value += _lent(turn, evaluation, body) - CAUTIOUS.effort * (1 + path.cost2)
            yield value - CAUTIOUS.effort * (not opening.attacks), paths.move(path)


def _places(turn: Turn, evaluation: Evaluation, *, stuck: bool) -> Iterator[Valued]:
    """The same; ``stuck``: staying where it is alone."""
    return iter([(evaluation.value(turn.here), None)]) if stuck else _moves(turn, evaluation)


def moves_in(fear: float, turn: Turn, evaluation: Evaluation) -> Iterator[Intent]:
    """Moves to the places that are best for so much fear."""
    evaluation.be(fear)
    found = sorted(_moves(turn, evaluation), key=lambda one: -one[0])
    yield from (intent for _, intent in found if intent is not None)


def _hoped(turn: Turn, evaluation: Evaluation, path: Path, value: float) -> float:
    """What the end of a way is worth if it is not sure to be reached; else one stays."""
    if path.likely == 1:
        return value
    return path.likely * value + (1 - path.likely) * evaluation.value(turn.here)


def _errands(turn: Turn, evaluation: Evaluation) -> Iterator[Valued]:
    """Going to where a goal of the side is served, though that takes more than this turn."""
    for body, move in islice(errands(turn), 1):
        yield evaluation.value(body) + PLACE.serves * PLACE.later, move


def _perches(turn: Turn, evaluation: Evaluation) -> Iterator[Valued]:
    """Climbing to where a shooter is better off than anywhere that it could walk to."""
    if not (any(True for _ in turn.shots(turn.actor)) or turn.actor.areas.items):
        return
    paths = climbers(turn)
    if paths is None:
        return
    here, walking = evaluation.value(turn.here), turn.places(paths.opening.limit)
    found = (body for body in _promising(turn, evaluation, paths) if walking.cost2(body) is None)
    for body in islice(found, PLACES):
        path = paths.to(body)
        likely = climbed(turn, paths.opening, path.bodies)
        if likely >= BOLD:
            value = likely * evaluation.value(body) + (1 - likely) * here
            peril = path.peril + CAUTIOUS.fall * (1 - likely)
            value -= evaluation.loss(peril) + CAUTIOUS.effort * (1 + path.cost2)
            yield value, paths.move(path)


# --- special acts -------------------------------------------------------------------------------


def _alone(turn: Turn, evaluation: Evaluation, fighting: Sequence[Valued]) -> Iterator[Valued]:
    """Acts that concern nobody but their maker: what the rest of the turn is worth after each.

    What only takes one farther is for flight: whoever means to fight gets there by approaching.
    Whoever has neither friends nor a goal to win time for does not win time instead of fighting.
    """
    farthest = max((one.limit for one in turn.openings), default=0)
    harm = evaluation.harm(turn.here)
    hope = _best(fighting) - evaluation.value(turn.here) > CAUTIOUS.hope
    alone = hope and not (turn.friends or turn.battle.world.goals)
    for intent, events in acts_at_once(turn.battle, turn.actor) if harm else ():
        with turn.belief.supposing(events):
            then = turn.again()
            if (
                any(one.limit > farthest for one in then.openings)
                and evaluation.fear < CAUTIOUS.dread
            ):
                continue
            anew = Evaluation(then, evaluation)
            best, move = max(_moves(then, anew), key=lambda one: one[0])
        if not (alone and move is None):
            yield best - CAUTIOUS.effort, intent


def _readied(turn: Turn, evaluation: Evaluation) -> Iterator[Valued]:
    """Making a weapon usable, for the attack that it opens now or in the next turn."""
    for one in readyings(turn):
        gain = evaluation.gain(one.expected, one.target)
        if not one.now:
            if one.instead is not None:
                world = turn.battle.world
                gain -= evaluation.gain(one.instead.expected, world[one.instead.target])
            gain *= PLACE.later
        yield (
            evaluation.value(turn.here) + gain - evaluation.loss(one.peril) - CAUTIOUS.effort,
            one.intent,
        )


def _helps(turn: Turn, evaluation: Evaluation) -> Iterator[Valued]:
    """Acts for friends: what their best attacks gain by them."""
    stay, friends = evaluation.value(turn.here), turn.friends
    before: float | None = None

    def pressing() -> float:
        return sum(
            max(_best_gain(turn, evaluation, one, foe) for foe in turn.foes) for one in friends
        )

    for intent, events in acts_at_once(turn.battle, turn.actor, {one.id for one in friends}):
        before = pressing() if before is None else before
        with turn.belief.supposing(events):
            gained = pressing() - before
        if gained > 0:
            yield stay + gained * PLACE.later - CAUTIOUS.effort, intent
