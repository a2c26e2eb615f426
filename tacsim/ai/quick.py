"""Quick: a policy for playing thousands of battles, and the opponent that plays by it.

It looks one step ahead and works nothing out twice. What is open to a creature, what its attacks
promise against another, and how far every place is from where a foe can be attacked depend on
little, come up again and again, and are kept: the first two with the ruleset
(:mod:`tacsim.rules.openings`, :mod:`tacsim.ai.chances`), by the state of those concerned; the last
with the map (:mod:`tacsim.ai.routes`). Ways are handed to the judge cell by cell, so that it need
not search.

:func:`candidates` is the policy: what to try for a decision, best first, in a battle that it takes
for the truth and does not change. Something that the rules allow is always among it, and only the
judge says what; so whoever plays a fork of a battle out calls :func:`play`, which submits them in
turn and pays for no check beforehand. :class:`Quick` is the policy as an opponent: without fog a
side knows all there is, so that it looks at the battle itself; in fog, at its side's belief.

In its turn a creature, in this order, goes where a goal of its side is met; gets up; gets free, or
takes up a weapon; covers an area if that catches several; attacks, from where it is or where it can
go, whoever it takes the greatest share of, finishing blows counting most; makes a weapon usable;
goes where a goal is served; or nearer to a foe. Shooters step out of foes' reach where that is
free. Of ways to a place it goes the one that provokes nobody, if the detour is short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import cast

import attrs
import numpy as np

from tacsim.ai.answers import attack_under_way
from tacsim.ai.approach import arrivals
from tacsim.ai.areas import area_candidates, best_of, worth
from tacsim.ai.belief import Belief, striking
from tacsim.ai.chances import (
    Expected,
    best_attack,
    face_to_face,
    flanking,
    opportunity_bid,
    pair,
    promised,
    shield,
)
from tacsim.ai.greedy import Greedy
from tacsim.ai.opponent import unhampered
from tacsim.ai.routes import FAR, Distances, Routes, Way, routes_of
from tacsim.ai.turn import THRIFT, Turn, carry, ways_open
from tacsim.ai.views import over, view
from tacsim.ai.wariness import wary
from tacsim.core.agenda import Asking, Attacking, Decision
from tacsim.core.apply import apply
from tacsim.core.components import Bonuses, Weapon
from tacsim.core.events import Event, IntentRefused
from tacsim.core.intents import Decline, EndTurn, Intent, Move, Take
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Cell, shifted
from tacsim.rules import goals
from tacsim.rules.acts import attack_for
from tacsim.rules.battle import Battle
from tacsim.rules.choices import acts_at_once, arming, rising
from tacsim.rules.combat.attacks import attack_roll, guards
from tacsim.rules.combat.policies import Bidding
from tacsim.rules.combat.threat import in_melee, melee, threatened, watchers
from tacsim.rules.engine import check, submit
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.policies import MoveMode, Provokes
from tacsim.rules.movement.steps import Mover
from tacsim.rules.movement.ways import Provoking
from tacsim.rules.openings import (
    Attackings,
    Opening,
    Series,
    areas_open,
    attacks,
    fresh,
    kept,
    likeness,
)
from tacsim.rules.ruleset import Ruleset

EFFORT = 0.0005
"""What a half-cell of movement counts against the share that an attack takes."""
WORRY = 0.5
"""What damage to itself counts against damage to others, both as shares of hit points."""
DREAD = 8
"""Half-cells of detour that keeping from one provocation is worth."""
PATIENCE = 0.6
"""What an attack is worth if it has to wait for a turn."""
RANGES = 1
"""Range increments from within which shots are made by choice."""
PREY = 2.0
"""How many times as much it counts to attack whom a side has to put out of the fight."""
BETTER = 1.1
"""How many times as good as what can be attacked from here it has to be to be gone to."""
DIM = 0.8
"""The part of an attack that has to be left of it where it is made, for nothing to be sought."""
TRIED = 4
"""Attacks that are looked at closely before giving them up."""


# --- the policy ---------------------------------------------------------------------------------


def candidates(battle: Battle, decision: Decision) -> Iterator[Intent]:
    """What to try for a decision, best first, in a battle taken for the truth; it is not changed.

    The rules may refuse any of it but the last.
    """
    actor = battle.world[decision.actor]
    if decision.is_turn:
        yield from _Turn(battle, actor).candidates()
        yield EndTurn(actor.id)
    else:
        yield from _answers(battle, actor, decision)
        yield Decline(actor.id)


def play(battle: Battle) -> list[Event]:
    """Decide for whoever has to in a battle, and carry it out; the events that follow.

    Errors: ValueError where nobody has to decide. The battle is changed: to try something out, play
    a fork of it.
    """
    decision = battle.decision
    if decision is None:
        raise ValueError("nobody has to decide")
    for intent in candidates(battle, decision):
        events = submit(battle, intent)
        if not (events and isinstance(events[0], IntentRefused)):
            return events
    raise AssertionError(f"nothing is allowed: {decision}")


class Quick:
    """The policy as an opponent."""

    def __init__(self) -> None:
        self._beliefs: dict[str, Belief] = {}

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        """The first of the candidates that the rules allow."""
        seen = self._belief(battle, decision.actor) if battle.fog else battle
        for intent in candidates(seen, decision):
            if not isinstance(check(battle, intent), Refused):
                return intent
        return EndTurn(decision.actor) if decision.is_turn else Decline(decision.actor)

    def _belief(self, battle: Battle, creature: str) -> Battle:
        side = battle.world[creature].side
        found = self._beliefs.get(side)
        if found is None or found.source is not battle:
            found = self._beliefs[side] = Belief(battle, side, creature)
        else:
            found.look(creature)
        return found.battle


# --- what is open -------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class _Open:
    """What is open to a creature: what it depends on comes up again and again.

    ``now``: attacks at once; ``ways``: moves after which some are open; ``charges``: moves that end
    in one; ``plain``: moves that merely cover ground, the longest first; ``afresh``: how far one of
    these leads in a turn in which nothing is spent yet.
    """

    now: Attackings
    ways: tuple[Opening, ...]
    charges: tuple[Opening, ...]
    plain: tuple[Opening, ...]
    afresh: int
    usual: Attackings
    stuck: bool


def _open(battle: Battle, actor: Creature) -> _Open:
    world = battle.world

    def bonds() -> tuple[tuple[str, str, str], ...]:
        every = world.tables.get(Bonuses, {}).items()
        return tuple((str(n), one.name, one.against) for n, have in every for one in have.items)

    def make() -> _Open:
        found = ways_open(battle, actor, actor.resources)
        anew = fresh(battle, actor)
        afresh = ways_open(battle, actor, anew)
        plain = [one for one in found if _covers_ground(one.mode)]
        return _Open(
            attacks(battle, actor),
            tuple(one for one in found if one.attacks and not one.mode.straight),
            tuple(one for one in found if one.mode.attack),
            tuple(sorted(plain, key=lambda one: -one.limit)),
            max((one.limit for one in afresh if _covers_ground(one.mode)), default=0),
            attacks(battle, actor, anew),
            all(one.mode.steps is not None for one in afresh),
        )

    key = (
        "open", likeness(battle, actor), actor.resources, actor.conditions, world.clock.surprise,
        world.cached("bonds", (Bonuses,), bonds),
    )  # fmt: skip
    return kept(battle.ruleset, key, make)


def _covers_ground(mode: MoveMode) -> bool:
    return not mode.straight and mode.provokes is Provokes.ALWAYS and mode.steps is None


# --- what attacks promise -----------------------------------------------------------------------


@attrs.frozen(eq=False)
class _Promise:
    """What the best of some attacks on a foe promises: the share that it takes."""

    share: float
    series: Series
    among: tuple[Series, ...]
    """Those that it is the best of; held so that the number by which it is kept stays theirs."""


def _promise(battle: Battle, actor: Creature, foe: Creature, among: tuple[Series, ...]) -> _Promise:
    """The best of some attacks, wherever they are made from."""
    guard, left = shield(battle, foe) if bids(battle.ruleset) else 0, foe.hp.current
    key = ("promise", id(among), *pair(battle, actor, foe), guard, left)

    def make() -> _Promise:
        def value(one: Series) -> tuple[float, float]:
            share = promised(battle, actor, foe, one, guard).share(left)
            return share - THRIFT * sum(put for _, _, put in one.attacks), share

        best = max(((value(one), one) for one in among), key=lambda found: found[0][0])
        return _Promise(best[0][1], best[1], among)

    return kept(battle.ruleset, key, make)


def bids(ruleset: Ruleset) -> bool:
    """Whether something is put into defences."""

    def make() -> tuple[bool]:
        return (any(isinstance(one, Bidding) for one in ruleset.procedures.values()),)

    return kept(ruleset, "bids", make)[0]


# --- a turn -------------------------------------------------------------------------------------


@attrs.define(eq=False)
class _Try:
    """An attack that may be begun: how, once that has been looked at."""

    foe: Creature
    weapon: Weapon | None
    promise: _Promise | None
    way: Opening | None = None
    flanks: bool = False
    intent: Intent | None = None


class _Turn:
    """A creature's turn, worked out as far as it is asked for."""

    def __init__(self, battle: Battle, actor: Creature) -> None:
        self.battle = battle
        self.ruleset: Ruleset = battle.ruleset
        self.actor = actor
        self.foes = battle.foes(actor)
        self.open = _open(battle, actor)
        self.apart = {
            foe.id: battle.ruleset.metric.distance(actor.body, foe.body) for foe in self.foes
        }
        self._beside: dict[str, list[Creature]] = {}
        self._provoking: dict[str, Provoking] = {}
        self.dimmed = False
        """Whether something takes much off attacks from here: cover, or the distance."""

    def candidates(self) -> Iterator[Intent]:
        """What to try, best first."""
        if not self.foes or self.routes is None or self.here is None:
            yield from self._slowly()
            return
        if self.serving:
            yield from self._toward(goals.places(self.battle, self.actor, at_once=True), met=True)
        if self.actor.has("prone"):
            yield from self._gets_up()
        elif self.open.stuck or not self.actor.offence.weapons:
            yield from unhampered(self.slow)
        areas = areas_open(self.battle, self.actor)
        if not (areas or self.open.now or self.open.ways or self.open.charges or self.open.plain):
            return
        if areas:
            yield from self._areas()
        yield from self._attacks()
        if self._may_attack:
            yield from self._readies()
        if self.serving:
            if self._serves:
                return
            yield from self._toward(self.serving)
        yield from self._steps_back()
        yield from self._nearer()

    # --- the ground -----------------------------------------------------------------------------

    @cached_property
    def mover(self) -> Mover:
        """The creature as one that moves, and tries no check that it has little hope to pass."""
        return wary(mover_of(self.battle, self.actor))

    @cached_property
    def routes(self) -> Routes | None:
        """Its ways over the map."""
        return routes_of(self.mover)

    @property
    def _routes(self) -> Routes:
        assert self.routes is not None
        return self.routes

    @cached_property
    def here(self) -> int | None:
        """Where it is."""
        return self._routes.node(self.actor.body, self.mover.climbed)

    @cached_property
    def _others(self) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
        """The cells of those who let nobody by, of those who are in the way, and of everybody."""
        world, mover = self.battle.world, self.mover
        shut, slow, taken = list[Cell](), list[Cell](), list[Cell]()
        for other in world.creatures:
            if other.id == self.actor.id or other.has("dead", "carried"):
                continue
            taken += other.body.cells
            passing = mover.passing(other.id)
            if not passing.allowed:
                shut += other.body.cells
            elif passing.doublings:
                slow += other.body.cells
        places = self._routes.places
        return places(shut), places(slow), places(taken)

    @cached_property
    def _friends(self) -> tuple[Creature, ...]:
        return self.battle.friends(self.actor)

    @cached_property
    def _watchers(self) -> tuple[Creature, ...]:
        exposed = self.actor.exposure.foes
        return tuple(w for w in watchers(self.battle, self.actor) if w.id not in exposed)

    @cached_property
    def danger(self) -> frozenset[int]:
        """The cells where foes may strike at who passes."""
        watched = (threatened(self.battle, foe) for foe in self._watchers)
        return self._routes.places(frozenset[Cell]().union(*watched))

    @cached_property
    def pressed(self) -> bool:
        """Whether foes threaten it where it is."""
        assert self.here is not None
        return not self._routes.cells(self.here).isdisjoint(self.danger)

    @cached_property
    def peril(self) -> float:
        """The share of its hit points that those take who threaten it, as it drops its guard."""
        cells, battle, actor = set(self.actor.body.cells), self.battle, self.actor
        damage = sum(
            best_attack(battle, foe, actor, melee(foe), opportunity_bid(battle, foe))[1]
            for foe in self._watchers
            if not cells.isdisjoint(threatened(battle, foe))
        )
        return damage / max(1, actor.hp.current)

    def _ends(self, node: int) -> bool:
        """Whether it may stay in a place, as far as it knows."""
        if self._routes.cells(node).isdisjoint(self._others[2]):
            return self._routes.may_rest(node)
        body, stop = self._routes.body(node), self.ruleset.passage.stop
        return bool(stop(self.battle, self.actor, body, self.mover.known))

    # --- distances ------------------------------------------------------------------------------

    def strikes(self, weapon: Weapon, foe: Creature) -> tuple[int, ...]:
        """Where a weapon strikes a foe from."""
        routes, battle, target = self._routes, self.battle, foe.body

        def make() -> list[int]:
            found = []
            for extent in routes.table.extents:
                for offset in striking(battle, weapon, extent, target.extent):
                    body = target._replace(at=shifted(target.at, offset), extent=extent)
                    node = routes.node(body)
                    if node is None or not routes.may_rest(node):
                        continue
                    if in_melee(battle, weapon, body, target):
                        found.append(node)
            return [node for node in found if routes.rests(node)] or found

        return routes.goals(("strike", *_swing(weapon), target), make)

    def to_strike(self, weapon: Weapon, foe: Creature) -> Distances:
        """The half-cells to where a weapon strikes a foe."""
        key = ("strike", *_swing(weapon), foe.body)
        return self._routes.distances(key, lambda: self.strikes(weapon, foe))

    def to_shoot(self, weapon: Weapon, foe: Creature) -> Distances:
        """The half-cells to where a foe is in view and near enough to be shot at."""
        far = carry(weapon, RANGES)
        routes, topology, field = self._routes, self.ruleset.topology, self.mover.field

        def make() -> list[int]:
            seen, table = view(field, topology, foe.body), routes.table
            near = seen & (topology.distances(foe.body, seen.shape) <= far)
            found = table.nodes.stacked(
                table.nodes.rimmed(over(topology, near, extent, np.logical_or))
                for extent in table.extents
            )
            every = [routes.at_rest(node) for node in np.flatnonzero(found).tolist()]
            return [node for node in every if routes.rests(node)]

        return routes.distances(("shoot", far, foe.body), make)

    def to(self, weapon: Weapon, foe: Creature) -> Distances:
        """The half-cells to where a weapon is used on a foe by choice."""
        return (self.to_shoot if weapon.ranged else self.to_strike)(weapon, foe)

    def to_cells(self, cells: frozenset[Cell]) -> Distances:
        """The half-cells to where some part of the creature is in one of some cells."""
        routes = self._routes

        def make() -> list[int]:
            wanted, found = np.zeros(self.mover.field.shape, bool), routes.table.nodes
            wanted[tuple(np.array(sorted(cells)).T[::-1])] = True
            each = (found.cover(found.rimmed(wanted), e, np.logical_or) for e in found.extents)
            every = [routes.at_rest(n) for n in np.flatnonzero(found.stacked(each)).tolist()]
            return [node for node in every if routes.may_rest(node)]

        return routes.distances(("cells", cells), make)

    # --- ways -----------------------------------------------------------------------------------

    def way(
        self, distances: Distances, opening: Opening, ends: Callable[[int], bool] | None = None
    ) -> Way:
        """The way down some distances by a mode of movement."""
        assert self.here is not None
        routes, mode = self._routes, opening.mode

        def risk(old: int, new: int, first: bool) -> int:
            if mode.name not in self._provoking:
                self._provoking[mode.name] = Provoking(self.mover, mode)
            one = self._provoking[mode.name]
            met, _ = one.by_step(routes.body(old), routes.body(new), one.safe_steps, first=first)
            return DREAD * len(met)

        never = mode.provokes is Provokes.NEVER
        return routes.way(
            self.here, distances, opening.limit, self._others[0], self._others[1],
            frozenset() if never else self.danger, risk, ends or self._ends, opening.spent,
        )  # fmt: skip

    def move(self, opening: Opening, nodes: Iterable[int]) -> Move:
        """The intent to go a way."""
        bodies = [self._routes.body(node) for node in nodes]
        return Move(
            self.actor.id,
            path=tuple([body.at for body in bodies]),
            mode=opening.mode.name,
            extents=tuple([body.extent for body in bodies]),
        )

    def part(self, way: Way, opening: Opening) -> tuple[int, ...]:
        """As much of a way as a mode of movement leads, to where the creature would stay."""
        limit, last = opening.limit, 0
        for count, cost in enumerate(way.costs, 1):
            if cost > limit and not (count == 1 and opening.mode.minimum):
                break
            last = count
        wary = self._shoots and not way.arrives
        for count in range(last, 0, -1):
            node = way.nodes[count - 1]
            if wary and not self._routes.cells(node).isdisjoint(self.danger):
                continue
            if self._ends(node) and (self._routes.rests(node) or count == len(way.nodes)):
                return way.nodes[:count]
        return ()

    # --- attacks --------------------------------------------------------------------------------

    @property
    def _may_attack(self) -> bool:
        return bool(self.open.now or self.open.ways or self.open.charges)

    @cached_property
    def _prey(self) -> frozenset[str]:
        return goals.prey(self.battle, self.actor.side) if self.battle.world.goals else frozenset()

    def _worth(self, share: float, foe: Creature) -> float:
        return share * PREY if foe.id in self._prey else share

    def _attacks(self) -> Iterator[Intent]:
        """Attacks, from here or from where the creature can go, the best first."""
        here = self._best_first(self._tries_here(), TRIED)
        best, intent = next(here, (0.0, None))
        if not self._serves and self._might_go(best):
            for value, move in self._best_first(self._tries_elsewhere(best), TRIED):
                if value > best * BETTER:
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
                    found = _promise(self.battle, self.actor, foe, series or ())
                    value = self._worth(found.share, foe) * self._gain(weapon, foe)
                    yield value, _Try(foe, weapon, found)

    def _might_go(self, best: float) -> bool:
        """Whether it may be worth while to attack from elsewhere, with so much from here."""
        if not best or self.dimmed or (self._shoots and self.pressed):
            return True
        weapon = self._favourite
        return weapon is not None and any(
            self.apart[foe.id] <= weapon.reach + 1 and self._gain(weapon, foe) > BETTER
            for foe in self.foes
        )

    def _tries_elsewhere(self, best: float) -> Iterator[tuple[float, _Try]]:
        """Attacks from where the creature can go, with what they are worth at most."""
        for foe in self.foes:
            for weapon in self._weapons:
                yield from self._tries_by_going(foe, weapon, best)
        for opening in self.open.charges if not best else ():
            for foe in self.foes:
                value = self._charged(opening, foe)
                if value:
                    yield value, _Try(foe, None, None, opening)

    def _tries_by_going(
        self, foe: Creature, weapon: Weapon, best: float
    ) -> Iterator[tuple[float, _Try]]:
        assert self.here is not None
        far = _reach(weapon)
        for one in self.open.ways:
            series = one.attacks.get(weapon.name)
            steps = one.mode.steps
            cells = one.limit // 2 if steps is None else 2 * steps
            if not series or self.apart[foe.id] > far + cells:
                continue
            found = _promise(self.battle, self.actor, foe, series)
            value = self._worth(found.share, foe)
            gain = 1.0 if weapon.ranged else self._gain(weapon, foe)
            if value * gain <= best * BETTER:
                continue
            away = self.to(weapon, foe)[self.here]
            if (steps is None and away > one.limit) or away == FAR:
                continue
            cost = EFFORT * (away + 1)
            if value > best * BETTER and away:
                yield value - cost, _Try(foe, weapon, found, one)
            if gain > 1:
                yield value * gain - cost, _Try(foe, weapon, found, one, flanks=True)

    # --- flanks ---------------------------------------------------------------------------------

    def _partners(self, foe: Creature) -> list[Creature]:
        """The friends with whom a foe might be flanked."""
        if foe.id not in self._beside:
            distance, field = self.ruleset.metric.distance, self.battle.world.field
            self._beside[foe.id] = [
                friend
                for friend in (self._friends if field.axes == 2 else ())
                if distance(friend.body, foe.body)
                <= max((w.reach for w in melee(friend)), default=-1)
            ]
        return self._beside[foe.id]

    def _gain(self, weapon: Weapon, foe: Creature) -> float:
        """How many times as much an attack does that flanks a foe, where one could."""
        found = self._partners(foe)
        return flanking(self.battle, self.actor, foe, weapon, found[0]) if found else 1.0

    def _flanking(self, weapon: Weapon, foe: Creature) -> tuple[int, ...]:
        """The places from which a weapon strikes a foe opposite a friend."""
        found, routes, opposite = self._partners(foe), self._routes, self.ruleset.topology.opposite

        def make() -> list[int]:
            return [
                node
                for node in self.strikes(weapon, foe)
                if any(opposite(routes.body(node), one.body, foe.body) for one in found)
            ]

        key = ("flank", *_swing(weapon), foe.body, *[friend.body for friend in found])
        return routes.goals(key, make)

    def _charged(self, opening: Opening, foe: Creature) -> float:
        """What a charge at a foe may be worth, 0 where the ground is in its way."""
        assert self.here is not None
        weapons = [weapon for weapon in melee(self.actor) if weapon in self._weapons]
        if not weapons or self.apart[foe.id] > opening.limit // 2 + max(w.reach for w in weapons):
            return 0.0
        battle, actor = self.battle, self.actor
        rolls = [(face_to_face(battle, actor, foe, one, charge=True), one) for one in weapons]
        roll, weapon = max(rolls, key=lambda one: one[0].damage)
        away = self.to_strike(weapon, foe)[self.here]
        if not 2 * opening.mode.least <= away <= opening.limit:
            return 0.0
        return self._worth(Expected(((roll.hit, roll.damage),)).share(foe.hp.current), foe)

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
        if not self.ruleset.attacks.check(battle, actor, foe, weapon):
            return None
        roll = attack_roll(battle, Attacking(actor.id, foe.id, weapon.at_hand))
        plain = face_to_face(battle, actor, foe, weapon)
        clear = roll.damage / plain.damage if plain.damage else 0.0
        value = self._worth(one.promise.share * clear, foe)
        self.dimmed = self.dimmed or clear < DIM
        if self.pressed and self.ruleset.attacks.acts(battle, actor, foe, weapon):
            value -= WORRY * self.peril
        return value, one.promise.series.intent(actor.id, foe.id)

    def _by_going(
        self, one: _Try, weapon: Weapon, opening: Opening, value: float
    ) -> tuple[float, Intent] | None:
        distances, ends = self.to(weapon, one.foe), cast(Callable[[int], bool], self._ends)
        if one.flanks:
            free = frozenset(filter(self._ends, self._flanking(weapon, one.foe)))
            if not free or self.here in free:
                return None
            ends = free.__contains__
        if opening.mode.steps is not None:
            return self._by_a_step(distances, opening, value, ends)
        way = self.way(distances, opening, ends)
        if not way.arrives or way.costs[-1] > opening.limit:
            return None
        value -= WORRY * self.peril * (way.dread > 0)
        return value, self.move(opening, way.nodes)

    def _by_a_step(
        self, distances: Distances, opening: Opening, value: float, ends: Callable[[int], bool]
    ) -> tuple[float, Intent] | None:
        """The step by which an attack opens; of a shooter one out of foes' reach."""
        for node in self._steps(opening.mode):
            if distances[node] or not ends(node):
                continue
            if self._shoots and not self._routes.cells(node).isdisjoint(self.danger):
                continue
            return value, self.move(opening, (node,))
        return None

    def _steps(self, mode: MoveMode) -> Iterator[int]:
        """The places a step away where the creature may stay."""
        assert self.here is not None
        shut, routes = self._others[0], self._routes
        for node, _, _ in routes.near(self.here):
            free = routes.cells(node).isdisjoint(shut)
            if free and (mode.hampered or routes.easy(node)) and self._ends(node):
                yield node

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
    def _favourite(self) -> Weapon | None:
        """The weapon with which a fresh turn's attacks promise most."""
        usual, battle, actor = self.open.usual, self.battle, self.actor
        found = [
            (_promise(battle, actor, self.foes[0], usual[weapon.name]).share, -number, weapon)
            for number, weapon in enumerate(actor.offence.weapons)
            if usual.get(weapon.name)
        ]
        return max(found, key=lambda one: one[:2])[2] if found else None

    @cached_property
    def _shoots(self) -> bool:
        return self._favourite is not None and self._favourite.ranged

    def _areas(self) -> Iterator[Intent]:
        """The attack on an area that takes most, if that is more than an attack takes."""
        best = best_of(self.slow, area_candidates(self.slow))
        if best is None:
            return
        value = worth(self.slow, best) - WORRY * best.peril / max(1, self.actor.hp.current)
        single = [
            _promise(self.battle, self.actor, foe, series).share
            for foe in self.foes
            for series in self.open.now.values()
        ]
        if best.plain or value > max(single, default=0.0):
            yield best.intent

    def _readies(self) -> Iterator[Intent]:
        """What makes a weapon usable."""
        for intent, _, foes in arming(self.battle, self.actor):
            if not (foes and self.pressed):
                yield intent

    def _gets_up(self) -> Iterator[Intent]:
        found = rising(self.battle, self.actor)
        if found is not None and (not found[1] or self.peril < 1):
            yield found[0]

    # --- going on -------------------------------------------------------------------------------

    @cached_property
    def serving(self) -> frozenset[Cell]:
        """The cells in which the creature serves a goal of its side."""
        if not self.battle.world.goals:
            return frozenset()
        return goals.places(self.battle, self.actor)

    @property
    def _serves(self) -> bool:
        """Whether it does so where it is."""
        return bool(self.serving) and not self.serving.isdisjoint(self.actor.body.cells)

    def _toward(self, cells: frozenset[Cell], *, met: bool = False) -> Iterator[Intent]:
        """The move toward some cells that leads farthest; ``met``: only if it gets there."""
        if not cells:
            return
        distances = self.to_cells(cells)
        for opening in self.open.plain[:1]:
            assert self.here is not None
            if met and distances[self.here] > opening.limit:
                continue
            way = self.way(distances, opening)
            nodes = self.part(way, opening)
            if nodes and not (met and distances[nodes[-1]]):
                yield self.move(opening, nodes)

    def _steps_back(self) -> Iterator[Intent]:
        """A free step by which a shooter gets out of foes' reach."""
        if not (self._shoots and self.pressed):
            return
        for opening in self.open.ways + self.open.plain:
            if opening.mode.steps is not None and opening.mode.provokes is Provokes.NEVER:
                for node in self._steps(opening.mode):
                    if self._routes.cells(node).isdisjoint(self.danger):
                        yield self.move(opening, (node,))
                        return

    def _nearer(self) -> Iterator[Intent]:
        """The move towards the foe that is worth most for how far it is."""
        weapon, usual = self._favourite, self.open.usual
        if weapon is None or not self.open.plain or self._engaged(weapon):
            return
        assert self.here is not None
        opening = self.open.plain[0]
        found = []
        for number, foe in enumerate(self.foes):
            away = self.to(weapon, foe)[self.here]
            if away < FAR:
                share = _promise(self.battle, self.actor, foe, usual[weapon.name]).share
                turns = away / max(1, self.open.afresh)
                found.append((-self._worth(share, foe) * PATIENCE**turns, number, foe, away))
        found.sort(key=lambda one: one[:2])
        for _, _, foe, away in found[:TRIED]:
            if away > opening.limit + self.open.afresh:
                yield from self._hastes(opening.limit)
            distances = self.to(weapon, foe)
            nodes = self.part(self.way(distances, opening), opening)
            if nodes and distances[nodes[-1]] < away:
                yield self.move(opening, nodes)

    def _engaged(self, weapon: Weapon) -> bool:
        """Whether some foe is where the creature wants it."""
        assert self.here is not None
        return any(
            self.apart[foe.id] <= _reach(weapon) and not self.to(weapon, foe)[self.here]
            for foe in self.foes
        )

    def _hastes(self, limit: int) -> tuple[Intent, ...]:
        """Acts that take the creature farther."""
        battle, actor = self.battle, self.actor

        def make() -> tuple[Intent, ...]:
            found = []
            for intent, events in acts_at_once(battle, actor):
                then = battle.fork()
                for event in events:
                    apply(then.world, event)
                plain = _open(then, then.world[actor.id]).plain
                if plain and plain[0].limit > limit:
                    found.append(intent)
            return tuple(found)

        key = ("hastes", actor.id, likeness(battle, actor), actor.resources, actor.conditions)
        return kept(self.ruleset, key, make)

    # --- what takes its time ---------------------------------------------------------------------

    @cached_property
    def slow(self) -> Turn:
        """The turn as the other opponents work it out."""
        side = self.actor.side
        return Turn(Belief(self.battle, side, self.actor.id), self.actor.id)

    def _slowly(self) -> Iterator[Intent]:
        """As :class:`Greedy` has it: with no foe to be seen, and on maps too large for routes."""
        turn = self.slow
        yield from chain(arrivals(turn), unhampered(turn), Greedy().candidates(turn))


