"""Brute-force oracle for what whoever decides may do in ``d20``, and for what comes of it.

Shares no code with the engine: written from the catalogue (1.1, 2.1) and the rulings in README.md,
on top of ``d20.py`` (one step) and ``ways.py`` (what is within reach). An option is a tuple::

    ("move", mode, (x, y), (w, h), target)     target: of a charge, else None
    ("strike", foe, weapon, defensive)         ("full_attack", foe, weapon, defensive)
    ("ready", trigger, foe or None, weapon)    weapon: None for whatever will do
    ("aid", friend, foe, in defence)
    ("bull_rush", foe, follow)                 ("trip", foe, weapon)
    ("coup_de_grace", foe, weapon)             ("take", weapon)    weapon: None for stepping aside
    ("pick_up", who or what)  ("set_down", who or what, (x, y))
    ("drop_held", weapon)  ("load", weapon)  ("dodge", foe)
    ("stand",) ("drop",) ("delay",) ("total_defense",) ("end_turn",) ("decline",)

Every die shows a 1: who attacks misses, who tries its Strength against one that is stronger fails;
skills are so high that no check fails.

Entry points: ``Turn``, ``Question``, ``options``, ``after``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from . import loads
from .arms import flies, kind, loading, loose
from .d20 import (
    Board,
    Body,
    Cell,
    Creature,
    as_known,
    body_of,
    distance,
    friends,
    has_cover,
    known,
    lines_join,
    makes_out,
    may_pass,
    may_stop,
    moved,
    natural_reach,
    others,
    rank,
    side_length,
    steps,
    still,
    strikes_into,
    takes_opportunities,
    threatened,
)
from .turns import following
from .ways import (
    Label,
    allowed,
    as_mover,
    charges,
    limit,
    path_cost,
    provocations,
    run_into,
    runs,
    single,
    spread,
)

Option = tuple[object, ...]
OUT = frozenset({"dead", "helpless"})
TRIGGERS = ("reach", "attack", "move")
MELEE = ("club", "longspear")
OVERRUNNING = ("overrun", "charge")
MEASURED = ("walk", "double", "overrun")
"""The modes that may be gone on with, as one measured move."""


@dataclass(frozen=True)
class Turn:
    """Somebody's turn: what it has left of it, and what it has done."""

    board: Board
    order: tuple[str, ...]
    who: str
    standard: bool = True
    move: bool = True
    """The move action; the standard action may take its place."""
    walked: int = 0
    """Half-squares of the measured move."""
    put_in: int = 0
    """Actions put into the measured move, as long as it may be gone on with."""
    gone: str = ""
    """How it has moved: "far", by a 5-ft "step", or not at all."""
    acted: bool = False
    """Something of the turn is used up."""


@dataclass(frozen=True)
class Question:
    """Somebody may strike at whoever gave it the opportunity."""

    board: Board
    who: str
    target: str
    body: Body
    """Where the one that it may strike at is at that moment."""
    entered: bool = False
    """It comes into the striker's own cell."""
    avoids: bool = False
    """It is about to be overrun, and may step aside."""


State = Turn | Question


# ------------------------------------------------------------------------------- options


def options(state: State) -> set[Option]:
    """Everything that whoever decides may do."""
    return set(answers(state) if isinstance(state, Question) else turn_options(as_planned(state)))


def as_planned(turn: Turn) -> Turn:
    """The turn as far as whose it is knows; nothing stands where its side sees nobody."""
    return replace(turn, board=as_known(turn.board, turn.board[turn.who]))


def answers(asked: Question) -> Iterator[Option]:
    """The weapons that reach whoever gave the opportunity, or stepping aside; and letting it be."""
    if asked.avoids:
        yield from [("take", None), ("decline",)]
        return
    striker = asked.board[asked.who]
    cells = asked.body.cells | (body_of(striker).cells if asked.entered else set())
    for weapon in striker.weapons:
        if reaches(asked.board, striker, weapon, cells):
            yield "take", weapon
    yield ("decline",)


