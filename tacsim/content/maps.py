"""Maps: from the tables of a map file to a battlefield."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

import attrs

from tacsim.content.documents import Document
from tacsim.content.faults import Fault
from tacsim.geometry.cells import Cell
from tacsim.geometry.grids import TOPOLOGIES as GRIDS
from tacsim.geometry.topology import Topology
from tacsim.model.terrain import GLYPHS, MAX_SIDE, TERRAIN, Barrier, BarrierKind, Battlefield, Lamp
from tacsim.rulesets.schema import (
    Anything,
    Coordinates,
    Each,
    Length,
    Named,
    Path,
    Problem,
    Schema,
    Table,
    Text,
    Truth,
    Units,
    Whole,
    Word,
    Words,
    parse_length,
    shown,
)

TOPOLOGIES = ("square", "hex", "cube")
SHOWN = 20
"""The most faults of one kind that are listed of a grid."""


@attrs.frozen
class Ground:
    """What a ruleset makes of maps: ``who`` it is, its grids, and the units of its lengths.

    ``skills``: those that an obstacle may ask for.
    """

    who: str
    topologies: Collection[str]
    units: Units
    skills: Collection[str] = ()


@attrs.frozen
class _OneGlyph:
    """The key of a legend: one character of a grid."""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        if not isinstance(value, str) or len(value) != 1 or not value.isprintable():
            yield path, f"must be a single character, not {shown(value)}"


def map_schema(ground: Ground, axes: int = 2) -> Table:
    """The form of a map's table."""
    cell = Coordinates(axes, MAX_SIDE - 1)
    barrier: Mapping[str, Schema] = {
        "between": Each(cell, most=2, least=2),
        "kind": Word("kind of barrier", tuple(BarrierKind)),
        "open": Truth(),
        "check": Table(
            {"skill": Word("skill", ground.skills), "dc": Whole(1, 100)}, frozenset({"skill", "dc"})
        ),
    }
    lamp: Mapping[str, Schema] = {
        "at": cell,
        "radius": Length(0, MAX_SIDE, ground.units),
    }
    return Table(
        {
            "format": Whole(1, 1),
            "name": Text(),
            "topology": Word("kind of grid", TOPOLOGIES),
            "grid": Anything(),
            "legend": Named(_OneGlyph(), Word("terrain", tuple(TERRAIN))),
            "level": Each(Anything()),
            "barrier": Each(Table(barrier, frozenset({"between", "kind"})), most=10_000),
            "light": Word("light", ("bright", "dark")),
            "lamp": Each(Table(lamp, frozenset({"at", "radius"})), most=1000),
        },
        frozenset({"grid"}),
    )


def read_map(
    document: Document, ground: Ground, path: Path = ()
) -> tuple[Battlefield | None, list[Fault]]:
    """The battlefield of the map table at a path of a document, or None, and all its faults.

    >>> from fractions import Fraction
    >>> from tacsim.content.documents import parse_document
    >>> ground = Ground("d20", {"square"}, {"ft": Fraction(1, 5)})
    >>> field, faults = read_map(parse_document('grid = "..#"'), ground)
    >>> field.at((2, 0)).name, faults
    ('wall', [])
    """
    table = document.value(path)
    topology = table.get("topology", "square") if isinstance(table, Mapping) else "square"
    axes = 3 if topology == "cube" else 2
    faults = document.check(map_schema(ground, axes), {}, path)
    if not isinstance(table, Mapping):
        return None, faults
    if topology in TOPOLOGIES and topology not in ground.topologies:
        where = (*path, "topology")
        message = f'"{topology}" grids are not played under {ground.who}'
        faults.append(document.fault(where, message))
        return None, faults
    if "level" in table and axes == 2:
        faults.append(document.fault((*path, "level"), "only cube maps have further levels"))
    rows, more = _rows(document, path)
    faults += more
    if faults:
        return None, faults
    size = (len(rows[0]), len(rows))
    barriers, more = _barriers(document, path, size, GRIDS[topology])
    lamps, others = _lamps(document, path, size, ground)
    faults += more + others
    if faults:
        return None, faults
    name, dark = table.get("name", ""), table.get("light") == "dark"
    return Battlefield(name, rows, barriers, topology, dark, lamps), []


