"""Movement that ends by accident where one may not stop, and what one does not see.

The accidents are foes in the dark: the side under fog of war sees no cell but its own.
"""

from __future__ import annotations

from typing import Any

import pytest
from boards import battle, turn_of

from rules.table import at, declining, move, only, provoked, taking, why_not
from rules.twins import mover_of
from tacsim.core import events as ev
from tacsim.core.intents import FullAttack, Move, Strike
from tacsim.core.terrain import Barrier, BarrierKind, edge, make_battlefield
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check
from tacsim.rules.movement.plan import Plan, plan
from tacsim.rules.movement.plan import mover_of as knowing
from tacsim.rules.movement.ways import Provoking
from tacsim.rules.perception import known_to

HARMLESS = {"weapons": ()}


def night(board: str, dice: list[int] | None = None, **creatures: Any) -> Battle:
    """A's turn in the dark: nobody sees anybody but friends."""
    options = {"b": HARMLESS, **creatures, "A": {"speed": 12, **creatures.get("A", {})}}
    return turn_of(battle(board, options, dice=dice, fog=True, dark=True), "A")


def walk(fight: Battle, *path: Cell, **more: Any) -> list[ev.Event]:
    return declining(fight, move(fight, "A", *path, **more))


# --- back to the last legal place, or to the closest --------------------------------------------


@pytest.mark.rule("d20.illegal-end.last")
def test_halted_on_a_friend_one_goes_back():
    """(0, 0)-(1, 0)-(2, 0), stopped at (2, 0) on an ally: back to (1, 0)."""
    fight = night("A.Bb.")
    events = walk(fight, (1, 0), (2, 0), (3, 0), (4, 0))
    assert only(events, ev.Halted).at == (3, 0)
    placed = only(events, ev.Placed)
    assert (placed.src, placed.dst, placed.clauses) == ((2, 0), (1, 0), ("d20.illegal-end.last",))
    assert at(fight, "A") == (1, 0)


@pytest.mark.rule("d20.illegal-end.last")
def test_as_near_as_the_last_legal_place_the_last_is_taken():
    """(1, 1), (2, 1) and (3, 1) are no nearer to (2, 0) than (1, 0) is."""
    fight = night("A.Bb.\n.....", dice=[])
    events = walk(fight, (1, 0), (2, 0), (3, 0), (4, 0))
    assert only(events, ev.Placed).dst == (1, 0)


@pytest.mark.rule("d20.illegal-end.last")
def test_it_costs_nothing_and_provokes_nobody():
    fight = night("A.Bb.\n#c###", c={"darkvision": 20})
    events = walk(fight, (1, 0), (2, 0), (3, 0), (4, 0))
    assert provoked(events) == ["c"]  # for leaving (0, 0) or (1, 0), and not once more
    assert sum(e.cost for e in events if isinstance(e, ev.Stepped)) == 4  # in the dark 2 each
    assert fight.world["A"].resources["halves"] == 8


@pytest.mark.rule("d20.illegal-end.last")
def test_back_to_the_start_where_there_was_nothing_else():
    fight = night("ABb.\n####")
    walk(fight, (1, 0), (2, 0), (3, 0))
    assert at(fight, "A") == (0, 0)


@pytest.mark.rule("d20.illegal-end.closest")
def test_to_the_closest_where_that_is_nearer():
    """Allies at (2, 0) and (3, 0): stopped at (3, 0), (1, 0) is 2 away and (3, 1) only 1."""
    fight = night("A.BCb.\n###.##", dice=[])
    events = walk(fight, (1, 0), (2, 0), (3, 0), (4, 0), (5, 0))
    placed = only(events, ev.Placed)
    assert (placed.src, placed.dst, placed.clauses) == (
        (3, 0),
        (3, 1),
        ("d20.illegal-end.closest",),
    )
    assert fight.world.dice.position == 0


@pytest.mark.rule("d20.illegal-end.closest", "d20.end.occupied")
def test_a_place_that_is_taken_is_no_legal_place():
    fight = night("A.BCb.\n###c##", c=HARMLESS, dice=[])
    events = walk(fight, (1, 0), (2, 0), (3, 0), (4, 0), (5, 0))
    assert only(events, ev.Placed).dst == (1, 0)


@pytest.mark.rule("d20.closest.tie", "d20.illegal-end.closest")
def test_among_several_closest_the_dice_choose():
    """(2, 1), (3, 1) and (4, 1) are all 1 away from (3, 0)."""
    chosen = []
    for face in (1, 2, 3):
        fight = night("A.BCb.\n##...#", dice=[face])
        events = walk(fight, (1, 0), (2, 0), (3, 0), (4, 0), (5, 0))
        roll = only(events, ev.Rolled)
        assert (roll.dice, roll.clauses) == ((face,), ("d20.closest.tie",))
        assert fight.world.dice.position == 1
        chosen.append(at(fight, "A"))
    assert sorted(chosen) == [(2, 1), (3, 1), (4, 1)]


