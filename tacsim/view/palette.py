"""Palettes: every colour that the board knows, as data.

Colours are red, green and blue from 0 to 255. No colour says anything that a glyph, a mark or a
difference in lightness does not say too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import attrs

from tacsim.i18n import N_

RGB: TypeAlias = tuple[int, int, int]


class Ground(NamedTuple):
    """A kind of ground: its colour, that of its texture, and how much its tone varies."""

    bg: RGB
    fg: RGB
    vary: int = 0


class Tint(NamedTuple):
    """A colour laid over another: 0 leaves it as it is, 1 covers it."""

    colour: RGB
    strength: float


def blend(colour: RGB, other: RGB, strength: float) -> RGB:
    """A colour with some of another mixed in.

    >>> blend((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    r, g, b = (round(c + (o - c) * strength) for c, o in zip(colour, other, strict=True))
    return (r, g, b)


@attrs.frozen(kw_only=True, eq=False)
class Palette:
    """The colours of a board.

    ``grounds`` by the names of :data:`tacsim.view.tiles.KINDS`; ``sides`` in the order of the
    scenario, used again from the first where there are more. ``ink`` writes on a friend's token,
    which is solid in its side's colour; a foe's token is ``shadow`` with some of that colour, and
    written on in it. Large tokens of one side that touch differ in shade: a friend's gets one of
    ``shades`` mixed in, a foe's one of ``hollows`` in place of ``hollow``. ``marks``: also mark
    where one can go with glyphs.
    """

    name: str
    title: str
    outside: RGB
    unseen: RGB
    grounds: Mapping[str, Ground]
    sides: tuple[RGB, ...]
    ink: RGB
    shadow: RGB
    hollow: float = 0.34
    """How much of its side's colour a foe's token has."""
    shades: tuple[Tint, Tint] = (Tint((0, 0, 0), 0.12), Tint((255, 255, 255), 0.30))
    hollows: tuple[float, float] = (0.24, 0.15)
    walk: Tint
    double: Tint
    threatened: RGB
    path: Tint
    cost: RGB
    provokes: Tint
    warning: RGB
    cursor: RGB
    cursor_ink: RGB
    target: RGB
    active: RGB
    active_ink: RGB
    line: RGB
    area: Tint
    corpse: RGB
    down: Tint
    remembered: Tint
    dark: Tint
    hedge: RGB
    wall: RGB
    door: RGB
    bar: RGB
    bar_low: RGB
    flashes: Mapping[str, RGB]
    marks: bool = False

    def side(self, index: int) -> RGB:
        """The colour of the so-manieth side."""
        return self.sides[index % len(self.sides)]

    def solid(self, index: int, shade: int = 0) -> RGB:
        """A friend's token, in one of the shades of its side."""
        colour = self.side(index)
        return blend(colour, *self.shades[shade - 1]) if shade else colour

    def hollowed(self, index: int, shade: int = 0) -> RGB:
        """A foe's token, in one of the shades of its side."""
        strength = self.hollows[shade - 1] if shade else self.hollow
        return blend(self.shadow, self.side(index), strength)


DARK = Palette(
    name="dark",
    title=N_("Dark"),
    outside=(13, 12, 12),
    unseen=(13, 12, 12),
    grounds={
        "floor": Ground((48, 43, 36), (102, 91, 75), 3),
        "wall": Ground((120, 109, 93), (142, 130, 112), 4),
        "wall_face": Ground((76, 66, 56), (102, 90, 76), 3),
        "tree": Ground((36, 50, 32), (88, 138, 66), 4),
        "difficult": Ground((56, 52, 33), (142, 128, 72), 3),
        "very_difficult": Ground((60, 46, 28), (182, 136, 70), 3),
        "obstacle": Ground((58, 46, 35), (172, 132, 88), 2),
        "boulder": Ground((48, 43, 36), (150, 143, 132), 3),
        "pit": Ground((14, 12, 13), (52, 45, 42), 0),
        "pit_rim": Ground((14, 12, 13), (104, 90, 74), 0),
        "tight": Ground((48, 43, 36), (128, 117, 103), 2),
        "tight_across": Ground((48, 43, 36), (128, 117, 103), 2),
        "deep_water": Ground((24, 50, 70), (70, 122, 150), 4),
        "void": Ground((13, 12, 12), (13, 12, 12), 0),
        "rise": Ground((74, 67, 54), (134, 121, 98), 3),
    },
    sides=(
        (106, 168, 232), (232, 104, 86), (132, 194, 96),
        (192, 140, 228), (238, 180, 76), (84, 202, 190),
    ),
    ink=(14, 16, 22),
    shadow=(22, 16, 16),
    walk=Tint((66, 138, 132), 0.42),
    double=Tint((88, 92, 158), 0.40),
    threatened=(190, 86, 68),
    path=Tint((240, 190, 80), 0.42),
    cost=(255, 230, 168),
    provokes=Tint((216, 66, 40), 0.78),
    warning=(255, 240, 224),
    cursor=(255, 212, 92),
    cursor_ink=(36, 26, 10),
    target=(255, 236, 120),
    active=(250, 242, 222),
    active_ink=(30, 28, 30),
    line=(240, 206, 130),
    area=Tint((196, 112, 210), 0.42),
    corpse=(156, 100, 90),
    down=Tint((30, 27, 26), 0.68),
    remembered=Tint((13, 12, 12), 0.62),
    dark=Tint((12, 14, 26), 0.58),
    hedge=(108, 162, 80),
    wall=(150, 138, 122),
    door=(206, 146, 78),
    bar=(28, 40, 34),
    bar_low=(150, 40, 36),
    flashes={
        "hit": (255, 118, 84), "critical": (255, 70, 60), "miss": (150, 156, 168),
        "heal": (120, 220, 130),
    },
)  # fmt: skip

LIGHT = Palette(
    name="light",
    title=N_("Light"),
    outside=(250, 248, 243),
    unseen=(250, 248, 243),
    grounds={
        "floor": Ground((232, 225, 210), (186, 174, 152), 3),
        "wall": Ground((138, 126, 110), (112, 101, 87), 4),
        "wall_face": Ground((170, 157, 138), (134, 122, 105), 3),
        "tree": Ground((196, 212, 172), (70, 118, 50), 4),
        "difficult": Ground((219, 211, 172), (142, 122, 52), 3),
        "very_difficult": Ground((216, 194, 154), (138, 90, 28), 3),
        "obstacle": Ground((216, 196, 168), (130, 88, 44), 2),
        "boulder": Ground((232, 225, 210), (112, 106, 96), 3),
        "pit": Ground((92, 82, 74), (128, 116, 104), 0),
        "pit_rim": Ground((92, 82, 74), (58, 50, 44), 0),
        "tight": Ground((232, 225, 210), (126, 114, 98), 2),
        "tight_across": Ground((232, 225, 210), (126, 114, 98), 2),
        "deep_water": Ground((160, 198, 222), (72, 124, 164), 4),
        "void": Ground((250, 248, 243), (250, 248, 243), 0),
        "rise": Ground((248, 243, 231), (170, 155, 126), 3),
    },
    sides=(
        (34, 92, 168), (182, 44, 36), (52, 118, 36),
        (124, 60, 164), (158, 96, 0), (0, 116, 112),
    ),
    ink=(255, 255, 255),
    shadow=(255, 250, 240),
    hollow=0.26,
    shades=(Tint((0, 0, 0), 0.16), Tint((0, 0, 0), 0.32)),
    hollows=(0.17, 0.335),
    walk=Tint((104, 190, 178), 0.46),
    double=Tint((150, 156, 226), 0.46),
    threatened=(206, 66, 46),
    path=Tint((240, 178, 40), 0.50),
    cost=(92, 58, 0),
    provokes=Tint((224, 74, 44), 0.86),
    warning=(255, 255, 255),
    cursor=(255, 196, 40),
    cursor_ink=(40, 26, 0),
    target=(160, 0, 70),
    active=(38, 34, 34),
    active_ink=(255, 250, 236),
    line=(132, 88, 0),
    area=Tint((176, 84, 196), 0.34),
    corpse=(150, 96, 90),
    down=Tint((222, 214, 200), 0.62),
    remembered=Tint((250, 248, 243), 0.62),
    dark=Tint((92, 94, 120), 0.45),
    hedge=(66, 122, 40),
    wall=(96, 86, 74),
    door=(150, 84, 14),
    bar=(250, 246, 236),
    bar_low=(176, 30, 24),
    flashes={
        "hit": (236, 84, 48), "critical": (200, 20, 20), "miss": (150, 152, 160),
        "heal": (60, 160, 70),
    },
)  # fmt: skip

CONTRAST = Palette(
    name="contrast",
    title=N_("High contrast"),
    outside=(0, 0, 0),
    unseen=(0, 0, 0),
    grounds={
        "floor": Ground((0, 0, 0), (128, 128, 128), 0),
        "wall": Ground((190, 190, 190), (120, 120, 120), 0),
        "wall_face": Ground((150, 150, 150), (90, 90, 90), 0),
        "tree": Ground((0, 60, 0), (90, 240, 90), 0),
        "difficult": Ground((34, 34, 0), (240, 240, 120), 0),
        "very_difficult": Ground((58, 34, 0), (255, 190, 80), 0),
        "obstacle": Ground((50, 30, 14), (255, 190, 130), 0),
        "boulder": Ground((0, 0, 0), (220, 220, 220), 0),
        "pit": Ground((0, 0, 0), (120, 120, 120), 0),
        "pit_rim": Ground((0, 0, 0), (220, 220, 220), 0),
        "tight": Ground((0, 0, 0), (220, 220, 220), 0),
        "tight_across": Ground((0, 0, 0), (220, 220, 220), 0),
        "deep_water": Ground((0, 0, 110), (120, 190, 255), 0),
        "void": Ground((0, 0, 0), (0, 0, 0), 0),
        "rise": Ground((44, 44, 44), (200, 200, 200), 0),
    },
    sides=(
        (90, 200, 255), (255, 110, 100), (120, 255, 110),
        (240, 150, 255), (255, 220, 60), (80, 255, 230),
    ),
    ink=(0, 0, 0),
    shadow=(0, 0, 0),
    hollow=0.30,
    hollows=(0.20, 0.40),
    walk=Tint((0, 96, 96), 0.90),
    double=Tint((66, 52, 140), 0.85),
    threatened=(255, 130, 110),
    path=Tint((150, 116, 0), 0.90),
    cost=(255, 255, 255),
    provokes=Tint((220, 0, 0), 1.0),
    warning=(255, 255, 255),
    cursor=(255, 255, 0),
    cursor_ink=(0, 0, 0),
    target=(255, 255, 0),
    active=(255, 255, 255),
    active_ink=(0, 0, 0),
    line=(255, 255, 0),
    area=Tint((200, 0, 200), 0.6),
    corpse=(200, 150, 150),
    down=Tint((0, 0, 0), 0.60),
    remembered=Tint((0, 0, 0), 0.55),
    dark=Tint((0, 0, 40), 0.55),
    hedge=(120, 255, 120),
    wall=(255, 255, 255),
    door=(255, 190, 60),
    bar=(0, 0, 0),
    bar_low=(120, 0, 0),
    flashes={
        "hit": (255, 90, 60), "critical": (255, 0, 0), "miss": (170, 170, 170),
        "heal": (0, 220, 0),
    },
    marks=True,
)  # fmt: skip

SAFE = attrs.evolve(
    DARK,
    name="safe",
    title=N_("Safe for colour-blind eyes"),
    grounds={
        **DARK.grounds,
        "floor": Ground((42, 42, 44), (88, 88, 92), 3),
        "wall": Ground((104, 104, 108), (126, 126, 130), 4),
        "wall_face": Ground((66, 66, 70), (90, 90, 94), 3),
        "tree": Ground((30, 46, 42), (112, 150, 138), 3),
        "difficult": Ground((58, 54, 40), (158, 146, 100), 2),
        "very_difficult": Ground((66, 54, 32), (204, 168, 92), 2),
        "boulder": Ground((42, 42, 44), (156, 156, 160), 3),
        "rise": Ground((66, 66, 70), (122, 122, 128), 3),
        "tight": Ground((42, 42, 44), (132, 132, 138), 2),
        "tight_across": Ground((42, 42, 44), (132, 132, 138), 2),
        "deep_water": Ground((16, 40, 78), (80, 140, 204), 3),
    },
    # Okabe and Ito's colours, in an order in which neighbours differ in lightness too
    sides=(
        (86, 180, 233), (230, 159, 0), (240, 228, 66),
        (204, 121, 167), (0, 178, 130), (230, 230, 236),
    ),
    shades=(Tint((0, 0, 0), 0.12), Tint((180, 255, 180), 0.30)),
    hollows=(0.25, 0.17),
    walk=Tint((70, 140, 190), 0.46),
    double=Tint((70, 74, 104), 0.55),
    threatened=(240, 176, 60),
    provokes=Tint((213, 94, 0), 0.90),
    hedge=(140, 176, 150),
    wall=(160, 160, 166),
    door=(222, 170, 60),
    flashes={
        "hit": (213, 94, 0), "critical": (255, 120, 20), "miss": (150, 156, 168),
        "heal": (86, 180, 233),
    },
)  # fmt: skip


def _grey(level: int) -> RGB:
    return (level, level, level)


MONO = Palette(
    name="mono",
    title=N_("Without colours"),
    outside=_grey(0),
    unseen=_grey(0),
    grounds={
        "floor": Ground(_grey(26), _grey(100), 0),
        "wall": Ground(_grey(122), _grey(160), 0),
        "wall_face": Ground(_grey(88), _grey(130), 0),
        "tree": Ground(_grey(40), _grey(170), 0),
        "difficult": Ground(_grey(36), _grey(160), 0),
        "very_difficult": Ground(_grey(40), _grey(190), 0),
        "obstacle": Ground(_grey(44), _grey(190), 0),
        "boulder": Ground(_grey(26), _grey(190), 0),
        "pit": Ground(_grey(4), _grey(90), 0),
        "pit_rim": Ground(_grey(4), _grey(150), 0),
        "tight": Ground(_grey(26), _grey(180), 0),
        "tight_across": Ground(_grey(26), _grey(180), 0),
        "deep_water": Ground(_grey(14), _grey(130), 0),
        "void": Ground(_grey(0), _grey(0), 0),
        "rise": Ground(_grey(52), _grey(140), 0),
    },
    sides=(_grey(206),) * 6,
    ink=_grey(0),
    shadow=_grey(8),
    hollow=0.24,
    shades=(Tint(_grey(0), 0.12), Tint(_grey(0), 0.24)),
    hollows=(0.34, 0.44),
    walk=Tint(_grey(78), 0.85),
    double=Tint(_grey(54), 0.85),
    threatened=_grey(196),
    path=Tint(_grey(128), 0.85),
    cost=_grey(255),
    provokes=Tint(_grey(210), 1.0),
    warning=_grey(0),
    cursor=_grey(240),
    cursor_ink=_grey(0),
    target=_grey(255),
    active=_grey(255),
    active_ink=_grey(0),
    line=_grey(240),
    area=Tint(_grey(96), 0.85),
    corpse=_grey(140),
    down=Tint(_grey(40), 0.72),
    remembered=Tint(_grey(0), 0.62),
    dark=Tint(_grey(0), 0.55),
    hedge=_grey(170),
    wall=_grey(230),
    door=_grey(200),
    bar=_grey(0),
    bar_low=_grey(60),
    flashes={
        "hit": _grey(255), "critical": _grey(255), "miss": _grey(120), "heal": _grey(220),
    },
    marks=True,
)  # fmt: skip

PALETTES: Mapping[str, Palette] = {
    palette.name: palette for palette in (DARK, LIGHT, CONTRAST, SAFE, MONO)
}
"""Every palette by its name, in the order in which options list them."""


def chosen(name: str | None, environ: Mapping[str, str]) -> Palette:
    """The palette of that name; by itself dark, or without colours where NO_COLOR asks for that.

    >>> chosen(None, {"NO_COLOR": "1"}).name
    'mono'
    """
    if environ.get("NO_COLOR"):
        return MONO
    return PALETTES.get(name or "", DARK)


__all__ = ["CONTRAST", "DARK", "LIGHT", "MONO", "PALETTES", "RGB", "SAFE", "Ground", "Palette",
           "Tint", "blend", "chosen"]  # fmt: skip
