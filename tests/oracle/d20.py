"""Brute-force oracle for d20 movement, squeezing, threat and provocation: one step at a time.

Shares no code with the engine: written from ``rules/catalogue.md`` (0, 0.4, 1.1, 2.1)
and the rulings listed in README.md alone.  Everything is explicit: a body is a rectangle
of cells.  What is within reach, and what a whole path comes to, is in ``ways.py``.

Units: costs inside are half-units (straight 2, diagonal 3).  Cells are (x, y), y down.
Geometry (cover, line of effect) is exact integer arithmetic in doubled coordinates: the
corner (x, y) of the grid is the point (2x, 2y).

A board may be changed between two questions.  ``still(board)`` is a copy that will not be, and
remembers what it was asked; it is many times as fast.

Entry points: ``distance``, ``threatened``, ``steps``, ``step_provokes``, ``has_cover``,
``line_of_effect``, ``draw``.  Readings that the rulings leave open are the fields of ``Readings``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from typing import Any, NamedTuple

from .arms import kind

Cell = tuple[int, int]

SIZES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
SIDE = {"large": 2, "huge": 3, "gargantuan": 4, "colossal": 6}
REACH = {
    "tall": {"small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4, "colossal": 6},
    "long": {"small": 1, "medium": 1, "large": 1, "huge": 2, "gargantuan": 3, "colossal": 4},
}
SHARE = {"tiny": 25, "diminutive": 4, "fine": 1}  # hundredths of a square

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]

FILLED = "#T"  # fills its space: blocks corners and lines of effect, is never threatened
CORNERED = "#T "  # nobody cuts its corners: the void is as a wall but for sight
LOW_BLOCKS = "^"  # a blocking obstacle lower than a flyer (d20.obstacle.fly)
TALL = "PH"  # a boulder and a hampering obstacle of full height: cover wherever they are
CLIMBED = "&$"  # a boulder that a check gets one onto, and the same on difficult ground
LOW = "^%+" + CLIMBED  # covers, but only those near it
LOW_RANGE = 6
# one for difficult ground, one for an obstacle in the way, "+" being a hampering one on such ground
# and "?" deep water that a check lets one into
TERRAIN_DOUBLINGS = {",": 1, ";": 2, "%": 1, "H": 1, "+": 2, "&": 1, "$": 2, "?": 1}
BLOCKING_KINDS = ("wall", "door", "climb")  # "climb": a wall that a check gets one over
HAMPERING_KINDS = ("hedge", "climb")
EXEMPT = ("five_foot_step",)  # modes that leave threatened cells for nothing


# ------------------------------------------------------------------------------- input


@dataclass
class Creature:
    """One creature; ``at`` is the least x and y of its body, ``reach`` in squares."""

    id: str
    side: str
    at: Cell
    size: str = "medium"
    shape: str = "tall"
    speed: int = 6
    reach: int | None = None
    space: int | None = None
    """Squares a side, where that is not typical of its size (d20.size.exceptions)."""
    weapons: tuple[str, ...] = ("club",)
    conditions: frozenset[str] = frozenset()
    fills: bool = False
    exceptions: frozenset[str] = frozenset()
    """The rules of passing that it breaks, by the keys of a bestiary."""
    combat_reflexes: bool = False
    dodges: bool = False
    """It has the feat by which one foe at a time hits it less (d20.mobility)."""
    tumbles: bool = True
    """It has learnt to tumble."""
    contest: str = ""
    """How it deals with foes in its way: "overrun", "tumble" or not at all."""
    narrowed: tuple[int, int] | None = None
    """How wide and high its body is while it is squeezed."""
    darkvision: int = 0
    """How many squares off it sees in the dark."""
    strength: int = 10
    load: str = "light"
    """How much gear it has."""
    slowed: bool = False
    """Its armour or its gear slows it already."""
    carries: tuple[tuple[str, float, int], ...] = ()
    """What else it carries, with the pounds and the squares a side of each."""
    unburdened: int = 0
    """The speed that it had without what it carries; 0 where it carries nothing."""
    unloaded: frozenset[str] = frozenset()
    """Its weapons that have been shot and not loaded."""

    def __hash__(self) -> int:
        return hash((self.id, self.contest))


@dataclass(frozen=True)
class Readings:
    """What the catalogue and the rulings leave open; the defaults are the oracle's reading."""

    own_cells_cover: bool = False
    """Cover, adjacent: an obstacle glyph under the foe or the mover itself counts as between them.
    (At a distance only what fills its space does: the lines cross that "blocking square".)"""
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
    barrier_ends: str = "stop"
    """Line of effect, and a segment that touches the end of a blocking barrier on its way: it is
    stopped ("stop"); or only where something else closes the other side of it too ("closed": a
    barrier between two neighbours then parts them all the same)."""
    closed_points_cover: bool = False
    """Cover, distant: a line is stopped, too, at a grid point on both sides of which something
    solid stands, and by two such cells that touch in one of its ends."""
    low_borders_cover: bool = True
    """Cover, distant: to run along the border of a low obstacle counts as along a wall's."""
    helpless_share: bool = False
    """Helpless small creatures count in the sharing sum."""
    sight_lines: str = "effect"
    """A cell is in view where a line of effect leads there ("effect"); or where the line between
    two centres keeps to cells that do not fill their space, and if there are barriers a line of
    effect leads there besides ("centres")."""


