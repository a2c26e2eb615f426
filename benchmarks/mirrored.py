"""Boards on which neither side has the better place, for measuring opponents against each other.

Each is drawn from a seed: the ground is the same seen from either end, and the same creatures stand
on both sides, each where its twin stands if the board is turned half round.

``python -m benchmarks.mirrored [--opponents A,B] [--boards N] [--first SEED] [--battles N]
[--rulesets A,B,...]`` fights on them, each seed twice with the opponents exchanged, and says who
wins how often::

    $ python -m benchmarks.mirrored --opponents cautious,greedy --boards 10 --battles 4
    d20           cautious  31 of 40 won,  78% (62% - 88%); lead +0.25 (error 0.05)

The lead is what is left of either, luck taken off (:class:`Measured`).

``--party`` says who fights: ``mixed`` (anybody), ``fighters`` (who have weapons of melee alone),
``shooters``, ``reach`` (who strike farther in melee than most kinds do), or
``big``: one of many hit points against several small ones; there the two sides differ, and as each
seed is fought twice, both opponents have the big one.

``--write FOLDER`` writes the scenarios instead, to be looked at and played.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median, mode
from typing import TypeVar

import attrs
import numpy as np

from tacsim.content.scenarios import read_scenario
from tacsim.core.components import Component, HitPoints, Offence, Size, Weapon
from tacsim.grid.cells import Cell
from tacsim.rulesets import RULESETS, content
from tacsim.sim.fights import Fight
from tacsim.sim.plans import Series, planned
from tacsim.sim.stats import wilson

GROUND = {".": 84, ",": 8, "%": 3, "#": 3, "^": 1, "T": 1}
"""What a board is made of, and how much of each."""
ZONE = 4
"""Columns at either end on which creatures are set up."""
EDGES = (17, 27), (11, 17)
"""The least and the most columns and rows."""
SIDES = ("west", "east")
STRONGEST = 60
"""The most hit points of a creature."""
COUNT = (2, 5)
"""The least and the most creatures of a side."""

C = TypeVar("C")

BIG = 2, 120
"""How often the median of hit points one has at least who stands against many, and the most."""
MANY = 3, 8
"""The least and the most of these, each with no more hit points than the median."""

Grid = list[list[str]]
Kind = tuple[str, Cell]
"""A kind of creature by name, and its body."""
Placed = list[tuple[str, str, Cell]]
"""Everybody: the side, the kind, and where it stands."""


def _melee(weapons: Sequence[Weapon]) -> list[Weapon]:
    return [one for one in weapons if not one.ranged]


PARTIES: Mapping[str, Callable[[Sequence[Weapon], int], bool]] = {
    "mixed": lambda _weapons, _usual: True,
    "fighters": lambda weapons, _usual: bool(weapons) and len(_melee(weapons)) == len(weapons),
    "shooters": lambda weapons, _usual: len(_melee(weapons)) < len(weapons),
    "reach": lambda weapons, usual: any(one.reach > usual for one in _melee(weapons)),
    "big": lambda weapons, _usual: bool(weapons),
}
"""Who fights, by the weapons of its kinds, and by how far most reach in melee."""


def kinds() -> Iterator[tuple[str, str]]:
    """Every ruleset with each of its kinds of grid."""
    for ruleset in RULESETS:
        yield from ((ruleset, topology) for topology in content(ruleset).topologies)


def scenario(ruleset: str, topology: str, seed: int, party: str = "mixed") -> str:
    """A board as a scenario file; the same seed gives the same.

    >>> scenario("d20", "square", 3) == scenario("d20", "square", 3) != scenario("d20", "square", 4)
    True
    """
    more = "" if party == "mixed" else f" {party}"
    rng = random.Random(f"{ruleset} {topology} {seed}{more}")
    kinds = _kinds(ruleset, topology, party)
    while True:
        columns, rows = (rng.randint(*edge) // 2 * 2 + 1 for edge in EDGES)
        grid = _ground(rng, columns, rows, hexes=topology == "hex")
        setting = _Setting(rng, topology, columns, rows)
        placed = _one_and_many(setting, kinds) if party == "big" else _twins(setting, kinds)
        if placed is not None and _leads_across(grid):
            return _written(ruleset, topology, seed, grid, placed)


def _ground(rng: random.Random, columns: int, rows: int, *, hexes: bool) -> Grid:
    """The rows of a map that is the same turned half round.

    On hexes odd rows stand half a cell to the right, so their last cell has no counterpart: it is
    a wall.
    """
    grid = [["."] * columns for _ in range(rows)]
    for y in range(rows):
        for x in range(columns):
            a, b = turned(x, y, columns, rows, hexes=hexes)
            if a < 0:
                grid[y][x] = "#"
            elif (y, x) <= (b, a) and min(x, a) >= ZONE and max(x, a) < columns - ZONE:
                (glyph,) = rng.choices(list(GROUND), list(GROUND.values()))
                grid[y][x] = grid[b][a] = glyph
    return grid


def turned(x: int, y: int, columns: int, rows: int, *, hexes: bool = False) -> tuple[int, int]:
    """Where a cell comes to lie when the board is turned half round."""
    return columns - 1 - x - (y % 2 if hexes else 0), rows - 1 - y


def _leads_across(grid: Grid) -> bool:
    """Whether one gets from end to end, straight steps alone."""
    reached, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        x, y = waiting.pop()
        for a, b in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= b < len(grid) and 0 <= a < len(grid[0])
            if inside and (a, b) not in reached and grid[b][a] in ".,%":
                reached.add((a, b))
                waiting.append((a, b))
    return (len(grid[0]) - 1, len(grid) - 1) in reached


def _kinds(ruleset: str, topology: str, party: str) -> list[tuple[Kind, int]]:
    """The kinds of which a party is made, by name, each with its hit points."""
    rules = content(ruleset)
    made = {
        kind: rules.creature(entry, topology=topology) for kind, entry in rules.bestiary.items()
    }
    usual = mode(
        one.reach for parts in made.values() for one in _melee(_part(parts, Offence).weapons)
    )
    found = []
    strongest = BIG[1] if party == "big" else STRONGEST
    for kind, entry in sorted(rules.bestiary.items()):
        if kind == "dummy" or entry["hp"] > strongest:
            continue
        parts = made[kind]
        extent = _part(parts, Size).extent
        small = sum(extent) == len(extent) or (topology != "hex" and max(extent) <= 2)
        if small and PARTIES[party](_part(parts, Offence).weapons, usual):
            found.append(((kind, extent), _part(parts, HitPoints).maximum))
    return found


def _part(parts: Sequence[Component], kind: type[C]) -> C:
    return next(part for part in parts if isinstance(part, kind))


class _Setting:
    """Finds places for creatures at the western end of a board; their twins stand at the other."""

    def __init__(self, rng: random.Random, topology: str, columns: int, rows: int) -> None:
        self.rng = rng
        self._hexes, self._level = topology == "hex", (0,) if topology == "cube" else ()
        self._columns, self._rows = columns, rows

    def places(self, kinds: Sequence[Kind]) -> list[tuple[str, Cell, Cell]] | None:
        """Each kind with its place and its twin's; None for want of room."""
        found: list[tuple[str, Cell, Cell]] = []
        taken: set[Cell] = set()
        for kind, extent in kinds:
            wide, high = (*extent, 1, 1)[:2] if len(extent) > 1 else (1, 1)
            for _ in range(20):
                x = self.rng.randrange(ZONE - wide + 1)
                y = self.rng.randrange(self._rows - high + 1)
                cells = {(x + i, y + j) for i in range(wide) for j in range(high)}
                if not cells & taken:
                    break
            else:
                return None
            taken |= cells
            far = turned(x + wide - 1, y + high - 1, self._columns, self._rows, hexes=self._hexes)
            found.append((kind, (x, y, *self._level), (*far, *self._level)))
        return found


