"""The engine against the brute force of ``tests/oracle`` for the 5e family, board by board.

Run any number of boards from any seed on, and print what differs::

    PYTHONPATH=tests python -m fifth.differential --ruleset metric --topology hex --first 5000 \
        --boards 1000

Board ``n`` of a ruleset and a kind of grid is the same in every process; the paths tried on it are
drawn from the same seed.
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
from oracle import fifth as oracle
from oracle import fifth_ways as ways
from oracle.fifth_boards import KINDS, random_board, to_scenario
from oracle.outlines import lines_join
from rules.twins import mover_of, plain_distances, searched_distances, threats

from fifth.twins import engine_body, extent, eyes, flanking_dice, oracle_body, twin
from tacsim.cli import group as tacsim
from tacsim.core import events as ev
from tacsim.core.intents import Dash, Decline, DenyFlank, Disengage, Drop, Intent, Move, Stand
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body
from tacsim.grid.metric import budget, cells
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import reaches
from tacsim.rules.engine import check, submit
from tacsim.rules.movement.plan import Plan, plan
from tacsim.rules.movement.reachable import Row, reachable
from tacsim.rules.perception import sees

Difference = tuple[object, ...]
"""What was compared, then what the two sides say of it, the engine first."""
ASKED_BY_COMMAND = 10
"""Every how manyeth board the commands are asked as well."""


class Trial:
    """One board, as both sides see it."""

    def __init__(self, seed: int, drawn: oracle.Board, who: str) -> None:
        self.seed, self.drawn, self.who = seed, drawn, who
        self.mover = drawn[who]
        self.battle = twin(drawn, who)
        self.rng = Random(f"paths-{seed}")

    def fresh(self) -> Battle:
        """The battle as it was, to be played."""
        return twin(self.drawn, self.who)

    def differences(self) -> Iterator[Difference]:
        """Whatever the two sides do not agree on."""
        for compare in COMPARED:
            yield from compare(self)
        if self.seed % ASKED_BY_COMMAND == 0:
            yield from commands(self)


def mode_of(mover: oracle.Creature) -> str:
    """How it moves on foot as it is."""
    return "crawl" if "prone" in mover.conditions else "walk"


# ------------------------------------------------------------------------------- where to


def reach(trial: Trial) -> Iterator[Difference]:
    """Every place within reach: cost, foes provoked, squeezing, whether one may stop there, and a
    way that is worth what it is said to be."""
    mover, mode = trial.mover, mode_of(trial.mover)
    answer = reachable(trial.battle, trial.battle.world[trial.who], mode)
    if isinstance(answer, Refused) or not ways.may_move(mover, mode):
        if not isinstance(answer, Refused) or ways.may_move(mover, mode):
            yield "may move", answer, ways.speed(mover)
        return
    limit, rows = answer
    if limit != ways.speed(mover):
        yield "budget", limit, ways.speed(mover)
    right = ways.bodies(trial.drawn, mover)
    ours = {oracle.Body(*row.at, row.extent[0]): row for row in rows}
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
    end = oracle.Body(*mine.at, mine.extent[0])
    said = (mine.cost, frozenset(mine.provokes), end)
    found = ways.follow(trial.drawn, trial.mover, mine.path)
    if not any((way.half // 2, way.foes, way.body) == said for way in found):
        yield "way", mine, found


def plans(trial: Trial) -> Iterator[Difference]:
    """The move that ``to`` finds: allowed exactly where one may stop, at the least cost."""
    drawn, mover, rng = trial.drawn, trial.mover, trial.rng
    mode, turn = mode_of(mover), ways.fresh(mover)
    if not ways.may_move(mover, mode):
        return
    best = ways.ends(drawn, mover)
    near = [drawn.grid.shift(mover.at, by) for by in drawn.grid.DIRECTIONS]
    targets = rng.sample(sorted(drawn.cells()), 3) + rng.sample(sorted(best), min(len(best), 3))
    for at in dict.fromkeys([*targets, *rng.sample(near, 2)]):
        if at == mover.at:
            continue
        found, got = plan(trial.battle, Move(trial.who, to=at, mode=mode)), None
        if isinstance(found, Plan):
            path = [oracle.body_of(mover), *map(oracle_body, found.path)]
            foes = frozenset().union(*ways.provocations(drawn, mover, path))
            got = (cells(found.cost2), len(foes))
            if not ways.lawful(drawn, mover, path, turn):
                yield "unlawful", at, found
            if ways.path_cost(drawn, mover, path) != found.cost2:
                yield "half-units", at, found, ways.path_cost(drawn, mover, path)
        if got != best.get(at):
            yield "plan", at, got, best.get(at), found


def searched(trial: Trial) -> Iterator[Difference]:
    """The engine's search in C against its own single steps, and these against the oracle's."""
    limit = budget(2 * trial.mover.speed)
    plain = plain_distances(trial.battle, trial.who, limit)
    quick = searched_distances(trial.battle, trial.who, limit)
    if plain != quick:
        yield "search", set(quick.items()) ^ set(plain.items())
    engine = mover_of(trial.battle, trial.who)
    for body in sorted(plain, key=lambda body: (body.at, body.extent)):
        for odd in (0, 1):
            mine = {(oracle_body(step.body), step.cost2) for step in engine.steps(body, odd)}
            found = oracle.steps(trial.drawn, trial.mover, oracle_body(body), odd)
            theirs = {(step.new, step.half) for step in found}
            if cheapest(mine) != cheapest(theirs):
                yield "steps", body, odd, sorted(mine - theirs), sorted(theirs - mine)


def cheapest(steps: set[tuple[oracle.Body, int]]) -> dict[oracle.Body, int]:
    """The least price to each body."""
    return {body: min(half for b, half in steps if b == body) for body, _ in steps}


# ------------------------------------------------------------------------------- who reaches whom


def threat(trial: Trial) -> Iterator[Difference]:
    """The cells that everybody threatens."""
    for name, mine in threats(trial.battle):
        if not oracle.able(trial.drawn[name]):
            continue
        theirs = oracle.threatened(trial.drawn, name)
        if mine != theirs:
            yield "threat", name, sorted(mine - theirs), sorted(theirs - mine)


def sights(trial: Trial) -> Iterator[Difference]:
    """Who sees what. How lines of sight run is the engine's to say, as long as nothing is seen in
    the dark or by the blinded, and all that lies in plain view is."""
    drawn, world = trial.drawn, trial.battle.world
    for eye in drawn.creatures:
        seen = eyes(trial.battle, eye.id)
        own = oracle.space(drawn, eye)
        for cell in drawn.cells():
            lit = cell in own
            if "blinded" not in eye.conditions:
                lit = lit or oracle.in_light(drawn, eye, cell)
            if cell in seen and not lit:
                yield "sees", eye.id, cell
            if cell not in seen and lit and oracle.in_plain_view(drawn, eye, cell):
                yield "sees not", eye.id, cell
        for other in drawn.creatures:
            mine = sees(trial.battle, world[eye.id], world[other.id].body)
            if mine != bool(seen & oracle.space(drawn, other)):
                yield "sees", eye.id, other.id, mine


def lines(trial: Trial) -> Iterator[Difference]:
    """Lines of effect between cells anywhere, which say who reaches whom and who is seen."""
    rng, drawn = trial.rng, trial.drawn
    free = [cell for cell in drawn.cells() if not drawn.solid(cell)]
    for _ in range(8):
        one, other = rng.choice(free), rng.choice(free)
        mine = reaches(trial.battle, *(Body(cell, extent(drawn, 1)) for cell in (one, other)))
        if one != other and mine != lines_join(drawn, [one], [other]):
            yield "line", one, other, mine


def distances(trial: Trial) -> Iterator[Difference]:
    """Cells between bodies of any size anywhere, on the map or off it."""
    rng, drawn = trial.rng, trial.drawn
    metric = trial.battle.ruleset.metric
    for _ in range(8):
        one, other = (
            oracle.Body(rng.randint(-9, 20), rng.randint(-9, 20), rng.randint(1, 5))
            for _ in range(2)
        )
        spaces = [oracle.cells_of(drawn.grid, body) for body in (one, other)]
        mine = metric.distance(engine_body(drawn, one), engine_body(drawn, other))
        if mine != oracle.distance(drawn, *spaces):
            yield "distance", one, other, mine, oracle.distance(drawn, *spaces)
        if set(engine_body(drawn, one).cells) != spaces[0]:
            yield "body", one, sorted(engine_body(drawn, one).cells), sorted(spaces[0])


# ------------------------------------------------------------------------------- flanking


def flanks(trial: Trial) -> Iterator[Difference]:
    """The dice for flanking of everybody against everybody, and what a denial makes of them."""
    drawn = trial.drawn
    for target in drawn.creatures:
        if "dead" in target.conditions:
            continue
        battle = trial.battle
        yield from against(drawn, battle, target.id, None)
        right = sorted(oracle.flankers(drawn, target.id))
        if not oracle.able(target) or not right:
            continue
        for denied in right:
            battle = twin(drawn, target.id)
            submit(battle, DenyFlank(target.id, denied))
            yield from against(drawn, battle, target.id, denied)
        others = [c.id for c in drawn.creatures if c.id not in (*right, target.id)]
        for other in others[:1]:
            if not isinstance(check(twin(drawn, target.id), DenyFlank(target.id, other)), Refused):
                yield "denies", target.id, other, right


def against(
    drawn: oracle.Board, battle: Battle, target: str, denied: str | None
) -> Iterator[Difference]:
    for c in drawn.creatures:
        spaces = oracle.space(drawn, c), oracle.space(drawn, drawn[target])
        far = oracle.reach(drawn, c)
        if far is None or not oracle.able(c) or not 0 < oracle.distance(drawn, *spaces) <= far:
            continue
        if oracle.friends(drawn, c, drawn[target]):
            continue
        mine, theirs = flanking_dice(battle, c.id, target), oracle.dice(drawn, c.id, target, denied)
        if mine != theirs:
            yield "dice", c.id, target, denied, mine, theirs


# ------------------------------------------------------------------------------- turns


class Playing:
    """A turn that both sides play: what the mover has left, and the battle as it stands."""

    def __init__(self, trial: Trial) -> None:
        self.drawn, self.who, self.rng = trial.drawn, trial.who, trial.rng
        self.battle = trial.fresh()
        self.mover = trial.mover
        self.turn = ways.fresh(trial.mover)
        self.acted = False

    def submit(self, intent: Intent) -> list[ev.Event]:
        """Carry out an intent, everybody asked something letting it pass."""
        events = submit(self.battle, intent)
        while (asked := self.battle.decision) is not None and not asked.is_turn:
            events = [*events, *submit(self.battle, Decline(asked.actor))]
        return events

    def going(self, condition: str, gone: bool = False) -> None:
        """The mover with a condition more, or less."""
        now = self.mover.conditions - {condition} if gone else self.mover.conditions | {condition}
        self.mover = replace(self.mover, conditions=now)

    @property
    def prone(self) -> bool:
        return "prone" in self.mover.conditions


def turns(trial: Trial) -> Iterator[Difference]:
    """A turn spent piece by piece: walking, dashing, disengaging, dropping, standing up."""
    if not oracle.able(trial.mover):
        return
    play = Playing(trial)
    for _ in range(6):
        act = play.rng.choices((walked, astray, acts, lies), (5, 3, 2, 1.5))[0]
        found = list(act(play))
        yield from found
        if found:
            return


def walked(play: Playing) -> Iterator[Difference]:
    """A random lawful path: what each step costs, and whom it provokes."""
    if not ways.may_move(play.mover, mode_of(play.mover)):
        return
    path = ways.random_path(play.rng, play.drawn, play.mover, play.turn)
    if path is None:
        return
    half = ways.path_cost(play.drawn, play.mover, path, play.turn.walked)
    assert half is not None
    told = "walked", play.turn, play.mover, path
    events = play.submit(move_along(play, path))
    mine, theirs = list(stepped(events)), list(right_steps(play, path))
    if mine != theirs:
        yield *told, mine, theirs
        return
    play.turn = replace(play.turn, walked=play.turn.walked + half)
    play.mover = ways.moved(play.mover, path[-1])
    now = play.battle.world[play.who]
    if oracle_body(now.body) != path[-1]:
        yield *told, now.body
    if now.position.squeezed != oracle.is_squeezing(play.drawn, play.mover, path[-1]):
        yield *told, now.position


def move_along(play: Playing, path: list[oracle.Body]) -> Move:
    """The move along a path of bodies, the start first; named too where the first step stays."""
    going = path if path[1].at == path[0].at else path[1:]
    return Move(
        play.who,
        path=tuple(body.at for body in going),
        extents=tuple(extent(play.drawn, body.n) for body in going),
        mode=mode_of(play.mover),
    )


def stepped(events: list[ev.Event]) -> Iterator[tuple[object, ...]]:
    """Per step: where it leads, the cells paid, and who is given an opportunity."""
    given: list[str] = []
    for event in events:
        if isinstance(event, ev.Provoked):
            given.append(event.by)
        elif isinstance(event, ev.Stepped):
            yield event.dst, event.cost, sorted(given)
            given = []


def right_steps(play: Playing, path: list[oracle.Body]) -> Iterator[tuple[object, ...]]:
    walked = play.turn.walked
    for old, new in pairwise(path):
        half = ways.step_cost(play.drawn, play.mover, old, new, walked)
        assert half is not None
        foes = oracle.step_provokes(play.drawn, play.mover, old, new)
        yield new.at, (walked + half) // 2 - walked // 2, sorted(foes)
        walked += half


def astray(play: Playing) -> Iterator[Difference]:
    """A path drawn with little regard for the rules: refused exactly where it is unlawful."""
    path = ways.stray_path(play.rng, play.drawn, play.mover)
    if any(new == old for old, new in pairwise(path)):
        return
    mode = play.rng.choice(("walk", "walk", mode_of(play.mover)))
    right = ways.may_move(play.mover, mode)
    right = right and ways.lawful(play.drawn, play.mover, path, play.turn)
    found = check(play.battle, attrs_mode(move_along(play, path), mode))
    if isinstance(found, Refused) == right:
        yield "path", mode, play.turn, play.mover, path, found
    at = play.rng.choice(sorted(play.drawn.cells()))
    if ways.may_move(play.mover, mode) and at != play.mover.at:
        want = ways.ends(play.drawn, play.mover, play.turn).get(at)
        going = plan(play.battle, Move(play.who, to=at, mode=mode))
        if isinstance(going, Refused) == (want is not None):
            yield "to", mode, play.turn, play.mover, at, going, want


def attrs_mode(move: Move, mode: str) -> Move:
    """The same move in another mode."""
    return Move(move.actor, path=move.path, extents=move.extents, mode=mode)


def acts(play: Playing) -> Iterator[Difference]:
    """The turn's one action: dash or disengage."""
    intent = play.rng.choice((Dash, Disengage))(play.who)
    right = not play.acted and (ways.speed(play.mover) > 0 or isinstance(intent, Disengage))
    found = check(play.battle, intent)
    if isinstance(found, Refused) == right:
        yield "act", intent, play.turn, play.mover, found
    if not right:
        return
    play.submit(intent)
    play.acted = True
    if isinstance(intent, Dash):
        play.turn = replace(play.turn, dashed=True)
    else:
        play.going("disengaged")


