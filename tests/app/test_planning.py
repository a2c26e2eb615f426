"""Planning: previews say what the rules will do."""

from __future__ import annotations

from typing import Any

import pytest
from app.players import CROSSING, SCENARIOS
from boards import battle, club, longspear, turn_of

from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.intents import Move, TotalDefense
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.grid.cells import Cell
from tacsim.grid.metric import cells
from tacsim.player.pointing.chances import warnings
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.selection import Selection
from tacsim.player.pointing.tools import Tool
from tacsim.player.record.playback import Playback
from tacsim.rules.engine import check
from tacsim.rules.movement import plan as ways
from tacsim.rules.movement.plan import Plan, plan
from tacsim.rules.movement.policies import MoveMode
from tacsim.rules.movement.steps import Mover
from tacsim.session.perception import Memory
from tacsim.session.session import Session
from tacsim.storage.digest import StateDigest


@pytest.mark.parametrize("name", ["crossing.toml", "ringed.toml"])
def test_a_planned_way_is_the_one_that_the_rules_find(name: str) -> None:
    fight = begin(read_scenario(SCENARIOS / name))
    session = Session(fight)
    session.begin()
    assert session.decision is not None
    actor = session.decision.actor
    planner = Planner(fight, actor)
    field = fight.world.field
    for mode in ("walk", "double"):
        for to in ((x, y) for y in range(field.height) for x in range(field.width)):
            if to == fight.world[actor].at:
                continue
            expected = plan(fight, Move(actor, to=to, mode=mode))
            preview = planner.move(to, mode)
            if isinstance(expected, Refused):
                assert preview.refusal == expected
                continue
            others = (planner.move(to, mode, body=n) for n in range(4))  # whole comes first
            preview = next(one for one in others if one.legs[-1].body == expected.path[-1])
            assert [leg.body for leg in preview.legs] == list(expected.path)
            assert preview.spent == cells(expected.allowance.spent + expected.cost2)


def test_a_way_is_judged_once_by_the_mode_that_leads_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    within = ways._within

    def counted(mover: Mover, mode: MoveMode, *further: Any) -> Plan | Refused:
        asked.append(mode.name)
        return within(mover, mode, *further)

    planner = Planner(turn_of(battle("A........"), "A"), "A")
    assert (8, 0) in planner.range.far
    monkeypatch.setattr(ways, "_within", counted)
    assert planner.move((8, 0)).mode == "double"
    assert asked == ["double"]


def test_a_large_body_is_put_where_it_covers_the_cell_pointed_at() -> None:
    fight = turn_of(battle("AA....\nAA....\n......"), "A")
    planner = Planner(fight, "A")
    assert planner.anchor((3, 0)) == (3, 0)
    assert planner.anchor((5, 2)) == (4, 1)


def test_a_large_body_that_cannot_come_so_far_is_not_told_of_the_maps_edge() -> None:
    fight = turn_of(battle("AA............................\nAA............................"), "A")
    planner = Planner(fight, "A")
    refusal = planner.move(planner.anchor((29, 1))).refusal
    assert refusal is not None
    assert refusal.reason is Reason.BUDGET


@pytest.mark.parametrize(
    ("board", "cell"),
    [("A.B..", (2, 0)), ("AA...B\nAA....\n######", (5, 0))],
)
def test_a_friends_square_says_that_one_may_pass_but_not_stop(board: str, cell: Cell) -> None:
    fight = turn_of(battle(board), "A")
    selection = Selection(fight)
    selection.begin(Planner(fight, "A"))
    selection.point(cell)
    assert selection.preview.refusal == refuse(Reason.STOP_OCCUPIED, "d20.end.occupied", by="B")


@pytest.mark.parametrize(("base", "alone"), [(0, True), (6, False)])
def test_a_full_attack_of_one_attack_warns_before_it_takes_the_move(base: int, alone: bool) -> None:
    fight = turn_of(battle("Ab", {"A": {"base": base}, "b": {"hp": 50}}), "A")
    preview = Planner(fight, "A").act("full_attack", "b")
    assert preview.warns is alone
    said = "; ".join(warnings(preview, fight.world))
    assert ("one attack only, and it takes the move too" in said) is alone
    assert not Planner(fight, "A").act("strike", "b").warns


def test_each_opportunity_has_the_odds_of_the_step_that_gives_it() -> None:
    fight = turn_of(battle("A......\n...b...", {"b": {"weapons": [longspear()], "base": 5}}), "A")
    preview = Planner(fight, "A").move((5, 0))
    assert [risk.actor for risk in preview.risks] == ["b"]
    assert [leg.provokes for leg in preview.legs].count(("b",)) == 1
    assert preview.risks[0].roll.hit == pytest.approx(0.8)


