"""Opportunity attacks in the ``pool`` ruleset.

Coming into a foe's cubes, leaving a foe's threat, moving about in it beyond one's Footwork, and
shooting at a neighbour give them (``pool.enemy.pass``, ``pool.aoo.leave``, ``pool.footwork``). To
go through a foe's cubes and out of them again is one pass, which takes none of the Footwork. They
are paid in Stamina (``pool.aoo.cost``), which is all that limits them.
"""

from __future__ import annotations

from tacsim.core.components import Conditions, Offence, Position, Resources
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import melee, threatened
from tacsim.rules.movement import footing
from tacsim.rules.movement.policies import Counts, MoveMode, Provocation

SHOOTING = "shoot"
"""The act of shooting or throwing at a target."""


_NOBODY: frozenset[str] = frozenset()


class Opportunity:
    """The ``pool`` policy on opportunity attacks."""

    once = False

    def watchers(self, battle: Battle, mover: Creature) -> tuple[str, ...]:
        """Foes with Stamina left and something to strike with, in initiative order."""

        def make() -> tuple[str, ...]:
            ids = battle.world.order or battle.world.ids
            ready = {
                foe.id
                for foe in battle.foes(mover)
                if battle.fights(foe)
                and foe.resources["stamina"] > 0
                and any(True for _ in melee(foe))
            }
            return tuple(name for name in ids if name in ready)

        kinds = (Conditions, Resources)
        return battle.world.cached(("watchers", mover.side), kinds, make)

    def by_step(
        self,
        battle: Battle,
        mover: Creature,
        old: Body,
        new: Body,
        mode: MoveMode,
        first: bool,
        leeway: int | None = None,
    ) -> tuple[Provocation, ...]:
        """Each foe once: for being entered, else for being left, else for what Footwork lacks.

        Whoever goes on through a foe's cubes, or out of them, needs no Footwork for that foe.
        """
        near = self._near(battle, mover, old, new)
        if not near or mover.has("dead"):
            return ()
        left = self.leeway(mover) if leeway is None else leeway
        short = footwork_of(battle, mover, new) > left
        found = []
        for name in near:
            foe = battle.world[name]
            passing = _passes(battle, foe, old, new)
            if passing and set(foe.body.cells).isdisjoint(old.cells):
                entered = next(cell for cell in new.cells if cell in foe.body.cells)
                found.append(Provocation(name, entered, ("pool.enemy.pass",), entering=True))
                continue
            cells = threatened(battle, foe)
            was = next((cell for cell in old.cells if cell in cells), None)
            if was is None:
                continue
            if cells.isdisjoint(new.cells):
                found.append(Provocation(name, was, ("pool.aoo.leave",)))
            elif short and not passing:
                found.append(Provocation(name, was, ("pool.footwork",)))
        return tuple(found)

    def leeway(self, creature: Creature) -> int:
        """The Footwork that it has left this round."""
        return creature.resources["footwork"]

    def used(self, battle: Battle, mover: Creature, old: Body, new: Body, leeway: int) -> int:
        """The Footwork of a step within some foe's threat, or none if there is too little."""
        cost = footwork_of(battle, mover, new)
        return cost if cost <= leeway and self._within(battle, mover, old, new) else 0

    def _within(self, battle: Battle, mover: Creature, old: Body, new: Body) -> bool:
        """Whether a step leads from a foe's threat into the same foe's, and not past that foe."""
        for name in self._near(battle, mover, old, new):
            foe = battle.world[name]
            cells = threatened(battle, foe)
            stays = not (cells.isdisjoint(old.cells) or cells.isdisjoint(new.cells))
            if stays and not _passes(battle, foe, old, new):
                return True
        return False

    def _near(self, battle: Battle, mover: Creature, old: Body, new: Body) -> list[str]:
        """The watchers who threaten or fill a cube of either body, in their order."""

        def make() -> dict[Cell, set[str]]:
            found: dict[Cell, set[str]] = {}
            for name in self.watchers(battle, mover):
                foe = battle.world[name]
                for cell in (*threatened(battle, foe), *foe.body.cells):
                    found.setdefault(cell, set()).add(name)
            return found

        kinds = (Position, Conditions, Resources, Offence)
        by_cell = battle.world.cached(("near", mover.side), kinds, make)
        names: set[str] = set()
        for cell in (*old.cells, *new.cells):
            names |= by_cell.get(cell, _NOBODY)
        return [name for name in self.watchers(battle, mover) if name in names] if names else []

    def by_act(
        self, battle: Battle, actor: Creature, act: str, target: Creature
    ) -> tuple[Provocation, ...]:
        """Shooting at a neighbour gives it an opportunity, and it alone. ``pool.aoo.leave``."""
        if act != SHOOTING or target.id not in self.watchers(battle, actor):
            return ()
        cells = threatened(battle, target)
        here = next((cell for cell in actor.body.cells if cell in cells), None)
        beside = battle.ruleset.metric.distance(actor.body, target.body) <= 1
        if here is None or not beside:
            return ()
        return (Provocation(target.id, here, ("pool.aoo.leave",)),)

    def spend(self, creature: Creature) -> Counts:
        """The least that an attack costs."""
        return (("stamina", creature.resources["stamina"] - 1),)


def footwork_of(battle: Battle, mover: Creature, new: Body) -> int:
    """What a step takes of one's Footwork: one, on rough ground two."""
    slow = battle.ruleset.passage.ground(battle, mover).doublings
    return 2 if any(slow[cell[::-1]] for cell in footing.lowest(new)) else 1


def _passes(battle: Battle, foe: Creature, old: Body, new: Body) -> bool:
    """Whether a step leads into, through or out of the cubes of a foe on its feet."""
    theirs = set(foe.body.cells)
    if footing.lying(battle, foe):
        return False
    return not (theirs.isdisjoint(old.cells) and theirs.isdisjoint(new.cells))
