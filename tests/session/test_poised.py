"""A battle poised at the start of a creature's turn."""

from __future__ import annotations

from pathlib import Path

from storage.fights import DUEL, scenario_of

from tacsim.content.setup import begin
from tacsim.session.poised import poised


def test_everybody_is_on_guard_and_the_creature_has_its_whole_turn(tmp_path: Path) -> None:
    text = DUEL.replace('id = "bob"', 'id = "bob"\nconditions = ["flat_footed", "prone"]')
    battle = poised(begin(scenario_of(text, tmp_path)), "bob")
    world = battle.world
    assert battle.decision is not None
    assert battle.decision.actor == "bob"
    assert world.order == ("ann", "bob")
    assert world.clock.round == 1
    assert not any(creature.has("flat_footed") for creature in world.creatures)
    assert world["bob"].has("prone")
    assert all(creature.resources["opportunity"] == 1 for creature in world.creatures)
    assert world["bob"].resources["standard"] == 1
    assert world.dice.position == 0


def test_nobody_is_unaware_and_the_turn_is_whole(tmp_path: Path) -> None:
    text = DUEL.replace('id = "bob"', 'id = "bob"\nconditions = ["unaware"]')
    world = poised(begin(scenario_of(text, tmp_path)), "bob").world
    assert not world["bob"].has("unaware")
    assert world["bob"].resources["move"] == 1
