"""The folder of saves: which there are, and what is done to their files."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import attrs

from tacsim.content.faults import ContentError
from tacsim.content.gauntlet import Gauntlet, run_of
from tacsim.i18n import N_, _, reason, translate
from tacsim.storage.atomic import write_whole
from tacsim.storage.errors import CodecError, LockedError, SaveError, clean
from tacsim.storage.frame_file import SUFFIX
from tacsim.storage.frames import FORMAT, PREAMBLE, START, Frames, frame, split
from tacsim.storage.journal import Journal, recovery, stem_of
from tacsim.storage.locks import lock
from tacsim.storage.payloads import BRANCH, DROP, Header, header_payload
from tacsim.storage.place import saves_folder
from tacsim.storage.saved import first_header, last_mark, parse, read_bytes

NAMES = 60
"""The most characters of a name that are shown."""


@attrs.frozen
class SaveInfo:
    """A save in a list.

    ``turn``: the name of whose choice is next, empty when the battle has not begun or is over;
    with fog it is hidden, and ``side`` is the name of the side;
    ``lesson``: the id of the lesson that it is, empty for none;
    ``when``: when it was last written to; ``broken`` says what is wrong with it, empty for nothing.
    ``recovered``: whether it is damaged and goes on in another file;
    ``branches``: how many it has; ``format``: its format's number, 0 for what is no save;
    ``given``: the name that a player gave the file, empty for one that it got by itself;
    ``run``: the run of the gauntlet that it is a fight of, None for none.
    """

    path: Path
    name: str
    when: datetime
    round: int = 0
    turn: str = ""
    over: bool = False
    broken: str = ""
    recovered: bool = False
    branches: int = 1
    format: int = 0
    given: str = ""
    side: str = ""
    lesson: str = ""
    run: Gauntlet | None = None
    ruleset: str = ""

    @property
    def old(self) -> bool:
        """Whether it is of an older format."""
        return 0 < self.format < FORMAT


def list_saves(folder: Path | None = None) -> list[SaveInfo]:
    """The saves in a folder, the newest first; files that are none or broken say so."""
    place = saves_folder() if folder is None else folder
    try:
        paths = sorted(place.glob(f"*{SUFFIX}"))
    except OSError:
        return []
    found = [save_info(path) for path in paths if path.is_file()]
    return sorted(found, key=lambda info: (info.when, info.path.name), reverse=True)


def save_info(path: Path) -> SaveInfo:
    """What a list says of a save."""
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        when = datetime.fromtimestamp(0, UTC)
    info = SaveInfo(path, clean(path.stem, NAMES), when)
    try:
        data = read_bytes(path)
        frames = split(data, str(path))
        header = first_header(frames, path)
        creatures = _by_id(header, "creature")
        sides = _by_id(header, "side") if header.fog else {}
        last = last_mark(frames, header, tuple(creatures))
    except SaveError as error:
        return attrs.evolve(info, broken=error.reason)
    except (CodecError, ContentError) as error:
        return attrs.evolve(info, broken=str(error))
    turn = creatures.get(last.turn or "", {}) if last is not None else {}
    return SaveInfo(
        path,
        clean(header.name, NAMES),
        when,
        round=last.round if last is not None else 0,
        turn="" if header.fog else _name(turn),
        over=last is not None and last.turn is None,
        broken=frames.lost,
        recovered=bool(frames.lost) and _recovered(path, data[: frames.end]),
        branches=_branches(frames),
        format=frames.format,
        given="" if path.stem.startswith(stem_of(header)) else info.name,
        side=_name(sides.get(str(turn.get("side")), {})),
        lesson=clean(str(header.scenario.get("lesson", "")), NAMES),
        run=run_of(header.scenario),
        ruleset=clean(header.ruleset, NAMES),
    )


def _recovered(path: Path, intact: bytes) -> bool:
    """Whether a damaged save was gone on with in another file."""
    try:
        return recovery(path, parse(intact, path)[0], intact) is not None
    except SaveError:
        return False


def _branches(frames: Frames) -> int:
    """How many branches there are that were not deleted."""
    if frames.format == 1:
        return 1
    kinds = [payload[0] for payload in frames.payloads if payload]
    return max(1 + kinds.count(BRANCH) - kinds.count(DROP), 1)


def delete_save(path: Path) -> None:
    """Delete the file of a save, and no other.

    Errors: SaveError, LockedError while another program plays it.
    """
    _check_free(path)
    try:
        path.unlink()
    except OSError as error:
        words = _("cannot be deleted: {reason}").format(reason=reason(error))
        raise SaveError(path, words) from None


def take_over(path: Path, header: Header) -> Journal:
    """Let a battle that has not begun take the place of a save, under the same name.

    At any moment the file holds the one or the other, whole. Errors: SaveError, and then it is the
    old one; LockedError while another program plays that.
    """
    _check_free(path)
    first, _sum = frame(header_payload(header), START)
    write_whole(path, PREAMBLE + first, replace=True)
    return Journal.resume(path)


def rename_save(path: Path, name: str) -> Path:
    """Give the file of a save another name; where it is now.

    ``name`` comes without a folder; the suffix is put on. Errors: SaveError for a name that cannot
    be or is taken, LockedError while it is played.
    """
    stem = name.strip().removesuffix(SUFFIX).strip()
    if not is_file_name(stem):
        raise SaveError(path, _('"{name}" is no name for a file').format(name=clean(name, NAMES)))
    target = path.with_name(stem + SUFFIX)
    if target == path:
        return path
    _check_free(path)
    try:
        if target.exists() or target.is_symlink():
            raise SaveError(target, _("there is a file of this name already"))
        path.rename(target)
    except OSError as error:
        words = _("cannot be renamed: {reason}").format(reason=reason(error))
        raise SaveError(path, words) from None
    return target


LONGEST = 80
"""The most characters of a file's name, without its suffix."""


def is_file_name(stem: str) -> bool:
    """Whether a name without suffix can be a file's, and means the same one on every system."""
    if not stem or len(stem) > LONGEST or stem.startswith("."):
        return False
    return stem.isprintable() and not set(stem) & set('/\\:*?"<>|') and not stem.endswith(".")


def _check_free(path: Path) -> None:
    """LockedError while another program plays a save."""
    try:
        with path.open("r+b", buffering=0) as stream:
            if not lock(stream):
                raise LockedError(path, _("another program is playing this battle"))
    except OSError:
        return  # what cannot be written is played by nobody


_NONE = {
    "creature": N_("its scenario has no creatures"),
    "side": N_("its scenario has no sides"),
}


def _by_id(header: Header, key: str) -> dict[str, dict[str, Any]]:
    """The creatures or sides of a saved scenario by id; CodecError where it has none."""
    rows = header.scenario.get(key)
    if not isinstance(rows, list) or not all(
        isinstance(one, dict) and isinstance(one.get("id"), str) for one in rows
    ):
        raise CodecError(translate(_NONE[key]))
    return {one["id"]: one for one in rows}


def _name(table: Mapping[str, Any]) -> str:
    """The name of a creature or side, its id where it has none."""
    return clean(str(table.get("name") or table.get("id", "")), NAMES)
