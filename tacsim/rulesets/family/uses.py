"""Attacks on areas that can be made so often in a battle, which resources count."""

from __future__ import annotations

from tacsim.core.components import AreaAttack
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.movement.policies import Counts


def used_up(creature: Creature, area: AreaAttack, clause: str) -> Refused | None:
    """It has been made as often as it can be."""
    if area.uses and creature.resources[area.used] >= area.uses:
        return refuse(Reason.USED_UP, clause, uses=area.uses)
    return None


def one_more(creature: Creature, area: AreaAttack) -> Counts:
    """The count once it is made again; nothing for what is never used up."""
    return ((area.used, creature.resources[area.used] + 1),) if area.uses else ()


def counts(creature: Creature) -> Counts:
    """What a fresh turn leaves as it is: how often each has been made."""
    counted = dict.fromkeys(area.used for area in creature.areas.items if area.uses)
    have = creature.resources
    return tuple((used, have[used]) for used in counted if have[used])
