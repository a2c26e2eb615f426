"""Brute-force oracle for d20 movement, squeezing, threat and provocation.

Shares no code with the engine: written from ``rules/catalogue.md`` (0, 0.4, 1.1, 2.1)
and the rulings listed in README.md alone.  Everything is explicit: a body is a rectangle
of cells, a state is a body, a label is (half-units spent, set of foes provoked), and the
search keeps every label that no other one beats on both counts.

Units: costs inside are half-units (straight 2, diagonal 3); ``Row.cost`` is whole squares.
Cells are (x, y), y down.  Geometry (cover, line of effect) is exact integer arithmetic in
doubled coordinates: the corner (x, y) of the grid is the point (2x, 2y).

Entry points: ``distance``, ``threatened``, ``moves``, ``labels``, ``provocations``,
``path_cost``, ``follow``, ``has_cover``, ``line_of_effect``, ``draw``.
Readings that the rulings leave open are the fields of ``Readings``.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import NamedTuple

Cell = tuple[int, int]

SIZES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
SIDE = {"large": 2, "huge": 3, "gargantuan": 4, "colossal": 6}
REACH = {
    "tall": {"small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4, "colossal": 6},
    "long": {"small": 1, "medium": 1, "large": 1, "huge": 2, "gargantuan": 3, "colossal": 4},
}
SHARE = {"tiny": 25, "diminutive": 4, "fine": 1}  # hundredths of a square

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
BUDGET = {"walk": 1, "double": 2, "withdraw": 2}  # times speed

FILLED = "#T"  # fills its space: blocks corners and lines of effect, is never threatened
COVERING = "#T^%"
TERRAIN_DOUBLINGS = {",": 1, ";": 2, "%": 1}
BLOCKING_KINDS = ("wall", "door")


# ------------------------------------------------------------------------------- input


@dataclass
class Creature:
    """One creature; ``at`` is the least x and y of its (full) body, ``reach`` in squares."""

    id: str
    side: str
    at: Cell
    size: str = "medium"
    shape: str = "tall"
    speed: int = 6
    reach: int | None = None
    weapons: tuple[str, ...] = ("club",)
    conditions: frozenset[str] = frozenset()
    fills: bool = False
    combat_reflexes: bool = False


@dataclass(frozen=True)
class Readings:
    """What the catalogue and the rulings leave open; the defaults are the oracle's reading."""

    own_cells_cover: bool = False
    """Cover: an obstacle glyph under the foe or the mover itself counts as between them."""
    along_barrier_is_cover: bool = True
    """Cover, adjacent: a line that runs along a barrier meets its interior (else it must cross)."""
    ranged_one_clear_line: bool = False
    """Cover, distant: one clear corner-to-corner line suffices (else all 4 from one corner)."""
    dropped_cells_cross: bool = False
    """Narrowing: cells that the body gives up still cross the barrier ahead of them."""
    incorporeal_ignores_tight: bool = True
    """Incorporeal creatures neither pay for nor are barred from '='."""
    step_refuses_bulk: bool = False
    """A 5-ft step is refused into the doubling of a helpless Huge enemy too."""
    barrier_ends_stop: bool = True
    """Line of effect: a segment that touches the end of a blocking barrier on its way is stopped
    (else a lone barrier never parts two adjacent cells: they share its ends)."""
    helpless_share: bool = False
    """Helpless small creatures count in the sharing sum."""


@dataclass
class Board:
    """A map and who stands on it.  ``sides`` maps a side to the sides allied with it."""

    rows: list[str]
    barriers: list[tuple[Cell, Cell, str]] = field(default_factory=list)
    creatures: list[Creature] = field(default_factory=list)
    sides: dict[str, set[str]] = field(default_factory=dict)
    reach_diagonal: bool = True
    readings: Readings = Readings()

    def __post_init__(self) -> None:
        self.barriers = [((a[0], a[1]), (b[0], b[1]), kind) for a, b, kind in self.barriers]

    def __getitem__(self, who: str) -> Creature:
        return next(c for c in self.creatures if c.id == who)

    def glyph(self, cell: Cell) -> str | None:
        """The glyph of a cell; None out of the map."""
        x, y = cell
        if 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y]):
            return self.rows[y][x]
        return None

    def cells(self) -> Iterator[Cell]:
        return ((x, y) for y, row in enumerate(self.rows) for x in range(len(row)))

    def barriers_on(self, a: Cell, b: Cell) -> set[str]:
        """The kinds of barrier on the edge between two neighbouring cells."""
        return {kind for p, q, kind in self.barriers if {p, q} == {a, b}}


