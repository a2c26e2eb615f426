"""Contrast: whether a letter can be read on what is behind it, and in which colour it can."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from tacsim.core.terrain import Grid
from tacsim.view.palettes.colours import RGB, Palette

LEGIBLE = 3.0
"""The least contrast at which a letter can be read."""
FAINT = 1.75
"""The least contrast at which the glyph of a ground is not lost."""

_VALUES = np.arange(256) / 255
_LINEAR = np.where(_VALUES <= 0.04045, _VALUES / 12.92, ((_VALUES + 0.055) / 1.055) ** 2.4)


def luminance(colours: Grid) -> Grid:
    """How much light colours give, from 0 to 1; red, green and blue are the last axis."""
    found: Grid = _LINEAR[colours] @ (0.2126, 0.7152, 0.0722)
    return found


def contrast(colours: Grid, others: Grid) -> Grid:
    """The contrasts of colours with others, from 1 to 21, as WCAG 2 counts them.

    >>> white = np.array([255] * 3)
    >>> [round(float(contrast(np.array([grey] * 3), white)), 1) for grey in (0, 170)]
    [21.0, 2.3]
    """
    one, other = luminance(colours), luminance(others)
    found: Grid = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return found


def legible(palette: Palette, colours: Grid, behind: Grid, least: float = LEGIBLE) -> Grid:
    """Colours of letters; those lost on what is behind them are ``ink``, or else ``cost``."""
    ink, cost = np.array([palette.ink, palette.cost], np.uint8)
    darker = (contrast(ink, behind) > contrast(cost, behind))[..., None]
    lost = (contrast(colours, behind) < least)[..., None]
    return np.where(lost, np.where(darker, ink, cost), colours)


def letter(palette: Palette, colour: RGB, behind: RGB, *, quiet: bool = False) -> RGB:
    """The colour of a letter, or another where it would be lost.

    ``quiet``: one that may be faint, unless there are but sixteen colours.
    """
    return _letter(palette, colour, behind, FAINT if quiet and not palette.shaded else LEGIBLE)


@lru_cache(maxsize=4096)
def _letter(palette: Palette, colour: RGB, behind: RGB, least: float) -> RGB:
    r, g, b = map(int, legible(palette, np.array(colour), np.array(behind), least))
    return (r, g, b)
