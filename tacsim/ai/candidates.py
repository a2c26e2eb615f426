"""Candidates: what a creature could do with its turn that ends in an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

import attrs
import numpy as np

from tacsim.ai.knowing.chances import Expected, blast, face_to_face, gone_to, usual_bid
from tacsim.ai.paths import Path, Paths
from tacsim.ai.turn import Attack, Turn, carry
from tacsim.ai.ways.views import over, view
from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.intents import Intent
from tacsim.core.terrain import Grid
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import cells
from tacsim.rules.choices import armed, arming
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.threat import melee, threatened
from tacsim.rules.movement.charge import straight_bodies
from tacsim.rules.movement.policies import Provokes
from tacsim.rules.openings import Attackings, Series, attacks, fresh

FLANKING = 0.2
"""What a flank may add to an attack, in parts of what it is worth."""
AIMED = 3
"""Range increments within which a shot is worth considering."""

Where = Callable[[Paths, Creature, Weapon], Iterable[Body]]
"""The places from which to try a shot at a foe."""


@attrs.frozen
class Candidate:
    """Go somewhere, or stay (no paths), and attack; ``promise`` guesses what the best of it does.

    ``series``: the attacks that are open there, none where a charge ends in one; ``cost2``: the
    half-cells of the way.
    """

    paths: Paths | None
    body: Body
    target: Creature
    series: tuple[Series, ...]
    promise: Expected
    cost2: int = 0

    @property
    def weapon(self) -> Weapon:
        """What it attacks with."""
        return self.series[0].attacks[0][0]

    @property
    def stands(self) -> bool:
        """Whether it costs no movement and provokes nobody on the way."""
        return self.paths is None or self.paths.mode.provokes is Provokes.NEVER

    def begin(self, actor: str, attack: Attack) -> tuple[Intent, Path]:
        """What begins it, and the way that it goes."""
        if self.paths is None:
            return attack.series.intent(actor, self.target.id), Path(())
        path = self.paths.to(self.body)
        return self.paths.move(path), path


def attacking_paths(turn: Turn) -> list[Paths]:
    """The ways to move after which an attack is still open."""
    return [Paths(turn, one) for one in turn.openings if one.attacks and not one.mode.straight]


def melee_attacks(turn: Turn, ways: list[Paths], sure: float = 0.0) -> Iterator[Candidate]:
    """Every place from which a foe can be struck, each by the way that leaves most to do.

    The best targets come first; those that promise less than a ``sure`` part of what was found
    before, flanks included, are left out.
    """
    far = max((paths.far for paths in ways), default=0)
    distance = turn.ruleset.metric.distance
    found = 0.0
    for share, foe, weapon in turn.choices:
        if share * (1 + FLANKING) < sure * found:
            return
        if not weapon.ranged and distance(turn.here, foe.body) <= far + weapon.reach + 1:
            for one in _melee_attacks_on(turn, ways, foe, weapon):
                found = max(found, turn.share(one.promise, foe))
                yield one


def _melee_attacks_on(
    turn: Turn, ways: list[Paths], foe: Creature, weapon: Weapon
) -> Iterator[Candidate]:
    ways = [paths for paths in ways if weapon.name in paths.opening.attacks]
    shapes = (turn.here.extent, *(extent for paths in ways for extent in paths.extents))
    for extent in dict.fromkeys(shapes):
        for body in turn.spots(foe, weapon, extent):
            if body == turn.here:
                series = turn.attacks_now.get(weapon.name)
                if series and turn.ready(weapon) and turn.open_to(body, foe, weapon):
                    yield _candidate(turn, None, body, foe, series)
                continue
            leading = [
                (paths, cost2)
                for paths in ways
                if (cost2 := paths.cost2(body)) is not None and in_hand(paths, weapon, cost2)
            ]
            if leading and turn.may_stop(body) and turn.open_to(body, foe, weapon):
                found = [
                    _candidate(turn, paths, body, foe, paths.opening.attacks[weapon.name], cost2)
                    for paths, cost2 in leading
                ]
                yield max(found, key=lambda one: (one.promise.damage, one.stands))


def _candidate(
    turn: Turn, paths: Paths | None, body: Body, foe: Creature, series: tuple[Series, ...],
    cost2: int = 0,
) -> Candidate:  # fmt: skip
    return Candidate(paths, body, foe, series, turn.promise(foe, series), cost2)


def shots(turn: Turn, ways: list[Paths], places: Where, sure: float = 0.0) -> Iterator[Candidate]:
    """Shots from here, and from those ``places`` that are within reach.

    The best come first; those that promise less than a ``sure`` part of what was found before are
    left out.
    """
    found = 0.0
    far = max((paths.far for paths in ways), default=0)
    for share, foe, weapon in turn.choices:
        if share < sure * found:
            return
        if not weapon.increment or out_of_range(turn, foe, weapon, far):
            continue
        series = turn.attacks_now.get(weapon.name)
        if series and turn.ready(weapon) and turn.can_strike(turn.here, foe, weapon):
            found = max(found, share)
            yield _candidate(turn, None, turn.here, foe, series)
        for paths in ways:
            series = paths.opening.attacks.get(weapon.name)
            for body in places(paths, foe, weapon) if series else ():
                cost2 = paths.cost2(body)
                if cost2 is None or not in_hand(paths, weapon, cost2):
                    continue
                if series and turn.may_stop(body) and turn.can_strike(body, foe, weapon):
                    found = max(found, share)
                    yield _candidate(turn, paths, body, foe, series, cost2)


@attrs.frozen
class Readying:
    """To make a weapon usable, and the best attack that it opens from here.

    ``now``: whether that can still be made this turn; ``peril``: the damage to expect of those whom
    it provokes; ``instead``: the best attack of a turn that is open from here without it, if any,
    and ``had``: the share that this takes of its target.
    """

    intent: Intent
    target: Creature
    expected: Expected
    now: bool
    peril: float
    instead: Attack | None

    had: float

    @property
    def share(self) -> float:
        """The share that the new attack takes of its target."""
        return self.expected.share(self.target.hp.current)


def readyings(turn: Turn) -> Iterator[Readying]:
    """What makes a weapon usable that does more from here than any that is usable now."""
    usable = list(arming(turn.battle, turn.actor))
    instead, had = _best_afresh(turn) if usable else None, 0.0
    if instead is not None:
        had = instead.expected.share(turn.battle.world[instead.target].hp.current)
    for intent, events, foes in usable:
        peril = turn.peril_from(foes)
        with turn.belief.supposing(events):
            then = turn.again()
            afresh = attacks(then.battle, then.actor, fresh(then.battle, then.actor))
            found = []
            for foe, weapon in product(then.foes, then.actor.offence.weapons):
                series = then.attacks_now.get(weapon.name)
                attack = then.attack(then.here, foe, series or afresh.get(weapon.name, ()))
                if attack is not None:
                    now = bool(series)
                    one = Readying(intent, foe, attack.expected, now, peril, instead, had)
                    if one.share > had:
                        found.append(one)
        yield from sorted(found, key=lambda one: -one.share)[:1]


def _best_afresh(turn: Turn) -> Attack | None:
    """The attack of a whole turn that takes most of some foe from here; None without any."""
    afresh = attacks(turn.battle, turn.actor, fresh(turn.battle, turn.actor))
    found = [
        attack
        for foe in turn.foes
        for series in afresh.values()
        if (attack := turn.attack(turn.here, foe, series)) is not None
    ]
    left = {foe.id: foe.hp.current for foe in turn.foes}
    return max(found, key=lambda one: one.expected.share(left[one.target]), default=None)


def in_hand(paths: Paths, weapon: Weapon, cost2: int) -> bool:
    """Whether a weapon is at hand after so many half-cells, or movement is left to draw it."""
    return not weapon.stowed or cost2 + 2 * weapon.stowed <= paths.opening.limit


def out_of_range(turn: Turn, foe: Creature, weapon: Weapon, far: int) -> bool:
    """Whether a foe cannot be shot at even from so many cells on."""
    return turn.ruleset.metric.distance(turn.here, foe.body) > far + _farthest(turn, weapon) + 1


def _farthest(turn: Turn, weapon: Weapon) -> int:
    """The cells at which a shot is worth considering."""
    if turn.in_space:
        return carry(weapon, AIMED)
    return weapon.farthest or weapon.increment * weapon.increments


def guess(turn: Turn, one: Candidate) -> float:
    """What a candidate may be worth at most, before its odds are known."""
    value = turn.share(one.promise, one.target)
    if flanks(turn, one.body, one.target):
        value *= 1 + FLANKING
    return value


def flanks(turn: Turn, body: Body, foe: Creature) -> bool:
    """Whether a place lies opposite a friend's; in space no rules make anything of that."""
    opposite = turn.ruleset.topology.opposite
    return not turn.in_space and any(
        opposite(body, friend.body, foe.body) for friend in turn.friends
    )


