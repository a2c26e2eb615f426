"""After a lesson: what was learnt, rule by rule, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu, answer
from tacsim.app.widgets.text import Page
from tacsim.i18n import N_, _, ngettext
from tacsim.player.tutor import DONE, Tutor
from tacsim.view.wording.reasons import clause_text


class LessonCard(Card[str]):
    """Answers what to do next: "next", "again", "board" or "leave".

    ``lately``: what was done last, and what is to be said to it; ``more``: whether another lesson
    follows; ``last``: whether it is the last of all.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("n", "answer('next')", N_("the next lesson")),
        ("a", "answer('again')", N_("once more")),
        ("b,escape", "answer('board')", N_("back to the board")),
        ("q", "answer('leave')", N_("leave")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    LessonCard { background: $background; }
    LessonCard > #card { width: 76; }
    LessonCard Page Static { height: auto; }
    LessonCard Menu { dock: bottom; height: auto; background: $surface; padding: 1 0 0 0; }
    """

    def __init__(
        self,
        name: str,
        ruleset: str,
        tutor: Tutor,
        lately: Sequence[str] = (),
        *,
        more: bool,
        last: bool = False,
    ) -> None:
        super().__init__()
        self._name = name
        self._ruleset = ruleset
        self._tutor = tutor
        self._lately = lately
        self._more = more
        self._last = last

    def heading(self) -> str:
        """Which lesson, and how it went."""
        if self._tutor.state == DONE:
            left = len(self._tutor.skipped)
            text = ngettext(
                "{lesson}: done, {n} step left out", "{lesson}: done, {n} steps left out", left
            )
            return (text if left else _("{lesson}: done")).format(lesson=self._name, n=left)
        return _("{lesson}: the battle is over").format(lesson=self._name)

    def body(self) -> ComposeResult:
        """What was learnt, and what can be done."""
        with Page():
            yield Static(Content("\n").join(self._said()))
        yield Menu(*self._options())

    def _said(self) -> list[Content]:
        """What was done last, what was learnt, and where it goes on after the last lesson."""
        lines = [Content(text) for text in self._lately]
        lines += [*([Content("")] if lines else []), *self._learnt()]
        if self._last and self._tutor.state == DONE:
            text = _("That was the last lesson. Go on with Quick battle, on the first screen.")
            lines += [Content(""), Content(text)]
        return lines

    def _learnt(self) -> list[Content]:
        if self._tutor.state != DONE:
            left = len(self._tutor.steps) - self._tutor.number
            text = ngettext(
                "It came to its end before the lesson did; {n} of {all} steps was left. "
                "Try it once more.",
                "It came to its end before the lesson did; {n} of {all} steps were left. "
                "Try it once more.", left,
            )  # fmt: skip
            return [Content(text.format(n=left, all=len(self._tutor.steps)))]
        if not self._tutor.clauses:
            return [Content(_("That is all of it."))]
        lines = [Content(_("What you have seen, and where the rules have it:"))]
        for clause in self._tutor.clauses:
            title, _text = clause_text(self._ruleset, clause)
            lines.append(Content.assemble("  ", (title, "bold"), "  ", (clause, MUTED)))
        return lines

    def _options(self) -> list[Option]:
        found = [("again", _("Once more"), "a")]
        if self._more:
            next_ = ("next", _("The next lesson"), "n")
            found.insert(0 if self._tutor.state == DONE else 1, next_)
        found.append(("board", _("Back to the board"), "b"))
        done = self._tutor.state == DONE and not self._more
        found.insert(0 if done else len(found), ("leave", _("Leave"), "q"))  # Enter takes the first
        return [answer(what, key, text) for what, text, key in found]

    def on_mount(self) -> None:
        """Answers are chosen in the list."""
        self.query_one(Menu).focus()

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        self.action_answer(event.option_id or "board")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now: there may be no next lesson."""
        none = action == "answer" and parameters[0] == "next" and not self._more
        return not none and super().check_action(action, parameters)

    def action_answer(self, what: str) -> None:
        """Answer by key."""
        self.dismiss(what)
