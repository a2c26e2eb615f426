"""Belief: what a side knows of a battle, as a battle of its own in which things can be tried out.

It holds the known creatures and nothing else, so an opponent that looks at nothing but its belief
cannot act on what its side does not see. Who has just been lost from sight is supposed to be as it
was seen last, in the nearest place that the side does not see. In a crowd it holds those about one
creature.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import numpy as np

from tacsim.core.apply import apply
from tacsim.core.battle import Sighting
from tacsim.core.components import (
    Condition,
    Conditions,
    Items,
    Position,
    Resources,
    Weapon,
)
from tacsim.core.dice import Dice
from tacsim.core.events import Event
from tacsim.core.intents import Intent, aim_of
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature, World
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import in_reach
from tacsim.rules.engine import check
from tacsim.rules.movement.occupancy import places
from tacsim.rules.perception import (
    items_known,
    keep_quiet,
    known_to,
    lost_lately,
    side_feels,
    side_sees,
    suppose,
    withhold,
)
from tacsim.rules.ruleset import Ruleset

CROWD = 24
"""Creatures of whom all are thought of, wherever they are."""
AROUND = 4
"""Cells beyond two moves of a creature within which it thinks of everybody in a crowd."""
FOES = 8
"""The nearest foes of whom it thinks besides."""


class NoDice(Dice):
    """Dice that nobody may throw: a belief knows chances, never what will fall."""

    def faces(self, position: int, count: int, sides: int) -> tuple[int, ...]:
        """Refuse; throwing them is a programming error."""
        raise AssertionError("opponents do not throw dice")


class Belief:
    """What one side knows of a battle, as far as it matters to one of its creatures.

    ``battle`` may be asked everything that rules can be asked, and changed at will:
    :meth:`look` makes it true again. ``notes`` are conclusions from it, kept by whoever drew them.
    """

    def __init__(self, source: Battle, side: str, creature: str = "") -> None:
        self.source = source
        self.side = side
        self.notes: dict[Any, Any] = {}
        self.lasting: dict[Any, Any] = {}
        """Conclusions that say in their keys all that they depend on."""
        self.lost: frozenset[str] = frozenset()
        """Who is only supposed to be there, having been lost from sight."""
        self._names: frozenset[str] | None = None
        self._tables: dict[Any, Any] = {}
        self.battle = source.fork()
        self.battle.dice, self.battle.fog = NoDice(), False
        self.look(creature)

    @property
    def world(self) -> World:
        """The known creatures."""
        return self.battle.world

    @property
    def known(self) -> tuple[str, ...]:
        """Their ids."""
        return self.world.ids

    @property
    def ruleset(self) -> Ruleset:
        """The rules that hold."""
        return self.battle.ruleset

    def look(self, creature: str = "") -> None:
        """Bring it up to date with what the side knows now, and what matters to a creature."""
        world, before = self.source.world, self.world
        names = known_to(self.source, self.side)
        lost = self._lost(names)
        if len(names) > CROWD and creature:
            names = self._about(world[creature], names)
        if len(names) == len(world.ids):
            self.battle.world = world.fork()
        else:
            self.battle.world = world.only(names)
            if names | lost.keys() == self._names:
                # what did not change need not be looked at again
                for kind, table in world.tables.items():
                    if self._tables.get(kind) is table and kind is not Items:
                        self.world.tables[kind] = before.tables[kind]
        nowhere = {name for name, one in lost.items() if not self._suppose(name, one)}
        if nowhere:
            self.battle.world = self.world.only(self.world.everybody - nowhere)
        keep_quiet(self.world, self.side)
        if self.source.fog:
            withhold(self.world, self.side, items_known(self.source, self.side))
        self.world.recall(before)
        self.lost = frozenset(lost) - nowhere
        self._names, self._tables = names | self.lost, world.tables.copy()

    def allows(self, intent: Intent) -> bool:
        """Whether the true battle allows an intent, as :func:`allowed` has it."""
        return allowed(self.source, intent, self.lost)

    def _lost(self, known: frozenset[str]) -> dict[str, Sighting]:
        """Those lost from sight not long ago, as they were seen last."""
        lost = lost_lately(self.source, self.source.sightings.get(self.side, {}))
        return {name: one for name, one in lost.items() if name not in known}

    @property
    def trail(self) -> Body | None:
        """Where the last of those lost from sight was seen last."""
        lost = self.source.sightings.get(self.side, {})
        newest = max(lost.values(), key=lambda one: one.round, default=None)
        return newest.body if newest is not None else None

    def _suppose(self, name: str, sighting: Sighting) -> bool:
        """Have somebody be as it was seen last, where it may be; False where that is nowhere."""
        suppose(self.world, name, sighting)
        place = self._hidden(self.world[name], self.world[name].body)
        if place is not None:
            suppose(self.world, name, sighting, place)
        return place is not None

    def _hidden(self, creature: Creature, last: Body) -> Body | None:
        """The place nearest to where somebody was seen last, within a move, that nobody sees."""
        battle, stop = self.battle, self.ruleset.passage.stop
        seen = side_sees(self.source, self.side) | side_feels(self.source, self.side)

        def far(at: Cell) -> tuple[int, Cell]:
            return self.ruleset.metric.distance(last, Body(at, last.extent)), at

        around = self.ruleset.topology.around(
            last, int(self.ruleset.economy.pace(battle, creature))
        )
        known = self.world.everybody
        for at in sorted(around, key=far):
            body = Body(at, last.extent)
            if not isinstance(stop(battle, creature, body, known), Refused) and not any(
                seen[cell[::-1]] for cell in body.cells
            ):
                return body
        return None

    def _about(self, creature: Creature, known: frozenset[str]) -> frozenset[str]:
        """All who are near enough to a creature to meet it soon, and the nearest of its foes."""
        world = self.source.world
        ids, at, widest = places(world)
        away = np.abs(at - np.array(creature.at)).max(axis=1)
        near = 2 * int(self.source.ruleset.economy.pace(self.source, creature)) + AROUND + widest
        sides, out = world.sides, self.source.ruleset.effects.named("out")
        found, foes = set[str](), 0
        for n in np.argsort(away, kind="stable").tolist():
            if away[n] > near and foes >= FOES:
                break
            if ids[n] not in known:
                continue
            other = world[ids[n]]
            foe = not (sides.friendly(creature.side, other.side) or other.has(*out))
            if away[n] <= near or foe:
                found.add(ids[n])
                foes += foe
        return frozenset(found)

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

    def suffering(self, creature: Creature, names: tuple[str, ...]) -> AbstractContextManager[None]:
        """Have a creature be in some more conditions for a while."""
        before = creature.conditions
        fresh = tuple(Condition(name) for name in names if name not in before)
        now = Conditions(tuple(sorted((*before.items, *fresh), key=lambda c: c.name)))
        return self.world.supposing(creature.id, now)

    def having(self, creature: Creature, resources: Resources) -> AbstractContextManager[None]:
        """Have a creature's resources be other than they are for a while."""
        return self.world.supposing(creature.id, resources)

    @contextmanager
    def supposing(self, events: Iterable[Event]) -> Iterator[None]:
        """Have some things happened for a while."""
        with self.world.supposing():
            for event in events:
                apply(self.world, event)
            yield

    def striking(self, weapon: Weapon, extent: Cell, target: Cell) -> tuple[Cell, ...]:
        """Where a body lies, relative to a target's, from which a melee weapon strikes it."""
        return striking(self.battle, weapon, extent, target)


