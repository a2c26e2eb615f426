"""Previews: what a choice would lead to, before it is made."""

from __future__ import annotations

import attrs

from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.intents import Area, Intent
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.areas import Caught
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.policies import AttackRoll
from tacsim.rules.combat.weapons import choose_weapon
from tacsim.rules.forecast import Check


@attrs.frozen
class Leg:
    """One step of a planned way: where it leads, the cells spent by then, whom it provokes."""

    body: Body
    spent: int
    squeezed: bool
    provokes: tuple[str, ...] = ()


@attrs.frozen
class Risk:
    """An opportunity that an intent would give: whose, with what, and its odds."""

    foe: str
    weapon: Weapon
    odds: AttackRoll


@attrs.frozen
class Preview:
    """What a choice would lead to: an intent to submit, or why there is none."""

    intent: Intent | None = None
    refusal: Refused | None = None
    mode: str | None = None
    legs: tuple[Leg, ...] = ()
    budget: int = 0
    """Cells that the measured move may cost in all; 0 where none is measured."""
    risks: tuple[Risk, ...] = ()
    target: str | None = None
    blows: tuple[tuple[Weapon, AttackRoll], ...] = ()
    """The attacks that it makes, each with its odds."""
    movement_checks: tuple[Check, ...] = ()
    """What may fail on the way."""
    chances: tuple[Check, ...] = ()
    """What an act comes down to, one thing after another."""
    area: frozenset[Cell] = frozenset()
    """The cells that are covered."""
    caught: tuple[Caught, ...] = ()
    """Who would suffer there, as far as that is known, and how much."""
    friends: tuple[str, ...] = ()
    """Those among them who are friends."""

    @property
    def warns(self) -> bool:
        """Whether it is asked once more before it is done."""
        wasted = isinstance(self.intent, Area) and not self.caught
        unsure = any(one.passed < 1 for one in self.movement_checks)
        return bool(self.risks or self.friends) or unsure or wasted

    @property
    def spent(self) -> int:
        """The cells that the measured move has cost at its end."""
        return self.legs[-1].spent if self.legs else 0


def opportunity(battle: Battle, foe: str, provoker: str, weapon: str | None = None) -> Risk | None:
    """The odds of an opportunity attack from where both stand; None where it cannot be made."""
    actor, target = battle.world[foe], battle.world[provoker]
    chosen = choose_weapon(battle, actor, target, weapon, melee_only=True)
    if isinstance(chosen, Refused):
        return None
    frame = Attacking(foe, provoker, chosen, opportunity=True)
    return Risk(foe, chosen, attack_roll(battle, frame))
