"""Brute-force oracle for what whoever decides may do in ``pool``, and for what comes of it.

Shares no code with the engine: written from ``docs/cubes.md``, the catalogue (1.4, 2.4) and the
rulings in README.md, on top of ``pool.py`` (one step) and ``pool_ways.py`` (what is within reach).
An option is a tuple::

    ("move", mode, (x, y, z), n)            n: cubes a side
    ("strike", foe, weapon, stamina)        ("take", weapon, stamina)
    ("dodge", stamina)                      ("parry", stamina)
    ("yield", friend)                       ("let_pass", whether it does from now on)
    ("stand",) ("drop",) ("end_turn",) ("decline",)

Checks succeed: no climber falls.

Entry points: ``Turn``, ``Question``, ``options``, ``after``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise, product

from .arms import flies, kind
from .cubes import Body, Cell, cells_of, distance, line_of_effect
from .pool import (
    WEAPONS,
    Board,
    Creature,
    able,
    among,
    body_of,
    foes,
    friends,
    may_stop,
    parted,
    room,
    touch,
)
from .pool import reaches as strikes
from .pool_ways import Label, along, arrived, fresh, labels, may_move
from .pool_ways import Turn as Pool
from .turns import following

Option = tuple[object, ...]


@dataclass(frozen=True)
class Turn:
    """Somebody's turn: what it has left to move, and the attacks that it has made. Its Stamina is
    its own."""

    board: Board
    order: tuple[str, ...]
    who: str
    pool: Pool
    made: int = 0
    players: frozenset[str] = frozenset()
    """Those who may let one another act first, where they are neighbours in the order."""
    done: frozenset[str] = frozenset()
    """Those whose turns of this round are over."""


@dataclass(frozen=True)
class Question:
    """Somebody may strike at another that gave it the opportunity, or is attacked and may put
    something into its defence."""

    board: Board
    who: str
    about: str
    body: Body
    """Where the one that it may strike at is at that moment."""
    attacked: bool = False


State = Turn | Question


def begin(
    board: Board, order: tuple[str, ...], who: str, players: frozenset[str] = frozenset()
) -> Turn:
    """A turn that has just begun, Stamina restored."""
    rested = changed(board, board[who], stamina=board[who].rested)
    return Turn(rested, order, who, fresh(rested[who]), players=players)


# ------------------------------------------------------------------------------- options


def options(state: State) -> set[Option]:
    """Everything that whoever decides may do."""
    return set(answers(state) if isinstance(state, Question) else turn_options(state))


def answers(asked: Question) -> Iterator[Option]:
    board, me = asked.board, asked.board[asked.who]
    yield ("decline",)
    for stamina in range(1, me.stamina + 1):
        if asked.attacked:
            yield "dodge", stamina
            if any(WEAPONS[kind(weapon)] for weapon in me.weapons):
                yield "parry", stamina
            continue
        for weapon in me.weapons:
            if reaches(board, me, weapon, cells_of(asked.body)):
                yield "take", weapon, stamina


def reaches(board: Board, c: Creature, weapon: str, cells: frozenset[Cell]) -> bool:
    """Is one of a body's cells near enough for this melee weapon, with a line to it?"""
    armed = replace(c, weapons=(weapon,))
    return bool(WEAPONS[kind(weapon)]) and any(strikes(board, armed, cell) for cell in cells)


def shot(board: Board, c: Creature, weapon: str, cells: frozenset[Cell]) -> bool:
    """Does it carry as far as the nearest cells of two bodies are apart, with a line between any?
    Bodies that touch face each other across the cells that touch, where there is anything thin."""
    pairs = list(product(sorted(room(c)), sorted(cells)))
    touching = [(a, b) for a, b in pairs if touch(a, b)]
    if parted(board) and touching and not room(c) & cells:
        pairs = touching
    lines = any(line_of_effect(board.space, a, b) for a, b in pairs)
    return lines and flies(weapon, distance(room(c), cells))


def turn_options(turn: Turn) -> Iterator[Option]:
    board, me = turn.board, turn.board[turn.who]
    for mode, body, _ in moves(turn):
        yield "move", mode, body.at, body.n
    for foe in foes(board, me):
        if "dead" not in foe.conditions:
            for weapon in me.weapons:
                cells = room(foe)
                if reaches(board, me, weapon, cells) or shot(board, me, weapon, cells):
                    for stamina in range(1, me.stamina - turn.made + 1):
                        yield "strike", foe.id, weapon, stamina
    if "prone" in me.conditions and (half_left(turn) or me.stamina):
        yield ("stand",)
    if "prone" not in me.conditions:
        yield ("drop",)
    yield from (("yield", friend) for friend in neighbours(turn))
    others = [other for other in board.creatures if other is not me and able(other)]
    if any(friends(board, me, other) for other in others):
        shared = [c for c in among(board, me, body_of(me)) if friends(board, me, c)]
        if not me.willing or not shared:
            yield "let_pass", not me.willing
    yield ("end_turn",)


def neighbours(turn: Turn) -> list[str]:
    """The other players of the same unbroken run of the order who are not done yet."""
    runs: list[list[str]] = [[]]
    for name in turn.order:
        if name not in turn.players:
            runs.append([])
        elif able(turn.board[name]):
            runs[-1].append(name)
    mine = next((run for run in runs if turn.who in run), [])
    return [name for name in mine if name != turn.who and name not in turn.done]


