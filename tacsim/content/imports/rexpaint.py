"""REXPaint's pictures of glyphs (``.xp``), read by ``tcod`` once their size is known."""

from __future__ import annotations

import gzip
import struct
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import tcod.console
import tcod.tileset
from numpy.typing import NDArray

from tacsim.content.faults import ContentError
from tacsim.content.imports.found import Found, Sheet, listed
from tacsim.content.imports.sources import inflated, read_whole, unusable
from tacsim.core.grounds import GLYPHS
from tacsim.core.terrain import MAX_SIDE
from tacsim.grid.cells import Cell
from tacsim.i18n import _, ngettext

MOST_LAYERS = 9
"""The most layers of a picture."""
VERSION = COUNT = 4
"""Bytes of the version, which the first pictures lack, and of the number of layers."""
HEAD = VERSION + COUNT + 8
"""Bytes of these and of the size of the first layer."""
CELL = 10
"""Bytes of a cell: a glyph, and two colours."""
CLEAR = (255, 0, 255)
"""The background of what is transparent."""
BOXES = range(0x2500, 0x2580)
"""Lines of boxes, which draw walls."""
ALIKE: Mapping[str, str] = {
    "█": "wall", "▓": "wall", "▒": "wall", "♣": "tree", "♠": "tree", "·": "floor", "∙": "floor",
    "≈": "deep_water", "\0": "void",
}  # fmt: skip
"""Glyphs of code page 437 that look like ours, or are drawn for the same."""


def read(path: Path) -> Found:
    """The map of a picture; ContentError."""
    (width, height), data = _checked(str(path), read_whole(path))
    sheet = Sheet(str(path), (width, height), path.stem, "square")
    sheet.grid[:] = "void"
    unknown: dict[str, list[Cell]] = defaultdict(list)
    for glyphs, clear in _layers(path, data):
        for y, x in zip(*np.nonzero(~clear), strict=True):
            glyph, cell = chr(glyphs[y, x]), (int(x), int(y))
            name = _ground(glyph)
            if not name:
                unknown[glyph].append(cell)
            sheet.grid[0, y, x] = name or "floor"
    for glyph, cells in sorted(unknown.items()):
        words = ngettext(
            "glyph {glyph}, unknown here (floor), once: {cells}",
            "glyph {glyph}, unknown here (floor), {n} times: {cells}",
            len(cells),
        )
        shown = glyph if glyph.isprintable() else f"U+{ord(glyph):04X}"
        sheet.dropped.append(words.format(glyph=shown, n=len(cells), cells=listed(cells)))
    sheet.dropped.append(_("the colours"))
    return sheet.found()


def _ground(glyph: str) -> str:
    """The kind of ground that a glyph stands for; empty for one that is unknown."""
    if ord(glyph) in BOXES:
        return "wall"
    return GLYPHS.get(glyph) or ALIKE.get(glyph, "")


def _checked(file: str, data: bytes) -> tuple[tuple[int, int], bytes]:
    """Width and height that all layers have, and the data of a picture that is as long as it says.

    Pictures of the first versions begin with the number of layers; the data have a version.
    """

    def broken() -> ContentError:
        return unusable(file, _("is cut off or no picture of REXPaint"))

    def refuse(words: str) -> ContentError:
        return unusable(file, words)

    head = inflated(data, HEAD, refuse, whole=False)
    if len(head) < HEAD - VERSION:
        raise broken()
    versioned = struct.unpack_from("<i", head)[0] < 0
    start = VERSION if versioned else 0
    if len(head) < start + HEAD - VERSION:
        raise broken()
    layers, width, height = struct.unpack_from("<3i", head, start)
    if not 1 <= layers <= MOST_LAYERS:
        words = _("has {n} layers: 1 to {most} is what there is")
        raise unusable(file, words.format(n=layers, most=MOST_LAYERS))
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        words = _("is {width} by {height} large, and a map 1 to {most} each way")
        raise unusable(file, words.format(width=width, height=height, most=MAX_SIDE))
    each, first = 8 + width * height * CELL, start + COUNT
    whole = inflated(data, first + layers * each, refuse)
    if len(whole) != first + layers * each:
        raise broken()
    sizes = {struct.unpack_from("<ii", whole, first + n * each) for n in range(layers)}
    if sizes != {(width, height)}:
        raise broken()
    return (width, height), whole if versioned else struct.pack("<i", -1) + whole


def _layers(path: Path, data: bytes) -> list[tuple[NDArray[np.int64], NDArray[np.bool_]]]:
    """The glyphs of each layer as letters, and where it is transparent."""
    letters = np.asarray(tcod.tileset.CHARMAP_CP437, dtype=np.int64)
    found = []
    try:
        with TemporaryDirectory() as folder:  # tcod reads files alone
            checked = Path(folder, "checked.xp")
            checked.write_bytes(gzip.compress(data, 1))
            consoles = tcod.console.load_xp(checked)
    except (OSError, RuntimeError):
        raise unusable(str(path), _("is cut off or no picture of REXPaint")) from None
    for console in consoles:
        glyphs = console.ch.astype(np.int64)
        known = (glyphs >= 0) & (glyphs < len(letters))
        shown = np.where(known, letters[np.where(known, glyphs, 0)], 0xFFFD)
        clear = (console.bg == CLEAR).all(axis=-1)
        found.append((shown, clear))
    return found
