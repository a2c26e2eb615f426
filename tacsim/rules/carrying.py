"""Carrying: things and bodies that are picked up, borne along and set down.

What is carried is on no cell of its own: it goes with its carrier, and where that goes down it
lies at its place. What weighs how much, and what that does to a carrier, the ruleset says.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Trying
from tacsim.core.components import Carried, Conditions, Item
from tacsim.core.terrain import Entry
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import cells
from tacsim.rules.acts import offer_acts
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches
from tacsim.rules.combat.policies import Arming, Begun, Burdens, PlainAct
from tacsim.rules.movement.moving import drawn
from tacsim.rules.movement.occupancy import occupants
from tacsim.rules.perception import items_known, known_to

CARRIED = "carried"
"""The condition of a creature that somebody carries."""
BEARS = (Entry.OPEN, Entry.TIGHT)
"""The ground on which things may lie."""


@attrs.frozen
class PickingUp(Arming):
    """To take up an item, or somebody who has fallen: those who threaten may strike first."""

    name: str
    burdens: Burdens

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.PickUp]:
        """Each who has fallen and is known, in the order of the set-up, and each item."""
        around = known_to(battle, actor.side)
        for name in (name for name in battle.world.ids if name in around):
            other = battle.world[name]
            if not battle.able(other) and not other.has(CARRIED):
                yield it.PickUp(actor.id, name)
        yield from (it.PickUp(actor.id, item.id) for item in items_known(battle, actor.side))

    def begin(self, battle: Battle, intent: it.PickUp) -> Begun:
        """Spend the action, and ask those whom it provokes."""
        actor = battle.world[intent.actor]
        refusal = self._refusal(battle, actor, intent.target)
        if refusal is not None:
            return refusal
        _, states = self._borne(battle, actor, intent.target)
        becomes = dict.fromkeys(clause for event in states for clause in event.clauses)
        paid = self.paid(battle, actor, self.name, self.burdens.clause, *becomes)
        if isinstance(paid, Refused):
            return paid
        frame = Trying(self.name, actor.id, actor.id)
        if intent.target in battle.world:
            frame = attrs.evolve(frame, target=intent.target)
        else:
            number = battle.world.items.ids.index(intent.target)
            frame = attrs.evolve(frame, facts=(("item", number),))
        return [*paid, ev.Undertaken(frame), *offer_acts(battle, actor, actor, (self.name,))]

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """Take it up, unless the attacks that it drew prevented it."""
        actor, thing = battle.world[frame.actor], frame.target
        if thing == actor.id:
            ids, number = battle.world.items.ids, frame.fact("item")
            thing = ids[number] if 0 <= number < len(ids) else ""
        if not battle.able(actor) or self._refusal(battle, actor, thing) is not None:
            return [ev.Concluded()]
        return [ev.Concluded(), *self._taken(battle, actor, thing)]

    def made(self, battle: Battle, intent: it.PickUp) -> list[ev.Event]:
        """A weapon that lies at hand is held; nothing comes of what can only be carried."""
        actor, world = battle.world[intent.actor], battle.world
        if intent.target not in world.items:
            return []
        held = self.burdens.held(actor, world.items[intent.target])
        if held is None or self._refusal(battle, actor, intent.target) is not None:
            return []
        return self._taken(battle, actor, intent.target)

    def _refusal(self, battle: Battle, actor: Creature, name: str) -> Refused | None:
        """Why a thing cannot be taken up from where it lies."""
        clause, thing = self.burdens.clause, _thing(battle, actor, name)
        if thing is None:
            return refuse(Reason.UNKNOWN_CREATURE, clause, name=name)
        if isinstance(thing, Creature):
            if name == actor.id:
                return refuse(Reason.SELF, clause)
            if battle.able(thing):
                return refuse(Reason.NOT_HELPLESS, clause, name=name)
            if thing.has(CARRIED):
                return refuse(Reason.CARRIED, clause, name=name)
        if actor.has("prone"):
            return refuse(Reason.PRONE, clause)
        body = thing.body if isinstance(thing, Creature) else _spot(battle, thing)
        if not _at_hand(battle, actor, body):
            return refuse(Reason.NOT_ADJACENT, clause, name=name)
        if isinstance(thing, Item) and self.burdens.held(actor, thing) is not None:
            return None
        return self.burdens.may(battle, actor, self._pounds(battle, actor, thing))

    def _pounds(self, battle: Battle, actor: Creature, thing: Creature | Item) -> float:
        """What it would carry with a thing."""
        return actor.carried.pounds + self.burdens.pounds(battle, thing)

    def _borne(self, battle: Battle, actor: Creature, name: str) -> tuple[Carried, list[ev.Event]]:
        """What it carries once it has taken up a thing, and the conditions that this changes."""
        thing, carried = _thing(battle, actor, name), actor.carried
        assert thing is not None
        if isinstance(thing, Item) and self.burdens.held(actor, thing) is not None:
            return carried, []
        things = (*carried.things, (name, self.burdens.pounds(battle, thing)))
        carried = self.burdens.under(actor, things)
        return carried, self.burdens.states(actor, carried)

    def _taken(self, battle: Battle, actor: Creature, name: str) -> list[ev.Event]:
        thing, clauses = _thing(battle, actor, name), (self.burdens.clause,)
        assert thing is not None
        called = thing.name if isinstance(thing, Item) else ""
        carried, states = self._borne(battle, actor, name)
        held = self.burdens.held(actor, thing) if isinstance(thing, Item) else None
        if held is not None:
            return [
                ev.PickedUp(actor.id, name, called, carried, held.weapon, held.unloaded,
                            clauses)
            ]  # fmt: skip
        events = [ev.PickedUp(actor.id, name, called, carried, clauses=clauses), *states]
        if isinstance(thing, Creature):
            events.append(ev.ConditionGained(name, CARRIED, "", (self.burdens.body,)))
        return events


@attrs.frozen
class SettingDown(PlainAct):
    """To set down what one carries, in one's own space or beside it; it takes no action."""

    burdens: Burdens

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.SetDown]:
        """Each thing that it carries."""
        return (it.SetDown(actor.id, name) for name in actor.carried.ids)

    def begin(self, battle: Battle, intent: it.SetDown) -> Begun:
        """Lay it where it is said, else as near as there is room for it."""
        actor, name = battle.world[intent.actor], intent.target
        if name not in actor.carried.ids:
            return refuse(Reason.NOT_CARRIED, self.burdens.clause, name=name)
        if intent.to is None:
            body = next(iter(_nearest(battle, actor, name)), None)
        else:
            body = Body(intent.to, _extent(battle, name))
            body = body if may_lie(battle, actor, name, body) else None
        if body is None:
            return refuse(Reason.NO_ROOM, self.burdens.clause, name=name)
        return laid(battle, self.burdens, actor, name, body)


