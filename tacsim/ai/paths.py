"""Paths to a body that keep out of foes' reach where that costs little."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import attrs

from tacsim.ai.turn import Turn
from tacsim.ai.ways.places import Places
from tacsim.core.intents import Move
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.rules.combat.threat import threatened
from tacsim.rules.movement.obstacles import chance_of
from tacsim.rules.movement.ways import Provoking
from tacsim.rules.openings import Opening


@attrs.frozen
class Path:
    """A way to a body: the bodies after the first, half-cells, whom it provokes, and the peril.

    ``peril`` is the damage to expect of those provoked, ``likely`` the probability that no check of
    an obstacle fails on it.
    """

    bodies: tuple[Body, ...]
    cost2: int = 0
    provokes: tuple[str, ...] = ()
    peril: float = 0.0
    likely: float = 1.0


class Paths:
    """The paths of one mode of movement that is open, from where the creature is."""

    def __init__(self, turn: Turn, opening: Opening) -> None:
        self.turn = turn
        self.opening = opening
        self.mode = opening.mode

    @cached_property
    def provoking(self) -> Provoking:
        """Whom its steps provoke."""
        return Provoking(self.turn.mover, self.mode)

    @property
    def places(self) -> Places:
        """Where it leads; for modes of many steps."""
        return self.turn.places(self.opening.limit, mode=self.mode)

    @property
    def far(self) -> int:
        """Cells that it takes the creature at most."""
        steps = self.mode.steps
        return self.opening.limit // 2 if steps is None else 2 * steps

    @cached_property
    def watched(self) -> frozenset[Cell]:
        """The cells that are left at one's peril."""
        world = self.turn.battle.world
        cells: set[Cell] = set()
        for foe in self.provoking.watchers:
            cells |= threatened(self.turn.battle, world[foe])
        return frozenset(cells)

    def cost2(self, body: Body) -> int | None:
        """The half-cells to a body, None out of reach; whether one may stop is not asked."""
        if self.mode.steps is not None:
            return 0 if body in self.turn.steps else None
        return self.places.cost2(body)

    @cached_property
    def extents(self) -> tuple[Cell, ...]:
        """The shapes that the creature may have there."""
        if self.mode.steps is not None:
            return tuple(dict.fromkeys(body.extent for body in self.turn.steps))
        return self.places.extents

    def to(self, body: Body) -> Path:
        """The way to a body within reach with least peril, of those considered."""
        if self.mode.steps is not None:
            return self.judged((self.turn.here, body), 0)
        cost2 = self.places.cost2(body)
        assert cost2 is not None
        direct = self.judged(self.places.way(body), cost2)
        paths = [direct]
        if direct.likely < 1:
            sure = self.turn.places(self.opening.limit, mode=self.mode, sure=True)
            cost2 = sure.cost2(body)
            paths += [self.judged(sure.way(body), cost2)] if cost2 is not None else []
        if direct.provokes:
            paths += [self.judged(way, cost) for way, cost in self._roundabout(body)]
        return min(paths, key=lambda path: (path.peril, -path.likely, path.cost2))

    def move(self, path: Path, target: str | None = None) -> Move:
        """The intent to go a way."""
        return Move(
            self.turn.actor.id,
            path=tuple(body.at for body in path.bodies),
            mode=self.mode.name,
            extents=tuple(body.extent for body in path.bodies),
            target=target,
        )

    def judged(self, path: tuple[Body, ...], cost2: int) -> Path:
        """A way with those whom it provokes."""
        foes, likely = self.provoking.along(path), chance_of(self.turn.mover, path)
        if foes and not self.turn.ruleset.opportunity.once:
            return Path(path[1:], cost2, foes, self.turn.peril_from(self._given(path)), likely)
        return Path(path[1:], cost2, foes, self.turn.peril_from(foes), likely)

    def _given(self, path: tuple[Body, ...]) -> Iterator[str]:
        """Foes as often as a way provokes them, where it may do so again and again."""
        safe_steps = self.provoking.safe_steps
        for i, (old, new) in enumerate(pairwise(path)):
            foes, safe_steps = self.provoking.by_step(old, new, safe_steps, first=i == 0)
            yield from self.provoking.ordered(foes)

    def _roundabout(self, body: Body) -> Iterator[tuple[tuple[Body, ...], int]]:
        """Ways that leave no watched cell but the first, and so may end beside a foe."""
        if self.turn.in_space:
            yield from self._past(body)
        safe = self.turn.places(self.opening.limit, self.watched)
        cost2 = safe.cost2(body)
        if cost2 is not None:
            yield safe.way(body), cost2
            return
        best: tuple[int, Body] | None = None
        for by in self.turn.ruleset.topology.directions:
            before = Body(shifted(body.at, tuple(-d for d in by)), body.extent)
            cost = safe.cost2(before)
            if cost is None or (best is not None and cost >= best[0]):
                continue
            if self.turn.hangs(before):
                continue
            steps = self.turn.mover.steps_toward(before, by)
            last = min((s.cost2 for s in steps if s.body == body), default=None)
            if last is not None and cost + last <= self.opening.limit:
                best = (cost + last, before)
        if best is not None:
            yield (*safe.way(best[1]), body), best[0]

    def _past(self, body: Body) -> Iterator[tuple[tuple[Body, ...], int]]:
        """The way that leads through no foe on its feet, where foes can be gone through."""
        world = self.turn.battle.world
        foes = (world[name].body for name in self.provoking.watchers)
        around = self.turn.places(self.opening.limit, frozenset(c for b in foes for c in b.cells))
        cost2 = around.cost2(body)
        if cost2 is not None:
            yield around.way(body), cost2