def reaches(board: Board, c: Creature, weapon: str, cells: frozenset[Cell]) -> bool:
    """Can this weapon strike into one of the cells of a body?"""
    armed = replace(c, weapons=(weapon,))
    return kind(weapon) in MELEE and strikes_into(board, armed, body_of(c), cells)


def shot(turn: Turn, weapon: str, foe: Creature) -> bool:
    """May it shoot or throw at a foe?"""
    me, cells = turn.board[turn.who], body_of(foe).cells
    mine = body_of(me).cells
    far = flies(weapon, distance(mine, cells), prone="prone" in me.conditions)
    return far and lines_join(turn.board, mine, cells)


def foes_of(board: Board, c: Creature) -> list[Creature]:
    """Its enemies, the dead apart."""
    return [other for other in others(board, c) if not friends(board, c, other)]


def turn_options(turn: Turn) -> Iterator[Option]:
    me = turn.board[turn.who]
    for mode, target, body, _ in moves(turn):
        yield "move", mode, body.at, (body.w, body.h), target
    yield from attacks(turn, me)
    if "prone" in me.conditions and an_action(turn):
        yield ("stand",)
    if "prone" not in me.conditions:
        yield ("drop",)
    if turn.standard:
        for trigger in TRIGGERS:
            swung = [arm for arm in me.weapons if kind(arm) != "shortbow" and arm != "unarmed"]
            yield from held_ready(me, trigger, foes_of(turn.board, me), swung)
        yield ("total_defense",)
    yield from handled(turn, me)
    if me.dodges:  # it takes no action, however often the foe is changed
        yield from (("dodge", foe.id) for foe in foes_of(turn.board, me))
    if not turn.acted:
        yield ("delay",)
    yield ("end_turn",)


def handled(turn: Turn, me: Creature) -> Iterator[Option]:
    """What is taken up, set down, let go and loaded."""
    board, whole = turn.board, turn.standard and turn.move
    if an_action(turn) and "prone" not in me.conditions:
        yield from (("pick_up", name) for name in things(board, me))
    for name, _, side in me.carries:
        yield from (("set_down", name, at) for at in resting(board, me, side))
    yield from (("drop_held", weapon) for weapon in me.weapons if loose(weapon))
    for weapon in me.weapons:
        if weapon in me.unloaded and (whole if loading(weapon) == "full" else an_action(turn)):
            yield "load", weapon


def things(board: Board, me: Creature) -> Iterator[str]:
    """Who and what lies at hand, and is not too heavy: weapons in hand weigh nothing."""
    for other in board.creatures:
        fit = other.conditions & OUT and "carried" not in other.conditions and other.id != me.id
        if fit and at_hand(board, me, body_of(other).cells) and loads.lifts(me, borne(me, other)):
            yield other.id
    for name, at, size, shape in board.items:
        assert (size, shape) == (me.size, me.shape), "a load of weapons is not modelled"
        if at_hand(board, me, [at]):
            yield name


def resting(board: Board, me: Creature, side: int) -> Iterator[Cell]:
    """Where a body of so many squares a side may be set down: in its own space, or beside it.

    There has to be ground for it, on which nobody else stands but in its own space.
    """
    mine = body_of(me).cells
    for x, y in board.cells():
        cells = Body(x, y, side, side).cells
        if at_hand(board, me, cells) and all(
            board.glyph(cell) in (*".,;%H+", *("=" if side == 1 else ""))
            and (cell in mine or not any(stands(c, cell) for c in board.creatures))
            for cell in cells
        ):
            yield x, y


def stands(c: Creature, cell: Cell) -> bool:
    """Is it in a cell, and on its feet?"""
    return cell in body_of(c).cells and not c.conditions & OUT


def borne(me: Creature, other: Creature) -> float:
    """The pounds besides its gear that it has with another creature."""
    return sum(pounds for _, pounds, _ in me.carries) + weight(other)


def weight(c: Creature) -> float:
    return loads.BODIES[rank(c)]


