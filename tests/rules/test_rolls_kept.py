"""The sum behind an attack is kept until something changes that it depends on."""

from __future__ import annotations

import pytest
from battles import MAPS, NAMES

from tacsim.ai import OPPONENTS
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.agenda import Attacking
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.engine import start, submit


def rolls(battle: Battle) -> list[object]:
    """The rolls of every creature on every foe with every weapon, from where they stand."""
    return [
        attack_roll(battle, Attacking(one.id, foe.id, weapon.at_hand))
        for one in battle.standing()
        for foe in battle.foes(one)
        for weapon in one.offence.weapons
        if battle.ruleset.attacks.check(battle, one, foe, weapon)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_roll_that_was_kept_is_the_one_that_would_be_worked_out(name: str) -> None:
    """After every decision of a battle: as a world without a memory has it."""
    battle = begin(read_scenario(MAPS / f"{name}.toml"), seed=3)
    player = OPPONENTS["greedy"]()
    start(battle)
    for _ in range(15):
        decision = battle.decision
        if decision is None:
            return
        submit(battle, player.choose(battle, decision))
        afresh = battle.fork()
        afresh.world = battle.world.only(battle.world.ids)
        assert rolls(battle) == rolls(afresh)
