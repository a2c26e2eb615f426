"""The engine against the brute force of ``tests/oracle``, board by board.

Run any number of boards from any seed on, and print what differs::

    PYTHONPATH=tests python -m rules.differential --first 5000 --boards 1000

Board ``n`` is the same in every process; the paths tried on it are drawn from the same seed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise
from random import Random

from oracle import d20 as oracle
from oracle import ways

from rules.twins import (
    PACES,
    answers,
    board,
    flat,
    plain_distances,
    searched_distances,
    threats,
    twin,
)
from tacsim.core import events as ev
from tacsim.core.intents import Decline, Move, Take
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Cell
from tacsim.grid.metric import budget, cells
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit
from tacsim.rules.movement.plan import Plan, plan
from tacsim.rules.movement.reachable import reachable
from tacsim.rules.perception import sees

Difference = tuple[object, ...]
"""What was compared, then what the two sides say of it, the engine first."""
PACED, PLANNED, WALKED = 3, 4, 3
"""In how many modes, drawn anew for every board, the reach is compared, moves are planned, and a
random path is walked."""


class Trial:
    """One board, as both sides see it."""

    def __init__(self, seed: int, drawn: oracle.Board, who: str) -> None:
        self.drawn, self.who = drawn, who
        self.mover = drawn[who]
        self.battle = twin(drawn, who)
        self.rng = Random(f"paths-{seed}")

    def fresh(self) -> Battle:
        """The battle as it was, to be played."""
        return twin(self.drawn, self.who)

    def some(self, modes: Iterable[str], count: int) -> list[str]:
        """Some of these modes that the mover has; who lies on the ground has but one."""
        if "prone" in self.mover.conditions:
            return [mode for mode in modes if mode == "crawl"]
        return self.rng.sample([mode for mode in modes if mode != "crawl"], count)

    def differences(self) -> Iterator[Difference]:
        """Whatever the two sides do not agree on."""
        for compare in (reach, rows, plans, searched, threat, charges, walks, strays):
            yield from compare(self)


def reach(trial: Trial) -> Iterator[Difference]:
    """Every place within reach: cost, foes provoked, squeezing, and whether one may stop there."""
    drawn, who = trial.drawn, trial.who
    for mode in trial.some(PACES, PACED):
        rows, ours = ways.moves(drawn, who, mode), answers(trial.battle, who, mode)
        if set(rows) != set(ours):
            yield "reach", mode, sorted(set(ours) - set(rows)), sorted(set(rows) - set(ours))
        pace = mode if mode == "withdraw" else "walk"
        for at in sorted(set(rows) & set(ours)):
            row, mine = rows[at], ours[at]
            theirs = (row.cost, row.min_provokes, row.squeezing, row.can_stop)
            if mine.verdict != theirs:
                yield "row", mode, at, mine, row
            half = ways.path_cost(drawn, who, mine.path, mode)
            if half != mine.half:
                yield "half-units", mode, at, mine, half
            foes = frozenset().union(*ways.provocations(drawn, who, mine.path, pace))
            if foes != mine.provokes:
                yield "foes", mode, at, mine, foes


def rows(trial: Trial) -> Iterator[Difference]:
    """A row for every place and extent within reach, as ``moves`` tells them."""
    for mode in trial.some(("walk", "withdraw"), 1):
        answer = reachable(trial.battle, trial.battle.world[trial.who], mode)
        right = ways.bodies(trial.drawn, trial.who, mode)
        if isinstance(answer, Refused):
            yield "may move", mode, answer
            continue
        mine = {oracle.Body(*row.at, *row.extent): row for row in answer[1]}
        if set(mine) != set(right) or len(mine) != len(answer[1]):
            yield "rows", mode, sorted(set(mine) ^ set(right))
        for body in sorted(set(mine) & set(right)):
            row, best = mine[body], right[body]
            told = (row.cost, row.squeezing, row.can_stop, len(row.provokes))
            if told != (best.cost, best.squeezing, best.can_stop, best.min_provokes):
                yield "row of a body", mode, row, best


def plans(trial: Trial) -> Iterator[Difference]:
    """The move that ``to`` finds: allowed exactly where one may stop, at the least cost."""
    drawn, who, rng = trial.drawn, trial.who, trial.rng
    start = oracle.body_of(trial.mover)
    everywhere = sorted(drawn.cells())
    for mode in dict.fromkeys([*trial.some(ways.MODES, PLANNED), rng.choice(ways.MODES)]):
        best = ways.ends(drawn, who, mode)
        near = [
            (trial.mover.at[0] + i, trial.mover.at[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)
        ]
        targets = rng.sample(everywhere, 2) + rng.sample(sorted(best), min(len(best), 2))
        targets += near if mode in ways.SINGLE else rng.sample(near, 1)
        for at in dict.fromkeys(targets):
            if at == trial.mover.at:
                continue
            found, want, got = plan(trial.battle, Move(who, to=at, mode=mode)), best.get(at), None
            if isinstance(found, Plan):
                path = [start, *(oracle.Body(*flat(body)) for body in found.path)]
                pace = "walk" if mode in PACES and mode != "withdraw" else mode
                foes = frozenset().union(*ways.provocations(drawn, who, path, pace))
                free = mode in ways.FREE
                got = (0 if free else cells(found.cost2)), len(foes)
                if not ways.lawful(drawn, who, path, mode):
                    yield "unlawful", mode, at, found
            if got != want:
                yield "plan", mode, at, got, want, found


def searched(trial: Trial) -> Iterator[Difference]:
    """The engine's search in C against its own single steps."""
    limit = budget(2 * trial.mover.speed)
    plain = plain_distances(trial.battle, trial.who, limit)
    quick = searched_distances(trial.battle, trial.who, limit)
    if plain != quick:
        yield "search", set(quick.items()) ^ set(plain.items())


