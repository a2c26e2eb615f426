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
from tacsim.core.dice import parse
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid import cube_areas
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import CubeSteps, gaps
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.area_attack import ACTIVITY, AreaRules, Blast, dealt
from tacsim.rules.combat.areas import Shape
from tacsim.rules.combat.cover import reaches, solid
from tacsim.rules.movement.policies import Counts
from tacsim.rulesets.pool import stamina
from tacsim.rulesets.pool.damage import harmed, lost
from tacsim.rulesets.pool.dice import Pool, direct, pool, throw

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
        "burst": Shape(round_about, False, (*MEASURED, "pool.aoe.burst")),
    }


class Areas(AreaRules):
    """The policy of the dice-pool rules on areas; ``measure``: how distances are counted."""

    origin = "pool.aoe.measure"
    forms = "pool.aoe.forms"
    cover = "pool.space.cover"

    def __init__(self, measure: CubeSteps) -> None:
        self.shapes = shapes(measure)

    def cells(
        self,
        battle: Battle,
        shape: str,
        size: int,
        origin: Cell,
        toward: Cell | None = None,
        maker: Body | None = None,
    ) -> frozenset[Cell]:
        """The cells of the map that an area covers, as far as walls and floors let it.

        What is aimed leaves its maker's own cells out; a burst holds its middle unless that is in
        its maker's space.
        """
        form, field = self.shapes.get(shape), battle.world.field
        if form is None or (form.aimed and toward in (None, origin)):
            return frozenset()
        whole = form.cells(origin, origin if toward is None else toward, size)
        own = frozenset(maker.cells if maker is not None else ())
        if form.aimed:
            whole -= own
        elif maker is not None and origin not in own:
            whole |= {origin}
        inside = [cell for cell in whole if cell in field]
        walls, edges = solid(battle), field.edges(blocking=True)
        forms = battle.ruleset.topology.forms
        return forms.in_line_of(origin, toward or origin, inside, walls, edges)

    def price(self, battle: Battle, maker: Creature, area: AreaAttack) -> Counts | Refused:
        """The Stamina that it costs, and the turn's spell."""
        return stamina.for_spell(maker, area.cost)

    def waiting(self, creature: Creature, area: AreaAttack) -> Refused | None:
        """It cannot be paid for: there is too little Stamina, or the spell is gone."""
        price = stamina.for_spell(creature, area.cost)
        return price if isinstance(price, Refused) else None

    def promise(self, blast: Blast, victim: Creature) -> tuple[float, float]:
        """The chance to pass the check and the mean Vitality lost."""
        area = blast.area
        saves = direct(check_of(victim, area), area.dc) if _checks(blast, victim) else 0
        absorption = victim.protection.absorption
        hurt, spared = (
            lost(dealt(area, parse(area.damage).bonus, passed=passed, least=0), absorption)
            for passed in (False, True)
        )
        return float(saves), float((1 - saves) * hurt + saves * spared)

    def suffered(
        self, throws: Throws, blast: Blast, victim: Creature, total: int
    ) -> list[ev.Event]:
        """One victim's check, if it can make one, and the harm that only Absorption lessens."""
        area, events, passed = blast.area, list[ev.Event](), False
        if _checks(blast, victim):
            what, dice = f"{area.save}_save", check_of(victim, area)
            thrown = throw(throws, victim.id, what, dice, (CHECK,), lambda n: n >= area.dc)
            passed = thrown.successes >= area.dc
            parts = (Modifier(area.save, dice.dice, CHECK),)
            told = ev.Tested(
                victim.id, what, thrown.successes, area.dc, passed, None, parts, (CHECK,)
            )
            events += [*thrown.events, told]
        harm = dealt(area, total, passed=passed, least=0)
        clauses = (self.clause(area.shape), "pool.damage.order")
        return [*events, *harmed(blast.maker.id, victim, harm, clauses)]

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


def distance_clauses(a: Body, b: Body) -> tuple[str, ...]:
    """The clauses by which the distance between two bodies is counted.

    >>> distance_clauses(Body((0, 0, 0), (1, 1, 1)), Body((2, 1, 0), (1, 1, 1)))
    ('pool.diag.everything', 'pool.diag.cumulative')
    """
    apart = gaps(a, b)
    axes = sum(1 for n in apart if n)
    found = ["pool.diag.everything"]
    if axes > 1:
        found.append("pool.diag.cumulative")
    if axes == 2 and apart[2]:
        found.append("pool.diag.vertical")
    if axes == 3:
        found.append("pool.diag.triple")
    return tuple(found)


def check_of(victim: Creature, area: AreaAttack) -> Pool:
    """The dice with which a victim resists an area."""
    return pool(victim.attributes[area.save])


def _checks(blast: Blast, victim: Creature) -> bool:
    """Whether a victim throws anything: those who cannot move resist with their nature only."""
    save = blast.area.save
    return bool(save) and (save not in SPRY or blast.battle.acts(victim))


__all__ = ["ACTIVITY", "Areas", "check_of", "distance_clauses", "shapes"]
