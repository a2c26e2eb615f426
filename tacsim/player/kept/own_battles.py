"""The player's own battles: files in a folder beside the saves, and those that are being changed.

What is being changed is written down with every change as a *draft*, so that nothing is lost where
the program ends before it is kept.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from weakref import WeakSet

import attrs

from tacsim.content.documents import read_document
from tacsim.content.editing.manuscript import Manuscript, as_bytes, opened
from tacsim.content.editing.reading import Texts
from tacsim.content.editing.templates import Template, empty, templates
from tacsim.content.faults import ContentError, Fault
from tacsim.content.library import is_shipped, kind_of, named_file
from tacsim.i18n import N_, _, reason
from tacsim.player.kept.drafts import DRAFT, draft_files, drafts_folder
from tacsim.player.kept.monsters import Monster, kept_monsters, maps_folder, monsters_file
from tacsim.rulesets import RULESETS, content
from tacsim.storage.atomic import writable, write_whole
from tacsim.storage.errors import SaveError, clean
from tacsim.storage.folder import LONGEST, is_file_name
from tacsim.storage.locks import lock

SUFFIX = ".toml"
LOCK = ".lock"
UNNAMED = N_("A new battle")
"""What a new one is called until it is kept under a name."""
MOST = 8 * 1024 * 1024
"""The most bytes of a draft."""


def own_battles(*kinds: str) -> list[Path]:
    """The battles and maps of the player's own, by name; ``kinds``: only those of these.

    Among them are files that cannot be read at all.
    """
    try:
        found = sorted(maps_folder().glob(f"*{SUFFIX}"))
    except OSError:
        return []
    return [path for path in found if _is_one(path, kinds or ("scenario", "map"))]


def _is_one(path: Path, kinds: Sequence[str]) -> bool:
    """Whether a file is of a kind by its keys, or cannot be read."""
    try:
        return kind_of(read_document(path).tables) in kinds
    except ContentError:
        return True


def own_monsters(one: Manuscript) -> list[Monster]:
    """The player's own monsters that a battle can have: it is kept in their folder, or is to be."""
    if one.read.is_map or one.folder.resolve() != maps_folder().resolve():
        return []
    try:
        return [monster for monster in kept_monsters(one.read.rules.id) if not monster.wrong]
    except ContentError:
        return []


# --- opening and keeping ----------------------------------------------------------------------


def to_be_changed(path: Path) -> Manuscript:
    """The manuscript of a file; of one that comes with the program, that of a copy.

    Errors: ContentError for what cannot be edited, or whose map cannot be read.
    """
    found = opened(path)
    if is_shipped(path):
        found = Manuscript(found.texts, None, maps_folder(), found.map_path)
    if found.read.field is None:
        raise ContentError(sorted(one.fault for one in found.read.faults))
    return found


def is_new(path: Path) -> bool:
    """Whether a path is that of a battle's file that is not there yet."""
    return path.suffix == SUFFIX and not os.path.lexists(path)


def to_be_begun(path: Path, template: Template | None = None) -> Manuscript:
    """The manuscript of a file that is not there yet: a battle on an empty field, the first of all.

    Errors: ContentError for a file that cannot be written.
    """
    if is_shipped(path):
        words = _("files that come with the game are not written over")
        raise ContentError([Fault(str(path), 0, "", words)])
    if not is_file_name(path.stem):
        words = _('"{name}" is no name for a file').format(name=clean(path.name))
        raise ContentError([Fault(clean(str(path)), 0, "", words)])
    writable(path)
    texts = Texts(empty(template or templates()[0], path.stem))
    return Manuscript(texts, path, path.parent)


def typed_path(name: str) -> Path:
    """The path that was typed, ``~`` being one's home."""
    path = Path(name)
    with suppress(RuntimeError):  # somebody else's home, who is not there
        path = path.expanduser()
    return path


def path_of(name: str, suffix: str) -> Path:
    """The path that was typed, with a suffix. ValueError for what can be no file's name."""
    path = typed_path(name)
    if not is_file_name(path.name.removesuffix(suffix)):
        raise ValueError(_('"{name}" is no name for a file').format(name=clean(name)))
    return path if path.suffix == suffix else path.with_name(path.name + suffix)


def file_of(name: str) -> Path:
    """The file that a name leads to: one in the folder of own battles, or that of a path.

    ValueError for what can be no file's name.
    """
    path = path_of(name, SUFFIX)
    if path.name == str(path):
        path = maps_folder() / path
    if is_shipped(path):
        raise ValueError(_("files that come with the game are not written over"))
    return path


def usual_name(one: Manuscript) -> str:
    """The name under which a manuscript is offered to be kept: its file's, else what it is called.

    A path where the file lies elsewhere than other battles of the player's own.
    """
    if one.path is not None:
        mine = one.path.parent.resolve() == maps_folder().resolve()
        return one.path.stem if mine else str(one.path)
    name = str(one.read.document.tables.get("name", ""))
    stem = "".join(c for c in name if c.isprintable() and c not in '/\\:*?"<>|').strip(" .")
    return stem[:LONGEST] or _("battle")


def keep(one: Manuscript, path: Path, *, replace: bool = False) -> None:
    """Write a manuscript into its file, and its map into the map's own. Errors: SaveError."""
    ground, map_path = one.texts.map, None if one.texts.map is None else _map_file(one, path)
    if map_path is not None and ground is not None and _other(map_path, ground):
        data = as_bytes(ground, map_path)
        write_whole(map_path, data, replace=map_path == one.map_path, folder=True)
    write_whole(path, as_bytes(one.texts.own, path), replace=replace, folder=True)
    one.is_kept(path, map_path)