def threat(trial: Trial) -> Iterator[Difference]:
    """The cells that everybody threatens."""
    for name, mine in threats(trial.battle):
        theirs = oracle.threatened(trial.drawn, name)
        if mine != theirs:
            yield "threat", name, sorted(mine - theirs), sorted(theirs - mine)


def charges(trial: Trial) -> Iterator[Difference]:
    """Charges at everybody else: where they may end, what they cost and whom they provoke."""
    drawn, who, battle = trial.drawn, trial.who, trial.battle
    start = oracle.body_of(trial.mover)
    for other in drawn.creatures:
        if other.id == who:
            continue
        right = ways.charges(drawn, who, other.id)
        some = trial.rng.sample(sorted(drawn.cells()), 3)
        at_will = plan(battle, Move(who, mode="charge", target=other.id))
        if isinstance(at_will, Plan) != bool(right):
            yield "charge", other.id, at_will, sorted(right)
        for at in dict.fromkeys([*sorted(right), *some]):
            found = plan(battle, Move(who, to=at, mode="charge", target=other.id))
            if isinstance(found, Refused) or at not in right:
                if isinstance(found, Plan) or at in right:
                    yield "charge", other.id, at, found, right.get(at)
                continue
            path = tuple(oracle.Body(*flat(body)) for body in found.path)
            if not any((w.half, w.path) == (found.cost2, (start, *path)) for w in right[at]):
                yield "charge", other.id, at, found, [(w.half, w.path) for w in right[at]]


def walks(trial: Trial) -> Iterator[Difference]:
    """Random lawful paths, walked: their cost, and who is provoked at which step and cell."""
    drawn, who, rng = trial.drawn, trial.who, trial.rng
    for mode in trial.some(ways.MODES, WALKED):
        path = ways.random_path(rng, drawn, who, mode)
        if path is not None:
            yield from walked(trial, mode, path)
    yield from charged(trial)


def charged(trial: Trial) -> Iterator[Difference]:
    """One charge, if there is any to make."""
    drawn, who, battle = trial.drawn, trial.who, trial.battle
    foes = [c.id for c in drawn.creatures if not oracle.friends(drawn, trial.mover, c)]
    found = [
        (foe, way.path)
        for foe in foes
        if sees(battle, battle.world[who], battle.world[foe].body)
        for here in ways.charges(drawn, who, foe).values()
        for way in here
    ]
    if found:
        foe, path = trial.rng.choice(found)
        yield from walked(trial, "charge", list(path), foe)


