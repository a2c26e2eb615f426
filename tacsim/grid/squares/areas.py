"""Areas on a square grid as sets of cells: burst, spread, cone and line.

Areas start at a grid intersection (the corner ``(x, y)`` of cell ``(x, y)``; y grows downwards) and
are measured from intersection to intersection, in cells, by any `Measure`: it counts in half-cells
and the sum is rounded down, so ``r`` cells hold ``2r + 1`` half-cells. The default measure is the
one of alternating diagonals (a straight step 2, a diagonal 3). A cell is in an area if its *far
corner*, the one furthest from the origin, is within the size of the area. Directions are compared
by dot and cross products, so nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from heapq import heappop, heappush
from itertools import product
from typing import Protocol, TypeAlias

from tacsim.enforces import enforces
from tacsim.grid.cells import Cell
from tacsim.grid.squares.cover import effect_reaches
from tacsim.grid.squares.lines import Edge, edge, traversed
from tacsim.grid.walled_areas import WalledAreas

_Spot: TypeAlias = tuple[Cell, Cell, bool]
"""Where a way has come to: the point, a cell there, whether its next diagonal is limited."""


class Measure(Protocol):
    """What an area asks of a metric; both answers are in half-cells."""

    def step(self, by: Cell) -> int:
        """The length of one step."""
        ...

    def cost2(self, by: Cell) -> int:
        """The length of the shortest open way that far along each axis."""
        ...


class _Alternating:
    """Diagonals of 1, 2, 1, 2 ... cells."""

    def step(self, by: Cell) -> int:
        return self.cost2(by)

    def cost2(self, by: Cell) -> int:
        dx, dy = abs(by[0]), abs(by[1])
        return 2 * max(dx, dy) + min(dx, dy)


ALTERNATING: Measure = _Alternating()
"""The measure of d20.diag.range: a straight step 2 half-cells, a diagonal 3."""


def _checked(size: int) -> int:
    """The half-cells that a size in cells holds; ValueError if it is negative."""
    if size < 0:
        raise ValueError(f"an area cannot have the negative size {size}")
    return 2 * size + 1


def _far(origin: Cell, cell: Cell) -> Cell:
    """The distance along each axis from the origin to the cell's farthest corner."""
    dx, dy = cell[0] - origin[0], cell[1] - origin[1]
    return max(dx + 1, -dx), max(dy + 1, -dy)


@enforces("d20.aoe.origin", "grid5e.aoe", "metric.aoe.radius-origin")
def burst(corner: Cell, radius: int, *, measure: Measure = ALTERNATING) -> frozenset[Cell]:
    """The cells of a burst of that radius (in cells) round an intersection.

    Walls are not looked at: see `WalledAreas.in_burst`. Errors: ValueError for a negative radius.
    Clause: d20.aoe.origin.

    >>> [len(burst((0, 0), radius)) for radius in (0, 1, 2, 3, 4, 6)]
    [0, 4, 12, 24, 44, 96]
    """
    limit = _checked(radius)
    x, y = corner
    around = product(range(x - radius, x + radius), range(y - radius, y + radius))
    return frozenset(cell for cell in around if measure.cost2(_far(corner, cell)) <= limit)


@enforces("d20.aoe.spread")
def spread(
    corner: Cell,
    radius: int,
    walls: AbstractSet[Cell] = frozenset(),
    edges: AbstractSet[Edge] = frozenset(),
    *,
    sides: AbstractSet[Cell] | None = None,
    measure: Measure = ALTERNATING,
) -> frozenset[Cell]:
    """The cells of a spread, which turns corners: its radius is counted on ways round the walls.

    A way goes from intersection to intersection, along a side of an open cell (a straight step) or
    across an open cell (a diagonal step), keeping to open ground: at an intersection it may go on
    in the cells round that point that are joined, side by side, to the one it came through,
    without a wall or barrier between. So it never squeezes between two walls that touch corner to
    corner. A diagonal step may follow a diagonal step only through the next cell beside or, if no
    wall and no barrier touches the point between them, through the one opposite: no two diagonals
    across a corner. The origin counts as lying in all the open cells that touch it, or in those of
    ``sides`` only.

    A cell is in if it is open and all its corners (so also the one furthest by these ways) are
    within the radius. Without walls that is the burst. Errors: ValueError for a negative radius.
    Clause: d20.aoe.spread.

    >>> spread((0, 0), 6) == burst((0, 0), 6)
    True
    >>> sorted(spread((0, 0), 2, {(0, -1), (0, 1)}) & {(0, 0), (1, 0), (2, 0), (-1, 0)})
    [(-1, 0), (0, 0), (1, 0)]
    """
    limit = _checked(radius)
    whole = burst(corner, radius, measure=measure)
    ground = _Ground(walls, edges)
    if ground.is_open_under(whole):
        return whole
    straight, diagonal = measure.step((1, 0)), measure.step((1, 1))
    reached: set[tuple[Cell, Cell]] = set()  # a cell and a corner of it within the radius
    done: set[_Spot] = set()
    queue: list[tuple[int, _Spot]] = [
        (0, ground.spot(corner, cell, by_diagonal=False))
        for cell in _touching(corner)
        if cell not in walls and (sides is None or cell in sides)
    ]
    while queue:
        spent, spot = heappop(queue)
        if spot in done:
            continue
        done.add(spot)
        point, cell, limited = spot
        joined = ground.joined(point, cell)
        crossable = ground.beside(point, cell) if limited else joined
        for via in joined:
            reached.add((via, point))
            # The corner of the cell opposite to the point.
            x, y = 2 * via[0] + 1 - point[0], 2 * via[1] + 1 - point[1]
            steps = [(straight, (x, point[1]), False), (straight, (point[0], y), False)]
            if via in crossable:
                steps.append((diagonal, (x, y), True))
            for length, goal, slanted in steps:
                if spent + length <= limit:
                    arrival = ground.spot(goal, via, by_diagonal=slanted)
                    if arrival not in done:
                        heappush(queue, (spent + length, arrival))
    return frozenset(
        cell for cell in whole if all((cell, point) in reached for point in _corners(cell))
    )


