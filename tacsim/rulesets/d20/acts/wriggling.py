"""Wriggling through a gap of less than half one's width (``d20.escape-artist.tight``).

It takes ten full rounds, in which the creature is wedged where it began; then a check of Escape
Artist against 30. Whoever passes comes out on the far side, whoever fails may put another ten
rounds into it. The way through is found by the table of steps, for a body that narrows down to a
single square and may be in tight passages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Trying
from tacsim.core.components import Effort
from tacsim.core.events import Modifier
from tacsim.core.terrain import Entry
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.metric import budget
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.policies import Begun, Last, Lasting
from tacsim.rules.movement.moving import drawn, offer
from tacsim.rules.movement.obstacles import hurdles
from tacsim.rules.movement.policies import Counts, Step
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover
from tacsim.rules.movement.tight import TightMover
from tacsim.rules.perception import known_to
from tacsim.rulesets.d20.skills import skill_parts
from tacsim.rulesets.family.checks import check

NAME, SKILL, WEDGED = "wriggle", "escape_artist", "wedged"
CLAUSE = "d20.escape-artist.tight"
PENALTY = "d20.squeeze.escape-artist.penalty"
DIFFICULTY, ROUNDS = 30, 10
BEST = 20
"""The most that the die shows."""
TOWARD: Mapping[str, Cell] = {
    "north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0),
}  # fmt: skip
"""The ways in which one begins: nobody narrows on a diagonal."""
ON, BACK = "on", "back"
"""The ways for those who have begun."""


class Wriggling(Lasting):
    """The procedure of wriggling through: begun, gone on with turn by turn, then tried."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Wriggle]:
        """Toward each gap that the creature stands before; of one who has begun, on and back."""
        if actor.effort.act:
            yield from (it.Wriggle(actor.id, way) for way in (ON, BACK))
            return
        alone = TightMover(battle, actor, frozenset())
        for way, by in TOWARD.items():
            if _gap(battle, actor, by) and _entries(alone, by):
                yield it.Wriggle(actor.id, way)

    def begin(self, battle: Battle, intent: it.Wriggle) -> Begun:
        """Put a full round into it; with the last one comes the check. Or draw back."""
        actor = battle.world[intent.actor]
        effort = actor.effort
        if intent.way in (ON, BACK) and not effort.act:
            return refuse(Reason.NOT_BEGUN, CLAUSE)
        if intent.way == BACK:
            price = battle.ruleset.economy.price(battle, actor, NAME)
            if isinstance(price, Refused):
                return price
            return [ev.Spent(actor.id, price, (CLAUSE,)), *_ended(actor)]
        if intent.way != ON:
            effort = Effort(NAME, intent.way, 0, ROUNDS, actor.at)
        refusal = _barred(battle, actor, intent.way)
        if refusal is not None:
            return refusal
        price = _full_round(battle, actor)
        if isinstance(price, Refused):
            return price
        rounds = effort.rounds + 1
        begun: list[ev.Event] = [ev.Spent(actor.id, price, (CLAUSE,))]
        if not actor.has(WEDGED):
            begun.append(battle.ruleset.effects.gained(actor.id, WEDGED, PENALTY))
        begun.append(ev.Strove(actor.id, attrs.evolve(effort, rounds=rounds), (CLAUSE,)))
        if rounds >= effort.out_of:
            begun.append(ev.Undertaken(Trying(NAME, actor.id, actor.id, "check")))
        return begun

    def in_vain(self, battle: Battle, intent: it.Wriggle) -> Refused | None:
        """Why it would not come out as things stand."""
        actor = battle.world[intent.actor]
        if intent.way == BACK:
            return None
        way = actor.effort.toward if intent.way == ON else intent.way
        found = _beyond(battle, actor, TOWARD[way], known_to(battle, actor.side))
        return found if isinstance(found, Refused) else None

    def last(self, battle: Battle, intent: it.Wriggle) -> Last | None:
        """The round with the check, in a turn of its own."""
        actor = battle.world[intent.actor]
        effort = actor.effort
        if intent.way != ON:
            effort = Effort(NAME, intent.way, 0, ROUNDS, actor.at)
        left = effort.out_of - effort.rounds
        if intent.way == BACK or left <= 1:
            return None
        events = (
            ev.TurnStarted(actor.id, battle.ruleset.economy.refresh(battle, actor)),
            battle.ruleset.effects.gained(actor.id, WEDGED, PENALTY),
            ev.Strove(actor.id, attrs.evolve(effort, rounds=effort.out_of - 1)),
        )
        return Last(left, events, it.Wriggle(actor.id, ON))

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """The check; then, once those whom leaving provokes have been asked, out."""
        actor = battle.world[frame.actor]
        if not battle.able(actor):
            return [ev.Concluded()]
        return _checked(battle, frame, actor) if frame.stage == "check" else _out(battle, actor)


