"""Fixtures: a saved battle, and its replay."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from app.replay.watchers import Watch, ready, saved
from textual.pilot import Pilot

from tacsim.app.shell.app import TacsimApp


@pytest.fixture
def watch(keep: Path) -> Watch:
    @asynccontextmanager
    async def opened(path: Path, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Pilot[int]]:
        app = TacsimApp(keep=keep, replay=path)
        async with app.run_test(size=size) as pilot:
            await ready(pilot)
            yield pilot

    return opened


@pytest.fixture
def brawl() -> Path:
    """A battle with blows, opportunities and falls."""
    return saved()
