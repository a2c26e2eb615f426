import pytest
from boards import battle, longspear, shortbow, turn_of

from tacsim.app.widgets.panels import _right
from tacsim.core.components import Conditions, Effort, HitPoints, Position, Weapon
from tacsim.core.intents import Move, Strike
from tacsim.rules.engine import submit
from tacsim.rulesets import content
from tacsim.session.perception import Memory
from tacsim.session.session import Session
from tacsim.view.wording.order import order_rows
from tacsim.view.wording.places import cell_line
from tacsim.view.wording.sheet import actions, sheet_of

SWORD = Weapon("longsword", "1d8", threat=19)


def fighter(**more):
    return {"base": 4, "weapons": [SWORD, shortbow()], "abilities": {"strength": 16},
            "armour": {"armour": 4, "shield": 2}, **more}  # fmt: skip


# --- the order ---------------------------------------------------------------------------------


def test_rows_come_in_initiative_order_with_the_actor_marked():
    fight = battle(
        "A.b.C", {"A": {"initiative": 5}, "b": {"initiative": 9}, "C": {"initiative": 7}}
    )
    Session(fight).begin()
    rows = order_rows(fight, None, "heroes")
    assert [row.id for row in rows] == ["b", "C", "A"]
    assert [row.acting for row in rows] == [True, False, False]
    assert [row.friendly for row in rows] == [False, True, True]
    assert rows[0].side_name == "Foes"
    assert len({row.mark for row in rows}) == 2


def test_before_the_battle_the_set_up_is_the_order():
    assert [row.id for row in order_rows(battle("A.b"))] == ["A", "b"]


def test_fog_leaves_no_gap_for_those_unknown_and_hides_hit_points():
    fight = turn_of(battle("A..b#x", fog=True), "A")
    memory = Memory(fight, "heroes")
    rows = order_rows(fight, memory)
    assert [row.id for row in rows] == ["A", "b"]
    assert (rows[0].hp, rows[0].hp_max, rows[0].state) == (10, 10, "")
    assert (rows[1].hp, rows[1].state) == (None, "unhurt")


def test_whoever_is_at_an_act_of_several_turns_shows_how_far_it_is():
    fight = turn_of(battle("A.b", {"A": {"conditions": ["wedged"]}}), "A")
    fight.world.put("A", Effort("wriggle", "east", 3, 10, (0, 0)))
    assert [row.effort for row in order_rows(fight, None, "heroes")] == ["3/10", ""]
    assert sheet_of(fight, "A").conditions == ("wedged in a gap", "wriggling (3 of 10 rounds)")
    fight.world.put("A", Effort())
    assert [row.effort for row in order_rows(fight, None, "heroes")] == ["", ""]
    assert sheet_of(fight, "A").conditions == ("wedged in a gap",)


def test_what_a_condition_leaves_no_use_for_is_not_shown_as_left():
    def left(*conditions):
        fight = turn_of(battle("A.b", {"A": {"conditions": conditions}}), "A")
        return {one.name for one in actions(fight, fight.world["A"]) if one.left}

    assert left() - left("wedged") == {"step", "opportunity"}


@pytest.mark.parametrize(("hp", "conditions", "state"), [
    (10, [], "unhurt"), (6, [], "hurt"), (5, [], "badly hurt"), (0, ["helpless"], "down"),
    (4, ["helpless"], "helpless"), (-10, ["dead", "helpless"], "dead"),
])  # fmt: skip
def test_under_fog_a_foes_wounds_are_told_in_words(hp, conditions, state):
    fight = turn_of(battle("A..b", {"b": {"conditions": conditions}}, fog=True), "A")
    fight.world.put("b", HitPoints(hp, 10))
    assert order_rows(fight, Memory(fight, "heroes"))[1].state == state


# --- the sheet ---------------------------------------------------------------------------------


def test_a_sheet_tells_what_the_rules_would_do():
    fight = turn_of(battle("A....b", {"A": fighter()}), "A")
    sheet = sheet_of(fight, "A")
    assert (sheet.defence, sheet.speed, sheet.speed_left, sheet.reach) == (16, 6, 6, 1)
    assert [weapon.text for weapon in sheet.weapons] == [
        "longsword +7 1d8+3 (19-20/x2)",
        "shortbow +4 1d6 (x3)",
    ]
    assert {part.name: part.value for part in sheet.parts} == {"armour": 4, "shield": 2}
    assert sum(part.value for part in sheet.weapons[0].parts) == 7
    assert (sheet.size, sheet.side_name, sheet.hp, sheet.hp_max) == ("Medium", "Heroes", 10, 10)


def test_what_stands_around_does_not_change_a_sheet():
    alone = turn_of(battle("A......b", {"A": fighter()}), "A")
    crowd = turn_of(battle(".C.\nbAb\n#d#", {"A": fighter()}), "A")
    assert sheet_of(alone, "A").weapons == sheet_of(crowd, "A").weapons
    assert sheet_of(alone, "A").defence == sheet_of(crowd, "A").defence


def test_the_present_state_does():
    fight = turn_of(battle("A....b", {"A": fighter()}), "A")
    fight.world.put("A", Conditions())
    up = sheet_of(fight, "A")
    prone = turn_of(battle("A....b", {"A": fighter(conditions=["prone"])}), "A")
    down = sheet_of(prone, "A")
    assert down.weapons[0].bonus == up.weapons[0].bonus - 4
    assert down.defence == up.defence - 4
    assert down.conditions == ("prone",)


