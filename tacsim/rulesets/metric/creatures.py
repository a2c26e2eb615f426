"""Creatures of the 5e family, read with other lengths (``metric.inherit``)."""

from __future__ import annotations

from tacsim.rulesets.fifth.creatures import FifthBook
from tacsim.rulesets.fifth.lengths import METRES

BOOK = FifthBook(METRES)
