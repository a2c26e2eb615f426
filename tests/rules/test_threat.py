"""Threatened squares, and that whoever is provoked is also asked."""

from __future__ import annotations

import pytest
from boards import battle, longspear, turn_of

from rules.table import declining, move, provoked, threat
from tacsim.core.events import Declined


@pytest.mark.rule("d20.threat")
def test_there_is_nothing_to_threaten_in_the_void():
    fight = turn_of(battle("...\n.A \n..."), "A")
    assert (2, 1) not in threat(fight, "A")


@pytest.mark.rule("d20.aoo.move", "d20.threat.reach-weapon")
def test_whoever_is_provoked_is_asked():
    """A spear reaches the far squares of a Large body beside it: either both or neither."""
    board = """
        ......
        .sAA..
        ..AA..
        ......
    """
    fight = turn_of(battle(board, {"s": {"weapons": [longspear()]}}), "A")
    events = declining(fight, move(fight, "A", (2, 2)))
    assert provoked(events) == [e.actor for e in events if isinstance(e, Declined)]
