"""Charging: straight at a foe, to the nearest place from which it can be attacked."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.metric import gaps
from tacsim.grid.squares.lines import between_centres
from tacsim.rules.combat.threat import in_melee, melee
from tacsim.rules.movement.policies import MoveMode
from tacsim.rules.movement.steps import Mover
from tacsim.rules.perception import sees


def straight_bodies(mover: Mover, to: Cell) -> list[Body] | Refused:
    """The bodies on the straight line to a place: of the ways along it the first that is open.

    The line may cross two cells side by side, and the corner of either may be shut; then the other
    will do. Where no way is open it is the digital line that counts.
    """
    start = mover.creature.body
    by = tuple(b - a for a, b in zip(start.at, to, strict=True))
    count = max(map(abs, by))
    if count == 0:
        return refuse(Reason.TOO_SHORT, mover.battle.ruleset.clause("charge.min"), cost=0)
    # the nearest cells to the exact line, halves rounded towards the start
    ideal = [
        Body(shifted(start.at, tuple(_rounded(part * i, count) for part in by)), start.extent)
        for i in range(1, count + 1)
    ]
    return _open_way(mover, start, ideal) or ideal


def _open_way(mover: Mover, start: Body, ideal: list[Body]) -> list[Body] | None:
    """The first open way within the cells of a line, as near to the ideal one as may be."""
    end = ideal[-1]
    line = line_cells(start, end)
    front: dict[Body, tuple[Body, ...]] = {start: ()}
    for index, likely in enumerate(ideal, 1):
        further: dict[Body, tuple[Body, ...]] = {}
        for body, way in front.items():
            around = [body.moved(by) for by in mover.battle.ruleset.topology.directions]
            for new in sorted(around, key=lambda new: new != likely):
                if (
                    new not in further
                    and _apart(new, end) == len(ideal) - index
                    and line.issuperset(new.cells)
                    and _runs(mover, body, new)
                ):
                    further[new] = (*way, new)
        front = further
    return list(front[end]) if end in front else None


def _apart(a: Body, b: Body) -> int:
    """The steps from body to body in an open field."""
    return max(abs(q - p) for p, q in zip(a.at, b.at, strict=True))


def _runs(mover: Mover, old: Body, new: Body) -> bool:
    """Whether a step leads from body to body without slowing the mover down."""
    if any(mover.ground.doublings[cell[::-1]] for cell in new.cells if cell in mover.field):
        return False
    return any(
        step.body == new and not (step.pivot or step.squeezed or step.hampered)
        for step in mover.steps_to(old, new.at)
    )


def _rounded(a: int, b: int) -> int:
    """``a / b`` rounded to the nearest whole number, halves towards zero.

    >>> [_rounded(n, 4) for n in (1, 2, 3, -2, -3)]
    [0, 0, 1, 0, -1]
    """
    return (2 * abs(a) + b - 1) // (2 * b) * (1 if a >= 0 else -1)


@enforces("charge")
def charge_targets(
    mover: Mover, mode: MoveMode, end: Body, target: str | None
) -> tuple[str, ...] | Refused:
    """The foes at whom a straight move to ``end`` is a charge, or why there is none."""
    battle, creature = mover.battle, mover.creature
    world = battle.world
    if target is not None and target not in world:
        return refuse(Reason.UNKNOWN_CREATURE, mode.clause, name=target)
    foes = [world[target]] if target is not None else list(battle.foes(creature))
    if any(foe.has("dead", "carried") or world.friendly(creature.id, foe.id) for foe in foes):
        return refuse(Reason.NO_CHARGE_TARGET, mode.clause)
    refusal = refuse(Reason.NO_CHARGE_TARGET, mode.clause)
    found = []
    for foe in foes:
        unseen = foe.has("invisible") or not sees(battle, creature, foe.body)
        if unseen or foe.id not in mover.known:
            continue
        if not can_attack(mover, end, foe):
            continue
        if any(_spots(mover, foe, nearer_than=end)):
            refusal = refuse(Reason.NOT_NEAREST, mode.clause, by=foe.id)
            continue
        barred = _not_free(mover, mode, end, foe.id)
        if barred is not None:
            refusal = barred
            continue
        found.append(foe.id)
    return tuple(found) if found else refusal


def charge_ends(mover: Mover, foe: Creature) -> list[Body]:
    """The nearest places from which a foe can be attacked, whether or not the way is free."""
    spots = list(_spots(mover, foe))
    if not spots:
        return []
    nearest = min(_distance(mover, body) for body in spots)
    return [body for body in spots if _distance(mover, body) == nearest]


def _distance(mover: Mover, end: Body) -> int:
    by = tuple(b - a for a, b in zip(mover.creature.at, end.at, strict=True))
    return mover.battle.ruleset.metric.cost2(by) // 2


def _spots(mover: Mover, foe: Creature, nearer_than: Body | None = None) -> Iterator[Body]:
    """The bodies on the map from which the mover could attack a foe, occupied or not.

    ``nearer_than``: only those that are nearer to the mover than another.
    """
    most = _distance(mover, nearer_than) if nearer_than is not None else None
    weapons = list(melee(mover.creature))
    longest = max((weapon.reach for weapon in weapons), default=0)
    (w, h), (x, y) = mover.full, foe.at
    fw, fh = foe.body.extent
    for sy in range(y - longest - h, y + fh + longest + 1):
        for sx in range(x - longest - w, x + fw + longest + 1):
            body = Body((sx, sy), mover.full)
            if (
                (most is None or _distance(mover, body) < most)
                and all(cell in mover.field for cell in body.cells)
                and can_attack(mover, body, foe)
            ):
                yield body


def can_attack(mover: Mover, body: Body, foe: Creature) -> bool:
    """Whether a melee weapon reaches a foe from a body, and no wall is in between."""
    arms = melee(mover.creature)
    return any(in_melee(mover.battle, weapon, body, foe.body) for weapon in arms)


def line_cells(start: Body, end: Body) -> set[Cell]:
    """The cells that the cells of a body cross on the straight line to another place.

    >>> one = (1, 1)
    >>> sorted(line_cells(Body((0, 0), one), Body((2, 1), one)))
    [(0, 0), (1, 0), (1, 1), (2, 1)]
    """
    by = tuple(b - a for a, b in zip(start.at, end.at, strict=True))
    return {
        crossed
        for cell in start.cells
        for crossed in between_centres(cell, (cell[0] + by[0], cell[1] + by[1]))
    }


@enforces("pass.friend.charge", "unhampered", "charge")
def _not_free(mover: Mover, mode: MoveMode, end: Body, target: str) -> Refused | None:
    """Why a line is not free: a cell that it crosses, of any cell of the body, is not.

    The target's own cells are free to those who have to come into them to strike.
    """
    world, ground, ruleset = mover.battle.world, mover.ground, mover.battle.ruleset
    start = mover.creature.body
    blocking: dict[str, None] = {}
    slow = False
    for cell in sorted(line_cells(start, end) - set(start.cells), key=lambda c: _far(start, c)):
        x, y = cell
        if cell not in mover.field or not ground.enter[y, x]:
            return refuse(Reason.NOT_STRAIGHT, mode.clause, by=target)
        slow = slow or bool(ground.doublings[y, x] or ground.tight[y, x])
        others = [name for name in mover.others(cell) if name != target]
        blocking |= dict.fromkeys(
            name for name in others if not world[name].has("helpless") or mover.passing(name).filled
        )
    if blocking and not overrunning(mover, set(blocking)):
        by = next(iter(blocking))
        friend = world.friendly(mover.creature.id, by)
        clause = ruleset.clause("pass.friend.charge" if friend else "charge")
        return refuse(Reason.FRIEND_IN_WAY, clause, by=by, mode=mode.name)
    if slow:
        return refuse(Reason.HAMPERED, ruleset.clause("unhampered"), mode=mode.name)
    return None


def _far(body: Body, cell: Cell) -> tuple[int, Cell]:
    """How far a cell is from a body, for going along a line."""
    return max(gaps(body, Body(cell, (1,) * len(cell)))), cell


def overrunning(mover: Mover, blocking: set[str]) -> bool:
    """Whether what stands in the way of a charge is one foe that may be run over."""
    return len(blocking) == 1 and all(mover.passing(name).contested for name in blocking)
