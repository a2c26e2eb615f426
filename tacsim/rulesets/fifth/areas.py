"""Areas of the 5e family, and attacks on them: breaths and blasts.

Their cells are counted on the grid (``grid5e.aoe``, ``metric.aoe.radius-origin``): a burst or
sphere from an intersection, with all that its radius holds to the far corner; a cone as wide as it
is long; a line; a cube against a face of its maker's space; a square on the ground. They spread in
straight lines and stop at walls.
An attack takes the action; each who is caught makes a save (``grid5e.saves``), and a spent attack
comes back on a d6 at the start of its maker's turn, or can be made so often a battle and no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tacsim.core import events as ev
from tacsim.core.chance import Sum
from tacsim.core.components import AreaAttack
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.topology import Forms
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Test, Throws
from tacsim.rules.combat.area_attack import AreaRules, Blast
from tacsim.rules.combat.areas import Shape
from tacsim.rules.movement.policies import Counts
from tacsim.rulesets.family import uses
from tacsim.rulesets.fifth import cover
from tacsim.rulesets.fifth.abilities import ABILITIES
from tacsim.rulesets.fifth.attacks import aftermath
from tacsim.rulesets.fifth.economy import BACK
from tacsim.rulesets.fifth.effects import now
from tacsim.rulesets.fifth.saves import bonus, lost, save

SHAPES = ("burst", "sphere", "cone", "line", "cube", "square")
"""What areas can be; a sphere is another word for a burst."""


def shapes(cite: Mapping[str, str], forms: Forms, *, wide: bool) -> dict[str, Shape]:
    """The shapes by name, with their clauses; ``wide``: cones open to a right angle."""
    ball = Shape(lambda at, _, size: forms.burst(at, size), False, (cite["burst"],))
    return {
        "burst": ball,
        "sphere": ball,
        "cone": Shape(forms.wide_cone if wide else forms.cone, True, (cite["cone"],)),
        "line": Shape(forms.line, True, (cite["line"],), lambda *at: forms.visible_line(*at[:-1])),
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
        self.also = (cite["saves"],)
        self.aftermath = partial(aftermath, clause=cite["hp"])
        self._cite = cite
        self._stack = stack

    def waiting(self, creature: Creature, area: AreaAttack) -> Refused | None:
        """It has been made as often as it can be, or the d6 has not brought it back yet."""
        least = creature.resources[BACK]
        if not (area.returns and least):
            return uses.used_up(creature, area, self._cite["saves"])
        return refuse(Reason.RECHARGING, self._cite["saves"], least=least)

    def save(self, blast: Blast, victim: Creature) -> Test | None:
        """A save of the ability that the area names, which the limp fail unthrown."""
        area = blast.area
        if lost(victim, area.save):
            return None
        parts = self._parts(blast, victim)
        return save(
            victim, area.save, area.dc, parts, stack=self._stack, clause=self._cite["saves"]
        )

    def spent(self, throws: Throws, maker: Creature, area: AreaAttack) -> list[ev.Event]:
        """It is gone until the d6 brings it back, or one use of it for good."""
        back: Counts = ((BACK, area.returns),) if area.returns else ()
        counts = (*back, *uses.one_more(maker, area))
        return [ev.Spent(maker.id, counts)] if counts else []

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
