"""What holds on any map of cubes: the search finds what single steps find, and the books agree."""

from __future__ import annotations

import heapq
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rules.table import declining

from pool.space import battle, spend, turn_of
from tacsim.geometry.cells import Body, Cell
from tacsim.geometry.cubes import side
from tacsim.model import events as ev
from tacsim.model.components import DiceState, Position
from tacsim.model.dice import SeededDice
from tacsim.model.intents import (
    Decline,
    Drop,
    EndTurn,
    Intent,
    Move,
    Stand,
    Strike,
    Take,
    Yield,
)
from tacsim.rules import footing
from tacsim.rules.battle import Battle
from tacsim.rules.movement import Plan, mover_of, plan
from tacsim.rules.resolve import check, start, submit
from tacsim.rules.search import Reach
from tacsim.rules.steps import Mover
from tacsim.rulesets.pool.passage import lies

QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
SEEDS = st.integers(0, 100_000)
MODES = ("walk", "walk", "climb", "fly")

LOW = "." * 12 + ",;/==##T^:~-"
"""Grounds of the lowest level, as often as they come."""
HIGH = "-" * 14 + "...,/=##^~"
HALL = "-" * 18 + "./#^,"
SIDES = {"small": 1, "average": 1, "large": 2, "huge": 3}
KINDS = ("wall", "door", "hedge")


def terrain(rng: Random, size: Cell) -> str:
    """A board without anybody, each higher level mostly open."""
    x, y, z = size
    high = rng.choice((HIGH, HALL))
    glyphs = [LOW, *[high] * (z - 1)]
    rows = [["".join(rng.choices(kinds, k=x)) for kinds in glyphs] for _ in range(y)]
    return "\n".join("  ".join(row) for row in rows)


def barriers(rng: Random, size: Cell) -> list[tuple[Cell, Cell, str]]:
    """None as often as not, else some between any neighbours."""
    cells = list(product(*map(range, size)))
    edges = [(a, b) for a, b in product(cells, repeat=2) if a < b and side(a, b) is not None]
    count = rng.choice((0, 0, 3, 6))
    return [(a, b, rng.choice(KINDS)) for a, b in rng.sample(edges, count)]


def others(rng: Random, size: Cell) -> dict[str, dict[str, Any]]:
    """Some who may be in the way, wherever they are."""
    found: dict[str, dict[str, Any]] = {}
    for name in rng.sample("BCbcd", rng.randint(1, 4)):
        kind = rng.choice(("small", "average", "average", "large"))
        found[name] = {
            "at": tuple(rng.randrange(n - SIDES[kind] + 1) for n in size),
            "size": kind,
            "squeezed": rng.random() < 0.2,
            "conditions": rng.choice(([], [], [], ["prone"], ["dead"], ["helpless"])),
            "flying": rng.random() < 0.3,
            "stamina": rng.choice((0, 2)),
            "weapons": [rng.choice(("club", "spear", "bow"))],
        }
    return found


def trial(seed: int) -> tuple[Battle, Mover, Random]:
    """A battle on a small map in A's turn, A somewhere where it may be."""
    rng = Random(seed)
    while True:
        size = (rng.randint(3, 6), rng.randint(3, 5), rng.randint(2, 4))
        kind = rng.choice(("small", "average", "average", "large", "large", "huge"))
        if min(size) < SIDES[kind]:
            continue
        mode = rng.choice(MODES)
        me = {
            "size": kind, "speed": rng.randint(2, 5), "flying": mode == "fly",
            "fly": 3 if mode == "fly" else 0, "swim": rng.choice((0, 0, 4)),
            "at": (0, 0, 0), "climbed": rng.choice((0, 0, 1, 2, 3)),
        }  # fmt: skip
        where, edges, rest = terrain(rng, size), barriers(rng, size), others(rng, size)
        for _ in range(20):
            at = tuple(rng.randrange(n - SIDES[kind] + 1) for n in size)
            fight = battle(where, {**rest, "A": {**me, "at": at}}, barriers=edges)
            if SIDES[kind] > 1 and rng.random() < 0.3:
                body = Body(at, (SIDES[kind] - 1,) * 3)
                fight.world.put("A", Position(body, squeezed=True))
            turn_of(fight, "A")
            if footing.stands(fight, fight.world["A"], fight.world["A"].body):
                spend(fight, "A", climbed=0)
            mover = mover_of(fight, fight.world["A"], fight.ruleset.modes[mode])
            body = mover.creature.body
            if mover.fits(body) and not mover.falls(body):
                return fight, mover, rng


