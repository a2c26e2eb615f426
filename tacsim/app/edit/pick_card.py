"""Cards on which one thing of many is picked by typing its name, or several are ticked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, OptionList, SelectionList, Static
from textual.widgets.option_list import Option
from textual.widgets.selection_list import Selection

from tacsim.app.shell.frame import Card, in_front, inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu, Searching
from tacsim.app.widgets.text import spread
from tacsim.i18n import N_, _


@attrs.frozen
class Choice:
    """Something that can be picked: the answer, its name, and more about it at the line's end."""

    answer: object
    name: str
    about: str = ""

    def fits(self, typed: str) -> bool:
        """Whether every word that is typed is in its name, its id or in what is said about it.

        >>> Choice(1, "goblin archer", "d20").fits("arch gob")
        True
        """
        key = self.answer if isinstance(self.answer, str) else ""
        text = f"{self.name} {self.about} {key}".casefold()
        return all(word in text for word in typed.casefold().split())


class PickCard(Card[object], Searching[object]):
    """Lists choices, those that fit what is typed; answers with the one picked, None for none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "pick", N_("take it")),
        ("down", "move(1)", N_("next")),
        ("up", "move(-1)", N_("previous")),
        ("pagedown", "page(1)", ""),
        ("pageup", "page(-1)", ""),
        ("escape", "close", N_("close")),
    ]
    DEFAULT_CSS = """
    PickCard #body { padding: 1 1 0 1; }
    PickCard Input { border: none; height: 1; padding: 0 1; background: $panel; }
    PickCard Input:focus { border: none; }
    PickCard OptionList { height: auto; max-height: 24; background: $surface; margin: 1 0; }
    PickCard.-low OptionList { max-height: 13; margin: 0; }
    PickCard OptionList > .option-list--option-highlighted {
        background: $block-cursor-background; text-style: $block-cursor-text-style;
    }
    """

    def __init__(self, title: str, choices: Sequence[Choice], now: object = None) -> None:
        super().__init__()
        self._title, self._choices = title, list(choices)
        self._found = self._choices
        self._now = now

    def heading(self) -> str:
        """What it is about."""
        return self._title

    def body(self) -> ComposeResult:
        """What is typed, and what fits."""
        yield Input(placeholder=_("Type a part of the name; Enter takes it, Escape closes"))
        yield Menu()

    def on_mount(self) -> None:
        """Begin with all of them, at the one that counts now."""
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()
        at = [one.answer for one in self._choices].index(self._now) if self._known else 0
        self.call_after_refresh(self._fill, at)

    @property
    def _known(self) -> bool:
        return any(one.answer == self._now for one in self._choices)

    def _fill(self, at: int = 0) -> None:
        menu = self.query_one(OptionList)
        width = inside(self) - 2
        rows = [
            Option(spread(Content(f" {one.name}"), Content.styled(one.about, MUTED), width,
                          keeps_left=True))
            for one in self._found
        ]  # fmt: skip
        menu.clear_options()
        menu.add_options(rows or [Option(_("Nothing of that name."), disabled=True)])
        menu.highlighted = min(at, len(rows) - 1) if rows else None

    def on_input_changed(self, event: Input.Changed) -> None:
        """List what fits what is typed."""
        super().on_input_changed(event)
        self._found = [one for one in self._choices if one.fits(event.value)]
        self._fill()

    def action_move(self, by: int) -> None:
        """Move in the list."""
        self.read_list()
        super().action_move(by)

    def action_page(self, by: int) -> None:
        """Turn a page of the list."""
        self.read_list()
        menu = self.query_one(Menu)
        (menu.action_page_down if by > 0 else menu.action_page_up)()

    def action_pick(self) -> None:
        """Answer with the line under the bar."""
        at = self.query_one(OptionList).highlighted
        if at is not None and at < len(self._found):
            self.dismiss(self._found[at].answer)

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with the line clicked."""
        if event.option_index < len(self._found):
            self.dismiss(self._found[event.option_index].answer)

    @in_front
    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Answer with the line under the bar."""
        self.action_pick()


class TickCard(Card[list[object]]):
    """Ticks some of several choices; answers with them, None to leave all as it was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "tick", N_("tick")),
        ("enter", "keep", N_("keep")),
        ("escape,q", "close", N_("back")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    TickCard SelectionList { height: auto; max-height: 24; border: none; background: $surface; }
    TickCard SelectionList:focus { border: none; }
    TickCard.-low SelectionList { max-height: 12; }
    TickCard #foot { height: auto; margin: 1 0 0 0; color: $foreground-muted; }
    """

    def __init__(self, title: str, choices: Sequence[Choice], ticked: Sequence[object]) -> None:
        super().__init__()
        self._title, self._choices, self._ticked = title, list(choices), list(ticked)

    def heading(self) -> str:
        """What it is about."""
        return self._title

    def body(self) -> ComposeResult:
        """The choices."""
        yield Ticks(
            *(
                Selection(Content(one.name), str(one.answer), one.answer in self._ticked)
                for one in self._choices
            )
        )
        text = _("Space ticks, Enter keeps them, Escape leaves all as it was.")
        yield Static(Content(text), id="foot")

    def on_mount(self) -> None:
        """Take keys in the list."""
        self.query_one(SelectionList).focus()

    def action_tick(self) -> None:
        """Tick the line under the bar, or not."""
        self.query_one(Ticks).action_select()

    @in_front
    def on_ticks_kept(self, _event: Ticks.Kept) -> None:
        """Answer with what is ticked."""
        self.action_keep()

    def action_keep(self) -> None:
        """Answer with what is ticked, in the order of the list."""
        chosen = set(self.query_one(Ticks).selected)
        self.dismiss([one.answer for one in self._choices if str(one.answer) in chosen])


class Ticks(SelectionList[str]):
    """Textual's list of ticks, in which Enter keeps what Space has ticked."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "kept", "")]

    class Kept(OptionList.OptionMessage):
        """Enter was pressed."""

    def action_kept(self) -> None:
        """Say that it is to be kept."""
        if self.highlighted is not None:
            option = self.get_option_at_index(self.highlighted)
            self.post_message(self.Kept(self, option, self.highlighted))


__all__ = ["Choice", "PickCard", "TickCard"]
