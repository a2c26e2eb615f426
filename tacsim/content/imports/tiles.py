"""Tiles: what ground those of Tiled stand for, as a table says it.

A key is a tile's class, or its number in its tileset as Tiled shows it, with the tileset's name
before it (``"desert:30"``) where several sets have it; a table named as a tileset holds numbers of
that one. A value is what the legend of a map may say, or a glyph of map files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from tacsim.content.documents import Document, read_document
from tacsim.content.faults import ContentError
from tacsim.content.legends import Kind
from tacsim.core.grounds import GLYPHS, TERRAIN
from tacsim.rulesets.schema import Table as Form
from tacsim.rulesets.schema import Text, Whole

Table: TypeAlias = Mapping[str, Mapping[str, Any]]
"""What tiles are, by their keys: entries of a legend."""
Ask: TypeAlias = Callable[[str, int], str]
"""Answers which ground a tile is that the map has so many of; empty for no answer."""

NAMES = (*TERRAIN, *GLYPHS)
CHECK = Form({"skill": Text(), "dc": Whole(1, 100)}, frozenset({"skill", "dc"}))
KIND = Kind(2, CHECK)


def entry_of(value: object) -> Mapping[str, Any]:
    """What a value of a table says, as an entry of a legend.

    >>> entry_of("#"), entry_of({"terrain": "boulder", "height": "full"})
    ({'terrain': 'wall'}, {'terrain': 'boulder', 'height': 'full'})
    """
    if isinstance(value, Mapping):
        return value
    return {"terrain": GLYPHS.get(str(value), str(value))}


def problem(value: object) -> str:
    """What is wrong with an entry; nothing for a good one."""
    if isinstance(value, str) and value in GLYPHS:
        return ""
    return next((message for _path, message in KIND.problems(value, {})), "")


def read_table(path: Path) -> Table:
    """The table in a file; ContentError."""
    document = read_document(path)
    found: dict[str, Mapping[str, Any]] = {}
    tables = document.tables
    inner = tables.get("tiles")
    faults = _take(document, (), tables, "", found)
    if isinstance(inner, Mapping) and "terrain" not in inner:
        faults += _take(document, ("tiles",), inner, "", found)
    if faults:
        raise ContentError(faults)
    return found


def _take(
    document: Document,
    path: tuple[str, ...],
    table: Mapping[str, Any],
    before: str,
    found: dict[str, Mapping[str, Any]],
) -> list[Any]:
    faults = []
    for key, value in table.items():
        if not path and key in ("tiles", "format") and before == "":
            continue
        if isinstance(value, Mapping) and "terrain" not in value and not before:
            faults += _take(document, (*path, key), value, f"{key}:", found)
            continue
        if not (isinstance(value, str) and value in GLYPHS):
            faults += document.faults(KIND.problems(value, {}, (*path, key)))
        found[before + key] = entry_of(value)
    return faults
