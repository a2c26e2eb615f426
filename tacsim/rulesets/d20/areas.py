"""Measuring under ``d20``: areas, and the clauses by which distances are counted.

A ruleset that has areas has such a module, with ``SHAPES`` and ``distance_clauses``.
"""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.geometry.areas import burst, cone, line, spread
from tacsim.geometry.cells import Body
from tacsim.geometry.metric import gaps
from tacsim.rulesets.shapes import Shape

SHAPES: Mapping[str, Shape] = {
    "burst": Shape(lambda origin, _, size: burst(origin, size), False, ("d20.aoe.origin",)),
    "spread": Shape(
        lambda origin, _, size: spread(origin, size), False, ("d20.aoe.origin", "d20.aoe.spread")
    ),
    "cone": Shape(cone, True, ("d20.aoe.cone",)),
    "line": Shape(line, True, ("d20.aoe.line",)),
}
"""By name. Bursts and spreads start at the grid corner at the origin's least x and y."""


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
