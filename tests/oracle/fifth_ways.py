"""Brute-force oracle for moves of the 5e family: what is within reach, and what a turn comes to.

A state is a body, a label is (half-units spent, set of foes provoked), and the search keeps every
label that no other one beats on both counts. ``Row.cost`` is whole cells.

Entry points: ``moves``, ``labels``, ``ends``, ``path_cost``, ``provocations``, ``follow``,
``random_path``, ``stray_path``; ``Turn`` for a turn spent piece by piece.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count, pairwise
from random import Random
from typing import NamedTuple

from .fifth import (
    HELD,
    Board,
    Body,
    Cell,
    Creature,
    able,
    body_of,
    full_size,
    is_squeezing,
    may_stop,
    step_provokes,
    steps,
)


class Label(NamedTuple):
    """A way to stand somewhere: half-units spent, foes provoked, and the way that led to it."""

    half: int
    foes: frozenset[str]
    body: Body
    before: Label | None

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
    """The best way to be `at` a cell. ``equal``: every (body, foes, can_stop) that ties with it on
    whole-cell cost, number of foes and squeezing: an engine may choose any of them."""

    at: Cell
    cost: int
    squeezing: bool
    can_stop: bool
    provokes: frozenset[str]
    path: list[Body]
    half: int
    equal: frozenset[tuple[Body, frozenset[str], bool]]


Front = dict[Body, list[Label]]


# ------------------------------------------------------------------------------- budget


@dataclass
class Turn:
    """What a creature has spent of its turn. Speed is one pool (move.pool): a dash adds to it,
    standing up takes half of the speed, to the half cell, and steps are rounded down together."""

    speed: int
    dashed: bool = False
    stood: int = 0
    """Half-units that standing up took."""
    walked: int = 0
    """Half-units of all steps so far."""

    @property
    def left(self) -> int:
        """Half-units that steps may still cost."""
        return self.pool // 2 * 2 + 1 - self.walked

    @property
    def pool(self) -> int:
        """Half-units of speed for all steps of the turn."""
        return 2 * self.speed * (1 + self.dashed) - self.stood

    @property
    def may_stand(self) -> bool:
        """Is half of the speed left?"""
        return 0 < self.speed <= self.pool - self.walked // 2 * 2

    def price(self, half: int) -> int:
        """Whole cells that so many half-units more come to."""
        return (self.walked + half) // 2 - self.walked // 2


def speed(mover: Creature) -> int:
    """The speed as it is: those who are held have none (grapple)."""
    return 0 if mover.conditions & HELD else mover.speed


def fresh(mover: Creature) -> Turn:
    return Turn(speed(mover))


def may_move(mover: Creature, mode: str) -> bool:
    """Is this its mode? The prone only crawl."""
    return able(mover) and speed(mover) > 0 and ("prone" in mover.conditions) == (mode == "crawl")


# ------------------------------------------------------------------------------- search


def labels(
    board: Board, mover: Creature, top: int, slack: int | None = None, odd: int = 0
) -> Front:
    """Every body that can be reached within so many half-units, with all labels that no other beats
    (cost no higher and foes a subset, and where that matters no half-unit left over that the other
    has not). ``slack``: leave out those that cost more than so many half-units over the cheapest to
    the same body. ``odd``: a half-unit of the turn was spent before."""
    start = body_of(mover)
    first = Label(0, frozenset(), start, None)
    front: Front = {start: [first]}
    least: dict[Body, int] = {}
    tick = count()
    queue = [(0, 0, next(tick), first)]
    while queue:
        _, _, _, label = heapq.heappop(queue)
        if not any(kept is label for kept in front[label.body]):
            continue  # beaten since
        if slack is not None and label.half > least.setdefault(label.body, label.half) + slack:
            front[label.body].remove(label)
            continue
        for step in steps(board, mover, label.body, parity(board, odd + label.half)):
            half = label.half + step.half
            if half > top:
                continue
            foes = label.foes | step_provokes(board, mover, label.body, step.new)
            new = Label(half, foes, step.new, label)
            if add(front, new, 1 + board.foot_for_foot):
                heapq.heappush(queue, (half, len(foes), next(tick), new))
    return front


def add(front: Front, label: Label, kinds: int) -> bool:
    """Keep the label unless one as good is there; drop those that it beats. Labels of different
    parity do not compare where that makes two ``kinds``."""
    here = front.setdefault(label.body, [])
    like = [old for old in here if (old.half - label.half) % kinds == 0]
    if any(old.half <= label.half and old.foes <= label.foes for old in like):
        return False
    for old in like:
        if label.half <= old.half and label.foes <= old.foes:
            here.remove(old)
    here.append(label)
    return True


def parity(board: Board, spent: int) -> int:
    """1 where a half-unit is spent that makes a difference to the next diagonal."""
    return spent % 2 if board.foot_for_foot else 0


def within(board: Board, mover: Creature, turn: Turn) -> Front:
    """All that may be the cheapest in whole cells: to be 2 half-units behind is too much, unless
    the first of two diagonals is still to come (at four times the cost that is worth 6)."""
    return labels(board, mover, turn.left, 9 if board.foot_for_foot else 1, turn.walked)


def moves(board: Board, mover: Creature, turn: Turn | None = None) -> dict[Cell, Row]:
    """One row per place within reach: able to stop, then cheapest in whole cells, then fewest foes,
    then at full size and not in a tight cell."""
    found: dict[Cell, list[Ranked]] = {}
    for body, ranked in by_body(board, mover, turn).items():
        found.setdefault(body.at, []).extend(ranked)
    return {at: row(at, ranked) for at, ranked in found.items()}


def bodies(board: Board, mover: Creature, turn: Turn | None = None) -> dict[Body, Row]:
    """One row per body within reach, that is per place and extent."""
    found = by_body(board, mover, turn)
    return {body: row(body.at, ranked) for body, ranked in found.items()}


Ranked = tuple[tuple[bool, int, int, bool], bool, Label]


def by_body(board: Board, mover: Creature, turn: Turn | None) -> dict[Body, list[Ranked]]:
    """The ways to every body with what they are ranked by, and whether one may stop there."""
    turn = turn or fresh(mover)
    found: dict[Body, list[Ranked]] = {}
    for body, here in within(board, mover, turn).items():
        squeezing, stop = is_squeezing(board, mover, body), may_stop(board, mover, body)
        for label in here:
            key = (not stop, turn.price(label.half), len(label.foes), squeezing)
            found.setdefault(body, []).append((key, stop, label))
    return found


def row(at: Cell, found: list[Ranked]) -> Row:
    """The best of some ways."""
    key = min(k for k, _, _ in found)
    ties = [(stop, label) for k, stop, label in found if k == key]
    stop, label = min(ties, key=lambda t: (not t[0], t[1].half, sorted(t[1].foes), t[1].path))
    equal = frozenset((lb.body, lb.foes, s) for s, lb in ties)
    return Row(at, key[1], key[3], stop, label.foes, list(label.path), label.half, equal)


def ends(board: Board, mover: Creature, turn: Turn | None = None) -> dict[Cell, tuple[int, int]]:
    """Where a move may end: whole cells and number of foes of the best way to each place."""
    turn, start = turn or fresh(mover), body_of(mover)
    best: dict[Cell, tuple[int, int]] = {}
    for body, here in within(board, mover, turn).items():
        if body != start and may_stop(board, mover, body):
            for label in here:
                key = (turn.price(label.half), len(label.foes))
                best[body.at] = min(key, best.get(body.at, key))
    return best


# ------------------------------------------------------------------------------- paths


def step_cost(board: Board, mover: Creature, old: Body, new: Body, spent: int = 0) -> int | None:
    """Half-units of the cheapest step to exactly this body, so many being spent in the turn: a body
    that changes its size may come to be there by several directions."""
    found = steps(board, mover, old, parity(board, spent))
    return min((step.half for step in found if step.new == new), default=None)


def path_cost(board: Board, mover: Creature, path: Iterable[Body], spent: int = 0) -> int | None:
    """Half-units of a path that begins with the body at its start, so many being spent in the turn;
    None if a step is illegal. The budget is not checked."""
    bodies = list(path)
    if not bodies or bodies[0] != body_of(mover):
        return None
    total = 0
    for old, new in pairwise(bodies):
        half = step_cost(board, mover, old, new, spent + total)
        if half is None:
            return None
        total += half
    return total


def lawful(board: Board, mover: Creature, path: list[Body], turn: Turn) -> bool:
    """May the whole path be gone: steps, budget and end?"""
    half = path_cost(board, mover, path, turn.walked)
    if half is None or len(path) < 2 or half > turn.left:
        return False
    stop: bool = may_stop(board, mover, path[-1])
    return stop


def provocations(board: Board, mover: Creature, path: Iterable[Body]) -> list[frozenset[str]]:
    """Per step, the foes provoked. Who lets a chance pass has it again with the next leaving."""
    return [step_provokes(board, mover, old, new) for old, new in pairwise(path)]


def follow(board: Board, mover: Creature, anchors: Iterable[Cell]) -> list[Label]:
    """Every way of stepping through these places (the start first) as a turn begins, cheapest
    first: for paths that name only where each body is. Empty if there is none."""
    anchors = [(x, y) for x, y in anchors]
    start = body_of(mover)
    if not anchors or anchors[0] != start.at:
        return []
    ways = [Label(0, frozenset(), start, None)]
    for at in anchors[1:]:
        ways = [
            Label(
                way.half + step.half,
                way.foes | step_provokes(board, mover, way.body, step.new),
                step.new,
                way,
            )
            for way in ways
            for step in steps(board, mover, way.body, parity(board, way.half))
            if step.new.at == at
        ]
    return sorted(ways, key=lambda w: (w.half, len(w.foes), w.path))


def moved(mover: Creature, body: Body) -> Creature:
    """The creature where a path has led it."""
    return replace(mover, at=body.at, narrow=body.n < full_size(mover))


def random_path(rng: Random, board: Board, mover: Creature, turn: Turn) -> list[Body] | None:
    """Some lawful path, as long as chance will have it; None if none was found."""
    path, half = [body_of(mover)], 0
    for _ in range(14):
        odd = parity(board, turn.walked + half)
        found = [s for s in steps(board, mover, path[-1], odd) if half + s.half <= turn.left]
        if not found:
            break
        path.append(rng.choice(found).new)
        half += min(s.half for s in found if s.new == path[-1])
    longest = rng.randint(1, len(path))
    for n in (*range(longest, 1, -1), *range(longest + 1, len(path) + 1)):
        if may_stop(board, mover, path[n - 1]):
            return path[:n]
    return None


def stray_path(rng: Random, board: Board, mover: Creature) -> list[Body]:
    """A path drawn with no regard for the rules, or not much: a lawful one with a slip in it."""
    grid, start = board.grid, body_of(mover)
    whole, path = full_size(mover), [start]
    for _ in range(rng.randint(1, 4)):
        if rng.random() < 0.5:
            near = [s.new for s in steps(board, mover, path[-1])]
        else:
            near = [
                Body(*grid.shift(path[-1].at, by), n)
                for by in grid.DIRECTIONS
                for n in {path[-1].n, max(whole - 1, 1), whole}
            ]
        path.append(rng.choice(near or [path[-1]]))
    return path
