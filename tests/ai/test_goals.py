"""What opponents do where their side has a goal, board by board."""

from __future__ import annotations

import pytest
from ai.acting import FIGHTER, SCRIPTED, battle, whole_turn
from fifth.boards import battle as fifth_battle
from gate import slow

from tacsim.ai import OPPONENTS
from tacsim.core.components import Condition, Conditions, Goal, Goals, Weights
from tacsim.core.intents import Decline, EndTurn
from tacsim.rules.battle import Battle
from tacsim.session.session import Session

EACH = pytest.mark.parametrize("name", [*SCRIPTED, *slow("tactician")])
LANE = "." * 24 + "\n.A....................b.\n" + "." * 24
ROOM = """
    ....................
    .A........#.........
    ..........#.........
    .......b..#.........
    ....................
    """


def fight(board: str, goal: Goal) -> Battle:
    found = battle(board, {"A": FIGHTER, "b": FIGHTER})
    found.world.put(None, Goals((goal,)))
    return found


def alone(board: str, goal: Goal) -> Battle:
    """The foe is out of the fight."""
    found = fight(board, goal)
    found.world.put("b", Conditions((Condition("dead"),)))
    return found


def rounds(found: Battle, name: str, most: int) -> int:
    """The rounds until it is over with an opponent playing one side, and nobody the other."""
    session = Session(found, {"heroes": OPPONENTS[name]()})
    session.begin()
    while not session.over and found.world.clock.round <= most:
        if session.advance() is None and session.decision is not None:
            who, ends = session.decision.actor, session.decision.is_turn
            session.submit(EndTurn(who) if ends else Decline(who))
    return found.world.clock.round if session.over else 0


@EACH
def test_a_place_within_reach_is_gone_to_whoever_is_beside_one(name: str) -> None:
    found = fight("..........\n.Ab.......\n..........", Goal("heroes", "reach", ((1, 2), (4, 2))))
    whole_turn(found, "A", name)
    assert found.world.outcome.winner == "heroes"


@EACH
def test_with_no_foe_left_it_goes_to_the_place(name: str) -> None:
    """18 cells behind a wall at six a move are two double moves."""
    found = alone(ROOM, Goal("heroes", "reach", ((19, 1),)))
    assert rounds(found, name, 9) == 2
    assert found.world.outcome.winner == "heroes"


@EACH
def test_over_the_fallen_where_none_may_stop_it_dashes(name: str) -> None:
    """Three of them at double cost are six cells, too many for a move to a free one beyond.

    It is ten to the place, and a dash makes six twelve.
    """
    found = fifth_battle("A.bcd..")
    for who in "bcd":
        found.world.put(who, Conditions((Condition("helpless"), Condition("prone"))))
    found.world.put(None, Goals((Goal("heroes", "reach", ((6, 0),)),)))
    assert rounds(found, name, 9) == 1


@EACH
def test_with_no_foe_left_it_holds_what_is_to_be_held(name: str) -> None:
    """It is there at the end of the first round, and stays."""
    found = alone(LANE, Goal("heroes", "hold", ((6, 1), (7, 1)), rounds=4))
    assert rounds(found, name, 9) == 4


@EACH
def test_with_a_foe_too_far_off_to_fight_it_goes_to_the_place_all_the_same(name: str) -> None:
    found = fight(LANE, Goal("heroes", "hold", ((3, 0), (4, 0)), rounds=3))
    whole_turn(found, "A", name)
    assert found.world["A"].at in ((3, 0), (4, 0))


@EACH
def test_it_turns_its_back_on_a_distant_foe_for_a_place_that_takes_two_turns(name: str) -> None:
    """20 cells are more than the twelve of a double move."""
    road = "." * 41 + "\n" + "." * 20 + "A" + "." * 19 + "b\n" + "." * 41
    found = fight(road, Goal("heroes", "reach", ((0, 1),)))
    assert rounds(found, name, 9) <= 2, "a run of up to 24 takes one"


@EACH
def test_whoever_has_to_survive_plays_on_alone(name: str) -> None:
    assert rounds(alone(LANE, Goal("heroes", "survive", rounds=3)), name, 9) == 3


@pytest.mark.parametrize("name", SCRIPTED)
def test_a_foe_on_the_same_place_is_gone_for(name: str) -> None:
    """Nobody holds it while both are on it, each out of the other's reach."""
    everywhere = tuple((x, 0) for x in range(6))
    found = fight("A....b\n######", Goal("heroes", "hold", everywhere, rounds=2))
    assert rounds(found, name, 30), "a foe who does nothing is beaten sooner or later"


def test_between_two_the_cautious_strikes_at_whom_it_has_to_slay() -> None:
    board = "....\ncAb.\n...."
    for prey in ("b", "c"):
        found = battle(board, dict.fromkeys("Abc", FIGHTER))
        found.world.put(None, Goals((Goal("heroes", "slay", creature=prey),)))
        intents = whole_turn(found, "A", "cautious")
        assert [i.target for i in intents if hasattr(i, "target") and i.target] == [prey]


def test_places_of_others_change_nothing_for_those_who_do_not_look_ahead() -> None:
    plain, other = fight(ROOM, Goal("foes", "survive", rounds=9)), fight(
        ROOM, Goal("foes", "reach", ((19, 1),))
    )  # fmt: skip
    for name in SCRIPTED:
        assert whole_turn(plain.fork(), "A", name) == whole_turn(other.fork(), "A", name)


@EACH
@pytest.mark.parametrize(("pounds", "over"), [(90, 3), (150, 0)])
def test_with_no_foe_left_it_carries_who_has_fallen_to_the_place(
    name: str, pounds: float, over: int
) -> None:
    """It takes up nobody with whom it could not walk: its loads are 58, 116 and 175 lb."""
    fallen = {"conditions": ["helpless", "prone"], "side": "heroes"}
    found = battle(LANE, {"A": FIGHTER, "b": FIGHTER, "d": fallen | {"at": (9, 1)}})
    found.world.put("d", Weights(pounds + 50 * (not over)))
    found.world.put("b", Conditions((Condition("dead"),)))
    found.world.put(None, Goals((Goal("heroes", "reach", ((3, 1),), "d"),)))
    assert rounds(found, name, 9) == over
