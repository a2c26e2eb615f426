"""Components: the facts that the world keeps about creatures and about the battle itself.

All are frozen records. Only :mod:`tacsim.rules.apply` replaces them.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from tacsim.geometry.cells import Body, Cell

# --- a creature's nature: set when the battle begins, never changed --------------------------


@attrs.frozen
class Identity:
    """Who a creature is: its bestiary entry, its name for people, its side and its map glyph."""

    kind: str
    name: str
    side: str
    glyph: str


@attrs.frozen
class Size:
    """Size category (0 Fine ... 8 Colossal), build (tall or long) and full space in cells."""

    category: int
    shape: str
    extent: Cell
    share: int = 1
    """How many such creatures share one cell."""


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
    load: str = "light"


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
    band: str = "none"


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
    hands: str = "one"
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
    """Whether it can be used by somebody prone: bows cannot."""
    trip: bool = False
    """Whether it is made to bring foes down with."""


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
    again; ``returns``: the least d6 that brings it back as a turn of its owner's starts.
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

    def __contains__(self, name: str) -> bool:
        return any(item.name == name for item in self.items)


@attrs.frozen
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
class Impetus:
    """Whom a charge that has just come to its end may strike."""

    targets: tuple[str, ...] = ()


@attrs.frozen
class Flurry:
    """The blows of a full attack still to be made: weapon and penalty of each.

    ``acts``: what the attacks were besides attacks, and have provoked by already. ``first``: the
    weapon of a single attack that a full attack may still go on from.
    """

    blows: tuple[tuple[str, int], ...] = ()
    acts: tuple[str, ...] = ()
    first: str | None = None


@attrs.frozen(cache_hash=True)
class Boon:
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
class Boons:
    """What others, or a creature itself, have done for it, oldest first."""

    items: tuple[Boon, ...] = ()

    def on(self, what: str, against: str) -> tuple[Boon, ...]:
        """Those that count on an ``attack`` or ``defence`` where a certain foe is concerned."""
        return tuple(b for b in self.items if b.on == what and b.against == against)


@attrs.frozen
class Watch:
    """An attack held ready: what sets it off, by whom (None: any foe), and the weapon."""

    trigger: str = ""
    target: str | None = None
    weapon: str | None = None


@attrs.frozen
class Initiative:
    """The place in the order: the total, and the modifier that settles ties."""

    total: int
    modifier: int


# --- the battle itself -------------------------------------------------------------------------


@attrs.frozen
class Side:
    """A party to the battle; ``allies`` are the ids of friendly sides."""

    id: str
    name: str
    controller: str
    allies: tuple[str, ...] = ()


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
    Identity | Size | Speed | Abilities | Armour | Offence | Areas | Traits | Saves
    | Position | HitPoints | Conditions | Resources | Exposure | Flurry | Impetus | Boons | Watch
    | Initiative | Sides | Clock | Order | DiceState | Outcome
)  # fmt: skip

FRESH: tuple[Component, ...] = (
    Resources(), Exposure(), Impetus(), Flurry(), Boons(), Watch()
)  # fmt: skip
"""The state in which every creature enters a battle, besides its place, health and conditions."""
