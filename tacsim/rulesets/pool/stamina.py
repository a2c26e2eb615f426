"""What attacks and spells cost: Stamina, and more of it for each attack made earlier in the turn.

The first point put in is what an act costs at least; each one in an attack is a die of it
(``pool.attack.roll``). The tax for earlier attacks adds none, and opportunities neither pay nor
raise it (``pool.actions``, ``pool.aoo.cost``).
"""

from __future__ import annotations

from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.movement.policies import Counts

LEAST = 1
"""The Stamina that an act takes at least."""


def for_strike(creature: Creature, stamina: int = LEAST) -> Counts | Refused:
    """What is left after an attack in one's turn into which so much is put."""
    made = creature.resources["attacks_made"]
    left = _left(creature, max(LEAST, stamina) + made, "pool.actions")
    return left if isinstance(left, Refused) else (("attacks_made", made + 1), *left)


def for_opportunity(creature: Creature, stamina: int = LEAST) -> Counts | Refused:
    """What is left after an opportunity attack into which so much is put."""
    return _left(creature, max(LEAST, stamina), "pool.aoo.cost")


def for_spell(creature: Creature, stamina: int = LEAST) -> Counts | Refused:
    """What is left after the one spell, or breath, that a turn allows."""
    if not creature.resources["spell"]:
        return refuse(Reason.NO_ACTION, "pool.actions", activity="area")
    left = _left(creature, max(LEAST, stamina), "pool.actions")
    return left if isinstance(left, Refused) else (("spell", 0), *left)


def _left(creature: Creature, price: int, clause: str) -> Counts | Refused:
    have = creature.resources["stamina"]
    if have < price:
        return refuse(Reason.NO_STAMINA, clause, price=price, stamina=have)
    return (("stamina", have - price),)