def test_an_attack_of_opportunity_happens_as_the_preview_says() -> None:
    fight = turn_of(battle("Ab.....\n.......", {"b": {"base": 5}}), "A")
    preview = Planner(fight, "A").move((4, 1))
    assert preview.intent is not None
    entries = Session(fight).submit(preview.intent)
    provoked = [e.event.by for e in entries if e.event.NAME == "provoked"]
    assert provoked == [risk.actor for risk in preview.risks]


def test_acts_are_refused_as_the_rules_refuse_them() -> None:
    fight = turn_of(battle("A.b"), "A")
    planner = Planner(fight, "A")
    assert planner.act("total_defense").intent == TotalDefense("A")
    assert planner.affords("strike")
    assert planner.forbids("walk") is None
    assert planner.forbids("crawl") is not None
    assert not planner.affords("disengage")


def test_an_attack_that_a_condition_forbids_is_not_offered():
    for conditions, may in (((), True), (("wedged",), False)):
        fight = turn_of(battle("Ab.", {"A": {"conditions": conditions}}), "A")
        planner = Planner(fight, "A")
        assert [planner.affords(act) for act in ("strike", "full_attack")] == [may, may]


def test_an_attack_is_not_offered_while_nobody_is_known_whom_it_could_be_aimed_at() -> None:
    """Else the key bar would go on offering it with all spent: there is no target to refuse."""
    fight = turn_of(battle("A....#....b", fog=True, dark=True), "A")
    planner = Planner(Memory(fight, "heroes").belief, "A")
    assert [planner.affords(act) for act in ("strike", "full_attack")] == [False, False]
    assert planner.affords("total_defense")


def test_a_copy_of_a_battle_is_the_same_and_independent() -> None:
    fight = begin(read_scenario(CROSSING))
    Session(fight).begin()
    twin = fight.fork()
    assert StateDigest(twin.world).value == StateDigest(fight.world).value
    before = StateDigest(fight.world).value
    session = Session(twin)
    assert twin.decision is not None
    session.submit(Move(twin.decision.actor, to=(6, 5)))
    assert StateDigest(fight.world).value == before


def test_the_stage_comes_to_the_same_state_event_by_event() -> None:
    fight = begin(read_scenario(CROSSING))
    playback = Playback(fight)
    session = Session(fight)
    playback.take(session.begin())
    playback.take(session.submit(Move("aldis", to=(6, 5))))
    assert playback.busy
    while playback.busy:
        playback.show_next()
    assert StateDigest(playback.battle.world).value == StateDigest(fight.world).value


def test_a_charge_is_refused_for_what_is_on_the_straightest_line() -> None:
    """A wall is on another line only, which is as near by its cost."""
    fight = turn_of(battle("......\nA,,..b\n...#..\n......"), "A")
    refusal = Planner(fight, "A").charge("b", "charge").refusal
    assert refusal is not None
    assert refusal == check(fight, Move("A", mode="charge", target="b"))
    assert refusal.reason is Reason.HAMPERED


def test_a_charge_at_who_is_straight_ahead_goes_straight_ahead() -> None:
    """Beside the foe are two more places as far off."""
    fight = turn_of(battle(".......\nA.....b\n......."), "A")
    intent = Planner(fight, "A").charge("b", "charge").intent
    assert isinstance(intent, Move)
    assert (intent.to or intent.path[-1]) == (5, 1)


def test_a_charge_is_refused_for_who_stands_in_the_way_and_not_for_a_wall_beside_the_foe() -> None:
    board = "#######\nA..c..b\n#######"
    fight = turn_of(battle(board, {"c": {"side": "heroes"}}), "A")
    refusal = Planner(fight, "A").charge("b", "charge").refusal
    assert refusal is not None
    assert refusal.reason is Reason.FRIEND_IN_WAY


def test_a_tool_aims_first_at_whom_it_can_be_used_on_as_chosen() -> None:
    weapons = {"A": {"weapons": (club(), longspear())}}
    selection = Selection(turn_of(battle("bA.c..d", weapons), "A"))
    selection.begin(Planner(selection.battle, "A"))
    attack = Tool("act", "strike")
    selection.use(attack)
    assert selection.target == "b", "the nearest"
    selection.weapon = "longspear"
    selection.point((1, 0))
    selection.use(attack)
    assert selection.target == "c", "b is too close for a longspear"
    selection.use(Tool("move"))
    selection.point((6, 0))
    selection.use(attack)
    assert selection.target == "c", "d, pointed at, is out of its reach"