def half_left(turn: Turn) -> bool:
    """Has it half of its Speed left? (To get up twice in a turn is not modelled.)"""
    return turn.pool.speed <= 2 * turn.pool.speed - turn.pool.walked // 2 * 2


# ------------------------------------------------------------------------------- moves


def moves(turn: Turn) -> Iterator[tuple[str, Body, list[Label]]]:
    """Where a move may end: mode, body, and the ways that are best alike, those of the fewest
    half-cells first."""
    board, me = turn.board, turn.board[turn.who]
    known: list[dict[Body, tuple[int, int]]] = []
    for mode in ("walk", "climb", "fly"):
        if not may_move(me, mode):
            continue
        found: dict[Body, list[Label]] = {}
        for (body, _), ways in labels(board, me, mode, turn.pool).items():
            if body != body_of(me) and may_stop(board, me, body):
                found.setdefault(body, []).extend(ways)
        worth = {body: key(turn, best(turn, ways)[0]) for body, ways in found.items()}
        if worth not in known:  # else to climb would be no more than to walk
            for body, ways in found.items():
                yield mode, body, best(turn, ways)
        known.append(worth)


def key(turn: Turn, way: Label) -> tuple[int, int]:
    """The cells that a way costs, and how many it provokes."""
    return turn.pool.price(way.half), len(way.foes)


def best(turn: Turn, ways: list[Label]) -> list[Label]:
    """The ways that cost the fewest cells and of these provoke the fewest."""
    keys = [key(turn, way) for way in ways]
    least = min(keys)
    found = [way for way in ways if key(turn, way) == least]
    return sorted(found, key=lambda way: (way.half, -way.footwork, way.path))


# ------------------------------------------------------------------------------- what comes next


def after(turn: Turn, option: Option, path: list[Body] | None = None) -> list[State]:
    """What may come next. Where several foes have an opportunity at once, any may be asked first.

    ``path``: the way that a move takes (the start first), else the oracle's own. It must be as good
    as that, or ValueError.
    """
    board, me = turn.board, turn.board[turn.who]
    act = option[0]
    if act == "move":
        return after_move(turn, me, option, path)
    if act == "end_turn":
        return [next_turn(turn)]
    if act == "yield":
        return [replace(begin(board, turn.order, str(option[1]), turn.players), done=turn.done)]
    if act == "let_pass":
        return [replace(turn, board=changed(board, me, willing=option[1]))]
    if act == "drop":
        down = changed(board, me, conditions=me.conditions | {"prone"})
        return [replace(turn, board=down)]
    if act == "stand":
        up = {"conditions": me.conditions - {"prone"}}
        if half_left(turn):
            pool = replace(turn.pool, speed=turn.pool.speed // 2)
            return [replace(turn, board=changed(board, me, **up), pool=pool)]
        return [replace(turn, board=changed(board, me, **up, stamina=me.stamina - 1))]
    target = board[str(option[1])]
    tired = changed(board, me, stamina=me.stamina - int(str(option[3])) - turn.made)
    if target.stamina and able(target) and "prone" not in target.conditions:
        return [Question(tired, target.id, me.id, body_of(me), attacked=True)]
    return [replace(turn, board=tired, made=turn.made + 1)]


def changed(board: Board, c: Creature, **changes: object) -> Board:
    """The board with a creature changed."""
    made = [replace(c, **changes) if other.id == c.id else other for other in board.creatures]
    return replace(board, creatures=made, memo={})


def next_turn(turn: Turn) -> Turn:
    """The turn of the next in the order who is in the fight."""
    who = next(name for name in following(turn.order, turn.who) if able(turn.board[name]))
    new_round = turn.order.index(who) <= turn.order.index(turn.who)
    done = frozenset() if new_round else turn.done | {turn.who}
    return replace(begin(turn.board, turn.order, who, turn.players), done=done)


def after_move(turn: Turn, me: Creature, option: Option, path: list[Body] | None) -> list[State]:
    board = turn.board
    _, mode, at, n = option
    (ways,) = [
        ways for found, body, ways in moves(turn) if (found, body.at, body.n) == (mode, at, n)
    ]
    way = ways[0]
    if path is not None:
        told = along(board, me, str(mode), path, turn.pool)[-1]
        good = [one for one in told if len(best(turn, [one, way])) == 2]
        if not good:
            raise ValueError(f"{option} has a better way than {path}: {way.path}")
        way = min(good, key=lambda one: (one.half, one.climbed))
    line = [way]
    while line[0].before is not None:
        line.insert(0, line[0].before)
    for old, new in pairwise(line):
        asked = sorted(new.foes - old.foes)
        if asked:
            return [Question(board, foe, me.id, old.body) for foe in asked]
    there = arrived(board, me, list(way.path), way.climbed)
    went = replace(turn.pool, walked=turn.pool.walked + way.half, footwork=way.footwork)
    board = changed(board, me, at=there.at, narrow=there.narrow, crammed=there.crammed,
                    climbed=there.climbed)  # fmt: skip
    return [replace(turn, board=board, pool=went)]
