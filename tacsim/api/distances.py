"""Distances between cells and spaces, with no battle around them; they are answered at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TypeAlias

import attrs

from tacsim.grid.cells import Body, Cell
from tacsim.grid.kinds import KINDS, Kind
from tacsim.grid.metric import Metric
from tacsim.i18n import _
from tacsim.rules.scale import distance_concepts
from tacsim.rulesets import RULESETS, RulesetContent, content
from tacsim.rulesets.schema import unknown
from tacsim.view.wording.units import length_word, plain_length

Place: TypeAlias = Sequence[int | str]
"""Coordinates as somebody gives them: texts are told to be none."""

MOST = 9999
"""The largest coordinate."""


@attrs.frozen
class Measured:
    """A distance: in cells, and as a length in the ruleset's unit; with the clauses behind it."""

    cells: int
    length: float
    unit: str
    clauses: tuple[str, ...]
    spaces: tuple[Body, Body] = attrs.field(repr=False, eq=False)
    """Those between which it lies."""
    topology: str = attrs.field(repr=False, eq=False)
    metric: Metric = attrs.field(repr=False, eq=False)

    @property
    def distance(self) -> str:
        """The length in plain English.

        >>> measure("grid5e", (0, 0), (3, 0)).distance
        '15 ft'
        """
        return plain_length(self.length, self.unit)

    @property
    def words(self) -> str:
        """The length in the reader's words."""
        return length_word(self.length, self.unit)


def known(noun: str, word: str, words: Collection[str], clause: str = "") -> str:
    """A word that must be among others; ValueError with those that come close.

    ``clause``: the one that says which there are.
    """
    if word in words:
        return word
    message = unknown(noun, word, words)
    raise ValueError(f"{message}  [{clause}]" if clause else message)


def measure(
    ruleset: str,
    a: Place,
    b: Place,
    topology: str | None = None,
    from_size: str | None = None,
    to_size: str | None = None,
) -> Measured:
    """The distance between two cells under a ruleset, or between the spaces of two creatures.

    A space of a size stands at its corner of least coordinates, and counts from its nearest cell.
    Errors: ValueError for a ruleset, grid or size that there is not, and for what is no cell.

    >>> measure("d20", (0, 0), (3, 4)).cells, measure("d20", (0, 0), (3, 4)).distance
    (5, '25 ft')
    """
    rules = content(known(_("ruleset"), ruleset, RULESETS))
    grid = KINDS[grid_of(rules, topology)]
    scale = rules.scale(grid.name)
    between = scale.concepts.get("between", "")
    ends = ((cell_of(at, grid.axes, between), size) for at, size in ((a, from_size), (b, to_size)))
    one, other = (_space(rules, grid, cell, size) for cell, size in ends)
    cells = scale.metric.distance(one, other)
    concepts = (name for name in distance_concepts(one, other) if name in scale.concepts)
    clauses = tuple(scale.concepts[name] for name in concepts)
    length = cells * scale.cell_size
    return Measured(cells, length, scale.unit_name, clauses, (one, other), grid.name, scale.metric)


def grid_of(rules: RulesetContent, topology: str | None) -> str:
    """The kind of grid asked for, the ruleset's own unless told; ValueError for no such one."""
    grid = rules.topologies[0] if topology is None else topology
    return known(_("kind of grid"), grid, rules.topologies)


def _space(rules: RulesetContent, grid: Kind, cell: Cell, size: str | None) -> Body:
    """The space of a creature of a size that stands at a cell; the cell by itself for None."""
    if size is None:
        return grid.spot(cell)
    return Body(cell, grid.extent(rules.side(known(_("size"), size, rules.sizes))))


def cell_of(numbers: Place, axes: int, between: str = "") -> Cell:
    """So many coordinates as a cell; ValueError where they are none.

    ``between``: the clause by which there is nothing between cells, if there is one.
    """
    cell = tuple(n for n in numbers if isinstance(n, int) and 0 <= n <= MOST)
    if len(cell) == len(numbers) == axes:
        return cell
    form = "x,y,z" if axes == 3 else "x,y"
    words = _("{text} is no cell: write {form}, whole numbers from 0 to {most}")
    text = repr(",".join(map(str, numbers))[:40])
    message = words.format(text=text, form=form, most=MOST)
    fractions = any(re.fullmatch(r"-?[0-9]{1,9}\.[0-9]*", str(n)) for n in numbers)
    raise ValueError(f"{message}  [{between}]" if fractions and between else message)


__all__ = ["Measured", "Place", "cell_of", "grid_of", "known", "measure"]
