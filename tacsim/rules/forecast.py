"""Forecasts: what an option will bring, found by carrying it out on forks with every outcome.

The rules' own code runs on forks whose throws are answered by a tree of all that can fall; equal
states are put together after each step. So what is foretold is what happens.

Others choose in it as the forecast says: every offered opportunity attack is taken, other questions
are answered by the ruleset's stated default (:attr:`tacsim.rules.ruleset.Ruleset.answers`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

import attrs

from tacsim.core import events as ev
from tacsim.core.chance import Tree
from tacsim.core.components import DiceState
from tacsim.core.intents import Decline, Intent, Take
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.engine import begin, commit, following
from tacsim.rules.perception import believed

K = TypeVar("K")

ZERO = Fraction(0)
MOST = 4_000
"""States at one step beyond which a forecast is not gone on with."""


class TooManyError(Exception):
    """More can happen than a forecast counts."""


@attrs.frozen
class Attack:
    """An attack of a forecast.

    ``made``: how often it comes to it on average; the others hold if it does: to hit (criticals
    included), to hit critically, and the mean of the hit points lost to it.
    """

    actor: str
    target: str
    weapon: str
    opportunity: bool
    modifiers: tuple[ev.Modifier, ...]
    made: float
    hit: float
    critical: float
    damage: float


@attrs.frozen
class Opportunity:
    """An opportunity that is given: by whom to whom, where, and with what probability."""

    actor: str
    by: str
    cell: Cell
    given: float


@attrs.frozen
class Check:
    """A check, save or contest.

    ``actor``: of whom; ``about``: the other one, if there is one; ``made``: how often it comes to
    it on average; ``passed``: the probability that it is passed, or won, if it does.
    """

    what: str
    actor: str
    about: str | None
    against: int | None
    """The difficulty; None of a contest."""
    clause: str
    made: float
    passed: float


@attrs.frozen
class Answer:
    """How a question is taken to be answered in a forecast."""

    actor: str
    question: str
    yes: bool


@attrs.frozen
class Forecast:
    """Everything that an option brings, with exact probabilities and means.

    ``damage`` and ``downs`` by creature: the mean hit points lost, and the probability to go down;
    ``conditions``: the probability to gain each, by creature and name; ``ends``: where whoever acts
    comes to be, the most probable first.
    """

    attacks: tuple[Attack, ...] = ()
    opportunities: tuple[Opportunity, ...] = ()
    checks: tuple[Check, ...] = ()
    damage: Mapping[str, float] = attrs.field(factory=dict)
    downs: Mapping[str, float] = attrs.field(factory=dict)
    conditions: Mapping[tuple[str, str], float] = attrs.field(factory=dict)
    ends: tuple[tuple[Body, float], ...] = ()
    assumed: tuple[Answer, ...] = ()

    def ends_in(self, body: Body) -> float:
        """The probability that whoever acts comes to be in a body."""
        return next((chance for end, chance in self.ends if end == body), 0.0)


DECIDER = object()
"""Stands for the side of whoever decides."""


def forecast(battle: Battle, intent: Intent, as_seen_by: Any = DECIDER) -> Forecast | Refused:
    """What an intent will bring from here up to the next turn's decision, or why it is refused.

    Nothing is told of what somebody has under way whom the side does not know of.
    ``as_seen_by``: the side whose knowledge it rests on, that of whoever decides unless told; None:
    the truth. Errors: TooManyError where more can happen than is counted.
    """
    if as_seen_by is DECIDER:
        decision = battle.decision
        as_seen_by = battle.world[decision.actor].side if decision is not None else None
    root = believed(battle, as_seen_by)
    if len(root.world.ids) < len(battle.world.ids) and _concerned(battle) - {*root.world.ids}:
        return Forecast()
    if len(root.world.ids) == len(battle.world.ids):
        root.world = battle.world  # only forks are written to; what it has cached stays known
    refused = begin(root, intent)
    if isinstance(refused, Refused):
        return refused
    return _Run(root, intent).forecast()


def _concerned(battle: Battle) -> set[str]:
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


class _Run:
    """One option carried out in every way."""

    def __init__(self, root: Battle, intent: Intent) -> None:
        self._intent = intent
        self._tree = Tree()
        self._root = root
        root.dice = self._tree
        self._count = _Count()
        self._answers: dict[Answer, None] = {}
        self._ends: dict[Body, Fraction] = {}
        self._actor = intent.actor or ""

    def forecast(self) -> Forecast:
        """Carry the option out, and add up what happens."""
        front = self._spread({0: (Fraction(1), self._root)}, self._intent)
        while front:
            front = self._spread(front, None)
            if len(front) > MOST:
                raise TooManyError
        ends = sorted(self._ends.items(), key=lambda end: (-end[1], end[0]))
        told = tuple((body, float(chance)) for body, chance in ends)
        return self._count.forecast(told, tuple(self._answers))

    def _spread(
        self, front: dict[Any, tuple[Fraction, Battle]], intent: Intent | None
    ) -> dict[Any, tuple[Fraction, Battle]]:
        """The states that follow from some, equal ones put together."""
        ahead: dict[Any, tuple[Fraction, Battle]] = {}
        for probability, battle in front.values():
            for chance, (child, events) in self._tree.outcomes(partial(self._step, battle, intent)):
                if events is None:
                    self._end(battle, probability)
                    continue
                both = probability * chance
                self._count.add(events, both)
                key = self._key(child)
                ahead[key] = (ahead[key][0] + both if key in ahead else both), child
        return ahead

    def _step(self, battle: Battle, intent: Intent | None) -> tuple[Battle, list[ev.Event] | None]:
        """The next thing that happens, on a fork; None where nothing does before a turn goes on."""
        batch = following(battle) if intent is None else begin(battle, intent)
        if batch is None:
            answer = self._answer(battle)
            batch = begin(battle, answer) if answer is not None else None
        if batch is None or battle.world.outcome.over:
            return battle, None
        assert not isinstance(batch, Refused)
        child, events = battle.fork(), list[ev.Event]()
        commit(child, batch, events)
        return child, events

    def _answer(self, battle: Battle) -> Intent | None:
        """The answer to the question that is open, None where a turn goes on."""
        decision = battle.decision
        if decision is None or decision.is_turn:
            return None
        yes = battle.ruleset.answers.get(decision.question, False)
        self._answers[Answer(decision.actor, decision.question, yes)] = None
        return Take(decision.actor) if yes else Decline(decision.actor)

    def _end(self, battle: Battle, probability: Fraction) -> None:
        if self._actor in battle.world:
            body = battle.world[self._actor].body
            self._ends[body] = self._ends.get(body, ZERO) + probability

    def _key(self, battle: Battle) -> Any:
        """What tells a state from others that come from the same one; dice do not count."""
        root = self._root.world.tables
        return tuple([
            (kind, name, part)
            for kind, table in battle.world.tables.items()
            if kind is not DiceState and table is not root[kind]
            for name, part in table.items()
            if part is not root[kind].get(name)
        ])  # fmt: skip


class _Sum(dict[int, int]):
    """A sum of fractions: the numerators by denominator, which are the same few again and again."""

    def add(self, probability: Fraction, times: int = 1) -> None:
        """Add one, so many times."""
        under = probability.denominator
        self[under] = self.get(under, 0) + probability.numerator * times

    @property
    def value(self) -> Fraction:
        """What it comes to."""
        return sum((Fraction(n, under) for under, n in self.items()), ZERO)


@attrs.define
class _Tally:
    """An attack or check as it is added up."""

    made: _Sum = attrs.field(factory=_Sum)
    passed: _Sum = attrs.field(factory=_Sum)
    critical: _Sum = attrs.field(factory=_Sum)
    damage: _Sum = attrs.field(factory=_Sum)


_COUNTED = {
    ev.Struck, ev.Damaged, ev.Downed, ev.Provoked, ev.Tested, ev.Contested, ev.ConditionGained,
}  # fmt: skip
"""The events of which a forecast tells."""


class _Count:
    """What happens, added up event by event with its probability."""

    def __init__(self) -> None:
        self._attacks: defaultdict[tuple[Any, ...], _Tally] = defaultdict(_Tally)
        self._opportunities: defaultdict[tuple[str, str, Cell], _Sum] = defaultdict(_Sum)
        self._checks: defaultdict[tuple[Any, ...], _Tally] = defaultdict(_Tally)
        self._damage: defaultdict[str, _Sum] = defaultdict(_Sum)
        self._downs: defaultdict[str, _Sum] = defaultdict(_Sum)
        self._conditions: defaultdict[tuple[str, str], _Sum] = defaultdict(_Sum)

    def add(self, events: list[ev.Event], probability: Fraction) -> None:
        """Add what happened in one step."""
        attack: _Tally | None = None
        target = ""
        for event in events:
            if type(event) not in _COUNTED:
                continue
            if isinstance(event, ev.Struck):
                who = event.actor, event.target, event.weapon, event.opportunity, event.modifiers
                attack, target = self._attacks[who], event.target
                attack.made.add(probability)
                if event.outcome != "miss":
                    attack.passed.add(probability)
                if event.outcome == "critical":
                    attack.critical.add(probability)
            elif isinstance(event, ev.Damaged):
                self._damage[event.target].add(probability, event.amount)
                if attack is not None and event.target == target:
                    attack.damage.add(probability, event.amount)
            elif isinstance(event, ev.Downed):
                self._downs[event.target].add(probability)
            elif isinstance(event, ev.Provoked):
                self._opportunities[event.actor, event.by, event.cell].add(probability)
            elif isinstance(event, ev.Tested | ev.Contested):
                against: int | None
                clause = event.clauses[0] if event.clauses else ""
                if isinstance(event, ev.Tested):
                    passed, against = event.passed, event.against
                else:
                    passed, against = event.won, None
                check = self._checks[event.what, event.actor, event.target, against, clause]
                check.made.add(probability)
                if passed:
                    check.passed.add(probability)
            elif isinstance(event, ev.ConditionGained):
                self._conditions[event.actor, event.condition].add(probability)

    def forecast(
        self, ends: tuple[tuple[Body, float], ...], assumed: tuple[Answer, ...]
    ) -> Forecast:
        """All of it; what holds if something is made is divided by the probability of that."""
        return Forecast(
            tuple(
                Attack(*who, *_given(a.made, a.passed, a.critical, a.damage))
                for who, a in self._attacks.items()
            ),
            tuple(
                Opportunity(*who, float(given.value)) for who, given in self._opportunities.items()
            ),
            tuple(
                Check(*what, *_given(check.made, check.passed))
                for what, check in self._checks.items()
            ),
            _floats(self._damage),
            _floats(self._downs),
            _floats(self._conditions),
            ends,
            assumed,
        )


def _given(made: _Sum, *others: _Sum) -> list[float]:
    """How often something is made, and what holds if it is."""
    often = made.value
    return [float(often), *(float(other.value / often) for other in others)]


def _floats(found: Mapping[K, _Sum]) -> dict[K, float]:
    return {key: float(total.value) for key, total in found.items()}


__all__ = [
    "DECIDER", "Answer", "Attack", "Check", "Forecast", "Opportunity", "TooManyError", "checks",
    "forecast",
]  # fmt: skip
