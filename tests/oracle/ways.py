"""Brute-force oracle for d20 moves: what is within reach in each mode, and what a path comes to.

A state is a body, a label is (half-units spent, set of foes provoked), and the search keeps every
label that no other one beats on both counts.  ``Row.cost`` is whole squares.

Entry points: ``moves``, ``labels``, ``ends``, ``charges``, ``provocations``, ``path_cost``,
``follow``, ``allowed``, ``random_path``.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count, pairwise
from random import Random
from typing import NamedTuple

from .arms import kind
from .d20 import (
    DIRECTIONS,
    Board,
    Body,
    Cell,
    Creature,
    Step,
    body_of,
    centre,
    contested,
    distance,
    doublings,
    friends,
    ignores_tight,
    is_squeezing,
    may_enter,
    may_stop,
    meets_interior,
    occupants,
    others,
    remembered,
    sees,
    slowness,
    step_provokes,
    steps,
    still,
    strikes_into,
    takes_opportunities,
)

BUDGET = {"walk": 1, "double": 2, "withdraw": 2, "overrun": 1, "tumble": 0.5, "run": 4, "charge": 2}
"""Times the speed."""
FREE = ("five_foot_step", "crawl")
SINGLE = (*FREE, "minimum")
"""Modes of one step, whatever it would cost."""
CONTESTS = {"overrun": "overrun", "tumble": "tumble", "charge": "overrun"}
MODES = (*(mode for mode in BUDGET if mode != "charge"), *SINGLE)
"""All modes but the charge, which has a target."""


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
    """The best way to be `at` a cell.  ``equal``: every (body, foes, can_stop) that ties with
    it on whole-square cost, number of foes and squeezing: an engine may choose any of them."""

    at: Cell
    cost: int
    squeezing: bool
    can_stop: bool
    provokes: frozenset[str]
    path: list[Body]
    half: int
    equal: frozenset[tuple[Body, frozenset[str], bool]]

    @property
    def min_provokes(self) -> int:
        return len(self.provokes)


Front = dict[Body, list[Label]]


def limit(mover: Creature, mode: str) -> int:
    """Half-units within a mode's budget, in whole squares of the speed."""
    return 2 * int(BUDGET[mode] * mover.speed) + 1


@remembered
def as_mover(board: Board, who: str, mode: str) -> Creature:
    """The creature, dealing with foes in its way as the mode has it."""
    mover = board[who]
    if mode == "charge" and not board.overrun_charge:
        return mover
    return replace(mover, contest=CONTESTS[mode]) if mode in CONTESTS else mover


def allowed(mover: Creature, mode: str) -> bool:
    """Is the mode for this creature at all, as it is now?  The prone only crawl."""
    if mover.conditions & {"helpless", "dead"}:
        return False
    if mode == "five_foot_step" and mover.speed <= 1:
        return False
    return ("prone" in mover.conditions) == (mode == "crawl")


# -------------------------------------------------------------------------------- search


def open_steps(board: Board, mover: Creature, mode: str, body: Body) -> list[Step]:
    """The steps that the mode allows from here, at the mode's price, the budget apart."""
    found: list[Step] = steps(board, mover, body)
    if mode == "crawl":
        return [step._replace(half=0) for step in found]
    if mode != "five_foot_step":
        return found

    def refused(step: Step) -> bool:
        of = doublings if board.readings.step_refuses_bulk else slowness
        return step.hedge or any(of(board, mover, cell) > 0 for cell in step.new.cells)

    return [step._replace(half=0) for step in found if not refused(step)]


def labels(board: Board, who: str, mode: str, slack: int | None = None) -> Front:
    """Every body that can be reached within the mode's budget, with all labels that no other
    beats (cost no higher and foes a subset).  ``slack``: leave out those that cost more than so
    many half-units over the cheapest to the same body."""
    board = still(board)
    mover: Creature = as_mover(board, who, mode)
    start = body_of(mover)
    if not allowed(mover, mode):
        return {start: [Label(0, frozenset(), start, None)]}
    if mode in SINGLE:
        return single(board, mover, mode)
    top = limit(mover, mode)
    kind = "withdraw" if mode == "withdraw" else "walk"
    widest = max(top, limit(mover, "double")) if not mover.contest else top
    front = spread(board, mover, kind, widest, slack)
    kept = {body: [lb for lb in here if lb.half <= top] for body, here in front.items()}
    return {body: here for body, here in kept.items() if here}


