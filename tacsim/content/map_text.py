"""Map files: from a battlefield to the text of a map file that reads as the same again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from string import ascii_letters

from tacsim.content.toml_values import written
from tacsim.core.terrain import EITHER, GLYPHS, TERRAIN, Battlefield, Terrain
from tacsim.grid.cells import Cell

LETTERS = ascii_letters + "".join(map(chr, range(0xC0, 0x250)))
"""What stands for kinds of ground that have no glyph of their own."""


def map_text(field: Battlefield, about: Iterable[str] = ()) -> str:
    """The text of a map file; ``about``: comments at its head, a line each.

    >>> from tacsim.core.terrain import make_battlefield
    >>> print(map_text(make_battlefield("..#", name="Yard"), ["Swept daily."]))
    # Swept daily.
    format = 1
    name = "Yard"
    topology = "square"
    grid = \"\"\"
    ..#
    \"\"\"
    <BLANKLINE>
    """
    glyphs = _glyphs(field)
    return "\n".join(chain(_head(field, about, glyphs), _parts(field, glyphs), [""]))


def _head(field: Battlefield, about: Iterable[str], glyphs: Mapping[str, str]) -> Iterator[str]:
    yield from (f"# {line}".rstrip() for line in about)
    yield "format = 1"
    if field.name:
        yield f"name = {written(field.name)}"
    yield f'topology = "{field.topology}"'
    if field.dark:
        yield 'light = "dark"'
    if field.upper:
        yield f"levels = {len(field.levels)}"
    yield from _grid(field.rows, glyphs)


def _parts(field: Battlefield, glyphs: Mapping[str, str]) -> Iterator[str]:
    legend = {
        glyph: field.grounds[name]
        for name, glyph in glyphs.items()
        if GLYPHS.get(glyph) != name and name != "air"
    }
    if legend:
        yield from ("", "[legend]")
        for glyph, kind in legend.items():
            yield f"{written(glyph)} = {_entry(kind, field.axes)}"
    for z, level in enumerate(field.upper, 1):
        if any(name != "air" for row in level for name in row):
            yield from ("", "[[level]]", f"z = {z}")
            yield from _grid(level, glyphs)
    for barrier in field.barriers:
        yield from ("", "[[barrier]]", f"between = {[list(cell) for cell in barrier.between]}")
        yield f'kind = "{barrier.kind.value}"'
        if barrier.open:
            yield "open = true"
        if barrier.skill:
            yield f"check = {{ skill = {written(barrier.skill)}, dc = {barrier.dc} }}"
    for lamp in field.lamps:
        yield from ("", "[[lamp]]", _at(lamp.at), f"radius = {lamp.radius}")
    for label in field.labels:
        yield from ("", "[[label]]", _at(label.at), f"text = {written(label.text)}")


def _grid(rows: Iterable[Iterable[str]], glyphs: Mapping[str, str]) -> Iterator[str]:
    yield 'grid = """'
    for row in rows:
        yield "".join(map(glyphs.__getitem__, row))
    yield '"""'


def _glyphs(field: Battlefield) -> dict[str, str]:
    """A glyph for each kind of ground on the map, by name.

    A kind of the map's own has the built-in glyph of its foremost kind, if that is free.
    """
    used = list(dict.fromkeys(name for level in field.levels for row in level for name in row))
    found = {name: TERRAIN[name].glyph for name in used if name in GLYPHS.values()}
    if "air" in used and field.upper:
        found["air"] = TERRAIN["void"].glyph
    rest = [name for name in used if name not in found]
    for name in rest:
        usual = TERRAIN[field.grounds[name].name].glyph
        wanted = chain([usual] if usual else [], name.lower(), LETTERS)
        known = {*found.values(), *GLYPHS} - {usual}
        taken = known | ({usual} & {*found.values()})
        found[name] = next(c for c in wanted if c not in taken and (c == usual or c.isalpha()))
    return found


def _entry(kind: Terrain, axes: int) -> str:
    """What a legend says of a kind of ground."""
    names = (kind.name, *kind.besides)
    parts = [written(kind.name) if len(names) == 1 else written(names)]
    if axes < 3 and any(name in EITHER for name in names):
        parts.append(f'height = "{kind.height}"')
    if kind.check is not None:
        check = f"skill = {written(kind.check.skill)}, dc = {kind.check.dc}"
        parts.append(f"check = {{ {check} }}")
    if len(names) == 1 and len(parts) == 1:
        return parts[0]
    return f"{{ terrain = {', '.join(parts)} }}"


def _at(cell: Cell) -> str:
    return f"at = {list(cell)}"