@pytest.mark.parametrize("size", ["fine", "tiny", "small", "medium", "large", "huge", "colossal"])
def test_sheets_of_all_sizes_with_all_weapons(size):
    weapons = [SWORD, longspear(), shortbow(), Weapon("fist", "1d3", reach=0), Weapon("dart", "1",
               increment=2, increments=5), Weapon("weak", "1d2")]  # fmt: skip
    fight = turn_of(battle("A" + "." * 11, {
        "x": {"at": (3, 0), "size": size, "weapons": weapons, "abilities": {"strength": 6}},
    }), "A")  # fmt: skip
    sheet = sheet_of(fight, "x")
    assert len(sheet.weapons) == 6
    for row in sheet.weapons:
        assert not {part.name for part in row.parts} & {"range", "flanking", "cover", "into melee"}
    assert sheet.weapons[-1].damage == "1d2-2"


def test_squeezed_bodies_have_sheets_too():
    fight = turn_of(battle("A....", {"O": {"at": (2, 0), "extent": (1, 2)}}), "A")
    sheet = sheet_of(fight, "O")
    assert "squeezed" in sheet.conditions
    assert {"squeezing"} <= {part.name for part in sheet.parts}


def test_actions_and_speed_run_down_with_the_turn():
    fight = turn_of(battle("A......b", {"A": fighter()}), "A")
    assert {a.name: a.left for a in actions(fight, fight.world["A"])} == {
        "standard": 1, "move": 1, "step": 1, "opportunity": 1,
    }  # fmt: skip
    assert not sheet_of(fight, "A").under_way
    submit(fight, Move("A", to=(4, 0)))
    sheet = sheet_of(fight, "A")
    assert (sheet.speed, sheet.speed_left, sheet.under_way) == (6, 2, True)
    assert {a.name: a.available for a in sheet.actions}["move"] is False
    submit(fight, Move("A", to=(6, 0)))
    submit(fight, Strike("A", "b", "longsword"))
    sheet = sheet_of(fight, "A")
    assert sheet.speed_left == 0
    assert not any(a.available for a in sheet.actions if a.name in ("standard", "move"))
    assert all(a.label and "_" not in a.label for a in sheet.actions)


def test_the_move_action_left_after_a_five_foot_step_is_not_to_go_with():
    fight = turn_of(battle("A......b"), "A")
    submit(fight, Move("A", to=(1, 0), mode="five_foot_step"))
    sheet = sheet_of(fight, "A")
    assert sheet.speed_left == 0
    assert {a.name: (a.label, a.left) for a in sheet.actions}["move"] == ("move (no distance)", 1)


def test_a_foes_hit_points_and_what_is_left_to_it_are_hidden_by_fog():
    fight = turn_of(battle("A..b", fog=True), "b")
    submit(fight, Move("b", to=(2, 0)))
    told = sheet_of(fight, "b", Memory(fight, "heroes"))
    assert (told.hp, told.actions, told.under_way) == (None, (), False)
    assert sheet_of(fight, "b", Memory(fight, "foes")).under_way
    assert sheet_of(fight, "A", Memory(fight, "heroes")).hp == 10


@pytest.mark.parametrize("ruleset", ["d20"])
def test_bestiary_entries_make_sheets(ruleset):
    data = content(ruleset)
    fight = battle("A" + "." * 30 + "\n" + "\n".join(["." * 31] * 7))
    world = fight.world
    for kind, entry in data.bestiary.items():
        for component in data.creature(entry):
            world.put("A", component)
        extent = world["A"].size.extent
        world.put("A", Position(type(world["A"].body)((0, 0), extent)))
        sheet = sheet_of(fight, "A")
        assert len(sheet.weapons) == len(world["A"].offence.weapons), kind
        assert all("d" in row.damage or row.damage.isdigit() for row in sheet.weapons), kind


# --- the line under the board --------------------------------------------------------------------


def test_the_line_names_who_is_there():
    fight = turn_of(battle("A....b"), "A")
    assert cell_line(fight, (5, 0)) == "(5,0) floor - b (10 of 10 hp)"


def test_the_line_names_the_ground():
    fight = turn_of(battle("A#...b"), "A")
    assert cell_line(fight, (1, 0)) == "(1,0) wall"
    assert cell_line(fight, (99, 0)) == "(99,0) off the map"


def test_the_line_leaks_nothing_through_fog():
    fight = turn_of(battle("A..#x,", fog=True), "A")
    memory = Memory(fight, "heroes")
    assert cell_line(fight, (4, 0), memory) == "(4,0) unknown"
    assert cell_line(fight, (5, 0), memory) == "(5,0) unknown"
    seen = turn_of(battle("A..b", fog=True), "A")
    assert cell_line(seen, (3, 0), Memory(seen, "heroes")) == "(3,0) floor - b (unhurt)"


def test_dark_places_are_called_dark():
    fight = turn_of(battle("A..b", dark=True), "A")
    assert cell_line(fight, (1, 0)) == "(1,0) floor, dark"


def test_whoever_is_carried_has_no_bar_in_the_order():
    carried = {"side": "heroes", "conditions": ["helpless", "carried"], "hp": 34}
    up, borne = order_rows(battle("Ab", {"b": carried}))
    assert (up.up, borne.up, borne.state) == (True, False, "carried")
    assert _right(borne, "unicode").plain.split() == ["carried"]
    assert len(_right(up, "unicode").plain.split()) > 1