def laid(
    battle: Battle,
    burdens: Burdens,
    actor: Creature,
    name: str,
    body: Body,
    *,
    squeezed: bool = False,
    fallen: bool = False,
) -> list[ev.Event]:
    """A thing set down in a body, with what that changes of its carrier."""
    clauses, world = (burdens.clause,), battle.world
    rest = tuple(one for one in actor.carried.things if one[0] != name)
    carried = burdens.under(actor, rest)
    called = world.items[name].name if name in world.items else ""
    events: list[ev.Event] = [
        ev.SetDown(
            actor.id, name, body.at, body.extent, called, carried, squeezed, fallen, clauses
        ),
        *burdens.states(actor, carried),
    ]
    if name in world and world[name].has(CARRIED):
        events.append(ev.ConditionLost(name, CARRIED, (burdens.body,)))
    return events


def lapsed(battle: Battle, burdens: Burdens) -> list[ev.Event]:
    """What those who have gone down carried lies at their places."""

    def make() -> list[str]:
        bearers = battle.world.tables.get(Carried, {})
        return [name for name in battle.world.ids if name in bearers and bearers[name].things]

    names = battle.world.cached("bearers", (Carried,), make)
    for actor in (battle.world[name] for name in names):
        if not battle.able(actor):
            name = actor.carried.ids[0]
            nearest = _nearest(battle, actor, name)
            body, thrown = drawn(battle, name, nearest or [actor.body])
            down = laid(battle, burdens, actor, name, body, squeezed=not nearest, fallen=True)
            return [*thrown, *down]
    return _unborne(battle, burdens)


