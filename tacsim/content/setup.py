"""Setting up: from a scenario to a battle that waits for its first round."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from tacsim.content.plain import with_switches
from tacsim.content.records import Scenario
from tacsim.content.worlds import build_world
from tacsim.core.components import DiceState, Position
from tacsim.core.dice import Dice, SeededDice
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.rulesets import load
from tacsim.rulesets.schema import said

SEED_BITS = 32
SEEDS = range(-(2**63), 2**63)
"""The seeds that dice can have."""


def check_seed(seed: object) -> None:
    """ValueError for what is no seed."""
    if type(seed) is not int or seed not in SEEDS:
        raise ValueError(said(_("a seed must be a whole number of 64 bits, not {value}"), seed))


def drawn_seed() -> int:
    """A seed for the dice of a battle to which nobody gives one."""
    return secrets.randbits(SEED_BITS)


def begin(
    scenario: Scenario,
    seed: int | None = None,
    switches: Mapping[str, bool] | None = None,
    fog: bool | None = None,
    dice: Dice | None = None,
) -> Battle:
    """A battle with everybody in place and no initiative rolled yet.

    What is not given comes from the scenario; a seed that nobody gives is drawn, and stands in the
    world's dice. ``dice`` replaces the seed's own, for tests. Errors: ContentError for switches
    that the ruleset does not have.
    """
    if switches:
        scenario = with_switches(scenario, switches)
    ruleset = load(scenario.ruleset, scenario.switches, scenario.field.topology)
    chosen = scenario.seed if seed is None else seed
    if chosen is None:
        chosen = drawn_seed()
    world = build_world(
        scenario.field, scenario.sides, scenario.creatures, scenario.goals, scenario.items
    )
    world.put(None, DiceState(chosen))
    world.unit = ruleset.unit_name if ruleset.cell_size == 1 else ""
    world.titles = scenario.titles
    battle = Battle(
        world,
        ruleset,
        SeededDice(chosen) if dice is None else dice,
        fog=scenario.fog if fog is None else fog,
    )
    _squeeze(battle)
    return battle


def _squeeze(battle: Battle) -> None:
    """Squeeze those who start in cells too tight for them."""
    for creature in battle.world.creatures:
        tight = battle.ruleset.passage.ground(battle, creature).tight
        if any(tight[cell[::-1]] for cell in creature.body.cells):
            battle.world.put(creature.id, Position(creature.body, squeezed=True))
