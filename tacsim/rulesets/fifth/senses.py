"""Who can see whom, where nothing solid is in between."""

from __future__ import annotations

from tacsim.geometry.cells import Body
from tacsim.model.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.sight import sees


def makes_out(
    battle: Battle, observer: Creature, other: Creature, body: Body | None = None
) -> bool:
    """Whether nothing keeps an observer from seeing another, where it is or in another place.

    What is in the way of an attack is no matter here; darkness, blindness and invisibility are.
    """
    if observer.has("blinded") or other.has("invisible"):
        return False
    return not battle.world.field.dark or sees(battle, observer, body or other.body)
