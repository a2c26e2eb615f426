"""Brute-force oracle for what whoever decides may do in the 5e family, and for what comes of it.

Shares no code with the engine: written from the catalogue (1.2, 1.3, 2.2, 2.3) and the rulings in
README.md, on top of ``fifth.py`` (one step) and ``fifth_ways.py`` (what is within reach). An option
is a tuple::

    ("move", mode, (x, y), n)       n: cells a side, or rows of hexes
    ("strike", foe, weapon)         ("ready", trigger, foe or None, weapon or None)
    ("aid", friend, foe)
    ("shove", foe, "prone")         ("shove", foe, (x, y))              ("grapple", foe)
    ("deny_flank", flanker)         ("take", weapon)
    ("stand",) ("drop",) ("dash",) ("disengage",) ("dodge",) ("escape",) ("end_turn",) ("decline",)

``Turn.lucky`` says whether what is tried succeeds; what attacks do makes no difference here.

Entry points: ``Turn``, ``Question``, ``options``, ``after``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from .arms import flies, kind
from .fifth import (
    RANGED,
    Board,
    Body,
    Cell,
    Creature,
    able,
    becomes,
    body_of,
    cells_of,
    distance,
    flankers,
    friends,
    full_size,
    is_squeezing,
    may_stop,
    others,
    rank,
    space,
    step_provokes,
    steps,
    steps_toward,
    strikes,
)
from .fifth_ways import Label, labels, may_move, moved, path_cost, speed
from .fifth_ways import Turn as Pool
from .fifth_ways import within as reached
from .outlines import lines_join
from .turns import following

Option = tuple[object, ...]
TRIGGERS = ("reach", "attack")


@dataclass(frozen=True)
class Turn:
    """Somebody's turn and what is left of it."""

    board: Board
    order: tuple[str, ...]
    who: str
    pool: Pool
    action: bool = True
    attacks: int = 0
    """What is left of the attack action."""
    lucky: bool = False
    """Trials of strength are won, not lost."""
    denied: str | None = None
    """The flanker that it denies the benefit."""


@dataclass(frozen=True)
class Question:
    """Somebody may strike at whoever is about to leave its reach with this body, or may deny one of
    its flankers the benefit before this one's blow."""

    board: Board
    who: str
    target: str
    body: Body
    flanked: bool = False


State = Turn | Question


def begin(board: Board, order: tuple[str, ...], who: str, *, lucky: bool = False) -> Turn:
    """A turn that has just begun: the reaction is back, and what lasted until then is over."""
    me = board[who]
    rested = changed(board, me, ready=True, conditions=me.conditions - {"dodging"})
    return Turn(rested, order, who, Pool(me.speed), lucky=lucky)


# ------------------------------------------------------------------------------- options


def options(state: State) -> set[Option]:
    """Everything that whoever decides may do."""
    return set(answers(state) if isinstance(state, Question) else turn_options(state))


def answers(asked: Question) -> Iterator[Option]:
    """The weapons that reach whoever is leaving, or those who flank; and letting it pass."""
    yield ("decline",)
    if asked.flanked:
        yield from (("deny_flank", flanker) for flanker in flankers(asked.board, asked.who))
        return
    striker = asked.board[asked.who]
    cells = cells_of(asked.board.grid, asked.body)
    for weapon in striker.weapons:
        if kind(weapon) not in RANGED and reaches(asked.board, striker, weapon, cells):
            yield "take", weapon


def reaches(board: Board, c: Creature, weapon: str, cells: frozenset[Cell]) -> bool:
    """Is one of a body's cells near enough for this melee weapon, with a line to it?"""
    return within(board, c, cells, strikes(board, c, weapon))


def within(board: Board, c: Creature, cells: frozenset[Cell], far: int) -> bool:
    """Is there one of some cells, no farther off than that, to which a line of effect leads?"""
    mine = space(board, c)
    near = [cell for cell in sorted(cells) if distance(board, mine, [cell]) <= far]
    return any(cell in mine or lines_join(board, mine, [cell]) for cell in near)


def joined(board: Board, mine: frozenset[Cell], cells: frozenset[Cell]) -> bool:
    return any(lines_join(board, mine, [cell]) for cell in sorted(cells))


def foes_of(board: Board, c: Creature) -> list[Creature]:
    """Its enemies, the dead apart."""
    return [other for other in others(board, c) if not friends(board, c, other)]


