"""Weighing on a card: it thinks beside the screen, can be hurried and left, then lists ideas."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from threading import Event
from typing import TypeVar

from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import OptionList, Static
from textual.worker import Worker, WorkerState, get_current_worker

from tacsim.app.battle.cards.aside import Aside
from tacsim.app.shell.frame import inside, line_of
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu, Row
from tacsim.app.widgets.text import column, hanging, spread
from tacsim.i18n import _
from tacsim.player.acting.advice import Idea
from tacsim.storage.errors import clean

T = TypeVar("T")

GROUP = "weighing"
"""The group of the work on a card."""
VALUE = 7
"""Columns of a value."""
AROUND = 7
"""Lines that the card needs around the ideas."""


class WeighingCard(Aside[T]):
    """Thinks, then lists ideas, the one decided on first."""

    WIDE = 78
    LEAST = 70
    DEFAULT_CSS = """
    WeighingCard { background: $background 0%; }
    WeighingCard Static { height: auto; }
    WeighingCard OptionList { height: auto; background: $surface; border: none; padding: 0; }
    WeighingCard OptionList > .option-list--option-highlighted {
        background: $block-cursor-background; text-style: $block-cursor-text-style;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.haste = Event()
        self.ideas: Sequence[Idea] = ()
        self._trouble = ""

    # --- what a card of it says ---------------------------------------------------------------

    @abstractmethod
    def weigh(self, haste: Event) -> Sequence[Idea]:
        """The ideas; called in a thread."""

    @abstractmethod
    def thinking(self) -> str:
        """What is said while it thinks."""

    @abstractmethod
    def foot(self) -> str:
        """What is said below the ideas."""

    def pointed(self, idea: int) -> None:
        """An idea is pointed at."""

    # --- thinking -----------------------------------------------------------------------------

    def body(self) -> ComposeResult:
        """What it says, and the ideas."""
        yield Static(id="head")
        menu = Menu()
        menu.can_focus = False
        yield menu
        yield Static(id="foot", classes="foot")

    def on_mount(self) -> None:
        """Begin to think."""
        self.begin()

    def begin(self) -> None:
        """Think, from the beginning."""
        self.haste.set()
        self.haste, self.ideas, self._trouble = Event(), (), ""
        self.query_one(OptionList).clear_options()
        haste = self.haste

        def work() -> Sequence[Idea]:
            found = self.weigh(haste)
            return () if get_current_worker().is_cancelled else found

        self.run_worker(work, thread=True, exclusive=True, exit_on_error=False, group=GROUP)
        self.stand_aside()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """It has come to an end."""
        if event.worker.group != GROUP or event.worker.is_cancelled:
            return
        if event.state is WorkerState.ERROR:
            self._trouble = clean(repr(event.worker.error))
        elif event.state is WorkerState.SUCCESS:
            self.ideas = event.worker.result or ()
            menu = self.query_one(OptionList)
            menu.clear_options()
            menu.add_options([self._row(one) for one in self.ideas])
            menu.highlighted = 0 if self.ideas else None
        else:
            return
        self.refresh_bindings()
        self.stand_aside()

    @property
    def thinks(self) -> bool:
        """Whether it still thinks."""
        return not self.ideas and not self._trouble

    def on_unmount(self) -> None:
        """Think no longer."""
        self.haste.set()

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now: haste while it thinks, else what is for ideas."""
        if action == "hurry":
            return self.thinks
        return action not in ("take", "move") or bool(self.ideas)

    def action_hurry(self) -> None:
        """Have it say what it has found so far."""
        self.haste.set()

    # --- showing ------------------------------------------------------------------------------

    @property
    def reading(self) -> Offset | None:
        """The idea pointed at."""
        return super().reading if self.thinks else line_of(self.query_one(OptionList))

    def fill(self) -> None:
        """Fold the ideas to the width."""
        menu = self.query_one(Menu)
        menu.display = bool(self.ideas)
        rows = [self._row(one) for one in self.ideas]
        for index, row in enumerate(rows if menu.option_count == len(rows) else ()):
            self.query_one(Menu).put(index, row)
        longest = max((row.whole.plain.count("\n") for row in rows), default=0)
        most = max(self.room.height - AROUND, 4)
        menu.styles.height = min(len(rows) + longest, most)  # so that the card stays as it is
        head = self.query_one("#head", Static)
        head.display = self.thinks or bool(self._trouble)
        head.update(Content(self._trouble or self.thinking()))
        self.query_one("#foot", Static).update(Content("" if self.thinks else self.foot()))
        self.query_one("#foot", Static).display = bool(self.ideas)

    def _row(self, one: Idea) -> Row:
        """An idea with its value, and below what speaks for it or against it."""
        width = inside(self) - 4
        sign = "* " if one.made else "  "
        head = Content.assemble(
            (sign, "bold $accent"),
            column(Content.styled(one.value, "bold $accent"), VALUE),
            (one.what, "bold"),
        )
        why, gap = Content.styled(one.why, MUTED), " " * (VALUE + len(sign))
        rows = why.wrap(width - len(gap)) if one.why else []
        whole = [*hanging(head, width), *(Content.assemble(gap, row.rstrip()) for row in rows)]
        cut = spread(head, Content("  ").append(why), width, keeps_left=True)
        return Row(cut, Content("\n").join(whole))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the idea that is pointed at."""
        if event.option_index < len(self.ideas):
            self.pointed(event.option_index)

    @property
    def at(self) -> int | None:
        """The idea pointed at."""
        return None if self.thinks else self.query_one(OptionList).highlighted


def values_text() -> str:
    """What the values of ideas mean."""
    return _("Values: 1 is a creature of average strength, until everybody has had a turn.")
