"""Areas: breaths and blasts that catch several foes at once.

Nothing here costs anything for creatures that have no such attack, or none ready.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import attrs
import numpy as np

from tacsim.ai.candidates import in_sight
from tacsim.ai.knowing.chances import blast, sure
from tacsim.ai.paths import Paths
from tacsim.ai.turn import Turn
from tacsim.core.components import AreaAttack
from tacsim.core.intents import Area
from tacsim.grid.cells import Body, Cell
from tacsim.rules.combat.areas import Caught
from tacsim.rules.openings import areas_open

TRIED = 4
"""Aims that are looked at closely."""
PLACES = 8
"""Places on the move from which aims are looked for."""
CHECKED = 2
"""Aims from there that are looked at closely."""


@attrs.frozen
class AreaCandidate:
    """An attack on an area, and what it promises for each that it catches."""

    intent: Area
    foes: tuple[Caught, ...]
    friends: tuple[Caught, ...]
    peril: float = 0.0

    @property
    def plain(self) -> bool:
        """Whether it catches at least two foes and no friend."""
        return len(self.foes) > 1 and not self.friends


def area_candidates(turn: Turn) -> list[AreaCandidate]:
    """The most promising attacks on areas that a creature can make from here and that catch a foe.

    To tell exactly what one catches takes long.
    """
    aims = [aim for area in areas_open(turn.battle, turn.actor)
            for aim in _aims(turn, area, turn.here)]  # fmt: skip
    aims.sort(key=lambda aim: -aim.worth)
    return [sweep for aim in aims[:TRIED] for sweep in _forecast(turn, aim)]


def best_of(turn: Turn, found: Iterable[AreaCandidate]) -> AreaCandidate | None:
    """The one that takes most of its foes' strength, of equals the first."""
    return max(found, key=lambda sweep: worth(turn, sweep), default=None)


def worth(turn: Turn, sweep: AreaCandidate) -> float:
    """The shares of foes' hit points that it takes, less those of friends."""
    return _shares(turn, sweep.foes) - _shares(turn, sweep.friends)


def _shares(turn: Turn, caught: tuple[Caught, ...]) -> float:
    world = turn.battle.world
    return sum(turn.share(sure(one.damage), world[one.creature]) for one in caught)


@attrs.frozen
class Aim:
    """An area that could be covered, and what that may be worth if nothing is in the way."""

    area: AreaAttack
    intent: Area
    worth: float


def _forecast(turn: Turn, aim: Aim) -> Iterator[AreaCandidate]:
    """What an attack on an area promises, if it catches any foe."""
    foes = {foe.id for foe in turn.foes}
    friends = {friend.id for friend in turn.friends}
    caught = turn.ruleset.areas.expected(turn.battle, turn.actor, aim.intent)
    hit = tuple(one for one in caught if one.creature in foes)
    if hit:
        peril = turn.peril_of_act("area") if aim.area.provokes else 0.0
        mine = tuple(one for one in caught if one.creature in friends)
        yield AreaCandidate(aim.intent, hit, mine, peril)


def _aims(turn: Turn, area: AreaAttack, body: Body) -> Iterator[Aim]:
    """The ways to aim an area from a body that may harm foes more than friends."""
    form, actor, battle = turn.ruleset.areas.shapes[area.shape], turn.actor, turn.battle
    for origin, toward in _ends(turn, area, body):
        cells = form.cells(origin, toward or origin, area.size)
        if not form.aimed:
            cells |= {origin}
        worth = 0.0
        for sign, others in ((1, turn.foes), (-1, turn.friends)):
            for one in others:
                if not cells.isdisjoint(one.body.cells):
                    worth += sign * sure(blast(battle, actor, one, area)).share(one.hp.current)
        if worth > 0:
            intent = Area(actor.id, area.shape, area.size, origin, toward, area.name)
            yield Aim(area, intent, worth)


def _ends(turn: Turn, area: AreaAttack, body: Body) -> Iterator[tuple[Cell, Cell | None]]:
    """Where an area may start and point: at foes, and at places about them; each way once."""
    topology, distance = turn.ruleset.topology, turn.ruleset.metric.distance
    far = area.size + area.range + (not turn.in_space)
    near = [foe.body for foe in turn.foes if distance(body, foe.body) <= far]
    if turn.ruleset.areas.shapes[area.shape].aimed:
        ways: dict[tuple[Cell, Cell], Cell] = {}
        for cell in (cell for foe in near for cell in foe.cells if cell not in body.cells):
            origin = topology.nearest(body, cell)
            way = topology.toward(origin, cell) if turn.in_space else cell
            ways.setdefault((origin, way), cell)
        yield from ((origin, cell) for (origin, _), cell in ways.items())
        return
    if turn.in_space:
        around = [cell for foe in near for cell in topology.around(foe, 1)]
        starts = around if area.range else body.cells[: len(near) and 1]
    else:
        starts = [corner for one in (near if area.range else [body])
                  for corner in topology.corners_of(one)]  # fmt: skip
    for cell in dict.fromkeys(starts):
        within = distance(body, topology.spot(cell)) <= area.range
        if not turn.in_space or (cell in turn.mover.field and within):
            yield cell, None


def spells(turn: Turn) -> tuple[AreaAttack, ...]:
    """The attacks on areas that can be made now, where they are gone to like shots: in space."""
    return areas_open(turn.battle, turn.actor) if turn.in_space else ()


def area_approaches(turn: Turn, paths: Paths) -> Iterator[tuple[Body, AreaCandidate]]:
    """The nearest places from which some foe can be caught in an area, each with its best aim."""
    for area in spells(turn):
        places, near = paths.places, area.size + area.range
        marks = [in_sight(turn, foe.body, near, places.extents) for foe in turn.foes]
        either = {e: np.logical_or.reduce([mark[e] for mark in marks]) for e in places.extents}
        aims: list[tuple[float, Body, Aim]] = []
        for body in islice(places.where(either), PLACES):
            if body != turn.here and turn.may_halt(body):
                aims += [(aim.worth, body, aim) for aim in _aims(turn, area, body)]
        aims.sort(key=lambda one: -one[0])
        for _, body, aim in aims[:CHECKED]:
            with turn.belief.imagined(turn.actor, turn.standing_in(body)):
                yield from ((body, sweep) for sweep in _forecast(turn, aim))
