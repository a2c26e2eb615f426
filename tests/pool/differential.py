"""The engine against the brute force of ``tests/oracle`` for ``pool`` on cubes, board by board.

Run any number of boards from any seed on, and print what differs::

    PYTHONPATH=tests python -m pool.differential --first 5000 --boards 1000

Board ``n`` is the same in every process; the paths tried on it are drawn from the same seed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from click.testing import CliRunner
from oracle import cubes
from oracle import pool as oracle
from oracle import pool_ways as ways
from oracle.pool_boards import MOVER, random_board, to_scenario

from pool.twins import (
    engine_body,
    mover_in,
    oracle_body,
    read,
    searched_distances,
    shares,
    twin,
)
from tacsim.cli import group as tacsim
from tacsim.core import events as ev
from tacsim.core.intents import Decline, Intent, Move
from tacsim.core.verdicts import Refused
from tacsim.grid.metric import cells
from tacsim.rules.combat.threat import threatened
from tacsim.rules.engine import check, submit
from tacsim.rules.movement import footing
from tacsim.rules.movement.plan import Plan, plan
from tacsim.rules.movement.reachable import Row, reachable

ASKED = 50
"""From how many places within reach a mover's steps are compared."""

ASKED_BY_COMMAND = 10
"""Every how manyeth board the commands are asked as well."""

Difference = tuple[object, ...]
"""What was compared, then what the two sides say of it, the engine first."""


class Trial:
    """One board, as both sides see it."""

    def __init__(self, seed: int, drawn: oracle.Board, mode: str) -> None:
        self.seed, self.drawn, self.mode = seed, drawn, mode
        self.mover = drawn[MOVER]
        self.battle = twin(drawn, MOVER)
        self.rng = Random(f"paths-{seed}")

    def differences(self) -> Iterator[Difference]:
        """Whatever the two sides do not agree on."""
        for compare in COMPARED:
            yield from compare(self)
        if self.seed % ASKED_BY_COMMAND == 0:
            yield from commands(self)


# ------------------------------------------------------------------------------- where to


def reach(trial: Trial) -> Iterator[Difference]:
    """Every place within reach: cost, foes provoked, squeezing, whether one may stop there, and a
    way that is worth what it is said to be."""
    mover, mode = trial.mover, trial.mode
    answer = reachable(trial.battle, trial.battle.world[MOVER], mode)
    if isinstance(answer, Refused):
        yield "may move", answer
        return
    limit, rows = answer
    if limit != oracle.speed_of(mover):
        yield "budget", limit, oracle.speed_of(mover)
    right = ways.bodies(trial.drawn, mover, mode)
    ours = {cubes.Body(*row.at, row.extent[0]): row for row in rows}
    if len(ours) != len(rows):
        yield "rows", rows
    if set(ours) != set(right):
        yield "reach", sorted(set(ours) - set(right)), sorted(set(right) - set(ours))
    for body in sorted(set(ours) & set(right)):
        yield from row_by_row(trial, ours[body], right[body])