def over(battle: Battle) -> list[ev.Event]:
    """The end of the efforts of those who are down, or have been taken from their place."""
    world = battle.world
    efforts = world.tables.get(Effort, {})
    found: list[ev.Event] = []
    for creature in (world[name] for name in world.ids if name in efforts):
        if creature.effort.act != NAME:
            continue
        if not battle.able(creature) or creature.at != creature.effort.at:
            found += _ended(creature)
    return found


def _ended(actor: Creature) -> list[ev.Event]:
    """It is wedged no more, wherever it is."""
    lost: list[ev.Event] = [ev.Strove(actor.id, Effort(), (CLAUSE,))]
    if actor.has(WEDGED):
        lost.append(ev.ConditionLost(actor.id, WEDGED, (CLAUSE,)))
    return lost


# --- who may -----------------------------------------------------------------------------------


def _parts(actor: Creature) -> tuple[Modifier, ...]:
    """The bonuses on the check; none for those who have not learnt it."""
    if actor.traits.skill(SKILL) is None:
        return ()
    return skill_parts(actor, SKILL, CLAUSE)


def _barred(battle: Battle, actor: Creature, way: str) -> Refused | None:
    """Why a creature cannot set about it, or go on."""
    if way != ON and actor.effort.act:
        return refuse(Reason.HINDERED, PENALTY, condition=WEDGED)
    if actor.has("prone"):
        return refuse(Reason.PRONE, "d20.crawl")
    if way != ON:
        refusal = _no_gap(battle, actor, way)
        if refusal is not None:
            return refusal
    parts = _parts(actor)
    if not parts:
        return refuse(Reason.UNTRAINED, CLAUSE, skill=SKILL)
    best = BEST + sum(part.value for part in parts)
    if best < DIFFICULTY:
        return refuse(Reason.NO_CHANCE, CLAUSE, total=best, against=DIFFICULTY)
    return None


def _no_gap(battle: Battle, actor: Creature, way: str) -> Refused | None:
    """Why there is nothing to wriggle through on a way."""
    if way not in TOWARD:
        return refuse(Reason.NOT_A_STEP, CLAUSE)
    if battle.ruleset.economy.pace(battle, actor) <= 0:
        return refuse(Reason.TOO_SLOW, "d20.min-move.not-impassable")
    known, by = known_to(battle, actor.side), TOWARD[way]
    beyond = _beyond(battle, actor, by, known)
    if not isinstance(beyond, Refused):
        return None
    mover = Mover(battle, actor, known)
    if _entries(TightMover(battle, actor, frozenset()), by):
        return beyond
    if mover.steps_toward(actor.body, by):
        return refuse(Reason.NOT_NEEDED, CLAUSE)
    return mover.why_not(actor.body, shifted(actor.at, by))


def _full_round(battle: Battle, actor: Creature) -> Counts | Refused:
    """What a full round costs; a full attack may go on from one attack, this not."""
    if not actor.resources["standard"]:
        return refuse(Reason.NO_FULL_ROUND, CLAUSE)
    price: Counts | Refused = battle.ruleset.economy.price(battle, actor, "full_attack")
    return price


# --- the gap -----------------------------------------------------------------------------------


def _gap(battle: Battle, actor: Creature, by: Cell) -> bool:
    """Whether there might be a gap on a side of a creature, as far as the ground goes."""
    field, body = battle.world.field, actor.body
    if max(actor.size.extent) == 1:
        return False
    ahead = [cell for cell in body.moved(by).cells if cell not in body.cells and cell in field]
    entries = [field.at(cell).entry for cell in ahead]
    shut = [entry for entry in entries if entry is not Entry.OPEN]
    return bool(shut) and not all(entry in (Entry.BLOCKED, Entry.VOID) for entry in entries)


def _entries(mover: TightMover, by: Cell) -> list[Step]:
    """The steps that lead from where a creature is into a gap on one side of it."""
    steps = mover.steps_toward(mover.creature.body, by)
    here = mover.creature.body
    return [one for one in steps if mover.wedged(one.body) and not hurdles(mover, here, one)]


