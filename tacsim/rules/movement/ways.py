"""Ways: of all cheapest ways to a place, the one that gives the fewest foes an opportunity.

Foes are counted once however often they are provoked, so the count does not add up step by step;
each body keeps every set of provoked foes that no other set beats. Where some steps are
safe before any provokes, more of them left over counts as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

import attrs

from tacsim.grid.cells import Body
from tacsim.grid.metric import cells
from tacsim.rules.combat.threat import watched, watchers
from tacsim.rules.movement.policies import MoveMode
from tacsim.rules.movement.search import Place, Reach
from tacsim.rules.movement.steps import Mover

Foes = frozenset[str]

_NOBODY: Foes = frozenset()

SLACK = 1
"""Half-cells that a way may cost too much and still come to the same whole cells."""


@attrs.frozen
class Way:
    """A way to a body: the bodies from the start on, its half-cells, and whom it provokes."""

    path: tuple[Body, ...]
    cost2: int
    provokes: tuple[str, ...]

    @property
    def body(self) -> Body:
        """Where it leads."""
        return self.path[-1]


class _Label(NamedTuple):
    """A way to a node: its half-cells, and whom it provokes.

    ``before``: the number of the label that it goes on from, -1 at the start.
    """

    node: int
    cost2: int
    foes: Foes
    before: int


class Provoking:
    """Whom each step of a mover would provoke, remembered step by step."""

    def __init__(self, mover: Mover, mode: MoveMode, far: int | None = None) -> None:
        """``far``: how many cells it comes from where it is at most; None: anywhere."""
        self.mover = mover
        self.mode = mode
        battle, creature = mover.battle, mover.creature
        self.safe_steps = battle.ruleset.opportunity.safe_steps(creature)
        """What the mover has left to use up before its steps provoke."""
        exposed, around = creature.exposure.foes, () if far is None else (creature.body,)
        foes = watchers(battle, creature, *around, far=far or 0)
        self.watchers = [f.id for f in foes if f.id in mover.known and f.id not in exposed]
        self._cells = watched(battle, creature, *around, far=far or 0)
        self._touching: dict[Body, bool] = {}
        self._asked: dict[tuple[Body, Body, int, bool], tuple[Foes, int]] = {}

    def by_step(self, old: Body, new: Body, safe_steps: int, *, first: bool) -> tuple[Foes, int]:
        """The foes that a step would give an opportunity, and the safe steps left after it."""
        if not (self.touches(old) or self.touches(new)):
            return _NOBODY, safe_steps
        key = old, new, safe_steps, first
        if key not in self._asked:
            self._asked[key] = self._ask(old, new, safe_steps, first)
        return self._asked[key]

    def _ask(self, old: Body, new: Body, safe_steps: int, first: bool) -> tuple[Foes, int]:
        battle, creature = self.mover.battle, self.mover.creature
        policy = battle.ruleset.opportunity
        found = policy.by_step(battle, creature, old, new, self.mode, first, safe_steps)
        used = policy.used(battle, creature, old, new, safe_steps)
        return frozenset(p.foe for p in found if p.foe in self.watchers), safe_steps - used

    def touches(self, body: Body) -> bool:
        """Whether a step from or to a body might provoke any foe."""
        found = self._touching.get(body)
        if found is None:
            found = self._touching[body] = not self._cells.isdisjoint(body.cells)
        return found

    def along(self, path: Iterable[Body]) -> tuple[str, ...]:
        """The foes that a whole way provokes, in initiative order."""
        bodies = list(path)
        foes: set[str] = set()
        safe_steps = self.safe_steps
        for i, (old, new) in enumerate(pairwise(bodies)):
            found, safe_steps = self.by_step(old, new, safe_steps, first=i == 0)
            foes |= found
        return self.ordered(foes)

    def ordered(self, foes: Iterable[str]) -> tuple[str, ...]:
        """Foes in initiative order."""
        some = set(foes)
        return tuple(f for f in self.watchers if f in some)


class Ways:
    """The best way to every body that a search reached; costs are rounded down at its end only."""

    def __init__(self, reach: Reach, provoking: Provoking) -> None:
        self.reach = reach
        self.provoking = provoking
        self._spent = reach.spent
        self._bodies: Mapping[int, Place] = {}
        self._labels: list[_Label] = []
        self._of: dict[Body, list[int]] = {}
        self._paths: dict[int, tuple[Body, ...]] = {-1: ()}
        if provoking.watchers and any(provoking.touches(p.body) for p in reach.places()):
            self._bodies = reach.bodies()
            self._spread()

    def to(self, body: Body) -> Way:
        """The best way to a body within reach; ValueError out of reach."""
        if not self._labels:
            path = self.reach.way(body)
            cost2 = self.reach.cost2(body)
            assert cost2 is not None
            return Way(tuple(path), cost2, ())
        labels, numbers = self._labels, self._of.get(body)
        if numbers is None:
            raise ValueError(f"{body} is out of reach")
        most = cells(self._spent + labels[numbers[0]].cost2)
        number, *others = (n for n in numbers if cells(self._spent + labels[n].cost2) == most)
        if others:
            number = min(
                (number, *others),
                key=lambda n: (len(labels[n].foes), labels[n].cost2, sorted(labels[n].foes)),
            )
        label = labels[number]
        return Way(self._path(number), label.cost2, self.provoking.ordered(label.foes))

    def _path(self, number: int) -> tuple[Body, ...]:
        """The bodies on the way that a label stands for."""
        numbers = []
        while number not in self._paths:
            numbers.append(number)
            number = self._labels[number].before
        path = self._paths[number]
        for each in reversed(numbers):
            path = self._paths[each] = (*path, self._bodies[self._labels[each].node].body)
        return path

    def _spread(self) -> None:
        """Carry labels outward in order of cost; one half-cell of slack cannot be rounded away."""
        places, arcs, limit = self._bodies, self.reach.arcs(SLACK), self.reach.limit
        touches = {node: self.provoking.touches(place.body) for node, place in places.items()}
        most = {node: min(place.cost2 + SLACK, limit) for node, place in places.items()}
        labels, by_step = self._labels, self.provoking.by_step
        seen: defaultdict[int, list[tuple[int, Foes, int]]] = defaultdict(list)
        waiting = defaultdict(
            list, {0: [(self.reach.root(), _NOBODY, self.provoking.safe_steps, -1)]}
        )
        for cost in range(limit + 1):
            for node, foes, safe_steps, before in waiting.pop(cost, ()):
                if _beaten(seen[node], cost - 1, foes, safe_steps):
                    continue
                number, body, near = len(labels), places[node].body, touches[node]
                labels.append(_Label(node, cost, foes, before))
                self._of.setdefault(body, []).append(number)
                for end, price in arcs.get(node, ()):
                    total, there = cost + price, seen[end]
                    if total > most[end] or (there and _beaten(there, total, foes, safe_steps)):
                        continue  # whoever the step provokes
                    then, left = foes, safe_steps
                    if near or touches[end]:
                        met, left = by_step(body, places[end].body, safe_steps, first=before < 0)
                        then = foes | met
                        if there and _beaten(there, total, then, left):
                            continue
                    there.append((total, then, left))
                    waiting[total].append((end, then, left, number))


def _beaten(seen: list[tuple[int, Foes, int]], most: int, foes: Foes, safe_steps: int) -> bool:
    """Whether of the labels of a node any that costs so much at most is as well off."""
    for cost, others, left in seen:
        if cost <= most and left >= safe_steps and others <= foes:
            return True
    return False
