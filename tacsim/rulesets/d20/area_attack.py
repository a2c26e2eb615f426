"""Attacks on areas: breaths and blasts, under ``d20``.

A standard action. One throw of damage for all, a saving throw for each that is caught. Clauses:
``d20.aoe.origin``, ``d20.aoe.spread``, ``d20.aoe.cone``, ``d20.aoe.line``, ``d20.cover.total``.
"""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core import events as ev
from tacsim.core.chance import Sum
from tacsim.core.components import AreaAttack
from tacsim.core.dice import parse
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat import area_attack
from tacsim.rules.combat.area_attack import AreaRules, Blast
from tacsim.rules.combat.areas import Shape
from tacsim.rules.combat.cover import has_hard_cover
from tacsim.rulesets.d20.abilities import ability_modifier, lowered
from tacsim.rulesets.d20.areas import SHAPES, covered
from tacsim.rulesets.d20.attacks import aftermath
from tacsim.rulesets.d20.effects import EFFECTS
from tacsim.rulesets.d20.saves import SAVES, save, saved

TESTS = {short: what for what, short in SAVES.items()}
"""What saving throws are tests of, by their names in the tables."""
COVER = 2
"""What hard cover adds to a reflex save."""
LEAST = 1
"""The least damage that is done at all."""


class Areas(AreaRules):
    """The ``d20`` policy on areas."""

    shapes: Mapping[str, Shape] = SHAPES
    origin = "d20.aoe.origin"
    cover = "d20.cover.total"

    def cells(
        self,
        battle: Battle,
        shape: str,
        size: int,
        origin: Cell,
        toward: Cell | None = None,
        maker: Body | None = None,
    ) -> frozenset[Cell]:
        """The cells of the map that an area covers, as far as walls let it."""
        return covered(battle, shape, size, origin, toward, maker)

    def waiting(self, creature: Creature, area: AreaAttack) -> Refused | None:
        """Its rounds are not over yet."""
        rounds = creature.resources["recharge"]
        if not (area.recharge and rounds):
            return None
        return refuse(Reason.RECHARGING, self.clause(area.shape), rounds=rounds)

    def promise(self, blast: Blast, victim: Creature) -> tuple[float, float]:
        """The chance to save and the mean damage."""
        area, chance = blast.area, 0.0
        if area.save:
            bonus = getattr(victim.saves, area.save)
            bonus += sum(part.value for part in telling(blast, victim))
            chance = sum(1 for face in range(1, 21) if saved(face, face + bonus, area.dc)) / 20
        full, spared = (harm(area, passed=passed) for passed in (False, True))
        return chance, (1 - chance) * full + chance * spared

    def suffered(
        self, throws: Throws, blast: Blast, victim: Creature, total: int
    ) -> list[ev.Event]:
        """One victim's saving throw, and what it suffers."""
        area, maker, clause = blast.area, blast.maker, self.clause(blast.area.shape)
        events: list[ev.Event] = []
        passed = False
        if area.save:
            parts = telling(blast, victim)
            events, passed = save(throws, victim, TESTS[area.save], area.dc, clause, *parts)
        amount = area_attack.dealt(area, total, passed=passed, least=LEAST)
        if not amount:
            return events
        left = victim.hp.current - amount
        events.append(ev.Damaged(maker.id, victim.id, amount, left, (clause,)))
        return [*events, *aftermath(maker, victim, left)]

    def spent(self, throws: Throws, maker: Creature, area: AreaAttack) -> list[ev.Event]:
        """A throw for the rounds."""
        if not area.recharge:
            return []
        dice = parse(area.recharge)
        rounds = throws.roll(maker.id, "recharge", Sum(dice.count, dice.sides), dice.bonus)
        return [rounds, ev.Spent(maker.id, (("recharge", max(1, rounds.total)),))]


def telling(blast: Blast, victim: Creature) -> tuple[Modifier, ...]:
    """What adds to a victim's saving throw besides its own bonus."""
    parts = _nimble(blast, victim) if blast.area.save == "ref" else []
    parts += EFFECTS.parts(victim, "saves")
    return tuple(part for part in parts if part.value)


def _nimble(blast: Blast, victim: Creature) -> list[Modifier]:
    """What counts on reflex alone: limbs that do not obey, and hard cover."""
    limp = EFFECTS.first(victim, "limp")
    if limp is None:
        parts = list(lowered(victim, "dexterity"))
    else:
        score = ability_modifier(victim.abilities.dexterity)
        parts = [Modifier(limp.name, ability_modifier(0) - score, limp.clause)]
    if _covered(blast, victim):
        parts.append(Modifier("cover", COVER, "d20.cover.ranged"))
    return parts


def _covered(blast: Blast, victim: Creature) -> bool:
    """Whether it has hard cover from where the area starts; spreads go round it."""
    if blast.area.shape == "spread":
        return False
    corners = blast.corners[:1] if blast.area.shape == "cone" else blast.corners
    return has_hard_cover(blast.battle, corners, victim.body)


def harm(area: AreaAttack, *, passed: bool) -> float:
    """The mean damage to whoever passed its saving throw, or failed it.

    >>> harm(AreaAttack("fire", "cone", 3, "6d6", "ref", 14, half=True), passed=True)
    10.25
    """
    return area_attack.harm(area, passed=passed, least=LEAST)


__all__ = ["Areas", "harm", "telling"]
