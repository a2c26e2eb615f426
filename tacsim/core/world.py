"""The world: tables of components, one entity a creature and one for the battle.

A table maps entities to the frozen records of one kind of component. Tables are never changed: a
write puts a new one in the place of the old. So a state is a dictionary of some two dozen tables,
a copy of it costs as little, and what has changed between two states are the tables that differ.

Reading is free for all; writing is for :mod:`tacsim.core.apply` and for setting a battle up.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from operator import is_
from typing import Any, TypeAlias, TypeVar

from tacsim.core.agenda import Agenda
from tacsim.core.components import (
    Abilities,
    Areas,
    Armour,
    AttacksLeft,
    Attributes,
    Bonuses,
    ChargeTargets,
    Clock,
    Conditions,
    DiceState,
    Exposure,
    HitPoints,
    Identity,
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
from tacsim.core.terrain import Battlefield
from tacsim.grid.cells import Body, Cell

T = TypeVar("T")

Table: TypeAlias = Mapping[str | None, Any]
"""The components of one kind by creature, None for the battle's own."""
State: TypeAlias = Mapping[type[Any], Table]
"""Everything that can change in a battle, by kind of component."""

_NO_AREAS = Areas()


class World:
    """All state of a battle, over ground that does not change.

    >>> from tacsim.core.terrain import make_battlefield
    >>> world = World(make_battlefield("..."), Sides(()))
    >>> world.put("a", HitPoints(3, 4))
    >>> child = world.fork()
    >>> child.put("a", HitPoints(0, 4))
    >>> world["a"].hp.current, child["a"].hp.current
    (3, 0)
    """

    unit: str = ""
    """The unit of length that a cell measures one of; empty where a cell measures several."""

    def __init__(self, field: Battlefield, sides: Sides) -> None:
        self.field = field
        self.tables: dict[type[Any], Table] = {}
        self._views: dict[str, Creature | None] = {}
        self._memo: dict[Any, tuple[tuple[Table | None, ...], Any]] = {}
        for component in (sides, Clock(), Order(), Outcome(), Agenda(), DiceState(0)):
            self.put(None, component)

    def fork(self) -> World:
        """A world in the same state; neither sees what happens to the other."""
        child = World.__new__(World)
        child.field, child.unit = self.field, self.unit
        child.tables = self.tables.copy()
        child._views, child._memo = dict.fromkeys(self._views), self._memo.copy()
        return child

    def recall(self, other: World) -> None:
        """Know what another world has cached as well, of tables that both have."""
        self._memo = {**other._memo, **self._memo}

    def only(self, names: Container[str]) -> World:
        """A world in the same state, but with some of its creatures only."""
        child = self.fork()
        child._views = {name: None for name in self._views if name in names}
        child._memo = {}
        kept = (None, *child._views)
        child.tables = {
            kind: {name: table[name] for name in kept if name in table}
            for kind, table in self.tables.items()
        }
        child.put(None, Order(tuple(name for name in self.order if name in names)))
        return child

    @contextmanager
    def supposing(self, creature: str | None = None, *components: Any) -> Iterator[None]:
        """Take back in the end whatever is put in meanwhile, first some components of a creature.

        >>> from tacsim.core.terrain import make_battlefield
        >>> world = World(make_battlefield("..."), Sides(()))
        >>> world.put("a", HitPoints(3, 4))
        >>> with world.supposing("a", HitPoints(0, 4)):
        ...     world["a"].hp.current
        0
        >>> world["a"].hp.current
        3
        """
        tables, memo = self.tables, self._memo
        self.tables, self._memo = tables.copy(), memo.copy()
        try:
            for component in components:
                self.put(creature, component)
            yield
        finally:
            self.tables, self._memo = tables, memo

    # --- reading ---------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state as it is now; it stays that when the world changes."""
        return self.tables.copy()

    @property
    def ids(self) -> tuple[str, ...]:
        """The creatures' ids in the order in which they were set up."""
        return tuple(self._views)

    @property
    def creatures(self) -> tuple[Creature, ...]:
        """All creatures in the order in which they were set up."""
        return tuple([self[name] for name in self._views])

    def __contains__(self, creature: object) -> bool:
        return creature in self._views

    def __getitem__(self, creature: str) -> Creature:
        """A view of one creature; KeyError for a stranger."""
        view = self._views[creature]
        if view is None:
            view = self._views[creature] = Creature(self, creature)
        return view

    def get(self, creature: str | None, kind: type[T]) -> T:
        """A component of a creature, or of the battle for None; KeyError where there is none."""
        component: T = self.tables[kind][creature]
        return component

    def components(self, creature: str | None) -> Iterator[Any]:
        """The components of a creature, or of the battle for None, in the order of their names."""
        for kind in sorted(self.tables, key=_name):
            if creature in self.tables[kind]:
                yield self.tables[kind][creature]

    @property
    def sides(self) -> Sides:
        """The parties."""
        return self.get(None, Sides)

    @property
    def clock(self) -> Clock:
        """Round and active creature."""
        return self.get(None, Clock)

    @property
    def order(self) -> tuple[str, ...]:
        """Creature ids in initiative order; empty before the battle begins."""
        return self.get(None, Order).ids

    @property
    def agenda(self) -> Agenda:
        """What is under way."""
        return self.get(None, Agenda)

    @property
    def outcome(self) -> Outcome:
        """Whether the battle is over."""
        return self.get(None, Outcome)

    @property
    def dice(self) -> DiceState:
        """Seed and position of the dice."""
        return self.get(None, DiceState)

    def friendly(self, a: str, b: str) -> bool:
        """Whether two creatures fight together."""
        return self.sides.friendly(self[a].side, self[b].side)

    def cached(self, key: Any, kinds: tuple[type[Any], ...], make: Callable[[], T]) -> T:
        """What ``make`` returned, as long as no component of the kinds has changed since."""
        tables = tuple([self.tables.get(kind) for kind in kinds])
        found = self._memo.get(key)
        if found is None or not all(map(is_, found[0], tables)):
            found = self._memo[key] = (tables, make())
        value: T = found[1]
        return value

    # --- writing: for apply, and for setting up ---------------------------------------------

    def put(self, creature: str | None, component: Any) -> None:
        """Set a component of a creature, or of the battle for None."""
        kind = type(component)
        self.tables[kind] = {**self.tables.get(kind, {}), creature: component}
        if creature is not None:
            self._views.setdefault(creature)

    def restore(self, state: State) -> None:
        """Go back to a state of this world, or of one forked from it."""
        self.tables = dict(state)


