"""Behaviour: how opponents are to play creatures, from the keys ``behaviour`` of a scenario.

A side's holds for each of its creatures, as far as a creature's own does not say otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tacsim.content.documents import Document
from tacsim.content.faults import Fault
from tacsim.content.goals import CELLS, may_stand
from tacsim.content.records import Combatant
from tacsim.content.worlds import build_world
from tacsim.core.components import Behaviour, Side
from tacsim.core.dice import SeededDice
from tacsim.core.nature import TASKS, TEMPERS
from tacsim.core.terrain import Battlefield
from tacsim.core.world import Creature
from tacsim.i18n import N_, _
from tacsim.rules.battle import Battle
from tacsim.rules.ruleset import Ruleset
from tacsim.rulesets.schema import Coordinates, Each, Table, Word

FIELD = "behaviour"
"""The key of a creature's table, and of a side's."""


def behaviour_schema(axes: int, between: str) -> Table:
    """The form of a behaviour.

    ``between``: the clause by which there is nothing between cells, if there is one.
    """
    return Table(
        {
            "temper": Word(N_("temper"), TEMPERS),
            "tasks": Each(Word(N_("task"), TASKS), most=len(TASKS)),
            "holds": Each(Coordinates(axes, between=between), most=CELLS),
        }
    )


def behaviours(
    document: Document, entries: Mapping[int, Mapping[str, Any]], axes: int
) -> dict[int, tuple[Behaviour, ...]]:
    """The behaviour of each creature by its place in the document's list; none where it is usual.

    ``entries``: tables without faults. A faulty one of a side counts for nothing.
    """
    form, usual = behaviour_schema(axes, ""), dict[str, Mapping[str, Any]]()
    for _index, table in _tables(document, "side"):
        if not any(True for _ in form.problems(table[FIELD], {})):
            usual[str(table.get("id"))] = table[FIELD]
    found: dict[int, tuple[Behaviour, ...]] = {}
    for index, entry in entries.items():
        table = {**usual.get(entry["side"], {}), **entry.get(FIELD, {})}
        one = Behaviour(
            table.get("temper", "steady"),
            tuple(task for task in TASKS if task in table.get("tasks", ())),
            tuple(dict.fromkeys(tuple(cell) for cell in table.get("holds", ()))),
        )
        found[index] = (one,) if one != Behaviour() else ()
    return found


def behaviour_faults(
    document: Document,
    sides: tuple[Side, ...],
    combatants: Iterable[Combatant],
    field: Battlefield,
    ruleset: Ruleset,
) -> list[Fault]:
    """Cells to be held that are off the map, or where nobody who should can stand."""
    faults, battle = list[Fault](), None
    everybody = tuple(combatants)
    for key in ("side", "creature"):
        for index, table in _tables(document, key):
            battle = battle or Battle(build_world(field, sides, everybody), ruleset, SeededDice(0))
            whose = "side" if key == "side" else "id"
            them = [c for c in battle.standing() if table["id"] == _of(c, whose)]
            for number, cell in enumerate(table[FIELD].get("holds", ())):
                where = (key, index, FIELD, "holds", number)
                if tuple(cell) not in field:
                    message = _("{cell} is not on the map").format(cell=list(cell))
                    faults.append(document.fault(where, message))
                elif them and not any(may_stand(battle, one, tuple(cell)) for one in them):
                    message = _("nobody who should can stand at {cell}").format(cell=list(cell))
                    faults.append(document.fault(where, message))
    return faults


def _of(creature: Creature, whose: str) -> str:
    return creature.side if whose == "side" else creature.id


def _tables(document: Document, key: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The tables of a list that have a behaviour, each with its place."""
    tables = document.tables.get(key, ())
    for index, table in enumerate(tables if isinstance(tables, list | tuple) else ()):
        if isinstance(table, Mapping) and FIELD in table:
            yield index, table
