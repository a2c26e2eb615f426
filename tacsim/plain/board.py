"""The map in letters, with numbers along its sides, as far as a side knows it.

Every cell is a letter and what stands behind it: the number of the side whose creature is there.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core.terrain import cells_in
from tacsim.core.world import Creature
from tacsim.i18n import _, known_as
from tacsim.plain.bearings import typed
from tacsim.plain.situation import View
from tacsim.view.maps.drawn import THING, ground_sign
from tacsim.view.maps.text_map import count
from tacsim.view.palettes.glyphs import glyph_of
from tacsim.view.picture.overlay import lying
from tacsim.view.wording import words
from tacsim.view.wording.builds import weighed
from tacsim.view.wording.grounds import ground_word
from tacsim.view.wording.why import barrier_word

UNKNOWN = "?"


def board(view: View, levels: tuple[int, ...] | None = None) -> Iterator[str]:
    """The rows of the map; of cubes those of some levels, or of all."""
    field, known = view.battle.rules.world.field, view.memory.remembered
    hexes, several = field.topology == "hex", field.axes == 3
    whose = {
        cell: mark
        for one, mark in _marks(view).items()
        if view.battle.rules.able(one) and not one.has("carried")
        for cell in one.body.cells
    }
    rows = iter(view.battle.draw(dict.fromkeys(cells_in(~known), UNKNOWN)).split("\n"))
    for level in range(len(field.levels)):
        heading = next(rows) if several else ""
        shown = [next(rows) for _y in range(field.height)]
        if levels is not None and level not in levels:
            continue
        if heading:
            yield heading
        yield from _columns(field.width)
        for y, row in enumerate(shown):
            indent = " " * (y % 2) if hexes else ""
            letters = enumerate(row.removeprefix(indent)[:: 2 if hexes else 1])
            cells = (sign + whose.get((x, y, level)[: field.axes], " ") for x, sign in letters)
            yield f"{y:>3} {indent}{''.join(cells)}".rstrip()


def _columns(width: int) -> Iterator[str]:
    """The numbers of the columns, tens above ones."""
    tens = " ".join(str(x // 10) if x % 10 == 0 and x else " " for x in range(width))
    if width > 10:
        yield "    " + tens.rstrip()
    yield "    " + " ".join(str(x % 10) for x in range(width))


def _marks(view: View) -> dict[Creature, str]:
    """The number of the side of each creature that is known, counted from 1."""
    sides = {side: count(n) for n, side in enumerate(view.battle.sides, 1)}
    known = (one for one in view.battle.creatures.values() if one.id in view.known)
    return {one: sides[one.side] for one in known}


def legend(view: View) -> Iterator[str]:
    """Whose letters stand on the map, which side a number is, and what the ground is."""
    world = view.battle.rules.world
    letters: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for who, mark in _marks(view).items():
        letter = glyph_of(who.identity.glyph, who.name) + mark
        letters.setdefault(letter, []).append(f"{known_as(who.name)} {typed(who.at)}")
        own = _("{sign} {side} (yours)") if who.side == view.side else _("{sign} {side}")
        names[mark] = own.format(sign=mark, side=known_as(world.sides[who.side].name))
    for letter, known in letters.items():
        yield f"{letter} {', '.join(known)}"
    yield "; ".join(names[mark] for mark in sorted(names))
    for cell, items in lying(view.battle.rules).items():
        things = words.joined([weighed(view.battle.rules, item) for item in items])
        yield _("{sign} {things} {cell}").format(sign=THING, things=things, cell=typed(cell))
    used = {name for level in world.field.levels for row in level for name in row}
    kinds = [world.field.grounds[name] for name in sorted(used)]
    texts = [
        _("{sign} {ground}").format(sign=ground_sign(kind).glyph, ground=ground_word(kind))
        for kind in kinds if ground_sign(kind).glyph.strip()
    ]  # fmt: skip
    told = list(dict.fromkeys(texts))
    if not view.memory.remembered.all():
        told.append(_("{sign} unknown").format(sign=UNKNOWN))
    yield "; ".join(told)
    for barrier in world.field.barriers:
        one, other = map(typed, barrier.between)
        text = _("{kind} between {one} and {other}")
        yield text.format(kind=barrier_word(barrier), one=one, other=other)