def differences(
    new: State, old: State, creatures: Iterable[str]
) -> Iterator[tuple[str | None, type[Any]]]:
    """Where two states differ: the battle's own components first, those of each by their names."""
    kinds = [kind for kind in new.keys() | old.keys() if new.get(kind) is not old.get(kind)]
    kinds.sort(key=_name)
    for creature in (None, *creatures):
        for kind in kinds:
            one, other = new.get(kind, {}).get(creature), old.get(kind, {}).get(creature)
            if one is not other and one != other:
                yield creature, kind


def _name(kind: type[Any]) -> str:
    return kind.__name__


class Creature:
    """A view of one creature: its components by their plain names."""

    __slots__ = ("id", "world")

    def __init__(self, world: World, creature: str) -> None:
        self.world = world
        self.id = creature

    def __repr__(self) -> str:
        return f"<{self.id}>"

    def _get(self, kind: type[T]) -> T:
        component: T = self.world.tables[kind][self.id]
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
        found: Areas = self.world.tables.get(Areas, {}).get(self.id, _NO_AREAS)
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
    def charge_targets(self) -> ChargeTargets:
        """Whom a charge that has just ended may strike."""
        return self._get(ChargeTargets)

    @property
    def attacks_left(self) -> AttacksLeft:
        """Blows of a full attack still to be made."""
        return self._get(AttacksLeft)

    @property
    def bonuses(self) -> Bonuses:
        """Modifiers against single foes."""
        return self._get(Bonuses)

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
        mine = self._get(Conditions).items
        return bool(mine) and any(item.name in conditions for item in mine)
