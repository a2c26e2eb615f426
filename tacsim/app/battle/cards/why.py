"""The card that says what the rules make of the cell pointed at, fact by fact with clauses."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from tacsim.app.battle.cards.aside import Aside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import Page
from tacsim.grid.cells import Body
from tacsim.i18n import N_, _, known_as
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.planned import why
from tacsim.view.wording import words
from tacsim.view.wording.reasons import clause_text
from tacsim.view.wording.why import Because


class WhyCard(Aside[None]):
    """Answers for the cell and the creature under the cursor.

    ``weighed``: what tells why that creature did what it did last; None where there is nothing.
    """

    WIDE = 78
    LEAST = 70
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,w,enter", "close", N_("close")),
        ("c", "clauses", N_("clauses in full")),
        ("d", "weighed", N_("why it did that")),
        ("down,j", "scroll(1)", ""),
        ("up,k", "scroll(-1)", ""),
        ("pagedown,space", "scroll(10)", ""),
        ("pageup", "scroll(-10)", ""),
    ]
    DEFAULT_CSS = """
    WhyCard Static { height: auto; }
    """

    def __init__(self, now: Now, weighed: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._now = now
        self._weighed = weighed
        self._full = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now."""
        means = action != "weighed" or self._weighed is not None
        return means and super().check_action(action, parameters)

    def heading(self) -> str:
        """The place."""
        cell = words.place(self._now.selection.cursor)
        creature = self._now.selection.at_cursor()
        if creature is None:
            return _("Why: {cell}").format(cell=cell)
        name = known_as(self._now.battle.world[creature].name)
        return _("Why: {name} at {cell}").format(cell=cell, name=name)

    def body(self) -> ComposeResult:
        """The facts."""
        with Page(id="details"):
            yield Static(id="text")
        foot = _("c shows the clauses in full, Escape closes.")
        if self._weighed is not None:
            foot = _("c shows the clauses in full, d why it did what it did; Escape closes.")
        yield Static(Content(foot), classes="foot")

    def on_mount(self) -> None:
        """Take the keys."""
        self.query_one("#details").focus()

    def about(self) -> list[Body]:
        """The place, with who is there."""
        selection, world = self._now.selection, self._now.battle.world
        creature = selection.at_cursor()
        if creature is not None:
            return [world[creature].body]
        return [Body(selection.cursor, (1,) * len(selection.cursor))]

    def fill(self) -> None:
        """Write the facts."""
        self.query_one("#text", Static).update(self._text())

    def _text(self) -> Content:
        found = why(self._now)
        parts: list[Content] = []
        if found.refused is not None:
            parts.append(self._fact(found.refused, "bold $error"))
        for facts in (found.planned, found.creature):
            parts += [*map(self._fact, facts), *([Content("")] if facts else [])]
        parts += [*map(Content, found.explained), *([Content("")] if found.explained else [])]
        if found.judge:
            title = _("The place, for {name}").format(name=found.judge)
            parts.append(Content.styled(title, "bold $accent"))
            parts += map(self._fact, found.place)
        return Content("\n").join(parts)

    def _fact(self, fact: Because, style: str = "") -> Content:
        clauses = [clause for clause in fact.clauses if clause]
        parts: list[str | tuple[str, str]] = [(fact.text, style)]
        if not self._full:
            parts.append(("  " + " ".join(clauses) if clauses else "", MUTED))
            return Content.assemble(*parts)
        for clause in clauses:
            rules = self._now.battle.ruleset
            title, text = clause_text(rules.id, clause, rules.switches)
            parts += [("\n    " + title, "bold"), (f": {text} ", ""), (clause, MUTED)]
        return Content.assemble(*parts)

    def action_weighed(self) -> None:
        """Tell why it did what it did last, instead."""
        if self._weighed is not None:
            self.dismiss()
            self.call_later(self._weighed)

    def action_clauses(self) -> None:
        """Show the clauses in words, or only their ids."""
        self._full = not self._full
        self.stand_aside()

    def action_scroll(self, by: int) -> None:
        """Scroll by lines."""
        self.query_one("#details", Page).scroll_lines(by)
