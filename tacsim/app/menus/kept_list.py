"""A list of what a player has made and keeps, as parties and monsters are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static

from tacsim.app.menus.fork_card import SureCard
from tacsim.app.shell.frame import Frame, in_front
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import Menu, Row
from tacsim.content.faults import ContentError
from tacsim.i18n import N_, _, translate
from tacsim.storage.errors import SaveError, clean

T = TypeVar("T")

KEYS: tuple[BindingType, ...] = (
    ("d,delete", "delete", N_("delete")),
    ("j", "move(1)", ""),
    ("k", "move(-1)", ""),
    ("question_mark,f1", "help", N_("help")),
    ("escape,q", "close", N_("back")),
)
"""The keys of every such list, after its own."""


class KeptList(Frame[None], Generic[T]):
    """Lists things that are kept in files; each is changed and deleted by a key."""

    HEAD: ClassVar[str]
    FOLDER: ClassVar[Callable[[], Path]]
    PLACE: ClassVar[str]
    """Says where the files lie, ``{folder}``."""
    EMPTY: ClassVar[str]
    """Stands in place of the list while there is nothing."""
    DEFAULT_CSS = """
    KeptList #caption { height: 1; dock: top; background: $panel; }
    KeptList OptionList { height: 1fr; }
    KeptList #place { padding: 0 1; color: $foreground-muted; height: auto; }
    KeptList #empty { padding: 1 2; color: $foreground-muted; height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.things: Sequence[T] = ()
        """What each line is about."""

    def found(self) -> Sequence[T]:
        """What there is."""
        raise NotImplementedError

    def key(self, thing: T) -> object:
        """What a thing is known by, also once it is changed."""
        raise NotImplementedError

    def lines(self, thing: T) -> list[Content]:
        """What is said of a thing."""
        raise NotImplementedError

    def change(self, thing: T) -> None:
        """Change a thing."""
        raise NotImplementedError

    def delete(self, thing: T) -> None:
        """Ask whether a thing is to be deleted."""
        raise NotImplementedError

    def parts(self) -> ComposeResult:
        """The list."""
        yield Lines("caption", lines=[Content.styled(translate(self.HEAD), "bold $accent")])
        yield Static(id="empty")
        yield Menu()
        yield Static(id="place")
        yield KeyBar()

    def on_mount(self) -> None:
        """Read what there is."""
        place = clean(str(type(self).FOLDER()), 1000)
        text = translate(self.PLACE).format(folder=place)
        self.query_one("#place", Static).update(Content(text))
        self.fill()
        self.query_one(OptionList).focus()

    def on_resize(self) -> None:
        """Fit to the new width."""
        if self._laid_out:
            self.fill()

    def fill(self, at: object = None) -> None:
        """Show what there is; ``at``: the key of the thing to point at."""
        menu = self.query_one(OptionList)
        before = menu.highlighted or 0
        self.things = self.found()
        menu.clear_options()
        width = max(self.size.width - 2, 20)
        menu.add_options([Row.folding(self.lines(one), width) for one in self.things])
        keys = [self.key(one) for one in self.things]
        if keys:
            menu.highlighted = keys.index(at) if at in keys else min(before, len(keys) - 1)
        empty = self.query_one("#empty", Static)
        empty.display = not keys
        empty.update(Content(translate(self.EMPTY)))
        self.refresh_bindings()

    @property
    def chosen(self) -> T | None:
        """What the bar is on."""
        at = self.query_one(OptionList).highlighted
        return None if at is None or not self.things else self.things[at]

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        return action not in ("delete", "select", "find") or bool(self.things)

    @in_front
    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Change what the bar is on."""
        chosen = self.chosen
        if chosen is not None:
            self.change(chosen)

    def action_delete(self) -> None:
        """Delete what the bar is on."""
        chosen = self.chosen
        if chosen is not None:
            self.delete(chosen)

    def sure(self, title: str, text: str, change: Callable[[], object]) -> None:
        """Ask before something is deleted."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.attempt(change)

        self.app.push_screen(SureCard(title, text, _("delete it"), _("keep it")), answered)

    def attempt(self, change: Callable[[], object], at: object = None) -> bool:
        """Change a file and show the list again; say what is in the way. True if nothing was.

        ``at``: the key of what to point at then, unless ``change`` returns it.
        """
        try:
            made = change()
        except (ContentError, ValueError) as error:
            self.tacsim.tell(error.short if isinstance(error, SaveError) else str(error))
            self.fill()
            return False
        self.fill(made if at is None else at)
        return True

    def action_help(self) -> None:
        """The game on one page."""
        self.tacsim.open_screen("help")
