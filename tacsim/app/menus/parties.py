"""Parties: characters of the player's own, who are the heroes of battles that are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.validation import Function
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tacsim.app.menus.character_card import CharacterCard, summary_of
from tacsim.app.menus.kept_list import KEYS, KeptList
from tacsim.app.menus.text_card import TextCard
from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import DOT, column
from tacsim.content.characters import Character, Party
from tacsim.content.parties import whole
from tacsim.i18n import N_, _, known_as, ngettext
from tacsim.player.drawn import rulesets
from tacsim.player.kept.parties import (
    Kept,
    check_party_name,
    delete_party,
    keep_party,
    kept_parties,
    parties_folder,
    rename_party,
)
from tacsim.storage.errors import clean
from tacsim.storage.folder import LONGEST
from tacsim.view.wording import words

NAME = 20
"""Columns of a character's name."""


class PartiesScreen(KeptList[tuple[Kept, int | None]]):
    """Lists the parties, each with its characters, which are made, changed and deleted here.

    A line is about a party, or about one of its members.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "select", N_("change")),
        ("n", "new", N_("new party")),
        ("a", "add", N_("add a character")),
        *KEYS,
    ]
    HEAD = N_("Parties")
    FOLDER = parties_folder
    PLACE = N_("Parties lie in {folder}")
    EMPTY = N_("There is no party yet: n makes one. Battles can then be fought with it.")

    def found(self) -> list[tuple[Kept, int | None]]:
        """The parties, each before its members."""
        return [
            (kept, member)
            for kept in kept_parties()
            for member in (None, *range(len(kept.party.members) if kept.party else 0))
        ]

    def key(self, thing: tuple[Kept, int | None]) -> object:
        """The name of the party, and the number of the member."""
        return thing[0].name, thing[1]

    def lines(self, thing: tuple[Kept, int | None]) -> list[Content]:
        """What is said of a party, or of one of its members."""
        kept, member = thing
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

    def makes_sense(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        if action == "add":
            return self.chosen is not None and self.chosen[0].party is not None
        return super().makes_sense(action, parameters)

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
                self.attempt(partial(rename_party, kept, name), (name, None))

        self.app.push_screen(_name_card(kept.name), answered)

    def delete(self, thing: tuple[Kept, int | None]) -> None:
        """Ask whether a party, or a character, is to be deleted; the last one takes its party."""
        kept, member = thing
        if kept.party is None or member is None or len(kept.party.members) == 1:
            text = _("{file} is deleted for good.").format(file=clean(kept.path.name))
            self.sure(_("Delete this party?"), text, partial(delete_party, kept))
            return
        text = _("{name} leaves {party} for good.").format(
            name=known_as(kept.party.names[member]), party=kept.name
        )
        change = partial(keep_party, kept.party.without(member))
        self.sure(_("Delete this character?"), text, change)

    # --- characters ---------------------------------------------------------------------------

    def change(self, thing: tuple[Kept, int | None]) -> None:
        """Name a party, change a character, or say why it cannot be changed here."""
        kept, member = thing
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
        chosen = self.chosen
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
                if not self.attempt(change, (party.name, where)):
                    self._make(party, at, made, new=new)

        first = before or (party.newcomer() if at is None else party.character(at))
        others = [name for n, name in enumerate(party.names) if n != at]
        assert first is not None
        self.app.push_screen(CharacterCard(first, others, new=at is None), answered)


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
