"""Opportunity attacks in the ``pool`` ruleset.

Coming into a foe's cubes, leaving a foe's threat, moving about in it beyond one's Footwork, and
shooting at a neighbour give them (``pool.enemy.pass``, ``pool.aoo.leave``, ``pool.footwork``). To
go through a foe's cubes and out of them again is one pass, which takes none of the Footwork. They
are paid in Stamina (``pool.aoo.cost``), which is all that limits them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tacsim.core.components import Conditions, Offence, Position, Resources
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import gaps
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import melee, threatened, watched, watchers, watches
from tacsim.rules.combat.watching import PlainOpportunity
from tacsim.rules.movement import footing
from tacsim.rules.movement.policies import Counts, MoveMode, Provocation, ground_of

SHOOTING = "shoot"
"""The act of shooting or throwing at a target."""


class _Contact(NamedTuple):
    """The first cube of a body that a foe threatens, and the first that the foe fills."""

    threatened: Cell | None
    inside: Cell | None


_APART = _Contact(None, None)


class Opportunity(PlainOpportunity):
    """The ``pool`` policy on opportunity attacks."""

    def on_guard(self, battle: Battle, foe: Creature) -> bool:
        """With Stamina left and something to strike with."""
        armed = any(True for _ in melee(foe))
        return armed and battle.fights(foe) and foe.resources["stamina"] > 0

    def by_step(
        self,
        battle: Battle,
        mover: Creature,
        old: Body,
        new: Body,
        mode: MoveMode,
        first: bool,
        safe_steps: int | None = None,
    ) -> tuple[Provocation, ...]:
        """Each foe once: for being entered, else for being left, else for what Footwork lacks.

        Whoever goes on through a foe's cubes, or out of them, needs no Footwork for that foe.
        """
        was, will = self._contacts(battle, mover, old, new)
        if not (was or will) or mover.has("dead"):
            return ()
        left = self.safe_steps(mover) if safe_steps is None else safe_steps
        found = []
        names: Iterable[str] = was  # both in initiative order
        if not will.keys() <= was.keys():
            names = [foe.id for foe in watchers(battle, mover, old, new)] if was else will
        for name in names:
            here, there = was.get(name, _APART), will.get(name, _APART)
            passing = _passes(battle, battle.world[name], here, there)
            if passing and here.inside is None:
                assert there.inside is not None
                entered = Provocation(name, there.inside, ("pool.enemy.pass",), entering=True)
                found.append(entered)
            elif here.threatened is None:
                continue
            elif there.threatened is None:
                found.append(Provocation(name, here.threatened, ("pool.aoo.leave",)))
            elif not passing and footwork_of(battle, mover, new) > left:
                found.append(Provocation(name, here.threatened, ("pool.footwork",)))
        return tuple(found)

    def safe_steps(self, creature: Creature) -> int:
        """The Footwork that it has left this round."""
        return creature.resources["footwork"]

    def used(self, battle: Battle, mover: Creature, old: Body, new: Body, safe_steps: int) -> int:
        """The Footwork of a step within some foe's threat, or none if there is too little."""
        if not self._within(battle, mover, old, new):
            return 0
        cost = footwork_of(battle, mover, new)
        return cost if cost <= safe_steps else 0

    def _within(self, battle: Battle, mover: Creature, old: Body, new: Body) -> bool:
        """Whether a step leads from a foe's threat into the same foe's, and not past that foe."""
        cells = watched(battle, mover, old, new)
        if cells.isdisjoint(old.cells) or cells.isdisjoint(new.cells):
            return False
        was, will = self._contacts(battle, mover, old, new)
        return any(
            was[name].threatened is not None
            and will[name].threatened is not None
            and not _passes(battle, battle.world[name], was[name], will[name])
            for name in was
            if name in will
        )

    def _contacts(
        self, battle: Battle, mover: Creature, *bodies: Body
    ) -> list[dict[str, _Contact]]:
        """Of each body the watchers who threaten or fill a cube of it, in initiative order."""
        kinds = (Position, Conditions, Resources, Offence)
        known: dict[Body, dict[str, _Contact]] = battle.world.cached(
            ("contacts", mover.id), kinds, dict, apart_from=mover.id
        )
        for body in bodies:
            if body not in known:
                met = [
                    (foe.id, _contact(battle, foe, body)) for foe in watchers(battle, mover, body)
                ]
                known[body] = {name: contact for name, contact in met if contact != _APART}
        return [known[body] for body in bodies]

    def by_act(
        self, battle: Battle, actor: Creature, act: str, target: Creature
    ) -> tuple[Provocation, ...]:
        """Shooting at a neighbour gives it an opportunity, and it alone. ``pool.aoo.leave``."""
        if act != SHOOTING or not watches(battle, target, actor):
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
    slow = ground_of(battle, mover).doublings
    return 2 if any(slow[cell[::-1]] for cell in footing.lowest(new)) else 1


def _contact(battle: Battle, foe: Creature, body: Body) -> _Contact:
    """How a foe and a body touch."""
    reached, theirs, cells = threatened(battle, foe), foe.body.cells, body.cells
    apart, overlapping = reached.isdisjoint(cells), not max(gaps(foe.body, body))
    return _Contact(
        None if apart else next(cell for cell in cells if cell in reached),
        next(cell for cell in cells if cell in theirs) if overlapping else None,
    )


def _passes(battle: Battle, foe: Creature, here: _Contact, there: _Contact) -> bool:
    """Whether a step leads into, through or out of the cubes of a foe on its feet."""
    touches = here.inside is not None or there.inside is not None
    return touches and not footing.lying(battle, foe)
