"""Saving throws under ``d20``: a die and a bonus against a difficulty."""

from __future__ import annotations

from tacsim.core.chance import D20
from tacsim.core.events import Modifier
from tacsim.core.world import Creature
from tacsim.rules.chance import Save

SAVES = {"fortitude": "fort", "reflex": "ref", "will": "will"}


def saved(natural: int, total: int, against: int) -> bool:
    """Whether a saving throw holds: a natural 1 never does, a natural 20 always.

    >>> saved(1, 30, 12), saved(20, 11, 12), saved(7, 12, 12)
    (False, True, True)
    """
    return natural != 1 and (natural == 20 or total >= against)


def save(creature: Creature, what: str, against: int, clause: str, *more: Modifier) -> Save:
    """The ``fortitude``, ``reflex`` or ``will`` save that a creature has to make.

    ``more``: what adds to it besides the creature's own bonus.
    """
    own = Modifier(what, getattr(creature.saves, SAVES[what]), clause)
    parts = tuple(part for part in (own, *more) if part.value)
    bonus = sum(part.value for part in parts)

    def holds(natural: int) -> bool:
        return saved(natural, natural + bonus, against)

    return Save(creature.id, what, D20, bonus, against, holds, parts, clause)
