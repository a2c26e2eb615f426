"""What a move costs to work out follows from who is near, not from how many there are."""

from __future__ import annotations

from typing import Any

import pytest
from boards import add, battle, turn_of

from tacsim.core.components import Side, Sides
from tacsim.rules.battle import Battle
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.search import Reach

SIDE = 60


def field(far: int) -> Battle:
    """Two foes near a giant in the middle of open ground, and so many far away."""
    fight = battle("\n".join(["." * SIDE] * SIDE))
    fight.world.put(None, Sides((Side("heroes", "H", "human"), Side("foes", "F", "human"))))
    add(fight.world, "me", (30, 30), side="heroes", size="large", speed=4)
    for n, at in enumerate([(28, 30), (30, 33)]):
        add(fight.world, f"near{n}", at, side="foes")
    for n in range(far):
        add(fight.world, f"far{n}", (n % SIDE, n // SIDE), side="foes")
    return turn_of(fight, "me")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Of whom it is asked whether they let somebody by."""
    found: list[str] = []
    fight = field(0)
    through = type(fight.ruleset.passage).through

    def told(self: Any, on: Battle, mover: Any, other: Any, contest: str = "") -> Any:
        found.append(other.id)
        return through(self, on, mover, other, contest)

    monkeypatch.setattr(type(fight.ruleset.passage), "through", told)
    return found


@pytest.mark.parametrize("far", [0, 500])
def test_only_those_who_are_near_are_asked_about(asked: list[str], far: int) -> None:
    fight = field(far)
    me = fight.world["me"]
    mover = mover_of(fight, me)
    asked.clear()
    assert len(list(mover.steps(me.body))) == 8, "a step in every direction"
    assert set(asked) == {"near0", "near1"}
    places = Reach(mover_of(fight, me), me.body, 9).places()
    assert set(asked) == {"near0", "near1"}
    assert len(places) > 40
