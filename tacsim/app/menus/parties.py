"""Parties: characters of the player's own, who are the heroes of battles that are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.validation import Function
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.menus.character_card import CharacterCard, summary_of
from tacsim.app.menus.fork_card import SureCard
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.frame import Card, Frame, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import Menu, Row
from tacsim.app.widgets.text import DOT, column
from tacsim.content.characters import Character, Party
from tacsim.content.parties import whole
from tacsim.i18n import N_, _, known_as, ngettext
from tacsim.player.drawn import rulesets
from tacsim.player.parties import (
    Kept,
    check_party_name,
    delete_party,
    keep_party,
    kept_parties,
    parties_folder,
    rename_party,
)
from tacsim.storage.errors import SaveError, clean
from tacsim.storage.folder import LONGEST
from tacsim.view import words

NAME = 20
"""Columns of a character's name."""


class PartiesScreen(Frame[None]):
    """Lists the parties, each with its characters, which are made, changed and deleted here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "select", N_("change")),
        ("n", "new", N_("new party")),
        ("a", "add", N_("add a character")),
        ("d,delete", "delete", N_("delete")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("question_mark,f1", "help", N_("help")),
        ("escape,q", "close", N_("back")),
    ]
    DEFAULT_CSS = """
    PartiesScreen #caption { height: 1; dock: top; background: $panel; }
    PartiesScreen OptionList { height: 1fr; }
    PartiesScreen #place { padding: 0 1; color: $foreground-muted; height: auto; }
    PartiesScreen #empty { padding: 1 2; color: $foreground-muted; height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._kept: list[Kept] = []
        self._rows: list[tuple[int, int | None]] = []
        """Of each line the party, and its member if it is one's."""

    def parts(self) -> ComposeResult:
        """The list."""
        yield Lines("caption", lines=[Content.styled(_("Parties"), "bold $accent")])
        yield Static(id="empty")
        yield Menu()
        yield Static(id="place")
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the parties."""
        place = clean(str(parties_folder()), 1000)
        text = _("Parties lie in {folder}").format(folder=place)
        self.query_one("#place", Static).update(Content(text))
        self._fill()
        self.query_one(OptionList).focus()

    def _fill(self, at: tuple[str, int | None] | None = None) -> None:
        """Show what there is; ``at``: the party, by its name, and the member to point at."""
        menu = self.query_one(OptionList)
        before = menu.highlighted or 0
        self._kept = kept_parties()
        self._rows = [
            (n, member)
            for n, kept in enumerate(self._kept)
            for member in (None, *range(len(kept.party.members) if kept.party else 0))
        ]
        menu.clear_options()
        width = max(self.size.width - 2, 20)
        menu.add_options([Row.folding(self._lines(*row), width) for row in self._rows])
        wanted = [n for n, (one, who) in enumerate(self._rows) if (self._kept[one].name, who) == at]
        if self._rows:
            menu.highlighted = wanted[0] if wanted else min(before, len(self._rows) - 1)
        empty = self.query_one("#empty", Static)
        empty.display = not self._rows
        text = _("There is no party yet: n makes one. Quick battles can then be fought with it.")
        empty.update(Content(text))
        self.refresh_bindings()

    def on_resize(self) -> None:
        """Fit to the new width."""
        if self._laid_out:
            self._fill()

    def _lines(self, at: int, member: int | None) -> list[Content]:
        """What is said of a party, or of one of its members."""
        kept = self._kept[at]
        if kept.party is None:
            name = Content.assemble((" ! ", "bold $error"), (kept.name, "bold"))
            return [name, Content.styled(f"   {clean(kept.wrong, 300)}", "$error")]
        party = kept.party
        if member is None:
            many = len(party.members)
            count = ngettext("{n} character", "{n} characters", many).format(n=many)
            about = DOT.join((words.word({}, party.ruleset), count))
            return [Content.assemble(" ", (known_as(kept.name), "bold"), "  ", (about, MUTED))]
        table = party.members[member]
        entry = whole(party.ruleset, table, party.lore.get("bestiary", {}))
        about = DOT.join((words.word({}, table["kind"]), summary_of(entry)))
        name = column(Content(known_as(party.names[member])), NAME)
        return [Content.assemble("   ", name, " ", (about, MUTED))]

    @property
    def _chosen(self) -> tuple[Kept, int | None] | None:
        at = self.query_one(OptionList).highlighted
        if at is None or not self._rows:
            return None
        one, member = self._rows[at]
        return self._kept[one], member

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        if action == "add":
            chosen = self._chosen
            return chosen is not None and chosen[0].party is not None
        return action not in ("delete", "select") or bool(self._rows)

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        """Other keys may make sense now."""
        self.refresh_bindings()

    # --- parties ------------------------------------------------------------------------------

    def action_new(self) -> None:
        """Make a party: its rules, its name, its first character."""

        def ruled(ruleset: str | None) -> None:
            if ruleset is not None:
                self.app.push_screen(_name_card(""), partial(named, ruleset))

        def named(ruleset: str, name: str | None) -> None:
            if name:
                self._make(Party(name, ruleset), None, new=True)

        self.app.push_screen(RulesetCard(rulesets()), ruled)

    def _rename(self, kept: Kept) -> None:
        def answered(name: str | None) -> None:
            if name and name != kept.name:
                self._attempt(partial(rename_party, kept, name), (name, None))

        self.app.push_screen(_name_card(kept.name), answered)

    def action_delete(self) -> None:
        """Delete a party, or a character; the last one goes with its party."""
        chosen = self._chosen
        if chosen is None:
            return
        kept, member = chosen
        if kept.party is None or member is None or len(kept.party.members) == 1:
            title = _("Delete this party?")
            text = _("{file} is deleted for good.").format(file=clean(kept.path.name))
            change: Callable[[], object] = partial(delete_party, kept)
        else:
            title = _("Delete this character?")
            text = _("{name} leaves {party} for good.").format(
                name=known_as(kept.party.names[member]), party=kept.name
            )
            change = partial(keep_party, kept.party.without(member))

        def answered(yes: bool | None) -> None:
            if yes:
                self._attempt(change)

        self.app.push_screen(SureCard(title, text, _("delete it"), _("keep it")), answered)

    def _attempt(
        self, change: Callable[[], object], at: tuple[str, int | None] | None = None
    ) -> bool:
        """Change a file and show the list again; say what is in the way. True if it was."""
        try:
            change()
        except SaveError as error:
            self.tacsim.tell(error.reason)
        except ValueError as error:
            self.tacsim.tell(str(error))
        else:
            self._fill(at)
            return True
        self._fill()
        return False

    # --- characters ---------------------------------------------------------------------------

    @in_front
    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Name a party, change a character, or say why it cannot be changed here."""
        chosen = self._chosen
        if chosen is None:
            return
        kept, member = chosen
        if kept.party is None:
            self.tacsim.tell(f"{clean(kept.path.name)}: {clean(kept.wrong, 300)}")
        elif member is None:
            self._rename(kept)
        elif kept.party.character(member) is None:
            text = _("{name} was not made here: change it in {file}.")
            name = kept.party.names[member]
            self.tacsim.tell(text.format(name=name, file=clean(kept.path.name)))
        else:
            self._make(kept.party, member)

    def action_add(self) -> None:
        """Add a character to the party that the bar is on."""
        chosen = self._chosen
        if chosen is None or chosen[0].party is None:
            return
        if chosen[0].party.full:
            self.tacsim.tell(_("Nobody else can join this party."))
            return
        self._make(chosen[0].party, None)

    def _make(
        self, party: Party, at: int | None, before: Character | None = None, *, new: bool = False
    ) -> None:
        """Make a character of a party, or change one, and keep it; ``before``: as it is by now.

        One that cannot be kept is shown again, so that nothing is lost.
        """

        def answered(made: Character | None) -> None:
            if made is not None:
                where = len(party.members) if at is None else at
                change = partial(keep_party, party.with_member(at, made), new=new)
                if not self._attempt(change, (party.name, where)):
                    self._make(party, at, made, new=new)

        first = before or (party.newcomer() if at is None else party.character(at))
        others = [name for n, name in enumerate(party.names) if n != at]
        assert first is not None
        self.app.push_screen(CharacterCard(first, others, new=at is None), answered)

    def action_help(self) -> None:
        """The game on one page."""
        self.tacsim.open_screen("help")


class RulesetCard(Card[str]):
    """Asks which of some rulesets."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q", "close", N_("back")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    RulesetCard Menu { height: auto; background: $surface; }
    """

    def __init__(self, offered: Sequence[str]) -> None:
        super().__init__()
        self._offered = offered

    def heading(self) -> str:
        """What it is about."""
        return _("Under which rules?")

    def body(self) -> ComposeResult:
        """The rulesets."""
        yield Menu(*(Option(Content(f" {words.word({}, one)}"), id=one) for one in self._offered))

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        self.dismiss(event.option_id)


def _name_card(before: str) -> TextCard:
    """A card that answers with a name that no other party has."""
    name = PartyName(before)
    return TextCard(_("Name of the party"), before, max_length=LONGEST, validators=[name])


class PartyName(Function):
    """A name that a party can have; ``before``: the one that it has already."""

    def __init__(self, before: str) -> None:
        super().__init__(self._good)
        self._before = before

    def _good(self, text: str) -> bool:
        try:
            if text.strip() not in ("", self._before):
                check_party_name(text.strip())
        except ValueError as error:
            self.failure_description = str(error)
            return False
        return True


__all__ = ["PartiesScreen", "RulesetCard"]
