"""Files that are damaged: whatever is in them, a map or one line that says what is wrong."""

from __future__ import annotations

import gzip
import json
import struct
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from content.imports.test_rexpaint import layer, picture
from content.imports.test_tiled import data, tmx
from content.imports.test_uvtt import line, plan, portal
from content.imports.test_watabou import row_of_rooms
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import some
from tacsim.content.checks import check_file
from tacsim.content.faults import ContentError
from tacsim.content.imports import FORMATS, read_foreign
from tacsim.content.map_text import map_text

VTT = plan(
    4, 3, line((2, 0), (2, 3)), line((0, 1), (1, 1), (1, 2), (0, 1)),
    portals=[portal((3, 2), (4, 2))],
    lights=[{"position": {"x": 1, "y": 1}, "range": 2}], environment={"ambient_light": "ff000000"},
    image="QUJD",
)  # fmt: skip
THINGS = """<objectgroup name="t"><object id="1" type="door" x="8" y="0" width="2" height="3">
<properties><property name="open" type="bool" value="true"/></properties>
<polyline points="0,0 0,8"/></object></objectgroup>"""
HEXES = 'orientation="hexagonal" hexsidelength="4" staggeraxis="x" staggerindex="even"'
TILED: dict[str, Any] = {
    "orientation": "orthogonal", "width": 2, "height": 1, "tilewidth": 8, "tileheight": 8,
    "tilesets": [{"firstgid": 1, "name": "own", "tiles": [{"id": 1, "type": "wall"}]}],
    "layers": [{"type": "tilelayer", "name": "one", "width": 2, "height": 1, "data": [1, 2]}],
}  # fmt: skip
FILES: dict[str, tuple[str, bytes]] = {
    "dungeon.json": ("watabou", json.dumps(row_of_rooms(1, 6, 3)).encode()),
    "house.uvtt": ("uvtt", json.dumps(VTT).encode()),
    "small.tmx": ("tiled", tmx(data("base64", "zlib"), THINGS).encode()),
    "hexes.tmx": ("tiled", tmx(data("csv"), THINGS, HEXES).encode()),
    "small.tmj": ("tiled", json.dumps(TILED).encode()),
    "cave.xp": ("rexpaint", picture(layer("##~.", "#,?T"))),
}
"""A whole file of each kind."""
ODD: list[Any] = [
    None, True, -1, 0, 0.5, 10**30, 10**400, 1e308, "", "x", "1", [], {}, [[]], {"x": None}, "\x00",
    "NaN",
]  # fmt: skip


def opened(path: Path, form: str) -> None:
    """Read a file: into a map without faults, or not, and then it is said why."""
    told = ""
    try:
        found = read_foreign(path, form)
    except ContentError as error:
        told = str(error)
    if told:
        assert path.name in told
        assert "\n" not in told
        return
    ours = path.with_suffix(".ours.toml")
    ours.write_text(map_text(found.field, found.about))
    assert check_file(ours) == []


@pytest.mark.parametrize("name", FILES)
def test_the_whole_files_are_read(name: str, tmp_path: Path) -> None:
    form, whole = FILES[name]
    (tmp_path / name).write_bytes(whole)
    assert read_foreign(tmp_path / name) is not None
    assert form in FORMATS


@pytest.mark.parametrize("name", FILES)
@given(seed=st.data())
@settings(max_examples=some(150))
def test_bytes_that_are_changed_lost_or_added(
    name: str, seed: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    form, whole = FILES[name]
    packed = form == "rexpaint" and seed.draw(st.booleans())
    broken = bytearray(gzip.decompress(whole) if packed else whole)
    for _change in range(seed.draw(st.integers(1, 4))):
        place = seed.draw(st.integers(0, max(len(broken) - 1, 0)))
        what = seed.draw(st.sampled_from(["change", "cut", "drop", "double", "insert"]))
        some = seed.draw(st.binary(min_size=1, max_size=4))
        if what == "change":
            broken[place : place + len(some)] = some
        elif what == "cut":
            del broken[place:]
        elif what == "drop":
            del broken[place : place + 8]
        elif what == "double":
            broken[place:place] = broken[place : place + 20]
        else:
            broken[place:place] = some
    path = tmp_path_factory.mktemp("damage") / name
    path.write_bytes(gzip.compress(bytes(broken), mtime=0) if packed else bytes(broken))
    opened(path, form if seed.draw(st.booleans()) else "")


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(("json", "tt", "mj"))])
@given(seed=st.data())
@settings(max_examples=some(200))
def test_values_that_are_something_else(
    name: str, seed: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    form, whole = FILES[name]
    value = json.loads(whole)
    for _change in range(seed.draw(st.integers(1, 3))):
        _changed(value, seed)
    path = tmp_path_factory.mktemp("values") / name
    path.write_text(json.dumps(value))
    opened(path, form)


def _changed(value: Any, seed: st.DataObject) -> None:
    """Put something odd in the place of one value, however deep."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = seed.draw(st.sampled_from(keys))
        inner = value[key]
        if isinstance(inner, dict | list) and inner and seed.draw(st.integers(0, 3)):
            value = inner
            continue
        if isinstance(value, dict) and seed.draw(st.integers(0, 3)) == 0:
            del value[key]
        else:
            value[key] = deepcopy(seed.draw(st.sampled_from(ODD)))
        return


@given(numbers=st.lists(st.sampled_from([0, 1, -1, 2, 9, 512, 513, 2**31 - 1, -(2**31)]),
                        min_size=4, max_size=4), rest=st.binary(max_size=64))  # fmt: skip
def test_heads_of_pictures_with_wild_numbers(
    numbers: list[int], rest: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("heads") / "wild.xp"
    path.write_bytes(gzip.compress(struct.pack("<4i", *numbers) + rest, mtime=0))
    opened(path, "rexpaint")


@pytest.mark.parametrize("form", ["", *FORMATS])
def test_what_is_no_file_at_all(form: str, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json"):
        with pytest.raises(ContentError):
            read_foreign(path, form)


def test_a_number_that_no_float_holds(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    path.write_text(json.dumps({**row_of_rooms(1, 6, 3), "water": [{"x": 10**400, "y": 0}]}))
    with pytest.raises(ContentError, match="must be a number"):
        read_foreign(path)
