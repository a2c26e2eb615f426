"""Components: the facts that the world keeps about creatures and about the battle itself.

All are frozen records. Those of a creature's nature, which never change, are in
:mod:`tacsim.core.nature`; the others only :mod:`tacsim.core.apply` replaces.
"""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

import attrs

from tacsim.core.nature import (
    Abilities,
    AreaAttack,
    Areas,
    Armour,
    Attributes,
    Behaviour,
    Exceptions,
    Identity,
    Notes,
    Offence,
    Protection,
    Saves,
    Size,
    Speed,
    SpeedBonus,
    Traits,
    Weapon,
    Weights,
)
from tacsim.core.things import Carried, Item, Items, Training, Unloaded
from tacsim.grid.cells import Body, Cell

# --- a creature's state: changed by events ----------------------------------------------------


@attrs.frozen
class Position:
    """Where a creature stands: the cells it covers now, and whether it is squeezed into them."""

    body: Body
    squeezed: bool = False


@attrs.frozen
class HitPoints:
    """Hit points left, and their usual number."""

    current: int
    maximum: int


@attrs.frozen(cache_hash=True)
class Condition:
    """A state a creature is in; ``until`` is ``"turn"`` when it ends as its next turn starts."""

    name: str
    until: str = ""


@attrs.frozen(cache_hash=True)
class Conditions:
    """The states a creature is in, ordered by name."""

    items: tuple[Condition, ...] = ()

    @cached_property
    def names(self) -> frozenset[str]:
        """What they are called."""
        return frozenset([item.name for item in self.items])

    def __contains__(self, name: str) -> bool:
        return any(item.name == name for item in self.items)


@attrs.frozen(cache_hash=True)
class Resources:
    """What a creature has left to spend: actions, steps, opportunities, counted by name."""

    counts: tuple[tuple[str, int], ...] = ()

    def __getitem__(self, name: str) -> int:
        for key, value in self.counts:
            if key == name:
                return value
        return 0

    def with_counts(self, **changes: int) -> Resources:
        """The same resources with some counts replaced, ordered by name.

        >>> Resources().with_counts(move=1, standard=1).with_counts(move=0)["move"]
        0
        """
        return Resources(tuple(sorted({**dict(self.counts), **changes}.items())))


@attrs.frozen
class Exposure:
    """Foes that were already given the opportunity this creature's movement offers this turn."""

    foes: tuple[str, ...] = ()


@attrs.frozen
class ChargeTargets:
    """Whom a charge that has just come to its end may strike."""

    targets: tuple[str, ...] = ()


@attrs.frozen
class AttacksLeft:
    """The attacks of a full attack still to be made: weapon and penalty of each.

    ``acts``: what the attacks were besides attacks, and have provoked by already. ``first``: the
    weapon of a single attack that a full attack may still go on from.
    """

    attacks: tuple[tuple[str, int], ...] = ()
    acts: tuple[str, ...] = ()
    first: str | None = None


@attrs.frozen(cache_hash=True)
class Bonus:
    """A named modifier that a creature has against one foe.

    ``on``: its own ``attack`` rolls or its ``defence``; ``giver``: who gave it, until whose next
    turn it lasts; ``once``: the next attack that it touches uses it up.
    """

    name: str
    value: int
    on: str
    against: str
    giver: str
    clause: str
    once: bool = True


@attrs.frozen
class Bonuses:
    """What others, or a creature itself, have done for it, oldest first."""

    items: tuple[Bonus, ...] = ()

    def on(self, what: str, against: str) -> tuple[Bonus, ...]:
        """Those that count on an ``attack`` or ``defence`` where a certain foe is concerned."""
        return tuple(b for b in self.items if b.on == what and b.against == against)


@attrs.frozen
class Watch:
    """An attack held ready: what sets it off, by whom (None: any foe), and the weapon."""

    trigger: str = ""
    target: str | None = None
    weapon: str | None = None


@attrs.frozen
class Effort:
    """An act under way that takes full rounds of several turns; most creatures have none.

    ``act``: the name of its intent, empty for none; ``toward``: where it leads, in the ruleset's
    words; ``rounds``: how many are done, ``out_of`` how many it takes; ``at``: where it began.
    """

    act: str = ""
    toward: str = ""
    rounds: int = 0
    out_of: int = 0
    at: Cell | None = None


