"""The card that says what the rules make of the cell pointed at, fact by fact with clauses."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from tacsim.app.battle.aside import Aside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import Page
from tacsim.grid.cells import Body
from tacsim.i18n import N_, _, known_as
from tacsim.player.now import Now
from tacsim.player.planned import judging, why_planned
from tacsim.player.tools import Tool
from tacsim.view import words
from tacsim.view.glossary import explained
from tacsim.view.reasons import clause_text, sentence
from tacsim.view.why import Because, why_cell, why_creature


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
        now, judge = self._now, judging(self._now)
        battle, cell = now.battle, now.selection.cursor
        known = now.selection.known
        parts: list[Content] = []
        refusal, refused = now.selection.preview.refusal, None
        if refusal is not None and now.settled:
            refused = Because(sentence(refusal, battle.world, known), (refusal.clause,))
            parts.append(self._fact(refused, "bold $error"))
        planned = why_planned(now)
        parts += [*map(self._fact, planned), *([Content("")] if planned else [])]
        if judge is not None:
            creature = now.selection.at_cursor()
            if creature is not None and creature != judge.id:
                facts = why_creature(
                    battle, judge, battle.world[creature], known, attack=not self._settled_on
                )
                parts += [*map(self._fact, facts), Content("")]
            said = explained(battle, judge) if creature == judge.id else []
            parts += [*map(Content, said), *([Content("")] if said else [])]
            title = _("The place, for {name}").format(name=known_as(judge.name))
            parts.append(Content.styled(title, "bold $accent"))
            place = why_cell(battle, judge, cell, known, now.memory)
            parts += [self._fact(fact) for fact in place if fact != refused]
        return Content("\n").join(parts)

    @property
    def _settled_on(self) -> bool:
        """Whether the preview may be something other than the plain attack."""
        selection, preview = self._now.selection, self._now.selection.preview
        refused = preview.refusal is not None and selection.tool != Tool()
        return self._now.settled and (preview.intent is not None or refused)

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
