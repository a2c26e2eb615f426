"""Carrying: things and bodies that are picked up, borne along and set down.

What is carried is on no cell of its own: it goes with its carrier, and where that goes down it
lies at its place. What weighs how much, and what that does to a carrier, the ruleset says.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Moving, Trying
from tacsim.core.components import Carried, Conditions, Item
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.acts import offer_acts
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Arming, Begun, Burdens, PlainAct
from tacsim.rules.goals import met_now
from tacsim.rules.lying import Lying, at_hand
from tacsim.rules.movement.moving import drawn
from tacsim.rules.perception import items_known, known_to
from tacsim.rules.turns import decided

CARRIED = "carried"
"""The condition of a creature that somebody carries."""


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
        if not at_hand(battle, actor, body):
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
        """Each thing that it carries in each place where that may lie, the nearest first."""
        for name in actor.carried.ids:
            places = [body.at for body in self._lying(battle, actor, name).beside]
            yield from (it.SetDown(actor.id, name, at) for at in places or (None,))

    def begin(self, battle: Battle, intent: it.SetDown) -> Begun:
        """Lay it where it is said, else as near as there is room for it.

        Where somebody unseen is in the way, it comes to lie as near to its carrier as it can.
        """
        actor, name = battle.world[intent.actor], intent.target
        if name not in actor.carried.ids:
            return refuse(Reason.NOT_CARRIED, self.burdens.clause, name=name)
        lying = self._lying(battle, actor, name)
        body = next(iter(lying.beside), None) if intent.to is None else lying.body(intent.to)
        if body is None or not lying.may(body):
            return refuse(Reason.NO_ROOM, self.burdens.clause, name=name)
        if not at_hand(battle, actor, body):
            return refuse(Reason.NOT_ADJACENT, self.burdens.clause)
        truly = Lying(battle, actor, name)
        return laid(truly, self.burdens, body if truly.may(body) else truly.nearest[0])

    def _lying(self, battle: Battle, actor: Creature, name: str) -> Lying:
        """Where a thing may lie, as far as the carrier's side knows."""
        return Lying(battle, actor, name, known_to(battle, actor.side))


def laid(lying: Lying, burdens: Burdens, body: Body, *, fallen: bool = False) -> list[ev.Event]:
    """A thing set down in a body, with what that changes of its carrier."""
    clauses, world = (burdens.clause,), lying.battle.world
    actor, name = lying.actor, lying.name
    rest = tuple(one for one in actor.carried.things if one[0] != name)
    carried = burdens.under(actor, rest)
    called = world.items[name].name if name in world.items else ""
    squeezed = lying.squeezed(body)
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
        if not battle.able(actor) and not _to_be_put_back(battle, actor):
            lying = Lying(battle, actor, actor.carried.ids[0])
            body, thrown = drawn(battle, actor.id, lying.nearest)
            return [*thrown, *laid(lying, burdens, body, fallen=True)]
    return _unborne(battle, burdens)


def _to_be_put_back(battle: Battle, actor: Creature) -> bool:
    """Whether the move in which a creature went down is still to say where it lies."""
    frames = battle.world.agenda.frames
    moves = any(isinstance(frame, Moving) and frame.actor == actor.id for frame in frames)
    return moves and not (met_now(battle) or decided(battle))


def _unborne(battle: Battle, burdens: Burdens) -> list[ev.Event]:
    """Those who are said to be carried by nobody are not."""

    def make() -> list[str]:
        held = [c.id for c in battle.world.creatures if c.has(CARRIED)]
        borne = {name for c in battle.world.creatures for name in c.carried.ids} if held else ()
        return [name for name in held if name not in borne]

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
