"""The shelf: where saves are kept, and what stands on it."""

from __future__ import annotations

import os
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import attrs

import tacsim
from tacsim.storage.errors import CodecError, SaveError, clean
from tacsim.storage.frames import split
from tacsim.storage.journal import SUFFIX
from tacsim.storage.saved import Mark, read_bytes, read_header, read_mark

NAMES = 60
"""The most characters of a name that are shown."""


@attrs.frozen
class SaveInfo:
    """A save in a list.

    ``turn``: the name of whose choice is next, empty when the battle has not begun or is over;
    ``when``: when it was last written to; ``broken`` says what is wrong with it, empty for nothing.
    """

    path: Path
    name: str
    round: int
    turn: str
    when: datetime
    over: bool
    broken: str = ""


def saves_folder() -> Path:
    """Where saves go: ``TACSIM_SAVES``, the ``saves/`` of a checkout, or the user's data folder.

    The folder need not exist yet.
    """
    told = os.environ.get("TACSIM_SAVES")
    if told:
        return Path(told)
    for folder in (Path.cwd(), Path(tacsim.__file__).resolve().parent.parent):
        if _is_checkout(folder):
            return folder / "saves"
    import platformdirs

    return platformdirs.user_data_path("tacsim", appauthor=False) / "saves"


def _is_checkout(folder: Path) -> bool:
    if not (folder / "saves").is_dir():
        return False
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8")).get("project", {})
    except (OSError, ValueError):
        return False
    return isinstance(project, dict) and project.get("name") == "tacsim"


def list_saves(folder: Path | None = None) -> list[SaveInfo]:
    """The saves in a folder, the newest first; files that are none or broken say so."""
    place = saves_folder() if folder is None else folder
    try:
        paths = sorted(place.glob(f"*{SUFFIX}"))
    except OSError:
        return []
    found = [_info(path) for path in paths if path.is_file()]
    return sorted(found, key=lambda info: (info.when, info.path.name), reverse=True)


def _info(path: Path) -> SaveInfo:
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        when = datetime.fromtimestamp(0, UTC)
    try:
        frames = split(read_bytes(path), str(path))
        header = read_header(frames.payloads[0] if frames.payloads else b"")
        creatures = header.scenario.get("creature")
        ids = _ids(creatures)
        last = read_mark(frames.payloads[-1], ids)[0] if len(frames.payloads) > 1 else None
    except SaveError as error:
        return SaveInfo(path, clean(path.stem, NAMES), 0, "", when, over=False, broken=error.reason)
    except CodecError as error:
        return SaveInfo(path, clean(path.stem, NAMES), 0, "", when, over=False, broken=str(error))
    return _described(path, clean(header.name, NAMES), last, when, frames.lost)


def _ids(creatures: object) -> tuple[str, ...]:
    """The ids of a saved scenario's creatures; CodecError where it has none."""
    if not isinstance(creatures, list):
        raise CodecError("its scenario has no creatures")
    found = [one.get("id") if isinstance(one, dict) else None for one in creatures]
    if not all(isinstance(name, str) for name in found):
        raise CodecError("its scenario has no creatures")
    return tuple(map(str, found))


def _described(path: Path, name: str, last: Mark | None, when: datetime, lost: str) -> SaveInfo:
    if last is None:
        return SaveInfo(path, name, 0, "", when, over=False, broken=lost)
    turn = clean(last.turn or "", NAMES)
    return SaveInfo(path, name, last.round, turn, when, over=last.turn is None, broken=lost)
