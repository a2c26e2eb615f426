"""Opportunity attacks in the 5e family: a foe that one sees leaves one's reach.

Moving about within it, as a big body does with a part of it, provokes nobody
(``grid5e.oa.trigger``, ``grid5e.body.leave``), nor does whoever disengages or is moved by others
(``grid5e.disengage``, ``grid5e.oa.exempt``). Who is dragged along is not left.
"""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core.components import Conditions, Resources
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import in_reach, threatened
from tacsim.rules.movement.policies import Counts, MoveMode, NoSafeSteps, Provocation
from tacsim.rulesets.fifth.holds import held
from tacsim.rulesets.fifth.senses import makes_out


class Opportunity(NoSafeSteps):
    """The policy of the 5e family on opportunity attacks; ``cite`` names its clauses."""

    once = False

    def __init__(self, cite: Mapping[str, str]) -> None:
        self._cite = cite

    def watchers(self, battle: Battle, mover: Creature) -> tuple[str, ...]:
        """Foes with a reaction left and something to strike with, in initiative order."""

        def make() -> tuple[str, ...]:
            ids = battle.world.order or battle.world.ids
            ready = {
                foe.id
                for foe in battle.foes(mover)
                if battle.acts(foe) and foe.resources["reaction"] > 0 and _longest(foe) is not None
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
        safe_steps: int | None = None,
    ) -> tuple[Provocation, ...]:
        """Coming out of the reach of those who see the mover go."""
        if mover.has("disengaged", "dead"):
            return ()
        found = []
        along = {foe.id for foe in held(mover)} if mode.name == "drag" else ()
        for name in self.watchers(battle, mover):
            if name in along:
                continue
            foe = battle.world[name]
            leaves = _within(battle, foe, old) and not _within(battle, foe, new)
            if leaves and makes_out(battle, foe, mover, old):
                cells = threatened(battle, foe)
                left = next((cell for cell in old.cells if cell in cells), None)
                if left is not None:
                    found.append(Provocation(name, left, (self._cite["opportunity"],)))
        return tuple(found)

    def by_act(
        self, battle: Battle, actor: Creature, act: str, target: Creature
    ) -> tuple[Provocation, ...]:
        """No act provokes."""
        return ()

    def spend(self, creature: Creature) -> Counts:
        """The reaction is gone until the next turn."""
        return (("reaction", 0),)


def _longest(creature: Creature) -> int | None:
    reaches_ = [w.reach for w in creature.offence.weapons if not w.ranged]
    return max(reaches_, default=None)


def _within(battle: Battle, foe: Creature, body: Body) -> bool:
    """Whether any of a foe's melee weapons reaches a body."""
    return any(
        in_reach(battle, weapon, foe.body, body)
        for weapon in foe.offence.weapons
        if not weapon.ranged
    )


__all__ = ["Opportunity"]
