"""The engine against a brute force that shares no code with it, on random boards of the 5e family.

``TACSIM_BOARDS`` and ``TACSIM_FIRST`` in the environment say how many boards of each kind, from
which seed on, and ``-m slow`` goes through more than the first few; ``python -m
fifth.differential`` runs them without pytest, and prints every difference.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import combinations, pairwise

import pytest
from gate import slow
from oracle import fifth as oracle
from oracle.fifth_boards import KINDS, MOVER, random_board

from fifth.differential import compare
from fifth.twins import engine_body
from tacsim.grid.grids import TOPOLOGIES

FIRST = int(os.environ.get("TACSIM_FIRST", "0"))
BOARDS = int(os.environ.get("TACSIM_BOARDS", "200"))
BATCH = 5
QUICK = 5
"""Boards of each kind that are gone through without ``-m slow``."""

STARTS = [*range(FIRST, FIRST + BOARDS, BATCH), FIRST + BOARDS]
BATCHES = [
    pytest.param(
        *kind,
        range(start, end),
        id=f"{'-'.join(kind)}-{start}-{end - 1}",
        marks=[pytest.mark.slow] if start >= FIRST + QUICK else [],
    )
    for kind in KINDS
    for start, end in pairwise(STARTS)
]


@pytest.mark.rule(
    "grid5e.enter.minimum", "grid5e.enter.difficult", "grid5e.enter.difficult.diag",
    "grid5e.corner", "grid5e.range.count", "grid5e.diag.alternate", "grid5e.diag.carry",
    "grid5e.flank.opposite", "grid5e.flank.line", "grid5e.flank.sight",
    "grid5e.flank.incapacitated", "grid5e.flank.big-attacker", "grid5e.flank.deny",
    "grid5e.flank.deny.others", "grid5e.move.pool", "grid5e.dash", "grid5e.disengage",
    "grid5e.oa.trigger", "grid5e.reach", "grid5e.pass.ally", "grid5e.pass.enemy",
    "grid5e.end.occupied", "grid5e.terrain.difficult", "grid5e.terrain.tight", "grid5e.prone",
    "grid5e.squeeze", "grid5e.size.space", "grid5e.body.squeezed", "grid5e.body.step",
    "grid5e.body.leave", "grid5e.body.barrier",
    "metric.enter.minimum", "metric.enter.difficult", "metric.enter.difficult.diag",
    "metric.diag.one-and-half", "metric.diag.per-move", "metric.corner", "metric.range.count",
    "metric.reach.light", "metric.reach.normal", "metric.reach.10ft", "metric.reach.15ft",
    "metric.size.tiny", "metric.size.large", "metric.size.huge", "metric.size.gargantuan",
    "metric.size.colossal", "metric.inherit", "metric.stand-half", "metric.squeeze",
    "metric.hex.move", "metric.hex.body",
)  # fmt: skip
@pytest.mark.parametrize(("ruleset", "topology", "seeds"), BATCHES)
def test_the_engine_and_the_brute_force_agree(ruleset, topology, seeds):
    told = [differing for seed in seeds if (differing := compare(ruleset, topology, seed))]
    assert not told, "\n" + "\n".join(told)


@pytest.mark.rule("grid5e.flank.line", "grid5e.flank.opposite", "metric.hex.body")
@pytest.mark.parametrize("rows", [1, 2, 3, *slow(4, 5)])
@pytest.mark.parametrize("topology", ["square", "hex"])
def test_every_two_cells_about_a_target_flank_it_or_do_not(topology, rows):
    """Those next to it and those one farther off; of hexes on even and on odd rows."""
    drawn = oracle.Board(["."], topology=topology)
    opposite = TOPOLOGIES[topology].opposite
    for target in [oracle.Body(9, y, rows) for y in ((8, 9) if topology == "hex" else (8,))]:
        space = oracle.cells_of(drawn.grid, target)
        about = space
        for _ in range(2):
            about |= {drawn.grid.shift(c, by) for c in about for by in drawn.grid.DIRECTIONS}
        for one, other in combinations(sorted(about - space), 2):
            bodies = (engine_body(drawn, oracle.Body(*at, 1)) for at in (one, other))
            mine = opposite(*bodies, engine_body(drawn, target))
            assert mine == oracle.opposite(drawn, one, other, space), (target, one, other)


def features(ruleset: str, topology: str, seed: int) -> set[str]:
    """What a board shows, by name."""
    drawn, _ = random_board(ruleset, topology, seed)
    mover = drawn[MOVER]
    found = {f"{mover.size} mover", *(f"{c} mover" for c in mover.conditions)}
    found |= {"narrow mover"} if mover.narrow else set()
    found |= {"dark"} if drawn.dark else set()
    found |= {f"ground {glyph}" for row in drawn.rows for glyph in row}
    found |= {f"barrier {kind}" for *_, kind in drawn.barriers}
    for c in drawn.creatures:
        if c is mover:
            continue
        side = "friend" if oracle.friends(drawn, mover, c) else "foe"
        found |= {side, f"{c.size} {side}"} | {f"{what} {side}" for what in c.conditions}
        found |= {f"{side} with {weapon}" for weapon in c.weapons}
        more = {"spent": not c.ready, "filling": c.fills, "narrow": c.narrow, "far": c.feet > 5}
        found |= {f"{what} {side}" for what, is_so in more.items() if is_so}
    if any(oracle.flankers(drawn, c.id) for c in drawn.creatures):
        found.add("flankers")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_the_boards_show_what_they_should(kind):
    """Every kind of mover, ground, barrier and bystander, and not just now and then."""
    shown = Counter(what for seed in range(400) for what in features(*kind, seed))
    sizes = [size for size in oracle.SIZES if size != "colossal" or kind[0] == "metric"]
    wanted = {f"{size} mover" for size in sizes} | {f"{size} foe" for size in sizes}
    wanted |= {f"{what} mover" for what in ("prone", "invisible", "grappled", "blinded", "narrow")}
    wanted |= {f"ground {glyph}" for glyph in ".#T,;%^:=~ "}
    wanted |= {f"barrier {kind}" for kind in ("hedge", "wall", "door", "open")}
    wanted |= {
        f"{what} {side}"
        for side in ("friend", "foe")
        for what in ("helpless", "dead", "prone", "stunned", "blinded", "invisible", "spent",
                     "filling", "narrow", "far")
    }  # fmt: skip
    wanted |= {f"foe with {weapon}" for weapon in oracle.WEAPONS}
    wanted |= {"flankers", "dark"}
    assert not {what: shown[what] for what in wanted if shown[what] < 3}
