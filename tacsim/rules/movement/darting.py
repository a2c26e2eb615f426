"""Darting: a move with one attack on a foe on the way, between its first step and its last.

The attack is made in the first body on the way from which a melee weapon reaches the foe, if that
is one in which the mover may stop.
"""

from __future__ import annotations

from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.rules.movement.charge import can_attack
from tacsim.rules.movement.policies import MoveMode
from tacsim.rules.movement.search import Place, Reach
from tacsim.rules.movement.steps import Mover


def strike_after(
    mover: Mover, mode: MoveMode, path: tuple[Body, ...], foe: Creature
) -> int | Refused:
    """After how many steps of a way its foe is struck; refused where it cannot be on the way."""
    for taken, body in enumerate(path[:-1], start=1):
        if _strikes_from(mover, body, foe):
            return taken
    return refuse(Reason.NOT_ON_THE_WAY, mode.clause, name=foe.id)


def way_past(
    mover: Mover, mode: MoveMode, limit: int, to: Cell, foe: Creature
) -> list[Body] | Refused:
    """The cheapest way to a place on which a foe can be struck, the start left out.

    Of equally cheap ones it is that whose attack comes first; then the row decides and the column.
    """
    out = Reach(mover, mover.creature.body, limit)
    spots = [
        place
        for place in out.places()
        if place.cost2 and place.body.at != to and _strikes_from(mover, place.body, foe)
    ]
    refusal = refuse(Reason.NOT_ON_THE_WAY, mode.clause, name=foe.id)
    best: tuple[int, list[Body]] | None = None
    for spot in sorted(spots, key=_by_cost):
        onward = Reach(mover, spot.body, limit - spot.cost2)
        ends = [place for place in onward.at(to) if _may_stop(mover, place.body)]
        end = min(ends, key=_by_cost, default=None)
        if end is not None and (best is None or spot.cost2 + end.cost2 < best[0]):
            way = [*out.way(spot.body)[1:], *onward.way(end.body)[1:]]
            best = (spot.cost2 + end.cost2, way)
    return best[1] if best else refusal


def _strikes_from(mover: Mover, body: Body, foe: Creature) -> bool:
    return _may_stop(mover, body) and can_attack(mover, body, foe)


def _may_stop(mover: Mover, body: Body) -> bool:
    passage = mover.battle.ruleset.passage
    return bool(passage.stop(mover.battle, mover.creature, body, mover.known))


def _by_cost(place: Place) -> tuple[int, int, int]:
    x, y = place.body.at
    return (place.cost2, y, x)