def single(board: Board, mover: Creature, mode: str) -> Front:
    start = body_of(mover)
    first = Label(0, frozenset(), start, None)
    front: Front = {start: [first]}
    for step in open_steps(board, mover, mode, start):
        foes = step_provokes(board, mover, start, step.new, mode, True)
        add(front, Label(step.half, foes, step.new, first))
    return front


@remembered
def spread(board: Board, mover: Creature, mode: str, top: int, slack: int | None) -> Front:
    start = body_of(mover)
    first = Label(0, frozenset(), start, None)
    front: Front = {start: [first]}
    least: dict[Body, int] = {}
    tick = count()
    queue = [(0, 0, next(tick), first)]
    while queue:
        _, _, _, label = heapq.heappop(queue)
        body = label.body
        if not any(kept is label for kept in front[body]):
            continue  # beaten since
        if slack is not None and label.half > least.setdefault(body, label.half) + slack:
            front[body].remove(label)
            continue
        for step in steps(board, mover, body):
            half = label.half + step.half
            if half > top:
                continue
            at_first = label.before is None
            foes = label.foes | step_provokes(board, mover, body, step.new, mode, at_first)
            new = Label(half, foes, step.new, label)
            if add(front, new):
                heapq.heappush(queue, (half, len(foes), next(tick), new))
    return front


def add(front: Front, label: Label) -> bool:
    """Keep the label unless one as good is there; drop those that it beats."""
    here = front.setdefault(label.body, [])
    if any(old.half <= label.half and old.foes <= label.foes for old in here):
        return False
    here[:] = [old for old in here if not (label.half <= old.half and label.foes <= old.foes)]
    here.append(label)
    return True


Ranked = tuple[tuple[bool, int, int, bool], bool, Label]


def moves(board: Board, who: str, mode: str = "walk") -> dict[Cell, Row]:
    """One row per reachable anchor: able to stop, then cheapest in whole squares, then fewest foes,
    then not squeezing.

    Nothing that costs 2 half-units over the cheapest can be part of the cheapest in whole squares.
    """
    found: dict[Cell, list[Ranked]] = {}
    for body, ranked in by_body(board, who, mode).items():
        found.setdefault(body.at, []).extend(ranked)
    return {at: row(at, ranked) for at, ranked in found.items()}


def bodies(board: Board, who: str, mode: str = "walk") -> dict[Body, Row]:
    """One row per body within reach, that is per anchor and extent."""
    return {body: row(body.at, ranked) for body, ranked in by_body(board, who, mode).items()}


