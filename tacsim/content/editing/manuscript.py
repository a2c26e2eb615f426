"""Manuscripts: a scenario or map file that is being changed, with what was changed to go back to.

A change makes another text of the one before, so undoing is exact. What the text says is read by
the ordinary reader; nothing here knows better than it what is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path as FilePath
from typing import Any

import attrs

from tacsim.content.documents import parse_document, read_bytes
from tacsim.content.editing import blocks
from tacsim.content.editing.reading import Found, Read, Texts
from tacsim.content.faults import ContentError, Fault
from tacsim.content.library import find_near
from tacsim.content.map_text import LETTERS
from tacsim.content.worlds import body_of
from tacsim.core.grounds import ALOFT
from tacsim.core.terrain import TERRAIN, BarrierKind, Battlefield
from tacsim.grid.cells import Cell
from tacsim.grid.grids import TOPOLOGIES
from tacsim.grid.squares.lines import Edge
from tacsim.i18n import _
from tacsim.rulesets.schema import Path

MARK = "\ufeff"
"""What some programs begin texts with."""
UNDONE = 500
"""How many changes can be taken back."""
_NAMING: Mapping[str, tuple[tuple[str, str], ...]] = {
    "side": (("side", "allies"), ("creature", "side"), ("goal", "side")),
    "creature": (("goal", "creature"), ("do", "actor"), ("do", "target")),
}
"""Where the ids of sides and creatures are named: the lists of tables, and the keys in them."""


class Manuscript:
    """A file that is being changed.

    ``path``: where it is kept, None for a new one; ``folder``: where what it names is looked for.
    Errors: ContentError for a text that is no TOML, or neither a scenario nor a map.
    """

    def __init__(self, texts: Texts, path: FilePath | None, folder: FilePath,
                 map_path: FilePath | None = None) -> None:  # fmt: skip
        self.path, self.folder, self.map_path = path, folder, map_path
        self.kept: Texts | None = texts
        """What is in the files, or what it began from where it is in none; None for nothing."""
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

    def reread(self) -> None:
        """Read the texts anew, as faults are told in the language in which they were found."""
        self._take(self.texts)

    @property
    def texts(self) -> Texts:
        """What the files would hold if they were kept now."""
        return self.read.texts

    @property
    def changed(self) -> bool:
        """Whether there is something that would be lost."""
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

    def at_once(self, change: Callable[[], object]) -> bool:
        """Let several changes be one step to take back; none of them counts if one raises."""
        before, past, future = self.texts, self._past, self._future
        try:
            change()
        except (ValueError, KeyError):
            self._take(before)
            self._past, self._future = past, future
            raise
        if self.texts == before:
            self._past, self._future = past, future
            return False
        self._past = [*past, before][-UNDONE:]
        return True

    def table(self, path: Path, *, of_map: bool = False) -> Any:
        """What is at a path of the scenario, or of its map's table; None for nothing."""
        document = self.read.ground if of_map else self.read.document
        try:
            return document.value(self._whole(path, of_map=of_map))
        except (KeyError, IndexError, TypeError):
            return None

    def assign(self, path: Path, value: object, *, of_map: bool = False) -> bool:
        """Set a value of the scenario, or of its map's table; None takes it away.

        The table around it is made if there is none.
        """
        if value is None:
            return self.drop(path, of_map=of_map)
        missing = [n for n in range(1, len(path)) if self.table(path[:n], of_map=of_map) is None]
        if missing:
            for part in reversed(path[missing[0] :]):
                value = {part: value}
            path = path[: missing[0]]
        whole = self._whole(path, of_map=of_map)
        if (
            isinstance(value, Mapping)
            and len(path) == 1
            and self.table(path, of_map=of_map) is None
        ):
            table = dict(value)
            return self._in(lambda text: blocks.head(text, whole, table), of_map=of_map)
        return self._in(lambda text: blocks.assign(text, whole, value), of_map=of_map)

    def drop(self, path: Path, *, of_map: bool = False) -> bool:
        """Take something of the scenario or its map away, if it is there."""
        if self.table(path, of_map=of_map) is None:
            return False
        whole = self._whole(path, of_map=of_map)
        return self._in(lambda text: blocks.drop(text, whole), of_map=of_map)

    def add(self, key: str, table: Mapping[str, Any], *, of_map: bool = False) -> bool:
        """One more table in a list: ``creature``, ``side``, ``goal``; of the map ``label``."""
        whole = self._whole((key,), of_map=of_map)
        return self._in(lambda text: blocks.add(text, whole, table), of_map=of_map)

    def rename(self, key: str, at: int, name: str) -> bool:
        """Give a side or a creature another id, also where it is named elsewhere."""
        before = self.table((key, at, "id"))
        places: list[Path] = [(key, at, "id")]
        for other, field in _NAMING[key]:
            for n, table in enumerate(self.table((other,)) or ()):
                found = table.get(field) if isinstance(table, Mapping) else None
                if found == before:
                    places.append((other, n, field))
                elif isinstance(found, list):
                    places += [(other, n, field, i) for i, one in enumerate(found) if one == before]
        return self.at_once(lambda: [self.assign(place, name) for place in places])

    def _whole(self, path: Path, *, of_map: bool) -> Path:
        return (*self.read.map_path, *path) if of_map else path

    def _in(self, change: Callable[[str], str], *, of_map: bool) -> bool:
        texts = self.texts
        if of_map and texts.map is not None:
            return self.become(attrs.evolve(texts, map=change(texts.map)))
        return self.become(attrs.evolve(texts, own=change(texts.own)))

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

        return self._in(change, of_map=True)

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

    def barrier(self, edges: Iterable[Edge], kind: str, *, is_open: bool = False) -> bool:
        """Put barriers between neighbouring cells, in the place of those that are there.

        An empty ``kind`` takes them away; edges off the map are left out.
        """
        field = self._field()
        side = TOPOLOGIES[field.topology].side
        inside = [one for one in dict.fromkeys(edges) if all(cell in field for cell in one)]
        wanted = [found for found in (side(*one) for one in inside) if found is not None]
        if len(wanted) < len(inside):
            raise ValueError(_("a barrier stands between two cells that share a side"))
        if kind:
            BarrierKind(kind)
        path = self._whole(("barrier",), of_map=True)
        there = {one.between: at for at, one in enumerate(field.barriers)}
        opened = [at for at, one in enumerate(self.table(("barrier",), of_map=True) or ())
                  if "open" in one]  # fmt: skip

        def change(text: str) -> str:
            old = sorted((there[between] for between in wanted if between in there), reverse=True)
            for at in old:  # the last first, so that those before keep their places
                if not kind:
                    text = blocks.drop(text, (*path, at))
                    continue
                text = blocks.assign(text, (*path, at, "kind"), kind)
                if is_open:
                    text = blocks.assign(text, (*path, at, "open"), True)
                elif at in opened:
                    text = blocks.drop(text, (*path, at, "open"))
            for between in dict.fromkeys(wanted) if kind else ():
                if between not in there:
                    table = {"between": [list(cell) for cell in between], "kind": kind}
                    text = blocks.add(text, path, {**table, **({"open": True} if is_open else {})})
            return text

        return self._in(change, of_map=True)

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

        return self._in(change, of_map=True)

    def raise_to(self, levels: int) -> bool:
        """Give a map of cubes another number of levels; those that go are taken away."""
        if self._field().axes < 3 or levels < 1:
            raise ValueError(_("only cube maps have further levels"))
        path = self.read.map_path
        gone = [where[:-1] for z, (where, _grid) in self.read.levels().items() if z >= levels]

        def change(text: str) -> str:
            for where in reversed(gone):  # the last first, so that those before keep their places
                text = blocks.drop(text, where)
            return blocks.assign(text, (*path, "levels"), levels)

        return self._in(change, of_map=True)

    # --- creatures --------------------------------------------------------------------------------

    def creature_at(self, cell: Cell) -> int | None:
        """The place in the file of a creature that stands on a cell."""
        return next(
            (at for at, one in self.read.creatures.items() if cell in body_of(one).cells), None
        )

    def place(self, kind: str, side: str, cell: Cell) -> bool:
        """One more creature of a kind, with an id of its own."""
        table = {"id": self.free_id(kind), "kind": kind, "side": side, "at": list(cell)}
        return self.add("creature", table)

    def free_id(self, stem: str) -> str:
        """An id that no side, creature or item has: the stem, or the stem with a number."""
        taken = {
            str(one.get("id")) for key in ("side", "creature", "item")
            for one in self.table((key,)) or () if isinstance(one, Mapping)
        }  # fmt: skip
        ids = (stem if n == 1 else f"{stem}-{n}" for n in range(1, len(taken) + 2))
        return next(one for one in ids if one not in taken)

    # --- files ------------------------------------------------------------------------------------

    def is_kept(self, path: FilePath, map_path: FilePath | None) -> None:
        """The texts are in these files now."""
        self.path, self.folder, self.map_path = path, path.parent, map_path
        self.kept = self.texts
        self._take(self.texts)


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
