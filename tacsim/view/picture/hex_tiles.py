"""The ground's textures on hexes: drawn in the box around a cell, of which its caps are a part.

Floors and walls leave the caps bare, so that their slanted sides can be seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from tacsim.view.palettes.dots import dots

_CROWN = dots(" oo ", "oooo", "oooo", " oo ")
_STONE = dots("    ", " oo ", "oooo", "oooo")
_WAVE = dots("    ", " o  ", "o oo", "    ")
_RIPPLE = dots("    ", "    ", "oo  ", "  oo")
_TREAD = dots("oo", "  ", "oo", "  ")

Texture: TypeAlias = tuple[tuple[str, ...], ...]
"""Variants of a tile, each its rows of glyphs."""


def drawing(*rows: str) -> tuple[str, ...]:
    """The lines of glyphs of a picture in dots, four rows to a line.

    >>> drawing("oooo", "    ", "    ", "oooo", "    ", "oooo")
    ('⣉⣉', '⠒⠒')
    """
    wide = len(rows[0])
    padded = [*rows, *[" " * wide] * (-len(rows) % 4)]
    lines = (dots(*padded[n : n + 4]) for n in range(0, len(padded), 4))
    return tuple(line.replace(dots(*["  "] * 4), " ") for line in lines)


NORMAL: Mapping[str, Texture] = {
    "floor": (("∙ ",), ("∙ ",), ("∙ ",), ("∙⠐",), ("∙ ",), ("∙⠄",)),
    "wall": (("  ",), ("  ",), (" ⠄",)),
    "wall_face": (("  ",), ("⠄ ",)),
    "tree": ((_CROWN,),),
    "difficult": ((",⠂",), (",⠠",), (",⠐",)),
    "very_difficult": ((";⠔",), (";⠢",)),
    "obstacle": (("%⡢",),),
    "boulder": ((_STONE,),),
    "pit": (("⣉ ",),),
    "pit_rim": ((dots("oooo", "    ", "    ", "    "),),),
    "tight": ((dots("o  o", "o  o", "o  o", "o  o"),),),
    "tight_across": (("==",),),
    "deep_water": (("~ ",), (_WAVE,), (_RIPPLE,), ("  ",)),
    "void": (("  ",),),
    "rise": ((dots("    ", "oooo", "    ", "    "),), ("⠒ ",)),
    "stairs": ((_TREAD * 2,),),
    "air": (("  ",),),
}
"""Tiles of one line and two columns; those of squares are the same but for a few."""
_CLOSE: Mapping[str, Texture] = {
    "floor": (
        ("    ", " ⠐⠂ ", "    "), ("    ", " ⠐⠂⠂", "    "), ("    ", " ⠐⠂ ", "    "),
        ("    ", " ⠐⠂⡀", "    "), ("    ", "⡀⠐⠂ ", "    "),
    ),
    "wall": (("    ", "    ", "    "), ("    ", "  ⡀ ", "    "), ("    ", "⠂   ", "    ")),
    "wall_face": (("    ", "⣀⣀⣀⣀", "    "), ("    ", "⣀⣇⣀⣀", "    "), ("    ", "⣀⣀⣀⣸", "    ")),
    "tree": (
        drawing(
            "        ", "   oo   ", "  oooo  ", " oooooo ",
            " oooooo ", "oooooooo", "oooooooo", " oooooo ",
            " oooooo ", "  oooo  ", "   oo   ", "        ",
        ),
    ),
    "difficult": (
        (" ,  ", "  , ", "    "), ("    ", " ,  ", "  , "), ("  , ", ",   ", " ,  "),
    ),
    "very_difficult": ((" ;  ", "; ; ", "  ; "), ("  ; ", " ; ;", " ;  ")),
    "obstacle": ((" %% ", "%  %", " %% "),),
    "boulder": (
        drawing(
            "        ", "        ", "        ", "        ",
            "  ooo   ", " ooooo  ", "ooooooo ", "oooooooo",
            " oooooo ", "  ooo   ", "        ", "        ",
        ),
    ),
    "pit": (("    ", "  ⣉ ", "    "), ("    ", " ⣉  ", "    ")),
    "pit_rim": ((" ⠛⠛ ", "    ", "    "),),
    "tight": ((" ⡇⢸ ", " ⡇⢸ ", " ⡇⢸ "),),
    "tight_across": ((" ⠛⠛ ", "    ", " ⣤⣤ "),),
    "deep_water": (
        drawing(
            "        ", "        ", "   o    ", "  o oo  ",
            "        ", " o    o ", "o oo o o", "        ",
            "   oo   ", "  o  o  ", "        ", "        ",
        ),
        ("    ", " ~  ", "    "), ("    ", "    ", "  ~ "), ("    ", "    ", "    "),
    ),
    "void": (("    ", "    ", "    "),),
    "rise": ((" ⠒⠒ ", "    ", " ⠒⠒ "),),
    "stairs": ((_TREAD * 4,) * 3,),
    "air": (("    ", "    ", "    "),),
}  # fmt: skip
_FLAT = _CAP = " " * 8
_CLOSER: Mapping[str, Texture] = {
    "floor": (
        (_CAP, "   ⢀⡀   ", _FLAT, _CAP), (_CAP, " ⠂ ⢀⡀   ", _FLAT, _CAP),
        (_CAP, "   ⢀⡀   ", "     ⠠  ", _CAP), (_CAP, "   ⢀⡀   ", "  ⠄     ", _CAP),
    ),
    "wall": (
        (_CAP, _FLAT, _FLAT, _CAP), (_CAP, "  ⡀     ", _FLAT, _CAP),
        (_CAP, _FLAT, "     ⠂  ", _CAP),
    ),
    "wall_face": (
        (_CAP, "⣀⣀⣀⣀⣀⣀⣀⣀", "  ⡇    ⡇", _CAP), (_CAP, "⣀⣀⣀⣀⣀⣀⣀⣀", " ⡇    ⡇ ", _CAP),
    ),
    "tree": (
        drawing(
            "                ", "      oooo      ", "    oooooooo    ", "   oooooooooo   ",
            "  oooooooooooo  ", *["oooooooooooooooo"] * 5, " oooooooooooooo ",
            "  oooooooooooo  ",
            "   oooooooooo   ", "    oooooooo    ", "      oooo      ", "                ",
        ),
    ),
    "difficult": (
        ("   ,    ", "     ,  ", " ,      ", "    ,   "),
        ("    ,   ", " ,    , ", "    ,   ", "  ,     "),
    ),
    "very_difficult": (
        ("   ;    ", " ;   ;  ", "   ;   ;", "    ;   "),
        ("    ;   ", "  ;   ; ", ";   ;   ", "   ;    "),
    ),
    "obstacle": (("   %%   ", " %    % ", "%  %%  %", "  %  %  "),),
    "boulder": (
        drawing(
            *["                "] * 4, "     ooooo      ", "   ooooooooo    ",
            "  ooooooooooo   ", " ooooooooooooo  ", " oooooooooooooo ", "oooooooooooooooo",
            "oooooooooooooooo", " oooooooooooooo ",
            "   ooooooooo    ", *["                "] * 3,
        ),
    ),
    "pit": ((_CAP, "     ⣉  ", "  ⣉     ", _CAP), (_CAP, "  ⣉     ", "     ⣉  ", _CAP)),
    "pit_rim": (("  ⠛⠛⠛⠛  ", _FLAT, _FLAT, _CAP),),
    "tight": (("  ⡇  ⢸  ",) * 4,),
    "tight_across": (("  ⠛⠛⠛⠛  ", _FLAT, _FLAT, "  ⣤⣤⣤⣤  "),),
    "deep_water": (
        drawing(
            *["                "] * 2, "      o         ", "     o ooo      ",
            *["                "] * 2, "  ooo           ", "oo   oooo   oooo",
            *["                "] * 2, "         oooo   ", "  ooooooo    ooo",
            *["                "] * 4,
        ),
        (_CAP, "  ~     ", "     ~  ", _CAP), (_CAP, "     ~  ", _FLAT, _CAP),
        (_CAP, _FLAT, _FLAT, _CAP),
    ),
    "void": ((_CAP, _FLAT, _FLAT, _CAP),),
    "rise": (("  ⠒⠒⠒⠒  ", _FLAT, "⠒⠒⠒⠒⠒⠒⠒⠒", _CAP),),
    "stairs": ((_CAP, _TREAD * 8, _TREAD * 8, _CAP),),
    "air": ((_CAP, _FLAT, _FLAT, _CAP),),
}  # fmt: skip
HEX_TEXTURES: tuple[Mapping[str, Texture], ...] = (NORMAL, NORMAL, _CLOSE, _CLOSER)
"""Textures by kind for each zoom level; what stands outside a cell's own part is never seen."""
