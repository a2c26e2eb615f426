"""Tiles: the ground's textures at every zoom, as arrays that paint a whole map at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import attrs
import numpy as np

from tacsim.core.terrain import TERRAIN, Battlefield, Entry, Grid
from tacsim.view.palettes.colours import Ground, Palette
from tacsim.view.palettes.glyphs import BLANK, dots
from tacsim.view.palettes.graphics import ASCII, BRAILLE, UNICODE
from tacsim.view.picture.hex_tiles import HEX_TEXTURES, Texture
from tacsim.view.picture.layout import SQUARES, Layout, Shape
from tacsim.view.picture.levels import TOPS, layers, section
from tacsim.view.picture.square_tiles import TEXTURES

DERIVED = ("wall_face", "pit_rim", "tight_across", *TOPS.values())
"""Looks that come from a cell's neighbours: a wall seen from the front, a pit's far edge, a tight
passage from left to right; and what is solid from above."""
KINDS: tuple[str, ...] = (*TERRAIN, *DERIVED)
"""Every look of the ground, in the order of the arrays."""
TONES = 3
QUIET = ("floor", "void", "air")
"""Looks whose texture says nothing."""

_SETS = {"square": TEXTURES, "hex": HEX_TEXTURES}
"""Those of each layout, by its name."""


@attrs.frozen(eq=False)
class Tiles:
    """Tiles of one zoom in one palette.

    ``ch`` is indexed by kind, variant, row and column; ``fg`` and ``bg`` by kind and tone;
    ``variants`` and ``quiet`` (its texture may be painted over) by kind.
    """

    ch: Grid
    fg: Grid
    bg: Grid
    variants: Grid
    quiet: Grid


@lru_cache(maxsize=32)
def tiles(zoom: int, palette: Palette, layout: Layout = SQUARES) -> Tiles:
    """The tiles of a zoom level in a palette."""
    shape = layout.shapes[zoom]
    drawn = _SETS[layout.name][zoom]
    textures = [_DRAWN[palette.graphics](drawn, name, shape) for name in KINDS]
    most = max(len(texture) for texture in textures)
    wide, high = shape.wide, len(shape.spans)
    ch = np.full((len(KINDS), most, high, wide), ord(BLANK), np.int32)
    for kind, texture in enumerate(textures):
        for variant in range(most):
            for row, line in enumerate(texture[variant % len(texture)]):
                ch[kind, variant, row] = [ord(char) for char in line]
    grounds = [ground(palette, name) for name in KINDS]
    bg = np.array([[_toned(g, tone) for tone in range(TONES)] for g in grounds], np.uint8)
    fg = np.array([g.fg for g in grounds], np.uint8)
    counts = np.array([len(texture) for texture in textures])
    quiet = np.array([name in QUIET for name in KINDS])
    return Tiles(ch, fg, bg, counts, quiet)


def ground(palette: Palette, name: str) -> Ground:
    """A palette's ground; for a terrain it does not have, that of a similar one."""
    if name in palette.grounds:
        return palette.grounds[name]
    terrain = TERRAIN[name]
    likest = {
        Entry.BLOCKED: "wall", Entry.VOID: "void", Entry.WATER: "deep_water",
        Entry.CHASM: "pit", Entry.TIGHT: "tight",
    }.get(terrain.entry, "difficult" if terrain.doublings else "floor")  # fmt: skip
    return palette.grounds[likest]


def _texture(textures: Mapping[str, Texture], name: str, shape: Shape, glyph: str = "") -> Texture:
    """A look's drawing; without one a glyph, the ground's own if it has any."""
    if name in textures:
        return textures[name]
    glyph = glyph or (TERRAIN[name].glyph if name in TERRAIN else "")
    rows = [BLANK * shape.wide for _ in shape.spans]
    column, row = shape.mark
    rows[row] = (BLANK * column + glyph).ljust(shape.wide)
    return (tuple(rows),)


def _plain(_textures: Mapping[str, Texture], name: str, shape: Shape) -> Texture:
    """A look in ASCII: what is solid all over, else one glyph, as map files have it."""
    kind = TERRAIN.get(_LIKE.get(name, name))
    glyph = _LETTERS.get(name) or (kind.glyph if kind else "") or BLANK
    if kind is not None and kind.solid:
        return (tuple(glyph * shape.wide for _ in shape.spans),)
    return _texture({}, name, shape, glyph)


