"""Squeezing in the 5e family: into the body of the next smaller size, inside the full one."""

from __future__ import annotations

from typing import Any

from tacsim.enforces import enforces
from tacsim.rules.movement import squeezing


class Smaller(squeezing.Smaller):
    """The squeezing policy of the 5e family: one less on every axis."""

    @enforces("difficult", "squeeze", "grid5e.enter.difficult.diag", "metric.enter.difficult.diag")
    def rate(self, doublings: Any, squeezed: Any) -> Any:
        """One more for slow ground, however slow, and one more for squeezing; diagonals too.

        >>> [Smaller().rate(slow, squeezed) for slow in (0, 1, 3) for squeezed in (False, True)]
        [1, 2, 2, 3, 2, 3]
        """
        return 1 + (doublings > 0) + squeezed
