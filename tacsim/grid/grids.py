"""The grids by name."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.grid.cubes.grid import CubeGrid
from tacsim.grid.hexes.grid import HexGrid
from tacsim.grid.squares.grid import SquareGrid
from tacsim.grid.topology import Topology

TOPOLOGIES: Mapping[str, Topology] = {
    "square": SquareGrid(),
    "hex": HexGrid(),
    "cube": CubeGrid(),
}
"""Every kind of grid by the name that maps give it."""