def at_hand(board: Board, me: Creature, cells: Iterable[Cell]) -> bool:
    """Is one of the cells its own or beside it, with nothing shut in between?"""
    mine = body_of(me).cells
    return any(distance(mine, [cell]) <= 1 and lines_join(board, mine, [cell]) for cell in cells)


def held_ready(
    me: Creature, trigger: str, foes: list[Creature], swung: list[str]
) -> Iterator[Option]:
    """To wait for any enemy or for one, with whatever will do or with one weapon of several.

    For who comes within reach a weapon that is not named has to be one for melee.
    """
    will_do = swung if trigger == "reach" else list(me.weapons)
    weapons = [weapon for weapon in me.weapons if will_do != [weapon]]
    if will_do:
        weapons.append(None)
    for foe in (None, *(foe.id for foe in foes)):
        yield from (("ready", trigger, foe, weapon) for weapon in weapons)


def an_action(turn: Turn) -> bool:
    """Is there an action to move with?"""
    return turn.standard or turn.move


def attacks(turn: Turn, me: Creature) -> Iterator[Option]:
    """Blows, and what is done instead of them."""
    board, whole = turn.board, turn.standard and turn.move
    if not turn.standard:
        return
    for foe in foes_of(board, me):
        cells = body_of(foe).cells
        seen = makes_out(board, me, cells)
        arms = [arm for arm in me.weapons if seen and arm not in me.unloaded]
        near = [weapon for weapon in arms if reaches(board, me, weapon, cells)]
        for weapon in [weapon for weapon in arms if weapon in near or shot(turn, weapon, foe)]:
            for guarding in (False, True):
                yield "strike", foe.id, weapon, guarding
                if whole:
                    yield "full_attack", foe.id, weapon, guarding
            if whole and "helpless" in foe.conditions and weapon in near:
                yield "coup_de_grace", foe.id, weapon
        if not me.weapons and seen and bare_hands_reach(board, me, foe):
            for guarding in (False, True):
                yield "strike", foe.id, "unarmed", guarding
                if whole:
                    yield "full_attack", foe.id, "unarmed", guarding
        for friend in board.creatures if near else ():
            fit = friend.id != me.id and friends(board, me, friend)
            if fit and not friend.conditions & OUT:
                yield from (("aid", friend.id, foe.id, defence) for defence in (False, True))
        if rank(foe) > rank(me) + 1:
            continue
        if seen and bare_hands_reach(board, me, foe) and "prone" not in foe.conditions:
            yield "trip", foe.id, "unarmed"
        fit = "prone" not in me.conditions and turn.gone != "step"
        if fit and steps_into(board, me, foe):
            yield from (("bull_rush", foe.id, follow) for follow in (True, False))


def bare_hands_reach(board: Board, me: Creature, foe: Creature) -> bool:
    mine = body_of(me).cells
    return any(
        distance(mine, [cell]) <= natural_reach(me) and lines_join(board, mine, [cell])
        for cell in body_of(foe).cells
    )


def steps_into(board: Board, me: Creature, foe: Creature) -> bool:
    """May it go for the foe's space, next to it: is that a step, but for the foe's being in the
    way?"""
    body, theirs = body_of(me), body_of(foe).cells
    if distance(body.cells, theirs) != 1:
        return False
    alone = still(replace(board, creatures=[me], memo=None))
    return any(step.new.cells & theirs and not step.pivot for step in steps(alone, me, body))


# ------------------------------------------------------------------------------- moves


def moves(turn: Turn) -> Iterator[tuple[str, str | None, Body, list[Label]]]:
    """Where each mode that is open may end: mode, target, body, and the ways that are best alike,
    those of the fewest half-squares first."""
    board, me = turn.board, turn.board[turn.who]
    for mode in open_modes(turn, me):
        if mode == "walk" and "flying" in me.conditions:
            yield from ends(turn, me, "fly")
            continue
        if mode == "charge":
            for foe in foes_of(board, me):
                for found in charges(board, turn.who, foe.id).values():
                    yield mode, foe.id, found[0].body, best(turn, found)
            continue
        yield from ends(turn, me, mode)


