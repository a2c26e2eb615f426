"""Where creatures may go and stop in the 5e family.

Whatever slows a space counts once (``grid5e.terrain.difficult``); other creatures' spaces are slow,
and a foe's is open only to those two sizes away (``grid5e.pass.ally``, ``grid5e.pass.enemy``).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from tacsim.core.components import Conditions
from tacsim.core.terrain import Entry, Grid
from tacsim.core.verdicts import Allowed, Reason, Refused, Verdict, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.movement.occupancy import corners, occupants
from tacsim.rules.movement.policies import Ground, Passing, PlainSteps
from tacsim.rulesets.fifth.abilities import MEDIUM, TINY

APART = 2
"""Sizes between two foes who can pass through each other's space."""


class Passage(PlainSteps):
    """The policy of the 5e family on passing and stopping; ``cite`` names its clauses."""

    barrier = 2
    """Crossing a hampering barrier is as slow as a slow space: one cell more."""
    either_way = False
    passing_depends: tuple[type[Any], ...] = (Conditions,)

    def __init__(self, cite: Mapping[str, str]) -> None:
        self._cite = cite

    def ground(self, battle: Battle, mover: Creature) -> Ground:
        """Flyers ignore slow ground, and boulders; Small ones pass tight cells, Medium squeeze.

        Clause: ``grid5e.terrain.tight``.
        """
        field = battle.world.field
        prone = mover.has("prone")
        key = ("5e ground", *_girth(mover), mover.has("flying"), mover.speed.swim > 0, prone)
        if key not in field.memo:
            field.memo[key] = self._ground(battle, mover, prone=prone)
        return field.memo[key]  # type: ignore[no-any-return]  # the memo holds what was put there

    def _ground(self, battle: Battle, mover: Creature, *, prone: bool) -> Ground:
        field = battle.world.field
        airy = mover.has("flying")
        small, slender = _girth(mover)
        entry = field.array("entry")
        enter: Grid = entry == Entry.OPEN
        if slender:
            enter = enter | (entry == Entry.TIGHT)
        if airy or mover.speed.swim:
            enter = enter | (entry == Entry.WATER)
        if airy:
            enter = enter | (entry == Entry.CHASM) | field.low
        nothing = np.zeros(enter.shape, bool)
        slow = np.zeros(enter.shape, np.int8) if airy else field.array("doublings")
        return Ground(
            enter=enter,
            stop=enter,
            doublings=slow.astype(np.int8),
            tight=entry == Entry.TIGHT if slender and not small else nothing,
            fills=corners(field),
            barriers=True,
            hampered_by_barriers=not airy,
            extra=int(prone),
        )

    def through(
        self, battle: Battle, mover: Creature, other: Creature, contest: str = ""
    ) -> Passing:
        """Others are slow to pass; foes on their feet let nobody by who is near their size."""
        if other.has("dead"):
            return Passing(True)
        if other.traits.fills:
            return Passing(False, clause=self._cite["enemy"], filled=True)
        if battle.world.sides.friendly(mover.side, other.side) or other.has("helpless"):
            return Passing(True, 1, self._cite["ally"])
        if abs(mover.size.category - other.size.category) >= APART:
            return Passing(True, 1, self._cite["enemy"])
        return Passing(False, clause=self._cite["enemy"])

    def stop(self, battle: Battle, mover: Creature, body: Body, known: frozenset[str]) -> Verdict:
        """Never in another creature's space; of Tiny ones some share a space (``grid5e.size``)."""
        ground = self.ground(battle, mover)
        where, world = occupants(battle.world), battle.world
        tiny = mover.size.category == TINY
        for cell in body.cells:
            if cell not in world.field or not ground.stop[cell[::-1]]:
                return refuse(Reason.STOP_SOLID, self._cite["blocked"])
            crowd = Fraction(1, mover.size.share)
            for name in where.get(cell, ()):
                other = world[name]
                if name == mover.id or name not in known:
                    continue
                if not (tiny and other.size.category == TINY):
                    return refuse(Reason.STOP_OCCUPIED, self._cite["end"], by=name)
                crowd += Fraction(1, other.size.share)
            if crowd > 1:
                return refuse(Reason.CROWDED, self._cite["tiny"])
        return Allowed()

    def shares(self, battle: Battle, mover: Creature, body: Body, known: frozenset[str]) -> bool:
        """Nobody stops among others so."""
        return False

    def too_tight(self, creature: Creature) -> Refused:
        """A space for a creature two sizes smaller is none for this one."""
        return refuse(Reason.TOO_NARROW, self._cite["squeeze"])

    def clauses(self, battle: Battle, mover: Creature, body: Body) -> tuple[str, ...]:
        """The clauses that slow a step into a body's cells, and those that let it pass others."""
        ground, where = self.ground(battle, mover), occupants(battle.world)
        found: dict[str, None] = {}
        for cell in body.cells:
            if ground.doublings[cell[::-1]]:
                found[self._cite["difficult"]] = None
            for name in where.get(cell, ()):
                if name != mover.id:
                    found[self.through(battle, mover, battle.world[name]).clause] = None
        if ground.extra:
            found[self._cite["prone"]] = None
        return tuple(clause for clause in found if clause)


def _girth(mover: Creature) -> tuple[bool, bool]:
    """Whether a creature is Small or smaller, and whether it is no wider than a cell."""
    return mover.size.category < MEDIUM, max(mover.size.extent) == 1
