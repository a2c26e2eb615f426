"""The world: tables of components, one entity a creature and one for the battle.

A table maps entities to the frozen records of one kind of component. Tables are never changed: a
write puts a new one in the place of the old. So a state is a dictionary of some two dozen tables,
a copy of it costs as little, and what has changed between two states are the tables that differ.

Reading is free for all; writing is for :mod:`tacsim.core.apply` and for setting a battle up.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import is_
from typing import Any, TypeAlias, TypeVar, get_type_hints

import attrs

from tacsim.core.agenda import Agenda
from tacsim.core.components import (
    Abilities,
    Areas,
    Armour,
    AttacksLeft,
    Attributes,
    Behaviour,
    Bonuses,
    Carried,
    ChargeTargets,
    Clock,
    Conditions,
    DiceState,
    Effort,
    Exceptions,
    Exposure,
    Goal,
    Goals,
    HitPoints,
    Identity,
    Initiative,
    Items,
    Notes,
    Offence,
    Order,
    Orders,
    Outcome,
    Position,
    Protection,
    Resources,
    Saves,
    Sides,
    Size,
    Speed,
    Training,
    Traits,
    Unloaded,
    Watch,
    Weights,
)
from tacsim.core.terrain import Battlefield
from tacsim.grid.cells import Body, Cell

T = TypeVar("T")

Table: TypeAlias = Mapping[str | None, Any]
"""The components of one kind by creature, None for the battle's own."""
State: TypeAlias = Mapping[type[Any], Table]
"""Everything that can change in a battle, by kind of component."""

Kinds: TypeAlias = tuple[type[Any], ...]
"""Kinds of components."""

_NONE: Table = {}
_NO_ITEMS = Items()
Since: TypeAlias = tuple[str | None, Table | None]

_NOBODY: Since = None, None


