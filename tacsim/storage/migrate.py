"""Migration: a save of an older format becomes a new file of today's; the old one stays."""

from __future__ import annotations

from pathlib import Path

from tacsim.storage.atomic import write_whole
from tacsim.storage.errors import SaveError
from tacsim.storage.frames import FORMAT, split
from tacsim.storage.payloads import Header
from tacsim.storage.rewrite import rewritten
from tacsim.storage.saved import Saved, first_header, parse, read_bytes


def up_to_date(path: Path) -> Path:
    """The file to go on with: the save itself, or what it was brought up to date in.

    Errors: SaveError for what is no save, and where the new file cannot be written.
    """
    data = read_bytes(path)
    frames = split(data, str(path))
    if frames.format == FORMAT:
        return path
    header = first_header(frames, path)
    number = 1
    while True:
        target = path.with_name(_name(path, number))
        if not target.exists():
            break
        if _same(target, header):
            return target
        number += 1
    saved = parse(data, path)[0]
    write_whole(target, rewritten(saved, saved.main))
    return target


def current(path: Path | str) -> tuple[Saved, Path | None]:
    """A save to be watched, and the new file that it was brought up to date in, if it was old.

    Where no file can be written, the old one is read as it is. Errors: SaveError.
    """
    place = Path(path)
    data = read_bytes(place)
    saved, _frames = parse(data, place)
    if saved.format == FORMAT:
        return saved, None
    try:
        target = up_to_date(place)
        fresh = parse(read_bytes(target), target)[0]
        fresh.lost = saved.lost
        return fresh, target
    except SaveError:
        return saved, None


def _name(path: Path, number: int) -> str:
    more = "" if number == 1 else f"-{number}"
    return f"{path.stem}-format{FORMAT}{more}{path.suffix}"


def _same(path: Path, header: Header) -> bool:
    """Whether a file is the same battle in today's format."""
    try:
        frames = split(read_bytes(path), str(path))
        return frames.format == FORMAT and first_header(frames, path) == header
    except SaveError:
        return False
