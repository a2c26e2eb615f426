"""A battle between sides: opportunities, hand-overs, fog, opponents, the end."""

from __future__ import annotations

import pytest
from app.conftest import Play
from app.players import SCENARIOS, game, press, screen, seat, settled, shown, until

from tacsim.app.battle.cards.handover import HandoverScreen
from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.battle.cards.result import ResultCard
from tacsim.app.battle.game_loop import PAUSES, Pace
from tacsim.app.menus.start import StartScreen
from tacsim.core.intents import Decline, EndTurn, Take

pytestmark = pytest.mark.asyncio


def at(pilot, creature: str = "aldis") -> tuple[int, ...]:
    return seat(pilot).playback.battle.world[creature].at


def intents(pilot) -> list:
    return screen(pilot).game.session.intents


# --- provoking and being provoked ----------------------------------------------------------------


async def test_what_provokes_is_named_with_its_odds_and_asked_once(play: Play) -> None:
    async with play(game(SCENARIOS / "ringed.toml")) as pilot:
        await press(pilot, "left", "left")
        assert "1 opportunity: Ogre" in shown(pilot)
        await press(pilot, "enter")
        assert "Enter again to do it" in shown(pilot)
        assert intents(pilot) == [EndTurn("ogre")]
        await press(pilot, "enter")
        assert len(intents(pilot)) > 1
        provoked = [e for e in screen(pilot).game.session.entries if e.event.NAME == "provoked"]
        assert len(provoked) == 1


async def test_the_question_has_odds_and_is_answered_with_one_key(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "right", "right", "enter", "a", "a", "full_stop")
        assert isinstance(pilot.app.screen, QuestionCard)
        text = shown(pilot)
        assert "Ogre moves out of a square that Aldis threatens" in text
        assert "greatsword +9 v 16: 70 % to hit, 10.0 damage expected" in text
        await press(pilot, "w")
        assert "d20.aoo.move" in shown(pilot)
        await press(pilot, "y")
        assert Take("aldis") in intents(pilot)


async def test_the_question_is_answered_by_a_click_on_a_key(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "right", "right", "enter", "a", "a", "full_stop")
        rows = shown(pilot).splitlines()
        row, line = next((n, one) for n, one in enumerate(rows) if "[n]" in one)
        await pilot.click(offset=(line.index("[n]") + 1, row))
        await settled(pilot)
        assert Decline("aldis") in intents(pilot)


async def test_never_is_remembered_and_can_be_changed(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "right", "right", "enter", "a", "a", "full_stop", "v")
        assert Decline("aldis") in intents(pilot)
        battle = screen(pilot)
        assert battle.game_loop.standing == {"aldis": "never"}
        while battle.seat.selection.at_cursor() != "aldis":
            await press(pilot, "tab")
        await press(pilot, "o")
        assert battle.game_loop.standing == {}
        assert "is asked at each opportunity" in shown(pilot)


async def test_ones_own_is_asked_again_whoever_shares_its_square(play: Play) -> None:
    async with play(game()) as pilot:
        battle = screen(pilot)
        battle.game_loop.standing["aldis"] = "never"
        world = battle.seat.playback.battle.world
        world.put("ogre", world["ogre"].position.__class__(world["aldis"].body, squeezed=False))
        battle.seat.selection.point(at(pilot))
        await press(pilot, "o")
        assert battle.game_loop.standing == {}


async def test_between_two_people_the_board_is_hidden_until_the_next_is_ready(play: Play) -> None:
    async with play(game(raiders="human", fog=True)) as pilot:
        assert isinstance(pilot.app.screen, HandoverScreen)
        assert "Heroes" in shown(pilot)
        assert "Ogre" not in shown(pilot)
        assert "Initiative" not in shown(pilot)
        await press(pilot, "enter", "full_stop")
        assert isinstance(pilot.app.screen, HandoverScreen)
        assert "Raiders" in shown(pilot)
        await press(pilot, "enter")
        assert "Ogre ∙ Raiders (a person)" in shown(pilot)


async def test_without_fog_nothing_is_hidden_and_a_line_says_whose_turn_it_is(play: Play) -> None:
    async with play(game(raiders="human"), size=(60, 20)) as pilot:
        assert "is next" not in shown(pilot)
        await press(pilot, "full_stop")
        assert "Ogre (Raiders) is next." in shown(pilot)
        await press(pilot, "full_stop")
        assert "Brin (Heroes) is next." in shown(pilot)


async def test_with_one_person_nothing_is_handed_over(play: Play) -> None:
    async with play(game()) as pilot:
        assert not isinstance(pilot.app.screen, HandoverScreen)


