"""What is to be edited: drafts, battles of one's own, empty fields, copies, maps from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tacsim.api.imports import Found, read_foreign, written
from tacsim.app.edit.pick_card import Choice, PickCard
from tacsim.app.edit.tiles_card import TilesCard
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.preview import Preview
from tacsim.app.menus.saves import when_text
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.frame import Frame, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import Menu, Row
from tacsim.content.documents import read_document
from tacsim.content.editing.manuscript import Manuscript
from tacsim.content.editing.reading import Texts
from tacsim.content.editing.templates import GRIDS, Template, empty, on_map, templates
from tacsim.content.faults import ContentError
from tacsim.content.library import shipped
from tacsim.i18n import N_, _, known_as, ngettext, translate
from tacsim.player.kept.own_battles import (
    UNNAMED,
    Draft,
    drafts,
    is_new,
    maps_folder,
    own_battles,
    rulesets_for,
    to_be_begun,
    to_be_changed,
    typed_path,
)
from tacsim.player.opening import Setup, settings_of
from tacsim.storage.errors import clean
from tacsim.view.wording import words

SHORT = 80
"""The longest notice about an import, in characters."""


@attrs.define(slots=False)
class Entry:
    """Something to begin from: its name, more about it, and what makes the manuscript of it."""

    name: str
    about: str
    make: Callable[[], Manuscript]
    draft: Draft | None = None

    @cached_property
    def made(self) -> Manuscript | ContentError:
        """The manuscript, or what is wrong with the file."""
        try:
            return self.make()
        except ContentError as error:
            return error


def _called(path: Path) -> str:
    """What a battle is called that comes with the program."""
    return known_as(str(read_document(path).tables["name"]))


class ChooserScreen(Frame[None]):
    """Lists what can be edited, with a picture of what is under the bar."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "select", N_("edit")),
        ("o", "file", N_("a file")),
        ("i", "foreign", N_("import a map")),
        ("d,delete", "forget", N_("forget a draft")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("question_mark,f1", "help", N_("help")),
        ("escape,q", "close", N_("back")),
    ]
    CSS_PATH = "chooser.tcss"

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[str, Entry] = {}

    def parts(self) -> ComposeResult:
        """List on the left, picture on the right."""
        yield Lines("caption", lines=[Content.styled(_("Editor"), "bold $accent")])
        with Horizontal(id="halves"):
            yield Menu(id="entries")
            yield Preview(self.tacsim.palette)
        yield KeyBar()

    def on_mount(self) -> None:
        """Take keys in the list."""
        self.query_one("#entries", OptionList).focus()

    def on_screen_resume(self) -> None:
        """What is there may have changed."""
        self.call_after_refresh(self._fill)

    def on_resize(self) -> None:
        """Fit to the new width."""
        self.call_after_refresh(self._fill)

    # --- what there is ------------------------------------------------------------------------

    def _groups(self) -> Iterator[tuple[str, list[Entry]]]:
        yield _("Not kept yet"), [
            Entry(one.name, when_text(one.when), partial(_as_it_is, one.manuscript), one)
            for one in drafts()
        ]  # fmt: skip
        yield (
            _("Your own"),
            [Entry(clean(path.stem), "", partial(to_be_changed, path)) for path in own_battles()],
        )
        yield _("Empty fields"), [
            Entry(
                words.word({}, one.ruleset), translate(GRIDS[one.topology]),
                partial(_empty, one),
            )
            for one in templates()
        ]  # fmt: skip
        yield (
            _("Copies of battles"),
            [Entry(_called(path), "", partial(to_be_changed, path)) for path in shipped()],
        )

    def _fill(self) -> None:
        menu = self.query_one("#entries", OptionList)
        before, width = menu.highlighted, max(menu.size.width - 3, 16)
        self._entries = {}
        rows: list[Option] = [
            Option(Content(" " + _("Open a file ...")), "file"),
            Option(Content(" " + _("Import a map ...")), "foreign"),
        ]
        for title, entries in self._groups():
            if entries:
                rows.append(Option(Content.styled(title, "bold $accent"), disabled=True))
            for one in entries:
                key = f"entry:{len(self._entries)}"
                self._entries[key] = one
                text = Content.assemble(f" {one.name}", ("  " + one.about, MUTED))
                rows.append(Row.folding([text], width, key))
        menu.clear_options()
        menu.add_options(rows)
        first = 3 if any(one.draft for one in self._entries.values()) else 0
        menu.highlighted = first if before is None else min(before, len(rows) - 1)
        self.refresh_bindings()

    @property
    def _chosen(self) -> Entry | None:
        option = self.query_one("#entries", OptionList).highlighted_option
        return self._entries.get(option.id or "") if option is not None else None

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        """Show what is under the bar."""
        self.call_after_refresh(self._show)
        self.refresh_bindings()

    def _show(self) -> None:
        preview, entry = self.query_one(Preview), self._chosen
        preview.display = entry is not None and self.size.width >= 80
        if entry is None or not preview.display:
            return
        made = entry.made
        if isinstance(made, ContentError):
            preview.show_faults(entry.name, made)
            return
        scenario = made.read.shown
        if scenario is not None:
            preview.show(Setup(made.path, scenario, settings_of(scenario)))

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        entry = self._chosen if self.is_mounted else None
        return action != "forget" or (entry is not None and entry.draft is not None)

    # --- opening it ---------------------------------------------------------------------------

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Edit what was chosen."""
        if event.option_id == "file":
            self.action_file()
        elif event.option_id == "foreign":
            self.action_foreign()
        elif event.option_id in self._entries:
            self._open(self._entries[event.option_id])

    def _open(self, entry: Entry) -> None:
        made = entry.made
        if isinstance(made, ContentError):
            self.tacsim.tell(str(made))
        else:
            self.tacsim.open_editor(made, entry.draft)

    def action_file(self) -> None:
        """Ask for a file, and edit it; one that is not there yet is begun."""

        def answered(name: str | None) -> None:
            if name:
                path = typed_path(name)
                make = to_be_begun if is_new(path) else to_be_changed
                self._open(Entry(name, "", partial(make, path)))

        hint = _(
            "A map or a battle: its path. "
            "One that is not there, with .toml at its end, is a new battle."
        )
        self.app.push_screen(TextCard(_("Open a file"), "", hint), answered)

    def action_foreign(self) -> None:
        """Ask for a map of another program, and what is to become of it."""

        def answered(name: str | None) -> None:
            if name:
                self._import(typed_path(name), {})

        hint = _("Watabou, Universal VTT, Tiled, REXPaint: its path. Enter opens it.")
        self.app.push_screen(TextCard(_("Import a map"), "", hint), answered)

    def _import(self, path: Path, told: Mapping[str, str]) -> None:
        """Read a map; ``told``: which ground tiles are, empty before any was asked for."""
        asked: dict[str, int] = {}

        def ask(tile: str, count: int) -> str:
            asked[tile] = count
            return told.get(tile, "")

        try:
            found = read_foreign(path, ask=ask)
        except (ContentError, ValueError) as error:
            self.tacsim.tell(str(error))
            return
        if asked and not told:
            self.app.push_screen(TilesCard(asked), partial(self._tiles_told, path, found))
        else:
            self._ask_rules(path, found, work=bool(told))

    def _tiles_told(self, path: Path, found: Found, told: dict[str, str] | None) -> None:
        """Read a map once more where tiles have been told."""
        if told:
            self._import(path, told)
        elif told is not None:
            self._ask_rules(path, found)

    def _ask_rules(self, path: Path, found: Found, *, work: bool = False) -> None:
        """Ask under which rules a map is to be fought on, if it is.

        ``work``: there is more in it than in the file, which leaving it would lose.
        """
        known = [
            Choice(one, words.word({}, one), also=one) for one in rulesets_for(found.field.topology)
        ]
        alone = Choice("", _("a map by itself"))

        def answered(ruleset: object) -> None:
            if ruleset is None:
                return
            text, stem = written(found), clean(path.stem)
            texts = Texts(text)
            if ruleset:
                own = on_map(str(ruleset), found.field, stem, f"{stem} map.toml")
                texts = Texts(own, text)
            if found.dropped:
                self.tacsim.tell(_left_out(found.dropped), whole="\n".join(found.dropped))
            one = Manuscript(texts, None, maps_folder())
            one.kept = None if work else one.kept
            self.tacsim.open_editor(one)

        card = PickCard(_("What is to become of it?"), [*known, alone])
        self.app.push_screen(card, answered)

    def action_forget(self) -> None:
        """Forget a draft, once that is sure."""
        entry = self._chosen
        draft = entry.draft if entry is not None else None
        if draft is None:
            return

        def answered(sure: bool | None) -> None:
            if sure:
                draft.discard()
                self._fill()

        text = _("{name} is kept in no other file.").format(name=draft.name)
        card = SureCard(_("Forget this draft?"), text, _("forget it"), _("leave it"))
        self.app.push_screen(card, answered)

    def action_help(self) -> None:
        """The game on one page."""
        self.tacsim.open_screen("help")


def _as_it_is(one: Manuscript) -> Manuscript:
    return one


def _empty(template: Template) -> Manuscript:
    return Manuscript(Texts(empty(template, translate(UNNAMED))), None, maps_folder())


def _left_out(dropped: Sequence[str]) -> str:
    """What has no counterpart, in one line: a single thing by its name, more by their number."""
    if len(dropped) == 1:
        told = _("Left out: {what}").format(what=clean(dropped[0], 200))
        if len(told) <= SHORT:
            return told
    words = ngettext(
        "{n} thing was left out (^p, Notices tells what).",
        "{n} things were left out (^p, Notices tells what).",
        len(dropped),
    )
    return words.format(n=len(dropped))
