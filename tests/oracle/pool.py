"""Brute-force oracle for ``pool``, one step at a time: steps on foot, climbing and in the air,
squeezing, others in the way, threat, and whom a step provokes.

Shares no code with the engine: written from ``docs/cubes.md``, the catalogue (0, 0.4, 1.4, 2.4) and
the rulings in README.md alone. What is within reach is in ``pool_ways.py``; what cubes hold is in
``cubes.py``.

Entry points: ``steps``, ``step_provokes``, ``threatened``, ``may_be``, ``may_stop``, ``draw``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, NamedTuple

from .arms import kind
from .cubes import (
    AROUND,
    CLOSED,
    HAMPERING,
    HEDGE,
    PIT,
    PRICE,
    SOLID,
    STAIRS,
    VOID,
    WATER,
    Body,
    Cell,
    Space,
    Vector,
    beside_solid,
    borders,
    cells_of,
    clings,
    distance,
    held,
    larger,
    line_of_effect,
    lowest,
    moved,
    plate,
    plus,
    rate,
    shifted,
    smaller,
    through_plate,
    way_round,
)

SIZES = ("small", "average", "large", "huge", "colossal")
SIDE = {"large": 2, "huge": 3, "colossal": 4}
"""Cells a side; 1 for Small and Average. It is the height too."""
WEAPONS = {"club": 1, "spear": 2, "bow": 0}
"""How far each threatens, in cells; a bow does not."""
INCAPACITATED = frozenset({"dead", "helpless"})
LYING = frozenset({"dead", "helpless", "prone"})
WALK, CLIMB, FLY = "walk", "climb", "fly"


# ------------------------------------------------------------------------------- input


@dataclass
class Creature:
    """One creature; ``at`` is the least cell of the body that it has now."""

    id: str
    side: str
    at: Cell
    size: str = "average"
    speed: int = 6
    grace: int = 2
    weapons: tuple[str, ...] = ("club",)
    conditions: frozenset[str] = frozenset()
    narrow: bool = False
    """It is squeezed into the body of the next smaller size."""
    crammed: bool = False
    """It stopped among friends, squeezing at full size."""
    stamina: int = 2
    rested: int = 2
    """The Stamina that it has as its turn begins."""
    climbed: int = 0
    """How high it is above where it last stood; below 0, how deep under that."""
    fly: int = 0
    """Its Speed in the air."""
    on_foot: bool = False
    """Though it has a Speed in the air it does not fly."""
    willing: bool = True
    """It lets its allies pass."""

    def __hash__(self) -> int:
        return hash((self.id, self.at, self.narrow, self.crammed, self.conditions))


@dataclass(frozen=True)
class Readings:
    """What the specification leaves open; the defaults are the oracle's reading."""

    flyers_over_water: bool = False
    """Flyers may be where deep water is."""
    flyers_slowed: bool = True
    """Rough ground, and what hampers, slows flyers in the same cubes as it does everybody else."""
    plates_part: bool = False
    """Where there are floors above level 0, bodies that touch need a line of effect between cells
    that touch, as where there are barriers."""


@dataclass
class Board:
    """A map and who is on it. ``sides`` maps a side to the sides allied with it. It is not to be
    changed once it has been asked anything: it remembers its answers."""

    space: Space
    creatures: list[Creature] = field(default_factory=list)
    sides: dict[str, set[str]] = field(default_factory=dict)
    readings: Readings = Readings()
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def __getitem__(self, who: str) -> Creature:
        return next(c for c in self.creatures if c.id == who)


def remembered(work: Callable[..., Any]) -> Callable[..., Any]:
    """Let the board remember the answer; whatever else is asked about must be hashable."""

    @wraps(work)
    def ask(board: Board, *about: Any) -> Any:
        key = (work, about)
        if key not in board.memo:
            board.memo[key] = work(board, *about)
        return board.memo[key]

    return ask


class Step(NamedTuple):
    """One step open to a body: the new body, how high that is above where it last stood, the price
    in half-cells, whether the ground is rough, and the successes of the check due before it."""

    new: Body
    climbed: int
    half: int
    rough: bool = False
    check: int = 0


# ------------------------------------------------------------------------------- who is who


def full_size(c: Creature) -> int:
    return SIDE.get(c.size, 1)


def body_of(c: Creature) -> Body:
    """The body that it has now."""
    return Body(*c.at, full_size(c) - c.narrow)