class World:
    """All state of a battle, over ground that does not change.

    >>> from tacsim.core.terrain import make_battlefield
    >>> world = World(make_battlefield("..."), Sides(()))
    >>> world.put("a", HitPoints(3, 4))
    >>> child = world.fork()
    >>> child == world
    True
    >>> child.put("a", HitPoints(0, 4))
    >>> world["a"].hp.current, child["a"].hp.current
    (3, 0)
    """

    unit: str = ""
    """The unit of length that a cell measures one of; empty where a cell measures several."""
    titles: Mapping[str, str] = {}
    """What weapons of the battle's own are called, by id, where that is not the id in words."""

    def __init__(self, field: Battlefield, sides: Sides) -> None:
        self.field = field
        self.tables: dict[type[Any], Table] = {}
        self._views: dict[str | None, Creature] = {}
        self.ids: tuple[str, ...] = ()
        """The creatures' ids in the order in which they were set up."""
        self.everybody: frozenset[str] = frozenset()
        """The same as a set."""
        self._memo: dict[Any, tuple[object, Sequence[Table | None], Any]] = {}
        self._now = object()
        """Stands for the state as it is: another one after each write."""
        self._kept_up: dict[Any, tuple[object, list[tuple[type[Any], Table, Since | None]], Any]]
        self._kept_up = {}
        self._since: dict[type[Any], Since] = {}
        """Who alone has got a new component of each kind, and the table before."""
        for component in (sides, Clock(), Order(), Outcome(), Agenda(), DiceState(0)):
            self.put(None, component)

    def __eq__(self, other: object) -> bool:
        """Whether two worlds are in the same state, on the same ground."""
        if not isinstance(other, World):
            return NotImplemented
        return self.tables == other.tables and self.field is other.field

    __hash__ = None  # type: ignore[assignment]  # a world changes

    def fork(self) -> World:
        """A world in the same state; neither sees what happens to the other."""
        child = World.__new__(World)
        child.field, child.unit, child.titles = self.field, self.unit, self.titles
        child.tables, child._views = self.tables.copy(), {}
        child.ids, child.everybody = self.ids, self.everybody
        child._memo, child._kept_up = self._memo.copy(), self._kept_up.copy()
        child._since, child._now = self._since.copy(), self._now
        return child

    def recall(self, other: World) -> None:
        """Know what another world has cached as well, of tables that both have."""
        self._memo = {**other._memo, **self._memo}
        self._kept_up = {**other._kept_up, **self._kept_up}

    def only(self, names: Container[str]) -> World:
        """A world in the same state, but with some of its creatures only, and their bonuses."""
        child = self.fork()
        child.ids = tuple(name for name in self.ids if name in names)
        child.everybody = frozenset(child.ids)
        child._memo, child._kept_up, child._since = {}, {}, {}
        kept = (None, *child.ids)
        child.tables = {
            kind: {name: table[name] for name in kept if name in table}
            for kind, table in self.tables.items()
        }
        child.put(None, Order(tuple(name for name in self.order if name in names)))
        for name, bonuses in child.tables.get(Bonuses, {}).items():
            left = tuple(one for one in bonuses.items if one.against in kept)
            if len(left) < len(bonuses.items):
                child.put(name, Bonuses(left))
        for name, exposure in child.tables.get(Exposure, {}).items():
            if any(foe not in kept for foe in exposure.foes):
                child.put(name, Exposure(tuple(foe for foe in exposure.foes if foe in kept)))
        return child

    def over(self, field: Battlefield) -> World:
        """A world in the same state over other ground."""
        if field is self.field:
            return self.fork()
        child = self.fork()
        child.field, child._memo, child._kept_up = field, {}, {}
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
        state, before = self.tables.copy(), (self._memo, self._kept_up, self._since, self._now)
        self._memo, self._kept_up = self._memo.copy(), self._kept_up.copy()
        self._since = self._since.copy()
        try:
            for component in components:
                self.put(creature, component)
            yield
        finally:
            self._memo, self._kept_up, self._since, self._now = before
            self._go_back(state)

    # --- reading ---------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state as it is now; it stays that when the world changes."""
        return self.tables.copy()

    @property
    def version(self) -> object:
        """The same object as long as nothing changes."""
        return self._now

    @property
    def creatures(self) -> tuple[Creature, ...]:
        """All creatures in the order in which they were set up."""
        return tuple([self[name] for name in self.ids])

    def __contains__(self, creature: object) -> bool:
        return creature in self.everybody

    def __getitem__(self, creature: str) -> Creature:
        """A view of one creature; KeyError for a stranger."""
        view = self._views.get(creature)
        if view is None:
            if creature not in self.everybody:
                raise KeyError(creature)
            view = self._views[creature] = Creature(self.tables, creature)
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
    def goals(self) -> tuple[Goal, ...]:
        """What sides have to do to win; most battles have no goals."""
        found: Goals | None = self.tables.get(Goals, _NONE).get(None)
        return found.items if found is not None else ()

    @property
    def items(self) -> Items:
        """The things of the battle; most have none."""
        found: Items = self.tables.get(Items, _NONE).get(None, _NO_ITEMS)
        return found

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

    def cached(
        self, key: Any, kinds: Kinds, make: Callable[[], T], apart_from: str | None = None
    ) -> T:
        """What ``make`` returned, as long as no component of the kinds has changed since.

        ``apart_from``: a creature whose own components do not matter to it.
        """
        found, get = self._memo.get(key), self.tables.get
        if found is not None:
            now, before, kept = found
            if now is self._now:
                return kept  # type: ignore[no-any-return]  # it holds what was put there
            if all(map(is_, map(get, kinds), before)) or (
                apart_from is not None and self._same(kinds, before, apart_from)
            ):
                self._memo[key] = self._now, before, kept
                return kept  # type: ignore[no-any-return]
        value = make()
        if apart_from is None:
            state = list(map(get, kinds))
        else:
            state = [self._but(apart_from, kind) for kind in kinds]
        self._memo[key] = self._now, state, value
        return value

    def _same(self, kinds: Kinds, before: Sequence[Table | None], apart_from: str) -> bool:
        """Whether tables of some kinds hold what others did, whatever they say of one creature."""
        get = self.tables.get
        for kind, then in zip(kinds, before, strict=True):
            if get(kind) is not then and self._but(apart_from, kind) is not then:
                return False
        return True

    def _but(self, creature: str | None, kind: type[Any]) -> Table | None:
        """A table that holds of all but one creature, or of all, what holds now.

        It is the same one for as long as no other component changes.
        """
        writer, before = self._since.get(kind, _NOBODY)
        return before if creature is not None and writer == creature else self.tables.get(kind)

    def kept_up(
        self,
        key: Any,
        kinds: Kinds,
        make: Callable[[World], T],
        change: Callable[[T, World, str | None], T],
    ) -> T:
        """What ``make`` returned, brought up to date by ``change`` for a creature that changed.

        Where the components of more than one creature have changed it is made anew.
        """
        found = self._kept_up.get(key)
        writers: list[str | None] = [None]
        if found is not None:
            now, before = found[:2]
            value: T = found[2]
            if now is self._now:
                return value
            writers = [
                self._writer(*then) for then in before if self.tables[then[0]] is not then[1]
            ]
            if not writers:
                self._kept_up[key] = self._now, before, value
                return value
        if None in writers:
            value = make(self)
        else:
            for name in dict.fromkeys(writers):
                value = change(value, self, name)
        state = [(kind, self.tables[kind], self._since.get(kind)) for kind in kinds]
        self._kept_up[key] = self._now, state, value
        return value

    def _writer(self, kind: type[Any], then: Table, since: Since | None) -> str | None:
        """Who alone has got a new component of a kind since there was a table; None if several."""
        now = self._since.get(kind, _NOBODY)
        return now[0] if now is since or now[1] is then else None

    # --- writing: for apply, and for setting up ---------------------------------------------

    def put(self, creature: str | None, component: Any) -> None:
        """Set a component of a creature, or of the battle for None."""
        kind = type(component)
        self._now = object()
        old = self.tables.get(kind)
        since = self._since.get(kind)
        if since is None or since[0] != creature:
            self._since[kind] = creature, old
        if old is None:
            self.tables[kind] = {creature: component}
        else:
            self.tables[kind] = {**old, creature: component}
        view = self._views.get(creature)
        if view is not None:
            view.__dict__[_ATTRIBUTES[kind]] = component
        elif creature is not None and creature not in self.everybody:
            self.ids = (*self.ids, creature)
            self.everybody = frozenset(self.ids)

    def restore(self, state: State) -> None:
        """Go back to a state of this world, or of one forked from it."""
        self._go_back(state)
        self._since, self._now = {}, object()

    def _go_back(self, state: State) -> None:
        left = [kind for kind, table in self.tables.items() if state.get(kind) is not table]
        names = [_ATTRIBUTES[kind] for kind in left if kind in _ATTRIBUTES]
        for view in self._views.values():
            for name in names:
                view.__dict__.pop(name, None)
        self.tables.clear()
        self.tables.update(state)


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
    """A view of one creature: its components by their plain names.

    It holds the tables of its world, not the world: so that one goes as soon as nobody has it. What
    has been looked up is an attribute of its own from then on; the world replaces it as it changes.
    """

    id: str
    tables: State

    def __init__(self, tables: State, creature: str) -> None:
        self.tables = tables
        self.id = creature

    def __getattr__(self, name: str) -> Any:
        """A component that has not been looked up; KeyError where it has none."""
        kind = _KINDS.get(name)
        if kind is None:
            raise AttributeError(name)
        component = self.tables.get(kind, _NONE).get(self.id)
        if component is None:
            component = _ABSENT.get(kind)
            if component is None:
                raise KeyError(self.id)
        self.__dict__[name] = component
        return component

    def __repr__(self) -> str:
        return f"<{self.id}>"

    identity: Identity
    """Kind, name, side and glyph."""
    size: Size
    """Size category, build and space."""
    abilities: Abilities
    """Ability scores."""
    attributes: Attributes
    """Attributes of a dice pool."""
    protection: Protection
    """What keeps harm off one who fights with a dice pool."""
    armour: Armour
    """Parts of its defence."""
    offence: Offence
    """Attack bonus and weapons."""
    traits: Traits
    """Feats and peculiarities."""
    saves: Saves
    """Bonuses on saving throws."""
    position: Position
    """Body and whether squeezed."""
    hp: HitPoints
    """Hit points."""
    conditions: Conditions
    """States it is in."""
    resources: Resources
    """What it has left to spend."""
    exposure: Exposure
    """Foes that had this turn's opportunity from its movement."""
    charge_targets: ChargeTargets
    """Whom a charge that has just ended may strike."""
    attacks_left: AttacksLeft
    """Attacks of a full attack still to be made."""
    bonuses: Bonuses
    """Modifiers against single foes."""
    watch: Watch
    """The attack that it holds ready."""
    initiative: Initiative
    """Place in the order; KeyError before the battle begins."""
    areas: Areas
    """Attacks on areas."""
    effort: Effort
    """The act of several turns that it is at."""
    exceptions: Exceptions
    """The rules of passing that it breaks."""
    notes: Notes
    """What else is said of it, for people."""
    behaviour: Behaviour
    """How an opponent is to play it."""
    orders: Orders
    """What it was told to do of itself."""
    carried: Carried
    """What it carries besides its own gear."""
    unloaded: Unloaded
    """Its weapons that have to be loaded."""
    training: Training
    """What it adds of its own to weapons that it has let go of."""
    weights: Weights
    """What its entry says of weights."""
    unburdened: Speed
    """Cells a move with its own gear alone."""

    @property
    def speed(self) -> Speed:
        """Cells a move, under what it carries."""
        return self.carried.speed or self.unburdened

    @property
    def name(self) -> str:
        """The name for people."""
        return self.identity.name

    @property
    def side(self) -> str:
        """The id of its side."""
        return self.identity.side

    @property
    def body(self) -> Body:
        """The cells it covers."""
        return self.position.body

    @property
    def at(self) -> Cell:
        """The least corner of its body."""
        return self.position.body.at

    def has(self, *conditions: str) -> bool:
        """Whether it is in any of the conditions."""
        mine = self.conditions
        return bool(mine.items) and not mine.names.isdisjoint(conditions)


_KINDS = {name: kind for name, kind in get_type_hints(Creature).items() if attrs.has(kind)}
"""The kinds of a creature's components by the attributes of its view."""
_ATTRIBUTES = {kind: name for name, kind in _KINDS.items()}
_RARE = (
    Areas, Effort, Exceptions, Notes, Behaviour, Orders, Carried, Unloaded, Training, Weights
)  # fmt: skip
_ABSENT: Mapping[type[Any], Any] = {kind: kind() for kind in _RARE}
"""For components that most creatures lack, one that says nothing."""
