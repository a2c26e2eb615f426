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
from textual.worker import get_current_worker

from tacsim.app.battle.aside import KEPT, Aside
from tacsim.app.shell.frame import in_front, inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu, Searching
from tacsim.app.widgets.text import clipped, shorter, spread
from tacsim.grid.cells import Body
from tacsim.i18n import N_, _
from tacsim.player.act_lines import ActLine, found_by, lines, lines_about
from tacsim.player.act_promises import promised
from tacsim.player.now import Now
from tacsim.player.planning import Planner
from tacsim.view.reasons import clause_text, sentence

FORETELLING = "promises"
"""The name of the work on what lines promise."""
EDGE = 10
"""Lines that the card needs around its list."""


class ActsCard(Aside[ActLine], Searching[ActLine]):
    """Lists the acts and answers with the one chosen; those refused now show the reason.

    ``about``: lists what may be done to that creature.
    """

    WIDE = 90
    LEAST = 80
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
        self._lines = lines(now.selection) if about is None else lines_about(now.selection, about)
        self._found = list(range(len(self._lines)))
        """The places of the lines that are listed."""
        self._promises: dict[int, str] = {}
        """What lines promise, as far as it is worked out, by their places."""

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
        """Take what is typed; work out what the lines promise, which may take a while."""
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()
        self.run_worker(self._foretell, thread=True, group=FORETELLING, exit_on_error=False)

    def _foretell(self) -> None:
        """Work out what each line promises, on a battle of its own, while keys are taken."""
        worker, planner = get_current_worker(), self._now.selection.planner
        if planner is None:
            return
        apart = Planner(planner.battle.fork(), planner.actor)
        for index, line in enumerate(self._lines):
            promise = promised(apart, line, self._about)
            if worker.is_cancelled:
                return
            if promise:
                self.app.call_from_thread(self._told, index, promise)

    def _told(self, index: int, promise: str) -> None:
        """What a line promises is worked out."""
        self._promises[index] = promise
        if self in self.app.screen_stack and index in self._found:
            at, menu = self._found.index(index), self.query_one(OptionList)
            menu.replace_option_prompt_at_index(at, self._line(index))
            if menu.highlighted == at:
                self._say(at)

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
        self._found = found_by(event.value, self._lines)
        self._list()

    def _list(self, at: int = 0) -> None:
        """Fill the list."""
        menu = self.query_one(OptionList)
        menu.styles.max_height = self._rows
        menu.clear_options()
        menu.add_options(Option(self._line(index)) for index in self._found)
        menu.highlighted = min(at, len(self._found) - 1) if self._found else None
        self._say(at)

    def _line(self, index: int) -> Content:
        line, promise = self._lines[index], self._promises.get(index, "")
        width = inside(self) - 2 - 2 * (len(self._found) > self._rows)
        able = line.refusal is None
        name = Content.assemble(
            (f"{line.key:>2}  ", "bold $accent" if able else MUTED),
            (line.text, "" if able else MUTED),
        )
        said = promise if able else self._why(line)
        if not said:
            return clipped(name, width)
        return spread(name, Content.styled("  " + said, MUTED), width, keeps_left=True)

    def _why(self, line: ActLine) -> str:
        if line.refusal is None:
            return ""
        known = None if self._now.memory is None else self._now.memory.known
        return sentence(line.refusal, self._now.battle.world, known)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say in full what it does, or why it cannot be done."""
        self._say(event.option_index)

    def _say(self, at: int) -> None:
        said = Content.styled(_("Nothing of that name."), MUTED)
        if at < len(self._found):
            index = self._found[at]
            said = self._full(self._lines[index], self._promises.get(index, ""))
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
        for part in (*shorter(text), ""):
            said = Content.assemble((head, "bold"), part, " " * bool(part), (line.clause, MUTED))
            if len(said.wrap(width)) <= max(box.height, 3):
                return said
        return Content.styled(head, "bold")

    @property
    def _rows(self) -> int:
        """The rows of the list that find room."""
        return max(self.app.size.height - EDGE - KEPT * (self._about is not None), 4)

    def action_move(self, by: int) -> None:
        """Move in the list."""
        self.read_list()
        super().action_move(by)

    def action_page(self, by: int) -> None:
        """Turn a page of the list."""
        self.read_list()
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
        line = self._lines[self._found[index]]
        if line.refusal is None:
            self.dismiss(line)
            return
        self.query_one(OptionList).highlighted = index
        self._say(index)
