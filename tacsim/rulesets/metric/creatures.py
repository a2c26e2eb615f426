"""Creatures of the 5e family in spaces of a metre.

They are the entries of the family, read with other lengths (``metric.inherit``).
"""

from __future__ import annotations

from tacsim.rulesets.fifth.abilities import SKILLS as _SKILLS
from tacsim.rulesets.fifth.creatures import Book, attacks, merged
from tacsim.rulesets.fifth.lengths import METRES

_BOOK = Book(METRES)
CREATURE, WEAPON, SKILLS = _BOOK.creature_schema, _BOOK.weapon_schema, frozenset(_SKILLS)
components, misfits = _BOOK.components, _BOOK.misfits

__all__ = ["CREATURE", "SKILLS", "WEAPON", "attacks", "components", "merged", "misfits"]