@pytest.mark.rule("d20.closest.tie")
def test_a_tie_of_two_is_thrown_with_two_sides():
    fight = night("A.BCb.\n##..##", dice=[3])
    with pytest.raises(ValueError, match="1d2"):
        walk(fight, (1, 0), (2, 0), (3, 0), (4, 0), (5, 0))


@pytest.mark.rule("d20.illegal-end.last")
def test_the_start_is_the_last_legal_place_where_nothing_was_between():
    """(0, 0) is as near to (1, 0) as (0, 1), (1, 1) and (2, 1): no dice are thrown."""
    fight = night("ABb.\n...#", dice=[])
    events = walk(fight, (1, 0), (2, 0))
    placed = only(events, ev.Placed)
    assert (placed.src, placed.dst, placed.clauses) == ((1, 0), (0, 0), ("d20.illegal-end.last",))
    assert fight.world.dice.position == 0


# --- struck down where one may not stop ---------------------------------------------------------


def felled(board: str, *path: Cell, dice: tuple[int, ...] = (), **creatures: Any) -> Battle:
    """A is struck down by the first who gets a blow at it on its way."""
    options = {"A": {"hp": 1, "speed": 12}, **creatures}
    fight = turn_of(battle(board, options, dice=[15, 6, *dice]), "A")
    taking(fight, move(fight, "A", *path))
    assert fight.world["A"].has("helpless")
    return fight


@pytest.mark.rule("d20.aoo.interrupt", "d20.illegal-end.last", "d20.end.occupied")
def test_dropped_on_leaving_a_friend_s_square_one_lies_in_the_last_legal_one():
    """c threatens (2, 1) and not (1, 1); the last legal place is as near as any other."""
    fight = turn_of(battle("""
        ......
        A.B...
        ...c..
    """, {"A": {"hp": 1}}, dice=[15, 6]), "A")  # fmt: skip
    events = taking(fight, move(fight, "A", (1, 1), (2, 1), (2, 0), (1, 0)))
    assert provoked(events) == ["c"]
    assert fight.world["A"].has("helpless")
    placed = only(events, ev.Placed)
    assert (placed.src, placed.dst, placed.clauses) == ((2, 1), (1, 1), ("d20.illegal-end.last",))
    assert at(fight, "A") == (1, 1)


@pytest.mark.rule("d20.aoo.interrupt", "d20.illegal-end.closest")
def test_dropped_among_friends_one_lies_in_the_closest_place_if_that_is_nearer():
    """Friends at (2, 0) to (4, 0): dropped at (3, 0), (1, 0) is 2 away and (3, 1) only 1."""
    fight = felled("A.BCD.\n###.c#", (1, 0), (2, 0), (3, 0), (4, 0), (5, 0))
    assert at(fight, "A") == (3, 1)


@pytest.mark.rule("d20.aoo.interrupt", "d20.illegal-end.last")
def test_dropped_beside_its_start_one_lies_where_it_began():
    fight = felled("AB..\n..c.", (1, 0), (2, 0), (3, 0))
    assert at(fight, "A") == (0, 0)


@pytest.mark.rule("d20.aoo.interrupt", "d20.end.occupied")
def test_dropped_on_the_helpless_one_lies_there():
    """Among those one may stop; so it is the square that was being left."""
    helpless = {"conditions": ["helpless"]}
    fight = felled("A.B..\n...c.", (1, 0), (2, 0), (3, 0), (4, 0), B=helpless)
    assert at(fight, "A") == (2, 0)


@pytest.mark.rule("d20.aoo.interrupt", "d20.illegal-end.closest", "d20.size3.small-through-big")
def test_dropped_within_a_giant_one_lies_beside_it():
    """A Medium creature may pass a Gargantuan one, but not lie in it; c strikes it on its way out.

    (6, 0) and (6, 1) are 1 away from (5, 1), the last legal place is 4 away.
    """
    board = """
        ..bbbb..
        A.bbbb..
        ..bbbbc.
        B.bbbb..
    """
    way = (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)
    ends = {at(felled(board, *way, dice=(face,), b=HARMLESS), "A") for face in (1, 2)}
    assert ends == {(6, 0), (6, 1)}


# --- what is not seen ---------------------------------------------------------------------------


@pytest.mark.rule("d20.pass.enemy")
def test_an_unseen_foe_refuses_nothing_and_halts():
    fight = night("A..b.")
    assert check(fight, Move("A", to=(3, 0)))
    assert check(fight, Move("A", path=((1, 0), (2, 0), (3, 0), (4, 0))))
    events = walk(fight, (1, 0), (2, 0), (3, 0), (4, 0))
    halted = only(events, ev.Halted)
    assert (halted.actor, halted.at, halted.reason) == ("A", (3, 0), "occupied")
    assert halted.clauses == ("d20.pass.enemy",)
    assert at(fight, "A") == (2, 0)
    assert not [e for e in events if isinstance(e, ev.Placed)]
    open_ = turn_of(battle("A..b.", {"b": HARMLESS}, fog=True), "A")
    assert why_not(open_, Move("A", to=(3, 0)))[0] in ("occupied", "no_way")


