"""Others in the way: passing friends and foes, stopping among them, those who lie there."""

from __future__ import annotations

import pytest
from rules.table import (
    act,
    at,
    cost,
    cost_to,
    declining,
    every,
    move,
    move_freely,
    only,
    provokes,
    taking,
    why_not,
)

from pool.fights import odds
from pool.fights import parts as dice_of
from pool.space import have, on_turn, one, places, reached, spend, turn_of
from tacsim.core import events as ev
from tacsim.core.components import Orders
from tacsim.core.events import Entry
from tacsim.core.intents import Drop, EndTurn, LetPass, Move, Stand
from tacsim.core.verdicts import Refused
from tacsim.rules.choices import choices
from tacsim.rules.engine import check
from tacsim.rules.movement.steps import Mover
from tacsim.rules.movement.ways import Provoking
from tacsim.rules.perception import believed
from tacsim.rulesets.pool.modes import MODES
from tacsim.session.perception import Memory

LANE = "AB..b"


def squeezed(fight, who: str) -> bool:
    return fight.world[who].position.squeezed


# --- allies --------------------------------------------------------------------------------------


@pytest.mark.rule("pool.ally.pass")
def test_allies_are_passed_at_no_further_cost():
    fight = on_turn(LANE)
    assert cost(fight, "A", (1, 0, 0), (2, 0, 0)) == 2
    events = move(fight, "A", (1, 0, 0), (2, 0, 0))
    assert at(fight, "A") == (2, 0, 0)
    assert not every(events, ev.Provoked)
    assert not every(events, ev.Squeezed)
    assert not squeezed(fight, "B")


@pytest.mark.rule("pool.ally.pass")
def test_friendly_sides_let_each_other_pass():
    options = {"B": {"side": "guests"}}
    fight = on_turn(LANE, options, sides={"heroes": ["guests"], "guests": ["heroes"]})
    assert provokes(fight, "A", (1, 0, 0), (2, 0, 0)) == []
    fight = on_turn(LANE, options)
    assert provokes(fight, "A", (1, 0, 0), (2, 0, 0)) == ["B"], "one attack for the whole pass"


@pytest.mark.rule("pool.ally.pass")
def test_big_allies_are_passed_as_well():
    fight = on_turn("ABB..b  -BB---\n.BB...  -BB---")
    assert cost(fight, "A", (1, 0, 0), (2, 0, 0), (3, 0, 0)) == 3
    fight = on_turn("AAB.b.  AA----\nAA....  AA----")
    assert cost(fight, "A", (1, 0, 0)) == 1, "with a part of it"


def told(fight, who: str, *, willing: bool):
    """In its own turn a creature is told whether to let its allies pass."""
    return act(turn_of(fight, who), LetPass(who, willing))


@pytest.mark.rule("pool.ally.pass", "pool.enemy.pass")
def test_only_willing_allies_are_passed_and_foes_pass_as_ever():
    """In a lane of one cube there is no other way; where there is, one goes around."""
    fight = on_turn(LANE, {"b": {"weapons": ()}})
    (ordered,) = every(told(fight, "B", willing=False), ev.Ordered)
    assert (ordered.actor, ordered.lets_pass, ordered.clauses) == ("B", False, ("pool.ally.pass",))
    turn_of(fight, "A")
    for wish in (Move("A", path=((1, 0, 0), (2, 0, 0))), Move("A", path=((1, 0, 0),))):
        verdict = check(fight, wish)
        assert isinstance(verdict, Refused)
        assert (verdict.reason.value, verdict.clause) == ("occupied", "pool.ally.pass")
        assert dict(verdict.details)["by"] == "B"
    assert reached(fight, "A") == {(0, 0, 0)}
    verdict = check(fight, Move("A", to=(2, 0, 0)))
    assert isinstance(verdict, Refused)
    assert (verdict.reason.value, verdict.clause) == ("occupied", "pool.ally.pass")
    assert dict(verdict.details)["by"] == "B"
    told(fight, "B", willing=True)
    assert cost(turn_of(fight, "A"), "A", (1, 0, 0), (2, 0, 0)) == 2
    fight = on_turn("A.B.b", {"A": {"weapons": ()}})
    told(fight, "B", willing=False)
    assert provokes(turn_of(fight, "b"), "b", (3, 0, 0), (2, 0, 0), (1, 0, 0)) == ["B"]


