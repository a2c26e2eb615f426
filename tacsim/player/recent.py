"""Recent setups: what was chosen for the battles fought last, kept in a small file.

The file may be missing, and it may hold anything: one that cannot be read as a whole is put aside
under another name, nothing in it lost, and one line says so.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs

from tacsim.i18n import _, reason
from tacsim.player.settings import Settings
from tacsim.storage.atomic import write_whole
from tacsim.storage.errors import SaveError

MOST = 12
"""How many setups are remembered."""
LIMIT = 256 * 1024
"""The most bytes that the file may have."""


@attrs.frozen
class Recent:
    """A battle that was set up: its scenario's file and name, its stamp then, what was chosen."""

    path: str
    name: str
    stamp: str
    settings: Settings


def recent_file() -> Path:
    """Where they are kept: beside the options."""
    import platformdirs

    return platformdirs.user_config_path("tacsim") / "recent.json"


def read_recent(file: Path) -> tuple[list[Recent], str]:
    """The setups in a file, the newest first; and what is wrong with it, in words, or nothing.

    A damaged file is put aside.

    >>> read_recent(Path("nowhere"))
    ([], '')
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(LIMIT + 1)
    except FileNotFoundError:
        return [], ""
    except OSError as error:
        text = _("{file}: what was fought last cannot be read: {reason}")
        return [], text.format(file=file.name, reason=reason(error))
    try:
        return _parsed(data), ""
    except (ValueError, TypeError, RecursionError):
        return [], _put_aside(file)


def _parsed(data: bytes) -> list[Recent]:
    """The setups in a file's bytes; ValueError or TypeError where they are none."""
    plain = json.loads(data) if len(data) <= LIMIT else None
    match plain:
        case {"format": 1, "battles": list(rows)}:
            return [_recent(row) for row in rows][:MOST]
    raise ValueError("it holds no battles")


def _recent(row: object) -> Recent:
    match row:
        case {
            "path": str(path), "name": str(name), "stamp": str(mark), "fog": bool(fog),
            "seed": int() | None as seed, "controllers": dict(players),
            "switches": dict(switches), "names": dict(names), **more,
        }:  # fmt: skip
            given = [text for table in names.values() for text in dict(table).values()]
            texts = (name, mark, *players.values(), *given)
            whole = seed is None or (type(seed) is int and -(2**63) <= seed < 2**63)
            told = all(isinstance(text, str) and text.isprintable() for text in texts)
            advice = more.get("advice", False)
            told = told and isinstance(advice, bool)
            if whole and told and all(isinstance(on, bool) for on in switches.values()):
                chosen = Settings(players, fog, seed, switches, names, advice is True)
                return Recent(path, name, mark, chosen)
    raise ValueError("it is no battle")


def _plain(one: Recent) -> dict[str, Any]:
    return {"path": one.path, "name": one.name, "stamp": one.stamp, **attrs.asdict(one.settings)}


def remember(file: Path, fresh: Recent) -> str:
    """Put a setup first in a file; what went wrong, in words, or nothing."""
    kept, trouble = read_recent(file)
    if trouble and file.exists():
        return trouble
    rows = [fresh, *(one for one in kept if one != fresh)][:MOST]
    plain = {"format": 1, "battles": [_plain(one) for one in rows]}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(plain, indent=1).encode(), replace=True)
    except (SaveError, OSError) as error:
        text = _("{file}: this setup cannot be kept: {reason}")
        reason = getattr(error, "reason", error)
        return trouble or text.format(file=file.name, reason=reason)
    return trouble


def _put_aside(file: Path) -> str:
    """Give a damaged file another name; what is to be said about it."""
    number = 1
    while (aside := file.with_name(f"{file.stem}-damaged-{number}{file.suffix}")).exists():
        number += 1
    with suppress(OSError):
        file.rename(aside)
        text = _("{file}: what was fought last cannot be read; it is kept as {aside}.")
        return text.format(file=file.name, aside=aside.name)
    return _("{file}: what was fought last cannot be read.").format(file=file.name)


__all__ = ["Recent", "read_recent", "recent_file", "remember"]