def _rows(document: Document, path: Path) -> tuple[tuple[tuple[str, ...], ...], list[Fault]]:
    """The names of the terrain by row, or the faults of the grid."""
    where, table = (*path, "grid"), document.value(path)
    grid = table.get("grid")
    if "grid" not in table:
        return (), []
    if not isinstance(grid, str):
        return (), [document.fault(where, f"must be a text, not {shown(grid)}")]
    body = grid.strip("\n")
    if not body:
        return (), [document.fault(where, "is empty")]
    skipped = len(grid) - len(grid.lstrip("\n"))
    lines = body.split("\n")
    faults = _shape(document, where, lines, skipped)
    if faults:
        return (), faults
    legend = table.get("legend", {})
    names = {**GLYPHS, **(legend if isinstance(legend, Mapping) else {})}
    faults = _unknown(document, where, lines, skipped, names)
    if faults:
        return (), faults
    return tuple(tuple(names[glyph] for glyph in line) for line in lines), []


def _shape(document: Document, where: Path, lines: list[str], skipped: int) -> list[Fault]:
    """Rows that differ in length, and too many cells."""

    def fault(row: int, message: str) -> Fault:
        line = document.row_line(where, row + skipped)
        return attrs.evolve(document.fault(where, message), line=line)

    if len(lines) > MAX_SIDE:
        return [fault(0, f"has {len(lines)} rows, more than {MAX_SIDE}")]
    usual = Counter(map(len, lines)).most_common(1)[0][0]
    if usual > MAX_SIDE:
        return [fault(0, f"has {usual} columns, more than {MAX_SIDE}")]
    return [
        fault(row, f"row {row + 1} is {len(line)} cells long, the others {usual}")
        for row, line in enumerate(lines)
        if len(line) != usual
    ][:SHOWN]


def _unknown(
    document: Document, where: Path, lines: list[str], skipped: int, names: Mapping[str, str]
) -> list[Fault]:
    """Glyphs that neither the legend nor the built-in ones explain, each at its first place."""
    faults: dict[str, Fault] = {}
    for row, line in enumerate(lines):
        for glyph in sorted(set(line) - names.keys() - faults.keys(), key=line.index):
            place = f"row {row + 1}, column {line.index(glyph) + 1}"
            name = shown(glyph) if glyph.isprintable() else f"U+{ord(glyph):04X}"
            found = document.fault(where, f"unknown glyph {name} in {place}")
            number = document.row_line(where, row + skipped)
            faults[glyph] = attrs.evolve(found, line=number)
    return list(faults.values())[:SHOWN]


def _barriers(
    document: Document, path: Path, size: Cell, grid: Topology
) -> tuple[tuple[Barrier, ...], list[Fault]]:
    barriers: dict[object, Barrier] = {}
    faults: list[Fault] = []
    for index, entry in enumerate(document.value(path).get("barrier", ())):
        where = (*path, "barrier", index)
        a, b = (tuple(cell) for cell in entry["between"])
        kind, opened = BarrierKind(entry["kind"]), entry.get("open", False)
        outside = [cell for cell in (a, b) if not _inside(cell, size)]
        if outside:
            message = f"{list(outside[0])} lies off the map of {size[0]} by {size[1]} cells"
            faults.append(document.fault((*where, "between"), message))
            continue
        between = grid.side(a, b)
        if between is None:
            message = f"{list(a)} and {list(b)} do not share a side"
            faults.append(document.fault((*where, "between"), message))
            continue
        if between in barriers:
            message = f"there is a barrier between {list(a)} and {list(b)} already"
            faults.append(document.fault((*where, "between"), message))
        if opened and kind is not BarrierKind.DOOR:
            faults.append(document.fault((*where, "open"), "only a door can be open"))
        check = entry.get("check", {})
        barriers[between] = Barrier(
            between, kind, opened, check.get("skill", ""), check.get("dc", 0)
        )
    return tuple(barriers.values()), faults


def _lamps(
    document: Document, path: Path, size: Cell, ground: Ground
) -> tuple[tuple[Lamp, ...], list[Fault]]:
    lamps: list[Lamp] = []
    faults: list[Fault] = []
    for index, entry in enumerate(document.value(path).get("lamp", ())):
        at = tuple(entry["at"])
        if not _inside(at, size):
            message = f"{list(at)} lies off the map of {size[0]} by {size[1]} cells"
            faults.append(document.fault((*path, "lamp", index, "at"), message))
        lamps.append(Lamp(at, parse_length(entry["radius"], ground.units)))
    return tuple(lamps), faults


def _inside(cell: Cell, size: Cell) -> bool:
    return all(0 <= n < side for n, side in zip(cell, size, strict=True))