def _stippled(textures: Mapping[str, Texture], name: str, shape: Shape) -> Texture:
    """A look in dots: its stipple if it has one, in as many columns and rows as there are."""
    if name not in _STIPPLES:
        return _texture(textures, name, shape)
    line = dots(*(row * shape.wide for row in _STIPPLES[name]))[: shape.wide]
    return (tuple(line for _ in shape.spans),)


_LIKE = {"wall_face": "wall", **{top: name for name, top in TOPS.items()}}
_LETTERS = {"pit": "[", "pit_rim": '"', "tight_across": "=", "rise": "-", "stairs": "H"}
"""Glyphs in ASCII of looks that have none in map files."""
_STIPPLES: Mapping[str, tuple[str, str, str, str]] = {
    "difficult": ("o   ", "  o ", "o   ", "  o "),
    "very_difficult": ("o o ", " o o", "o   ", "  o "),
    "obstacle": ("oooo", "o   ", "oooo", "  o "),
    "pit": ("o o ", " o o", "o o ", " o o"),
    "tight_across": ("oooo", "    ", "    ", "oooo"),
    "deep_water": (" oo ", "o  o", "    ", "    "),
}
"""Four dots by four, repeated."""
_DRAWN: Mapping[str, Callable[[Mapping[str, Texture], str, Shape], Texture]] = {
    ASCII: _plain, BRAILLE: _stippled, UNICODE: lambda *asked: _texture(*asked),
}  # fmt: skip
"""How looks are drawn, by the graphics."""


def _toned(ground: Ground, tone: int) -> tuple[int, ...]:
    return tuple(min(max(c + (tone - 1) * ground.vary, 0), 255) for c in ground.bg)


_INDEX = {name: number for number, name in enumerate(KINDS)}


def named(name: str) -> int:
    """The index of a look by its name."""
    return _INDEX[name]


def plain_looks(field: Battlefield, level: int = 0) -> Grid:
    """The look of each cell regardless of its neighbours, ``[y, x]``."""
    return field.memo.of(("view plain looks", level), lambda: _plain_looks(field, level))


def _plain_looks(field: Battlefield, level: int) -> Grid:
    shown = section(field, level)
    base: Grid = np.take_along_axis(_kinds(field), shown.surface[None], 0)[0]
    for name, top in TOPS.items():
        base[shown.top & (base == _INDEX[name])] = _INDEX[top]
    return base


def _kinds(field: Battlefield) -> Grid:
    """The kind of every cell as an index into :data:`KINDS`, indexed ``[z, y, x]``."""
    index = {k: _INDEX[kind.name] for k, kind in field.grounds.items() if kind.name in _INDEX}
    names = ([[index[name] for name in row] for row in rows] for rows in field.levels)
    return field.memo.of("view kinds", lambda: np.array(list(names), np.int16))


def grounds_below(field: Battlefield, level: int = 0) -> Grid | None:
    """The look of what each cell is besides, -1 where it is one kind only; None on most maps."""
    if not field.kinds:
        return None
    return field.memo.of(("view grounds below", level), lambda: _grounds_below(field, level))


def _grounds_below(field: Battlefield, level: int) -> Grid:
    below = {k: _INDEX[kind.besides[0]] for k, kind in field.kinds.items() if kind.besides}
    names = [[[below.get(name, -1) for name in row] for row in z] for z in field.levels]
    surface = section(field, level).surface[None]
    found: Grid = np.take_along_axis(np.array(names, np.int16), surface, 0)[0]
    return found


def known_looks(field: Battlefield, remembered: Grid, level: int = 0) -> Grid:
    """The looks as a side knows them: a look that an unseen neighbour makes would give it away.

    ``remembered``: what it knows of what the level shows, ``[y, x]``.
    """
    full = looks(field, level)
    beside = {side: _all(remembered, field, side, fill=True) for side in _BESIDE}
    hidden = (full == _INDEX["wall_face"]) & ~beside["below"]
    hidden |= (full == _INDEX["pit_rim"]) & ~beside["above"]
    hidden |= (full == _INDEX["tight_across"]) & ~beside["abreast"]
    seen: Grid = np.where(hidden, plain_looks(field, level), full)
    return seen


def looks(field: Battlefield, level: int = 0) -> Grid:
    """The look of each cell as an index into :data:`KINDS`, indexed ``[y, x]``."""
    return field.memo.of(("view looks", level), lambda: _looks(field, level))


