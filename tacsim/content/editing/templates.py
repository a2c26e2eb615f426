"""Templates: what a new battle begins from."""

from __future__ import annotations

import attrs

from tacsim.content.editing.blocks import written
from tacsim.rulesets import RULESETS, content

WIDTH, HEIGHT, LEVELS = 24, 14, 4
"""The size of an empty field, and its levels if it has cubes."""


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
    at = [0] if template.topology == "cube" else []
    parts = [
        f'format = 1\nname = {written(name)}\nruleset = "{template.ruleset}"\n',
        f'[map]\nformat = 1\ntopology = "{template.topology}"\n{levels}grid = """\n{grid}\n"""\n',
        '[[side]]\nid = "heroes"\nname = "Heroes"\ncontroller = "human"\n',
        '[[side]]\nid = "foes"\nname = "Foes"\ncontroller = "ai"\n',
        *(
            f'[[creature]]\nid = "{id}"\nkind = "dummy"\nside = "{side}"\nat = {[x, 7, *at]}\n'
            for id, side, x in (("hero", "heroes", 4), ("foe", "foes", 19))  # noqa: A001
        ),
    ]
    return "\n".join(parts)


__all__ = ["Template", "empty", "templates"]
