"""Tiles: the ground's textures at every zoom, as arrays that paint a whole map at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import attrs
import numpy as np

from tacsim.model.terrain import TERRAIN, Battlefield, Entry, Grid
from tacsim.view.glyphs import BLANK, dots
from tacsim.view.hex_tiles import HEX_TEXTURES, Texture
from tacsim.view.layout import SQUARES, Layout, Shape
from tacsim.view.palette import Ground, Palette

DERIVED = ("wall_face", "pit_rim", "tight_across")
"""Looks that come from a cell's neighbours: a wall seen from the front, a pit's far edge, a tight
passage from left to right."""
KINDS: tuple[str, ...] = (*TERRAIN, *DERIVED)
"""Every look of the ground, in the order of the arrays."""
TONES = 3

_CROWN = dots(" oo ", "oooo", "oooo", " oo ")
_STONE = dots("    ", " oo ", "oooo", "oooo")
_WAVE = dots("    ", " o  ", "o oo", "    ")
_RIPPLE = dots("    ", "    ", "oo  ", "  oo")
_RIM = dots("oooo", "    ", "    ", "    ")
_SIDES = dots("o  o", "o  o", "o  o", "o  o")
_BRICK = dots("    ", "    ", "o   ", "    ")

_TERRACE = dots("    ", "oooo", "    ", "    ")
_BIG_TERRACE = (dots("        ", "oooooooo", "        ", "        "), dots(*["        "] * 4))

_BIG_CROWN = (
    dots("   oo   ", "  oooo  ", " oooooo ", "oooooooo"),
    dots("oooooooo", " oooooo ", "  oooo  ", "   oo   "),
)
_BIG_STONE = (
    dots("        ", "        ", "   oo   ", "  ooooo "),
    dots(" oooooo ", "oooooooo", "oooooooo", " oooooo "),
)
_BIG_WAVES = (
    dots("        ", "  oo    ", " o  o   ", "o    oo "),
    dots("    oo  ", "   o  o ", " oo    o", "        "),
)
_BIG_SIDES = (dots("o      o", *["o      o"] * 3),) * 2
_BIG_BANKS = (dots("oooooooo", *["        "] * 3), dots(*["        "] * 3, "oooooooo"))

_FAR: Mapping[str, Texture] = {
    "floor": ((" ",), (" ",), ("∙",), (" ",), (" ",), ("⠄",)),
    "wall": ((" ",),),
    "wall_face": ((" ",),),
    "tree": (("⣿",), ("⢾",), ("⡷",)),
    "difficult": ((",",), (",",), ("`",)),
    "very_difficult": ((";",),),
    "obstacle": (("%",),),
    "boulder": (("^",),),
    "pit": ((":",),),
    "pit_rim": ((":",),),
    "tight": (("⡇",),),
    "tight_across": (("=",),),
    "deep_water": (("~",), ("~",), (" ",)),
    "void": ((" ",),),
    "rise": (("⠒",), ("⠒",), (" ",)),
}
_NORMAL: Mapping[str, Texture] = {
    "floor": (("∙ ",), ("∙ ",), ("∙ ",), ("∙⠐",), ("∙ ",), ("∙⠄",)),
    "wall": (("  ",), ("  ",), (_BRICK,)),
    "wall_face": (("  ",), (_BRICK,)),
    "tree": ((_CROWN,),),
    "difficult": ((",⠂",), (",⠠",), (",⠐",)),
    "very_difficult": ((";⠔",), (";⠢",)),
    "obstacle": (("%⡢",),),
    "boulder": ((_STONE,),),
    "pit": ((": ",),),
    "pit_rim": ((_RIM,),),
    "tight": ((_SIDES,),),
    "tight_across": (("==",),),
    "deep_water": (("~ ",), (_WAVE,), (_RIPPLE,), ("  ",)),
    "void": (("  ",),),
    "rise": ((_TERRACE,), (_TERRACE,), ("⠒ ",)),
}
_CLOSE: Mapping[str, Texture] = {
    "floor": (
        ("⠁   ", "    "), ("⠁   ", "  ⠂ "), ("⠁   ", "    "), ("⠁ ⠐ ", "    "), ("⠁   ", " ⠄  "),
    ),
    "wall": (("    ", "    "), ("  ⡀ ", "    "), ("    ", " ⠂  ")),
    "wall_face": (("⣀⣀⣀⣀", "  ⡇ "), ("⣀⣀⣀⣀", "⡇   ")),
    "tree": (_BIG_CROWN,),
    "difficult": ((",   ", "  , "), ("  , ", ",   "), (" ,  ", "   ,")),
    "very_difficult": ((";  ;", " ;  "), (" ;  ", ";  ;")),
    "obstacle": (("%  %", " %% "),),
    "boulder": (_BIG_STONE,),
    "pit": (("    ", "  : "), (" :  ", "    ")),
    "pit_rim": (("⠛⠛⠛⠛", "    "),),
    "tight": (_BIG_SIDES,),
    "tight_across": (_BIG_BANKS,),
    "deep_water": (_BIG_WAVES, ("    ", " ~  "), ("  ~ ", "    "), ("    ", "    ")),
    "void": (("    ", "    "),),
    "rise": (_BIG_TERRACE,),
}  # fmt: skip


def _wider(texture: Texture) -> Texture:
    """The tiles of the nearest zoom, out of those before it: room around the same drawing."""
    variants = []
    for rows in texture:
        top, bottom = rows
        middle = "".join(a if a == b else BLANK for a, b in zip(top, bottom, strict=True))
        lines = (top, middle, bottom)
        variants.append(tuple(f"{line[:2]}{_between(line)}{line[2:]}" for line in lines))
    return tuple(variants)


def _between(line: str) -> str:
    """What goes between the halves of a line: more of the same where it runs through."""
    return line[1] * 2 if line[1] == line[2] else BLANK * 2


_BLOB: Mapping[str, tuple[str, ...]] = {
    "tree": (
        dots("    oooo    ", "  oooooooo  ", " oooooooooo ", "oooooooooooo"),
        dots(*["oooooooooooo"] * 4),
        dots("oooooooooooo", " oooooooooo ", "  oooooooo  ", "    oooo    "),
    ),
    "boulder": (
        dots(*["            "] * 2, "    oooo    ", "  oooooooo  "),
        dots(" ooooooooo  ", "ooooooooooo ", *["oooooooooooo"] * 2),
        dots("oooooooooooo", " oooooooooo ", *["            "] * 2),
    ),
    "deep_water": (
        dots(*["            "] * 2, "  oooo      ", "oo    oooooo"),
        dots(*["            "] * 4),
        dots("    oo      ", "oooo  oooooo", *["            "] * 2),
    ),
    "tight": (dots(*["oo        oo"] * 4),) * 3,
}
_CLOSEST: Mapping[str, Texture] = {
    name: (_BLOB[name], *_wider(texture)[1:]) if name in _BLOB else _wider(texture)
    for name, texture in _CLOSE.items()
}
TEXTURES: tuple[Mapping[str, Texture], ...] = (_FAR, _NORMAL, _CLOSE, _CLOSEST)
"""Textures of squares by kind for each zoom level."""
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
    textures = [_texture(_SETS[layout.name][zoom], name, shape) for name in KINDS]
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
    quiet = np.array([name in ("floor", "void") for name in KINDS])
    return Tiles(ch, fg, bg, counts, quiet)


def ground(palette: Palette, name: str) -> Ground:
    """A palette's ground; for a terrain that it does not know, that of the likest one it does."""
    if name in palette.grounds:
        return palette.grounds[name]
    terrain = TERRAIN[name]
    likest = {
        Entry.BLOCKED: "wall", Entry.VOID: "void", Entry.WATER: "deep_water",
        Entry.CHASM: "pit", Entry.TIGHT: "tight",
    }.get(terrain.entry, "difficult" if terrain.doublings else "floor")  # fmt: skip
    return palette.grounds[likest]


