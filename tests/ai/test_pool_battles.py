"""Whole battles under ``pool``: nothing is refused, nobody steps into the air, skill shows."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from ai.acting import SCRIPTED
from gate import slow

from tacsim.ai import OPPONENTS
from tacsim.content.documents import parse_document
from tacsim.content.scenarios import scenario_from
from tacsim.content.setup import begin
from tacsim.core import events as ev
from tacsim.core.agenda import Decision
from tacsim.core.events import Entry
from tacsim.core.intents import Decline, EndTurn, Intent
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.rulesets import content
from tacsim.session.session import Controller, Session

SLOW = pytest.mark.slow
SIZES = {"small": 1, "average": 1, "large": 2, "huge": 3}
FOOT = ("soldier", "guard", "archer", "duelist", "knight", "scout", "bandit", "pikeman", "wolf",
        "storm_caller", "fire_adept", "hill_cat", "rat_king")  # fmt: skip
AIR = ("sky_lancer", "wasp_swarm", "griffon")
BIG = ("bear", "ogre", "ogre_spear", "marsh_python", "hill_giant")
BEARING = ".,;%s"
SOLID = "#T^"
Levels = list[list[list[str]]]
Placed = tuple[str, str, Cell]


# --- random boards -----------------------------------------------------------------------------


def random_battle(seed: int) -> Battle:
    """Two sides of two to four each on a small map of cubes; fog on some."""
    rng = Random(f"pool {seed}")
    width, height, levels = rng.randint(9, 14), rng.randint(7, 10), rng.choice([2, 3, 3, 4])
    grid = [[["." if z == 0 else " "] * width for _ in range(height)] for z in range(levels)]
    for _ in range(rng.randint(2, 5)):
        rng.choice([block, block, floor, pillars, rough])(rng, grid)
    return loaded(scenario(grid, placed(rng, grid), fog=rng.random() < 0.35), seed)


def loaded(text: str, seed: int) -> Battle:
    """The battle of a scenario's text."""
    found, faults = scenario_from(parse_document(text))
    assert found is not None, faults
    return begin(found, seed=seed)


def box(rng: Random, grid: Levels) -> list[tuple[int, int]]:
    height, width = len(grid[0]), len(grid[0][0])
    x, y = rng.randrange(width), rng.randrange(height)
    across, down = range(x, x + rng.randint(1, 6)), range(y, y + rng.randint(1, 5))
    return [(i, j) for i, j in product(across, down) if i < width and j < height]


def block(rng: Random, grid: Levels) -> None:
    """Something solid to get up on, perhaps with stairs beside it."""
    cells = box(rng, grid)
    for z, (x, y) in product(range(min(rng.choice([1, 1, 2, 3]), len(grid))), cells):
        grid[z][y][x] = "#"
    x, y = cells[0]
    if x and rng.random() < 0.5:
        grid[0][y][x - 1] = "s"


def floor(rng: Random, grid: Levels) -> None:
    """A floor in the air, with stairs to it."""
    z, cells = rng.randrange(1, len(grid)), box(rng, grid)
    for x, y in cells:
        if grid[z][y][x] == " ":
            grid[z][y][x] = rng.choice("...,")
    x, y = rng.choice(cells)
    if grid[z - 1][y][x] in ". ":
        grid[z - 1][y][x], grid[z][y][x] = "s", " "


def pillars(rng: Random, grid: Levels) -> None:
    for _ in range(rng.randint(2, 8)):
        x, y = rng.randrange(len(grid[0][0])), rng.randrange(len(grid[0]))
        for z in range(min(rng.choice([1, 1, 2, 3]), len(grid))):
            grid[z][y][x] = rng.choice(SOLID)


def rough(rng: Random, grid: Levels) -> None:
    glyph = rng.choice(",;%~:=")
    for x, y in box(rng, grid):
        if grid[0][y][x] == ".":
            grid[0][y][x] = glyph


def placed(rng: Random, grid: Levels) -> list[Placed]:
    """Creatures of either side, each where it stands or, if it flies, somewhere in the open."""
    bestiary, taken, found = content("pool").bestiary, set[Cell](), list[Placed]()
    each = rng.randint(2, 4)
    for name in (f"{side}{n}" for side in "hf" for n in range(each)):
        entry = bestiary[kind := rng.choice((*FOOT, *FOOT, *AIR, *BIG))]
        places = [
            at
            for at in product(*(range(len(axis)) for axis in (grid[0][0], grid[0], grid)))
            if holds(grid, cells_of(at, SIZES[entry["size"]]), flies="flying" in entry)
            and taken.isdisjoint(cells_of(at, SIZES[entry["size"]]))
        ]
        if places:
            at = rng.choice(places)
            taken.update(cells_of(at, SIZES[entry["size"]]))
            found.append((name, kind, at))
    return found


def cells_of(at: Cell, side: int) -> list[Cell]:
    x, y, z = at
    return [(x + i, y + j, z + k) for i, j, k in product(range(side), repeat=3)]


def holds(grid: Levels, cells: list[Cell], *, flies: bool) -> bool:
    """Whether nothing is in some cells of a body, and something holds up the lowest of them."""
    lowest = cells[0][2]
    for x, y, z in cells:
        if z >= len(grid) or y >= len(grid[0]) or x >= len(grid[0][0]):
            return False
        if grid[z][y][x] not in (BEARING if z == 0 else " " if z > lowest else f"{BEARING} "):
            return False
    under = [(x, y) for x, y, z in cells if z == lowest]
    return flies or any(
        grid[lowest][y][x] in BEARING or (lowest > 0 and grid[lowest - 1][y][x] in SOLID)
        for x, y in under
    )