@dataclass
class Board:
    """A map and who stands on it.  ``sides`` maps a side to the sides allied with it."""

    rows: list[str]
    barriers: list[tuple[Cell, Cell, str]] = field(default_factory=list)
    creatures: list[Creature] = field(default_factory=list)
    sides: dict[str, set[str]] = field(default_factory=dict)
    reach_diagonal: bool = True
    tiny_step: bool = True
    """A very small creature's 5-ft step into a foe's cell provokes it."""
    overrun_charge: bool = True
    """A charge may go over one foe at most one size larger."""
    dark: bool = False
    lamps: list[tuple[Cell, int]] = field(default_factory=list)
    """The lights of a dark map: where each is, and how many squares off it lights cells."""
    items: list[tuple[str, Cell, str, str]] = field(default_factory=list)
    """Weapons that lie about: what each is called, where it is, and the size and shape of those
    who may wield it."""
    fog: bool = False
    """Each side knows only those of the others whom it sees."""
    readings: Readings = Readings()
    memo: dict[Any, Any] | None = field(default=None, compare=False, repr=False)

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
        return {kind for p, q, kind in self.barriers if (p, q) in ((a, b), (b, a))}

    def blocking(self) -> list[tuple[Cell, Cell]]:
        return [(a, b) for a, b, kind in self.barriers if kind in BLOCKING_KINDS]


def still(board: Board) -> Board:
    """The board as it is now, to be asked much: nothing on it may be changed any more."""
    return board if board.memo is not None else replace(board, memo={})


def remembered(work: Callable[..., Any]) -> Callable[..., Any]:
    """Let a still board remember the answer; whatever else is asked about must be hashable."""

    @wraps(work)
    def ask(board: Board, *about: Any) -> Any:
        if board.memo is None:
            return work(board, *about)
        key = (work, about)
        if key not in board.memo:
            board.memo[key] = work(board, *about)
        return board.memo[key]

    return ask


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
        return cells_of(self)

    def shifted(self, dx: int, dy: int) -> Body:
        return Body(self.x + dx, self.y + dy, self.w, self.h)


class Step(NamedTuple):
    """One step open to a body: the new body and its price in half-units."""

    new: Body
    half: int
    hedge: bool  # a hampering barrier was paid for
    doublings: int  # worst terrain (and bulk) doublings under the new body
    pivot: bool


@cache
def cells_of(body: Body) -> frozenset[Cell]:
    x, y, w, h = body
    return frozenset((x + i, y + j) for i in range(w) for j in range(h))


# ---------------------------------------------------------------------- creature facts


def rank(c: Creature) -> int:
    return SIZES.index(c.size)


