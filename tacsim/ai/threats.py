"""Threats: how foes can get at each cell, and what they do there, as grids over the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs
import numpy as np

from tacsim.ai.candidates import view_of
from tacsim.ai.knowing.chances import gone_to
from tacsim.ai.knowing.weights import PLACE
from tacsim.ai.turn import Turn, carry, ways_open
from tacsim.ai.ways.places import FAR, NEAR, SIGHT, Places, in_space, small
from tacsim.core.components import Weapon
from tacsim.core.terrain import Battlefield, Grid
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.rules.movement.occupancy import occupants
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover
from tacsim.rules.openings import Attackings, attacks, fresh

NONE, CHARGE, ONE, COMING, ALL = 0, 1, 2, 3, 4
"""How a foe can get at a cell: not at all, in a charge, for one attack, for all its attacks.

``COMING``: for all its attacks too, but it has to come for them.
"""
DIAGONAL = 3
"""Half-cells that one step costs at most on open ground."""
AIMED = 3
"""Range increments within which a shot is worth fearing."""


@attrs.frozen(eq=False)
class Threat:
    """One foe, as grids over the map.

    ``cost2``: from where it is to a strike at each cell; ``level``: how it gets at each; ``shot``:
    those that it can shoot at; ``view`` tells the cells with a view of it; ``crow``: cells to it as
    the crow flies.
    """

    foe: Creature
    cost2: Grid
    level: Grid
    shot: Grid
    view: Callable[[], Grid]
    crow: Grid
    shoots: bool

    def at(self, body: Body) -> int:
        """How it can get at a body."""
        return max(int(self.level[cell[::-1]]) for cell in body.cells)

    def shoots_at(self, body: Body) -> bool:
        """Whether it can shoot at a body."""
        return any(self.shot[cell[::-1]] for cell in body.cells)


@attrs.frozen
class Harm:
    """The damage to expect of a foe's single blow, of all so many blows in a turn, and of shots."""

    one: float
    all: float
    attacks: int
    shot: float
    shots: int

    def of(self, level: int) -> float:
        """The damage that getting at a creature in such a way does."""
        levels = (0.0, PLACE.charges * self.one, self.one, PLACE.hindered * self.all, self.all)
        return levels[level]


def threats(turn: Turn) -> tuple[Threat, ...]:
    """Every known foe as a threat to the creature whose turn it is."""
    notes, key = turn.belief.kept(turn.actor.id), ("threats", turn.actor.id)
    if key not in notes:
        notes[key] = tuple(_threat(turn, foe) for foe in turn.foes)
    return notes[key]  # type: ignore[no-any-return]  # the notes hold what was put there


def _threat(turn: Turn, foe: Creature) -> Threat:
    cost2 = _strike_cost2(turn, foe)
    level = np.zeros(cost2.shape, np.int8)
    anew = fresh(turn.battle, foe)
    for one in ways_open(turn.battle, foe, anew):
        if one.mode.attack:
            _raise(level, cost2 <= one.limit, CHARGE)
        elif one.mode.steps is not None:
            _raise(level, cost2 <= DIAGONAL, ALL if _full(one.attacks) else ONE)
        elif one.attacks and not one.mode.straight:
            _raise(level, cost2 <= one.limit, COMING if turn.piecemeal else ONE)
    everything = turn.piecemeal or _full(attacks(turn.battle, foe, anew))
    _raise(level, cost2 == 0, ALL if everything else ONE)
    crow, shots = crow_from(turn, foe.body), list(turn.shots(foe))
    view = partial(view_of, turn, foe.body)
    far = [carry(weapon, AIMED) for weapon in shots]
    far += [area.size + area.range for area in gone_to(turn.battle, foe)]
    shot = view() & (crow <= max(far)) if far else np.zeros(crow.shape, bool)
    return Threat(foe, cost2, level, shot, view, crow, bool(shots))


def _full(found: Attackings) -> bool:
    """Whether all attacks are open, rather than a single one."""
    return any(one.full for some in found.values() for one in some)


def _raise(level: Grid, where: Grid, to: int) -> None:
    np.maximum(level, np.where(where, to, NONE), out=level, casting="unsafe")


def crow_from(turn: Turn, body: Body) -> Grid:
    """The cells between a body and each cell, whatever lies there."""
    field = turn.mover.field
    return turn.ruleset.topology.distances(body, field.shape)


def _strike_cost2(turn: Turn, foe: Creature) -> Grid:
    """The half-cells that a foe has to go to strike at each cell, were its prey not in its way."""
    mover = Mover(turn.battle, foe, turn.mover.known - {turn.actor.id})
    found = np.full(mover.field.shape, FAR, np.int32)
    if turn.in_space:
        places = in_space(mover, foe.body, SIGHT if small(mover.field) else NEAR)
    else:
        places = Places(Reach(mover, foe.body, SIGHT))
    for extent, whole in places.grids.items():
        grid = _free(turn, mover, extent, whole)
        for weapon in foe.offence.weapons:
            if not weapon.ranged and weapon.armed:
                _spread(turn, found, grid, extent, weapon)
    return found


def _free(turn: Turn, mover: Mover, extent: Cell, whole: Grid) -> Grid:
    """The half-cells to where a foe may stop, given where other creatures are."""
    grid, battle, foe = whole.copy(), turn.battle, mover.creature
    offsets, stop = turn.ruleset.topology.offsets(extent), turn.ruleset.passage.stop
    for cell, names in occupants(battle.world).items():
        if any(name in mover.known and name != foe.id for name in names):
            for by in offsets:
                at = shifted(cell, tuple(-n for n in by))
                inside = at in mover.field and grid[at[::-1]] < FAR
                if inside and not stop(battle, foe, Body(at, extent), mover.known):
                    grid[at[::-1]] = FAR
    return grid


def _spread(turn: Turn, found: Grid, grid: Grid, extent: Cell, weapon: Weapon) -> None:
    """Lower the half-cells to where a weapon strikes from bodies of a shape.

    In space that is through no floor that lies in the columns of striker and prey alike; of a big
    striker the column of its least corner stands for all.
    """
    topology, field = turn.ruleset.topology, turn.mover.field
    floors = turn.in_space and bool(field.floors.any())
    for offset in turn.belief.striking(weapon, extent, topology.extent(1)):
        drop, rise = (offset[2], 1 - extent[2] - offset[2]) if floors else (0, 0)
        for here, there in topology.overlaps(found.shape, offset):
            cost2 = grid[there]
            if drop > 0:
                shut = over_head(field, drop)[here] & under_foot(field, drop)[there]
                cost2 = np.where(shut, FAR, cost2)
            elif rise > 0:
                top = over_head(field, extent[2] - 1 + rise)[there]
                cost2 = np.where(under_foot(field, rise)[here] & top, FAR, cost2)
            np.minimum(found[here], cost2, out=found[here])


def over_head(field: Battlefield, levels: int) -> Grid:
    """The cubes that have a floor over them, so many levels up at most."""

    def roofed() -> Grid:
        found = np.zeros(field.shape, bool)
        for n in range(1, min(levels, len(found) - 1) + 1):
            found[:-n] |= field.floors[n:]
        return found

    return field.memo.of(("over head", levels), roofed)


def under_foot(field: Battlefield, levels: int) -> Grid:
    """The cubes with a floor under them, or under one of so many levels from theirs downward."""

    def floored() -> Grid:
        found = field.floors.copy()
        for n in range(1, min(levels, len(found))):
            found[n:] |= field.floors[:-n]
        return found

    return field.memo.of(("under foot", levels), floored)
