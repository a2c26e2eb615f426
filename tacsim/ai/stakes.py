"""Stakes: what creatures can put into attacks and defence, where the rules have them put in.

Where they have not, nobody is :meth:`Purses.staked` and the rest is never asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from tacsim.ai.picture import Alone
from tacsim.core.agenda import Attacking
from tacsim.core.components import Resources
from tacsim.core.intents import Strike, Take
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.rules.combat.attacks import guards, prospects
from tacsim.rules.movement.policies import Counts
from tacsim.rules.ruleset import Ruleset

MOST = 4
"""Attacks one after another beyond which nobody plans."""
HEAP = 20
"""The most that anybody thinks of putting in."""

Price = Callable[[Resources, int], "Counts | Refused"]
"""What is left of some resources after an attack into which so much is put."""


@attrs.frozen
class Series:
    """Attacks one after another: how much is put into each, and what is left after the last."""

    amounts: tuple[int, ...]
    left: Resources


def payable(have: Resources, price: Price) -> tuple[Series, ...]:
    """The series that some resources pay for: so many attacks, all alike or one point apart.

    The lesser ones come first: what is kept back can still go elsewhere.

    >>> def price(have, amount):
    ...     left = have["stamina"] - amount - have["made"]
    ...     made = have["made"] + 1
    ...     return (("made", made), ("stamina", left)) if left >= 0 else Refused("", "")
    >>> [one.amounts for one in payable(Resources((("stamina", 4),)), price)]
    [(1,), (2,), (3,), (4,), (1, 1), (1, 2)]
    """
    found: list[Series] = []
    for count in range(1, MOST + 1):
        paid = [one for total in range(count, HEAP) for one in _paid(have, price, count, total)]
        if not paid:
            break
        found += paid
    return tuple(found)


def _paid(have: Resources, price: Price, count: int, total: int) -> Iterator[Series]:
    """So much put into so many attacks, if that can be paid for."""
    amounts = tuple((total + i) // count for i in range(count))
    left = have
    for amount in amounts:
        counts = price(left, amount)
        if isinstance(counts, Refused):
            return
        left = left.with_counts(**dict(counts))
    yield Series(amounts, left)


def halves(points: int) -> Iterator[int]:
    """What goes into one defence after another: half of what is left each time.

    >>> [n for n, _ in zip(halves(4), range(4))]
    [2, 1, 1, 0]
    """
    while True:
        part = (points + 1) // 2
        yield part
        points -= part


class Purses:
    """What creatures have to put in. Answers are kept: they change with what is left only."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._notes: dict[object, Any] = {}

    def _kept(self, key: object, make: Callable[[], Any]) -> Any:
        if key not in self._notes:
            self._notes[key] = make()
        return self._notes[key]

    def staked(self, creature: Creature) -> bool:
        """Whether a creature can put more or less into its attacks."""
        return bool(self._kept(("staked", creature.id), lambda: self._prospects(creature)))

    def _prospects(self, creature: Creature) -> bool:
        alone = Alone(self._ruleset, creature).having(self.fresh(creature))
        frames = (Attacking(creature.id, creature.id, w) for w in creature.offence.weapons[:1])
        return any(prospects(alone, frame) for frame in frames)

    def series(self, creature: Creature, have: Resources | None = None) -> tuple[Series, ...]:
        """The series of attacks that resources pay for, those of a fresh turn unless told."""
        have = have if have is not None else self.fresh(creature)
        counted = self.counted(creature, have)
        found: tuple[Series, ...] = self._kept(
            ("series", creature.id, counted),
            lambda: payable(have, self._price(creature, Strike)),
        )
        return found

    def usual(self, creature: Creature) -> int:
        """What goes into each attack of a fresh turn if there are as many as can be."""
        most = max((one.amounts for one in self.series(creature)), key=len, default=(0,))
        return most[0]

    def shield(self, creature: Creature, have: Resources) -> int:
        """The most that some resources let a creature put into a defence."""
        key = ("shield", creature.id, self.counted(creature, have), creature.conditions)
        return int(self._kept(key, lambda: self._guard(creature, have)))

    def _guard(self, creature: Creature, have: Resources) -> int:
        battle, weapons = Alone(self._ruleset, creature).having(have), creature.offence.weapons
        frames = (Attacking(creature.id, creature.id, w.at_hand) for w in weapons[:1])
        every = (guards(battle, frame) for frame in frames)
        return max((one.stamina for found in every for one in found), default=0)

    def sally(self, creature: Creature) -> int:
        """The most that a creature can put into an opportunity attack now."""
        key = ("sally", creature.id, self.counted(creature, creature.resources))
        return int(self._kept(key, lambda: self._most(creature)))

    def _most(self, creature: Creature) -> int:
        price, have = self._price(creature, Take), creature.resources
        amounts = range(1, HEAP)
        return max((n for n in amounts if not isinstance(price(have, n), Refused)), default=0)

    def fresh(self, creature: Creature) -> Resources:
        """What a creature has as its turn begins."""

        def make() -> Resources:
            alone = Alone(self._ruleset, creature)
            refresh = self._ruleset.economy.refresh(alone.battle, alone.creature)
            return creature.resources.with_counts(**dict(refresh))

        found: Resources = self._kept(("fresh", creature.id), make)
        return found

    def counted(self, creature: Creature, have: Resources) -> tuple[int, ...]:
        """What of some resources attacks take."""

        def make() -> tuple[str, ...]:
            price = self._price(creature, Strike)(self.fresh(creature), 1)
            return () if isinstance(price, Refused) else tuple(name for name, _ in price)

        return tuple(have[name] for name in self._kept(("counted", creature.id), make))

    def _price(self, creature: Creature, kind: type[Strike | Take]) -> Price:
        """What an attack of a creature costs."""
        alone, price = Alone(self._ruleset, creature), self._ruleset.attacks.price
        me = alone.creature

        def left(have: Resources, amount: int) -> Counts | Refused:
            battle = alone.having(have)
            if kind is Take:
                return price(battle, me, Take(me.id, stamina=amount))
            return price(battle, me, Strike(me.id, me.id, stamina=amount))

        return left


__all__ = ["Purses", "Series", "halves", "payable"]
