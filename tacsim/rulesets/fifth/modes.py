"""The modes of movement of the 5e family: all out of one pool of speed (``grid5e.move.pool``)."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.rules.movement.policies import MoveMode


def modes(cite: Mapping[str, str]) -> dict[str, MoveMode]:
    """Walking, flying, crawling, dragging a held creature; each may be split over a turn."""
    return {
        mode.name: mode
        for mode in (
            MoveMode("walk", cite["movement"], pace=1, parts=True, on_foot=True),
            MoveMode("fly", cite["movement"], requires="flying", parts=True),
            MoveMode("crawl", cite["prone"], pace=1, requires="prone", parts=True),
            MoveMode("drag", cite["grapple"], parts=True),
        )
    }
