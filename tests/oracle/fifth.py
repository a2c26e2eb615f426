"""Brute-force oracle for the 5e family, one step at a time: ``grid5e``, and ``metric`` on squares
and on hexes.

Shares no code with the engine: written from ``rules/catalogue.md`` (0.4, 1.2, 1.3, 2.2, 2.3) and
the rulings listed in README.md alone. What is within reach, and what a turn comes to, is in
``fifth_ways.py``; where cells lie is in ``squares.py`` and ``hexes.py``.

Costs are half-units (a straight step 2, a diagonal one 3). Cells are (x, y), y down. A body is
(x, y, n): n cells a side, or n rows of hexes.

Entry points: ``steps``, ``step_provokes``, ``threatened``, ``may_stop``, ``flanking``, ``dice``,
``distance``, ``draw``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Any, NamedTuple

from . import hexes, squares
from .arms import kind
from .outlines import centres_clear, crossing, lines_join

Cell = tuple[int, int]

SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
SPACE = {"large": 2, "huge": 3, "gargantuan": 4, "colossal": 5}
"""Cells a side, or rows of hexes; 1 for all others."""
TINY = {"grid5e": 4, "metric": 2}
"""How many Tiny ones share a cell."""
LIGHT, PLAIN, LONG, RANGED = ("dagger",), ("longsword",), ("glaive",), ("shortbow",)
WEAPONS = (*LIGHT, *PLAIN, *LONG, *RANGED)
FEET = 5
"""Feet of a creature's own reach, where it has no other."""

FILLED = "#T"  # fills its space: blocks lines, is never threatened
CORNERED = "#T "  # nobody cuts its corners: the void is as a wall but for sight
CLOSED = "#T^:~ "  # nobody walks in
SLOW = ",;%"  # difficult, and no more than that
BLOCKING, HAMPERING = ("wall", "door"), ("hedge",)
HEDGE = 2
"""Half-units of a hampering barrier, whatever the step over it costs."""
INCAPACITATED = frozenset({"helpless", "stunned", "dead"})
HELD = frozenset({"grappled", "restrained"})


# ------------------------------------------------------------------------------- input


@dataclass
class Creature:
    """One creature; ``at`` is where the body that it has now is: with the least x and y, or the
    first hex of the top row."""

    id: str
    side: str
    at: Cell
    size: str = "medium"
    speed: int = 6
    feet: int = FEET
    weapons: tuple[str, ...] = ("longsword",)
    conditions: frozenset[str] = frozenset()
    fills: bool = False
    narrow: bool = False
    """It is squeezed into the body of the next smaller size."""
    attacks: int = 1
    """How many one attack action makes."""
    ready: bool = True
    """It has its reaction."""
    held_by: str = ""
    """Who has hold of it."""
    darkvision: int = 0

    def __hash__(self) -> int:
        return hash((self.id, self.at, self.narrow, self.conditions))


@dataclass(frozen=True)
class Readings:
    """What the catalogue and the rulings leave open; the defaults are the oracle's reading."""

    whole_body_corners: bool = True
    """A diagonal step of a body that narrows passes the corners of all its cells, not only of those
    that it keeps."""
    reach_by_bodies: bool = False
    """Before it leaves a reach a body is within it if it is near enough and a line of effect leads
    to any of its cells (bodies that touch being parted by barriers between the cells that touch);
    not only if one of its cells is threatened."""
    rim_corners: bool = False
    """Nobody cuts a corner off the map's rim either, as somebody squeezing against it does."""


@dataclass
class Board:
    """A map and who stands on it. ``sides`` maps a side to the sides allied with it. It is not to
    be changed once it has been asked anything: it remembers its answers."""

    rows: list[str]
    barriers: list[tuple[Cell, Cell, str]] = field(default_factory=list)
    creatures: list[Creature] = field(default_factory=list)
    sides: dict[str, set[str]] = field(default_factory=dict)
    ruleset: str = "grid5e"
    topology: str = "square"
    foot_for_foot: bool = False
    """The switch: every diagonal is multiplied for itself, 1 and then 2 times the rate."""
    flankers_only: bool = False
    """The switch: the extra die against whoever denies a flank is for flankers only."""
    dark: bool = False
    readings: Readings = Readings()
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.barriers = [((a[0], a[1]), (b[0], b[1]), kind) for a, b, kind in self.barriers]

    def __getitem__(self, who: str) -> Creature:
        return next(c for c in self.creatures if c.id == who)

    @property
    def grid(self) -> Any:
        """Where cells lie: the module for squares or the one for hexes."""
        return hexes if self.topology == "hex" else squares

    def glyph(self, cell: Cell) -> str | None:
        """The glyph of a cell; None off the map."""
        x, y = cell
        if 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y]):
            return self.rows[y][x]
        return None

    def cells(self) -> Iterator[Cell]:
        return ((x, y) for y, row in enumerate(self.rows) for x in range(len(row)))

    def solid(self, cell: Cell) -> bool:
        """Does something fill the cell, or is it off the map?"""
        return (self.glyph(cell) or "#") in FILLED

    def shut(self) -> list[tuple[Cell, Cell]]:
        """The neighbours with a wall or a closed door between them."""
        return [(a, b) for a, b, kind in self.barriers if kind in BLOCKING]

    def between(self, a: Cell, b: Cell) -> set[str]:
        """The kinds of barrier on the border of two neighbours."""
        return {kind for p, q, kind in self.barriers if (p, q) in ((a, b), (b, a))}


