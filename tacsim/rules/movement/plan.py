"""Movement plans: from an intent to move to a path that the rules allow, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from tacsim.core.intents import Move
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import budget, cells
from tacsim.rules.battle import EVERYTHING, Battle
from tacsim.rules.combat.targets import target_of
from tacsim.rules.movement.charge import (
    charge_ends,
    charge_targets,
    line_cells,
    overrunning,
    straight_bodies,
)
from tacsim.rules.movement.darting import strike_after, way_past
from tacsim.rules.movement.policies import Allowance, MoveMode, Step
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover, Node
from tacsim.rules.movement.tight import TightMover
from tacsim.rules.movement.ways import Provoking, Ways
from tacsim.rules.perception import known_to


@attrs.frozen
class Plan:
    """A legal move: the bodies to be taken one after another, and what pays for it.

    ``cost2`` is the cost of the whole path; ``targets`` are those whom a charge may strike, or
    whom a dart strikes on the way.
    """

    mode: MoveMode
    path: tuple[Body, ...]
    cost2: int
    allowance: Allowance
    targets: tuple[str, ...] = ()
    strike_at: int | None = None
    """After how many steps the first of the targets is struck on the way."""


def mover_of(battle: Battle, creature: Creature, mode: MoveMode | None = None) -> Mover:
    """The creature as a mover that knows whom its side knows of."""
    return Mover(battle, creature, known_to(battle, creature.side), mode)


def judged(battle: Battle, intent: Move) -> Plan | Refused:
    """The plan of a move, which is kept as long as nothing changes."""
    known = battle.world.cached("plans", EVERYTHING, dict[Move, Plan | Refused])
    if intent not in known:
        known[intent] = plan(battle, intent)
    return known[intent]


def plan(battle: Battle, intent: Move) -> Plan | Refused:
    """Judge a move and work out its path."""
    creature, ruleset = battle.world[intent.actor], battle.ruleset
    mode = ruleset.modes.get(intent.mode)
    if mode is None:
        return refuse(Reason.UNKNOWN_MODE, ruleset.clause("turn"), mode=intent.mode)
    allowance = ruleset.economy.allowance(battle, creature, mode)
    if isinstance(allowance, Refused):
        return allowance
    named = [cell for cell in (intent.to, *(intent.path or ())) if cell is not None]
    if any(len(cell) != len(creature.at) for cell in named):
        return refuse(Reason.NOT_A_STEP, ruleset.clause("step"))
    mover = mover_of(battle, creature, mode)
    found = _within(mover, mode, allowance, intent)
    further = allowance.further
    if isinstance(found, Refused) and found.reason is Reason.BUDGET and further is not None:
        return _within(mover, mode, further, intent)
    return found


def _within(mover: Mover, mode: MoveMode, allowance: Allowance, intent: Move) -> Plan | Refused:
    """Judge a move by what may be spent on it."""
    if mode.attack and intent.target is not None and intent.path is None and intent.to is None:
        return _charge_at(mover, mode, allowance, intent)
    if mode.midway:
        return _dart(mover, mode, allowance, intent)
    if intent.path is not None:
        steps = _follow(mover, intent.path, intent.extents, allowance.spent)
    elif intent.to is not None:
        steps = _find(mover, mode, allowance, intent.to)
    else:
        return refuse(Reason.NO_WAY, mover.battle.ruleset.clause("turn"))
    if isinstance(steps, Refused):
        return steps
    return _judge(mover, mode, allowance, steps, intent)


def straight_plans(mover: Mover, mode: MoveMode, allowance: Allowance) -> Iterator[Plan]:
    """The legal moves straight ahead in every direction, until the map or the budget ends."""
    metric = mover.battle.ruleset.metric
    for by in mover.battle.ruleset.topology.directions:
        body, climbed, spent = mover.creature.body, mover.climbed, allowance.spent
        steps: list[Step] = []
        while (len(steps) + 1) * metric.step(by) <= allowance.total:
            near = mover.steps_to(body, body.moved(by).at, spent, climbed)
            found = [step for step in near if step.body == body.moved(by)]
            if not found:
                break
            steps = [*steps, min(found, key=lambda step: step.cost2)]
            body, climbed, spent = steps[-1].body, steps[-1].climbed, spent + steps[-1].cost2
            way = Move(mover.creature.id, to=body.at, mode=mode.name)
            judged = _judge(mover, mode, allowance, steps, way)
            if isinstance(judged, Plan):
                yield judged


def _dart(mover: Mover, mode: MoveMode, allowance: Allowance, intent: Move) -> Plan | Refused:
    """Judge a move with an attack on the way, along a path or past the target to a place."""
    foe = target_of(mover.battle, mover.creature, intent.target)
    if isinstance(foe, Refused):
        return foe
    if intent.path is not None or intent.to is None:
        steps = _follow(mover, intent.path or (), intent.extents, allowance.spent)
    else:
        steps = _find(mover, mode, allowance, intent.to)  # why it cannot end there, if it cannot
        if not isinstance(steps, Refused):
            limit = allowance.total - allowance.spent
            way = way_past(mover, mode, limit, intent.to, foe)
            steps = _steps_of(mover, way, allowance.spent)
    if isinstance(steps, Refused):
        return steps
    found = _judge(mover, mode, allowance, steps, intent)
    if isinstance(found, Refused):
        return found
    strike_at = strike_after(mover, mode, found.path, foe)
    if isinstance(strike_at, Refused):
        return strike_at
    return attrs.evolve(found, targets=(foe.id,), strike_at=strike_at)


def _charge_at(mover: Mover, mode: MoveMode, allowance: Allowance, intent: Move) -> Plan | Refused:
    """The first legal of the nearest places from which a target can be attacked.

    Where there is none, why the one straight ahead is not.
    """
    world, start = mover.battle.world, mover.creature.at
    refused: dict[int, Refused] = {}
    refusal = refuse(Reason.NO_CHARGE_TARGET, mode.clause)
    target = intent.target
    if target is None or target not in world or target not in mover.known:
        return refusal
    for body in charge_ends(mover, world[target]):
        steps = _find(mover, mode, allowance, body.at)
        found = (
            steps if isinstance(steps, Refused) else _judge(mover, mode, allowance, steps, intent)
        )
        if isinstance(found, Plan):
            return found
        refused.setdefault(sum((b - a) ** 2 for a, b in zip(start, body.at, strict=True)), found)
    return refused[min(refused)] if refused else refusal


@enforces(
    "d20.charge.min", "d20.obstacle.between.all-or-nothing", "grid5e.enter.minimum",
    "grid5e.enter.difficult", "metric.enter.minimum", "metric.enter.difficult", "d20.min-move",
)  # fmt: skip
def _judge(
    mover: Mover, mode: MoveMode, allowance: Allowance, steps: list[Step], intent: Move
) -> Plan | Refused:
    battle, creature = mover.battle, mover.creature
    clause = battle.ruleset.clause
    if not steps:
        return refuse(Reason.NOT_A_STEP, clause("step"))
    path = tuple(step.body for step in steps)
    cost2 = sum(step.cost2 for step in steps)
    if mode.steps is not None and len(steps) > mode.steps:
        return refuse(Reason.BUDGET, mode.clause, cost=len(steps), budget=mode.steps)
    targets: tuple[str, ...] = ()
    if mode.attack:
        found = charge_targets(mover, mode, path[-1], intent.target)
        if isinstance(found, Refused):
            return found
        targets = found
        line = line_cells(creature.body, path[-1])
        apart = (abs(b - a) for a, b in zip(creature.at, path[-1].at, strict=True))
        if len(path) != max(apart) or any(not line.issuperset(body.cells) for body in path):
            return refuse(Reason.NOT_STRAIGHT, mode.clause)
    elif mode.straight and len({step.by for step in steps}) > 1:
        return refuse(Reason.NOT_STRAIGHT, mode.clause)
    if not mode.hampered:
        refusal = _hampered(mover, mode, steps)
        if refusal is not None:
            return refusal
    if not mode.past:
        refusal = _in_the_way(mover, mode, path, targets)
        if refusal is not None:
            return refusal
    stop = battle.ruleset.passage.stop(battle, creature, path[-1], mover.known)
    if isinstance(stop, Refused):
        return stop  # with more to spend it would be no better
    total = allowance.spent + cost2
    alone = mode.minimum and len(steps) == 1 and allowance.spent == 0
    if not mode.free and total > allowance.total and not alone:
        return _too_far(mover, mode, total, allowance)
    if cells(cost2) < mode.least:
        return refuse(Reason.TOO_SHORT, clause("charge.min"), cost=cells(cost2))
    return Plan(mode, path, cost2, allowance, targets)


def _too_far(mover: Mover, mode: MoveMode, cost2: int, allowance: Allowance) -> Refused:
    """A way that costs more half-cells than there are, with those of the turn so far.

    It is said how much more that is, and how much is left.
    """
    clause = mover.battle.ruleset.concepts.get("budget", mode.clause)
    spent = cells(allowance.spent)
    more, left = cells(cost2) - spent, cells(allowance.total) - spent
    return refuse(Reason.BUDGET, clause, cost=more, budget=left)


def _why_not_at(mover: Mover, end: Body, refusal: Refused) -> Refused:
    """Why a way does not lead to its end: the rule on stopping, where both forbid it."""
    if refusal.reason is Reason.OCCUPIED:
        stop = mover.battle.ruleset.passage.stop
        found = stop(mover.battle, mover.creature, end, mover.known)
        if isinstance(found, Refused) and found.reason is Reason.SQUEEZER_THERE:
            return found
    return refusal


@enforces("unhampered", "step.hampered")
def _hampered(mover: Mover, mode: MoveMode, steps: list[Step]) -> Refused | None:
    """Why a mode that must not be slowed is; squeezing counts for straight dashes only."""
    for step in steps:
        ground = mover.ground.doublings
        slow = any(ground[cell[::-1]] for cell in step.body.cells)
        over = step.hampered and not step.pivot
        if slow or over or (mode.straight and step.squeezed):
            concept = "unhampered" if mode.straight else "step.hampered"
            return refuse(Reason.HAMPERED, mover.battle.ruleset.clause(concept), mode=mode.name)
    return None


@enforces("pass.friend.charge")
def _in_the_way(
    mover: Mover, mode: MoveMode, path: tuple[Body, ...], targets: tuple[str, ...]
) -> Refused | None:
    world = mover.battle.world
    blocking: dict[str, None] = {}
    for body in path:
        for cell in body.cells:
            for name in mover.others(cell):
                if not (world[name].has("helpless") or name in targets):
                    blocking[name] = None
    if not blocking or overrunning(mover, set(blocking)):
        return None
    by = next(iter(blocking))
    friend = world.friendly(mover.creature.id, by)
    clause = mover.battle.ruleset.clause("pass.friend.charge" if friend else "charge")
    return refuse(Reason.FRIEND_IN_WAY, clause, by=by, mode=mode.name)


def _follow(
    mover: Mover, path: tuple[Cell, ...], extents: tuple[Cell, ...] | None, spent: int
) -> list[Step] | Refused:
    """The cheapest steps through the places named; the first may be where the mover stands.

    A step may keep its place and change the body alone; then its extent tells it from the start.
    """
    start = mover.creature.body
    if extents is not None and len(extents) != len(path):
        return refuse(Reason.NOT_A_STEP, mover.battle.ruleset.clause("step"))
    if path and path[0] == start.at and (extents is None or extents[0] == start.extent):
        path = path[1:]
        extents = extents[1:] if extents is not None else None
    parities = mover.battle.ruleset.metric.parities
    shapes = extents or (start.extent,) * len(path)
    mover.look_ahead((start, *map(Body, path[:-1], shapes)), spent, mover.climbed)
    front: dict[Node, tuple[int, list[Step]]] = {(start, 0, mover.climbed): (0, [])}
    for i, place in enumerate(path):
        ahead: dict[Node, tuple[int, list[Step]]] = {}
        for (body, _, climbed), (cost2, steps) in front.items():
            for step in mover.steps_to(body, place, spent + cost2, climbed):
                if extents and step.body.extent != extents[i]:
                    continue
                cost = cost2 + step.cost2
                node = (step.body, cost % parities, step.climbed)
                if node not in ahead or cost < ahead[node][0]:
                    ahead[node] = (cost, [*steps, step])
        if not ahead:
            body, _, climbed = next(iter(front))
            refusal = mover.why_not(body, place, climbed)
            end = Body(place, mover.full)
            return refusal if path[i + 1 :] else _why_not_at(mover, end, refusal)
        front = ahead
    return min(front.values(), key=lambda found: found[0])[1]


def _find(mover: Mover, mode: MoveMode, allowance: Allowance, to: Cell) -> list[Step] | Refused:
    """The cheapest way to a place, of equal ways the one that provokes least."""
    battle, creature = mover.battle, mover.creature
    start, passage = creature.body, battle.ruleset.passage
    if mode.steps is not None:
        return _single(mover, allowance, to) or mover.why_not(start, to, mover.climbed)
    if mode.straight:
        return _steps_of(mover, straight_bodies(mover, to), allowance.spent)
    limit = allowance.total - allowance.spent
    reach = _reach(mover, mode, limit, allowance.spent)
    ends = [
        place for place in reach.at(to) if passage.stop(battle, creature, place.body, mover.known)
    ]
    if not ends:
        alone = _single(mover, allowance, to) if mode.minimum else None
        return alone or _why_nowhere(mover, mode, allowance, to, reach)
    provoking = Provoking(mover, mode, limit)
    nearest = min(ends, key=lambda place: place.cost2)
    direct = reach.way(nearest.body)
    if not provoking.along(direct):
        return _steps_of(mover, direct[1:], allowance.spent)
    ways = Ways(reach, provoking)
    best = min(
        (ways.to(place.body) for place in ends),
        key=lambda way: (cells(allowance.spent + way.cost2), len(way.provokes), way.cost2),
    )
    return _steps_of(mover, list(best.path[1:]), allowance.spent)


def _reach(mover: Mover, mode: MoveMode, limit: int, spent: int = 0) -> Reach:
    """Where the mover can go from where it is: searched once for as long as nothing changes."""
    creature = mover.creature
    reaches: dict[Any, Reach] = mover.battle.world.cached(
        ("reaches", creature.id), EVERYTHING, dict
    )
    key = (mode.name, type(mover), mover.known, limit, spent)
    if key not in reaches:
        reaches[key] = Reach(mover, creature.body, limit, spent=spent)
    return reaches[key]


def _single(mover: Mover, allowance: Allowance, to: Cell) -> list[Step] | None:
    """The cheapest step to a place, if possible one to where the mover may stop."""
    battle, creature = mover.battle, mover.creature
    near = list(mover.steps_to(creature.body, to, allowance.spent, mover.climbed))
    stop = battle.ruleset.passage.stop
    legal = [s for s in near if stop(battle, creature, s.body, mover.known)]
    return [min(legal or near, key=lambda step: step.cost2)] if near else None


def _steps_of(mover: Mover, bodies: list[Body] | Refused, spent: int) -> list[Step] | Refused:
    """The steps that lead from body to body, after so many half-cells."""
    if isinstance(bodies, Refused):
        return bodies
    steps: list[Step] = []
    before, climbed = mover.creature.body, mover.climbed
    for body in bodies:
        near = mover.steps_to(before, body.at, spent, climbed)
        found = [step for step in near if step.body == body]
        if not found:
            return mover.why_not(before, body.at, climbed)
        steps.append(min(found, key=lambda step: step.cost2))
        spent += steps[-1].cost2
        before, climbed = body, steps[-1].climbed
    return steps


def _why_nowhere(
    mover: Mover, mode: MoveMode, allowance: Allowance, to: Cell, reach: Reach
) -> Refused:
    """Why there is no way to a place: it cannot be stopped on, it is too far, or shut off.

    What would forbid it however far the mover might go comes before its being too far.
    """
    battle, creature = mover.battle, mover.creature
    clause = battle.ruleset.clause
    for place in reach.at(to):
        stop = battle.ruleset.passage.stop(battle, creature, place.body, mover.known)
        if isinstance(stop, Refused):
            return stop
    body = Body(to, creature.size.extent)
    if to not in mover.field:
        return refuse(Reason.OFF_MAP, clause("blocked"))
    far = _reach(mover, mode, budget(2 * sum(mover.field.size)))
    costs: list[int] = []
    forbidden: Refused | None = None
    for place in sorted(far.at(to), key=lambda place: place.cost2):
        stop = battle.ruleset.passage.stop(battle, creature, place.body, mover.known)
        if isinstance(stop, Refused):
            forbidden = forbidden or stop
        else:
            costs.append(place.cost2)
    if costs:
        return _too_far(mover, mode, allowance.spent + min(costs), allowance)
    if forbidden is not None:
        return forbidden
    if not mover.fits(body):
        return _why_not_at(mover, body, mover.why_not_in(body))
    if mover.falls(body):
        return refuse(Reason.NO_FOOTING, clause("footing"))
    barred = _shut_off(mover, mode, to)
    return refuse(Reason.NO_WAY, clause("blocked")) if barred is None else barred


def _shut_off(mover: Mover, mode: MoveMode, to: Cell) -> Refused | None:
    """Why a place is shut off: whoever bars the cheapest way there, or a gap that is too narrow."""
    battle, creature = mover.battle, mover.creature
    others = mover.known - {creature.id}
    passed = frozenset(name for name in others if mover.passing(name).allowed)
    if passed != others:
        way = _way(Mover(battle, creature, passed | {creature.id}, mode), mode, to)
        found = _steps_of(mover, way, 0) if way is not None else None
        if isinstance(found, Refused):
            return found
    tight = TightMover(battle, creature, passed | {creature.id}, mode)
    if tight.gains and _way(tight, mode, to) is not None:
        return battle.ruleset.passage.too_tight(battle, creature)
    return None


def _way(mover: Mover, mode: MoveMode, to: Cell) -> list[Body] | None:
    """The bodies of a cheapest way to a place, however far it is; None where there is none."""
    reach = _reach(mover, mode, budget(2 * sum(mover.field.size)))
    ends = reach.at(to)
    return reach.way(min(ends, key=lambda place: place.cost2).body)[1:] if ends else None