def turn_options(turn: Turn) -> Iterator[Option]:
    board, me = turn.board, turn.board[turn.who]
    for mode, body, _ in moves(turn):
        yield "move", mode, body.at, body.n
    if "prone" in me.conditions and turn.pool.may_stand and speed(me):
        yield ("stand",)
    if "prone" not in me.conditions:
        yield ("drop",)
    if turn.action:
        yield from actions(board, me)
    if turn.action or turn.attacks:
        yield from attacks(board, me)
    if turn.denied is None or turn.pool.left > 1:
        for flanker in flankers(board, me.id) - {turn.denied}:
            yield "deny_flank", flanker
    yield ("end_turn",)


def actions(board: Board, me: Creature) -> Iterator[Option]:
    """What the turn's one action may be."""
    foes = foes_of(board, me)
    for trigger in TRIGGERS:
        named = me.weapons if len(me.weapons) > 1 else ()  # None: with whatever will do
        for foe in (None, *(foe.id for foe in foes)):
            yield from (("ready", trigger, foe, weapon) for weapon in (None, *named))
    yield from [("disengage",), ("dodge",)]
    if speed(me):  # else it would add nothing
        yield ("dash",)
    if "grappled" in me.conditions:
        yield ("escape",)
    for foe in foes:
        far = distance(board, space(board, me), space(board, foe))
        joins = joined(board, space(board, me), space(board, foe))
        for friend in board.creatures:
            fit = friend.id != me.id and friends(board, me, friend) and able(friend)
            if fit and joins and far <= (1 if board.ruleset == "grid5e" else 2):
                yield "aid", friend.id, foe.id
        if within(board, me, space(board, foe), 1) and rank(foe) <= rank(me) + 1:
            yield from trials(board, me, foe)


def attacks(board: Board, me: Creature) -> Iterator[Option]:
    """Each enemy with each weapon that reaches it, or carries as far as that."""
    for foe in foes_of(board, me):
        cells = space(board, foe)
        far = distance(board, space(board, me), cells)
        joins = joined(board, space(board, me), cells)
        for weapon in me.weapons:
            near = kind(weapon) not in RANGED and reaches(board, me, weapon, cells)
            if near or (joins and flies(weapon, far)):
                yield "strike", foe.id, weapon


def trials(board: Board, me: Creature, foe: Creature) -> Iterator[Option]:
    """Shoves and holds: hand to hand, on foes no more than one size larger."""
    if "prone" not in foe.conditions:
        yield "shove", foe.id, "prone"
    for body in pushed(board, me, foe):
        yield "shove", foe.id, body.at
    if not foe.conditions & {"grappled"}:
        yield "grapple", foe.id


def pushed(board: Board, me: Creature, foe: Creature) -> list[Body]:
    """Where a shove may send a foe, the straightest way first: by the three directions that bring
    the two farthest apart, the odd half-unit counted, those before others that keep to the line
    between the middles of the two. It goes by a step that it might take itself, to where it may
    stay. It is not squeezed in anywhere; one that is squeezed may come out of it. None brings the
    two no farther apart."""
    grid, body = board.grid, body_of(foe)
    here = gap(board, me, body)
    apart = {by: gap(board, me, Body(*grid.shift(body.at, by), body.n)) for by in grid.DIRECTIONS}
    away = [by for by in grid.DIRECTIONS if apart[by] > here]
    straight = {by: -straightness(board, me, foe, by) for by in away}
    away = sorted(away, key=lambda by: (-apart[by], straight[by]))[:3]
    found = [
        step.new
        for by in sorted(away, key=lambda by: straight[by])
        for step in steps_toward(board, foe, body, by)
    ]
    squeezed = is_squeezing(board, foe, body)
    return [
        new
        for new in found
        if (squeezed or not is_squeezing(board, foe, new))
        and gap(board, me, new) > here
        and may_stop(board, foe, new)
    ]


def gap(board: Board, me: Creature, body: Body) -> int:
    """Half-units between the nearest cells of two bodies."""
    return min(cost2(board, a, b) for a in space(board, me) for b in cells_of(board.grid, body))


def cost2(board: Board, a: Cell, b: Cell) -> int:
    if board.topology == "hex":
        return 2 * distance(board, [a], [b])
    far, near = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])), reverse=True)
    return 2 * far + near


def straightness(board: Board, me: Creature, foe: Creature, by: Any) -> float:
    """The cosine of the angle between a step and the line from one middle to the other."""
    away = minus(middle(board, space(board, foe)), middle(board, space(board, me)))
    there = cells_of(board.grid, Body(*board.grid.shift(foe.at, by), body_of(foe).n))
    step = minus(middle(board, there), middle(board, space(board, foe)))
    return round(dot(away, step) / (dot(away, away) * dot(step, step)) ** 0.5, 9)


def minus(a: list[float], b: list[float]) -> list[float]:
    return [i - j for i, j in zip(a, b, strict=True)]


def dot(a: list[float], b: list[float]) -> float:
    return sum(i * j for i, j in zip(a, b, strict=True))


