"""The card of acts: what may be done beyond the plain keys, found by typing, each with its chances.

Or what may be done to one creature.
"""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.battle.aside import KEPT, Aside
from tacsim.app.shell.frame import in_front, inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import clipped, spread
from tacsim.grid.cells import Body
from tacsim.i18n import N_, _
from tacsim.player.act_lines import ActLine, found_by, lines, lines_about
from tacsim.player.act_promises import promised
from tacsim.player.now import Now
from tacsim.view.reasons import clause_text, sentence

EDGE = 10
"""Lines that the card needs around its list."""


class ActsCard(Aside[ActLine]):
    """Lists the acts and answers with the one chosen; those refused now show the reason.

    ``about``: lists what may be done to that creature.
    """

    WIDE: ClassVar[int] = 90
    LEAST: ClassVar[int] = 80
    BINDINGS: ClassVar[list[BindingType]] = [
        ("down", "move(1)", N_("next")),
        ("up", "move(-1)", N_("previous")),
        ("pagedown", "page(1)", ""),
        ("pageup", "page(-1)", ""),
        ("escape", "back", N_("close")),
    ]
    DEFAULT_CSS = """
    ActsCard #body { padding: 1 1 0 1; }
    ActsCard Input { border: none; height: 1; padding: 0 1; background: $panel; }
    ActsCard Input:focus { border: none; }
    ActsCard OptionList { height: auto; background: $surface; border: none; padding: 0; }
    ActsCard OptionList > .option-list--option-highlighted {
        background: $block-cursor-background; text-style: $block-cursor-text-style;
    }
    ActsCard #said { height: 3; padding: 0 1; margin: 1 0 0 0; }
    """

    def __init__(self, now: Now, actor: str, about: str | None = None) -> None:
        super().__init__()
        self._now = now
        self._actor = actor
        self._about = about
        every = lines(now.selection) if about is None else lines_about(now.selection, about)
        self._every = [(line, self._promise(line)) for line in every]
        self._found = self._every

    def heading(self) -> str:
        """Who acts."""
        world = self._now.battle.world
        name = world[self._actor].name
        if self._about is None:
            return _("What else {name} can do").format(name=name)
        return _("What {name} can do to {foe}").format(name=name, foe=world[self._about].name)

    def body(self) -> ComposeResult:
        """What is typed, a line for each act, and what it does or why it cannot be done."""
        yield Input(placeholder=_("Type a name, or a key and Enter; Escape closes"))
        yield Menu()
        yield Static(id="said")

    def on_mount(self) -> None:
        """Take what is typed."""
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()

    def about(self) -> list[Body]:
        """The creature to which something is to be done."""
        return [] if self._about is None else [self._now.battle.world[self._about].body]

    def fill(self) -> None:
        """List the lines at the width that there is."""
        self._list(self.query_one(OptionList).highlighted or 0)

    def on_key(self, event: Key) -> None:
        """Take what is typed before the field does."""
        field = self.query_one(Input)
        if not field.has_focus and event.is_printable and event.character:
            field.insert_text_at_cursor(event.character)
            event.stop()

    def on_input_changed(self, event: Input.Changed) -> None:
        """List what fits what is typed."""
        fits = found_by(event.value, [line for line, _promise in self._every])
        self._found = [self._every[index] for index in fits]
        self._list()

    def _list(self, at: int = 0) -> None:
        """Fill the list."""
        menu = self.query_one(OptionList)
        menu.styles.max_height = self._rows
        width = inside(self) - 2 - 2 * (len(self._found) > self._rows)
        menu.clear_options()
        menu.add_options(Option(self._line(*found, width)) for found in self._found)
        menu.highlighted = min(at, len(self._found) - 1) if self._found else None
        self._say(at)

    def _line(self, line: ActLine, promise: str, width: int) -> Content:
        able = line.refusal is None
        name = Content.assemble(
            (f"{line.key:>2}  ", "bold $accent" if able else MUTED),
            (line.text, "" if able else MUTED),
        )
        said = promise if able else self._why(line)
        if not said:
            return clipped(name, width)
        return spread(name, Content.styled("  " + said, MUTED), width, keeps_left=True)

    def _promise(self, line: ActLine) -> str:
        planner = self._now.selection.planner
        return "" if planner is None else promised(planner, line, self._about)

    def _why(self, line: ActLine) -> str:
        if line.refusal is None:
            return ""
        known = None if self._now.memory is None else self._now.memory.known
        return sentence(line.refusal, self._now.battle.world, known)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say in full what it does, or why it cannot be done."""
        self._say(event.option_index)

    def _say(self, index: int) -> None:
        said = Content.styled(_("Nothing of that name."), MUTED)
        if index < len(self._found):
            said = self._full(*self._found[index])
        self.query_one("#said", Static).update(said)

    def _full(self, line: ActLine, promise: str) -> Content:
        """What a line promises and does by the rules, as far as there is room; or why not."""
        if line.refusal is not None:
            return Content.assemble(
                (f"{line.text}: {self._why(line)} ", "$error"), (line.refusal.clause, MUTED)
            )
        _title, text = clause_text(self._now.battle.ruleset.id, line.clause)
        box = self.query_one("#said").content_size
        width, head = max(box.width, 40), f"{promise}. " if promise else ""
        for end in (*reversed([at + 1 for at, char in enumerate(text) if char == "."]), 0):
            said = Content.assemble((head, "bold"), text[:end], " " * bool(end),
                                    (line.clause, MUTED))  # fmt: skip
            if len(said.wrap(width)) <= max(box.height, 3):
                return said
        return Content.styled(head, "bold")

    @property
    def _rows(self) -> int:
        """The rows of the list that find room."""
        return max(self.app.size.height - EDGE - KEPT * (self._about is not None), 4)

    def action_page(self, by: int) -> None:
        """Turn a page of the list."""
        menu = self.query_one(Menu)
        (menu.action_page_down if by > 0 else menu.action_page_up)()

    def action_back(self) -> None:
        """Clear what was typed, or close."""
        field = self.query_one(Input)
        if field.value:
            field.clear()
        else:
            self.dismiss()

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose the line clicked."""
        self._choose(event.option_index)

    @in_front
    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Choose the line highlighted."""
        self._choose(self.query_one(OptionList).highlighted)

    def _choose(self, index: int | None) -> None:
        if index is None or index >= len(self._found):
            return
        line, _promise = self._found[index]
        if line.refusal is None:
            self.dismiss(line)
            return
        self.query_one(OptionList).highlighted = index
        self._say(index)