def lies(play: Playing) -> Iterator[Difference]:
    """Dropping to the ground, which is free, and getting up, which is half the speed."""
    intent = Stand(play.who) if play.prone else Drop(play.who)
    right = play.turn.may_stand or not play.prone
    found = check(play.battle, intent)
    if isinstance(found, Refused) == right:
        yield "act", intent, play.turn, play.mover, found
    if not right:
        return
    if play.prone:
        play.turn = replace(play.turn, stood=play.turn.stood + play.turn.speed)
    play.submit(intent)
    play.going("prone", gone=play.prone)


# ------------------------------------------------------------------------------- commands


def commands(trial: Trial) -> Iterator[Difference]:
    """What the commands print of the board, whoever is squeezed or has no reaction left aside."""
    whole = [c for c in trial.drawn.creatures if not c.narrow]
    ready = [replace(c, ready=True) for c in whole]
    drawn = replace(trial.drawn, creatures=ready, memo={})
    if trial.mover.narrow:
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "board.toml"
        file.write_text(to_scenario(drawn), "utf-8")
        for c in [c for c in ready if "stunned" not in c.conditions]:
            said = asked("threat", str(file), c.id)
            right = sorted(map(list, oracle.threatened(drawn, c.id)))
            if (said["creature"], said["cells"]) != (c.id, right):
                yield "threat command", c.id, said, right
        yield from moves_command(drawn, drawn[trial.who], str(file))
    yield from measure_command(trial)


