"""Pace: how long each event of a battle is seen when it is played back."""

from __future__ import annotations

from collections.abc import Mapping

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""How many times as fast a battle is played back."""
SECONDS: Mapping[str, float] = {
    "stepped": 0.12, "struck": 0.8, "downed": 0.8, "fell": 0.5, "turn_started": 0.5,
}  # fmt: skip
"""How long an event is seen at speed 1, by its name; others take ``OTHER``."""
OTHER = 0.3


def seconds(name: str | None) -> float:
    """How long an event is seen at speed 1; None: the beginning.

    >>> seconds("struck"), seconds("rolled"), seconds(None)
    (0.8, 0.3, 0.3)
    """
    return SECONDS.get(name or "", OTHER)