def _map_file(one: Manuscript, path: Path) -> Path:
    """The file in which the map of a manuscript belongs that is kept at a path.

    One that comes with the program is found from everywhere, as long as it is not changed.
    """
    before = one.map_path
    if before is not None:
        as_it_was = not _other(before, one.texts.map or "")
        if as_it_was if is_shipped(before) else one.path == path:
            return before
    return path.parent / str(one.read.document.tables["map"])


def _other(path: Path, text: str) -> bool:
    """Whether a file holds anything else than a text."""
    try:
        return path.read_bytes() != as_bytes(text, path)
    except OSError:
        return True


def changed_elsewhere(one: Manuscript) -> bool:
    """Whether the files hold something else by now than was read from them or written to them."""
    if one.path is None or not one.path.exists():
        return False
    try:
        return opened(one.path).texts != one.kept
    except ContentError:
        return True


def rulesets_for(topology: str) -> list[str]:
    """The rules that are played on a kind of grid."""
    return [name for name in RULESETS if topology in content(name).topologies]


# --- drafts -----------------------------------------------------------------------------------


@attrs.frozen
class Draft:
    """What was being changed and not kept: in which file it is written down, and since when."""

    file: Path
    manuscript: Manuscript
    when: datetime

    @property
    def name(self) -> str:
        """What it is called."""
        return clean(str(self.manuscript.read.document.tables.get("name") or self.manuscript.file))

    def discard(self) -> None:
        """Forget it."""
        for suffix in (DRAFT, LOCK):
            with suppress(OSError):
                self.file.with_suffix(suffix).unlink()


def drafts() -> list[Draft]:
    """What was not kept and is being changed nowhere now, the newest first."""
    found = [draft for draft in map(_draft, draft_files()) if draft is not None]
    return sorted(found, key=lambda one: one.when, reverse=True)


def _draft(file: Path) -> Draft | None:
    """What a file has written down; None for what is none, or is being changed."""
    try:
        if file.stat().st_size > MOST or _in_use(file.with_suffix(LOCK)):
            return None
        plain = json.loads(file.read_bytes())
        when = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except (OSError, ValueError, RecursionError):
        return None
    match plain:
        case {
            "format": 1, "own": str(own), "map": str() | None as ground, "folder": str(folder),
            "path": str() | None as path, "map_path": str() | None as map_path,
        }:  # fmt: skip
            pass
        case _:
            return None
    texts = Texts(own, ground)
    try:
        one = Manuscript(
            texts, Path(path) if path else None, Path(folder), Path(map_path) if map_path else None
        )
    except ContentError:
        return None
    try:
        one.kept = opened(one.path).texts if one.path is not None else None
    except ContentError:  # the file is gone, or is something else by now
        one.kept = None
    return Draft(file, one, when)


def _in_use(file: Path) -> bool:
    """Whether another program holds a lock."""
    try:
        with file.open("r+b", buffering=0) as stream:
            return not lock(stream)
    except OSError:
        return False


_LIVE: WeakSet[Drafting] = WeakSet()


def let_go() -> None:
    """Leave all that is written down to be taken up again, as where the program has ended."""
    for one in list(_LIVE):
        one.leave()


class Drafting:
    """Writes down what is being changed, in a file of its own that no other program takes up."""

    def __init__(self) -> None:
        _LIVE.add(self)
        self._file: Path | None = None
        self._lock: FileIO | None = None

    def note(self, one: Manuscript) -> None:
        """Write a manuscript down if it is not kept; else forget it. Errors: SaveError."""
        if not one.changed:
            self.done()
            return
        file = self._file or self._begin()
        plain = {
            "format": 1, "own": one.texts.own, "map": one.texts.map, "folder": str(one.folder),
            "path": None if one.path is None else str(one.path),
            "map_path": None if one.map_path is None else str(one.map_path),
        }  # fmt: skip
        write_whole(file, json.dumps(plain).encode(), replace=True)

    def go_on(self, draft: Draft) -> None:
        """Take up a draft: it is written down in its file from now on."""
        self.done()
        self._take(draft.file)

    def _begin(self) -> Path:
        folder, number = drafts_folder(), 1
        try:
            folder.mkdir(parents=True, exist_ok=True)
            while (file := folder / f"{number}{DRAFT}").exists() or not self._take(file):
                number += 1
        except OSError as error:
            raise SaveError(folder, reason(error)) from None
        return file

    def _take(self, file: Path) -> bool:
        """Lock a file, if no other program has."""
        stream = FileIO(file.with_suffix(LOCK), "a")
        if not lock(stream):
            stream.close()
            return False
        self._file, self._lock = file, stream
        return True

    def done(self) -> None:
        """Nothing is left to be written down."""
        file = self._file
        self.leave()
        for each in () if file is None else (file, file.with_suffix(LOCK)):
            with suppress(OSError):
                each.unlink()

    def leave(self) -> None:
        """Let others take up what is written down."""
        if self._lock is not None:
            self._lock.close()
        self._file = self._lock = None


__all__ = [
    "Draft", "Drafting", "Manuscript", "changed_elsewhere", "drafts", "file_of", "is_new",
    "keep", "let_go", "maps_folder", "monsters_file", "named_file", "own_battles", "own_monsters",
    "rulesets_for", "to_be_begun", "to_be_changed", "typed_path", "usual_name",
]  # fmt: skip
