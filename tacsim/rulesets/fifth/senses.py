"""Who can see whom."""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules import perception
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches


def makes_out(
    battle: Battle, observer: Creature, other: Creature, body: Body | None = None
) -> bool:
    """Whether nothing keeps an observer from seeing another, where it is or in another place.

    Walls and closed doors do, as do darkness, blindness and invisibility.
    """
    there = body or other.body
    if not perception.makes_out(battle, observer, other, there):
        return False
    return any(reaches(battle, observer.body, part) for part in (there, *there.spots))