class Body(NamedTuple):
    """A rectangle of w x h cells whose least cell is (x, y)."""

    x: int
    y: int
    w: int
    h: int

    @property
    def at(self) -> Cell:
        return self.x, self.y

    @property
    def cells(self) -> frozenset[Cell]:
        return frozenset((self.x + i, self.y + j) for i in range(self.w) for j in range(self.h))

    def shifted(self, dx: int, dy: int) -> Body:
        return Body(self.x + dx, self.y + dy, self.w, self.h)


class Step(NamedTuple):
    """One step open to a body: the new body and its price in half-units."""

    new: Body
    half: int
    hedge: bool  # a hampering barrier was paid for
    doublings: int  # worst terrain (and bulk) doublings under the new body
    pivot: bool


class Label(NamedTuple):
    """A way to stand somewhere: half-units spent, foes provoked, the bodies on the way."""

    half: int
    foes: frozenset[str]
    path: tuple[Body, ...]


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


# ---------------------------------------------------------------------- creature facts


def rank(c: Creature) -> int:
    return SIZES.index(c.size)


def side_length(c: Creature) -> int:
    return SIDE.get(c.size, 1)


def is_tiny(c: Creature) -> bool:
    """Fine, Diminutive or Tiny: several to a square."""
    return rank(c) <= SIZES.index("tiny")


def full_body(c: Creature) -> Body:
    return Body(*c.at, side_length(c), side_length(c))


def natural_reach(c: Creature) -> int:
    return c.reach if c.reach is not None else REACH[c.shape].get(c.size, 0)


def friends(board: Board, a: Creature, b: Creature) -> bool:
    return (
        a.side == b.side
        or b.side in board.sides.get(a.side, ())
        or a.side in board.sides.get(b.side, ())
    )


def others(board: Board, mover: Creature) -> list[Creature]:
    """Every creature that counts: not the mover, not dead."""
    return [c for c in board.creatures if c.id != mover.id and "dead" not in c.conditions]


def occupants(board: Board, mover: Creature, cell: Cell) -> list[Creature]:
    return [c for c in others(board, mover) if cell in full_body(c).cells]


def ghost(c: Creature) -> bool:
    return "incorporeal" in c.conditions


def airborne(c: Creature) -> bool:
    """Flying or incorporeal: terrain and hedges cost nothing."""
    return "flying" in c.conditions or ghost(c)


# ------------------------------------------------------------------- distance and threat


def distance(cells_a: Iterable[Cell], cells_b: Iterable[Cell]) -> int:
    """Squares between the nearest cells: max + half the min, floored (d20.diag.*)."""
    b = list(cells_b)
    return min(cell_distance(p, q) for p in cells_a for q in b)


def cell_distance(p: Cell, q: Cell) -> int:
    dx, dy = abs(p[0] - q[0]), abs(p[1] - q[1])
    return max(dx, dy) + min(dx, dy) // 2


def strikes(board: Board, c: Creature, cell: Cell) -> bool:
    """Whether some melee weapon of c's reaches that cell, by distance alone."""
    body = full_body(c).cells
    d, reach = distance(body, [cell]), natural_reach(c)
    if "club" in c.weapons and d <= reach:
        return True
    if "longspear" not in c.weapons:
        return False
    if reach + 1 <= d <= 2 * reach:
        return True
    # Two squares off on the diagonal, for the 10-ft reach weapons of Small and Medium only.
    x, y = c.at
    return (
        board.reach_diagonal
        and c.size in ("small", "medium")
        and reach == 1
        and (abs(cell[0] - x), abs(cell[1] - y)) == (2, 2)
    )


def threatened(board: Board, who: str) -> set[Cell]:
    """The cells that the creature threatens; none when it is helpless or dead."""
    c = board[who]
    if c.conditions & {"helpless", "dead"}:
        return set()
    body = full_body(c).cells
    return {
        cell
        for cell in board.cells()
        if board.glyph(cell) not in (*FILLED, " ")
        and strikes(board, c, cell)
        and (cell in body or any(line_of_effect(board, a, cell) for a in sorted(body)))
    }


