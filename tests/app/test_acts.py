"""What is done beyond the plain keys: risks, the card, questions, areas, switches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import attrs
import pytest
from app.conftest import Play
from app.players import SCENARIOS, game, press, screen, seat, settled, shown
from boards import battle, turn_of
from textual.pilot import Pilot

from tacsim.app.battle.cards.acts_card import ActsCard
from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.battle.cards.why import WhyCard
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.content.scenarios import read_scenario
from tacsim.core import intents as intents_
from tacsim.core.components import AreaAttack
from tacsim.core.events import ConditionGained, Spent
from tacsim.core.intents import (
    Aid,
    Area,
    BullRush,
    Decline,
    Delay,
    Dodge,
    EndTurn,
    Move,
    Ready,
    Strike,
    Take,
    Trip,
)
from tacsim.core.verdicts import Reason, refuse
from tacsim.player.acting.act_lines import lines
from tacsim.player.game import new_game, resumed_game
from tacsim.player.pointing.measuring import area, inside, template
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.selection import Selection
from tacsim.player.pointing.tools import Tool
from tacsim.rules.combat.policies import PlainAct
from tacsim.rules.engine import submit
from tacsim.view.wording.acts import verb

TRICKS = SCENARIOS / "tricks.toml"
SKIRMISH_KEYS = ("n", "tab", *["down"] * 9)


def intents(pilot: Pilot[int]) -> list[Any]:
    return screen(pilot).game.session.intents


def planner_for(board: str, creatures: dict[str, Any] | None = None, actor: str = "A") -> Planner:
    return Planner(turn_of(battle(board, creatures), actor), actor)


# --- what may fail on the way --------------------------------------------------------------------


def test_a_way_to_move_that_passes_foes_is_planned_as_the_rules_find_it() -> None:
    planner = planner_for("A.b...", {"A": {"skills": {"tumble": 10}}, "b": {"hp": 5}})
    preview = planner.move((4, 0), "tumble_fast")
    assert preview.intent is not None
    assert [leg.body.at for leg in preview.legs] == [(1, 0), (2, 0), (3, 0), (4, 0)]
    assert (4, 0) in planner.range_of("tumble_fast")
    assert (4, 0) not in planner.range_of("walk")
    assert [one.about for one in preview.movement_checks] == ["b"]
    assert preview.warns


def test_a_foe_that_is_sure_to_be_slipped_is_no_risk() -> None:
    board = "A......\n...b..."
    sure = planner_for(board, {"A": {"skills": {"tumble": 30}}, "b": {"base": 5}})
    unsure = planner_for(board, {"A": {"skills": {"tumble": 5}}, "b": {"base": 5}})
    assert planner_for(board, {"b": {"base": 5}}).move((5, 0), "walk").risks
    for planner, risks in ((sure, []), (unsure, ["b"])):
        preview = planner.move((5, 0), "tumble_fast")
        assert [one.about for one in preview.movement_checks] == ["b"]
        assert [risk.actor for risk in preview.risks] == risks
        assert preview.warns == bool(risks)
        assert bool(preview.movement_checks[0].passed == 1) != bool(risks)


def test_an_overrun_at_a_foe_leads_straight_through_it() -> None:
    planner = planner_for("A..b...\n.......")
    preview = planner.rush("b", "overrun")
    assert [leg.body.at for leg in preview.legs][-2:] == [(3, 0), (4, 0)]
    chance = next(one for one in preview.movement_checks if one.what == "overrun")
    assert chance.passed == 0.5, "both are alike, and throw again if they tie"
    assert planner.move((4, 0), "overrun").movement_checks  # though the way round is no longer


def test_a_charge_over_a_foe_says_so() -> None:
    planner = planner_for("A..b...c", {"c": {"hp": 3}})
    preview = planner.charge("c", "charge")
    assert [one.what for one in preview.movement_checks] == ["overrun"]
    assert preview.warns


@pytest.mark.asyncio
async def test_a_climb_is_shown_and_asked_once_more(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "up")
        assert "climb 55 %" in shown(pilot)
        await press(pilot, "enter")
        assert "Enter again to do it" in shown(pilot)
        assert not intents(pilot)
        await press(pilot, "enter")
        assert intents(pilot) == [Move("tess", path=((1, 2),), extents=((1, 1),))]


@pytest.mark.asyncio
async def test_an_overrun_is_shown_with_its_chance(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "full_stop", "d", "o", "enter")
        assert "Enter overrun, 6 of 6 squares ∙ Orc: 77 % to get through" in shown(pilot)


# --- the card ------------------------------------------------------------------------------------


def test_the_card_lists_what_the_ruleset_has_each_with_a_key_of_its_own() -> None:
    selection = Selection(planner_for("A.b").battle)
    selection.begin(planner_for("A.b"))
    found = lines(selection)
    names = {line.name for line in found}
    assert {"overrun", "tumble", "trip", "bull_rush", "aid", "ready move", "delay"} <= names
    keys = [line.key for line in found]
    assert len(set(keys)) == len(keys)
    assert all(keys)


def test_what_cannot_be_done_has_the_reason_of_the_rules() -> None:
    planner = planner_for("A.b")
    selection = Selection(planner.battle)
    selection.begin(planner)
    why = {
        line.name: line.refusal.reason.value
        for line in lines(selection)
        if line.refusal is not None
    }
    assert why["tumble"] == "untrained"
    assert why["bull_rush"] == "not_adjacent"
    assert why["coup_de_grace"] == "not_helpless"
    assert why["dodge"] == "no_feat"
    assert why["aid"] == "no_friend"
    assert why["spring_attack"] == "no_feat"
    assert why["overrun"] == "off_map", "behind the foe there is nothing"
    assert {"delay", "ready reach", "defensive", "template"}.isdisjoint(why)


@attrs.frozen
class Mock:
    """An act that no rules have: to make a foe angry, or ``loudly`` all that hear it."""

    actor: str
    target: str = attrs.field(metadata=intents_.FOE)
    loudly: bool = attrs.field(default=False, metadata=intents_.VARIANT)


class Mocking(PlainAct):
    """Done beside a foe, as a move action."""

    def candidates(self, battle: Any, actor: Any) -> Iterator[Mock]:
        for foe, loudly in product(battle.foes(actor), (False, True)):
            yield Mock(actor.id, foe.id, loudly)

    def begin(self, battle: Any, intent: Mock) -> Any:
        actor, foe = battle.world[intent.actor], battle.world[intent.target]
        if battle.ruleset.metric.distance(actor.body, foe.body) > 1:
            return refuse(Reason.NOT_ADJACENT, "home.mock", name=foe.id)
        if not actor.resources["move"]:
            return refuse(Reason.NO_ACTION, "home.mock")
        return [Spent(actor.id, (("move", 0),)), ConditionGained(foe.id, "shaken")]


def test_an_act_of_new_rules_is_on_the_card_is_aimed_and_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(intents_.INTENTS, "mock", Mock)
    monkeypatch.setitem(intents_.NAMES, Mock, "mock")
    fight = turn_of(battle("Ab..c"), "A")
    rules = fight.ruleset
    fight.ruleset = attrs.evolve(
        rules,
        procedures={**rules.procedures, "mock": Mocking()},
    )
    selection = Selection(fight)
    selection.begin(Planner(fight, "A"))
    found = {line.name: line for line in lines(selection)}
    assert found["mock"].text == "Mock"
    assert found["mock loudly"].text == "Mock loudly"
    keys = [line.key for line in found.values()]
    assert len(set(keys)) == len(keys)
    assert all(keys)
    loud = found["mock loudly"].tool
    assert loud is not None
    selection.use(loud)
    assert selection.target == "b"
    assert verb("mock loudly", ["b"]) == "mock loudly: b"
    selection.cycle(1)
    assert selection.commit().refusal == refuse(Reason.NOT_ADJACENT, "home.mock", name="c")
    selection.cycle(1)
    done = selection.commit()
    assert done.intent == Mock("A", "b", loudly=True)
    submit(fight, done.intent)
    assert fight.world["b"].has("shaken")
    selection.begin(Planner(fight, "A"))
    refused = {line.name: line.refusal for line in lines(selection)}
    assert refused["mock"] == refuse(Reason.NO_ACTION, "home.mock")


@pytest.mark.asyncio
async def test_a_line_that_cannot_be_chosen_says_why_and_stays(play: Play) -> None:
    async with play(game(TRICKS), size=(80, 24)) as pilot:
        await press(pilot, "enter", "down", "enter", "d", "b", "enter")
        assert isinstance(pilot.app.screen, ActsCard)
        assert "Bull rush, going with the foe Orc is not next to it. d20." in " ".join(
            shown(pilot).split()
        )
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ActsCard), "what was typed is cleared first"
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, BattleScreen)


@pytest.mark.asyncio
async def test_why_explains_what_is_planned(play: Play) -> None:
    """The trip's chances while a trip is aimed, the attack's while nothing else is."""
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "right", "enter", "d", "i", "enter", "w")
        assert isinstance(pilot.app.screen, WhyCard)
        text = " ".join(shown(pilot).split())
        assert "Planned: trip Orc." in text
        assert "75 % to get a hold. d20.trip" in text
        assert "34 % to bring it down. d20.trip" in text
        assert "damage expected" not in text
        await press(pilot, "escape", "escape", "a", "w")
        text = " ".join(shown(pilot).split())
        assert "Planned: attack Orc." in text
        assert text.count("Tess with club: ") == 1
        assert "to bring it down" not in text


@pytest.mark.asyncio
async def test_why_explains_a_way_with_what_it_provokes_and_may_fail(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "up", "w")
        text = " ".join(shown(pilot).split())
        assert "Planned: walk, " in text
        assert "Climb 55 %. d20.obstacle.check" in text


@pytest.mark.asyncio
async def test_acts_are_aimed_as_attacks_are_and_say_their_chances(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "right", "enter", "d", "i", "enter")
        assert "trip Orc: 75 % to get a hold, then 34 % to bring it down" in shown(pilot)
        await press(pilot, "enter")
        assert intents(pilot)[-1] == Trip("tess", "orc")
        await press(pilot, "d", "g", "enter")
        assert "evade the attacks of Orc" in shown(pilot)
        await press(pilot, "enter")
        assert intents(pilot)[-1] == Dodge("tess", "orc")
        assert "+1 defence v Orc: dodge" in shown(pilot)


@pytest.mark.asyncio
async def test_the_guard_is_carried_by_the_next_attack_and_lowers_its_odds(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "right", "enter", "a")
        before = seat(pilot).selection.preview.attacks[0].roll.hit
        await press(pilot, "escape", "d", "f", "enter", "a")
        assert "defensively" in shown(pilot)
        assert seat(pilot).selection.preview.attacks[0].roll.hit == pytest.approx(before - 0.2)
        await press(pilot, "enter")
        assert intents(pilot)[-1] == Strike("tess", "orc", defensive=True)
        assert "fighting defensively" in shown(pilot)


@pytest.mark.asyncio
async def test_a_bull_rush_takes_the_place_of_a_charges_blow(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "full_stop", "full_stop", "d", "B", "enter")
        selection = seat(pilot).selection
        while selection.target != "orc":
            await press(pilot, "tab")
        assert "charge Orc, then bull rush" in shown(pilot)
        await press(pilot, "enter")
        if selection.warned:
            await press(pilot, "enter")
        assert intents(pilot)[-1].mode == "charge"
        assert intents(pilot)[-1].target is None
        assert "Enter bull rush Orc" in shown(pilot)
        await press(pilot, "enter", "enter")
        assert intents(pilot)[-1] == BullRush("hound", "orc")


@pytest.mark.asyncio
async def test_a_spring_attack_strikes_on_the_way_to_where_the_cursor_is(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "d", "s", "enter")
        await press(pilot, "n")
        assert "Enter spring attack at Orc" in shown(pilot)
        await press(pilot, "enter")
        assert intents(pilot)[-1].mode == "spring_attack"
        assert intents(pilot)[-1].target == "orc"
        assert seat(pilot).playback.battle.world["tess"].at == (2, 4)


def test_where_a_spring_attack_may_end_is_where_the_rules_allow_it() -> None:
    feats = ["dodge", "mobility", "spring_attack"]
    planner = planner_for("......\nA..b..\n......", {"A": {"feats": feats, "speed": 4}})
    allowed = {
        (x, y)
        for y in range(3)
        for x in range(6)
        if planner.dart((x, y), "spring_attack", "b").intent is not None
    }
    assert planner.dart_range("spring_attack", "b") == allowed


@pytest.mark.parametrize("foes", [1, 2])
def test_aid_asks_against_whom_only_where_there_is_a_choice(foes: int) -> None:
    board = "Ab\nBc" if foes == 2 else "Ab\nB."
    planner = planner_for(board)
    selection = Selection(planner.battle)
    selection.begin(planner)
    selection.use(Tool("act", "aid"))
    assert selection.target == "B"
    done = selection.commit()
    if foes == 2:
        assert done.intent is None
        assert selection.tool == Tool("act", "aid", "B")
        selection.cycle(1)
        done = selection.commit()
        assert done.intent == Aid("A", "B", "c")
    else:
        assert done.intent == Aid("A", "B", "b")


# --- questions -----------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_foe_in_the_way_is_asked_whether_it_steps_aside(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "full_stop", "d", "o", "enter", "enter", "enter")
        assert isinstance(pilot.app.screen, QuestionCard)
        text = shown(pilot)
        assert "In the way: Orc (Raiders)" in text
        assert "[y] step aside  [n] stand in the way  [w] why" in text
        assert "Bull gets through with 77 %" in text
        assert "always" not in text
        await press(pilot, "a", "v", "t")
        assert isinstance(pilot.app.screen, QuestionCard)
        await press(pilot, "w")
        assert "d20.overrun" in shown(pilot)
        await press(pilot, "y")
        assert intents(pilot)[-1] == Take("orc")
        assert seat(pilot).playback.battle.world["bull"].at != (0, 5)


@pytest.mark.asyncio
async def test_a_standing_answer_holds_for_opportunities_only(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        screen(pilot).game_loop.standing["orc"] = "never"
        await press(pilot, "enter", "full_stop", "d", "o", "enter", "enter", "enter")
        assert isinstance(pilot.app.screen, QuestionCard)
        assert Decline("orc") not in intents(pilot)


@pytest.mark.asyncio
async def test_who_delays_is_asked_after_each_turn_and_comes_in(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "d", "w", "enter")
        assert intents(pilot) == [Delay("tess")]
        await press(pilot, "full_stop")
        text = shown(pilot)
        assert "Bull has ended its turn, and Tess may come in now." in text
        assert "[y] act now  [n] wait on" in text
        await press(pilot, "n")
        assert "Hound ∙ Heroes" in shown(pilot)
        await press(pilot, "full_stop", "y")
        assert "Tess ∙ Heroes" in shown(pilot)
        order = seat(pilot).playback.battle.world.order
        assert order.index("tess") == order.index("hound") + 1


@pytest.mark.asyncio
async def test_what_was_made_ready_is_asked_with_the_odds_of_its_attack(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "d", "r", "enter")
        assert "get ready to strike whoever comes within reach" in shown(pilot)
        await press(pilot, "enter")
        assert intents(pilot) == [Ready("tess", "reach")]
        assert "ready to strike whoever comes within" in shown(pilot)
        await press(pilot, "full_stop", "full_stop", "full_stop", "enter", "left", "enter")
        text = shown(pilot)
        assert "Tess is ready (Heroes)" in text
        assert "Orc does what Tess has kept its attack for." in text
        assert "club +4 v 13: 60 % to hit" in text
        await press(pilot, "y")
        assert intents(pilot)[-1] == Take("tess")


# --- areas ---------------------------------------------------------------------------------------


def test_an_area_attack_says_whom_it_catches_and_warns_of_friends() -> None:
    breath = AreaAttack("breath", "cone", 3, "2d6", "ref", 13, half=True)
    planner = planner_for("A.bB..\n......", {"A": {"areas": [breath]}})
    preview = area(planner, "breath", (3, 0))
    assert isinstance(preview.intent, Area)
    assert {one.creature for one in preview.caught} == {"b", "B"}
    assert preview.friends == ("B",)
    assert preview.warns
    assert (2, 0) in preview.area
    assert area(planner, "breath", (0, 0)).intent is None  # it points nowhere


def test_a_template_is_measured_anywhere_in_any_shape_and_size() -> None:
    planner = planner_for("A.b...\n......\n......\n......")
    battle, body = planner.battle, planner.battle.world[planner.actor].body
    for shape, more in battle.ruleset.areas.shapes.items():
        assert template(battle, body, shape, 2, (3, 2), (1, 1) if more.aimed else None)
    burst = template(battle, body, "burst", 2, (3, 2), None)
    assert burst == battle.ruleset.areas.cells(battle, "burst", 2, (3, 2))
    assert inside(battle.world, planner.known, burst) == ("b",)


@pytest.mark.asyncio
async def test_the_template_changes_shape_size_and_where_it_starts(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "d", "e", "enter")
        assert "A burst, 4 squares: Tess, Bull" in shown(pilot)
        await press(pilot, "left_square_bracket", "left_square_bracket")
        assert "A burst, 2 squares: Tess" in shown(pilot)
        await press(pilot, "s", "s")
        assert "A cone, 2 squares" in shown(pilot)
        await press(pilot, "enter", "right", "right")
        assert seat(pilot).selection.tool.origin == (1, 3)
        assert "A cone, 2 squares: Orc" in shown(pilot)
        assert not intents(pilot)
        await press(pilot, "escape", "s")
        assert seat(pilot).selection.tool.kind == "step"


@pytest.mark.asyncio
async def test_an_area_is_breathed_on_with_enter(play: Play) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "full_stop", "full_stop", "d", "1", "enter")
        assert "Fire breath: point at where it goes." in shown(pilot)
        await press(pilot, "right", "n")
        assert "Enter fire breath: Kob saves at 45 %, about 5 damage" in shown(pilot)
        await press(pilot, "enter")
        assert isinstance(intents(pilot)[-1], Area)
        await press(pilot, "d")
        assert "It can do this again" in shown(pilot) or "No standard action" in shown(pilot)


@pytest.mark.asyncio
@pytest.mark.parametrize("keys", [("d", "1", "enter", "right"), ("a",)])
async def test_the_key_that_ends_the_turn_first_leaves_what_is_aimed(
    play: Play, keys: tuple[str, ...]
) -> None:
    async with play(game(TRICKS)) as pilot:
        await press(pilot, "enter", "full_stop", "full_stop", *keys)
        before = list(intents(pilot))
        assert seat(pilot).selection.tool.mode
        await press(pilot, "full_stop")
        assert intents(pilot) == before
        assert seat(pilot).selection.tool == Tool("move")
        assert ". again ends the turn" in shown(pilot)
        await press(pilot, "full_stop")
        assert isinstance(intents(pilot)[len(before)], EndTurn)


# --- switches ------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_switches_are_listed_changed_and_saved_with_the_battle(
    keep: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [TRICKS])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*SKIRMISH_KEYS)
        await pilot.pause()
        assert "Reach diagonal" in shown(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "changed" in shown(pilot)
        await pilot.press(*["up"] * 5, "right")
        assert "each may ask the commander" in shown(pilot)
        await pilot.press("b")
        await settled(pilot)
        battle_screen = screen(pilot)
        assert not battle_screen.seat.playback.battle.ruleset.switches["reach_diagonal"]
        assert battle_screen.seat.playback.battle.ruleset.switches["overrun_charge"]
        save = battle_screen.game.save
        await pilot.press("q")
        await pilot.pause()
    assert save is not None
    resumed = resumed_game(save)
    try:
        assert not resumed.opening.ruleset.switches["reach_diagonal"]
        assert resumed.advice
        again = resumed.again()
        assert not again.opening.ruleset.switches["reach_diagonal"]
        again.close()
    finally:
        resumed.close()


def test_without_a_choice_the_scenarios_own_switches_hold() -> None:
    scenario = read_scenario(TRICKS)
    plain = new_game(scenario, {}, keep=False)
    assert dict(plain.opening.ruleset.switches) == dict(scenario.switches)
    changed = new_game(scenario, {}, keep=False, switches={"overrun_charge": False})
    assert not changed.opening.ruleset.switches["overrun_charge"]
    assert changed.scenario.switches["overrun_charge"] is False


# --- around the board ----------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_surprise_round_is_called_one(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "surprise.toml"
    path.write_text(TRICKS.read_text("utf-8") + 'conditions = ["unaware"]\n', "utf-8")
    async with play(game(path)) as pilot:
        await press(pilot, "enter")
        assert "Tricks ∙ surprise round ∙ d20" in shown(pilot)


@pytest.mark.asyncio
async def test_fog_keeps_the_unseen_out_of_the_card_and_of_areas(play: Play) -> None:
    async with play(game(SCENARIOS / "wall.toml", fog=True), size=(140, 45)) as pilot:
        await press(pilot, "d")
        for _ in range(20):
            assert "Lurker" not in shown(pilot)
            await pilot.press("down")
        await press(pilot, "e", "enter", *["right_square_bracket"] * 20)
        assert "Lurker" not in shown(pilot)
        assert "lurker" not in seat(pilot).selection.planner.targets


@pytest.mark.asyncio
async def test_a_long_warning_is_folded_not_lost(play: Play) -> None:
    async with play(game(TRICKS), size=(70, 24)) as pilot:
        await press(pilot, "enter", "d", "s", "enter", "right", "right", "up", "up", "enter")
        text = " ".join(shown(pilot).split())
        assert "Enter again to do it ∙ spring attack at Orc" in text
        assert "∙ climb 55 %" in text
        assert "% to hit" in text
