"""Imports: maps of other programs as ours. Each format is a module; this chooses among them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tacsim.content.imports import rexpaint, tiled, uvtt, watabou
from tacsim.content.imports.found import Found, as_topology, with_doors
from tacsim.content.imports.sources import Value, first_bytes, read_json, unusable
from tacsim.content.imports.tiles import Ask, Table, read_table
from tacsim.content.imports.tmx import read_tmx
from tacsim.i18n import _

FORMATS = ("watabou", "uvtt", "tiled", "rexpaint")
"""The formats by name."""
_KEYS: Mapping[str, frozenset[str]] = {
    "watabou": frozenset({"rects"}),
    "uvtt": frozenset({"resolution", "line_of_sight", "portals"}),
    "tiled": frozenset({"layers", "tilewidth", "orientation"}),
}
"""What tells the formats in JSON apart: keys of which one is there."""
_ENDINGS: Mapping[str, str] = {
    ".uvtt": "uvtt", ".dd2vtt": "uvtt", ".df2vtt": "uvtt", ".tmx": "tiled", ".tmj": "tiled",
    ".xp": "rexpaint",
}  # fmt: skip


def read_foreign(
    path: Path,
    form: str = "",
    topology: str = "",
    table: Path | None = None,
    ask: Ask | None = None,
    doors: str = "",
) -> Found:
    """The map in a file of another program; ContentError for one that cannot be used.

    ``form``: one of the FORMATS, else told by what the file holds, then by its name; ``topology``:
    the grid, else that of the file; ``table``: what tiles are, for Tiled, and ``ask`` is asked of
    those that are not told; ``doors``: "open" or "shut" for all of them, else as the file says.
    """
    tiles = read_table(table) if table is not None else {}
    found = _read(path, form, topology, tiles, ask)
    if topology:
        found = as_topology(found, topology)
    return with_doors(found, opened=doors == "open") if doors else found


def _read(path: Path, form: str, topology: str, tiles: Table, ask: Ask | None) -> Found:
    begun = first_bytes(path)
    told = form or (
        "rexpaint" if begun[:2] == b"\x1f\x8b" else "tiled" if begun[:1] == b"<" else ""
    )
    if told == "rexpaint":
        return rexpaint.read(path)
    if told == "tiled" and begun[:1] == b"<":
        return tiled.read(read_tmx(path), path.parent, tiles, ask, topology)
    if begun[:1] != b"{":
        told = told or _ENDINGS.get(path.suffix.lower(), "")
        raise unusable(str(path), _("is no file of {form}").format(form=told) if told else _none())
    value = read_json(path)
    told = told or _told(value, path)
    if told == "tiled":
        return tiled.read(value, path.parent, tiles, ask, topology)
    return uvtt.read(value) if told == "uvtt" else watabou.read(value)


def _told(value: Value, path: Path) -> str:
    keys = value.table.keys()
    best = max(_KEYS, key=lambda form: len(_KEYS[form] & keys) / len(_KEYS[form]))
    if _KEYS[best] & keys:
        return best
    known = _ENDINGS.get(path.suffix.lower(), "")
    if not known:
        raise unusable(str(path), _none())
    return known


def _none() -> str:
    return _("is no map of Watabou, Universal VTT, Tiled or REXPaint")


__all__ = ["FORMATS", "Found", "read_foreign"]
