"""Cover: what stands between an attacker and a target.

Creatures cover at a distance only (``d20.cover.soft``), and not while another passes through their
cell (``d20.pass.friend.cover``); low obstacles only near their target (``d20.cover.low``).
"""

from __future__ import annotations

from tacsim.core.components import Conditions, Position
from tacsim.core.terrain import FULL, Battlefield
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import gaps
from tacsim.grid.squares import cover
from tacsim.grid.squares.lines import Edge
from tacsim.grid.topology import Span, Topology
from tacsim.rules.battle import Battle
from tacsim.rules.movement.occupancy import occupants

LOW_RANGE = 6
"""Cells within which a low obstacle still covers."""


def reaches(battle: Battle, a: Body, b: Body) -> bool:
    """Whether there is a line of effect between two bodies: no total cover."""
    field = battle.world.field
    memo = ("line", a, b) if a <= b else ("line", b, a)
    return field.memo.of(memo, lambda: _reaches(battle, a, b))


def _reaches(battle: Battle, a: Body, b: Body) -> bool:
    walls, edges = solid(battle), battle.world.field.edges(blocking=True)
    if edges and max(gaps(a, b)) == 1:
        return _open_beside(battle, a, b)
    lines = battle.ruleset.topology.lines
    return not (walls or edges) or lines.line_of_effect(a.cells, b.cells, walls, edges)


def solid(battle: Battle) -> frozenset[Cell]:
    """The cells that stop every line: those that fill their space, and the map's rim beside them.

    Without the rim a line could slip past a wall along the border of the map, or through a notch
    between two hexes there.
    """
    field = battle.world.field
    if not battle.ruleset.topology.rimmed:
        return field.cells_where("fills")
    return field.memo.of("solid", lambda: _solid(field, battle.ruleset.topology))


def _solid(field: Battlefield, topology: Topology) -> frozenset[Cell]:
    walls = field.cells_where("fills")
    ends = {cell for e in field.edges(blocking=True) for cell in e}
    around = {(x + i, y + j) for x, y in walls | ends for i in (-1, 0, 1) for j in (-1, 0, 1)}
    rim = topology.rim(field.shape) if around else frozenset()
    return walls | rim | {cell for cell in around if cell not in field}


def _open_beside(battle: Battle, a: Body, b: Body) -> bool:
    """Whether two touching bodies face each other anywhere but through a closed barrier.

    A lone barrier between two neighbours closes the way, though a line might graze its end.
    """
    walls, edges = solid(battle), battle.world.field.edges(blocking=True)
    topology = battle.ruleset.topology
    for mine in a.spots:
        for theirs in b.spots:
            if max(gaps(mine, theirs)) != 1 or topology.side(mine.at, theirs.at) in edges:
                continue
            if topology.lines.line_of_effect(mine.cells, theirs.cells, walls, edges):
                return True
    return False


@enforces("d20.cover.ranged", "d20.cover.melee")
def has_cover(
    battle: Battle, attacker: Creature, target: Creature, where: Body | None = None
) -> bool:
    """Whether a target has cover from an attack, where it stands or in another place.

    Side by side only walls and barriers cover; farther off creatures do too (soft cover).
    """
    a, b = attacker.body, where or target.body
    world = battle.world

    def make() -> bool:
        apart = max(gaps(a, b))
        if apart == 0:
            return False
        if apart == 1:
            return _covered_beside(battle, a, b)
        walls, edges = obstacles(battle, (a,), b)
        soft = creatures_between(battle, a, b, {attacker.id, target.id})
        if not (walls or edges or soft):
            return False
        return cover.has_cover(a.cells, b.cells, walls, edges, soft)

    return world.cached(("cover", attacker.id, target.id, a, b), (Position, Conditions), make)


