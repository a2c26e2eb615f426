"""The map in letters, with numbers along its sides, as far as a side knows it."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core.terrain import cells_in
from tacsim.i18n import _
from tacsim.plain.bearings import typed
from tacsim.plain.situation import View
from tacsim.view import words
from tacsim.view.builds import weighed
from tacsim.view.drawn import THING, ground_sign
from tacsim.view.grounds import ground_word
from tacsim.view.overlay import lying
from tacsim.view.why import barrier_word

UNKNOWN = "?"


def board(view: View, levels: tuple[int, ...] | None = None) -> Iterator[str]:
    """The rows of the map and what its letters mean; of cubes some levels, or all."""
    world = view.battle.rules.world
    field, known = world.field, view.memory.remembered
    hexes, several = field.topology == "hex", field.axes == 3
    rows = iter(view.battle.draw(dict.fromkeys(cells_in(~known), UNKNOWN)).split("\n"))
    apart = 2 if hexes else 1
    for level in range(len(field.levels)):
        heading = next(rows) if several else ""
        shown = [next(rows) for _y in range(field.height)]
        if levels is not None and level not in levels:
            continue
        if heading:
            yield heading
        yield from _columns(field.width, apart)
        yield from (f"{y:>3} {row}" for y, row in enumerate(shown))
    yield from _legend(view)


def _columns(width: int, apart: int) -> Iterator[str]:
    """The numbers of the columns, tens above ones."""
    gap = " " * (apart - 1)
    tens = gap.join(str(x // 10) if x % 10 == 0 and x else " " for x in range(width))
    if width > 10:
        yield "    " + tens.rstrip()
    yield "    " + gap.join(str(x % 10) for x in range(width))


def _legend(view: View) -> Iterator[str]:
    """Whose letters stand on it, and what the ground is."""
    world = view.battle.rules.world
    letters: dict[str, list[str]] = {}
    for creature in view.battle.creatures.values():
        if creature.id in view.known:
            text = f"{creature.name} {typed(creature.at)}"
            letters.setdefault(creature.identity.glyph, []).append(text)
    for letter, names in letters.items():
        yield f"{letter} {', '.join(names)}"
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


__all__ = ["board"]