def room(c: Creature) -> frozenset[Cell]:
    """The cells that it is in."""
    return cells_of(body_of(c))


def friends(board: Board, a: Creature, b: Creature) -> bool:
    return (
        a.side == b.side
        or b.side in board.sides.get(a.side, ())
        or a.side in board.sides.get(b.side, ())
    )


def foes(board: Board, c: Creature) -> list[Creature]:
    return [other for other in board.creatures if not friends(board, c, other)]


def able(c: Creature) -> bool:
    return not c.conditions & INCAPACITATED


def lies(c: Creature) -> bool:
    """Is it in nobody's way, and floor to everybody else?"""
    return bool(c.conditions & LYING)


def nimble(c: Creature) -> bool:
    """Can it act, and is it not prone? Nobody else clings or flies."""
    return able(c) and "prone" not in c.conditions


def flies(c: Creature) -> bool:
    """Does it fly: by the condition, or by a Speed in the air that it makes use of?"""
    airborne = "flying" in c.conditions or (c.fly > 0 and not c.on_foot)
    return airborne and nimble(c)


def speed_of(c: Creature) -> int:
    """Its Speed now; who flies without a Speed for it is as fast as on foot."""
    return c.fly if flies(c) and c.fly else c.speed


@remembered
def occupants(board: Board, mover: Creature, cell: Cell) -> list[Creature]:
    """Everybody else in the cell, but for those who lie there, who are in nobody's way."""
    here = [c for c in board.creatures if c.id != mover.id and not lies(c)]
    return [c for c in here if cell in room(c)]


@remembered
def lying(board: Board, but: str) -> frozenset[Cell]:
    """The cells of those who lie, one of them apart."""
    down = [c for c in board.creatures if lies(c) and c.id != but]
    return frozenset(cell for c in down for cell in room(c))


# ------------------------------------------------------------------------------- where one may be


@remembered
def may_enter(board: Board, mover: Creature, cell: Cell) -> bool:
    """Do the ground and whoever is there let the mover into the cell, at least in passing?"""
    space, glyph = board.space, board.space.glyph(cell)
    if glyph is None or glyph in SOLID or (glyph == "=" and full_size(mover) > 1):
        return False
    if glyph == WATER and not (flies(mover) and board.readings.flyers_over_water):
        return False
    if cell[2] == 0 and glyph == VOID:
        return False
    if cell[2] == 0 and glyph == PIT and not flies(mover):
        return False
    here = occupants(board, mover, cell)
    if any(friends(board, mover, c) and not c.willing for c in here):
        return False
    return not any(squeezing(space, c, body_of(c)) for c in here)


@remembered
def fits(board: Board, mover: Creature, body: Body) -> bool:
    """May each of its cells be entered, and does no floor plate lie inside it?"""
    inside = cells_of(body) - lowest(body)
    cut = any(through_plate(board.space, cell, (0, 0, -1)) for cell in inside)
    return not cut and all(may_enter(board, mover, cell) for cell in cells_of(body))


@remembered
def stands(board: Board, mover: Creature, body: Body) -> bool:
    under = moved(lowest(body), (0, 0, -1))
    return held(board.space, body) or bool(under & lying(board, mover.id))


@remembered
def may_be(board: Board, mover: Creature, body: Body) -> bool:
    """Does it stand, cling or fly there?"""
    if flies(mover) or stands(board, mover, body):
        return True
    return nimble(mover) and clings(board.space, body)


@remembered
def may_stop(board: Board, mover: Creature, body: Body) -> bool:
    """Among friends of whom none squeezes one stops at full size, which is squeezing; nobody who is
    squeezed by the ground stops among others."""
    here = among(board, mover, body)
    if any(not friends(board, mover, c) or squeezing(board.space, c, body_of(c)) for c in here):
        return False
    return not here or not squeezing(board.space, mover, body, crammed=False)


def among(board: Board, mover: Creature, body: Body) -> list[Creature]:
    """Who is in its cells besides the mover, those who lie there apart."""
    found = {c.id: c for cell in cells_of(body) for c in occupants(board, mover, cell)}
    return [found[who] for who in sorted(found)]


def squeezing(space: Space, c: Creature, body: Body, crammed: bool | None = None) -> bool:
    """Is it in a smaller body, in a tight cell being Average, or among friends?"""
    if body.n < full_size(c) or (c.crammed if crammed is None else crammed):
        return True
    return c.size == "average" and any(space.among(cell, "=") for cell in cells_of(body))


