"""The oracle's boards as battles of the engine, and the engine's answers in the oracle's terms."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import NamedTuple

import attrs
from boards import CATEGORIES, LONG, TALL, add, club, longspear, shortbow
from oracle import d20 as oracle
from oracle.random_boards import random_board

from tacsim.core.apply import apply
from tacsim.core.components import DiceState, Order, Position, Side, Sides, Weapon
from tacsim.core.dice import SeededDice
from tacsim.core.events import Spent
from tacsim.core.terrain import Barrier, BarrierKind, Check, Lamp, combined, edge, make_battlefield
from tacsim.core.world import World
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import budget, cells
from tacsim.grid.squares.lines import Edge
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import threatened
from tacsim.rules.movement.policies import MoveMode
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover
from tacsim.rules.movement.ways import Provoking, Ways
from tacsim.rules.turns import start_turn
from tacsim.rulesets.d20 import make

READINGS = oracle.Readings(
    along_barrier_is_cover=False,
    barrier_ends="closed",
    closed_points_cover=True,
    sight_lines="centres",
)
"""How the engine reads what the catalogue leaves open."""

HIGH = {"P": "boulder full", "H": "obstacle full", "&": "&", "$": "$", "+": "+"}
HEAPS = {
    "&": combined(["boulder"], check=Check("climb", 15)),
    "$": combined(["difficult", "boulder"], check=Check("climb", 15)),
    "+": combined(["difficult", "obstacle"]),
}
"""The oracle's obstacles of full height as the engine's."""

PACES = {"walk": 1, "double": 2, "withdraw": 2, "overrun": 1, "tumble": 0.5}
"""Times the speed."""


def board(seed: int) -> tuple[oracle.Board, str]:
    """A random board, to be read as the engine reads it; it is not to be changed."""
    drawn, mover = random_board(seed)
    drawn.readings = READINGS
    return oracle.still(drawn), mover


def weapons(drawn: oracle.Board, c: oracle.Creature) -> list[Weapon]:
    """The oracle's weapons as the engine's, by the natural reach."""
    category = CATEGORIES.index(c.size)
    reach = c.reach if c.reach is not None else (TALL if c.shape == "tall" else LONG)[category]
    spear = longspear(reach, category)
    spear = attrs.evolve(spear, diagonal=spear.diagonal and drawn.reach_diagonal)
    made = {"club": club(reach), "longspear": spear, "shortbow": shortbow()}
    return [made[name] for name in c.weapons]


def barrier(between: Edge, kind: str) -> Barrier:
    """The oracle's barrier as the engine's: a wall to be climbed, an open door."""
    if kind == "climb":
        return Barrier(between, BarrierKind.WALL, skill="climb", dc=15)
    if kind == "open":
        return Barrier(between, BarrierKind.DOOR, open=True)
    return Barrier(between, BarrierKind(kind))


def twin(drawn: oracle.Board, mover: str) -> Battle:
    """The same battle in the engine, the mover's turn begun and the others as they are drawn.

    Everybody is so skilled that no check fails.
    """
    plain = "\n".join(drawn.rows).translate(str.maketrans("PH&$+", "^%^^%"))
    field = make_battlefield(
        plain,
        barriers=tuple(barrier(edge(a, b), kind) for a, b, kind in drawn.barriers),
        dark=drawn.dark,
        lamps=tuple(Lamp(at, far) for at, far in drawn.lamps),
    )
    rows = tuple(
        tuple(HIGH.get(glyph, name) for glyph, name in zip(*both, strict=True))
        for both in zip(drawn.rows, field.rows, strict=True)
    )
    field = attrs.evolve(field, rows=rows, kinds=HEAPS)
    names = sorted({c.side for c in drawn.creatures} | set(drawn.sides))
    sides = Sides(tuple(Side(s, s, "human", tuple(sorted(drawn.sides.get(s, ())))) for s in names))
    world = World(field, sides)
    world.put(None, DiceState(1))
    for c in drawn.creatures:
        add(
            world, c.id, c.at, side=c.side, size=c.size, shape=c.shape, speed=c.speed,
            reach=c.reach, space=c.space, weapons=weapons(drawn, c),
            conditions=sorted(c.conditions),
            feats=("combat_reflexes",) if c.combat_reflexes else (), fills=c.fills,
            exceptions=sorted(c.exceptions),
            skills={"climb": 99, "tumble": 99}, darkvision=c.darkvision,
        )  # fmt: skip
        if c.narrowed:
            world.put(c.id, Position(Body(c.at, c.narrowed), squeezed=True))
    switches = {
        "reach_diagonal": drawn.reach_diagonal,
        "tiny_step_provokes": drawn.tiny_step,
        "overrun_charge": drawn.overrun_charge,
    }
    battle = Battle(world, make(switches), SeededDice(1), drawn.fog)
    world.put(None, Order(world.ids))
    for other in world.creatures:
        apply(world, Spent(other.id, (("opportunity", 1),)))
    for event in start_turn(battle, mover):
        apply(world, event)
    return battle


def mover_of(battle: Battle, mover: str, mode: MoveMode | None = None) -> Mover:
    """The creature as a mover that knows everybody."""
    return Mover(battle, battle.world[mover], frozenset(battle.world.ids), mode)


class Answer(NamedTuple):
    """What the engine says of one `at`: the same as the oracle's Row."""

    cost: int
    provokes: frozenset[str]
    squeezing: bool
    can_stop: bool
    path: tuple[tuple[int, int, int, int], ...]
    half: int

    @property
    def verdict(self) -> tuple[int, int, bool, bool]:
        return self.cost, len(self.provokes), self.squeezing, self.can_stop


