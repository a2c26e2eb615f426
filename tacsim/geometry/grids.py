"""The grids by name."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.geometry.cube_grid import CubeGrid
from tacsim.geometry.hex_grid import HexGrid
from tacsim.geometry.square_grid import SquareGrid
from tacsim.geometry.topology import Topology

TOPOLOGIES: Mapping[str, Topology] = {
    "square": SquareGrid(),
    "hex": HexGrid(),
    "cube": CubeGrid(),
}
"""Every kind of grid by the name that maps give it."""