def squeezing_there(board: Board, mover: Creature, body: Body) -> bool:
    """Would the mover squeeze if it stopped there?"""
    crammed = bool(among(board, mover, body))
    return squeezing(board.space, mover, body, crammed)


# ------------------------------------------------------------------------------- steps


def becomes(board: Board, mover: Creature, body: Body, by: Vector) -> list[Body]:
    """The bodies that a step in this direction may lead to (0.4): the full one wherever that fits,
    else one of the next smaller size."""
    there = shifted(body, by)
    if body.n == full_size(mover):
        full, small = [there], smaller(there)
    else:
        full, small = larger(there), [there]
    for found in (full, small):
        fitting = [new for new in found if fits(board, mover, new)]
        if fitting:
            return fitting
    return []


class Leap(NamedTuple):
    """One step as the ground and the others allow it, wherever the body last stood."""

    new: Body
    half: int
    rough: bool
    cubes: int
    """Those of a climb that it counts, downwards less than none."""
    stands: bool


@remembered
def steps(board: Board, mover: Creature, body: Body, climbed: int, mode: str) -> list[Step]:
    """Every step open to the body, the budget apart."""
    height, found = full_size(mover), []
    for leap in leaps(board, mover, body):
        far = farther(climbed, leap.cubes)
        if mode == WALK and any(cube > height for cube in far):
            continue
        check = max((due(height, cube) for cube in far), default=0)
        done = 0 if leap.stands else climbed + leap.cubes
        found.append(Step(leap.new, done, leap.half, leap.rough, check))
    return found


def farther(climbed: int, cubes: int) -> range:
    """The heights above where the body last stood, or the depths below it, one after another, that
    a step of so many cubes leads to and that are greater than where it starts."""
    if cubes < 0:
        climbed, cubes = -climbed, -cubes
    return range(max(climbed, 0) + 1, climbed + cubes + 1)


@remembered
def leaps(board: Board, mover: Creature, body: Body) -> list[Leap]:
    return [
        leap
        for by in AROUND
        for new in becomes(board, mover, body, by)
        if may_be(board, mover, new)
        for leap in going(board, mover, body, by, new)
    ]


def going(board: Board, mover: Creature, body: Body, by: Vector, new: Body) -> Iterator[Leap]:
    """The step to a body where the mover may be, unless something bars it."""
    kinds, cubes = crossed(board, body, by, new), climbing(board, mover, body, by, new)
    if cubes is None:
        return
    if kinds is None or kinds & {*CLOSED}:
        return
    slowed = board.readings.flyers_slowed or not flies(mover)
    times = rate(board.space, new) if slowed else 1
    extra = HEDGE if slowed and kinds & {*HAMPERING} else 0
    half = PRICE[sum(map(abs, by))] * times + extra
    yield Leap(new, half, times > 1, cubes, stands(board, mover, new))


def climbing(board: Board, mover: Creature, body: Body, by: Vector, new: Body) -> int | None:
    """The cubes of a climb that a step counts: the levels that the lowest layer rises, unless there
    are stairs. None where there is nothing to climb, and where a step up or down would leave the
    body on its level."""
    rise = new.z - body.z
    if by[2] and not rise:
        return None
    if flies(mover) or not rise:
        return 0
    lower = body if rise > 0 else new
    if any(board.space.among(cell, STAIRS) for cell in lowest(lower)):
        return 0
    return rise if beside_solid(board.space, cells_of(lower)) else None


def crossed(board: Board, body: Body, by: Vector, new: Body) -> set[str] | None:
    """The kinds of barrier that a step crosses; None where the ground shuts it out. Only the cells
    that the new body keeps cross barriers and, going straight, plates; on a diagonal the whole body
    goes round the corner."""
    space, old = board.space, cells_of(body)
    kept = [cell for cell in old if plus(cell, by) in cells_of(new)]
    if sum(map(abs, by)) == 1:
        if any(through_plate(space, cell, by) for cell in kept):
            return None
    elif not goes_round(board, body, by):
        return None
    if not space.barriers:
        return set()
    return {kind for cell in kept for a, b in borders(cell, by) for kind in space.kinds(a, b)}


@remembered
def goes_round(board: Board, body: Body, by: Vector) -> bool:
    return way_round(board.space, cells_of(body), by)


