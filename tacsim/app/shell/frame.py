"""What screens and cards have in common: layout by terminal size, and when they take keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, wraps
from typing import Any, ClassVar, Protocol, TypeVar, cast

from textual.app import ComposeResult, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import BindingsMap
from textual.containers import Container, Vertical
from textual.content import Content
from textual.dom import DOMNode
from textual.events import Click, Compose, Event, Mount, Resize, ScreenResume
from textual.geometry import Offset, Size
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.scroll_view import ScrollView
from textual.widget import Widget
from textual.widgets import Input, OptionList

from tacsim.app.shell.asked import Tacsim, tacsim_of
from tacsim.app.shell.drawing import Frugal
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.text import PRESSES
from tacsim.i18n import _

T = TypeVar("T")

SMALLEST = (60, 20)
"""Columns and lines that the game needs."""

WIDE = 100
"""Columns from which a battle shows its panels beside the board."""

HIGH = 30
"""Lines from which there is room to spare."""


def go(menu: OptionList, by: int) -> None:
    """Move in a list as the arrows do."""
    if by > 0:
        menu.action_cursor_down()
    else:
        menu.action_cursor_up()


def line_of(menu: OptionList) -> Offset | None:
    """Where on the screen the line under a list's bar is; None before it is laid out."""
    line = menu._index_to_line.get(-1 if menu.highlighted is None else menu.highlighted)
    if line is None:
        return None
    return menu.content_region.offset + Offset(0, line - menu.scroll_offset.y)


class Part(Container):
    """A part of a screen that binds keys of its own: they count while its screen takes them."""

    @cached_property
    def frame(self) -> GameScreen[Any]:
        """The screen, which stays the same for the life of a part."""
        return cast("GameScreen[Any]", self.screen)

    @cached_property
    def tacsim(self) -> Tacsim:
        """The app, which stays the same too."""
        return tacsim_of(self)

    @property
    def stands(self) -> bool:
        """Whether input is for it."""
        return self.frame.stands

    @property
    def cramped(self) -> bool:
        """Whether the terminal is too small to play."""
        return self.frame.cramped

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now."""
        return self.frame.check_action(action, parameters)

    def offers(self, _action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether the command palette offers what a key does."""
        return True


class TooSmall(Widget):
    """Covers the screen while the terminal is too small for it."""

    SCOPED_CSS = False  # the classes are the screen's
    DEFAULT_CSS = """
    TooSmall {
        display: none; layer: notice; width: 100%; height: 100%; dock: top;
        content-align: center middle; text-align: center;
        background: $background; color: $foreground; padding: 0 1;
    }
    .-tiny TooSmall { display: block; }
    .-flat TooSmall { display: block; }
    """

    def render(self) -> Content:
        """Say how much room there is and how much is needed."""
        width, height = self.app.size
        text = _("The game needs {0} x {1}, this terminal has {2} x {3}. Enlarge it, or ^q leaves.")
        return Content(text.format(*SMALLEST, width, height))


class Fronted(Protocol):
    """What is in front, or is not."""

    @property
    def stands(self) -> bool:
        """Whether input is for it."""
        ...

    @property
    def cramped(self) -> bool:
        """Whether the terminal is too small to play."""
        ...


S = TypeVar("S", bound=Fronted)
E = TypeVar("E")


def in_front(handler: Callable[[S, E], None]) -> Callable[[S, E], None]:
    """Let a handler of input do nothing unless its screen takes input.

    Keys come faster than screens change: a second Enter may be on its way while the first one
    closes its list or opens the next screen.
    """

    @wraps(handler)
    def handle(screen: S, event: E) -> None:
        if screen.stands and not screen.cramped:
            handler(screen, event)

    return handle


