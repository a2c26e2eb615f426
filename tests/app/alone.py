"""An app that shows a part of the game alone, and moments of battles for it to show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import attrs
from app.players import CROSSING, game
from textual.app import App, ComposeResult
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.frame import Frame, GameScreen
from tacsim.app.shell.keymaps import Keymap
from tacsim.app.shell.options import Options
from tacsim.app.shell.themes import PREFIX, themes
from tacsim.app.widgets.lines import Lines, Text
from tacsim.core.intents import Intent
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.planning import Planner
from tacsim.player.seat import Seat
from tacsim.view.palettes.palette import DARK

KOREAN = {
    "Aldis": "알디스 폰 슈바르츠발트", "Brin": "이브린", "Wolf": "늑대", "Ogre": "오우거 두목",
    "Heroes": "용사들", "Raiders": "약탈자들", "The crossing": "다리를 건너서",
    "The ford": "여울목", "Vera": "베라 기사단장", "Iris": "이리스", "Kurt": "쿠르트", "Bo": "보",
    "Bran": "브란", "Tess": "테스트로니아 폰 아이젠하르트 백작부인", "Bull": "황소",
    "Hound": "사냥개", "The two towers": "두 탑",
}  # fmt: skip
"""Names in characters two columns wide, for those of the scenarios of the tests."""


class Alone(App[int]):
    """Shows widgets on a screen of their own, or one screen or card, with what they ask of the app.

    ``show`` is called once they are laid out.
    """

    CSS = TacsimApp.CSS
    options: reactive[Options] = reactive(Options(motion=False, hints=False))
    palette = DARK
    keymap = Keymap()
    key_faults: ClassVar[list[str]] = []
    leaving = False

    def __init__(self, *shown: Widget, show: Callable[[], object] | None = None) -> None:
        super().__init__()
        self._shown = shown
        self._show = show
        for theme in themes([DARK]):
            self.register_theme(theme)
        self.theme = PREFIX + DARK.name

    def take_typed(self) -> None:
        """Nothing is typed ahead."""

    def on_mount(self) -> None:
        only = self._shown[0]
        self.push_screen(only if isinstance(only, GameScreen) else Bare(*self._shown))
        if self._show is not None:
            self.screen.call_after_refresh(self._show)


class Bare(Frame[None]):
    """A screen with nothing of its own."""

    def __init__(self, *parts: Widget) -> None:
        super().__init__()
        self._parts = parts

    def parts(self) -> ComposeResult:
        yield from self._parts


def in_korean(path: Path, folder: Path) -> Path:
    """A scenario with Korean names."""
    text = path.read_text("utf-8")
    for name, korean in KOREAN.items():
        text = text.replace(f'name = "{name}"', f'name = "{korean}"')
    found = folder / path.name
    found.write_text(text, "utf-8")
    return found


@attrs.frozen
class Moment:
    """A moment of a battle in which a person decides."""

    seat: Seat

    @property
    def now(self) -> Now:
        """What its texts are made of."""
        seat = self.seat
        return Now(
            name=seat.game.name,
            battle=seat.battle,
            selection=seat.selection,
            memory=seat.memory,
            viewer=seat.viewer,
            people=seat.people,
            settled=True,
            palette=DARK,
            standing={},
            keys=Alone.keymap.battle,
        )


def moment(path: Path = CROSSING, *intents: Intent, **controllers: str) -> Moment:
    """A battle after some intents, everybody played by people; who decides is pointed at."""
    a_game = game(path, **{"heroes": "human", "raiders": "human"} | controllers)
    a_game.session.begin()
    for intent in intents:
        a_game.session.submit(intent)
    seat = Seat(a_game)
    decision = seat.battle.decision
    assert decision is not None
    side = seat.battle.world[decision.actor].side
    seat.viewer = side
    if decision.is_turn:
        belief = seat.playback.memories[side].belief
        seat.selection.begin(Planner(belief, decision.actor))
    return Moment(seat)


def cut(screen: Screen[Any]) -> list[str]:
    """What of a screen is cut off: what needs more room than it has and cannot be scrolled.

    A text that was shortened to fit, with a sign in the place of the rest, fits.
    """
    return [found for widget in screen.walk_children(Widget) if (found := _cut(widget))]


def _cut(widget: Widget) -> str:
    place, parent = widget.region, widget.parent
    if not widget.is_on_screen or not place or not isinstance(parent, Widget):
        return ""
    scrolls = not isinstance(parent, Screen) and parent.styles.overflow_y != "hidden"
    inside = parent.region.contains_region(place)
    if not inside and not (scrolls and place.right <= parent.region.right):
        return f"{widget} lies at {place}, outside {parent.region} of {parent}"
    if not isinstance(widget, Static | Lines):
        return ""
    room = widget.content_size
    text = Content("\n").join(widget.lines) if isinstance(widget, Text) else widget._render()
    assert isinstance(text, Content)
    folds = widget.styles.text_wrap == "wrap" and isinstance(widget, Static)
    rows = text.wrap(room.width) if folds and text else text.split("\n", allow_blank=True)
    wide = max(row.rstrip().cell_length for row in rows) if rows else 0
    if len(rows) > room.height or wide > room.width:
        return f"{widget} needs {wide} x {len(rows)} of {room}: {text.plain}"
    return ""