class _Ground:
    """Open cells and what joins them round a point."""

    def __init__(self, walls: AbstractSet[Cell], edges: AbstractSet[Edge]) -> None:
        self._walls = walls
        self._edges = edges
        self._beside: dict[tuple[Cell, Cell], tuple[Cell, ...]] = {}
        self._joined: dict[tuple[Cell, Cell], tuple[Cell, ...]] = {}

    def is_open_under(self, cells: frozenset[Cell]) -> bool:
        """Whether no wall and no barrier stands in or beside these cells."""
        return self._walls.isdisjoint(cells) and not any(
            p in cells or q in cells for p, q in self._edges
        )

    def beside(self, point: Cell, cell: Cell) -> tuple[Cell, ...]:
        """The open cells at the point that share an open side with this one."""
        known = self._beside.get((point, cell))
        if known is None:
            known = self._beside[point, cell] = tuple(
                other
                for other in _touching(point)
                if (other[0] == cell[0]) != (other[1] == cell[1])
                and other not in self._walls
                and edge(cell, other) not in self._edges
            )
        return known

    def joined(self, point: Cell, cell: Cell) -> tuple[Cell, ...]:
        """The cells at the point that can be come to from this one, round the point; sorted."""
        known = self._joined.get((point, cell))
        if known is None:
            found = {cell}
            fresh = [cell]
            while fresh:
                more = [other for other in self.beside(point, fresh.pop()) if other not in found]
                found.update(more)
                fresh.extend(more)
            known = tuple(sorted(found))
            self._joined.update({(point, member): known for member in known})
        return known

    def spot(self, point: Cell, cell: Cell, *, by_diagonal: bool) -> _Spot:
        """Where a way through a cell to a point has come.

        Only after a diagonal to a point that a wall or barrier touches does it matter which of the
        joined cells it came through.
        """
        joined = self.joined(point, cell)
        if by_diagonal and not (
            len(joined) == 4 and all(len(self.beside(point, other)) == 2 for other in joined)
        ):
            return point, cell, True
        return point, joined[0], False


def _touching(corner: Cell) -> tuple[Cell, ...]:
    """The four cells that meet at a corner."""
    x, y = corner
    return (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)


def _corners(cell: Cell) -> tuple[Cell, ...]:
    """The four corners of a cell."""
    x, y = cell
    return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)


def _aim(origin_cell: Cell, toward: Cell, other_corner: bool) -> tuple[Cell, Cell]:
    """The direction from one cell to another, and the corner of the first that faces that way.

    Straight along an axis, two corners do: the one with the lesser x and y, or the other one.
    """
    dx, dy = toward[0] - origin_cell[0], toward[1] - origin_cell[1]
    if dx == 0 and dy == 0:
        raise ValueError(f"an area from {origin_cell} needs another cell to point at")
    side = 1 if other_corner else 0
    x = origin_cell[0] + (side if dx == 0 else dx > 0)
    y = origin_cell[1] + (side if dy == 0 else dy > 0)
    return (dx, dy), (x, y)


@enforces("d20.aoe.cone")
def cone(
    origin_cell: Cell,
    toward: Cell,
    length: int,
    *,
    other_corner: bool = False,
    measure: Measure = ALTERNATING,
) -> frozenset[Cell]:
    """The cells of a cone of that length (in cells) from a cell in the direction of another.

    It starts at the corner of the origin cell that faces the direction (along an axis two do: the
    one with the lesser x and y, or the other with `other_corner`, which means nothing elsewhere).
    A cell is in if its far corner is within the length of that corner and its centre, seen from
    there, lies within 45 degrees of the direction, these included. Along a diagonal that is a
    quadrant of the burst. The origin cell is never in.
    Errors: ValueError for a negative length or `toward` the origin cell. Clause: d20.aoe.cone.

    >>> len(cone((0, 0), (1, 1), 3)), len(cone((0, 0), (5, 5), 6))
    (6, 24)
    >>> sorted(cone((0, 0), (1, 0), 1))
    [(1, -1), (1, 0)]
    """
    (dx, dy), (x, y) = _aim(origin_cell, toward, other_corner)

    def ahead(cell: Cell) -> bool:
        u, v = 2 * (cell[0] - x) + 1, 2 * (cell[1] - y) + 1  # to the centre, doubled
        return abs(dx * v - dy * u) <= dx * u + dy * v

    cells = burst((x, y), length, measure=measure)
    return frozenset(cell for cell in cells if cell != origin_cell and ahead(cell))


