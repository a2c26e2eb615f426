"""Scripts: from the tables ``[[do]]`` to intents."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs

from tacsim.content.documents import Document
from tacsim.content.faults import ContentError, Fault
from tacsim.content.records import Do
from tacsim.core.intents import INTENTS, Intent
from tacsim.grid.grids import TOPOLOGIES
from tacsim.i18n import N_, _
from tacsim.rulesets.schema import (
    Coordinates,
    Each,
    Id,
    Path,
    Schema,
    Table,
    Text,
    Truth,
    Whole,
    Word,
    Words,
    said,
)
from tacsim.rulesets.variants import Variants

STEPS = 10_000
"""The most steps of a script."""

_ACTOR = Word(N_("creature"), of="creatures")
_OWN: Mapping[tuple[str, str], Schema] = {
    ("take", "defence"): Id(), ("pick_up", "target"): Id(), ("set_down", "target"): Id(),
}  # fmt: skip
"""The forms that fields have in the tables of one intent alone."""


def read_script(
    document: Document,
    creatures: tuple[str, ...],
    topology: str,
    *,
    saved: bool,
    between: str = "",
) -> tuple[tuple[Do, ...], list[Fault]]:
    """The script of a scenario, and what is wrong with it.

    ``saved``: a step tells its line itself, as there is no text to find it in; ``between``: the
    clause by which there is nothing between cells, if there is one.
    """
    tables = document.tables.get("do", [])
    if not isinstance(tables, list | tuple):
        return (), [
            document.fault(("do",), said(_("must be a list of tables, not {value}"), tables))
        ]
    if len(tables) > STEPS:
        return (), [document.fault(("do",), _("must hold at most {most} steps").format(most=STEPS))]
    words = {"creatures": creatures}
    form = step_form(topology, between, saved=saved)
    script: list[Do] = []
    faults: list[Fault] = []
    for index, table in enumerate(tables):
        path = ("do", index)
        found = _step_faults(document, path, table, form, words)
        faults += found
        if not found:
            line = table.get("line", 0) if saved else document.line(path)
            script.append(_step(table, line))
    return tuple(script), faults


def read_intent(table: Mapping[str, Any], creatures: tuple[str, ...], topology: str) -> Intent:
    """The intent of a single table, such as a program makes; ContentError.

    >>> read_intent({"intent": "stand", "actor": "elf"}, ("elf", "orc"), "square")
    Stand(actor='elf')
    """
    document = Document("intent", dict(table))
    words, form = {"creatures": creatures}, step_form(topology, "", saved=False)
    faults = _step_faults(document, (), table, form, words)
    if faults:
        raise ContentError(faults)
    return _step(table, 0).intent


@cache
def step_form(topology: str, between: str, *, saved: bool) -> Variants:
    """The form of a step, by its intent."""
    fields = _fields(topology, between)
    own: dict[str, Schema] = {"actor": _ACTOR}
    if saved:
        own["line"] = Whole(0, 10_000_000)
    forms = {}
    for name, intent in INTENTS.items():
        parts = [part for part in attrs.fields(intent) if part.name != "actor"]
        known = {part.name: _OWN.get((name, part.name), fields[part.name]) for part in parts}
        needed = {part.name for part in parts if part.default is attrs.NOTHING}
        forms[name] = Table({**own, **known}, frozenset({"actor", *needed}))
    return Variants("intent", N_("intent"), forms)


def _fields(topology: str, between: str = "") -> Mapping[str, Schema]:
    """The forms that the fields of intents have in files."""
    grid = TOPOLOGIES[topology]
    axes, first = grid.axes, (0,) * grid.axes
    cell = Coordinates(axes, between=between)
    shape = Coordinates(len(grid.extent(1)))
    longer = any(len(corner) > axes for corner in grid.corners(first))
    way, shapes = (Each(each, most=1000, least=1) for each in (cell, shape))
    return {
        "to": cell,
        "path": way,
        "extents": shapes,
        "mode": Id(),
        "target": _ACTOR,
        "against": _ACTOR,
        "origin": Coordinates(axes, corner=longer, between=between),
        "toward": cell,
        "shape": Id(),
        "size": Whole(1, 100),
        "name": Text(),
        "weapon": Id(),
        "trigger": Id(),
        "way": Id(),
        "defensive": Truth(),
        "defence": Truth(),
        "follow": Truth(),
        "prone": Truth(),
        "willing": Truth(),
        "stamina": Whole(0, 100),
    }


def _step_faults(
    document: Document, path: Path, table: object, form: Schema, words: Words
) -> list[Fault]:
    """What is wrong with a step."""
    faults = document.check(form, words, path)
    if not faults and isinstance(table, Mapping) and table["intent"] == "move":
        faults = _way_faults(document, path, table)
    return faults


def _way_faults(document: Document, path: Path, table: Mapping[str, Any]) -> list[Fault]:
    """A move says where to in exactly one way; one toward a target may leave it open."""
    if "to" in table and "path" in table:
        return [document.fault((*path, "path"), _("says where to a second time, beside to"))]
    if not table.keys() & {"to", "path", "target"}:
        return [document.fault((*path, "to"), _("is missing: a move needs to or path"))]
    ways = table.get("path"), table.get("extents")
    if ways[1] is not None and len(ways[1]) != len(ways[0] or ()):
        return [document.fault((*path, "extents"), _("must name one shape for each cell of path"))]
    return []


def _step(table: Mapping[str, Any], line: int) -> Do:
    values = {key: _frozen(value) for key, value in table.items() if key not in ("intent", "line")}
    return Do(table["actor"], INTENTS[table["intent"]](**values), line)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
