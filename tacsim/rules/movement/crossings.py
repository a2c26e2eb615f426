"""Crossings: which steps lead over barriers, as arrays for the search."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np

from tacsim.core.terrain import Grid
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.lines import Edge
from tacsim.grid.windows import Window
from tacsim.rules.movement.policies import Option
from tacsim.rules.movement.steps import Mover


class Crossings:
    """Which steps cross barriers, as grids over the window; None where none stands near."""

    def __init__(self, mover: Mover, window: Window) -> None:
        self._mover = mover
        self._window = window
        self._any = bool(mover.field.barriers) and (
            mover.ground.barriers or mover.ground.hampered_by_barriers
        )

    def of(self, extent: Cell, by: Cell, option: Option) -> tuple[Grid | None, Grid | None]:
        """The nodes from which a step is barred, and those from which it is hampered."""
        if not self._any:
            return None, None

        def edges(body: Body) -> set[tuple[Cell, Cell]]:
            new = Body(shifted(body.at, option.offset), option.extent)
            return self._mover.crossed(body, by, new)

        return self._marked(("step", extent, by, option), extent, edges)

    def of_turn(
        self, old: Cell, new: Cell, offset: Cell, toward: Cell, length: int
    ) -> tuple[Grid | None, Grid | None]:
        """The same for a quarter turn."""
        if not self._any:
            return None, None

        def edges(body: Body) -> set[tuple[Cell, Cell]]:
            turned = Body(shifted(body.at, offset), new)
            return self._mover.swept(body, turned, toward, length)

        return self._marked(("turn", old, new, offset, toward, length), old, edges)

    def _marked(
        self, what: Any, extent: Cell, edges: Callable[[Body], set[tuple[Cell, Cell]]]
    ) -> tuple[Grid | None, Grid | None]:
        """The window's part of the marks, which the field keeps: barriers never move."""
        mover, field = self._mover, self._mover.field
        ground = mover.ground
        key = ("crossings", what, ground.barriers, ground.hampered_by_barriers)
        if key not in field.memo:
            repeats = mover.battle.ruleset.topology.repeats
            crossed = [(cell, edges(Body(cell, extent))) for cell in repeats]
            field.memo[key] = tuple(
                _nodes(field.shape, crossed, across) for across in (mover.walls, mover.hedges)
            )
        barred, hampered = map(self._window.cut, field.memo[key])
        return (barred if barred.any() else None), (hampered if hampered.any() else None)


def _nodes(
    shape: tuple[int, ...],
    crossed: list[tuple[Cell, set[Edge]]],
    across: AbstractSet[Edge],
) -> Grid:
    """The cells at which a step crosses any of some edges.

    ``crossed``: the edges that it crosses from certain cells; from the others it crosses those
    which lie likewise, rows repeating after as many as there are such cells.
    """
    marked = np.zeros(shape, bool)
    standing = _by_direction(across)
    for here, edges in crossed:
        for by, starts in _by_direction(edges).items():
            if by in standing:
                away = starts - np.array(here)
                nodes = (standing[by][:, None] - away[None]).reshape(-1, len(here))
                good = (nodes >= 0).all(1) & (nodes < shape[::-1]).all(1)
                good &= nodes[:, 1] % len(crossed) == here[1]
                marked[tuple(nodes[good].T[::-1])] = True
    return marked


def _by_direction(edges: AbstractSet[Edge]) -> dict[Cell, Grid]:
    """The first ends of edges, by the way to their second ends."""
    found: dict[Cell, list[Cell]] = {}
    for a, b in sorted(edges):
        found.setdefault(tuple(q - p for p, q in zip(a, b, strict=True)), []).append(a)
    return {by: np.array(starts) for by, starts in found.items()}


__all__ = ["Crossings"]
