"""``tacsim measure``: the distance between two cells or spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import as_json, cell, grid_of, known, put, rules_of
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.grid.cells import Body, Cell
    from tacsim.rules.ruleset import Ruleset
    from tacsim.rulesets import RulesetContent


@click.command(
    "measure",
    help=_("Measure the distance from one cell to another under a RULESET.")
    + "\n\n"
    + _("Cells are written 3,4 or, on a cube map, 3,4,1. Larger creatures count from the nearest.")
    + " "
    + _("A space stands at its corner of least coordinates."),
    short_help=_("The distance between two cells or spaces."),
)
@click.argument("ruleset")
@click.argument("from_", metavar="FROM")
@click.argument("to")
@click.option("--topology", metavar="KIND", help=_("The kind of grid: square, hex or cube."))
@click.option("--from-size", metavar="SIZE", help=_("The size of who stands at FROM."))
@click.option("--to-size", metavar="SIZE", help=_("The size of who stands at TO."))
@as_json
def command(
    ruleset: str,
    from_: str,
    to: str,
    topology: str | None,
    from_size: str | None,
    to_size: str | None,
    machine: bool,
) -> None:
    """Answer the distance in cells and in the ruleset's unit, with the clauses."""
    from tacsim.rules.combat.areas import distance_concepts
    from tacsim.view.words import unit_word

    rules = rules_of(ruleset)
    grid = grid_of(rules, topology)
    options = rules.on(grid)
    between = options.concepts.get("between", "")
    a = _space(rules, options, cell(from_, grid, between), from_size)
    b = _space(rules, options, cell(to, grid, between), to_size)
    cells = options.metric.distance(a, b)
    length = cells * options.cell_size
    distance = f"{length:g} {unit_word(options.unit_name, length)}"
    concepts = distance_concepts(a, b)
    clauses = [options.concepts[name] for name in concepts if name in options.concepts]
    if machine:
        put({"cells": cells, "distance": distance, "clauses": clauses})
        return
    words = _("{cells} cells ({distance})").format(cells=cells, distance=distance)
    click.echo(f"{words}  [{', '.join(clauses)}]")


def _space(rules: RulesetContent, options: Ruleset, at: Cell, size: str | None) -> Body:
    """The space of a creature of a size that stands at a cell."""
    from tacsim.core.components import Size
    from tacsim.grid.cells import Body

    if size is None:
        return options.topology.spot(at)
    known(_("size"), size, rules.sizes)
    entry = rules.merged(rules.bestiary["dummy"], {"size": size})
    parts = rules.creature(entry, topology=options.topology.name)
    extent = next(part.extent for part in parts if isinstance(part, Size))
    return Body(at, extent)
