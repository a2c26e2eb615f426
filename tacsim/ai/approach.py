"""Approach: getting nearer to foes who cannot be attacked yet, and on one's feet first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import attrs

from tacsim.ai.plays import view_of
from tacsim.ai.routes import Route, Routes
from tacsim.ai.turn import Travel, Turn
from tacsim.geometry.cells import Body
from tacsim.geometry.metric import budget
from tacsim.model.components import Weapon
from tacsim.model.intents import Dash, Intent, Move
from tacsim.model.world import Creature
from tacsim.rules.locomotion import Provokes

IN_RANGE = 2
"""Range increments at which a shot is worth going for."""
NEARBY = 121
"""Half-cells within which a way is sought first: the whole of a big map takes long."""
DASH = "dash"
FAR = 2
"""Cells of reach to allow for in a foe that comes for somebody off its guard."""
DETOUR = 8
"""Half-cells that keeping out of foes' reach is worth on the way to a foe."""


def marches(turn: Turn) -> list[Routes]:
    """The ways to move that merely cover ground, the longest first."""
    found = [
        Routes(turn, stride)
        for stride in turn.strides
        if not stride.mode.straight and stride.mode.provokes is Provokes.ALWAYS
    ]
    return sorted(found, key=lambda routes: -routes.stride.limit)


def whole_field(turn: Turn) -> int:
    """Half-cells enough for any sensible way on the map."""
    field = turn.mover.field
    return budget(2 * (field.width + field.height))


def in_range(turn: Turn, weapon: Weapon) -> bool:
    """Whether a weapon can be shot at some foe from where the creature is, at no great range."""
    distance, near = turn.ruleset.metric.distance, IN_RANGE * weapon.increment
    return any(
        distance(turn.here, foe.body) <= near and turn.can_strike(turn.here, foe, weapon)
        for foe in turn.foes
    )


def stays(turn: Turn) -> bool:
    """Whether the creature shoots better than it strikes, and is in range."""
    best = turn.choices[0][2] if turn.choices else None
    return best is not None and best.ranged and in_range(turn, best)


def goals(turn: Turn, travel: Travel) -> Iterator[Body]:
    """The places on a way from which some foe can be attacked, the nearest first.

    Where a weapon is in range already it is no reason to go anywhere.
    """
    ends: dict[Body, list[Creature]] = {}
    weapons = [w for w in turn.actor.offence.weapons if not (w.ranged and in_range(turn, w))]
    for foe in turn.foes:
        for weapon in weapons:
            for body in _ends(turn, travel, foe, weapon):
                ends.setdefault(body, []).append(foe)
    places = travel.places
    for body in sorted(ends, key=lambda body: (places[body], body)):
        free = body != turn.here and turn.may_stop(body)
        if free and any(turn.open_to(body, foe) for foe in ends[body]):
            yield body


def _ends(turn: Turn, travel: Travel, foe: Creature, weapon: Weapon) -> Iterator[Body]:
    """The places from which a weapon may reach a foe, walls aside."""
    places = travel.places
    if weapon.ranged:
        seen, distance = view_of(turn, foe.body), turn.ruleset.metric.distance
        near = IN_RANGE * weapon.increment
        for body in places:
            if seen[body.at[::-1]] and distance(body, foe.body) <= near:
                yield body
        return
    for extent in travel.extents:
        for body in turn.spots(foe, weapon, extent):
            if body in places:
                yield body


@attrs.frozen
class March:
    """A way that may take several turns: its bodies, each with the half-cells that it costs."""

    path: tuple[Body, ...] = ()
    halves: tuple[int, ...] = ()


def march_to(travel: Travel, end: Body) -> March:
    """The way of a search to a body."""
    path = travel.way(end)
    return March(path, tuple(travel.halves(body) or 0 for body in path))


def way_to_foes(turn: Turn) -> March:
    """The way, from here on, to the nearest place from which a foe can be struck, or near one."""
    for limit in sorted({min(NEARBY, whole_field(turn)), whole_field(turn)}):
        travel = turn.travel(limit)
        end = next(goals(turn, travel), None)
        if end is not None:
            break
    else:
        return _closest(turn, travel)
    direct = march_to(travel, end)
    routes = marches(turn)
    if routes and routes[0].provoking.along(direct.path):
        safe = turn.travel(limit, routes[0].watched)
        around = min(beside(turn, safe, end), key=lambda b: (safe.places[b], b), default=None)
        if around is not None:
            detour = safe.places[around] - travel.places[end]
            if detour <= DETOUR:
                return march_to(safe, around)
    return direct


