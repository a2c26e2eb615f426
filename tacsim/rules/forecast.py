"""Forecasts: what an option will bring, found by carrying it out on forks with every outcome.

The rules' own code runs on forks whose throws are answered by a tree of all that can fall; equal
states are put together after each step. So what is foretold is what happens.

Others choose in it as the forecast says: every offered opportunity attack is taken, other questions
are answered by the ruleset's stated default (:attr:`tacsim.rules.ruleset.Ruleset.answers`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.apply import apply
from tacsim.core.chance import Tree, Way
from tacsim.core.components import HitPoints
from tacsim.core.intents import NAMES, Area, Decline, Intent, Take
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.areas import Caught
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.policies import Lasting
from tacsim.rules.engine import begin, commit, following
from tacsim.rules.foretold import Answer, Attack, Check, Forecast, Hit, Later, Opportunity
from tacsim.rules.fronts import NOTHING, Alike, Front, Points, blows, hurt_in, with_points
from tacsim.rules.perception import believed

Part: TypeAlias = tuple[int, list[tuple[int, list[ev.Event]]]]
"""What befalls one of some apart: in how many ways in all, and what, each with its ways."""

ZERO = Fraction(0)
NO_ANSWERS: Mapping[str, bool] = {}
"""All questions are answered as the ruleset states."""
MOST = 4_000
"""States at one step beyond which a forecast is not gone on with."""


class TooManyError(Exception):
    """More can happen than a forecast counts."""


class _EntangledError(Exception):
    """What befalls some apart has consequences in which they meet again."""


DECIDER = object()
"""Stands for the side of whoever decides."""


def forecast(
    battle: Battle,
    intent: Intent,
    as_seen_by: Any = DECIDER,
    answers: Mapping[str, bool] = NO_ANSWERS,
) -> Forecast | Refused:
    """What an intent will bring from here up to the next turn's decision, or why it is refused.

    Nothing is told of what creatures unknown to the side have under way.
    ``as_seen_by``: the side whose knowledge it rests on, that of whoever decides unless told; None:
    the truth. ``answers``: how questions are answered otherwise than the ruleset states, by their
    names. Errors: TooManyError where more can happen than is counted.
    """
    if as_seen_by is DECIDER:
        decision = battle.decision
        as_seen_by = battle.world[decision.actor].side if decision is not None else None
    root = believed(battle, as_seen_by)
    if len(root.world.ids) < len(battle.world.ids) and concerned(battle) - {*root.world.ids}:
        return Forecast()
    found = _foretold(root, intent, answers)
    if isinstance(found, Refused):
        return found
    procedure: object = root.ruleset.procedures.get(NAMES[type(intent)])
    if not isinstance(procedure, Lasting):
        return found
    in_vain, later = procedure.in_vain(root, intent), _later(root, procedure, intent)
    return attrs.evolve(found, later=later, in_vain=in_vain)


def _foretold(
    root: Battle, intent: Intent, answers: Mapping[str, bool] = NO_ANSWERS
) -> Forecast | Refused:
    """What comes of an intent up to the next turn's decision."""
    try:
        return _Run(root, intent, Tree(), answers).forecast()
    except _EntangledError:
        return _Run(root, intent, Tree(joint=True), answers).forecast()


def _later(root: Battle, procedure: Lasting, intent: Intent) -> Later | None:
    """What comes of the last round of an act that takes several; None where it is this one."""
    last = procedure.last(root, intent)
    if last is None:
        return None
    child = root.fork()
    for event in last.events:
        apply(child.world, event)
    found = _foretold(child, last.intent)
    return None if isinstance(found, Refused) else Later(last.rounds, found)


def concerned(battle: Battle) -> set[str]:
    """The creatures that take part in what is under way."""
    world, found = battle.world, set[object]()
    if not world.agenda.frames:
        return set()
    for frame in world.agenda.frames:
        for field in attrs.fields(type(frame)):
            value = getattr(frame, field.name)
            found.update(value if isinstance(value, tuple) else (value,))
    found |= {world.clock.active, world.clock.last}
    return {name for name in world.ids if name in found}


def checks(battle: Battle, intent: Intent) -> tuple[Check, ...]:
    """The checks that whoever acts has to make in carrying an intent out; none if it is refused."""
    try:
        found = forecast(battle, intent)
    except TooManyError:
        return ()
    if isinstance(found, Refused):
        return ()
    return tuple(check for check in found.checks if check.actor == intent.actor)