def _beyond(
    battle: Battle, actor: Creature, by: Cell, known: frozenset[str]
) -> list[Body] | Refused:
    """The nearest places beyond a gap where a creature may stop, by row and column; or why none.

    A place that it could walk to in as many rounds is not beyond. Where others alone are in the
    way, the first of them is the reason.
    """
    walk = budget(int(2 * ROUNDS * battle.ruleset.economy.pace(battle, actor)))
    near = Reach(Mover(battle, actor, known), actor.body, walk)
    found, met = _outlets(battle, actor, by, known, near)
    if found:
        return found
    free, way = _outlets(battle, actor, by, frozenset(), near)
    if not free:
        return refuse(Reason.NO_FAR_SIDE, CLAUSE)
    mover, seen = TightMover(battle, actor, known), {*met}
    for body in (*way, *free):
        if body not in seen and not mover.fits(body):
            return mover.why_not_in(body)
    verdicts = (battle.ruleset.passage.stop(battle, actor, body, known) for body in free)
    barred = (verdict for verdict in verdicts if isinstance(verdict, Refused))
    return next(barred, refuse(Reason.NO_FAR_SIDE, CLAUSE))


def _outlets(
    battle: Battle, actor: Creature, by: Cell, known: frozenset[str], near: Reach
) -> tuple[list[Body], list[Body]]:
    """The nearest places beyond a gap, and the bodies in the gap on the way there, in order."""
    mover, stop = TightMover(battle, actor, known), battle.ruleset.passage.stop
    front = [step.body for step in _entries(mover, by)]
    seen = dict.fromkeys(front)
    while front:
        steps = [
            step for body in front for step in mover.steps(body)
            if step.body not in seen and not hurdles(mover, body, step)
        ]  # fmt: skip
        ends = [
            step for step in steps
            if not mover.wedged(step.body) and step.body not in near
            and stop(battle, actor, step.body, known)
        ]  # fmt: skip
        if ends:
            least = min(step.cost2 for step in ends)
            nearest = {step.body for step in ends if step.cost2 == least}
            return sorted(nearest, key=lambda body: (body.at[::-1], body.extent)), [*seen]
        seen |= dict.fromkeys(step.body for step in steps)
        front = list(dict.fromkeys(step.body for step in steps if mover.wedged(step.body)))
    return [], [*seen]


# --- the end of it -----------------------------------------------------------------------------


def _checked(battle: Battle, frame: Trying, actor: Creature) -> list[ev.Event]:
    """The check; who fails is as wedged as before, and may begin anew from there."""
    due = check(actor, SKILL, _parts(actor), DIFFICULTY, (CLAUSE,))
    told, passed = due.made(Throws(battle))
    if not passed:
        again = attrs.evolve(actor.effort, rounds=0)
        return [*told, ev.Strove(actor.id, again, (CLAUSE,)), ev.Concluded()]
    return [*told, ev.CarriedOn(frame.at("out")), *_leaving(battle, actor)]


def _leaving(battle: Battle, actor: Creature) -> list[ev.Event]:
    """Coming out leaves the cells where it was: ask those whom that provokes."""
    by, walk = TOWARD[actor.effort.toward], battle.ruleset.modes["walk"]
    beyond = _beyond(battle, actor, by, battle.world.everybody)
    if isinstance(beyond, Refused):
        return []
    step = battle.ruleset.opportunity.by_step
    found = step(battle, actor, actor.body, beyond[0], walk, first=False)
    fresh = tuple(one for one in found if one.foe not in actor.exposure.foes)
    return offer(battle, actor.id, fresh, "move")


def _out(battle: Battle, actor: Creature) -> list[ev.Event]:
    """Out on the far side; where nothing is free there any more, back to where it began."""
    by = TOWARD[actor.effort.toward]
    nearest = _beyond(battle, actor, by, battle.world.everybody)
    if isinstance(nearest, Refused):
        at, clauses = shifted(actor.at, by), ("d20.illegal-end.last",)
        halted = ev.Halted(actor.id, at, Reason.NO_FAR_SIDE.value, clauses)
        return [halted, *_ended(actor), ev.Concluded()]
    beyond, thrown = drawn(battle, actor.id, nearest)
    squeezed = Mover(battle, actor, battle.world.everybody).squeezed(beyond)
    moved: list[ev.Event] = [
        *thrown,
        ev.Stepped(actor.id, actor.at, beyond.at, 0, 0, beyond.extent, squeezed, (CLAUSE,)),
    ]
    if squeezed:
        moved.append(ev.Squeezed(actor.id, beyond.cells, ("d20.squeeze.limit",)))
    elif actor.position.squeezed:
        moved.append(ev.Unsqueezed(actor.id, beyond.cells, ("d20.squeeze.limit",)))
    return [*moved, ev.Spent(actor.id, (("step", 0),)), *_ended(actor), ev.Concluded()]
