"""The engine against a brute force that shares no code with it, on random boards.

``TACSIM_BOARDS`` and ``TACSIM_FIRST`` in the environment say how many boards, from which seed on,
and ``-m slow`` goes through more than the first few; ``python -m rules.differential`` runs them
without pytest, and prints every difference.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise

import pytest
from oracle import d20 as oracle
from oracle.random_boards import MOVER, random_board

from rules.differential import compare

FIRST = int(os.environ.get("TACSIM_FIRST", "0"))
BOARDS = int(os.environ.get("TACSIM_BOARDS", "2000"))
BATCH = 20
QUICK = 20
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
    "d20.diag.alternate", "d20.diag.interleaved", "d20.cost.double", "d20.cost.double-twice",
    "d20.corner.wall", "d20.corner.creature", "d20.corner.pit",
    "d20.pass.friend", "d20.pass.friend.charge", "d20.pass.enemy", "d20.pass.enemy.helpless",
    "d20.pass.enemy.helpless-bulk", "d20.size3.small-through-big", "d20.size3.big-through-small",
    "d20.fills.square", "d20.pass.exception", "d20.end.occupied", "d20.tiny.enter",
    "d20.tiny.enter.provokes", "d20.tiny.per-square", "d20.tiny.no-threat",
    "d20.terrain.mixed-footprint", "d20.obstacle.hamper", "d20.terrain.fly",
    "d20.terrain.difficult.no-run", "d20.terrain.tight", "d20.obstacle.between",
    "d20.obstacle.check", "d20.obstacle.fly", "d20.squeeze.cost", "d20.squeeze.limit",
    "d20.body.narrow", "d20.body.step", "d20.body.pivot", "d20.body.leave", "d20.body.barrier",
    "d20.min-move", "d20.min-move.provokes", "d20.step.5ft", "d20.crawl", "d20.withdraw",
    "d20.run", "d20.charge", "d20.charge.min", "d20.overrun.move", "d20.overrun.charge",
    "d20.tumble.enemy", "d20.tumble.past", "d20.round.double-move",
    "d20.threat", "d20.threat.reach-weapon", "d20.threat.reach-diagonal", "d20.big.reach-weapon",
    "d20.big.approach-provokes", "d20.aoo.move", "d20.aoo.once-per-opportunity", "d20.aoo.no-when",
    "d20.size.exceptions",
    "d20.cover.ranged", "d20.cover.melee", "d20.cover.low", "d20.cover.big", "d20.cover.total",
)  # fmt: skip
@pytest.mark.parametrize("seeds", BATCHES)
def test_the_engine_and_the_brute_force_agree(seeds):
    told = [differing for seed in seeds if (differing := compare(seed))]
    assert not told, "\n" + "\n".join(told)


def features(seed: int) -> set[str]:
    """What a board shows, by name."""
    drawn, _ = random_board(seed)
    mover = drawn[MOVER]
    found = {f"{mover.size} mover", *(f"{c} mover" for c in mover.conditions | mover.exceptions)}
    if mover.space is not None:
        found.add("mover of its own space")
    found |= {f"ground {glyph}" for row in drawn.rows for glyph in row}
    found |= {f"barrier {kind}" for *_, kind in drawn.barriers}
    for c in drawn.creatures:
        if c is mover:
            continue
        side = "friend" if oracle.friends(drawn, mover, c) else "foe"
        found |= {side, f"{c.size} {side}"} | {f"{what} {side}" for what in c.conditions}
        found |= {f"{side} with {weapon}" for weapon in c.weapons}
        found |= {
            f"{side} that {what}" for what in c.exceptions if what.startswith(("bars", "passable"))
        }
        if c.combat_reflexes:
            found.add(f"ready {side}")
        if c.fills:
            found.add(f"filling {side}")
        if c.space is not None:
            found.add(f"{side} of its own space")
        if oracle.rank(c) >= oracle.rank_of("huge") and "helpless" in c.conditions:
            found.add(f"helpless bulk of a {side}")
    return found


def test_the_boards_show_what_they_should():
    """Every kind of mover, ground, barrier and bystander, and not just now and then."""
    shown = Counter(what for seed in range(500) for what in features(seed))
    sizes = oracle.SIZES[: oracle.rank_of("colossal")]
    wanted = {f"{size} mover" for size in sizes} | {f"{size} foe" for size in sizes}
    wanted |= {f"{what} mover" for what in ("flying", "incorporeal", "prone")}
    wanted |= {f"ground {glyph}" for glyph in ".#T,;%^:=~ PH&$+"}
    wanted |= {f"barrier {kind}" for kind in ("hedge", "wall", "door", "climb", "open")}
    wanted |= {
        f"{what} {side}"
        for side in ("friend", "foe")
        for what in ("helpless", "dead", "prone", "flat_footed", "total_defense", "ready",
                     "filling", "flying", "helpless bulk of a")
    }  # fmt: skip
    wanted |= {"friend of its own space", "foe of its own space", "mover of its own space"}
    wanted |= {f"foe with {weapon}" for weapon in ("club", "longspear", "shortbow")}
    wanted |= {"passes mover", "stops_among mover", "foe that passable", "friend that bars_friends"}
    wanted |= {
        f"foe that bars_{what}"
        for what in ("when_helpless", "tiny", "sizes", "overrun", "tumbling")
    }
    assert not {what: shown[what] for what in wanted if shown[what] < 5}
