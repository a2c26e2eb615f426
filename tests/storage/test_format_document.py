"""What docs/save-format.md says is what is in the file: a reader written from it alone."""

from __future__ import annotations

import hashlib
import re
import zlib
from pathlib import Path
from typing import Any

import msgpack
from storage.fights import fought

from tacsim.storage.frames import MAX_FILE, MAX_FRAME, MAX_FRAMES
from tacsim.storage.saved import Header, read

DOCUMENT = Path(__file__).parents[2] / "docs" / "save-format.md"


def payloads(data: bytes) -> list[Any]:
    assert data[:12] == bytes.fromhex("895441435349 4D0A 00000001")
    at, check, found = 12, zlib.crc32(data[:12]), []
    while at < len(data):
        start, length, shift = at, 0, 0
        while True:
            byte = data[at]
            length |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                break
        stored = int.from_bytes(data[at : at + 4], "big")
        payload = data[at + 4 : at + 4 + length]
        check = zlib.crc32(payload, zlib.crc32(data[start:at], check))
        assert check == stored
        found.append(msgpack.unpackb(payload))
        at += 4 + length
    return found


def test_a_reader_written_from_the_document_reads_a_save(tmp_path: Path) -> None:
    path = fought(tmp_path)
    (kind, header), begun, *steps = payloads(path.read_bytes())
    saved = read(path)
    assert (kind, begun[0], {step[0] for step in steps}) == (0, 1, {2})
    assert header["scenario"]["map"]["grid"].count("\n") == 4
    assert len(begun) == 5
    assert begun[1] == saved.begun.digest if saved.begun else False
    ids = [creature["id"] for creature in header["scenario"]["creature"]]
    assert len(steps) == len(saved.steps)
    for step, known in zip(steps, saved.steps, strict=True):
        _, name, actor, fields, digest, dice, round_, turn = step
        assert actor == known.intent.actor
        assert isinstance(name, str)
        assert isinstance(fields, dict)
        mark = known.mark
        assert (digest, dice, round_) == (mark.digest, mark.dice, mark.round)
        assert (None if turn is None else ids[turn]) == mark.turn
    assert steps[-1][-1] is None
    assert steps[-1][1] == "adjourn"


def test_the_dice_are_as_it_says(tmp_path: Path) -> None:
    from tacsim.storage.replay import Replay

    saved = read(fought(tmp_path))
    thrown = [
        face
        for entry in Replay(saved).entries
        for face in getattr(entry.event, "dice", ())
    ]  # fmt: skip
    assert thrown
    twenties = [
        1 + int.from_bytes(hashlib.blake2b(b"7:%d" % n, digest_size=8).digest(), "big") % 20
        for n in range(2)
    ]
    assert thrown[:2] == twenties


def test_the_document_names_every_key_of_the_header_and_the_bounds() -> None:
    text = DOCUMENT.read_text("utf-8")
    for name in Header.__annotations__:
        assert f"| `{name}` |" in text
    assert f"{MAX_FILE // 2**20} MiB" in text
    assert f"{MAX_FRAME // 2**20} MiB" in text
    assert re.sub(r"(?<=\d) (?=\d)", "", text).count(f"{MAX_FRAMES} frames") == 1