def middle(board: Board, cells: frozenset[Cell]) -> list[float]:
    """The middle of some cells in the plane; the coordinates of hexes are sheared."""
    points = [board.grid.centre(cell) for cell in cells]
    x, y = (sum(point[k] for point in points) / len(points) for k in (0, 1))
    return [x + y / 2, y * 3**0.5 / 2] if board.topology == "hex" else [x, y]


# ------------------------------------------------------------------------------- moves


def moves(turn: Turn) -> Iterator[tuple[str, Body, list[Label]]]:
    """Where a move may end: mode, body, and the ways that are best alike, those of the fewest
    half-units first."""
    board, me = turn.board, turn.board[turn.who]
    mode = "crawl" if "prone" in me.conditions else "walk"
    if not may_move(me, mode):
        return
    for body, found in reached(board, me, turn.pool).items():
        if body != body_of(me) and may_stop(board, me, body):
            yield mode, body, best(turn, found)
    if mode == "walk" and held(board, me):
        calm = unresisting(board, me)
        found_by_body = labels(calm, me, drag_limit(turn), 1, turn.pool.walked)
        for body, found in found_by_body.items():
            if body != body_of(me) and may_stop(board, me, body):
                yield "drag", body, best(turn, found)


def burdened(board: Board, me: Creature) -> bool:
    """Does it hold somebody who is not two sizes smaller?"""
    return any(rank(c) > rank(me) - 2 for c in held(board, me))


