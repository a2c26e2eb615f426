"""Creatures of the 5e family in squares of 5 ft."""

from __future__ import annotations

from tacsim.rulesets.fifth.creatures import FifthBook
from tacsim.rulesets.fifth.lengths import SQUARES

BOOK = FifthBook(SQUARES)