# --- charges ------------------------------------------------------------------------------------


def charges(turn: Turn) -> Iterator[Candidate]:
    """The charges that may be possible; whether they are is seen when they are looked at."""
    battle, actor, distance = turn.battle, turn.actor, turn.ruleset.metric.distance
    weapons = list(melee(actor))
    longest = max((weapon.reach for weapon in weapons), default=0)
    for paths in (Paths(turn, one) for one in turn.openings if one.mode.attack):
        for foe in turn.foes:
            if distance(turn.here, foe.body) <= paths.far + longest + 1:
                found = [face_to_face(battle, actor, foe, one, charge=True) for one in weapons]
                best = max(found, key=lambda roll: roll.damage, default=None)
                if best is not None:
                    promise = Expected(((best.hit, best.damage),))
                    for body, cost2 in _charged(turn, paths, foe):
                        yield Candidate(paths, body, foe, (), promise, cost2)


def _charged(turn: Turn, paths: Paths, foe: Creature) -> Iterator[tuple[Body, int]]:
    """The nearest places from which a foe can be struck, as the crow flies."""
    cost2, between = turn.ruleset.metric.cost2, turn.ruleset.topology.between
    away = {
        body: cells(cost2(between(turn.here.at, body.at)))
        for weapon in melee(turn.actor)
        for body in turn.spots(foe, weapon, turn.mover.full)
    }
    ordered = sorted(away, key=lambda body: (away[body], body))
    nearest = next((away[body] for body in ordered if turn.open_to(body, foe)), 0)
    if paths.mode.least <= nearest <= cells(paths.opening.limit):
        for body in ordered:
            if away[body] == nearest and turn.open_to(body, foe) and turn.may_stop(body):
                yield body, 2 * nearest


