"""Monsters of the player's own: pasted as statblocks, looked at, corrected, kept, deleted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList

from tacsim.app.edit.pick_card import Choice, PickCard
from tacsim.app.menus.character_card import summary_of
from tacsim.app.menus.kept_list import KEYS, KeptList
from tacsim.app.menus.parties import RulesetCard
from tacsim.app.menus.writing import Judged, WritingScreen
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import DOT, column
from tacsim.content.documents import parse_document
from tacsim.content.faults import ContentError
from tacsim.content.statblocks import Converted
from tacsim.i18n import N_, _, ngettext
from tacsim.player.kept.monsters import (
    PASTED,
    Monster,
    delete_monster,
    faults_of,
    keep_monsters,
    kept_monsters,
    maps_folder,
    monsters_file,
    not_taken,
    readers,
    taking,
    written,
)
from tacsim.storage.errors import clean
from tacsim.view.wording import words

NAME = 22
"""Columns of a monster's name."""


class MonstersScreen(KeptList[Monster]):
    """Lists the player's monsters by ruleset."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "select", N_("change")),
        ("p,n", "paste", N_("paste a statblock")),
        ("slash", "find", N_("find")),
        *KEYS,
    ]
    HEAD = N_("Monsters")
    FOLDER = maps_folder
    PLACE = N_("Scenarios in {folder} name these files in their list of bestiaries.")
    EMPTY = N_("There is no monster of yours yet: p takes a statblock of 5e or 3.5 "
               "that you paste, and makes one of it.")  # fmt: skip

    def found(self) -> list[Monster]:
        """The monsters of each ruleset whose file can be read."""
        monsters: list[Monster] = []
        for ruleset in readers():
            try:
                monsters += kept_monsters(ruleset)
            except ContentError as error:
                self.tacsim.tell(str(error))
        return monsters

    def key(self, thing: Monster) -> object:
        """Its ruleset and id."""
        return thing.ruleset, thing.id

    def lines(self, thing: Monster) -> list[Content]:
        """What is said of a monster."""
        name = column(Content.styled(clean(thing.name), "bold"), NAME)
        if thing.wrong:
            return [Content.assemble(" ", name, " ", (clean(thing.wrong, 300), "$error"))]
        about = DOT.join((words.word({}, thing.ruleset), summary_of(thing.entry)))
        return [Content.assemble(" ", name, " ", (about, MUTED))]

    def action_find(self) -> None:
        """Look for a monster by its name, and point at it."""
        found = [
            Choice(at, clean(one.name), words.word({}, one.ruleset), one.id)
            for at, one in enumerate(self.things)
        ]

        def picked(at: object) -> None:
            if isinstance(at, int):
                self.query_one(OptionList).highlighted = at

        self.app.push_screen(PickCard(_("Which monster?"), found), picked)

    def action_paste(self) -> None:
        """Take statblocks, ask whose they are to be where several rulesets take them."""
        self._paste("")

    def _paste(self, text: str) -> None:
        """The same with what has been pasted by now, to which who goes back comes back."""

        def pasted(text: str | None) -> None:
            able = list(taking(text or ""))
            if len(able) > 1:
                self.app.push_screen(RulesetCard(able), lambda one: self._correct(one, text or ""))
            elif able:
                self._correct(able[0], text or "")

        self.app.push_screen(WritingScreen(_("Paste statblocks"), text, _pasted, new=True), pasted)

    def _correct(self, ruleset: str | None, text: str) -> None:
        """Look at what became of statblocks, and correct it."""
        if ruleset is None:
            self._paste(text)
            return
        entries = taking(text)[ruleset].toml
        self._change(_("The entries"), entries, ruleset, back=partial(self._paste, text))

    def change(self, thing: Monster) -> None:
        """Change a monster as it is written."""
        self._change(clean(thing.name), written(thing), thing.ruleset, thing.id)

    def _change(
        self,
        title: str,
        text: str,
        ruleset: str,
        before: str = "",
        back: Callable[[], None] = lambda: None,
    ) -> None:
        """Have entries changed, and keep them; those that cannot be kept are shown again."""

        def answered(text: str | None) -> None:
            if text is None:
                back()
            elif not self.attempt(lambda: (ruleset, *keep_monsters(text, ruleset, before)[:1])):
                self._change(title, text, ruleset, before, back)

        taken = {one.id for one in self.things if one.ruleset == ruleset} - {before}
        self.app.push_screen(WritingScreen(title, text, partial(_judged, taken)), answered)

    def delete(self, thing: Monster) -> None:
        """Ask whether a monster is to be deleted."""
        text = _("{name} goes from {file} for good.").format(
            name=clean(thing.name), file=monsters_file(thing.ruleset).name
        )
        self.sure(_("Delete this monster?"), text, partial(delete_monster, thing))


def _pasted(text: str) -> Judged:
    """What statblocks come to, as far as they are pasted."""
    if not text.strip():
        hint = _("Paste a statblock of 5e or 3.5 with the terminal's own key, often Ctrl-Shift-V.")
        return Judged([Content(hint)])
    able = taking(text)
    if able:
        return Judged(list(_told(next(iter(able.values())))), sound=True)
    try:
        return Judged(list(_told(not_taken(text))))
    except ContentError as error:
        return Judged([Content.styled(error.faults[0].message, "$warning")])


def _told(found: Converted) -> list[Content]:
    lines = []
    for name, told in found.failed:
        text = _("{name} cannot be used: {reason}").format(name=name, reason=told.said())
        lines.append(Content.styled(clean(text, 300), "$warning"))
    lines += [Content.styled(clean(one.said(), 300), "$warning") for one in found.left]
    named = [(clean(str(draft.entry["name"])), draft) for draft in found.drafts]
    for name, draft in named:
        lines.append(Content.assemble((name, "bold"), " ", summary_of(draft.entry)))
    for name, draft in named:
        if len(named) > 1 and draft.dropped:
            lines.append(Content.styled(f"  {name}", MUTED))
        lines += [Content.styled(f"  - {clean(one.said(), 300)}", MUTED) for one in draft.dropped]
    return lines


def _judged(taken: set[str], text: str) -> Judged:
    """What is wrong with entries, or what they come to; ``taken``: ids that would be replaced."""
    try:
        document = parse_document(text, PASTED)
        faults = faults_of(document)
    except ContentError as error:
        faults = list(error.faults)
    if faults:
        lines = []
        for fault in faults:
            where = _("line {n}").format(n=fault.line) if fault.line else ""
            parts = filter(None, (where, fault.field, fault.message))
            lines.append(Content.styled(clean(": ".join(parts), 300), "$warning"))
        return Judged(lines, fault=faults[0])
    entries = {key: one for key, one in document.tables.items() if isinstance(one, dict)}
    replaced = sorted(taken & entries.keys())
    lines = [
        Content.assemble((clean(str(one["name"])), "bold"), " ", summary_of(one))
        for one in entries.values()
    ]
    if replaced:
        text = ngettext("{ids} of yours is replaced.", "{ids} of yours are replaced.",
                        len(replaced))  # fmt: skip
        lines.insert(0, Content.styled(text.format(ids=", ".join(replaced)), "$warning"))
    notes = [note for one in entries.values() for note in one.get("notes", ())]
    lines += [Content.styled(f"  - {clean(note, 300)}", MUTED) for note in notes]
    return Judged(lines, sound=True)