def walked(mover: Mover, limit: int, spent: int) -> dict[tuple[Body, int], int]:
    """Half-cubes to every body and number of cubes climbed, step by single step."""
    first = (mover.creature.body, mover.climbed)
    found = {first: 0}
    queue: list[tuple[int, int, tuple[Body, int]]] = [(0, 0, first)]
    while queue:
        cost, _, node = heapq.heappop(queue)
        if cost > found[node]:
            continue
        body, climbed = node
        for step in mover.steps(body, spent + cost, climbed):
            onward, ahead = (step.body, step.climbed), cost + step.halves
            if ahead <= limit and ahead < found.get(onward, limit + 1):
                found[onward] = ahead
                heapq.heappush(queue, (ahead, len(found), onward))
    return found


@pytest.mark.rule("pool.speed", "pool.space.ways", "pool.space.stand", "pool.climb.free")
@QUICK
@given(SEEDS, st.sampled_from([0, 3]))
def test_the_search_reaches_what_single_steps_do(seed, spent):
    _, mover, rng = trial(seed)
    limit = rng.randint(5, 11)
    plain = walked(mover, limit, spent)
    reach = Reach(mover, mover.creature.body, limit, spent=spent)
    assert {(place.body, place.climbed): place.halves for place in reach.all_places()} == plain
    best: dict[Body, int] = {}
    for (body, _), halves in plain.items():
        best[body] = min(halves, best.get(body, halves))
    assert {place.body: place.halves for place in reach.places()} == best


@pytest.mark.rule("pool.speed", "pool.climb.free")
@QUICK
@given(SEEDS)
def test_the_ways_of_the_search_are_made_of_steps(seed):
    _, mover, rng = trial(seed)
    reach = Reach(mover, mover.creature.body, rng.randint(5, 11))
    for place in reach.places():
        climbed, halves, way = {mover.climbed}, 0, reach.way(place.body)
        for old, new in pairwise(way):
            taken = [
                step for count in climbed for step in mover.steps(old, halves, count)
                if step.body == new
            ]  # fmt: skip
            assert taken, (old, new)
            climbed = {step.climbed for step in taken}
            halves += min(step.halves for step in taken)
        assert halves == place.halves


@QUICK
@given(SEEDS)
def test_a_legal_plan_is_carried_out_when_nobody_interrupts(seed):
    fight, mover, rng = trial(seed)
    mode = "fly" if fight.world["A"].has("flying") else "walk"
    ends = [place.body for place in Reach(mover, mover.creature.body, 9).places()]
    for body in rng.sample(ends, min(len(ends), 6)):
        wish = Move("A", to=body.at, mode=mode)
        found = plan(fight, wish)
        if not isinstance(found, Plan):
            assert not check(fight, wish)
            continue
        events = declining(fight, submit(fight, wish))
        stepped = [e for e in events if isinstance(e, ev.Stepped)]
        assert [(e.dst, e.extent) for e in stepped] == [tuple(body) for body in found.path]
        assert sum(e.cost for e in stepped) == found.halves // 2
        assert not any(isinstance(e, ev.Halted) for e in events)
        provoked = [e.by for e in events if isinstance(e, ev.Provoked)]
        asked = [e.actor for e in events if isinstance(e, ev.Declined)]
        assert provoked == asked
        return


# --- battles in which anything is tried -----------------------------------------------------------

ARENA = """
    A..,..b...  ----------  ----------  ----------
    .B.##..cc.  ---##--cc-  ---#------  ----------
    ...#/..cc.  ---#---cc-  ---.------  ----------
    C..T..d...  ---------.  ----------  ----------
    .DD..,^^..  -DD-------  ----------  ----------
    .DD.....e.  -DD-------  ----------  ----------
"""


