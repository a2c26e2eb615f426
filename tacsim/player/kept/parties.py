"""The player's parties: files in a folder beside the saves, a party each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from tacsim.content.characters import Party
from tacsim.content.checks import document_faults
from tacsim.content.documents import read_document
from tacsim.content.faults import ContentError, Fault
from tacsim.content.fielding import Fielded, fielded
from tacsim.content.generate import Wanted, party_of, with_party, written
from tacsim.content.library import kind_of, library
from tacsim.content.records import Scenario
from tacsim.i18n import _, reason
from tacsim.rulesets.schema import hinted
from tacsim.storage.atomic import write_whole
from tacsim.storage.errors import SaveError, clean
from tacsim.storage.folder import is_file_name
from tacsim.storage.place import saves_folder

SUFFIX = ".toml"


@attrs.frozen
class Kept:
    """A file of a party. ``party``: what is in it; None where it has faults, told in ``wrong``."""

    path: Path
    party: Party | None
    wrong: str = ""

    @property
    def name(self) -> str:
        """What the party is called: as its file is."""
        return clean(self.path.stem)


def parties_folder() -> Path:
    """Where parties are kept; it need not exist yet."""
    return saves_folder() / "parties"


def kept_parties(ruleset: str | None = None) -> list[Kept]:
    """Every party, by name; those of a ruleset are the sound ones for its rules."""
    try:
        paths = sorted(parties_folder().glob(f"*{SUFFIX}"))
    except OSError:
        return []
    found = [read_kept(path) for path in paths]
    if ruleset is None:
        return found
    return [one for one in found if one.party is not None and one.party.ruleset == ruleset]


def read_kept(path: Path) -> Kept:
    """The party of a file, or what is wrong with it, on one line."""
    try:
        document = read_document(path)
        if kind_of(document.tables) != "party":
            raise ContentError([Fault(str(path), 0, "", _("is no party"))])
        faults = document_faults(document, path.parent)
        if faults:
            raise ContentError(sorted(faults))
    except ContentError as error:
        return Kept(path, None, str(error).removeprefix(str(path)).lstrip(": "))
    tables = document.tables
    lore = {str(key): tables[key] for key in ("bestiary", "weapon") if key in tables}
    return Kept(path, Party(path.stem, tables["ruleset"], tuple(tables["creature"]), lore))


def find_party(name: str) -> Path:
    """The file of a party by its name, or of a scenario in the library whose first side it is.

    Errors: ContentError with the names that come close.
    """
    known = {path.stem: path for path in library()} | {one.name: one.path for one in kept_parties()}
    if name not in known:
        message = hinted(_("there is no such file, party or scenario"), name, known)
        raise ContentError([Fault(clean(name), 0, "", message)])
    return known[name]


def check_party_name(name: str) -> None:
    """ValueError for what can be no party's name, or is one's already."""
    if not is_file_name(name):
        raise ValueError(_('"{name}" is no name for a file').format(name=clean(name)))
    if (parties_folder() / f"{name}{SUFFIX}").exists():
        raise ValueError(_('There is a "{name}" already.').format(name=clean(name)))


def keep_party(party: Party, *, new: bool = False) -> Path:
    """Write the file of a party; ``new``: there must be none yet. Errors: SaveError."""
    path = parties_folder() / f"{party.name}{SUFFIX}"
    write_whole(path, written(party.tables).encode(), replace=not new, folder=True)
    return path


def rename_party(kept: Kept, name: str) -> None:
    """Give a party another name, which is its file's. Errors: SaveError, ValueError."""
    check_party_name(name)
    if kept.party is not None:
        keep_party(attrs.evolve(kept.party, name=name), new=True)
        delete_party(kept)


def delete_party(kept: Kept) -> None:
    """Delete the file of a party. Errors: SaveError."""
    try:
        kept.path.unlink()
    except OSError as error:
        raise SaveError(kept.path, reason(error)) from None


def next_party(asked: Wanted, by: int) -> Wanted:
    """The same with the next of the player's parties, or with one that is drawn."""
    return with_named(asked, next(names_after(asked.ruleset, asked.party_name, by)))


def names_after(ruleset: str, name: str, by: int) -> Iterator[str]:
    """The names of the parties for some rules, from the one after another on, or before it.

    Each once, also the empty one, which stands for no party.
    """
    names = ["", *(one.name for one in kept_parties(ruleset))]
    now = names.index(name) if name in names else 0
    return (names[(now + by * n) % len(names)] for n in range(1, len(names) + 1))


def party_named(ruleset: str, name: str) -> Party:
    """The party of a name, for some rules; ValueError where there is none."""
    for one in kept_parties(ruleset):
        if one.party is not None and one.name == name:
            return one.party
    raise ValueError(_("There is no party {name} any more.").format(name=clean(name)))


def with_party_named(scenario: Scenario, side: str, name: str) -> Fielded:
    """A scenario with the party of a name on a side; ValueError where that cannot be."""
    return fielded(scenario, side, party_named(scenario.ruleset, name))


def with_parties(scenario: Scenario, parties: Mapping[str, str]) -> Scenario:
    """A scenario with parties, by their names, on sides; ValueError where that cannot be."""
    for side, name in parties.items():
        scenario = with_party_named(scenario, side, name).scenario
    return scenario


def with_named(asked: Wanted, name: str) -> Wanted:
    """The same with the party of a name as it is now; with a drawn one where there is none."""
    try:
        party = party_named(asked.ruleset, name)
    except ValueError:
        return with_party(asked, None)
    return with_party(asked, party_of(party.tables), name)
