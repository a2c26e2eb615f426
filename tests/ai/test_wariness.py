"""What opponents make of obstacles that ask a check."""

from __future__ import annotations

import attrs
import pytest
from ai.acting import FIGHTER, SCRIPTED, battle, whole_turn

from tacsim.core.dice import SeededDice
from tacsim.core.intents import Move
from tacsim.core.terrain import Barrier, BarrierKind, Check, combined, edge
from tacsim.rules.battle import Battle

EACH = pytest.mark.parametrize("name", SCRIPTED)
WIDE = "....&....\n.A..&..b.\n....&...."


def field(board: str, dc: int) -> Battle:
    """A and b with the heap, which asks such a climb, between them; Strength 14 adds 2."""
    heap = combined(["boulder"], check=Check("climb", dc))
    return battle(board, {"A": FIGHTER, "b": FIGHTER}, dice=None, kinds={"&": heap})


def entered(fight: Battle, name: str) -> bool:
    """Whether A's turn has it try any of the heap."""
    moves = [move for move in whole_turn(fight, "A", name) if isinstance(move, Move)]
    gone = {cell for move in moves for cell in (*(move.path or ()), move.to)}
    return not gone.isdisjoint(fight.world.field.asking)


@EACH
@pytest.mark.parametrize(("dc", "tried"), [(23, False), (19, False), (12, True)])
def test_what_has_little_hope_is_not_tried(name, dc, tried):
    """23 takes a 21, 19 a 17 (one in five), 12 a 10."""
    fight = field(WIDE, dc)
    fight.dice = SeededDice(3)
    assert entered(fight, name) is tried


@EACH
def test_the_way_round_is_taken_if_it_is_little_longer(name):
    """Over the heap it costs 6, and one cell beside it as much."""
    fight = field(".........\n.........\n.A..&..b.\n....&....\n....&....", 12)
    assert not entered(fight, name)


def test_barriers_are_weighed_alike():
    """A wall right across the way, which takes a 20 or a 5."""
    for dc, tried in ((22, False), (7, True)):
        fight = battle("A.....b", {"A": FIGHTER, "b": FIGHTER})
        wall = Barrier(edge((1, 0), (2, 0)), BarrierKind.WALL, skill="climb", dc=dc)
        fight.world.field = attrs.evolve(fight.world.field, barriers=(wall,))
        moves = [move for move in whole_turn(fight, "A", "greedy") if isinstance(move, Move)]
        assert any((2, 0) in (move.path or ()) for move in moves) is tried
