"""Checks with a twenty-sided die: against a difficulty, and of two against each other.

Parts on ``advantage`` count dice: above 0 of advantage, below 0 of disadvantage. What they come to
is the ruleset's switch ``stack_advantage`` (``grid5e.advantage.stack``).
"""

from __future__ import annotations

from typing import TypeAlias

from tacsim.core.chance import Contest, Grade, Kept
from tacsim.core.events import Contested, Event, Modifier, Rolled
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Test, Throws

Parts: TypeAlias = tuple[Modifier, ...]

DICE = "advantage"
"""What the parts are on that count dice."""
WAYS = ("melee", "ranged")
"""The situations of attacks: whether at range."""


def sum_of(parts: Parts, on: str) -> int:
    """The sum of one side of a throw."""
    return sum(part.value for part in parts if part.on == on)


@enforces("grid5e.advantage.stack")
def net(parts: Parts, *, stack: bool) -> int:
    """Dice of advantage left over: the sum, or without stacking its sign where all agree.

    >>> dice = (Modifier("a", 1, "", "advantage"), Modifier("b", 2, "", "advantage"),
    ...         Modifier("c", -1, "", "advantage"))
    >>> net(dice, stack=True), net(dice, stack=False), net(dice[:2], stack=False)
    (2, 0, 1)
    """
    if stack:
        return sum_of(parts, DICE)
    counts = [part.value for part in parts if part.on == DICE]
    return int(any(n > 0 for n in counts)) - int(any(n < 0 for n in counts))


def dice_of(battle: Battle, parts: Parts) -> int:
    """The same as the battle's switches have it."""
    return net(parts, stack=battle.ruleset.switches.get("stack_advantage", True))


def hits(natural: int, need: int) -> bool:
    """Whether a natural roll does where 1 never does and 20 always; ``need`` or more else.

    >>> hits(1, -10), hits(20, 30), hits(7, 7)
    (False, True, True)
    """
    return natural != 1 and (natural == 20 or natural >= need)


def check(
    creature: Creature,
    what: str,
    parts: Parts,
    against: int,
    clauses: tuple[str, ...],
    target: str | None = None,
    *,
    dice: int = 0,
    naturals: bool = False,
) -> Test:
    """The check that a creature has to make.

    ``dice``: of advantage; ``naturals``: a natural 1 never passes, a natural 20 always.
    """
    added = sum(part.value for part in parts if part.on != DICE)

    def passes(natural: int) -> bool:
        return hits(natural, against - added) if naturals else natural + added >= against

    return Test(creature.id, what, Kept(dice), added, against, passes, parts, clauses, target)


def contest(
    battle: Battle,
    what: str,
    actor: Creature,
    mine: Parts,
    foe: Creature,
    theirs: Parts,
    clause: str,
    grade: Grade = lambda margin: margin >= 0,
    throws: Throws | None = None,
) -> tuple[list[Event], int]:
    """Throw for both; by how much the actor wins, or loses when below 0.

    Equal totals are the ruleset's affair (``ties``). ``grade``: what of the margin makes a
    difference, if more than who wins does; ``throws``: those made before.
    """
    dice, other = dice_of(battle, mine), dice_of(battle, theirs)
    plain, against = ([p for p in parts if p.on != DICE and p.value] for parts in (mine, theirs))
    bonus, resists = sum(p.value for p in plain), sum(p.value for p in against)
    throw = Contest(bonus, resists, battle.ruleset.ties, dice, other)
    margin, faces = (throws or Throws(battle)).settle(throw, grade)
    events: list[Event] = []
    totals = 0, 0
    for a, b in zip(faces[::2], faces[1::2], strict=True):
        totals = Kept(dice).kept(a) + bonus, Kept(other).kept(b) + resists
        events.append(Rolled(actor.id, what, a, totals[0], (clause,)))
        events.append(Rolled(foe.id, what, b, totals[1], (clause,)))
    parts = (*plain, *against, *(p for p in (*mine, *theirs) if p.on == DICE))
    told = Contested(actor.id, foe.id, what, *totals, margin >= 0, parts, (clause,))
    return [*events, told], margin
