"""From where a weapon strikes: in reach or in range, and past whatever stands between."""

from __future__ import annotations

from tacsim.core.components import Weapon
from tacsim.core.verdicts import Allowed, Reason, Verdict, refuse
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches
from tacsim.rules.combat.threat import in_melee, in_reach


def at_range(battle: Battle, actor: Creature, target: Creature, weapon: Weapon) -> bool:
    """Whether a weapon is shot or thrown at a target rather than swung."""
    if weapon.ranged or not weapon.increment:
        return weapon.ranged
    return not in_melee(battle, weapon, actor.body, target.body)


def manner(battle: Battle, actor: Creature, target: Creature, weapon: Weapon) -> str:
    """How a weapon is used on a target: "melee", "shot" or "thrown"."""
    if not at_range(battle, actor, target, weapon):
        return "melee"
    return "thrown" if weapon.thrown else "shot"


@enforces("total cover")
def strikes(
    battle: Battle, actor: Creature, target: Creature, weapon: Weapon, *, melee_only: bool
) -> Verdict:
    """Whether a weapon can be used on a target from where both stand."""
    rules, clause = battle.ruleset, battle.ruleset.clause
    distance = rules.metric.distance(actor.body, target.body)
    if melee_only or not weapon.increment:
        if not in_reach(battle, weapon, actor.body, target.body):
            if distance < weapon.least:
                return refuse(Reason.TOO_CLOSE, clause("reach weapon"), weapon=weapon.name)
            by = rules.concepts.get("out of reach") or rules.attacks.threat_clause(battle, weapon)
            return refuse(Reason.OUT_OF_REACH, by, weapon=weapon.name, distance=distance)
        arrives = in_melee(battle, weapon, actor.body, target.body)
    elif at_range(battle, actor, target, weapon) and distance > _farthest(weapon):
        by = clause("range")
        return refuse(Reason.OUT_OF_RANGE, by, weapon=weapon.name, distance=distance)
    else:
        arrives = reaches(battle, actor.body, target.body)
    if not arrives:
        return refuse(Reason.TOTAL_COVER, clause("total cover"), name=target.id)
    return Allowed()


def _farthest(weapon: Weapon) -> int:
    """The cells that a weapon flies at most."""
    return weapon.farthest or weapon.increment * weapon.increments
