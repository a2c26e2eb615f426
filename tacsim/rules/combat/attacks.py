"""The sum behind an attack: what the attack itself rolls on, and everybody reads chances from."""

from __future__ import annotations

from typing import get_args

from tacsim.core.agenda import Attacking
from tacsim.core.components import Component, DiceState, HitPoints
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import AttackRoll

_DEPENDS: tuple[type, ...] = tuple(
    kind for kind in get_args(Component) if kind not in (DiceState, HitPoints)
)


def attack_roll(battle: Battle, frame: Attacking) -> AttackRoll:
    """The bonus, the defence and the exact chances of an attack from where both stand now."""

    def make() -> AttackRoll:
        return battle.ruleset.attacks.roll(battle, frame)

    return battle.world.cached(("attack", frame), _DEPENDS, make)