def by_body(board: Board, who: str, mode: str) -> dict[Body, list[Ranked]]:
    """The ways to every body with what they are ranked by, and whether one may stop there."""
    board = still(board)
    mover: Creature = as_mover(board, who, mode)
    found: dict[Body, list[Ranked]] = {}
    for body, here in labels(board, who, mode, 1).items():
        squeezing, stop = is_squeezing(board, mover, body), may_stop(board, mover, body)
        for label in here:
            key = (not stop, label.half // 2, len(label.foes), squeezing)
            found.setdefault(body, []).append((key, stop, label))
    return found


def row(at: Cell, found: list[Ranked]) -> Row:
    """The best of some ways."""
    key = min(k for k, _, _ in found)
    ties = [(stop, label) for k, stop, label in found if k == key]
    stop, label = min(ties, key=lambda t: (not t[0], t[1].half, sorted(t[1].foes), t[1].path))
    equal = frozenset((lb.body, lb.foes, s) for s, lb in ties)
    return Row(at, key[1], key[3], stop, label.foes, list(label.path), label.half, equal)


def ends(board: Board, who: str, mode: str) -> dict[Cell, tuple[int, int]]:
    """Where a move may end: whole squares and number of foes of the best way to each place.

    A full-round action moves one square at least, whatever that costs (d20.min-move).
    """
    board = still(board)
    mover: Creature = as_mover(board, who, mode)
    start = body_of(mover)
    best: dict[Cell, tuple[int, int]] = {}
    if not allowed(mover, mode):
        return best
    front = runs(board, mover) if mode == "run" else labels(board, who, mode, 1)
    for body, here in front.items():
        if body != start and may_stop(board, mover, body):
            for label in here:
                key = (label.half // 2, len(label.foes))
                best[body.at] = min(key, best.get(body.at, key))
    if mode == "double":
        far: dict[Cell, tuple[int, int]] = {}
        for body, here in single(board, mover, "minimum").items():
            if body != start and body.at not in best and may_stop(board, mover, body):
                for label in here:
                    key = (label.half // 2, len(label.foes))
                    far[body.at] = min(key, far.get(body.at, key))
        best |= far
    return best


# ------------------------------------------------------------------------ run and charge


def dashing(board: Board, mover: Creature, old: Body, new: Body) -> Step | None:
    """The step of a run or charge to exactly this body: none over what slows the runner down."""
    for step in steps(board, mover, old):
        if step.new == new and not step.pivot and not step.hedge:
            slow = any(slows(board, mover, cell) for cell in new.cells)
            return None if slow or is_squeezing(board, mover, new) else step
    return None


def slows(board: Board, mover: Creature, cell: Cell) -> bool:
    """Is this cell slow for the mover, or too narrow to go through at speed?"""
    narrow = board.glyph(cell) == "=" and not ignores_tight(board, mover)
    return narrow or slowness(board, mover, cell) > 0


def runs(board: Board, mover: Creature) -> Front:
    """Where a run may lead, stopping apart: straight in one of the eight directions (d20.run),
    over nothing that slows (d20.terrain.difficult.no-run)."""
    start = body_of(mover)
    front: Front = {start: [Label(0, frozenset(), start, None)]}
    for dx, dy in DIRECTIONS:
        label = front[start][0]
        while True:
            new = label.body.shifted(dx, dy)
            step = dashing(board, mover, label.body, new)
            if step is None or label.half + step.half > limit(mover, "run"):
                break
            foes = step_provokes(board, mover, label.body, new, "run", label.before is None)
            label = Label(label.half + step.half, label.foes | foes, new, label)
            front.setdefault(new, []).append(label)
    return front


def charges(board: Board, who: str, target: str) -> dict[Cell, list[Label]]:
    """Where a charge at this foe may end, with every way to take (d20.charge): straight, to one of
    the nearest squares from which it can be attacked, over nothing that slows or blocks and over
    nobody awake; but where the switch has it so, over one foe at most one size larger
    (d20.overrun.charge).  The mover has to see the foe."""
    board = still(board)
    mover, foe = board[who], board[target]
    refused = not allowed(mover, "charge") or friends(board, mover, foe)
    if refused or "dead" in foe.conditions or not sees(board, mover, body_of(foe).cells):
        return {}
    start = body_of(mover)
    spots = [
        body
        for x, y in board.cells()
        for body in [start._replace(x=x, y=y)]
        if all(board.glyph(cell) is not None for cell in body.cells)
        and strikes_into(board, mover, body, body_of(foe).cells)
    ]
    apart = {body: distance([start.at], [body.at]) for body in spots}
    found = {}
    for body in spots:
        if apart[body] == min(apart.values()):
            ways = charge_ways(board, mover, body, foe)
            if ways:
                found[body.at] = ways
    return found


def charge_ways(board: Board, mover: Creature, end: Body, foe: Creature) -> list[Label]:
    start = body_of(mover)
    line = line_cells(start, end)
    ahead = line - start.cells
    blocking = {
        c
        for cell in ahead
        for c in occupants(board, mover, cell)
        if c.id != foe.id and "helpless" not in c.conditions
    }
    runner = mover
    if blocking:
        runner = replace(mover, contest="overrun")
        may_overrun = board.overrun_charge and len(blocking) == 1
        if not (may_overrun and all(contested(board, runner, c) for c in blocking)):
            return []
    if any(slows(board, mover, cell) for cell in ahead):
        return []
    if not all(may_enter(board, runner, cell) for cell in ahead):
        return []
    first = Label(0, frozenset(), start, None)
    front = [first]
    for _ in range(max(abs(end.x - start.x), abs(end.y - start.y))):
        further: Front = {}
        for label in front:
            for dx, dy in DIRECTIONS:
                new = label.body.shifted(dx, dy)
                step = dashing(board, runner, label.body, new) if new.cells <= line else None
                if step is not None:
                    foes = step_provokes(
                        board, runner, label.body, new, "charge", label.before is None
                    )
                    half = label.half + step.half
                    further.setdefault(new, []).append(Label(half, label.foes | foes, new, label))
        front = [label for here in further.values() for label in here]
    return [
        label
        for label in front
        if label.body == end
        and label.half // 2 >= 2
        and label.half <= limit(mover, "charge")
        and may_stop(board, mover, end)
    ]


def line_cells(start: Body, end: Body) -> set[Cell]:
    """The cells that the cells of a body cross on the straight way to another place."""
    dx, dy = end.x - start.x, end.y - start.y
    found = set()
    for x, y in start.cells:
        p, q = centre((x, y)), centre((x + dx, y + dy))
        for i in range(min(x, x + dx), max(x, x + dx) + 1):
            for j in range(min(y, y + dy), max(y, y + dy) + 1):
                if meets_interior(p, q, Body(i, j, 1, 1)):
                    found.add((i, j))
    return found


# ---------------------------------------------------------------------- checking a path


def provocations(
    board: Board, who: str, path_of_bodies: Iterable[tuple[int, int, int, int]], mode: str = "walk"
) -> list[frozenset[str]]:
    """Per step, the foes newly provoked; each foe at most once in the move.  (Legality of the
    steps is path_cost's business.)  Whoever is overrun has its opportunity as its space is entered,
    if it can strike into it."""
    board = still(board)
    mover, bodies = as_mover(board, who, mode), [Body(*b) for b in path_of_bodies]
    seen: set[str] = set()
    out = []
    for i, (old, new) in enumerate(pairwise(bodies)):
        fresh = step_provokes(board, mover, old, new, mode, first=i == 0)
        if mover.contest == "overrun":
            met = (c for c in run_into(board, mover, bodies, i) if takes_opportunities(c))
            fresh |= {c.id for c in met if strikes_entrant(board, c, old)}
        fresh -= seen
        seen |= fresh
        out.append(frozenset(fresh))
    return out


def run_into(board: Board, mover: Creature, bodies: list[Body], index: int) -> list[Creature]:
    """The foes in contest with whom the step after this body is the first into their space."""
    before = {cell for body in bodies[: index + 1] for cell in body.cells}
    new = bodies[index + 1].cells
    return [
        c
        for c in others(board, mover)
        if contested(board, mover, c) and body_of(c).cells & new
        if not body_of(c).cells & before
    ]


def strikes_entrant(board: Board, foe: Creature, old: Body) -> bool:
    """Can the foe strike at whoever comes into its space: there, or with a reach weapon at what of
    a big body is far enough off?"""
    if "club" in map(kind, foe.weapons):
        return True
    return strikes_into(board, foe, body_of(foe), old.cells)


def slipped(
    board: Board, who: str, path_of_bodies: Iterable[tuple[int, int, int, int]]
) -> list[frozenset[str]]:
    """Per step of a tumble, the foes that are slipped by if every check succeeds: those through
    whose space it leads, and those that would have had an opportunity."""
    board = still(board)
    mover, bodies = as_mover(board, who, "tumble"), [Body(*b) for b in path_of_bodies]
    seen: set[str] = set()
    out = []
    for i, (old, new) in enumerate(pairwise(bodies)):
        fresh = step_provokes(board, mover, old, new, "tumble", first=i == 0)
        fresh |= {c.id for c in run_into(board, mover, bodies, i)}
        fresh -= seen
        seen |= fresh
        out.append(frozenset(fresh))
    return out


def path_cost(
    board: Board, who: str, path_of_bodies: Iterable[tuple[int, int, int, int]], mode: str = "walk"
) -> int | None:
    """Half-units of a path that begins with the full body at its start; None if some step is
    illegal.  The budget is not checked; a five_foot_step costs 0 and has at most one step."""
    board = still(board)
    mover, bodies = as_mover(board, who, mode), [Body(*b) for b in path_of_bodies]
    if not bodies or bodies[0] != body_of(mover):
        return None
    if len(bodies) > 1 and not allowed(mover, mode):
        return None
    if mode in SINGLE and len(bodies) > 2:
        return None
    if mode == "run":
        turns = {(new.x - old.x, new.y - old.y) for old, new in pairwise(bodies)}
        if len(turns) > 1 or not all(max(map(abs, turn)) == 1 for turn in turns):
            return None
    total = 0
    for old, new in pairwise(bodies):
        if mode == "run":
            step = dashing(board, mover, old, new)
            prices = [step.half] if step is not None else []
        else:
            prices = [s.half for s in open_steps(board, mover, mode, old) if s.new == new]
        if not prices:
            return None
        total += min(prices)
    return total


def lawful(board: Board, who: str, path: list[Body], mode: str) -> bool:
    """Is the whole path allowed as a move of that mode: steps, budget and end?"""
    board = still(board)
    mover: Creature = as_mover(board, who, mode)
    half = path_cost(board, who, path, mode)
    if half is None or len(path) < 2 or not may_stop(board, mover, path[-1]):
        return False
    if mode in SINGLE or half <= limit(mover, mode):
        return True
    return mode == "double" and len(path) == 2


def follow(board: Board, who: str, anchors: Iterable[Cell], mode: str = "walk") -> list[Label]:
    """Every way of stepping through these anchors (the start first), cheapest first: for paths
    that name only the corner of each body.  Empty if there is none."""
    board = still(board)
    mover: Creature = as_mover(board, who, mode)
    anchors = [(x, y) for x, y in anchors]
    start = body_of(mover)
    if not anchors or anchors[0] != start.at or (len(anchors) > 1 and not allowed(mover, mode)):
        return []
    if mode in SINGLE and len(anchors) > 2:
        return []
    ways = [Label(0, frozenset(), start, None)]
    for at in anchors[1:]:
        ways = [
            Label(
                way.half + step.half,
                way.foes | step_provokes(board, mover, way.body, step.new, mode, not way.before),
                step.new,
                way,
            )
            for way in ways
            for step in open_steps(board, mover, mode, way.body)
            if step.new.at == at
        ]
    return sorted(ways, key=lambda w: (w.half, len(w.foes), w.path))


def random_path(rng: Random, board: Board, who: str, mode: str) -> list[Body] | None:
    """Some lawful path, as long as chance will have it; None if none was found."""
    board = still(board)
    mover: Creature = as_mover(board, who, mode)
    if not allowed(mover, mode):
        return None
    path, half = [body_of(mover)], 0
    top = 0 if mode in SINGLE else limit(mover, mode)
    turn = rng.choice(DIRECTIONS) if mode == "run" else None
    for _ in range(1 if mode in SINGLE else 14):
        if turn is not None:
            ahead = dashing(board, mover, path[-1], path[-1].shifted(*turn))
            found = [ahead] if ahead is not None else []
        else:
            found = open_steps(board, mover, mode, path[-1])
        found = [s for s in found if mode in SINGLE or half + s.half <= top]
        if not found:
            break
        step = rng.choice(found)
        half += min(s.half for s in found if s.new == step.new)
        path.append(step.new)
    longest = rng.randint(1, len(path))
    for n in (*range(longest, 1, -1), *range(longest + 1, len(path) + 1)):
        if may_stop(board, mover, path[n - 1]):
            return path[:n]
    return None


def stray_path(rng: Random, board: Board, who: str) -> list[Body]:
    """A path drawn with no regard for the rules, or not much: a lawful one with a slip in it."""
    start = body_of(board[who])
    path = [start]
    for _ in range(rng.randint(1, 4)):
        if rng.random() < 0.5:
            near = [s.new for s in steps(board, board[who], path[-1])]
        else:
            near = [path[-1].shifted(*by) for by in DIRECTIONS]
            near += [start._replace(x=path[-1].x + dx, y=path[-1].y + dy) for dx, dy in DIRECTIONS]
        path.append(rng.choice(near or [path[-1].shifted(1, 0)]))
    return path


__all__ = ["BUDGET", "MODES", "Label", "Row", "allowed", "charges", "ends", "follow", "labels",
           "lawful", "limit", "moves", "path_cost", "provocations", "random_path", "slipped",
           "stray_path"]  # fmt: skip
