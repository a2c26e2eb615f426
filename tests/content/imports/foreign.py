"""Small files of other programs, made for tests, and what an import makes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tacsim.content.checks import check_file
from tacsim.content.imports import Found, read_foreign
from tacsim.content.map_text import map_text
from tacsim.core.terrain import BarrierKind, Battlefield
from tacsim.grid.cells import Cell


def written(folder: Path, name: str, value: object) -> Path:
    """A file with a text, bytes, or a value as JSON."""
    path = folder / name
    if isinstance(value, bytes):
        path.write_bytes(value)
    else:
        path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def imported(folder: Path, name: str, value: object, **options: Any) -> Found:
    """An import, whose map file has no fault."""
    found = read_foreign(written(folder, name, value), **options)
    ours = folder / "ours.toml"
    ours.write_text(map_text(found.field, found.about))
    assert check_file(ours) == []
    return found


def rows(found: Found) -> list[str]:
    """The ground as it is written in the file."""
    text = map_text(found.field)
    return text.split('grid = """\n')[1].split('\n"""')[0].split("\n")


def barriers(field: Battlefield, kind: str) -> set[tuple[Cell, Cell]]:
    """The sides on which barriers of a kind stand: walls, shut doors, open ones."""
    return {
        (b.between[0], b.between[1])
        for b in field.barriers
        if ("open" if b.kind is BarrierKind.DOOR and b.open else b.kind.value) == kind
    }


def fought(folder: Path, found: Found, *places: Cell, ruleset: str = "d20") -> Path:
    """A scenario of two sides on an import: the first place against the others."""
    (folder / "ours.toml").write_text(map_text(found.field, found.about))
    text = f'format = 1\nname = "Trial"\nruleset = "{ruleset}"\nseed = 3\nmap = "ours.toml"\n'
    for side in ("heroes", "foes"):
        text += f'[[side]]\nid = "{side}"\nname = "{side}"\ncontroller = "ai"\n'
    for n, place in enumerate(places):
        side = "foes" if n else "heroes"
        text += f'[[creature]]\nid = "c{n}"\nkind = "dummy"\nside = "{side}"\nspeed = 100\n'
        text += f"at = {list(place)}\n"
    path = folder / "trial.toml"
    path.write_text(text)
    return path