def takes_opportunities(c: Creature) -> bool:
    """Able to make opportunity attacks, weapons apart (prone ones are)."""
    if c.conditions & {"helpless", "dead", "total_defense"}:
        return False
    return "flat_footed" not in c.conditions or c.combat_reflexes


# ----------------------------------------------------------------------------- geometry
# Points are in doubled coordinates, so that centres are whole numbers too.

Point = tuple[int, int]


def corners(cell: Cell) -> list[Point]:
    return [(2 * (cell[0] + i), 2 * (cell[1] + j)) for i in (0, 1) for j in (0, 1)]


def centre(cell: Cell) -> Point:
    return 2 * cell[0] + 1, 2 * cell[1] + 1


def meets_interior(p: Point, q: Point, body: Body) -> bool:
    """Does the segment meet the open rectangle?  (Separating axes: x, y, the segment's normal.)"""
    x0, y0, x1, y1 = 2 * body.x, 2 * body.y, 2 * (body.x + body.w), 2 * (body.y + body.h)
    if p == q:
        return x0 < p[0] < x1 and y0 < p[1] < y1
    if max(p[0], q[0]) <= x0 or min(p[0], q[0]) >= x1:
        return False
    if max(p[1], q[1]) <= y0 or min(p[1], q[1]) >= y1:
        return False
    sides = [
        (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]) for x in (x0, x1) for y in (y0, y1)
    ]
    return min(sides) < 0 < max(sides)


def edge_ends(a: Cell, b: Cell) -> tuple[Point, Point]:
    """The ends of the edge between two neighbouring cells."""
    both = sorted(set(corners(a)) & set(corners(b)))
    assert len(both) == 2, (a, b)
    return both[0], both[1]


def meeting(p: Point, q: Point, u: Point, v: Point) -> str | Point | None:
    """How the segment pq meets the edge uv (axis-parallel, u < v):
    "cross" in its interior, "along" it, the end point that it merely touches, or None."""
    k = 0 if u[0] == v[0] else 1  # the coordinate that is constant along the edge
    o = 1 - k
    line = u[k]
    if p[k] == q[k]:
        if p[k] != line:
            return None
        lo, hi = max(min(p[o], q[o]), u[o]), min(max(p[o], q[o]), v[o])
        if lo < hi:
            return "along"
        if lo > hi:
            return None
        return u if lo == u[o] else v
    if not min(p[k], q[k]) <= line <= max(p[k], q[k]):
        return None
    # o-coordinate at the line, times the run
    run = q[k] - p[k]
    at = p[o] * run + (line - p[k]) * (q[o] - p[o])
    if run < 0:
        run, at = -run, -at
    if u[o] * run < at < v[o] * run:
        return "cross"
    if at == u[o] * run:
        return u
    if at == v[o] * run:
        return v
    return None


def on_segment(v: Point, p: Point, q: Point) -> bool:
    if (q[0] - p[0]) * (v[1] - p[1]) != (q[1] - p[1]) * (v[0] - p[0]):
        return False
    return all(min(p[k], q[k]) <= v[k] <= max(p[k], q[k]) for k in (0, 1))


def line_of_effect(board: Board, a: Cell, b: Cell) -> bool:
    """Some segment between a corner or the centre of each cell that nothing solid stops."""
    return any(
        effect_clear(board, a, p, b, q)
        for p in [centre(a), *corners(a)]
        for q in [centre(b), *corners(b)]
    )


