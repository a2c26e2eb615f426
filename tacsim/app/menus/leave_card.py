"""A card that asks what is to become of what is not kept, before it is left."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static

from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.menu import Menu, answer
from tacsim.i18n import N_, _

KEEP, FORGET, STAY = "keep", "forget", "stay"


class LeaveCard(Card[str]):
    """Asks what is to become of something that is not kept: "keep", "forget", or "stay".

    ``title``: what would be left; ``text``: why it would be lost; ``keep``, ``forget``: what these
    answers lead to. It answers in the smallest terminal too, so that one can always leave.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("k", "answer('keep')", N_("keep it")),
        ("f", "answer('forget')", N_("forget it")),
        ("escape,s", "answer('stay')", N_("stay")),
    ]
    DEFAULT_CSS = """
    LeaveCard Static { height: auto; margin: 0 0 1 0; }
    LeaveCard Menu { height: auto; background: $surface; }
    LeaveCard.-tiny TooSmall, LeaveCard.-flat TooSmall { display: none; }
    """

    def __init__(self, title: str, text: str, keep: str, forget: str) -> None:
        super().__init__()
        self._title, self._text = title, text
        self._answers = (("k", KEEP, keep), ("f", FORGET, forget), ("s", STAY, _("Stay here")))

    def heading(self) -> str:
        """What it is about."""
        return self._title

    def body(self) -> ComposeResult:
        """What can be done."""
        yield Static(Content(self._text))
        yield Menu(*(answer(what, key, text) for key, what, text in self._answers))

    def on_mount(self) -> None:
        """Take keys in the list."""
        self.query_one(OptionList).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now: however small the terminal is."""
        return self.stands

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        self.dismiss(event.option_id)

    def action_answer(self, what: str) -> None:
        """Answer."""
        self.dismiss(what)
