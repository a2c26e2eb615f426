"""Placing: cells for a side's creatures, on which each fits, apart from one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import attrs

from tacsim.content.generate.walking import Walking
from tacsim.grid.cells import Body, Cell

APART = 1
"""Free cells between creatures of a side, where there is room."""
SHARE = 0.3
"""How much of the way to the enemy a side may take up."""
NEAREST, MOST_SHARE = 10, 0.42
"""Half-cells about its start that a side takes up at least, if they are no more than that part."""


@attrs.frozen
class Wanting:
    """A creature that wants a place: its size, and whether it is one to stand behind others."""

    size: str
    behind: bool = False


def place(
    walking: Walking,
    side: int,
    crowd: Sequence[Wanting],
    rng: Random,
    foes: Iterable[Cell] = (),
) -> list[Cell] | None:
    """A cell for each of a crowd, in its order; None where they do not all fit.

    ``foes``: cells that others have taken. The large choose first. Those who fight hand to hand
    stand nearer to the enemy than those who shoot.
    """
    found: dict[int, Cell] = {}
    taken = set(foes)
    order = sorted(range(len(crowd)), key=lambda n: (-len(_cells(walking, crowd[n])), n))
    for number in order:
        body = _choose(walking, side, crowd[number], taken, rng)
        if body is None:
            return None
        found[number] = body.at
        taken |= set(body.cells)
    return [found[number] for number in range(len(crowd))]


def _cells(walking: Walking, one: Wanting) -> tuple[Cell, ...]:
    return tuple(Body((0,) * walking.field.axes, walking.extent(one.size)).cells)


def _choose(
    walking: Walking, side: int, one: Wanting, taken: set[Cell], rng: Random
) -> Body | None:
    """A place for one of a side: apart from the others, or at least not on them."""
    bodies = _room(walking, side, one.size)
    spread = _around(taken)
    for avoided in (spread, taken):
        free = [body for body in bodies if not avoided.intersection(body.cells)]
        if free:
            return _suited(walking, side, one, free, rng)
    return None


def _room(walking: Walking, side: int, size: str) -> list[Body]:
    """The bodies of a size in which one may stand near the start of a side, nearest first."""
    key = "room", side, size
    kept = walking.kept
    if key not in kept:
        kept[key] = list(_standing(walking, side, size))
    return kept[key]  # type: ignore[no-any-return]  # kept as what it was made


def _standing(walking: Walking, side: int, size: str) -> list[Body]:
    reach, other = walking.from_(size, side), walking.from_(size, 1 - side)
    if reach is None or other is None:
        return []
    apart = reach.cost2(other.start)
    if apart is None:
        return []
    limit = max(int(apart * SHARE), min(NEAREST, int(apart * MOST_SHARE)))
    mover, extent, bears = reach.mover, walking.extent(size), walking.field.array("bears")
    stop = mover.battle.ruleset.passage.ground(mover.battle, mover.creature).stop
    found = []
    for spot in reach.places():
        body = spot.body
        if spot.cost2 > limit or body.extent != extent or mover.squeezed(body):
            continue
        if not all(stop[cell[::-1]] for cell in body.cells):
            continue
        if len(body.at) == 3 and not all(
            bears[cell[::-1]] for cell in body.cells if cell[2] == body.at[2]
        ):
            continue  # it would hang on a wall, or over an edge
        found.append((spot.cost2, body))
    return [body for _cost, body in sorted(found, key=lambda pair: (pair[0], pair[1].at))]


def _around(taken: set[Cell]) -> set[Cell]:
    """Cells with those about them, on their own level."""
    near = range(-APART, APART + 1)
    return {(x + dx, y + dy, *z) for x, y, *z in taken for dx in near for dy in near}


def _suited(walking: Walking, side: int, one: Wanting, free: list[Body], rng: Random) -> Body:
    """One of the nearer places: in front for those who fight there, behind for the others."""
    foe = walking.starts[1 - side]

    def far(body: Body) -> tuple[float, Cell]:
        return sum((a - b) ** 2 for a, b in zip(body.at, foe, strict=True)), body.at

    near = sorted(free[: max(12, len(free) // 2)], key=far, reverse=one.behind)
    return rng.choice(near[: max(3, len(near) // 3)])
