"""Maps from elsewhere, as maps of ours."""

from __future__ import annotations

from tacsim.content.imports import FORMATS, Found, read_foreign
from tacsim.content.imports.tiles import NAMES
from tacsim.content.map_text import map_text
from tacsim.grid.grids import TOPOLOGIES


def written(found: Found) -> str:
    """The map file of an import."""
    return map_text(found.field, found.about)


__all__ = ["FORMATS", "NAMES", "TOPOLOGIES", "Found", "read_foreign", "written"]