def caught_in(battle: Battle, intent: Area) -> tuple[Caught, ...]:
    """Those whom an attack on an area catches, by initiative; nobody if it is refused.

    Where more can happen than is counted, what to expect of the attack once it is made.
    """
    try:
        found = forecast(battle, intent)
    except TooManyError:
        return battle.ruleset.areas.expected(battle, battle.world[intent.actor], intent)
    return found.caught if isinstance(found, Forecast) else ()


@attrs.frozen(eq=False)
class _Step:
    """A fork on which something has happened: what, what befalls some apart, and how dice fell."""

    battle: Battle
    events: list[ev.Event]
    parts: list[Part]
    way: Way


@attrs.define(eq=False)
class _Left:
    """States in which damage leaves one creature the same: how dice fell, in one of them.

    ``points``: the hit points before in that one; ``weights``: by those of all others.
    """

    way: Way
    points: Points
    weights: dict[Points, int]


def _sort(found: dict[Any, _Left], alike: Alike, step: _Step, at: int, ways: int) -> None:
    """Sort states by what a step that hurts leaves, and by what it did before that."""
    hurt = step.events[at]
    assert isinstance(hurt, ev.Damaged)
    did = *(one for one in step.events[:at] if not isinstance(one, ev.Rolled)), hurt.target
    for left, points, others, weight in alike.after(hurt.target, hurt.amount):
        one = found.setdefault((did, left), _Left(step.way, points, {}))
        one.weights[others] = one.weights.get(others, 0) + weight * ways


class _Run:
    """One option carried out in every way."""

    def __init__(
        self, root: Battle, intent: Intent, tree: Tree, answers: Mapping[str, bool]
    ) -> None:
        self._intent = intent
        self._given = {**root.ruleset.answers, **answers}
        self._tree = tree
        self._root = root
        root.dice = self._tree
        self._count = _Count()
        self._answers: dict[Answer, None] = {}
        self._ends: dict[Body, Fraction] = {}
        self._paces: dict[tuple[int, str], Fraction] = {}
        self._actor = intent.actor or ""

    def forecast(self) -> Forecast | Refused:
        """Carry the option out, and add up what happens."""
        intent: Intent | None = self._intent
        first = self._root.world.tables.get(HitPoints, NOTHING)
        front = [Alike(self._root, first, Fraction(1), {(): 1})]
        while front:
            ahead = Front(front[0].battle if len(front) == 1 else self._root, first)
            for alike in front:
                refusal = self._spread(alike, intent, ahead)
                if refusal is not None:
                    return refusal
                if len(ahead) > MOST:
                    raise TooManyError
            front, intent = ahead.found, None
        ends = sorted(self._ends.items(), key=lambda end: (-end[1], end[0]))
        told = tuple((body, float(chance)) for body, chance in ends)
        found = self._count.forecast(told, tuple(self._answers))
        likely = max(self._paces, key=self._paces.__getitem__, default=None)
        if likely is None or likely == _pace(self._root, self._actor):
            return found
        speed, hindered = likely
        return attrs.evolve(found, speed=None if hindered else speed, hindered=hindered)

    def _spread(self, alike: Alike, intent: Intent | None, ahead: Front) -> Refused | None:
        """Find the states that follow from some; or why nothing is begun."""
        battle, varying = alike.battle, alike.varying
        whole, outcomes = self._tree.outcomes(partial(self._step, battle, intent))
        told: list[tuple[list[ev.Event], int]] = []
        further: list[tuple[Battle, Battle, Mapping[Points, int], int]] = []
        left: dict[Any, _Left] = {}
        mixed = False
        for ways, step in outcomes:
            if isinstance(step, Refused):
                return step
            hurts = blows(step.events, varying)
            apart = (events for _all, each in step.parts for _ways, events in each)
            mixed |= len(hurts) > 1 or any(blows(events, varying) for events in apart)
            if hurts:
                told.append((step.events[: hurts[0] + 1], ways * alike.weight))
                _sort(left, alike, step, hurts[0], ways)
            else:
                told.append((step.events, ways * alike.weight))
                further.append((battle, step.battle, alike.weights, ways))
        for same in left.values():
            before = alike.state(same.points)
            step = self._tree.again(same.way, partial(self._step, before, intent))
            assert isinstance(step, _Step)
            at, *more = blows(step.events, varying)
            rest = step.events[at + 1 :]
            mixed |= bool(more) or any(isinstance(one, ev.Rolled) for one in rest)
            told.append((rest, sum(same.weights.values())))
            further.append((before, step.battle, same.weights, 1))
        if mixed:  # what comes of damage takes dice, or hurts another: each is gone on with alone
            for one in alike.apart():
                self._spread(one, intent, ahead)
            return None
        share, count = alike.share / whole, _Count()
        for ways, step in outcomes:
            for part in step.parts if isinstance(step, _Step) else ():
                self._count.add_apart(battle, part, share * ways * alike.weight)
        for events, n in told:
            count.add(battle, events, n)
        for before, child, weights, ways in further:
            self._go_on(before, child, share * ways, weights, ahead)
        self._count.add_up(count, share)
        return None

    def _go_on(
        self,
        before: Battle,
        child: Battle,
        share: Fraction,
        weights: Mapping[Points, int],
        ahead: Front,
    ) -> None:
        """Go on from states of which ``child`` is one, and ``before`` the one that led to it."""
        if not _settled(child):
            ahead.add(child, share, with_points(weights, hurt_in(before, child)))
        elif self._actor in child.world:
            body, pace = child.world[self._actor].body, _pace(child, self._actor)
            probability = share * sum(weights.values())
            self._ends[body] = self._ends.get(body, ZERO) + probability
            self._paces[pace] = self._paces.get(pace, ZERO) + probability

    def _step(self, battle: Battle, intent: Intent | None) -> _Step | Refused:
        """The next thing that happens, on a fork, or why the intent is not begun.

        With what befalls some apart, which is not done to the fork.
        """
        batch = following(battle) if intent is None else begin(battle, intent)
        if batch is None:
            batch = begin(battle, self._answer(battle))
        parts, self._tree.parts = self._tree.parts, []
        if isinstance(batch, Refused):
            assert intent is not None
            return batch
        if parts and self._entangled(battle, batch, parts):
            raise _EntangledError
        child, events = battle.fork(), list[ev.Event]()
        commit(child, batch, events)
        return _Step(child, events, parts, self._tree.way)

    def _entangled(self, battle: Battle, batch: list[ev.Event], parts: list[Part]) -> bool:
        """Whether more follows from what befalls those apart than what is added up for each.

        It is tried with what differs in more than numbers for each alone, and with the worst for
        all together. A goal that is met by what befalls one alone is added to that.
        """
        each = {_kinds(brought): brought for _, ways in parts for _, brought in ways}
        worst = [event for _, ways in parts for event in max((one[1] for one in ways), key=len)]
        ends: dict[Any, list[ev.Event]] = {}
        for kinds, brought in (*each.items(), (None, worst)):
            child, events, more = battle.fork(), list[ev.Event](), _Count()
            child.dice = Tree()
            commit(child, [*batch, *brought], events)
            rest = events[len(batch) + len(brought) :]
            more.add(battle, rest)
            if any(kind != "goal" for kind, _ in more.facts) or not _settled(child):
                return True
            ends[kinds] = rest if more.facts else []
        deciding = [ways for _, ways in parts if any(ends[_kinds(one)] for _, one in ways)]
        for ways in deciding[:1]:
            ways[:] = [(n, [*brought, *ends[_kinds(brought)]]) for n, brought in ways]
        return len(deciding) > 1

    def _answer(self, battle: Battle) -> Intent:
        """The answer to the question that is open."""
        decision = battle.decision
        assert decision is not None
        yes = self._given.get(decision.question, False)
        self._answers[Answer(decision.actor, decision.question, yes)] = None
        return Take(decision.actor) if yes else Decline(decision.actor)


