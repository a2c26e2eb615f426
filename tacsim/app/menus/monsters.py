"""Monsters of the player's own: pasted as statblocks, looked at, corrected, kept, deleted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static

from tacsim.app.edit.pick_card import Choice, PickCard
from tacsim.app.menus.character_card import summary_of
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.parties import RulesetCard
from tacsim.app.menus.writing import Judged, WritingScreen
from tacsim.app.shell.frame import Frame, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import Menu, Row
from tacsim.app.widgets.text import DOT, column
from tacsim.content.documents import parse_document
from tacsim.content.faults import ContentError
from tacsim.content.statblocks import Converted
from tacsim.i18n import N_, _, ngettext
from tacsim.player.monsters import (
    PASTED,
    Monster,
    delete_monster,
    faults_of,
    keep_monsters,
    kept_monsters,
    maps_folder,
    monsters_file,
    read_pasted,
    readers,
    taking,
    written,
)
from tacsim.storage.errors import SaveError, clean
from tacsim.view import words

NAME = 22
"""Columns of a monster's name."""


class MonstersScreen(Frame[None]):
    """Lists the player's monsters by ruleset."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "select", N_("change")),
        ("p,n", "paste", N_("paste a statblock")),
        ("slash", "find", N_("find")),
        ("d,delete", "delete", N_("delete")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("question_mark,f1", "help", N_("help")),
        ("escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    MonstersScreen #caption { height: 1; dock: top; background: $panel; }
    MonstersScreen OptionList { height: 1fr; }
    MonstersScreen #place { padding: 0 1; color: $foreground-muted; height: auto; }
    MonstersScreen #empty { padding: 1 2; color: $foreground-muted; height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._monsters: list[Monster] = []

    def parts(self) -> ComposeResult:
        """The list."""
        yield Lines("caption", lines=[Content.styled(_("Monsters"), "bold $accent")])
        yield Static(id="empty")
        yield Menu()
        yield Static(id="place")
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the monsters."""
        place = clean(str(maps_folder()), 1000)
        text = _("Scenarios in {folder} name these files in their list of bestiaries.")
        self.query_one("#place", Static).update(Content(text.format(folder=place)))
        self._fill()
        self.query_one(OptionList).focus()

    def on_resize(self) -> None:
        """Fit to the new width."""
        if self._laid_out:
            self._fill()

    def _fill(self, at: tuple[str, str] | None = None) -> None:
        """Show what there is; ``at``: the ruleset and id of the monster to point at."""
        menu = self.query_one(OptionList)
        before = menu.highlighted or 0
        self._monsters = []
        for ruleset in readers():
            try:
                self._monsters += kept_monsters(ruleset)
            except ContentError as error:
                self.tacsim.tell(str(error))
        menu.clear_options()
        width = max(self.size.width - 2, 20)
        menu.add_options([Row.folding(_lines(one), width) for one in self._monsters])
        keys = [(one.ruleset, one.id) for one in self._monsters]
        if keys:
            menu.highlighted = keys.index(at) if at in keys else min(before, len(keys) - 1)
        empty = self.query_one("#empty", Static)
        empty.display = not keys
        empty.update(Content(_("There is no monster of yours yet: p takes a statblock of 5e or 3.5 "
                               "that you paste, and makes one of it.")))  # fmt: skip
        self.refresh_bindings()

    @property
    def _chosen(self) -> Monster | None:
        at = self.query_one(OptionList).highlighted
        return None if at is None or not self._monsters else self._monsters[at]

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        return action not in ("delete", "select", "find") or bool(self._monsters)

    def action_find(self) -> None:
        """Look for a monster by its name, and point at it."""
        found = [
            Choice(at, clean(one.name), words.word({}, one.ruleset), one.id)
            for at, one in enumerate(self._monsters)
        ]

        def picked(at: object) -> None:
            if isinstance(at, int):
                self.query_one(OptionList).highlighted = at

        self.app.push_screen(PickCard(_("Which monster?"), found), picked)

    def action_paste(self) -> None:
        """Take statblocks, ask whose they are to be where several rulesets take them."""

        def pasted(text: str | None) -> None:
            able = list(taking(text or ""))
            if len(able) > 1:
                self.app.push_screen(RulesetCard(able), lambda one: self._correct(one, text or ""))
            elif able:
                self._correct(able[0], text or "")

        self.app.push_screen(WritingScreen(_("Paste statblocks"), "", _pasted), pasted)

    def _correct(self, ruleset: str | None, text: str) -> None:
        """Look at what became of statblocks, and correct it."""
        if ruleset is not None:
            self._change(_("The entries"), taking(text)[ruleset].toml, ruleset)

    @in_front
    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Change the monster that the bar is on."""
        chosen = self._chosen
        if chosen is not None:
            self._change(clean(chosen.name), written(chosen), chosen.ruleset, chosen.id)

    def _change(self, title: str, text: str, ruleset: str, before: str = "") -> None:
        """Have entries changed, and keep them; those that cannot be kept are shown again."""

        def answered(text: str | None) -> None:
            if text is not None and not self._attempt(
                ruleset, lambda: keep_monsters(text, ruleset, before)
            ):
                self._change(title, text, ruleset, before)

        taken = {one.id for one in self._monsters if one.ruleset == ruleset} - {before}
        self.app.push_screen(WritingScreen(title, text, partial(_judged, taken)), answered)

    def action_delete(self) -> None:
        """Delete the monster that the bar is on."""
        chosen = self._chosen
        if chosen is None:
            return
        text = _("{name} goes from {file} for good.").format(
            name=clean(chosen.name), file=monsters_file(chosen.ruleset).name
        )

        def answered(yes: bool | None) -> None:
            if yes:
                self._attempt(chosen.ruleset, lambda: delete_monster(chosen))

        card = SureCard(_("Delete this monster?"), text, _("delete it"), _("keep it"))
        self.app.push_screen(card, answered)

    def _attempt(self, ruleset: str, change: Callable[[], list[str] | None]) -> bool:
        """Change a file and show the list again; say what is in the way. True if it was."""
        at, done = None, False
        try:
            ids = change()
            at, done = (ruleset, ids[0]) if ids else None, True
        except (SaveError, ContentError) as error:
            self.tacsim.tell(str(error))
        self._fill(at)
        return done

    def action_help(self) -> None:
        """The game on one page."""
        self.tacsim.open_screen("help")


def _lines(monster: Monster) -> list[Content]:
    """What is said of a monster in the list."""
    name = column(Content.styled(clean(monster.name), "bold"), NAME)
    if monster.wrong:
        return [Content.assemble(" ", name, " ", (clean(monster.wrong, 300), "$error"))]
    about = DOT.join((words.word({}, monster.ruleset), summary_of(monster.entry)))
    return [Content.assemble(" ", name, " ", (about, MUTED))]


def _pasted(text: str) -> Judged:
    """What statblocks come to, as far as they are pasted."""
    if not text.strip():
        hint = _("Paste a statblock of 5e or 3.5 with the terminal's own key, often Ctrl-Shift-V.")
        return Judged([Content(hint)])
    able = taking(text)
    if able:
        return Judged(list(_told(next(iter(able.values())))), sound=True)
    try:
        return Judged(list(_told(read_pasted(text, readers()[0]))))
    except ContentError as error:
        return Judged([Content.styled(error.faults[0].message, "$warning")])


def _told(found: Converted) -> list[Content]:
    lines = []
    for name, told in found.failed:
        text = _("{name} cannot be used: {reason}").format(name=name, reason=told.said())
        lines.append(Content.styled(clean(text, 300), "$warning"))
    for draft in found.drafts:
        name = clean(str(draft.entry["name"]))
        lines.append(Content.assemble((name, "bold"), " ", summary_of(draft.entry)))
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
        return Judged(lines, line=faults[0].line)
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


__all__ = ["MonstersScreen"]