def remembered(work: Callable[..., Any]) -> Callable[..., Any]:
    """Let the board remember the answer; whatever else is asked about must be hashable."""

    @wraps(work)
    def ask(board: Board, *about: Any) -> Any:
        key = (work, about)
        if key not in board.memo:
            board.memo[key] = work(board, *about)
        return board.memo[key]

    return ask


class Body(NamedTuple):
    """A body: where it is, and its cells a side or its rows of hexes."""

    x: int
    y: int
    n: int

    @property
    def at(self) -> Cell:
        return self.x, self.y


class Step(NamedTuple):
    """One step open to a body: the new body and its price in half-units."""

    new: Body
    half: int


# ------------------------------------------------------------------------------- bodies


@cache
def cells_of(grid: Any, body: Body) -> frozenset[Cell]:
    found: frozenset[Cell] = grid.shape(*body)
    return found


def rank(c: Creature) -> int:
    return SIZES.index(c.size)


def full_size(c: Creature) -> int:
    return SPACE.get(c.size, 1)


def body_of(c: Creature) -> Body:
    """The body that it has now."""
    return Body(*c.at, full_size(c) - c.narrow)


def space(board: Board, c: Creature) -> frozenset[Cell]:
    return cells_of(board.grid, body_of(c))


@cache
def smaller(grid: Any, body: Body) -> list[Body]:
    """The bodies of the next smaller size within this one."""
    cells = cells_of(grid, body)
    found = [Body(x, y, body.n - 1) for x, y in sorted(cells)]
    return [small for small in found if cells_of(grid, small) <= cells]


@cache
def larger(grid: Any, body: Body) -> list[Body]:
    """The bodies of the next larger size about this one."""
    span = range(-body.n - 1, body.n + 2)
    found = [Body(body.x + i, body.y + j, body.n + 1) for i in span for j in span]
    return [big for big in found if cells_of(grid, body) <= cells_of(grid, big)]


def distance(board: Board, one: Iterable[Cell], other: Iterable[Cell]) -> int:
    """Cells from one body to the other, between their nearest cells."""
    there = list(other)
    apart: int = min(board.grid.distance(a, b) for a in one for b in there)
    return apart


# ----------------------------------------------------------------------- who is who, who sees


def friends(board: Board, a: Creature, b: Creature) -> bool:
    return (
        a.side == b.side
        or b.side in board.sides.get(a.side, ())
        or a.side in board.sides.get(b.side, ())
    )


def able(c: Creature) -> bool:
    return not c.conditions & INCAPACITATED


def others(board: Board, mover: Creature) -> list[Creature]:
    """Every creature that counts: not the mover, not dead."""
    return [c for c in board.creatures if c.id != mover.id and "dead" not in c.conditions]


def sees(board: Board, eye: Creature, other: Creature, cells: frozenset[Cell]) -> bool:
    """Does one creature see another one that covers these cells?"""
    if "blinded" in eye.conditions or "invisible" in other.conditions:
        return False
    mine = space(board, eye)
    return any(
        in_light(board, eye, cell) and (cell in mine or lines_join(board, mine, [cell]))
        for cell in sorted(cells)
    )


def in_light(board: Board, eye: Creature, cell: Cell) -> bool:
    return not board.dark or distance(board, space(board, eye), [cell]) <= eye.darkvision


def in_plain_view(board: Board, eye: Creature, cell: Cell) -> bool:
    """Can it be seen past walls, whatever sight is: is a line between centres clear of them all?"""
    return any(centres_clear(board, mine, cell) for mine in sorted(space(board, eye)))


# ------------------------------------------------------------------------------- reach


def reach(board: Board, c: Creature) -> int | None:
    """The farthest that it strikes in melee, in cells; None without a weapon for that."""
    found = [strikes(board, c, weapon) for weapon in c.weapons if kind(weapon) not in RANGED]
    return max(found, default=None)


