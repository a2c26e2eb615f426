"""What lessons look like: their list, what they say beneath a board, and the card at their end."""

from __future__ import annotations

from typing import Any

import pytest
from app.players import press, screen, settled, until
from app.test_snapshots import Before, pressing
from app.test_snapshots import compare as compare  # a fixture
from textual.pilot import Pilot

from tacsim.app.battle.cards.lesson_card import LessonCard
from tacsim.app.shell.app import TacsimApp
from tacsim.content.library import lessons

SIZES = [(60, 20), (80, 24), (140, 45)]


def learning(lesson: int, *keys: str) -> Before:
    async def before(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, TacsimApp)
        app.open_lesson(lessons()[lesson - 1])
        await settled(pilot)
        await press(pilot, *keys)

    return before


def test_lessons(compare: Any) -> None:
    async def before(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, TacsimApp)
        pilot.app.learned.add("lessons", "1_moving", "3_flanking")
        await pressing("l")(pilot)

    assert compare(before, (80, 24))


@pytest.mark.parametrize("size", SIZES)
def test_a_step_that_was_done(compare: Any, size: tuple[int, int]) -> None:
    assert compare(learning(1, "right", "right", "right", "down", "enter"), size)


@pytest.mark.parametrize("size", SIZES)
def test_what_was_done_otherwise(compare: Any, size: tuple[int, int]) -> None:
    way = ("right", "right", "right", "right", "down")
    assert compare(learning(2, *way, "enter", "enter"), size)


@pytest.mark.parametrize("size", SIZES)
def test_a_lesson_on_levels(compare: Any, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[int]) -> None:
        await learning(8)(pilot)
        if screen(pilot).seat.selection.planner is None:
            await settled(pilot)
        await press(pilot, "greater_than_sign")

    assert compare(before, size)


@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_lesson(compare: Any, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[int]) -> None:
        await learning(5)(pilot)
        coach = screen(pilot).coach
        assert coach.tutor is not None
        coach.tutor.number = len(coach.tutor.steps)
        coach.conclude()
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonCard))
        await pilot.pause()

    assert compare(before, size)
