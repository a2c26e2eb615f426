"""Opponents see what their side sees, and nothing else decides for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from ai.acting import ARCHER, FIGHTER, SCRIPTED, battle, kinds, turn_of, whole_turn
from gate import slow

from tacsim.ai import OPPONENTS
from tacsim.ai.knowing.belief import Belief, NoDice
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.components import Condition, Conditions, HitPoints
from tacsim.core.events import Event, Sighted, Stepped, TurnStarted
from tacsim.core.intents import Move
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.rules.perception import known_to
from tacsim.session.controllers import opponent
from tacsim.session.session import Session

SHIPPED = Path(__file__).parents[2] / "maps"

HIDDEN = """
    ..........#.........
    ..........#.........
    .A........#..b......
    ..........#.........
    ..........#.........
    ....................
    """


def hidden(x: int, y: int, fog: bool = True) -> Battle:
    board = HIDDEN.replace("b", ".")
    foe = {**FIGHTER, "at": (x, y), "side": "foes"}
    return battle(board, {"A": ARCHER, "b": foe}, fog=fog)


@pytest.mark.parametrize("name", SCRIPTED)
def test_a_foe_that_is_not_seen_changes_nothing(name: str) -> None:
    turns = [whole_turn(hidden(x, y), "A", name) for x, y in ((13, 2), (18, 0), (12, 4))]
    firsts = [intents[0] for intents in turns]  # at the end of that move the foe is in sight
    assert firsts[0] == firsts[1] == firsts[2]
    assert isinstance(firsts[0], Move)


@pytest.mark.parametrize("name", SCRIPTED)
def test_one_that_is_seen_is_dealt_with(name: str) -> None:
    fight = battle("." * 20 + "\n.A...........b......", {"A": ARCHER, "b": FIGHTER}, fog=True)
    assert "Strike" in kinds(whole_turn(fight, "A", name))


@pytest.mark.parametrize("name", SCRIPTED)
def test_a_search_leads_to_the_foe_in_the_end(name: str) -> None:
    fight = hidden(18, 0)
    for _ in range(12):
        whole_turn(fight, "A", name)
        if "b" in Belief(fight, "heroes").known:
            return
        clock = fight.world.clock
        fight.world.put(None, type(clock)(clock.round + 1, "A", "A"))
    raise AssertionError("not found")


def test_a_belief_holds_whom_the_side_knows_and_follows_what_happens() -> None:
    fight = hidden(13, 2)
    belief = Belief(fight, "heroes")
    assert belief.world.ids == ("A",)
    fight.world.put("b", type(fight.world["b"].position)(fight.world["A"].body.moved((3, 0))))
    belief.look()
    assert belief.world.ids == ("A", "b")
    fight.world.put("b", HitPoints(1, 20))
    belief.look()
    assert belief.world["b"].hp.current == 1


def test_in_a_crowd_it_holds_those_about_a_creature_and_its_nearest_foes() -> None:
    """Twelve cells and a few, whoever is there; and the nearest eight foes, however far."""
    friends = {f"f{n:02}": {**FIGHTER, "at": (n, 2), "side": "heroes"} for n in range(1, 40)}
    foes = {f"g{n:02}": {**FIGHTER, "at": (50 + n, 0), "side": "foes"} for n in range(40)}
    me = {"A": {**FIGHTER, "at": (0, 0), "side": "heroes"}}
    fight = battle("\n".join(["." * 100] * 4), {**me, **friends, **foes})
    known = Belief(fight, "heroes", "A").known
    assert [name for name in known if name in foes] == sorted(foes)[:8]
    assert [name for name in known if name in friends] == [f"f{n:02}" for n in range(1, 18)]
    assert Belief(fight, "heroes").known == fight.world.ids


def test_trying_things_out_leaves_the_battle_alone() -> None:
    fight = turn_of(hidden(13, 2, fog=False), "A")
    belief = Belief(fight, "heroes")
    actor = belief.world["A"]
    before = fight.world.state
    with belief.imagined(actor, type(actor.position)(actor.body.moved((1, 0)))):
        assert belief.world["A"].at == (2, 2)
        assert fight.world["A"].at == (1, 2)
    with belief.suffering(actor, ("prone",)):
        assert belief.world["A"].has("prone")
    assert belief.world["A"].at == (1, 2)
    assert not belief.world["A"].has("prone")
    assert fight.world.state == before


@pytest.mark.parametrize("name", SCRIPTED)
def test_choosing_changes_nothing(name: str) -> None:
    fight = turn_of(hidden(13, 5, fog=False), "A")
    before, dice = fight.world.state, fight.world.dice
    assert fight.decision is not None
    opponent = OPPONENTS[name]()
    first = opponent.choose(fight, fight.decision)
    assert opponent.choose(fight, fight.decision) == first
    assert OPPONENTS[name]().choose(fight, fight.decision) == first
    assert fight.world.state == before
    assert fight.world.dice == dice


def test_nobody_throws_a_beliefs_dice() -> None:
    with pytest.raises(AssertionError):
        NoDice().faces(0, 1, 20)


@pytest.mark.parametrize("name", ["greedy", "quick", *slow("cautious")])
@pytest.mark.parametrize(
    "board",
    [
        "ogre_warren",
        *(pytest.param(n, marks=pytest.mark.slow) for n in ("ogre_ravine", "smugglers_house")),
    ],
)
def test_halts_for_foes_in_sight_never_keep_a_turn_from_its_end(name: str, board: str) -> None:
    """Each takes a step at least, and the same foe stops nobody twice where it stays in sight.

    Where it was first seen from a friend's square, it may be out of sight where the way ends.
    """
    scenario = read_scenario(SHIPPED / f"{board}.toml")
    fight = begin(scenario, seed=4, fog=True)
    session = Session(fight, {side.id: opponent(name) for side in scenario.sides})
    session.begin()
    turns: list[list[Event]] = [[]]
    while fight.world.clock.round <= 3 and (entries := session.advance()):
        events = [entry.event for entry in entries]
        stops = [event for event in events if isinstance(event, Sighted)]
        steps = [event for event in events if isinstance(event, Stepped)]
        assert len(stops) <= 1
        assert len(steps) >= len(stops)
        there = [stop for stop in stops if _seen_from(events, stop) == stop.at]
        assert all(set(stop.foes) <= known_to(fight, _side(fight, stop)) for stop in there)
        if any(isinstance(event, TurnStarted) for event in events):
            turns.append([])
        turns[-1] += stops
    assert sum(map(len, turns)) > 0
    assert max(map(len, turns)) <= len(fight.world.ids)


def _seen_from(events: list[Event], stop: Sighted) -> Cell:
    """Where the step led that brought the foes into view."""
    return next(event.dst for event in reversed(events[: events.index(stop)])
                if isinstance(event, Stepped))  # fmt: skip


def _side(fight: Battle, stop: Sighted) -> str:
    return fight.world[stop.actor].side


# --- who is lost from sight ---------------------------------------------------------------------

DOORWAY = """
    .....#......
    .A...#......
    .........b..
    .....#......
    .....#......
    """


def lost(*steps: Cell) -> Battle:
    """A foe seen through the doorway went on by some steps, the last out of sight; A is next."""
    fight = turn_of(battle(DOORWAY, {"A": ARCHER, "b": FIGHTER}, fog=True), "b")
    Session(fight).submit(Move("b", path=steps))
    return turn_of(fight, "A")


def test_who_has_just_been_lost_is_supposed_to_be_in_the_nearest_place_out_of_sight() -> None:
    fight = lost((8, 1), (7, 0))
    belief = Belief(fight, "heroes", "A")
    assert belief.lost == {"b"}
    assert belief.world["b"].at == (8, 1)  # around the corner from (9, 2)
    assert belief.world.order == fight.world.order
    assert belief.trail is not None
    assert belief.trail.at == (9, 2)


def test_unless_all_around_is_seen() -> None:
    fight = battle("............\n.A.......b..", {"A": ARCHER, "b": FIGHTER}, fog=True)
    session = Session(turn_of(fight, "A"))
    fight.world.put("b", Conditions((Condition("invisible"),)))
    session.onlookers.look()
    assert "b" in fight.sightings["heroes"]
    belief = Belief(fight, "heroes", "A")
    assert belief.world.ids == ("A",)
    assert not belief.lost


def test_or_for_three_rounds() -> None:
    fight = lost((8, 1))
    clock = fight.world.clock
    fight.world.put(None, type(clock)(clock.round + 3, "A", "A"))
    assert Belief(fight, "heroes", "A").lost == {"b"}
    fight.world.put(None, type(clock)(clock.round + 4, "A", "A"))
    assert Belief(fight, "heroes", "A").lost == set()


@pytest.mark.parametrize("name", [*SCRIPTED, "tactician"])
def test_where_it_went_unseen_and_what_befell_it_there_changes_nothing(name: str) -> None:
    found = []
    for steps, hp in (((8, 1),), 20), (((8, 1), (8, 0), (7, 0)), 20), (((8, 1),), 1):
        fight = lost(*steps)
        fight.world.put("b", HitPoints(hp, 20))
        decision = fight.decision
        assert decision is not None
        found.append(OPPONENTS[name]().choose(fight, decision))
    assert found[0] == found[1] == found[2]
    assert "b" not in (getattr(found[0], "target", None),)


@pytest.mark.parametrize("name", SCRIPTED)
def test_it_is_gone_after(name: str) -> None:
    """Not to the far corner of the map that nobody sees, as with nobody known."""
    fight = turn_of(battle(TRAIL, {"A": FIGHTER, "b": FIGHTER}, fog=True), "b")
    Session(fight).submit(Move("b", path=((8, 1), (7, 0), (6, 0))))
    turn_of(fight, "A")
    before = fight.world["A"].at
    whole_turn(fight, "A", name)
    distance = fight.ruleset.metric.distance
    place = fight.world["A"].body.moved((0, 0))
    assert fight.world["A"].at != before
    assert distance(place, type(place)((9, 2), place.extent)) < 8


TRAIL = """
    .....#......#...........
    .A...#......#...........
    .........b..#...........
    .....#......#...........
    .....#..................
    """
