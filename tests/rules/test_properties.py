"""What holds of every battle, whatever is tried in it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from boards import battle, club, longspear, shortbow, start
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from examples import some
from rules.table import declining
from rules.twins import board, twin
from tacsim.core import events as ev
from tacsim.core.agenda import Offering
from tacsim.core.intents import (
    Adjourn,
    Aid,
    Decline,
    Drop,
    EndTurn,
    FullAttack,
    Intent,
    Move,
    Stand,
    Strike,
    Take,
    TotalDefense,
)
from tacsim.grid.cells import Body
from tacsim.grid.metric import AlternatingDiagonals, cells
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check, submit
from tacsim.rules.movement.plan import Plan, plan

MODES = ("walk", "double", "run", "charge", "withdraw", "minimum", "five_foot_step", "crawl", "fly")
QUICK = settings(max_examples=some(30), deadline=None, suppress_health_check=list(HealthCheck))
SEEDS = st.integers(0, 3000)

ARENA = """
    A..,..b...
    .B.#...cc.
    ...#;..cc.
    C..T..d...
    .DD..,,.e.
    .DD.......
"""


def arena(seed: int, fog: bool = False) -> Battle:
    """A lively skirmish, begun: archers, spears, a giant on either side, somebody Tiny."""
    spear, bow = longspear(), shortbow()
    fight = battle(ARENA, {
        "A": {"weapons": [bow, club()]}, "B": {"weapons": [spear]}, "b": {"weapons": [spear]},
        "C": {"base": 6, "feats": ["combat_reflexes"], "abilities": {"dexterity": 16}},
        "D": {"hp": 20, "abilities": {"strength": 18}}, "c": {"hp": 20, "reach": 1},
        "d": {"size": "tiny"}, "e": {"weapons": [bow]},
    }, barriers=[((6, 3), (6, 4), "hedge"), ((2, 1), (2, 2), "wall")], fog=fog)  # fmt: skip
    from tacsim.core.components import DiceState
    from tacsim.core.dice import SeededDice

    fight.world.put(None, DiceState(seed))
    fight.dice = SeededDice(seed)
    return fight


def everything(fight: Battle) -> list[tuple[str | None, str, Any]]:
    """All that the world holds."""
    world = fight.world
    return [(who, repr(v)[:20], v) for who in (None, *world.ids) for v in world.components(who)]


def anything(fight: Battle, rng: Random) -> Intent:
    """Some wish, sensible or not."""
    world = fight.world
    decision = fight.decision
    actor = decision.actor if decision and rng.random() < 0.9 else rng.choice(world.ids)
    other = rng.choice(world.ids)
    x, y = world[actor].at
    near = (x + rng.randint(-3, 3), y + rng.randint(-3, 3))
    if decision is not None and not decision.is_turn and rng.random() < 0.8:
        return rng.choice([Take(actor), Take(actor, "club"), Decline(actor)])
    weapon = rng.choice([None, None, None, "club", "longspear", "shortbow", "nothing"])
    path = tuple(walk(rng, x, y))
    return rng.choice([
        Move(actor, to=near, mode=rng.choice(MODES[:2])), Move(actor, to=near),
        Move(actor, to=near, mode=rng.choice(MODES)), Move(actor, path=path),
        Move(actor, path=path, mode=rng.choice(MODES)),
        Move(actor, mode="charge", target=other),
        Strike(actor, other, weapon), Strike(actor, other), FullAttack(actor, other),
        FullAttack(actor, None, weapon), Stand(actor), Drop(actor), TotalDefense(actor),
        EndTurn(actor), Take(actor), Decline(actor), Aid(actor, other),
    ])  # fmt: skip


def walk(rng: Random, x: int, y: int) -> Any:
    for _ in range(rng.randint(0, 4)):
        x, y = x + rng.randint(-1, 1), y + rng.randint(-1, 1)
        yield (x, y)


def played(seed: int, wishes: int = 70, fog: bool = False) -> Any:
    """A battle in which somebody tries anything; yields each wish with its verdict and events."""
    fight, rng = arena(seed, fog), Random(seed)
    began = start(fight)
    yield fight, None, None, began
    for _ in range(wishes):
        if fight.decision is None:
            return
        intent = anything(fight, rng)
        verdict = check(fight, intent)
        before = everything(fight) if not verdict else None
        events = submit(fight, intent)
        yield fight, intent, (verdict, before), events


@pytest.mark.parametrize("seed", range(6))
def test_a_refused_intent_changes_nothing(seed):
    """Not a component and not a die; the refusal is all that comes of it."""
    refused = allowed = 0
    for fight, _, verdict, events in played(seed, fog=seed % 3 == 0):
        if verdict is None:
            continue
        if verdict[0]:
            allowed += 1
            assert not any(isinstance(e, ev.IntentRefused) for e in events)
            continue
        refused += 1
        assert [type(e) for e in events] == [ev.IntentRefused]
        assert everything(fight) == verdict[1]
    assert refused
    assert allowed


@pytest.mark.parametrize("seed", range(6))
def test_whoever_has_to_choose_is_able_to(seed):
    for fight, _, _, _ in played(seed):
        asked = fight.decision
        if asked is None:
            assert fight.world.outcome.over
            continue
        assert fight.able(fight.world[asked.actor])
        if asked.is_turn:
            assert check(fight, EndTurn(asked.actor))
            assert fight.world.agenda.top is None
        else:
            assert isinstance(fight.world.agenda.top, Offering)
            assert check(fight, Take(asked.actor))
            assert check(fight, Decline(asked.actor))
            assert not fight.world.friendly(asked.actor, asked.against)
            assert fight.able(fight.world[asked.against])
            assert fight.world[asked.actor].resources["opportunity"] > 0


@pytest.mark.parametrize("seed", range(5))
def test_the_dice_only_go_on_by_as_many_as_were_thrown(seed):
    position = 0
    for fight, _, _, events in played(seed):
        thrown = sum(len(e.dice) for e in events if isinstance(e, ev.Rolled))
        assert fight.world.dice.position == position + thrown
        position = fight.world.dice.position


@pytest.mark.parametrize("seed", range(2))
def test_the_same_seed_and_the_same_wishes_give_the_same_events(seed):
    first = [events for *_, events in played(seed)]
    again = [events for *_, events in played(seed)]
    other = [events for *_, events in played(seed + 100)]
    assert first == again
    assert first != other


@pytest.mark.parametrize("seed", range(5))
def test_the_books_stay_in_order(seed):
    """Nobody shares a square who may not, no resource is overspent, nobody leaves the map."""
    for fight, _, _, _ in played(seed):
        world = fight.world
        for one in world.creatures:
            assert all(count >= 0 for _, count in one.resources.counts)
            assert all(cell in world.field for cell in one.body.cells)
            assert one.hp.current <= one.hp.maximum
            assert (one.hp.current > 0) == fight.able(one)
            assert one.position.squeezed == (one.body.extent != one.size.extent)
        if world.agenda.top is None and not world.outcome.over:
            able = [one for one in world.creatures if fight.able(one) and one.size.category > 2]
            taken = [cell for one in able for cell in one.body.cells]
            assert len(taken) == len(set(taken))


@settings(QUICK, max_examples=some(12))
@given(SEEDS, st.sampled_from(["walk", "double", "withdraw", "run", "minimum", "five_foot_step"]),
       st.randoms(use_true_random=False))  # fmt: skip
def test_a_legal_plan_is_carried_out_when_nobody_interrupts(seed, mode, rng):
    drawn, who = board(seed)
    fight = twin(drawn, who)
    x, y = fight.world[who].at
    for _ in range(6):
        span = rng.choice([1, 2, 4])
        to = (x + rng.randint(-span, span), y + rng.randint(-span, span))
        wish = Move(who, to=to, mode=mode)
        found = plan(fight, wish)
        if not isinstance(found, Plan):
            assert not check(fight, wish)
            continue
        events = declining(fight, submit(fight, wish))
        stepped = [e for e in events if isinstance(e, ev.Stepped)]
        assert [(e.dst, e.extent) for e in stepped] == [tuple(body) for body in found.path]
        assert fight.world[who].body == found.path[-1]
        paid = 0 if mode == "five_foot_step" else cells(found.cost2)
        assert sum(e.cost for e in stepped) == paid
        assert not any(isinstance(e, ev.Halted | ev.Placed) for e in events)
        return


@QUICK
@given(st.tuples(*[st.integers(-40, 40)] * 4), st.tuples(*[st.integers(1, 6)] * 2))
def test_distance_is_the_same_from_either_end(at, sides):
    metric = AlternatingDiagonals()
    a, b = Body(at[:2], (sides[0],) * 2), Body(at[2:], (sides[1],) * 2)
    assert metric.distance(a, b) == metric.distance(b, a)
    assert (metric.distance(a, b) == 0) == bool(set(a.cells) & set(b.cells))


@pytest.mark.rule("d20.diag.symmetry")
@QUICK
@given(st.tuples(*[st.integers(-40, 40)] * 4))
def test_distance_between_squares(at):
    metric = AlternatingDiagonals()
    a, b = Body(at[:2], (1, 1)), Body(at[2:], (1, 1))
    wide, high = abs(at[0] - at[2]), abs(at[1] - at[3])
    assert metric.distance(a, b) == metric.distance(b, a) == max(wide, high) + min(wide, high) // 2


@pytest.mark.parametrize("wishes", [1, 7, 20])
def test_a_battle_may_be_broken_off_at_any_time(wishes):
    *_, (fight, _, _, _) = played(4, wishes)
    assert check(fight, Adjourn()) or fight.world.outcome.over
    submit(fight, Adjourn())
    assert fight.world.outcome.over
    assert fight.decision is None
