"""The player's own monsters: a bestiary file for each ruleset, beside their maps."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import attrs
import tomlkit
from tomlkit import TOMLDocument

from tacsim.content.checks import document_faults
from tacsim.content.documents import Document, parse_document, read_bytes
from tacsim.content.faults import ContentError, Fault
from tacsim.content.statblocks import Converted, convert
from tacsim.i18n import _
from tacsim.rulesets import RULESETS, content
from tacsim.rulesets.book import Entry
from tacsim.storage.atomic import write_whole
from tacsim.storage.place import saves_folder

PASTED = "text"
"""What a text that comes from no file is called in faults."""


@attrs.frozen
class Monster:
    """An entry of a player's bestiary, by its id; ``wrong``: the first fault of it, if any."""

    ruleset: str
    id: str
    entry: Entry
    wrong: str = ""

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.entry.get("name", self.id))


def readers() -> list[str]:
    """The rulesets that take statblocks of other people."""
    return [name for name in RULESETS if content(name).book.statblocks]


def maps_folder() -> Path:
    """Where the player's own maps are kept; it need not exist yet."""
    return saves_folder() / "maps"


def monsters_file(ruleset: str) -> Path:
    """The bestiary of the player's monsters under a ruleset; it need not exist yet."""
    return maps_folder() / f"monsters_{ruleset}.toml"


def kept_monsters(ruleset: str) -> list[Monster]:
    """The player's monsters, in the order of the file. Errors: ContentError for no TOML."""
    if not monsters_file(ruleset).exists():
        return []
    document = parse_document(_text(ruleset), str(monsters_file(ruleset)))
    wrong: dict[str, str] = {}
    for fault in faults_of(document):
        field, _dot, more = fault.field.partition(".")
        wrong.setdefault(field, f"{more}: {fault.message}" if more else fault.message)
    return [
        Monster(ruleset, key, table, wrong.get(key, ""))
        for key, table in document.tables.items()
        if isinstance(table, Mapping)
    ]


def faults_of(document: Document) -> list[Fault]:
    """What is wrong with a bestiary, in the order of its lines."""
    if not any(isinstance(one, Mapping) for one in document.tables.values()):
        return [Fault(document.file, 0, "", _("holds no entry"))]
    return sorted(document_faults(document, maps_folder()))


def taking(text: str) -> dict[str, Converted]:
    """The rulesets that get entries of pasted statblocks, with what they get."""
    found: dict[str, Converted] = {}
    for ruleset in readers():
        with suppress(ContentError):
            made = _read_pasted(text, ruleset)
            found |= {ruleset: made} if made.drafts else {}
    return found


def not_taken(text: str) -> Converted:
    """Why no ruleset gets an entry of pasted statblocks, as the one says whose they are.

    Errors: ContentError where there are none.
    """
    return min((_read_pasted(text, one) for one in readers()), key=lambda made: made.strange)


def _read_pasted(text: str, ruleset: str) -> Converted:
    return convert(text.encode("utf-8", "replace"), ruleset, PASTED)


def written(monster: Monster) -> str:
    """A monster as the text of a bestiary that has it alone, as it stands in its file."""
    kept, alone = tomlkit.parse(_text(monster.ruleset)), tomlkit.document()
    alone["ruleset"] = monster.ruleset
    alone[monster.id] = kept[monster.id]
    return tomlkit.dumps(alone)


def keep_monsters(text: str, ruleset: str, before: str = "") -> list[str]:
    """Put the entries of a sound text into the player's bestiary; their ids.

    Those of the same ids are replaced; ``before``: the entry that was changed into them. Errors:
    ContentError where the bestiary cannot be read, SaveError where it cannot be written.
    """
    kept = tomlkit.parse(_text(ruleset))
    found = {key: table for key, table in tomlkit.parse(text).items() if isinstance(table, Mapping)}
    if before and before not in found:
        kept.pop(before, None)
    for key, table in found.items():
        kept[key] = table
    _write(ruleset, kept)
    return list(found)


def delete_monster(monster: Monster) -> None:
    """Take a monster out of its file. Errors: those of :func:`keep_monsters`."""
    kept = tomlkit.parse(_text(monster.ruleset))
    kept.pop(monster.id, None)
    _write(monster.ruleset, kept)


def _text(ruleset: str) -> str:
    """The file as it is, or an empty bestiary. Errors: ContentError for no TOML."""
    path = monsters_file(ruleset)
    if not path.exists():
        return f'ruleset = "{ruleset}"\n'
    data = b"".join(read_bytes(path))
    parse_document(data, str(path))
    return data.decode("utf-8-sig")


def _write(ruleset: str, kept: TOMLDocument) -> None:
    data = tomlkit.dumps(kept).encode()
    write_whole(monsters_file(ruleset), data, replace=True, folder=True)


__all__ = [
    "PASTED",
    "ContentError",
    "Monster",
    "delete_monster",
    "faults_of",
    "keep_monsters",
    "kept_monsters",
    "monsters_file",
    "readers",
    "taking",
    "written",
]
