"""Fights of runs brought to an end for tests: who is left with how much, and who has won."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.setup import begin
from tacsim.core.components import Clock, Condition, Conditions, HitPoints, Outcome
from tacsim.core.world import World

DEAD = ("dead", "helpless", "prone")
DOWN = ("helpless", "prone")


def ended(
    scenario: Scenario,
    health: Mapping[str, int] | None = None,
    dead: tuple[str, ...] = (),
    down: tuple[str, ...] = (),
    winner: str | None = "heroes",
    rounds: int = 5,
) -> World:
    """The world of a fight that has ended so; who is not named is as at the start."""
    world = begin(scenario, 1).world
    for name, left in (health or {}).items():
        world.put(name, HitPoints(left, world[name].hp.maximum))
    for names, states in ((dead, DEAD), (down, DOWN)):
        for name in names:
            world.put(name, Conditions(tuple(Condition(one) for one in sorted(states))))
    world.put(None, Outcome(over=True, winner=winner))
    world.put(None, Clock(rounds))
    return world


def with_members(scenario: Scenario, *tables: dict[str, object]) -> Scenario:
    """The same fight with other heroes, in the places of the first ones."""
    plain = to_plain(scenario)
    mine = [row for row in plain["creature"] if row["side"] == "heroes"]
    others = [row for row in plain["creature"] if row["side"] != "heroes"]
    places = ("side", "at")
    heroes = [
        {**table, **{key: row[key] for key in places}}
        for table, row in zip(tables, mine, strict=False)
    ]
    return from_plain({**plain, "creature": [*heroes, *others]})
