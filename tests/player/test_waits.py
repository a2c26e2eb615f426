"""Waiting for the end of another's turn: a standing answer, given as any player would."""

from __future__ import annotations

import pytest
from boards import battle, start

from tacsim.core.apply import apply
from tacsim.core.events import ConditionGained
from tacsim.core.intents import Decline, Delay, EndTurn, Take
from tacsim.player.acting.unasked import forget_waits, kept, standing_of, wait, waits_for
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit

BOARD = "A..b..C..d"


def waiting() -> tuple[Battle, str]:
    """A battle in which the first in the order delays and the second has ended its turn."""
    fight = battle(BOARD, {k: {"initiative": 20 - n} for n, k in enumerate("AbCd")})
    start(fight)
    actor = fight.world.order[0]
    assert actor == "A"
    submit(fight, Delay(actor))
    submit(fight, EndTurn("b"))
    return fight, actor


def test_until_the_turn_it_waits_for_it_declines_and_then_comes_in() -> None:
    fight, actor = waiting()
    standing: dict[str, str] = {}
    wait(standing, actor, "delay", "C")
    assert waits_for(standing, actor) == "C"
    assert fight.decision is not None
    assert standing_of(fight.decision) == "A delay"
    assert kept(fight, fight.decision, standing) == Decline("A")
    submit(fight, Decline("A"))
    submit(fight, EndTurn("C"))
    assert kept(fight, fight.decision, standing) == Take("A")
    assert not standing, "it waits once"
    submit(fight, Take("A"))
    assert fight.decision.actor == "A"
    assert fight.decision.is_turn


@pytest.mark.parametrize("out", ["dead", "helpless"])
def test_once_that_one_is_out_of_the_fight_it_is_asked_again(out: str) -> None:
    fight, actor = waiting()
    standing: dict[str, str] = {}
    wait(standing, actor, "delay", "d")
    apply(fight.world, ConditionGained("d", out))
    assert fight.decision is not None
    assert kept(fight, fight.decision, standing) is None
    assert not standing


def test_once_that_one_is_out_of_sight_it_is_asked_again() -> None:
    fight, actor = waiting()
    standing: dict[str, str] = {}
    wait(standing, actor, "delay", "d")
    assert fight.decision is not None
    assert kept(fight, fight.decision, standing, {"A", "b"}) is None


def test_its_own_turn_ends_the_wait_and_leaves_other_answers() -> None:
    standing = {"A": "always"}
    wait(standing, "A", "delay", "d")
    wait(standing, "AA", "delay", "d")
    forget_waits(standing, "A")
    assert standing == {"A": "always", "AA delay": "after d"}
