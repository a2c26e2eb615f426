"""What stands below the board of a replay and beside it, each alone in an app of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from app.players import CROSSING
from app.replay.watchers import several
from textual.app import App, ComposeResult
from textual.widget import Widget

from tacsim.app.replay.branch_tree import BranchTree
from tacsim.app.replay.scrubber import Scrubber, Transport
from tacsim.storage.event_index import Highlight
from tacsim.storage.saved import read
from tacsim.storage.verify import verify

SIZES = [(80, 24), (140, 45)]
MARKS = [Highlight(30, "down"), Highlight(60, "opportunity"), Highlight(75, "critical")]
ROUNDS = [(1, 1), (40, 2), (42, 3), (99, 4)]
KOREAN = {"Aldis": "알디스", "Brin": "이브린", "Wolf": "늑대", "Ogre": "오우거", "Heroes": "용사들"}


class Alone(App[None]):
    """Shows widgets."""

    def __init__(self, *widgets: Widget, show: Callable[[], object]) -> None:
        super().__init__()
        self._widgets = widgets
        self._show = show

    def compose(self) -> ComposeResult:
        yield from self._widgets

    def on_mount(self) -> None:
        self.call_after_refresh(self._show)


@pytest.mark.parametrize("size", SIZES)
def test_scrubber_and_buttons(snap_compare: Any, size: tuple[int, int]) -> None:
    scrubber, transport = Scrubber("scrubber"), Transport("transport")

    def show() -> None:
        scrubber.put(45, 120, MARKS, ROUNDS)
        transport.put(0.5, playing=True)

    assert snap_compare(Alone(scrubber, transport, show=show), terminal_size=size)


def tree(path: Path) -> Alone:
    """The branches of a save, of which one is verified and one is being verified."""
    widget, saved = BranchTree("branches"), read(path)
    verdicts = {1: verify(saved, saved.branches[1]), 3: None}
    return Alone(widget, show=lambda: widget.show(saved, 2, verdicts))


@pytest.mark.parametrize("size", SIZES)
def test_branches(snap_compare: Any, size: tuple[int, int]) -> None:
    assert snap_compare(tree(several()), press=["tab"], terminal_size=size)


def test_branches_with_korean_names(snap_compare: Any, tmp_path: Path) -> None:
    text = CROSSING.read_text("utf-8")
    for name, korean in KOREAN.items():
        text = text.replace(f'name = "{name}"', f'name = "{korean}"')
    path = tmp_path / "crossing.toml"
    path.write_text(text, "utf-8")
    names = "다리를 건너서", "강에서", "다리 위의 오우거를 먼저 활로 쏘아 쓰러뜨린다"
    assert snap_compare(tree(several(names, path)), press=["tab"], terminal_size=(42, 24))
