"""Flanking by the line between two attackers through opposite borders of their target's space.

Those without reach neither flank nor help to (``d20.tiny.no-flank``).
"""

from __future__ import annotations

from functools import lru_cache

from tacsim.geometry.cells import Body, Cell
from tacsim.model.components import Conditions, Position
from tacsim.model.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.threat import threatens


def flanks(battle: Battle, actor: Creature, target: Creature) -> bool:
    """Whether a creature has a flanking partner against a target: one who threatens it."""

    def make() -> bool:
        if not _may_flank(actor) or not target.traits.flanked:
            return False
        return any(
            _may_flank(friend)
            and opposite(actor.body, friend.body, target.body)
            and threatens(battle, friend, target.body)
            for friend in battle.friends(actor)
        )

    key = ("flanks", actor.id, target.id)
    return battle.world.cached(key, (Position, Conditions), make)


def _may_flank(creature: Creature) -> bool:
    """Those without reach cannot flank."""
    return any(weapon.reach > 0 and not weapon.ranged for weapon in creature.offence.weapons)


@lru_cache(maxsize=65536)
def opposite(a: Body, b: Body, target: Body) -> bool:
    """Whether cells of two bodies face each other across a third.

    >>> one = (1, 1)
    >>> opposite(Body((4, 5), one), Body((6, 5), one), Body((5, 5), one))
    True
    >>> opposite(Body((4, 4), one), Body((6, 5), one), Body((5, 5), one))
    False
    """
    return any(_through(p, q, target) for p in a.cells for q in b.cells)


def _through(a: Cell, b: Cell, target: Body) -> bool:
    """Whether the line between two cells' centres passes opposite borders, corners included.

    All in half cells, so that centres are whole numbers.
    """
    start = (2 * a[0] + 1, 2 * a[1] + 1)
    end = (2 * b[0] + 1, 2 * b[1] + 1)
    for axis in (0, 1):
        low = 2 * target.at[axis]
        high = low + 2 * target.extent[axis]
        first, last = sorted((start, end), key=lambda p: p[axis])
        if not (first[axis] < low and last[axis] > high):
            continue
        other = 1 - axis
        least = 2 * target.at[other]
        most = least + 2 * target.extent[other]
        run, rise = last[axis] - first[axis], last[other] - first[other]
        if all(
            least * run <= first[other] * run + rise * (border - first[axis]) <= most * run
            for border in (low, high)
        ):
            return True
    return False
