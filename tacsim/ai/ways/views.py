"""Views: what is seen from where, as arrays over the map that are kept with it."""

from __future__ import annotations

import numpy as np

from tacsim.core.terrain import Battlefield, Grid
from tacsim.grid.cells import Body, Cell
from tacsim.grid.topology import Topology
from tacsim.rules.perception import in_line


def view(field: Battlefield, topology: Topology, body: Body) -> Grid:
    """The cells with a view of a body, in whatever light; do not change it."""
    return field.memo.of(("view", body), lambda: _view(field, topology, body))


def _view(field: Battlefield, topology: Topology, body: Body) -> Grid:
    clear = ~field.array("opaque")
    if clear.all() and not field.shut and not field.floors.any():
        return clear  # nothing stands in the way anywhere
    return in_line(field, topology, body)


def over(topology: Topology, grid: Grid, extent: Cell, join: np.ufunc) -> Grid:
    """Join a grid over the cells of a body wherever it may stand; at the rim, over its part there.

    >>> from tacsim.grid.grids import TOPOLOGIES
    >>> over(TOPOLOGIES["square"], np.array([[1, 5, 2]]), (2, 1), np.maximum).tolist()
    [[5, 5, 2]]
    """
    offsets = topology.offsets(extent)[1:]
    if not offsets:
        return grid
    out = grid.copy()
    for by in offsets:
        for here, there in topology.overlaps(grid.shape, by):
            join(out[here], grid[there], out=out[here])
    return out
