"""A flanked creature's choice: asked for as a flanker is about to strike, and when it is over."""

from __future__ import annotations

from tacsim.core.agenda import Asking, Attacking
from tacsim.core.components import Bonuses
from tacsim.core.events import BonusLost, Event, Undertaken
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rulesets.fifth.flanking import DENIED, flankers, in_force


@enforces("deny")
def asked(battle: Battle, batch: list[Event], clause: str) -> list[Event]:
    """Before a flanker's attack its target may deny it (``grid5e.flank.deny``)."""
    found: list[Event] = []
    for event in batch:
        frame = event.frame if isinstance(event, Undertaken) else None
        if not isinstance(frame, Attacking) or frame.weapon.ranged:
            continue
        target = battle.world[frame.target]
        free = battle.acts(target) and in_force(battle, target) is None
        if free and frame.actor in flankers(battle, target):
            asking = Asking(
                "deny_flank", "deny", (target.id,), frame.actor, (clause,), intent="deny_flank"
            )
            found.append(Undertaken(asking))
    return found


def over(battle: Battle) -> list[Event]:
    """The denials of those who flank no longer: they do not come back with the flank."""
    world, have = battle.world, battle.world.tables.get(Bonuses, {})
    return [
        BonusLost(creature.id, bonus, (bonus.clause,))
        for creature in [world[name] for name in world.ids if name in have and have[name].items]
        for bonus in creature.bonuses.items
        if bonus.name == DENIED and bonus.against not in flankers(battle, creature)
    ]