def row_by_row(trial: Trial, mine: Row, row: ways.Row) -> Iterator[Difference]:
    theirs = (row.cost, len(row.provokes), row.squeezing, row.can_stop)
    if (mine.cost, len(mine.provokes), mine.squeezing, mine.can_stop) != theirs:
        yield "row", mine, row
    end = cubes.Body(*mine.at, mine.extent[0])
    said = (mine.cost, frozenset(mine.provokes), end)
    found = ways.follow(trial.drawn, trial.mover, trial.mode, mine.path)
    if not any((way.half // 2, way.foes, way.body) == said for way in found):
        yield "way", mine, found


def plans(trial: Trial) -> Iterator[Difference]:
    """The move that ``to`` finds: allowed exactly where one may stop, at the least cost."""
    drawn, mover, mode, rng = trial.drawn, trial.mover, trial.mode, trial.rng
    best = ways.ends(drawn, mover, mode)
    near = [cubes.plus(mover.at, by) for by in rng.sample(cubes.AROUND, 1)]
    targets = rng.sample(sorted(drawn.space.cells()), 2)
    targets += rng.sample(sorted(best), min(len(best), 3))
    for at in dict.fromkeys([*targets, *near]):
        if at == mover.at:
            continue
        found, got = plan(trial.battle, Move(MOVER, to=at, mode=mode)), None
        if isinstance(found, Plan):
            path = [oracle.body_of(mover), *map(oracle_body, found.path)]
            going = ways.along(drawn, mover, mode, path, ways.fresh(mover))[-1]
            cost2 = min((way.half for way in going), default=None)
            foes = min((len(way.foes) for way in going), default=None)
            got = (cells(found.cost2), foes)
            if not ways.lawful(drawn, mover, mode, path, ways.fresh(mover)):
                yield "unlawful", at, found
            if cost2 != found.cost2:
                yield "half-cells", at, found, cost2
        if got != best.get(at):
            yield "plan", at, got, best.get(at), found


def searched(trial: Trial) -> Iterator[Difference]:
    """The engine's search in C, and its single steps from some of the places within reach. Climbed
    cubes count where they limit the mover."""
    drawn, creature, mode = trial.drawn, trial.mover, trial.mode
    mover, turn = mover_in(trial.battle, MOVER, mode), ways.fresh(creature)
    counted = mover.earthbound and mover.climbs is not None
    reached = ways.distances(drawn, creature, mode, turn)
    right: dict[ways.State, int] = {}
    for (body, climbed), half in reached.items():
        state = body, climbed if counted else 0
        right[state] = min(half, right.get(state, half))
    quick = searched_distances(mover, turn.left)
    if quick != right:
        only, missing = quick.items() - right.items(), right.items() - quick.items()
        yield "search", sorted(only), sorted(missing)
    for body, climbed in trial.rng.sample(sorted(right), min(ASKED, len(right))):
        mine = {
            (oracle_body(step.body), step.climbed): step.cost2
            for step in sorted(mover.steps(engine_body(body), 0, climbed), key=lambda s: -s.cost2)
        }
        found = oracle.steps(drawn, creature, body, climbed, mode)
        theirs = {
            (step.new, step.climbed if counted else 0): step.half
            for step in sorted(found, key=lambda step: -step.half)
        }
        if mine != theirs:
            only, missing = mine.items() - theirs.items(), theirs.items() - mine.items()
            yield "steps", body, climbed, sorted(only), sorted(missing)


# ------------------------------------------------------------------------------- who reaches whom


def threat(trial: Trial) -> Iterator[Difference]:
    """The cells that everybody threatens; nobody gets into those where nothing is."""
    battle, out = trial.battle, nowhere(trial.drawn.space)
    for c in filter(oracle.able, trial.drawn.creatures):
        mine = set(threatened(battle, battle.world[c.id])) - out
        theirs = oracle.threatened(trial.drawn, c.id) - out
        if mine != theirs:
            yield "threat", c.id, sorted(mine - theirs), sorted(theirs - mine)


def nowhere(space: cubes.Space) -> set[cubes.Cell]:
    """The cells where nothing is."""
    return {cell for cell in space.cells() if cell[2] == 0 and space.among(cell, cubes.VOID)}


def lines(trial: Trial) -> Iterator[Difference]:
    """Lines of effect between cells anywhere."""
    rng, space, battle = trial.rng, trial.drawn.space, trial.battle
    free = [cell for cell in space.cells() if not space.among(cell, cubes.FILLED)]
    field, grid = battle.world.field, battle.ruleset.topology
    walls, edges = field.cells_where("fills"), field.edges(blocking=True)
    for _ in range(20):
        one, other = rng.choice(free), rng.choice(free)
        mine = grid.lines.line_of_effect([one], [other], walls, edges)
        if mine != cubes.line_of_effect(space, one, other):
            yield "line", one, other, mine


def distances(trial: Trial) -> Iterator[Difference]:
    """Cells between bodies of any size anywhere, on the map or off it."""
    rng, metric = trial.rng, trial.battle.ruleset.metric
    for _ in range(8):
        one, other = (
            cubes.Body(rng.randint(-9, 20), rng.randint(-9, 20), rng.randint(-5, 9),
                       rng.randint(1, 4))
            for _ in range(2)
        )  # fmt: skip
        mine = metric.distance(engine_body(one), engine_body(other))
        right = cubes.distance(cubes.cells_of(one), cubes.cells_of(other))
        if mine != right:
            yield "distance", one, other, mine, right


def footholds(trial: Trial) -> Iterator[Difference]:
    """Who stands, and who clings: everybody where it is, and the mover wherever it fits."""
    drawn, battle = trial.drawn, trial.battle
    full = oracle.full_size(trial.mover)
    anywhere = [
        body
        for cell in trial.rng.sample(sorted(drawn.space.cells()), 12)
        for body in (cubes.Body(*cell, n) for n in {full, max(1, full - 1)})
        if oracle.fits(drawn, trial.mover, body)
    ]
    asked = [(trial.mover, body) for body in anywhere]
    asked += [(c, oracle.body_of(c)) for c in drawn.creatures]
    for c, body in asked:
        creature, place = battle.world[c.id], engine_body(body)
        mine = (footing.stands(battle, creature, place), footing.clings(battle, creature, place))
        hangs = oracle.nimble(c) and cubes.clings(drawn.space, body)
        if mine != (oracle.stands(drawn, c, body), hangs):
            yield "foothold", c.id, body, mine


# ------------------------------------------------------------------------------- turns


class Playing:
    """A turn that both sides play: what the mover has left, and the battle as it stands."""

    def __init__(self, trial: Trial) -> None:
        self.drawn, self.rng, self.mode = trial.drawn, trial.rng, trial.mode
        self.battle = twin(trial.drawn, MOVER)
        self.mover = trial.mover
        self.turn = ways.fresh(trial.mover)

    def submit(self, intent: Intent) -> list[ev.Event]:
        """Carry out an intent, everybody asked something letting it pass."""
        events = submit(self.battle, intent)
        while (asked := self.battle.decision) is not None and not asked.is_turn:
            events = [*events, *submit(self.battle, Decline(asked.actor))]
        return events


def turns(trial: Trial) -> Iterator[Difference]:
    """A turn spent piece by piece: walking, or trying to go where one may not."""
    play = Playing(trial)
    for _ in range(4):
        found = list(play.rng.choices((walked, astray), (5, 4))[0](play))
        yield from found
        if found:
            return


def walked(play: Playing) -> Iterator[Difference]:
    """A random lawful path: what each step costs, the checks it takes, and whom it provokes; then
    where one is, and what is left."""
    mode = other_mode(play) if play.rng.random() < 0.3 else play.mode
    path = ways.random_path(play.rng, play.drawn, play.mover, mode, play.turn)
    if path is None:
        return
    told = "walked", mode, play.turn, play.mover, path
    right = list(ways.told(play.drawn, play.mover, mode, path, play.turn))
    events = play.submit(move_along(path, mode))
    mine, theirs = list(stepped(events)), list(priced(play, right))
    if mine != theirs:
        yield *told, mine, theirs
        return
    half = sum(step.half for step, _, _ in right)
    end, left = right[-1][0], right[-1][2]
    play.turn = replace(play.turn, walked=play.turn.walked + half, footwork=left)
    play.mover = ways.arrived(play.drawn, play.mover, path, end.climbed)
    now = play.battle.world[MOVER]
    crammed = play.mover.crammed
    squeezed = oracle.squeezing(play.drawn.space, play.mover, path[-1], crammed)
    state = (oracle_body(now.body), now.position.squeezed, now.resources["footwork"])
    if state != (path[-1], squeezed, left):
        yield *told, state, (path[-1], squeezed, left)
    if now.resources["climbed"] != end.climbed and not oracle.flies(play.mover):
        yield *told, now.resources["climbed"], end.climbed


def other_mode(play: Playing) -> str:
    """Walking instead of climbing, or the other way about."""
    return {oracle.WALK: oracle.CLIMB, oracle.CLIMB: oracle.WALK}.get(play.mode, play.mode)


def move_along(path: list[cubes.Body], mode: str) -> Move:
    """The move along a path of bodies, the start first; named too where the first step stays."""
    going = path if len(path) > 1 and path[1].at == path[0].at else path[1:]
    return Move(
        MOVER,
        path=tuple(body.at for body in going),
        extents=tuple((body.n,) * 3 for body in going),
        mode=mode,
    )


def stepped(events: list[ev.Event]) -> Iterator[tuple[object, ...]]:
    """Per step: where it leads, the cells paid, the check due, and who is given an opportunity."""
    given: list[str] = []
    due = 0
    for event in events:
        if isinstance(event, ev.Provoked):
            given.append(event.by)
        elif isinstance(event, ev.Tested):
            due = event.against
        elif isinstance(event, ev.Stepped):
            yield event.dst, event.cost, due, sorted(given)
            given, due = [], 0


def priced(play: Playing, right: list[ways.Told]) -> Iterator[tuple[object, ...]]:
    walked = play.turn.walked
    for step, foes, _ in right:
        cost = (walked + step.half) // 2 - walked // 2
        yield step.new.at, cost, step.check, sorted(foes)
        walked += step.half


def astray(play: Playing) -> Iterator[Difference]:
    """A path drawn with little regard for the rules: refused exactly where it is unlawful."""
    path = ways.stray_path(play.rng, play.drawn, play.mover, play.mode)
    if any(new == old for old, new in pairwise(path)):
        return
    mode = other_mode(play) if play.rng.random() < 0.3 else play.mode
    right = ways.lawful(play.drawn, play.mover, mode, path, play.turn)
    found = check(play.battle, move_along(path, mode))
    if isinstance(found, Refused) == right:
        yield "path", mode, play.turn, play.mover, path, found
    at = play.rng.choice(sorted(play.drawn.space.cells()))
    if at != play.mover.at:
        want = ways.ends(play.drawn, play.mover, mode, play.turn).get(at)
        going = plan(play.battle, Move(MOVER, to=at, mode=mode))
        if isinstance(going, Refused) == (want is not None):
            yield "to", mode, play.turn, play.mover, at, going, want


# ------------------------------------------------------------------------------- commands


def commands(trial: Trial) -> Iterator[Difference]:
    """What the commands print of the board, were everybody at full size, apart and rested."""
    if trial.mover.narrow:
        return
    whole = [c for c in trial.drawn.creatures if not (c.narrow or c.crammed)]
    rested = [replace(c, stamina=2, climbed=0) for c in whole if not shares(trial.drawn, c)]
    drawn = read(replace(trial.drawn, creatures=rested, memo={}))
    mover, mode = drawn[MOVER], trial.mode
    if not all(oracle.may_be(drawn, c, oracle.body_of(c)) for c in rested):
        return  # somebody stood on one who is left out
    with TemporaryDirectory() as folder:
        file = Path(folder) / "board.toml"
        file.write_text(to_scenario(drawn), "utf-8")
        for c in filter(oracle.able, rested):
            said = asked("threat", str(file), c.id)
            right = sorted(map(list, oracle.threatened(drawn, c.id) - nowhere(drawn.space)))
            if (said["creature"], said["cells"]) != (c.id, right):
                yield "threat command", c.id, said, right
        said = asked("moves", str(file), MOVER, "--mode", mode)
    rows = ways.bodies(drawn, mover, mode)
    mine = {cubes.Body(*row["at"], row["extent"][0]): row for row in said["cells"]}
    if set(mine) != set(rows) or said["budget"] != oracle.speed_of(mover):
        yield "moves command", said["budget"], sorted(set(mine) ^ set(rows))
    for body in sorted(set(mine) & set(rows)):
        row, best = mine[body], rows[body]
        told = (row["cost"], row["squeezing"], row["can_stop"], len(row["provokes"]))
        if told != (best.cost, best.squeezing, best.can_stop, len(best.provokes)):
            yield "moves command", row, best


def asked(*words: str) -> dict:
    """What a command answers in JSON."""
    answer = CliRunner().invoke(tacsim, [*words, "--json"])
    assert answer.exit_code in (0, 1), (words, answer.output)
    return dict(json.loads(answer.stdout))


COMPARED = (footholds, threat, lines, distances, searched, reach, plans, turns)


# ------------------------------------------------------------------------------- running


def compare(seed: int) -> str:
    """What differs on a board, with the board to look at; empty if nothing does."""
    drawn, mode = random_board(seed)
    read(drawn)
    found = list(Trial(seed, drawn, mode).differences())
    if not found:
        return ""
    told = [" | ".join(map(str, difference)) for difference in found[:6]]
    title = f"seed {seed}, {mode}: {len(found)} differences"
    return "\n".join([title, *told, oracle.draw(drawn), ""])


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
