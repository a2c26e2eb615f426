"""A turn in the ``pool`` ruleset: a pool of Speed, Stamina for all else, and Footwork.

There are no slots for actions (``pool.actions``). Resources by name: ``stamina``; ``movement``
(half-cells of movement that the turn gives) and ``halves`` (those covered; movement may be split,
and half-cells add up through the turn, ``pool.diag.everything``); ``footwork``
(``pool.footwork``); ``climbed`` (how high it is above where it last stood, below zero for under
it, ``pool.climb.free``);
``attacks_made``; ``spell``; ``begun`` (the round of its last turn) and ``open`` (whether that turn
was handed over and goes on, ``pool.init.yield``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.grid.metric import budget
from tacsim.rules.battle import Battle
from tacsim.rules.movement import footing
from tacsim.rules.movement.policies import Allowance, Counts, MoveMode, PlainEconomy
from tacsim.rulesets.pool import stamina
from tacsim.rulesets.pool.passage import crowd


def footwork(cost2: int) -> int:
    """Footwork of a Grace in half points: half its whole part, rounded up. ``pool.footwork``.

    >>> [footwork(2 * grace) for grace in (3, 4, 5)], footwork(7)
    ([2, 2, 3], 2)
    """
    return (cost2 // 2 + 1) // 2


_PRICES: Mapping[str, Callable[[Creature], Counts | Refused]] = {
    "strike": stamina.for_strike,
    "area": stamina.for_spell,
}
"""What the least of an activity costs."""


class Economy(PlainEconomy):
    """The ``pool`` policy on what a turn consists of."""

    def aloft(self, battle: Battle, creature: Creature) -> bool:
        """Whether it flies, and is up to it."""
        return footing.aloft(battle, creature)

    def refresh(self, battle: Battle, creature: Creature) -> Counts:
        """A fresh turn; how far up a wall it is stays as it was."""
        have, attributes = creature.resources, creature.attributes
        return (
            ("attacks_made", 0),
            ("begun", battle.world.clock.round),
            ("climbed", have["climbed"]),
            ("footwork", footwork(attributes["grace"])),
            ("halves", 0),
            ("movement", 2 * int(self.pace(battle, creature))),
            ("open", 0),
            ("spell", 1),
            ("stamina", attributes["stamina"] // 2),
        )

    def allowance(self, battle: Battle, creature: Creature, mode: MoveMode) -> Allowance | Refused:
        """What is left of the pool; it may be spent in as many parts as one likes."""
        if creature.has("prone"):
            return refuse(Reason.PRONE, "pool.rerise")
        if mode.requires == "flying" and not footing.aloft(battle, creature):
            return refuse(Reason.NOT_FLYING, mode.clause)
        barred = battle.ruleset.effects.barred(creature, mode.name, mode.clause)
        if barred is not None:
            return barred
        if self.pace(battle, creature) <= 0:
            return refuse(Reason.TOO_SLOW, "pool.speed")
        have = creature.resources
        return Allowance(budget(have["movement"] // 2), have["halves"], ())

    def price(self, battle: Battle, creature: Creature, activity: str) -> Counts | Refused:
        """Half the Speed for getting up, or else Stamina; Stamina for everything else.

        Nobody gets up under one who squeezes (``pool.prone-dead.free``), nor among allies where
        either lets no ally pass (``pool.ally.pass``).
        """
        have = creature.resources
        if activity == "stand":
            for other in crowd(battle, creature, creature.body):
                if other.position.squeezed:
                    return refuse(Reason.PINNED, "pool.prone-dead.free", by=other.id)
                if battle.world.friendly(creature.id, other.id):
                    if not other.orders.lets_pass:
                        return refuse(Reason.OCCUPIED, "pool.ally.pass", by=other.id)
                    if not creature.orders.lets_pass:
                        return refuse(Reason.SHARED, "pool.ally.pass", by=other.id)
            pace = int(self.pace(battle, creature))
            left = have["movement"] - pace
            if pace > 0 and have["halves"] <= budget(left // 2):
                return (("movement", left),)
        if activity in _PRICES:
            return _PRICES[activity](creature)
        if have["stamina"] < 1:
            clause = "pool.rerise" if activity == "stand" else "pool.actions"
            return refuse(Reason.NO_STAMINA, clause, price=1, stamina=have["stamina"])
        return (("stamina", have["stamina"] - 1),)

    def moved(self, battle: Battle, creature: Creature, cost2: int, mode: MoveMode) -> Counts:
        """Remember how much of the pool is gone."""
        return (("halves", cost2),)

    def stepped(self, battle: Battle, creature: Creature, old: Body, new: Body) -> Counts:
        """Footwork used up, and how high it is above where it last stood."""
        policy, have = battle.ruleset.opportunity, creature.resources
        counts = []
        if not footing.aloft(battle, creature):
            climbed = footing.after(battle, creature, old, new, have["climbed"], None)
            if climbed is not None and climbed != have["climbed"]:
                counts.append(("climbed", climbed))
        used = policy.used(battle, creature, old, new, have["footwork"])
        if used:
            counts.append(("footwork", have["footwork"] - used))
        return tuple(counts)