def _looks(field: Battlefield, level: int) -> Grid:
    index, base, shown = _INDEX, plain_looks(field, level), section(field, level)
    out = base.copy()
    hidden = layers(field, "opaque")[level] | (base == index["void"])
    front = (base == index["wall"]) & ~_all(hidden, field, "below", fill=True)
    out[front] = index["wall_face"]
    pit = base == index["pit"]
    out[pit & ~_all(pit, field, "above", fill=False)] = index["pit_rim"]
    tight = base == index["tight"]
    entry = np.take_along_axis(layers(field, "entry"), shown.surface[None], 0)[0]
    open_ = ~np.isin(entry, [Entry.BLOCKED, Entry.VOID]) | shown.top
    out[tight & _all(open_, field, "abreast", fill=False)] = index["tight_across"]
    return out


_BESIDE: Mapping[str, Mapping[str, tuple[tuple[int, int], ...]]] = {
    "above": {"square": ((0, -1),), "even": ((-1, -1), (0, -1)), "odd": ((0, -1), (1, -1))},
    "below": {"square": ((0, 1),), "even": ((-1, 1), (0, 1)), "odd": ((0, 1), (1, 1))},
    "abreast": dict.fromkeys(("square", "even", "odd"), ((-1, 0), (1, 0))),
}
"""Where the neighbours on a side lie: on squares; on hexes from a cell of an even or an odd row."""
_ROWS: Mapping[str, tuple[str, str]] = {
    "square": ("square", "square"), "cube": ("square", "square"), "hex": ("even", "odd"),
}  # fmt: skip
"""The kind of an even row and of an odd one in :data:`_BESIDE`, by the topology's name."""


def _all(grid: Grid, field: Battlefield, side: str, *, fill: bool) -> Grid:
    """Where all the neighbours on a side are in a mask; ``fill`` is what lies off the map."""
    even, odd = _ROWS[field.topology]
    found = _every(grid, _BESIDE[side][even], fill=fill)
    if odd != even:
        found[1::2] = _every(grid, _BESIDE[side][odd], fill=fill)[1::2]
    return found


def _every(grid: Grid, offsets: tuple[tuple[int, int], ...], *, fill: bool) -> Grid:
    (dx, dy), *others = offsets
    found = _neighbour(grid, dx, dy, fill=fill)
    for dx, dy in others:
        found = found & _neighbour(grid, dx, dy, fill=fill)
    return found


def _neighbour(grid: Grid, dx: int, dy: int, *, fill: bool) -> Grid:
    """The grid read one cell off: at each cell what its neighbour holds."""
    height, width = grid.shape
    padded = np.full((height + 2, width + 2), fill)
    padded[1:-1, 1:-1] = grid
    return padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]


def grain(field: Battlefield) -> tuple[Grid, Grid]:
    """A number for each cell that picks its variant, and its tone, ``[y, x]``.

    Tones lie in patches; on hexes no two neighbours have the same.
    """
    return field.memo.of("view grain", lambda: _grain(field))


def _grain(field: Battlefield) -> tuple[Grid, Grid]:
    ys, xs = np.mgrid[: field.height, : field.width].astype(np.uint32)
    return _hash(xs, ys), _TONING[field.topology](xs, ys)


def _patches(xs: Grid, ys: Grid) -> Grid:
    """Tones in patches."""
    found: Grid = np.array([1, 1, 0, 2], np.int8)[_hash(xs // 5, ys // 3) % 4]
    return found


def _threes(xs: Grid, ys: Grid) -> Grid:
    """Tones of hexes, of which no neighbours share one."""
    found: Grid = ((xs + 2 * ys - ys // 2) % 3).astype(np.int8)
    return found


_TONING: Mapping[str, Callable[[Grid, Grid], Grid]] = {
    "square": _patches, "hex": _threes, "cube": _patches,
}  # fmt: skip
"""How the tones of each topology lie, by its name."""


def _hash(xs: Grid, ys: Grid) -> Grid:
    """A number that looks like chance but is the same wherever the map is drawn."""
    mixed: Grid = xs * np.uint32(73856093) ^ ys * np.uint32(19349663)
    mixed ^= mixed >> np.uint32(13)
    mixed *= np.uint32(0x5BD1E995)
    mixed >>= np.uint32(15)
    return mixed.astype(np.int64)


__all__ = ["KINDS", "QUIET", "TEXTURES", "Tiles", "grain", "ground", "grounds_below", "known_looks",
           "looks", "named", "plain_looks", "tiles"]  # fmt: skip
