"""Crossings: which sides a step or a quarter turn leads across, and where that is a barrier."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import pairwise, permutations

import numpy as np

from tacsim.core.terrain import Grid
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.squares.lines import Edge, edge
from tacsim.grid.topology import Topology


@enforces("d20.body.barrier", "grid5e.body.barrier")
def crossed(topology: Topology, old: Body, by: Cell, new: Body) -> set[Edge]:
    """The sides that cells of the old body cross on becoming cells of the new one.

    Clause: ``d20.body.barrier``.
    """
    kept = set(new.cells)
    moving = [cell for cell in old.cells if shifted(cell, by) in kept]
    if topology.straight(by):
        sides = (topology.side(cell, shifted(cell, by)) for cell in moving)
        return {side for side in sides if side is not None}
    edges: set[Edge] = set()
    for cell in moving:
        for way in ways_round(by):
            on = (cell, *(shifted(cell, part) for part in way))
            sides = (topology.side(a, b) for a, b in pairwise(on))
            edges.update(side for side in sides if side is not None)
    return edges


def swept(old: Body, new: Body, toward: Cell, length: int) -> set[Edge]:
    """The sides that the turning end of a body crosses, growing out of the block that stays."""
    shared = set(old.cells) & set(new.cells)
    edges: set[Edge] = set()
    for _ in range(length):
        ahead = {shifted(cell, toward) for cell in shared}
        edges |= {edge(shifted(c, (-toward[0], -toward[1])), c) for c in ahead - shared}
        shared |= ahead
    return edges


@lru_cache(maxsize=64)
def ways_round(by: Cell) -> tuple[tuple[Cell, ...], ...]:
    """The ways to take a diagonal step one axis after another, as shifts from its start.

    >>> ways_round((1, -1))
    (((1, 0), (1, -1)), ((0, -1), (1, -1)))
    """
    axes = [axis for axis, n in enumerate(by) if n]
    return tuple(
        tuple(
            tuple(n if axis in order[:done] else 0 for axis, n in enumerate(by))
            for done in range(1, len(order) + 1)
        )
        for order in permutations(axes)
    )


def starts(
    shape: tuple[int, ...],
    crossed_from: list[tuple[Cell, set[Edge]]],
    across: AbstractSet[Edge],
) -> Grid:
    """The cells of a map of a shape from which a step leads across any of some sides.

    ``crossed_from``: the sides that it crosses from certain cells; from the others it crosses
    those which lie likewise, rows repeating after as many as there are such cells.
    """
    marked = np.zeros(shape, bool)
    standing = _by_direction(across)
    for here, edges in crossed_from:
        for by, firsts in _by_direction(edges).items():
            if by in standing:
                away = firsts - np.array(here)
                nodes = (standing[by][:, None] - away[None]).reshape(-1, len(here))
                good = (nodes >= 0).all(1) & (nodes < shape[::-1]).all(1)
                good &= nodes[:, 1] % len(crossed_from) == here[1]
                marked[tuple(nodes[good].T[::-1])] = True
    return marked


def _by_direction(edges: AbstractSet[Edge]) -> dict[Cell, Grid]:
    """The first ends of edges, by the way to their second ends."""
    found: dict[Cell, list[Cell]] = {}
    for a, b in sorted(edges):
        found.setdefault(tuple(q - p for p, q in zip(a, b, strict=True)), []).append(a)
    return {by: np.array(firsts) for by, firsts in found.items()}
