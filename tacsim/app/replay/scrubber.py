"""The scrubber: a whole battle on one line, with what happened where; and the buttons below it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

import attrs
from textual.content import Content
from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message
from textual.widget import Widget

from tacsim.i18n import N_
from tacsim.storage.event_index import Highlight

SIGNS: dict[str, tuple[str, str]] = {
    "down": ("x", "bold $error"),
    "critical": ("!", "bold $warning"),
    "opportunity": ("+", "bold $primary"),
    "goal": ("*", "bold $success"),
}
"""How each kind of mark is shown; the earlier ones win where two fall on one column."""
MEANINGS: dict[str, str] = {
    "down": N_("somebody goes down"),
    "critical": N_("a critical hit"),
    "opportunity": N_("an opportunity attack"),
    "goal": N_("a goal is met, or lost"),
}
"""What each kind of mark says."""
PASSED, AHEAD, ROUND = "╸", "╴", "|"
"""The line up to where the battle stands and from there on, and where a round begins."""
ROOM = 4
"""Columns from which on a round is shown with its number."""

Cells = list[tuple[str, str]]


class Scrubber(Widget):
    """Shows a position between 0 and a length; a click or a drag asks for another.

    A click on a mark or on the beginning of a round leads just there.
    """

    DEFAULT_CSS = """
    Scrubber { height: 1; width: 1fr; padding: 0 1; background: $panel; }
    """

    class Wanted(Message):
        """A place was clicked, or dragged to."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self, key: str) -> None:
        super().__init__(id=key)
        self._length = 0
        self._position = 0
        self._marks: Sequence[tuple[int, str]] = ()
        self._rounds: Sequence[tuple[int, int]] = ()
        self._stops: Sequence[int] | None = None
        self._held: int | None = None

    def put(
        self,
        position: int,
        length: int,
        marks: Sequence[Highlight],
        rounds: Sequence[tuple[int, int]],
        stops: Sequence[int] | None = None,
    ) -> None:
        """Show another position; ``rounds``: the position at which each begins, and its number.

        ``stops``: the positions that there are to go to, as far apart as each other; None for all,
        which shows how much happens in between.
        """
        before = self._position, self._length, self._marks, self._rounds
        self._stops = stops
        self._position = self._place(position)
        self._length = self._place(length)
        self._marks = [(self._place(mark.number + 1), mark.kind) for mark in marks]
        self._rounds = [(self._place(at), number) for at, number in rounds]
        if before != (self._position, self._length, self._marks, self._rounds):
            self.refresh()

    def _place(self, position: int) -> int:
        """Where a position is along the line."""
        return position if self._stops is None else bisect_right(self._stops, position) - 1

    @property
    def _last(self) -> int:
        """The last column."""
        return max(self.content_size.width - 1, 1)

    def _column(self, position: int) -> int:
        return round(position * self._last / max(self._length, 1))

    # --- what is shown ------------------------------------------------------------------------

    def render(self) -> Content:
        """Rounds as bars, marks, and where the battle stands."""
        width = self.content_size.width
        now = min(self._column(self._position), width - 1)
        line: Cells = [
            (PASSED, "$accent") if x < now else (AHEAD, "$foreground-muted") for x in range(width)
        ]
        self._put_rounds(line)
        for kind in reversed(SIGNS):
            for place, mark in self._marks:
                if mark == kind:
                    line[self._column(place)] = SIGNS[kind]
        if line:
            sign = line[now][0]
            line[now] = ("◉" if sign in (PASSED, AHEAD) else sign, "bold reverse $accent")
        return Content.assemble(*line)

    def _put_rounds(self, line: Cells) -> None:
        columns = [self._column(place) for place, _number in self._rounds]
        ends = [*columns, self._last][1:]
        for x, after, (_place, number) in zip(columns, ends, self._rounds, strict=True):
            sign = f"{ROUND}{number}" if after - x >= ROOM else ROUND
            for at, char in enumerate(sign[: len(line) - x], x):
                line[at] = (char, f"bold {line[at][1]}" if at == x else line[at][1])

    # --- the pointer --------------------------------------------------------------------------

    def _marked(self, column: int) -> int | None:
        """The position of what is marked at a column."""
        marks = sorted(self._marks, key=lambda mark: list(SIGNS).index(mark[1]))
        places: Iterable[int] = (place for place, _what in (*marks, *self._rounds))
        return next((place for place in places if self._column(place) == column), None)

    def _want(self, column: int, *, exactly: bool) -> None:
        column = min(max(column, 0), self._last)
        if column == self._held:
            return
        self._held = column
        marked = self._marked(column) if exactly else None
        place = round(column * self._length / self._last) if marked is None else marked
        self.post_message(self.Wanted(place if self._stops is None else self._stops[place]))

    def on_mouse_down(self, event: MouseDown) -> None:
        """Go there."""
        self._held = None
        self._want(event.x - 1, exactly=True)
        self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        """Follow the pointer while it is held down."""
        if self._held is not None:
            self._want(event.x - 1, exactly=False)

    def on_mouse_up(self, _event: MouseUp) -> None:
        """Let go."""
        self._held = None
        self.release_mouse()


@attrs.frozen
class Button:
    """A few columns that can be clicked: what they show, and the action behind them."""

    text: str
    action: str = ""


class Transport(Widget):
    """Back, play or hold, on, and the speed, as buttons; says which is pressed."""

    DEFAULT_CSS = """
    Transport { height: 1; width: 30; background: $surface; }
    """

    class Pressed(Message):
        """A button was clicked: what it does."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, key: str) -> None:
        super().__init__(id=key)
        self._playing = False
        self._speed = 1.0

    def put(self, speed: float, *, playing: bool) -> None:
        """Show another state."""
        if (speed, playing) != (self._speed, self._playing):
            self._speed, self._playing = speed, playing
            self.refresh()

    @property
    def buttons(self) -> tuple[Button, ...]:
        """What there is, from left to right."""
        return (
            Button(" ◄◄ ", "turn(-1)"),
            Button(" ◄ ", "event(-1)"),
            Button(" ▮▮ " if self._playing else " ▮► ", "play"),
            Button(" ► ", "event(1)"),
            Button(" ►► ", "turn(1)"),
            Button(" "),
            Button(" - ", "speed(-1)"),
            Button(f"{self._speed:>3g}x"),
            Button(" + ", "speed(1)"),
        )

    def render(self) -> Content:
        """The buttons; the one in the middle stands out."""
        parts = []
        for one in self.buttons:
            style = "$accent" if one.action else "bold"
            if one.action == "play":
                style = "bold reverse $accent"
            parts.append((one.text, style))
        return Content.assemble(*parts)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Say which button it is."""
        x = event.x
        for one in self.buttons:
            if x < len(one.text):
                if one.action:
                    self.post_message(self.Pressed(one.action))
                return
            x -= len(one.text)
