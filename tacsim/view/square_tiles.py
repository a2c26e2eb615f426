"""The ground's textures on squares, at every zoom."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.view.dots import dots
from tacsim.view.glyphs import BLANK
from tacsim.view.hex_tiles import Texture

_CROWN = dots(" oo ", "oooo", "oooo", " oo ")
_STONE = dots("    ", " oo ", "oooo", "oooo")
_WAVE = dots("    ", " o  ", "o oo", "    ")
_RIPPLE = dots("    ", "    ", "oo  ", "  oo")
_RIM = dots("oooo", "    ", "    ", "    ")
_SIDES = dots("o  o", "o  o", "o  o", "o  o")
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
    "pit": ((":",),),
    "pit_rim": ((":",),),
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
    "stairs": ((_TREAD * 2,),),
    "air": (("  ",),),
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
    "pit": (("    ", "  : "), (" :  ", "    ")),
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
    "tree_top": (
        dots("    oooo    ", "  oo    oo  ", " o        o ", "o          o"),
        dots(*["o          o"] * 4),
        dots("o          o", " o        o ", "  oo    oo  ", "    oooo    "),
    ),
    "boulder_top": (
        dots(*["            "] * 2, "    oooo    ", "  oo    oo  "),
        dots(" o       o  ", "o         o ", *["o          o"] * 2),
        dots("oo        oo", " oooooooooo ", *["            "] * 2),
    ),
}
_CLOSEST: Mapping[str, Texture] = {
    name: (_BLOB[name], *_wider(texture)[1:]) if name in _BLOB else _wider(texture)
    for name, texture in _CLOSE.items()
}
TEXTURES: tuple[Mapping[str, Texture], ...] = (_FAR, _NORMAL, _CLOSE, _CLOSEST)
"""Textures of squares by kind for each zoom level."""

__all__ = ["TEXTURES"]
