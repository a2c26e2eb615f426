"""REXPaint's pictures: glyphs of map files are ground, in columns as they are stored."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path

import pytest
from content.imports.foreign import imported, rows

from tacsim.content.faults import ContentError

CLEAR = (255, 0, 255)


def packed(data: bytes) -> bytes:
    """Data as gzip has it, the same at any time."""
    return gzip.compress(data, mtime=0)


def layer(*lines: str, clear: str = "") -> bytes:
    """A layer; cells of one glyph are transparent."""
    found = struct.pack("<ii", len(lines[0]), len(lines))
    for x in range(len(lines[0])):
        for line in lines:
            back = CLEAR if line[x] == clear else (0, 0, 0)
            found += struct.pack("<i6B", line[x].encode("cp437")[0], 255, 255, 255, *back)
    return found


def picture(*layers: bytes, version: int | None = -1, count: int | None = None) -> bytes:
    """A picture; those of the first versions have none."""
    head = struct.pack("<i", len(layers) if count is None else count)
    if version is not None:
        head = struct.pack("<i", version) + head
    return packed(head + b"".join(layers))


def test_glyphs_are_ground_and_what_is_unknown_is_told(tmp_path: Path) -> None:
    found = imported(tmp_path, "cave.xp", picture(layer("##~.", "#,?T", "  ^;")))
    assert rows(found) == ["##~.", "#,.T", "  ^;"]
    assert found.floor == 5
    assert any("?" in words and "once: [2, 1]" in words for words in found.dropped)


def test_upper_layers_cover_the_lower_but_for_what_is_transparent(tmp_path: Path) -> None:
    upper = layer("!#!!", "!!T!", clear="!")
    found = imported(tmp_path, "two.xp", picture(layer("....", "...."), upper))
    assert rows(found) == [".#..", "..T."]


def test_pictures_of_the_first_versions_have_no_version(tmp_path: Path) -> None:
    upper = layer("!#!!", "!!T!", clear="!")
    old = picture(layer("....", ".,.."), upper, version=None)
    assert rows(imported(tmp_path, "old.xp", old)) == [".#..", ".,T."]
    one = picture(layer("#"), version=None)
    assert rows(imported(tmp_path, "one.xp", one)) == ["#"]


def test_lines_of_boxes_and_shades_are_walls(tmp_path: Path) -> None:
    found = imported(tmp_path, "box.xp", picture(layer("╔═╗", "║·║", "╚█╝")))
    assert rows(found) == ["###", "#.#", "###"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (picture(layer("##", "##"))[:20], "cut off"),
        (packed(gzip.decompress(picture(layer("##", "##")))[:-3]), "cut off"),
        (packed(gzip.decompress(picture(layer("#"), version=None))[:13]), "cut off"),
        (packed(gzip.decompress(picture(layer("#")))[:14]), "cut off"),
        (picture(layer("##"), count=10, version=None), "layers"),
        (packed(gzip.decompress(picture(layer("##", "##"))) + b"x"), "more data"),
        (picture(layer("##"), count=400), "layers"),
        (picture(layer("##"), count=-1), "layers"),
        (packed(struct.pack("<4i", -1, 1, 2**30, 2**30)), "large"),
        (packed(struct.pack("<4i", -1, 1, -2, 4)), "large"),
        (packed(struct.pack("<4i", -1, 1, 4, 4) + bytes(2_000_000)), "more data"),
        (picture(layer("##"), layer("###")), "more data"),
        (b"\x1f\x8b" + bytes(range(200)), "cannot be unpacked"),
        (b"", "is no file of rexpaint"),
    ],
    ids=[
        "cut",
        "short",
        "old_and_short",
        "head_alone",
        "old_layers",
        "long",
        "layers",
        "no_layers",
        "huge",
        "negative",
        "bomb",
        "uneven",
        "noise",
        "empty",
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, data: bytes, words: str) -> None:
    with pytest.raises(ContentError) as error:
        imported(tmp_path, "bad.xp", data)
    assert "bad.xp" in str(error.value)
    assert words in str(error.value)
