"""Sight: which cells creatures and sides see, and whom a side knows about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

import attrs
import numpy as np

from tacsim.core.battle import Sighting
from tacsim.core.components import (
    AttacksLeft,
    Behaviour,
    Bonuses,
    Carried,
    ChargeTargets,
    Conditions,
    Exposure,
    Item,
    Items,
    Order,
    Orders,
    Position,
)
from tacsim.core.terrain import Battlefield, Grid
from tacsim.core.world import Creature, World
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.topology import Topology
from tacsim.rules.battle import Battle


def seen_from(battle: Battle, creature: Creature, body: Body) -> Grid:
    """The cells that a creature sees from a body, indexed ``[y, x]``; do not change it.

    Opaque terrain and closed barriers stop sight; a dark cell is seen by darkvision only. The
    blinded see no cell but their own.
    """
    field = battle.world.field
    if creature.has(*battle.ruleset.effects.named("sightless")):
        return _own(field, body)
    darkvision = creature.traits.darkvision
    return field.memo.of(("seen", body, darkvision), lambda: _seen(battle, body, darkvision))


def _seen(battle: Battle, body: Body, darkvision: int) -> Grid:
    field = battle.world.field
    topology = battle.ruleset.topology
    seen = in_line(field, topology, body)
    edges = field.shut
    if edges and not topology.walled:
        solid = field.cells_where("opaque")
        for index in zip(*(axis.tolist() for axis in np.nonzero(seen)), strict=True):
            cell = index[::-1]
            if not topology.lines.line_of_effect(body.cells, (cell,), solid - {cell}, edges):
                seen[index] = False
    seen &= _bright(battle, body, darkvision)
    for cell in body.cells:
        seen[cell[::-1]] = True
    return seen


def in_line(field: Battlefield, topology: Topology, body: Body) -> Grid:
    """The cells between which and some cell of a body nothing stands, in whatever light."""

    def visible(cell: Cell) -> Grid:
        return topology.visible(~field.array("opaque"), cell, field.floors, field.shut)

    seen = np.zeros(field.shape, bool)
    for cell in body.cells:
        seen |= field.memo.of(("in line", cell), partial(visible, cell))
    return seen


def _own(field: Battlefield, body: Body) -> Grid:
    """The cells of a body alone."""
    own = np.zeros(field.shape, bool)
    for cell in body.cells:
        own[cell[::-1]] = True
    return own


def _bright(battle: Battle, body: Body, darkvision: int) -> Grid:
    lit = battle.world.field.lit
    if not darkvision or lit.all():
        return lit
    far = battle.ruleset.topology.distances(body, lit.shape)
    bright: Grid = lit | (far <= darkvision)
    return bright


def sees(battle: Battle, observer: Creature, target: Body) -> bool:
    """Whether a creature sees any cell of a body."""
    seen = seen_from(battle, observer, observer.body)
    return any(seen[cell[::-1]] for cell in target.cells)


def makes_out(
    battle: Battle, observer: Creature, other: Creature, body: Body | None = None
) -> bool:
    """Whether blindness, darkness or invisibility keep no observer from seeing another.

    ``body``: the place where the other would be, if it is not where it is.
    """
    effects = battle.ruleset.effects
    if observer.has(*effects.named("sightless")) or other.has(*effects.named("unseen")):
        return False
    return not dark_hides(battle, observer, body or other.body)


def dark_hides(battle: Battle, observer: Creature, body: Body) -> bool:
    """Whether a body is in the dark, all of it, and farther off than an observer's darkvision.

    What stands between them is left to lines of effect, as in the light.
    """
    field, distance = battle.world.field, battle.ruleset.metric.distance
    if not field.dark or any(field.lit[cell[::-1]] for cell in body.cells):
        return False
    return distance(observer.body, body) > observer.traits.darkvision


def side_sees(battle: Battle, side: str) -> Grid:
    """The cells that a side and its allies see now, indexed ``[y, x]``."""

    def make() -> Grid:
        field, sides = battle.world.field, battle.world.sides
        seen = np.zeros(field.shape, bool)
        for creature in battle.standing():
            if sides.friendly(side, creature.side):
                seen |= seen_from(battle, creature, creature.body)
        return seen

    return battle.world.cached(("side sees", side), (Position, Conditions), make)


def side_feels(battle: Battle, side: str) -> Grid:
    """The cells beside those of a side and its allies, by which they grope their way unseen.

    Nobody feels round a corner, or beyond what shuts a cell off.
    """

    def make() -> Grid:
        field, straight = battle.world.field, battle.ruleset.topology.straight
        felt, shut = np.zeros(field.shape, bool), field.edges(blocking=True)
        ways = [by for by in battle.ruleset.topology.directions if straight(by)]
        own = (c for c in battle.standing() if battle.world.sides.friendly(side, c.side))
        for here in (cell for creature in own for cell in creature.body.cells):
            for there in (shifted(here, by) for by in ways):
                if there in field and (min(here, there), max(here, there)) not in shut:
                    felt[there[::-1]] = True
        return felt

    return battle.world.cached(("side feels", side), (Position, Conditions), make)


def known_to(battle: Battle, side: str) -> frozenset[str]:
    """The creatures that a side knows of: without fog all, with it its own and those it sees."""
    if not battle.fog:
        return battle.world.everybody
    friendly = battle.world.sides.friendly
    unseen = battle.ruleset.effects.named("unseen")

    def seen_by(foe: Creature) -> str | None:
        """Who of the side sees a creature, if anybody does."""
        if foe.has(*unseen):
            return None
        standing = (c for c in battle.standing() if friendly(side, c.side))
        return next((c.id for c in standing if sees(battle, c, foe.body)), None)

    def make(world: World) -> _Known:
        foes = [c for c in world.creatures if not friendly(side, c.side)]
        return _Known.of(world, {foe.id: seen_by(foe) for foe in foes})

    def change(known: _Known, world: World, name: str | None) -> _Known:
        """The same after one creature has moved, or fallen, or got up."""
        assert name is not None
        who, by = world[name], known.seen_by
        if not friendly(side, who.side):
            found = {name: seen_by(who)}
        else:
            here = seen_from(battle, who, who.body) if battle.able(who) else None
            found = {}
            for foe, observer in by.items():
                if observer is None or observer == name:
                    other = world[foe]
                    near = here is not None and any(here[cell[::-1]] for cell in other.body.cells)
                    if near and not other.has(*unseen):
                        found[foe] = name
                    elif observer == name:
                        found[foe] = seen_by(other)
        if all(by.get(foe, "") == observer for foe, observer in found.items()):
            return known
        return _Known.of(world, {**by, **found})

    kinds = (Position, Conditions)
    return battle.world.kept_up(("known", side), kinds, make, change).names


def items_known(battle: Battle, side: str) -> tuple[Item, ...]:
    """The items that a side knows to lie somewhere: without fog all, with it where it perceives."""
    lying = tuple(item for item in battle.world.items.items if item.at is not None)
    if not battle.fog or not lying:
        return lying
    seen = side_sees(battle, side) | side_feels(battle, side)
    return tuple(item for item in lying if item.at is not None and seen[item.at[::-1]])


@attrs.frozen(eq=False)
class _Known:
    """The creatures that a side knows of; who of it sees each of the others, None: nobody."""

    names: frozenset[str]
    seen_by: dict[str, str | None]

    @classmethod
    def of(cls, world: World, seen_by: dict[str, str | None]) -> _Known:
        unseen = {name for name, observer in seen_by.items() if observer is None}
        return cls(world.everybody - unseen, seen_by)


def believed(battle: Battle, side: str | None, things: Iterable[Item] | None = None) -> Battle:
    """What a side knows of a battle, as a battle of its own; all of it for None.

    Creatures that the side does not know of are not there, so nothing that is asked of it tells of
    them. ``things``: items that it remembers, where it saw them last; else only those are there
    that it perceives.
    """
    child = battle.fork()
    if side is not None:
        seen = items_known(battle, side) if things is None else things
        keep_known(child, side, known_to(battle, side), seen)
    return child


def keep_known(battle: Battle, side: str, known: frozenset[str], things: Iterable[Item]) -> None:
    """Leave in a battle what a side knows of: creatures, and ``things`` that lie somewhere."""
    if len(known) < len(battle.world.ids):
        battle.world = battle.world.only(known)
    keep_quiet(battle.world, side)
    if battle.fog:
        withhold(battle.world, side, things)


def keep_quiet(world: World, side: str) -> None:
    """Take out of a world how foes of a side are to be played, which nobody sees, fog or not."""
    for name in tuple(world.tables.get(Behaviour, ())):
        if name is not None and not world.sides.friendly(side, world[name].side):
            world.put(name, Behaviour())


def withhold(world: World, side: str, things: Iterable[Item]) -> None:
    """Take out of a world what a side in fog does not know of others.

    What they were told to do; and what lies or is carried where it does not know of it, ``things``
    being those that it knows to lie somewhere.
    """
    bearers = world.tables.get(Carried, {})
    if bearers or world.items.items:
        borne = {name for one in bearers.values() for name in one.ids}
        taken = (item for item in world.items.items if item.at is None and item.id in borne)
        world.put(None, Items((*things, *taken)))
        here = (*world.ids, *world.items.ids)
        for name, carried in bearers.items():
            seen = tuple(one for one in carried.things if one[0] in here)
            world.put(name, attrs.evolve(carried, things=seen))
    for name in tuple(world.tables.get(Orders, ())):
        if name is not None and not world.sides.friendly(side, world[name].side):
            world.put(name, Orders())


FRESH = 3
"""Rounds for which somebody lost from sight is thought to be near where it was seen last."""


def lost_lately(battle: Battle, sightings: Mapping[str, Sighting]) -> dict[str, Sighting]:
    """Those lost from sight who were still in the fight then, and not long ago."""
    now, out = battle.world.clock.round, frozenset(battle.ruleset.effects.named("out"))
    return {
        name: one
        for name, one in sightings.items()
        if now - one.round <= FRESH and out.isdisjoint(one.components[Conditions].names)
    }


_PASSING = (AttacksLeft, Bonuses, ChargeTargets, Exposure)
"""What has passed by the time that somebody lost from sight can act again."""


def suppose(world: World, name: str, sighting: Sighting, body: Body | None = None) -> None:
    """Put into a world of what a side knows somebody whom it has lost from sight.

    As it was seen last; ``body``: where, if not there.
    """
    for kind, seen in sighting.components.items():
        component = kind() if kind in _PASSING else seen
        if kind is Position and body is not None:
            component = attrs.evolve(seen, body=body)
        if name not in world or world.tables.get(kind, {}).get(name) != component:
            world.put(name, component)
    order = [one for one in world.order if one != name]
    ahead = [at for at, one in enumerate(order, 1) if one in sighting.order]
    order.insert(max(ahead, default=0), name)
    if tuple(order) != world.order:
        world.put(None, Order(tuple(order)))


def sighted(battle: Battle, creature: Creature, body: Body) -> tuple[str, ...]:
    """The foes whom a creature's side does not know of and that it would see from a body."""
    known = known_to(battle, creature.side)
    if len(known) == len(battle.world.ids):
        return ()
    hidden = [foe for foe in battle.foes(creature) if foe.id not in known]
    if not hidden:
        return ()
    seen = seen_from(battle, creature, body)
    unseen = battle.ruleset.effects.named("unseen")
    near = (foe for foe in hidden if any(seen[cell[::-1]] for cell in foe.body.cells))
    return tuple(foe.id for foe in near if not foe.has(*unseen))


def in_sight(battle: Battle, observer: Creature, cell: Cell) -> bool:
    """Whether a creature sees a cell."""
    return bool(seen_from(battle, observer, observer.body)[cell[::-1]])
