"""Falling: who loses its hold, how far it falls, what that does, and where it ends up."""

from __future__ import annotations

import random

import pytest
from rules.table import act, at, every, only

from pool.space import battle, have, on_turn, one, start
from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.components import Condition, Conditions, Position
from tacsim.core.intents import Drop, EndTurn, Stand
from tacsim.grid.cells import Body
from tacsim.rulesets.pool.falling import fallen


def cliff(height: int, ground: str = ".", who: str = "A") -> str:
    """Somebody clinging so many cubes above the ground, and b beside its foot."""
    levels = [f"b.{ground}#", *["---#"] * height]
    levels[height] = f"--{who}#"
    return "  ".join([*levels, "----"])


def dropped(fight, who: str = "A"):
    """What comes of throwing oneself prone."""
    return act(fight, Drop(who))


def struck_down(fight, who: str, *conditions: str):
    """What comes of somebody's losing its senses while another one is on turn."""
    for condition in conditions:
        apply(fight.world, ev.ConditionGained(who, condition))
    return act(fight, EndTurn(fight.world.clock.active))


def vitality_lost(events) -> int:
    return sum(e.amount for e in every(events, ev.Damaged))


# --- who falls -----------------------------------------------------------------------------------


@pytest.mark.rule("pool.space.fall", "pool.space.stand")
def test_who_lies_prone_clings_to_nothing_and_falls():
    fight = on_turn(cliff(1))
    fell = only(dropped(fight), ev.Fell)
    assert (fell.actor, fell.src, fell.dst, fell.cubes) == ("A", (2, 0, 1), (2, 0, 0), 1)
    assert fell.clauses == ("pool.space.fall",)
    assert at(fight, "A") == (2, 0, 0)


@pytest.mark.rule("pool.space.fall", "pool.space.stand")
@pytest.mark.parametrize("condition", ["prone", "helpless", "stunned", "dead"])
def test_who_cannot_act_clings_to_nothing(condition):
    fight = on_turn(cliff(1, who="c"), who="b")
    events = struck_down(fight, "c", condition)
    assert only(events, ev.Fell).actor == "c"
    assert at(fight, "c") == (2, 0, 0)


@pytest.mark.rule("pool.space.fall", "pool.space.stand")
@pytest.mark.parametrize("condition", ["prone", "helpless", "stunned", "dead"])
def test_nor_does_it_fly(condition):
    flyer = {"c": {"flying": True, "fly": 6}}
    fight = on_turn("b..  ---  -c-", flyer, who="b")
    assert not every(act(fight, EndTurn("b")), ev.Fell)
    fight = on_turn("b..  ---  -c-", flyer, who="b")
    assert only(struck_down(fight, "c", condition), ev.Fell).cubes == 2


@pytest.mark.rule("pool.space.fall", "pool.space.stand")
def test_who_stands_stays_whatever_its_state():
    fight = on_turn("bA#  ---", who="A")
    assert not every(dropped(fight), ev.Fell)
    on_top = on_turn("b.#  --A")
    assert not every(dropped(on_top), ev.Fell)
    assert at(on_top, "A") == (2, 0, 1)


@pytest.mark.rule("pool.space.fall")
def test_who_is_put_into_the_air_falls_as_the_battle_begins():
    fight = battle("...b  -A--  ----")
    fell = only(start(fight), ev.Fell)
    assert (fell.actor, fell.cubes) == ("A", 1)


@pytest.mark.rule("pool.space.fall", "pool.prone-dead.free")
def test_a_fallen_creature_that_gets_up_is_no_floor_any_more():
    fight = on_turn("A..b  c---", {"A": {"conditions": ["prone"]}})
    fell = only(act(fight, Stand("A")), ev.Fell)
    assert (fell.actor, fell.cubes) == ("c", 1)


@pytest.mark.rule("pool.space.fall")
def test_everybody_falls_whose_floor_is_gone():
    fight = on_turn(
        """
        AA...  AA---  bc---  -----
        AA...  AA---  -----  -----
        """,
        {"A": {"conditions": ["prone"]}},
    )
    events = act(fight, Stand("A"))
    assert sorted(e.actor for e in every(events, ev.Fell)) == ["b", "c"]


# --- how far -------------------------------------------------------------------------------------


@pytest.mark.rule("pool.space.fall")
@pytest.mark.parametrize(
    ("board", "end"),
    [
        ("b..#  ---#  ---#  --A#  ----", 0),
        ("b..#  ---#  --.#  --A#  ----", 2),
        ("b..#  --##  ---#  --A#  ----", 2),
        ("b.^#  ---#  ---#  --A#  ----", 1),
        ("b.T#  ---#  ---#  --A#  ----", 1),
        ("b.c#  ---#  ---#  --A#  ----", 1),
    ],
)
def test_one_falls_straight_down_to_where_one_stands(board, end):
    fight = on_turn(board, {"c": {"conditions": ["prone"]}} if "c" in board else {})
    src = at(fight, "A")
    events = dropped(fight)
    if src[2] == end:
        assert not every(events, ev.Fell)
    else:
        fell = only(events, ev.Fell)
        assert (fell.src, fell.dst, fell.cubes) == (src, (2, 0, end), src[2] - end)
    assert at(fight, "A") == (2, 0, end)


