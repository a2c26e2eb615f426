"""The ground's textures on squares, at every zoom."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.view.palettes.dots import dots
from tacsim.view.palettes.glyphs import BLANK
from tacsim.view.picture.hex_tiles import NORMAL, Texture

_BRICK = dots("    ", "    ", "o   ", "    ")

_TERRACE = dots("    ", "oooo", "    ", "    ")
_BIG_TERRACE = (dots("        ", "oooooooo", "        ", "        "), dots(*["        "] * 4))

_TREAD = dots("oo", "  ", "oo", "  ")
_FLAG = dots("  ", " o", "o ", "  ")
_DOME = dots("  ", " o", "o ", " o")
_HOLLOW = dots(" oo ", "o  o", "o  o", " oo ")

_BIG_CROWN = (
    dots("   oo   ", "  oooo  ", " oooooo ", "oooooooo"),
    dots("oooooooo", " oooooo ", "  oooo  ", "   oo   "),
)
_BIG_STONE = (
    dots("        ", "        ", "   oo   ", "  ooooo "),
    dots(" oooooo ", "oooooooo", "oooooooo", " oooooo "),
)
_BIG_HOLLOW = (
    dots("   oo   ", "  o  o  ", " o    o ", "o      o"),
    dots("o      o", " o    o ", "  o  o  ", "   oo   "),
)
_BIG_DOME = (
    dots("        ", "        ", "   oo   ", "  o  oo "),
    dots(" o    o ", "o      o", "o      o", " oooooo "),
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
    "pit": (("⣉",),),
    "pit_rim": (("⣉",),),
    "tight": (("⡇",),),
    "tight_across": (("=",),),
    "deep_water": (("~",), ("~",), (" ",)),
    "void": ((" ",),),
    "rise": (("⠒",), ("⠒",), (" ",)),
    "stairs": ((_TREAD,),),
    "air": ((" ",),),
    "wall_top": ((_FLAG,), (_FLAG,), (" ",)),
    "tree_top": ((_HOLLOW[0],),),
    "boulder_top": ((_DOME,),),
}
_NORMAL: Mapping[str, Texture] = {
    **NORMAL,
    "wall": (("  ",), ("  ",), (_BRICK,)),
    "wall_face": (("  ",), (_BRICK,)),
    "rise": ((_TERRACE,), (_TERRACE,), ("⠒ ",)),
    "wall_top": ((_FLAG * 2,),),
    "tree_top": ((_HOLLOW,),),
    "boulder_top": ((_DOME + BLANK,), (BLANK + _DOME,)),
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
    "pit": (("    ", "  ⣉ "), (" ⣉  ", "    ")),
    "pit_rim": (("⠛⠛⠛⠛", "    "),),
    "tight": (_BIG_SIDES,),
    "tight_across": (_BIG_BANKS,),
    "deep_water": (_BIG_WAVES, ("    ", " ~  "), ("  ~ ", "    "), ("    ", "    ")),
    "void": (("    ", "    "),),
    "rise": (_BIG_TERRACE,),
    "stairs": ((_TREAD * 4, _TREAD * 4),),
    "air": (("    ", "    "),),
    "wall_top": ((f"{_FLAG}{BLANK}{_FLAG}{BLANK}", f"{BLANK}{_FLAG}{BLANK}{_FLAG}"),),
    "tree_top": (_BIG_HOLLOW,),
    "boulder_top": (_BIG_DOME,),
}  # fmt: skip


def _roomier(texture: Texture, rows: int) -> Texture:
    """Tiles of so many rows, twice as many columns, out of two rows: room around the same."""
    variants = []
    for top, bottom in texture:
        middle = "".join(a if a == b else BLANK for a, b in zip(top, bottom, strict=True))
        lines = (top, *[middle] * (rows - 2), bottom)
        wide = tuple(f"{line[:2]}{_between(line) * (rows - 2)}{line[2:]}" for line in lines)
        variants.append(wide)
    return tuple(variants)


def _between(line: str) -> str:
    """What goes between the halves of a line: more of the same where it runs through."""
    return line[1] * 2 if line[1] == line[2] else BLANK * 2


_CANOPY = (
    "    oooo    ", "  oooooooo  ", " oooooooooo ", *["oooooooooooo"] * 6,
    " oooooooooo ", "  oooooooo  ", "    oooo    ",
)  # fmt: skip
_OUTLINE = (
    "    oooo    ", "  oo    oo  ", " o        o ", *["o          o"] * 6,
    " o        o ", "  oo    oo  ", "    oooo    ",
)  # fmt: skip
_NONE = " " * 12
_BLOBS: Mapping[str, tuple[str, ...]] = {
    "tree": _CANOPY,
    "boulder": (
        _NONE, _NONE, "    oooo    ", "  oooooooo  ", " ooooooooo  ", "ooooooooooo ",
        *["oooooooooooo"] * 3, " oooooooooo ", _NONE, _NONE,
    ),
    "deep_water": (
        _NONE, _NONE, "  oooo      ", "oo    oooooo", *[_NONE] * 4,
        "    oo      ", "oooo  oooooo", _NONE, _NONE,
    ),
    "tight": ("oo        oo",) * 12,
    "tree_top": _OUTLINE,
    "boulder_top": (
        _NONE, _NONE, "    oooo    ", "  oo    oo  ", " o       o  ", "o         o ",
        *["o          o"] * 2, "oo        oo", " oooooooooo ", _NONE, _NONE,
    ),
}  # fmt: skip
"""First variants of what fills its square, twelve dots by twelve."""


def _nearest(size: int) -> list[int]:
    """Of twelve dots, those that are nearest to so many."""
    return [(2 * n + 1) * 12 // (2 * size) for n in range(size)]


def _scaled(picture: tuple[str, ...], rows: int, columns: int = 0) -> tuple[str, ...]:
    """A picture of twelve dots by twelve in so many rows, of twice as many columns unless told.

    >>> _scaled(("o" * 12,) * 12, 4) == ("⣿" * 8,) * 4, _scaled(("o" * 12,) * 12, 2, 3)
    (True, ('⣿⣿⣿', '⣿⣿⣿'))
    """
    down, across = _nearest(4 * rows), _nearest(2 * (columns or 2 * rows))
    lines = ["".join(picture[y][x] for x in across) for y in down]
    return tuple(dots(*lines[4 * row : 4 * row + 4]) for row in range(rows))


def _narrower(texture: Texture) -> Texture:
    """Tiles of two rows and three columns, out of those of four: the last column is left out.

    >>> _narrower(((",   ", "  , "),))
    ((',  ', '  ,'),)
    """
    return tuple(tuple(line[:-1] for line in lines) for lines in texture)


def _enlarged(rows: int) -> Mapping[str, Texture]:
    """The tiles of a zoom at which a square has so many rows."""
    found = {name: _roomier(texture, rows) for name, texture in _CLOSE.items()}
    for name, picture in _BLOBS.items():
        found[name] = (_scaled(picture, rows), *found[name][1:])
    return found


_NEAR: Mapping[str, Texture] = {
    name: (_scaled(_BLOBS[name], 2, 3) if name in _BLOBS else first, *others)
    for name, (first, *others) in ((name, _narrower(texture)) for name, texture in _CLOSE.items())
}
TEXTURES: tuple[Mapping[str, Texture], ...] = (
    _FAR, _NORMAL, _NEAR, _CLOSE, *map(_enlarged, (3, 4, 5)),
)  # fmt: skip
"""Textures of squares by kind for each zoom level."""
