"""The world: an entity-component registry with one entity a creature and one for the battle.

Reading is free for all; writing is for :mod:`tacsim.rules.apply` and for setting a battle up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import tcod.ecs

from tacsim.geometry.cells import Body, Cell
from tacsim.model.agenda import Agenda
from tacsim.model.components import (
    Abilities,
    Areas,
    Armour,
    Attributes,
    Boons,
    Clock,
    Conditions,
    DiceState,
    Exposure,
    Flurry,
    HitPoints,
    Identity,
    Impetus,
    Initiative,
    Offence,
    Order,
    Outcome,
    Position,
    Protection,
    Resources,
    Saves,
    Sides,
    Size,
    Speed,
    Traits,
    Watch,
)
from tacsim.model.terrain import Battlefield

T = TypeVar("T")
Change = tuple[str | None, type[Any], Any, Any]
"""A component replaced: of whom (None: the battle), which, before, after."""

_NO_AREAS = Areas()


class World:
    """All state of a battle.

    >>> from tacsim.model.terrain import make_battlefield
    >>> world = World(make_battlefield("..."), Sides(()))
    >>> world.put("a", HitPoints(3, 4))
    >>> world.get("a", HitPoints).current
    3
    """

    unit: str = ""
    """The unit of length that a cell measures one of; empty where a cell measures several."""

    def __init__(self, field: Battlefield, sides: Sides) -> None:
        self.field = field
        self.registry = tcod.ecs.Registry()
        self.stamps: dict[type[Any], int] = {}
        self.memo: dict[Any, tuple[Any, Any]] = {}
        self.listeners: list[Callable[[Change], None]] = []
        self._battle = self.registry[None]
        self._creatures: dict[str, Creature] = {}
        for component in (sides, Clock(), Order(), Outcome(), Agenda(), DiceState(0)):
            self.put(None, component)

    # --- reading ---------------------------------------------------------------------------

    @property
    def ids(self) -> tuple[str, ...]:
        """The creatures' ids in the order in which they were set up."""
        return tuple(self._creatures)

    @property
    def creatures(self) -> tuple[Creature, ...]:
        """All creatures in the order in which they were set up."""
        return tuple(self._creatures.values())

    def __contains__(self, creature: str) -> bool:
        return creature in self._creatures

    def __getitem__(self, creature: str) -> Creature:
        """A view of one creature; KeyError for a stranger."""
        return self._creatures[creature]

    def get(self, creature: str | None, kind: type[T]) -> T:
        """A component of a creature, or of the battle for None; KeyError where there is none."""
        if creature is None:
            return self._battle.components[kind]
        component: T = self._creatures[creature].latest[kind]
        return component

    @property
    def sides(self) -> Sides:
        """The parties."""
        return self._battle.components[Sides]

    @property
    def clock(self) -> Clock:
        """Round and active creature."""
        return self._battle.components[Clock]

    @property
    def order(self) -> tuple[str, ...]:
        """Creature ids in initiative order; empty before the battle begins."""
        return self._battle.components[Order].ids

    @property
    def agenda(self) -> Agenda:
        """What is under way."""
        return self._battle.components[Agenda]

    @property
    def outcome(self) -> Outcome:
        """Whether the battle is over."""
        return self._battle.components[Outcome]

    @property
    def dice(self) -> DiceState:
        """Seed and position of the dice."""
        return self._battle.components[DiceState]

    def friendly(self, a: str, b: str) -> bool:
        """Whether two creatures fight together."""
        return self.sides.friendly(self[a].side, self[b].side)

    def cached(self, key: Any, kinds: tuple[type[Any], ...], make: Callable[[], T]) -> T:
        """What ``make`` returned, as long as no component of the kinds has changed since."""
        stamp = tuple([self.stamps.get(kind, 0) for kind in kinds])
        found = self.memo.get(key)
        if found is None or found[0] != stamp:
            found = self.memo[key] = (stamp, make())
        value: T = found[1]
        return value

    # --- writing: for apply, and for setting up ---------------------------------------------

    def put(self, creature: str | None, component: Any) -> None:
        """Set a component of a creature, or of the battle for None."""
        if creature is None:
            entity = self._battle
        else:
            if creature not in self._creatures:
                self._creatures[creature] = Creature(self, creature)
            entity = self._creatures[creature].entity
            self._creatures[creature].latest[type(component)] = component
        kind = type(component)
        if self.listeners:
            change = (creature, kind, entity.components.get(kind), component)
            for listener in self.listeners:
                listener(change)
        entity.components[kind] = component
        self.stamps[kind] = self.stamps.get(kind, 0) + 1

    def remove(self, creature: str | None, kind: type[Any]) -> None:
        """Take a component away again; KeyError where there is none."""
        entity = self._battle if creature is None else self._creatures[creature].entity
        gone = entity.components.pop(kind)
        if creature is not None:
            del self._creatures[creature].latest[kind]
        self.stamps[kind] += 1
        for listener in self.listeners:
            listener((creature, kind, gone, None))


