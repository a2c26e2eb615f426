"""Brute-force oracle for moves of ``pool``: what is within reach, and whom the way provokes.

A state is a body and how high it is above where it last stood; a label is (half-cells spent,
Footwork left, set of foes provoked), and the search keeps every label that no other one beats on
all three. ``Row.cost`` is whole cells.

Entry points: ``moves``, ``labels``, ``ends``, ``path_cost``, ``provocations``, ``follow``,
``random_path``, ``stray_path``; ``Turn`` for a turn spent piece by piece.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, pairwise
from random import Random
from typing import NamedTuple

from .cubes import AROUND, Body, Cell, shifted
from .pool import (
    Board,
    Creature,
    Step,
    among,
    body_of,
    flies,
    footwork_of,
    full_size,
    may_stop,
    nimble,
    remembered,
    speed_of,
    squeezing_there,
    step_provokes,
    steps,
)

State = tuple[Body, int]
"""A body, and how high it is above where it last stood (below 0: how deep under that)."""


class Label(NamedTuple):
    """A way to be somewhere: half-cells spent, Footwork left, foes provoked, and the way there."""

    half: int
    footwork: int
    foes: frozenset[str]
    body: Body
    climbed: int
    before: Label | None

    @property
    def state(self) -> State:
        return self.body, self.climbed

    @property
    def path(self) -> tuple[Body, ...]:
        """The bodies on the way, the start first."""
        found: list[Body] = []
        label: Label | None = self
        while label is not None:
            found.append(label.body)
            label = label.before
        return tuple(reversed(found))


@dataclass
class Row:
    """The best way to be `at` a cell: able to stop there, then cheapest in whole cells, then fewest
    foes provoked, then not squeezing. ``equal``: every (body, climbed, foes, can_stop) that ties
    with it."""

    at: Cell
    cost: int
    squeezing: bool
    can_stop: bool
    provokes: frozenset[str]
    path: tuple[Body, ...]
    half: int
    equal: frozenset[tuple[Body, int, frozenset[str], bool]]


Front = dict[State, list[Label]]


# ------------------------------------------------------------------------------- budget


@dataclass(frozen=True)
class Turn:
    """What a creature has left of its turn. Speed is one pool, and steps are rounded down together;
    the same goes for Footwork."""

    speed: int
    footwork: int
    walked: int = 0
    """Half-cells of all steps so far."""

    @property
    def left(self) -> int:
        """Half-cells that steps may still cost."""
        return 2 * self.speed + 1 - self.walked

    def price(self, half: int) -> int:
        """Whole cells that so many half-cells more come to."""
        return (self.walked + half) // 2 - self.walked // 2


def fresh(mover: Creature) -> Turn:
    return Turn(speed_of(mover), footwork_of(mover))


def may_move(mover: Creature, mode: str) -> bool:
    """Is this its mode? Flyers fly, everybody else who is on its feet walks or climbs."""
    return nimble(mover) and (mode == "fly") == flies(mover)


# ------------------------------------------------------------------------------- search


@remembered
def labels(board: Board, mover: Creature, mode: str, turn: Turn) -> Front:
    """Every state within reach, with all labels that no other beats (cost no higher, Footwork no
    less, foes a subset), those apart that are a whole cell behind the cheapest to the state."""
    first = Label(0, turn.footwork, frozenset(), body_of(mover), mover.climbed, None)
    front: Front = {first.state: [first]}
    least: dict[State, int] = {}
    tick = count()
    queue = [(0, 0, next(tick), first)]
    while queue:
        _, _, _, label = heapq.heappop(queue)
        if not any(kept is label for kept in front[label.state]):
            continue  # beaten since
        if label.half > least.setdefault(label.state, label.half) + 1:
            front[label.state].remove(label)
            continue
        for step in steps(board, mover, *label.state, mode):
            new = going_on(board, mover, label, step)
            if new.half <= turn.left and add(front, new):
                heapq.heappush(queue, (new.half, len(new.foes), next(tick), new))
    return front


def going_on(board: Board, mover: Creature, label: Label, step: Step) -> Label:
    foes, footwork = step_provokes(board, mover, label.body, step, label.footwork)
    half = label.half + step.half
    return Label(half, footwork, label.foes | foes, step.new, step.climbed, label)


def add(front: Front, label: Label) -> bool:
    """Keep the label unless one as good is there; drop those that it beats."""
    here = front.setdefault(label.state, [])
    if any(beats(old, label) for old in here):
        return False
    here[:] = [old for old in here if not beats(label, old)]
    here.append(label)
    return True


def beats(a: Label, b: Label) -> bool:
    """Is one label as good as the other in everything?"""
    return a.half <= b.half and a.footwork >= b.footwork and a.foes <= b.foes


Ranked = tuple[tuple[bool, int, int, bool], bool, Label]


def moves(board: Board, mover: Creature, mode: str, turn: Turn | None = None) -> dict[Cell, Row]:
    """One row per place within reach: able to stop, then cheapest in whole cells, then fewest foes,
    then not squeezing."""
    found: dict[Cell, list[Ranked]] = {}
    for body, ranked in by_body(board, mover, mode, turn).items():
        found.setdefault(body.at, []).extend(ranked)
    return {at: row(at, ranked) for at, ranked in found.items()}


def bodies(board: Board, mover: Creature, mode: str, turn: Turn | None = None) -> dict[Body, Row]:
    """One row per body within reach, that is per place and extent."""
    found = by_body(board, mover, mode, turn)
    return {body: row(body.at, ranked) for body, ranked in found.items()}


def by_body(
    board: Board, mover: Creature, mode: str, turn: Turn | None
) -> dict[Body, list[Ranked]]:
    """The ways to every body with what they are ranked by, and whether one may stop there."""
    turn = turn or fresh(mover)
    found: dict[Body, list[Ranked]] = {}
    for (body, _), here in labels(board, mover, mode, turn).items():
        squeezed, stop = squeezing_there(board, mover, body), may_stop(board, mover, body)
        for label in here:
            key = (not stop, turn.price(label.half), len(label.foes), squeezed)
            found.setdefault(body, []).append((key, stop, label))
    return found


def row(at: Cell, found: list[Ranked]) -> Row:
    key = min(k for k, _, _ in found)
    ties = [(stop, label) for k, stop, label in found if k == key]
    stop, label = min(ties, key=lambda t: (not t[0], t[1].half, sorted(t[1].foes), t[1].path))
    equal = frozenset((lb.body, lb.climbed, lb.foes, s) for s, lb in ties)
    return Row(at, key[1], key[3], stop, label.foes, label.path, label.half, equal)


def distances(board: Board, mover: Creature, mode: str, turn: Turn) -> dict[State, int]:
    """The least half-cells to every state, whoever is provoked."""
    start = (body_of(mover), mover.climbed)
    found = {start: 0}
    queue = [(0, start)]
    while queue:
        half, state = heapq.heappop(queue)
        if half > found[state]:
            continue
        for step in steps(board, mover, *state, mode):
            there, total = (step.new, step.climbed), half + step.half
            if total <= turn.left and total < found.get(there, total + 1):
                found[there] = total
                heapq.heappush(queue, (total, there))
    return found


def ends(
    board: Board, mover: Creature, mode: str, turn: Turn | None = None
) -> dict[Cell, tuple[int, int]]:
    """Where a move may end: whole cells and number of foes of the best way to each place."""
    turn, start = turn or fresh(mover), body_of(mover)
    best: dict[Cell, tuple[int, int]] = {}
    for (body, _), here in labels(board, mover, mode, turn).items():
        if body != start and may_stop(board, mover, body):
            for label in here:
                key = (turn.price(label.half), len(label.foes))
                best[body.at] = min(key, best.get(body.at, key))
    return best


# ------------------------------------------------------------------------------- paths


def along(
    board: Board, mover: Creature, mode: str, path: Iterable[Body], turn: Turn
) -> list[list[Label]]:
    """After each body of a path (the start first) every way of having got there: a body that
    changes its size may come to be there by several directions. Empty where it cannot."""
    bodies = list(path)
    start = Label(0, turn.footwork, frozenset(), body_of(mover), mover.climbed, None)
    found = [[start] if bodies and bodies[0] == start.body else []]
    for new in bodies[1:]:
        found.append(
            [
                going_on(board, mover, label, step)
                for label in found[-1]
                for step in steps(board, mover, *label.state, mode)
                if step.new == new
            ]
        )
    return found


def lawful(board: Board, mover: Creature, mode: str, path: list[Body], turn: Turn) -> bool:
    """May the whole path be gone: steps, budget and end?"""
    ways = along(board, mover, mode, path, turn)[-1]
    stop: bool = may_stop(board, mover, path[-1])
    return stop and len(path) > 1 and any(way.half <= turn.left for way in ways)


def path_cost(board: Board, mover: Creature, mode: str, path: list[Body]) -> int | None:
    """The least half-cells of a path that begins where the mover is; None if a step is illegal."""
    ways = along(board, mover, mode, path, fresh(mover))[-1]
    return min((way.half for way in ways), default=None)


class Told(NamedTuple):
    """A step of a path, whom it provokes, and the Footwork left after it."""

    step: Step
    foes: frozenset[str]
    footwork: int


def told(board: Board, mover: Creature, mode: str, path: list[Body], turn: Turn) -> Iterator[Told]:
    """Each step of a lawful path, the cheapest of several."""
    climbed, footwork = mover.climbed, turn.footwork
    for old, new in pairwise(path):
        ways = [s for s in steps(board, mover, old, climbed, mode) if s.new == new]
        step = min(ways, key=lambda s: (s.half, s.climbed))
        foes, footwork = step_provokes(board, mover, old, step, footwork)
        climbed = step.climbed
        yield Told(step, foes, footwork)


def provocations(
    board: Board, mover: Creature, mode: str, path: list[Body], turn: Turn
) -> list[frozenset[str]]:
    """Per step of a lawful path the foes provoked, going each step the cheapest way."""
    return [step.foes for step in told(board, mover, mode, path, turn)]


def follow(board: Board, mover: Creature, mode: str, anchors: Iterable[Cell]) -> list[Label]:
    """Every way of stepping through these places (the start first) as a turn begins, cheapest
    first: for paths that name only where each body is. Empty if there is none."""
    first, *others = [(x, y, z) for x, y, z in anchors]
    start = Label(0, fresh(mover).footwork, frozenset(), body_of(mover), mover.climbed, None)
    ways = [start] if first == start.body.at else []
    for at in others:
        ways = [
            going_on(board, mover, way, step)
            for way in ways
            for step in steps(board, mover, *way.state, mode)
            if step.new.at == at
        ]
    return sorted(ways, key=lambda way: (way.half, len(way.foes), way.path))


def arrived(board: Board, mover: Creature, path: list[Body], climbed: int) -> Creature:
    """The creature where a path has led it."""
    end = path[-1]
    narrow = end.n < full_size(mover)
    crammed = bool(among(board, mover, end))
    return replace(mover, at=end.at, narrow=narrow, crammed=crammed, climbed=climbed)


def random_path(
    rng: Random, board: Board, mover: Creature, mode: str, turn: Turn
) -> list[Body] | None:
    """Some lawful path, as long as chance will have it; None if none was found. Steps up and down
    are drawn more often than their number."""
    path, climbed, half = [body_of(mover)], mover.climbed, 0
    for _ in range(14):
        found = [
            s for s in steps(board, mover, path[-1], climbed, mode) if half + s.half <= turn.left
        ]
        if not found:
            break
        upright = [s for s in found if s.new.z != path[-1].z]
        drawn = rng.choice(upright if upright and rng.random() < 0.5 else found)
        step = min((s for s in found if s.new == drawn.new), key=lambda s: (s.half, s.climbed))
        path.append(step.new)
        climbed, half = step.climbed, half + step.half
    longest = rng.randint(1, len(path))
    for n in (*range(longest, 1, -1), *range(longest + 1, len(path) + 1)):
        if may_stop(board, mover, path[n - 1]):
            return path[:n]
    return None


def stray_path(rng: Random, board: Board, mover: Creature, mode: str) -> list[Body]:
    """A path drawn with no regard for the rules, or not much: a lawful one with a slip in it."""
    whole, path, climbed = full_size(mover), [body_of(mover)], mover.climbed
    for _ in range(rng.randint(1, 4)):
        found = steps(board, mover, path[-1], climbed, mode) if rng.random() < 0.6 else []
        if found:
            step = rng.choice(found)
            path.append(step.new)
            climbed = step.climbed
        else:
            near = shifted(path[-1], rng.choice(AROUND))
            path.append(near._replace(n=rng.choice([near.n, max(whole - 1, 1), whole])))
    return path
