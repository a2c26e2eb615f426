"""Themes: the app's colours, out of the board's palettes, so that both belong together."""

from __future__ import annotations

from collections.abc import Iterable

from textual.theme import Theme

from tacsim.view.palettes.colours import Palette, blend, hexed

PREFIX = "tacsim-"


def theme_of(palette: Palette) -> Theme:
    """The theme that goes with a palette."""
    paper, ink = palette.outside, palette.active
    return Theme(
        name=PREFIX + palette.name,
        primary=hexed(palette.side(0)),
        secondary=hexed(palette.side(1)),
        accent=hexed(palette.line),
        foreground=hexed(blend(paper, ink, 0.9)),
        background=hexed(paper),
        surface=hexed(blend(paper, ink, 0.07)),
        panel=hexed(blend(paper, ink, 0.13)),
        warning=hexed(palette.line),
        error=hexed(palette.threatened),
        success=hexed(palette.side(2)),
        dark=sum(paper) < 384,
        variables={
            "foreground-muted": hexed(blend(paper, ink, 0.58)),
            "foreground-disabled": hexed(blend(paper, ink, 0.40)),
            "block-cursor-background": hexed(blend(paper, palette.line, 0.30)),
            "block-cursor-foreground": hexed(ink),
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": hexed(blend(paper, ink, 0.13)),
            "block-cursor-blurred-foreground": hexed(ink),
            "block-cursor-blurred-text-style": "underline" if palette.shaded else "none",
            "scrollbar": hexed(blend(paper, ink, 0.25)),
            "scrollbar-background": hexed(blend(paper, ink, 0.05)),
            "scrollbar-hover": hexed(blend(paper, ink, 0.4)),
            "scrollbar-active": hexed(palette.line),
        },
    )


def themes(palettes: Iterable[Palette]) -> list[Theme]:
    """One theme for each palette."""
    return [theme_of(palette) for palette in palettes]
