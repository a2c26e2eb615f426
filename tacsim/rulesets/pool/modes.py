"""The modes of movement of the ``pool`` ruleset: all out of one pool of Speed."""

from __future__ import annotations

from tacsim.rules.movement.policies import MoveMode

MODES = {
    mode.name: mode
    for mode in (
        MoveMode("walk", "pool.move.horizontal", pace=1, parts=True, on_foot=True),
        MoveMode("climb", "pool.space.climb", parts=True, on_foot=True, climbs=True),
        MoveMode("fly", "pool.speed", parts=True, requires="flying"),
    )
}
"""Walking, with as much climbing as takes no check; climbing higher; flying."""
