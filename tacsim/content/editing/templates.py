"""Templates: what a new battle begins from."""

from __future__ import annotations

import attrs

from tacsim.content.toml_values import written
from tacsim.core.grounds import Entry
from tacsim.core.terrain import Battlefield
from tacsim.grid.cells import Cell
from tacsim.i18n import N_, _
from tacsim.rulesets import RULESETS, content

WIDTH, HEIGHT, LEVELS = 24, 14, 4
"""The size of an empty field, and its levels if it has cubes."""
GRIDS = {"square": N_("squares"), "hex": N_("hexes"), "cube": N_("cubes")}
"""What the cells of each kind of grid are."""


@attrs.frozen
class Template:
    """An empty field of a ruleset and a kind of grid."""

    ruleset: str
    topology: str


def templates() -> tuple[Template, ...]:
    """An empty field for each ruleset and kind of grid."""
    return tuple(
        Template(ruleset, topology)
        for ruleset in RULESETS
        for topology in content(ruleset).topologies
    )


def empty(template: Template, name: str) -> str:
    """The text of a battle on an empty field: two sides, a dummy each."""
    grid = "\n".join(["." * WIDTH] * HEIGHT)
    levels = f"levels = {LEVELS}\n" if template.topology == "cube" else ""
    at = (0,) if template.topology == "cube" else ()
    parts = [
        f'format = 1\nname = {written(name)}\nruleset = "{template.ruleset}"\n',
        f'[map]\nformat = 1\ntopology = "{template.topology}"\n{levels}grid = """\n{grid}\n"""\n',
        *_people((4, 7, *at), (19, 7, *at)),
    ]
    return "\n".join(parts)


def _people(first: Cell, last: Cell) -> tuple[str, ...]:
    """Two sides with a dummy each, and where these stand."""
    heroes, foes = written(_("Heroes")), written(_("Foes"))
    return (
        f'[[side]]\nid = "heroes"\nname = {heroes}\ncontroller = "human"\n',
        f'[[side]]\nid = "foes"\nname = {foes}\ncontroller = "ai"\n',
        *(
            f'[[creature]]\nid = "{name}"\nkind = "dummy"\nside = "{side}"\nat = {list(cell)}\n'
            for name, side, cell in (("hero", "heroes", first), ("foe", "foes", last))
        ),
    )


def on_map(ruleset: str, field: Battlefield, name: str, map_file: str) -> str:
    """The text of a battle on the map of a file: two sides, a dummy each where one can stand."""
    bears = [
        (x, y, *([z] if field.axes == 3 else []))
        for z, level in enumerate(field.levels)
        for y, row in enumerate(level)
        for x, ground in enumerate(row)
        if field.grounds[ground].entry is Entry.OPEN
    ] or [(0,) * field.axes]
    head = f'format = 1\nname = {written(name)}\nruleset = "{ruleset}"\nmap = {written(map_file)}\n'
    return "\n".join([head, *_people(bears[0], bears[-1])])
