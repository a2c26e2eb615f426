"""Loading: a crossbow that has been shot is loaded before it shoots again (``d20.load``)."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Trying
from tacsim.core.components import Weapon
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.acts import offer_acts
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Arming, Begun
from tacsim.rules.combat.weapons import named_weapon

CLAUSE = "d20.load"
ACT = "load"
ACTIVITIES = {"move": ACT, "full_round": "load_fully"}
"""What the economy is asked to pay for, by what a weapon's entry says of its loading."""


class Loading(Arming):
    """To load: those who threaten may strike first."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Load]:
        """Each weapon that has to be loaded."""
        for weapon in actor.offence.weapons:
            if weapon.load:
                yield it.Load(actor.id, weapon.name)

    def begin(self, battle: Battle, intent: it.Load) -> Begun:
        """Spend what it takes, and ask those whom it provokes."""
        actor = battle.world[intent.actor]
        weapon = named_weapon(actor, intent.weapon)
        if weapon is None:
            return refuse(Reason.UNKNOWN_WEAPON, CLAUSE, weapon=intent.weapon)
        if not weapon.load:
            return refuse(Reason.NEVER_LOADED, CLAUSE, weapon=weapon.name)
        if not self.made(battle, intent):
            return refuse(Reason.LOADED, CLAUSE, weapon=weapon.name)
        paid = self.paid(battle, actor, ACTIVITIES[weapon.load], CLAUSE)
        if isinstance(paid, Refused):
            return paid
        frame = Trying(ACT, actor.id, actor.id, weapon=weapon)
        return [*paid, ev.Undertaken(frame), *offer_acts(battle, actor, actor, (ACT,))]

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """It is loaded, unless the attacks that it drew prevented it."""
        actor = battle.world[frame.actor]
        assert frame.weapon is not None
        loaded = self.made(battle, it.Load(actor.id, frame.weapon.name))
        return [ev.Concluded(), *(loaded if battle.able(actor) else ())]

    def made(self, battle: Battle, intent: it.Load) -> list[ev.Event]:
        """It is loaded, if it was not."""
        waits = intent.weapon in battle.world[intent.actor].unloaded.weapons
        return [ev.Loaded(intent.actor, intent.weapon, (CLAUSE,))] if waits else []


def unready(actor: Creature, weapon: Weapon) -> Refused | None:
    """Why a weapon cannot be shot as it is; None where it can."""
    if weapon.load and weapon.name in actor.unloaded.weapons:
        return refuse(Reason.NOT_LOADED, CLAUSE, weapon=weapon.name)
    return None


def shot(actor: Creature, weapon: Weapon) -> list[ev.Event]:
    """What a shot does to the weapon."""
    return [ev.Discharged(actor.id, weapon.name, (CLAUSE,))] if weapon.load else []
