"""What happened since one's last turn, on a card; the board marks of whom it tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.battle.cards.aside import KEPT, Aside
from tacsim.app.shell.frame import inside, line_of
from tacsim.app.widgets.log import log_text
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import hanging
from tacsim.grid.cells import Body
from tacsim.i18n import N_, _
from tacsim.view.wording.narration import LogLine, chief_of

AROUND = 5
"""Lines that the card needs around its text."""
Marks = tuple[tuple[Body, ...], Body | None]
"""What the board marks: the bodies of which the lines tell, and that of the line pointed at."""


class RecapCard(Aside[None]):
    """Shows the lines of the log since the last turn.

    ``spots``: for each line where the creature is of which it tells, if that is known; ``mark``
    has the board mark them; ``first``: the turn is the side's first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,space,q,R", "close", N_("close")),
        ("down,j", "move(1)", N_("down")),
        ("up,k", "move(-1)", N_("up")),
    ]
    DEFAULT_CSS = """
    RecapCard { background: $background 0%; }
    RecapCard OptionList { height: auto; background: $surface; border: none; padding: 0; }
    RecapCard OptionList > .option-list--option-highlighted {
        background: $block-cursor-background; text-style: $block-cursor-text-style;
    }
    RecapCard Static { height: auto; }
    """

    def __init__(
        self,
        lines: Sequence[LogLine],
        spots: Sequence[Body | None],
        mark: Callable[[Marks], None],
        *,
        first: bool = False,
    ) -> None:
        super().__init__()
        self._first = first
        self._lines = lines
        self._spots = spots
        self._mark = mark

    def heading(self) -> str:
        """What it tells."""
        return _("So far") if self._first else _("Since your last turn")

    def body(self) -> ComposeResult:
        """The lines, and how to close it."""
        menu = Menu(*(Option("") for _line in self._lines))
        menu.can_focus = False
        yield menu
        yield Static(Content(_("Enter closes it.")), classes="foot")

    def on_mount(self) -> None:
        """Begin with what happened first."""
        self.query_one(OptionList).highlighted = 0

    @property
    def reading(self) -> Offset | None:
        """The line pointed at."""
        return line_of(self.query_one(OptionList))

    def about(self) -> list[Body]:
        """Of whom the line tells that is pointed at."""
        spot = self._spots[self.query_one(OptionList).highlighted or 0]
        return [] if spot is None else [spot]

    def beside(self) -> list[Body]:
        """Of whom the other lines tell."""
        return [spot for spot in self._spots if spot is not None]

    def fill(self) -> None:
        """Fold the lines to the width."""
        menu = self.query_one(OptionList)
        menu.styles.max_height = max(self.app.size.height - AROUND - 2 * KEPT, 4)
        for index, line in enumerate(self._lines):
            rows = hanging(log_text(line), inside(self) - 4)
            menu.replace_option_prompt_at_index(index, Content("\n").join(rows))

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        """Mark it on the board."""
        self._mark((tuple(dict.fromkeys(self.beside())), next(iter(self.about()), None)))
        self.stand_aside()

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close it, with the marks."""
        self._mark(((), None))
        return super().dismiss(result)


def told(lines: Sequence[LogLine], key: str, *, first: bool = False) -> str:
    """In one line what matters most of what happened, the last of it; empty where nothing did.

    ``key``: what is to be pressed for all of it; ``first``: there was no turn before.

    >>> told([LogLine("Brin goes down", tone="down"), LogLine("Ogre walks", tone="move")], "R")
    'Since your last turn: Brin goes down; 1 more (R)'
    """
    if not lines:
        return ""
    chief = chief_of(lines)
    if len(lines) == 1:
        text = _("So far: {what}") if first else _("Since your last turn: {what}")
        return text.format(what=chief.text.strip())
    text = _("Since your last turn: {what}; {n} more ({key})")
    if first:
        text = _("So far: {what}; {n} more ({key})")
    return text.format(what=chief.text.strip(), n=len(lines) - 1, key=key)