class GameScreen(Screen[T]):
    """A screen of the game: it knows the app, and takes input only while it is in front."""

    _laid_out = False
    _answered = False
    _choosing = False
    """Whether a line of a list has been chosen, and the screen not been told yet."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._compositor = Frugal()
        self._bound_for: tuple[object, object] | None = None
        self._bound: list[tuple[DOMNode, BindingsMap]] = []

    @cached_property
    def tacsim(self) -> Tacsim:
        """The app, which stays the same for the life of a screen."""
        return tacsim_of(self)

    @property
    def stands(self) -> bool:
        """Whether input is for this screen: it is laid out, in front, and has not answered yet."""
        return self._laid_out and not self._answered and self.is_active and not self.tacsim.leaving

    @property
    def ready(self) -> bool:
        """Whether what is typed now is for this screen: else it waits for that or the next one."""
        return self._laid_out and not self._answered and not self._choosing

    def takes_already(self, _key: str) -> bool:
        """Whether a key does something though the screen is not ready."""
        return False

    @property
    def chooses(self) -> bool:
        """Whether something has been chosen, and the screen is not told yet."""
        return self._choosing

    @property
    def behind(self) -> bool:
        """Whether keys have come that are not done yet: what they pass by is not worth showing."""
        on_the_way = (self.focused or self).ancestors_with_self
        return any(node.message_queue_size for node in on_the_way)

    def choosing(self) -> None:
        """A line of a list is being chosen: what is typed after it is for what it leads to."""
        self._choosing = True

    def on_menu_chosen(self, _event: Message) -> None:
        """What was chosen in a list has been done."""
        self.chose()

    def chose(self) -> None:
        """What was chosen has been done: what was typed after it is for what stands now."""
        self._choosing = False
        self.tacsim.take_typed()

    @property
    def cramped(self) -> bool:
        """Whether the terminal is too small to play."""
        width, height = self.tacsim.size
        return width < SMALLEST[0] or height < SMALLEST[1]

    def call_after_refresh(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        """Call in a moment, unless this screen has been closed by then."""

        def then() -> None:
            if self in self.app.screen_stack:
                callback(*args, **kwargs)

        return super().call_after_refresh(then)

    async def on_event(self, event: Event) -> None:
        """Drop layout events once closed: a screen that is closed while it opens has no widgets.

        What it has is mounted in the styles for this size, and gets them once.
        """
        if isinstance(event, Compose):
            self.add_class(*self._sized())
        elif isinstance(event, ScreenResume):
            event.refresh_styles = event.refresh_styles and self._laid_out
        if self in self.app.screen_stack or not isinstance(event, Mount | Resize):
            await super().on_event(event)

    def _sized(self) -> set[str]:
        """The classes for the size of the terminal."""
        width, height = self.app.size
        each = (width, self.HORIZONTAL_BREAKPOINTS), (height, self.VERTICAL_BREAKPOINTS)
        reached = ([one for one in some or () if one[0] <= has] for has, some in each)
        return {max(some)[1] for some in reached if some}

    def _screen_resized(self, size: Size) -> None:
        """Lay everything out in another size; its own layout tells it the size that it has."""
        if size != self.outer_size:
            super()._screen_resized(size)

    def on_mount(self) -> None:
        """Take input once everything is laid out."""
        self.call_after_refresh(self._stand)

    @property
    def _binding_chain(self) -> list[tuple[DOMNode, BindingsMap]]:
        """Who binds which keys, from what takes them outwards.

        Textual makes it anew at every key, of every key that is bound. Here it stays while the same
        part takes the keys and the player's own are the same, unless one of them keeps letters to
        itself, as fields of text do.
        """
        of = self.focused, self.app._keymap
        if of == self._bound_for:
            return self._bound
        chain = super()._binding_chain
        if all(type(node).check_consume_key is DOMNode.check_consume_key for node, _own in chain):
            self._bound_for, self._bound = of, chain
        return chain

    def on_screen_suspend(self) -> None:
        """Something lies over it now: its keys count no more, and what tells notices is that."""
        self.query_children("ToastRack").set(display=False)
        self.refresh_bindings()

    def on_screen_resume(self) -> None:
        """Say again what keys do: those of a card in front counted until now."""
        self.query_children("ToastRack").set(display=True)
        self.refresh_bindings()
        self.tacsim.take_typed()

    def _stand(self) -> None:
        self._laid_out = True
        self.refresh_bindings()
        self.tacsim.take_typed()

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now."""
        return self.stands and not self.cramped

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close this screen and what lies over it, with an answer; a second answer is dropped."""
        if self._answered or self not in self.app.screen_stack:
            return AwaitComplete()
        self._answered = True
        self.uncover()
        return super().dismiss(result)

    def give_way(self, screen: Screen[Any]) -> None:
        """Let another screen take the place of this one and of what lies over it."""
        if self._answered or self not in self.app.screen_stack:
            return
        self._answered = True
        self.uncover()
        self.app.switch_screen(screen)

    def uncover(self) -> None:
        """Close what lies over this screen, unanswered."""
        while self.app.screen is not self:
            self.app.pop_screen()

    def before_leaving(self, then: Callable[[], object]) -> None:
        """Do something by which it is closed, once what has to be asked before that is answered."""
        then()

    def offers(self, _action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether the command palette offers what a key does."""
        return True

    def further(self) -> Iterable[SystemCommand]:
        """What the command palette offers besides what keys do."""
        return ()

    def on_click(self, event: Click) -> None:
        """Press the key that was clicked in a text."""
        key = event.style.meta.get(PRESSES)
        if key is not None:
            self.app.call_later(self.app.simulate_key, key)  # a key of its own would not bubble on

    def reworded(self) -> None:
        """The language has changed: show it, unless it will do to be opened again."""

    def acted(self, action: str) -> None:
        """A key, a click or the command palette has done something, here or in front."""

    @property
    def reading(self) -> Offset | None:
        """Where the terminal's cursor belongs, for readers that follow it; None: where it is.

        In a field of text it is where the field draws its own, for there an input method shows what
        it composes; at the end of the text Textual has it a cell further on.
        """
        focused = self.focused
        if isinstance(focused, OptionList):
            return line_of(focused)
        if isinstance(focused, Input):
            return focused.cursor_screen_offset - (int(focused.cursor_at_end), 0)
        found: Offset | None = getattr(focused, "cursor_screen_offset", None)
        return found

    def action_move(self, by: int) -> None:
        """Move in the list as the arrows do."""
        go(self.query_one(OptionList), by)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss()


