"""Approach: getting nearer to foes who cannot be attacked yet; and where to look for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, pairwise

import attrs
import numpy as np

from tacsim.ai.candidates import AIMED, area_range, in_area_range, in_sight
from tacsim.ai.knowing.chances import best_attack
from tacsim.ai.knowing.temper import on_post
from tacsim.ai.paths import Path, Paths
from tacsim.ai.turn import Turn, carry
from tacsim.ai.ways.places import Places, small
from tacsim.core.components import AttacksLeft, Weapon
from tacsim.core.intents import Intent
from tacsim.core.terrain import Grid
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import budget
from tacsim.rules import goals
from tacsim.rules.choices import acts_at_once, lifting, striving
from tacsim.rules.combat.cover import reaches
from tacsim.rules.forecast import checks
from tacsim.rules.movement.obstacles import chance_of
from tacsim.rules.movement.policies import Provokes
from tacsim.rules.openings import Opening, opening, unhurried
from tacsim.rules.perception import side_sees

IN_RANGE = 2
"""Range increments at which a shot is worth going for."""
NEARBY = 121
"""Half-cells within which a way is sought first: the whole of a big map takes long."""
RINGS = (41, 81)
"""Half-cells within which it is sought before, where the nearest foe is as near as that."""
FAR = 2
"""Cells of reach to allow for in a foe that attacks a creature off its guard."""
DETOUR = 8
"""Half-cells that keeping out of foes' reach is worth on the way to a foe."""
BOLD = 0.3
"""The chance to get up a wall at least, with which it is tried."""
HEAVY = 2
"""Hit points with which nobody risks a fall."""
PATCH = 5
"""Cells along each side of the patches into which the map is cut for searching it."""
LINGER = 3
"""Rounds for which a patch stays the goal."""


def approaches(turn: Turn) -> Iterator[Intent]:
    """Moves towards the foe, those that get farther first."""
    found = plain_moves(turn)
    if not found or _stays(turn):
        return
    way = way_to_foes(turn)
    if way.climb is not None:
        paths = Paths(turn, way.climb)
        yield from (paths.move(path) for _, path in islice(along(turn, way, paths), 1))
        return
    yield from _nearer(turn, way, found)


def _nearer(turn: Turn, way: Route, found: list[Paths]) -> Iterator[Intent]:
    """Moves along a way, the farthest first, and before them what leads farther.

    An act does where it saves a turn: where a way takes this one and the next and still more, or
    has no place to stop at within a whole turn's reach.
    """
    limit = found[0].opening.limit
    later = max((one.limit for one in turn.ways_afresh), default=0)
    costs = zip(way.bodies[1:], way.cost2[1:], strict=True)
    halts = any(cost <= later and turn.may_halt(body) for body, cost in costs)
    if way.cost2 and (not halts or way.cost2[-1] > limit + later):
        yield from _hastes(turn, limit)
    yield from _sprints(turn, way, limit)
    moves = [(-i, rank, paths.move(path)) for rank, paths in enumerate(found)
             for i, path in islice(along(turn, way, paths), 1)]  # fmt: skip
    yield from (move for _, _, move in sorted(moves, key=lambda one: one[:2]))


def returns(turn: Turn) -> Iterator[Intent]:
    """Moves to what the creature holds: a step where that does, else as far as this turn takes."""
    if on_post(turn.post, turn.here) or not turn.post:
        return
    for one in turn.openings:
        if one.mode.steps is not None and one.mode.provokes is Provokes.NEVER:
            for body in turn.steps:
                if turn.may_stop(body):
                    yield Paths(turn, one).move(Paths(turn, one).to(body))
    free = turn.again(bound=False)
    yield from (move for _, move in _toward(free, turn.post, _whole(turn), plain_moves(free)))


def plain_moves(turn: Turn) -> list[Paths]:
    """The ways to move that merely cover ground, the longest first."""
    found = [
        Paths(turn, one)
        for one in turn.openings
        if not one.mode.straight and one.mode.provokes is Provokes.ALWAYS
    ]
    return sorted(found, key=lambda paths: -paths.opening.limit)


