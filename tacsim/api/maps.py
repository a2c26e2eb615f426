"""Maps by themselves: found by name, and as files of other programs."""

from __future__ import annotations

from pathlib import Path

from tacsim.content.checks import any_ground
from tacsim.content.documents import read_document
from tacsim.content.faults import ContentError
from tacsim.content.library import find_scenario, is_scenario
from tacsim.content.maps import read_map
from tacsim.content.scenarios import read_scenario
from tacsim.core.terrain import Battlefield
from tacsim.storage.saved import is_save, read


def map_of(name: str | Path) -> Battlefield:
    """The map of a map file, a scenario (a name in maps/ too) or a save; ContentError."""
    path = find_scenario(name)
    if is_save(path):
        return read(path).scenario.field
    if is_scenario(path):
        return read_scenario(path).field
    field, faults = read_map(read_document(path), any_ground())
    if field is None or faults:
        raise ContentError(faults)
    return field


def export_map(field: Battlefield, form: str, level: int = 0) -> tuple[str, list[str]]:
    """A map as "uvtt", "tiled" or "svg", and what of it that does not hold.

    ``level``: of cubes, the one that Universal VTT shows. Errors: ValueError where it cannot hold
    such a map; KeyError for another form.
    """
    # Each form is imported by itself: that of a picture draws, that of a text does not.
    if form == "uvtt":
        from tacsim.export.map_uvtt import map_uvtt

        return map_uvtt(field, level)
    if form == "tiled":
        from tacsim.export.map_tiled import map_tiled

        return map_tiled(field), []
    if form == "svg":
        from tacsim.export.map_picture import map_picture

        return map_picture(field), []
    raise KeyError(form)


__all__ = ["export_map", "is_save", "map_of"]
