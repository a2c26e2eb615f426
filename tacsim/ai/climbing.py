"""Climbing: up walls that are too high to be climbed in passing, where that may be worth a fall."""

from __future__ import annotations

from tacsim.ai.routes import Routes
from tacsim.ai.turn import Stride, Turn
from tacsim.core.intents import Move
from tacsim.grid.cells import Body
from tacsim.rules.forecast import checks

BOLD = 0.3
"""The chance to get up at least, with which anybody tries."""
PLENTY = 10_000
"""Half-cells that are enough for any way."""
HEAVY = 2
"""Hit points with which nobody risks a fall."""


def climbers(turn: Turn) -> Routes | None:
    """The ways of one who climbs, where that leads anywhere else than walking."""
    stride = climbing(turn)
    if stride is None:
        return None
    routes, walking = Routes(turn, stride), turn.travel(stride.limit)
    return routes if len(routes.travel.places) > len(walking.places) else None


def climbing(turn: Turn) -> Stride | None:
    """The mode of movement for walls, for those who need it and can risk it."""
    if not turn.in_space or not turn.mover.earthbound or turn.actor.hp.current <= HEAVY:
        return None
    if not turn.mover.field.array("solid")[turn.mover.full[-1] :].any():
        return None  # no wall is too high to be climbed in passing
    found = (turn.stride_of(mode) for mode in turn.ruleset.modes.values() if mode.climbs)
    return next((stride for stride in found if stride is not None), None)


def chance(turn: Turn, stride: Stride, path: tuple[Body, ...]) -> float:
    """How likely nothing fails on a way, however many turns it takes; a failure is its end.

    ``path``: without where it begins.
    """
    places, extents = zip(*((body.at, body.extent) for body in path), strict=True)
    move = Move(turn.actor.id, path=places, mode=stride.mode.name, extents=extents)
    with turn.picture.having(turn.actor, (("movement", PLENTY),)):
        return 1 - sum(one.made * (1 - one.passed) for one in checks(turn.battle, move))


__all__ = ["BOLD", "chance", "climbers", "climbing"]