def scenario(grid: Levels, creatures: list[Placed], *, fog: bool = False) -> str:
    """A board as a scenario's text."""
    lines = ["format = 1", 'name = "board"', 'ruleset = "pool"', f"fog = {str(fog).lower()}"]
    lines += ["[map]", 'topology = "cube"', *drawn(grid[0]), "[map.legend]", '"s" = "stairs"']
    for z, level in enumerate(grid[1:], 1):
        lines += ["[[map.level]]", f"z = {z}", *drawn(level)]
    for side in ("heroes", "foes"):
        lines += ["[[side]]", f'id = "{side}"', 'controller = "ai"']
    for name, kind, at in creatures:
        side = "heroes" if name[0] == "h" else "foes"
        lines += ["[[creature]]", f'id = "{name}"', f'kind = "{kind}"', f'side = "{side}"']
        lines += [f"at = {list(at)}"]
    return "\n".join(lines)


def drawn(level: list[list[str]]) -> list[str]:
    return ['grid = """', *("".join(row) for row in level), '"""']


# --- battles -----------------------------------------------------------------------------------


def fought(fight: Battle, heroes: Controller, foes: Controller, rounds: int) -> Session:
    session = Session(fight, {"heroes": heroes, "foes": foes})
    session.begin()
    session.run(rounds)
    return session


def players(seed: int) -> tuple[str, str]:
    names = SCRIPTED
    return names[seed % 2], names[seed // 2 % 2]


@pytest.mark.parametrize("seed", [1, *slow(0, *range(2, 14))])
def test_nothing_is_refused_and_nobody_steps_into_the_air(seed: int) -> None:
    batches: list[list[Entry]] = []
    heroes, foes = players(seed)
    fight = random_battle(seed)
    session = Session(fight, {"heroes": OPPONENTS[heroes](), "foes": OPPONENTS[foes]()})
    session.listen(lambda _, entries: batches.append(entries))
    session.begin()
    while not session.over and fight.world.clock.round <= 5:
        entries = session.advance()
        assert entries is not None
        assert not any(isinstance(entry.event, ev.IntentRefused) for entry in entries)
    assert all(excused(batch) for batch in batches)
    turns = sum(entry.event.NAME == "turn_started" for entry in session.entries)
    assert len(session.intents) <= 16 * turns


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_battles_come_to_an_end(seed: int) -> None:
    heroes, foes = (OPPONENTS[name]() for name in players(seed))
    session = fought(random_battle(seed), heroes, foes, rounds=60)
    assert session.over
    assert not any(isinstance(entry.event, ev.IntentRefused) for entry in session.entries)


def excused(batch: list[Entry]) -> bool:
    """Whether whoever falls has failed at climbing, has lost its hold, or what it stood on."""
    events = [entry.event for entry in batch]
    slipped = {e.actor for e in events if isinstance(e, ev.Tested) and not e.passed}
    slipped |= {e.actor for e in events if isinstance(e, ev.ConditionGained)}
    rose = any(isinstance(e, ev.ConditionLost) and e.condition == "prone" for e in events)
    return rose or all(e.actor in slipped for e in events if isinstance(e, ev.Fell))


class Forgetful:
    """An opponent that is another one at each choice."""

    def __init__(self, name: str) -> None:
        self._name = name

    def choose(self, fight: Battle, decision: Decision) -> Intent:
        fight.world.field.memo.clear()
        return OPPONENTS[self._name]().choose(fight, decision)


@pytest.mark.parametrize("seed", [1, *slow(2, 3)])
def test_what_it_remembers_makes_no_difference(seed: int) -> None:
    """Else a battle that was saved and taken up again would go on otherwise."""
    names = players(seed)
    minds: list[list[Controller]] = [[], []]
    for name in names:
        minds[0].append(OPPONENTS[name]())
        minds[1].append(Forgetful(name))
    told = [fought(random_battle(seed), *both, rounds=1).intents for both in minds]
    assert told[0] == told[1]


def story() -> list[Intent]:
    """What is done in a round of a battle, for one to compare."""
    heroes, foes = (OPPONENTS[name]() for name in players(6))
    return fought(random_battle(6), heroes, foes, rounds=1).intents


# --- skill -------------------------------------------------------------------------------------

TERRACE = """
................
.......##.......
.......##.......
....,..##..,....
................
.......##.......
.......##.......
................
"""
KINDS = ("soldier", "archer", "guard", "sky_lancer")


def mirrored(seed: int) -> Battle:
    """Four against four, alike, with walls one cube high between them."""
    low = [list(row) for row in TERRACE.split()]
    high = [[" "] * len(row) for row in low]
    creatures = [
        (f"{side}{n}", kind, (x, 1 + 2 * n, 0))
        for side, x in (("h", 1), ("f", 14))
        for n, kind in enumerate(KINDS)
    ]
    return loaded(scenario([low, high, high], creatures), seed)


class Idler:
    """Lets everything pass."""

    def choose(self, fight: Battle, decision: Decision) -> Intent:
        return EndTurn(decision.actor) if decision.is_turn else Decline(decision.actor)


@pytest.mark.parametrize("name", ["greedy", "quick", *slow("cautious")])
def test_they_beat_those_who_do_nothing(name: str) -> None:
    session = fought(mirrored(1), OPPONENTS[name](), Idler(), rounds=30)
    assert session.battle.world.outcome.winner == "heroes"


@pytest.mark.slow
def test_caution_is_at_least_as_good_as_greed() -> None:
    won = 0
    for seed in range(12):
        minds = [OPPONENTS["cautious"](), OPPONENTS["greedy"]()]
        session = fought(mirrored(seed), *(minds if seed % 2 else minds[::-1]), rounds=40)
        won += session.battle.world.outcome.winner == ("heroes" if seed % 2 else "foes")
    assert won >= 6
