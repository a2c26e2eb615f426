"""The base of policies on passage: what the ground is to a mover, and where it may stop."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import numpy as np

from tacsim.core.components import Conditions
from tacsim.core.terrain import Entry, Grid
from tacsim.core.verdicts import Allowed, Reason, Refused, Verdict, refuse
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.movement.occupancy import corners, hulks, occupants
from tacsim.rules.movement.policies import Ground, Passing, PlainSteps, ground_of

TINY = 2
"""The largest size of which several share a cell."""


class PlainPassage(PlainSteps, ABC):
    """The base of policies on passing and stopping.

    ``barrier``: half-cells that crossing a hampering barrier adds; ``squeezer``: the smallest size
    that squeezes in a tight cell.
    """

    barrier = 2
    either_way = False
    passing_depends: tuple[type[Any], ...] = (Conditions,)
    squeezer: int

    @abstractmethod
    def through(
        self, battle: Battle, mover: Creature, other: Creature, contest: str = ""
    ) -> Passing:
        """Whether a mover may pass through another creature's cells."""

    def airy(self, battle: Battle, mover: Creature) -> bool:
        """Whether what is on the ground does not concern it."""
        return mover.has("flying")

    def more(self, mover: Creature) -> tuple[Hashable, ...]:
        """What else of a mover makes the ground another to it; see :meth:`adapted`."""
        return ()

    def adapted(self, battle: Battle, mover: Creature, ground: Ground) -> Ground:
        """The ground as it is to a mover in such a state."""
        return ground

    def among(self, mover: Creature, other: Creature) -> bool:
        """Whether one of the two who is not very small does not keep the mover from stopping."""
        return False

    def slowing(self, battle: Battle, mover: Creature, cell: Cell) -> tuple[str, ...]:
        """The clauses that slow a mover in a slow cell."""
        return (battle.ruleset.clause("difficult"),)

    def ground(self, battle: Battle, mover: Creature) -> Ground:
        """What the ground is to a mover; the same for all who are alike."""
        size, traits = mover.size, mover.traits
        state = (size.category, size.extent, mover.speed.swim, traits.darkvision > 0)
        key = ("ground of", battle.ruleset.id, *state, mover.conditions)
        return battle.world.field.memo.of(key, lambda: self._ground(battle, mover))

    @enforces("d20.obstacle.block", "d20.obstacle.hamper", "tight")
    def _ground(self, battle: Battle, mover: Creature) -> Ground:
        field, airy = battle.world.field, self.airy(battle, mover)
        small, slender = mover.size.category < self.squeezer, max(mover.size.extent) == 1
        swims = mover.speed.swim > 0
        key = ("ground", battle.ruleset.id, small, slender, airy, swims, *self.more(mover))

        def lie() -> Ground:
            entry = field.array("entry")
            enter: Grid = entry == Entry.OPEN
            if slender:
                enter = enter | (entry == Entry.TIGHT)
            if airy or swims:
                enter = enter | (entry == Entry.WATER)
            if airy:
                enter = enter | (entry == Entry.CHASM)
            nothing = np.zeros(enter.shape, np.int8)
            asks: Grid = nothing.astype(bool) if airy else field.array("asks")
            if swims:
                asks = asks & (entry != Entry.WATER)
            enter = enter | (field.array("asks") & (entry != Entry.TIGHT))
            slow = field.array("doublings") + (asks & ~field.array("hampers"))
            ground = Ground(
                enter=enter,
                stop=enter & ~(asks & (entry == Entry.CHASM)),
                doublings=nothing if airy else slow.astype(np.int8),
                tight=entry == Entry.TIGHT if slender and not small else nothing.astype(bool),
                fills=corners(field),
                asks=asks,
                barriers=True,
                hampered_by_barriers=not airy,
            )
            return self.adapted(battle, mover, ground)

        return field.memo.of(key, lie)

    @enforces("end", "tiny")
    def stop(self, battle: Battle, mover: Creature, body: Body, known: frozenset[str]) -> Verdict:
        """Not among others; of the very small as many share a cell as its area holds."""
        ground, clause = ground_of(battle, mover), battle.ruleset.clause
        where, world = occupants(battle.world), battle.world
        tiny = mover.size.category <= TINY
        for cell in body.cells:
            if cell not in world.field or not ground.stop[cell[::-1]]:
                return refuse(Reason.STOP_SOLID, clause("stop.solid"))
            there = where.get(cell)
            if there is None:
                continue
            crowd = Fraction(1, mover.size.share) if tiny else Fraction(0)
            for name in there:
                if name == mover.id or name not in known:
                    continue
                other = world[name]
                if tiny and other.size.category <= TINY:
                    crowd += Fraction(1, other.size.share)
                elif not self.among(mover, other):
                    return refuse(Reason.STOP_OCCUPIED, clause("end"), by=name)
            if crowd > 1:
                return refuse(Reason.CROWDED, clause("tiny"))
        return Allowed()

    def shares(self, battle: Battle, mover: Creature, body: Body, known: frozenset[str]) -> bool:
        """Nobody stops among others so."""
        return False

    def too_tight(self, battle: Battle, mover: Creature) -> Refused:
        """A space for a creature two sizes smaller is none for this one."""
        return refuse(Reason.TOO_NARROW, battle.ruleset.clause("too narrow"))

    def clauses(self, battle: Battle, mover: Creature, body: Body) -> tuple[str, ...]:
        """The clauses that slow a step into a body's cells, and those that let it pass others."""
        ground, world = ground_of(battle, mover), battle.world
        where = occupants(world)
        found: list[str] = []
        for cell in body.cells:
            if ground.doublings[cell[::-1]]:
                found += self.slowing(battle, mover, cell)
            for name in where.get(cell, ()):
                if name != mover.id:
                    found.append(self.through(battle, mover, world[name]).clause)
        for name, other in hulks(world):
            if not set(other.cells).isdisjoint(body.cells):
                found.append(self.through(battle, mover, world[name]).clause)
        if ground.extra:
            found.append(battle.ruleset.clause("prone"))
        return tuple(clause for clause in dict.fromkeys(found) if clause)
