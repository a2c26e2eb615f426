"""Lanes: ways that have to do with one foe, through it or past it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.movement.charge import can_attack
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.policies import MoveMode
from tacsim.rules.movement.search import Reach

MayStop = Callable[[Body], bool]


def _reach(battle: Battle, actor: str, mode: MoveMode) -> Reach | None:
    """What a creature can reach in a mode, if it can move so at all."""
    creature = battle.world[actor]
    allowance = battle.ruleset.economy.allowance(battle, creature, mode)
    if isinstance(allowance, Refused):
        return None
    mover = mover_of(battle, creature, mode)
    return Reach(mover, creature.body, allowance.total - allowance.spent)


def _meets(a: Body, b: Body) -> bool:
    return not set(a.cells).isdisjoint(b.cells)


def lines_through(
    battle: Battle, actor: str, mode: MoveMode, target: str, may_stop: MayStop
) -> Iterator[list[Body]]:
    """Ways up to a foe and on in one direction until they are past it.

    They come up to it where one may stop: whoever fails ends there.
    """
    reach, foe = _reach(battle, actor, mode), battle.world[target].body
    directions = battle.ruleset.topology.directions
    for place in reach.places() if reach is not None else ():
        if battle.ruleset.metric.distance(place.body, foe) != 1:
            continue
        if reach is None or (place.cost2 and not may_stop(place.body)):
            continue
        by = next(by for by in directions if _meets(place.body.moved(by), foe))
        line, body = reach.way(place.body)[1:], place.body.moved(by)
        while _meets(body, foe):
            line, body = [*line, body], body.moved(by)
        yield [*line, body]


def ends_past(
    battle: Battle, actor: str, mode: MoveMode, target: str, may_stop: MayStop
) -> Iterator[Body]:
    """Where a move may end on which a foe is struck before."""
    out, foe = _reach(battle, actor, mode), battle.world[target]
    for spot in out.places() if out is not None else ():
        if out is None or not spot.cost2 or not can_attack(out.mover, spot.body, foe):
            continue
        if may_stop(spot.body):
            onward = Reach(out.mover, spot.body, out.limit - spot.cost2)
            for end in onward.places():
                if end.body != spot.body and may_stop(end.body):
                    yield end.body
