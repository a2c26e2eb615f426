"""Cover in the 5e family: how much of a target stands behind something (``grid5e.cover``).

Of the attacker's best corner the lines to the corners of the target's best cell are counted: one
or two that are stopped are half cover, three or four are three quarters. Creatures give half cover.
"""

from __future__ import annotations

from collections.abc import Collection

from tacsim.geometry.cells import Body, Cell
from tacsim.geometry.cover import blocked
from tacsim.geometry.lines import Edge
from tacsim.geometry.metric import gaps
from tacsim.model.components import Conditions, Position
from tacsim.model.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.cover import creatures_between, obstacles
from tacsim.rules.occupancy import occupants

BONUS = {0: 0, 1: 2, 2: 5}
"""What each degree of cover adds to the defence."""
NONE, HALF, MORE = 0, 1, 2
CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))
MANY = 3
"""How many of the four lines have to be stopped for three quarters."""
NOWHERE: frozenset[Cell] = frozenset()
NO_EDGES: frozenset[Edge] = frozenset()


def degree(battle: Battle, attacker: Creature, target: Creature) -> int:
    """0 without cover, 1 for half and 2 for three quarters."""
    a, b = attacker.body, target.body

    def make() -> int:
        if max(gaps(a, b)) == 0:
            return NONE
        soft = creatures_between(battle, a, b, {attacker.id, target.id})
        return _least(battle, _corners(a.cells), a, b, soft)

    key = ("5e cover", attacker.id, target.id, a, b)
    return battle.world.cached(key, (Position, Conditions), make)


def degree_from(battle: Battle, corners: Collection[Cell], target: Body, parties: set[str]) -> int:
    """The same from the best of some corners, as of an area; ``parties`` cover nobody."""
    if not corners:
        return NONE
    low = tuple(min(axis) - 1 for axis in zip(*corners, strict=True))
    high = tuple(max(axis) + 1 for axis in zip(*corners, strict=True))
    around = Body(low, tuple(b - a for a, b in zip(low, high, strict=True)))
    soft = frozenset(
        cell
        for cell, names in occupants(battle.world).items()
        if cell not in target.cells
        and any(n not in parties and not battle.world[n].has("helpless") for n in names)
    )
    return _least(battle, corners, around, target, soft)


def _least(
    battle: Battle, corners: Collection[Cell], source: Body, target: Body, soft: frozenset[Cell]
) -> int:
    """The degree of cover of a body from the best of some corners, its best cell counted."""
    walls, edges = obstacles(battle, source, target)
    if not (walls or edges or soft):
        return NONE
    return min(
        _behind(corner, cell, walls, edges, soft) for corner in corners for cell in target.cells
    )


def _corners(cells: tuple[Cell, ...]) -> list[Cell]:
    return sorted({(x + i, y + j) for x, y in cells for i, j in CORNERS})


def _behind(
    corner: Cell,
    cell: Cell,
    walls: frozenset[Cell],
    edges: frozenset[Edge],
    creatures: frozenset[Cell],
) -> int:
    """The degree of cover of a cell as seen from a corner."""
    x, y = cell
    ends = [(x + i, y + j) for i, j in CORNERS]
    hard = sum(blocked(corner, end, walls, edges, NOWHERE) for end in ends)
    if hard:
        return HALF if hard < MANY else MORE
    soft = any(blocked(corner, end, NOWHERE, NO_EDGES, creatures) for end in ends)
    return HALF if soft else NONE