def effect_clear(board: Board, a: Cell, p: Point, b: Cell, q: Point) -> bool:
    """Is the segment from p (of cell a) to q (of cell b) free of walls, of blocking barriers
    (crossed, run along, or touched at an end on the way) and of pinches?"""

    def stays(point: Point, cell: Cell, toward: Point) -> bool:
        """From this corner of the cell, does the segment run into the (closed) cell itself?"""
        c = centre(cell)
        return all((toward[k] - point[k]) * (c[k] - point[k]) >= 0 for k in (0, 1))

    def stopped_at(v: Point) -> bool:
        """v is a point where one cannot pass; being there without leaving one's cell is fine."""
        if p == q == v:
            return a != b
        if v == p:
            return not stays(v, a, q)
        if v == q:
            return not stays(v, b, p)
        return on_segment(v, p, q)

    xs = range(min(a[0], b[0]) - 1, max(a[0], b[0]) + 2)
    ys = range(min(a[1], b[1]) - 1, max(a[1], b[1]) + 2)
    filled = {(x, y) for x in xs for y in ys if (board.glyph((x, y)) or " ") in FILLED}
    for x, y in filled:
        if meets_interior(p, q, Body(x, y, 1, 1)):
            return False
        for neighbour in ((x + 1, y), (x, y + 1)):  # between two walls that touch
            if neighbour in filled and meeting(p, q, *edge_ends((x, y), neighbour)) == "along":
                return False
        for dx in (-1, 1):  # pinches: walls touching at a corner only
            if (x + dx, y + 1) in filled:
                v = (2 * x + 1 + dx, 2 * y + 2)
                if on_segment(v, p, q) and stopped_at(v):
                    return False
    for c, d, kind in board.barriers:
        if kind in BLOCKING_KINDS:
            how = meeting(p, q, *edge_ends(c, d))
            if how in ("cross", "along"):
                return False
            if board.readings.barrier_ends_stop and isinstance(how, tuple) and stopped_at(how):
                return False
    return True


# -------------------------------------------------------------------------------- cover


def has_cover(board: Board, foe: Creature, mover: Creature, body: Body) -> bool:
    """Does the mover, standing with this body, have cover from the foe's melee attack?"""
    d = distance(full_body(foe).cells, body.cells)
    if d == 0:
        return False
    if d == 1:
        return all(
            adjacent_cover(board, a, b, full_body(foe).cells | body.cells)
            for a in full_body(foe).cells
            for b in body.cells
            if cell_distance(a, b) == 1
        )
    return distant_cover(board, foe, mover, body)


def covering_cells(board: Board, own: frozenset[Cell]) -> list[Cell]:
    return [
        cell
        for cell in board.cells()
        if (board.glyph(cell) or " ") in COVERING
        and (board.readings.own_cells_cover or cell not in own)
    ]


def adjacent_cover(board: Board, a: Cell, b: Cell, own: frozenset[Cell]) -> bool:
    """Some corner-to-corner line goes through an obstacle or meets a barrier."""
    solid = [
        c for c in covering_cells(board, own) if min(cell_distance(c, a), cell_distance(c, b)) <= 1
    ]
    along = board.readings.along_barrier_is_cover
    meets: list[object] = ["cross", "along"] if along else ["cross"]
    return any(
        any(meets_interior(p, q, Body(*c, 1, 1)) for c in solid)
        or any(meeting(p, q, *edge_ends(c, d)) in meets for c, d, _ in board.barriers)
        for p in corners(a)
        for q in corners(b)
    )


def distant_cover(board: Board, foe: Creature, mover: Creature, body: Body) -> bool:
    """d20.cover.ranged: cover unless from some corner of some cell of the foe every line to
    the four corners of some cell of the mover is clear."""
    attacker = full_body(foe)
    own = attacker.cells | body.cells
    solid = covering_cells(board, own)
    between = [
        full_body(c)
        for c in others(board, mover)
        if c.id != foe.id and "helpless" not in c.conditions and not full_body(c).cells & own
    ]

    def clear(p: Point, q: Point) -> bool:
        for x, y in solid:
            if meets_interior(p, q, Body(x, y, 1, 1)):
                return False
            for neighbour in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if meeting(p, q, *edge_ends((x, y), neighbour)) == "along":
                    return False
        if any(meets_interior(p, q, other) for other in between):
            return False
        return not any(
            meeting(p, q, *edge_ends(c, d)) in ("cross", "along") for c, d, _ in board.barriers
        )

    enough = any if board.readings.ranged_one_clear_line else all
    return not any(
        enough(clear(p, q) for q in corners(b))
        for a in sorted(attacker.cells)
        for p in corners(a)
        for b in sorted(body.cells)
    )


# -------------------------------------------------------------------------------- bodies


def may_enter(board: Board, mover: Creature, cell: Cell) -> bool:
    """Terrain and occupants let the mover be in the cell, at least in passing."""
    g = board.glyph(cell)
    if g is None or g == " ":
        return False
    if g in "#T^" and not ghost(mover):
        return False
    if g in ":~" and not airborne(mover):
        return False
    if g == "=" and side_length(mover) > 1 and not ignores_tight(board, mover):
        return False
    return all(may_pass(board, mover, c) for c in occupants(board, mover, cell))


