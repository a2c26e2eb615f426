"""Items: from the tables ``[[item]]`` to things that lie on the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tacsim.content.documents import Document
from tacsim.content.faults import Fault
from tacsim.content.maps import by
from tacsim.content.roster import ids, repeated
from tacsim.core.components import Item
from tacsim.core.terrain import Battlefield
from tacsim.i18n import _
from tacsim.rules.lying import bears
from tacsim.rulesets.schema import (
    Coordinates,
    Each,
    Id,
    Table,
    Text,
    Weight,
    parse_pounds,
    said,
)

ITEMS = 1000
HEAVIEST = 1_000_000
"""The most items of a scenario, and the most pounds of one."""
FIELD = "item"


def item_form(axes: int, between: str) -> Table:
    """The form of an ``[[item]]`` table."""
    return Table(
        {
            "id": Id(),
            "name": Text(),
            "weight": Weight(HEAVIEST),
            "at": Coordinates(axes, between=between),
        },
        frozenset({"id", "weight", "at"}),
    )


def read_items(
    document: Document, creatures: Iterable[str], axes: int, between: str
) -> tuple[dict[int, Item], list[Fault]]:
    """The items by their place in the document's list, and what is wrong with them.

    ``creatures``: whose ids no item may have; ``between``: the clause by which there is nothing
    between cells, if there is one.
    """
    form = item_form(axes, between)
    tables = document.tables.get(FIELD, [])
    faults = document.faults(Each(form, most=ITEMS).problems(tables, {}, (FIELD,)))
    faults += repeated(document, FIELD)
    taken = set(creatures)
    for index, name in ids(tables).items():
        if name in taken:
            message = said(_("there is a creature {value} already"), name)
            faults.append(document.fault((FIELD, index, "id"), message))
    if faults:
        return {}, faults
    return {
        index: Item(
            table["id"], table.get("name", table["id"].replace("_", " ")),
            parse_pounds(table["weight"]), tuple(table["at"]),
        )
        for index, table in enumerate(tables)
    }, []  # fmt: skip


def item_faults(document: Document, items: Mapping[int, Item], field: Battlefield) -> list[Fault]:
    """Items off the map, or where nothing can lie."""
    faults = []
    for index, item in items.items():
        at = item.at or ()
        where = (FIELD, index, "at")
        if at not in field:
            message = _("{at} is off the map of {size} cells").format(
                at=list(at), size=by(field.size)
            )
            faults.append(document.fault(where, message))
        elif not bears(field.at(at)):
            message = _('it cannot lie on "{name}" at {at}').format(
                name=field.at(at).name, at=list(at)
            )
            faults.append(document.fault(where, message))
    return faults
