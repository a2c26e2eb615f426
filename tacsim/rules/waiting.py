"""Attacks held ready: who waits for what, and what is about to set an attack off.

Rulesets say what may be waited for and who brings it about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from tacsim.core import events as ev
from tacsim.core.agenda import Trying
from tacsim.core.components import Order, Watch, Weapon
from tacsim.core.intents import Ready
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches
from tacsim.rules.combat.targets import enemies, target_of
from tacsim.rules.combat.threat import in_reach
from tacsim.rules.combat.weapons import named_weapon
from tacsim.rules.perception import sees

Trigger: TypeAlias = Callable[[Battle, Creature, ev.Event], bool]
"""Whether an event is what a creature waits for."""


def candidates(battle: Battle, actor: Creature, triggers: Mapping[str, Trigger]) -> Iterator[Ready]:
    """For each trigger, from any enemy and from each, with whatever weapon will do."""
    for trigger in triggers:
        for foe in (None, *enemies(battle, actor)):
            yield Ready(actor.id, trigger, foe.id if foe is not None else None)


def unfit(
    battle: Battle, actor: Creature, watch: Watch, arms: tuple[Weapon, ...], clause: str
) -> Refused | None:
    """Why nothing could ever come of a watch: nobody to attack, or nothing to do so with."""
    if watch.target is not None:
        target = target_of(battle, actor, watch.target)
        if isinstance(target, Refused):
            return target
    if watch.weapon is not None and named_weapon(actor, watch.weapon) is None:
        return refuse(Reason.UNKNOWN_WEAPON, clause, weapon=watch.weapon)
    return None if arms else refuse(Reason.NO_WEAPON, clause)


def over(creature: Creature, clause: str) -> list[ev.Event]:
    """The end of what a creature holds ready, if it does."""
    return [ev.Readied(creature.id, Watch(), (clause,))] if creature.watch.trigger else []


def watching(battle: Battle) -> tuple[str, ...]:
    """Those who hold an attack ready, in initiative order."""
    world = battle.world

    def make() -> tuple[str, ...]:
        return tuple(name for name in world.order if world[name].watch.trigger)

    return world.cached("watching", (Watch, Order), make)


def set_off(
    battle: Battle,
    batch: list[ev.Event],
    triggers: Mapping[str, Trigger],
    doer: Callable[[ev.Event], str | None],
) -> list[ev.Event]:
    """The acts that events are about to set off, the first in initiative order on top.

    ``doer``: who does what may set something off, or None.
    """
    names = watching(battle)
    if not names:
        return []
    found = [
        ev.Undertaken(Trying("ready", name, foe))
        for event in batch
        if (foe := doer(event)) is not None
        for name in names
        if _concerned(battle, name, foe)
        and triggers[battle.world[name].watch.trigger](battle, battle.world[name], event)
    ]
    return [*reversed(found)]


def _concerned(battle: Battle, name: str, foe: str) -> bool:
    wanted = battle.world[name].watch.target
    return wanted in (None, foe) and not battle.world.friendly(name, foe)


def comes_near(
    battle: Battle,
    actor: Creature,
    event: ev.Event,
    arms: tuple[Weapon, ...],
    *,
    sighted: bool = False,
) -> bool:
    """Whether a step leads from out of reach into it; shooters count their first range.

    ``sighted``: who shoots has to see the place.
    """
    if not isinstance(event, ev.Stepped):
        return False

    def near(body: Body) -> bool:
        within = any(_within(battle, actor, weapon, body, sighted=sighted) for weapon in arms)
        return within and reaches(battle, actor.body, body)

    here, there = battle.world[event.actor].body, Body(event.dst, event.extent)
    return near(there) and not near(here)


def _within(battle: Battle, actor: Creature, weapon: Weapon, body: Body, *, sighted: bool) -> bool:
    if not weapon.ranged:
        return in_reach(battle, weapon, actor.body, body)
    distance = battle.ruleset.metric.distance(actor.body, body)
    return distance <= weapon.increment and (not sighted or sees(battle, actor, body))