@pytest.mark.rule("pool.space.fall")
def test_one_stops_where_what_is_below_shuts_one_out():
    fight = on_turn("b.-#  ---#  --A#  ----")
    fell = only(dropped(fight), ev.Fell)
    assert fell.dst == (2, 0, 1), "there is nothing below, which nobody gets into"


@pytest.mark.rule("pool.space.fall", "pool.size")
def test_a_big_body_falls_until_one_of_its_lowest_cubes_is_held_up():
    board = """
        b...#  ----#  -AA-#  -AA-#
        ..#.#  ----#  -AA-#  -AA-#
    """
    fight = on_turn(board, {"A": {"flying": True, "fly": 6}})
    fell = only(dropped(fight), ev.Fell)
    assert (fell.src, fell.dst, fell.cubes) == ((1, 0, 2), (1, 0, 1), 1)


# --- what it does --------------------------------------------------------------------------------


@pytest.mark.rule("pool.space.fall", "pool.damage.order")
@pytest.mark.parametrize(
    ("cubes", "absorption", "lost"),
    [(1, 2, 0), (2, 2, 1), (3, 2, 2), (4, 2, 2), (5, 2, 3), (5, 3, 2), (5, 10, 1), (4, 1, 4)],
)
def test_each_cube_more_than_one_is_tall_is_one_damage(cubes, absorption, lost):
    """From which Absorption makes 1 and 1 more for each full measure of it."""
    fight = on_turn(cliff(cubes), {"A": {"absorption": absorption, "hp": 20}}, dice=[])
    events = dropped(fight)
    assert only(events, ev.Fell).cubes == cubes
    assert vitality_lost(events) == lost
    assert fight.world["A"].hp.current == 20 - lost


@pytest.mark.rule("pool.space.fall", "pool.damage.order")
def test_neither_armour_nor_soaking_helps():
    clad = {"A": {"armour": "heavy", "attributes": {"mettle": 7}, "hp": 20}}
    fight = on_turn(cliff(5), clad, dice=[])
    events = dropped(fight)
    assert not every(events, ev.Rolled)
    assert vitality_lost(events) == 3


@pytest.mark.rule("pool.space.fall")
@pytest.mark.parametrize(("height", "hurt"), [(1, False), (2, False), (3, True), (4, True)])
def test_the_tall_fall_softer(height, hurt):
    levels = [["b...", "...."] if not z else ["----", "----"] for z in range(height + 2)]
    for z in (height, height + 1):
        levels[z] = [f"{'-' if z else 'b'}-AA"] * 2
    board = "\n".join("  ".join(rows) for rows in zip(*levels, strict=True))
    fight = on_turn(board, {"A": {"flying": True, "fly": 6}}, who="b")
    events = struck_down(fight, "A", "stunned")
    assert only(events, ev.Fell).cubes == height
    assert bool(every(events, ev.Damaged)) == hurt
    assert fight.world["A"].has("prone") == hurt


@pytest.mark.rule("pool.space.fall")
def test_who_falls_no_farther_than_it_is_tall_keeps_its_feet():
    fight = on_turn(cliff(1, who="c"), who="b")
    events = struck_down(fight, "c", "stunned")
    assert not fight.world["c"].has("prone")
    assert not every(events, ev.Damaged)


@pytest.mark.rule("pool.space.fall")
def test_who_falls_farther_lies_there():
    fight = on_turn(cliff(2, who="c"), who="b")
    events = struck_down(fight, "c", "stunned")
    assert [e.condition for e in every(events, ev.ConditionGained)] == ["prone"]
    assert fight.world["c"].has("prone")


@pytest.mark.rule("pool.space.fall")
def test_the_dead_take_no_harm_from_it():
    fight = on_turn(cliff(4, who="c"), who="b")
    events = struck_down(fight, "c", "dead")
    assert only(events, ev.Fell).cubes == 4
    assert not every(events, ev.Damaged)


@pytest.mark.rule("pool.space.fall")
def test_a_fall_ends_what_was_climbed():
    fight = on_turn(cliff(1), {"A": {"climbed": 1}})
    dropped(fight)
    assert have(fight, "A", "climbed") == 0


@pytest.mark.rule("pool.space.fall", "pool.damage.order")
def test_a_fall_may_kill_and_decide_the_battle():
    fight = on_turn(cliff(4), {"A": {"hp": 2}})
    events = dropped(fight)
    assert fight.world["A"].has("dead")
    assert only(events, ev.Downed).target == "A"
    assert only(events, ev.BattleEnded).winner == "foes"


# --- where one ends up ---------------------------------------------------------------------------


