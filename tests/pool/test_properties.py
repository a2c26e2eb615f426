"""What holds of every battle on cubes, whatever is tried in it."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from gate import slow
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from rules.table import declining

from examples import some
from pool.small_maps import MODES, trial
from pool.space import battle
from tacsim.core import events as ev
from tacsim.core.components import DiceState
from tacsim.core.dice import SeededDice
from tacsim.core.intents import (
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
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check, start, submit
from tacsim.rules.movement import footing
from tacsim.rules.movement.plan import Plan, plan
from tacsim.rules.movement.search import Reach
from tacsim.rulesets.pool.falling import fallen

QUICK = settings(max_examples=some(25), deadline=None, suppress_health_check=list(HealthCheck))
SEEDS = st.integers(0, 100_000)


@QUICK
@given(SEEDS)
def test_a_legal_plan_is_carried_out_when_nobody_interrupts(seed):
    fight, mover, rng = trial(seed)
    assume(not fallen(fight))  # nobody was put into the air, to come down in somebody's way
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
        assert sum(e.cost for e in stepped) == found.cost2 // 2
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
    return [
        (who or "", repr(v)[:20], v) for who in (None, *world.ids) for v in world.components(who)
    ]


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


@pytest.mark.parametrize("seed", [*range(3), *slow(*range(3, 6))])
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
@pytest.mark.parametrize("seed", [*range(4), *slow(*range(4, 10))])
def test_the_books_stay_in_order(seed):
    """Nobody hangs in the air, squeezes where another one does, or owes Speed or Stamina."""
    for fight, *_ in played(seed):
        world = fight.world
        for one in world.creatures:
            owed = [name for name, count in one.resources.counts if count < 0]
            assert owed in ([], ["climbed"]), "only a climb goes below zero: down"
            assert all(cell in world.field for cell in one.body.cells)
            assert (one.hp.current > 0) == fight.able(one)
            if one.body.extent != one.size.extent:
                assert one.position.squeezed
        if world.agenda.top is not None or world.outcome.over:
            continue
        for one in world.creatures:
            held = footing.stands(fight, one, one.body) or footing.clings(fight, one, one.body)
            assert held or footing.aloft(fight, one), one
        on_foot = [one for one in world.creatures if not footing.lying(fight, one)]
        for a, b in product(on_foot, repeat=2):
            if a.id < b.id and not set(a.body.cells).isdisjoint(b.body.cells):
                assert a.position.squeezed != b.position.squeezed, (a, b)


@pytest.mark.parametrize("seed", [0, *slow(1, 2)])
def test_the_same_seed_and_the_same_wishes_give_the_same_events(seed):
    first = [events for *_, events in played(seed)]
    again = [events for *_, events in played(seed)]
    assert first == again
    assert first != [events for *_, events in played(seed + 100)]
