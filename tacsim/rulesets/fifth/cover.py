"""Cover in the 5e family: how much of a target stands behind something (``grid5e.cover``).

Of the attacker's best corner the lines to the corners of the target's best cell are counted: up to
half of them stopped (one or two of four, one to three of a hex's six) are half cover, more are
three quarters. Creatures give half cover.
"""

from __future__ import annotations

from collections.abc import Collection

from tacsim.core.components import Conditions, Position
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import gaps
from tacsim.grid.squares.lines import Edge
from tacsim.grid.topology import Lines
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import creatures_between, obstacles
from tacsim.rules.movement.occupancy import occupants

BONUS = {0: 0, 1: 2, 2: 5}
"""What each degree of cover adds to the defence."""
NONE, HALF, MORE = 0, 1, 2
NOWHERE: frozenset[Cell] = frozenset()
NO_EDGES: frozenset[Edge] = frozenset()


@enforces("cover")
def degree(battle: Battle, attacker: Creature, target: Creature) -> int:
    """0 without cover, 1 for half and 2 for three quarters."""
    a, b = attacker.body, target.body

    def make() -> int:
        if max(gaps(a, b)) == 0:
            return NONE
        soft = creatures_between(battle, a, b, {attacker.id, target.id})
        return _least(battle, battle.ruleset.topology.corners_of(a), (a,), b, soft)

    key = ("5e cover", attacker.id, target.id, a, b)
    return battle.world.cached(key, (Position, Conditions), make)


def degree_from(battle: Battle, corners: Collection[Cell], target: Body, parties: set[str]) -> int:
    """The same from the best of some corners, as of an area; ``parties`` cover nobody."""
    if not corners:
        return NONE
    soft = frozenset(
        cell
        for cell, names in occupants(battle.world).items()
        if cell not in target.cells
        and any(n not in parties and not battle.world[n].has("helpless") for n in names)
    )
    topology = battle.ruleset.topology
    around = dict.fromkeys(cell for corner in corners for cell in topology.at_corner(corner))
    return _least(battle, corners, tuple(map(topology.spot, around)), target, soft)


def _least(
    battle: Battle,
    corners: Collection[Cell],
    sources: tuple[Body, ...],
    target: Body,
    soft: frozenset[Cell],
) -> int:
    """The degree of cover of a body from the best of some corners, its best cell counted."""
    walls, edges = obstacles(battle, sources, target)
    if not (walls or edges or soft):
        return NONE
    return battle.world.field.memo.of(
        ("5e cover", battle.ruleset.metric, tuple(corners), sources, target, soft),
        lambda: _least_of(battle, corners, target, walls, edges, soft),
    )


def _least_of(
    battle: Battle,
    corners: Collection[Cell],
    target: Body,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    soft: frozenset[Cell],
) -> int:
    topology, least = battle.ruleset.topology, MORE
    for cell in target.cells:
        most = len(topology.corners(cell)) // 2
        for corner in corners:
            degree = _behind(topology.lines, corner, cell, most, walls, edges, soft)
            if degree == NONE:
                return NONE
            least = min(least, degree)
    return least


def _behind(
    lines: Lines,
    corner: Cell,
    cell: Cell,
    most: int,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell],
) -> int:
    """The degree of cover of a cell as seen from a corner; ``most``: stopped lines for half."""
    hard = lines.stopped_from(corner, cell, walls, edges, NOWHERE) if walls or edges else 0
    if hard:
        return HALF if hard <= most else MORE
    return HALF if lines.stopped_from(corner, cell, NOWHERE, NO_EDGES, creatures) else NONE
