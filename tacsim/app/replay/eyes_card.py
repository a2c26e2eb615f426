"""The card that asks as which side to watch a battle in which fog still hides something."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.menu import Menu
from tacsim.i18n import N_, _, known_as
from tacsim.player.record.reel import Reel
from tacsim.view.palettes.colours import hexed

ALL = ""
"""The answer for everything, where a side's id is none."""


class EyesCard(Card[str]):
    """Answers with a side's id, ``ALL`` for everything, or None for neither."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q", "close", N_("back")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    EyesCard { background: $background; }
    EyesCard Static { height: auto; }
    EyesCard OptionList { height: auto; background: $surface; margin: 1 0; padding: 0; }
    EyesCard #foot { color: $foreground-muted; margin: 0 0 1 0; }
    """

    def __init__(self, reel: Reel) -> None:
        super().__init__()
        self._sides = reel.timeline.battle.world.sides
        self._eyes = reel.eyes

    def heading(self) -> str:
        """What is asked."""
        return _("Through whose eyes?")

    def body(self) -> ComposeResult:
        """Why it is asked, and the sides."""
        text = _("This battle is not over, and the fog still hides things from those who play it.")
        yield Static(Content(text))
        yield Menu(*(Option(self._line(one), id=one or ALL) for one in self._eyes))
        foot = _("Choose your own side, when the others have looked away. Escape goes back.")
        alone = _("Everything is what the fog hides from you, too. Escape goes back.")
        yield Static(Content(alone if None in self._eyes else foot), id="foot")

    def _line(self, side: str | None) -> Content:
        if side is None:
            return Content(" " + _("Everything"))
        place = [one.id for one in self._sides.items].index(side)
        colour = hexed(self.tacsim.palette.side(place))
        return Content.styled(" " + known_as(self._sides[side].name), f"bold {colour}")

    def on_mount(self) -> None:
        """Begin at the first."""
        menu = self.query_one(OptionList)
        menu.highlighted = 0
        menu.focus()

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        if not self.cramped:
            self.dismiss(event.option_id or ALL)
