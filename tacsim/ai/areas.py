"""Areas: breaths and blasts that catch several foes at once.

Nothing here costs anything for creatures that have no such attack, or none ready.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from tacsim.ai.chances import Blow, Volley
from tacsim.ai.turn import Turn
from tacsim.geometry.cells import Cell
from tacsim.model.components import AreaAttack
from tacsim.model.intents import Area
from tacsim.model.verdicts import Refused
from tacsim.rules.areas import Caught

AREA = "area"


@attrs.frozen
class Sweep:
    """An attack on an area, and what it promises for each that it catches."""

    intent: Area
    foes: tuple[Caught, ...]
    friends: tuple[Caught, ...]
    peril: float = 0.0

    @property
    def plain(self) -> bool:
        """Whether it catches at least two foes and no friend."""
        return len(self.foes) > 1 and not self.friends


def sweeps(turn: Turn) -> list[Sweep]:
    """The attacks on areas that a creature can make from here, and that catch some foe."""
    areas = turn.actor.areas.items
    if not areas or not turn.knows(AREA):
        return []
    if isinstance(turn.ruleset.economy.price(turn.battle, turn.actor, AREA), Refused):
        return []
    return [found for area in areas for found in _sweeps_of(turn, area)]


def best_of(turn: Turn, found: Iterable[Sweep]) -> Sweep | None:
    """The one that takes most of its foes' strength, of equals the first."""
    return max(found, key=lambda sweep: worth(turn, sweep), default=None)


def worth(turn: Turn, sweep: Sweep) -> float:
    """The shares of foes' hit points that it takes, less those of friends."""
    return _shares(turn, sweep.foes) - _shares(turn, sweep.friends)


def volley(caught: Caught) -> Volley:
    """What an area does to one caught in it, as the one blow that it is."""
    return Volley((Blow(1.0, caught.damage),))


def _shares(turn: Turn, caught: tuple[Caught, ...]) -> float:
    world = turn.battle.world
    return sum(volley(one).share(world[one.creature].hp.current) for one in caught)


def _sweeps_of(turn: Turn, area: AreaAttack) -> Iterator[Sweep]:
    foes = {foe.id for foe in turn.foes}
    friends = {friend.id for friend in turn.friends}
    peril = turn.peril_of_act(AREA) if area.provokes else 0.0
    for origin, toward in _aims(turn, area):
        intent = Area(turn.actor.id, area.shape, area.size, origin, toward, area.name)
        caught = turn.ruleset.areas.forecast(turn.battle, turn.actor, intent)
        hit = tuple(one for one in caught if one.creature in foes)
        if hit:
            mine = tuple(one for one in caught if one.creature in friends)
            yield Sweep(intent, hit, mine, peril)


def _aims(turn: Turn, area: AreaAttack) -> Iterator[tuple[Cell, Cell | None]]:
    """Where such an area might start and point: at foes, and at the points about them."""
    body, distance = turn.here, turn.ruleset.metric.distance
    topology, around = turn.ruleset.topology, turn.ruleset.topology.corners_of
    near = [f.body for f in turn.foes if distance(body, f.body) <= area.size + area.range + 1]
    if turn.ruleset.areas.shapes[area.shape].aimed:
        goals = dict.fromkeys(cell for foe in near for cell in foe.cells)
        yield from (
            (topology.nearest(body, cell), cell) for cell in goals if cell not in body.cells
        )
        return
    corners = dict.fromkeys(c for b in (near if area.range else [body]) for c in around(b))
    yield from ((corner, None) for corner in corners)
