"""The cards that ask before a branch is begun or deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.menus.setup_lines import players
from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import column, keyed
from tacsim.core.world import World
from tacsim.i18n import N_, _, known_as
from tacsim.session.controllers import in_full
from tacsim.storage.branch import NAMES
from tacsim.storage.errors import clean
from tacsim.view.palettes.colours import hexed
from tacsim.view.wording.players import player_name


@attrs.frozen
class Fork:
    """A branch to be begun: its name, and who plays each side."""

    name: str
    controllers: Mapping[str, str]


class ForkCard(Card[Fork]):
    """Asks how a battle is to be played on from a decision; answers None for not at all.

    ``where``: the decision, in words; ``name``: the branch's unless another is typed;
    ``controllers``: those so far, by side; ``actor``: the side that decides there.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "close", N_("back")),
        ("right,l", "change(1)", N_("change")),
        ("left,h", "change(-1)", ""),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("b,p", "begin", N_("begin")),
        ("tab,n", "name", N_("name")),
    ]
    DEFAULT_CSS = """
    ForkCard #where { height: auto; margin: 0 0 1 0; }
    ForkCard Input { border: none; height: 1; padding: 0 1; background: $panel; }
    ForkCard Input:focus { border: none; }
    ForkCard OptionList { height: auto; max-height: 10; background: $surface; margin: 1 0; }
    ForkCard #foot { height: auto; color: $foreground-muted; }
    """

    def __init__(
        self, world: World, where: str, name: str, controllers: Mapping[str, str], actor: str
    ) -> None:
        super().__init__()
        self._world = world
        self._where = where
        self._usual = name
        own = {side: in_full(who) for side, who in controllers.items()}
        if "human" not in own.values() and actor in own:
            own[actor] = "human"
        self._chosen = own
        self._values = {
            side: list(dict.fromkeys((*players(), in_full(who))))
            for side, who in controllers.items()
        }

    def heading(self) -> str:
        """What it is about."""
        return _("Play on from here")

    def body(self) -> ComposeResult:
        """From where, under which name, and who plays."""
        yield Static(Content(self._where), id="where")
        yield Input(placeholder=_("name: {name}").format(name=self._usual), max_length=NAMES)
        rows = [Option("", id=side.id) for side in self._world.sides.items]
        yield Menu(*rows, Option(Content.styled(" " + _("Begin"), "bold $accent"), id=""))
        yield Static(
            Content(_("Right and left change who plays, Tab goes to the name, Escape closes.")),
            id="foot",
        )

    def on_mount(self) -> None:
        """Begin at the button: Enter plays on as it is."""
        menu = self.query_one(OptionList)
        for side in self._chosen:
            menu.replace_option_prompt(side, self._line(side))
        menu.focus()
        menu.highlighted = menu.option_count - 1

    def _line(self, side: str) -> Content:
        place = [item.id for item in self._world.sides.items].index(side)
        colour = hexed(self.tacsim.palette.side(place))
        who = self._chosen[side]
        return Content.assemble(
            column(
                Content.styled(f" {known_as(self._world.sides[side].name)}", f"bold {colour}"), 19
            ),
            (clean(player_name(who)), "bold"),
        )

    def action_change(self, by: int) -> None:
        """Change who plays the side that the bar is on."""
        menu = self.query_one(OptionList)
        if menu.highlighted is None or not menu.has_focus:
            return
        side = menu.get_option_at_index(menu.highlighted).id
        if side:
            values = self._values[side]
            at = (values.index(self._chosen[side]) + by) % len(values)
            self._chosen[side] = values[at]
            menu.replace_option_prompt(side, self._line(side))

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change a side, or begin."""
        if event.option_id:
            self.action_change(1)
        else:
            self.action_begin()

    @in_front
    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """The name is typed: back to the button."""
        menu = self.query_one(OptionList)
        menu.focus()
        menu.highlighted = menu.option_count - 1

    def action_name(self) -> None:
        """Go to the name, or back."""
        line = self.query_one(Input)
        if line.has_focus:
            self.query_one(OptionList).focus()
        else:
            line.focus()

    def action_begin(self) -> None:
        """Begin."""
        typed = self.query_one(Input).value.strip()
        self.dismiss(Fork(typed or self._usual, dict(self._chosen)))


class SureCard(Card[bool]):
    """Asks whether something that cannot be undone is to be done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "answer(True)", N_("yes")),
        ("n,escape,q", "answer(False)", N_("no")),
    ]
    DEFAULT_CSS = """
    SureCard Static { height: auto; }
    SureCard #keys { margin: 1 0 0 0; }
    """

    def __init__(self, title: str, text: str, yes: str, no: str) -> None:
        super().__init__()
        self._title, self._text = title, text
        self._answers = (yes, no)

    def heading(self) -> str:
        """What it is about."""
        return self._title

    def body(self) -> ComposeResult:
        """The question and the keys that answer it."""
        yield Static(Content(self._text))
        keys = Content("   ").join(map(keyed, "yn", self._answers))
        yield Static(keys, id="keys")

    def action_answer(self, yes: bool) -> None:
        """Answer."""
        self.dismiss(yes)
