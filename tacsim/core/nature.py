"""A creature's nature: components that are set when a battle begins and never change.

The one exception: a weapon that was stowed is at hand once it has been drawn.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import attrs

from tacsim.grid.cells import Cell

SHAPES = ("tall", "long")
"""Builds of creatures."""
BANDS = ("none", "light", "medium", "heavy")
"""Kinds of armour, the lightest first."""
LOADS = ("light", "medium", "heavy")
"""Sizes of load, the smallest first."""
BONUS_TYPES = frozenset({
    "alchemical", "circumstance", "competence", "enhancement", "insight", "luck", "morale",
    "profane", "racial", "sacred",
})  # fmt: skip
"""The types of bonuses to speed."""


def _of(words: Collection[str], default: str) -> Any:
    """A field that holds one of some words, of which saves are held to it."""
    return attrs.field(default=default, metadata={"words": words})


@attrs.frozen
class Identity:
    """Who a creature is: its bestiary entry, its name for people, its side and its map glyph."""

    kind: str
    name: str
    side: str
    glyph: str
    title: str = attrs.field(default="", eq=False, metadata={"apart": True})
    """What its kind is called, where that is not the entry's id in words."""


@attrs.frozen
class Size:
    """Size category (0 Fine ... 8 Colossal), build (tall or long) and full space in cells."""

    category: int
    shape: str = attrs.field(metadata={"words": SHAPES})
    extent: Cell
    share: int = 1
    """How many such creatures share one cell."""
    word: str = ""
    """What it is called, where that is not the usual name of the category."""


@attrs.frozen
class SpeedBonus:
    """A bonus to speed on foot, and the heaviest armour and load with which it counts.

    ``amount`` is in cells, in the entry of an effect in feet. One without a ``type`` is a type of
    its own.
    """

    amount: int
    type: str = _of(("", *BONUS_TYPES), "")
    armour: str = _of(BANDS, "heavy")
    load: str = _of(LOADS, "heavy")


@attrs.frozen
class Speed:
    """Cells of movement a turn on foot and, where it has them, flying, swimming and climbing.

    ``land`` is the current speed; ``base`` is that on foot unarmoured, without any bonus (0: the
    same as ``land``). ``load`` is how much is carried: light, medium or heavy.
    """

    land: int
    fly: int = 0
    swim: int = 0
    climb: int = 0
    base: int = 0
    slowed: bool = False
    """Whether armour or load takes anything off its speed on foot."""
    load: str = _of(LOADS, "light")
    bonuses: tuple[SpeedBonus, ...] = attrs.field(default=(), eq=False, metadata={"apart": True})
    """What its entry adds to its base speed, counted in ``land`` already. Like ``steady`` it is set
    when a battle is, and neither compared nor hashed: older saves know nothing of it."""
    steady: bool = attrs.field(default=False, eq=False, metadata={"apart": True})
    """Whether neither armour nor load ever slows it."""


@attrs.frozen
class Abilities:
    """Ability scores; 10 is average."""

    strength: int = 10
    dexterity: int = 10
    constitution: int = 10
    intelligence: int = 10
    wisdom: int = 10
    charisma: int = 10


@attrs.frozen
class Armour:
    """What protects a creature, each kind by its bonus; ``max_dexterity`` caps the Dex bonus."""

    armour: int = 0
    shield: int = 0
    natural: int = 0
    deflection: int = 0
    dodge: int = 0
    max_dexterity: int | None = None
    band: str = _of(BANDS, "none")


@attrs.frozen(cache_hash=True)
class Weapon:
    """One way to attack, ready to use by its owner.

    ``least`` and ``reach`` bound the distance in cells at which a melee weapon strikes;
    ``increment`` is the range increment in cells (0: it cannot be thrown or shot), ``increments``
    how many of them it flies.
    """

    name: str
    damage: str
    ranged: bool = False
    reach: int = 1
    least: int = 0
    diagonal: bool = False
    """Whether it also reaches two cells off on the exact diagonal."""
    hands: str = _of(("one", "two", "none"), "one")
    natural: bool = False
    secondary: bool = False
    count: int = 1
    threat: int = 20
    multiplier: int = 2
    bonus: int = 0
    damage_bonus: int = 0
    strength: float = 1.0
    """How much of the strength bonus adds to damage; a penalty counts once, if at all."""
    weakness: bool = True
    """Whether a strength penalty lowers its damage."""
    light: bool = False
    armed: bool = True
    increment: int = 0
    increments: int = 0
    farthest: int = 0
    """The farthest that it carries, in cells, where that is not told in increments."""
    ability: str = ""
    """The ability that it is used with; empty: as the ruleset has it."""
    lying: bool = True
    """Whether a prone creature can use it; not with bows."""
    trip: bool = False
    """Whether it is made to bring foes down with."""
    stowed: int = 0
    """The movement in cells that drawing it costs; 0 for what is at hand."""
    threatens: int = 0
    """How far it threatens, in cells, where that is not as far as it reaches."""
    load: str = attrs.field(default="", metadata={"apart": True})
    """What loading it takes, in the ruleset's words; empty for what needs none. It is not hashed by
    itself: weapons of one name load alike."""

    thrown: bool = attrs.field(default=False, eq=False, metadata={"apart": True})
    """Whether it is thrown where it is used at range, not shot. No rule asks; it is for people."""

    touch: bool = attrs.field(default=False, metadata={"apart": True})
    """Whether touching is enough: armour, shield and hide do not count."""

    alone: bool = attrs.field(default=False, metadata={"apart": True})
    """Whether it is a natural weapon that attacks without the others."""

    @property
    def separate(self) -> bool:
        """Whether it is a natural weapon with which a full attack is made of its attacks alone."""
        return self.natural and (self.ranged or self.alone)

    @property
    def at_hand(self) -> Weapon:
        """The same weapon, drawn if it was stowed."""
        return attrs.evolve(self, stowed=0, armed=True) if self.stowed else self


