"""Readied attacks: which creature waits for which trigger, and when an event triggers an attack.

Rulesets say which triggers there are and which creature triggers them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import TypeAlias

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Asking, Attacking, Trying
from tacsim.core.components import Order, Watch, Weapon
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches
from tacsim.rules.combat.policies import Begun, PlainAct
from tacsim.rules.combat.targets import enemies, target_of
from tacsim.rules.combat.threat import in_melee, melee
from tacsim.rules.combat.weapons import choose_weapon, named_weapon
from tacsim.rules.perception import known_to, sees

Trigger: TypeAlias = Callable[[Battle, Creature, ev.Event], bool]
"""Whether an event triggers a creature's readied attack."""


def unfit(
    battle: Battle, actor: Creature, watch: Watch, arms: tuple[Weapon, ...], clause: str
) -> Refused | None:
    """Why a readied attack could never be made: by nobody, on nobody, or with no weapon."""
    pacified = battle.ruleset.effects.pacified(actor)
    if pacified is not None:
        return pacified
    if watch.target is not None:
        target = target_of(battle, actor, watch.target)
        if isinstance(target, Refused):
            return target
    if watch.weapon is not None and named_weapon(actor, watch.weapon) is None:
        return refuse(Reason.UNKNOWN_WEAPON, clause, weapon=watch.weapon)
    return None if arms else refuse(Reason.NO_WEAPON, clause)


def over(creature: Creature, clause: str) -> list[ev.Event]:
    """The end of a creature's readied attack, if it has one."""
    return [ev.Readied(creature.id, Watch(), (clause,))] if creature.watch.trigger else []


def watching(battle: Battle) -> tuple[str, ...]:
    """The creatures with a readied attack, in initiative order."""
    world = battle.world

    def make() -> tuple[str, ...]:
        return tuple(name for name in world.order if world[name].watch.trigger)

    return world.cached("watching", (Watch, Order), make)


def _concerned(battle: Battle, name: str, foe: str) -> bool:
    wanted = battle.world[name].watch.target
    return wanted in (None, foe) and not battle.world.friendly(name, foe)


def comes_near(
    battle: Battle,
    actor: Creature,
    event: ev.Event,
    arms: tuple[Weapon, ...],
    *,
    sighted: bool,
) -> bool:
    """Whether a step leads from out of reach into it; shooters count their first range.

    ``sighted``: who shoots has to see the place.
    """
    if not isinstance(event, ev.Stepped):
        return False

    def near(body: Body) -> bool:
        return any(_within(battle, actor, weapon, body, sighted=sighted) for weapon in arms)

    here, there = battle.world[event.actor].body, Body(event.dst, event.extent)
    return near(there) and not near(here)


def _within(battle: Battle, actor: Creature, weapon: Weapon, body: Body, *, sighted: bool) -> bool:
    if not weapon.ranged:
        return in_melee(battle, weapon, actor.body, body)
    distance = battle.ruleset.metric.distance(actor.body, body)
    seen = not sighted or sees(battle, actor, body)
    return distance <= weapon.increment and seen and reaches(battle, actor.body, body)


