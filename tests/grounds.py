"""The ground of maps, to be compared: kinds of a map's own by what they are, not by their names."""

from __future__ import annotations

from tacsim.core.terrain import Battlefield


def ground_of(field: Battlefield) -> tuple[object, ...]:
    """Everything that a map file says of a map."""
    kinds = [[[field.grounds[name] for name in row] for row in level] for level in field.levels]
    barriers = sorted(field.barriers, key=lambda barrier: barrier.between)
    return (field.name, field.topology, kinds, barriers, field.dark, field.lamps, field.labels)