def side_length(c: Creature) -> int:
    return SIDE.get(c.size, 1) if c.space is None else c.space


def is_tiny(c: Creature) -> bool:
    """Fine, Diminutive or Tiny: several to a square."""
    return rank(c) <= SIZES.index("tiny")


def body_of(c: Creature) -> Body:
    """The body that it has now."""
    return Body(*c.at, *(c.narrowed or (side_length(c), side_length(c))))


def moved(c: Creature, body: Body) -> Creature:
    """The creature in another body."""
    narrowed = (body.w, body.h) if is_narrowed(c, body) else None
    return replace(c, at=body.at, narrowed=narrowed)


def natural_reach(c: Creature) -> int:
    return c.reach if c.reach is not None else REACH[c.shape].get(c.size, 0)


def friends(board: Board, a: Creature, b: Creature) -> bool:
    return (
        a.side == b.side
        or b.side in board.sides.get(a.side, ())
        or a.side in board.sides.get(b.side, ())
    )


@remembered
def others(board: Board, mover: Creature) -> list[Creature]:
    """Every creature that counts: not the mover, not dead."""
    return [c for c in board.creatures if c.id != mover.id and "dead" not in c.conditions]


@remembered
def occupants(board: Board, mover: Creature, cell: Cell) -> list[Creature]:
    return [c for c in others(board, mover) if cell in body_of(c).cells]


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
    body = body_of(c).cells
    d, reach, kinds = distance(body, [cell]), natural_reach(c), set(map(kind, c.weapons))
    if "club" in kinds and d <= reach:
        return True
    if "longspear" not in kinds:
        return False
    if reach + 1 <= d <= 2 * reach:
        return True
    # Two squares off on the diagonal, for the 10-ft reach weapons of Small and Medium only.
    return (
        board.reach_diagonal
        and c.size in ("small", "medium")
        and reach == 1
        and all(min(abs(cell[k] - own[k]) for own in body) == 2 for k in (0, 1))
    )


def strikes_into(board: Board, c: Creature, body: Body, cells: Iterable[Cell]) -> bool:
    """Can it strike from a body into one of some cells (d20.threat): near enough, with a line of
    effect to that cell?"""
    near = [cell for cell in cells if strikes(board, moved(c, body), cell)]
    return any(cell in body.cells or lines_join(board, body.cells, [cell]) for cell in near)


@remembered
def threatened(board: Board, who: str) -> set[Cell]:
    """The cells that the creature threatens; none when it is helpless or dead."""
    c = board[who]
    if c.conditions & {"helpless", "dead"}:
        return set()
    open_cells = (cell for cell in board.cells() if board.glyph(cell) not in (*FILLED, " "))
    return {cell for cell in open_cells if strikes_into(board, c, body_of(c), [cell])}


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


def lines_join(board: Board, one: Iterable[Cell], other: Iterable[Cell]) -> bool:
    """Does a line of effect join two bodies?  Where barriers are read as "closed", bodies that
    touch face each other across the cells that touch, and round no barrier's end."""
    pairs = [(a, b) for a in sorted(one) for b in sorted(other)]
    touching = [(a, b) for a, b in pairs if cell_distance(a, b) == 1]
    beside = touching and not any(a == b for a, b in pairs)
    if beside and board.readings.barrier_ends == "closed" and board.blocking():
        pairs = touching
    return any(line_of_effect(board, a, b) for a, b in pairs)


@remembered
def line_of_effect(board: Board, a: Cell, b: Cell) -> bool:
    """Some segment between a corner or the centre of each cell that nothing solid stops."""
    shut = board.blocking()
    if not shut and not any(board.glyph(cell) for cell in filled_in(board, a, b)):
        return True
    if board.readings.barrier_ends == "closed" and ((a, b) in shut or (b, a) in shut):
        return False
    return any(
        effect_clear(board, a, p, b, q)
        for p in [centre(a), *corners(a)]
        for q in [centre(b), *corners(b)]
    )


