"""The card of a review: worked out beside the screen, then rows that lead to the moments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Condition
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker, WorkerState, get_current_worker

from tacsim.app.replay.work import beside
from tacsim.app.shell.frame import Card, in_front, inside
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import hanging
from tacsim.i18n import N_, _, languages
from tacsim.session.reviewed import Costly, Reviewed
from tacsim.sim.review import reviewed
from tacsim.storage.errors import SaveError
from tacsim.storage.saved import read
from tacsim.view.wording import reviewed as view


class LeftError(Exception):
    """Nobody waits for the review any more."""


Tell = Callable[[int, int], None]
"""Is told how far something is: how much is done, and of how much."""
Making = Callable[[Tell], Reviewed]
"""Makes a review, and tells how far it is."""


@attrs.define
class _Wanted:
    """The review that is looked at, or was last, and who is told how far it is.

    ``making``: whether one is being made, this one or the one before.
    """

    of: tuple[object, ...] = ()
    tell: Tell | None = None
    making: bool = False


_wanted = _Wanted()
_changed = Condition()
"""Goes with each change of what is wanted."""
_made: dict[tuple[object, ...], Reviewed] = {}
"""The review made last, by what it is of: it is come back to from moment to moment."""


def making(path: Path, branch: int | None = None, side: str | None = None) -> Making:
    """The review of a branch of a save, by one process: the screen goes on beside it.

    It goes on while it is left, until another is wanted; of those who wait only the last one stays.
    ``branch``: its number, else of the one played last.
    """

    def make(tell: Tell) -> Reviewed:
        number = read(path).current.number if branch is None else branch
        of = path, path.stat().st_mtime_ns, number, side, languages()

        def far(done: int, total: int) -> None:
            if _wanted.of != of or _wanted.tell is None:
                raise LeftError
            _wanted.tell(done, total)

        with _changed:
            _wanted.of, _wanted.tell = of, tell
            _changed.notify_all()
            _changed.wait_for(lambda: _wanted.tell is not tell or not _wanted.making)
            if _wanted.tell is not tell:
                raise LeftError
            _wanted.making = True
        try:
            if of not in _made:
                found = reviewed(path, str(number), side, workers=1, progress=far)
                _made.clear()
                _made[of] = found
            return _made[of]
        finally:
            with _changed:
                _wanted.making = False
                if _wanted.tell is tell:
                    _wanted.tell = None
                _changed.notify_all()

    return make


class ReviewCard(Card[int]):
    """Shows a review; answers with the position of the decision chosen."""

    WIDE = 90
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q", "close", N_("close")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        Binding("pagedown,space", "scroll(1)", N_("read on"), priority=True),
        Binding("pageup", "scroll(-1)", show=False, priority=True),
    ]
    DEFAULT_CSS = """
    ReviewCard > #card { width: 90; }
    ReviewCard Menu { height: auto; background: $surface; margin: 1 0; max-height: 12; }
    ReviewCard VerticalScroll { height: auto; max-height: 100%; }
    ReviewCard #said, ReviewCard #luck { height: auto; }
    """

    def __init__(self, make: Making) -> None:
        super().__init__()
        self._make = make
        self._found: Reviewed | None = None
        self._far = ""
        """How far it is, or why there is none."""
        self._failed = False

    def heading(self) -> str:
        """What it tells."""
        return _("What cost most")

    def body(self) -> ComposeResult:
        """What was found, the decisions, and the luck."""
        with VerticalScroll(can_focus=False):
            yield Static(id="said")
            yield Menu()
            yield Static(id="luck")
        yield Static(id="foot", classes="foot")

    def on_mount(self) -> None:
        """Begin."""
        self._far = _("Every decision is weighed once more ...")
        self._fill()
        self.run_worker(beside(self._work), exit_on_error=False)

    def on_resize(self) -> None:
        """Wrap to the new width."""
        self._fill()

    def _work(self) -> Reviewed:
        worker = get_current_worker()

        def tell(done: int, of: int) -> None:
            if self.tacsim.leaving:
                raise LeftError
            if not worker.is_cancelled:
                self.app.call_from_thread(self._tell, done, of)

        return self._make(tell)

    def _tell(self, done: int, of: int) -> None:
        text = _("Every decision is weighed once more: {done} of {of} ...")
        self._far = text.format(done=done, of=of)
        self._fill()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """It is done, or cannot be."""
        if event.state is WorkerState.SUCCESS:
            self._found = event.worker.result
        elif event.state is WorkerState.ERROR:
            error, self._failed = event.worker.error, True
            known = isinstance(error, SaveError)
            self._far = str(error) if known else _("This battle cannot be reviewed.")
        self._fill()
        self.query_one(Menu).focus()  # it is shown now

    # --- what it says -------------------------------------------------------------------------

    def _fill(self) -> None:
        if not self.is_mounted or not self.query("#said"):
            return
        found, width = self._found, max(inside(self), 30)
        menu = self.query_one(Menu)
        menu.display = found is not None and bool(found.decisions)
        said = self.query_one("#said", Static)
        self.query_one("#foot", Static).update(Content(self._foot()))
        if found is None:
            said.update(_joined([self._far], width))
            return
        doubts = (found.lost, found.doubt)
        said.update(_joined([view.verdict(found), *(text for text in doubts if text)], width))
        at = menu.highlighted or 0
        menu.clear_options()
        menu.add_options([Option(self._row(found, one, width)) for one in found.decisions])
        menu.highlighted = at if found.decisions else None
        lines = [_("How the dice fell:"), *view.lucks(found)]
        text = _joined(lines, width)
        if found.decisions:
            text = Content("\n").join([_joined([view.unit()], width), Content(""), text])
        self.query_one("#luck", Static).update(text)

    def _foot(self) -> str:
        """What the keys do: Enter once there is a moment to be shown."""
        if self._found is not None and self._found.decisions:
            return _("Enter shows that moment in the replay, Escape closes.")
        if self._found is not None or self._failed:
            return _("Escape closes.")
        return _("Escape closes; it goes on meanwhile, and stands here when it is asked for again.")

    def _row(self, found: Reviewed, one: Costly, width: int) -> Content:
        """A decision: when, what was done, what would have been better, and why."""
        world = found.world
        width -= 3  # of the list's own margin and scrollbar
        head = hanging(Content.styled(view.moment(world, one), "bold"), width)
        rest = (*view.instead(world, one), f"{view.cost(one)} {view.reasons(one)}")
        rows = [row for text in rest for row in hanging(Content("  " + text), width)]
        return Content("\n").join([*head, *rows])

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the moment."""
        if self._found is not None:
            self.dismiss(self._found.decisions[event.option_index].position)

    def action_scroll(self, by: int) -> None:
        """Read on, or back."""
        scroll = self.query_one(VerticalScroll)
        if by > 0:
            scroll.scroll_page_down(animate=False)
        else:
            scroll.scroll_page_up(animate=False)


def _joined(texts: list[str], width: int) -> Content:
    return Content("\n").join([row for text in texts for row in hanging(Content(text), width)])
