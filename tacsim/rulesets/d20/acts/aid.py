"""Aiding another: an attack that harms nobody but makes it easier for a friend (``d20.aid``).

The helper has to be able to strike the foe in melee, and to hit armour class 10. Its friend then
has +2 on its next attack on that foe, or in its defence against the foe's next attack; what several
helpers give adds up. It lasts until the helper's next turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Attacking, Trying
from tacsim.core.components import Bonus, Weapon
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.policies import Begun, PlainAct
from tacsim.rules.combat.ranges import at_range
from tacsim.rules.combat.targets import enemies, friend_of, nearest, target_of
from tacsim.rules.combat.weapons import choose_weapon
from tacsim.rules.perception import known_to
from tacsim.rulesets.d20.modifiers import modifiers
from tacsim.rulesets.family.checks import check

CLAUSE = "d20.aid"
AGAINST = 10
"""The armour class that a helper has to hit."""
HELP = 2
"""What its friend gains."""


class Aid(PlainAct):
    """The procedure of aiding another: declared, then tried."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Aid]:
        """For each friend against each enemy, its attack and its defence."""
        for friend, foe in product(battle.friends(actor), enemies(battle, actor)):
            for defence in (False, True):
                yield it.Aid(actor.id, friend.id, foe.id, defence)

    def begin(self, battle: Battle, intent: it.Aid) -> Begun:
        """Help a friend in the fight against a foe within reach, the nearest if none is named."""
        actor = battle.world[intent.actor]
        friend = friend_of(battle, actor, intent.target, CLAUSE)
        if isinstance(friend, Refused):
            return friend
        if not battle.able(friend):
            return refuse(Reason.INCAPABLE, CLAUSE, name=friend.id)
        foe = _foe(battle, actor, intent.against)
        if isinstance(foe, Refused):
            return foe
        paid = self.paid(battle, actor, "aid", CLAUSE)
        if isinstance(paid, Refused):
            return paid
        weapon = choose_weapon(battle, actor, foe, None, melee_only=True)
        if isinstance(weapon, Refused):
            return weapon
        facts = (("defence", int(intent.defence)),)
        frame = Trying("aid", actor.id, friend.id, "declared", facts, weapon, foe.id)
        return [*paid, ev.Undertaken(frame)]

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """Throw for the attack; a natural 1 fails, and a natural 20 does not."""
        actor = battle.world[frame.actor]
        assert frame.weapon is not None
        assert frame.against is not None
        foe = battle.world[frame.against]
        parts = _parts(battle, actor, foe, frame.weapon)
        due = check(actor, "aid", parts, AGAINST, (CLAUSE,), frame.target, naturals=True)
        told, passed = due.made(Throws(battle))
        events = [ev.Concluded(), *told]
        if passed:
            on = "defence" if frame.fact("defence") else "attack"
            bonus = Bonus("aid", HELP, on, foe.id, actor.id, CLAUSE)
            events.append(ev.BonusGained(frame.target, bonus, (CLAUSE,)))
        return events


def _parts(
    battle: Battle, actor: Creature, foe: Creature, weapon: Weapon
) -> tuple[Modifier, ...]:  # fmt: skip
    """The parts of the attack; what others do for it does not count."""
    attack = Attacking(actor.id, foe.id, weapon)
    thrown = at_range(battle, actor, foe, weapon)
    return tuple(
        part
        for part in modifiers(battle, actor, foe, attack, at_range=thrown)
        if part.on == "attack" and part.clause != CLAUSE
    )


def expired(battle: Battle, helper: Creature) -> list[ev.Event]:
    """The help that is over as a helper's turn begins, and that of those out of the fight."""
    world = battle.world
    return [
        ev.BonusLost(creature.id, bonus, (CLAUSE,))
        for creature in world.creatures
        for bonus in creature.bonuses.items
        if bonus.once and (bonus.giver == helper.id or not battle.able(world[bonus.giver]))
    ]


def _foe(battle: Battle, actor: Creature, name: str | None) -> Creature | Refused:
    """Against whom: the foe named, else the nearest known one that a melee weapon reaches.

    Of equally near ones it is the first in initiative order.
    """
    if name is not None:
        return target_of(battle, actor, name)
    known = known_to(battle, actor.side)
    found = nearest(battle, actor, (
        foe
        for foe in battle.foes(actor)
        if foe.id in known
        and not isinstance(choose_weapon(battle, actor, foe, None, melee_only=True), Refused)
    ))  # fmt: skip
    return found or refuse(Reason.NO_HELP, CLAUSE)
