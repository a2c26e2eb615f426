"""Areas that are only measured: what one would cover, and who is inside, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from tacsim.grid.cells import Cell
from tacsim.i18n import _, known_as, ngettext
from tacsim.plain import bearings
from tacsim.plain.situation import View
from tacsim.player.pointing.measuring import LARGEST, area_text, inside, size_of, template
from tacsim.view.wording import words


def measured(view: View, actor: str, text: str) -> Iterator[str]:
    """What an area covers, as typed: ``cone 4 e 2``, ``burst 20 ft 7,4``, ``line 6 e 1 from 3,3``.

    Errors: ValueError, saying what to type instead.
    """
    rules = view.battle.rules
    shapes = rules.ruleset.areas.shapes
    units = "|".join(rules.ruleset.units)
    found = re.fullmatch(rf"(\w+) (\d+(?: ?(?:{units})\b)?)(?: (.+?))??(?: from (.+))?", text)
    form = shapes.get(found[1]) if found else None
    if found is None or form is None:
        raise ValueError(_usage(shapes, bearings.typed(view.battle[actor].at)))
    size = size_of(rules, found[2])
    if not 1 <= size <= LARGEST:
        raise ValueError(_("A size of 1 to {most} can be measured.").format(most=LARGEST))
    place, origin = (_place(view, actor, one, aimed=form.aimed) for one in found.groups()[2:])
    body = view.battle[actor].body
    if form.aimed and (place is None or place in ([origin] if origin else body.cells)):
        raise ValueError(_("Where to? Another cell, or a way such as e 2."))
    if not form.aimed and origin is not None:
        raise ValueError(_("This shape lies round a place: leave out what follows from."))
    cells = template(rules, body, found[1], size, place or body.at, origin)
    yield ngettext(
        "{area}: {who}. It covers {n} cell.", "{area}: {who}. It covers {n} cells.", len(cells)
    ).format(
        area=words.capital(area_text(rules.world, found[1], size)),
        who=_who(view, cells), n=len(cells),
    )  # fmt: skip
    if cells:
        yield "; ".join(_rows(cells)) + "."


def _usage(shapes: Iterable[str], here: str) -> str:
    text = _("c, a shape, its size and where: c {shape} 4 {here}. Shapes: {shapes}. One that leads "
             "somewhere starts with you, unless you add from {here}.")  # fmt: skip
    names = list(shapes)
    return text.format(shape=names[0], shapes=", ".join(names), here=here)


def _place(view: View, actor: str, text: str | None, *, aimed: bool) -> Cell | None:
    """A cell or corner as typed; None for none. Errors: ValueError."""
    if text is None:
        return None
    rules = view.battle.rules
    topology, field = rules.ruleset.topology, rules.world.field
    cell = bearings.cell_of(text, field.axes)
    cell = cell or bearings.off(topology.name, view.battle[actor].at, text)
    corner = bearings.cell_of(text, field.axes + 1) if topology.name == "hex" else None
    if corner is not None and not aimed and corner[2] < 2:
        if topology.on_map(corner, field.shape):
            return corner
    elif cell is not None and cell in field:
        return cell
    if bearings.cell_of(text, 2) is not None and field.axes == 3:
        raise ValueError(_("Say on which level too: {text},{level}.").format(text=text, level=0))
    raise ValueError(_('There is no place "{text}" on the map.').format(text=text[:40]))


def _who(view: View, cells: frozenset[Cell]) -> str:
    """Those known of who are inside, by initiative, friends marked."""
    world, told = view.battle.rules.world, []
    for name in inside(world, view.known, cells):
        creature = world[name]
        text = _("{name} (yours)") if view.friendly(creature) else "{name}"
        told.append(text.format(name=known_as(creature.name)))
    return words.joined(told) if told else _("nobody is inside")


def _rows(cells: Iterable[Cell]) -> Iterator[str]:
    """The cells, row by row."""
    for (*levels, y), row in groupby(sorted(cells, key=_read), key=lambda cell: _read(cell)[:-1]):
        text = _("level {z}, row {y}: {columns}") if levels else _("row {y}: {columns}")
        columns = ", ".join(_runs([cell[0] for cell in row]))
        yield text.format(z=levels[0] if levels else 0, y=y, columns=columns)


def _read(cell: Cell) -> Cell:
    """A cell in the order of reading."""
    return cell[::-1]


def _runs(columns: list[int]) -> Iterator[str]:
    """Columns in order, those side by side together.

    >>> list(_runs([1, 2, 3, 5]))
    ['1 to 3', '5']
    """
    for _gap, run in groupby(enumerate(columns), key=lambda one: one[1] - one[0]):
        first, *rest = (x for _n, x in run)
        yield _("{first} to {last}").format(first=first, last=rest[-1]) if rest else str(first)
