"""Tools: what pointing at a cell or a creature means."""

from __future__ import annotations

import attrs

from tacsim.app.intents import ACTS
from tacsim.grid.cells import Cell

BLOWS = ("strike", "full_attack", "charge")


@attrs.frozen
class Tool:
    """What pointing means: ``kind`` is move, step, dart, area, template, look, or whom it aims at.

    ``mode`` is the mode of movement that it uses, None for the gentlest that will do; of an act its
    variant, of an area the attack, of a template the shape. ``about``: of an aid the friend, of a
    charge the act in place of its blow.
    """

    kind: str = "move"
    mode: str | None = None
    about: str | None = None
    size: int = 0
    """Of a template, in cells."""
    origin: Cell | None = None
    """Where a template starts, if that has been chosen."""

    @property
    def aims(self) -> bool:
        """Whether it points at creatures rather than cells."""
        return self.kind in BLOWS or self.kind in ACTS

    @property
    def covers(self) -> bool:
        """Whether it covers an area."""
        return self.kind in ("area", "template")
