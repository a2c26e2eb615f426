"""A board as plain text: the map in the glyphs of map files, with those who stand on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tacsim.core.terrain import TERRAIN
from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.rules.battle import Battle

MARK = "*"
"""A cell that is marked."""
HEX_GAP = " "


def drawn(battle: Battle, cells: Iterable[Cell] | Mapping[Cell, str] = ()) -> str:
    """The rows of the map; creatures still in the fight stand over marked cells, the others under.

    ``cells`` are marked with ``*``, or each with its own letter. On hexes the cells of a row stand
    apart, odd rows half a cell to the right; of cubes each level has its heading.
    """
    world = battle.world
    field = world.field
    signs = dict(cells) if isinstance(cells, Mapping) else dict.fromkeys(map(tuple, cells), MARK)
    fallen = {cell: c.identity.glyph for c in world.creatures for cell in c.body.cells
              if not battle.able(c)}  # fmt: skip
    standing = {cell: c.identity.glyph for c in battle.standing() for cell in c.body.cells}
    signs = {**fallen, **signs, **standing}
    hexes, several = field.topology == "hex", len(field.shape) == 3
    rows = []
    for z, level in enumerate(field.levels):
        if several:
            rows.append(_("level {n}").format(n=z))
        for y, names in enumerate(level):
            places = ((x, y, z) if several else (x, y) for x in range(len(names)))
            row = [signs.get(at, _glyph(name)) for at, name in zip(places, names, strict=True)]
            gap = HEX_GAP if hexes else ""
            rows.append((gap * (y % 2 if hexes else 0) + gap.join(row)).rstrip())
    return "\n".join(rows)


def _glyph(name: str) -> str:
    """The glyph of a kind of ground, however high; a space for what has none, such as air."""
    kind = TERRAIN.get(name.partition(" ")[0])
    return kind.glyph if kind is not None and kind.glyph else " "


def pattern(cells: Iterable[Cell], marks: Mapping[Cell, str], gap: str = "") -> list[str]:
    """Cells by themselves as rows of text, with letters for single ones; of cubes, level by level.

    ``gap``: what stands between cells of a row, odd rows being half a cell to the right.

    >>> pattern([(1, 0), (2, 0)], {(0, 0): "@"})
    ['@##']
    >>> pattern([(0, 0), (0, 1)], {(1, 0): "@"}, HEX_GAP)
    ['# @', ' # .']
    >>> pattern([(0, 0, 2), (1, 0, 3)], {(0, 0, 2): "@"})
    ['level 2', '@.', 'level 3', '.#']
    """
    signs = {**dict.fromkeys(cells, "#"), **marks}
    if not signs:
        return []
    xs, ys = (range(min(axis), max(axis) + 1) for axis in list(zip(*signs, strict=False))[:2])
    rows = []
    for level in sorted({cell[2:] for cell in signs}):
        rows += [_("level {n}").format(n=n) for n in level]
        for y in ys:
            row = gap.join(signs.get((x, y, *level), ".") for x in xs)
            rows.append(gap * (y % 2) + row)
    return rows


__all__ = ["HEX_GAP", "drawn", "pattern"]
