"""Cover: what stands between an attacker and a target.

Creatures cover at a distance only (``d20.cover.soft``), and not while somebody passes through their
cell (``d20.pass.friend.cover``); low obstacles only near their target (``d20.cover.low``).
"""

from __future__ import annotations

from tacsim.geometry import cover
from tacsim.geometry.cells import Body, Cell
from tacsim.geometry.lines import Edge, edge
from tacsim.geometry.metric import gaps
from tacsim.model.components import Conditions, Position
from tacsim.model.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.occupancy import occupants

LOW_RANGE = 6
"""Cells within which a low obstacle still covers."""


def reaches(battle: Battle, a: Body, b: Body) -> bool:
    """Whether there is a line of effect between two bodies: no total cover."""
    field = battle.world.field
    memo = ("line", a, b) if a <= b else ("line", b, a)
    if memo not in field.memo:
        walls, edges = solid(battle), field.edges(blocking=True)
        if edges and max(gaps(a, b)) == 1:
            field.memo[memo] = _open_beside(a, b, walls, edges)
        else:
            field.memo[memo] = not (walls or edges) or cover.line_of_effect(
                a.cells, b.cells, walls, edges
            )
    return field.memo[memo]  # type: ignore[no-any-return]  # the memo holds what was put there


def solid(battle: Battle) -> frozenset[Cell]:
    """The cells that stop every line: those that fill their space, and the map's rim beside them.

    Without the rim a line could slip past a wall along the border of the map.
    """
    field = battle.world.field
    if "solid" not in field.memo:
        walls = field.cells_where("fills")
        ends = {cell for e in field.edges(blocking=True) for cell in e}
        around = {(x + i, y + j) for x, y in walls | ends for i in (-1, 0, 1) for j in (-1, 0, 1)}
        field.memo["solid"] = walls | {cell for cell in around if cell not in field}
    return field.memo["solid"]  # type: ignore[no-any-return]  # the memo holds what was put there


def _open_beside(a: Body, b: Body, walls: frozenset[Cell], edges: frozenset[Edge]) -> bool:
    """Whether two touching bodies face each other anywhere but through a closed barrier.

    A lone barrier between two neighbours closes the way, though a line might graze its end.
    """
    for mine in a.cells:
        for theirs in b.cells:
            apart = abs(mine[0] - theirs[0]), abs(mine[1] - theirs[1])
            if max(apart) != 1 or (sum(apart) == 1 and edge(mine, theirs) in edges):
                continue
            if cover.line_of_effect((mine,), (theirs,), walls, edges):
                return True
    return False


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
        walls, edges = obstacles(battle, a, b)
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
        walls, edges = obstacles(battle, around, target)
        nobody: frozenset[Cell] = frozenset()
        if any(cover.clear_from(corner, cell, walls, edges, nobody) for cell in target.cells):
            return False
    return True


def _covered_beside(battle: Battle, a: Body, b: Body) -> bool:
    field = battle.world.field
    walls = field.cells_where("cover")
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


def obstacles(battle: Battle, a: Body, b: Body) -> tuple[frozenset[Cell], frozenset[Edge]]:
    """Walls and barriers that may cover at a distance; low ones by where the two stand."""
    field = battle.world.field
    metric = battle.ruleset.metric

    def counts(*cells: Cell) -> bool:
        """Whether what is low in a cell, or between two, is near the target and not nearer to a."""
        spots = [Body(cell, (1, 1)) for cell in cells]
        from_target = [metric.distance(spot, b) for spot in spots]
        from_attacker = [metric.distance(spot, a) for spot in spots]
        return max(from_target) <= LOW_RANGE and min(from_target) <= min(from_attacker)

    own = {*a.cells, *b.cells}
    solid = field.cells_where("fills")
    low = [
        c
        for c in field.cells_where("cover") - solid
        if c not in own and _between(c, a, b, beside=1) and counts(c)
    ]
    hedges = [
        e for e in field.edges(blocking=False) if any(_between(c, a, b) for c in e) and counts(*e)
    ]
    return solid | frozenset(low), field.edges(blocking=True) | frozenset(hedges)


def _between(cell: Cell, a: Body, b: Body, beside: int = 0) -> bool:
    """Whether a cell lies in the box around two bodies, or so many cells beside it."""
    return all(
        min(p, q) - beside <= c < max(p + m, q + n) + beside
        for c, p, m, q, n in zip(cell, a.at, a.extent, b.at, b.extent, strict=True)
    )


def creatures_between(battle: Battle, a: Body, b: Body, parties: set[str]) -> frozenset[Cell]:
    """The cells of standing creatures in between, except those who share a cell with either."""
    world = battle.world
    where = occupants(world)
    inside = {i for body in (a, b) for cell in body.cells for i in where.get(cell, ())} | parties
    return frozenset(
        cell
        for cell, ids in where.items()
        if _between(cell, a, b)
        and any(i not in inside and not world[i].has("helpless") for i in ids)
    )