class Ready(PlainAct, ABC):
    """The act of readying an attack, and the attack.

    ``swung``: triggers for which only melee weapons serve where none is named; ``sighted``:
    whether a shot at a creature that comes near requires sight of the place.
    """

    swung: frozenset[str] = frozenset()
    sighted = False

    @property
    @abstractmethod
    def triggers(self) -> Mapping[str, Trigger]:
        """The triggers, by name."""

    @abstractmethod
    def doer(self, event: ev.Event) -> str | None:
        """The creature whose act an event is, if it can trigger anything; else None."""

    @abstractmethod
    def fit(self, battle: Battle, actor: Creature) -> bool:
        """Whether a creature can make its readied attack now."""

    @abstractmethod
    def made(self, battle: Battle, actor: Creature, attack: Attacking) -> list[ev.Event]:
        """The events of the readied attack."""

    def near(self, battle: Battle, actor: Creature, event: ev.Event) -> bool:
        """Whether a step leads from out of reach into it; shooters count their first range."""
        arms = self.arms(actor, actor.watch)
        return comes_near(battle, actor, event, arms, sighted=self.sighted)

    def arms(self, actor: Creature, watch: Watch) -> tuple[Weapon, ...]:
        """The weapons that may be used: the one named, else all that fit the trigger."""
        if watch.weapon is None and watch.trigger in self.swung:
            return tuple(melee(actor))
        return tuple(w for w in actor.offence.weapons if watch.weapon in (None, w.name))

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Ready]:
        """Each trigger by any enemy and by each enemy: with any weapon, then with each by name.

        Where only one weapon serves for a trigger it is not named.
        """
        foes = (None, *(foe.id for foe in enemies(battle, actor)))
        for trigger in self.triggers:
            arms = self.arms(actor, Watch(trigger))
            named = (weapon.name for weapon in actor.offence.weapons if arms != (weapon,))
            for foe, weapon in product(foes, (None, *named)):
                yield it.Ready(actor.id, trigger, foe, weapon)

    def begin(self, battle: Battle, intent: it.Ready) -> Begun:
        """Spend the action and note the trigger."""
        actor, clause = battle.world[intent.actor], battle.ruleset.clause("ready")
        if intent.trigger not in self.triggers:
            return refuse(Reason.UNKNOWN_TRIGGER, clause, trigger=intent.trigger)
        watch = Watch(intent.trigger, intent.target, intent.weapon)
        refusal = unfit(battle, actor, watch, self.arms(actor, watch), clause)
        if refusal is not None:
            return refusal
        paid = self.paid(battle, actor, "ready", clause)
        if isinstance(paid, Refused):
            return paid
        quiet = battle.ruleset.concepts.get("ready.quiet")
        clauses = (clause, quiet) if quiet else (clause,)
        return [*paid, ev.Readied(actor.id, watch, clauses)]

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """Ask whether it acts now, unless it cannot any more."""
        actor, foe = battle.world[frame.actor], battle.world[frame.target]
        if self._weapon(battle, actor, foe) is None:
            return [ev.Concluded()]
        clauses = (battle.ruleset.clause("ready"),)
        asking = Asking("ready", "ready", (actor.id,), foe.id, clauses)
        return [ev.Concluded(), ev.Undertaken(asking)]

    def answer(self, battle: Battle, asking: Asking, yes: bool) -> list[ev.Event]:
        """One attack at once; declined, the attack stays readied."""
        actor = battle.world[asking.actors[0]]
        foe = battle.world[asking.about or ""]
        weapon = self._weapon(battle, actor, foe)
        if not yes or weapon is None:
            return []
        return self.made(battle, actor, Attacking(actor.id, foe.id, weapon))

    def set_off(self, battle: Battle, batch: list[ev.Event]) -> list[ev.Event]:
        """The readied attacks that events trigger, the first in initiative order on top."""
        names = watching(battle)
        if not names:
            return []
        found = [
            ev.Undertaken(Trying("ready", name, foe))
            for event in batch
            if (foe := self.doer(event)) is not None
            for name in names
            if _concerned(battle, name, foe)
            and self.triggers[battle.world[name].watch.trigger](battle, battle.world[name], event)
        ]
        return [*reversed(found)]

    def _weapon(self, battle: Battle, actor: Creature, foe: Creature) -> Weapon | None:
        """The weapon that it would attack with now; None when it cannot."""
        watch = actor.watch
        fit = watch.trigger and self.fit(battle, actor) and battle.able(foe)
        if not fit or foe.id not in known_to(battle, actor.side):
            return None
        swung = watch.weapon is None and watch.trigger in self.swung
        weapon = choose_weapon(battle, actor, foe, watch.weapon, melee_only=swung)
        return None if isinstance(weapon, Refused) else weapon
