"""Areas: the cells that they cover, with no battle around them."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tacsim.api.distances import Place, cell_of, grid_of, known
from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.rules.combat.areas import Shape
from tacsim.rules.ruleset import Ruleset
from tacsim.rulesets import RULESETS, content, load
from tacsim.rulesets.schema import parse_length

MOST_CELLS = 200
"""The largest size of an area, in cells."""
MOST_DIGITS = 100
"""Digits of a size up to which it is read as a number of cells."""


def rules_of(
    ruleset: str, topology: str | None = None, switches: Mapping[str, bool] | None = None
) -> Ruleset:
    """A ruleset on a kind of grid, its own unless told, with some switches set otherwise.

    Errors: ValueError for one that there is not, and for a grid on which it is not played.
    """
    found = content(known(_("ruleset"), ruleset, RULESETS))
    grid = grid_of(found, topology)
    for name in switches or {}:
        known(_("switch"), name, [switch.name for switch in found.switches])
    return load(found.id, switches, grid) if switches else found.on(grid)


@attrs.frozen
class Covered:
    """An area: its cells, sorted; its form, origin and aim; and the kind of grid."""

    cells: list[Cell]
    form: Shape
    origin: Cell
    aim: Cell
    topology: str


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
    return Covered(cells, form, start, aim, options.topology.name)


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
        words = _("SIZE {size}: {error}")
        raise ValueError(words.format(size=repr(text[:40]), error=error)) from None
    if cells > MOST_CELLS:
        words = _("SIZE {size} is more than {most} cells")
        raise ValueError(words.format(size=repr(text[:40]), most=MOST_CELLS))
    return cells


__all__ = ["Covered", "area", "area_of"]