def ends(
    turn: Turn, me: Creature, mode: str
) -> Iterator[tuple[str, str | None, Body, list[Label]]]:
    """Where a mode without a target may end."""
    for body, found in front(turn, me, "walk" if mode == "fly" else mode).items():
        if body != body_of(me) and may_stop(turn.board, me, body):
            yield mode, None, body, best(turn, found)


def open_modes(turn: Turn, me: Creature) -> Iterator[str]:
    """The modes that what is left of the turn pays for."""
    whole = turn.standard and turn.move
    if "overloaded" in me.conditions:
        yield from ["minimum"] if whole and not turn.gone else []
    elif "prone" in me.conditions:
        if an_action(turn) and turn.gone != "step":
            yield "crawl"
    elif turn.gone != "step":
        if turn.put_in or an_action(turn):
            yield "walk"
        if an_action(turn) and me.tumbles:
            yield from ("tumble", "tumble_fast")
        if turn.put_in == 2 or (turn.put_in and an_action(turn)) or whole:
            yield "double"
        if turn.standard and (turn.put_in or turn.move):
            yield "overrun"
        if whole and not turn.gone:
            yield from ("withdraw", "run", "minimum", "charge")
        if not turn.gone and allowed(me, "five_foot_step"):
            yield "five_foot_step"


def front(turn: Turn, me: Creature, mode: str) -> dict[Body, list[Label]]:
    """Every body within reach, with its ways."""
    board = turn.board
    if mode == "run":
        return runs(board, me)
    if mode in ("minimum", "five_foot_step", "crawl"):
        return single(board, me, mode)
    if mode == "withdraw":
        return spread(board, me, mode, limit(me, mode), 1)
    mover = as_mover(board, turn.who, "tumble" if mode == "tumble_fast" else mode)
    pace = "double" if turn.put_in == 2 and mode == "walk" else mode
    top = limit(me, "walk" if mode == "tumble_fast" else pace) - begun(turn, mode)
    found = spread(board, mover, "walk", top, 1)
    if mode == "double" and not turn.put_in:  # one square at least (d20.min-move)
        return single(board, me, "minimum") | found
    return found


def begun(turn: Turn, mode: str) -> int:
    """The half-squares that a move of this mode has behind it: those of the measured move that it
    goes on with, else the one left over from a diagonal (d20.diag.alternate)."""
    return turn.walked if turn.put_in and mode in MEASURED else turn.walked % 2


