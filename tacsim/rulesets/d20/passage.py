"""Where creatures may go and stop under the ``d20`` rules.

Corners are cut past creatures and pits (``d20.corner.creature``, ``d20.corner.pit``): neither fills
its square. A slow diagonal costs 3 (``d20.terrain.difficult.diag``), being two diagonals.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from tacsim.core.components import Conditions
from tacsim.core.terrain import Entry, Grid
from tacsim.core.verdicts import Allowed, Reason, Refused, Verdict, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.movement.occupancy import corners, hulks, occupants
from tacsim.rules.movement.policies import Ground, Passing, PlainSteps
from tacsim.rulesets.d20.effects import EFFECTS

TINY = 2
LARGER = 1
"""How many size categories larger than oneself a foe may be to be run over."""
APART = 3
"""Size categories between two creatures who can pass through each other's space."""


class Passage(PlainSteps):
    """The ``d20`` policy on passing and stopping."""

    barrier = 4
    either_way = False
    passing_depends: tuple[type[Any], ...] = (Conditions,)

    def ground(self, battle: Battle, mover: Creature) -> Ground:
        """Flyers ignore slow ground, the incorporeal walls too; who sees nothing is slowed.

        Clauses: ``d20.terrain.fly``, ``d20.obstacle.fly``, ``d20.speed.hampered``.
        """
        field = battle.world.field
        key = (
            "ground",
            *_girth(mover),
            mover.has("flying"),
            mover.has("incorporeal"),
            mover.speed.swim > 0,
            mover.traits.darkvision > 0,
            mover.has(*EFFECTS.named("sightless")),
        )
        if key not in field.memo:
            field.memo[key] = self._ground(battle, mover)
        return field.memo[key]  # type: ignore[no-any-return]  # the memo holds what was put there

    def _ground(self, battle: Battle, mover: Creature) -> Ground:
        field = battle.world.field
        slight, slender = _girth(mover)
        ghost = mover.has("incorporeal")
        airy = ghost or mover.has("flying")
        entry = field.array("entry")
        enter: Grid = entry == Entry.OPEN
        tight = np.zeros(enter.shape, bool)
        if slender or ghost:
            enter = enter | (entry == Entry.TIGHT)
        if slender and not slight and not ghost:
            tight = entry == Entry.TIGHT
        if airy or mover.speed.swim:
            enter = enter | (entry == Entry.WATER)
        if airy:
            enter = enter | (entry == Entry.CHASM)
        if mover.has("flying"):
            enter = enter | field.low
        stop = enter
        if ghost:
            enter = enter | (entry == Entry.BLOCKED)
        doublings = np.zeros(enter.shape, np.int8) if airy else field.array("doublings")
        doublings = doublings.astype(np.int8)
        if mover.has(*EFFECTS.named("sightless")):
            doublings = doublings + np.int8(1)
        elif not mover.traits.darkvision:
            doublings = doublings + (~field.lit).astype(np.int8)
        return Ground(
            enter=enter,
            stop=stop,
            doublings=doublings,
            tight=tight,
            fills=np.zeros(enter.shape, bool) if ghost else corners(field),
            barriers=not ghost,
            hampered_by_barriers=not airy,
        )

    def through(
        self, battle: Battle, mover: Creature, other: Creature, contest: str = ""
    ) -> Passing:
        """Friends and the helpless let pass, so do the very small and those three sizes apart.

        Others are tumbled past or run over, where the mover tries.
        """
        dead = other.has("dead")
        if other.traits.fills and not dead:
            return Passing(False, clause="d20.fills.square", filled=True)
        if battle.world.sides.friendly(mover.side, other.side):
            return Passing(True, clause="" if dead else "d20.pass.friend")
        if dead or other.has("helpless"):
            if other.traits.bulky:
                return Passing(True, 1, "d20.pass.enemy.helpless-bulk")
            return Passing(True, clause="" if dead else "d20.pass.enemy.helpless")
        mine, theirs = mover.size.category, other.size.category
        if mine <= TINY:
            return Passing(True, clause="d20.tiny.enter")
        if theirs - mine >= APART:
            return Passing(True, clause="d20.size3.small-through-big")
        if mine - theirs >= APART:
            return Passing(True, clause="d20.size3.big-through-small")
        if contest == "tumble":
            return Passing(True, clause="d20.tumble.enemy", contested=True)
        if contest == "overrun":
            if theirs - mine <= LARGER:
                return Passing(True, clause="d20.overrun.move", contested=True)
            return Passing(False, clause="d20.overrun")
        return Passing(False, clause="d20.pass.enemy")

    def stop(self, battle: Battle, mover: Creature, body: Body, known: frozenset[str]) -> Verdict:
        """Not among others, unless they are helpless or the mover is very small.

        Of the very small so many share a square as its area holds (``d20.tiny.per-square``,
        ``d20.tiny.diminutive-count``, ``d20.tiny.fine-count``).
        """
        ground = self.ground(battle, mover)
        where, world = occupants(battle.world), battle.world
        tiny = mover.size.category <= TINY
        for cell in body.cells:
            if cell not in world.field or not ground.stop[cell[::-1]]:
                return refuse(Reason.STOP_SOLID, "d20.obstacle.fly")
            crowd = Fraction(1, mover.size.share) if tiny else Fraction(0)
            for name in where.get(cell, ()):
                other = world[name]
                if name == mover.id or name not in known:
                    continue
                if tiny and other.size.category <= TINY:
                    crowd += Fraction(1, other.size.share)
                elif not (tiny or other.has("helpless")):
                    return refuse(Reason.STOP_OCCUPIED, "d20.end.occupied", by=name)
            if crowd > 1:
                return refuse(Reason.CROWDED, "d20.tiny.per-square")
        return Allowed()

    def shares(self, battle: Battle, mover: Creature, body: Body, known: frozenset[str]) -> bool:
        """Nobody stops among others so."""
        return False

    def too_tight(self, mover: Creature) -> Refused:
        """Less than half one's width takes a skill, and to the skilled more time than there is.

        Clauses: ``d20.squeeze.limit``, ``d20.squeeze.escape-artist``, ``d20.escape-artist.tight``.
        """
        if mover.traits.skill("escape_artist") is None:
            return refuse(Reason.TOO_TIGHT, "d20.squeeze.escape-artist")
        return refuse(Reason.TOO_TIGHT, "d20.escape-artist.tight")

    def clauses(self, battle: Battle, mover: Creature, body: Body) -> tuple[str, ...]:
        """The clauses that slow a step into a body's cells, and those that let it pass others."""
        ground, world = self.ground(battle, mover), battle.world
        field, where = world.field, occupants(world)
        found: dict[str, None] = {}
        for cell in body.cells:
            terrain = field.at(cell)
            if ground.doublings[cell[::-1]]:
                slow = "d20.obstacle.hamper" if terrain.hampers else "d20.terrain.difficult"
                if terrain.doublings:
                    found[slow] = None
                dark = not field.lit[cell[::-1]] and not mover.traits.darkvision
                if dark or mover.has(*EFFECTS.named("sightless")):
                    found["d20.speed.hampered"] = None
            for name in where.get(cell, ()):
                if name != mover.id:
                    found[self.through(battle, mover, world[name]).clause] = None
        for name, other in hulks(world):
            if not set(other.cells).isdisjoint(body.cells):
                found[self.through(battle, mover, world[name]).clause] = None
        return tuple(clause for clause in found if clause)


def _girth(mover: Creature) -> tuple[bool, bool]:
    """Whether a creature is less than a cell wide, and whether it is no wider than one."""
    return mover.size.category <= TINY, max(mover.size.extent) == 1
