"""Maps: from the tables of a map file to a battlefield."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import reduce
from typing import Any

import attrs

from tacsim.content.documents import Document
from tacsim.content.faults import Fault
from tacsim.content.legends import Kind, OneGlyph, read_legend
from tacsim.core.terrain import (
    GLYPHS,
    MAX_CELLS,
    MAX_SIDE,
    Barrier,
    BarrierKind,
    Battlefield,
    Label,
    Lamp,
    Level,
    level_of,
)
from tacsim.grid.cells import Cell
from tacsim.grid.grids import TOPOLOGIES as GRIDS
from tacsim.grid.topology import Topology
from tacsim.i18n import N_, _, ngettext
from tacsim.rulesets.schema import (
    Anything,
    Coordinates,
    Each,
    Length,
    Named,
    Path,
    Schema,
    Table,
    Text,
    Truth,
    Units,
    Whole,
    Word,
    parse_length,
    said,
    shown,
)

TOPOLOGIES = tuple(GRIDS)
MAX_LEVELS = 64
"""The most levels of a map."""
MAX_BARRIERS = 10_000
"""The most barriers of a map."""
MAX_LAMPS = MAX_LABELS = 1000
"""The most lamps and the most labels of a map."""
MAX_LABEL = 1000
"""The most letters of a label."""
GRID = Anything({"type": "string"})
"""The form of a grid, which is judged row by row."""
SHOWN = 20
"""The most faults of one kind that are listed of a grid."""


@attrs.frozen
class Ground:
    """What a ruleset makes of maps: ``who`` it is, its grids, and the units of its lengths.

    ``skills``: those that an obstacle may ask for; ``hardest``: the highest difficulty of these.
    """

    who: str
    topologies: Collection[str]
    units: Units
    skills: Collection[str] = ()
    hardest: int = 100


def _check(ground: Ground) -> Table:
    """The form of a check that an obstacle asks."""
    skill, dc = Word(N_("skill"), ground.skills), Whole(1, ground.hardest)
    return Table({"skill": skill, "dc": dc}, frozenset({"skill", "dc"}))


def map_schema(ground: Ground, axes: int = 2) -> Table:
    """The form of a map's table."""
    cell = Coordinates(axes, MAX_SIDE - 1)
    check = _check(ground)
    barrier: Mapping[str, Schema] = {
        "between": Each(cell, most=2, least=2),
        "kind": Word(N_("kind of barrier"), tuple(BarrierKind)),
        "open": Truth(),
        "check": check,
    }
    level: Mapping[str, Schema] = {"z": Whole(1, MAX_LEVELS - 1), "grid": GRID}
    lamp: Mapping[str, Schema] = {
        "at": cell,
        "radius": Length(0, MAX_SIDE, ground.units),
    }
    label: Mapping[str, Schema] = {"at": cell, "text": Text(MAX_LABEL)}
    return Table(
        {
            "format": Whole(1, 1),
            "name": Text(),
            "topology": Word(N_("kind of grid"), TOPOLOGIES),
            "grid": GRID,
            "legend": Named(OneGlyph(), Kind(axes, check)),
            "levels": Whole(1, MAX_LEVELS),
            "level": Each(Table(level, frozenset(level)), most=MAX_LEVELS),
            "barrier": Each(Table(barrier, frozenset({"between", "kind"})), most=MAX_BARRIERS),
            "light": Word(N_("light"), ("bright", "dark")),
            "lamp": Each(Table(lamp, frozenset({"at", "radius"})), most=MAX_LAMPS),
            "label": Each(Table(label, frozenset(label)), most=MAX_LABELS),
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
    axes = GRIDS[topology].axes if topology in TOPOLOGIES else 2
    faults = document.check(map_schema(ground, axes), {}, path)
    if not isinstance(table, Mapping):
        return None, faults
    if topology in TOPOLOGIES and topology not in ground.topologies:
        where = (*path, "topology")
        message = _('"{topology}" grids are not played under {who}').format(
            topology=topology, who=ground.who
        )
        faults.append(document.fault(where, message))
        return None, faults
    for key in ("level", "levels"):
        if key in table and axes == 2:
            faults.append(document.fault((*path, key), _("only cube maps have further levels")))
    legend = read_legend(table.get("legend"), Kind(axes, _check(ground)))
    further = table.get("level", ()) if axes == 3 else ()
    levels, more = _levels(document, path, further, legend.names)
    faults += more
    if faults:
        return None, faults
    rows = levels[0]
    size = (len(rows[0]), len(rows), len(levels))[:axes]
    barriers, more = _barriers(document, path, size, GRIDS[topology])
    lamps, others = _placed(document, path, "lamp", size)
    labels, told = _placed(document, path, "label", size)
    faults += more + others + told
    if faults:
        return None, faults
    name, dark = table.get("name", ""), table.get("light") == "dark"
    return Battlefield(
        name, rows, barriers, topology, dark,
        tuple(Lamp(at, parse_length(entry["radius"], ground.units)) for at, entry in lamps),
        levels[1:], legend.kinds, tuple(Label(at, entry["text"]) for at, entry in labels),
    ), []  # fmt: skip


def _levels(
    document: Document, path: Path, further: object, legend: Mapping[str, str]
) -> tuple[tuple[Level, ...], list[Fault]]:
    """The ground of every level, the lowest first, or the faults of their grids.

    Levels that are not written hold nothing but air, as many in all as the map says it has.
    """
    table = document.value(path)
    names = {**GLYPHS, **legend}
    rows, faults = _rows(document, path, names)
    found = {0: level_of(rows, 0)}
    for index, entry in enumerate(further if isinstance(further, list | tuple) else ()):
        if not isinstance(entry, Mapping) or not isinstance(entry.get("z"), int):
            continue
        where, z = (*path, "level", index), entry["z"]
        above, more = _rows(document, where, names)
        faults += more
        if above and rows and (len(above), len(above[0])) != (len(rows), len(rows[0])):
            words = _("is {size} cells, the lowest level {lowest}")
            sizes = (by((len(level[0]), len(level))) for level in (above, rows))
            message = words.format(size=next(sizes), lowest=next(sizes))
            faults.append(document.fault((*where, "grid"), message))
        if z in found:
            faults.append(
                document.fault((*where, "z"), said(_("there is a level {value} already"), z))
            )
        found[z] = level_of(above, z)
    faults += _too_few(document, path, found)
    wanted = table.get("levels", 1)
    levels = max(max(found) + 1, wanted if isinstance(wanted, int) else 1)
    if not faults and rows:
        count = levels * len(rows) * len(rows[0])
        if count > MAX_CELLS:
            faults.append(
                document.fault(
                    path,
                    _("has {count} cells, more than {most}").format(count=count, most=MAX_CELLS),
                )
            )
    if faults:
        return (), faults
    empty = tuple(("air",) * len(row) for row in rows)
    return tuple(found.get(z, empty) for z in range(levels)), []


def _too_few(document: Document, path: Path, found: Collection[int]) -> list[Fault]:
    """Fewer levels than the highest one written takes."""
    wanted = document.value(path).get("levels")
    highest = max(z for z in found if z < MAX_LEVELS)
    if type(wanted) is not int or not 0 < wanted <= highest:
        return []  # what is no number of levels is a fault of its own
    words = _("is {n}, but level {level} is written, which takes {least}")
    message = words.format(n=wanted, level=highest, least=highest + 1)
    return [document.fault((*path, "levels"), message)]


def _rows(
    document: Document, path: Path, names: Mapping[str, str]
) -> tuple[tuple[tuple[str, ...], ...], list[Fault]]:
    """The names of the terrain by row, or the faults of a grid."""
    where, table = (*path, "grid"), document.value(path)
    grid = table.get("grid")
    if "grid" not in table:
        return (), []
    if not isinstance(grid, str):
        return (), [document.fault(where, said(_("must be a text, not {value}"), grid))]
    body = grid.strip("\n")
    if not body:
        return (), [document.fault(where, _("is empty"))]
    skipped = len(grid) - len(grid.lstrip("\n"))
    lines = body.split("\n")
    faults = _shape(document, where, lines, skipped)
    if faults:
        return (), faults
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
        return [fault(0, _("has {n} rows, more than {most}").format(n=len(lines), most=MAX_SIDE))]
    usual = Counter(map(len, lines)).most_common(1)[0][0]
    if usual > MAX_SIDE:
        return [
            fault(
                0,
                _("has {usual} columns, more than {most}").format(usual=usual, most=MAX_SIDE),
            )
        ]
    return [
        fault(
            row,
            ngettext(
                "row {row} is {n} cell long, the others {usual}",
                "row {row} is {n} cells long, the others {usual}",
                len(line),
            ).format(row=row + 1, n=len(line), usual=usual),
        )
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
            name = shown(glyph) if glyph.isprintable() else f"U+{ord(glyph):04X}"
            words = _("unknown glyph {glyph} in row {row}, column {column}")
            message = words.format(glyph=name, row=row + 1, column=line.index(glyph) + 1)
            found = document.fault(where, message)
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
            message = _("{cell} lies off the map of {size} cells").format(
                cell=list(outside[0]), size=by(size)
            )
            faults.append(document.fault((*where, "between"), message))
            continue
        between = grid.side(a, b)
        if between is None:
            message = _("{a} and {b} do not share a side").format(a=list(a), b=list(b))
            faults.append(document.fault((*where, "between"), message))
            continue
        if between in barriers:
            message = _("there is a barrier between {a} and {b} already").format(
                a=list(a), b=list(b)
            )
            faults.append(document.fault((*where, "between"), message))
        if opened and kind is not BarrierKind.DOOR:
            faults.append(document.fault((*where, "open"), _("only a door can be open")))
        check = entry.get("check", {})
        barriers[between] = Barrier(
            between, kind, opened, check.get("skill", ""), check.get("dc", 0)
        )
    return tuple(barriers.values()), faults


def _placed(
    document: Document, path: Path, key: str, size: Cell
) -> tuple[list[tuple[Cell, Mapping[str, Any]]], list[Fault]]:
    """The tables of lamps or labels, each with its cell, and the faults of those off the map."""
    found: list[tuple[Cell, Mapping[str, Any]]] = []
    faults: list[Fault] = []
    for index, entry in enumerate(document.value(path).get(key, ())):
        at = tuple(entry["at"])
        if not _inside(at, size):
            message = _("{at} lies off the map of {size} cells").format(at=list(at), size=by(size))
            faults.append(document.fault((*path, key, index, "at"), message))
        found.append((at, entry))
    return found, faults


def by(size: Cell) -> str:
    """A size for people.

    >>> by((9, 4, 2))
    '9 by 4 by 2'
    """
    return reduce(
        lambda one, other: _("{one} by {other}").format(one=one, other=other), map(str, size)
    )


def _inside(cell: Cell, size: Cell) -> bool:
    return all(0 <= n < side for n, side in zip(cell, size, strict=True))