def ignores_tight(board: Board, mover: Creature) -> bool:
    return is_tiny(mover) or (ghost(mover) and board.readings.incorporeal_ignores_tight)


def may_pass(board: Board, mover: Creature, other: Creature) -> bool:
    if other.fills:
        return False
    return (
        friends(board, mover, other)
        or "helpless" in other.conditions
        or is_tiny(mover)
        or abs(rank(mover) - rank(other)) >= 3
    )


def fits(board: Board, mover: Creature, body: Body) -> bool:
    return all(may_enter(board, mover, cell) for cell in body.cells)


def may_stop(board: Board, mover: Creature, body: Body) -> bool:
    """Can the mover end its movement with this body?  (It can stand there in passing.)"""
    for cell in body.cells:
        if board.glyph(cell) in (*"#T^",):
            return False
        here = occupants(board, mover, cell)
        awake = [c for c in here if "helpless" not in c.conditions]
        if not is_tiny(mover):
            if awake:
                return False
            continue
        sharing = here if board.readings.helpless_share else awake
        if SHARE[mover.size] + sum(SHARE.get(c.size, 0) for c in sharing) > 100:
            return False
    return True


def is_narrowed(mover: Creature, body: Body) -> bool:
    return min(body.w, body.h) < side_length(mover)


def is_squeezing(board: Board, mover: Creature, body: Body) -> bool:
    """Narrowed, or (Small and Medium) in a tight cell."""
    tight = any(board.glyph(cell) == "=" for cell in body.cells) and not ignores_tight(board, mover)
    return is_narrowed(mover, body) or tight


# --------------------------------------------------------------------------------- steps


def with_thickness(body: Body, axis: str, size: int) -> list[Body]:
    """The bodies of that thickness along the axis that lie in the body or contain it."""
    old = body.w if axis == "x" else body.h
    start = body.x if axis == "x" else body.y
    starts = range(min(start, start + old - size), max(start, start + old - size) + 1)
    if axis == "x":
        return [Body(s, body.y, size, body.h) for s in starts]
    return [Body(body.x, s, body.w, size) for s in starts]


def new_bodies(board: Board, mover: Creature, body: Body, dx: int, dy: int) -> list[Body]:
    """What the body may become by a step in that direction (0.4), barriers and corners apart."""
    n = side_length(mover)
    least = (n + 1) // 2
    moved = body.shifted(dx, dy)
    straight = dx == 0 or dy == 0

    def widest(axis: str, sizes: Iterable[int]) -> list[Body]:
        for size in sizes:
            found = [b for b in with_thickness(moved, axis, size) if fits(board, mover, b)]
            if found:
                return found
        return []

    if not is_narrowed(mover, body):
        if fits(board, mover, moved):
            return [moved]
        across = "y" if dx else "x"
        return widest(across, range(n - 1, least - 1, -1)) if straight and n > 1 else []
    axis = "x" if body.w < n else "y"
    width = min(body.w, body.h)
    found = widest(axis, range(n, width - 1, -1))
    along_length = straight and (dx == 0 if axis == "x" else dy == 0)
    if not found and along_length:
        found = widest(axis, range(width - 1, least - 1, -1))
    return found


def crossed_edges(cell: Cell, dx: int, dy: int) -> list[tuple[Cell, Cell]]:
    """The edges that a cell's step crosses: one, or the four that meet at the corner passed."""
    x, y = cell
    if dx == 0 or dy == 0:
        return [(cell, (x + dx, y + dy))]
    vx, vy = x + (dx > 0), y + (dy > 0)
    nw, ne, sw, se = (vx - 1, vy - 1), (vx, vy - 1), (vx - 1, vy), (vx, vy)
    return [(nw, ne), (sw, se), (nw, sw), (ne, se)]


def barrier_price(board: Board, mover: Creature, edges: Iterable[tuple[Cell, Cell]]) -> int | None:
    """Half-units for the barriers on these edges: 0, 4 once, or None where one blocks."""
    kinds = {kind for a, b in edges for kind in board.barriers_on(a, b)}
    if ghost(mover):
        return 0
    if kinds & set(BLOCKING_KINDS):
        return None
    return 4 if "hedge" in kinds and not airborne(mover) else 0