@remembered
def filled_in(board: Board, a: Cell, b: Cell) -> frozenset[Cell]:
    """The cells that fill their space in the box round two cells and one cell about it; beyond the
    rim of the map everything does."""
    xs = range(min(a[0], b[0]) - 1, max(a[0], b[0]) + 2)
    ys = range(min(a[1], b[1]) - 1, max(a[1], b[1]) + 2)
    return frozenset((x, y) for x in xs for y in ys if (board.glyph((x, y)) or "#") in FILLED)


def effect_clear(board: Board, a: Cell, p: Point, b: Cell, q: Point) -> bool:
    """Is the segment from p (of cell a) to q (of cell b) free of walls, of blocking barriers
    (crossed, run along, or touched at an end on the way, as read) and of pinches?"""
    filled = filled_in(board, a, b)
    for x, y in filled:
        if meets_interior(p, q, Body(x, y, 1, 1)):
            return False
        for neighbour in ((x + 1, y), (x, y + 1)):  # between two walls that touch
            if neighbour in filled and meeting(p, q, *edge_ends((x, y), neighbour)) == "along":
                return False
    points = {v for cell in filled for v in corners(cell)}
    for c, d in board.blocking():
        ends = edge_ends(c, d)
        how = meeting(p, q, *ends)
        if how in ("cross", "along"):
            return False
        points.update(ends)
        strict = board.readings.barrier_ends == "stop" and isinstance(how, tuple)
        if strict and runs_out_at(a, p, b, q, how):
            return False
    return not any(shut_at(board, a, p, b, q, v) for v in points if on_segment(v, p, q))


def runs_out_at(a: Cell, p: Point, b: Cell, q: Point, v: Point) -> bool:
    """Does the segment pass through v other than within cell a or b?"""

    def stays(point: Point, cell: Cell, toward: Point) -> bool:
        """From this corner of the cell, does the segment run into the cell itself?"""
        c = centre(cell)
        return all((toward[k] - point[k]) * (c[k] - point[k]) >= 0 for k in (0, 1))

    if p == q == v:
        return a != b
    if v == p:
        return not stays(v, a, q)
    if v == q:
        return not stays(v, b, p)
    return True


def shut_at(board: Board, a: Cell, p: Point, b: Cell, q: Point, v: Point) -> bool:
    """On its way from cell a to cell b, does the segment come through a grid point v (on it) at
    which walls or blocking barriers stand to both sides of it?  In a cell's corner it comes from
    (or goes to) the middle of the cell."""
    if not runs_out_at(a, p, b, q, v):
        return False
    came = minus(centre(a) if v == p else p, v)
    goes = minus(centre(b) if v == q else q, v)
    own = {cell for cell, end in ((a, p), (b, q)) if end == v}
    walls = [c for c in round_about(v) if c not in own and (board.glyph(c) or "#") in FILLED]
    return parted(came, goes, things_at(v, walls, [edge_ends(c, d) for c, d in board.blocking()]))


def parted(came: Point, goes: Point, things: list[Point]) -> bool:
    """Do things lie in directions on both sides of the way from one direction to another?"""
    return any(turns_past(came, w, goes) for w in things) and any(
        turns_past(goes, w, came) for w in things
    )


def round_about(v: Point) -> list[Cell]:
    """The four cells that meet at a grid point."""
    x, y = v[0] // 2, v[1] // 2
    return [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]


def things_at(v: Point, walls: list[Cell], edges: list[tuple[Point, Point]]) -> list[Point]:
    """The directions in which these walls about a grid point lie, and the edges that end there."""
    found = [minus(centre(cell), v) for cell in walls]
    return found + [minus(ends[1 - ends.index(v)], v) for ends in edges if v in ends]


def minus(p: Point, q: Point) -> Point:
    return p[0] - q[0], p[1] - q[1]


def turns_past(u: Point, w: Point, v: Point) -> bool:
    """Turning from direction u one way round to direction v, is w passed on the way?"""

    def quarter(w: Point) -> int:
        c, d = u[0] * w[1] - u[1] * w[0], u[0] * w[0] + u[1] * w[1]
        return (1 if c > 0 else 3) if c else (0 if d > 0 else 2)

    if quarter(w) != quarter(v):
        return 0 < quarter(w) < quarter(v)
    return quarter(w) in (1, 3) and w[0] * v[1] - w[1] * v[0] > 0


