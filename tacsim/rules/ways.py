"""Ways: of all cheapest ways to a place, the one that gives the fewest foes an opportunity.

Foes are counted once however often they are provoked, so the count does not add up step by step;
each body keeps every set of provoked foes that no other set beats.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import attrs

from tacsim.geometry.cells import Body, Cell
from tacsim.geometry.metric import cells
from tacsim.rules.locomotion import MoveMode
from tacsim.rules.search import Reach
from tacsim.rules.steps import Mover, Step
from tacsim.rules.threat import threatened

Foes = frozenset[str]
_Node: TypeAlias = tuple[Body, int]


@attrs.frozen
class Way:
    """A way to a body: the bodies from the start on, its half-cells, and whom it provokes."""

    path: tuple[Body, ...]
    halves: int
    provokes: tuple[str, ...]

    @property
    def body(self) -> Body:
        """Where it leads."""
        return self.path[-1]


@attrs.frozen(eq=False)
class _Label:
    body: Body
    halves: int
    foes: Foes
    before: _Label | None


class Provoking:
    """Whom each step of a mover would provoke, remembered step by step."""

    def __init__(self, mover: Mover, mode: MoveMode) -> None:
        self.mover = mover
        self.mode = mode
        battle, creature = mover.battle, mover.creature
        policy = battle.ruleset.opportunity
        exposed = creature.exposure.foes
        self.watchers = [
            f for f in policy.watchers(battle, creature) if f in mover.known and f not in exposed
        ]
        self._cells: set[Cell] = set()
        for foe in self.watchers:
            other = battle.world[foe]
            self._cells |= threatened(battle, other) | set(other.body.cells)
        self._by_step = lru_cache(maxsize=None)(self._ask)

    def by_step(self, old: Body, new: Body, *, first: bool) -> Foes:
        """The foes that a step would give an opportunity."""
        if not self.watchers or (
            self._cells.isdisjoint(old.cells) and self._cells.isdisjoint(new.cells)
        ):
            return frozenset()
        return self._by_step(old, new, first)

    def _ask(self, old: Body, new: Body, first: bool) -> Foes:
        battle = self.mover.battle
        found = battle.ruleset.opportunity.by_step(
            battle, self.mover.creature, old, new, self.mode, first
        )
        return frozenset(p.foe for p in found if p.foe in self.watchers)

    def touches(self, body: Body) -> bool:
        """Whether a step from or to a body might provoke anybody."""
        return not self._cells.isdisjoint(body.cells)

    def along(self, path: Iterable[Body]) -> tuple[str, ...]:
        """The foes that a whole way provokes, in initiative order."""
        bodies = list(path)
        foes: set[str] = set()
        for i, (old, new) in enumerate(pairwise(bodies)):
            foes |= self.by_step(old, new, first=i == 0)
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
        self._parities = reach.mover.battle.ruleset.metric.parities
        self._steps: dict[_Node, tuple[Step, ...]] = {}
        self._labels: dict[_Node, list[_Label]] = {}
        if provoking.watchers and any(provoking.touches(p.body) for p in reach.places()):
            self._spread()

    def to(self, body: Body) -> Way:
        """The best way to a body within reach; ValueError out of reach."""
        if not self._labels:
            path = self.reach.way(body)
            halves = self.reach.halves(body)
            assert halves is not None
            return Way(tuple(path), halves, ())
        cheapest = self.reach.halves(body)
        if cheapest is None:
            raise ValueError(f"{body} is out of reach")
        label = min(
            (
                mark
                for parity in range(self._parities)
                for mark in self._labels.get((body, parity), ())
                if cells(self._spent + mark.halves) == cells(self._spent + cheapest)
            ),
            key=lambda mark: (len(mark.foes), mark.halves, sorted(mark.foes)),
        )
        path = []
        mark: _Label | None = label
        while mark is not None:
            path.append(mark.body)
            mark = mark.before
        return Way(tuple(reversed(path)), label.halves, self.provoking.ordered(label.foes))

    def _spread(self) -> None:
        """Carry labels outward in order of cost; one half-cell of slack cannot be rounded away."""
        best = {self._node(place.body, place.halves): place.halves
                for place in self.reach.all_places()}  # fmt: skip
        waiting: dict[int, list[_Label]] = {}
        start = _Label(self.reach.start, 0, frozenset(), None)
        waiting[0] = [start]
        cost = 0
        last = self.reach.limit
        while cost <= last:
            for label in waiting.pop(cost, ()):
                node = self._node(label.body, label.halves)
                if label.halves > best[node] + 1 or not self._keep(node, label):
                    continue
                first = label.before is None
                for step in self._from(node):
                    halves = label.halves + step.halves
                    if halves > last or halves > best.get(self._node(step.body, halves), -2) + 1:
                        continue
                    foes = label.foes | self.provoking.by_step(label.body, step.body, first=first)
                    waiting.setdefault(halves, []).append(_Label(step.body, halves, foes, label))
            cost += 1

    def _node(self, body: Body, halves: int) -> _Node:
        """A body with the odd half-cell on having come there, where that makes a difference."""
        return body, (self._spent + halves) % self._parities

    def _from(self, node: _Node) -> tuple[Step, ...]:
        if node not in self._steps:
            self._steps[node] = tuple(self.reach.mover.steps(*node))
        return self._steps[node]

    def _keep(self, node: _Node, label: _Label) -> bool:
        """Whether no earlier label of the node costs no more and provokes no other foe."""
        marks = self._labels.setdefault(node, [])
        if any(mark.foes <= label.foes for mark in marks):
            return False
        marks.append(label)
        return True
