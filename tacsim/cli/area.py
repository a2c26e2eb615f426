"""``tacsim area``: the cells of an area, such as a burst or a cone."""

from __future__ import annotations

from collections.abc import Iterable

import click

from tacsim.cli.calls import (
    UnusableError,
    as_json,
    as_list,
    cell,
    counted,
    draw,
    drawn_here,
    put,
    unusable,
)
from tacsim.i18n import _


@click.command(
    "area",
    help=_("List the cells of an area of a SHAPE and SIZE under a RULESET.")
    + "\n\n"
    + _(
        "SIZE is in cells, or with its unit (20 ft). Bursts and squares start at the corner "
        "of least x and y of their origin; cones, lines and cubes at the cell of their maker."
    )
    + " "
    + _("On hexes 3,4 is the corner of cell 3,4 at its upper left, and 3,4,1 the one at its top.")
    + " "
    + _("No map bounds it: cells may lie below 0.")
    + "\n\n"
    + _("At a terminal they are drawn, unless --plain is given."),
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
@as_list
@as_json
def command(
    ruleset: str,
    shape: str,
    size: str,
    origin: str,
    toward: str | None,
    topology: str | None,
    switches: tuple[str, ...],
    plain: bool,
    machine: bool,
) -> None:
    """Answer the cells, sorted."""
    from tacsim.api.areas import area_of

    aim = None if toward is None else cell(toward)
    with unusable():
        found = area_of(ruleset, shape, size, cell(origin), aim, topology, _settings(switches))
    if machine:
        put({"cells": [list(place) for place in found.cells]})
        return
    if drawn_here(plain=plain):
        from tacsim.view.maps.grid_maps import area_map

        form = found.form
        draw(area_map(found.topology, found.cells, found.origin, found.aim,
                      aimed=form.aimed, centred=form.centred))  # fmt: skip
    click.echo(counted(found.cells, listed=not drawn_here(plain=plain)))


def _settings(texts: Iterable[str]) -> dict[str, bool]:
    """Switches as ``SWITCH`` or ``SWITCH=no`` sets them; UnusableError."""
    found = {}
    for text in texts:
        name, given, value = text.partition("=")
        said = _SAID.get(value if given else "yes")
        if said is None:
            words = _("{text} sets no switch: write {name}=yes or {name}=no")
            raise UnusableError(words.format(text=repr(text[:60]), name=name))
        found[name] = said
    return found


_SAID = {"yes": True, "true": True, "no": False, "false": False}
"""What a switch may be set to."""
