"""Setting up a battle."""

from __future__ import annotations

import pytest

from tacsim.content.faults import ContentError
from tacsim.content.setup import begin
from tacsim.core.components import Exposure, Position, Resources
from tacsim.core.dice import ScriptedDice
from tacsim.grid.cells import Body


def test_everybody_is_in_place_and_nothing_has_happened(files, scenario, creature) -> None:
    battle = begin(files.read(scenario(more=creature("hp = 12"))))
    world = battle.world
    assert world.ids == ("one", "two", "three")
    assert world["three"].body == Body((3, 2), (2, 2))
    assert (world["three"].hp.current, world["three"].name) == (12, "ogre")
    assert world["three"].resources == Resources()
    assert world["three"].exposure == Exposure()
    assert world["three"].initiative.total == 0
    assert (world.clock.round, world.order, world.dice.seed) == (0, (), 7)
    assert world.sides.friendly("a", "b") is False
    assert battle.ruleset.id == "d20"
    assert battle.fog is False
    assert battle.decision is None


def test_arguments_win_over_the_file(files, scenario, creature) -> None:
    text = scenario(more=creature('size = "medium"\nweapons = ["longspear"]'))
    dice = ScriptedDice([1])
    battle = begin(
        files.read(text), seed=99, switches={"reach_diagonal": False}, fog=True, dice=dice
    )
    assert (battle.world.dice.seed, battle.fog, battle.dice) == (99, True, dice)
    assert battle.ruleset.switches["reach_diagonal"] is False
    assert battle.world["three"].offence.weapons[0].diagonal is False


def test_a_seed_that_nobody_gives_is_drawn(files, scenario) -> None:
    found = files.read(scenario(head='format = 1\nruleset = "d20"\n'))
    seeds = {begin(found).world.dice.seed for _ in range(8)}
    assert len(seeds) > 1
    battle = begin(found, seed=0)
    assert battle.world.dice.seed == 0


def test_a_tight_cell_squeezes_from_the_start(files, scenario) -> None:
    more = '[[creature]]\nid = "{0}"\nkind = "{0}"\nside = "b"\nat = [5, 1]\n'
    squeezed = {
        kind: begin(files.read(scenario(more=more.format(kind)))).world.get(kind, Position).squeezed
        for kind in ("goblin", "rat")
    }
    assert squeezed == {"goblin": True, "rat": False}


def test_unknown_switches_are_refused(files, scenario) -> None:
    with pytest.raises(ContentError, match="unknown switch"):
        begin(files.read(scenario()), switches={"nothing": True})
