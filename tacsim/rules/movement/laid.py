"""Creatures laid over the table of steps, and the steps that are left among them.

The steps from a body depend on who is beside it and on nothing farther off. So they are kept with
the table by what others are to the mover in the cells that matter, for all battles on a map; an
answer for the whole of the map (:class:`~tacsim.rules.movement.table.Room`) is made only for what
has not been asked before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

import attrs
import numpy as np

from tacsim.grid.cells import Body, Cell, shifted
from tacsim.rules.movement.policies import Step
from tacsim.rules.movement.table import Room, StepTable

KEPT = 20_000
"""Answers that are kept with a table."""

Key: TypeAlias = tuple[int, tuple[tuple[int, int], ...], int, int, int | None]
"""All that the steps from a body depend on: its node, what others are to it beside it, the parity
of the half-cells spent, how high it has climbed, and how high it may climb."""

_SHUT, _LAIN, _ONCE = 1, 2, 4
"""What others make of a cell: nobody gets in, one may stand there, it costs double so often."""


@attrs.frozen(eq=False)
class Onward:
    """The steps from a body, directions in the topology's order, and those to each place."""

    steps: tuple[Step, ...]
    to: Mapping[Cell, tuple[Step, ...]]

    @classmethod
    def of(cls, steps: Sequence[Step]) -> Onward:
        """From the steps alone."""
        to: dict[Cell, tuple[Step, ...]] = {}
        for step in steps:
            to[step.body.at] = (*to.get(step.body.at, ()), step)
        return cls(tuple(steps), to)


NOWHERE = Onward((), {})
"""No steps."""


class Laid:
    """What others are to bodies around."""

    def __init__(
        self,
        table: StepTable,
        shut: list[Cell],
        slow: list[tuple[Body, int]],
        lying: list[Body],
    ) -> None:
        """As :meth:`StepTable.room` has them."""
        self.table = table
        self.onward: dict[Key, Onward] = table.memo
        """The steps that have been asked about, in any battle on the map."""
        self._others = shut, slow, lying
        self._marks = self._marked()

    def _marked(self) -> dict[int, int]:
        shut, slow, lying = self._others
        marks, places = defaultdict[int, int](int), self.table.nodes.places_of
        for body, doublings in slow:
            for place in places(body.cells):
                marks[place] += doublings * _ONCE
        for place in places(shut):
            marks[place] |= _SHUT
        for place in places([shifted(cell, (0, 0, 1)) for body in lying for cell in body.cells]):
            marks[place] |= _LAIN
        return dict(marks)

    @cached_property
    def room(self) -> Room:
        """What bodies find everywhere around."""
        return self.table.room(*self._others)

    def key(self, body: Body, odd: int, climbed: int, climbs: int | None) -> Key | None:
        """What the steps from a body are kept by; None where the table does not have it."""
        node = self.table.nodes.number(body)
        if node is None:
            return None
        beside = self._marks.keys() & self.table.beside(node) if self._marks else ()
        marks = tuple([(place, self._marks[place]) for place in sorted(beside)]) if beside else ()
        return node, marks, odd, climbed, climbs

    def look_up(
        self, bodies: Mapping[Key, Body], odd: int, climbed: int, climbs: int | None
    ) -> None:
        """Read the steps from some bodies of one shape off the table, and keep them."""
        table, room, keys = self.table, self.room, list(bodies)
        if len(self.onward) >= KEPT:
            self.onward.clear()
        extent, heights = bodies[keys[0]].extent, np.full(len(keys), climbed)
        places = np.array([key[0] % table.nodes.count for key in keys])
        found = table.steps(room, extent, places, heights, climbs, odd)
        columns, each = table.columns(extent), list[list[Step]]([] for _ in keys)
        for start, number, cost2, high, hampered, squeezed, rate in zip(
            *(found.start.tolist(), found.column.tolist(), found.cost2.tolist()),
            *(found.climbed.tolist(), found.hampered.tolist()),
            *(table.squeezed[found.end].tolist(), room.rates[found.end].tolist()), strict=True,
        ):  # fmt: skip
            column = columns[number]
            new = Body(shifted(bodies[keys[start]].at, column.offset), column.extent)
            turns = column.turn is not None
            each[start].append(Step(new, cost2, column.by, squeezed, turns, high, hampered, rate))
        for key, steps in zip(keys, each, strict=True):
            self.onward[key] = Onward.of(steps)
