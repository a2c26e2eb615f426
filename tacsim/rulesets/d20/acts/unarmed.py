"""Bare hands: what is left to those who have nothing better (``d20.unarmed``)."""

from __future__ import annotations

from tacsim.core.components import Weapon
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.rules.combat.weapons import named_weapon
from tacsim.rulesets import RULESETS
from tacsim.rulesets.d20.creatures import scaled
from tacsim.rulesets.d20.effects import FEATS
from tacsim.rulesets.d20.speed import CELL

HANDS = "unarmed"
DAMAGE = "1d3"
"""What the hands of a Medium creature do."""
ARMS = tuple(RULESETS["d20"].table("sizes").values())
"""What each size is like, its natural reach in feet among it."""


@enforces("d20.unarmed")
def bare_hands(actor: Creature) -> Weapon:
    """A grab or a blow as far as the arms reach, for damage by size."""
    own = named_weapon(actor, HANDS)
    if own is not None:
        return own
    damage = scaled(DAMAGE, actor.size.category)
    armed = FEATS.has(actor, "armed_unarmed")
    return Weapon(HANDS, damage, reach=_arm(actor), light=True, armed=armed)


def _arm(actor: Creature) -> int:
    """Natural reach, as the weapons in hand show it; without any, that of its size."""
    shown = [w.least - 1 if w.least else w.reach for w in actor.offence.weapons if not w.ranged]
    if shown:
        return min(shown)
    return int(ARMS[actor.size.category][f"reach_{actor.size.shape}"]) // CELL