def _texture(textures: Mapping[str, Texture], name: str, shape: Shape) -> Texture:
    if name in textures:
        return textures[name]
    rows = [BLANK * shape.wide for _ in shape.spans]
    column, row = shape.mark
    rows[row] = (BLANK * column + TERRAIN[name].glyph).ljust(shape.wide)
    return (tuple(rows),)


def _toned(ground: Ground, tone: int) -> tuple[int, ...]:
    return tuple(min(max(c + (tone - 1) * ground.vary, 0), 255) for c in ground.bg)


_INDEX = {name: number for number, name in enumerate(KINDS)}


def plain_looks(field: Battlefield) -> Grid:
    """The look of each cell by itself, whatever its neighbours are."""
    if "view plain looks" not in field.memo:
        rows = [[_INDEX[name] for name in row] for row in field.rows]
        field.memo["view plain looks"] = np.array(rows, np.int16)
    return field.memo["view plain looks"]  # type: ignore[no-any-return]  # the memo holds what was put there


def known_looks(field: Battlefield, remembered: Grid) -> Grid:
    """The looks as a side knows them: a look that an unseen neighbour makes would give it away."""
    full = looks(field)
    beside = {side: _all(remembered, field, side, fill=True) for side in _BESIDE}
    hidden = (full == _INDEX["wall_face"]) & ~beside["below"]
    hidden |= (full == _INDEX["pit_rim"]) & ~beside["above"]
    hidden |= (full == _INDEX["tight_across"]) & ~beside["abreast"]
    seen: Grid = np.where(hidden, plain_looks(field), full)
    return seen


