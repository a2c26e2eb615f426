"""Tools: what pointing at a cell or a creature does."""

from __future__ import annotations

import attrs

from tacsim.grid.cells import Cell


@attrs.frozen
class Tool:
    """``kind`` is "move", "step", "dart", "close", "act", "put", "area", "template" or "look".

    "close" is a move that ends in an attack, "dart" one with an attack on the way, "put" an act
    that says where something ends up.

    ``mode``: of moves the mode of movement, None for the first that works; of an act its key, of an
    area the attack's name, of a template the shape. ``about``: of an act its first target, while a
    second is being chosen, or the place of what it is done with; of a "close" the act in place of
    its attack.
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
        return self.kind in ("act", "close")

    @property
    def covers(self) -> bool:
        """Whether it covers an area."""
        return self.kind in ("area", "template")

    @property
    def act(self) -> str:
        """The key of the act that it carries out; empty for other tools."""
        return (self.mode or "") if self.kind == "act" else ""
