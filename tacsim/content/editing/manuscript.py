"""Manuscripts: a scenario or map file that is being changed, with what was changed to go back to.

A change makes another text of the one before, so undoing is exact. What the text says is read by
the ordinary reader; nothing here knows better than it what is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

import attrs

from tacsim.content.checks import any_ground
from tacsim.content.documents import parse_document, read_bytes
from tacsim.content.editing import blocks
from tacsim.content.faults import ContentError, Fault
from tacsim.content.legends import Kind, read_legend
from tacsim.content.library import find_near
from tacsim.content.map_text import LETTERS
from tacsim.content.maps import read_map
from tacsim.content.records import Combatant, Scenario
from tacsim.content.roster import Lore, read_creatures, read_lore, read_sides
from tacsim.content.scenarios import bestiaries_of, ground_of, scenario_from, switches_of
from tacsim.content.worlds import body_of
from tacsim.core.components import Side
from tacsim.core.grounds import ALOFT
from tacsim.core.terrain import GLYPHS, TERRAIN, BarrierKind, Battlefield, Terrain
from tacsim.grid.cells import Cell
from tacsim.grid.grids import TOPOLOGIES
from tacsim.grid.lines import edge
from tacsim.i18n import _
from tacsim.rulesets import RULESETS, RulesetContent, content
from tacsim.rulesets.schema import Anything, Path

MARK = "\ufeff"
"""What some programs begin texts with."""
UNDONE = 500
"""How many changes can be taken back."""
NOBODY = Side("nobody", "", "human", (), "")
"""The side of a map without sides, where one has to be."""
_LISTED = re.compile(r"(creature|barrier|goal|item|lamp|label)\[(\d+)\]")


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
            where: Path = (key, at) if key in ("creature", "goal", "item") else (
                *self.map_path, key, at
            )  # fmt: skip
            document = self.document if where[0] == key else self.ground
            try:
                table = document.value(where)
            except (KeyError, IndexError, TypeError):
                table = {}
            return Found(fault, self._cell(table), at if key == "creature" else None)
        if fault.field.endswith("grid") and fault.line:
            first = self.ground.row_line((*self.map_path, "grid"), 0)
            row = fault.line - first
            if row >= 0:
                return Found(fault, self._on_map((0, row)))
        return Found(fault)

    def _cell(self, table: object) -> Cell | None:
        """The first cell that a table names."""
        if not isinstance(table, Mapping):
            return None
        for value in (table.get("at"), table.get("between"), table.get("cells")):
            while isinstance(value, list) and value and isinstance(value[0], list):
                value = value[0]
            if isinstance(value, list) and all(type(part) is int for part in value):
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


class Manuscript:
    """A file that is being changed.

    ``path``: where it is kept, None for a new one; ``folder``: where what it names is looked for.
    Errors: ContentError for a text that is no TOML, or neither a scenario nor a map.
    """

    def __init__(self, texts: Texts, path: FilePath | None, folder: FilePath,
                 map_path: FilePath | None = None) -> None:  # fmt: skip
        self.path, self.folder, self.map_path = path, folder, map_path
        self.kept: Texts | None = texts if path is not None else None
        """What is in the files."""
        self._past: list[Texts] = []
        self._future: list[Texts] = []
        self._take(texts)
        if not self.read.is_map and not {"map", "ruleset"} <= self.read.document.tables.keys():
            words = _("is neither a scenario nor a map")
            raise ContentError([Fault(self.file, 0, "", words)])

    @property
    def file(self) -> str:
        """What the file is called in faults."""
        return self.path.name if self.path is not None else _("unnamed")

    def _take(self, texts: Texts) -> None:
        map_file = self.map_path.name if self.map_path else ""
        self.read = Read(texts, self.file, self.folder, map_file)

    @property
    def texts(self) -> Texts:
        """What the files would hold if they were kept now."""
        return self.read.texts

    @property
    def changed(self) -> bool:
        """Whether there is something that no file holds yet."""
        return self.texts != self.kept

    # --- back and forth -------------------------------------------------------------------------

    def become(self, texts: Texts) -> bool:
        """Hold other texts; whether they are others. ContentError for what is no TOML."""
        before = self.texts
        if texts == before:
            return False
        self._take(texts)
        self._past = [*self._past, before][-UNDONE:]
        self._future = []
        return True

    def undo(self) -> bool:
        """Take the last change back; False where there is none."""
        return self._step(self._past, self._future)

    def redo(self) -> bool:
        """Make the change again that was taken back last; False where there is none."""
        return self._step(self._future, self._past)

    def _step(self, back: list[Texts], forth: list[Texts]) -> bool:
        if not back:
            return False
        forth.append(self.texts)
        self._take(back.pop())
        return True

    @property
    def undoable(self) -> tuple[bool, bool]:
        """Whether there is something to take back, and something to make again."""
        return bool(self._past), bool(self._future)

    # --- changes: each is one step to take back ---------------------------------------------------

    def assign(self, path: Path, value: object) -> bool:
        """Set a value of the scenario; None takes it away."""
        if value is None:
            return self.drop(path)
        return self._own(lambda text: blocks.assign(text, path, value))

    def drop(self, path: Path) -> bool:
        """Take something of the scenario away, if it is there."""
        try:
            self.read.document.value(path)
        except (KeyError, IndexError):
            return False
        return self._own(lambda text: blocks.drop(text, path))

    def add(self, key: str, table: Mapping[str, Any]) -> bool:
        """One more table in a list of the scenario: ``creature``, ``side``, ``goal``."""
        return self._own(lambda text: blocks.add(text, (key,), table))

    def _own(self, change: Callable[[str], str]) -> bool:
        return self.become(attrs.evolve(self.texts, own=change(self.texts.own)))

    def _ground(self, change: Callable[[str], str]) -> bool:
        texts = self.texts
        if texts.map is None:
            return self.become(attrs.evolve(texts, own=change(texts.own)))
        return self.become(attrs.evolve(texts, map=change(texts.map)))

    def paint(self, cells: Iterable[Cell], ground: str) -> bool:
        """Let cells be of a kind of ground, by its name in the palette; those off the map are not.

        ValueError for a kind that the map does not know, and where the map cannot be read.
        """
        read = self.read
        field = self._field()
        wanted = [cell for cell in dict.fromkeys(cells) if cell in field]
        by_level: dict[int, list[Cell]] = {}
        for cell in wanted:
            below = self._named(cell)
            if below != (ALOFT.get(ground, ground) if sum(cell[2:]) else ground):
                by_level.setdefault(sum(cell[2:]), []).append(cell)
        if not by_level:
            return False
        glyph, fresh = self._glyph(ground)

        def change(text: str) -> str:
            if fresh:
                text = self._explained(text, glyph, ground)
            written = read.levels()
            for z, here in by_level.items():
                empty = "\n" + (" " * field.width + "\n") * field.height
                path, grid = written.get(z, ((), empty))
                drawn = _drawn(grid, here, glyph)
                if path:
                    text = _replaced(text, path, grid, drawn, glyph)
                else:
                    table = {"z": z, "grid": drawn.removeprefix("\n")}
                    text = blocks.add(text, (*read.map_path, "level"), table)
            return text

        return self._ground(change)

    def _field(self) -> Battlefield:
        if self.read.field is None:
            raise ValueError(_("the map cannot be read: mend its faults in the file first"))
        return self.read.field

    def _named(self, cell: Cell) -> str:
        level = self._field().levels[sum(cell[2:])]
        return level[cell[1]][cell[0]]

    def _glyph(self, ground: str) -> tuple[str, bool]:
        """The glyph for a kind of ground, and whether the legend does not know it yet."""
        named = self.read.glyphs
        found = next((glyph for glyph, one in reversed(named.items()) if one == ground), None)
        if found is not None:
            return found, False
        if ground not in TERRAIN:
            raise ValueError(_("the map knows no ground {name}").format(name=ground))
        usual = TERRAIN[ground].glyph
        free = (one for one in (*ground, *LETTERS) if one.isalpha() and one not in named)
        return usual if usual and usual not in named else next(free), True

    def _explained(self, text: str, glyph: str, ground: str) -> str:
        """A text whose legend has one more glyph."""
        legend = (*self.read.map_path, "legend")
        document = self.read.ground
        try:
            document.value(legend)
        except KeyError:
            return blocks.head(text, legend, {glyph: ground})
        return blocks.assign(text, (*legend, glyph), ground)

    def barrier(self, between: tuple[Cell, Cell], kind: str, *, is_open: bool = False) -> bool:
        """Put a barrier between two neighbouring cells, in the place of one that is there.

        An empty ``kind`` takes it away.
        """
        field = self._field()
        if any(cell not in field for cell in between):
            return False
        if TOPOLOGIES[field.topology].side(*between) is None:
            raise ValueError(_("a barrier stands between two cells that share a side"))
        which = edge(*between)
        path = (*self.read.map_path, "barrier")
        at = next((n for n, one in enumerate(field.barriers) if one.between == which), None)
        if kind:
            BarrierKind(kind)
        if at is None and not kind:
            return False

        def change(text: str) -> str:
            if at is None:
                table = {"between": [list(cell) for cell in which], "kind": kind}
                return blocks.add(text, path, {**table, **({"open": True} if is_open else {})})
            if not kind:
                return blocks.drop(text, (*path, at))
            text = blocks.assign(text, (*path, at, "kind"), kind)
            if is_open:
                return blocks.assign(text, (*path, at, "open"), True)
            told = "open" in self.read.ground.value((*path, at))
            return blocks.drop(text, (*path, at, "open")) if told else text

        return self._ground(change)

    def resize(self, width: int, height: int) -> bool:
        """Give the map another size: rows and columns are cut off or added at its end, as floor.

        Of levels above the lowest, as air.
        """
        self._field()
        if width < 1 or height < 1:
            raise ValueError(_("a map has at least one row and one column"))
        floor, new = self._glyph("floor")
        read = self.read

        def change(text: str) -> str:
            if new:
                text = self._explained(text, floor, "floor")
            for z, (path, grid) in read.levels().items():
                more = " " if z else floor
                rows = grid.strip("\n").split("\n")[:height]
                rows += [""] * (height - len(rows))
                rows = [row[:width] + more * (width - len(row)) for row in rows]
                text = blocks.assign(text, path, "\n".join(rows) + "\n")
            return text

        return self._ground(change)

    def raise_to(self, levels: int) -> bool:
        """Give a map of cubes another number of levels; those that go are taken away."""
        if self._field().axes < 3 or levels < 1:
            raise ValueError(_("only cube maps have further levels"))
        path = self.read.map_path
        gone = [where[:-1] for z, (where, _grid) in self.read.levels().items() if z >= levels]

        def change(text: str) -> str:
            for where in sorted(gone, reverse=True, key=str):
                text = blocks.drop(text, where)
            return blocks.assign(text, (*path, "levels"), levels)

        return self._ground(change)

    # --- creatures --------------------------------------------------------------------------------

    def creature_at(self, cell: Cell) -> int | None:
        """The place in the file of a creature that stands on a cell."""
        return next(
            (at for at, one in self.read.creatures.items() if cell in body_of(one).cells), None
        )

    def place(self, kind: str, side: str, cell: Cell) -> bool:
        """One more creature of a kind, with an id of its own."""
        tables = self.read.document.tables.get("creature", ())
        taken = {str(one.get("id")) for one in tables if isinstance(one, Mapping)}
        taken |= {side.id for side in self.read.sides}
        ids = (kind if n == 1 else f"{kind}-{n}" for n in range(1, len(taken) + 2))
        free = next(one for one in ids if one not in taken)
        table = {"id": free, "kind": kind, "side": side, "at": list(cell)}
        return self.add("creature", table)

    def remove(self, at: int) -> bool:
        """Take a creature away."""
        return self.drop(("creature", at))


def _drawn(grid: str, cells: Iterable[Cell], glyph: str) -> str:
    """A grid with cells drawn."""
    skipped = len(grid) - len(grid.lstrip("\n"))
    rows = [list(row) for row in grid.split("\n")]
    for cell in cells:
        rows[cell[1] + skipped][cell[0]] = glyph
    return "\n".join("".join(row) for row in rows)


def _replaced(text: str, path: Path, grid: str, drawn: str, glyph: str) -> str:
    """A text with another grid of the same size; as far as may be, only rows that differ change."""
    document = parse_document(text)
    first = document.row_line(path, 0)
    lines = text.split("\n")
    rows, fresh = grid.split("\n"), drawn.split("\n")
    as_written = [line.removesuffix("\r") for line in lines[first - 1 : first - 1 + len(rows)]]
    plain = as_written[: len(rows) - 1] == rows[:-1] and as_written[-1].startswith(rows[-1])
    if plain and len(rows) > 1 and glyph not in "\\\"'" and not rows[-1]:
        for n, (before, after) in enumerate(zip(rows, fresh, strict=True)):
            if before != after:
                lines[first - 1 + n] = lines[first - 1 + n].replace(before, after, 1)
        return "\n".join(lines)
    return blocks.assign(text, path, drawn.removeprefix("\n"))


def opened(path: FilePath) -> Manuscript:
    """The manuscript of a scenario or map file; ContentError for what cannot be edited."""
    own = _text(path)
    named = parse_document(own, str(path)).tables.get("map")
    map_path = None
    if isinstance(named, str):
        try:
            map_path = find_near(named, path.parent, _("there is no map {value}"))
        except ValueError as error:
            raise ContentError([Fault(str(path), 0, "map", str(error))]) from None
    texts = Texts(own, None if map_path is None else _text(map_path))
    return Manuscript(texts, path, path.parent, map_path)


def _text(path: FilePath) -> str:
    """What a file holds, as the reader has it; ContentError for what is no text."""
    data = b"".join(read_bytes(path))
    parse_document(data, str(path))
    return data.decode("utf-8").removeprefix(MARK).replace("\r\n", "\n")


def as_bytes(text: str, path: FilePath) -> bytes:
    """A text as it is to be written over a file, which keeps its line ends and its mark."""
    try:
        before = b"".join(read_bytes(path)).decode("utf-8")
    except (ContentError, ValueError):
        before = ""
    if "\r\n" in before:
        text = text.replace("\n", "\r\n")
    return ((MARK if before.startswith(MARK) else "") + text).encode("utf-8")


__all__ = ["Found", "Manuscript", "Read", "Texts", "as_bytes", "opened"]
