"""Colours: what a palette says, and how colours mix.

Colours are red, green and blue from 0 to 255.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import attrs

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


DEEPEST = 3
"""Levels below the one under view from which on the ground is not dimmed any more."""


def blend(colour: RGB, other: RGB, strength: float) -> RGB:
    """A colour with some of another mixed in.

    >>> blend((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    r, g, b = (round(c + (o - c) * strength) for c, o in zip(colour, other, strict=True))
    return (r, g, b)


def hexed(colour: RGB | list[int]) -> str:
    """A colour as styles and style sheets write it.

    >>> hexed((255, 212, 92))
    '#ffd45c'
    """
    return "#{:02x}{:02x}{:02x}".format(*colour)


@attrs.frozen(kw_only=True, eq=False)
class Palette:
    """The colours of a board.

    ``grounds`` by the names of :data:`tacsim.view.picture.tiles.KINDS`; ``sides`` in the order of
    the scenario, used again from the first where there are more. ``ink`` writes on a friend's
    token, which is solid in its side's colour; a foe's token is ``shadow`` with some of that
    colour, and written on in it. Large tokens of one side that touch differ in shade: a friend's
    gets one of ``shades`` mixed in, a foe's one of ``hollows`` in place of ``hollow``. ``below`` is
    mixed into what lies a level below the one under view, and again for each level more,
    ``DEEPEST`` at most; ``depth`` writes how far below it lies. ``marks``: also mark where one can
    go with glyphs; ``shaded``: there are but sixteen colours, so foes' tokens are filled with dots,
    as their base may be the ground's, and ground that says something is written in ``cost`` where
    one can go. ``graphics``: with which characters it is drawn, of
    :data:`tacsim.view.palettes.graphics.GRAPHICS`.
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
    friends: tuple[tuple[RGB, RGB, RGB], ...] = ()
    foes: tuple[tuple[RGB, RGB, RGB], ...] = ()
    """Tokens by side and shade, where they are not mixed."""
    hint: float = 0.7
    """How much of its side's colour the mark of a creature above has."""
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
    below: Tint
    depth: RGB
    hedge: RGB
    wall: RGB
    door: RGB
    flashes: Mapping[str, RGB]
    marks: bool = False
    shaded: bool = False
    graphics: str = "unicode"

    def side(self, index: int) -> RGB:
        """The colour of a side by its index, from 0."""
        return self.sides[index % len(self.sides)]

    def solid(self, index: int, shade: int = 0) -> RGB:
        """A friend's token, in one of the shades of its side."""
        if self.friends:
            return self.friends[index % len(self.friends)][shade]
        colour = self.side(index)
        return blend(colour, *self.shades[shade - 1]) if shade else colour

    def hollowed(self, index: int, shade: int = 0) -> RGB:
        """A foe's token, in one of the shades of its side."""
        if self.foes:
            return self.foes[index % len(self.foes)][shade]
        strength = self.hollows[shade - 1] if shade else self.hollow
        return blend(self.shadow, self.side(index), strength)

    def deep(self, levels: int) -> Tint:
        """What is mixed into what lies so many levels below the one under view."""
        colour, strength = self.below
        return Tint(colour, 1 - (1 - strength) ** min(levels, DEEPEST))
