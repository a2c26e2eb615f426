"""The engine against a brute force that shares no code with it, on random boards."""

from __future__ import annotations

import pytest
from oracle import d20 as oracle

from rules.twins import (
    PACES,
    answers,
    board,
    line_of_effect,
    plain_distances,
    searched_distances,
    threats,
    twin,
)
from tacsim.geometry.metric import budget, cells
from tacsim.model.intents import Move
from tacsim.rules.movement import Plan, plan

BATCH = 10
QUICK = [range(n, n + BATCH) for n in range(0, 40, BATCH)]
SLOW = [range(n, n + 50) for n in range(40, 190, 50)]
LONG = [*QUICK, *(pytest.param(seeds, marks=pytest.mark.slow) for seeds in SLOW)]


@pytest.fixture(autouse=True)
def one_reading_of_barriers(monkeypatch):
    """The oracle knows two readings of a barrier's end; the engine's lies in between."""
    monkeypatch.setattr(oracle, "line_of_effect", line_of_effect)


def batches(test):
    return pytest.mark.parametrize("seeds", LONG, ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}")(test)


def said(seed: int, drawn: oracle.Board, *more: object) -> str:
    """The failing board, to read."""
    return "\n".join(["", f"seed {seed}", *map(str, more), oracle.draw(drawn)])


@batches
@pytest.mark.rule("d20.diag.alternate", "d20.cost.double", "d20.squeeze.cost", "d20.aoo.move",
                  "d20.squeeze.limit", "d20.corner.wall", "d20.obstacle.between")  # fmt: skip
def test_reach_cost_and_provocations(seeds):
    for seed in seeds:
        drawn, who = board(seed)
        battle = twin(drawn, who)
        for mode in PACES:
            rows = oracle.moves(drawn, who, mode)
            ours = answers(battle, who, mode)
            assert set(ours) == set(rows), said(seed, drawn, mode, set(ours) ^ set(rows))
            for at, row in rows.items():
                mine = ours[at]
                theirs = (row.cost, row.min_provokes, row.squeezing, row.can_stop)
                assert mine.verdict == theirs, said(seed, drawn, mode, at, mine, row)
                half = oracle.path_cost(drawn, who, mine.path, mode)
                assert half == mine.half, said(seed, drawn, mode, at, mine, half)
                foes = frozenset().union(*oracle.provocations(drawn, who, mine.path, mode))
                assert foes == mine.provokes, said(seed, drawn, mode, at, mine, foes)


@batches
@pytest.mark.rule("d20.step.5ft", "d20.end.occupied")
def test_plans(seeds):
    """The move that `to` finds: allowed exactly where one may stop, at the least cost."""
    for seed in seeds:
        drawn, who = board(seed)
        battle = twin(drawn, who)
        mover = drawn[who]
        for mode in (*PACES, "five_foot_step"):
            best = stops(drawn, who, mode)
            if mode == "five_foot_step":
                x, y = mover.at
                targets = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            else:
                targets = sorted(best)[seed % 7 :: 7] + sorted(drawn.cells())[seed % 23 :: 23]
            for at in targets:
                if at == mover.at:
                    continue
                found = plan(battle, Move(who, to=at, mode=mode))
                want = best.get(at)
                got = None
                if isinstance(found, Plan):
                    path = [oracle.full_body(mover), *((*b.at, *b.extent) for b in found.path)]
                    assert oracle.path_cost(drawn, who, path, mode) is not None, said(
                        seed, drawn, mode, at, found
                    )
                    foes = frozenset().union(*oracle.provocations(drawn, who, path, mode))
                    cost = 0 if mode == "five_foot_step" else cells(found.halves)
                    got = cost, len(foes)
                assert got == want, said(seed, drawn, mode, at, found, want)


def stops(drawn: oracle.Board, who: str, mode: str) -> dict[oracle.Cell, tuple[int, int]]:
    """Cost and foes of the best way to stop at each place."""
    best: dict[oracle.Cell, tuple[int, int]] = {}
    for body, labels in oracle.labels(drawn, who, mode).items():
        if oracle.may_stop(drawn, drawn[who], body):
            for label in labels:
                key = (label.half // 2, len(label.foes))
                best[body.at] = min(key, best.get(body.at, key))
    if mode == "double":  # a full-round action moves one square at least
        far: dict[oracle.Cell, tuple[int, int]] = {}
        mover = drawn[who]
        start = oracle.full_body(mover)
        for step in oracle.steps(drawn, mover, start):
            if step.new.at not in best and oracle.may_stop(drawn, mover, step.new):
                foes = oracle.step_provokes(drawn, mover, start, step.new, mode, True)
                key = (step.half // 2, len(foes))
                far[step.new.at] = min(key, far.get(step.new.at, key))
        best |= far
    return best


@batches
@pytest.mark.rule("d20.threat", "d20.threat.reach-weapon", "d20.threat.reach-diagonal",
                  "d20.big.reach-weapon", "d20.tiny.no-threat", "d20.cover.total")  # fmt: skip
def test_threatened_cells(seeds):
    for seed in seeds:
        drawn, who = board(seed)
        for name, mine in threats(twin(drawn, who)):
            theirs = oracle.threatened(drawn, name)
            assert mine == theirs, said(seed, drawn, name, mine ^ theirs)


@batches
@pytest.mark.rule("d20.squeeze.cost", "d20.terrain.mixed-footprint")
def test_the_search_agrees_with_the_single_steps(seeds):
    for seed in seeds:
        drawn, who = board(seed)
        battle = twin(drawn, who)
        limit = budget(2 * drawn[who].speed)
        plain = plain_distances(battle, who, limit)
        quick = searched_distances(battle, who, limit)
        assert plain == quick, said(seed, drawn, set(plain.items()) ^ set(quick.items()))