def terrain_doublings(board: Board, mover: Creature, cell: Cell) -> int:
    return 0 if airborne(mover) else TERRAIN_DOUBLINGS.get(board.glyph(cell) or " ", 0)


def doublings(board: Board, mover: Creature, cell: Cell) -> int:
    """Terrain, and each helpless enemy of Huge size or larger in the cell."""
    bulk = [
        c
        for c in occupants(board, mover, cell)
        if "helpless" in c.conditions
        and not friends(board, mover, c)
        and rank(c) >= rank_of("huge")
    ]
    return terrain_doublings(board, mover, cell) + len(bulk)


def rank_of(size: str) -> int:
    return SIZES.index(size)


def steps(board: Board, mover: Creature, body: Body) -> list[Step]:
    """Every step and pivot open to the body.  The same new body may appear at several prices."""
    found = []
    for dx, dy in DIRECTIONS:
        diagonal = dx != 0 and dy != 0
        if diagonal and not ghost(mover):
            beside = body.shifted(dx, 0).cells | body.shifted(0, dy).cells
            if any((board.glyph(cell) or " ") in FILLED for cell in beside):
                continue
        for new in new_bodies(board, mover, body, dx, dy):
            crossing = [
                edge
                for x, y in body.cells
                if (x + dx, y + dy) in new.cells or board.readings.dropped_cells_cross
                for edge in crossed_edges((x, y), dx, dy)
            ]
            found.append(priced(board, mover, new, 3 if diagonal else 2, crossing, pivot=False))
    for new, crossing in pivots(board, mover, body):
        n, w = side_length(mover), min(body.w, body.h)
        found.append(priced(board, mover, new, 2 * (n - w), crossing, pivot=True))
    return [step for step in found if step is not None]


def priced(
    board: Board,
    mover: Creature,
    new: Body,
    base: int,
    crossing: list[tuple[Cell, Cell]],
    pivot: bool,
) -> Step | None:
    extra = barrier_price(board, mover, crossing)
    if extra is None:
        return None
    worst = max(doublings(board, mover, cell) for cell in new.cells)
    half = base * 2**worst * (2 if is_squeezing(board, mover, new) else 1) + extra
    return Step(new, half, extra > 0, worst, pivot)


def pivots(board: Board, mover: Creature, body: Body) -> list[tuple[Body, list[tuple[Cell, Cell]]]]:
    """The quarter turns of a narrowed body, with the edges that each crosses."""
    if not is_narrowed(mover, body):
        return []
    n, w = side_length(mover), min(body.w, body.h)
    found = []
    for far_old in (False, True):  # the shared block: at the low or the high end of the old body
        bx = body.x + (n - w if far_old and body.w == n else 0)
        by = body.y + (n - w if far_old and body.h == n else 0)
        for backward in (False, True):  # the new body: from the block up or down the axis
            shift = n - w if backward else 0
            if body.w == n:  # lies along x, turns to lie along y
                new = Body(bx, by - shift, w, n)
                rows = range(by + w - 1, by + n - 1) if not backward else range(by - (n - w), by)
                edges = [((x, y), (x, y + 1)) for y in rows for x in range(bx, bx + w)]
            else:
                new = Body(bx - shift, by, n, w)
                cols = range(bx + w - 1, bx + n - 1) if not backward else range(bx - (n - w), bx)
                edges = [((x, y), (x + 1, y)) for x in cols for y in range(by, by + w)]
            if not fits(board, mover, new):
                continue
            axis = "x" if new.w < n else "y"
            if any(fits(board, mover, full) for full in with_thickness(new, axis, n)):
                continue
            found.append((new, edges))
    return found


# --------------------------------------------------------------------------- provocation


def step_provokes(
    board: Board, mover: Creature, old: Body, new: Body, mode: str, first: bool
) -> frozenset[str]:
    """The foes that one step gives an opportunity, whatever happened before in the move."""
    foes = [
        c for c in others(board, mover) if not friends(board, mover, c) and takes_opportunities(c)
    ]
    found = set()
    left, entered = old.cells - new.cells, new.cells - old.cells
    if mode != "five_foot_step" and not (mode == "withdraw" and first):
        for foe in foes:
            if left & threatened(board, foe.id) and not has_cover(board, foe, mover, old):
                found.add(foe.id)
    if is_tiny(mover):
        for foe in foes:
            if entered & full_body(foe).cells and "club" in foe.weapons:
                found.add(foe.id)
    return frozenset(found)