def moves_command(drawn: oracle.Board, mover: oracle.Creature, file: str) -> Iterator[Difference]:
    mode = mode_of(mover)
    said = asked("moves", file, mover.id, "--mode", mode)
    if not ways.may_move(mover, mode):
        if "refused" not in said:
            yield "moves command", said
        return
    right = ways.bodies(drawn, mover)
    mine = {oracle.Body(*row["at"], row["extent"][0]): row for row in said["cells"]}
    if set(mine) != set(right) or said["budget"] != mover.speed:
        yield "moves command", said["budget"], sorted(set(mine) ^ set(right))
    for body in sorted(set(mine) & set(right)):
        row, best = mine[body], right[body]
        told = (row["cost"], row["squeezing"], row["can_stop"], len(row["provokes"]))
        if told != (best.cost, best.squeezing, best.can_stop, len(best.provokes)):
            yield "moves command", row, best


def measure_command(trial: Trial) -> Iterator[Difference]:
    rng, drawn = trial.rng, trial.drawn
    sizes = [size for size in oracle.SIZES if size != "colossal" or drawn.ruleset == "metric"]
    (a, from_size), (b, to_size) = (
        ((rng.randint(0, 15), rng.randint(0, 15)), rng.choice(sizes)) for _ in range(2)
    )
    said = asked(
        "measure", drawn.ruleset, f"{a[0]},{a[1]}", f"{b[0]},{b[1]}",
        "--topology", drawn.topology, "--from-size", from_size, "--to-size", to_size,
    )  # fmt: skip
    spaces = [
        oracle.cells_of(drawn.grid, oracle.Body(*at, oracle.SPACE.get(size, 1)))
        for at, size in ((a, from_size), (b, to_size))
    ]
    if said.get("cells") != oracle.distance(drawn, *spaces):
        yield "measure command", a, from_size, b, to_size, said, oracle.distance(drawn, *spaces)


