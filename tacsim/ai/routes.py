"""Routes: ways to a body that keep out of foes' reach where that costs little."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import attrs

from tacsim.ai.turn import Stride, Turn
from tacsim.geometry.cells import Body, Cell, shifted
from tacsim.model.intents import Move
from tacsim.rules.search import Reach
from tacsim.rules.threat import threatened
from tacsim.rules.ways import Provoking


@attrs.frozen
class Route:
    """A way to a body: the bodies after the first, half-cells, whom it provokes, and the peril.

    ``peril`` is the damage to expect of those provoked.
    """

    path: tuple[Body, ...]
    halves: int = 0
    provokes: tuple[str, ...] = ()
    peril: float = 0.0


class Routes:
    """The ways of one stride, from where the creature is."""

    def __init__(self, turn: Turn, stride: Stride) -> None:
        self.turn = turn
        self.stride = stride
        self.provoking = Provoking(turn.mover, stride.mode)

    @property
    def reach(self) -> Reach:
        """Where the stride leads; for strides of many steps."""
        return self.turn.reach(self.stride.limit)

    @cached_property
    def _watched(self) -> frozenset[Cell]:
        """The cells that are left at one's peril."""
        world = self.turn.battle.world
        cells: set[Cell] = set()
        for foe in self.provoking.watchers:
            cells |= threatened(self.turn.battle, world[foe])
        return frozenset(cells)

    def leads_to(self, body: Body) -> bool:
        """Whether a body can be got to; whether one may stop there is another question."""
        if self.stride.mode.steps is not None:
            return body in self.turn.steps
        return body != self.turn.here and body in self.reach

    def to(self, body: Body) -> Route:
        """The way to a body that :meth:`leads_to` it with least peril, of those considered."""
        if self.stride.mode.steps is not None:
            return self._judged((self.turn.here, body), 0)
        halves = self.reach.halves(body)
        assert halves is not None
        direct = self._judged(tuple(self.reach.way(body)), halves)
        if not direct.provokes:
            return direct
        routes = [direct, *(self._judged(way, cost) for way, cost in self._roundabout(body))]
        return min(routes, key=lambda route: (route.peril, route.halves))

    def move(self, route: Route, target: str | None = None) -> Move:
        """The intent to go a way."""
        return Move(
            self.turn.actor.id,
            path=tuple(body.at for body in route.path),
            mode=self.stride.mode.name,
            extents=tuple(body.extent for body in route.path),
            target=target,
        )

    def _judged(self, path: tuple[Body, ...], halves: int) -> Route:
        foes = self.provoking.along(path)
        return Route(path[1:], halves, foes, self.turn.peril_from(foes))

    def _roundabout(self, body: Body) -> Iterator[tuple[tuple[Body, ...], int]]:
        """Ways that leave no watched cell but the first, and so may end beside a foe."""
        safe = self.turn.reach(self.stride.limit, self._watched)
        halves = safe.halves(body)
        if halves is not None:
            yield tuple(safe.way(body)), halves
            return
        best: tuple[int, Body] | None = None
        for by in self.turn.ruleset.topology.directions:
            before = Body(shifted(body.at, tuple(-d for d in by)), body.extent)
            cost = safe.halves(before)
            if cost is None or (best is not None and cost >= best[0]):
                continue
            steps = self.turn.mover.steps_toward(before, by)
            last = min((s.halves for s in steps if s.body == body), default=None)
            if last is not None and cost + last <= self.stride.limit:
                best = (cost + last, before)
        if best is not None:
            yield (*safe.way(best[1]), body), best[0]