def flat(body: Body) -> tuple[int, int, int, int]:
    """A body as the oracle writes it."""
    return (*body.at, *body.extent)


def answers(battle: Battle, name: str, mode: str) -> dict[Cell, Answer]:
    """The engine's best way to every `at`: able to stop, cheapest, fewest foes, not squeezing."""
    mover = mover_of(battle, name, battle.ruleset.modes[mode])
    creature = mover.creature
    reach = Reach(mover, creature.body, budget(int(PACES[mode] * creature.speed.land)))
    ways = Ways(reach, Provoking(mover, battle.ruleset.modes[mode]))
    best: dict[Cell, tuple[tuple[bool, int, int, bool], Answer]] = {}
    for place in reach.places():
        way = ways.to(place.body)
        stop = bool(battle.ruleset.passage.stop(battle, creature, place.body, mover.known))
        squeezed = mover.squeezed(place.body)
        key = (not stop, cells(way.cost2), len(way.provokes), squeezed)
        answer = Answer(
            key[1], frozenset(way.provokes), squeezed, stop, tuple(map(flat, way.path)), way.cost2
        )
        at = place.body.at
        if at not in best or key < best[at][0]:
            best[at] = (key, answer)
    return {at: answer for at, (_, answer) in best.items()}


def plain_distances(battle: Battle, name: str, limit: int, spent: int = 0) -> dict[Body, int]:
    """Half-cells to every body, by a plain search over the engine's own single steps.

    Odd and even sums are kept apart, as the next step's cost may depend on them.
    """
    mover = mover_of(battle, name)
    start = mover.creature.body
    found = {(start, 0): 0}
    queue = [(0, start)]
    while queue:
        cost, body = heapq.heappop(queue)
        if cost > found[body, cost % 2]:
            continue
        for step in mover.steps(body, spent + cost):
            ahead = cost + step.cost2
            node = step.body, ahead % 2
            if ahead <= limit and ahead < found.get(node, limit + 1):
                found[node] = ahead
                heapq.heappush(queue, (ahead, step.body))
    best: dict[Body, int] = {}
    for (body, _), cost in found.items():
        best[body] = min(cost, best.get(body, cost))
    return best


def searched_distances(battle: Battle, name: str, limit: int, spent: int = 0) -> dict[Body, int]:
    """The same by the search in C."""
    mover = mover_of(battle, name)
    reach = Reach(mover, mover.creature.body, limit, spent=spent)
    return {place.body: place.cost2 for place in reach.places()}


def threats(battle: Battle) -> Iterator[tuple[str, set[Cell]]]:
    """The cells that each creature able to act threatens."""
    for creature in battle.world.creatures:
        if battle.able(creature):
            yield creature.id, set(threatened(battle, creature))
