"""Where what was carried lies: set down where one says, or fallen with its carrier."""

from __future__ import annotations

import pytest
from boards import battle, turn_of

from tacsim.core import events as ev
from tacsim.core.agenda import Moving
from tacsim.core.components import Goal, Goals, Item, Items, Weights
from tacsim.core.intents import Decline, EndTurn, Move, PickUp, SetDown, Strike, Take
from tacsim.core.verdicts import Reason, Refused
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.choices import Option, choices
from tacsim.rules.engine import check, commit, submit
from tacsim.rules.forecast import forecast
from tacsim.rules.goals import progress
from tacsim.rules.lying import Lying

DOWN = {"conditions": ["helpless", "prone"], "side": "heroes"}
STRONG = {"abilities": {"strength": 30}}
FLYER = STRONG | {"fly": 8, "conditions": ["flying"]}


def borne(board: str, creatures: dict, *things: str, **more) -> Battle:
    """A battle in which ``A`` carries some things, or ``b``, as its turn begins."""
    field = battle(board, {"A": STRONG, "b": DOWN} | creatures, **more)
    field.world.put("b", Weights(10))
    for thing in things or ("b",):
        turn_of(field, "A")
        submit(field, PickUp("A", thing))
        while field.decision is not None and not field.decision.is_turn:
            submit(field, Decline(field.decision.actor))
    return turn_of(field, "A")


def fells(field: Battle) -> list[ev.Event]:
    """What follows when the carrier goes down."""
    events: list[ev.Event] = []
    commit(field, [ev.ConditionGained("A", "helpless")], events)
    return events


def places(field: Battle, thing: str = "b") -> list[object]:
    found = [one.intent for one in choices(field) if isinstance(one.intent, SetDown)]
    return [one.to for one in found if one.target == thing]


# --- falling ------------------------------------------------------------------------------------


@pytest.mark.rule("d20.carry.body", "d20.closest.tie")
@pytest.mark.parametrize("ground", [":", "~"])
def test_who_falls_over_what_it_cannot_lie_on_lies_on_the_nearest_ground(ground):
    """Over the second of four columns the ground is two squares off on the near side."""
    grid = "\n".join([f"bA.{ground * 4}..."] + [f"...{ground * 4}..."] * 2)
    for die, at in ((1, (2, 0)), (2, (2, 1))):
        field = borne(grid, {"A": FLYER}, dice=[die])
        submit(field, Move("A", (4, 0), mode="fly"))
        fells(field)
        assert field.world["b"].body == Body(at, (1, 1))
        assert not field.world["b"].position.squeezed


@pytest.mark.rule("d20.carry.body")
def test_who_falls_with_a_big_carrier_keeps_its_own_size():
    field = borne(".....\n.AA..\n.AA..\nb....", {"A": STRONG}, dice=[4])
    fells(field)
    assert field.world["b"].body == Body((2, 2), (1, 1))


@pytest.mark.rule("d20.carry.body")
@pytest.mark.parametrize("grid", [
    "bb######..\nbbA.......", "bb######..\nbbA=======",
    "bb######\nbbA.....\n########\n.......#\n.......#",
])  # fmt: skip
def test_a_big_body_lies_as_far_off_as_it_has_to(grid):
    """Nowhere in a corridor, nor behind its walls: three squares back, as four on are farther."""
    field = borne(grid, {})
    submit(field, Move("A", (4, 1)))
    fells(field)
    assert field.world["b"].body == Body((0, 0), (2, 2))
    assert not field.world["b"].position.squeezed