@pytest.mark.rule("d20.pass.enemy")
def test_what_was_walked_is_spent_and_the_rest_is_left():
    fight = night("A..b.")
    walk(fight, (1, 0), (2, 0), (3, 0))
    assert fight.world["A"].resources["halves"] == 8
    assert fight.world["A"].resources["move"] == 0
    assert fight.world["A"].resources["standard"] == 1


@pytest.mark.rule("d20.aoo.move")
def test_an_unseen_foe_is_no_warning_but_strikes_all_the_same():
    def scene() -> Battle:
        return night("...\nAb.\n...", b={"darkvision": 12}, dice=[2])

    fight = scene()
    path = [Body((0, 1), (1, 1)), Body((0, 0), (1, 1))]
    mode = fight.ruleset.modes["walk"]
    assert Provoking(knowing(fight, fight.world["A"]), mode).along(path) == ()
    assert Provoking(mover_of(fight, "A"), mode).along(path) == ("b",)
    assert provoked(walk(fight, (0, 0))) == ["b"]


@pytest.mark.rule("d20.aoo.move")
def test_the_way_found_does_not_give_an_unseen_foe_away():
    """The straight way past it is as good as any, for all that A knows."""
    board = ".....\n..b..\nA....\n....."
    seen = plan(turn_of(battle(board), "A"), Move("A", to=(4, 2)))
    hidden = plan(night(board, b={"darkvision": 9}), Move("A", to=(4, 2)))
    nobody = plan(night(board.replace("b", "."), b={"at": (0, 0)}), Move("A", to=(4, 2)))
    assert isinstance(seen, Plan)
    assert isinstance(hidden, Plan)
    assert isinstance(nobody, Plan)
    assert hidden.path == nobody.path


@pytest.mark.rule("d20.attack.roll")
def test_an_unseen_foe_is_no_target():
    fight = night("Ab")
    for intent in (Strike("A", "b"), FullAttack("A", "b"), FullAttack("A"),
                   Move("A", mode="charge", target="b")):  # fmt: skip
        assert not check(fight, intent)
    assert why_not(fight, Strike("A", "b"))[0] == "unknown_creature"


@pytest.mark.rule("d20.charge")
def test_a_charge_past_somebody_seen_is_refused_as_ever():
    off = {"overrun_charge": False}
    fight = turn_of(battle("A..c...b", {"c": HARMLESS, "A": {"darkvision": 99}}, dark=True,
                           fog=True, dice=[2], switches=off), "A")  # fmt: skip
    assert not check(fight, Move("A", mode="charge", target="b"))


@pytest.mark.rule("d20.pass.enemy", "d20.cover.total")
def test_round_a_corner_one_sees_nobody_until_one_is_there():
    board = """
        A######
        .######
        .######
        ....b..
    """
    fight = turn_of(battle(board, {"b": HARMLESS}, fog=True), "A")
    assert check(fight, Move("A", path=((0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 3))))
    assert check(fight, Move("A", to=(4, 3), mode="double"))
    way = [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 3), (4, 3)]
    assert only(walk(fight, *way, mode="double"), ev.Sighted).at == (0, 3)
    fight = turn_of(battle(board, {"b": HARMLESS}, fog=True), "A")
    events = walk(fight, *way, mode="withdraw")  # which stops for nobody
    assert only(events, ev.Halted).at == (4, 3)
    assert at(fight, "A") == (3, 3)


@pytest.mark.rule("d20.pass.friend")
def test_a_side_knows_where_its_own_have_fallen():
    """Nobody stands where B lies in the dark; all the same it is no stranger."""
    fight = night("A..B.b", B={"conditions": ["helpless"]})
    assert known_to(fight, "heroes") == {"A", "B"}
    assert known_to(fight, "foes") == {"b"}


@pytest.mark.rule("d20.illegal-end.closest", "d20.illegal-end.last", "d20.obstacle.check")
@pytest.mark.parametrize("kind", ["wall", "hedge"])
def test_nobody_is_put_beyond_the_barrier_that_it_did_not_get_over(kind):
    """The square behind it is nearest, but no way leads there; so A goes back where it began."""
    fight = turn_of(battle("ABCD...", {"A": {"speed": 20}}, dice=[1]), "A")
    barrier = Barrier(edge((3, 0), (4, 0)), BarrierKind(kind), skill="climb", dc=30)
    fight.world.field = make_battlefield(".......", barriers=(barrier,))
    events = walk(fight, (1, 0), (2, 0), (3, 0), (4, 0))
    assert not only(events, ev.Tested).passed
    assert at(fight, "A") == (0, 0)
