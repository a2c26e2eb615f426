"""Saving throws under ``d20``: a die and a bonus against a difficulty."""

from __future__ import annotations

from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.rules.chance import Test
from tacsim.rulesets.family.checks import check, hits

SAVES = {"fortitude": "fort", "reflex": "ref", "will": "will"}


def saved(natural: int, total: int, against: int) -> bool:
    """Whether a saving throw holds: a natural 1 never does, a natural 20 always.

    >>> saved(1, 30, 12), saved(20, 11, 12), saved(7, 12, 12)
    (False, True, True)
    """
    return hits(natural, against - (total - natural))


def save(creature: Creature, what: str, against: int, clause: str, *more: Modifier) -> Test:
    """The ``fortitude``, ``reflex`` or ``will`` save that a creature has to make.

    ``more``: what adds to it besides the creature's own bonus.
    """
    own = Modifier(what, getattr(creature.saves, SAVES[what]), clause)
    parts = tuple(part for part in (own, *more) if part.value)
    return check(creature, what, parts, against, (clause,), naturals=True)