def _stays(turn: Turn) -> bool:
    """Whether the creature shoots better than it strikes, and is in range."""
    if in_area_range(turn):
        return True
    best = turn.choices[0][2] if turn.choices else None
    return best is not None and best.ranged and _in_range(turn, best)


def _in_range(turn: Turn, weapon: Weapon) -> bool:
    """Whether a weapon can be shot at some foe from where the creature is, at no great range."""
    distance, near = turn.ruleset.metric.distance, carry(weapon, IN_RANGE)
    return any(
        distance(turn.here, foe.body) <= near and turn.can_strike(turn.here, foe, weapon)
        for foe in turn.foes
    )


# --- where to -----------------------------------------------------------------------------------


def _goals(turn: Turn, places: Places) -> Iterator[Body]:
    """The places within reach from which some foe can be attacked, the nearest first.

    Where a weapon is in range already it is no reason to go anywhere. Where the creature would hang
    on to a wall it goes last.
    """
    far, shape = area_range(turn), turn.mover.field.shape
    shots = [w for w in turn.shots(turn.actor) if not _in_range(turn, w)]
    swung = [w for w in turn.actor.offence.weapons if not (w.ranged or far)]
    marks: dict[str, dict[Cell, Grid]] = {}
    for foe in turn.foes:
        found = {extent: np.zeros(shape, bool) for extent in places.extents}
        for near in (*([far] if far else ()), *(carry(weapon, IN_RANGE) for weapon in shots)):
            for extent, grid in in_sight(turn, foe.body, near, places.extents).items():
                found[extent] |= grid
        for extent, grid in found.items():
            for weapon in swung:
                for body in turn.spots(foe, weapon, extent):
                    grid[body.at[::-1]] = True
        marks[foe.id] = found
    either = {
        extent: np.logical_or.reduce([marked[extent] for marked in marks.values()])
        for extent in places.extents
    }
    hanging, ends = list[Body](), places.where(either)
    if turn.counts:  # those that are hunted before others
        ends = iter(sorted(ends, key=lambda body: not _hunts(turn, marks, body)))
    for body in ends:
        if body != turn.here and turn.may_stop(body):
            near = (foe for foe in turn.foes if marks[foe.id][body.extent][body.at[::-1]])
            if any(turn.open_to(body, foe) for foe in near):
                if turn.in_space and not turn.may_halt(body):
                    hanging.append(body)
                else:
                    yield body
    yield from hanging


def _hunts(turn: Turn, marks: Mapping[str, Mapping[Cell, Grid]], body: Body) -> bool:
    """Whether a foe that counts for more can be attacked from a body."""
    return any(marks[foe][body.extent][body.at[::-1]] for foe in turn.counts)


# --- the way there ------------------------------------------------------------------------------


@attrs.frozen
class Route:
    """A way that may take several turns: its bodies, each with the half-cells that it costs."""

    bodies: tuple[Body, ...] = ()
    cost2: tuple[int, ...] = ()
    climb: Opening | None = None
    """How it is gone, if it leads up walls."""
    vain: bool = False
    """Whether no foe can be attacked from where it ends."""


def route_to(places: Places, end: Body) -> Route:
    """The way of a search to a body."""
    bodies = places.way(end)
    return Route(bodies, tuple(places.cost2(body) or 0 for body in bodies))


def way_to_foes(turn: Turn) -> Route:
    """The way, from here on, to the nearest place from which a foe can be struck, or near one."""
    for limit in _rings(turn):
        places = turn.places(limit)
        end = next(_goals(turn, places), None)
        if end is not None:
            break
    else:
        return _climb_to_foes(turn, None) or _closest(turn, places)
    cost2 = places.cost2(end)
    assert cost2 is not None
    climb = _climb_to_foes(turn, cost2)
    if climb is not None:
        return climb
    direct = route_to(places, end)
    if chance_of(turn.mover, direct.bodies) < 1:
        sure = turn.places(limit, sure=True)
        round_it = next(_goals(turn, sure), None)
        cost = sure.cost2(round_it) if round_it is not None else None
        if round_it is not None and cost is not None and cost - cost2 <= DETOUR:
            direct = route_to(sure, round_it)
    found = plain_moves(turn)
    if found and found[0].provoking.along(direct.bodies):
        safe = turn.places(limit, found[0].watched)
        beside = [end, *(end.moved(by) for by in turn.ruleset.topology.directions)]
        around = [(cost, body) for body in beside
                  if (cost := safe.cost2(body)) is not None and turn.may_stop(body)]  # fmt: skip
        if around and min(around)[0] - cost2 <= DETOUR:
            return route_to(safe, min(around)[1])
    return direct


