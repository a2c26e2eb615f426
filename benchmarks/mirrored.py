"""Boards on which neither side has the better place, for measuring opponents against each other.

Each is drawn from a seed: the ground is the same seen from either end, and the same creatures stand
on both sides, each where its twin stands if the board is turned half round.

``python -m benchmarks.mirrored [--opponents A,B] [--boards N] [--battles N] [--rulesets A,B,...]``
fights on them, each seed twice with the opponents exchanged, and says who wins how often::

    $ python -m benchmarks.mirrored --opponents cautious,greedy --boards 10 --battles 4
    d20           cautious  31 of 40 won,  78% (62% - 88%)

``--write FOLDER`` writes the scenarios instead, to be looked at and played.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tacsim.content.scenarios import read_scenario
from tacsim.core.components import Size
from tacsim.grid.cells import Cell
from tacsim.rulesets import RULESETS, content
from tacsim.sim.simulate import fought, planned, wilson

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

Grid = list[list[str]]


def kinds() -> Iterator[tuple[str, str]]:
    """Every ruleset with each of its kinds of grid."""
    for ruleset in RULESETS:
        yield from ((ruleset, topology) for topology in content(ruleset).topologies)


def scenario(ruleset: str, topology: str, seed: int) -> str:
    """A board as a scenario file; the same seed gives the same.

    >>> scenario("d20", "square", 3) == scenario("d20", "square", 3) != scenario("d20", "square", 4)
    True
    """
    rng = random.Random(f"{ruleset} {topology} {seed}")
    while True:
        columns, rows = (rng.randint(*edge) // 2 * 2 + 1 for edge in EDGES)
        grid = _ground(rng, columns, rows, hexes=topology == "hex")
        placed = _placed(rng, ruleset, topology, columns, rows)
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
            elif (y, x) <= (b, a) and ZONE <= x < columns - ZONE:
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


def _placed(
    rng: random.Random, ruleset: str, topology: str, columns: int, rows: int
) -> list[tuple[str, Cell, Cell]] | None:
    """The kinds of one side, where each stands, and where its twin does; None for want of room."""
    rules = content(ruleset)
    able = [
        (kind, extent)
        for kind, entry in sorted(rules.bestiary.items())
        if kind != "dummy" and entry["hp"] <= STRONGEST
        for extent in [_extent(ruleset, kind, topology)]
        if sum(extent) == len(extent) or (topology != "hex" and max(extent) <= 2)
    ]
    found: list[tuple[str, Cell, Cell]] = []
    taken: set[Cell] = set()
    for kind, extent in rng.choices(able, k=rng.randint(*COUNT)):
        wide, high = (*extent, 1, 1)[:2] if len(extent) > 1 else (1, 1)
        for _ in range(20):
            x, y = rng.randrange(ZONE - wide + 1), rng.randrange(rows - high + 1)
            cells = {(x + i, y + j) for i in range(wide) for j in range(high)}
            if not cells & taken:
                break
        else:
            return None
        taken |= cells
        far = turned(x + wide - 1, y + high - 1, columns, rows, hexes=topology == "hex")
        level = (0,) if topology == "cube" else ()
        found.append((kind, (x, y, *level), (*far, *level)))
    return found


def _extent(ruleset: str, kind: str, topology: str) -> Cell:
    """The body of a kind of creature."""
    rules = content(ruleset)
    parts = rules.creature(rules.bestiary[kind], topology=topology)
    return next(part.extent for part in parts if isinstance(part, Size))


def _written(
    ruleset: str, topology: str, seed: int, grid: Grid, placed: Sequence[tuple[str, Cell, Cell]]
) -> str:
    lines = [
        "format = 1", f'name = "Mirrored, {ruleset} {seed}"', f'ruleset = "{ruleset}"', "",
        "[map]", f'topology = "{topology}"',
        *(["levels = 4"] if topology == "cube" else []),
        'grid = """', *("".join(row) for row in grid), '"""',
    ]  # fmt: skip
    for side in SIDES:
        lines += ["", "[[side]]", f'id = "{side}"', 'controller = "ai"']
    for number, (kind, here, there) in enumerate(placed):
        for side, at in zip(SIDES, (here, there), strict=True):
            lines += ["", "[[creature]]", f'id = "{side}-{number}"', f'kind = "{kind}"',
                      f'side = "{side}"', f"at = {list(at)}"]  # fmt: skip
    return "\n".join(lines) + "\n"


# --- fighting --------------------------------------------------------------------------------


def measured(
    ruleset: str, topology: str, opponents: tuple[str, str], boards: int, battles: int,
    workers: int | None = None,
) -> tuple[int, int]:  # fmt: skip
    """How many battles the first of two opponents wins, and of how many, the undecided included."""
    wins = count = 0
    players = dict(zip(SIDES, opponents, strict=True))
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(boards):
            path = Path(folder) / f"{seed}.toml"
            path.write_text(scenario(ruleset, topology, seed), "utf-8")
            plan = planned(read_scenario(path), battles, players, seed * battles, mirror=True)
            for one in fought(plan, workers):
                count += 1
                winner = one.controllers.get(one.winner or "", "")
                wins += winner == f"ai:{opponents[0]}"
    return wins, count


def main() -> None:
    """Fight, or write the scenarios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opponents", default="cautious,greedy", help="two names")
    parser.add_argument("--boards", type=int, default=10, help="how many of each kind")
    parser.add_argument("--battles", type=int, default=4, help="how many on each board")
    parser.add_argument("--rulesets", help="all unless told")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    first, second = given.opponents.split(",")
    wanted = given.rulesets.split(",") if given.rulesets else list(RULESETS)
    for ruleset, topology in kinds():
        if ruleset not in wanted:
            continue
        if given.write is not None:
            for seed in range(given.boards):
                path = given.write / f"{ruleset}_{topology}_{seed}.toml"
                path.write_text(scenario(ruleset, topology, seed), "utf-8")
            continue
        wins, count = measured(
            ruleset, topology, (first, second), given.boards, given.battles, given.workers
        )
        low, high = wilson(wins, count)
        name = ruleset if topology != "hex" else f"{ruleset} hexes"
        rate = f"{wins / count:4.0%} ({low:.0%} - {high:.0%})"
        print(f"{name:13} {first}  {wins} of {count} won, {rate}", flush=True)


if __name__ == "__main__":
    main()