@attrs.frozen
class Orders:
    """What a creature was told to do of itself; ``lets_pass``: whether allies may pass through."""

    lets_pass: bool = True


@attrs.frozen
class Initiative:
    """The place in the order: the total, and the modifier that settles ties."""

    total: int
    modifier: int


# --- the battle itself -------------------------------------------------------------------------


ROLES = ("players", "allies", "neutrals", "enemies")
"""What a side can be to the players."""


@attrs.frozen
class Side:
    """A party to the battle; ``allies`` are the ids of friendly sides.

    ``role``: what it is to the players, one of :data:`ROLES`; empty: as it stands to the first
    side, which is theirs.
    """

    id: str
    name: str
    controller: str
    allies: tuple[str, ...] = ()
    role: str = ""


@attrs.frozen
class Sides:
    """All sides, in the order of the scenario."""

    items: tuple[Side, ...]

    def __getitem__(self, side: str) -> Side:
        for item in self.items:
            if item.id == side:
                return item
        raise KeyError(side)

    def friendly(self, a: str, b: str) -> bool:
        """Whether two sides fight together."""
        return a == b or b in self[a].allies or a in self[b].allies


@attrs.frozen
class Goal:
    """What a side of the battle has to do to win it.

    ``kind``: "hold" and "reach" of ``cells``, "slay" of a ``creature``, "survive" for ``rounds``;
    :mod:`tacsim.rules.goals` says what they ask. ``creature`` of a place to reach: who alone may do
    it, None for any of the side. ``held``: the rounds on end for which cells have been held so far.
    """

    side: str
    kind: str
    cells: tuple[Cell, ...] = ()
    creature: str | None = None
    rounds: int = 0
    held: int = 0
    met: bool = False


@attrs.frozen
class Goals:
    """The goals of all sides, in the order of the scenario; a battle without any has none of it."""

    items: tuple[Goal, ...]


@attrs.frozen
class Clock:
    """The round being played (0 before the first), whose turn it is, and whose was last.

    ``surprise``: a round for some before the first is being played.
    """

    round: int = 0
    active: str | None = None
    last: str | None = None
    surprise: bool = False


@attrs.frozen
class Order:
    """Creature ids in initiative order."""

    ids: tuple[str, ...] = ()


@attrs.frozen
class DiceState:
    """The seed of the battle's dice and how many have been thrown."""

    seed: int
    position: int = 0


@attrs.frozen
class Outcome:
    """Whether the battle is over, and the winning side or None."""

    over: bool = False
    winner: str | None = None


Component: TypeAlias = (
    Identity | Size | Speed | Abilities | Attributes | Armour | Protection | Offence | Areas
    | Traits | Exceptions | Notes | Behaviour | Saves | Position | HitPoints | Conditions
    | Resources | Exposure | AttacksLeft | ChargeTargets | Bonuses | Watch | Effort | Orders
    | Carried | Unloaded | Weights | Training | Initiative | Items | Sides | Goals | Clock | Order
    | DiceState | Outcome
)  # fmt: skip

FRESH: tuple[Component, ...] = (
    Resources(), Exposure(), ChargeTargets(), AttacksLeft(), Bonuses(), Watch()
)  # fmt: skip
"""The state in which every creature enters a battle, besides its place, health and conditions."""

__all__ = [
    "FRESH",
    "ROLES",
    "Abilities",
    "AreaAttack",
    "Areas",
    "Armour",
    "AttacksLeft",
    "Attributes",
    "Behaviour",
    "Bonus",
    "Bonuses",
    "Carried",
    "ChargeTargets",
    "Clock",
    "Component",
    "Condition",
    "Conditions",
    "DiceState",
    "Effort",
    "Exceptions",
    "Exposure",
    "Goal",
    "Goals",
    "HitPoints",
    "Identity",
    "Initiative",
    "Item",
    "Items",
    "Notes",
    "Offence",
    "Order",
    "Orders",
    "Outcome",
    "Position",
    "Protection",
    "Resources",
    "Saves",
    "Side",
    "Sides",
    "Size",
    "Speed",
    "SpeedBonus",
    "Training",
    "Traits",
    "Unloaded",
    "Watch",
    "Weapon",
    "Weights",
]