@pytest.mark.rule("pool.space.fall", "pool.enemy.stop")
def test_who_comes_down_on_an_enemy_on_its_feet_is_put_beside_it():
    fight = on_turn("b.Ac#  ---d#  -----", {"d": {"side": "heroes"}}, who="A")
    events = struck_down(fight, "d", "stunned")
    assert only(events, ev.Fell).dst == (3, 0, 0)
    placed = only(events, ev.Placed)
    assert placed.actor == "d"
    assert at(fight, "d") == placed.dst
    assert placed.dst == (2, 0, 0), "among its friend's, the only place beside"
    assert fight.world["d"].position.squeezed or fight.world["A"].position.squeezed


@pytest.mark.rule("pool.space.fall", "pool.ally.stop-squeeze")
def test_who_comes_down_on_a_friend_squeezes_in():
    fight = on_turn("b..A#  ---d#  -----", {"d": {"side": "heroes"}}, who="b")
    events = struck_down(fight, "d", "stunned")
    assert not every(events, ev.Placed)
    assert at(fight, "d") == at(fight, "A") == (3, 0, 0)
    squeezed = [who for who in "Ad" if fight.world[who].position.squeezed]
    assert len(squeezed) == 1


@pytest.mark.rule("pool.space.fall", "pool.space.stand", "pool.space.ground")
@pytest.mark.parametrize("ground", "~:")
def test_who_hovers_in_deep_water_or_a_hole_and_loses_its_flight_is_put_on_the_bank(ground):
    """Deep water bears swimmers, and there is nothing deeper to fall to."""
    fight = on_turn("b.c.  ----", {"c": {"flying": True, "on": ground}}, who="b")
    events = struck_down(fight, "c", "stunned")
    assert not every(events, ev.Fell)
    assert at(fight, "c") in ((1, 0, 0), (3, 0, 0))


@pytest.mark.rule("pool.space.fall", "pool.space.ground")
@pytest.mark.parametrize("height", [1, 2, 4])
def test_who_comes_down_in_deep_water_is_put_on_the_bank(height):
    fight = on_turn(cliff(height, ground="~", who="c"), who="b")
    events = struck_down(fight, "c", "stunned")
    assert only(events, ev.Fell).dst == (2, 0, 0)
    assert at(fight, "c") == (1, 0, 0)
    swimmer = on_turn(cliff(height, ground="~", who="c"), {"c": {"swim": 6}}, who="b")
    struck_down(swimmer, "c", "stunned")
    assert at(swimmer, "c") == (2, 0, 0)


@pytest.mark.rule("pool.space.fall", "pool.space.ground")
@pytest.mark.parametrize("height", [1, 2])
def test_nobody_stays_in_a_hole_at_the_bottom(height):
    fight = on_turn(cliff(height, ground=":", who="c"), who="b")
    struck_down(fight, "c", "stunned")
    assert at(fight, "c") == (1, 0, 0)


@pytest.mark.rule("pool.space.fall", "pool.squeeze.limit")
def test_who_is_squeezed_stays_so_in_a_fall():
    fight = on_turn("b..#  --c#  ----", {"c": {"size": "large"}}, who="b")
    events = struck_down(fight, "c", "stunned")
    fell = only(events, ev.Fell)
    assert fell.squeezed
    assert fight.world["c"].body == one(2, 0, 0)


@pytest.mark.rule("pool.space.fall", "pool.prone-dead.free", "pool.enemy.stop")
@pytest.mark.parametrize("height", [1, 4])
def test_who_lies_where_it_comes_down_is_in_nobodys_way(height):
    """As deep as it is tall, or farther: who has thrown itself down lies before the fall too."""
    levels = ["b.", *["--"] * (height + 1)]
    levels[height] = "A-"
    fight = on_turn("  ".join(levels), {"A": {"flying": True, "hp": 50}})
    events = dropped(fight)
    assert only(events, ev.Fell).cubes == height
    assert not every(events, ev.Placed)
    assert at(fight, "A") == at(fight, "b") == (0, 0, 0)
    assert not any(fight.world[who].position.squeezed for who in "Ab")
    assert only(act(fight, Stand("A")), ev.Squeezed).clauses == ("pool.prone-dead.free",)
    assert fight.world["A"].position.squeezed


@pytest.mark.rule("pool.space.fall")
@pytest.mark.parametrize("seed", range(3))
def test_who_has_lost_its_hold_is_kept_as_it_would_be_found_anew(seed):
    fight = battle("Ab.#  c--#  d---  ----")
    rng, fell, wanted = random.Random(seed), [], []
    for _ in range(200):
        who = fight.world[rng.choice(fight.world.ids)]
        if rng.random() < 0.5:
            place = Body((rng.randrange(3), 0, rng.randrange(4)), (1, 1, 1))
            fight.world.put(who.id, Position(place))
        else:
            states = rng.choice([(), ("prone",), ("stunned",), ("dead",), ("flying",)])
            fight.world.put(who.id, Conditions(tuple(map(Condition, states))))
        anew = fight.fork()
        anew.world = anew.world.only(anew.world.ids)
        fell.append(fallen(fight))
        wanted.append(fallen(anew))
    assert fell == wanted
    assert {event.actor for events in fell for event in every(events, ev.Fell)} == {*"Abcd"}
