"""What Stamina buys besides attacks: spells, getting up; and turns that are taken together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app.conftest import Play
from app.players import CROSSING, SCENARIOS, game, press, screen, seat, settled, shown
from pool.fights import fight, spend
from textual.pilot import Pilot

from tacsim.app.widgets.sheet import pips
from tacsim.core.intents import Area, Drop, EndTurn, Stand, Yield
from tacsim.view.wording.sheet import sheet_of

STAMINA = SCENARIOS / "stamina.toml"
IRIS = ("enter", "full_stop")
"""Vera does nothing, and it is the turn of Iris."""


def intents(pilot: Pilot[int]) -> list[Any]:
    return screen(pilot).game.session.intents


def line(pilot: Pilot[int], words: str) -> str:
    """The line on the screen that has some words."""
    return next(one for one in shown(pilot).splitlines() if words in one)


def key_of(pilot: Pilot[int], words: str) -> str:
    """The key of a line of the card."""
    return line(pilot, words).split()[0]


# --- spells --------------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.rule("pool.actions")
async def test_the_card_says_what_spells_cost(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *IRIS, "d")
        assert "a line, 9 paces, 2 Stamina" in line(pilot, "Lightning")
        assert "a cone, 4 paces, 1 Stamina" in line(pilot, "Hail")
        await press(pilot, key_of(pilot, "Lightning"), "enter", "up")
        assert "2 of 5 Stamina" in shown(pilot)
        await press(pilot, "enter", "enter")
        assert isinstance(intents(pilot)[-1], Area)
        assert "Stamina ▰▰▰▱▱" in shown(pilot)
        await press(pilot, "d")  # one spell a turn
        assert "Stamina" not in line(pilot, "Hail").partition("4 paces")[2]


@pytest.mark.asyncio
@pytest.mark.rule("pool.actions")
async def test_a_spell_that_cannot_be_paid_says_so(play: Play, tmp_path: Path) -> None:
    poor = tmp_path / "poor.toml"
    text = STAMINA.read_text()
    poor.write_text(text.replace('kind = "storm_caller"', 'kind = "storm_caller"\nstamina = 1'))
    async with play(game(poor)) as pilot:
        await press(pilot, *IRIS, "d")
        assert "takes 2 Stamina, and Iris has 1" in line(pilot, "Lightning")
        assert "a cone, 4 paces, 1 Stamina" in line(pilot, "Hail")


# --- getting up ----------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.rule("pool.rerise")
async def test_getting_up_says_what_it_costs_and_does_it(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, "enter", "p")
        assert "Vera lies prone and moves nowhere: p gets up for 3 paces." in shown(pilot)
        await press(pilot, "d")
        assert key_of(pilot, "Get up, for 3 paces") == "p"
        await press(pilot, "p", "enter")
        assert intents(pilot) == [Drop("vera"), Stand("vera")]
        assert "3 paces left to move" in shown(pilot)
        await press(pilot, "d")
        assert "Get up" not in shown(pilot)


@pytest.mark.asyncio
@pytest.mark.rule("pool.rerise")
async def test_without_speed_getting_up_costs_stamina(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, "enter", "left", "left", "left", "left", "enter", "enter")
        await press(pilot, "n", "n", "p")  # 4 of 6 are gone: half of 6 is not left
        assert "p gets up for 1 Stamina." in shown(pilot)
        await press(pilot, "d")
        assert "Get up, for 1 Stamina" in shown(pilot)


# --- turns that are taken together ----------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.rule("pool.init.simultaneous", "pool.init.yield")
async def test_a_player_may_let_a_neighbour_act_first(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, "enter", "d")
        key = key_of(pilot, "Let Iris act first")
        await press(pilot, key, "enter")
        assert intents(pilot) == [Yield("vera", "iris")]
        assert seat(pilot).playback.battle.decision.actor == "iris"
        assert "Vera lets Iris act first" in shown(pilot)
        await press(pilot, "d")
        assert "Let Vera act first" in shown(pilot)
        await press(pilot, "escape", "full_stop")
        assert seat(pilot).playback.battle.decision.actor == "vera"
        assert "Vera goes on with its turn" in shown(pilot)
        await press(pilot, "d")  # Iris is done
        assert "Let Iris" not in shown(pilot)
        assert "Iris does not act at the same time" in line(pilot, "Let another act first")


@pytest.mark.asyncio
@pytest.mark.rule("pool.init.simultaneous")
async def test_foes_of_the_players_are_told_why_they_cannot(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, "enter", "full_stop", "full_stop", "enter", "d")
        assert "Bo does not act at the same time" in line(pilot, "Let another act first")
        await press(pilot, key_of(pilot, "Let another act first"), "enter")
        assert [type(one) for one in intents(pilot)] == [EndTurn, EndTurn]


@pytest.mark.asyncio
async def test_rules_without_it_do_not_list_it(play: Play) -> None:
    async with play(game(CROSSING)) as pilot:
        await press(pilot, "p", "d")
        assert "act first" not in shown(pilot)
        assert "Get up" in shown(pilot)
        assert "Get up, for" not in shown(pilot)


# --- the sheet -----------------------------------------------------------------------------------


def test_points_are_shown_one_by_one_or_counted_where_they_are_many() -> None:
    assert pips(0, 3).plain == "▱▱▱"
    assert pips(3, 3).plain == "▰▰▰"
    assert pips(4, 10).plain == "▰" * 4 + "▱" * 6
    assert pips(4, 11).plain == "4/11"


@pytest.mark.rule("pool.climb.free", "pool.footwork")
def test_the_sheet_has_stamina_footwork_and_what_was_climbed_and_no_bookkeeping() -> None:
    battle = fight(A={"at": (4, 4, 0), "attributes": {"grace": 5}, "stamina": 3})
    spend(battle, "A", stamina=1, footwork=2, attacks_made=2, climbed=2)
    sheet = sheet_of(battle, "A")
    assert [(one.name, one.left, one.total) for one in sheet.actions] == [
        ("stamina", 1, 3), ("footwork", 2, 3), ("spell", 1, 1)
    ]  # fmt: skip
    assert sheet.conditions == ("2 cubes climbed",)
    assert not sheet_of(fight(A={"at": (4, 4, 0)}), "A").conditions


@pytest.mark.asyncio
async def test_the_folded_panels_have_points_too(play: Play) -> None:
    async with play(game(STAMINA), size=(80, 24)) as pilot:
        await press(pilot, "enter")
        await settled(pilot)
        assert "Stamina ▰▰▰▰  Footwork ▰" in shown(pilot)


@pytest.mark.asyncio
async def test_the_help_tells_of_stamina_where_it_is_put_in(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, "enter", "question_mark")
        assert "Putting Stamina in." in shown(pilot)
        assert "standard action" not in shown(pilot)
        assert "let another act first" in pilot.app.screen._text().plain
        assert "trip" not in pilot.app.screen._text().plain
    async with play(game(CROSSING)) as pilot:
        await press(pilot, "question_mark")
        assert "Stamina" not in shown(pilot)
        assert "standard action" in shown(pilot)
        assert "trip, bull rush" in pilot.app.screen._text().plain