def drag_limit(turn: Turn) -> int:
    """Half-units that dragging may cost: half of the cells left, where that slows it (grapple)."""
    left = turn.pool.pool - turn.pool.walked
    slowed = burdened(turn.board, turn.board[turn.who])
    return 2 * (left // 4) + 1 if slowed else turn.pool.left


def unresisting(board: Board, me: Creature) -> Board:
    """The board with those not watching whom it drags: they come along."""
    for foe in held(board, me):
        board = changed(board, foe, ready=False)
    return board


def best(turn: Turn, ways: list[Label]) -> list[Label]:
    """The ways that cost the fewest cells and of these provoke the fewest."""
    keys = [(turn.pool.price(way.half), len(way.foes)) for way in ways]
    least = min(keys)
    found = [way for way, key in zip(ways, keys, strict=True) if key == least]
    return sorted(found, key=lambda way: (way.half, way.path))


# ------------------------------------------------------------------------------- what comes next


def after(turn: Turn, option: Option, path: list[Body] | None = None) -> list[State]:
    """What may come next. Where several foes have an opportunity at once, any may be asked first.

    ``path``: the way that a move takes (the start first), else the oracle's own. It must be as good
    as that, or ValueError.
    """
    board, me = turn.board, turn.board[turn.who]
    act, used = option[0], replace(turn, action=False)
    if act == "move":
        return after_move(turn, me, option, path)
    if act == "end_turn":
        return [next_turn(turn)]
    if act == "drop":
        return [replace(turn, board=gains(board, me, "prone"))]
    if act == "stand":
        up = changed(board, me, conditions=me.conditions - {"prone"})
        pool = replace(turn.pool, stood=turn.pool.stood + turn.pool.speed)
        return [replace(turn, board=up, pool=pool)]
    if act == "dash":
        return [replace(used, pool=replace(turn.pool, dashed=True))]
    if act == "disengage":
        return [replace(used, board=gains(board, me, "disengaged"))]
    if act == "dodge":
        return [replace(used, board=gains(board, me, "dodging"))]
    if act == "deny_flank":
        return [replace(turn, denied=str(option[1]))]
    if act == "strike":
        left = turn.attacks if turn.attacks else me.attacks
        used = replace(used, action=turn.action and bool(turn.attacks), attacks=left - 1)
    near = act == "strike" and reaches(board, me, option[2], space(board, board[option[1]]))
    if near and kind(option[2]) not in RANGED and me.id in flankers(board, str(option[1])):
        target = board[str(option[1])]
        asked = Question(board, target.id, me.id, body_of(me), flanked=True)
        return [asked if able(target) else used]
    won = turn.lucky or (act in ("shove", "grapple") and not able(board[str(option[1])]))
    if act == "shove" and won:
        return [replace(used, board=shoved(board, me, board[str(option[1])], option[2]))]
    if act in ("grapple", "escape") and won:
        whom = me if act == "escape" else board[str(option[1])]
        return [replace(used, board=grip(board, whom, "" if act == "escape" else me.id))]
    return [used]


def gains(board: Board, c: Creature, condition: str) -> Board:
    return changed(board, c, conditions=c.conditions | {condition})


def shoved(board: Board, me: Creature, foe: Creature, to: object) -> Board:
    if to == "prone":
        return gains(board, foe, "prone")
    new = next(new for new in pushed(board, me, foe) if new.at == to)
    return let_go(changed(board, foe, at=to, narrow=new.n < full_size(foe)))


def grip(board: Board, c: Creature, by: str) -> Board:
    """The board with a creature held, or held no more."""
    free = c.conditions - {"grappled"}
    return changed(board, c, held_by=by, conditions=free | {"grappled"} if by else free)


def held(board: Board, me: Creature) -> list[Creature]:
    """Those whom it has hold of."""
    return [c for c in board.creatures if c.held_by == me.id]


def let_go(board: Board) -> Board:
    """The board without the holds of those who can do nothing, or are not beside whom they hold."""
    for c in board.creatures:
        if c.held_by:
            holder = board[c.held_by]
            near = distance(board, space(board, holder), space(board, c)) <= 1
            if not (near and able(holder)):
                board = grip(board, c, "")
    return board


def changed(board: Board, c: Creature, **changes: object) -> Board:
    """The board with a creature changed."""
    made = [replace(c, **changes) if other.id == c.id else other for other in board.creatures]
    return replace(board, creatures=made, memo={})


def next_turn(turn: Turn) -> Turn:
    """The turn of the next in the order who is in the fight."""
    me = turn.board[turn.who]
    board = changed(turn.board, me, conditions=me.conditions - {"disengaged"})
    who = next(name for name in following(turn.order, turn.who) if able(board[name]))
    return begin(board, turn.order, who, lucky=turn.lucky)


def after_move(turn: Turn, me: Creature, option: Option, path: list[Body] | None) -> list[State]:
    board = turn.board
    _, mode, at, n = option
    (ways,) = [
        ways for found, body, ways in moves(turn) if (found, body.at, body.n) == (mode, at, n)
    ]
    way = ways[0]
    if mode == "drag":
        board = unresisting(board, me)
    if path is not None:
        half = path_cost(board, me, path, turn.pool.walked)
        foes = [step_provokes(board, me, old, new) for old, new in pairwise(path)]
        if half is None:
            raise ValueError(f"{option}: {path} cannot be gone")
        told = Label(half, frozenset().union(*foes), path[-1], None)
        if told not in best(turn, [told, way]) or way not in best(turn, [told, way]):
            raise ValueError(f"{option} has a better way than {path}: {way.path}")
    else:
        path = list(way.path)
    for old, new in pairwise(path):
        asked = sorted(step_provokes(board, me, old, new))
        if asked:
            return [Question(board, foe, me.id, old) for foe in asked]
    share = 2 if mode == "drag" and burdened(turn.board, me) else 1
    gone = [(turn.board, 0)]
    for old, new in pairwise(path):
        gone = [
            (after, half + cost)
            for board, half in gone
            for after, cost in stepped(board, board[me.id], old, new, drags=mode == "drag")
        ]
    return [
        replace(turn, board=board, pool=replace(turn.pool, walked=turn.pool.walked + share * half))
        for board, half in gone
    ]


def stepped(
    board: Board, me: Creature, old: Body, new: Body, *, drags: bool
) -> list[tuple[Board, int]]:
    """The boards that a step may lead to, with its half-units. Whom it drags comes after it, by the
    same step if that will do and else by any that keeps it beside; and may have come in its way, so
    that it goes no farther."""
    prices = [step.half for step in steps(board, me, old) if step.new == new]
    if body_of(me) != old or not prices:
        return [(board, 0)]
    there = moved(me, new)
    boards = [changed(board, me, at=there.at, narrow=there.narrow)]
    for foe in held(board, me) if drags else ():
        boards = [
            changed(one, foe, at=to.at, narrow=to.n < full_size(foe)) if to else one
            for one in boards
            for to in comes_along(one, one[me.id], foe, old, new) or [None]
        ]
    return [(let_go(one), min(prices)) for one in boards]


def comes_along(board: Board, me: Creature, foe: Creature, old: Body, new: Body) -> list[Body]:
    """Where somebody may come to who is dragged, as if its holder were not in the way."""
    alone = replace(board, creatures=[c for c in board.creatures if c.id != me.id], memo={})
    grid, mine = board.grid, space(board, me)
    fit = [
        step.new
        for step in steps(alone, foe, body_of(foe))
        if may_stop(alone, foe, step.new)
        and not cells_of(grid, step.new) & mine
        and distance(board, mine, cells_of(grid, step.new)) <= 1
    ]
    by = next((by for by in grid.DIRECTIONS if grid.shift(old.at, by) == new.at), None)
    same = becomes(alone, foe, body_of(foe), by) if by is not None else []
    return [body for body in fit if body in same] or fit
