"""Opportunity attacks in the 5e family: a foe that one sees leaves one's reach.

Moving about within it, as a big body does with a part of it, provokes nobody
(``grid5e.oa.trigger``, ``grid5e.body.leave``), nor does whoever disengages or is moved by others
(``grid5e.disengage``, ``grid5e.oa.exempt``). Who is dragged along is not left.
"""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import in_reach, threatened, watchers
from tacsim.rules.combat.watching import PlainOpportunity
from tacsim.rules.movement.policies import Counts, MoveMode, Provocation
from tacsim.rulesets.fifth.holds import held
from tacsim.rulesets.fifth.senses import makes_out


class Opportunity(PlainOpportunity):
    """The policy of the 5e family on opportunity attacks."""

    def on_guard(self, battle: Battle, foe: Creature) -> bool:
        """With a reaction left and something to strike with."""
        armed = any(not weapon.ranged for weapon in foe.offence.weapons)
        return armed and battle.acts(foe) and foe.resources["reaction"] > 0

    @enforces("grid5e.body.leave", "disengage")
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
        along = {foe.id for foe in held(battle, mover)} if mode.name == "drag" else ()
        for foe in watchers(battle, mover, old):
            if foe.id in along:
                continue
            cells = threatened(battle, foe)
            left = next((cell for cell in old.cells if cell in cells), None)
            if left is None or _within(battle, foe, new) or not _within(battle, foe, old):
                continue
            if makes_out(battle, foe, mover, old):
                found.append(Provocation(foe.id, left, (battle.ruleset.clause("opportunity"),)))
        return tuple(found)

    def spend(self, creature: Creature) -> Counts:
        """The reaction is gone until the next turn."""
        return (("reaction", 0),)


def _within(battle: Battle, foe: Creature, body: Body) -> bool:
    """Whether any of a foe's melee weapons reaches a body."""
    return any(
        in_reach(battle, weapon, foe.body, body)
        for weapon in foe.offence.weapons
        if not weapon.ranged
    )