def visible_cone(
    origin_cell: Cell,
    toward: Cell,
    length: int,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    *,
    measure: Measure = ALTERNATING,
) -> frozenset[Cell]:
    """The cells of a cone that a straight line from its corner, out of the origin cell, can enter.

    Errors: as `cone`. Clauses: d20.aoe.cone, d20.cover.total.

    >>> sorted(visible_cone((0, 0), (1, 0), 3, {(1, 0)}, set()) & {(1, -1), (1, 0), (2, 0)})
    [(1, -1)]
    """
    _, corner = _aim(origin_cell, toward, other_corner=False)
    return frozenset(
        cell
        for cell in cone(origin_cell, toward, length, measure=measure)
        if effect_reaches(corner, cell, walls, edges, from_cell=origin_cell)
    )


def corners_of(origin_cell: Cell, toward: Cell) -> tuple[Cell, ...]:
    """The corners of a cell that face a direction: one, or two along an axis.

    >>> corners_of((0, 0), (3, 1)), corners_of((0, 0), (-2, 0))
    (((1, 1),), ((0, 0), (0, 1)))
    """
    found = (_aim(origin_cell, toward, other_corner=other)[1] for other in (False, True))
    return tuple(dict.fromkeys(found))


@enforces("d20.aoe.line", "metric.aoe.line60")
def line(
    origin_cell: Cell,
    toward: Cell,
    length: int,
    *,
    measure: Measure = ALTERNATING,
) -> frozenset[Cell]:
    """The cells of a line of that length (in cells) from a cell in the direction of another.

    Along an axis it is the row of cells from the next one on. Elsewhere it runs from the corner of
    the origin cell that faces the direction, parallel to the way between the two cells' centres,
    and holds every cell whose interior it passes and that is, from the origin cell, no further
    than the length. The origin cell is never in.
    Errors: ValueError for a negative length or `toward` the origin cell. Clause: d20.aoe.line.

    >>> sorted(line((0, 0), (3, 0), 2)), sorted(line((0, 0), (2, 1), 3))
    ([(1, 0), (2, 0)], [(1, 1), (2, 1)])
    >>> len(line((0, 0), (1, 0), 12)), len(line((0, 0), (1, 1), 12))
    (12, 8)
    """
    return frozenset(_passed(origin_cell, toward, length, measure))


def visible_line(
    origin_cell: Cell,
    toward: Cell,
    length: int,
    walls: AbstractSet[Cell],
    edges: AbstractSet[Edge],
    *,
    measure: Measure = ALTERNATING,
) -> frozenset[Cell]:
    """The cells of a line as far as no wall or barrier stops it.

    Errors: as `line`. Clauses: d20.aoe.line, d20.cover.total.

    >>> sorted(visible_line((0, 0), (1, 0), 5, {(3, 0)}, set()))
    [(1, 0), (2, 0)]
    """
    corners = corners_of(origin_cell, toward)
    found: list[Cell] = []
    before = origin_cell
    for cell in _passed(origin_cell, toward, length, measure):
        if _barred(before, cell, edges) or not any(
            effect_reaches(corner, cell, walls, edges, from_cell=origin_cell) for corner in corners
        ):
            break
        found.append(cell)
        before = cell
    return frozenset(found)


def _barred(before: Cell, cell: Cell, edges: AbstractSet[Edge]) -> bool:
    """Whether a barrier stands between two cells side by side."""
    beside = abs(before[0] - cell[0]) + abs(before[1] - cell[1]) == 1
    return beside and edge(before, cell) in edges


def _passed(origin_cell: Cell, toward: Cell, length: int, measure: Measure) -> tuple[Cell, ...]:
    """The cells of a line, from its beginning to its end."""
    limit = _checked(length)
    (dx, dy), (x, y) = _aim(origin_cell, toward, other_corner=False)
    ox, oy = origin_cell
    cells: tuple[Cell, ...]
    if dx == 0 or dy == 0:
        sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
        cells = tuple((ox + i * sx, oy + i * sy) for i in range(1, length + 1))
    else:
        times = length // max(abs(dx), abs(dy)) + 1
        cells = traversed((x, y), (x + times * dx, y + times * dy))
    return tuple(c for c in cells if measure.cost2((c[0] - ox, c[1] - oy)) <= limit)


WALLED = WalledAreas(effect_reaches, _touching, corners_of)
in_burst, sides_of, in_line_of = WALLED.in_burst, WALLED.sides_of, WALLED.in_line_of
