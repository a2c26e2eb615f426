"""Measuring under ``grid5e``: the clauses by which distances are counted."""

from __future__ import annotations

from tacsim.grid.cells import Body
from tacsim.grid.metric import gaps


def distance_clauses(a: Body, b: Body) -> tuple[str, ...]:
    """The clauses by which the distance between two bodies is counted.

    >>> distance_clauses(Body((0, 0), (1, 1)), Body((2, 1), (1, 1)))
    ('grid5e.range.count', 'grid5e.diag.alternate')
    """
    diagonal = ("grid5e.diag.alternate",) if all(gaps(a, b)) else ()
    return ("grid5e.range.count", *diagonal)