class Beliefs:
    """What the sides know of a battle, brought up to date for whoever is asked to decide."""

    def __init__(self) -> None:
        self._kept: dict[str, Belief] = {}

    def of(self, battle: Battle, creature: str) -> Belief:
        """What the side of a creature knows, as far as it matters to that one."""
        side = battle.world[creature].side
        found = self._kept.get(side)
        if found is None or found.source is not battle:
            found = self._kept[side] = Belief(battle, side, creature)
        else:
            found.look(creature)
        return found


def allowed(battle: Battle, intent: Intent, lost: frozenset[str]) -> bool:
    """Whether a battle allows an intent, which may not be aimed at any of those lost from sight."""
    if lost and not lost.isdisjoint((*aim_of(intent), getattr(intent, "target", None))):
        return False
    return not isinstance(check(battle, intent), Refused)


def striking(battle: Battle, weapon: Weapon, extent: Cell, target: Cell) -> tuple[Cell, ...]:
    """Where a body of a shape lies, relative to a target's, from which a melee weapon strikes it.

    Walls aside; the same on every map.
    """

    def make() -> tuple[Cell, ...]:
        topology = battle.ruleset.topology
        still = topology.spot((0,) * topology.axes)._replace(extent=target)
        near = sorted(topology.around(still, weapon.reach + 1 + max(extent)))
        return tuple(
            topology.between(still.at, cell)
            for cell in near
            if in_reach(battle, weapon, Body(cell, extent), still)
        )

    key = ("striking", weapon.reach, weapon.least, weapon.diagonal, extent, target)
    return battle.ruleset.memo.of(key, make)
