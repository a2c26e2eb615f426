"""Where can it move in space: 60x60x8 cubes, 30 creatures, at Speed 7; on foot, climbing, flying.

A town of houses with upper floors, blocks to climb and open air.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.grid.metric import budget
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.ways import Provoking, Ways
from tacsim.rules.perception import known_to, seen_from

SIZE, LEVELS, CREATURES = 60, 8, 30
LIMIT = budget(7)
MOVERS = {
    "average": ("average", False, "walk"),
    "large": ("large", False, "walk"),
    "huge": ("huge", False, "walk"),
    "climber": ("average", False, "climb"),
    "flyer": ("average", True, "fly"),
    "huge flyer": ("huge", True, "fly"),
}


def town(rng: random.Random) -> list[list[list[str]]]:
    """The levels of a map."""
    levels = [[[" "] * SIZE for _ in range(SIZE)] for _ in range(LEVELS)]
    levels[0] = [[rng.choice("......,%") for _ in range(SIZE)] for _ in range(SIZE)]
    for _ in range(60):
        x, y, w, h = rng.randrange(54), rng.randrange(54), rng.randint(1, 6), rng.randint(1, 6)
        for z in range(rng.randint(1, LEVELS - 1)):
            for j in range(y, min(y + h, SIZE)):
                for i in range(x, min(x + w, SIZE)):
                    rim = i in (x, x + w - 1) or j in (y, y + h - 1)
                    levels[z][j][i] = "#" if rim and rng.random() < 0.8 else "."
                    if z + 1 < LEVELS:
                        levels[z + 1][j][i] = "."
    for z in range(LEVELS):
        for j in range(26, 34):
            for i in range(26, 34):
                levels[z][j][i] = " " if z else "."
    levels[0][27][27:33] = "######"
    levels[1][27][27:33] = "......"
    return levels


def crowded(folder: Path, kind: str) -> Battle:
    """A battle in the town, the mover in the middle and about to act."""
    rng = random.Random(5)
    size, flies, _ = MOVERS[kind]
    levels = town(rng)
    places = [
        (x, y, 0)
        for y in range(SIZE)
        for x in range(SIZE)
        if levels[0][y][x] == "." and not (24 < x < 36 and 24 < y < 36)
    ]
    near = [(26, 30, 0), (33, 33, 0), (27, 33, 0), (32, 28, 0)]
    spots = [*near, *rng.sample(places, CREATURES - 1 - len(near))]
    text = ["format = 1", 'ruleset = "pool"', "seed = 1", "[map]", 'topology = "cube"']
    text += ['grid = """', *map("".join, levels[0]), '"""']
    for z in range(1, LEVELS):
        text += ["[[map.level]]", f"z = {z}", 'grid = """', *map("".join, levels[z]), '"""']
    text += ["[[side]]", 'id = "a"', "[[side]]", 'id = "b"']
    text += ["[[creature]]", 'id = "mover"', 'kind = "dummy"', 'side = "a"', "at = [29, 29, 0]"]
    text += [f'size = "{size}"', f"flying = {str(flies).lower()}", "speed = 7", "initiative = 90"]
    for n, at in enumerate(spots):
        side = "ab"[n % 2]
        text += ["[[creature]]", f'id = "c{n}"', 'kind = "dummy"', f'side = "{side}"']
        text += [f"at = {list(at)}", "initiative = 1"]
    path = folder / "town.toml"
    path.write_text("\n".join(text) + "\n")
    fight = begin(read_scenario(path))
    start(fight)
    return fight


@pytest.fixture(params=MOVERS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def fight(tmp_path: Path, kind: str) -> Battle:
    return crowded(tmp_path, kind)


def test_where_can_it_move(benchmark, fight: Battle, kind: str) -> None:  # type: ignore[no-untyped-def]
    creature, mode = fight.world["mover"], fight.ruleset.modes[MOVERS[kind][2]]
    Reach(mover_of(fight, creature, mode), creature.body, LIMIT)

    def query() -> Reach:
        return Reach(mover_of(fight, creature, mode), creature.body, LIMIT)

    reach = benchmark(query)
    assert len(reach.places()) > 30


def test_every_way_that_provokes_least(benchmark, fight: Battle, kind: str) -> None:  # type: ignore[no-untyped-def]
    creature, mode = fight.world["mover"], fight.ruleset.modes[MOVERS[kind][2]]

    def query() -> int:
        mover = mover_of(fight, creature, mode)
        ways = Ways(Reach(mover, creature.body, LIMIT), Provoking(mover, mode))
        return sum(len(ways.to(place.body).provokes) for place in ways.reach.places())

    assert benchmark(query) > 0


def test_what_one_sees(benchmark, fight: Battle) -> None:  # type: ignore[no-untyped-def]
    creature = fight.world["mover"]

    def query() -> int:
        fight.world.field.memo.pop(("seen", creature.body, creature.traits.darkvision), None)
        return int(seen_from(fight, creature, creature.body).sum())

    assert benchmark(query) > 100
    assert known_to(fight, "a")
