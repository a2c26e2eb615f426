"""The card of acts: what may be done beyond the plain keys, each with a key of its own."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Key
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import clipped, spread
from tacsim.i18n import N_, _
from tacsim.player.act_lines import ActLine, lines
from tacsim.player.now import Now
from tacsim.view.reasons import clause_text, sentence

EDGE = 8
"""Lines that the card needs around its list."""


class ActsCard(Card[ActLine]):
    """Lists the acts and answers with the one chosen; those refused now show the reason."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,d", "close", N_("close"))]
    DEFAULT_CSS = """
    ActsCard > #card { width: 90; }
    ActsCard #body { padding: 1 1 0 1; }
    ActsCard OptionList { height: auto; background: $surface; border: none; padding: 0; }
    ActsCard #said { height: auto; min-height: 2; padding: 0 1; margin: 1 0 0 0; }
    ActsCard #foot { height: 1; padding: 0 1; color: $foreground-muted; }
    """

    def __init__(self, now: Now, actor: str) -> None:
        super().__init__()
        self._now = now
        self._actor = actor
        self._lines = lines(now.selection)

    def heading(self) -> str:
        """Who acts."""
        name = self._now.battle.world[self._actor].name
        return _("What else {name} can do").format(name=name)

    def body(self) -> ComposeResult:
        """A line for each, and why the one pointed at cannot be done."""
        yield Menu(*(Option("", id=str(index)) for index in range(len(self._lines))))
        yield Static(id="said")
        yield Static(Content(_("Its key or Enter chooses, Escape closes.")), id="foot")

    def on_mount(self) -> None:
        """Begin at the first that can be done."""
        self._fit()
        menu = self.query_one(OptionList)
        menu.focus()
        able = (index for index, line in enumerate(self._lines) if line.refusal is None)
        menu.highlighted = next(able, 0)

    def on_resize(self) -> None:
        """Wrap to the new width."""
        self._fit()

    def _fit(self) -> None:
        menu = self.query_one(OptionList)
        menu.styles.max_height = max(self.app.size.height - EDGE, 4)
        width = min(90, self.app.size.width * 96 // 100) - 6 - 2 * self._tall
        for index, line in enumerate(self._lines):
            menu.replace_option_prompt_at_index(index, self._line(line, width))

    def _line(self, line: ActLine, width: int) -> Content:
        able = line.refusal is None
        name = Content.assemble(
            (f"{line.key:>2}  ", "bold $accent" if able else MUTED),
            (line.text, "" if able else MUTED),
        )
        if line.refusal is None:
            return clipped(name, width)
        return spread(name, Content.styled("  " + self._why(line), MUTED), width, keeps_left=True)

    def _why(self, line: ActLine) -> str:
        if line.refusal is None:
            return ""
        known = None if self._now.memory is None else self._now.memory.known
        return sentence(line.refusal, self._now.battle.world, known)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say in full why it cannot be done."""
        self._say(self._lines[event.option_index])

    def _say(self, line: ActLine) -> None:
        said = self._does(line)
        if line.refusal is not None:
            said = Content.assemble(
                (f"{line.text}: {self._why(line)} ", "$error"), (line.refusal.clause, MUTED)
            )
        self.query_one("#said", Static).update(said)

    def _does(self, line: ActLine) -> Content:
        """What it does by the rules: as many sentences as there is room for."""
        _title, text = clause_text(self._now.battle.ruleset.id, line.clause)
        width = max(self.query_one("#said").content_size.width, 40)
        lines = 2 if self._tall else 3
        for end in (*reversed([at + 1 for at, char in enumerate(text) if char == "."]), 0):
            said = Content.assemble(text[:end], " " * bool(end), (line.clause, MUTED))
            if end and len(said.wrap(width)) <= lines:
                return said
        return Content("")

    @property
    def _tall(self) -> bool:
        """Whether there are more lines than fit."""
        return len(self._lines) > self.app.size.height - EDGE

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose it."""
        self._choose(event.option_index)

    def on_key(self, event: Key) -> None:
        """A letter chooses its line."""
        for index, line in enumerate(self._lines):
            if event.character and event.character == line.key:
                event.stop()
                event.prevent_default()
                self._choose(index)
                return

    def _choose(self, index: int) -> None:
        if self.cramped:
            return
        line = self._lines[index]
        if line.refusal is None:
            self.dismiss(line)
            return
        self.query_one(OptionList).highlighted = index
        self._say(line)