# --------------------------------------------------------------------------------- sight


@remembered
def lit(board: Board, cell: Cell) -> bool:
    """Is there light?  A lamp lights whatever is near enough, walls or not."""
    return not board.dark or any(cell_distance(at, cell) <= far for at, far in board.lamps)


def light_enough(board: Board, eye: Creature, cell: Cell) -> bool:
    """Is the cell lit, or near enough for eyes that need no light?"""
    return lit(board, cell) or distance(body_of(eye).cells, [cell]) <= eye.darkvision


@remembered
def sees_cell(board: Board, eye: Creature, cell: Cell) -> bool:
    """Is the cell in view, and is there light enough?"""
    own = body_of(eye).cells
    if cell in own:
        return True
    if not light_enough(board, eye, cell):
        return False
    if board.readings.sight_lines == "centres":
        clear = any(keeps_clear(board, at, cell) for at in own)
        return clear and (not board.blocking() or lines_join(board, own, [cell]))
    return lines_join(board, own, [cell])


def keeps_clear(board: Board, a: Cell, b: Cell) -> bool:
    """Does the line between two centres keep to clear cells?  Going along its longer axis, on the
    level of each centre it is in the cell whose centre is nearest, or between two: one that is
    clear will do."""
    (dx, dy), n = minus(b, a), max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    for i in range(1, n):
        near = {
            (a[0] + (2 * i * dx + k) // (2 * n), a[1] + (2 * i * dy + k) // (2 * n))
            for k in (n - 1, n)
        }
        if all((board.glyph(cell) or "#") in FILLED for cell in near):
            return False
    return True


def sees(board: Board, eye: Creature, cells: Iterable[Cell]) -> bool:
    """Does a creature see a body, or some of it?"""
    return any(sees_cell(board, eye, cell) for cell in sorted(cells))


def makes_out(board: Board, eye: Creature, cells: Iterable[Cell]) -> bool:
    """Is a body, or some of it, not hidden by the dark?  Lines of effect say whom walls hide."""
    return any(light_enough(board, eye, cell) for cell in cells)


@remembered
def known(board: Board, to: Creature, foe: Creature) -> bool:
    """Does the side of a creature know of a foe: is there no fog, or does one of them see it?"""
    eyes = [to, *(c for c in others(board, to) if friends(board, to, c))]
    awake = (c for c in eyes if "helpless" not in c.conditions)
    return not board.fog or any(sees(board, c, body_of(foe).cells) for c in awake)


def aware(board: Board, of: Creature, foe: Creature) -> bool:
    """Does a creature see a foe that it knows of?"""
    return makes_out(board, of, body_of(foe).cells) and known(board, of, foe)


@remembered
def as_known(board: Board, to: Creature) -> Board:
    """The board as the side of a creature knows it: without the foes that it does not see."""
    left = [c for c in board.creatures if friends(board, to, c) or known(board, to, c)]
    return still(replace(board, creatures=left, memo=None))


def gropes(board: Board, mover: Creature, cell: Cell) -> bool:
    """Does the mover go into this cell unseeing (d20.speed.hampered)?"""
    return not lit(board, cell) and not mover.darkvision


# -------------------------------------------------------------------------------- cover


@remembered
def has_cover(board: Board, foe: Creature, mover: Creature, body: Body) -> bool:
    """Does the mover, standing with this body, have cover from the foe's melee attack?"""
    d = distance(body_of(foe).cells, body.cells)
    if d == 0:
        return False
    if d == 1:
        return all(
            adjacent_cover(board, a, b, body_of(foe).cells | body.cells)
            for a in body_of(foe).cells
            for b in body.cells
            if cell_distance(a, b) == 1
        )
    return distant_cover(board, foe, mover, body)


@remembered
def covering_cells(board: Board, own: frozenset[Cell]) -> list[Cell]:
    return [
        cell
        for cell in board.cells()
        if (board.glyph(cell) or " ") in FILLED + LOW + TALL
        and (board.readings.own_cells_cover or cell not in own)
    ]


def standing(board: Board) -> list[tuple[Cell, Cell, str]]:
    """The barriers that are there: an open door is none."""
    return [barrier for barrier in board.barriers if barrier[2] != "open"]


def adjacent_cover(board: Board, a: Cell, b: Cell, own: frozenset[Cell]) -> bool:
    """Some corner-to-corner line goes through an obstacle or meets a barrier."""
    solid = [
        c for c in covering_cells(board, own) if min(cell_distance(c, a), cell_distance(c, b)) <= 1
    ]
    along = board.readings.along_barrier_is_cover
    meets: list[object] = ["cross", "along"] if along else ["cross"]
    return any(
        any(meets_interior(p, q, Body(*c, 1, 1)) for c in solid)
        or any(meeting(p, q, *edge_ends(c, d)) in meets for c, d, _ in standing(board))
        for p in corners(a)
        for q in corners(b)
    )


def distant_cover(board: Board, foe: Creature, mover: Creature, body: Body) -> bool:
    """d20.cover.ranged: cover unless from some corner of some cell of the foe every line to
    the four corners of some cell of the mover is clear."""
    attacker = body_of(foe)
    screen = screen_between(board, foe, mover, body)
    if not (screen.solid or screen.edges or screen.bodies):
        return False
    enough = any if board.readings.ranged_one_clear_line else all
    return not any(
        enough(screen.lets_by(a, p, q) for q in corners(b))
        for a in sorted(attacker.cells)
        for p in corners(a)
        for b in sorted(body.cells)
    )


def screen_between(board: Board, foe: Creature, mover: Creature, body: Body) -> Screen:
    """All that may give cover at a distance.  d20.cover.low: what is low covers only within 6
    squares of the mover, and not where the foe is nearer to it; of a hedge both its cells count,
    so that whoever stands right behind it is 1 square off."""
    attacker = body_of(foe)
    own = attacker.cells | body.cells

    def near(*cells: Cell) -> bool:
        mine = [distance([c], body.cells) for c in cells]
        theirs = [distance([c], attacker.cells) for c in cells]
        return max(mine) <= LOW_RANGE and min(mine) <= min(theirs)

    beside = [c for c in covering_cells(board, own) if board.glyph(c) in (*LOW, *TALL)]
    low = [c for c in beside if board.glyph(c) in (*TALL,) or near(c)]
    walls = [c for c in board.cells() if board.glyph(c) in (*FILLED,)]
    return Screen(
        frozenset([*low, *walls]),
        frozenset(walls if not board.readings.low_borders_cover else [*low, *walls]),
        [edge_ends(c, d) for c, d, kind in standing(board) if kind != "hedge" or near(c, d)],
        [
            body_of(c)
            for c in others(board, mover)
            if c.id != foe.id and "helpless" not in c.conditions and not body_of(c).cells & own
        ],
        board.readings.closed_points_cover,
    )


@dataclass
class Screen:
    """What may stop a line on its way: solid cells, those whose borders do as well, the ends of
    barriers, creatures; and whether what closes a grid point does."""

    solid: frozenset[Cell]
    bordering: frozenset[Cell]
    edges: list[tuple[Point, Point]]
    bodies: list[Body]
    closed_points: bool

    def lets_by(self, a: Cell, p: Point, q: Point) -> bool:
        """Is the line clear from corner p of cell a to corner q of another cell?"""
        if any(meets_interior(p, q, Body(x, y, 1, 1)) for x, y in self.solid):
            return False
        if any(meets_interior(p, q, body) for body in self.bodies):
            return False
        borders = [
            edge_ends((x, y), beside)
            for x, y in self.bordering
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        ]
        if any(meeting(p, q, *ends) == "along" for ends in borders):
            return False
        if any(meeting(p, q, *ends) in ("cross", "along") for ends in self.edges):
            return False
        return not (self.closed_points and self.closes(a, p, q))

    def closes(self, a: Cell, p: Point, q: Point) -> bool:
        """Is some grid point on the line closed: an end pinched, or both its sides taken?"""
        points = {v for cell in self.solid for v in corners(cell)}
        points |= {v for ends in self.edges for v in ends}
        for v in points:
            if not on_segment(v, p, q):
                continue
            nw, ne, sw, se = round_about(v)
            if v in (p, q) and ({nw, se} <= self.solid or {ne, sw} <= self.solid):
                return True
            came = minus(centre(a) if v == p else p, v)
            inward = v == p and all((q[k] - p[k]) * came[k] > 0 for k in (0, 1))
            walls = [c for c in (nw, ne, sw, se) if c in self.solid and (v != p or c != a)]
            things = things_at(v, walls, self.edges)
            if v != q and not inward and parted(came, minus(q, v), things):
                return True
        return False


# -------------------------------------------------------------------------------- bodies


@remembered
def may_enter(board: Board, mover: Creature, cell: Cell) -> bool:
    """Terrain and occupants let the mover be in the cell, at least in passing."""
    g = board.glyph(cell)
    if g is None or g == " ":
        return False
    if g in "#TP" and not ghost(mover):
        return False
    if g in LOW_BLOCKS and not airborne(mover):
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
    return freely(board, mover, other) or contested(board, mover, other)


def freely(board: Board, mover: Creature, other: Creature) -> bool:
    """Does a rule, or an exception of one of the two, open the other's space to the mover?"""
    no = other.exceptions
    friend = friends(board, mover, other)
    return (
        (friend and "bars_friends" not in no)
        or (not friend and ("passes" in mover.exceptions or "passable" in no))
        or ("helpless" in other.conditions and "bars_when_helpless" not in no)
        or (is_tiny(mover) and "bars_tiny" not in no)
        or (abs(rank(mover) - rank(other)) >= 3 and "bars_sizes" not in no)
    )


def contested(board: Board, mover: Creature, other: Creature) -> bool:
    """Is this a foe through whose space the mover has to tumble or to overrun its way?

    None but a foe no more than one size larger can be overrun (d20.overrun).
    """
    if other.fills or friends(board, mover, other) or freely(board, mover, other):
        return False
    if mover.contest == "tumble":
        return "bars_tumbling" not in other.exceptions
    return (
        mover.contest == "overrun"
        and rank(other) - rank(mover) <= 1
        and "bars_overrun" not in other.exceptions
    )


@remembered
def fits(board: Board, mover: Creature, body: Body) -> bool:
    return all(may_enter(board, mover, cell) for cell in body.cells)


@remembered
def may_stop(board: Board, mover: Creature, body: Body) -> bool:
    """Can the mover end its movement with this body?  (It can stand there in passing.)"""
    for cell in body.cells:
        if board.glyph(cell) in (*"#TP",):
            return False
        if board.glyph(cell) in (*LOW_BLOCKS,) and "flying" not in mover.conditions:
            return False
        here = occupants(board, mover, cell)
        awake = [c for c in here if "helpless" not in c.conditions]
        if not is_tiny(mover):
            if awake and "stops_among" not in mover.exceptions:
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
    """Half-units for the barriers on these edges: 0, 4 once, or None where one blocks.

    A wall that takes a check costs what a hedge does to whoever climbs it, and nothing to those who
    fly (d20.obstacle.fly)."""
    kinds = {kind for a, b in edges for kind in board.barriers_on(a, b)}
    if ghost(mover):
        return 0
    if kinds & set(BLOCKING_KINDS) - {"climb"}:
        return None
    return 4 if kinds & set(HAMPERING_KINDS) and not airborne(mover) else 0


def terrain_doublings(board: Board, mover: Creature, cell: Cell) -> int:
    return 0 if airborne(mover) else TERRAIN_DOUBLINGS.get(board.glyph(cell) or " ", 0)


@remembered
def doublings(board: Board, mover: Creature, cell: Cell) -> int:
    """Terrain, darkness, and each enemy of Huge size or larger in the cell that is dead, or that
    lets the mover through for being helpless."""
    bulk = [
        c
        for c in board.creatures
        if ("dead" in c.conditions or opened_by_helplessness(mover, c))
        and cell in body_of(c).cells
        and not friends(board, mover, c)
        and rank(c) >= rank_of("huge")
    ]
    return slowness(board, mover, cell) + len(bulk)


def opened_by_helplessness(mover: Creature, other: Creature) -> bool:
    """Is it for that alone, not by an exception, that an enemy lets the mover through?"""
    odd = "passes" in mover.exceptions or other.exceptions & {"passable", "bars_when_helpless"}
    return "helpless" in other.conditions and not odd


def slowness(board: Board, mover: Creature, cell: Cell) -> int:
    """The doublings of terrain, and of going unseeing."""
    return terrain_doublings(board, mover, cell) + gropes(board, mover, cell)


def rank_of(size: str) -> int:
    return SIZES.index(size)


@remembered
def steps(board: Board, mover: Creature, body: Body) -> list[Step]:
    """Every step and pivot open to the body.  The same new body may appear at several prices."""
    found = []
    for dx, dy in DIRECTIONS:
        diagonal = dx != 0 and dy != 0
        if diagonal and not ghost(mover):
            beside = body.shifted(dx, 0).cells | body.shifted(0, dy).cells
            if any((board.glyph(cell) or " ") in CORNERED for cell in beside):
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
    withdraws = mode == "withdraw" and first
    leaving = mode not in EXEMPT and not withdraws
    entering = board.tiny_step or mode not in EXEMPT
    found = frozenset(where_provoked(board, mover, old, new, leaving, entering))
    if withdraws:
        here, every = moved(mover, old), where_provoked(board, mover, old, new, True, entering)
        found |= {name for name in every if not aware(board, here, board[name])}
    return found | crawl_provokes(board, mover, old, new) if mode == "crawl" else found


def crawl_provokes(board: Board, mover: Creature, old: Body, new: Body) -> frozenset[str]:
    """d20.crawl: all who threaten at any point, be it only where the crawler comes to."""
    return frozenset(
        foe.id
        for foe in others(board, mover)
        if not friends(board, mover, foe) and takes_opportunities(foe)
        for body in (old, new)
        if body.cells & threatened(board, foe.id) and not has_cover(board, foe, mover, body)
        if makes_out(board, foe, body.cells)
    )


@remembered
def where_provoked(
    board: Board, mover: Creature, old: Body, new: Body, leaving: bool, entering: bool
) -> dict[str, frozenset[Cell]]:
    """The cells that provoke, by foe: those left that it threatens, else its own that are entered
    by somebody very small."""
    found = {}
    left, entered = old.cells - new.cells, new.cells - old.cells
    for foe in others(board, mover):
        if friends(board, mover, foe) or not takes_opportunities(foe):
            continue
        cells = left & threatened(board, foe.id) if leaving else frozenset()
        hidden = not makes_out(board, foe, old.cells)
        if cells and not hidden and not has_cover(board, foe, mover, old):
            found[foe.id] = cells
        elif entering and is_tiny(mover) and "club" in map(kind, foe.weapons):
            space = body_of(foe).cells
            shared = entered & space if space.isdisjoint(old.cells) else frozenset()
            found |= {foe.id: shared} if shared else {}
    return found


def draw(board: Board, body: Body | None = None) -> str:
    """The board as text for a failing test: creatures by the first letter of their id."""
    canvas = [list(row) for row in board.rows]
    for c in board.creatures:
        for x, y in body_of(c).cells:
            canvas[y][x] = c.id[0]
    for x, y in body.cells if body else ():
        canvas[y][x] = "@"
    lines = ["".join(row) for row in canvas]
    lines += ["--", *board.rows, "--"]
    lines += [f"{a} {b} {kind}" for a, b, kind in board.barriers]
    return "\n".join([*lines, *map(repr, board.creatures)])