def _whole(turn: Turn) -> int:
    """Half-cells enough for any sensible way on the map."""
    return budget(2 * sum(turn.mover.field.size))


def _rings(turn: Turn) -> list[int]:
    """The half-cells within which ways are sought, one after another."""
    whole, field = _whole(turn), turn.mover.field
    found = {min(NEARBY, whole), whole}
    if not (turn.in_space and small(field)):
        nearest = min((turn.ruleset.metric.distance(turn.here, foe.body) for foe in turn.foes),
                      default=0)  # fmt: skip
        found |= {ring for ring in RINGS if nearest < ring // 2 and ring < whole}
    return sorted(found)


def _closest(turn: Turn, places: Places) -> Route:
    """The way to the place nearest to any foe, where none can be got at: rather out of their shots.

    Nobody stands about where it can be shot at and attack no one.
    """
    distance = turn.ruleset.metric.distance
    if not turn.foes:
        return Route(vain=True)

    def away(body: Body) -> int:
        return min(distance(body, foe.body) for foe in turn.foes)

    def ends(body: Body) -> bool:
        return body == turn.here or (turn.may_stop(body) and not turn.hangs(body))

    near = sorted((away(body), cost2, body) for body, cost2 in places.costs.items())
    nearest = next(body for *_, body in near if ends(body))
    hidden = (body for *_, body in near if not shot_at(turn, body) and ends(body))
    best = next(hidden, nearest)
    better = (shot_at(turn, best), away(best)) < (shot_at(turn, turn.here), away(turn.here))
    way = route_to(places, best) if better else Route()
    return attrs.evolve(way, vain=True)


def stranded(turn: Turn) -> bool:
    """Whether there is no way to where any foe could be attacked, however many turns it takes."""
    return not goals.places(turn.battle, turn.actor) and not _stays(turn) and way_to_foes(turn).vain


def shot_at(turn: Turn, body: Body) -> bool:
    """Whether some foe can attack a body from afar, from where that foe is."""
    distance = turn.ruleset.metric.distance
    return any(
        distance(foe.body, body) <= carry(weapon, AIMED) and reaches(turn.battle, foe.body, body)
        for foe in turn.foes
        for weapon in foe.offence.weapons
        if weapon.increment
    )


def defends(turn: Turn) -> Iterator[Intent]:
    """For who is shot at and attacks nobody: to defend itself; else what takes turns."""
    if turn.actor.attacks_left != AttacksLeft() or not shot_at(turn, turn.here):
        return
    before = _hail(turn)
    for intent, events in acts_at_once(turn.battle, turn.actor):
        with turn.belief.supposing(events):
            less = _hail(turn) < before
        if less:
            yield intent
    yield from striving(turn.battle, turn.actor)


def _hail(turn: Turn) -> float:
    """The damage to expect of one shot of each foe who shoots."""
    found = 0.0
    for foe in turn.foes:
        shots = [weapon for weapon in foe.offence.weapons if weapon.increment]
        found += best_attack(turn.battle, foe, turn.actor, shots)[1]
    return found


def along(turn: Turn, way: Route, paths: Paths) -> Iterator[tuple[int, Path]]:
    """How far along a way a mode of movement gets: the stops on it, the farthest first."""
    mode = paths.mode
    last = len(way.bodies) - 1
    if mode.steps is not None:
        last = min(last, mode.steps)
    for i in range(last, 0, -1):
        fits = way.cost2[i] <= paths.opening.limit or mode.free or (i == 1 and mode.minimum)
        halts = turn.may_stop if way.climb is not None else turn.may_halt
        if fits and halts(way.bodies[i]):
            yield i, paths.judged(way.bodies[: i + 1], way.cost2[i])


# --- haste --------------------------------------------------------------------------------------


def _hastes(turn: Turn, limit: int) -> Iterator[Intent]:
    """Acts that take the creature farther."""
    for intent, events in acts_at_once(turn.battle, turn.actor):
        with turn.belief.supposing(events):
            farther = max((paths.opening.limit for paths in plain_moves(turn.again())), default=0)
        if farther > limit:
            yield intent


def _sprints(turn: Turn, way: Route, limit: int) -> Iterator[Intent]:
    """Straight dashes along a way, where they lead farther than plain moves and no foe is near.

    A running creature is off its guard: it runs only where no foe can attack before its next turn.
    """
    straight = 1
    toward = turn.ruleset.topology.toward
    heading = [toward(a.at, b.at) for a, b in pairwise(way.bodies)]
    while straight < len(heading) and heading[straight] == heading[0]:
        straight += 1
    for one in turn.openings:
        if not one.mode.straight or one.mode.attack or not heading:
            continue
        ends = [i for i in range(straight, 0, -1) if way.cost2[i] <= one.limit]
        end = next((i for i in ends if turn.may_stop(way.bodies[i])), 0)
        if way.cost2[end] > limit and _lonely(turn, way.bodies[end]):
            yield Paths(turn, one).move(Path(way.bodies[1 : end + 1]))


def _lonely(turn: Turn, body: Body) -> bool:
    """Whether no known foe is near enough to come and strike at a body in one turn."""
    distance, pace = turn.ruleset.metric.distance, turn.ruleset.economy.pace
    return all(distance(body, foe.body) > 2 * pace(turn.battle, foe) + FAR for foe in turn.foes)


# --- up walls -----------------------------------------------------------------------------------


def climbers(turn: Turn) -> Paths | None:
    """The paths of one who climbs, where that leads anywhere else than walking."""
    climb = _climbing(turn)
    if climb is None:
        return None
    walking = turn.places(climb.limit)
    climbing = turn.places(climb.limit, mode=climb.mode)
    return Paths(turn, climb) if len(climbing) > len(walking) else None


def _climbing(turn: Turn) -> Opening | None:
    """The mode of movement for walls, for those who need it and can risk it."""
    if not turn.in_space or not turn.mover.earthbound or turn.actor.hp.current <= HEAVY:
        return None
    if not turn.mover.field.array("solid")[turn.mover.full[-1] :].any():
        return None  # no wall is too high to be climbed in passing
    modes = (mode for mode in turn.ruleset.modes.values() if mode.climbs)
    found = (opening(turn.battle, turn.actor, mode) for mode in modes)
    return next((one for one in found if one is not None), None)


def climbed(turn: Turn, climb: Opening, path: tuple[Body, ...]) -> float:
    """How likely nothing fails on a way, however many turns it takes; a failure is its end.

    ``path``: without where it begins.
    """
    move = Paths(turn, climb).move(Path(path))
    with turn.belief.having(turn.actor, unhurried(turn.actor)):
        return 1 - sum(one.made * (1 - one.passed) for one in checks(turn.battle, move))


def _climb_to_foes(turn: Turn, cost2: int | None) -> Route | None:
    """The way up walls to where a foe can be attacked, if the one on foot is longer by much.

    ``cost2``: those of the way on foot, None where there is none.
    """
    climb = _climbing(turn)
    if climb is None or (cost2 is not None and cost2 <= 2 * climb.limit):
        return None
    places = turn.places(min(NEARBY, _whole(turn)), mode=climb.mode)
    end = next(_goals(turn, places), None)
    cost = places.cost2(end) if end is not None else None
    if end is None or cost is None or (cost2 is not None and cost + climb.limit > cost2):
        return None
    route = route_to(places, end)
    if climbed(turn, climb, route.bodies[1:]) < BOLD:
        return None
    return attrs.evolve(route, climb=climb)


# --- for a goal ---------------------------------------------------------------------------------


def onward(turn: Turn) -> Iterator[Intent]:
    """Moves to where a goal of the side is served, else towards the foe, or in search of one.

    Whoever is where it is served stays there.
    """
    cells, found = goals.places(turn.battle, turn.actor), plain_moves(turn)
    if not cells.isdisjoint(turn.here.cells):
        return
    way = _way_to(turn, cells, _whole(turn)) if cells and found else None
    if way is not None:
        yield from _nearer(turn, way, found)
    yield from approaches(turn) if turn.foes else scouts(turn)


def arrivals(turn: Turn) -> Iterator[Intent]:
    """Moves that meet a goal of the side by where they end."""
    cells = goals.places(turn.battle, turn.actor, at_once=True)
    for paths in plain_moves(turn) if cells else ():
        for body, move in _toward(turn, cells, paths.opening.limit, [paths]):
            if not cells.isdisjoint(body.cells):
                yield move


def errands(turn: Turn) -> Iterator[tuple[Body, Intent]]:
    """Moves to where a goal of the side is served, and where they end."""
    cells = goals.places(turn.battle, turn.actor)
    if cells and cells.isdisjoint(turn.here.cells):
        yield from _toward(turn, cells, _whole(turn), plain_moves(turn))


def fetches(turn: Turn) -> Iterator[Intent]:
    """To take up who has to be carried to a goal, or to go there, once no foe is known."""
    for fallen in () if turn.foes else goals.to_be_borne(turn.battle, turn.actor):
        yield from lifting(turn.battle, turn.actor, fallen.id)
        around = frozenset(turn.ruleset.topology.around(fallen.body, 1))
        yield from (move for _, move in _toward(turn, around, _whole(turn), plain_moves(turn)))


def _toward(
    turn: Turn, cells: frozenset[Cell], limit: int, ways: list[Paths]
) -> Iterator[tuple[Body, Intent]]:
    """Moves along the way to the nearest place with one of some cells, and where they end.

    Those that get farther come first; of equals, those that leave more of the turn.
    """
    way = _way_to(turn, cells, limit)
    if way is not None:
        found = [(-i, paths.opening.limit, path.bodies[-1], paths.move(path))
                 for paths in ways for i, path in islice(along(turn, way, paths), 1)]  # fmt: skip
        found.sort(key=lambda one: one[:2])
        yield from ((body, move) for *_, body, move in found)


def _way_to(turn: Turn, cells: frozenset[Cell], limit: int) -> Route | None:
    """The way to the nearest place with one of some cells, where there is any."""
    places = turn.places(limit)
    ends = (body for body in places.costs if not cells.isdisjoint(body.cells))
    end = next((body for body in ends if turn.may_stop(body)), None)
    return None if end is None else route_to(places, end)


# --- where no foe is known ----------------------------------------------------------------------


def scouts(turn: Turn) -> Iterator[Intent]:
    """Moves towards a patch of the map that nobody of the side sees now.

    Which patch that is changes with the rounds: first those near where a foe was seen last, or else
    far from the side.
    """
    places = turn.places(_whole(turn))
    patch = _unseen(turn, places)
    if patch is not None:
        way = route_to(places, patch)
        for paths in plain_moves(turn):
            yield from (paths.move(path) for _, path in islice(along(turn, way, paths), 1))


def _unseen(turn: Turn, places: Places) -> Body | None:
    """The place to go to: in an unseen patch, the most promising first, then by turns."""
    seen = side_sees(turn.battle, turn.actor.side)
    patches: dict[Cell, Body] = {}
    for body in places.costs:
        if not seen[body.at[::-1]] and turn.may_stop(body):
            patches.setdefault(tuple(n // PATCH for n in body.at), body)
    if not patches:
        return None
    crowd = [turn.actor, *turn.friends]
    distance = turn.ruleset.metric.distance

    trail = turn.belief.trail

    def away(body: Body) -> int:
        if trail is not None:
            return distance(body, trail)
        return -sum(distance(body, friend.body) for friend in crowd)

    ordered = sorted(patches.values(), key=lambda body: (away(body), body))
    return ordered[(turn.battle.world.clock.round - 1) // LINGER % len(ordered)]