@pytest.mark.rule("d20.carry.body", "d20.squeeze.limit")
@pytest.mark.parametrize(("grid", "size", "dice", "body"), [
    ("######\n#.A..#\n######", 2, [1], Body((1, 1), (2, 1))),
    ("######\n#.A..#\n######", 2, [2], Body((2, 1), (2, 1))),
    ("######\n#==A##\n######", 2, [], Body((3, 1), (2, 2))),
    ("######\n#.A..#\n#....#\n######", 3, [1], Body((1, 1), (3, 2))),
])  # fmt: skip
def test_a_big_body_is_squeezed_only_where_there_is_no_room_at_all(grid, size, dice, body):
    """It is half as wide then and never less, even where there is not so much room either."""
    big = DOWN | {"at": (1, 0), "size": {2: "large", 3: "huge"}[size], "extent": (size, size)}
    field = battle(grid, {"A": STRONG, "b": big}, dice=dice)
    field.world.put("b", Weights(10))
    turn_of(field, "A")
    submit(field, PickUp("A", "b"))
    fells(field)
    assert field.world["b"].body == body
    assert field.world["b"].position.squeezed


@pytest.mark.rule("d20.carry.body", "d20.closest.tie")
def test_of_places_equally_near_each_is_as_likely():
    """A Large body lies over its Medium carrier's square in four ways."""
    seen = []
    for die in (1, 2, 3, 4):
        field = borne("......\n.bbA..\n.bb...\n......", {}, dice=[die])
        events = fells(field)
        (roll,) = [one for one in events if isinstance(one, ev.Rolled)]
        assert roll.clauses == ("d20.closest.tie",)
        seen.append(field.world["b"].at)
    assert sorted(seen) == [(2, 0), (2, 1), (3, 0), (3, 1)]


@pytest.mark.rule("d20.carry.body")
def test_the_load_lies_where_its_carrier_is_put_back_to():
    """Struck down in a friend's square, the carrier lies in the one before; so does its load."""
    field = borne("bA.D.c\n......", {"A": STRONG | {"hp": 1}, "D": {},
                  "c": {"weapons": None, "reach": 2}}, dice=[20, 20, 6, 6, 6, 6, 6])  # fmt: skip
    submit(field, Move("A", path=((2, 0), (3, 0), (2, 1))))
    assert isinstance(field.world.agenda.frames[0], Moving)
    while field.decision is not None and not field.decision.is_turn:
        assert field.world["A"].at == (3, 0)
        submit(field, Take(field.decision.actor))
    assert not field.able(field.world["A"])
    assert field.world["A"].at == (2, 0) == field.world["b"].at
    assert not field.world["b"].has("carried")


# --- things -------------------------------------------------------------------------------------


@pytest.mark.rule("d20.carry")
@pytest.mark.parametrize("ground", [":", "~"])
def test_a_thing_lies_on_the_floor_of_a_pit_and_of_deep_water(ground):
    field = battle(f"A{ground}{ground}.", {"A": FLYER})
    field.world.put(None, Items((Item("chest", "Chest", 20, (1, 0)),)))
    turn_of(field, "A")
    submit(field, PickUp("A", "chest"))
    submit(field, Move("A", (2, 0), mode="fly"))
    assert places(field, "chest") == [(2, 0), (1, 0), (3, 0)]
    submit(field, SetDown("A", "chest"))
    assert field.world.items["chest"].at == (2, 0)


@pytest.mark.rule("d20.closest.tie", "d20.carry.body")
def test_the_lot_for_a_thing_that_falls_is_its_carrier_s():
    """Events say by whom dice are thrown, and that is a creature; its four squares are all near."""
    field = battle("AA.\nAA.", {"A": STRONG})
    field.world.put(None, Items((Item("bag", "Bag", 5, (1, 0)),)))
    turn_of(field, "A")
    submit(field, PickUp("A", "bag"))
    (thrown,) = [one for one in fells(field) if isinstance(one, ev.Rolled)]
    assert (thrown.actor, thrown.purpose) == ("A", "closest")


