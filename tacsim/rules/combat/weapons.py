"""Which of its weapons a creature uses."""

from __future__ import annotations

from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.verdicts import Allowed, Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll

_TOO_FAR = Reason.OUT_OF_REACH, Reason.OUT_OF_RANGE


def named_weapon(actor: Creature, name: str | None) -> Weapon | None:
    """A creature's weapon of that name, or None."""
    return next((w for w in actor.offence.weapons if w.name == name), None)


def arms(battle: Battle, actor: Creature) -> tuple[Weapon, ...]:
    """What a creature attacks with: its weapons, or its body where it has none."""
    bare = None if actor.offence.weapons else battle.ruleset.attacks.bare(actor)
    return actor.offence.weapons if bare is None else (bare,)


def choose_weapon(
    battle: Battle,
    actor: Creature,
    target: Creature,
    name: str | None,
    *,
    melee_only: bool = False,
    entering: bool = False,
) -> Weapon | Refused:
    """The weapon named, or the one that promises most damage; a refusal when none will do.

    That is of a weapon with which it is near enough, where there is one: it says more.

    ``entering``: the target is coming into the actor's own cell, so that every melee weapon will do
    that strikes there.
    """
    attacks = battle.ruleset.attacks
    weapons = [w for w in arms(battle, actor) if name is None or w.name == name]
    if melee_only:
        weapons = [w for w in weapons if not w.ranged and w.armed]
    if not weapons:
        reason = Reason.NO_WEAPON if name is None else Reason.UNKNOWN_WEAPON
        return refuse(reason, battle.ruleset.clause("attack"), weapon=name or "")
    verdicts = [
        Allowed()
        if entering and weapon.least == 0
        else attacks.check(battle, actor, target, weapon, melee_only=melee_only)
        for weapon in weapons
    ]
    usable = [w for w, verdict in zip(weapons, verdicts, strict=True) if verdict]
    if not usable:
        refused = [verdict for verdict in verdicts if isinstance(verdict, Refused)]
        return min(refused, key=lambda one: one.reason in _TOO_FAR)
    if len(usable) == 1:
        return usable[0]
    return max(
        usable,
        key=lambda w: attack_roll(battle, Attacking(actor.id, target.id, w)).damage,
    )