def charge_to(turn: Turn, one: Candidate) -> tuple[Path, Expected] | None:
    """The way of a charge, and what the attack at its end promises; None if it is not open."""
    assert one.paths is not None
    way = straight_bodies(turn.mover, one.body.at)
    if isinstance(way, Refused) or not _open(turn, way):
        return None
    battle, actor, foe, provoking = turn.battle, turn.actor, one.target, one.paths.provoking
    with turn.belief.imagined(actor, turn.standing_in(one.body)):
        rolls = [
            attack_roll(battle, Attacking(actor.id, foe.id, weapon, charge=True))
            for weapon in melee(actor)
            if turn.ruleset.attacks.check(battle, actor, foe, weapon, melee_only=True)
        ]
    best = max(rolls, key=lambda roll: roll.damage, default=None)
    if best is None:
        return None
    provoked = provoking.along((turn.here, *way))
    path = Path(tuple(way), one.cost2, provoked, turn.peril_from(provoked))
    return path, Expected(((best.hit, best.damage),))


def _open(turn: Turn, path: list[Body]) -> bool:
    """Whether a charge's path has no obstacle that a quick look shows."""
    slow, world = turn.mover.ground.doublings, turn.battle.world
    return all(
        turn.mover.enters(cell)
        and not slow[cell[::-1]]
        and all(world[name].has("helpless") for name in turn.mover.others(cell))
        for body in path
        for cell in body.cells
    )


