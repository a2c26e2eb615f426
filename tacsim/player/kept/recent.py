"""Recent setups: what was chosen for the battles fought last, kept in a small file.

The file may be missing, and it may hold anything (:mod:`tacsim.storage.rows`).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs

from tacsim.player.kept.settings import Settings
from tacsim.storage.rows import read_rows, write_rows

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
    return read_rows(file, _parsed, LIMIT)


def _parsed(data: bytes) -> list[Recent]:
    """The setups in a file's bytes; ValueError or TypeError where they are none."""
    match json.loads(data):
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
            advice: object = more.get("advice", False)
            found: Any = more.get("parties", {})
            parties = dict(found)
            told = told and isinstance(advice, bool)
            texts = (*parties, *parties.values())
            told = told and all(isinstance(text, str) and text.isprintable() for text in texts)
            if whole and told and all(isinstance(on, bool) for on in switches.values()):
                chosen = Settings(players, fog, seed, switches, names, advice is True, parties)
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
    return write_rows(file, json.dumps(plain, indent=1).encode()) or trouble