def beside(turn: Turn, travel: Travel, end: Body) -> list[Body]:
    """A body and its neighbours, of the same shape, that can be got to and stopped in."""
    around = [end, *(end.moved(by) for by in turn.ruleset.topology.directions)]
    return [body for body in around if body in travel.places and turn.may_stop(body)]


def _closest(turn: Turn, travel: Travel) -> March:
    """The way to the place nearest to any foe, where none can be got at."""
    distance = turn.ruleset.metric.distance
    if not turn.foes:
        return March()

    def away(body: Body) -> int:
        return min(distance(body, foe.body) for foe in turn.foes)

    best = min((away(body), halves, body) for body, halves in travel.places.items())
    return march_to(travel, best[2]) if best[0] < away(turn.here) else March()


def along(turn: Turn, way: March, routes: Routes) -> Iterator[tuple[int, Route]]:
    """How far along a way a stride gets: the stops on it, the farthest first."""
    mode = routes.stride.mode
    last = len(way.path) - 1
    if mode.steps is not None:
        last = min(last, mode.steps)
    for i in range(last, 0, -1):
        fits = way.halves[i] <= routes.stride.limit or mode.free or (i == 1 and mode.minimum)
        if fits and turn.may_stop(way.path[i]):
            yield i, routes.judged(way.path[: i + 1], way.halves[i])


def too_far(turn: Turn, way: March, limit: int) -> bool:
    """Whether a way takes this turn and the next and still more: then haste saves a turn."""
    fresh = turn.ruleset.economy.refresh(turn.battle, turn.actor)
    with turn.picture.having(turn.actor, fresh):
        later = max((s.limit for s in Turn(turn.picture, turn.sparring, turn.actor.id).strides),
                    default=0)  # fmt: skip
    return bool(way.halves) and way.halves[-1] > limit + later


def sprints(turn: Turn, way: March, limit: int) -> Iterator[Intent]:
    """Straight dashes along a way, where they lead farther than plain moves and no foe is near.

    Whoever runs is off its guard, so it runs only where nobody can fall on it before its next turn.
    """
    straight = 1
    toward = turn.ruleset.topology.toward
    heading = [toward(a.at, b.at) for a, b in pairwise(way.path)]
    while straight < len(heading) and heading[straight] == heading[0]:
        straight += 1
    for stride in turn.strides:
        mode = stride.mode
        if not mode.straight or mode.attack or not heading:
            continue
        ends = [i for i in range(straight, 0, -1) if way.halves[i] <= stride.limit]
        end = next((i for i in ends if turn.may_stop(way.path[i])), 0)
        if way.halves[end] > limit and _lonely(turn, way.path[end]):
            path = tuple(body.at for body in way.path[1 : end + 1])
            extents = tuple(body.extent for body in way.path[1 : end + 1])
            yield Move(turn.actor.id, path=path, mode=mode.name, extents=extents)


def _lonely(turn: Turn, body: Body) -> bool:
    """Whether no known foe is near enough to come and strike at a body in one turn."""
    distance = turn.ruleset.metric.distance
    return all(
        distance(body, foe.body) > 2 * max(foe.speed.land, foe.speed.fly) + FAR for foe in turn.foes
    )


def approaches(turn: Turn) -> Iterator[Intent]:
    """Moves towards the foe, those that get farther first."""
    strides = marches(turn)
    if not strides or stays(turn):
        return
    way = way_to_foes(turn)
    if turn.can(DASH) and too_far(turn, way, strides[0].stride.limit):
        yield Dash(turn.actor.id)
    yield from sprints(turn, way, strides[0].stride.limit)
    found: list[tuple[int, int, Move]] = []
    for rank, routes in enumerate(strides):
        for i, route in along(turn, way, routes):
            found.append((-i, rank, routes.move(route)))
            break
    for _, _, move in sorted(found, key=lambda one: one[:2]):
        yield move