def strikes(board: Board, c: Creature, weapon: str) -> int:
    """The reach of a melee weapon: 5 ft more for a long one (grid5e.reach); in metres 1 for a light
    one of 5 ft, 2 for others of 5 ft, else three tenths of the feet (metric.reach.*)."""
    feet = c.feet + (5 if kind(weapon) in LONG else 0)
    if board.ruleset == "grid5e":
        return feet // 5
    if feet == 5:
        return 1 if kind(weapon) in LIGHT else 2
    return feet * 3 // 10


@remembered
def threatened(board: Board, who: str) -> frozenset[Cell]:
    """The cells that the creature threatens; none when it can do nothing."""
    c = board[who]
    far = reach(board, c)
    if far is None or not able(c):
        return frozenset()
    mine = space(board, c)
    return frozenset(
        cell
        for cell in board.cells()
        if board.glyph(cell) not in (*CORNERED,)
        and distance(board, mine, [cell]) <= far
        and (cell in mine or lines_join(board, mine, [cell]))
    )


# ----------------------------------------------------------------------- where one may be


@remembered
def occupants(board: Board, mover: Creature, cell: Cell) -> list[Creature]:
    return [c for c in others(board, mover) if cell in space(board, c)]


def may_pass(board: Board, mover: Creature, other: Creature) -> bool:
    """pass.ally, pass.enemy: friends, the helpless, and foes two sizes apart."""
    if other.fills:
        return False
    return (
        friends(board, mover, other)
        or "helpless" in other.conditions
        or abs(rank(mover) - rank(other)) >= 2
    )


@remembered
def may_enter(board: Board, mover: Creature, cell: Cell) -> bool:
    """Terrain and occupants let the mover be in the cell, at least in passing."""
    glyph = board.glyph(cell)
    if glyph is None or glyph in CLOSED:
        return False
    if glyph == "=" and rank(mover) > SIZES.index("medium"):
        return False
    return all(may_pass(board, mover, c) for c in occupants(board, mover, cell))


@remembered
def fits(board: Board, mover: Creature, body: Body) -> bool:
    return all(may_enter(board, mover, cell) for cell in cells_of(board.grid, body))


@remembered
def may_stop(board: Board, mover: Creature, body: Body) -> bool:
    """end.occupied: nobody stops in another's space, but Tiny ones share a cell (size.tiny)."""
    for cell in cells_of(board.grid, body):
        here = occupants(board, mover, cell)
        if any("tiny" not in (mover.size, c.size) or mover.size != c.size for c in here):
            return False
        if len(here) >= TINY[board.ruleset]:
            return False
    return True


def is_squeezing(board: Board, mover: Creature, body: Body) -> bool:
    """In a smaller body, or (Medium) in a tight cell."""
    if body.n < full_size(mover):
        return True
    tight = any(board.glyph(cell) == "=" for cell in cells_of(board.grid, body))
    return mover.size == "medium" and tight


# ------------------------------------------------------------------------------- steps


def becomes(board: Board, mover: Creature, body: Body, by: Any) -> list[Body]:
    """The bodies that a step in this direction may lead to (0.4): the full one wherever that fits,
    else one of the next smaller size."""
    moved = Body(*board.grid.shift(body.at, by), body.n)
    if body.n == full_size(mover):
        full, small = [moved], smaller(board.grid, moved) if body.n > 1 else []
    else:
        full, small = larger(board.grid, moved), [moved]
    for found in (full, small):
        fitting = [new for new in found if fits(board, mover, new)]
        if fitting:
            return fitting
    return []


def slow(board: Board, mover: Creature, cell: Cell) -> bool:
    """terrain.difficult, pass.ally, pass.enemy: rubble, or a creature in the cell."""
    return board.glyph(cell) in (*SLOW,) or bool(occupants(board, mover, cell))


@remembered
def steps(board: Board, mover: Creature, body: Body, odd: int = 0) -> list[Step]:
    """Every step open to the body, the budget apart. ``odd``: of the diagonals of the turn so far
    one is over, which is a half-unit spent (it matters to the switch alone)."""
    every = board.grid.DIRECTIONS
    return [step for by in every for step in steps_toward(board, mover, body, by, odd)]


def steps_toward(board: Board, mover: Creature, body: Body, by: Any, odd: int = 0) -> list[Step]:
    """Those of the steps that lead in one direction."""
    grid, found = board.grid, []
    for new in becomes(board, mover, body, by):
        cells = cells_of(grid, new)
        kept = [c for c in sorted(cells_of(grid, body)) if grid.shift(c, by) in cells]
        passing = sorted(cells_of(grid, body)) if board.readings.whole_body_corners else kept
        corners = [past for cell in passing for past in grid.beside(cell, by)]
        off = " " if board.readings.rim_corners else "."
        if any((board.glyph(past) or off) in CORNERED for past in corners):
            continue
        borders = [border for cell in kept for border in grid.crossed(cell, by)]
        kinds = {kind for border in borders for kind in board.between(*border)}
        if kinds & set(BLOCKING):
            continue
        extra = HEDGE if kinds & set(HAMPERING) else 0
        times = rate(board, mover, new)
        half = grid.price(by) * times
        if board.foot_for_foot and grid.price(by) == 3:
            half = 4 * times - 1 if odd else 2 * times + 1
        found.append(Step(new, half + extra))
    return found


