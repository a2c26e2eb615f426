"""Style: a palette of the board as a style sheet, for pictures and pages."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.export.ground import SOLID
from tacsim.view.palettes.colours import DEEPEST, RGB, Palette, blend, hexed
from tacsim.view.palettes.glyphs import SIDE_MARKS
from tacsim.view.palettes.palette import DARK, LIGHT
from tacsim.view.picture.layout import Layout
from tacsim.view.picture.tiles import KINDS, tiles

FIXED = """\
.g{stroke:none}.grid{fill:none;stroke-width:.7;stroke-opacity:.5}
.t{fill:none;stroke-width:1.2;stroke-linecap:round;stroke-linejoin:round}
.b{fill:none;stroke-width:4;stroke-linecap:round}.b-hedge{stroke-dasharray:.5 5;stroke-width:5}
.lid{stroke-width:1.5}.looms{fill:none;stroke-width:1}.unlit,.deep{stroke:none}
.remembered{pointer-events:none}.thing{stroke-width:1}
.asks,.depth{font-size:7px;text-anchor:end}
.token text{text-anchor:middle;font-weight:600}.token .marks{font-size:6.5px}
.token .base{stroke-width:1.4;stroke-linejoin:round}.token .ring{fill:none;stroke-width:3}
.token .gauge{fill-opacity:.28}.token.below{opacity:.6}.token.above .base{stroke-dasharray:3 2}
.token.above .base{fill-opacity:.1}.token.down .base{fill-opacity:.45}
.token.dead .base{fill:none;stroke-dasharray:2 3}.token.dead{opacity:.75}
.flash{fill:none;stroke-width:3}.flash.miss{stroke-dasharray:3 3}
"""
"""What does not depend on the palette."""


def sheet(palette: Palette, layout: Layout) -> str:
    """The colours of everything on a board in a palette."""
    return "".join(_rules(palette, layout))


def both(layout: Layout) -> str:
    """The same in dark and light, by the reader's system."""
    light = sheet(LIGHT, layout)
    return f"{FIXED}{sheet(DARK, layout)}@media (prefers-color-scheme:light){{{light}}}"


def _rules(palette: Palette, layout: Layout) -> Iterator[str]:
    set_ = tiles(1, palette, layout)
    for kind, name in enumerate(KINDS):
        for tone, colour in enumerate(set_.bg[kind].tolist()):
            yield f".g-{name}-{tone}{{fill:{hexed(colour)}}}"
        ink = hexed(set_.fg[kind].tolist())
        fill = f";fill:{ink};fill-opacity:.35" if name in SOLID else ""
        yield f".t-{name}{{stroke:{ink}{fill}}}"
    floor = palette.grounds["floor"]
    yield f".grid{{stroke:{hexed(blend(floor.bg, floor.fg, 0.5))}}}"
    yield f".board{{background:{hexed(palette.outside)}}}.outside{{fill:{hexed(palette.outside)}}}"
    yield f".unseen{{fill:{hexed(palette.unseen)};stroke:{hexed(palette.unseen)}}}"
    remembered, strength = palette.remembered
    yield f".remembered{{fill:{hexed(remembered)};fill-opacity:{strength}}}"
    yield f".unlit{{fill:{hexed(palette.dark.colour)};fill-opacity:{palette.dark.strength}}}"
    for depth in range(1, DEEPEST + 1):
        tint = palette.deep(depth)
        yield f".deep-{depth}{{fill:{hexed(tint.colour)};fill-opacity:{tint.strength:.2f}}}"
    yield f".asks,.depth{{fill:{hexed(palette.depth)}}}.looms{{stroke:{hexed(palette.depth)}}}"
    for name, line in (("wall", palette.wall), ("hedge", palette.hedge), ("door", palette.door),
                       ("open", palette.door)):  # fmt: skip
        yield f".b-{name}{{stroke:{hexed(line)}}}"
    yield f".thing{{fill:{hexed(palette.cost)};stroke:{hexed(palette.shadow)}}}"
    for name, flash in palette.flashes.items():
        yield f".flash.{name}{{stroke:{hexed(flash)}}}"
    yield f".token .ring{{stroke:{hexed(palette.active)}}}"
    yield f".token.dead .base{{stroke:{hexed(palette.corpse)}}}"
    for side in range(len(palette.sides)):
        yield from _side(palette, side)


def _side(palette: Palette, side: int) -> Iterator[str]:
    """A friend's token is solid in its side's colour, a foe's hollow and written on in it."""
    colour = palette.side(side)
    yield f".s{side}{{color:{hexed(colour)}}}"
    yield from _token(f".s{side}.friend", palette.solid(side), palette.shadow, palette.ink)
    yield from _token(f".s{side}.foe", palette.hollowed(side), colour, colour)
    yield f".s{side}.above text,.s{side}.dead text{{fill:{hexed(colour)}}}"
    yield f".s{side}.above .base{{stroke:{hexed(colour)}}}"


def _token(name: str, base: RGB, rim: RGB, ink: RGB) -> Iterator[str]:
    yield f"{name} .base{{fill:{hexed(base)};stroke:{hexed(rim)}}}"
    yield f"{name} text,{name} .bar,{name} .gauge{{fill:{hexed(ink)}}}"


def side_class(side: int) -> str:
    """The class of a side's things, by its place in the scenario."""
    return f"s{side % len(DARK.sides)}"


def side_mark(side: int) -> str:
    """The mark of a side."""
    return SIDE_MARKS[side % len(SIDE_MARKS)]