def _twins(setting: _Setting, kinds: Sequence[tuple[Kind, int]]) -> Placed | None:
    """The same on both sides, each where its twin is turned half round."""
    able = [kind for kind, _hp in kinds]
    places = setting.places(setting.rng.choices(able, k=setting.rng.randint(*COUNT)))
    if places is None:
        return None
    return [
        (side, kind, at)
        for kind, *both in places
        for side, at in zip(SIDES, both, strict=True)
    ]  # fmt: skip


def _one_and_many(setting: _Setting, kinds: Sequence[tuple[Kind, int]]) -> Placed | None:
    """One in the west, and in the east so many of a kind as have its hit points together."""
    rng, middle = setting.rng, median(hp for _kind, hp in kinds)
    one, whole = rng.choice([(kind, hp) for kind, hp in kinds if hp >= BIG[0] * middle])
    small, each = rng.choice([(kind, hp) for kind, hp in kinds if hp <= middle])
    many = min(max(round(whole / each), MANY[0]), MANY[1])
    alone, crowd = setting.places([one]), setting.places([small] * many)
    if alone is None or crowd is None:
        return None
    west = [(SIDES[0], kind, at) for kind, at, _far in alone]
    return [*west, *((SIDES[1], kind, far) for kind, _at, far in crowd)]