@attrs.frozen(cache_hash=True)
class Offence:
    """Base attack bonus and the weapons a creature has ready, best first."""

    base: int
    weapons: tuple[Weapon, ...]
    attacks: int = 1
    """How many attacks one action makes, where the ruleset counts them so."""


@attrs.frozen(cache_hash=True)
class AreaAttack:
    """An attack on everybody in an area: a breath, a blast.

    ``size`` and ``range`` in cells (how far off it may start, where it need not start with its
    maker); ``save``: the saving throw in the ruleset's words (empty: none) against ``dc``, which
    spares ``half`` of the damage or all; ``recharge``: dice for the rounds until it can be made
    again; ``returns``: the least d6 that brings it back as a turn of its owner's starts; ``uses``:
    how often it can be made in a battle, 0 for without end; ``among``: as what they are counted
    together with those of its other attacks, empty for by themselves.
    """

    name: str
    shape: str
    size: int
    damage: str
    save: str = ""
    dc: int = 0
    half: bool = False
    recharge: str = ""
    range: int = 0
    provokes: bool = False
    returns: int = 0
    cost: int = 0
    """What it costs, where the ruleset has prices for it."""
    uses: int = attrs.field(default=0, metadata={"apart": True})
    among: str = attrs.field(default="", metadata={"apart": True})

    @property
    def used(self) -> str:
        """The resource that counts how often it has been made, where ``uses`` ends that."""
        return f"used: {self.among or self.name}"


@attrs.frozen
class Areas:
    """The attacks on areas that a creature has, best first."""

    items: tuple[AreaAttack, ...] = ()


@attrs.frozen
class Traits:
    """Feats, skills and peculiarities of a creature.

    ``darkvision`` is in cells; ``fills``: it completely fills its space; ``bulky``: an obstacle
    even when helpless.
    """

    feats: frozenset[str] = frozenset()
    skills: tuple[tuple[str, int], ...] = ()
    darkvision: int = 0
    low_light: bool = False
    fills: bool = False
    bulky: bool = False
    mindless: bool = False
    flanked: bool = True
    """Whether it can be flanked."""
    stable: bool = False
    """Whether it stands on more than two legs, or otherwise firmly."""
    initiative: int = 0
    """Bonus on initiative beyond dexterity."""
    fixed_initiative: int | None = None

    def skill(self, name: str) -> int | None:
        """The total bonus in a trained skill, or None."""
        return dict(self.skills).get(name)


@attrs.frozen
class Exceptions:
    """The rules of passing that a creature breaks, by the keys that its entry has for them."""

    names: frozenset[str] = frozenset()

    def __contains__(self, name: str) -> bool:
        return name in self.names


@attrs.frozen
class Notes:
    """What else is said of a creature: abilities and the like that no rule here asks for."""

    texts: tuple[str, ...] = ()


TEMPERS = ("aggressive", "steady", "wary")
"""How much whoever plays a creature minds its harm, the least first."""
TASKS = ("guard_archers", "protect_wounded", "hunt_casters", "hunt_weak")
"""What it may be there for."""


@attrs.frozen
class Behaviour:
    """How a creature is to be played by an opponent; most have none of it.

    ``tasks``: of :data:`TASKS`; ``holds``: the cells that it does not leave. No rule asks for it.
    """

    temper: str = _of(TEMPERS, "steady")
    tasks: tuple[str, ...] = ()
    holds: tuple[Cell, ...] = ()


@attrs.frozen
class Weights:
    """What a creature weighs, and weapons of its own, in pounds, where its rules say otherwise.

    ``body``: None for what is typical of its size.
    """

    body: float | None = None
    weapons: tuple[tuple[str, float], ...] = ()


@attrs.frozen
class Saves:
    """Bonuses on saving throws: fortitude, reflex and will.

    ``others``: those on saves of other names, where the ruleset has them.
    """

    fort: int = 0
    ref: int = 0
    will: int = 0
    others: tuple[tuple[str, int], ...] = ()

    def stated(self, name: str) -> int | None:
        """The bonus on a save of another name, or None."""
        return dict(self.others).get(name)


@attrs.frozen
class Attributes:
    """The attributes of a dice pool in half points, by name, ordered by name; 7 is 3 and a half."""

    halves: tuple[tuple[str, int], ...] = ()

    def __getitem__(self, name: str) -> int:
        """An attribute in half points; 0 of what it has not.

        >>> Attributes((("grace", 7),))["grace"]
        7
        """
        return dict(self.halves).get(name, 0)


@attrs.frozen
class Protection:
    """What keeps harm off one who fights with a dice pool.

    ``reduction``: taken off physical damage; ``dice`` and ``rerolls``: added to rolls that soak;
    ``absorption``: how much damage takes another point; ``burden``: Stamina that a defence costs
    more.
    """

    absorption: int
    reduction: int = 0
    dice: int = 0
    rerolls: int = 0
    burden: int = 0
