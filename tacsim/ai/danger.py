"""Danger: what foes could do to a creature in their next turns, cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs
import numpy as np

from tacsim.ai.plays import view_of
from tacsim.ai.travels import FAR, NEAR, SIGHT, journey, small
from tacsim.ai.turn import FULL, Turn, carry
from tacsim.core.components import Weapon
from tacsim.core.terrain import Battlefield, Grid
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.rules.movement.occupancy import occupants
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover

NONE, DASH, ONE, COMING, ALL = 0, 1, 2, 3, 4
"""How a foe can get at a cell: not at all, in a dash, for one attack, for all its attacks.

``COMING``: for all its attacks too, but it has to come for them.
"""
HINDERED = 0.9
"""How often nothing and nobody keeps a foe that has to come from coming."""
DASHES = 0.7
"""How often the straight way that a dash needs is free."""
DIAGONAL = 3
"""Half-cells that one step costs at most on open ground."""
AIMED = 3
"""Range increments within which a shot is worth fearing."""


@attrs.frozen(eq=False)
class Menace:
    """One foe, as grids over the map.

    ``cost2``: from where it is to a strike at each cell; ``level``: how it gets at each; ``view``
    tells the cells with a view of it; ``crow``: cells to it as the crow flies.
    """

    foe: Creature
    cost2: Grid
    level: Grid
    view: Callable[[], Grid]
    crow: Grid
    shoots: bool

    def at(self, body: Body) -> int:
        """How it can get at a body."""
        return max(int(self.level[cell[::-1]]) for cell in body.cells)


@attrs.frozen
class Harm:
    """The damage to expect of a foe's single attack, and of all its attacks in a turn."""

    one: float
    all: float

    def of(self, level: int) -> float:
        """The damage that getting at a creature in such a way does."""
        levels = (0.0, DASHES * self.one, self.one, HINDERED * self.all, self.all)
        return levels[level]


def menaces(turn: Turn) -> tuple[Menace, ...]:
    """Every known foe as a menace to the creature whose turn it is."""
    kept, key = turn.picture.kept(turn.actor.id), ("menaces", turn.actor.id)
    if key not in kept:
        kept[key] = tuple(_menace(turn, foe) for foe in turn.foes)
    return kept[key]  # type: ignore[no-any-return]  # the notes hold what was put there


def _menace(turn: Turn, foe: Creature) -> Menace:
    refreshed = turn.ruleset.economy.refresh(turn.battle, foe)
    with turn.picture.having(foe, refreshed):
        theirs = Turn(turn.picture, turn.sparring, foe.id)
        cost2 = (_strike_halves_in_space if turn.in_space else _strike_halves)(turn, foe)
        level = np.zeros(cost2.shape, np.int8)
        for stride in theirs.strides:
            if stride.mode.attack:
                _raise(level, cost2 <= stride.limit, DASH)
            elif stride.mode.steps is not None:
                _raise(level, cost2 <= DIAGONAL, ALL if FULL in stride.attacks else ONE)
            elif stride.attacks and not stride.mode.straight:
                _raise(level, cost2 <= stride.limit, COMING if theirs.piecemeal else ONE)
        everything = theirs.piecemeal or FULL in theirs.attacks_now
        _raise(level, cost2 == 0, ALL if everything else ONE)
    crow, shots = _crow(turn, foe.body), list(turn.shots(foe))
    for weapon in shots:
        _raise(level, view_of(turn, foe.body) & (crow <= carry(weapon, AIMED)), ALL)
    for area in foe.areas.items if turn.in_space else ():
        near = crow <= area.size + area.range
        _raise(level, view_of(turn, foe.body) & near, ONE)
    view = partial(view_of, turn, foe.body)
    return Menace(foe, cost2, level, view, crow, bool(shots))


def _raise(level: Grid, where: Grid, to: int) -> None:
    np.maximum(level, np.where(where, to, NONE), out=level, casting="unsafe")


def _crow(turn: Turn, body: Body) -> Grid:
    """The cells between a body and each cell, whatever lies there."""
    field = turn.mover.field
    return turn.ruleset.topology.distances(body, field.shape)


def _strike_halves(turn: Turn, foe: Creature) -> Grid:
    """The half-cells that a foe has to go to strike at each cell, were its prey not in its way."""
    battle, field = turn.battle, turn.mover.field
    mover = Mover(battle, foe, turn.mover.known - {turn.actor.id})
    found = np.full(field.shape, FAR, np.int32)
    reach = Reach(mover, foe.body, SIGHT)
    stops = _stops(turn, foe, reach)
    for extent, grid in stops.items():
        for weapon in foe.offence.weapons:
            if not weapon.ranged and weapon.armed:
                _spread(turn, found, grid, extent, weapon)
    return found


