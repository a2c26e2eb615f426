"""A check answers with a verdict whatever is asked, never with an exception."""

from __future__ import annotations

import pytest
from boards import battle, turn_of

from tacsim.core.intents import Move
from tacsim.rules.engine import check

BOARD = """
    AA....b
    AA.....
"""


@pytest.mark.parametrize("mode", ["walk", "double", "run", "charge", "withdraw", "minimum",
                                  "five_foot_step", "crawl", "fly", "bogus"])  # fmt: skip
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"path": ()},
        {"path": ((0, 0),)},
        {"path": ((1, 0), (2, 0)), "extents": ((2, 2),)},
        {"path": ((1, 0),), "extents": ((2, 2), (2, 2))},
        {"path": ((9, 9),)},
        {"path": ((-1, 0),)},
        {"to": (-5, -5)},
        {"to": (400, 1)},
        {"to": (0, 0)},
        {"to": (1, 0), "target": "nobody"},
        {"target": "nobody"},
        {"target": "A"},
    ],
)
def test_odd_moves_are_judged(mode, more):
    fight = turn_of(battle(BOARD), "A")
    check(fight, Move("A", mode=mode, **more))


def test_extents_name_the_shape_at_every_cell_of_the_path():
    fight = turn_of(battle(BOARD), "A")
    assert check(fight, Move("A", path=((1, 0), (2, 0)), extents=((2, 2), (2, 2))))
    assert not check(fight, Move("A", path=((1, 0), (2, 0)), extents=((2, 2),)))
