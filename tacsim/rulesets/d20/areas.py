"""Areas under ``d20``, and attacks on them: breaths and blasts.

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
from tacsim.grid.squares.areas import burst, cone, line, spread, visible_cone, visible_line
from tacsim.rules.chance import Test, Throws
from tacsim.rules.combat.area_attack import AreaRules, Blast
from tacsim.rules.combat.areas import Shape
from tacsim.rules.combat.cover import has_hard_cover
from tacsim.rulesets.d20.abilities import ability_modifier, lowered
from tacsim.rulesets.d20.attacks import aftermath
from tacsim.rulesets.d20.effects import EFFECTS
from tacsim.rulesets.d20.saves import SAVES, save
from tacsim.rulesets.family import uses

TESTS = {short: what for what, short in SAVES.items()}
"""What saving throws are tests of, by their names in the tables."""
COVER = 2
"""What hard cover adds to a reflex save."""

SHAPES: Mapping[str, Shape] = {
    "burst": Shape(lambda origin, _, size: burst(origin, size), False, ("d20.aoe.origin",)),
    "spread": Shape(
        lambda origin, _, size: spread(origin, size),
        False,
        ("d20.aoe.origin", "d20.aoe.spread"),
        lambda origin, _, size, walls, edges, sides: spread(
            origin, size, walls, edges, sides=sides
        ),
    ),
    "cone": Shape(cone, True, ("d20.aoe.cone",), lambda *at: visible_cone(*at[:-1])),
    "line": Shape(line, True, ("d20.aoe.line",), lambda *at: visible_line(*at[:-1])),
}
"""By name. Bursts and spreads start at the grid corner at the origin's least x and y."""


class Areas(AreaRules):
    """The ``d20`` policy on areas."""

    shapes = SHAPES
    origin = "d20.aoe.origin"
    cover = "d20.cover.total"
    least = 1
    aftermath = staticmethod(aftermath)

    def waiting(self, creature: Creature, area: AreaAttack) -> Refused | None:
        """Its rounds are not over yet, or it has been made as often as it can be."""
        rounds = creature.resources["recharge"]
        if not (area.recharge and rounds):
            return uses.used_up(creature, area, self.clause(area.shape))
        return refuse(Reason.RECHARGING, self.clause(area.shape), rounds=rounds)

    def save(self, blast: Blast, victim: Creature) -> Test | None:
        """A fortitude, reflex or will save, as the area says; cover helps with reflexes."""
        area = blast.area
        if not area.save:
            return None
        parts = _nimble(blast, victim) if area.save == "ref" else []
        parts += EFFECTS.parts(victim, "saves")
        return save(victim, TESTS[area.save], area.dc, self.clause(area.shape), *parts)

    def spent(self, throws: Throws, maker: Creature, area: AreaAttack) -> list[ev.Event]:
        """A throw for the rounds, and one use."""
        counts = uses.one_more(maker, area)
        if not area.recharge:
            return [ev.Spent(maker.id, counts)] if counts else []
        dice = parse(area.recharge)
        rounds = throws.roll(maker.id, "recharge", Sum(dice.count, dice.sides), dice.bonus)
        return [rounds, ev.Spent(maker.id, (("recharge", max(1, rounds.total)), *counts))]


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
