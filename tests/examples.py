"""How many examples a property is tried on."""

from __future__ import annotations

from hypothesis import settings


def some(count: int) -> int:
    """So many where all are wanted (``-m slow``), their part of them in the gate."""
    return max(count * settings.default.max_examples // 100, 4)
