"""A card on which the sides and creatures of a battle are given names."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.validation import Function
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import column
from tacsim.content.naming import CREATURE, LONGEST, SIDE, checked_name, names_of
from tacsim.core.components import Identity
from tacsim.i18n import N_, _, known_as
from tacsim.player.opening import Setup
from tacsim.view.palettes.colours import hexed
from tacsim.view.wording import words

NAME = 28
"""Columns of a name in the list."""


class NamesCard(Card[None]):
    """Names the sides and creatures of a setup, which it changes at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q", "close", N_("close")),
        ("delete,backspace", "own", N_("its own name")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    NamesCard Menu { height: auto; max-height: 20; background: $surface; margin: 0 0 1 0; }
    NamesCard.-low Menu { max-height: 11; }
    NamesCard #foot { height: auto; color: $foreground-muted; }
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._setup = setup

    def heading(self) -> str:
        """What it is about."""
        return _("Names")

    def body(self) -> ComposeResult:
        """The sides, each with its creatures."""
        yield Menu(*self._lines())
        text = _("Enter gives another name, Delete the scenario's own, Escape closes.")
        yield Static(Content(text), id="foot")

    def _lines(self) -> list[Option]:
        scenario, found = self._setup.scenario, list[Option]()
        names = names_of(scenario)
        for at, side in enumerate(scenario.sides):
            colour = hexed(self.tacsim.palette.side(at))
            found.append(
                self._line(SIDE, side.id, known_as(names[SIDE][side.id]), f"bold {colour}", "")
            )
            for one in scenario.creatures:
                if one.side == side.id:
                    kind = words.kind_word(one.get(Identity))
                    found.append(
                        self._line(CREATURE, one.id, known_as(names[CREATURE][one.id]), "", kind)
                    )
        return found

    def _line(self, table: str, key: str, name: str, style: str, about: str) -> Option:
        given = key in self._setup.settings.names.get(table, {})
        indent = " " if table == SIDE else "   "
        text = Content.assemble(
            indent, column(Content.styled(name, style), NAME - len(indent)), " ",
            (about, MUTED), ("  " + _("changed") if given else "", "$warning"),
        )  # fmt: skip
        return Option(text, id=f"{table}:{key}")

    def _chosen(self) -> tuple[str, str] | None:
        menu = self.query_one(OptionList)
        if menu.highlighted is None:
            return None
        table, _colon, key = (menu.get_option_at_index(menu.highlighted).id or "").partition(":")
        return table, key

    @in_front
    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Ask for a name."""
        chosen = self._chosen()
        if chosen is None:
            return
        table, key = chosen
        others = self._setup.others(table, key)
        before = self._setup.own(table, key)
        card = TextCard(
            _("Name"), before, max_length=LONGEST, validators=[Name(others)],
        )  # fmt: skip
        self.app.push_screen(card, partial(self._rename, table, key))

    def action_own(self) -> None:
        """Give back the scenario's own name."""
        chosen = self._chosen()
        if chosen is not None:
            self._rename(*chosen, "")

    def _rename(self, table: str, key: str, name: str | None) -> None:
        if name is None:
            return
        try:
            self._setup.rename(table, key, name)
        except ValueError as error:
            self.tacsim.tell(str(error))
        menu = self.query_one(OptionList)
        for option in self._lines():  # another may share the name no more
            menu.replace_option_prompt(option.id or "", option.prompt)


class Name(Function):
    """A name that is unlike others."""

    def __init__(self, others: list[str]) -> None:
        super().__init__(self._good)
        self._others = others

    def _good(self, text: str) -> bool:
        try:
            checked_name(text, self._others)
        except ValueError as error:
            self.failure_description = str(error)
            return False
        return True
