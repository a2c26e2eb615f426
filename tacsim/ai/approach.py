"""Approach: getting nearer to foes who cannot be attacked yet, and on one's feet first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

import attrs
import numpy as np

from tacsim.ai.climbing import BOLD, chance, climbing
from tacsim.ai.plays import in_sight, view_of
from tacsim.ai.posture import casts, in_spell
from tacsim.ai.routes import Route, Routes
from tacsim.ai.travels import Journey, Travel, small
from tacsim.ai.turn import Stride, Turn, carry
from tacsim.core.components import Weapon
from tacsim.core.intents import Dash, Intent, Move
from tacsim.core.terrain import Grid
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import budget
from tacsim.rules.movement.policies import Provokes

IN_RANGE = 2
"""Range increments at which a shot is worth going for."""
NEARBY = 121
"""Half-cells within which a way is sought first: the whole of a big map takes long."""
RINGS = (41, 81)
"""Half-cells within which it is sought before in space, where maps are bigger still."""
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
    return budget(2 * sum(field.size))


def in_range(turn: Turn, weapon: Weapon) -> bool:
    """Whether a weapon can be shot at some foe from where the creature is, at no great range."""
    distance, near = turn.ruleset.metric.distance, carry(weapon, IN_RANGE)
    return any(
        distance(turn.here, foe.body) <= near and turn.can_strike(turn.here, foe, weapon)
        for foe in turn.foes
    )


def stays(turn: Turn) -> bool:
    """Whether the creature shoots better than it strikes, and is in range."""
    if in_spell(turn):
        return True
    best = turn.choices[0][2] if turn.choices else None
    return best is not None and best.ranged and in_range(turn, best)


def goals(turn: Turn, travel: Travel) -> Iterator[Body]:
    """The places on a way from which some foe can be attacked, the nearest first.

    Where a weapon is in range already it is no reason to go anywhere.
    """
    if isinstance(travel, Journey):
        yield from _goals_in_space(turn, travel)
        return
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
        near = carry(weapon, IN_RANGE)
        for body in places:
            if seen[body.at[::-1]] and distance(body, foe.body) <= near:
                yield body
        return
    for extent in travel.extents:
        for body in turn.spots(foe, weapon, extent):
            if body in places:
                yield body


def _goals_in_space(turn: Turn, travel: Journey) -> Iterator[Body]:
    marks = {foe.id: _marked(turn, travel, foe) for foe in turn.foes}
    either = {
        extent: np.logical_or.reduce([marked[extent] for marked in marks.values()])
        for extent in travel.extents
    }
    hanging = []
    for body in travel.where(either):
        if body != turn.here and turn.may_stop(body):
            ends = (foe for foe in turn.foes if marks[foe.id][body.extent][body.at[::-1]])
            if any(turn.open_to(body, foe) for foe in ends):
                if turn.may_halt(body):
                    yield body
                else:
                    hanging.append(body)
    yield from hanging


def _marked(turn: Turn, travel: Journey, foe: Creature) -> dict[Cell, Grid]:
    """By shape where a foe may be attacked from, walls aside, as arrays over the map."""
    shape = turn.mover.field.shape
    found = {extent: np.zeros(shape, bool) for extent in travel.extents}
    far = casts(turn)
    if far:
        found = in_sight(turn, foe.body, far, travel.extents)
    for weapon in turn.actor.offence.weapons:
        if weapon.increment and not in_range(turn, weapon):
            near = in_sight(turn, foe.body, carry(weapon, IN_RANGE), travel.extents)
            found = {extent: grid | near[extent] for extent, grid in found.items()}
        if not weapon.ranged and not far:
            for extent, grid in found.items():
                for body in turn.spots(foe, weapon, extent):
                    grid[body.at[::-1]] = True
    return found


@attrs.frozen
class March:
    """A way that may take several turns: its bodies, each with the half-cells that it costs."""

    path: tuple[Body, ...] = ()
    cost2: tuple[int, ...] = ()
    climb: Stride | None = None
    """How it is gone, if it leads up walls."""


def march_to(travel: Travel, end: Body) -> March:
    """The way of a search to a body."""
    path = travel.way(end)
    return March(path, tuple(travel.cost2(body) or 0 for body in path))


def way_to_foes(turn: Turn) -> March:
    """The way, from here on, to the nearest place from which a foe can be struck, or near one."""
    for limit in _rings(turn):
        travel = turn.travel(limit)
        end = next(goals(turn, travel), None)
        if end is not None:
            break
    else:
        return climb_to_foes(turn, None) or _closest(turn, travel)
    climb = climb_to_foes(turn, travel.places[end])
    if climb is not None:
        return climb
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


def _rings(turn: Turn) -> list[int]:
    """The half-cells within which ways are sought, one after another."""
    whole, field = whole_field(turn), turn.mover.field
    found = {min(NEARBY, whole), whole}
    if turn.in_space and not small(field):
        nearest = min((turn.ruleset.metric.distance(turn.here, foe.body) for foe in turn.foes),
                      default=0)  # fmt: skip
        found |= {ring for ring in RINGS if nearest < ring // 2}
    return sorted(found)


def climb_to_foes(turn: Turn, cost2: int | None) -> March | None:
    """The way up walls to where a foe can be attacked, if the one on foot is longer by much.

    ``cost2``: those of the way on foot, None where there is none.
    """
    stride = climbing(turn)
    if stride is None or (cost2 is not None and cost2 <= 2 * stride.limit):
        return None
    travel = turn.travel(min(NEARBY, whole_field(turn)), mode=stride.mode)
    end = next(goals(turn, travel), None)
    if end is None or (cost2 is not None and travel.places[end] + stride.limit > cost2):
        return None
    march = march_to(travel, end)
    if chance(turn, stride, march.path[1:]) < BOLD:
        return None
    return attrs.evolve(march, climb=stride)


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

    ends = ((away(body), cost2, body) for body, cost2 in travel.places.items())
    best = min(end for end in ends if end[2] == turn.here or not turn.hangs(end[2]))
    return march_to(travel, best[2]) if best[0] < away(turn.here) else March()


def along(turn: Turn, way: March, routes: Routes) -> Iterator[tuple[int, Route]]:
    """How far along a way a stride gets: the stops on it, the farthest first."""
    mode = routes.stride.mode
    last = len(way.path) - 1
    if mode.steps is not None:
        last = min(last, mode.steps)
    for i in range(last, 0, -1):
        fits = way.cost2[i] <= routes.stride.limit or mode.free or (i == 1 and mode.minimum)
        halts = turn.may_stop if way.climb is not None else turn.may_halt
        if fits and halts(way.path[i]):
            yield i, routes.judged(way.path[: i + 1], way.cost2[i])


def too_far(turn: Turn, way: March, limit: int) -> bool:
    """Whether a way takes this turn and the next and still more: then haste saves a turn."""
    fresh = turn.ruleset.economy.refresh(turn.battle, turn.actor)
    with turn.picture.having(turn.actor, fresh):
        later = max((s.limit for s in Turn(turn.picture, turn.sparring, turn.actor.id).strides),
                    default=0)  # fmt: skip
    return bool(way.cost2) and way.cost2[-1] > limit + later


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
        ends = [i for i in range(straight, 0, -1) if way.cost2[i] <= stride.limit]
        end = next((i for i in ends if turn.may_stop(way.path[i])), 0)
        if way.cost2[end] > limit and _lonely(turn, way.path[end]):
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
    if way.climb is not None:
        routes = Routes(turn, way.climb)
        yield from (routes.move(route) for _, route in islice(along(turn, way, routes), 1))
        return
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
