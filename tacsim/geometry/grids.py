"""The grids by name."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.geometry.square_grid import SquareGrid
from tacsim.geometry.topology import Topology

TOPOLOGIES: Mapping[str, Topology] = {"square": SquareGrid()}
"""Every kind of grid by the name that maps give it."""