def _spread(turn: Turn, found: Grid, grid: Grid, extent: Cell, weapon: Weapon) -> None:
    """Lower the half-cells to where a weapon strikes from bodies of a shape."""
    topology = turn.ruleset.topology
    for offset in turn.picture.striking(weapon, extent, topology.extent(1)):
        for here, there in topology.overlaps(found.shape, offset):
            np.minimum(found[here], grid[there], out=found[here])


def _strike_halves_in_space(turn: Turn, foe: Creature) -> Grid:
    """The same in space, where floors are in the way of blows."""
    mover = Mover(turn.battle, foe, turn.mover.known - {turn.actor.id})
    travel = journey(mover, foe.body, SIGHT if small(mover.field) else NEAR)
    found = np.full(mover.field.shape, FAR, np.int32)
    for extent, whole in travel.grids.items():
        grid = _free(turn, mover, extent, whole)
        for weapon in foe.offence.weapons:
            if not weapon.ranged and weapon.armed:
                _spread_in_space(turn, found, grid, extent, weapon)
    return found


def _free(turn: Turn, mover: Mover, extent: Cell, whole: Grid) -> Grid:
    """The half-cells to where a foe may stop, whoever else is there."""
    grid, battle, foe = whole.copy(), turn.battle, mover.creature
    offsets, stop = turn.ruleset.topology.offsets(extent), turn.ruleset.passage.stop
    for cell, names in occupants(battle.world).items():
        if any(name in mover.known and name != foe.id for name in names):
            for by in offsets:
                at = tuple(a - b for a, b in zip(cell, by, strict=True))
                inside = at in mover.field and grid[at[::-1]] < FAR
                if inside and not stop(battle, foe, Body(at, extent), mover.known):
                    grid[at[::-1]] = FAR
    return grid


def _spread_in_space(turn: Turn, found: Grid, grid: Grid, extent: Cell, weapon: Weapon) -> None:
    """As in the plane, but through no floor that lies in the columns of striker and prey alike.

    Of a big striker the column of its least corner stands for all.
    """
    topology, field = turn.ruleset.topology, turn.mover.field
    floors = bool(field.floors.any())
    for offset in turn.picture.striking(weapon, extent, topology.extent(1)):
        drop, rise = offset[2], 1 - extent[2] - offset[2]
        for here, there in topology.overlaps(found.shape, offset):
            cost2 = grid[there]
            if floors and drop > 0:
                shut = over_head(field, drop)[here] & under_foot(field, drop)[there]
                cost2 = np.where(shut, FAR, cost2)
            elif floors and rise > 0:
                top = over_head(field, extent[2] - 1 + rise)[there]
                cost2 = np.where(under_foot(field, rise)[here] & top, FAR, cost2)
            np.minimum(found[here], cost2, out=found[here])


def over_head(field: Battlefield, levels: int) -> Grid:
    """The cubes that have a floor over them, so many levels up at most."""
    memo = ("over head", levels)
    if memo not in field.memo:
        found = np.zeros(field.shape, bool)
        for n in range(1, min(levels, len(found) - 1) + 1):
            found[:-n] |= field.floors[n:]
        field.memo[memo] = found
    return field.memo[memo]  # type: ignore[no-any-return]  # the memo holds what was put there


def under_foot(field: Battlefield, levels: int) -> Grid:
    """The cubes with a floor under them, or under one of so many levels from theirs downward."""
    memo = ("under foot", levels)
    if memo not in field.memo:
        found = field.floors.copy()
        for n in range(1, min(levels, len(found))):
            found[n:] |= field.floors[:-n]
        field.memo[memo] = found
    return field.memo[memo]  # type: ignore[no-any-return]  # the memo holds what was put there


def _stops(turn: Turn, foe: Creature, reach: Reach) -> dict[Cell, Grid]:
    """Half-cells to each body that a foe may stop in, by shape."""
    battle, field = turn.battle, turn.mover.field
    known = reach.mover.known
    taken = {
        cell
        for cell, names in occupants(battle.world).items()
        if any(name in known and name != foe.id for name in names)
    }
    grids = {e: np.full(field.shape, FAR, np.int32) for e in reach.extents}
    for place in reach.places():
        body = place.body
        if taken.isdisjoint(body.cells) or turn.ruleset.passage.stop(battle, foe, body, known):
            grids[body.extent][body.at[::-1]] = place.cost2
    return grids