def _unborne(battle: Battle, burdens: Burdens) -> list[ev.Event]:
    """Those who are said to be carried by nobody are not."""

    def make() -> list[str]:
        borne = {name for c in battle.world.creatures for name in c.carried.ids}
        return [c.id for c in battle.world.creatures if c.has(CARRIED) and c.id not in borne]

    names = battle.world.cached("unborne", (Carried, Conditions), make)
    return [ev.ConditionLost(name, CARRIED, (burdens.body,)) for name in names]


def _thing(battle: Battle, actor: Creature, name: str) -> Creature | Item | None:
    """A known creature, or an item that lies somewhere, of an id."""
    world = battle.world
    if name in world:
        return world[name] if name in known_to(battle, actor.side) else None
    known = items_known(battle, actor.side)
    return next((item for item in known if item.id == name), None)


def _spot(battle: Battle, item: Item) -> Body:
    """The cell where an item lies, as a body."""
    assert item.at is not None
    return battle.ruleset.topology.spot(item.at)


def _at_hand(battle: Battle, actor: Creature, body: Body) -> bool:
    """Whether a cell of a body is one's own or beside it, with nothing shut in between."""
    distance, near = battle.ruleset.metric.distance, battle.ruleset.near
    return any(
        distance(actor.body, spot) <= near and reaches(battle, actor.body, spot)
        for spot in body.spots
    )


# --- where things lie ---------------------------------------------------------------------------


def may_lie(battle: Battle, actor: Creature, name: str, body: Body) -> bool:
    """Whether what a creature carries may lie in a body: in its space, or on free ground beside."""
    world, field = battle.world, battle.world.field
    if any(cell not in field for cell in body.cells) or not _at_hand(battle, actor, body):
        return False
    own = frozenset(actor.body.cells)
    where = occupants(world)
    if any(
        not world[other].has("helpless")
        for cell in body.cells
        if cell not in own
        for other in where.get(cell, ())
    ):
        return False
    if name in world:
        stop = battle.ruleset.passage.ground(battle, world[name]).stop
        return all(bool(stop[cell[::-1]]) for cell in body.cells)
    return own.issuperset(body.cells) or all(field.at(c).entry in BEARS for c in body.cells)


def _nearest(battle: Battle, actor: Creature, name: str) -> list[Body]:
    """The bodies in which a carried thing may lie nearest to its carrier's corner."""
    extent, topology = _extent(battle, name), battle.ruleset.topology
    around: list[Cell] = sorted(topology.around(actor.body, max(extent)))
    bodies = [Body(cell, extent) for cell in dict.fromkeys((*actor.body.cells, *around))]
    found = [body for body in bodies if may_lie(battle, actor, name, body)]

    def away(body: Body) -> int:
        return cells(battle.ruleset.metric.cost2(topology.between(actor.at, body.at)))

    least = min(map(away, found), default=0)
    return [body for body in found if away(body) == least]


def _extent(battle: Battle, name: str) -> Cell:
    """The cells that a thing covers along each axis when it lies."""
    world = battle.world
    return world[name].size.extent if name in world else battle.ruleset.topology.extent(1)


__all__ = ["CARRIED", "PickingUp", "SettingDown", "laid", "lapsed", "may_lie"]
