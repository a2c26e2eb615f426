"""A card on which a character is made: each answer changed by keys, of what goes with the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.names_card import Name
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import DOT, column
from tacsim.content.characters import Character
from tacsim.content.naming import LONGEST
from tacsim.i18n import N_, _, known_as, translate
from tacsim.view.wording import words

LABEL = 18
"""Columns of what a line is about."""
NAME, KEEP = "name", "keep"
"""The lines that are no questions."""


def word_of(answer: str) -> str:
    """An answer in words."""
    return _("none") if answer == "none" else words.word(words.WEAPONS, answer)


def summary_of(entry: Mapping[str, Any]) -> str:
    """A character's figures on one line."""
    facts = [_("{n} hit points").format(n=entry["hp"])]
    facts += [_("base attack {n:+d}").format(n=entry["bab"])] if "bab" in entry else []
    facts += [_("armour class {n}").format(n=entry["ac"])] if "ac" in entry else []
    grown = (part["name"] for part in entry.get("natural_weapons", ()))
    facts += [words.weapon_word(name) for name in (*entry.get("weapons", ()), *grown)]
    facts += [area["name"] for area in entry.get("areas", ())]
    return DOT.join(facts)


class CharacterCard(Card[Character]):
    """Makes a character; answers with it, or with None to leave all as it was.

    ``others``: names that are taken; ``new``: it is in no file yet, so leaving asks first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("right,l", "change(1)", N_("change")),
        ("left,h", "change(-1)", ""),
        ("n", "name", N_("name")),
        ("s", "keep", N_("keep")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    CharacterCard Menu { height: auto; max-height: 20; background: $surface; margin: 0 0 1 0; }
    CharacterCard.-low Menu { max-height: 12; }
    CharacterCard #foot { height: auto; color: $foreground-muted; }
    """

    def __init__(self, character: Character, others: Sequence[str], *, new: bool = False) -> None:
        super().__init__()
        self._made, self._others, self._new = character, list(others), new

    def heading(self) -> str:
        """What it is about."""
        return _("A character")

    def body(self) -> ComposeResult:
        """The name, the questions, and what they come to."""
        yield Menu(*self._lines())
        yield Static(self._foot(), id="foot")

    def _lines(self) -> list[Option]:
        rows = [_line(_("Name"), known_as(self._made.name), NAME)]
        for offer, answer in self._made.answers:
            name = translate(offer.name)
            label = f"{name} {offer.number}" if offer.number else name
            rows.append(_line(label, word_of(answer), offer.key))
        keep = Content.styled(" " + _("Keep this character"), "bold $accent")
        return [*rows, Option(keep, id=KEEP)]

    def _foot(self) -> Content:
        how = _("Left, right: change; only what fits is offered.")
        figures = summary_of(self._made.entry)
        return Content.assemble((figures, "$foreground"), "\n", how)

    def _fill(self) -> None:
        menu = self.query_one(OptionList)
        at = menu.highlighted
        menu.clear_options()
        menu.add_options(self._lines())
        menu.highlighted = min(at or 0, menu.option_count - 1)
        self.query_one("#foot", Static).update(self._foot())

    @property
    def _chosen(self) -> str:
        option = self.query_one(OptionList).highlighted_option
        return (option.id or "") if option is not None else ""

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Type the name, keep the character, or change an answer."""
        if event.option_id == NAME:
            self.action_name()
        elif event.option_id == KEEP:
            self.action_keep()
        else:
            self.action_change(1)

    def action_change(self, by: int) -> None:
        """Take the next answer to the question under the bar."""
        if self._chosen in self._made.chosen:
            self._made = self._made.changed(self._chosen, by)
            self._fill()

    def action_name(self) -> None:
        """Type the name."""

        def answered(name: str | None) -> None:
            if name:
                self._made = attrs.evolve(self._made, name=name)
                self._fill()

        card = TextCard(
            _("Name"), self._made.name, max_length=LONGEST, validators=[Name(self._others)]
        )
        self.app.push_screen(card, answered)

    def action_keep(self) -> None:
        """Answer with it."""
        self.dismiss(self._made)

    def action_close(self) -> None:
        """Leave all as it was; ask where that loses a character."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss(None)

        if not self._new:
            self.dismiss(None)
            return
        text = _("{name} is in no file yet.").format(name=known_as(self._made.name))
        card = SureCard(_("Leave this character?"), text, _("leave"), _("go on"))
        self.app.push_screen(card, answered)


def _line(name: str, value: str, key: str) -> Option:
    label = column(Content.styled(name, MUTED), LABEL)
    return Option(Content.assemble(" ", label, (value, "bold")), id=key)