# --- fog -----------------------------------------------------------------------------------------


async def test_fog_keeps_the_unseen_out_of_everything_that_is_shown(play: Play) -> None:
    async with play(game(SCENARIOS / "wall.toml", fog=True), size=(140, 45)) as pilot:
        text = shown(pilot)
        assert "Lurker" not in text
        assert "Aldis" in text
        battle = screen(pilot)
        assert "lurker" not in battle.seat.selection.known
        assert not battle.seat.selection.planner.danger
        await press(pilot, "tab", "tab", "tab")
        assert battle.seat.selection.at_cursor() == "aldis"
        await press(pilot, "L")
        assert "Lurker" not in shown(pilot)


async def test_without_fog_the_same_creature_is_there(play: Play) -> None:
    async with play(game(SCENARIOS / "wall.toml"), size=(140, 45)) as pilot:
        assert "Lurker" in shown(pilot)


# --- the computer --------------------------------------------------------------------------------


async def test_opponents_play_their_turns_and_the_person_is_asked_again(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "full_stop")
        decision = screen(pilot).game.session.decision
        assert decision is not None
        assert seat(pilot).playback.battle.world[decision.actor].side == "heroes"


async def test_two_computers_fight_it_out_and_the_end_says_who_won(play: Play) -> None:
    async with play(game(heroes="ai:greedy")) as pilot:
        assert isinstance(pilot.app.screen, ResultCard)
        text = shown(pilot)
        assert "Victory: " in text
        assert "standing" in text
        await press(pilot, "b")
        assert "the battle is over" in shown(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ResultCard)


async def test_motion_shows_steps_and_any_key_skips_it(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PAUSES, "stepped", 600.0)  # only a key goes on, however slow the machine
    async with play(game()) as pilot:
        battle = screen(pilot)
        battle.game_loop.pace = Pace()
        for key in ("right", "right", "right", "enter"):
            await pilot.press(key)
        assert battle.seat.playback.busy
        await pilot.press("x")
        await settled(pilot)
        assert at(pilot) == (8, 5)


async def test_again_begins_the_same_battle_anew(play: Play) -> None:
    async with play(game(heroes="ai:greedy")) as pilot:
        first = screen(pilot).game
        await press(pilot, "a")
        again = screen(pilot).game
        assert again is not first
        assert again.scenario is first.scenario


async def test_a_battle_already_over_is_shown_with_its_end(play: Play) -> None:
    done = game(heroes="ai:greedy")
    done.session.begin()
    done.session.run()
    async with play(done) as pilot:
        assert isinstance(pilot.app.screen, ResultCard)


async def test_what_one_player_had_open_is_closed_before_the_next_one_looks(play: Play) -> None:
    async with play(game(raiders="human", fog=True)) as pilot:
        await press(pilot, "enter")
        battle = screen(pilot)
        pilot.app.open_screen("help")
        await pilot.pause()
        battle.game_loop.submit(EndTurn("aldis"))
        await settled(pilot)
        assert isinstance(pilot.app.screen, HandoverScreen)
        assert pilot.app.screen_stack[-2] is battle


async def test_a_key_typed_before_the_question_came_is_no_answer(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacsim.app.battle.screen.CALM", 1000.0)
    async with play(game()) as pilot:
        await press(pilot, "right", "right", "enter", "a", "a")
        screen(pilot).game_loop.restless = float("inf")
        await press(pilot, "full_stop", "y")
        card = pilot.app.screen
        assert isinstance(card, QuestionCard)
        card._calm_until = 0.0
        await press(pilot, "y")
        assert Take("aldis") in intents(pilot)


async def test_an_opponent_that_fails_is_told_and_does_nothing(play: Play) -> None:
    class Broken:
        def choose(self, battle, decision):
            raise ValueError("no idea")

    broken = game()
    broken.session.controllers["raiders"] = Broken()
    async with play(broken) as pilot:
        await press(pilot, "full_stop")
        assert EndTurn("ogre") in intents(pilot)
        assert "no idea" in " ".join(str(note.message) for note in pilot.app._notifications)


async def test_opponents_can_be_held(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "space")
        await pilot.press("full_stop")
        await until(pilot, lambda: "Space lets them go on" in shown(pilot))
        assert intents(pilot) == [EndTurn("aldis")]
        await press(pilot, "space")
        assert len(intents(pilot)) > 1


async def test_one_can_leave_with_a_question_open(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "right", "right", "enter", "a", "a", "full_stop")
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, StartScreen)
