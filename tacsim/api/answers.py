"""Answers about rules and space that need no battle."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

import attrs

from tacsim.core.components import Size
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import _
from tacsim.rules.combat.areas import distance_concepts
from tacsim.rules.ruleset import Ruleset
from tacsim.rulesets import RULESETS, content, load
from tacsim.rulesets.schema import listed, meant, parse_length, shown
from tacsim.view.drawn import HEX_GAP, pattern
from tacsim.view.words import unit_word

Place: TypeAlias = Sequence[int | str]
"""Coordinates as somebody gives them: texts are told to be none."""

MOST = 9999
"""The largest coordinate."""
MOST_CELLS = 200
"""The largest size of an area, in cells."""
MOST_DIGITS = 100
"""Digits of a size up to which it is read as a number of cells."""


@attrs.frozen
class Measured:
    """A distance: in cells, and as a length in the ruleset's unit; with the clauses behind it."""

    cells: int
    length: float
    unit: str
    clauses: tuple[str, ...]

    @property
    def distance(self) -> str:
        """The length in words.

        >>> measure("grid5e", (0, 0), (3, 0)).distance
        '15 ft'
        """
        return f"{self.length:g} {unit_word(self.unit, self.length)}"


def known(noun: str, word: str, words: Collection[str], clause: str = "") -> str:
    """A word that must be among others; ValueError with those that come close.

    ``clause``: the one that says which there are.
    """
    if word in words:
        return word
    hint = meant(word, words) or _(" (there is: {words})").format(words=listed(words))
    message = _("unknown {noun} {word}").format(noun=noun, word=shown(word)) + hint
    raise ValueError(f"{message}  [{clause}]" if clause else message)


def rules_of(
    ruleset: str, topology: str | None = None, switches: Mapping[str, bool] | None = None
) -> Ruleset:
    """A ruleset on a kind of grid, its own unless told, with some switches set otherwise.

    Errors: ValueError for one that there is not, and for a grid on which it is not played.
    """
    found = content(known(_("ruleset"), ruleset, RULESETS))
    grid = found.defaults.topology.name if topology is None else topology
    known(_("kind of grid"), grid, found.topologies)
    for name in switches or {}:
        known(_("switch"), name, [switch.name for switch in found.switches])
    return load(found.id, switches, grid) if switches else found.on(grid)


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
    rules = rules_of(ruleset, topology)
    one, other = (_space(rules, at, size) for at, size in ((a, from_size), (b, to_size)))
    cells = rules.metric.distance(one, other)
    concepts = (name for name in distance_concepts(one, other) if name in rules.concepts)
    clauses = tuple(rules.concepts[name] for name in concepts)
    return Measured(cells, cells * rules.cell_size, rules.unit_name, clauses)


def _space(rules: Ruleset, at: Place, size: str | None) -> Body:
    """The space of a creature of a size that stands at a cell; a cell by itself for None."""
    cell = cell_of(at, rules.topology.axes, rules.concepts.get("between", ""))
    if size is None:
        return rules.topology.spot(cell)
    found = content(rules.id)
    known(_("size"), size, found.sizes)
    entry = found.merged(found.bestiary["dummy"], {"size": size})
    parts = found.creature(entry, topology=rules.topology.name)
    return Body(cell, next(part.extent for part in parts if isinstance(part, Size)))


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


@attrs.frozen
class Covered:
    """An area: its cells, sorted; the cell of whoever makes it, if it is aimed; and its grid."""

    cells: list[Cell]
    maker: Cell | None
    topology: str

    @property
    def pattern(self) -> list[str]:
        """The cells drawn as rows of text, ``@`` standing for their maker."""
        marks = {} if self.maker is None else {self.maker: "@"}
        return pattern(self.cells, marks, HEX_GAP if self.topology == "hex" else "")


def area(
    ruleset: str,
    shape: str,
    size: int | str,
    origin: Place,
    toward: Place | None = None,
    topology: str | None = None,
    rules: Mapping[str, bool] | None = None,
) -> list[Cell]:
    """The cells of an area, sorted.

    ``size``: in cells, or a length such as ``"20 ft"``. ``origin``: of a burst the corner at that
    cell's least coordinates (of hexes, with a third number, its upper left one (0) or the one on
    top (1)); of cones and lines the cell of whoever makes them, and ``toward`` where they lead;
    in ``pool`` the cell that is not counted itself. ``rules``: switches. Errors: ValueError.

    >>> area("d20", "cone", "15 ft", (5, 5), toward=(8, 5))
    [(6, 4), (6, 5), (7, 3), (7, 4), (7, 5), (7, 6), (8, 4), (8, 5)]
    """
    return area_of(ruleset, shape, size, origin, toward, topology, rules).cells


def area_of(
    ruleset: str,
    shape: str,
    size: int | str,
    origin: Place,
    toward: Place | None = None,
    topology: str | None = None,
    rules: Mapping[str, bool] | None = None,
) -> Covered:
    """The same as :func:`area`, to be drawn."""
    options = rules_of(ruleset, topology, rules)
    shapes = options.areas.shapes
    form = shapes[known(_("shape"), shape, shapes, options.concepts.get("shapes", ""))]
    length = _length(options, size)
    axes, between = options.topology.axes, options.concepts.get("between", "")
    start = cell_of(origin, axes, between) if form.aimed else _corner(options, origin)
    if form.aimed and toward is None:
        raise ValueError(_("a {shape} needs --toward").format(shape=shape))
    aim = start if toward is None else cell_of(toward, axes, between)
    if form.aimed and aim == start:
        raise ValueError(_("--toward must name another cell than --origin"))
    cells = sorted(form.cells(start, aim, length))
    return Covered(cells, start if form.aimed else None, options.topology.name)


def _corner(rules: Ruleset, origin: Place) -> Cell:
    """A corner by the cell that it is named after; several go by the name of a hex."""
    axes, between = rules.topology.axes, rules.concepts.get("between", "")
    several = any(len(corner) > axes for corner in rules.topology.corners((0,) * axes))
    if not several or len(origin) == axes:
        return cell_of(origin, axes, between)
    found = cell_of(origin, axes + 1, between)
    if found[-1] > 1:
        words = _("{text} is no corner: write x,y,0 or x,y,1")
        raise ValueError(words.format(text=repr(",".join(map(str, origin))[:40])))
    return found


def _length(rules: Ruleset, size: int | str) -> int:
    """The cells of a size; ValueError."""
    text = str(size)
    plain = text.isascii() and text.isdecimal() and len(text) < MOST_DIGITS
    try:
        cells = parse_length(int(text) if plain else text, rules.units)
    except ValueError as error:
        raise ValueError(f"SIZE {text[:40]!r}: {error}") from None
    if cells > MOST_CELLS:
        words = _("SIZE {size} is more than {most} cells")
        raise ValueError(words.format(size=repr(text[:40]), most=MOST_CELLS))
    return cells


__all__ = ["Measured", "area", "cell_of", "known", "measure", "rules_of"]
