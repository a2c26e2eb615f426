"""Textual's list and command palette as the game needs them.

They are safe against keys that come before they are laid out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from textual.command import CommandPalette, Hit, Hits
from textual.content import Content
from textual.css.query import NoMatches
from textual.events import Click, Key
from textual.geometry import Offset, Size
from textual.message import Message
from textual.system_commands import SystemCommandsProvider
from textual.visual import Visual
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option
from textual.worker import Worker

from tacsim.app.shell.frame import GameScreen, line_of
from tacsim.app.widgets.text import clipped, hanging
from tacsim.i18n import _
from tacsim.i18n.hangul import holds, is_initials

T = TypeVar("T")

LEAST = 8
"""Columns that a list is taken to have at least."""

INDENT = 3
"""Columns by which what is folded of a line stands to the right."""


class Row(Option):
    """A line of a list, cut to its width; ``whole`` is shown in its place while the bar is on it.

    ``whole``: all of it, folded to that width.
    """

    def __init__(self, cut: Content, whole: Content, id: str | None = None) -> None:  # noqa: A002
        super().__init__(cut, id)
        self.whole = whole

    @classmethod
    def folding(cls, lines: Sequence[Content], width: int, id: str | None = None) -> Row:  # noqa: A002
        """Some lines, each cut to a width or folded to it."""
        whole = [row for line in lines for row in hanging(line, width, INDENT)]
        return cls(_rows(clipped(line, width) for line in lines), _rows(whole), id)


def answer(what: str, key: str, text: str) -> Option:
    """A line of a list that a key chooses too: its id, the key, and what it says."""
    return Option(Content.assemble((f" {key or ' '}  ", "bold $accent"), text), id=what)


def _rows(lines: Iterable[Content]) -> Content:
    return Content("\n").join(lines)


class Menu(OptionList):
    """A list of which the line under the bar is shown whole, and that ignores page keys at first.

    Textual raises KeyError for a page of lines that it has not counted yet.
    """

    class Chosen(Message):
        """What was chosen has been told, as this goes the same way behind it."""

    twice = False
    """Whether a click moves the bar first, and only a second one chooses."""

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Cut the line that the bar has left, and show the one that it is on whole."""
        if any(isinstance(one, Row) for one in self.options):
            self._clear_caches()
            self.refresh(layout=True)
        super().watch_highlighted(highlighted)

    def watch_show_vertical_scrollbar(self) -> None:
        """Fold its lines anew: the bar has taken a column from them, or given it back."""
        self._clear_caches()

    def put(self, at: int, row: Row) -> None:
        """Let a line say something else."""
        before = self.get_option_at_index(at)
        if isinstance(before, Row):
            before.whole = row.whole
        self.replace_option_prompt_at_index(at, row.prompt)

    def _get_visual(self, option: Option) -> Visual:
        """What is shown of a line."""
        if isinstance(option, Row) and option is self.highlighted_option:
            return option.whole
        return super()._get_visual(option)

    def action_select(self) -> None:
        """Choose the line under the bar."""
        super().action_select()
        if self.post_message(self.Chosen()) and isinstance(self.screen, GameScreen):
            self.screen.choosing()

    def makes_sense(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now: its screen knows."""
        asked = getattr(self.screen, "makes_sense", None)
        return asked is None or bool(asked(action, parameters))

    def on_click(self, event: Click) -> None:
        """Drop a click on a line that has gone since it was painted."""
        clicked = event.style.meta.get("option", 0)
        if clicked >= self.option_count:
            event.prevent_default()
        elif self.twice and clicked != self.highlighted:
            event.prevent_default()
            self.highlighted = clicked
            self.focus()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Its lines; Textual raises ValueError where there is no width at all."""
        return super().get_content_height(container, viewport, max(width, LEAST))

    def action_page_up(self) -> None:
        """One page up."""
        with suppress(KeyError):
            super().action_page_up()  # type: ignore[no-untyped-call]  # Textual has it so

    def action_page_down(self) -> None:
        """One page down."""
        with suppress(KeyError):
            super().action_page_down()  # type: ignore[no-untyped-call]  # Textual has it so


class SearchField(Input):
    """The field of a list that is searched; what is typed behind Enter is for what that leads to.

    All else that it does not take goes the long way over the app, and Enter would with it.
    """

    async def on_key(self, event: Key) -> None:
        """Choose at once; keep what comes before that is done."""
        screen = self.screen
        if not isinstance(screen, GameScreen):
            return
        if screen.chooses:
            event.stop().prevent_default()
            screen.tacsim.keep_typed(event)
        elif event.key == "enter":
            event.stop().prevent_default()
            screen.choosing()
            await self.action_submit()
            self.post_message(Menu.Chosen())


class Searching(GameScreen[T]):
    """A screen with a field of text and a list of what fits, which takes keys through the screen.

    It is read in the field, and in the list once that was moved in, until something is typed.
    """

    _listing = False

    @property
    def reading(self) -> Offset | None:
        """In the field, or the line under the bar."""
        return line_of(self.query_one(OptionList)) if self._listing else super().reading

    def read_list(self) -> None:
        """The list is moved in, though it may stay as it is."""
        self._listing = True
        self.query_one(OptionList).refresh()

    def on_input_changed(self, _event: Input.Changed) -> None:
        """Something was typed."""
        self._listing = False


class Offered(SystemCommandsProvider):
    """What the palette offers, which is also found by the consonants that its syllables have."""

    async def search(self, query: str) -> Hits:
        """What fits a text."""
        words = query.split()
        if not all(map(is_initials, words)):
            async for hit in super().search(query):
                yield hit
            return
        for name, about, chosen, *_more in self.app.get_system_commands(self.screen):
            if all(holds(name, word) for word in words):
                yield Hit(1, name, chosen, help=about)


class Palette(CommandPalette, Searching[None]):
    """The command palette, which takes keys only while it is in front and chooses once."""

    DEFAULT_CSS = "Palette SearchIcon { display: none; }"

    def run_worker(self, *work: Any, **more: Any) -> Worker[Any]:
        """Work in the background, which ends quietly where it finds the palette closed."""

        async def quietly() -> Any:
            with suppress(NoMatches):
                return await gather()

        gather, *rest = work
        return super().run_worker(quietly, *rest, **more)

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Say after a while that nothing was found, which Textual says in English alone."""

        def nothing() -> None:
            if search_value:
                told = Content(_("No matches found"))
                found = self.query_one(OptionList)
                found.add_option(Option(told, disabled=True, id=self._NO_MATCHES))
            self._list_visible = bool(search_value)

        self._stop_no_matches_countdown()
        self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, nothing)

    def _action_command_list(self, action: str) -> None:
        self.read_list()
        with suppress(KeyError):  # as in a menu
            super()._action_command_list(action)