@pytest.mark.rule("d20.carry.body")
@pytest.mark.parametrize(("die", "at"), [(1, (1, 0)), (2, (1, 1))])
def test_what_lies_behind_a_wall_is_as_far_as_the_way_round(die: int, at: Cell) -> None:
    """East of the wall there is room beside the carrier as well, but the way there is long."""
    grid = """
        .bbA....
        .bb#....
        ...#....
        ........
    """
    walls = [((3, y), (4, y), "wall") for y in range(3)]
    field = borne(grid, {"b": DOWN | {"hp": 20}}, barriers=walls, dice=[die])
    assert [one.at for one in Lying(field, field.world["A"], "b").nearest] == [(1, 0), (1, 1)]
    fells(field)
    assert field.world["b"].at == at


# --- setting down -------------------------------------------------------------------------------


@pytest.mark.rule("d20.carry")
def test_the_places_to_set_somebody_down_are_options_the_nearest_first():
    """One's own square, then the free ones beside it: no wall, pit or foe, none beyond a door."""
    grid = """
        ##.##
        .#Ac.
        .:b..
        .....
    """
    field = borne(grid, {"c": {}}, barriers=[((2, 0), (2, 1), "door")])
    assert places(field) == [(2, 1), (2, 2), (3, 2)]
    for to in places(field):
        child = field.fork()
        submit(child, SetDown("A", "b", to))
        assert child.world["b"].at == to
    submit(field, SetDown("A", "b"))
    assert field.world["b"].at == (2, 1)


@pytest.mark.rule("d20.carry")
def test_an_act_knows_its_places():
    field = borne("bA.", {})
    act = choices(field).act("set_down")
    assert isinstance(act.aims["b",], Option)
    assert [one.intent.to for one in act.places["b",]] == [(1, 0), (0, 0), (2, 0)]
    assert choices(field).act("drop").places == {}


@pytest.mark.rule("d20.carry")
def test_two_squares_off_is_too_far():
    field = borne("bA...", {})
    found = check(field, SetDown("A", "b", (3, 0)))
    assert isinstance(found, Refused)
    assert found.reason is Reason.NOT_ADJACENT


@pytest.mark.rule("d20.carry")
def test_no_place_says_why():
    field = borne("bA::.\n..::.\n..::.", {"A": FLYER})
    submit(field, Move("A", (2, 1), mode="fly"))
    assert (2, 1) not in places(field)
    submit(field, EndTurn("A"))
    turn_of(field, "A")
    field = borne("bA:::.", {"A": FLYER})
    submit(field, Move("A", (3, 0), mode="fly"))
    assert places(field) == []
    (barred,) = [one for one in choices(field).refused if isinstance(one.intent, SetDown)]
    assert barred.refusal.reason is Reason.NO_ROOM


@pytest.mark.rule("d20.carry")
def test_who_is_not_perceived_is_in_nobodys_way_until_it_is_met():
    """The place is offered, as its refusal would tell of somebody there; it lies beside it then."""
    field = borne("bA.c", {"c": {}}, fog=True, dark=True)
    field.world.put("c", attrs_at(field, (2, 0)))
    assert (2, 0) in places(field)
    submit(field, SetDown("A", "b", (2, 0)))
    assert field.world["b"].at == (1, 0)


def attrs_at(field: Battle, at: tuple[int, int]):
    from attrs import evolve

    return evolve(field.world["c"].position, body=Body(at, (1, 1)))


@pytest.mark.rule("d20.carry.body")
def test_what_is_borne_goes_where_its_bearer_goes_through_a_crack_too():
    field = borne("bbA....\nbb##=##\n..##=##\n.......", {})
    submit(field, Move("A", (4, 1)))
    assert field.world["A"].at == (4, 1) == field.world["b"].at


@pytest.mark.rule("d20.carry.capacity")
def test_a_flyer_is_told_that_it_could_not_fly_with_it():
    field = battle("Ab", {"A": {"fly": 8, "conditions": ["flying"]}, "b": DOWN})
    turn_of(field, "A")
    found = check(field, PickUp("A", "b"))
    assert isinstance(found, Refused)
    assert (found.reason.value, dict(found.details)) == (
        "too_heavy_aloft", {"pounds": "175", "most": "33"},
    )  # fmt: skip


