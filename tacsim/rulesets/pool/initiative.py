"""Initiative in the ``pool`` ruleset: the faces of one's Grace dice, added up.

Ties go to players, then to their allies, to neutrals, to enemies; within one class to the higher
Grace, and then to throws (``pool.init.tie``).
"""

from __future__ import annotations

from tacsim.core import events as ev
from tacsim.core.chance import Sum
from tacsim.core.components import ROLES
from tacsim.core.world import Creature, World
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rulesets.pool.dice import SIDES, pool

CLAUSES = ("pool.init.roll", "pool.init.sum")


@enforces("pool.init.role")
def role(world: World, side: str) -> str:
    """What a side is to the players: what it says, else as it stands to the first side.

    Clause: ``pool.init.role``.
    """
    own = world.sides[side].role
    if own:
        return own
    first = world.sides.items[0].id
    if side == first:
        return "players"
    return "allies" if world.sides.friendly(side, first) else "enemies"


def rolled(battle: Battle) -> list[ev.Event]:
    """The throws for initiative, and the battle's start with the order that they make."""
    world, throws = battle.world, Throws(battle)
    events: list[ev.Event] = []
    totals: dict[str, int] = {}
    for creature in world.creatures:
        fixed = creature.traits.fixed_initiative
        totals[creature.id] = _thrown(throws, creature, events) if fixed is None else fixed
    ranks = {c.id: _rank(world, c, totals[c.id]) for c in world.creatures}
    order: list[str] = []
    for rank in sorted(set(ranks.values())):
        order += _settled(throws, [name for name in world.ids if ranks[name] == rank], events)
    clauses = (*CLAUSES, "pool.init.order")
    in_order = tuple(totals[name] for name in order)
    started = ev.BattleStarted(
        battle.ruleset.id, world.dice.seed, tuple(order), in_order, clauses=clauses
    )
    return [*events, started]


def _rank(world: World, creature: Creature, total: int) -> tuple[int, int, int]:
    return (-total, ROLES.index(role(world, creature.side)), -creature.attributes["grace"])


def _thrown(throws: Throws, creature: Creature, events: list[ev.Event]) -> int:
    """The sum of a creature's Grace dice; half a die throws the lowest again, the better counts."""
    grace = pool(creature.attributes["grace"])
    first = throws.roll(creature.id, "initiative", Sum(grace.dice, SIDES), 0, CLAUSES)
    events.append(first)
    if not grace.rerolls:
        return first.total
    low = min(first.dice)
    again = throws.roll(creature.id, "initiative reroll", Sum(1, SIDES), 0, CLAUSES)
    total = first.total - low + max(low, *again.dice)
    told = ev.Rolled(creature.id, "initiative reroll", again.dice, total, CLAUSES, "initiative")
    events.append(told)
    return total


def _settled(throws: Throws, tied: list[str], events: list[ev.Event]) -> list[str]:
    """Settle a tie by throws among the tied until all differ."""
    if len(tied) < 2:
        return tied
    faces = {}
    for name in tied:
        roll = throws.roll(name, "initiative tie", Sum(1, SIDES), 0, ("pool.init.tie",))
        events.append(roll)
        faces[name] = roll.total
    order: list[str] = []
    for face in sorted(set(faces.values()), reverse=True):
        order += _settled(throws, [name for name in tied if faces[name] == face], events)
    return order