def walked(
    trial: Trial, mode: str, path: list[oracle.Body], target: str | None = None
) -> Iterator[Difference]:
    """Walk one path and compare what comes of it."""
    drawn, who = trial.drawn, trial.who
    battle = trial.fresh()
    move = move_along(who, path, mode, target)
    found = plan(battle, move)
    if isinstance(found, Refused):
        yield "refused", mode, path, found
        return
    half = ways.path_cost(drawn, who, path, mode)
    if mode not in ways.FREE and found.cost2 != half:
        yield "path's half-units", mode, path, found.cost2, half
    given, cells_, steps = played(battle, move)
    if mode == "tumble":
        theirs = ways.slipped(drawn, who, path)
    else:
        theirs = ways.provocations(drawn, who, path, mode)
    wanted = [sorted(foes) for foes in theirs]
    if steps != len(path) - 1:
        yield "steps", mode, path, steps
    if mode == "crawl":  # some of it before the step, some of it after
        given, wanted = [[foe for foes in given for foe in foes]], [sorted(set().union(*theirs))]
    if [sorted(foes) for foes in given[: len(wanted)]] != wanted or any(given[len(wanted) :]):
        yield "provoked", mode, path, given, wanted
    if mode in ("overrun", "tumble", "charge", "crawl"):
        return
    for (index, foe), cell in cells_.items():
        old, new = path[index : index + 2]
        leaving = mode not in oracle.EXEMPT and not (mode == "withdraw" and index == 0)
        where = oracle.where_provoked(drawn, trial.mover, old, new, leaving, True)
        if cell not in where.get(foe, ()):
            yield "cell", mode, path, index, foe, cell, where


def played(battle: Battle, move: Move) -> tuple[list[list[str]], dict[tuple[int, str], Cell], int]:
    """Make a move that nobody strikes at and everybody steps aside from: per step who was given an
    opportunity (or slipped by a tumbler), the cells where, and how many steps were taken."""
    given: list[list[str]] = [[]]
    where: dict[tuple[int, str], Cell] = {}
    events = submit(battle, move)
    while (asked := battle.decision) is not None and not asked.is_turn:
        answer = Take if asked.question == "avoid" else Decline
        events = [*events, *submit(battle, answer(asked.actor))]
    for event in events:
        if isinstance(event, ev.Stepped):
            given.append([])
        elif isinstance(event, ev.Provoked) and event.actor == move.actor:
            given[-1].append(event.by)
            where[len(given) - 1, event.by] = event.cell
        elif isinstance(event, ev.Slipped):
            given[-1].append(event.by)
    return given, where, len(given) - 1


def move_along(who: str, path: list[oracle.Body], mode: str, target: str | None = None) -> Move:
    """The move along a path of bodies, the start first."""
    return Move(
        who,
        path=tuple(body.at for body in path[1:]),
        extents=tuple((body.w, body.h) for body in path[1:]),
        mode=mode,
        target=target,
    )


def strays(trial: Trial) -> Iterator[Difference]:
    """Paths drawn with little regard for the rules: refused exactly where they are unlawful."""
    drawn, who, rng = trial.drawn, trial.who, trial.rng
    for _ in range(6):
        path = ways.stray_path(rng, drawn, who)
        mode = rng.choice(ways.MODES)
        if any(new == old for old, new in pairwise(path)) or path[1].at == path[0].at:
            continue
        found = plan(trial.battle, move_along(who, path, mode))
        if isinstance(found, Plan) != ways.lawful(drawn, who, path, mode):
            yield "path", mode, path, found


# ------------------------------------------------------------------------------- running


def compare(seed: int) -> str:
    """What differs on a board, with the board to look at; empty if nothing does."""
    drawn, who = board(seed)
    found = list(Trial(seed, drawn, who).differences())
    if not found:
        return ""
    told = [" | ".join(map(str, difference)) for difference in found[:6]]
    return "\n".join([f"seed {seed}: {len(found)} differences", *told, oracle.draw(drawn), ""])


def main() -> int:
    """Compare boards and tell; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--boards", type=int, default=200, help="how many boards")
    given = parser.parse_args()
    began, differing = time.process_time(), 0
    write = partial(print, flush=True)
    for seed in range(given.first, given.first + given.boards):
        told = compare(seed)
        differing += bool(told)
        if told:
            write(told)
    seconds = time.process_time() - began
    write(f"{given.boards} boards, {differing} with differences, {seconds:.0f} s")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
