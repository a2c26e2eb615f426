"""Danger: what foes could do to a creature in their next turns, cell by cell."""

from __future__ import annotations

import attrs
import numpy as np

from tacsim.ai.plays import view_of
from tacsim.ai.turn import FULL, Turn
from tacsim.geometry.cells import Body, Cell
from tacsim.model.terrain import Grid
from tacsim.model.world import Creature
from tacsim.rules.occupancy import occupants
from tacsim.rules.search import Reach
from tacsim.rules.steps import Mover

FAR = 10**6
"""Half-cells to where there is no way."""
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
SIGHT = 60
"""Half-cells beyond which foes are measured as the crow flies."""


@attrs.frozen(eq=False)
class Menace:
    """One foe, as grids over the map.

    ``halves``: from where it is to a strike at each cell; ``level``: how it gets at each; ``view``:
    the cells with a view of it; ``crow``: cells to it as the crow flies.
    """

    foe: Creature
    halves: Grid
    level: Grid
    view: Grid
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
        halves = _strike_halves(turn, foe)
        level = np.zeros(halves.shape, np.int8)
        for stride in theirs.strides:
            if stride.mode.attack:
                _raise(level, halves <= stride.limit, DASH)
            elif stride.mode.steps is not None:
                _raise(level, halves <= DIAGONAL, ALL if FULL in stride.attacks else ONE)
            elif stride.attacks and not stride.mode.straight:
                _raise(level, halves <= stride.limit, COMING if theirs.piecemeal else ONE)
        everything = theirs.piecemeal or FULL in theirs.attacks_now
        _raise(level, halves == 0, ALL if everything else ONE)
    view, crow = view_of(turn, foe.body), _crow(turn, foe.body)
    shots = [weapon for weapon in foe.offence.weapons if weapon.ranged]
    for weapon in shots:
        _raise(level, view & (crow <= AIMED * weapon.increment), ALL)
    return Menace(foe, halves, level, view, crow, bool(shots))


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
    topology = turn.ruleset.topology
    cell = topology.extent(1)
    for extent, grid in stops.items():
        for weapon in foe.offence.weapons:
            if weapon.ranged or not weapon.armed:
                continue
            for offset in turn.picture.striking(weapon, extent, cell):
                for here, there in topology.overlaps(found.shape, offset):
                    np.minimum(found[here], grid[there], out=found[here])
    return found


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
            grids[body.extent][body.at[::-1]] = place.halves
    return grids