# --- where the creature wants its foes ----------------------------------------------------------


def shoots(turn: Turn) -> bool:
    """Whether a creature's best weapon is one that shoots."""
    weapons = turn.actor.offence.weapons
    if not weapons or not turn.foes:
        return False
    foe, battle, actor = turn.foes[0], turn.battle, turn.actor
    put = usual_bid(battle, actor)
    best = max(weapons, key=lambda one: face_to_face(battle, actor, foe, one, stamina=put).damage)
    return best.ranged


def area_range(turn: Turn) -> int:
    """How far a creature's attacks on areas go, if they are what it does best; else 0."""
    areas = gone_to(turn.battle, turn.actor)
    if not areas or not turn.foes:
        return 0
    foe, battle, actor = turn.foes[0], turn.battle, turn.actor
    best = max(blast(battle, actor, foe, area) for area in areas)
    series: Attackings = turn.attacks_now
    if max((turn.promise(foe, some).damage for some in series.values()), default=0.0) > best:
        return 0
    return max(area.size + area.range for area in areas)


def in_area_range(turn: Turn) -> bool:
    """Whether a creature that fights with attacks on areas has a foe in their reach."""
    far, distance = area_range(turn), turn.ruleset.metric.distance
    return far > 0 and any(
        distance(turn.here, foe.body) <= far and turn.open_to(turn.here, foe) for foe in turn.foes
    )


def engaged(turn: Turn) -> bool:
    """Whether some foe is where the creature wants it: in reach, or in range of a shooter.

    Whether its weapons are ready for that does not matter.
    """
    if in_area_range(turn):
        return True
    check, shooter = turn.ruleset.attacks.check, shoots(turn)
    with turn.belief.supposing(armed(turn.battle, turn.actor)):
        return any(
            check(turn.battle, turn.actor, foe, weapon, melee_only=not shooter)
            for weapon in (turn.actor.offence.weapons if shooter else melee(turn.actor))
            for foe in turn.foes
        )


def watched(turn: Turn) -> frozenset[Cell]:
    """The cells that foes threaten."""
    return frozenset().union(*(threatened(turn.battle, foe) for foe in turn.foes))


def steps_back(turn: Turn) -> Iterator[Intent]:
    """Free steps that take a shooter out of every foe's reach."""
    free = [one for one in turn.openings
            if one.mode.steps is not None and one.mode.provokes is Provokes.NEVER]  # fmt: skip
    if not free or not shoots(turn):
        return
    danger = watched(turn)
    if danger.isdisjoint(turn.here.cells):
        return
    for opening in free:
        paths = Paths(turn, opening)
        for body in turn.steps:
            if danger.isdisjoint(body.cells) and turn.may_stop(body):
                yield paths.move(paths.to(body))


# --- what is seen from where --------------------------------------------------------------------


def view_of(turn: Turn, body: Body) -> Grid:
    """The cells with a view of a body, as an array over the map, in whatever light."""
    return view(turn.mover.field, turn.ruleset.topology, body)


def in_view(paths: Paths, foe: Creature, weapon: Weapon) -> Iterator[Body]:
    """The bodies within reach that may have a view of a foe, the nearest first."""
    places, turn = paths.places, paths.turn
    return places.where(in_sight(turn, foe.body, _farthest(turn, weapon), places.extents))


def in_sight(turn: Turn, target: Body, near: int, extents: Iterable[Cell]) -> dict[Cell, Grid]:
    """By shape where bodies may have a view of a target so near, as arrays over the map."""
    topology = turn.ruleset.topology
    seen = view_of(turn, target)
    close = topology.distances(target, seen.shape) <= near
    return {
        extent: over(topology, seen, extent, np.logical_or)
        & over(topology, close, extent, np.logical_or)
        for extent in extents
    }
