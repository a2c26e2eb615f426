"""Squeezing in the ``pool`` ruleset: one size smaller, at no more cost."""

from __future__ import annotations

from typing import Any

from tacsim.enforces import enforces
from tacsim.rules.movement import squeezing


class Smaller(squeezing.Smaller):
    """One less on every axis, the height too."""

    @enforces("pool.squeeze.no-cost", "pool.rough")
    def rate(self, doublings: Any, squeezed: Any) -> Any:
        """Rough ground doubles the cost (``pool.rough``); squeezing leaves it as it is.

        >>> [Smaller().rate(slow, squeezed) for slow in (0, 1, 2) for squeezed in (False, True)]
        [1, 1, 2, 2, 4, 4]
        """
        return 2**doublings
