"""Flanking in the 5e family: two friends on opposite sides or corners of a foe.

It counts for melee attacks only. Both stand beside it, see it and can act. Of a big one any cell
will do; in doubt the line between the centres tells.
"""

from __future__ import annotations

from itertools import combinations

from tacsim.core.components import Conditions, Position
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Flank
from tacsim.rulesets.fifth.senses import makes_out

DENIED = "deny_flank"
"""The bonus of a creature that denies a flanker its benefit; it is against that flanker."""


def flankers(battle: Battle, target: Creature) -> tuple[str, ...]:
    """Everybody who flanks a creature now, in initiative order."""

    def make() -> tuple[str, ...]:
        ids = battle.world.order or battle.world.ids
        near = {foe.id for foe in battle.foes(target) if _beside(battle, foe, target)}
        return tuple(
            name for name in ids if name in near and any(
                other != name
                and battle.world.friendly(name, other)
                and _opposite(battle, battle.world[name], battle.world[other], target)
                for other in sorted(near)
            )
        )  # fmt: skip

    return battle.world.cached(("flankers", target.id), (Position, Conditions), make)


@enforces("grid5e.flank.sight", "grid5e.flank.incapacitated")
def _beside(battle: Battle, foe: Creature, target: Creature) -> bool:
    """Whether a foe stands next to a creature, sees it and can act."""
    return (
        battle.acts(foe)
        and battle.ruleset.metric.distance(foe.body, target.body) == 1
        and makes_out(battle, foe, target)
    )


def _opposite(battle: Battle, one: Creature, other: Creature, target: Creature) -> bool:
    """Whether a cell of one and a cell of another, both beside the target, face each other."""
    return facing(battle, one, other, target) is not None


@enforces("grid5e.flank.big-attacker")
def facing(
    battle: Battle, one: Creature, other: Creature, target: Creature
) -> tuple[Cell, Cell] | None:
    """The first cells of two creatures, both beside the target, that face each other across it."""
    distance, opposite = battle.ruleset.metric.distance, battle.ruleset.topology.opposite

    def beside(creature: Creature) -> list[Body]:
        return [spot for spot in creature.body.spots if distance(spot, target.body) == 1]

    found = (
        (a.at, b.at)
        for a in beside(one)
        for b in beside(other)
        if opposite(a, b, target.body)
    )  # fmt: skip
    return next(found, None)


class Flanks:
    """The policy of the 5e family on who flanks whom."""

    def pairs(self, battle: Battle, target: Creature) -> tuple[Flank, ...]:
        """Every two friends who face each other across a creature (``grid5e.flank.line``)."""
        clauses = (battle.ruleset.clause("flank"), battle.ruleset.clause("flank line"))
        found = []
        for one, other in combinations(flankers(battle, target), 2):
            if battle.world.friendly(one, other):
                cells = facing(battle, battle.world[one], battle.world[other], target)
                if cells is not None:
                    found.append(Flank(one, other, cells, clauses))
        return tuple(found)

    def denied(self, battle: Battle, target: Creature) -> tuple[str, tuple[str, ...]] | None:
        """Whom it denies the benefit now, and what that costs it (``grid5e.flank.deny.others``)."""
        name = in_force(battle, target)
        if name is None:
            return None
        return name, (battle.ruleset.clause("deny"), battle.ruleset.clause("deny others"))


def denied(target: Creature) -> str | None:
    """The flanker that a creature denies the benefit, whether or not that one still flanks."""
    return next((bonus.against for bonus in target.bonuses.items if bonus.name == DENIED), None)


def in_force(battle: Battle, target: Creature) -> str | None:
    """The flanker that a creature denies the benefit; None if that one flanks it no longer."""
    name = denied(target)
    return name if name is not None and name in flankers(battle, target) else None


def flank(battle: Battle, actor: Creature, target: Creature) -> tuple[int, int]:
    """Dice of advantage that flanking gives a melee attack: for flanking, and for a denial.

    By the switch ``deny_for_flankers`` a denial helps no others than those who flank.
    """
    around = flankers(battle, target)
    named = in_force(battle, target)
    flanks = actor.id in around and actor.id != named
    helped = flanks or not battle.ruleset.switches["deny_for_flankers"]
    return int(flanks), int(named is not None and actor.id != named and helped)
