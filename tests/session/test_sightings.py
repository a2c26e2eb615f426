"""Creatures lost from sight: a side knows them as it saw them last."""

from __future__ import annotations

import pytest
from ai.acting import ARCHER, FIGHTER
from boards import battle, turn_of

from tacsim.core.components import HitPoints, Order
from tacsim.core.intents import EndTurn, Move
from tacsim.rules.battle import Battle
from tacsim.rules.perception import known_to
from tacsim.session.perception import Memory
from tacsim.session.session import Session

CORNER = """
    .....#......
    .A...#......
    .........b..
    .....#......
    """


def corner() -> Battle:
    """A doorway, through which A sees b as long as b stays in its row."""
    return turn_of(battle(CORNER, {"A": ARCHER, "b": FIGHTER}, fog=True), "b")


def test_who_goes_out_of_sight_is_known_as_it_was_seen_last() -> None:
    fight = corner()
    session = Session(fight)
    assert known_to(fight, "heroes") == {"A", "b"}
    assert fight.sightings == {}
    session.submit(Move("b", path=((8, 1), (7, 0))))
    seen = fight.sightings["heroes"]["b"]
    assert known_to(fight, "heroes") == {"A"}
    assert seen.components[type(fight.world["b"].position)].body.at == (9, 2)
    assert seen.components[HitPoints] == fight.world["b"].hp
    assert seen.round == fight.world.clock.round


def test_what_befalls_it_unseen_is_not_known() -> None:
    fight = corner()
    memory = Memory(fight, "heroes")
    where = fight.world["b"].position
    fight.world.put("b", type(where)(where.body.moved((0, -2))))
    memory.update()
    fight.world.put("b", HitPoints(1, 20))
    memory.update()
    assert memory.sightings["b"].components[HitPoints] == HitPoints(20, 20)


def test_who_is_seen_again_is_lost_no_longer() -> None:
    fight = corner()
    session = Session(fight)
    session.submit(Move("b", path=((8, 1),)))
    assert "b" in fight.sightings["heroes"]
    session.submit(Move("b", path=((8, 2),)))
    assert fight.sightings["heroes"] == {}


def test_what_is_taken_back_was_never_lost() -> None:
    fight = turn_of(corner(), "A")
    place = fight.world["A"].position
    fight.world.put("A", type(place)(place.body.moved((-1, -1))))
    session = Session(fight)
    session.submit(Move("A", to=(1, 1)))
    session.submit(Move("A", to=(0, 0)))
    assert "b" in fight.sightings["heroes"]
    session.take_back()
    assert fight.sightings["heroes"] == {}


def test_without_fog_nobody_is_lost() -> None:
    fight = corner()
    fight.fog = False
    session = Session(fight)
    session.submit(Move("b", path=((8, 1),)))
    session.submit(EndTurn("b"))
    assert not any(fight.sightings.values())


@pytest.mark.parametrize("ahead", [True, False])
def test_its_place_in_the_order_is_known(ahead: bool) -> None:
    fight = corner()
    fight.world.put(None, Order(("b", "A") if ahead else ("A", "b")))
    session = Session(fight)
    session.submit(Move("b", path=((8, 1),)))
    assert fight.sightings["heroes"]["b"].order == (() if ahead else ("A",))