def arena(seed: int) -> Battle:
    """A lively skirmish round a tower: archers, spears, giants, a flyer."""
    fight = battle(ARENA, {
        "A": {"weapons": ["bow", "club"], "stamina": 4}, "B": {"weapons": ["spear"], "hp": 4},
        "C": {"attributes": {"grace": 5, "might": 4}, "stamina": 5}, "D": {"hp": 20},
        "b": {"weapons": ["spear"]}, "c": {"hp": 20, "stamina": 4},
        "d": {"flying": True, "fly": 6}, "e": {"size": "small", "weapons": ["sling", "knife"]},
    })  # fmt: skip
    fight.world.put(None, DiceState(seed))
    fight.dice = SeededDice(seed)
    return fight


def everything(fight: Battle) -> list[tuple[str, str, Any]]:
    """All that the world holds."""
    world = fight.world
    found = [("", repr(k), v) for k, v in world.registry[None].components.items()]
    for one in world.creatures:
        found += [(one.id, repr(k), v) for k, v in one.entity.components.items()]
    return sorted(found, key=lambda item: item[:2])


def anything(fight: Battle, rng: Random) -> Intent:
    """Some wish, sensible or not."""
    world = fight.world
    decision = fight.decision
    actor = decision.actor if decision and rng.random() < 0.9 else rng.choice(world.ids)
    other = rng.choice(world.ids)
    if decision is not None and not decision.is_turn and rng.random() < 0.8:
        return rng.choice([Take(actor), Take(actor, stamina=2), Decline(actor)])
    near = tuple(n + rng.randint(-3, 3) for n in world[actor].at)
    return rng.choice([
        *[Move(actor, to=near, mode=mode) for mode in ("walk", "climb", "fly")] * 2,
        *[Move(actor, path=way(rng, world[actor].at), mode=mode) for mode in MODES] * 2,
        Strike(actor, other), Strike(actor, other, stamina=rng.randint(0, 3)),
        Stand(actor), Drop(actor), Yield(actor, other), EndTurn(actor), EndTurn(actor),
        Take(actor), Decline(actor),
    ])  # fmt: skip


def way(rng: Random, at: Cell) -> tuple[Cell, ...]:
    found = []
    for _ in range(rng.randint(1, 4)):
        at = tuple(n + rng.randint(-1, 1) for n in at)
        found.append(at)
    return tuple(found)


def played(seed: int, wishes: int = 80) -> Any:
    """A battle in which somebody tries anything: it, each verdict, and what came of it."""
    fight, rng = arena(seed), Random(seed)
    yield fight, None, None, start(fight)
    for _ in range(wishes):
        if fight.decision is None:
            return
        intent = anything(fight, rng)
        verdict = check(fight, intent)
        before = everything(fight) if not verdict else None
        yield fight, verdict, before, submit(fight, intent)


@pytest.mark.parametrize("seed", range(6))
def test_a_refused_intent_changes_nothing(seed):
    refused = allowed = 0
    for fight, verdict, before, events in played(seed):
        if verdict is None:
            continue
        if verdict:
            allowed += 1
            assert not any(isinstance(e, ev.IntentRefused) for e in events)
            continue
        refused += 1
        assert [type(e) for e in events] == [ev.IntentRefused]
        assert everything(fight) == before
    assert refused
    assert allowed


@pytest.mark.rule("pool.space.stand", "pool.space.fall", "pool.squeeze.not-two", "pool.enemy.stop")
@pytest.mark.parametrize("seed", range(10))
def test_the_books_stay_in_order(seed):
    """Nobody hangs in the air, squeezes where another one does, or owes Speed or Stamina."""
    for fight, *_ in played(seed):
        world = fight.world
        for one in world.creatures:
            assert all(count >= 0 for _, count in one.resources.counts)
            assert all(cell in world.field for cell in one.body.cells)
            assert (one.hp.current > 0) == fight.able(one)
            if one.body.extent != one.size.extent:
                assert one.position.squeezed
        if world.agenda.top is not None or world.outcome.over:
            continue
        for one in world.creatures:
            held = footing.stands(fight, one, one.body) or footing.clings(fight, one, one.body)
            assert held or footing.aloft(one), one
        on_foot = [one for one in world.creatures if not lies(one)]
        for a, b in product(on_foot, repeat=2):
            if a.id < b.id and not set(a.body.cells).isdisjoint(b.body.cells):
                assert a.position.squeezed != b.position.squeezed, (a, b)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_and_the_same_wishes_give_the_same_events(seed):
    first = [events for *_, events in played(seed)]
    again = [events for *_, events in played(seed)]
    assert first == again
    assert first != [events for *_, events in played(seed + 100)]
