"""Areas of the dice-pool rules, and attacks on them: spells and breaths.

Lines, wides, cones and bursts (``pool.aoe.forms``) hold cells measured from a cell, which is not in
them itself (``pool.aoe.measure``); a burst that is centred away from its maker also catches whoever
is in its middle (``pool.aoe.burst``). They spread in straight lines and stop at walls and floors.
An attack costs Stamina and is the turn's spell (``pool.actions``). Each who is caught makes a
direct check (``pool.check.direct``); only Absorption lessens what it suffers
(``pool.damage.order``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tacsim.core import events as ev
from tacsim.core.components import AreaAttack
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Cell
from tacsim.grid.cubes import areas as cube_areas
from tacsim.grid.metric import CubeSteps
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Test, Throws
from tacsim.rules.combat.area_attack import AreaRules, Blast
from tacsim.rules.combat.areas import Shape
from tacsim.rules.combat.cover import reaches, solid
from tacsim.rules.movement.policies import Counts
from tacsim.rulesets.pool import stamina
from tacsim.rulesets.pool.damage import harmed, lost
from tacsim.rulesets.pool.dice import Direct, pool

SPRY = ("might", "grace")
"""The attributes that are of no use to those who cannot move."""
CHECK = "pool.check.direct"
MEASURED = ("pool.aoe.measure", "pool.aoe.3d")


def shapes(measure: CubeSteps) -> Mapping[str, Shape]:
    """The forms by name, measured in one way.

    >>> from tacsim.grid.metric import ShortestCubeSteps
    >>> [len(shapes(m)["burst"].cells((0, 0, 0), (0, 0, 0), 2))
    ...  for m in (CubeSteps(), ShortestCubeSteps())]
    [48, 56]
    """

    def round_about(origin: Cell, _toward: Cell, size: int) -> frozenset[Cell]:
        return cube_areas.burst(origin, size, measure=measure)

    line, wide, cone = (
        partial(form, measure=measure)
        for form in (cube_areas.line, cube_areas.wide, cube_areas.cone)
    )
    return {
        "line": Shape(line, True, (*MEASURED, "pool.aoe.line")),
        "wide": Shape(wide, True, (*MEASURED, "pool.aoe.wide")),
        "cone": Shape(cone, True, (*MEASURED, "pool.aoe.cone")),
        "burst": Shape(round_about, False, (*MEASURED, "pool.aoe.burst"), centred=True),
    }


class Areas(AreaRules):
    """The policy of the dice-pool rules on areas; ``measure``: how distances are counted."""

    origin = "pool.aoe.measure"
    forms = "pool.aoe.forms"
    cover = "pool.space.cover"

    def __init__(self, measure: CubeSteps) -> None:
        self.shapes = shapes(measure)

    def price(self, battle: Battle, maker: Creature, area: AreaAttack) -> Counts | Refused:
        """The Stamina that it costs, and the turn's spell."""
        return stamina.for_spell(maker, area.cost)

    def waiting(self, creature: Creature, area: AreaAttack) -> Refused | None:
        """It cannot be paid for: there is too little Stamina, or the spell is gone."""
        price = stamina.for_spell(creature, area.cost)
        return price if isinstance(price, Refused) else None

    def save(self, blast: Blast, victim: Creature) -> Test | None:
        """A direct check; those who cannot move resist with their nature only."""
        area, what = blast.area, blast.area.save
        if not what or (what in SPRY and not blast.battle.acts(victim)):
            return None
        dice = pool(victim.attributes[what])
        parts = (Modifier(what, dice.dice, CHECK),)
        return Direct(
            victim.id, f"{what}_save", dice, 0, area.dc, lambda n: n >= area.dc, parts, (CHECK,)
        )

    def mean(self, area: AreaAttack, victim: Creature, *, passed: bool) -> float:
        """What only Absorption lessens."""
        harm = super().mean(area, victim, passed=passed)  # no dice are thrown for it
        return lost(int(harm), victim.protection.absorption)

    def harmed(self, blast: Blast, victim: Creature, amount: int) -> list[ev.Event]:
        """The harm, and what comes of it."""
        clauses = (self.clause(blast.area.shape), "pool.damage.order")
        return harmed(blast.maker.id, victim, amount, clauses)

    def spent(self, throws: Throws, maker: Creature, area: AreaAttack) -> list[ev.Event]:
        """Nothing but the turn's spell, which is paid for already."""
        return []

    def _in_range(
        self, battle: Battle, actor: Creature, area: AreaAttack, origin: Cell
    ) -> Refused | None:
        """Why a burst cannot be centred on a cell."""
        if origin not in battle.world.field:
            return refuse(Reason.OFF_MAP, self.origin)
        spot = battle.ruleset.topology.spot(origin)
        distance = battle.ruleset.metric.distance(actor.body, spot)
        if distance > area.range:
            return refuse(Reason.OUT_OF_RANGE, self.origin, weapon=area.name, distance=distance)
        if origin in solid(battle) or not reaches(battle, actor.body, spot):
            return refuse(Reason.TOTAL_COVER, self.cover)
        return None