def looks(field: Battlefield) -> Grid:
    """The look of each cell as an index into :data:`KINDS`, indexed ``[y, x]``."""
    if "view looks" not in field.memo:
        index, base = _INDEX, plain_looks(field)
        out = base.copy()
        hidden = field.array("opaque") | (base == index["void"])
        front = (base == index["wall"]) & ~_all(hidden, field, "below", fill=True)
        out[front] = index["wall_face"]
        pit = base == index["pit"]
        out[pit & ~_all(pit, field, "above", fill=False)] = index["pit_rim"]
        tight = base == index["tight"]
        open_ = ~np.isin(field.array("entry"), [Entry.BLOCKED, Entry.VOID])
        out[tight & _all(open_, field, "abreast", fill=False)] = index["tight_across"]
        field.memo["view looks"] = out
    return field.memo["view looks"]  # type: ignore[no-any-return]  # the memo holds what was put there


_BESIDE: Mapping[str, Mapping[str, tuple[tuple[int, int], ...]]] = {
    "above": {"square": ((0, -1),), "even": ((-1, -1), (0, -1)), "odd": ((0, -1), (1, -1))},
    "below": {"square": ((0, 1),), "even": ((-1, 1), (0, 1)), "odd": ((0, 1), (1, 1))},
    "abreast": dict.fromkeys(("square", "even", "odd"), ((-1, 0), (1, 0))),
}
"""Where the neighbours on a side lie: on squares; on hexes from a cell of an even or an odd row."""


def _all(grid: Grid, field: Battlefield, side: str, *, fill: bool) -> Grid:
    """Where all the neighbours on a side are in a mask; ``fill`` is what lies off the map."""
    if field.topology != "hex":
        return _every(grid, _BESIDE[side]["square"], fill=fill)
    found = _every(grid, _BESIDE[side]["even"], fill=fill)
    found[1::2] = _every(grid, _BESIDE[side]["odd"], fill=fill)[1::2]
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
    if "view grain" not in field.memo:
        ys, xs = np.mgrid[: field.height, : field.width].astype(np.uint32)
        if field.topology == "hex":
            tones = ((xs + 2 * ys - ys // 2) % 3).astype(np.int8)
        else:
            tones = np.array([1, 1, 0, 2], np.int8)[_hash(xs // 5, ys // 3) % 4]
        field.memo["view grain"] = (_hash(xs, ys), tones)
    return field.memo["view grain"]  # type: ignore[no-any-return]  # the memo holds what was put there


def _hash(xs: Grid, ys: Grid) -> Grid:
    """A number that looks like chance but is the same wherever the map is drawn."""
    mixed: Grid = xs * np.uint32(73856093) ^ ys * np.uint32(19349663)
    mixed ^= mixed >> np.uint32(13)
    mixed *= np.uint32(0x5BD1E995)
    mixed >>= np.uint32(15)
    return mixed.astype(np.int64)


__all__ = ["KINDS", "TEXTURES", "Tiles", "grain", "ground", "known_looks", "looks", "plain_looks",
           "tiles"]  # fmt: skip
