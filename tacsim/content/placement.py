"""Placement: whether everybody can stand where a scenario puts them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tacsim.content.documents import Document
from tacsim.content.faults import Fault
from tacsim.content.maps import by
from tacsim.content.records import Combatant
from tacsim.content.worlds import body_of, build_world
from tacsim.core.components import Conditions, Identity, Size, Traits
from tacsim.core.dice import SeededDice
from tacsim.core.terrain import Battlefield
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import _, known_as, ngettext
from tacsim.rules.battle import Battle
from tacsim.rules.movement.steps import Mover
from tacsim.rules.ruleset import Ruleset


def placement_faults(
    document: Document, combatants: Mapping[int, Combatant], field: Battlefield, ruleset: Ruleset
) -> list[Fault]:
    """Creatures off the map, on ground that they cannot stop on, or in each other's way.

    ``combatants`` are keyed by their place in the document's list.
    """
    faults = _off_map(document, combatants, field)
    lost = {index for index, _fault in faults}
    here = {index: combatant for index, combatant in combatants.items() if index not in lost}
    return [
        *(fault for _index, fault in faults),
        *_on_bad_ground(document, here, field, ruleset),
        *_crowded(document, here, ruleset),
    ]


def _off_map(
    document: Document, combatants: Mapping[int, Combatant], field: Battlefield
) -> list[tuple[int, Fault]]:
    faults = []
    for index, combatant in combatants.items():
        body = body_of(combatant)
        if any(cell not in field for cell in body.cells):
            message = _("{body} at {at} reaches off the map of {size} cells").format(
                body=_size(body.extent), at=list(body.at), size=by(field.size)
            )
            faults.append((index, document.fault(("creature", index, "at"), message)))
    return faults


def _size(extent: Cell) -> str:
    if len(extent) == 1:
        many = len(Body((0, 0), extent).cells)
        return ngettext("a body of {n} hex", "a body of {n} hexes", many).format(n=many)
    return _("a body of {size} cells").format(size=by(extent))


def _on_bad_ground(
    document: Document, combatants: Mapping[int, Combatant], field: Battlefield, ruleset: Ruleset
) -> list[Fault]:
    world = build_world(field, (), combatants.values())
    battle = Battle(world, ruleset, SeededDice(0))
    faults = []
    for index, combatant in combatants.items():
        body, where = body_of(combatant), ("creature", index, "at")
        stop = ruleset.passage.ground(battle, world[combatant.id]).stop
        shut = next((cell for cell in body.cells if not stop[cell[::-1]]), None)
        if shut is not None:
            message = _('it cannot stand on "{name}" at {cell}').format(
                name=field.at(shut).name, cell=list(shut)
            )
            faults.append(document.fault(where, message))
        elif Mover(battle, world[combatant.id], frozenset()).falls(body):
            message = _("there is nothing for it to stand on at {at}").format(at=list(combatant.at))
            faults.append(document.fault(where, message))
    return faults


def _crowded(
    document: Document, combatants: Mapping[int, Combatant], ruleset: Ruleset
) -> list[Fault]:
    """Bodies that overlap: the helpless are in nobody's way, the very small share cells."""
    faults = []
    big: dict[Cell, list[Combatant]] = {}
    small: dict[Cell, Fraction] = {}
    fillers: dict[Cell, Combatant] = {}
    out = ruleset.effects.named("out")
    for index, combatant in sorted(combatants.items(), key=_bigger_first):
        if any(name in combatant.get(Conditions) for name in out):
            continue
        where = ("creature", index, "at")
        share, cells = combatant.get(Size).share, body_of(combatant).cells
        in_way = fillers if share > 1 else {cell: one for cell, (one, *_rest) in big.items()}
        met = next((cell for cell in cells if cell in in_way), None)
        if met is not None:
            message = _('overlaps with "{name}" at {cell}').format(
                name=known_as(in_way[met].get(Identity).name), cell=list(met)
            )
            faults.append(document.fault(where, message))
            continue
        for cell in cells:
            if share == 1:
                big.setdefault(cell, []).append(combatant)
                if combatant.get(Traits).fills:
                    fillers[cell] = combatant
            else:
                small[cell] = small.get(cell, Fraction(0)) + Fraction(1, share)
                if small[cell] > 1:
                    message = _("too many small creatures share {cell}").format(cell=list(cell))
                    faults.append(document.fault(where, message))
    return faults


def _bigger_first(item: tuple[int, Combatant]) -> tuple[bool, int]:
    index, combatant = item
    return combatant.get(Size).share > 1, index
