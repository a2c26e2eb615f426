"""Walking: where bodies of each size get to on a drawn ground, by the engine's own reach."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from statistics import fmean
from typing import Any

import attrs

from tacsim.content.documents import saved_document
from tacsim.content.generate.sketch import FOES, HEROES, LEGEND, Sketch
from tacsim.content.maps import read_map
from tacsim.content.records import Combatant
from tacsim.content.scenarios import ground_of
from tacsim.content.worlds import build_world
from tacsim.core.components import Identity, Size
from tacsim.core.dice import SeededDice
from tacsim.core.terrain import GLYPHS, Battlefield, cells_in
from tacsim.grid.cells import Body, Cell
from tacsim.grid.topology import Topology
from tacsim.rules.battle import Battle
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover
from tacsim.rulesets import content

PROBE = "dummy"
"""The entry that every bestiary has, of whom only the size is changed."""
FAR2 = 30_000
"""Half-cells without end."""
NEAR2 = 12
"""Half-cells about a start in which most of a side begins."""
FOOT = "floor", "difficult", "very_difficult", "obstacle", "rise", "stairs"
"""The kinds of ground that a walker is to get to wherever they are."""


def map_table(sketch: Sketch, name: str) -> dict[str, Any]:
    """The table of a map file that holds a sketch."""
    levels = ["".join("".join(row) + "\n" for row in level) for level in sketch.cells]
    used = dict.fromkeys("".join(levels))
    legend = {glyph: LEGEND[glyph] for glyph in sorted(used) if glyph in LEGEND}
    unknown = [glyph for glyph in used if glyph not in {*GLYPHS, *LEGEND, "\n"}]
    assert not unknown, unknown
    return {
        "format": 1,
        "name": name,
        **({"topology": sketch.topology} if sketch.topology != "square" else {}),
        **({"levels": len(levels)} if len(levels) > 1 else {}),
        "grid": levels[0],
        **({"legend": legend} if legend else {}),
        **(
            {
                "level": [
                    {"z": z, "grid": rows} for z, rows in enumerate(levels) if z and rows.strip()
                ]
            }
            if any(rows.strip() for rows in levels[1:])
            else {}
        ),
        **(
            {
                "barrier": [
                    {
                        "between": [list(cell) for cell in one.cells],
                        "kind": one.kind,
                        **({"open": True} if one.open else {}),
                    }
                    for one in sketch.barriers
                ]
            }
            if sketch.barriers
            else {}
        ),
    }


@attrs.frozen(eq=False)
class Walking:
    """A ground as a walker of each size finds it. ``starts``: where the sides begin."""

    ruleset: str
    field: Battlefield
    starts: tuple[Cell, Cell]
    kept: dict[object, Any] = attrs.field(factory=dict, init=False, repr=False)
    """What was found out about it, by those who ask."""

    @cached_property
    def topology(self) -> Topology:
        """The grid."""
        return content(self.ruleset).on(self.field.topology).topology

    def extent(self, size: str) -> Cell:
        """The extent of a body of a size."""
        found: Cell = self._probe(size, self.starts[HEROES]).get(Size).extent
        return found

    def _probe(self, size: str, at: Cell) -> Combatant:
        rules = content(self.ruleset)
        entry = rules.merged(rules.bestiary[PROBE], {"size": size})
        parts = rules.creature(entry, topology=self.field.topology)
        return Combatant(PROBE, PROBE, PROBE, at, (Identity(PROBE, PROBE, PROBE, "d"), *parts))

    def _mover(self, size: str, at: Cell) -> Mover:
        battle = Battle(
            build_world(self.field, (), [self._probe(size, at)]),
            content(self.ruleset).on(self.field.topology),
            SeededDice(0),
        )
        return Mover(battle, battle.world[PROBE], frozenset())

    def start(self, size: str, side: int) -> tuple[Mover, Body] | None:
        """Where a body has room near where a side begins; None if it does not fit there."""
        key = size, side
        if key not in self.kept:
            self.kept[key] = next(self._beginnings(size, side), None)
        return self.kept[key]  # type: ignore[no-any-return]  # kept as what it was made

    def from_(self, size: str, side: int) -> Reach | None:
        """All that a body gets to from there; None if it does not fit."""
        key = "reach", size, side
        if key not in self.kept:
            found = self.start(size, side)
            self.kept[key] = found and Reach(*found, FAR2)
        return self.kept[key]  # type: ignore[no-any-return]  # kept as what it was made

    def _beginnings(self, size: str, side: int) -> Iterator[tuple[Mover, Body]]:
        """Each place near the start that a body has room in, with who would be there."""
        start = self.starts[side]
        extent = self.extent(size)
        inside = (Body((0,) * len(start), extent)).cells
        for by in sorted(inside):
            at = tuple(a - b for a, b in zip(start, by, strict=True))
            body = Body(at, extent)
            if not all(cell in self.field for cell in body.cells):
                continue
            mover = self._mover(size, at)
            if mover.fits(body) and not mover.falls(body) and not mover.squeezed(body):
                yield mover, body

    def joined(self, size: str, avoid: frozenset[Cell] = frozenset()) -> bool:
        """Whether a body gets from where one side begins to where the other does."""
        here, there = self.start(size, HEROES), self.start(size, FOES)
        if here is None or there is None:
            return False
        reach = Reach(*here, FAR2, avoid=avoid) if avoid else self.from_(size, HEROES)
        return reach is not None and there[1] in reach

    def cut_off(self) -> frozenset[Cell]:
        """The cells with ground to walk on that nobody of Medium size gets to."""
        reach = self.from_("medium", HEROES)
        if reach is None:
            return frozenset(cells_in(self.field.array("bears")))
        there = {cell for place in reach.places() for cell in place.body.cells}
        names = self.field.array("name")
        wanted = {cell for name in FOOT for cell in cells_in(names == name)}
        return frozenset(wanted - there)

    def exposed(self) -> float:
        """The part of the ground about each start that is in sight from the other one, by FOV."""
        found = []
        for side, foe in ((HEROES, FOES), (FOES, HEROES)):
            reach = self.from_("medium", side)
            near = [one.body.at for one in reach.places() if one.cost2 <= NEAR2] if reach else []
            clear = ~self.field.array("opaque")
            seen = self.topology.visible(
                clear, self.starts[foe], self.field.floors, self.field.shut
            )
            found += [bool(seen[cell[::-1]]) for cell in near]
        return fmean(found) if found else 1.0

    def second_way(self) -> bool:
        """Whether a way is left without the middle third of the shortest one."""
        here, there = self.from_("medium", HEROES), self.start("medium", FOES)
        if here is None or there is None or there[1] not in here:
            return False
        cells = [cell for body in here.way(there[1]) for cell in sorted(body.cells)]
        third = len(cells) // 3
        return self.joined("medium", frozenset(cells[third : len(cells) - third]))


def walking(sketch: Sketch, ruleset: str) -> Walking:
    """The ground of a sketch under a ruleset; AssertionError for a map with faults."""
    document = saved_document({"map": map_table(sketch, "ground")}, "sketch")
    field, faults = read_map(document, ground_of(content(ruleset)), ("map",))
    assert field is not None, faults
    return Walking(ruleset, field, sketch.starts)
