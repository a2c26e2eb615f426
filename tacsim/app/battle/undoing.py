"""Going back: why nothing can be taken back, and the earlier choices that can be gone on from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import DOT
from tacsim.core.intents import Decline, Intent
from tacsim.i18n import N_, _, translate
from tacsim.player.seat import Seat
from tacsim.session.session import NOTHING, OTHERS, SEEN
from tacsim.storage.branch import Branch
from tacsim.storage.errors import CodecError
from tacsim.view.intended import intended
from tacsim.view.reasons import UNDONE

MOST = 200
"""The most choices that are offered to go back to."""


@attrs.frozen
class Choice:
    """A decision that a person made: ``what`` was chosen after ``at`` intents.

    ``now``: whether it belongs to the turn under way.
    """

    at: int
    round: int
    what: str
    now: bool


def choices(branch: Branch, seat: Seat, sides: Sequence[str], turn: int) -> list[Choice]:
    """The decisions of some sides, last first; those from intent ``turn`` on are of this turn."""
    world, found = seat.battle.world, []
    known = None if seat.memory is None else seat.memory.known
    for index in range(branch.intents, 0, -1):
        mark, intent = branch.mark(index - 1), _intent(branch, index)
        if intent is None or mark.turn is None or world[mark.turn].side not in sides:
            continue
        if known is not None and isinstance(intent, Decline):
            continue  # it may have been given unasked, and would reveal an unseen creature
        what = intended(world, intent, known)
        found.append(Choice(index - 1, mark.round, what, now=index > turn))
        if len(found) == MOST:
            break
    return found


def _intent(branch: Branch, index: int) -> Intent | None:
    try:
        return branch.intent(index)
    except CodecError:
        return None


def why_not(seat: Seat, actor: str, *, fresh: bool) -> str:
    """Why nothing can be taken back. ``fresh``: nothing has been done in the turn yet."""
    reason = UNDONE[NOTHING if fresh else seat.game.session.undo or NOTHING]
    if reason in (UNDONE[OTHERS], UNDONE[SEEN]) and seat.memory is not None:
        reason = N_("What was done can no longer be taken back.")  # not: by whom it was seen
    return translate(reason).format(name=seat.battle.world[actor].name)


EDGE = 12
"""Lines that the card needs around its list."""


class GoBackCard(Card[int]):
    """Offers to go on from an earlier choice; answers with the number of intents before it.

    ``steps``: whether to number them, which in fog would count what others did.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,n,u", "close", N_("stay")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    GoBackCard #body { padding: 1 2 0 2; }
    GoBackCard Static { height: auto; }
    GoBackCard OptionList { height: auto; background: $surface; margin: 1 0; padding: 0; }
    GoBackCard #foot { color: $foreground-muted; margin: 0 0 1 0; }
    """

    def __init__(self, why: str, found: Sequence[Choice], *, steps: bool) -> None:
        super().__init__()
        self._steps = steps
        self._why = why
        self._choices = found

    def heading(self) -> str:
        """What is offered."""
        return _("Go back all the same?")

    def body(self) -> ComposeResult:
        """Why, the choices, and what comes of it."""
        yield Static(Content(self._why))
        yield Menu()
        text = _("Enter goes on from there as a branch; the battle as it was is kept. Esc stays.")
        yield Static(Content(text), id="foot")

    def on_mount(self) -> None:
        """Begin at the last choice."""
        menu = self.query_one(OptionList)
        options: list[Option | None] = []
        for before, one in zip([None, *self._choices], self._choices, strict=False):
            if before is not None and before.now != one.now:
                options.append(None)
            options.append(Option(self._line(one), id=str(one.at)))
        menu.add_options(options)
        menu.highlighted = 0
        menu.focus()
        self._fit()

    def on_resize(self) -> None:
        """Keep within the terminal."""
        self._fit()

    def _fit(self) -> None:
        menu = self.query_one(OptionList)
        menu.styles.max_height = max(self.app.size.height - EDGE, 3)

    def _line(self, one: Choice) -> Content:
        text = _("round {round}, from step {step}") if self._steps else _("round {round}")
        place = text.format(round=one.round, step=one.at)
        return Content.assemble((place + DOT, MUTED), one.what)

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on from there."""
        if not self.cramped and event.option_id is not None:
            self.dismiss(int(event.option_id))


__all__ = ["Choice", "GoBackCard", "choices", "why_not"]