@pytest.mark.rule("pool.ally.pass", "pool.prone-dead.free")
def test_who_lies_cannot_keep_its_allies_out():
    fight = on_turn(LANE, {"B": {"conditions": ["prone"]}})
    told(fight, "B", willing=False)
    assert cost(turn_of(fight, "A"), "A", (1, 0, 0), (2, 0, 0)) == 2


@pytest.mark.rule("pool.ally.pass", "pool.prone-dead.free")
@pytest.mark.parametrize(("who", "told_so"), [("B", "shared"), ("A", "occupied")])
def test_nobody_gets_up_among_allies_that_are_not_to_share_cubes(who, told_so):
    """Whichever of the two lets none pass; a foe above is no hindrance, nor an ally that does."""
    fight = on_turn(LANE, {"B": {"conditions": ["prone"]}, "b": {"weapons": ()}})
    told(fight, who, willing=False)
    move_freely(turn_of(fight, "A"), "A", (1, 0, 0))
    turn_of(fight, "B")
    assert why_not(fight, Stand("B")) == (told_so, "pool.ally.pass")
    assert dict(check(fight, Stand("B")).details) == {"by": "A"}
    fight.world.put(who, Orders())
    assert check(fight, Stand("B"))


@pytest.mark.rule("pool.ally.pass")
def test_the_order_stands_from_turn_to_turn_until_another_is_given():
    fight = on_turn(LANE, {"b": {"weapons": ()}})
    told(fight, "B", willing=False)
    for _ in range(6):
        act(fight, EndTurn(fight.decision.actor))
    assert not fight.world["B"].orders.lets_pass
    assert why_not(turn_of(fight, "B"), LetPass("B", False)) == (
        "ordered_already", "pool.ally.pass",
    )  # fmt: skip


@pytest.mark.rule("pool.ally.pass", "pool.ally.stop-squeeze")
def test_nobody_shuts_its_space_while_an_ally_is_in_it():
    fight = on_turn(LANE)
    move(fight, "A", (1, 0, 0))
    turn_of(fight, "B")
    assert why_not(fight, LetPass("B", False)) == ("shared", "pool.ally.pass")
    assert dict(check(fight, LetPass("B", False)).details) == {"by": "A"}


@pytest.mark.rule("pool.ally.pass")
def test_the_order_is_a_choice_of_those_who_have_allies_at_no_cost():
    def orders(fight):
        return [o for o in choices(fight) if isinstance(o.intent, LetPass)]

    fight = on_turn(LANE)
    (option,) = orders(fight)
    assert (option.intent, option.cost) == (LetPass("A", False), ())
    told(fight, "A", willing=False)
    assert [o.intent for o in orders(fight)] == [LetPass("A", True)]
    assert not orders(on_turn("A...b"))


@pytest.mark.rule("pool.ally.pass")
def test_in_fog_no_foe_learns_whom_a_creature_lets_pass():
    """Not by being told, and not by asking about it; its own side and its friends do."""
    fight = on_turn("AB..bc")
    fight.fog = True
    (event,) = every(told(fight, "B", willing=False), ev.Ordered)
    for side, learns in (("heroes", True), ("foes", False)):
        seen = Memory(fight, side).perceived(Entry(1, 1, event))
        assert (seen is not None) is learns
        assert believed(fight, side).world["B"].orders.lets_pass is not learns


