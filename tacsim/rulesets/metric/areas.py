"""Measuring under ``metric``: the clauses by which distances are counted."""

from __future__ import annotations

from tacsim.grid.cells import Body
from tacsim.grid.metric import gaps

HEXES = ("metric.hex.move",)
"""Whatever is counted on hexes."""


def distance_clauses(a: Body, b: Body) -> tuple[str, ...]:
    """The clauses by which the distance between two bodies is counted.

    >>> distance_clauses(Body((0, 0), (1, 1)), Body((2, 1), (1, 1)))
    ('metric.range.count', 'metric.diag.one-and-half')
    >>> distance_clauses(Body((0, 0), (1,)), Body((2, 1), (1,)))
    ('metric.hex.move',)
    """
    if len(a.extent) == 1:
        return HEXES
    diagonal = ("metric.diag.one-and-half",) if all(gaps(a, b)) else ()
    return ("metric.range.count", *diagonal)