class Frame(GameScreen[T]):
    """A full screen of the game."""

    IN_BETWEEN: ClassVar[bool] = False
    """Whether it is only seen on the way to the screen beneath it, whose notices stay."""
    # Textual declares these so that they cannot be annotated as class variables again
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (SMALLEST[0], "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (SMALLEST[1], "-low"), (HIGH, "-high")]  # noqa: RUF012
    DEFAULT_CSS = """
    Frame { layers: base notice; background: $background; color: $foreground; }
    """

    def compose(self) -> ComposeResult:
        """The screen's own parts, and the notice that may cover them."""
        yield from self.parts()
        yield TooSmall()

    def parts(self) -> ComposeResult:
        """The screen's own parts."""
        yield from ()


def inside(card: Card[Any]) -> int:
    """The columns of a card that hold its text, one left for a scrollbar."""
    return card.wide - 5


class Card(ModalScreen[T], GameScreen[T]):
    """A question or an answer in front of a screen, of which it leaves nothing cut beside it."""

    WIDE: int = 66
    """Columns of a card, as its style has them."""
    HORIZONTAL_BREAKPOINTS = Frame.HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = Frame.VERTICAL_BREAKPOINTS
    DEFAULT_CSS = """
    Card { align: center middle; background: $background; layers: base notice; }
    Card > #card { width: 66; max-width: 96%; height: auto; max-height: 94%; background: $surface; }
    Card.-narrow > #card { width: 100%; max-width: 100%; }
    Card #heading {
        dock: top; background: $accent; color: $background; text-style: bold; padding: 0 2;
    }
    Card #body { height: auto; max-height: 100%; padding: 1 2; }
    Card Page { height: auto; max-height: 100%; }
    Card > KeyBar { layer: notice; }
    Card .foot { dock: bottom; height: auto; padding: 1 0 0 0; color: $foreground-muted; }
    """

    @property
    def wide(self) -> int:
        """Columns of the card: in a narrow terminal all, so that nothing is left beside it."""
        width = self.app.size.width
        return width if width < WIDE else min(self.WIDE, width * 96 // 100)

    def compose(self) -> ComposeResult:
        """Heading and body."""
        with Vertical(id="card"):
            yield Lines("heading", lines=[Content(self.heading())])
            with Vertical(id="body"):
                yield from self.body()
        yield KeyBar()
        yield TooSmall()

    @property
    def reading(self) -> Offset | None:
        """Where it takes keys; in the heading where no list and no field of text does."""
        if isinstance(self.focused, ScrollView):  # as lists and fields of text are
            return super().reading
        return next((one.content_region.offset for one in self.query("#heading")), None)

    def heading(self) -> str:
        """What stands at the top."""
        return ""

    def body(self) -> ComposeResult:
        """What stands below."""
        yield from ()
