"""Ways: of all cheapest ways to a place, the one that gives the fewest foes an opportunity.

Foes are counted once however often they are provoked, so the count does not add up step by step;
each body keeps every set of provoked foes that no other set beats. Where steps use up a leeway
before they provoke, more of it left over counts as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

import attrs

from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import cells
from tacsim.rules.combat.threat import threatened
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


@attrs.define(eq=False)
class _Label:
    node: int
    cost2: int
    foes: Foes
    safe_steps: int
    before: _Label | None


class Provoking:
    """Whom each step of a mover would provoke, remembered step by step."""

    def __init__(self, mover: Mover, mode: MoveMode) -> None:
        self.mover = mover
        self.mode = mode
        battle, creature = mover.battle, mover.creature
        policy = battle.ruleset.opportunity
        self.safe_steps = policy.safe_steps(creature)
        """What the mover has left to use up before its steps provoke."""
        exposed = creature.exposure.foes
        self.watchers = [
            f for f in policy.watchers(battle, creature) if f in mover.known and f not in exposed
        ]
        self._cells: set[Cell] = set()
        for foe in self.watchers:
            other = battle.world[foe]
            self._cells |= threatened(battle, other) | set(other.body.cells)
        self._touching: dict[Body, bool] = {}
        self._by_step = lru_cache(maxsize=None)(self._ask)

    def by_step(self, old: Body, new: Body, safe_steps: int, *, first: bool) -> tuple[Foes, int]:
        """The foes that a step would give an opportunity, and the leeway that is left after it."""
        if not (self.touches(old) or self.touches(new)):
            return _NOBODY, safe_steps
        return self._by_step(old, new, safe_steps, first)

    def _ask(self, old: Body, new: Body, safe_steps: int, first: bool) -> tuple[Foes, int]:
        battle, creature = self.mover.battle, self.mover.creature
        policy = battle.ruleset.opportunity
        found = policy.by_step(battle, creature, old, new, self.mode, first, safe_steps)
        used = policy.used(battle, creature, old, new, safe_steps)
        return frozenset(p.foe for p in found if p.foe in self.watchers), safe_steps - used

    def touches(self, body: Body) -> bool:
        """Whether a step from or to a body might provoke anybody."""
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
        self._labels: dict[int, list[_Label]] = {}
        self._of: dict[Body, list[_Label]] = {}
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
        cheapest = self.reach.cost2(body)
        if cheapest is None:
            raise ValueError(f"{body} is out of reach")
        most = cells(self._spent + cheapest)
        marks = [m for m in self._of.get(body, ()) if cells(self._spent + m.cost2) == most]
        label = marks[0] if len(marks) == 1 else min(
            marks, key=lambda mark: (len(mark.foes), mark.cost2, sorted(mark.foes))
        )  # fmt: skip
        path = []
        mark: _Label | None = label
        while mark is not None:
            path.append(self._bodies[mark.node].body)
            mark = mark.before
        return Way(tuple(reversed(path)), label.cost2, self.provoking.ordered(label.foes))

    def _spread(self) -> None:
        """Carry labels outward in order of cost; one half-cell of slack cannot be rounded away."""
        places, arcs, limit = self._bodies, self.reach.arcs(SLACK), self.reach.limit
        start = _Label(self.reach.root(), 0, frozenset(), self.provoking.safe_steps, None)
        waiting: dict[int, list[_Label]] = {0: [start]}
        for cost in range(self.reach.limit + 1):
            for label in waiting.pop(cost, ()):
                if not self._keep(label):
                    continue
                body, first = places[label.node].body, label.before is None
                for end, price in arcs.get(label.node, ()):
                    place, cost2 = places[end], label.cost2 + price
                    if cost2 > limit or cost2 > place.cost2 + SLACK:
                        continue
                    if self._beaten(end, label.foes, label.safe_steps):
                        continue  # whoever the step provokes
                    found, safe_steps = self.provoking.by_step(
                        body, place.body, label.safe_steps, first=first
                    )
                    onward = _Label(end, cost2, label.foes | found, safe_steps, label)
                    waiting.setdefault(cost2, []).append(onward)

    def _beaten(self, node: int, foes: Foes, safe_steps: int) -> bool:
        """Whether a label of a node is as well off as another that would come later."""
        for mark in self._labels.get(node, ()):
            if mark.foes <= foes and mark.safe_steps >= safe_steps:
                return True
        return False

    def _keep(self, label: _Label) -> bool:
        """Whether no earlier label of the node costs no more and is as well off."""
        if self._beaten(label.node, label.foes, label.safe_steps):
            return False
        self._labels.setdefault(label.node, []).append(label)
        self._of.setdefault(self._bodies[label.node].body, []).append(label)
        return True