@pytest.mark.rule("pool.ally.stop-squeeze")
def test_who_stops_in_an_allys_cube_squeezes_until_it_leaves():
    fight = on_turn(LANE)
    events = move(fight, "A", (1, 0, 0))
    found = only(events, ev.Squeezed)
    assert (found.actor, found.cells, found.clauses) == (
        "A",
        ((1, 0, 0),),
        ("pool.ally.stop-squeeze",),
    )
    assert squeezed(fight, "A")
    assert not squeezed(fight, "B"), "the one who stops squeezes"
    assert fight.world["A"].body.extent == (1, 1, 1), "at its full size"
    events = move(fight, "A", (2, 0, 0))
    assert only(events, ev.Unsqueezed).actor == "A"
    assert not squeezed(fight, "A")


@pytest.mark.rule("pool.ally.stop-squeeze", "pool.squeeze.dice")
def test_that_costs_a_die_of_attack_and_defence():
    fight = on_turn("A..b", {"B": {"at": (2, 0, 0)}})
    before = odds(fight, "A", "b")
    move(fight, "A", (1, 0, 0), (2, 0, 0))
    after = odds(fight, "A", "b")
    assert after.attack == before.attack - 1
    assert dice_of(after)["squeezing"] == -1
    assert odds(fight, "b", "A").defence == odds(fight, "b", "B").defence - 1


@pytest.mark.rule("pool.ally.stop-squeeze")
def test_it_is_over_when_the_other_leaves():
    fight = on_turn(LANE)
    move(fight, "A", (1, 0, 0))
    act(fight, EndTurn("A"))
    assert fight.decision.actor == "B"
    assert squeezed(fight, "A")
    events = move(fight, "B", (2, 0, 0))
    assert only(events, ev.Unsqueezed).actor == "A"


@pytest.mark.rule("pool.ally.stop-squeeze")
def test_it_is_over_when_the_other_falls_prone():
    fight = on_turn(LANE)
    move(fight, "A", (1, 0, 0))
    act(fight, EndTurn("A"))
    events = act(fight, Drop("B"))
    assert only(events, ev.Unsqueezed).actor == "A"


@pytest.mark.rule("pool.ally.stop-squeeze")
def test_a_big_creature_squeezes_among_allies_at_its_full_size():
    fight = on_turn("AA.B.b  AA----\nAA....  AA----")
    whole = ((2, 2, 2),) * 2
    move(fight, "A", (1, 0, 0), (2, 0, 0), extents=whole)
    assert squeezed(fight, "A")
    assert fight.world["A"].body.extent == (2, 2, 2)
    events = move(fight, "A", (1, 0, 0), extents=whole[:1])
    assert only(events, ev.Unsqueezed).actor == "A"


@pytest.mark.rule("pool.ally.stop-squeeze", "pool.squeeze.blocks")
def test_while_it_squeezes_there_nobody_passes():
    fight = on_turn("AB..C.b\n.......", who="A")
    move(fight, "A", (1, 0, 0))
    while fight.decision.actor != "C":
        act(fight, EndTurn(fight.decision.actor))
    assert (1, 0, 0) not in reached(fight, "C")
    assert cost_to(fight, "C", (0, 0, 0)) == 5, "round them: two diagonals, two straight steps"


# --- enemies -------------------------------------------------------------------------------------


@pytest.mark.rule("pool.enemy.pass")
def test_an_enemy_is_passed_and_provoked_at_once():
    fight = on_turn("Ab..", {"A": {"attributes": {"grace": 6}}})
    assert cost(fight, "A", (1, 0, 0), (2, 0, 0)) == 2
    events = move_freely(fight, "A", (1, 0, 0), (2, 0, 0))
    (found,) = every(events, ev.Provoked)
    assert (found.by, found.cell, found.clauses) == ("b", (1, 0, 0), ("pool.enemy.pass",))
    order = [type(e) for e in events if isinstance(e, ev.Provoked | ev.Stepped)]
    assert order[0] is ev.Provoked, "before the step is done"
    assert at(fight, "A") == (2, 0, 0)


@pytest.mark.rule("pool.enemy.pass")
def test_footwork_does_not_help_against_it():
    fight = on_turn("Ab..", {"A": {"attributes": {"grace": 7}}})
    assert provokes(fight, "A", (1, 0, 0), (2, 0, 0)) == ["b"]
    assert have(fight, "A", "footwork") == 4, "nor is it used up"


