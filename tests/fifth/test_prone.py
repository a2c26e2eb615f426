"""Lying, crawling and getting up in the 5e family."""

from __future__ import annotations

import pytest
from rules.table import act, at, cost, move, no_way, prices, provoked, provokes, why_not

from fifth.boards import bow, dice_of, glaive, on_turn, straight, turn_of
from tacsim.core.intents import Dash, Drop, Move, Stand
from tacsim.rules.engine import check

ROW = "A.........\n.........b"
LYING = {"A": {"conditions": ["prone"]}}


def left(fight, who="A"):
    """How many straight squares of movement are left."""
    row = straight(at(fight, who), (1, 0), 9)
    return sum(bool(check(fight, Move(who, path=tuple(row[:n])))) for n in range(1, 10))


@pytest.mark.rule("grid5e.prone")
def test_dropping_is_free():
    fight = on_turn(ROW)
    before = fight.world["A"].resources
    act(fight, Drop("A"))
    assert fight.world["A"].has("prone")
    assert fight.world["A"].resources == before
    assert why_not(fight, Drop("A")) == ("prone", "grid5e.prone")


@pytest.mark.rule("grid5e.prone")
@pytest.mark.parametrize(("speed", "rest"), [(6, 3), (7, 3), (5, 2), (8, 4), (1, 0)])
def test_getting_up_takes_half_the_speed(speed, rest):
    fight = on_turn(ROW, {"A": {"speed": speed, "conditions": ["prone"]}})
    act(fight, Stand("A"))
    assert not fight.world["A"].has("prone")
    assert left(fight) == rest


@pytest.mark.rule("grid5e.prone")
def test_the_half_square_is_kept():
    """Of 5 squares 2.5 are left: 5 half-squares, which is a diagonal and a straight one."""
    fight = on_turn(ROW + "\n..........", {"A": {"speed": 5, "conditions": ["prone"]}})
    act(fight, Stand("A"))
    assert cost(fight, "A", (1, 1), (2, 1)) == 2
    assert no_way(fight, "A", (1, 1), (2, 2)) == "grid5e.move.pool"


@pytest.mark.rule("grid5e.prone")
def test_nobody_gets_up_without_half_the_speed_left():
    fight = on_turn(ROW)
    move(fight, "A", (1, 0), (2, 0), (3, 0), (4, 0))
    act(fight, Drop("A"))
    assert why_not(fight, Stand("A")) == ("too_slow", "grid5e.prone")
    act(fight, Dash("A"))
    act(fight, Stand("A"))
    assert left(fight) == 5
    held = on_turn(ROW, {"A": {"conditions": ["prone", "grappled"]}})
    assert why_not(held, Stand("A")) == ("too_slow", "grid5e.prone")
    assert why_not(on_turn(ROW), Stand("A")) == ("not_prone", "grid5e.prone")


@pytest.mark.rule("grid5e.prone")
def test_getting_up_provokes_nobody():
    fight = on_turn("Ab", LYING)
    assert provoked(act(fight, Stand("A"))) == []


@pytest.mark.rule("grid5e.prone")
def test_crawling_costs_a_square_more_for_each():
    fight = on_turn(ROW, LYING)
    assert no_way(fight, "A", (1, 0)) == "grid5e.prone"
    assert prices(move(fight, "A", (1, 0), (2, 0), (3, 0), mode="crawl")) == [2, 2, 2]
    assert why_not(fight, Move("A", path=((4, 0),), mode="crawl"))[0] == "budget"
    slow = on_turn("A,,.\n...b", LYING)
    assert cost(slow, "A", (1, 0), (2, 0), mode="crawl") == 6
    assert why_not(on_turn(ROW), Move("A", path=((1, 0),), mode="crawl"))[0] == "not_prone"


@pytest.mark.rule("grid5e.prone", "grid5e.oa.trigger")
def test_crawling_away_provokes():
    assert provokes(on_turn("..Ab\n....", LYING), "A", (1, 0), mode="crawl") == ["b"]


@pytest.mark.rule("grid5e.prone")
def test_the_prone_attack_badly():
    assert dice_of(on_turn("Ab", LYING), "A", "b") == {"prone": -1}


@pytest.mark.rule("grid5e.prone")
def test_they_are_struck_easily_from_beside_and_hardly_from_afar():
    lying = {"b": {"conditions": ["prone"]}}
    assert dice_of(on_turn("Ab", lying), "A", "b") == {"prone target": 1}
    assert dice_of(on_turn("A.\n.b", lying), "A", "b") == {"prone target": 1}
    reach = on_turn("A.b", {"A": {"weapons": [glaive()]}, **lying})
    assert dice_of(reach, "A", "b") == {"prone target": -1}
    shot = on_turn("A...b", {"A": {"weapons": [bow()]}, **lying})
    assert dice_of(shot, "A", "b") == {"prone target": -1}
    near = on_turn("Ab", {"A": {"weapons": [bow()]}, **lying})
    assert dice_of(near, "A", "b") == {"prone target": 1, "foe at hand": -1}


@pytest.mark.rule("grid5e.prone")
def test_being_prone_lasts():
    fight = on_turn("Ab", LYING)
    turn_of(fight, "b")
    turn_of(fight, "A")
    assert fight.world["A"].has("prone")
