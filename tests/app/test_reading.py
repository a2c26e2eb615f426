"""The terminal's cursor stands where one reads on, for readers of the screen that follow it."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.conftest import Play
from app.players import SCENARIOS, game, press, seat, settled, shown
from textual.pilot import Pilot
from textual.widgets import Input

from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.app import TacsimApp

pytestmark = pytest.mark.asyncio

TRICKS = SCENARIOS / "tricks.toml"


def read(pilot: Pilot[int]) -> str:
    """What stands at the terminal's cursor."""
    column, row = pilot.app.cursor_position
    return shown(pilot).splitlines()[row][column:].strip()


def after(field: Input, text: str) -> tuple[int, int]:
    """The cell behind some text at the beginning of a field."""
    x, y = field.content_region.offset
    return x + len(text), y


async def test_on_the_card_of_acts_it_is_in_the_field_until_the_list_is_moved_in(
    play: Play,
) -> None:
    async with play(game(TRICKS), (80, 24)) as pilot:
        await press(pilot, "enter", "right", "enter", "d")
        field = pilot.app.screen.query_one(Input)
        assert pilot.app.cursor_position == after(field, "")
        await press(pilot, "down")
        second = read(pilot)
        assert second
        await press(pilot, "down")
        assert read(pilot) != second
        await press(pilot, "up")
        assert read(pilot) == second
        await press(pilot, "pagedown")
        assert read(pilot) != second
        await press(pilot, *"delay")
        assert pilot.app.cursor_position == after(field, "delay")
        await press(pilot, "down")
        assert "Delay" in read(pilot)


async def test_on_the_recap_it_is_on_the_line_pointed_at(play: Play) -> None:
    async with play(game(), (80, 24)) as pilot:
        await press(pilot, "full_stop")
        first, second = [line.text.strip()[:20] for line in seat(pilot).recap[:2]]
        assert first != second
        await press(pilot, "R")
        assert read(pilot).startswith(first)
        await press(pilot, "down")
        assert read(pilot).startswith(second)
        await press(pilot, "up")
        assert read(pilot).startswith(first)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (140, 45)])
async def test_on_cards_beside_the_board_it_is_at_the_heading_wherever_they_stand(
    play: Play, size: tuple[int, int]
) -> None:
    async with play(game(), size) as pilot:
        await press(pilot, "w")
        assert read(pilot).startswith("Why: ")
        await press(pilot, "escape", "right", "right", "enter", "a", "a", "full_stop")
        card = pilot.app.screen
        assert isinstance(card, QuestionCard)
        heading = card.heading()
        assert read(pilot).startswith(heading[:30])
        await press(pilot, "w")
        assert read(pilot).startswith(heading[:30]), "it has grown, and moved"


async def test_on_a_card_that_asks_for_a_text_it_is_in_the_field_as_it_opens(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        for hint in ("", "What is typed here is kept. " * 9):
            app.push_screen(TextCard("Name", "Ogre", hint))
            await settled(pilot)
            field = app.screen.query_one(Input)
            assert app.cursor_position == after(field, "Ogre")
            assert field.region.contains_point(app.cursor_position)
            await press(pilot, "escape")


async def test_on_the_page_of_help_it_is_at_the_top(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "down", "question_mark")
        rows = shown(pilot).splitlines()
        assert pilot.app.cursor_position[1] == 1
        assert read(pilot) == rows[1].strip(" █▁▂▃▄▅▆▇")[: len(read(pilot))]


async def test_in_the_command_palette_it_follows_the_list_once_that_is_moved_in(
    keep: Path,
) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "ctrl+p", *"keys")
        field = app.screen.query_one(Input)
        assert app.cursor_position == after(field, "keys")
        await pilot.pause(0.5)
        await press(pilot, "down")
        assert "Keys" in read(pilot)
        before = app.cursor_position
        await press(pilot, "down")
        assert app.cursor_position[1] > before[1]
        await press(pilot, "backspace")
        assert app.cursor_position == after(field, "key")