class _Memo:
    """Remembers steps and provocations of one mover on one (unchanging) board."""

    def __init__(self, board: Board, mover: Creature, mode: str) -> None:
        self.board, self.mover, self.mode = board, mover, mode
        self._steps: dict[Body, list[Step]] = {}
        self._foes: dict[tuple[Body, Body, bool], frozenset[str]] = {}
        self._threat: dict[str, set[Cell]] = {}
        self._cover: dict[tuple[str, Body], bool] = {}

    def steps(self, body: Body) -> list[Step]:
        if body not in self._steps:
            self._steps[body] = steps(self.board, self.mover, body)
        return self._steps[body]

    def foes(self, old: Body, new: Body, first: bool) -> frozenset[str]:
        """As step_provokes, by way of the remembered threats and covers."""
        key = (old, new, first and self.mode == "withdraw")
        if key not in self._foes:
            self._foes[key] = self._work_out(old, new, first)
        return self._foes[key]

    def _work_out(self, old: Body, new: Body, first: bool) -> frozenset[str]:
        board, mover = self.board, self.mover
        found = set()
        for foe in others(board, mover):
            if friends(board, mover, foe) or not takes_opportunities(foe):
                continue
            if foe.id not in self._threat:
                self._threat[foe.id] = threatened(board, foe.id)
            exempt = self.mode == "five_foot_step" or (self.mode == "withdraw" and first)
            if not exempt and (old.cells - new.cells) & self._threat[foe.id]:
                if (foe.id, old) not in self._cover:
                    self._cover[foe.id, old] = has_cover(board, foe, mover, old)
                if not self._cover[foe.id, old]:
                    found.add(foe.id)
            enters = (new.cells - old.cells) & full_body(foe).cells
            if is_tiny(mover) and enters and "club" in foe.weapons:
                found.add(foe.id)
        return frozenset(found)


# -------------------------------------------------------------------------------- search


def open_steps(memo: _Memo, body: Body) -> list[Step]:
    """The steps that the mode allows from here, at the mode's price, the budget apart."""
    if memo.mode != "five_foot_step":
        return memo.steps(body)
    board, mover = memo.board, memo.mover

    def refused(step: Step) -> bool:
        of = doublings if board.readings.step_refuses_bulk else terrain_doublings
        return step.hedge or any(of(board, mover, cell) > 0 for cell in step.new.cells)

    if mover.speed <= 1:
        return []
    return [step._replace(half=0) for step in memo.steps(body) if not refused(step)]


def labels(board: Board, who: str, mode: str) -> dict[Body, list[Label]]:
    """Every body that can be reached within the mode's budget, with all labels that no other
    beats (cost no higher and foes a subset)."""
    mover = board[who]
    start = full_body(mover)
    first_label = Label(0, frozenset(), (start,))
    front: dict[Body, list[Label]] = {start: [first_label]}
    if mover.conditions & {"helpless", "dead"}:
        return front
    memo = _Memo(board, mover, mode)
    if mode == "five_foot_step":
        for step in open_steps(memo, start):
            add(front, Label(0, memo.foes(start, step.new, True), (start, step.new)))
        return front
    limit = 2 * BUDGET[mode] * mover.speed + 1
    tick = count()
    queue = [(0, 0, next(tick), first_label)]
    while queue:
        _, _, _, label = heapq.heappop(queue)
        body = label.path[-1]
        if label not in front[body]:
            continue  # beaten since
        for step in open_steps(memo, body):
            half = label.half + step.half
            if half > limit:
                continue
            foes = label.foes | memo.foes(body, step.new, len(label.path) == 1)
            new = Label(half, foes, (*label.path, step.new))
            if add(front, new):
                heapq.heappush(queue, (half, len(foes), next(tick), new))
    return front


def add(front: dict[Body, list[Label]], label: Label) -> bool:
    """Keep the label unless one as good is there; drop those that it beats."""
    here = front.setdefault(label.path[-1], [])
    if any(old.half <= label.half and old.foes <= label.foes for old in here):
        return False
    here[:] = [old for old in here if not (label.half <= old.half and label.foes <= old.foes)]
    here.append(label)
    return True


