"""How a ruleset measures: the part of it that answers how far, and nothing else needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from tacsim.grid.cells import Body
from tacsim.grid.metric import Metric, gaps


@attrs.frozen(kw_only=True)
class Scale:
    """What a cell measures, how distances are counted, and by which clauses."""

    cell_size: float
    """What one cell measures, in ``unit_name``."""
    unit_name: str
    metric: Metric
    concepts: Mapping[str, str]
    """The clause behind each concept that shared code cites."""

    @property
    def fields(self) -> dict[str, Any]:
        """What it says, by field."""
        return attrs.asdict(self, recurse=False)

    @property
    def unit(self) -> str:
        """What one cell measures, for people: ``5 ft``."""
        return f"{self.cell_size:g} {self.unit_name}"

    def clause(self, concept: str) -> str:
        """The id of the clause behind a concept; the concept itself where there is none."""
        return self.concepts.get(concept, concept)


def distance_concepts(a: Body, b: Body) -> tuple[str, ...]:
    """The concepts by which the distance between two bodies is counted.

    A ruleset has a clause for those that make a difference to it.

    >>> distance_concepts(Body((0, 0), (1, 1)), Body((2, 1), (2, 2)))
    ('distance', 'distance.diagonal', 'distance.big')
    >>> distance_concepts(Body((0, 0, 0), (1, 1, 1)), Body((2, 0, 1), (1, 1, 1)))
    ('distance', 'distance.diagonal', 'distance.vertical')
    >>> distance_concepts(Body((0, 0), (1,)), Body((2, 1), (1,)))
    ('distance',)
    """
    found = ["distance"]
    if len(a.extent) == len(a.at):  # nothing is diagonal on hexes
        *_, last = apart = gaps(a, b)
        axes = sum(1 for gap in apart if gap)
        if axes > 1:
            found.append("distance.diagonal")
        if axes == 2 and len(apart) == 3 and last:
            found.append("distance.vertical")
        if axes == 3:
            found.append("distance.triple")
    if any(n > 1 for n in (*a.extent, *b.extent)):
        found.append("distance.big")
    return tuple(found)