@pytest.mark.rule("pool.enemy.pass")
@pytest.mark.parametrize("grace", [1, 1.5, 2, 3, 4, 5, 6, 7])
def test_to_cross_an_enemy_draws_one_attack_whatever_the_grace(grace):
    fight = on_turn("Ab..", {"A": {"attributes": {"grace": grace}}, "b": {"stamina": 9}})
    before = have(fight, "A", "footwork")
    known = fight.world.ids
    provoking = Provoking(Mover(fight, fight.world["A"], frozenset(known)), MODES["walk"])
    events = move_freely(fight, "A", (1, 0, 0), (2, 0, 0))
    assert [e.clauses for e in every(events, ev.Provoked)] == [("pool.enemy.pass",)]
    assert have(fight, "A", "footwork") == before
    assert provoking.along(one(x, 0) for x in range(3)) == ("b",)


@pytest.mark.rule("pool.enemy.pass", "pool.aoo.leave", "pool.footwork")
def test_after_the_pass_its_threat_is_left_and_moved_about_in_as_ever():
    """Out of its cubes at (2, 0, 0), a step along it takes Footwork, and one away leaves it."""
    board = "Ab...\n....."
    rest = [(1, 0, 0), (2, 0, 0), (2, 1, 0), (3, 1, 0)]
    for left, found in (
        (1, ["pool.enemy.pass", "pool.aoo.leave"]),
        (0, ["pool.enemy.pass", "pool.footwork", "pool.aoo.leave"]),
    ):
        fight = on_turn(board, {"b": {"stamina": 9}})
        spend(fight, "A", footwork=left)
        events = move_freely(fight, "A", *rest)
        assert [e.clauses for e in every(events, ev.Provoked)] == [(each,) for each in found]
        assert have(fight, "A", "footwork") == 0


@pytest.mark.rule("pool.enemy.pass", "pool.footwork")
def test_another_enemy_s_threat_takes_footwork_all_the_while():
    """c stands beside all of the way, and has it in its threat."""
    fight = on_turn("Ab..\n.c..", {"A": {"attributes": {"grace": 1}}, "c": {"stamina": 9}})
    events = move_freely(fight, "A", (1, 0, 0), (2, 0, 0))
    assert [(e.by, *e.clauses) for e in every(events, ev.Provoked)] == [
        ("b", "pool.enemy.pass"),
        ("c", "pool.footwork"),
    ]


@pytest.mark.rule("pool.enemy.pass", "pool.prone-dead.free", "pool.footwork")
def test_over_a_prone_enemy_one_moves_about_in_its_threat():
    fight = on_turn("Ab..", {"b": {"conditions": ["prone"], "stamina": 9}})
    events = move_freely(fight, "A", (1, 0, 0), (2, 0, 0))
    assert [e.clauses for e in every(events, ev.Provoked)] == [("pool.footwork",)]


@pytest.mark.rule("pool.enemy.pass")
def test_a_big_enemy_is_provoked_once_by_coming_into_it():
    board = "Abbb..  -bbb--  -bbb--\n.bbb..  -bbb--  -bbb--\n.bbb..  -bbb--  -bbb--"
    fight = on_turn(board, {"A": {"attributes": {"grace": 7}}, "b": {"stamina": 9}})
    way = [(x, 0, 0) for x in range(1, 5)]
    assert provokes(fight, "A", *way) == ["b"]
    big = on_turn(
        "AA..bb  AA--bb\nAA..bb  AA--bb\n......  ------",
        {"A": {"attributes": {"grace": 7}, "speed": 9}, "b": {"stamina": 9}},
    )
    events = move_freely(
        big, "A", (1, 0, 0), (2, 0, 0), (3, 0, 0), (2, 0, 0), extents=((2, 2, 2),) * 4
    )
    assert [e.clauses for e in every(events, ev.Provoked)] == [("pool.enemy.pass",)]


