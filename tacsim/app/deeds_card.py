"""The card of deeds: what may be done beyond the plain keys, each with a key of its own."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Key
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.deeds import Deed, deeds
from tacsim.app.frame import Card, in_front
from tacsim.app.hints import MUTED, Now
from tacsim.app.menu import Menu
from tacsim.app.text import clipped, spread
from tacsim.i18n import N_, _
from tacsim.view.reasons import clause_text, sentence

EDGE = 8
"""Lines that the card needs around its list."""


class DeedsCard(Card[Deed]):
    """Chooses one of them; what cannot be done now says why."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,d", "close", N_("close"))]
    DEFAULT_CSS = """
    DeedsCard > #card { width: 90; }
    DeedsCard #body { padding: 1 1 0 1; }
    DeedsCard OptionList { height: auto; background: $surface; border: none; padding: 0; }
    DeedsCard #said { height: auto; min-height: 2; padding: 0 1; margin: 1 0 0 0; }
    DeedsCard #foot { height: 1; padding: 0 1; color: $foreground-muted; }
    """

    def __init__(self, now: Now, actor: str) -> None:
        super().__init__()
        self._now = now
        self._actor = actor
        self._deeds = deeds(now.hand)

    def heading(self) -> str:
        """Who acts."""
        name = self._now.battle.world[self._actor].name
        return _("What else {name} can do").format(name=name)

    def body(self) -> ComposeResult:
        """A line for each, and why the one pointed at cannot be done."""
        yield Menu(*(Option("", id=str(index)) for index in range(len(self._deeds))))
        yield Static(id="said")
        yield Static(Content(_("Its key or Enter chooses, Escape closes.")), id="foot")

    def on_mount(self) -> None:
        """Begin at the first that can be done."""
        self._fit()
        menu = self.query_one(OptionList)
        menu.focus()
        able = (index for index, deed in enumerate(self._deeds) if deed.refusal is None)
        menu.highlighted = next(able, 0)

    def on_resize(self) -> None:
        """Fold anew."""
        self._fit()

    def _fit(self) -> None:
        menu = self.query_one(OptionList)
        menu.styles.max_height = max(self.app.size.height - EDGE, 4)
        width = min(90, self.app.size.width * 96 // 100) - 6 - 2 * self._tall
        for index, deed in enumerate(self._deeds):
            menu.replace_option_prompt_at_index(index, self._line(deed, width))

    def _line(self, deed: Deed, width: int) -> Content:
        able = deed.refusal is None
        name = Content.assemble(
            (f"{deed.key:>2}  ", "bold $accent" if able else MUTED),
            (deed.text, "" if able else MUTED),
        )
        if deed.refusal is None:
            return clipped(name, width)
        return spread(name, Content.styled("  " + self._why(deed), MUTED), width, keeps_left=True)

    def _why(self, deed: Deed) -> str:
        if deed.refusal is None:
            return ""
        known = None if self._now.memory is None else self._now.memory.known
        return sentence(deed.refusal, self._now.battle.world, known)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say in full why it cannot be done."""
        self._say(self._deeds[event.option_index])

    def _say(self, deed: Deed) -> None:
        said = self._does(deed)
        if deed.refusal is not None:
            said = Content.assemble(
                (f"{deed.text}: {self._why(deed)} ", "$error"), (deed.refusal.clause, MUTED)
            )
        self.query_one("#said", Static).update(said)

    def _does(self, deed: Deed) -> Content:
        """What it does by the rules: as many sentences as there is room for."""
        _title, text = clause_text(self._now.battle.ruleset.id, deed.clause)
        width = max(self.query_one("#said").content_size.width, 40)
        lines = 2 if self._tall else 3
        for end in (*reversed([at + 1 for at, char in enumerate(text) if char == "."]), 0):
            said = Content.assemble(text[:end], " " * bool(end), (deed.clause, MUTED))
            if end and len(said.wrap(width)) <= lines:
                return said
        return Content("")

    @property
    def _tall(self) -> bool:
        """Whether there are more lines than fit."""
        return len(self._deeds) > self.app.size.height - EDGE

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose it."""
        self._choose(event.option_index)

    def on_key(self, event: Key) -> None:
        """A letter chooses its line."""
        for index, deed in enumerate(self._deeds):
            if event.character and event.character == deed.key:
                event.stop()
                event.prevent_default()
                self._choose(index)
                return

    def _choose(self, index: int) -> None:
        if self.cramped:
            return
        deed = self._deeds[index]
        if deed.refusal is None:
            self.dismiss(deed)
            return
        self.query_one(OptionList).highlighted = index
        self._say(deed)
