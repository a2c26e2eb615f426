"""The scrubber: a whole battle on one line, with what happened where."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.events import MouseDown
from textual.message import Message
from textual.widget import Widget

from tacsim.storage.replay import Highlight

SIGNS: dict[str, tuple[str, str]] = {
    "down": ("x", "bold $error"),
    "critical": ("!", "bold $warning"),
    "opportunity": ("+", "$primary"),
}
"""How each kind of mark is shown; the earlier ones win where two fall on one column."""


class Scrubber(Widget):
    """Shows a position between 0 and a length; a click asks for another."""

    DEFAULT_CSS = """
    Scrubber { height: 1; width: 1fr; padding: 0 1; background: $surface; }
    """

    class Wanted(Message):
        """A place was clicked."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self, key: str) -> None:
        super().__init__(id=key)
        self._length = 0
        self._position = 0
        self._marks: Sequence[Highlight] = ()
        self._rounds: Sequence[int] = ()

    def put(
        self, position: int, length: int, marks: Sequence[Highlight], rounds: Sequence[int]
    ) -> None:
        """Show another position."""
        self._position, self._length = position, length
        self._marks, self._rounds = marks, rounds
        self.refresh()

    def _column(self, position: int) -> int:
        width = max(self.content_size.width - 1, 1)
        return round(position * width / max(self._length, 1))

    def render(self) -> Content:
        """Rounds as bars, marks, and where the battle stands."""
        width = self.content_size.width
        now = self._column(self._position)
        line = [("=" if x < now else "-", "$accent" if x < now else "$foreground-muted")
                for x in range(width)]  # fmt: skip
        for place in self._rounds:
            x = self._column(place)
            line[x] = ("|", line[x][1])
        for kind in reversed(SIGNS):
            for mark in self._marks:
                if mark.kind == kind:
                    line[self._column(mark.number + 1)] = SIGNS[kind]
        if line:
            line[now] = (line[now][0] if line[now][0] in "x!+" else "◉", "bold reverse $accent")
        return Content.assemble(*line)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Go there."""
        width = max(self.content_size.width - 1, 1)
        part = min(max(event.x - 1, 0), width) / width
        self.post_message(self.Wanted(round(part * self._length)))
