"""The rules: look a clause up by its words, and read it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tacsim.api.rules import find
from tacsim.app.shell.frame import Frame
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.menu import Menu
from tacsim.core.clauses import Clause
from tacsim.i18n import N_, _, translate


class RulesScreen(Frame[None]):
    """A search line, the clauses found, and the one chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("down", "move(1)", N_("next")),
        ("up", "move(-1)", N_("previous")),
        ("escape", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    RulesScreen Input { border: none; height: 1; padding: 0 1; background: $panel; }
    RulesScreen Input:focus { border: none; }
    RulesScreen OptionList { height: 1fr; }
    RulesScreen #clause { height: 9; background: $surface; padding: 0 1; }
    RulesScreen #text { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._clauses = {clause.id: clause for clause in find()}

    def parts(self) -> ComposeResult:
        """The three parts."""
        yield Input(placeholder=_("Words to look for: charge, squeeze, corner ..."))
        yield Menu()
        with VerticalScroll(id="clause", can_focus=False):
            yield Static(id="text")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with all of them."""
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()
        self._fill("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Look for other words."""
        self._fill(event.value)

    def _fill(self, wanted: str) -> None:
        found = find(wanted.strip().removeprefix("/"))  # the key of other searches
        menu = self.query_one(OptionList)
        menu.clear_options()
        menu.add_options([Option(_line(clause), id=clause.id) for clause in found])
        if found:
            menu.highlighted = 0
        else:
            self.query_one("#text", Static).update(Content(_("No clause has these words.")))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show a clause in full."""
        clause = self._clauses[event.option_id or ""]
        text = Content.assemble(
            (translate(clause.title), "bold $accent"),
            "\n",
            translate(clause.text),
            "\n",
            (clause.id, MUTED),
        )
        self.query_one("#text", Static).update(text)


def _line(clause: Clause) -> Content:
    return Content.assemble(f" {translate(clause.title)}  ", (clause.id, MUTED))
