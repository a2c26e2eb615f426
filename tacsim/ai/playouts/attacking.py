"""Attacking: a creature's attacks, from where it is or from where it can go, the best first.

What each is worth at most is looked up; only those that may be the best are looked at closely:
from here by the roll that the attack itself makes, from elsewhere by the way there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from heapq import heapify, heappop, heappush
from typing import cast

import attrs

from tacsim.ai.knowing.chances import Expected, face_to_face, flanking
from tacsim.ai.knowing.temper import counts, temper_of
from tacsim.ai.knowing.weights import QUICK
from tacsim.ai.playouts.ground import RANGES, Ground, reach, swing
from tacsim.ai.playouts.promises import Duels, Open, Promise, weights
from tacsim.ai.turn import carry
from tacsim.ai.ways.routes import FAR, Distances
from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.intents import Intent, Move
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.rules import goals
from tacsim.rules.acts import attack_for
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.threat import melee
from tacsim.rules.openings import Opening

TRIED = 4
"""Attacks that are looked at closely before giving them up."""


@attrs.define(eq=False)
class _Try:
    """An attack that may be begun: how, once that has been looked at.

    ``thrown``: a weapon to strike with is thrown, from where it carries best.
    """

    foe: Creature
    weapon: Weapon | None
    promise: Promise | None
    way: Opening | None = None
    flanks: bool = False
    thrown: bool = False
    intent: Intent | None = None


class Attacks:
    """The attacks of a creature in its turn; ``free``: whether it may leave its place for them."""

    def __init__(self, ground: Ground, open_: Open, foes: tuple[Creature, ...]) -> None:
        self.ground = ground
        self.battle, self.ruleset, self.actor = ground.battle, ground.ruleset, ground.actor
        self.open = open_
        self.foes = foes
        self.free = True
        self._bold = False
        """Whether it goes to attack whatever harm it comes to."""
        self.duels = Duels(self.battle, self.actor)
        distance = self.ruleset.metric.distance
        self.apart = {foe.id: distance(self.actor.body, foe.body) for foe in foes}
        """The cells to each foe."""
        self._beside: dict[str, list[Creature]] = {}
        self._gains: dict[tuple[str, str], float] = {}

    @property
    def possible(self) -> bool:
        """Whether any is open, were there a foe at hand."""
        return bool(self.open.now or self.open.ways or self.open.charges)

    @cached_property
    def weary(self) -> bool:
        """Whether it minds no harm any more where it attacks from or ends its turn."""
        return self.battle.world.clock.round > QUICK.weary

    @cached_property
    def _minded(self) -> float:
        """What harm that foes may do counts where it attacks from."""
        return 0.0 if self.weary else QUICK.exposed

    @cached_property
    def worry(self) -> float:
        """What damage to itself counts, by its temper."""
        return QUICK.worry * temper_of(self.actor).care

    @cached_property
    def _counts(self) -> Mapping[str, float]:
        """What each foe counts: by what it can do in a turn, and by the creature's tasks."""
        tasks = counts(self.battle, self.actor)
        ours = (self.actor, *self.battle.friends(self.actor))
        found = weights(self.battle, self.foes, ours)
        return {
            foe.id: weight * tasks.get(foe.id, 1.0)
            for foe, weight in zip(self.foes, found, strict=True)
        }

    @cached_property
    def _prey(self) -> frozenset[str]:
        return goals.prey(self.battle, self.actor.side) if self.battle.world.goals else frozenset()

    def worth(self, share: float, foe: Creature) -> float:
        """What it counts to take a share of a foe's hit points."""
        wanted = share * QUICK.prey if foe.id in self._prey else share
        return wanted * self._counts[foe.id]

    def best(self) -> Iterator[Intent]:
        """Attacks, from here or from where the creature can go, the best first.

        Who is weary of waiting goes to attack though it may come to more harm than it does.
        """
        here = self._best_first(self._tries_here(), TRIED)
        best, intent = next(here, (0.0, None))
        self._bold = self.weary and intent is None
        if self.free:
            for value, move in self._best_first(self._tries_elsewhere(best), TRIED):
                if self._bold or value > best * QUICK.better:
                    yield move
        if intent is not None:
            yield intent
            yield from (other for _, other in here)

    def _best_first(
        self, tries: Iterable[tuple[float, _Try]], most: int
    ) -> Iterator[tuple[float, Intent]]:
        """Attacks with what they are worth, the best first; so many at most are looked at."""
        queue = [(-value, n, one) for n, (value, one) in enumerate(tries)]
        heapify(queue)
        while queue:
            value, number, one = heappop(queue)
            if one.intent is not None:
                yield -value, one.intent
            elif most:
                most -= 1
                found = self._looked_at(one, -value)
                if found is not None:
                    one.intent = found[1]
                    heappush(queue, (-found[0], number, one))

    def _tries_here(self) -> Iterator[tuple[float, _Try]]:
        """Attacks from here, with what they are worth at most."""
        weapons = self._weapons if self.open.now else ()
        left = self.actor.attacks_left.attacks
        if left:  # of a full attack that has lost its target
            weapons = tuple(w for w in weapons if attack_for(self.actor, w, left) is not None)
        for weapon in weapons:
            series, far = self.open.now.get(weapon.name), _farthest(weapon)
            for foe in self.foes if series else ():
                if self.apart[foe.id] <= far:
                    found = self.duels.promise(foe, series or ())
                    value = self.worth(found.share, foe) * self._gain(weapon, foe)
                    yield value, _Try(foe, weapon, found)

    def _tries_elsewhere(self, best: float) -> Iterator[tuple[float, _Try]]:
        """Attacks from where the creature can go, with what they are worth at most."""
        for foe in self.foes:
            for weapon in self._weapons:
                yield from self._tries_by_going(foe, weapon, best)
        for opening in self.open.charges if not (best or self.ground.post) else ():
            for foe in self.foes:
                value = self._charged(opening, foe)
                if value:
                    yield value, _Try(foe, None, None, opening)

    def _tries_by_going(
        self, foe: Creature, weapon: Weapon, best: float
    ) -> Iterator[tuple[float, _Try]]:
        assert self.ground.here is not None
        far = reach(weapon)
        casts = self.actor.areas.items  # it rather goes to where these reach
        throws = 0 if weapon.ranged or casts else carry(weapon, RANGES)
        for one in self.open.ways:
            series = one.attacks.get(weapon.name)
            steps = one.mode.steps
            cells = one.limit // 2 if steps is None else 2 * steps
            if not series or self.apart[foe.id] > max(far, throws) + cells:
                continue
            found = self.duels.promise(foe, series)
            value = self.worth(found.share, foe)
            gain = self._gain(weapon, foe)
            if value * gain <= best * QUICK.better:
                continue
            away = self.ground.to(weapon, foe)[self.ground.here]
            thrown = throws > 0 and away > one.limit
            if thrown:
                away = self.ground.to_shoot(weapon, foe)[self.ground.here]
            if (steps is None and away > one.limit) or away == FAR:
                continue
            cost = QUICK.effort * (away + 1)
            back = weapon.ranged and self.ground.pressed
            if value > best * QUICK.better and (away or back):
                yield value - cost, _Try(foe, weapon, found, one, thrown=thrown)
            if gain > 1 and not thrown:
                yield value * gain - cost, _Try(foe, weapon, found, one, flanks=True)

    # --- flanks ---------------------------------------------------------------------------------

    def _partners(self, foe: Creature) -> list[Creature]:
        """The friends with whom a foe might be flanked."""
        if foe.id not in self._beside:
            distance, field = self.ruleset.metric.distance, self.battle.world.field
            self._beside[foe.id] = [
                friend
                for friend, far in (self._friends if field.axes == 2 else ())
                if distance(friend.body, foe.body) <= far
            ]
        return self._beside[foe.id]

    def _gain(self, weapon: Weapon, foe: Creature) -> float:
        """How many times as much an attack does that flanks a foe, where one could."""
        found = () if weapon.ranged else self._partners(foe)
        if not found:
            return 1.0
        key = weapon.name, foe.id
        if key not in self._gains:
            self._gains[key] = flanking(self.battle, self.actor, foe, weapon, found[0])
        return self._gains[key]

    def _flanking(self, weapon: Weapon, foe: Creature) -> tuple[int, ...]:
        """The places from which a weapon strikes a foe opposite a friend."""
        found, routes, opposite = (
            self._partners(foe),
            self.ground.routes,
            self.ruleset.topology.opposite,
        )

        def make() -> list[int]:
            return [
                node
                for node in self.ground.strikes(weapon, foe)
                if any(opposite(routes.body(node), one.body, foe.body) for one in found)
            ]

        key = ("flank", *swing(weapon), foe.body, *[friend.body for friend in found])
        return routes.goals(key, make)

    def _charged(self, opening: Opening, foe: Creature) -> float:
        """What a charge at a foe may be worth, 0 where somebody or the ground is in its way.

        Those whose reach its straight way leaves strike at it.
        """
        assert self.ground.here is not None
        weapons = [weapon for weapon in melee(self.actor) if weapon in self._weapons]
        longest = max((weapon.reach for weapon in weapons), default=0)
        cells = self.apart[foe.id] - longest
        if not weapons or not opening.mode.least <= cells <= opening.limit // 2:
            return 0.0
        battle, actor = self.battle, self.actor
        rolls = [(face_to_face(battle, actor, foe, one, charge=True), one) for one in weapons]
        roll, weapon = max(rolls, key=lambda one: one[0].damage)
        away = self.ground.to_strike(weapon, foe)[self.ground.here]
        left = self.ground.straight_to(self.ground.strikes(weapon, foe))
        if away // 2 > cells or left is None:
            return 0.0
        gain = self.worth(Expected(((roll.hit, roll.damage),)).share(foe.hp.current), foe)
        return max(0.0, gain - self.worry * self.ground.peril_of(left))

    def _looked_at(self, one: _Try, value: float) -> tuple[float, Intent] | None:
        """An attack with what it is worth, a little more or less; None if it is not possible."""
        if one.way is None:
            return self._from_here(one)
        if one.weapon is None:
            return value, Move(self.actor.id, mode=one.way.mode.name, target=one.foe.id)
        return self._by_going(one, one.weapon, one.way, value)

    def _from_here(self, one: _Try) -> tuple[float, Intent] | None:
        battle, actor, weapon, foe = self.battle, self.actor, one.weapon, one.foe
        assert weapon is not None
        assert one.promise is not None
        assert self.ground.here is not None
        if not self.ruleset.attacks.check(battle, actor, foe, weapon):
            return None
        roll = attack_roll(battle, Attacking(actor.id, foe.id, weapon.at_hand))
        plain = face_to_face(battle, actor, foe, weapon)
        clear = roll.damage / plain.damage if plain.damage else 0.0
        value = self.worth(one.promise.share * clear, foe)
        if self.ground.pressed and self.ruleset.attacks.acts(battle, actor, foe, weapon):
            value -= self.worry * self.ground.peril
        value /= 1 + self._minded * self.ground.harm(self.ground.here)
        return value, one.promise.series.intent(actor.id, foe.id)

    def _by_going(
        self, one: _Try, weapon: Weapon, opening: Opening, value: float
    ) -> tuple[float, Intent] | None:
        to = self.ground.to_shoot if one.thrown else self.ground.to
        distances, ends = to(weapon, one.foe), cast(Callable[[int], bool], self.ground.ends)
        if weapon.ranged or one.thrown:  # not to where foes may strike
            ends = self.ground.undisturbed
        if one.flanks:
            free = frozenset(filter(self.ground.ends, self._flanking(weapon, one.foe)))
            if not free or self.ground.here in free:
                return None
            ends = free.__contains__
        if opening.mode.steps is not None:
            return self._by_a_step(distances, opening, value, ends)
        way = self.ground.way(distances, opening, ends)
        if self._bold and not way.arrives:
            way = self.ground.way(distances, opening, ends, bold=True)
        if not way.arrives or way.costs[-1] > opening.limit:
            return None
        value -= self.worry * self.ground.peril * (way.dread > 0)
        value /= 1 + self._minded * self.ground.harm(way.nodes[-1])
        return value, self.ground.move(opening, way.nodes)

    def _by_a_step(
        self, distances: Distances, opening: Opening, value: float, ends: Callable[[int], bool]
    ) -> tuple[float, Intent] | None:
        """The step by which an attack opens."""
        for node in self.ground.steps(opening.mode):
            if distances[node] or not ends(node):
                continue
            return value, self.ground.move(opening, (node,))
        return None

    def _ready(self, weapon: Weapon) -> bool:
        """Whether a weapon is at hand, or can be brought to hand."""
        if not weapon.stowed:
            return True
        return not isinstance(self.ruleset.attacks.ready(self.battle, self.actor, weapon), Refused)

    @cached_property
    def _weapons(self) -> tuple[Weapon, ...]:
        """Those of its weapons that are at hand, or can be brought to hand."""
        return tuple([weapon for weapon in self.actor.offence.weapons if self._ready(weapon)])

    @cached_property
    def favourite(self) -> Weapon | None:
        """The weapon with which a fresh turn's attacks promise most."""
        usual, actor = self.open.usual, self.actor
        found = [
            (self.duels.promise(self.foes[0], usual[weapon.name]).share, -number, weapon)
            for number, weapon in enumerate(actor.offence.weapons)
            if usual.get(weapon.name)
        ]
        return max(found, key=lambda one: one[:2])[2] if found else None

    @cached_property
    def shoots(self) -> bool:
        """Whether it does best from afar."""
        return self.favourite is not None and self.favourite.ranged

    @cached_property
    def _friends(self) -> list[tuple[Creature, int]]:
        """Its friends, and how far they reach; those who do not are left out."""
        reach = [
            (friend, max((weapon.reach for weapon in melee(friend)), default=-1))
            for friend in self.battle.friends(self.actor)
        ]
        return [one for one in reach if one[1] >= 0]


def _farthest(weapon: Weapon) -> int:
    """The cells from which it can be used at all."""
    if not weapon.increment:
        return weapon.reach
    return max(weapon.reach, weapon.farthest or weapon.increment * weapon.increments)
