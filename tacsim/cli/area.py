"""``tacsim area``: the cells of an area."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import (
    UnusableError,
    as_json,
    cell,
    corner,
    grid_of,
    known,
    picture,
    put,
    rules_of,
    switches_of,
)
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.rulesets import RulesetContent

MOST_CELLS = 200
"""The largest size of an area, in cells."""
MOST_DIGITS = 100
"""Digits of a size up to which it is read as a number of cells."""


@click.command(
    "area",
    help=_("List the cells of an area of a SHAPE and SIZE under a RULESET.")
    + "\n\n"
    + _("SIZE is in cells, or with its unit (20 ft). Bursts and squares start at the corner")
    + " "
    + _("of least x and y of their origin; cones, lines and cubes at the cell of their maker.")
    + " "
    + _("On hexes 3,4 is the corner of cell 3,4 at its upper left, and 3,4,1 the one at its top."),
    short_help=_("The cells of an area."),
)
@click.argument("ruleset")
@click.argument("shape")
@click.argument("size")
@click.option("--origin", required=True, metavar="X,Y", help=_("Where the area starts."))
@click.option("--toward", metavar="X,Y", help=_("The cell that a cone or line points at."))
@click.option("--topology", metavar="KIND", help=_("The kind of grid: square, hex or cube."))
@click.option(
    "--rule",
    "switches",
    multiple=True,
    metavar="SWITCH[=no]",
    help=_("Set a switch of the rules, or set it to no; may be given several times."),
)
@as_json
def command(
    ruleset: str,
    shape: str,
    size: str,
    origin: str,
    toward: str | None,
    topology: str | None,
    switches: tuple[str, ...],
    machine: bool,
) -> None:
    """Answer the cells, sorted."""
    from tacsim.rulesets import load

    rules = rules_of(ruleset)
    grid = grid_of(rules, topology)
    options = load(rules.id, switches_of(rules, switches), grid)
    shapes, between = options.areas.shapes, options.concepts.get("between", "")
    form = shapes[known(_("shape"), shape, shapes, options.concepts.get("shapes", ""))]
    length = _length(rules, size)
    start = (cell if form.aimed else corner)(origin, grid, between)
    if form.aimed and toward is None:
        raise UnusableError(_("a {shape} needs --toward").format(shape=shape))
    aim = start if toward is None else cell(toward, grid, between)
    if form.aimed and aim == start:
        raise UnusableError(_("--toward must name another cell than --origin"))
    cells = sorted(form.cells(start, aim, length))
    if machine:
        put({"cells": [list(place) for place in cells]})
        return
    for row in picture(cells, {start: "@"} if form.aimed else {}, grid):
        click.echo(row)
    words = _("{count} cells: {cells}")
    listed = " ".join(",".join(map(str, place)) for place in cells)
    click.echo(words.format(count=len(cells), cells=listed))


def _length(rules: RulesetContent, size: str) -> int:
    """The cells of a size; UnusableError."""
    from tacsim.rulesets import parse_length

    options = rules.defaults
    plain = size.isascii() and size.isdecimal() and len(size) < MOST_DIGITS
    try:
        cells = parse_length(int(size) if plain else size, options.units)
    except ValueError as error:
        raise UnusableError(f"SIZE {size[:40]!r}: {error}") from None
    if cells > MOST_CELLS:
        words = _("SIZE {size} is more than {most} cells")
        raise UnusableError(words.format(size=repr(size[:40]), most=MOST_CELLS))
    return cells