def rate(board: Board, mover: Creature, body: Body) -> int:
    """Extras are added: difficult ground once, squeezing, crawling."""
    rubble = any(slow(board, mover, cell) for cell in cells_of(board.grid, body))
    return 1 + rubble + is_squeezing(board, mover, body) + ("prone" in mover.conditions)


# ------------------------------------------------------------------------------- provoking


@remembered
def leaves(board: Board, foe: str, old: Body, new: Body) -> bool:
    """Does a step between these bodies lead out of the foe's reach? It threatens some cell of the
    old one (0.4), and the new one is too far off, walls or no walls."""
    far, there = reach(board, board[foe]), space(board, board[foe])
    before = cells_of(board.grid, old)
    if far is None or distance(board, there, before) > far:
        return False
    if board.readings.reach_by_bodies:
        if not lines_join(board, there, before):
            return False
    elif not threatened(board, foe) & before:
        return False
    return distance(board, there, cells_of(board.grid, new)) > far


@remembered
def step_provokes(board: Board, mover: Creature, old: Body, new: Body) -> frozenset[str]:
    """oa.trigger: the foes that see the mover leave their reach and can react."""
    if "disengaged" in mover.conditions:
        return frozenset()
    return frozenset(
        foe.id
        for foe in others(board, mover)
        if not friends(board, mover, foe) and foe.ready and able(foe)
        if leaves(board, foe.id, old, new)
        and sees(board, foe, mover, cells_of(board.grid, old))
    )  # fmt: skip


# ------------------------------------------------------------------------------- flanking


@remembered
def flank(board: Board, one: str, other: str, target: str) -> bool:
    """Do these two flank the target (flank.opposite, .line, .sight, .incapacitated,
    .big-attacker)? A line between two of their cells that touch its space comes in by one side and
    goes out by the opposite one."""
    pair, foe = (board[one], board[other]), board[target]
    if one == other or not friends(board, *pair) or "dead" in foe.conditions:
        return False
    for c in pair:
        if friends(board, c, foe) or not able(c) or not sees(board, c, foe, space(board, foe)):
            return False
        if distance(board, space(board, c), space(board, foe)) != 1:
            return False
    return any(
        opposite(board, a, b, space(board, foe))
        for a in touching(board, pair[0], foe)
        for b in touching(board, pair[1], foe)
    )


def touching(board: Board, c: Creature, foe: Creature) -> list[Cell]:
    """The cells of a creature that are next to another's space."""
    there = space(board, foe)
    return [cell for cell in sorted(space(board, c)) if distance(board, [cell], there) == 1]


def opposite(board: Board, a: Cell, b: Cell, body: frozenset[Cell]) -> bool:
    """Does the line between two cells' centres come in and go out by opposite sides of a body?"""
    grid = board.grid
    through = crossing(grid, grid.centre(a), grid.centre(b), body)
    if through is None:
        return False
    half = grid.FACINGS // 2
    return any((facing + half) % grid.FACINGS in through[1] for facing in through[0])


def flankers(board: Board, target: str) -> frozenset[str]:
    """All who have somebody to flank the target with."""
    ids = [c.id for c in board.creatures if c.id != target]
    return frozenset(a for a in ids if any(flank(board, a, b, target) for b in ids))


def dice(board: Board, attacker: str, target: str, denied: str | None = None) -> int:
    """Dice of advantage that flanking gives a melee attack (flank.deny, .deny.others)."""
    flanks = attacker in flankers(board, target)
    if denied is None:
        return int(flanks)
    if attacker == denied:
        return 0
    return int(flanks) + (flanks or not board.flankers_only)


# ------------------------------------------------------------------------------- to look at


def draw(board: Board, body: Body | None = None) -> str:
    """The board as text for a failing test: creatures by the first letter of their id."""
    canvas = [list(row) for row in board.rows]
    for c in board.creatures:
        for x, y in space(board, c):
            canvas[y][x] = c.id[0]
    for x, y in cells_of(board.grid, body) if body else ():
        canvas[y][x] = "@"
    odd = " " if board.topology == "hex" else ""

    def laid(rows: Iterable[Iterable[str]]) -> list[str]:
        return [odd * (y % 2) + (odd or "").join(row) for y, row in enumerate(rows)]

    lines = [*laid(canvas), "--", *laid(board.rows), "--"]
    lines += [f"{a} {b} {kind}" for a, b, kind in board.barriers]
    return "\n".join([*lines, *map(repr, board.creatures)])
