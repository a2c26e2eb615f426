"""What the cards look like on which Stamina is put in."""

from __future__ import annotations

from typing import Any

import pytest
from app.players import SCENARIOS, game
from app.test_snapshots import compare as compare  # a fixture
from app.test_snapshots import playing
from gate import slow

STAMINA = SCENARIOS / "stamina.toml"
SIZES = [(80, 24), (140, 45)]


@pytest.mark.parametrize("size", SIZES)
def test_an_attack(compare: Any, size: tuple[int, int]) -> None:
    assert compare(playing(game(STAMINA), "enter", "a", "enter", "right"), size)


@pytest.mark.parametrize("palette", ["dark", *slow("light", "mono")])
def test_a_defence(compare: Any, palette: str) -> None:
    keys = ("enter", "a", "tab", "enter", "2", "enter", "tab", "right")
    assert compare(playing(game(STAMINA), *keys, palette=palette), (80, 24))


def test_an_opportunity(compare: Any) -> None:
    keys = ("enter", "left", "up", "enter", "enter")
    assert compare(playing(game(STAMINA), *keys), (80, 24))


def test_acts_and_points(compare: Any) -> None:
    assert compare(playing(game(STAMINA), "enter", "full_stop", "d"), (100, 30))
