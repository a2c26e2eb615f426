"""What the replay looks like: its foot, its branches, and the cards that it opens."""

from __future__ import annotations

from typing import Any

import pytest
from app.replay.watchers import keys, ready, saved, several
from app.test_snapshots import Before
from app.test_snapshots import compare as compare  # a fixture
from gate import slow
from textual.pilot import Pilot

from tacsim.app.shell.app import TacsimApp

SIZES = [(80, 24), (140, 45)]


def watching(*names: str, palette: str = "dark") -> Before:
    async def before(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, TacsimApp)
        await ready(pilot)
        app.set_options(palette=palette)
        await keys(pilot, *names)

    return before


@pytest.mark.parametrize("size", SIZES)
def test_branches(compare: Any, size: tuple[int, int]) -> None:
    assert compare(watching("r", "g", "up"), size, replay=several())


@pytest.mark.parametrize("palette", ["light", *slow("contrast", "mono")])
def test_at_an_opportunity(compare: Any, palette: str) -> None:
    assert compare(watching("o", "tab", palette=palette), (100, 30), replay=saved())


def test_as_a_side_sees_it(compare: Any) -> None:
    assert compare(watching("r", "r", "f"), (80, 24), replay=saved())


@pytest.mark.parametrize("size", SIZES)
def test_two_branches_side_by_side(compare: Any, size: tuple[int, int]) -> None:
    assert compare(watching("g", "c"), size, replay=several())


def test_playing_on(compare: Any) -> None:
    assert compare(watching("r", "t", "t", "p"), (80, 24), replay=saved())


def test_breakpoints(compare: Any) -> None:
    assert compare(watching("r", "tab", "b", "space", "end"), (80, 24), replay=saved())