def _written(ruleset: str, topology: str, seed: int, grid: Grid, placed: Placed) -> str:
    lines = [
        "format = 1", f'name = "Mirrored, {ruleset} {seed}"', f'ruleset = "{ruleset}"', "",
        "[map]", f'topology = "{topology}"',
        *(["levels = 4"] if topology == "cube" else []),
        'grid = """', *("".join(row) for row in grid), '"""',
    ]  # fmt: skip
    for side in SIDES:
        lines += ["", "[[side]]", f'id = "{side}"', 'controller = "ai"']
    numbers = dict.fromkeys(SIDES, 0)
    for side, kind, at in placed:
        lines += ["", "[[creature]]", f'id = "{side}-{numbers[side]}"', f'kind = "{kind}"',
                  f'side = "{side}"', f"at = {list(at)}"]  # fmt: skip
        numbers[side] += 1
    return "\n".join(lines) + "\n"


# --- fighting --------------------------------------------------------------------------------


@attrs.frozen
class Measured:
    """How the first of two opponents did against the other.

    ``wins`` of ``battles``, the undecided included. ``lead``: the part of its own hit points that
    it had left more than the other of its own, on the mean, with what was luck in the attacks of
    both taken off; ``error``: the standard error of that. It tells as much as three times as many
    battles of which only the winner is known.
    """

    wins: int
    battles: int
    lead: float
    error: float


def measured(
    ruleset: str, topology: str, opponents: tuple[str, str], boards: range, battles: int,
    workers: int | None = None, party: str = "mixed",
) -> Measured:  # fmt: skip
    """How the first of two opponents does on boards of some seeds, ``battles`` on each."""
    wins, leads, lucks = 0, list[float](), list[float]()
    players, series = dict(zip(SIDES, opponents, strict=True)), Series(workers)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for seed in boards:
                path = Path(folder) / f"{seed}.toml"
                path.write_text(scenario(ruleset, topology, seed, party), "utf-8")
                plan = planned(read_scenario(path), battles, players, seed * battles, mirror=True)
                for one in series.fought(plan):
                    first = one.controllers[SIDES[0]] == f"ai:{opponents[0]}"
                    mine, other = SIDES if first else SIDES[::-1]
                    wins += one.winner == mine
                    leads.append(_left(one, mine) - _left(one, other))
                    lucks.append(one.luck if first else -one.luck)
    finally:
        series.close()
    lead, luck = np.array(leads), np.array(lucks)
    spread = float(luck.var())
    without = lead - luck * (float(np.cov(lead, luck, bias=True)[0, 1]) / spread if spread else 0.0)
    return Measured(
        wins, len(leads), float(without.mean()), float(without.std() / np.sqrt(len(leads)))
    )


def _left(fight: Fight, side: str) -> float:
    """The part of its hit points that a side has left."""
    own = [one for name, one in fight.fighters.items() if name.startswith(side)]
    left = sum(max(0, one.hp_left) for one in own if one.stands)
    return left / max(1, sum(max(0, one.hp_left) + one.taken for one in own))


def main() -> None:
    """Fight, or write the scenarios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opponents", default="cautious,greedy", help="two names")
    parser.add_argument("--boards", type=int, default=10, help="how many of each kind")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first board")
    parser.add_argument("--battles", type=int, default=4, help="how many on each board")
    parser.add_argument("--rulesets", help="all unless told")
    parser.add_argument("--party", choices=PARTIES, default="mixed", help="who fights")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    first, second = given.opponents.split(",")
    boards = range(given.first, given.first + given.boards)
    wanted = given.rulesets.split(",") if given.rulesets else list(RULESETS)
    for ruleset, topology in kinds():
        if ruleset not in wanted:
            continue
        if given.write is not None:
            for seed in boards:
                path = given.write / f"{ruleset}_{topology}_{seed}.toml"
                path.write_text(scenario(ruleset, topology, seed, given.party), "utf-8")
            continue
        found = measured(
            ruleset, topology, (first, second), boards, given.battles, given.workers,
            given.party,
        )  # fmt: skip
        low, high = wilson(found.wins, found.battles)
        name = ruleset if topology != "hex" else f"{ruleset} hexes"
        rate = f"{found.wins / found.battles:4.0%} ({low:.0%} - {high:.0%})"
        lead = f"lead {found.lead:+.2f} (error {found.error:.2f})"
        print(f"{name:13} {first}  {found.wins} of {found.battles} won, {rate}; {lead}", flush=True)


if __name__ == "__main__":
    main()
