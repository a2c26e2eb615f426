"""``tacsim measure``: the distance between two cells or spaces."""

from __future__ import annotations

import click

from tacsim.cli.calls import as_json, as_list, cell, draw, drawn_here, put, unusable
from tacsim.i18n import _, ngettext


@click.command(
    "measure",
    help=_("Measure the distance from one cell to another under a RULESET.")
    + "\n\n"
    + _("Cells are written 3,4 or, on a cube map, 3,4,1. Larger creatures count from the nearest.")
    + " "
    + _("A space stands at its corner of least coordinates.")
    + "\n\n"
    + _("At a terminal they are drawn, unless --plain is given."),
    short_help=_("The distance between two cells or spaces."),
)
@click.argument("ruleset")
@click.argument("from_", metavar="FROM")
@click.argument("to")
@click.option("--topology", metavar="KIND", help=_("The kind of grid: square, hex or cube."))
@click.option("--from-size", metavar="SIZE", help=_("The size of who stands at FROM."))
@click.option("--to-size", metavar="SIZE", help=_("The size of who stands at TO."))
@as_list
@as_json
def command(
    ruleset: str,
    from_: str,
    to: str,
    topology: str | None,
    from_size: str | None,
    to_size: str | None,
    plain: bool,
    machine: bool,
) -> None:
    """Answer the distance in cells and in the ruleset's unit, with the clauses."""
    from tacsim.api.distances import measure

    with unusable():
        found = measure(ruleset, cell(from_), cell(to), topology, from_size, to_size)
    if machine:
        put({"cells": found.cells, "distance": found.distance, "clauses": list(found.clauses)})
        return
    if drawn_here(plain=plain):
        from tacsim.view.maps.grid_maps import measure_map

        draw(measure_map(found.topology, *found.spaces, found.metric))
    words = ngettext("{cells} cell ({distance})", "{cells} cells ({distance})", found.cells)
    words = words.format(cells=found.cells, distance=found.words)
    click.echo(f"{words}  [{', '.join(found.clauses)}]")
