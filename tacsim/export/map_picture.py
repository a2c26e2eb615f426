"""A map as a picture (SVG): all its levels, and its labels by numbers, listed beside it."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from tacsim.core.terrain import Battlefield
from tacsim.export.drawing import LATTICES, Lattice, number
from tacsim.export.ground import ground
from tacsim.export.picture import HEAD, LINE, MARGIN, PANEL, arranged, framed, titled
from tacsim.i18n import _, known_as
from tacsim.view.columns import folded
from tacsim.view.picture.overlay import Knowledge
from tacsim.view.wording.words import capital

ROW = 44
"""The most columns of a row of the list."""
LABEL = ".label{font-size:9px;font-weight:700;text-anchor:middle}"


def map_picture(field: Battlefield) -> str:
    """The text of an .svg file."""
    lattice = LATTICES[field.topology]
    size = lattice.size(field.width, field.height)
    levels = [z for z in range(len(field.levels)) if z == 0 or _drawn(field, z)][::-1]
    places, (wide, high) = arranged(len(levels), size, labelled=len(field.levels) > 1)
    boards = [
        f'<g transform="translate({number(x)} {number(y)})">{_board(field, z, lattice, size)}</g>'
        for (x, y), z in zip(places, levels, strict=True)
    ]
    listed = list(_list(field, 2 * MARGIN + wide))
    down = HEAD + max(high, len(listed) * LINE) + MARGIN
    name = known_as(field.name) or _("Map")
    across = max(wide + (PANEL + 3 * MARGIN if listed else 2 * MARGIN), titled(name))
    heading = f'<text class="h1 fg" x="{MARGIN}" y="28">{escape(name)}</text>'
    shown = [heading, *boards, *listed]
    return framed(name, field.topology, (across, down), shown, style=LABEL)


def _drawn(field: Battlefield, z: int) -> bool:
    """Whether there is anything but air on a level."""
    return any(name != "air" for row in field.levels[z] for name in row)


def _board(field: Battlefield, z: int, lattice: Lattice, size: tuple[float, float]) -> str:
    wide, high = map(number, size)
    parts = [f'<rect class="outside" width="{wide}" height="{high}"/>']
    parts += ground(field, z, Knowledge("", frozenset()))
    for n, label in enumerate(field.labels, 1):
        if label.at[2:] in ((), (z,)):
            x, y = lattice.centre(label.at)
            parts.append(
                f'<text class="label accent" x="{number(x)}" y="{number(y + 3)}">{n}</text>'
            )
    if field.upper:
        name = _("level {n} of {last}").format(n=z, last=len(field.levels) - 1)
        parts.append(f'<text class="level quiet" x="0" y="-4">{escape(capital(name))}</text>')
    return "".join(parts)


def _list(field: Battlefield, left: float) -> Iterator[str]:
    """The labels by number."""
    y = float(HEAD + 8)
    for n, label in enumerate(field.labels, 1):
        for row in folded(f"{n} {known_as(label.text)}", ROW):
            yield (f'<text class="news fg" x="{number(left)}" y="{number(y)}">{escape(row)}</text>')
            y += LINE