def due(height: int, count: int) -> int:
    """The successes of Might that a climbing step needs which leads to such a height or depth: 1, 2
    and then 3 with the first cube past the creature's height, past twice and past thrice that, and
    so on."""
    if count <= height or (count - 1) % height:
        return 0
    return min(3, (count - 1) // height)


# ------------------------------------------------------------------------------- threat


def reach(c: Creature) -> int:
    """How far it threatens; 0 without a melee weapon."""
    return max((WEAPONS[kind(weapon)] for weapon in c.weapons), default=0)


@remembered
def threatened(board: Board, who: str) -> frozenset[Cell]:
    """The cells that the creature threatens: within its reach, with a line of effect from any of
    its own."""
    c = board[who]
    if not reach(c) or not able(c):
        return frozenset()
    return frozenset(cell for cell in board.space.cells() if reaches(board, c, cell))


def reaches(board: Board, c: Creature, cell: Cell) -> bool:
    mine = room(c)
    if cell in mine:
        return True
    near = min(mine, key=lambda one: [abs(i - j) for i, j in zip(one, cell, strict=True)])
    if distance([near], [cell]) > reach(c):
        return False
    there = mine
    if parted(board) and touch(near, cell):
        there = frozenset(one for one in mine if touch(one, cell))
    return any(line_of_effect(board.space, one, cell) for one in sorted(there))


@remembered
def parted(board: Board) -> bool:
    """Is there anything thin on the map that bodies side by side might be parted by?"""
    closed = any(kind in CLOSED for _, _, kind in board.space.barriers)
    return closed or (
        board.readings.plates_part and any(plate(board.space, c) for c in board.space.cells())
    )


def touch(a: Cell, b: Cell) -> bool:
    return all(abs(i - j) <= 1 for i, j in zip(a, b, strict=True))


def strikers(board: Board, mover: Creature) -> list[Creature]:
    """The foes that could take an opportunity."""
    return [c for c in foes(board, mover) if able(c) and c.stamina > 0 and reach(c)]


# ------------------------------------------------------------------------------- provoking


def charge(step: Step) -> int:
    """The Footwork that a step within threat takes."""
    return 2 if step.rough else 1


@remembered
def provoking(
    board: Board, mover: Creature, old: Body, new: Body
) -> tuple[frozenset[str], frozenset[str]]:
    """Whom a step provokes whatever the Footwork, and in whose threat it stays.

    A pass begins with the step into the cubes of a foe on its feet and ends with the step out of
    them (pool.enemy.pass): none of its steps is one within that foe's threat.
    """
    before, after = cells_of(old), cells_of(new)
    always, within = set(), set()
    for foe in strikers(board, mover):
        theirs, mine = threatened(board, foe.id), room(foe)
        was, will = bool(before & mine), bool(after & mine)
        crossing = not lies(foe) and (was or will)
        left = bool(before & theirs) and not after & theirs
        if (crossing and not was) or left:
            always.add(foe.id)
        if not crossing and before & theirs and after & theirs:
            within.add(foe.id)
    return frozenset(always), frozenset(within)


def step_provokes(
    board: Board, mover: Creature, old: Body, step: Step, footwork: int
) -> tuple[frozenset[str], int]:
    """Whom one step provokes, and the Footwork that is left."""
    always, within = provoking(board, mover, old, step.new)
    if not within:
        return always, footwork
    if footwork < charge(step):
        return always | within, footwork
    return always, footwork - charge(step)


def footwork_of(c: Creature) -> int:
    """Half of Grace, rounded up."""
    return (c.grace + 1) // 2


# ------------------------------------------------------------------------------- to look at


def draw(board: Board, body: Body | None = None) -> str:
    """The board as text for a failing test, level 0 first: creatures by the first letter of their
    ids over the ground, then the ground."""
    return "\n".join([*drawing(board, body), *map(repr, board.creatures)])


def drawing(board: Board, body: Body | None) -> Iterator[str]:
    letters = {cell: c.id[0] for c in board.creatures for cell in room(c)}
    letters |= dict.fromkeys(cells_of(body) if body else (), "@")
    for z, rows in enumerate(board.space.levels):
        yield f"-- {z}"
        for y, row in enumerate(rows):
            yield "".join(letters.get((x, y, z), g) for x, g in enumerate(row)) + "   " + row
    yield from (f"{a} {b} {kind}" for a, b, kind in board.space.barriers)