@pytest.mark.rule("pool.enemy.pass")
def test_each_time_one_comes_into_it_anew_provokes():
    options = {"A": {"attributes": {"grace": 7}, "speed": 12}, "b": {"stamina": 9}}
    fight = on_turn("Ab..", options)
    assert provokes(fight, "A", (1, 0, 0), (2, 0, 0), (1, 0, 0), (0, 0, 0)) == ["b", "b"]


@pytest.mark.rule("pool.enemy.pass")
def test_whoever_strikes_strikes_before_one_is_there():
    fight = on_turn("Ab..", {"A": {"attributes": {"grace": 7}}})
    events = move(fight, "A", (1, 0, 0), (2, 0, 0))
    assert fight.decision.actor == "b"
    assert at(fight, "A") == (0, 0, 0)
    events = declining(fight, taking(fight, events))
    assert only(events, ev.Took).actor == "b"
    assert at(fight, "A") == (2, 0, 0)


@pytest.mark.rule("pool.enemy.stop")
def test_nobody_stops_in_an_enemys_cube():
    fight = on_turn("Ab..")
    assert why_not(fight, Move("A", path=((1, 0, 0),))) == ("stop_occupied", "pool.enemy.stop")
    assert why_not(fight, Move("A", to=(1, 0, 0))) == ("stop_occupied", "pool.enemy.stop")
    big = on_turn("AA.b..  AA----\nAA....  AA----")
    onto = Move("A", path=((1, 0, 0), (2, 0, 0)), extents=((2, 2, 2),) * 2)
    assert why_not(big, onto)[1] == "pool.enemy.stop"


@pytest.mark.rule("pool.enemy.stop")
def test_who_is_brought_down_among_enemies_stays_there():
    """Its move ends with its life, wherever that is: the dead are in nobody's way."""
    options = {"A": {"hp": 1, "attributes": {"grace": 7, "mettle": 1}}, "b": {"stamina": 0},
               "c": {"stamina": 4}}  # fmt: skip
    fight = on_turn("Abc..", options, dice=[6] * 6 + [1] * 20)
    events = taking(fight, move(fight, "A", (1, 0, 0), (2, 0, 0), (3, 0, 0)))
    assert fight.world["A"].has("dead")
    assert at(fight, "A") == (1, 0, 0)
    assert not every(events, ev.Placed)


# --- those who lie there -------------------------------------------------------------------------


@pytest.mark.rule("pool.prone-dead.free")
@pytest.mark.parametrize("side", ["heroes", "foes"])
@pytest.mark.parametrize("condition", ["prone", "helpless", "dead"])
def test_everybody_passes_and_stops_over_the_fallen(side, condition):
    options = {
        "A": {"attributes": {"grace": 6}},
        "b": {"side": side, "conditions": [condition]},
        "c": {"at": (4, 0, 0), "stamina": 0},
    }
    fight = on_turn("Ab...", options)
    assert cost(fight, "A", (1, 0, 0), (2, 0, 0)) == 2
    assert cost(fight, "A", (1, 0, 0)) == 1
    events = move_freely(fight, "A", (1, 0, 0))
    assert not every(events, ev.Provoked), "neither entering nor with Footwork moving about"
    assert not every(events, ev.Squeezed)
    assert not squeezed(fight, "A")


@pytest.mark.rule("pool.prone-dead.free", "pool.space.stand")
@pytest.mark.parametrize(
    ("condition", "lies"), [("prone", True), ("helpless", True), ("dead", True), ("stunned", False)]
)
def test_who_lies_is_passed_and_is_floor_or_neither(condition, lies):
    """b is beside A; c is below the cube beside D, who is on a ledge."""
    fallen = {name: {"conditions": [condition], "stamina": 0} for name in "bc"}
    fight = on_turn("Ab.c  --D-", {**fallen, "D": {"on": "."}})
    assert bool(check(fight, Move("A", path=((1, 0, 0),)))) == lies
    turn_of(fight, "D")
    assert ((3, 0, 1) in reached(fight, "D")) == lies