class Creature:
    """A view of one creature: its components by their plain names.

    ``latest`` mirrors the entity's components: rules read them hundreds of times a step, and a read
    from the registry costs ten times that from a dict. :meth:`World.put` keeps both.
    """

    __slots__ = ("entity", "id", "latest", "world")

    def __init__(self, world: World, creature: str) -> None:
        self.world = world
        self.id = creature
        self.entity = world.registry[creature]
        self.latest: dict[type[Any], Any] = {}

    def __repr__(self) -> str:
        return f"<{self.id}>"

    def _get(self, kind: type[T]) -> T:
        component: T = self.latest[kind]
        return component

    @property
    def identity(self) -> Identity:
        """Kind, name, side and glyph."""
        return self._get(Identity)

    @property
    def name(self) -> str:
        """The name for people."""
        return self._get(Identity).name

    @property
    def side(self) -> str:
        """The id of its side."""
        return self._get(Identity).side

    @property
    def size(self) -> Size:
        """Size category, build and space."""
        return self._get(Size)

    @property
    def speed(self) -> Speed:
        """Cells a move."""
        return self._get(Speed)

    @property
    def abilities(self) -> Abilities:
        """Ability scores."""
        return self._get(Abilities)

    @property
    def attributes(self) -> Attributes:
        """Attributes of a dice pool."""
        return self._get(Attributes)

    @property
    def protection(self) -> Protection:
        """What keeps harm off one who fights with a dice pool."""
        return self._get(Protection)

    @property
    def armour(self) -> Armour:
        """Parts of its defence."""
        return self._get(Armour)

    @property
    def offence(self) -> Offence:
        """Attack bonus and weapons."""
        return self._get(Offence)

    @property
    def areas(self) -> Areas:
        """Attacks on areas; most creatures have none."""
        found: Areas = self.latest.get(Areas, _NO_AREAS)
        return found

    @property
    def traits(self) -> Traits:
        """Feats and peculiarities."""
        return self._get(Traits)

    @property
    def saves(self) -> Saves:
        """Bonuses on saving throws."""
        return self._get(Saves)

    @property
    def position(self) -> Position:
        """Body and whether squeezed."""
        return self._get(Position)

    @property
    def body(self) -> Body:
        """The cells it covers."""
        return self._get(Position).body

    @property
    def at(self) -> Cell:
        """The least corner of its body."""
        return self._get(Position).body.at

    @property
    def hp(self) -> HitPoints:
        """Hit points."""
        return self._get(HitPoints)

    @property
    def conditions(self) -> Conditions:
        """States it is in."""
        return self._get(Conditions)

    @property
    def resources(self) -> Resources:
        """What it has left to spend."""
        return self._get(Resources)

    @property
    def exposure(self) -> Exposure:
        """Foes that had this turn's opportunity from its movement."""
        return self._get(Exposure)

    @property
    def impetus(self) -> Impetus:
        """Whom a charge that has just ended may strike."""
        return self._get(Impetus)

    @property
    def flurry(self) -> Flurry:
        """Blows of a full attack still to be made."""
        return self._get(Flurry)

    @property
    def boons(self) -> Boons:
        """Modifiers against single foes."""
        return self._get(Boons)

    @property
    def watch(self) -> Watch:
        """The attack that it holds ready."""
        return self._get(Watch)

    @property
    def initiative(self) -> Initiative:
        """Place in the order; KeyError before the battle begins."""
        return self._get(Initiative)

    def has(self, *conditions: str) -> bool:
        """Whether it is in any of the conditions."""
        mine = self.latest[Conditions].items
        return bool(mine) and any(item.name in conditions for item in mine)
