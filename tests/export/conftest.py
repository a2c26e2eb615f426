"""Saves that the tests of exports share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from export import battles, browser


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tell in one line of all tests that need a browser where there is none."""
    if item.get_closest_marker("browser") and browser.program() is None:
        pytest.skip(
            "no Chromium here: install chromium-headless-shell, or name one in TACSIM_BROWSER"
        )


@pytest.fixture(scope="session")
def saves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for saves."""
    return tmp_path_factory.mktemp("saves")


@pytest.fixture(
    scope="session",
    params=[
        *(name for name in battles.MAPS if name not in battles.MORE),
        *(pytest.param(name, marks=pytest.mark.slow) for name in battles.MORE),
    ],
)
def battle(request: pytest.FixtureRequest, saves: Path) -> Path:
    """A save of each ruleset."""
    return battles.save(saves, request.param)


@pytest.fixture(scope="session")
def foggy(saves: Path) -> Path:
    """A save of a battle in fog."""
    return battles.save(saves, battles.FOGGY, rounds=1)


@pytest.fixture(scope="session")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[browser.Browser]:
    """A browser."""
    path = browser.program()
    assert path is not None
    found = browser.Browser(path, tmp_path_factory.mktemp("profile"))
    yield found
    found.close()
