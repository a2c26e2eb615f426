"""Recovery: who is left after a fight, and what a rest gives back."""

from __future__ import annotations

import attrs

from tacsim.content.gauntlet import FIGHTS
from tacsim.content.records import Scenario
from tacsim.core.world import Creature, World


@attrs.frozen
class Rested:
    """One of the party after a fight: hit points, or the like, as it ended and after the rest.

    Who is down gets up with 1; then a rest gives back half of what is missing, rounded down. The
    dead get nothing: for them ``after`` is 0.
    """

    id: str
    name: str
    before: int
    after: int
    maximum: int
    dead: bool = False

    @property
    def wounds(self) -> int:
        """What is still missing after the rest."""
        return self.maximum - self.after


def party_side(scenario: Scenario) -> str:
    """The side of the party: the first."""
    return scenario.sides[0].id


def recovered(scenario: Scenario, world: World) -> tuple[Rested, ...]:
    """The party after a fight that has ended so, in the order of the scenario."""
    side = party_side(scenario)
    members = (one.id for one in scenario.creatures if one.side == side)
    return tuple(_rested(world[name]) for name in members)


def _rested(one: Creature) -> Rested:
    health = one.hp
    if one.has("dead"):
        return Rested(one.id, one.name, health.current, 0, health.maximum, dead=True)
    up = min(max(health.current, 1), health.maximum)
    after = up + (health.maximum - up) // 2
    return Rested(one.id, one.name, health.current, after, health.maximum)


def won(scenario: Scenario, world: World) -> bool:
    """Whether the party has won the fight and somebody of it lives."""
    outcome, side = world.outcome, party_side(scenario)
    if not outcome.over or outcome.winner is None:
        return False
    friendly = world.sides.friendly(outcome.winner, side)
    return friendly and not all(one.dead for one in recovered(scenario, world))


def goes_on(scenario: Scenario, world: World) -> bool:
    """Whether another fight of the run follows."""
    run = scenario.gauntlet
    return run is not None and run.fight < FIGHTS and won(scenario, world)