# --- goals --------------------------------------------------------------------------------------


def errand(board: str, creatures: dict, **more) -> Battle:
    field = battle(board, {"b": DOWN} | creatures, **more)
    field.world.put("b", Weights(more.get("weight", 10)))
    field.world.put(None, Goals((Goal("heroes", "reach", ((0, 0),), "b"),)))
    return field


@pytest.mark.rule("d20.carry.body")
@pytest.mark.parametrize(("bearer", "won"), [("A", True), ("c", False)])
def test_who_is_set_down_on_a_goal_by_a_friend_has_reached_it(bearer, won):
    field = errand("..Ac\n..b.", {"A": STRONG, "c": STRONG})
    turn_of(field, bearer)
    submit(field, PickUp(bearer, "b"))
    while not field.decision.is_turn:
        submit(field, Decline(field.decision.actor))
    submit(field, Move(bearer, (1, 0)) if bearer == "A" else Move("c", (1, 1)))
    while not field.decision.is_turn:
        submit(field, Decline(field.decision.actor))
    assert forecast(field, SetDown(bearer, "b", (0, 0))).goals == ({0: 1.0} if won else {})
    submit(field, SetDown(bearer, "b", (0, 0)))
    assert field.world.outcome.over == won


@pytest.mark.rule("d20.carry.body")
def test_who_falls_onto_a_goal_with_its_carrier_has_not_arrived():
    field = errand(".Ab.\nD...", {"A": STRONG, "c": {"at": (3, 1)}})
    field.world.put(None, Goals((Goal("heroes", "reach", ((1, 0),), "b"),)))
    turn_of(field, "A")
    submit(field, PickUp("A", "b"))
    field = borne(".Ab.\nD...", {"D": {}, "c": {"at": (3, 1)}})
    field.world.put(None, Goals((Goal("heroes", "reach", ((1, 0),), "b"),)))
    fells(field)
    assert field.world["b"].at == (1, 0)
    assert not field.world.outcome.over


@pytest.mark.rule("d20.carry.body")
@pytest.mark.parametrize(("strength", "goes_on"), [(30, True), (3, False)])
def test_a_goal_that_a_friend_could_carry_somebody_to_keeps_the_battle_going(strength, goes_on):
    """Once the last foe is down it goes on, unless nobody is left who could lift the one named."""
    field = battle("...bAc", {"A": {"abilities": {"strength": strength}}, "b": DOWN,
                              "c": {"hp": 1}}, dice=[20, 20, 6, 6, 6])  # fmt: skip
    field.world.put(None, Goals((Goal("heroes", "reach", ((0, 0),), "b"),)))
    turn_of(field, "A")
    submit(field, Strike("A", "c"))
    assert not field.able(field.world["c"])
    assert field.world.outcome.over != goes_on
    assert progress(field, "heroes")[0].open == goes_on


@pytest.mark.rule("d20.carry.body")
def test_what_the_last_of_a_side_carried_lies_before_the_battle_ends():
    """In the course of a move as well, where nothing is left to put its carrier back."""
    field = borne("bA...c\n......", {"A": STRONG | {"hp": 1}, "c": {"weapons": None, "reach": 2}},
                  dice=[20, 20, 6, 6, 6, 6, 6])  # fmt: skip
    submit(field, Move("A", path=((2, 0), (3, 0), (2, 1))))
    events = submit(field, Take("c"))
    assert field.world.outcome.over
    assert field.world["b"].at == field.world["A"].at == (3, 0)
    assert [one.NAME for one in events if isinstance(one, ev.SetDown | ev.BattleEnded)] == [
        "set_down", "battle_ended",
    ]  # fmt: skip
