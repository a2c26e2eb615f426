"""A move under way: step by step, each first offered to those whom it provokes.

The offer comes while the mover is still where it was, and so does the attack; whoever falls to it
stays there if it may (``d20.aoo.interrupt``). Each foe has it once however many cells are left
(``d20.aoo.once-per-opportunity``).

With fog, a move that can be gone on with later stops where it brings a foe to light. One that
cannot (a charge, a run, a withdrawal) goes on: to stop would forfeit what was paid for all of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking, Moving, Offering
from tacsim.core.chance import Sum
from tacsim.core.clauses import SIGHT
from tacsim.core.intents import Move
from tacsim.core.verdicts import Refused
from tacsim.enforces import enforces
from tacsim.grid.cells import Body
from tacsim.grid.metric import cells
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.threat import watched
from tacsim.rules.combat.weapons import choose_weapon
from tacsim.rules.movement.obstacles import hurdles
from tacsim.rules.movement.plan import Plan
from tacsim.rules.movement.policies import MoveMode, Provocation, Step
from tacsim.rules.movement.steps import Mover
from tacsim.rules.perception import sighted


def begin(battle: Battle, intent: Move, plan: Plan) -> list[ev.Event]:
    """Pay for a planned move and set out."""
    events: list[ev.Event] = []
    if plan.allowance.counts:
        events.append(ev.Spent(intent.actor, plan.allowance.counts, (plan.mode.clause,)))
    events += [
        battle.ruleset.effects.gained(intent.actor, name, plan.mode.clause)
        for name in plan.mode.conditions
    ]
    frame = Moving(
        intent.actor,
        plan.mode.name,
        plan.path,
        spent=plan.allowance.spent,
        targets=plan.targets,
        strikes=intent.target is not None,
        strike_at=plan.strike_at,
    )
    if plan.strike_at is not None:
        events += [ev.Slipped(intent.actor, foe, (plan.mode.clause,)) for foe in plan.targets]
    return [*events, ev.Undertaken(frame)]


def offer(
    battle: Battle, provoker: str, found: tuple[Provocation, ...], cause: str
) -> list[ev.Event]:
    """Tell of provocations, and ask those provoked one after another, in initiative order."""
    if not found:
        return []
    order = battle.world.order
    ordered = sorted(found, key=lambda p: order.index(p.foe))
    foes = tuple(dict.fromkeys(p.foe for p in ordered))
    clauses = tuple(dict.fromkeys(c for p in ordered for c in p.clauses))
    told = [ev.Provoked(provoker, p.foe, p.cell, cause, p.clauses) for p in ordered]
    entered = tuple(p.foe for p in ordered if p.entering)
    return [*told, ev.Undertaken(Offering(provoker, foes, clauses, entered, cause))]


@enforces("d20.aoo.interrupt", "d20.aoo.once-per-opportunity")
def advance(battle: Battle, frame: Moving) -> list[ev.Event]:
    """The next thing on the way: an offer, a step, a halt, or the end of it."""
    actor = battle.world[frame.actor]
    mode = battle.ruleset.modes[frame.mode]
    mover = Mover(battle, actor, battle.world.everybody, mode)
    if not battle.able(actor) or not frame.path:
        return _finish(mover, frame, mode)
    if frame.strike_at == frame.taken:
        return _strike(battle, frame)
    step = _step_to(mover, frame.path[0], frame.spent)
    if isinstance(step, Refused):
        halted = ev.Halted(actor.id, frame.path[0].at, step.reason.value, (step.clause,))
        return [halted, *_finish(mover, frame, mode)]
    movement_checks = battle.ruleset.movement_checks
    before = movement_checks.before(battle, frame, mode, step)
    if before is not None:
        return before
    old, new = actor.body, step.body
    cells_ = watched(battle, actor, old, new)
    found: tuple[Provocation, ...] = ()
    if not (cells_.isdisjoint(old.cells) and cells_.isdisjoint(new.cells)):
        first = frame.taken == 0
        found = battle.ruleset.opportunity.by_step(battle, actor, old, new, mode, first=first)
    exposed = actor.exposure.foes
    fresh = tuple(p for p in found if p.foe not in exposed)
    before_it = tuple(p for p in fresh if not p.after)
    if before_it:
        told, left = movement_checks.provoked(battle, frame, mode, step, before_it)
        return [*told, *offer(battle, actor.id, left, "move")]
    return [*_take(mover, frame, mode, step), *offer(battle, actor.id, fresh, "move")]


def _strike(battle: Battle, frame: Moving) -> list[ev.Event]:
    """The attack on the way, if it can still be made; then the move goes on."""
    actor, target = battle.world[frame.actor], battle.world[frame.targets[0]]
    events: list[ev.Event] = [ev.CarriedOn(attrs.evolve(frame, strike_at=None, targets=()))]
    price = battle.ruleset.economy.price(battle, actor, "strike")
    weapon = choose_weapon(battle, actor, target, None, melee_only=True)
    if isinstance(price, Refused) or isinstance(weapon, Refused) or target.has("dead"):
        return events
    attack = Attacking(actor.id, target.id, weapon)
    return [*events, ev.Spent(actor.id, price), ev.Undertaken(attack)]


def _step_to(mover: Mover, body: Body, spent: int) -> Step | Refused:
    now = mover.creature.body
    near = mover.steps_to(now, body.at, spent, mover.climbed)
    found = [step for step in near if step.body == body]
    if found:
        return min(found, key=lambda step: step.cost2)
    return mover.why_not(now, body.at, mover.climbed)


def _take(mover: Mover, frame: Moving, mode: MoveMode, step: Step) -> list[ev.Event]:
    battle, actor = mover.battle, mover.creature
    before = actor.position
    cost2 = 0 if mode.free else step.cost2
    spent = frame.spent + cost2
    cost = cells(spent) - cells(frame.spent)
    new = step.body
    again = not battle.ruleset.opportunity.once and bool(actor.exposure.foes)
    events: list[ev.Event] = [
        *([ev.Exposed(actor.id, ())] if again else ()),
        ev.Stepped(
            actor.id,
            before.body.at,
            new.at,
            cost,
            cells(spent),
            new.extent,
            step.squeezed,
            _clauses(mover, mode, step),
            battle.ruleset.passage.manner(battle, actor, step),
        ),
    ]
    if step.squeezed and (not before.squeezed or before.body.extent != new.extent):
        clause = battle.ruleset.clause("squeeze.limit")
        events.append(ev.Squeezed(actor.id, new.cells, (clause,)))
    elif before.squeezed and not step.squeezed:
        clause = battle.ruleset.clause("squeeze.limit")
        events.append(ev.Unsqueezed(actor.id, new.cells, (clause,)))
    counts = battle.ruleset.economy.stepped(battle, actor, before.body, new)
    if counts:
        events.append(ev.Spent(actor.id, counts))
    may_stop = battle.ruleset.passage.stop(battle, actor, new, mover.known)
    legal = new if may_stop else frame.legal or (before.body if frame.taken == 0 else None)
    path = frame.path[1:]
    stops = bool(path) and mode.parts and battle.ruleset.switches[SIGHT]
    foes = sighted(battle, actor, new) if stops else ()
    if foes:
        path = _cut_short(mover, new, path)
        if path != frame.path[1:]:
            at = path[-1].at if path else new.at
            events.append(ev.Sighted(actor.id, foes, at, (mode.clause,)))
            stopped = _spent(mover, new, path, spent)
            saved = battle.ruleset.economy.cut_short(battle, actor, stopped)
            if saved:
                events.append(ev.Spent(actor.id, saved))
    frame = attrs.evolve(frame, path=path, spent=spent, taken=frame.taken + 1, legal=legal)
    return [*events, ev.CarriedOn(frame)]


def _cut_short(mover: Mover, here: Body, path: tuple[Body, ...]) -> tuple[Body, ...]:
    """What is still to be taken of a way up to the first place on it that may be stopped in."""
    stop = mover.battle.ruleset.passage.stop
    for count, body in enumerate((here, *path)):
        if stop(mover.battle, mover.creature, body, mover.known):
            return path[:count]
    return path


def _spent(mover: Mover, here: Body, path: tuple[Body, ...], spent: int) -> int:
    """The half-cells of a move that goes on from a place, by steps that are open there."""
    for body in path:
        near = mover.steps_to(here, body.at, spent, mover.climbed)
        spent += min((step.cost2 for step in near if step.body == body), default=0)
        here = body
    return spent


def _clauses(mover: Mover, mode: MoveMode, step: Step) -> tuple[str, ...]:
    """Why the step costs what it does."""
    battle, clause = mover.battle, mover.battle.ruleset.clause
    if mode.free:
        return (mode.clause,)
    straight = battle.ruleset.topology.straight(step.by)
    passage = battle.ruleset.passage
    found = [*passage.step_clauses(battle, mover.creature, step)]
    found += passage.clauses(battle, mover.creature, step.body)
    if step.squeezed:
        found.append(clause("squeeze.cost") if straight else clause("squeeze.diagonal"))
    if step.pivot:
        found.append(clause("pivot"))
    elif step.hampered:
        found.append(clause("barrier"))
    if step.rate >= 4:
        found.append(clause("doubled twice"))
    return tuple(dict.fromkeys(found))


def _finish(mover: Mover, frame: Moving, mode: MoveMode) -> list[ev.Event]:
    """The end of a move, wherever it came to."""
    battle, actor = mover.battle, mover.creature
    events: list[ev.Event] = [ev.Concluded()]
    counts = battle.ruleset.economy.moved(battle, actor, frame.spent, mode)
    if counts and frame.taken:
        events.append(ev.Spent(actor.id, counts))
    if frame.taken:
        events += _settle(mover, frame)
    if frame.path or not battle.able(actor) or not frame.targets:
        return events
    if frame.strikes:
        target = battle.world[frame.targets[0]]
        weapon = choose_weapon(battle, actor, target, None, melee_only=True)
        if not isinstance(weapon, Refused):
            attack = Attacking(actor.id, target.id, weapon, charge=True)
            return [*events, ev.Undertaken(attack)]
    return [*events, ev.Charged(actor.id, frame.targets, (mode.clause,))]


def _settle(mover: Mover, frame: Moving) -> list[ev.Event]:
    """Put a creature that ended where it may not stop into its last or the closest legal place."""
    battle, actor = mover.battle, mover.creature
    if battle.ruleset.passage.stop(battle, actor, actor.body, mover.known):
        return []
    return displaced(mover, actor.body, frame.legal)


@enforces("d20.closest.tie")
def drawn(battle: Battle, name: str, ties: Sequence[Body]) -> tuple[Body, list[ev.Event]]:
    """One of several places that are equally near, and the throw for it, by name a creature's.

    There is none for a single one.
    """
    if len(ties) == 1:
        return ties[0], []
    clauses = (battle.ruleset.clause("closest.tie"),)
    roll = Throws(battle).roll(name, "closest", Sum(1, len(ties)), clauses=clauses)
    return ties[roll.total - 1], [roll]


@enforces("d20.illegal-end.last", "d20.illegal-end.closest", "grid5e.end.occupied")
def displaced(mover: Mover, here: Body, last: Body | None) -> list[ev.Event]:
    """Put a creature that cannot stay in a place into the closest legal one.

    ``last``: the last legal place on its way, which it takes unless another one is closer.
    """
    battle, actor = mover.battle, mover.creature
    metric, between = battle.ruleset.metric, battle.ruleset.topology.between

    def away(body: Body) -> int:
        return cells(metric.cost2(between(here.at, body.at)))

    limit = away(last) if last is not None else max(mover.field.size)
    near = [body for body in _legal_near(mover, here, limit) if away(body) < limit or last is None]
    events: list[ev.Event] = []
    concept = "illegal.last"
    place = last
    if near:
        closest = min(away(body) for body in near)
        place, events = drawn(battle, actor.id, [body for body in near if away(body) == closest])
        concept = "illegal.closest"
    if place is None:
        return []
    squeezed = mover.squeezed(place)
    clauses = (battle.ruleset.clause(concept),)
    moved = ev.Placed(actor.id, here.at, place.at, place.extent, squeezed, clauses)
    return [*events, moved]


def _legal_near(mover: Mover, here: Body, limit: int) -> list[Body]:
    """The full bodies within a distance that may be stopped in, by row and column.

    Only such as open steps lead to: nobody comes through a wall or over a barrier by accident, nor
    into what takes a check.
    """
    ruleset = mover.battle.ruleset
    stop, metric, between = ruleset.passage.stop, ruleset.metric, ruleset.topology.between
    seen, front = {here}, [here]
    while front:
        body = front.pop()
        for step in mover.steps(body):
            far = cells(metric.cost2(between(here.at, step.body.at)))
            new = step.body not in seen and far <= limit
            if new and not step.hampered and not hurdles(mover, body, step):
                seen.add(step.body)
                front.append(step.body)
    legal = [
        body
        for body in seen
        if body.extent == mover.full and stop(mover.battle, mover.creature, body, mover.known)
    ]
    return sorted(legal, key=lambda body: tuple(reversed(body.at)))
