"""Questions to another player than the one at the keys: no key typed on answers them unread."""

from __future__ import annotations

from typing import Any

import pytest
from app.conftest import Play
from app.players import SCENARIOS, game, press, screen, until
from textual.pilot import Pilot

from tacsim.app.battle.cards.bids_table import BidTable
from tacsim.app.battle.cards.handover import HandoverScreen
from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.battle.cards.stamina import StrikeCard
from tacsim.app.widgets.keybar import KeyBar
from tacsim.core.intents import Decline, Strike, Take

STAMINA = SCENARIOS / "stamina.toml"
TO_KURT = ("enter", "a", "tab", "enter")
"""Vera's turn, and the card for her attack on Kurt, whom the other player has."""
AWAY = ("enter", "left", "up", "enter", "enter")
"""Vera's turn, and a step out of the reach of both of the other player's."""

pytestmark = pytest.mark.asyncio


class Clock:
    """The time of day, in the hands of the test."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still, and questions that wait for a quarter of a second."""
    found = Clock()
    monkeypatch.setattr("tacsim.app.battle.screen.CALM", 0.25)
    for module in ("screen", "cards.question", "game_loop"):
        monkeypatch.setattr(f"tacsim.app.battle.{module}.monotonic", found)
    return found


def intents(pilot: Pilot[int]) -> list[Any]:
    return screen(pilot).game.session.intents


async def test_a_key_pressed_twice_is_no_answer_to_what_it_brings_up(
    play: Play, clock: Clock
) -> None:
    """Nor is any other, each being pressed as the question has just come up: the clock stands."""
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_KURT)
        assert isinstance(pilot.app.screen, StrikeCard)
        await press(pilot, "enter")
        for key in ("enter", "y", "n", "escape", "a", "v", "q"):
            await press(pilot, key)
            assert isinstance(pilot.app.screen, QuestionCard), key
            assert intents(pilot) == [Strike("vera", "kurt", stamina=1)], key
        clock.now += 0.26
        await press(pilot, "y")
        assert intents(pilot)[1] == Take("kurt", stamina=1, defence="parry")


async def test_keys_that_are_on_their_way_when_it_opens_are_no_answers(
    play: Play, clock: Clock
) -> None:
    """All at once, none waiting for what the others bring about."""
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_KURT)
        await pilot.press("enter", "enter", "enter")
        await press(pilot)
        assert isinstance(pilot.app.screen, QuestionCard)
        assert len(intents(pilot)) == 1


async def test_the_keys_stand_below_it_as_soon_as_they_are_answers(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacsim.app.battle.screen.CALM", 0.25)
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_KURT, "enter")
        bar = pilot.app.screen.query_one(KeyBar)
        await until(pilot, lambda: "never" in "".join(line.plain for line in bar.lines))


async def test_as_long_as_somebody_goes_on_typing_it_waits(play: Play, clock: Clock) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_KURT, "enter")
        for _ in range(4):
            clock.now += 0.2
            await press(pilot, "enter")
            assert len(intents(pilot)) == 1
        clock.now += 0.2
        await press(pilot, "right", "2")
        assert isinstance(pilot.app.screen, QuestionCard)
        chosen = pilot.app.screen.query_one(BidTable).bids.chosen
        assert chosen.amount == 1, "nor is it changed unread"
        clock.now += 0.25
        await press(pilot, "n")
        assert intents(pilot)[1:] == [Decline("kurt")]


async def test_a_second_question_to_the_same_player_is_answered_at_once(
    play: Play, clock: Clock
) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *AWAY, "n")
        assert isinstance(pilot.app.screen, QuestionCard)
        assert len(intents(pilot)) == 1
        clock.now += 0.25
        await press(pilot, "n", "n")
        assert intents(pilot)[1:] == [Decline("kurt"), Decline("bo")]


async def test_what_is_asked_after_the_keys_are_handed_over_waits_as_well(
    play: Play, clock: Clock
) -> None:
    async with play(game(STAMINA, fog=True)) as pilot:
        await press(pilot, *TO_KURT, "enter")
        assert isinstance(pilot.app.screen, HandoverScreen)
        await press(pilot, "enter", "enter")
        assert isinstance(pilot.app.screen, QuestionCard)
        assert len(intents(pilot)) == 1
        clock.now += 0.25
        await press(pilot, "enter")
        assert len(intents(pilot)) == 2


async def test_one_player_alone_is_asked_without_waiting(play: Play, clock: Clock) -> None:
    async with play(game(STAMINA, raiders="ai:greedy")) as pilot:
        await press(pilot, "full_stop", "full_stop")
        assert isinstance(pilot.app.screen, QuestionCard)
        before = len(intents(pilot))
        clock.now += 2 * 0.25  # since the last key that was typed in between
        await press(pilot, "n")
        assert len(intents(pilot)) > before
