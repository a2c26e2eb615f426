"""Areas of the 5e family, and attacks on them: breaths and blasts.

Their cells are counted on the grid (``grid5e.aoe``, ``metric.aoe.radius-origin``): a burst or
sphere from an intersection, with all that its radius holds to the far corner; a cone as wide as it
is long; a line; a cube against a face of its maker's space; a square on the ground. They spread in
straight lines and stop at walls.
An attack takes the action; each who is caught makes a save (``grid5e.saves``), and a spent attack
comes back on a d6 at the start of its maker's turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core import events as ev
from tacsim.core.chance import Sum
from tacsim.core.components import AreaAttack
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.topology import Forms
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.area_attack import AreaRules, Blast, dealt, harm
from tacsim.rules.combat.areas import Shape
from tacsim.rules.combat.cover import solid
from tacsim.rulesets.fifth import cover
from tacsim.rulesets.fifth.abilities import ABILITIES
from tacsim.rulesets.fifth.attacks import aftermath
from tacsim.rulesets.fifth.economy import BACK
from tacsim.rulesets.fifth.effects import now
from tacsim.rulesets.fifth.saves import bonus, chance, lost, save

SHAPES = ("burst", "sphere", "cone", "line", "cube", "square")
"""What areas can be; a sphere is another word for a burst."""


def shapes(cite: Mapping[str, str], forms: Forms, *, wide: bool) -> dict[str, Shape]:
    """The shapes by name, with their clauses; ``wide``: cones open to a right angle."""
    ball = Shape(lambda at, _, size: forms.burst(at, size), False, (cite["burst"],))
    return {
        "burst": ball,
        "sphere": ball,
        "cone": Shape(forms.wide_cone if wide else forms.cone, True, (cite["cone"],)),
        "line": Shape(forms.line, True, (cite["line"],)),
        "cube": Shape(forms.cube, True, (cite["area"],)),
        "square": Shape(lambda at, _, size: forms.square(at, size), False, (cite["square"],)),
    }


class Areas(AreaRules):
    """The policy of the 5e family on areas; ``cite`` names its clauses.

    ``stack``: dice of advantage add up; ``wide``: cones open to a right angle.
    """

    def __init__(
        self, cite: Mapping[str, str], forms: Forms, *, stack: bool, wide: bool = False
    ) -> None:
        self.shapes = shapes(cite, forms, wide=wide)
        self.origin = cite["area"]
        self.cover = cite["cover"]
        self._cite = cite
        self._stack = stack

    def cells(
        self,
        battle: Battle,
        shape: str,
        size: int,
        origin: Cell,
        toward: Cell | None = None,
        maker: Body | None = None,
    ) -> frozenset[Cell]:
        """The cells of the map that an area covers, as far as walls let it.

        What is not aimed begins on the side of a thin wall where its maker is; what is aimed
        leaves the maker's own cells out.
        """
        form, field = self.shapes.get(shape), battle.world.field
        if form is None or (form.aimed and toward in (None, origin)):
            return frozenset()
        if form.aimed:
            assert toward is not None
            found = self._aimed(battle, shape, size, origin, toward)
            found -= frozenset(maker.cells if maker is not None else ())
        else:
            found = self._about(battle, shape, size, origin, maker)
        return frozenset(cell for cell in found if cell in field)

    def _aimed(
        self, battle: Battle, shape: str, size: int, origin: Cell, toward: Cell
    ) -> frozenset[Cell]:
        walls, edges = solid(battle), battle.world.field.edges(blocking=True)
        forms = battle.ruleset.topology.forms
        if shape == "line":
            return forms.visible_line(origin, toward, size, walls, edges)
        whole = self.shapes[shape].cells(origin, toward, size)
        return forms.in_line_of(origin, toward, whole, walls, edges)

    def _about(
        self, battle: Battle, shape: str, size: int, origin: Cell, maker: Body | None
    ) -> frozenset[Cell]:
        walls, edges = solid(battle), battle.world.field.edges(blocking=True)
        forms, reached = battle.ruleset.topology.forms, battle.ruleset.topology.lines.effect_reaches
        sides = None if maker is None else forms.sides_of(origin, maker.cells, walls, edges)
        if sides is not None and not sides:
            return frozenset()
        if shape != "square":
            return forms.visible_burst(origin, size, walls, edges, sides=sides)
        starts = (None,) if sides is None else tuple(sorted(sides))
        return frozenset(
            cell
            for cell in self.shapes[shape].cells(origin, origin, size)
            if any(reached(origin, cell, walls, edges, from_cell=at) for at in starts)
        )

    def waiting(self, creature: Creature, area: AreaAttack) -> Refused | None:
        """It is spent, and the d6 has not brought it back yet."""
        least = creature.resources[BACK]
        if not (area.returns and least):
            return None
        return refuse(Reason.RECHARGING, self._cite["saves"], least=least)

    def promise(self, blast: Blast, victim: Creature) -> tuple[float, float]:
        """The chance to save and the mean damage."""
        area, saves = blast.area, 0.0
        if not lost(victim, area.save):
            saves = chance(self._parts(blast, victim), area.dc, stack=self._stack)
        full, spared = (harm(area, passed=passed, least=0) for passed in (False, True))
        return saves, (1 - saves) * full + saves * spared

    def suffered(
        self, throws: Throws, blast: Blast, victim: Creature, total: int
    ) -> list[ev.Event]:
        """One victim's save, which the limp fail, and what it suffers."""
        area, maker, clause = blast.area, blast.maker, self._cite["saves"]
        events: list[ev.Event] = []
        passed = False
        if not lost(victim, area.save):
            events, passed = save(
                throws, victim, area.save, area.dc, self._parts(blast, victim),
                stack=self._stack, clause=clause,
            )  # fmt: skip
        amount = dealt(area, total, passed=passed, least=0)
        if not amount:
            return events
        left = victim.hp.current - amount
        clauses = (self.clause(area.shape), clause)
        events.append(ev.Damaged(maker.id, victim.id, amount, left, clauses))
        return [*events, *aftermath(maker, victim, left, self._cite["hp"])]

    def spent(self, throws: Throws, maker: Creature, area: AreaAttack) -> list[ev.Event]:
        """It is gone until the d6 brings it back."""
        return [ev.Spent(maker.id, ((BACK, area.returns),))] if area.returns else []

    def _parts(self, blast: Blast, victim: Creature) -> tuple[Modifier, ...]:
        """What counts in a victim's save: its bonus, its state, and in one of dexterity cover."""
        parts = [bonus(victim, blast.area.save)]
        if blast.area.save == "dex":
            covered = cover.BONUS[_degree(blast, victim)]
            parts.append(Modifier("cover", covered, self._cite["cover"]))
        on = ("saves", f"{ABILITIES[blast.area.save]}_saves")
        effects, situations = blast.battle.ruleset.effects, now(blast.battle, victim)
        parts += effects.parts(victim, *on, now=situations)
        return tuple(part for part in parts if part.value)


def _degree(blast: Blast, victim: Creature) -> int:
    """How well a victim is covered from where an area starts; the best of its corners counts."""
    parties = {blast.maker.id, victim.id}
    return cover.degree_from(blast.battle, blast.corners, victim.body, parties)


def recovered(battle: Battle, creature: Creature, clause: str) -> list[ev.Event]:
    """The d6 at the start of a turn that may bring a spent attack back (``grid5e.saves``)."""
    least = creature.resources[BACK]
    if not least:
        return []
    roll = Throws(battle).roll(creature.id, "recovery", Sum(1, 6), 0, (clause,))
    back: list[ev.Event] = [ev.Spent(creature.id, ((BACK, 0),))] if roll.total >= least else []
    return [roll, *back]


__all__ = ["SHAPES", "Areas", "recovered"]