def has_hard_cover(battle: Battle, corners: tuple[Cell, ...], target: Body) -> bool:
    """Whether walls and barriers cover a body from what comes from a corner, the best of some.

    Creatures do not count (``d20.cover.soft``).
    """
    for corner in corners:
        around = Body(tuple(n - 1 for n in corner), (2,) * len(corner))
        walls, edges = obstacles(battle, (around,), target)
        nobody: frozenset[Cell] = frozenset()
        if any(cover.clear_from(corner, cell, walls, edges, nobody) for cell in target.cells):
            return False
    return True


def _covered_beside(battle: Battle, a: Body, b: Body) -> bool:
    field = battle.world.field
    walls = field.cells_where("height")
    edges = field.edges(blocking=True) | field.edges(blocking=False)
    if not (walls or edges):
        return False
    walls -= {*a.cells, *b.cells}
    return all(
        cover.has_cover_adjacent(mine, theirs, walls, edges)
        for mine in a.cells
        for theirs in b.cells
        if max(abs(mine[0] - theirs[0]), abs(mine[1] - theirs[1])) <= 1
    )


@enforces("d20.cover.low")
def obstacles(
    battle: Battle, sources: tuple[Body, ...], b: Body
) -> tuple[frozenset[Cell], frozenset[Edge]]:
    """What may cover a body at a distance, cells and edges; what is low by where both sides are."""
    key = ("obstacles", battle.ruleset.metric, sources, b)
    return battle.world.field.memo.of(key, lambda: _obstacles(battle, sources, b))


def _obstacles(
    battle: Battle, sources: tuple[Body, ...], b: Body
) -> tuple[frozenset[Cell], frozenset[Edge]]:
    field = battle.world.field
    metric, topology = battle.ruleset.metric, battle.ruleset.topology
    near, between = topology.box(*sources, b, beside=1), topology.box(*sources, b)

    def counts(*cells: Cell) -> bool:
        """Whether what is low in a cell, or between two, is near b and not nearer to a source."""
        spots = [topology.spot(cell) for cell in cells]
        from_target = [metric.distance(spot, b) for spot in spots]
        from_attacker = [metric.distance(spot, a) for spot in spots for a in sources]
        return max(from_target) <= LOW_RANGE and min(from_target) <= min(from_attacker)

    own = {*b.cells, *(cell for a in sources for cell in a.cells)}
    walls = frozenset(c for c in field.cells_where("fills") if _in(near, c))
    free = [c for c in _slender(field) if c not in own and _in(near, c)]
    more = [c for c in free if field.at(c).height == FULL or counts(c)]
    hedges = [
        e for e in field.edges(blocking=False) if any(_in(between, c) for c in e) and counts(*e)
    ]
    barriers = frozenset(e for e in field.edges(blocking=True) if any(_in(near, c) for c in e))
    return walls.union(more), barriers.union(hedges)


def _slender(field: Battlefield) -> frozenset[Cell]:
    """The cells of what covers and does not fill its space."""
    low_too = field.cells_where("height")
    return field.memo.of("slender", lambda: low_too - field.cells_where("fills"))


def _in(box: Span, cell: Cell) -> bool:
    """Whether a cell lies in a box: in the plane the second axis is the last as well."""
    least, most = box
    return (
        least[0] <= cell[0] <= most[0]
        and least[1] <= cell[1] <= most[1]
        and least[-1] <= cell[-1] <= most[-1]
    )


@enforces("d20.cover.soft", "d20.pass.friend.cover")
def creatures_between(battle: Battle, a: Body, b: Body, parties: set[str]) -> frozenset[Cell]:
    """The cells of standing creatures in between, except those who share a cell with either."""
    world = battle.world
    where, between = occupants(world), battle.ruleset.topology.box(a, b)
    inside = {i for body in (a, b) for cell in body.cells for i in where.get(cell, ())} | parties
    return frozenset(
        cell
        for cell, names in where.items()
        if _in(between, cell)
        and any(name not in inside and not world[name].has("helpless") for name in names)
    )
