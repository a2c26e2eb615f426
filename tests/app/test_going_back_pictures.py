"""What it looks like to go back, to hand over and to catch up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app.halls import GAP, parted
from app.players import game
from app.test_snapshots import compare as compare  # a fixture
from app.test_snapshots import playing

SIZES = [(80, 24), (140, 45)]
PASSING = (
    "enter", "right", "right", "right", "down", "enter", "full_stop",
    "enter", "right", "right", "right", "right", "enter", "full_stop",
)  # fmt: skip
"""Aldis looks through a gap, past which the lurker walks."""


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    path = tmp_path / "hall.toml"
    path.write_text(parted(GAP, (2, 4)))
    return path


@pytest.mark.parametrize("size", SIZES)
def test_the_choices_to_go_back_to(compare: Any, size: tuple[int, int]) -> None:
    keys = ("right", "right", "enter", "a", "a", "u")
    assert compare(playing(game(saved=True), *keys), size)


def test_a_walk_taken_back(compare: Any) -> None:
    assert compare(playing(game(), "right", "right", "enter", "u"), (80, 24))


def test_the_hand_over_offers_what_was_seen(compare: Any, hall: Path) -> None:
    assert compare(playing(game(hall, fog=True), *PASSING), (80, 24))


@pytest.mark.parametrize("size", SIZES)
def test_a_foe_in_the_gap(compare: Any, hall: Path, size: tuple[int, int]) -> None:
    keys = (*PASSING, "c", "right", "right")
    assert compare(playing(game(hall, fog=True), *keys), size)
