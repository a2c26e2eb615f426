"""A screen on which a text is written or pasted, with what it comes to below as one writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static, TextArea

from tacsim.app.menus.fork_card import SureCard
from tacsim.app.shell.frame import Frame
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.content.faults import Fault
from tacsim.i18n import N_, _

PAUSE = 0.15
"""Seconds without a key after which a text is judged."""


@attrs.frozen
class Judged:
    """What a text comes to, in lines.

    ``sound``: it can be used; ``fault``: the first that is wrong with it.
    """

    lines: Sequence[Content]
    sound: bool = False
    fault: Fault | None = None


class WritingScreen(Frame[str]):
    """Answers with a text that ``judge`` finds sound, or None to leave all as it was.

    ``new``: nobody has kept the text yet, so leaving it asks first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+s,f2", "keep", N_("use it")),
        ("f8", "fault", N_("to the fault")),
        ("escape", "leave", N_("back")),
    ]
    DEFAULT_CSS = """
    WritingScreen #caption { height: 1; dock: top; background: $panel; }
    WritingScreen TextArea { height: 1fr; border: none; padding: 0 1; }
    WritingScreen TextArea:focus { border: none; }
    WritingScreen #told { height: auto; max-height: 40%; padding: 0 1; background: $surface; }
    WritingScreen #told Static { height: auto; }
    """

    def __init__(
        self, title: str, text: str, judge: Callable[[str], Judged], *, new: bool = False
    ) -> None:
        super().__init__()
        self._title, self._before, self._judge, self._new = title, text, judge, new
        self._judged = judge(text)
        self._timer: Timer | None = None

    def parts(self) -> ComposeResult:
        """The text, what it comes to, the keys."""
        yield Lines("caption", lines=[Content.styled(self._title, "bold $accent")])
        yield TextArea(
            self._before, show_line_numbers=bool(self._before) and not self._new, id="text"
        )
        with VerticalScroll(id="told", can_focus=False):
            yield Static()
        yield KeyBar()

    def on_mount(self) -> None:
        """Write at once."""
        self.query_one(TextArea).focus()
        self._tell()

    def on_text_area_changed(self, _event: TextArea.Changed) -> None:
        """Judge the text when nothing has been typed for a moment."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(PAUSE, self._look)

    def _look(self) -> None:
        self._judged = self._judge(self.query_one(TextArea).text)
        self._tell()

    def _tell(self) -> None:
        self.query_one("#told Static", Static).update(Content("\n").join(self._judged.lines))
        self.refresh_bindings()

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        if action == "fault":
            return self._judged.fault is not None and self._judged.fault.line > 0
        return self._judged.sound or action != "keep"

    def action_keep(self) -> None:
        """Answer, if it can be used."""
        self._look()
        if self._judged.sound:
            self.dismiss(self.query_one(TextArea).text)
        else:
            self.tacsim.tell(_("It cannot be used as it is: what is wrong stands below."))

    def action_fault(self) -> None:
        """Go to the first fault: to its column, else to the name of the value that it is about."""
        area, fault = self.query_one(TextArea), self._judged.fault
        row = fault.line - 1 if fault is not None else -1
        if fault is not None and 0 <= row < area.document.line_count:
            name = re.findall(r"[^.\[\]]*[^.\[\]\d][^.\[\]]*", fault.field)[-1:]
            column = area.document[row].find(name[0]) if name else fault.column - 1
            area.move_cursor((row, max(column, 0)), center=True)

    def action_leave(self) -> None:
        """Go back; ask where something has been written."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss(None)

        if self.query_one(TextArea).text in ("" if self._new else self._before, ""):
            self.dismiss(None)
            return
        card = SureCard(
            _("Leave it as it was?"), _("What you have written is lost."), _("leave"), _("go on")
        )
        self.app.push_screen(card, answered)
