"""Pictures: what a side knows of a battle, as a battle of its own in which things can be tried out.

A picture holds the known creatures and nothing else, so an opponent that looks at its picture only
cannot act on what its side does not see. Its components lie in plain dictionaries: it is put
together, changed and asked many times a turn, and never queried as a registry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from tacsim.geometry.cells import Body, Cell
from tacsim.model.components import (
    Condition,
    Conditions,
    Order,
    Position,
    Resources,
    Side,
    Sides,
    Weapon,
)
from tacsim.model.events import Event
from tacsim.model.terrain import Battlefield, make_battlefield
from tacsim.model.world import Change, Creature, World
from tacsim.rules.apply import apply
from tacsim.rules.battle import Battle
from tacsim.rules.ruleset import Ruleset
from tacsim.rules.sight import known_to
from tacsim.rules.threat import in_reach


class NoDice:
    """Dice that nobody may throw: a picture knows chances, never what will fall."""

    def faces(self, position: int, count: int, sides: int) -> tuple[int, ...]:
        """Refuse; throwing them is a programming error."""
        raise AssertionError("opponents do not throw dice")


class _Sheet:
    """What stands in for an entity of the registry."""

    __slots__ = ("components",)

    def __init__(self) -> None:
        self.components: dict[type[Any], Any] = {}


class _Sheets(dict[Any, _Sheet]):
    """What stands in for the registry."""

    def __missing__(self, key: Any) -> _Sheet:
        self[key] = sheet = _Sheet()
        return sheet


class Sketch(World):
    """A world in plain dictionaries, for trying things out.

    >>> from tacsim.model.components import HitPoints
    >>> from tacsim.model.terrain import make_battlefield
    >>> sketch = Sketch(make_battlefield("..."))
    >>> sketch.put("a", HitPoints(3, 4))
    >>> sketch["a"].hp.current
    3
    """

    def __init__(self, field: Battlefield, sides: Sides | None = None) -> None:
        self.field = field
        self.registry = _Sheets()  # type: ignore[assignment]  # all that Creature wants of one
        self.stamps = {}
        self.memo = {}
        self.listeners = []
        self._battle = self.registry[None]
        self._creatures = {}
        self.put(None, sides or Sides((Side("a", "a", ""), Side("b", "b", ""))))
        self.put(None, Order())


class Alone:
    """A creature on its own, for all that depends on nobody else."""

    def __init__(self, ruleset: Ruleset, creature: Creature) -> None:
        field = make_battlefield(".", topology=ruleset.topology.name)
        self.battle = Battle(Sketch(field, creature.world.sides), ruleset, NoDice())
        self.battle.world.put(None, creature.world.clock)
        at = Body((0,) * field.axes, creature.size.extent)
        for component in (*creature.latest.values(), Position(at)):
            self.battle.world.put(creature.id, component)
        self.creature = self.battle.world[creature.id]

    def having(self, resources: Resources) -> Battle:
        """The creature with such resources."""
        self.battle.world.put(self.creature.id, resources)
        return self.battle


class Picture:
    """What one side knows of a battle.

    ``battle`` may be asked everything that rules can be asked, and changed at will:
    :meth:`look` makes it true again. ``notes`` are conclusions from it, kept by whoever drew them.
    """

    def __init__(self, source: Battle, side: str) -> None:
        self.source = source
        self.side = side
        self.known: tuple[str, ...] = ()
        self._stamps: dict[type[Any], tuple[int, int]] = {}
        self.notes: dict[Any, Any] = {}
        self._striking: dict[tuple[Weapon, Cell, Cell], tuple[Cell, ...]] = {}
        self.battle = Battle(Sketch(source.world.field), source.ruleset, NoDice())
        self.look()

    @property
    def world(self) -> World:
        """The known creatures."""
        return self.battle.world

    @property
    def ruleset(self) -> Ruleset:
        """The rules that hold."""
        return self.battle.ruleset

    def look(self) -> None:
        """Bring the picture up to date with what the side knows now."""
        source = self.source.world
        known = known_to(self.source, self.side)
        ids = tuple(name for name in source.ids if name in known)
        if ids != self.known:
            self._start_over(ids)
        sketch = self.world
        for kind, stamp in source.stamps.items():
            if self._stamps.get(kind) == (stamp, sketch.stamps.get(kind, 0)):
                continue
            for name in ids:
                fact = source[name].latest.get(kind)
                if fact is not None and sketch[name].latest.get(kind) is not fact:
                    sketch.put(name, fact)
            self._stamps[kind] = (stamp, sketch.stamps.get(kind, 0))
        order = Order(tuple(name for name in source.order if name in known))
        for whole in (source.clock, source.outcome, source.agenda, order):
            if sketch.registry[None].components.get(type(whole)) != whole:
                sketch.put(None, whole)

    def kept(self, me: str) -> dict[Any, Any]:
        """The notes that hold for as long as nobody else moves, or is in another state."""
        others = tuple(
            (c.id, c.position, c.conditions, c.exposure) for c in self.world.creatures if c.id != me
        )
        if self.notes.get("others") != others:
            self.notes.clear()
            self.notes["others"] = others
        return self.notes

    def _start_over(self, ids: tuple[str, ...]) -> None:
        source = self.source.world
        sketch = Sketch(source.field, source.sides)
        sketch.put(None, source.dice)
        for name in ids:
            for component in source[name].latest.values():
                sketch.put(name, component)
        self.battle.world = sketch
        self.known = ids
        self._stamps.clear()

    @contextmanager
    def imagined(self, creature: Creature, place: Position) -> Iterator[None]:
        """Have a creature stand somewhere for a while."""
        before = creature.position
        if place == before:
            yield
            return
        self.world.put(creature.id, place)
        try:
            yield
        finally:
            self.world.put(creature.id, before)

    @contextmanager
    def suffering(self, creature: Creature, names: tuple[str, ...]) -> Iterator[None]:
        """Have a creature be in some more conditions for a while."""
        before = creature.conditions
        fresh = tuple(Condition(name) for name in names if name not in before)
        self.world.put(
            creature.id, Conditions(tuple(sorted((*before.items, *fresh), key=lambda c: c.name)))
        )
        try:
            yield
        finally:
            self.world.put(creature.id, before)

    @contextmanager
    def having(self, creature: Creature, counts: tuple[tuple[str, int], ...]) -> Iterator[None]:
        """Have a creature's resources be other than they are for a while."""
        before = creature.resources
        self.world.put(creature.id, before.with_counts(**dict(counts)))
        try:
            yield
        finally:
            self.world.put(creature.id, before)

    @contextmanager
    def supposing(self, events: Iterable[Event]) -> Iterator[None]:
        """Have some things happened for a while."""
        world = self.world
        changes: list[Change] = []
        world.listeners.append(changes.append)
        for event in events:
            apply(world, event)
        world.listeners.pop()
        try:
            yield
        finally:
            for creature, _, before, _ in reversed(changes):
                world.put(creature, before)

    def striking(self, weapon: Weapon, extent: Cell, target: Cell) -> tuple[Cell, ...]:
        """Where a body lies, relative to a target's, from which a melee weapon strikes it."""
        key = (weapon, extent, target)
        if key not in self._striking:
            topology = self.ruleset.topology
            still = topology.spot((0,) * topology.axes)._replace(extent=target)
            near = sorted(topology.around(still, weapon.reach + 1 + max(extent)))
            self._striking[key] = tuple(
                topology.between(still.at, cell)
                for cell in near
                if in_reach(self.battle, weapon, Body(cell, extent), still)
            )
        return self._striking[key]