@pytest.mark.rule("pool.prone-dead.free")
def test_no_dice_are_lost_over_the_fallen():
    options = {"b": {"conditions": ["prone"], "stamina": 0}, "c": {"at": (2, 0, 0)}}
    fight = on_turn("Ab..", options)
    before = odds(fight, "A", "c").attack
    move(fight, "A", (1, 0, 0))
    assert odds(fight, "A", "c").attack == before


@pytest.mark.rule("pool.prone-dead.free")
@pytest.mark.parametrize("side", ["heroes", "foes"])
def test_who_gets_up_under_another_squeezes(side):
    options = {"b": {"conditions": ["prone"], "side": side}, "c": {"stamina": 0}}
    fight = on_turn("Ab..c", options)
    move_freely(fight, "A", (1, 0, 0))
    act(fight, EndTurn("A"))
    events = act(fight, Stand("b"))
    found = only(events, ev.Squeezed)
    assert (found.actor, found.clauses) == ("b", ("pool.prone-dead.free",))
    assert squeezed(fight, "b")
    assert not squeezed(fight, "A")
    assert (2, 0, 0) in {body.at for body in places(fight, "b")}, "it may leave"


@pytest.mark.rule("pool.prone-dead.free", "pool.squeeze.not-two")
def test_who_lies_under_somebody_squeezing_stays_down():
    options = {"b": {"conditions": ["prone"]}, "C": {"at": (1, 0, 0)}}
    fight = on_turn("Ab..", options)
    move_freely(fight, "A", (1, 0, 0))
    assert squeezed(fight, "A"), "among its friend's"
    while fight.decision.actor != "b":
        act(fight, EndTurn(fight.decision.actor))
    assert why_not(fight, Stand("b")) == ("pinned", "pool.prone-dead.free")
    assert fight.world["b"].has("prone")


# --- getting up ----------------------------------------------------------------------------------


@pytest.mark.rule("pool.rerise")
def test_getting_up_costs_half_the_speed():
    fight = on_turn("A.......\n.......b", {"A": {"conditions": ["prone"]}})
    assert why_not(fight, Move("A", path=((1, 0, 0),))) == ("prone", "pool.rerise")
    act(fight, Stand("A"))
    assert not fight.world["A"].has("prone")
    assert have(fight, "A", "stamina") == 2
    assert cost(fight, "A", (1, 0, 0), (2, 0, 0), (3, 0, 0)) == 3
    assert why_not(fight, Move("A", to=(4, 0, 0)))[0] == "budget"


@pytest.mark.rule("pool.rerise")
@pytest.mark.parametrize(("steps", "stamina", "left"), [(3, 2, 0), (4, 1, 2), (6, 1, 0)])
def test_where_less_than_half_is_left_it_costs_stamina(steps, stamina, left):
    fight = on_turn("A.......\n........", {"b": {"at": (7, 1, 0), "stamina": 0}})
    move(fight, "A", *[(x, 0, 0) for x in range(1, steps + 1)])
    act(fight, Drop("A"))
    act(fight, Stand("A"))
    assert have(fight, "A", "stamina") == stamina
    found = max(cubes for cubes in places(fight, "A").values())
    assert found == left


@pytest.mark.rule("pool.rerise")
def test_without_either_one_stays_down():
    fight = on_turn("A.......\n.......b", {"A": {"stamina": 0}})
    move(fight, "A", *[(x, 0, 0) for x in range(1, 5)])
    act(fight, Drop("A"))
    assert why_not(fight, Stand("A")) == ("no_stamina", "pool.rerise")


@pytest.mark.rule("pool.rerise")
def test_who_has_no_speed_gets_up_for_stamina():
    fight = on_turn("A..b", {"A": {"speed": 0, "conditions": ["prone"]}})
    act(fight, Stand("A"))
    assert have(fight, "A", "stamina") == 1


@pytest.mark.rule("pool.rerise")
def test_getting_up_provokes_nobody():
    fight = on_turn("Ab..", {"A": {"conditions": ["prone"]}})
    assert not every(act(fight, Stand("A")), ev.Provoked)