def asked(*words: str) -> dict:
    """What a command answers in JSON."""
    answer = CliRunner().invoke(tacsim, [*words, "--json"])
    assert answer.exit_code in (0, 1), (words, answer.output)
    return dict(json.loads(answer.stdout))


COMPARED = (reach, plans, searched, threat, sights, lines, distances, flanks, turns, turns)


# ------------------------------------------------------------------------------- running


def compare(ruleset: str, topology: str, seed: int) -> str:
    """What differs on a board, with the board to look at; empty if nothing does."""
    drawn, who = random_board(ruleset, topology, seed)
    found = list(Trial(seed, drawn, who).differences())
    if not found:
        return ""
    told = [" | ".join(map(str, difference)) for difference in found[:6]]
    title = f"{ruleset} {topology} seed {seed}: {len(found)} differences"
    return "\n".join([title, *told, oracle.draw(drawn), ""])


def main() -> int:
    """Compare boards and tell; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", choices=("grid5e", "metric"), default="grid5e")
    parser.add_argument("--topology", choices=("square", "hex"), default="square")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--boards", type=int, default=200, help="how many boards")
    given = parser.parse_args()
    if (given.ruleset, given.topology) not in KINDS:
        parser.error("there are no hexes in grid5e")
    began, differing = time.process_time(), 0
    write = partial(print, flush=True)
    for seed in range(given.first, given.first + given.boards):
        told = compare(given.ruleset, given.topology, seed)
        differing += bool(told)
        if told:
            write(told)
    seconds = time.process_time() - began
    write(f"{given.boards} boards, {differing} with differences, {seconds:.0f} s")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
