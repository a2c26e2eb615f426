"""Scouting: where to go when no foe is known."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.ai.approach import along, march_to, marches, whole_field
from tacsim.ai.turn import Turn
from tacsim.core.intents import Intent
from tacsim.grid.cells import Body, Cell
from tacsim.rules.perception import side_sees

PATCH = 5
"""Cells along each side of the patches into which the map is cut for searching it."""
LINGER = 3
"""Rounds for which a patch stays the goal."""


def scouts(turn: Turn) -> Iterator[Intent]:
    """Moves towards a patch of the map that nobody of the side sees now.

    Which patch that is changes with the rounds, the farthest from the side coming first, so that a
    search goes on without remembering where it has been.
    """
    strides = marches(turn)
    goal = _goal(turn)
    if goal is None:
        return
    travel = turn.travel(whole_field(turn))
    way = march_to(travel, goal)
    for routes in strides:
        for _, route in along(turn, way, routes):
            yield routes.move(route)
            break


def _goal(turn: Turn) -> Body | None:
    """The place to go to: in an unseen patch, farthest from the side first, then by turns."""
    seen = side_sees(turn.battle, turn.actor.side)
    patches: dict[Cell, Body] = {}
    for body in turn.travel(whole_field(turn)).places:
        if not seen[body.at[::-1]] and turn.may_stop(body):
            patches.setdefault(tuple(n // PATCH for n in body.at), body)
    if not patches:
        return None
    crowd = [turn.actor, *turn.friends]
    distance = turn.ruleset.metric.distance

    def away(body: Body) -> int:
        return sum(distance(body, friend.body) for friend in crowd)

    ordered = sorted(patches.values(), key=lambda body: (-away(body), body))
    return ordered[(turn.battle.world.clock.round - 1) // LINGER % len(ordered)]
