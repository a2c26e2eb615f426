"""Fixtures: a server, and browsers at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from export.browser import Browser, program
from export.conftest import pytest_runtest_setup as pytest_runtest_setup
from web.servers import Serving, serving
from web.terminals import Terminal

Visit = Callable[[str], Terminal]


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Serving]:
    """A server at which nobody has played yet."""
    with serving(tmp_path) as found:
        yield found


@pytest.fixture
def visit(fresh: Serving, tmp_path: Path) -> Iterator[Visit]:
    """Opens the game in the browser of somebody, who has the same one each time."""
    browsers: dict[str, Browser] = {}
    with ExitStack() as stack:

        def open_(who: str) -> Terminal:
            if who not in browsers:
                path = program()
                assert path is not None
                browsers[who] = Browser(path, tmp_path / who)
                stack.callback(browsers[who].close)
            return Terminal(browsers[who], fresh.url)

        yield open_
