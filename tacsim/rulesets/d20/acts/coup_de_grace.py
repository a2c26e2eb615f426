"""Finishing the helpless: a full round, a critical hit without a throw, death or a save.

Clause: ``d20.helpless``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Asking, Attacking, Trying
from tacsim.core.chance import Sum
from tacsim.core.components import Weapon
from tacsim.core.dice import Roll
from tacsim.core.verdicts import Reason, Refused, Verdict, refuse
from tacsim.core.world import Creature
from tacsim.rules.acts import offer_acts
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.ranges import at_range
from tacsim.rules.combat.targets import enemies, target_of
from tacsim.rules.combat.weapons import named_weapon
from tacsim.rulesets.d20.acts.loading import shot
from tacsim.rulesets.d20.attacks import DEATH, aftermath, damage_roll
from tacsim.rulesets.d20.effects import EFFECTS
from tacsim.rulesets.d20.saves import save

CLAUSE = "d20.helpless"
DIFFICULTY = 10
"""What the damage adds to, to make out how hard it is to live."""
SHOT = 10
"""The range increments that what is shot flies; what is thrown flies fewer."""


class CoupDeGrace:
    """A coup de grace: those who threaten may strike, then it is carried out."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.CoupDeGrace]:
        """Each enemy with each weapon."""
        for foe, weapon in product(enemies(battle, actor), actor.offence.weapons):
            yield it.CoupDeGrace(actor.id, foe.id, weapon.name)

    def begin(self, battle: Battle, intent: it.CoupDeGrace) -> list[ev.Event] | Refused:
        """Set about it, if there is a full round for it."""
        actor = battle.world[intent.actor]
        foe = target_of(battle, actor, intent.target)
        if isinstance(foe, Refused):
            return foe
        if not foe.has("helpless"):
            return refuse(Reason.NOT_HELPLESS, CLAUSE, name=foe.id)
        if not actor.resources["standard"]:  # a full attack may go on from one attack, this not
            return refuse(Reason.NO_FULL_ROUND, CLAUSE)
        price = battle.ruleset.economy.price(battle, actor, "full_attack")
        if isinstance(price, Refused):
            return price
        weapon = _weapon(battle, actor, foe, intent.weapon)
        if isinstance(weapon, Refused):
            return weapon
        return [
            ev.Spent(actor.id, price, (CLAUSE,)),
            ev.Undertaken(Trying("coup_de_grace", actor.id, foe.id, "blow", weapon=weapon)),
            *offer_acts(battle, actor, foe, ("coup_de_grace",)),
        ]

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """Carry it out, unless the attacks that it drew prevented it."""
        actor, foe = battle.world[frame.actor], battle.world[frame.target]
        assert frame.weapon is not None
        if not battle.able(actor) or foe.has("dead") or not foe.has("helpless"):
            return [ev.Concluded()]
        if not _possible(battle, actor, foe, frame.weapon):
            return [ev.Concluded()]
        return [ev.Concluded(), *_carried_out(battle, actor, foe, frame.weapon)]

    def answer(self, battle: Battle, asking: Asking, yes: bool) -> list[ev.Event]:
        """It asks nothing but whether to take opportunities."""
        return []


def _weapon(battle: Battle, actor: Creature, foe: Creature, name: str | None) -> Weapon | Refused:
    """The weapon named, or of those that will do the one that harms most."""
    named = named_weapon(actor, name)
    if name is not None and named is None:
        return refuse(Reason.UNKNOWN_WEAPON, battle.ruleset.clause("attack"), weapon=name)
    arms = actor.offence.weapons if named is None else (named,)
    verdicts = [(weapon, _possible(battle, actor, foe, weapon)) for weapon in arms]
    usable = [weapon for weapon, verdict in verdicts if verdict]
    if usable:
        return max(usable, key=lambda weapon: _harm(battle, actor, foe, weapon))
    refusals = [verdict for _, verdict in verdicts if isinstance(verdict, Refused)]
    return next(iter(refusals), refuse(Reason.NO_WEAPON, CLAUSE, weapon=name or ""))


def _possible(battle: Battle, actor: Creature, foe: Creature, weapon: Weapon) -> Verdict:
    """A melee weapon in reach, or one that shoots, from next to the foe."""
    if not weapon.armed or (weapon.ranged and weapon.increments < SHOT):
        return refuse(Reason.NO_WEAPON, CLAUSE, weapon=weapon.name)
    near = battle.ruleset.metric.distance(actor.body, foe.body) <= 1
    if weapon.ranged and not near:
        return refuse(Reason.NOT_ADJACENT, CLAUSE, name=foe.id)
    melee = not weapon.ranged
    return battle.ruleset.attacks.check(battle, actor, foe, weapon, melee_only=melee)


def _harm(battle: Battle, actor: Creature, foe: Creature, weapon: Weapon) -> float:
    return _damage(battle, actor, foe, weapon).mean * weapon.multiplier


def _damage(battle: Battle, actor: Creature, foe: Creature, weapon: Weapon) -> Roll:
    """The damage of a plain hit."""
    shot = at_range(battle, actor, foe, weapon)
    return damage_roll(battle, Attacking(actor.id, foe.id, weapon), at_range=shot)


def _carried_out(
    battle: Battle, actor: Creature, foe: Creature, weapon: Weapon
) -> list[ev.Event]:  # fmt: skip
    """A critical hit; a target that survives it makes a saving throw against death."""
    throws, times = Throws(battle), weapon.multiplier
    roll = _damage(battle, actor, foe, weapon)
    harm = throws.roll(
        actor.id, "damage", Sum(roll.count * times, roll.sides), roll.bonus * times,
        ("d20.attack.strength",),
    )  # fmt: skip
    amount = max(1, harm.total)
    left = foe.hp.current - amount
    events: list[ev.Event] = [
        ev.Struck(
            actor.id, foe.id, weapon.name, "critical", (), False, 0, 0, 0,
            (CLAUSE, "d20.attack.crit"),
        ),
        harm,
        ev.Damaged(actor.id, foe.id, amount, left, (CLAUSE,)),
        *aftermath(actor, foe, left),
        *shot(actor, weapon),
    ]  # fmt: skip
    if left <= DEATH:
        return events
    state = EFFECTS.parts(foe, "saves")
    told, held = save(foe, "fortitude", DIFFICULTY + amount, CLAUSE, *state).made(throws)
    dead = ev.ConditionGained(foe.id, "dead", "", (CLAUSE,))
    return [*events, *told, *(() if held else (dead,))]
