"""Measuring under ``d20``: areas, and the clauses by which distances are counted.

A ruleset that measures distances has such a module, with ``distance_clauses``.
"""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.grid.areas import (
    burst,
    cone,
    line,
    sides_of,
    spread,
    visible_burst,
    visible_cone,
    visible_line,
)
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import gaps
from tacsim.rules.battle import Battle
from tacsim.rules.combat.areas import Shape

SHAPES: Mapping[str, Shape] = {
    "burst": Shape(lambda origin, _, size: burst(origin, size), False, ("d20.aoe.origin",)),
    "spread": Shape(
        lambda origin, _, size: spread(origin, size), False, ("d20.aoe.origin", "d20.aoe.spread")
    ),
    "cone": Shape(cone, True, ("d20.aoe.cone",)),
    "line": Shape(line, True, ("d20.aoe.line",)),
}
"""By name. Bursts and spreads start at the grid corner at the origin's least x and y."""

_AIMED = {"cone": visible_cone, "line": visible_line}
_ROUND = {"burst": visible_burst, "spread": spread}


def covered(
    battle: Battle,
    shape: str,
    size: int,
    origin: Cell,
    toward: Cell | None = None,
    maker: Body | None = None,
) -> frozenset[Cell]:
    """The cells of the map that an area covers, as far as walls and closed barriers let it.

    A burst or spread begins on the side of a thin wall where its maker is; what is aimed leaves the
    maker's own cells out. Clauses: ``d20.aoe.origin``, ``d20.aoe.spread``, ``d20.aoe.cone``,
    ``d20.aoe.line``, ``d20.cover.total``.
    """
    field = battle.world.field
    walls, edges = field.cells_where("fills"), field.edges(blocking=True)
    measure = battle.ruleset.metric
    cells: frozenset[Cell] = frozenset()
    if shape in _ROUND:
        sides = None if maker is None else sides_of(origin, maker.cells, walls, edges)
        if sides is not None and not sides:
            return cells
        cells = _ROUND[shape](origin, size, walls, edges, sides=sides, measure=measure)
    elif shape in _AIMED and toward is not None and toward != origin:
        cells = _AIMED[shape](origin, toward, size, walls, edges, measure=measure)
        cells -= frozenset(maker.cells if maker is not None else ())
    return frozenset(cell for cell in cells if cell in field)


def distance_clauses(a: Body, b: Body) -> tuple[str, ...]:
    """The clauses by which the distance between two bodies is counted.

    >>> distance_clauses(Body((0, 0), (1, 1)), Body((2, 1), (1, 1)))
    ('d20.diag.range', 'd20.diag.alternate')
    """
    found = ["d20.diag.range"]
    if all(gaps(a, b)):
        found.append("d20.diag.alternate")
    if any(n > 1 for n in (*a.extent, *b.extent)):
        found.append("d20.diag.multi-square")
    return tuple(found)
