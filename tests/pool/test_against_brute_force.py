"""The engine against a brute force that shares no code with it, on random boards of ``pool``.

``TACSIM_BOARDS`` and ``TACSIM_FIRST`` in the environment say how many boards, from which seed on,
and ``-m slow`` goes through more than the first few; ``python -m pool.differential`` runs them
without pytest, and prints every difference.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise

import pytest
from oracle import cubes
from oracle import pool as oracle
from oracle.pool_boards import MOVER, random_board
from oracle.pool_ways import fresh, labels, moves

from pool.differential import compare

FIRST = int(os.environ.get("TACSIM_FIRST", "0"))
BOARDS = int(os.environ.get("TACSIM_BOARDS", "42"))
BATCH = 3
QUICK = 3
"""Boards that are gone through without ``-m slow``."""

STARTS = [*range(FIRST, FIRST + BOARDS, BATCH), FIRST + BOARDS]
BATCHES = [
    pytest.param(
        range(start, end),
        id=f"{start}-{end - 1}",
        marks=[pytest.mark.slow] if start >= FIRST + QUICK else [],
    )
    for start, end in pairwise(STARTS)
]


@pytest.mark.rule(
    "pool.grid.3d", "pool.move.horizontal", "pool.diag.cumulative", "pool.diag.everything",
    "pool.diag.vertical", "pool.diag.triple", "pool.diag.triple.parity", "pool.squeeze.limit",
    "pool.squeeze.no-cost", "pool.squeeze.blocks", "pool.squeeze.not-two", "pool.ally.pass",
    "pool.ally.stop-squeeze", "pool.enemy.pass", "pool.enemy.stop", "pool.prone-dead.free",
    "pool.climb.free", "pool.speed", "pool.size", "pool.footwork", "pool.aoo.leave",
    "pool.aoo.cost", "pool.threat.range", "pool.range.melee", "pool.rough", "pool.corner",
)  # fmt: skip
@pytest.mark.parametrize("seeds", BATCHES)
def test_the_engine_and_the_brute_force_agree(seeds):
    told = [differing for seed in seeds if (differing := compare(seed))]
    assert not told, "\n" + "\n".join(told)


def features(seed: int) -> set[str]:
    """What a board shows, by name."""
    drawn, mode = random_board(seed)
    mover, space = drawn[MOVER], drawn.space
    found = {f"{mode} mover", f"{mover.size} mover"}
    found |= {"narrow mover"} if mover.narrow else set()
    found |= {"climbed mover"} if mover.climbed > 0 else set()
    found |= {"climbed down mover"} if mover.climbed < 0 else set()
    found |= {f"{mode} mover with wings"} if mover.fly else set()
    found |= {f"ground {space.glyph(cell)} {min(cell[2], 1)}" for cell in space.cells()}
    found |= {f"barrier {kind}" for *_, kind in space.barriers}
    for c in drawn.creatures:
        if c is mover:
            continue
        side = "friend" if oracle.friends(drawn, mover, c) else "foe"
        found |= {side, f"{c.size} {side}"} | {f"{what} {side}" for what in c.conditions}
        found |= {f"{side} with {weapon}" for weapon in c.weapons}
        more = {"spent": c.stamina == 0, "narrow": c.narrow, "crammed": c.crammed,
                "high": c.at[2] > 0, "winged": c.fly > 0, "unwilling": not c.willing}  # fmt: skip
        found |= {f"{what} {side}" for what, is_so in more.items() if is_so}
    return found


@pytest.mark.slow
def test_the_boards_show_what_they_should():
    """Every kind of mover, ground, barrier and bystander, and not just now and then."""
    shown = Counter(what for seed in range(400) for what in features(seed))
    wanted = {f"{mode} mover" for mode in (oracle.WALK, oracle.CLIMB, oracle.FLY)}
    wanted |= {f"{size} {who}" for size in oracle.SIZES for who in ("mover", "foe")}
    wanted |= {f"{what} mover" for what in ("narrow", "climbed", "climbed down")}
    wanted |= {f"{mode} mover with wings" for mode in (oracle.WALK, oracle.CLIMB, oracle.FLY)}
    wanted |= {f"ground {glyph} 0" for glyph in ".#T^,;%:=~ " + cubes.STAIRS}
    wanted |= {f"ground {glyph} 1" for glyph in ".#T,%: " + cubes.STAIRS}
    wanted |= {f"barrier {kind}" for kind in ("hedge", "wall", "door", "open")}
    wanted |= {
        f"{what} {side}"
        for side in ("friend", "foe")
        for what in ("helpless", "dead", "prone", "flying", "winged", "spent", "narrow", "crammed")
    }
    wanted |= {"high friend", "high foe", "unwilling friend", "unwilling foe"}
    wanted |= {*(f"foe with {weapon}" for weapon in oracle.WEAPONS)}
    assert not {what: shown[what] for what in wanted if shown[what] < 2}


@pytest.mark.slow
def test_there_is_something_to_find_on_the_boards():
    """Climbing, squeezing and foes come up on a good part of the boards, not on a few."""
    shown: Counter = Counter()
    for seed in range(30):
        drawn, mode = random_board(seed)
        mover = drawn[MOVER]
        rows = moves(drawn, mover, mode).values()
        reached = labels(drawn, mover, mode, fresh(mover))
        shown["within reach"] += len(rows) > 10
        shown["on other levels"] += any(row.at[2] != mover.at[2] for row in rows)
        shown["provoking"] += any(row.provokes for row in rows)
        shown["squeezing"] += any(row.squeezing for row in rows)
        shown["not to stop at"] += any(not row.can_stop for row in rows)
        shown["climbing"] += any(climbed > 0 for _, climbed in reached)
        shown["climbing down"] += any(climbed < 0 for _, climbed in reached)
    assert not {what: many for what, many in shown.items() if many < 8}