def best(turn: Turn, ways: list[Label]) -> list[Label]:
    """The ways that cost the fewest squares and of these provoke the fewest."""
    keys = [((turn.walked + way.half) // 2, len(way.foes)) for way in ways]
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
    act, spent = option[0], replace(turn, standard=False, put_in=0, acted=True)
    if act == "move":
        return after_move(turn, me, option, path)
    if act in ("end_turn", "delay"):
        return [next_turn(turn)]
    if act == "drop":
        lying = changed(board, me, conditions=me.conditions | {"prone"})
        return [replace(turn, board=lying)]
    if act == "dodge":
        return [turn]
    body = body_of(me)
    if act == "stand":
        upright = changed(board, me, conditions=me.conditions - {"prone"})
        stood = replace(pay(turn), board=upright)
        return opportunities(board, me, body) or [stood]
    if (
        act in ("strike", "full_attack")
        and not reaches(board, me, option[2], body_of(board[option[1]]).cells)
        and opportunities(board, me, body)
    ):
        return opportunities(board, me, body)
    if act in ("strike", "full_attack") and loading(option[2]):
        shot_off = changed(board, me, unloaded=me.unloaded | {option[2]})
        return [replace(spent, board=shot_off, move=turn.move and act == "strike")]
    if act in ("pick_up", "set_down", "drop_held", "load"):
        return after_handling(turn, me, str(act), str(option[1]))
    if act == "full_attack":
        return [replace(spent, move=False)]
    if act == "coup_de_grace":
        return opportunities(board, me, body) or [replace(spent, move=False)]
    if act == "bull_rush":
        return opportunities(board, me, body) or [spent]
    if act == "trip":
        asked = [q for q in opportunities(board, me, body) if q.who == option[1]]
        return [*asked] or [spent]
    return [spent]


def after_handling(turn: Turn, me: Creature, act: str, what: str) -> list[State]:
    """What comes of taking up, setting down, letting go and loading."""
    board, body = turn.board, body_of(me)
    if act in ("pick_up", "load") and opportunities(board, me, body):
        return opportunities(board, me, body)
    if act == "drop_held":
        let_go = changed(board, me, weapons=tuple(one for one in me.weapons if one != what))
        x, y = body.at
        lies = (f"{what}_{x}_{y}", body.at, me.size, me.shape)
        return [replace(turn, board=still(replace(let_go, items=[*board.items, lies], memo=None)))]
    if act == "load":
        (weapon,) = [one for one in me.weapons if one == what]
        ready = changed(board, me, unloaded=me.unloaded - {what})
        paid = replace(pay(turn), board=ready)
        return [replace(paid, standard=False) if loading(weapon) == "full" else paid]
    assert act == "pick_up", "who has set down something may do more than is modelled"
    taken = board[what]  # in these battles no weapon lies about when a turn begins
    pounds = borne(me, taken)
    over = {"overloaded"} if loads.whole(me, pounds) > loads.limits(me)[2] else set()
    gone = replace(taken, size="fine", conditions=frozenset({"dead", "carried"}))
    bearer = replace(
        me, carries=(*me.carries, (what, weight(taken), side_length(taken))),
        unburdened=me.unburdened or me.speed, speed=loads.speed(me, pounds),
        conditions=me.conditions | over,
    )  # fmt: skip
    made = [{me.id: bearer, what: gone}.get(c.id, c) for c in board.creatures]
    return [replace(pay(turn), board=still(replace(board, creatures=made, memo=None)))]


def pay(turn: Turn) -> Turn:
    """The turn less an action to move with."""
    if turn.move:
        return replace(turn, move=False, put_in=0, acted=True)
    return replace(turn, standard=False, put_in=0, acted=True)


def changed(board: Board, c: Creature, **changes: object) -> Board:
    """The board with a creature changed."""
    made = [replace(c, **changes) if other.id == c.id else other for other in board.creatures]
    return still(replace(board, creatures=made, memo=None))


def next_turn(turn: Turn) -> Turn:
    """The turn of the next in the order who is in the fight."""
    rest = following(turn.order, turn.who)
    who = next(name for name in rest if not turn.board[name].conditions & OUT)
    return Turn(turn.board, turn.order, who)


def opportunities(board: Board, me: Creature, body: Body) -> list[State]:
    """The questions to all who threaten somebody that does what provokes where it is."""
    return [
        Question(board, foe.id, me.id, body)
        for foe in foes_of(board, me)
        if takes_opportunities(foe) and body.cells & threatened(board, foe.id)
        if not has_cover(board, foe, me, body) and makes_out(board, foe, body.cells)
    ]


def after_move(turn: Turn, me: Creature, option: Option, path: list[Body] | None) -> list[State]:
    board, planned = turn.board, as_planned(turn)
    _, named, at, extent, target = option
    mode = "walk" if named == "fly" else named
    (ways,) = [
        ways
        for found, foe, body, ways in moves(planned)
        if (found, foe, body.at, (body.w, body.h)) == (named, target, at, extent)
    ]
    way = ways[0]
    if path is not None:
        found = [way for way in along(planned, me, str(mode), path) if as_good(turn, way, ways[0])]
        if not found:
            raise ValueError(f"{option} has a better way than {path}: {way.path}")
        way = found[0]
    slips = str(mode).startswith("tumble")
    path, half, sighted = gone(board, me, str(mode), way)
    met = [] if slips else provocations(board, me.id, path, str(mode))
    for index, foes in enumerate(met):
        old, new = path[index : index + 2]
        runner = as_mover(board, me.id, str(mode)) if mode in OVERRUNNING else me
        if runner.contest == "overrun" and (ahead := run_into(board, runner, path, index)):
            return [
                question(board, me, str(mode), foe.id, old, new)
                if foe.id in foes
                else Question(board, foe.id, me.id, old, avoids=True)
                for foe in ahead
            ]
        if foes:
            return [question(board, me, str(mode), foe, old, new) for foe in sorted(foes)]
    there = moved(me, next(body for body in reversed(path) if may_stop(board, me, body)))
    went = replace(
        turn,
        board=changed(board, me, at=there.at, narrowed=there.narrowed),
        acted=True,
        gone="far" if len(path) > 1 else turn.gone,
    )
    if mode == "five_foot_step":
        return [replace(went, gone="step")]
    if mode == "crawl":
        return [pay(went)]
    if mode not in (*MEASURED, "tumble", "tumble_fast"):
        return [replace(went, standard=False, move=False)]
    walked = begun(turn, str(mode)) + half
    if mode not in MEASURED:
        return [replace(pay(went), walked=walked)]
    enough = sighted and walked <= limit(me, "walk")
    actions = max(turn.put_in, 2 if mode == "double" and not enough else 1)
    for _ in range(actions - turn.put_in):
        went = pay(went)
    return [replace(went, put_in=actions, walked=walked)]


def gone(board: Board, me: Creature, mode: str, way: Label) -> tuple[list[Body], int, bool]:
    """A way as far as it is gone, its half-squares, and whether somebody who came into view ended
    it: a move that may be gone on with ends at the next place to stop at once a foe is seen whom
    the mover's side did not know of.  Every move ends before somebody unseen who is in the way."""
    tumbling = "tumble" if mode == "tumble_fast" else mode
    runner = as_mover(board, me.id, tumbling)
    path, sighted, ended = [way.path[0]], False, False
    for body in way.path[1:]:
        here, there = moved(me, path[-1]), moved(me, body)
        hidden = [foe for foe in foes_of(board, me) if not known(board, here, foe)]
        met = [foe for foe in foes_of(board, me) if body_of(foe).cells & body.cells]
        unmet = hidden if mode in OVERRUNNING else ()  # nobody overruns whom it does not know of
        if not all(may_pass(board, me if foe in unmet else runner, foe) for foe in met):
            break
        path.append(body)
        sighted |= any(known(board, there, c) for c in hidden if not c.conditions & OUT)
        ended = sighted and mode in MEASURED and may_stop(board, me, body)
        if ended:
            break
    if len(path) == len(way.path):
        return path, way.half, False
    half = path_cost(as_known(board, me), me.id, path, tumbling)
    assert half is not None
    return path, half, ended


def question(board: Board, me: Creature, mode: str, foe: str, old: Body, new: Body) -> Question:
    """To a foe, by the step from one body to another."""
    theirs = body_of(board[foe]).cells
    if mode in OVERRUNNING and new.cells & theirs:
        return Question(board, foe, me.id, old, entered=True)
    if mode == "crawl" and not old.cells & threatened(board, foe):
        return Question(board, foe, me.id, new)
    return Question(board, foe, me.id, old)


def as_good(turn: Turn, one: Label, other: Label) -> bool:
    """Do two ways cost as many squares and provoke as many?"""
    return best(turn, [one, other]) != [other] and best(turn, [one, other]) != [one]


def along(turn: Turn, me: Creature, mode: str, path: list[Body]) -> list[Label]:
    """The way along a path, priced step by step; empty where it cannot be gone."""
    known = "tumble" if mode == "tumble_fast" else mode
    half = path_cost(turn.board, me.id, path, known)
    if half is None:
        return []
    foes = frozenset().union(*provocations(turn.board, me.id, path, known))
    label = None
    for body in path:
        label = Label(half, foes, body, label)
    return [label] if label is not None else []
