"""Cards on which one thing of many is picked by typing its name, or several are ticked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Click, Key
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from tacsim.app.edit.menu_card import MenuCard
from tacsim.app.shell.frame import Card, in_front, inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu, SearchField, Searching
from tacsim.app.widgets.text import spread
from tacsim.i18n import N_, _
from tacsim.i18n.hangul import holds


@attrs.frozen
class Choice:
    """Something that can be picked: the answer, its name, and more about it at the line's end.

    ``also``: another name that it is found by, that of files.
    """

    answer: object
    name: str
    about: str = ""
    also: str = ""

    def fits(self, typed: str) -> bool:
        """Whether every word that is typed is in its names or in what is said about it.

        Its name may be typed without the blanks between its words, as Korean often is.

        >>> Choice(1, "goblin archer", "d20").fits("arch gob"), Choice(1, "큰 오거").fits("ㅋㅇㄱ")
        (True, True)
        """
        close = "".join(self.name.split())
        text = f"{self.name} {close} {self.about} {self.also}".casefold()
        return all(holds(text, word) for word in typed.casefold().split())


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
    PickCard OptionList { height: auto; max-height: 60vh; background: $surface; margin: 1 0; }
    PickCard.-low OptionList { margin: 0; }
    PickCard OptionList > .option-list--option-highlighted {
        background: $block-cursor-background; text-style: $block-cursor-text-style;
    }
    """

    def __init__(self, title: str, choices: Sequence[Choice], now: object = None) -> None:
        super().__init__()
        self._title, self._choices = title, list(choices)
        self._found = self._choices
        self._now = now
        self._late = False
        """Whether Enter came before the list."""

    def heading(self) -> str:
        """What it is about."""
        return self._title

    def body(self) -> ComposeResult:
        """What is typed, and what fits."""
        yield SearchField(placeholder=_("Type a part of the name; Enter takes it, Escape closes"))
        yield Menu()

    def on_mount(self) -> None:
        """Begin with all of them, at the one that counts now."""
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        """List what fits: at the one that counts now, unless something has been typed."""
        typed = self.query_one(Input).value
        self._found = [one for one in self._choices if one.fits(typed)]
        answers = [one.answer for one in self._found]
        at = answers.index(self._now) if not typed and self._now in answers else 0
        menu = self.query_one(OptionList)
        width = inside(self) - 2
        rows = [
            Option(spread(Content(f" {one.name}"), Content.styled(one.about, MUTED), width,
                          keeps_left=True))
            for one in self._found
        ]  # fmt: skip
        menu.clear_options()
        menu.add_options(rows or [Option(_("Nothing of that name."), disabled=True)])
        menu.highlighted = at if rows else None

    def on_key(self, event: Key) -> None:
        """Take what is typed before the field does."""
        field = self.query_one(Input)
        if not field.has_focus and event.is_printable and event.character:
            field.insert_text_at_cursor(event.character)
            event.stop()

    def on_input_changed(self, event: Input.Changed) -> None:
        """List what fits what is typed."""
        super().on_input_changed(event)
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

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Answer with the line under the bar, as soon as there is one if Enter comes before."""
        self._late = not self._laid_out
        if self._late:
            self.call_after_refresh(self._submit_late)
        elif self.stands and not self.cramped:
            self.action_pick()

    def _submit_late(self) -> None:
        """Enter came before the list."""
        if not self._laid_out:
            self.call_after_refresh(self._submit_late)
            return
        self._late = False
        if self.stands and not self.cramped:
            self.action_pick()
        if not self._answered:
            self.chose()

    def on_menu_chosen(self, event: Message) -> None:
        """What was chosen has been done, unless that waits for the list."""
        if self._late:
            event.prevent_default()


class Ticks(Menu):
    """A list in which a click is told rather than choosing a line, the last one apart."""

    class Clicked(Message):
        """A line was clicked, and has the bar now."""

    def on_click(self, event: Click) -> None:
        """Tell that a line was clicked."""
        clicked = event.style.meta.get("option")
        if isinstance(clicked, int) and clicked < self.option_count - 1:
            event.prevent_default()
            self.highlighted = clicked
            self.post_message(self.Clicked())


class TickCard(MenuCard[list[object]]):
    """Ticks some of several choices; answers with them, None to leave all as it was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("space", "tick", N_("tick")),
        ("enter", "select", N_("keep")),
        ("escape,q", "close", N_("back")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]

    def __init__(self, title: str, choices: Sequence[Choice], ticked: Sequence[object]) -> None:
        super().__init__()
        self._title, self._choices, self._ticked = title, list(choices), list(ticked)

    def heading(self) -> str:
        """What it is about."""
        return self._title

    def menu(self) -> Menu:
        """A list that a click ticks in."""
        return Ticks()

    def foot(self) -> str:
        """How they are ticked."""
        return _("Space or a click ticks, Enter keeps them, Escape leaves all as it was.")

    def rows(self, width: int) -> Sequence[Option]:
        """The choices, and the line that keeps them."""
        return [*map(Option, map(self._line, range(len(self._choices)))),
                Option(Content.styled(" " + _("Keep them"), "bold $accent"))]  # fmt: skip

    def _line(self, at: int) -> Content:
        one = self._choices[at]
        on = one.answer in self._ticked
        sign = Content.styled("✓ " if on else "  ", "bold $success")
        return Content.assemble(" ", sign, (one.name, "bold" if on else ""))

    @in_front
    def on_ticks_clicked(self, _event: Ticks.Clicked) -> None:
        """A click ticks, where Enter keeps."""
        self.action_tick()

    def action_tick(self) -> None:
        """Tick the line under the bar, or not."""
        menu = self.query_one(Menu)
        at = menu.highlighted
        if at is None or at >= len(self._choices):
            return
        self._ticked = [one for one in self._ticked if one != self._choices[at].answer] + (
            [] if self._choices[at].answer in self._ticked else [self._choices[at].answer]
        )
        menu.replace_option_prompt_at_index(at, self._line(at))

    @in_front
    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Answer with what is ticked, in the order of the list."""
        self.dismiss([one.answer for one in self._choices if one.answer in self._ticked])