def _swing(weapon: Weapon) -> tuple[object, ...]:
    """What of a melee weapon tells from where it strikes."""
    return weapon.reach, weapon.least, weapon.diagonal


def _reach(weapon: Weapon) -> int:
    """The cells from which a weapon is used by choice."""
    return carry(weapon, RANGES) if weapon.ranged else weapon.reach


def _farthest(weapon: Weapon) -> int:
    """The cells from which it can be used at all."""
    if not weapon.increment:
        return weapon.reach
    return max(weapon.reach, weapon.farthest or weapon.increment * weapon.increments)


# --- questions ----------------------------------------------------------------------------------


def _answers(battle: Battle, actor: Creature, decision: Decision) -> Iterator[Intent]:
    """How to answer a question, best first; to decline is what remains."""
    top = battle.world.agenda.top
    if decision.question == "opportunity":
        yield from _opportunity(battle, actor, decision.against)
    elif isinstance(top, Asking) and isinstance(
        battle.ruleset.procedures.get(top.procedure), Bidding
    ):
        yield from _defence(battle, actor)
    elif battle.ruleset.answers.get(decision.question, decision.against is not None):
        yield Take(actor.id)


def _opportunity(battle: Battle, actor: Creature, provoker: str | None) -> Iterator[Intent]:
    """To take it, with what makes a difference put in, where anything is."""
    if not bids(battle.ruleset) or provoker is None or provoker not in battle.world:
        yield Take(actor.id)
        return
    foe = battle.world[provoker]
    left = foe.hp.current

    def make() -> tuple[Take, ...]:
        amounts = [n for n in battle.ruleset.attacks.amounts(battle, actor) if n]
        found = []
        for weapon in melee(actor):
            for amount in amounts:
                roll = face_to_face(battle, actor, foe, weapon, stamina=amount)
                value = Expected(((roll.hit, roll.damage),)).share(left) - THRIFT * amount
                found.append((-value, weapon.name, amount))
        return tuple(Take(actor.id, name, stamina=amount) for _, name, amount in sorted(found)[:3])

    key = ("bids for", actor.id, *pair(battle, actor, foe), actor.resources, left)
    yield from kept(battle.ruleset, key, make)


def _defence(battle: Battle, actor: Creature) -> Iterator[Intent]:
    """The best defence with half of what can be put in."""
    frame = attack_under_way(battle)
    if frame is None or frame.actor not in battle.world:
        yield Take(actor.id, stamina=(shield(battle, actor) + 1) // 2)
        return

    def make() -> tuple[Take, ...]:
        best = {one.stamina: one for one in sorted(guards(battle, frame), key=lambda o: -o.damage)}
        amounts = sorted(best)
        if not amounts or not amounts[len(amounts) // 2]:
            return ()
        one = best[amounts[len(amounts) // 2]]
        return (Take(actor.id, stamina=one.stamina, defence=one.defence),)

    key = (
        "guards of", actor.id, *pair(battle, battle.world[frame.actor], actor), actor.resources,
        frame.weapon.name, frame.stamina, frame.opportunity,
    )  # fmt: skip
    yield from kept(battle.ruleset, key, make)


__all__ = ["Quick", "candidates", "play"]
