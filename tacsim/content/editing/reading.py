"""Reading: what the texts of a scenario or map file say while they are being changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

import attrs

from tacsim.content.checks import any_ground
from tacsim.content.documents import parse_document
from tacsim.content.faults import Fault
from tacsim.content.legends import Kind, read_legend
from tacsim.content.maps import read_map
from tacsim.content.records import Combatant, Scenario
from tacsim.content.roster import Lore, read_creatures, read_lore, read_sides
from tacsim.content.scenarios import bestiaries_of, ground_of, scenario_from, switches_of
from tacsim.content.worlds import body_of
from tacsim.core.components import Side
from tacsim.core.terrain import GLYPHS, TERRAIN, Battlefield, Terrain
from tacsim.grid.cells import Cell
from tacsim.rulesets import RULESETS, RulesetContent, content
from tacsim.rulesets.schema import Anything, Path

NOBODY = Side("nobody", "", "human", (), "")
"""The side of a map without sides, where one has to be."""
_LISTED = re.compile(r"(creature|barrier|goal|item|lamp|label)\[(\d+)\]")
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


@attrs.frozen
class Texts:
    """What the files hold: the one that was opened, and the map file that it names, if it does."""

    own: str
    map: str | None = None


@attrs.frozen
class Found:
    """A fault, and the cell that it is about, if it is about one."""

    fault: Fault
    cell: Cell | None = None
    creature: int | None = None


class Read:
    """What some texts say, as far as they can be read; each answer is worked out once."""

    def __init__(self, texts: Texts, file: str, folder: FilePath, map_file: str) -> None:
        self.texts, self._folder = texts, folder
        self.document = parse_document(texts.own, file)
        apart = texts.map is not None
        self.ground = parse_document(texts.map or "", map_file) if apart else self.document
        self.is_map = "grid" in self.document.tables
        self.map_path: Path = () if apart or self.is_map else ("map",)
        """Where the map is in its document."""

    @cached_property
    def rules(self) -> RulesetContent:
        """The ruleset's content; of a map by itself, of one that is played on such a grid."""
        named = self.document.tables.get("ruleset")
        if isinstance(named, str) and named in RULESETS:
            return content(named)
        first, *others = (content(name) for name in RULESETS)
        topology = self._map_table.get("topology", first.topologies[0])
        return next((one for one in (first, *others) if topology in one.topologies), first)

    @property
    def _map_table(self) -> Mapping[str, Any]:
        try:
            table = self.ground.value(self.map_path)
        except (KeyError, TypeError):
            return {}
        return table if isinstance(table, Mapping) else {}

    @cached_property
    def field(self) -> Battlefield | None:
        """The ground, None where it cannot be read."""
        if not self._map_table:
            return None
        wanted = any_ground() if self.is_map else ground_of(self.rules)
        return read_map(self.ground, wanted, self.map_path)[0]

    @cached_property
    def lore(self) -> Lore:
        """The kinds and weapons that there are."""
        switches, _ill = switches_of(self.document, self.rules)
        topology = self.field.topology if self.field else self.rules.topologies[0]
        files, _faults = bestiaries_of(self.document, self._folder)
        return read_lore(self.document, self.rules, switches, topology, files)[0]

    @cached_property
    def creatures(self) -> dict[int, Combatant]:
        """The creatures that can be read, by their place in the file."""
        if self.is_map or "creature" not in self.document.tables:
            return {}
        axes = self.field.axes if self.field else 2
        return read_creatures(self.document, self.lore, axes)[0]

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides as far as they can be read, also those without creatures."""
        if self.is_map:
            return ()
        tables = self.document.tables.get("side", ())
        found = [table for table in tables if isinstance(table, Mapping)] if tables else []
        names = [one["id"] for one in found if isinstance(one.get("id"), str)]
        axes = self.field.axes if self.field else 2
        sides = read_sides(self.document, names, axes)[0]
        return sides or tuple(Side(name, name, "human", (), "") for name in dict.fromkeys(names))

    @cached_property
    def whole(self) -> tuple[Scenario | None, list[Fault]]:
        """The scenario, None for a map or with faults, and all faults."""
        if self.is_map:
            return None, sorted(read_map(self.document, any_ground())[1])
        given = self.ground if self.ground is not self.document else None
        scenario, faults = scenario_from(self.document, self._folder, given)
        return scenario, sorted(faults)

    @cached_property
    def shown(self) -> Scenario | None:
        """What can be drawn: the ground with all creatures that stand on it; None without ground.

        It may be faulty: creatures may stand in walls and in each other.
        """
        if self.whole[0] is not None:
            return self.whole[0]
        if self.field is None:
            return None
        known = {side.id for side in self.sides}
        there = tuple(
            one for one in self.creatures.values()
            if one.side in known and all(cell in self.field for cell in body_of(one).cells)
        )  # fmt: skip
        defaults = {switch.name: switch.default for switch in self.rules.switches}
        return Scenario(
            str(self.document.tables.get("name", "")), self.rules.id, 0, defaults,
            self.sides or (NOBODY,), there, self.field,
        )  # fmt: skip

    @cached_property
    def faults(self) -> list[Found]:
        """All that is wrong, with where it is."""
        return [self._placed(fault) for fault in self.whole[1]]

    def _placed(self, fault: Fault) -> Found:
        match = _LISTED.search(fault.field)
        if match is not None:
            key, at = match[1], int(match[2])
            where: Path = (
                (key, at) if key in ("creature", "goal", "item") else (*self.map_path, key, at)
            )
            document = self.document if where[0] == key else self.ground
            try:
                table = document.value(where)
            except (KeyError, IndexError, TypeError):
                table = {}
            named = self._named(table, fault.field[match.end() :])
            return Found(fault, named or self._cell(table), at if key == "creature" else None)
        if fault.field.endswith("grid") and fault.line:
            first = self.ground.row_line((*self.map_path, "grid"), 0)
            row = fault.line - first
            if row >= 0:
                return Found(fault, self._on_map((0, row)))
        return Found(fault)

    def _named(self, table: Any, path: str) -> Cell | None:
        """The cell that a path within a table leads to (``.cells[2]``), if it leads to one."""
        for key, at in _STEP.findall(path):
            try:
                table = table[key or int(at)]
            except (KeyError, IndexError, TypeError):
                return None
        return self._as_cell(table)

    def _cell(self, table: object) -> Cell | None:
        """The first cell that a table names."""
        if not isinstance(table, Mapping):
            return None
        for value in (table.get("at"), table.get("between"), table.get("cells")):
            while isinstance(value, list) and value and isinstance(value[0], list):
                value = value[0]
            found = self._as_cell(value)
            if found is not None:
                return found
        return None

    def _as_cell(self, value: object) -> Cell | None:
        """A value as a cell of the map, if it is written as one."""
        if isinstance(value, list) and value and all(type(part) is int for part in value):
            return self._on_map(tuple(value))
        return None

    def _on_map(self, cell: Cell) -> Cell | None:
        """A cell if it is on the map, else the nearest one; None without a map."""
        if self.field is None or not cell:
            return None
        padded = (*cell, 0, 0)[: self.field.axes]
        size = self.field.size
        return tuple(min(max(part, 0), n - 1) for part, n in zip(padded, size, strict=True))

    @cached_property
    def strengths(self) -> dict[str, float]:
        """What the creatures of each side weigh together, by the ruleset's public figures."""
        found = {side.id: 0.0 for side in self.sides}
        tables = self.document.tables.get("creature", ())
        for at, one in self.creatures.items():
            entry = self.lore.content.merged(self.lore.kinds[one.kind], tables[at])
            found[one.side] = found.get(one.side, 0.0) + self.rules.book.strength(entry)
        return found

    # --- the ground as it is written ------------------------------------------------------------

    @cached_property
    def glyphs(self) -> dict[str, str]:
        """The names of the ground that glyphs stand for."""
        axes = self.field.axes if self.field else 2
        legend = read_legend(self._map_table.get("legend"), Kind(axes, Anything()))
        return {**GLYPHS, **legend.names}

    @property
    def palette(self) -> dict[str, Terrain]:
        """The kinds of ground that can be drawn, the map's own last, by name."""
        own = self.field.kinds if self.field else {}
        return {**TERRAIN, **own}

    def levels(self) -> dict[int, tuple[Path, str]]:
        """Where the grid of each written level is, and its text."""
        found = {0: ((*self.map_path, "grid"), str(self._map_table.get("grid", "")))}
        for n, table in enumerate(self._map_table.get("level", ())):
            found[table["z"]] = ((*self.map_path, "level", n, "grid"), table["grid"])
        return found
