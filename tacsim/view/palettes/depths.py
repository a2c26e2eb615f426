"""Depths: palettes for terminals that show fewer colours, each picked from what those can show.

Where a terminal shows 256 colours, they are those of the cube and of the greys that xterm has;
those before them, like the sixteen of other terminals, everybody sets as they like. Of the sixteen
only the names are sure: what lies side by side never has the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import attrs

from tacsim.view.palettes.colours import RGB, Ground, Palette, Tint
from tacsim.view.palettes.graphics import UNICODE
from tacsim.view.palettes.palette import (
    CONTRAST,
    DARK,
    DEUTERANOPIA,
    LIGHT,
    MONO,
    PALETTES,
    PROTANOPIA,
    SIXTEEN,
    TRITANOPIA,
)

CUBE = (0, 95, 135, 175, 215, 255)
BLACK, RED, GREEN, BROWN, BLUE, MAGENTA, CYAN, GREY = range(8)
DIM, BRIGHT_RED, BRIGHT_GREEN, YELLOW, BRIGHT_BLUE, PINK, BRIGHT_CYAN, WHITE = range(8, 16)


def of_256(number: int) -> RGB:
    """One of xterm's colours from 16 on; a grey as near it as is needed to come out as itself.

    >>> of_256(75), of_256(236)
    ((95, 175, 255), (51, 51, 51))
    """
    if number >= 232:
        return (round((number - 231) * 10.2),) * 3
    red, rest = divmod(number - 16, 36)
    return (CUBE[red], CUBE[rest // 6], CUBE[rest % 6])


def of_16(number: int) -> RGB:
    """A colour that comes out as that of the sixteen.

    >>> of_16(BROWN), of_16(BRIGHT_BLUE)
    ((170, 85, 0), (85, 85, 255))
    """
    red, green, blue = (170 * (number >> bit & 1) + 85 * (number >> 3) for bit in range(3))
    return (red, 85 if number == BROWN else green, blue)


def _picked(base: Palette, colour: Callable[[int], RGB], **numbers: Any) -> Palette:
    """A palette with other colours, which are given by their numbers; a tint of one covers."""

    def read(now: object, given: Any) -> Any:
        if isinstance(given, dict):
            assert isinstance(now, Mapping)
            return {**now, **{name: read(now[name], number) for name, number in given.items()}}
        if isinstance(now, Ground):
            return Ground(colour(given[0]), colour(given[1]))
        if isinstance(given, tuple) and not isinstance(given, Tint):
            return tuple(read(None, number) for number in given)
        if type(given) is int:
            return Tint(colour(given), 1.0) if isinstance(now, Tint) else colour(given)
        return given

    read_as = {name: read(getattr(base, name), given) for name, given in numbers.items()}
    return attrs.evolve(base, **read_as)


def _sent_as(palette: Palette, other: Mapping[RGB, RGB]) -> Palette:
    """A palette with other colours in the place of its own."""

    def read(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: read(one) for key, one in value.items()}
        if not isinstance(value, tuple):
            return value
        if value in other:
            return other[value]
        parts = tuple(map(read, value))
        return type(value)(*parts) if isinstance(value, Tint | Ground) else parts

    fields = {field.name: getattr(palette, field.name) for field in attrs.fields(Palette)}
    return Palette(**{name: read(value) for name, value in fields.items()})


DARK_256 = _picked(
    DARK, of_256,
    outside=233, unseen=233,
    grounds={
        "floor": (236, 240), "wall": (243, 246), "wall_face": (240, 248), "tree": (236, 71),
        "difficult": (237, 143), "very_difficult": (238, 172), "obstacle": (238, 137),
        "boulder": (236, 247), "pit": (232, 241), "pit_rim": (232, 244), "tight": (236, 246),
        "tight_across": (236, 246), "deep_water": (17, 67), "void": (233, 233),
        "rise": (239, 245), "stairs": (237, 247), "air": (234, 242), "wall_top": (239, 244),
        "tree_top": (237, 108), "boulder_top": (238, 246),
    },
    sides=(75, 203, 113, 176, 215, 80), ink=233, shadow=16,
    foes=((18, 24, 17), (52, 88, 16), (22, 58, 16), (53, 90, 16), (52, 58, 16), (23, 24, 16)),
    walk=23, double=54, threatened=167, path=94, cost=230, provokes=160, warning=231,
    cursor=221, cursor_ink=233, target=227, active=230, active_ink=234, line=222,
    area=96, corpse=138, down=238,
    below=Tint((0, 0, 0), 0.21), depth=246, hedge=107, wall=247, door=179,
    flashes={"hit": 209, "critical": 197, "miss": 250},
)  # fmt: skip

LIGHT_256 = _picked(
    LIGHT, of_256,
    outside=231, unseen=231,
    grounds={
        "floor": (254, 247), "wall": (244, 238), "wall_face": (248, 243), "tree": (254, 64),
        "difficult": (253, 136), "very_difficult": (252, 130), "obstacle": (252, 94),
        "boulder": (254, 242), "pit": (240, 246), "pit_rim": (240, 234), "tight": (254, 243),
        "tight_across": (254, 243), "deep_water": (153, 67), "void": (231, 231),
        "rise": (231, 247), "stairs": (252, 242), "air": (255, 251), "wall_top": (250, 244),
        "tree_top": (253, 65), "boulder_top": (252, 243),
    },
    sides=(25, 124, 28, 91, 130, 23), ink=231, shadow=231,
    friends=((25, 24, 19), (124, 88, 52), (28, 22, 58), (91, 54, 55), (130, 94, 58), (23, 22, 17)),
    foes=((152, 195, 117), (181, 224, 217), (157, 194, 193), (182, 225, 183), (223, 230, 222),
          (158, 152, 195)),
    walk=158, double=189, threatened=160, path=221, cost=58, provokes=160, warning=231,
    cursor=208, cursor_ink=232, target=125, active=235, active_ink=231, line=94,
    area=176, corpse=138, down=253, below=Tint((140, 140, 140), 0.22), depth=238,
    hedge=64, wall=240, door=130,
    flashes={"hit": 209, "critical": 161, "miss": 247},
)  # fmt: skip

CONTRAST_256 = _picked(
    CONTRAST, of_256,
    grounds={
        "floor": (16, 244), "wall": (250, 243), "wall_face": (246, 240), "tree": (16, 83),
        "difficult": (16, 228), "very_difficult": (16, 215), "obstacle": (16, 173),
        "boulder": (16, 252), "pit": (16, 167), "pit_rim": (16, 167), "tight": (16, 253),
        "tight_across": (16, 253), "deep_water": (18, 111), "void": (16, 16),
        "rise": (236, 251), "stairs": (234, 187), "air": (16, 61), "wall_top": (239, 252),
        "tree_top": (16, 77), "boulder_top": (235, 252),
    },
    sides=(81, 203, 83, 213, 221, 43), ink=16, shadow=16,
    foes=((24, 17, 18), (88, 52, 53), (22, 28, 58), (53, 90, 54), (58, 94, 52), (23, 24, 22)),
    walk=23, double=54, threatened=210, path=100, cost=231, provokes=160, area=127,
    cursor=226, target=226, active=231, line=226, corpse=181,
    below=Tint((90, 90, 90), 0.24), depth=231, hedge=120, wall=231, door=215,
    flashes={"hit": 203, "critical": 197, "miss": 248},
)  # fmt: skip

DEUTERANOPIA_256 = _picked(
    DARK_256, of_256, name="deuteranopia", title=DEUTERANOPIA.title,
    grounds={"tree": (236, 109), "deep_water": (17, 68), "difficult": (237, 144)},
    sides=(33, 226, 45, 197, 188, 192),
    friends=((33, 69, 105), (226, 190, 220), (45, 74, 117), (197, 203, 210),
             (188, 122, 218), (192, 222, 228)),
    foes=((17, 16, 53), (94, 58, 100), (23, 24, 60), (52, 16, 17), (59, 238, 242), (65, 29, 58)),
    walk=25, double=18, threatened=215, path=58, provokes=166, area=133, hedge=108, wall=248,
    flashes={"hit": 166, "critical": 208}, marks=True,
)  # fmt: skip

PROTANOPIA_256 = _picked(
    DEUTERANOPIA_256, of_256, name="protanopia", title=PROTANOPIA.title,
    sides=(147, 226, 159, 167, 201, 150),
    friends=((147, 39, 219), (226, 118, 227), (159, 116, 253), (167, 174, 203),
             (201, 165, 171), (150, 49, 179)),
    foes=((17, 16, 53), (130, 58, 100), (66, 23, 95), (52, 16, 53), (53, 17, 54), (22, 16, 17)),
    walk=25, double=19, path=136, provokes=160, area=89,
)  # fmt: skip

TRITANOPIA_256 = _picked(
    DEUTERANOPIA_256, of_256, name="tritanopia", title=TRITANOPIA.title,
    sides=(80, 197, 148, 214, 135, 200),
    friends=((80, 42, 117), (197, 196, 198), (148, 106, 190), (214, 178, 216),
             (135, 134, 140), (200, 199, 201)),
    foes=((23, 16, 24), (52, 16, 17), (22, 16, 58), (52, 16, 58), (53, 17, 18), (53, 17, 52)),
    walk=24, double=54, path=94, provokes=160, area=126,
)  # fmt: skip

MONO_256 = _picked(
    MONO, of_256,
    outside=16, unseen=16,
    grounds={
        "floor": (236, 245), "wall": (243, 252), "wall_face": (240, 246), "tree": (236, 250),
        "difficult": (237, 248), "very_difficult": (238, 251), "obstacle": (238, 251),
        "boulder": (236, 251), "pit": (232, 241), "pit_rim": (232, 247), "tight": (236, 250),
        "tight_across": (236, 250), "deep_water": (234, 245), "void": (16, 16),
        "rise": (239, 247), "stairs": (237, 250), "air": (16, 242), "wall_top": (240, 248),
        "tree_top": (238, 249), "boulder_top": (238, 247),
    },
    sides=(252,) * 6, ink=16, shadow=16, foes=((240, 238, 16),) * 6,
    walk=240, double=238, threatened=252, path=245, cost=231, provokes=252, warning=16,
    cursor=254, cursor_ink=16, target=231, active=231, active_ink=16, line=254, area=243,
    corpse=246, down=238, below=Tint((0, 0, 0), 0.36), depth=244, hedge=249, wall=254, door=252,
    flashes={"hit": 231, "critical": 231, "miss": 244},
)  # fmt: skip

LIGHT_16 = _picked(
    LIGHT, of_16,
    outside=WHITE, unseen=WHITE,
    grounds={
        "floor": (WHITE, GREY), "wall": (DIM, BLACK), "wall_face": (DIM, WHITE),
        "tree": (WHITE, GREEN), "difficult": (WHITE, BROWN), "very_difficult": (WHITE, RED),
        "obstacle": (WHITE, BLACK), "boulder": (WHITE, DIM), "pit": (BLACK, GREY),
        "pit_rim": (BLACK, WHITE), "tight": (WHITE, DIM), "tight_across": (WHITE, DIM),
        "deep_water": (WHITE, BLUE), "void": (WHITE, WHITE), "rise": (WHITE, DIM),
        "stairs": (WHITE, DIM), "air": (WHITE, GREY), "wall_top": (GREY, DIM),
        "tree_top": (WHITE, GREEN), "boulder_top": (WHITE, DIM),
    },
    sides=(BLUE, RED, GREEN, MAGENTA, DIM, BROWN), ink=WHITE, shadow=WHITE, hollow=0.0, hint=1.0,
    walk=BRIGHT_CYAN, double=GREY, threatened=MAGENTA, path=YELLOW, cost=BLACK, provokes=BRIGHT_RED,
    warning=BLACK, cursor=PINK, cursor_ink=BLACK, target=MAGENTA, active=BLACK, active_ink=WHITE,
    line=BLACK, area=BRIGHT_GREEN, corpse=DIM, down=GREY,
    remembered=Tint((199, 199, 199), 0.7), dark=Tint((170, 170, 170), 0.40),
    below=Tint((255, 255, 255), 0.08), depth=DIM, hedge=GREEN, wall=BLACK, door=BROWN,
    flashes={"hit": BRIGHT_RED, "critical": RED, "miss": GREY},
    marks=True, shaded=True,
)  # fmt: skip

MONO_16 = _picked(
    SIXTEEN, of_16, name="mono", title=MONO.title,
    grounds={
        "tree": (BLACK, GREY), "difficult": (BLACK, GREY), "very_difficult": (BLACK, WHITE),
        "obstacle": (BLACK, WHITE), "pit": (BLACK, GREY), "pit_rim": (BLACK, GREY),
        "deep_water": (BLACK, DIM), "tree_top": (BLACK, GREY),
    },
    sides=(GREY,) * 6,
    walk=DIM, double=BLACK, threatened=WHITE, path=DIM, provokes=WHITE, warning=BLACK,
    cursor=WHITE, target=WHITE, line=WHITE, area=DIM, hedge=GREY, door=GREY,
    flashes={"hit": WHITE, "critical": WHITE, "miss": GREY},
)  # fmt: skip


GREEN_LAST = (BRIGHT_CYAN, BRIGHT_RED, PINK, BRIGHT_BLUE, GREY, BRIGHT_GREEN)
"""Sides of sixteen colours for eyes that take green for yellow."""
SIXTEEN_256 = _sent_as(
    SIXTEEN,
    dict(zip(map(of_16, range(16)), map(of_256, (
        16, 124, 28, 130, 19, 127, 37, 248, 239, 203, 83, 227, 63, 207, 87, 231,
    )), strict=True)),
)  # fmt: skip


def _named(*palettes: Palette) -> dict[str, Palette]:
    return {palette.name: palette for palette in palettes}


DEPTHS: Mapping[str, Mapping[str, Palette]] = {
    "truecolor": PALETTES,
    "256": _named(DARK_256, LIGHT_256, CONTRAST_256, DEUTERANOPIA_256, PROTANOPIA_256,
                  TRITANOPIA_256, SIXTEEN_256, MONO_256),
    "standard": {
        name: attrs.evolve(SIXTEEN, name=name, title=palette.title)
        for name, palette in PALETTES.items()
    } | {
        one.name: _picked(SIXTEEN, of_16, name=one.name, title=one.title, sides=GREEN_LAST)
        for one in (DEUTERANOPIA, PROTANOPIA, TRITANOPIA)
    } | _named(LIGHT_16, MONO_16),
}  # fmt: skip
"""Every palette by its name, for each depth that Rich finds in a terminal, by Rich's name."""


@cache
def palettes(depth: str | None, graphics: str = UNICODE) -> Mapping[str, Palette]:
    """The palettes for a depth, drawn with some graphics.

    Where the depth is not known, as if every colour were shown.
    """
    found = DEPTHS.get(depth or "", PALETTES)
    if graphics == UNICODE:
        return found
    return {name: attrs.evolve(one, graphics=graphics) for name, one in found.items()}
