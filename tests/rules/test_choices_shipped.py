"""Perft of the shipped battles: what the brute force counts of their first turns."""

from __future__ import annotations

import pytest
from battles import FILES, NAMES
from oracle.turns import perft as counted

from rules.shipped import Shipped
from tacsim.rules.choices import perft

SEED = 20
SEEDS = {"flooded_quarry": 23, "gorge_bridge": 23}
"""The dice: those with which nobody falls off a wall or fails to swim.

The brute force knows of no falls, and takes it that no check fails.
"""

COUNTS = {
    "dawn_duel": (157, 4941),
    "flooded_quarry": (334, 18977),
    "giants_causeway": (146, 12216),
    "giants_pass": (342, 15731),
    "gorge_bridge": (248, 7484),
    "griffon_cliff": (206, 8335),
    "ogre_bridge": (658, 67297),
    "ogre_ravine": (108, 6691),
    "ogre_warren": (232, 11323),
    "road_ambush": (702, 60977),
    "salt_quay": (171, 15073),
    "smugglers_house": (147, 3364),
    "standing_stones": (116, 5783),
    "stirge_marsh": (909, 135719),
    "tavern_brawl": (567, 56337),
}
"""Sequences of one and of two options, first counted by the brute force."""

SHORT = {"ogre_ravine"}
"""The battle of which two options are counted in the gate."""
TWO = [pytest.param(name, marks=() if name in SHORT else pytest.mark.slow) for name in COUNTS]


def shipped(name: str) -> Shipped:
    return Shipped(name, SEEDS.get(name, SEED))


def test_every_battle_is_counted():
    assert {path.stem for path in FILES} == COUNTS.keys()


@pytest.mark.parametrize("name", NAMES)
def test_the_first_options_are_those_of_the_brute_force(name):
    battle = shipped(name)
    assert list(battle.unlike()) == []
    assert counted(battle.oracle, battle.turn, 1) == COUNTS[name][0]


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_the_brute_force_counts_as_is_written(name):
    battle = shipped(name)
    assert counted(battle.oracle, battle.turn, 2) == COUNTS[name][1]


@pytest.mark.parametrize("name", TWO)
def test_the_engine_counts_as_the_brute_force_did(name):
    assert perft(shipped(name).battle, 2) == COUNTS[name][1]


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_the_options_after_each_are_the_same(name):
    assert list(shipped(name).differences()) == []
