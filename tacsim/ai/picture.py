"""Pictures: what a side knows of a battle, as a battle of its own in which things can be tried out.

A picture holds the known creatures and nothing else, so an opponent that looks at its picture only
cannot act on what its side does not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from tacsim.core.apply import apply
from tacsim.core.components import (
    Condition,
    Conditions,
    Position,
    Resources,
    Side,
    Sides,
    Weapon,
)
from tacsim.core.dice import Dice
from tacsim.core.events import Event
from tacsim.core.terrain import Battlefield, make_battlefield
from tacsim.core.world import Creature, World
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import in_reach
from tacsim.rules.perception import believed
from tacsim.rules.ruleset import Ruleset


class NoDice(Dice):
    """Dice that nobody may throw: a picture knows chances, never what will fall."""

    def faces(self, position: int, count: int, sides: int) -> tuple[int, ...]:
        """Refuse; throwing them is a programming error."""
        raise AssertionError("opponents do not throw dice")


def empty(field: Battlefield, sides: Sides | None = None) -> World:
    """Ground with nobody on it yet, and two sides that fight each other unless told others."""
    return World(field, sides or Sides((Side("a", "a", ""), Side("b", "b", ""))))


class Alone:
    """A creature on its own, for all that depends on nobody else."""

    def __init__(self, ruleset: Ruleset, creature: Creature) -> None:
        field = make_battlefield(".", topology=ruleset.topology.name)
        self.battle = Battle(empty(field, creature.world.sides), ruleset, NoDice())
        self.battle.world.put(None, creature.world.clock)
        at = Body((0,) * field.axes, creature.size.extent)
        for component in (*creature.world.components(creature.id), Position(at)):
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
        self.notes: dict[Any, Any] = {}
        self._striking: dict[tuple[Weapon, Cell, Cell], tuple[Cell, ...]] = {}
        self.battle = Battle(empty(source.world.field), source.ruleset, NoDice())
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
        self.battle.world = believed(self.source, self.side).world
        self.known = self.battle.world.ids

    def kept(self, me: str) -> dict[Any, Any]:
        """The notes that hold for as long as nobody else moves, or is in another state."""
        others = tuple(
            (c.id, c.position, c.conditions, c.exposure) for c in self.world.creatures if c.id != me
        )
        if self.notes.get("others") != others:
            self.notes.clear()
            self.notes["others"] = others
        return self.notes

    @contextmanager
    def imagined(self, creature: Creature, place: Position) -> Iterator[None]:
        """Have a creature stand somewhere for a while."""
        if place == creature.position:
            yield
            return
        with self.world.supposing(creature.id, place):
            yield

    def suffering(
        self, creature: Creature, names: tuple[str, ...]
    ) -> AbstractContextManager[None]:
        """Have a creature be in some more conditions for a while."""
        before = creature.conditions
        fresh = tuple(Condition(name) for name in names if name not in before)
        now = Conditions(tuple(sorted((*before.items, *fresh), key=lambda c: c.name)))
        return self.world.supposing(creature.id, now)

    def having(
        self, creature: Creature, counts: tuple[tuple[str, int], ...]
    ) -> AbstractContextManager[None]:
        """Have a creature's resources be other than they are for a while."""
        return self.world.supposing(creature.id, creature.resources.with_counts(**dict(counts)))

    @contextmanager
    def supposing(self, events: Iterable[Event]) -> Iterator[None]:
        """Have some things happened for a while."""
        with self.world.supposing():
            for event in events:
                apply(self.world, event)
            yield

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