def _pace(battle: Battle, name: str) -> tuple[int, str]:
    """The cells a move of a creature, and the condition that keeps it from walking, if one does."""
    who, effects = battle.world[name], battle.ruleset.effects
    feet = (mode.name for mode in battle.ruleset.modes.values() if mode.on_foot)
    found = (refusal for mode in feet if (refusal := effects.barred(who, mode, "")) is not None)
    hindered = next(found, None)
    pace = int(battle.ruleset.economy.pace(battle, who))
    return pace, "" if hindered is None else str(dict(hindered.details)["condition"])


def _settled(battle: Battle) -> bool:
    """Whether nothing follows before a turn goes on, or a battle is over."""
    world, active = battle.world, battle.world.clock.active
    free = world.agenda.top is None and active is not None and battle.acts(world[active])
    return free or world.outcome.over


def _kinds(events: list[ev.Event]) -> tuple[Any, ...]:
    """What events bring about, apart from what is thrown and how much damage is done."""
    plain = (ev.Rolled, ev.Tested, ev.Damaged)
    return tuple([type(event) if type(event) in plain else event for event in events])


class _Count:
    """What happens, added up event by event with its number of ways, or with its probability.

    Of each fact the sums that are told of it: how often it comes about, and what holds then.
    """

    def __init__(self) -> None:
        self.facts: dict[tuple[str, Any], list[Any]] = {}
        self._rolls: dict[Any, tuple[Any, ...]] = {}

    def add(self, battle: Battle, events: list[ev.Event], ways: int = 1) -> None:
        """Add what happened in one step from a state of the battle, in so many ways."""
        target, attack = "", list[int]()

        def note(kind: str, what: Any, *worths: int) -> list[int]:
            sums = self.facts.get((kind, what))
            if sums is None:
                sums = self.facts[kind, what] = [0] * len(worths)
            for index, worth in enumerate(worths):
                sums[index] += ways * worth
            return sums

        for event in events:
            if isinstance(event, ev.Rolled):
                continue  # the most of them
            if isinstance(event, ev.Struck):
                target, outcome = event.target, event.outcome
                frame = battle.world.agenda.top
                if not isinstance(frame, Attacking):
                    hit = event.actor, target, event.weapon, _first(event.clauses)
                    attack = note("hit", hit, 1, 0)
                    continue
                who = event.actor, target, event.weapon, event.opportunity, event.modifiers
                if who not in self._rolls:
                    self._rolls[who] = frame, attack_roll(battle, frame), event.manner
                attack = note("attack", who, 1, outcome != "miss", outcome == "critical", 0)
            elif isinstance(event, ev.Damaged):
                note("damage", event.target, event.amount)
                if attack and event.target == target:
                    attack[-1] += ways * event.amount
            elif isinstance(event, ev.Downed):
                note("down", event.target, 1)
            elif isinstance(event, ev.Provoked):
                note("opportunity", (event.actor, event.by, event.cell), 1)
            elif isinstance(event, ev.Tested):
                what = event.what, event.actor, event.target, event.against, _first(event.clauses)
                note("check", what, 1, event.passed)
            elif isinstance(event, ev.Contested):
                whose = event.what, event.actor, event.target, None, _first(event.clauses)
                note("check", whose, 1, event.won)
            elif isinstance(event, ev.AreaMade):
                for name in event.targets:
                    note("caught", name, 1)
            elif isinstance(event, ev.ConditionGained):
                note("condition", (event.actor, event.condition), 1)
            elif isinstance(event, ev.GoalMet):
                note("goal", event.goal, 1)

    def add_apart(self, battle: Battle, part: Part, probability: Fraction) -> None:
        """Add what befalls one of some apart."""
        total, outcomes = part
        count = _Count()
        for ways, events in outcomes:
            count.add(battle, events, ways)
        self.add_up(count, probability / total)

    def add_up(self, other: _Count, probability: Fraction) -> None:
        """Add what was counted by ways, each of which has such a probability."""
        for fact, ways in other.facts.items():
            sums = self.facts.setdefault(fact, [ZERO] * len(ways))
            sums[:] = [n + probability * more for n, more in zip(sums, ways, strict=True)]
        self._rolls = {**other._rolls, **self._rolls}

    def forecast(
        self, ends: tuple[tuple[Body, float], ...], assumed: tuple[Answer, ...]
    ) -> Forecast:
        """All of it; what holds if something is made is divided by the probability of that."""

        def sums_of(kind: str) -> dict[Any, list[float]]:
            return {
                what: [float(made), *(float(other / made) for other in others)]
                for (of, what), (made, *others) in self.facts.items()
                if of == kind
            }

        return Forecast(
            tuple(
                Attack(*who, *self._rolls[who], *found) for who, found in sums_of("attack").items()
            ),
            tuple(Hit(*what, *found) for what, found in sums_of("hit").items()),
            tuple(Opportunity(*who, *found) for who, found in sums_of("opportunity").items()),
            tuple(Check(*what, *found) for what, found in sums_of("check").items()),
            {who: mean for who, (mean,) in sums_of("damage").items()},
            {who: chance for who, (chance,) in sums_of("down").items()},
            {what: chance for what, (chance,) in sums_of("condition").items()},
            ends,
            tuple(
                self._caught(*what, *sums)
                for (of, *what), sums in self.facts.items()
                if of == "caught"
            ),
            assumed,
            goals={goal: chance for goal, (chance,) in sums_of("goal").items()},
        )

    def _caught(self, name: str, made: Fraction) -> Caught:
        """What one who is caught has to expect if it comes to it."""
        (damage,) = self.facts.get(("damage", name), [ZERO])
        saved = sum(
            sums[1] for (of, what), sums in self.facts.items() if of == "check" and what[1] == name
        )
        return Caught(name, float(saved / made), float(damage / made))


def _first(clauses: tuple[str, ...]) -> str:
    return clauses[0] if clauses else ""


__all__ = [
    "DECIDER", "Answer", "Attack", "Check", "Forecast", "Hit", "Later", "Opportunity",
    "TooManyError", "caught_in", "checks", "forecast",
]  # fmt: skip
