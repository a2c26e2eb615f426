"""Luck: what dice brought a side beyond what was to be expected of them just before they fell.

Of what comes of a rollout most is whose attacks hit. What these had to expect is known exactly, so
that it can be counted instead: on the mean over all dice luck is nothing, and what is counted
without it is the same, but differs far less from lot to lot.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tacsim.ai.knowing.weights import TACTICIAN
from tacsim.core import events as ev
from tacsim.core.agenda import Attacking, Trying
from tacsim.core.components import HitPoints
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll


def share(hp: HitPoints, left: float) -> float:
    """The part of its worth that a creature is counted for with so many hit points left.

    >>> share(HitPoints(4, 8), 4), share(HitPoints(4, 8), 0)
    (0.75, 0.0)
    """
    part = max(0.0, left) / max(1, hp.maximum)
    return TACTICIAN.stands + (1 - TACTICIAN.stands) * part if left > 0 else 0.0


class Luck:
    """The luck of a side in a battle that it watches, so far.

    ``value``: in what creatures count; ``dealt`` and ``lost``: the hit points that its foes and it
    lost more than was to be expected. ``worths``: what each creature weighs; ``friends``: those of
    the side.
    """

    def __init__(self, worths: Mapping[str, float], friends: Collection[str]) -> None:
        self._worths, self._friends = worths, friends
        self.value = self.dealt = self.lost = 0.0

    def __call__(self, battle: Battle, batch: list[ev.Event]) -> None:
        """Take in events that are about to take effect."""
        top = battle.world.agenda.top
        if isinstance(top, Attacking):
            if any(type(event) is ev.Struck for event in batch):
                self._attacked(battle, top, batch)
        elif isinstance(top, Trying) and any(type(event) is ev.AreaMade for event in batch):
            taken = _taken(batch)
            for one in battle.ruleset.areas.promised(battle, top):
                target = battle.world[one.creature]
                self._harmed(battle, target, taken.get(one.creature, 0) - one.damage)

    def _attacked(self, battle: Battle, frame: Attacking, batch: list[ev.Event]) -> None:
        """An attack: whether it hit, as if a hit did what it does on the mean, and what it did."""
        target, roll = battle.world[frame.target], attack_roll(battle, frame)
        hit = any(isinstance(one, ev.Struck) and one.outcome != "miss" for one in batch)
        left = target.hp.current
        if not roll.hit or left <= 0:
            return
        mean = roll.damage / roll.hit
        self._hit(battle, target, mean, hit - roll.hit)
        if hit and mean < left:
            self._harmed(battle, target, _taken(batch).get(target.id, 0) - mean)

    def _hit(self, _battle: Battle, target: Creature, points: float, more: float) -> None:
        """A target was hit so much more than was to be expected, by what does so many points."""
        left = target.hp.current
        gain = share(target.hp, left) - share(target.hp, left - points)
        self._count(target, gain * more, min(points, left) * more)

    def _harmed(self, _battle: Battle, target: Creature, points: float) -> None:
        """A target lost so many more hit points than was to be expected."""
        self._count(target, (1 - TACTICIAN.stands) * points / max(1, target.hp.maximum), points)

    def _count(self, target: Creature, part: float, points: float) -> None:
        """A target lost so much more of its worth, and so many more hit points."""
        weight = self._worths.get(target.id, 1.0) * part
        if target.id in self._friends:
            self.value -= weight
            self.lost += points
        else:
            self.value += weight
            self.dealt += points


def _taken(batch: list[ev.Event]) -> dict[str, int]:
    """The hit points that creatures lose by some events."""
    found: dict[str, int] = {}
    for event in batch:
        if isinstance(event, ev.Damaged):
            found[event.target] = found.get(event.target, 0) + event.amount
    return found
