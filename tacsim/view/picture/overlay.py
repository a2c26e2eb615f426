"""What is laid over the board: plans, and what the viewer knows of the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import attrs

from tacsim.core.battle import Sighting
from tacsim.core.components import Item
from tacsim.core.terrain import Barrier, Grid
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory
from tacsim.view.palettes.glyphs import DOWN, UP
from tacsim.view.picture.levels import Section, flat, span, upright

WALK, DOUBLE = 1, 2
"""Values of :attr:`Overlay.reach`: within a plain move, or a longer one."""

T = TypeVar("T")


@attrs.frozen
class Overlay:
    """What is shown on top of the board.

    ``reach``: cells that can be reached, by walking (1) or a double move (2). ``threatened``: cells
    into which foes can strike. ``path``: the bodies of a planned move one after another, with
    ``costs``, the cells paid in all on having come so far; a path one longer than its costs begins
    with the body that the mover has now. ``provoking``: the foes who get an opportunity, by the
    first cell of the body that the provoking step leads to. ``target``: the creature aimed at.
    ``flash``: cells in which an attack has just come out: "hit", "critical" or "miss". ``area``:
    the cells of an area; ``corner``: the corner of the grid that it lies round, by its name.
    ``flanks``: the cells of each two flankers, between whose centres a line is drawn. ``turns``:
    the cells at which the path goes on to another level, and ``beyond`` those that it crosses on
    other levels only, each with the mark for up or down. ``told``: the bodies of which a list tells
    that is open; ``pointed``: the one of them that is pointed at there. ``marked``: the
    cells that a lesson speaks of. ``heat``: degrees of it from 1 to 9, by cell. ``planned``: the
    barriers that would be drawn.
    """

    reach: Mapping[Cell, int] = attrs.field(factory=dict)
    threatened: frozenset[Cell] = frozenset()
    path: tuple[Body, ...] = ()
    costs: tuple[int, ...] = ()
    provoking: Mapping[Cell, tuple[str, ...]] = attrs.field(factory=dict)
    cursor: Cell | None = None
    target: str | None = None
    flash: Mapping[Cell, str] = attrs.field(factory=dict)
    area: frozenset[Cell] = frozenset()
    corner: Cell | None = None
    flanks: tuple[tuple[Cell, Cell], ...] = ()
    turns: Mapping[Cell, str] = attrs.field(factory=dict)
    beyond: Mapping[Cell, str] = attrs.field(factory=dict)
    marked: tuple[Cell, ...] = ()
    told: tuple[Body, ...] = ()
    pointed: Body | None = None
    heat: Mapping[Cell, int] = attrs.field(factory=dict)
    planned: tuple[Barrier, ...] = ()

    @property
    def steps(self) -> tuple[Body, ...]:
        """The bodies of the path that the mover does not have yet."""
        return self.path[1:] if len(self.path) == len(self.costs) + 1 > 1 else self.path

    def on(self, level: int, *, above: bool = False) -> Overlay:
        """The part on one level of a map of cubes, in the plane.

        Flashes show on every level. ``above``: without reach and threat, which lie beneath all
        else.
        """
        steps = self.steps
        numbers = [n for n, body in enumerate(steps) if _meets(body, level)]
        priced = len(self.costs) >= len(steps)
        return attrs.evolve(
            self,
            reach={} if above else _those_on(self.reach, level),
            threatened=frozenset() if above else frozenset(_on(self.threatened, level)),
            path=tuple(flat(steps[n]) for n in numbers),
            costs=tuple(self.costs[n] for n in numbers) if priced else (),
            provoking={
                steps[n].at[:2]: self.provoking[steps[n].at]
                for n in numbers
                if steps[n].at in self.provoking
            },
            cursor=_one_on(self.cursor, level),
            flash={cell[:2]: kind for cell, kind in self.flash.items()},
            area=frozenset(_on(self.area, level)),
            corner=_one_on(self.corner, level),
            flanks=tuple((a[:2], b[:2]) for a, b in self.flanks if level in (a[2], b[2])),
            turns=_turns(steps, numbers),
            beyond=_beyond(steps, level),
            marked=tuple(_on(self.marked, level)),
            heat=_those_on(self.heat, level),
            told=tuple(body for body in self.told if _meets(body, level)),
            pointed=self.pointed if self.pointed and _meets(self.pointed, level) else None,
            planned=tuple(upright(self.planned, level)),
        )


def _meets(body: Body, level: int) -> bool:
    low, high = span(body)
    return low <= level <= high


def _on(cells: Iterable[Cell], level: int) -> Iterable[Cell]:
    return (cell[:2] for cell in cells if cell[2] == level)


def _those_on(cells: Mapping[Cell, T], level: int) -> dict[Cell, T]:
    return {cell[:2]: value for cell, value in cells.items() if cell[2] == level}


def _one_on(cell: Cell | None, level: int) -> Cell | None:
    return cell[:2] if cell is not None and cell[2] == level else None


def _turns(steps: tuple[Body, ...], numbers: list[int]) -> dict[Cell, str]:
    """Where some steps of a path are followed by one to another level, and which way that is."""
    last = len(steps) - 1
    rises = {n: steps[n + 1].at[2] - steps[n].at[2] for n in numbers if n < last}
    return {steps[n].at[:2]: UP if rise > 0 else DOWN for n, rise in rises.items() if rise}


def _beyond(steps: tuple[Body, ...], level: int) -> dict[Cell, str]:
    """The cells that a path crosses on other levels and not on this one."""
    here = {cell for body in steps if _meets(body, level) for cell in flat(body).cells}
    return {
        cell: UP if body.at[2] > level else DOWN
        for body in steps
        if not _meets(body, level)
        for cell in flat(body).cells
        if cell not in here
    }


NOTHING = Overlay()


@attrs.frozen(eq=False)
class Knowledge:
    """What the viewer of the board knows.

    ``seen`` and ``remembered`` are masks over the map, None where all is seen; ``known`` are the
    creatures; ``viewer`` is the side whose friends are drawn solid.
    """

    viewer: str
    known: frozenset[str]
    seen: Grid | None = None
    remembered: Grid | None = None
    things: Mapping[Cell, tuple[Item, ...]] = attrs.field(factory=dict)
    """The items that it knows of, by the cells in which they lie."""
    lost: Mapping[str, Sighting] = attrs.field(factory=dict)
    """The creatures that it has lately lost from sight."""

    def remembers(self, cell: Cell) -> bool:
        """Whether the ground of a cell on the map is known."""
        return self.remembered is None or bool(self.remembered[cell[::-1]])

    def sees(self, cell: Cell) -> bool:
        """Whether a cell on the map is seen now."""
        return self.seen is None or bool(self.seen[cell[::-1]])

    def on(self, shown: Section) -> Knowledge:
        """The same for one level: masks in the plane, of what is known down to the ground."""
        if self.seen is None or self.remembered is None:
            return self
        return attrs.evolve(
            self,
            seen=shown.throughout(self.seen),
            remembered=shown.throughout(self.remembered),
        )


def knowledge(battle: Battle, memory: Memory | None, viewer: str | None = None) -> Knowledge:
    """What a side knows, or everything without a memory.

    The viewer is the memory's side; without one the side named, else the first that a person plays.
    """
    sides = battle.world.sides.items
    if memory is not None:
        viewer = memory.side
    elif viewer is None:
        people = [side.id for side in sides if side.controller == "human"]
        viewer = (people or [side.id for side in sides])[0]
    things = lying(battle, memory)
    if memory is None or not battle.fog:
        return Knowledge(viewer, frozenset(battle.world.ids), things=things)
    seen, remembered = memory.seen, memory.remembered
    return Knowledge(viewer, memory.known, seen, remembered, things, memory.lost)


def lying(battle: Battle, memory: Memory | None = None) -> dict[Cell, tuple[Item, ...]]:
    """The items that lie somewhere, as far as a side knows, by their cells."""
    fogged = memory is not None and battle.fog
    items = memory.items.values() if memory is not None and fogged else battle.world.items.items
    found: dict[Cell, tuple[Item, ...]] = {}
    for item in items:
        if item.at is not None:
            found[item.at] = (*found.get(item.at, ()), item)
    return found