def moves(board: Board, who: str, mode: str = "walk") -> dict[Cell, Row]:
    """One row per reachable anchor: cheapest in whole squares, then fewest foes, then not
    squeezing, (then able to stop: a tie that the rulings leave open, see Row.equal)."""
    mover = board[who]
    best: dict[Cell, list[tuple[tuple[int, int, bool], bool, Label]]] = {}
    for body, here in labels(board, who, mode).items():
        squeezing, stop = is_squeezing(board, mover, body), may_stop(board, mover, body)
        for label in here:
            key = (label.half // 2, len(label.foes), squeezing)
            best.setdefault(body.at, []).append((key, stop, label))
    rows = {}
    for at, found in best.items():
        key = min(k for k, _, _ in found)
        ties = [(stop, label) for k, stop, label in found if k == key]
        stop, label = min(ties, key=lambda t: (not t[0], t[1].half, sorted(t[1].foes), t[1].path))
        equal = frozenset((lb.path[-1], lb.foes, s) for s, lb in ties)
        rows[at] = Row(at, key[0], key[2], stop, label.foes, list(label.path), label.half, equal)
    return rows


# ---------------------------------------------------------------------- checking a path


def provocations(
    board: Board, who: str, path_of_bodies: Iterable[tuple[int, int, int, int]], mode: str = "walk"
) -> list[frozenset[str]]:
    """Per step, the foes newly provoked; each foe at most once in the move.  (Legality of the
    steps is path_cost's business.)"""
    mover, bodies = board[who], [Body(*b) for b in path_of_bodies]
    seen: set[str] = set()
    out = []
    for i, (old, new) in enumerate(pairwise(bodies)):
        fresh = step_provokes(board, mover, old, new, mode, first=i == 0) - seen
        seen |= fresh
        out.append(frozenset(fresh))
    return out


def path_cost(
    board: Board, who: str, path_of_bodies: Iterable[tuple[int, int, int, int]], mode: str = "walk"
) -> int | None:
    """Half-units of a path that begins with the full body at its start; None if some step is
    illegal.  The budget is not checked; a five_foot_step costs 0 and has at most one step."""
    mover, bodies = board[who], [Body(*b) for b in path_of_bodies]
    memo = _Memo(board, mover, mode)
    if not bodies or bodies[0] != full_body(mover):
        return None
    if mode == "five_foot_step" and len(bodies) > 2:
        return None
    total = 0
    for old, new in pairwise(bodies):
        prices = [step.half for step in open_steps(memo, old) if step.new == new]
        if not prices:
            return None
        total += min(prices)
    return total


def follow(board: Board, who: str, anchors: Iterable[Cell], mode: str = "walk") -> list[Label]:
    """Every way of stepping through these anchors (the start first), cheapest first: for paths
    that name only the corner of each body.  Empty if there is none."""
    mover = board[who]
    anchors = [(x, y) for x, y in anchors]
    start = full_body(mover)
    if not anchors or anchors[0] != start.at or (mode == "five_foot_step" and len(anchors) > 2):
        return []
    memo = _Memo(board, mover, mode)
    ways = {Label(0, frozenset(), (start,))}
    for at in anchors[1:]:
        ways = {
            Label(
                way.half + step.half,
                way.foes | memo.foes(way.path[-1], step.new, len(way.path) == 1),
                (*way.path, step.new),
            )
            for way in ways
            for step in open_steps(memo, way.path[-1])
            if step.new.at == at
        }
    return sorted(ways, key=lambda w: (w.half, len(w.foes), w.path))


def draw(board: Board, body: Body | None = None) -> str:
    """The board as text for a failing test: creatures by the first letter of their id."""
    canvas = [list(row) for row in board.rows]
    for c in board.creatures:
        for x, y in full_body(c).cells:
            canvas[y][x] = c.id[0]
    for x, y in body.cells if body else ():
        canvas[y][x] = "@"
    lines = ["".join(row) for row in canvas]
    lines += ["--", *board.rows, "--"]
    lines += [f"{a} {b} {kind}" for a, b, kind in board.barriers]
    return "\n".join([*lines, *map(repr, board.creatures)])
