"""Tiled's maps: how layers are packed, what tiles are, and how hexes lie."""

from __future__ import annotations

import base64
import gzip
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from content.imports.foreign import barriers, imported, rows

from tacsim.content.faults import ContentError
from tacsim.grid.hexes.coordinates import distance

TILES = """
<tile id="0"><properties><property name="terrain" value="floor"/></properties></tile>
<tile id="1"><properties><property name="terrain" value="wall"/></properties></tile>
<tile id="2" type="tree"/>
<tile id="3"><properties><property name="terrain" value="boulder, difficult"/>
<property name="height" value="full"/></properties></tile>
<tile id="4"/>
"""
TILESET = f'<tileset firstgid="1" name="own" tilewidth="8" tileheight="8">{TILES}</tileset>'
PACKED = struct.pack("<6I", 1, 2, 3, 0, 5, 0x80000004)
"""Floor, wall, tree; nothing, an unknown tile, a boulder in a thicket (turned over)."""


def tmx(data: str, more: str = "", head: str = "", tileset: str = TILESET) -> str:
    size = 'width="3" height="2"'
    return (
        f'<?xml version="1.0"?><map {head or "orientation=" + chr(34) + "orthogonal" + chr(34)} '
        f'{size} tilewidth="8" tileheight="8">{tileset}<layer name="one" {size}>{data}</layer>'
        f"{more}</map>"
    )


def data(encoding: str, compression: str = "") -> str:
    how = f' compression="{compression}"' if compression else ""
    packed = {"": PACKED, "zlib": zlib.compress(PACKED), "gzip": gzip.compress(PACKED, mtime=0)}
    text = "1,2,3,\n0,5,2147483652"
    if encoding == "base64":
        text = base64.b64encode(packed[compression]).decode()
    return f'<data encoding="{encoding}"{how}>\n {text} \n</data>'


ELEMENTS = "<data>" + "".join(f'<tile gid="{n}"/>' for n in (1, 2, 3, 0, 5, 2147483652)) + "</data>"


@pytest.mark.parametrize(
    "layer",
    [data("csv"), data("base64"), data("base64", "zlib"), data("base64", "gzip"), ELEMENTS],
)
def test_layers_however_they_are_written(tmp_path: Path, layer: str) -> None:
    found = imported(tmp_path, "small.tmx", tmx(layer))
    assert rows(found) == [".#T", " .^"]
    boulder = found.field.at((2, 1))
    assert (boulder.name, boulder.besides, boulder.height) == ("boulder", ("difficult",), "full")
    assert found.floor == 2
    assert found.dropped == ('1 tile of "own" of which no ground is told (floor): 4 × 1',)


def test_the_same_as_json(tmp_path: Path) -> None:
    value: dict[str, Any] = {
        "orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 8, "tileheight": 8,
        "tilesets": [{"firstgid": 1, "source": "sets/own.tsj"}],
        "layers": [{"type": "tilelayer", "name": "one", "width": 3, "height": 2,
                    "data": [1, 2, 3, 0, 5, 2147483652]}],
    }  # fmt: skip
    says = {"terrain": "boulder difficult", "height": "full"}
    wall = [{"name": "terrain", "type": "string", "value": "wall"}]
    tileset: dict[str, Any] = {
        "name": "own",
        "tiles": [{"id": 0, "type": "floor"}, {"id": 1, "properties": wall},
                  {"id": 2, "type": "tree"},
                  {"id": 3, "properties": says}],
    }  # fmt: skip
    (tmp_path / "sets").mkdir()
    import json

    (tmp_path / "sets" / "own.tsj").write_text(json.dumps(tileset))
    assert rows(imported(tmp_path, "small.tmj", value)) == [".#T", " .^"]
    (tmp_path / "sets" / "own.tsj").unlink()
    alone = imported(tmp_path, "small.tmj", value)
    assert rows(alone) == ["...", " .."]
    assert any("own.tsj" in words and "not there" in words for words in alone.dropped)


def test_a_table_says_what_tiles_are(tmp_path: Path) -> None:
    table = tmp_path / "tiles.toml"
    table.write_text(
        '4 = "~"\n"own:0" = "difficult"\ntree = { terrain = "boulder", height = "full" }\n'
        '[other]\n1 = "void"\n'
    )
    found = imported(tmp_path, "small.tmx", tmx(data("csv")), table=table)
    kinds = [[found.field.at((x, y)).name for x in range(3)] for y in range(2)]
    assert kinds == [["difficult", "wall", "boulder"], ["void", "deep_water", "boulder"]]
    assert found.dropped == ()
    for written, told in (
        ('4 = "lava"', r'tiles.toml:1: 4: .*"lava"'),
        ('[own]\n4 = { height = "low" }', r"tiles.toml:2: own.4.terrain: is missing"),
        ('4 = { terrain = "wall", high = 1 }', r"tiles.toml:1: 4.high: unknown key"),
    ):
        table.write_text(written)
        with pytest.raises(ContentError, match=told):
            imported(tmp_path, "small.tmx", tmx(data("csv")), table=table)


def test_whoever_can_be_asked_is_asked_of_the_others(tmp_path: Path) -> None:
    asked = []

    def ask(tile: str, many: int) -> str:
        asked.append((tile, many))
        return ","

    found = imported(tmp_path, "small.tmx", tmx(data("csv")), ask=ask)
    assert asked == [("tile 4 of own", 1)]
    assert rows(found) == [".#T", " ,^"]


def test_what_lies_on_top_counts(tmp_path: Path) -> None:
    """An unknown tile over a known one changes nothing; what is hidden is told."""
    size = 'width="3" height="2"'
    top = f'<layer name="top" {size}><data encoding="csv">5,0,1,2,0,0</data></layer>'
    hid = f'<layer name="hid" visible="0" {size}><data encoding="csv">2,2,2,2,2,2</data></layer>'
    found = imported(tmp_path, "small.tmx", tmx(data("csv"), f"<group>{top}</group>{hid}"))
    assert rows(found) == [".#.", "#.^"]
    assert any('"hid"' in words for words in found.dropped)


def test_a_map_without_bounds_begins_where_its_parts_do(tmp_path: Path) -> None:
    chunks = (
        '<data encoding="csv"><chunk x="-2" y="0" width="2" height="2">1,2,1,1</chunk>'
        '<chunk x="0" y="0" width="2" height="2">3,1,1,1</chunk></data>'
    )
    head = 'orientation="orthogonal" infinite="1"'
    found = imported(tmp_path, "endless.tmx", tmx(chunks, head=head))
    assert rows(found) == [".#T.", "...."]
    assert any("[-2, 0]" in words for words in found.dropped)


def test_objects_are_barriers_labels_and_lamps_or_told(tmp_path: Path) -> None:
    things = """<objectgroup name="things">
    <object id="1" type="wall" x="8" y="0"><polyline points="0,0 0,8"/></object>
    <object id="2" type="door" x="16" y="8"><polyline points="0,0 0,8"/></object>
    <object id="3" type="label" name="Well" x="20" y="12"><point/></object>
    <object id="4" type="lamp" x="3" y="12"><properties>
    <property name="radius" type="int" value="3"/></properties><point/></object>
    <object id="5" name="Bandit" type="spawn" x="3" y="12"/></objectgroup>"""
    floor = '<data encoding="csv">1,1,1,1,1,1</data>'
    found = imported(tmp_path, "small.tmx", tmx(floor, things))
    assert barriers(found.field, "wall") == {((0, 0), (1, 0))}
    assert barriers(found.field, "door") == {((1, 1), (2, 1))}
    assert [(one.at, one.text) for one in found.field.labels] == [((2, 1), "Well")]
    assert [(one.at, one.radius) for one in found.field.lamps] == [((0, 1), 3)]
    assert found.doors == 1
    assert found.dropped == ('1 object of "things": Bandit',)


# --- hexes ---------------------------------------------------------------------------------------


def test_groups_and_layers_move_what_is_in_them(tmp_path: Path) -> None:
    """A group one tile to the right, in it a layer of objects one tile down."""
    things = """<group name="wing" offsetx="8"><layer name="over" width="3" height="2">
    <data encoding="csv">2,0,0,0,0,0</data></layer><objectgroup name="things" offsety="8">
    <object id="1" type="lamp" x="4" y="4"><properties>
    <property name="radius" type="int" value="2"/></properties></object>
    <object id="2" type="wall" x="8" y="-8"><polyline points="0,0 0,8"/></object>
    </objectgroup></group>"""
    floor = '<data encoding="csv">1,1,1,1,1,1</data>'
    found = imported(tmp_path, "moved.tmx", tmx(floor, things))
    assert rows(found) == [".#.", "..."]
    assert [lamp.at for lamp in found.field.lamps] == [(1, 1)]
    assert barriers(found.field, "wall") == {((1, 0), (2, 0))}


def test_objects_that_are_turned_round_or_have_a_picture(tmp_path: Path) -> None:
    """A line turned upright; a round room about one tile; a picture, which stands on its place."""
    things = """<objectgroup name="things">
    <object id="1" type="door" x="8" y="0" rotation="90"><polyline points="0,0 8,0"/></object>
    <object id="2" type="wall" x="15" y="7" width="10" height="10"><ellipse/></object>
    <object id="3" type="label" name="Chest" gid="3" x="8" y="8" width="8" height="8"/>
    </objectgroup>"""
    floor = '<data encoding="csv">1,1,1,1,1,1</data>'
    found = imported(tmp_path, "turned.tmx", tmx(floor, things))
    assert barriers(found.field, "door") == {((0, 0), (1, 0))}
    assert barriers(found.field, "wall") == {((1, 1), (2, 1)), ((2, 0), (2, 1))}
    assert [label.at for label in found.field.labels] == [(1, 0)]


def test_a_document_type_without_declarations_is_read(tmp_path: Path) -> None:
    """The oldest maps name one, which is not fetched."""
    named = '<?xml version="1.0"?><!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">'
    text = tmx(data("csv")).replace('<?xml version="1.0"?>', named)
    assert named in text
    assert rows(imported(tmp_path, "old.tmx", text)) == [".#T", " .^"]


def middles(axis: str, index: str) -> dict[tuple[int, int], tuple[float, float]]:
    """Where the middles of three by two hexes lie in Tiled, each in steps along its own axes."""
    found = {}
    for y in range(2):
        for x in range(3):
            along, line = (x, y) if axis == "y" else (y, x)
            right = 0.5 if line % 2 == (index == "odd") else 0.0
            found[x, y] = (along + right, line * 0.75)
    return found


@pytest.mark.parametrize("axis", ["y", "x"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_hexes_have_the_neighbours_that_they_have_in_tiled(
    tmp_path: Path, axis: str, index: str
) -> None:
    """Each of six tiles is known by its ground; those that touch there do so here, no others."""
    names = ["floor", "wall", "tree", "difficult", "pit", "tight"]
    tiles = "".join(f'<tile id="{n}" type="{name}"/>' for n, name in enumerate(names))
    head = f'orientation="hexagonal" hexsidelength="4" staggeraxis="{axis}" staggerindex="{index}"'
    found = imported(
        tmp_path, "hex.tmx",
        tmx('<data encoding="csv">1,2,3,4,5,6</data>', head=head,
            tileset=f'<tileset firstgid="1" name="own">{tiles}</tileset>'),
    )  # fmt: skip
    field = found.field
    assert field.topology == "hex"
    here = {field.at((x, y)).name: (x, y) for x in range(field.width) for y in range(field.height)}
    there = {names[3 * y + x]: at for (x, y), at in middles(axis, index).items()}
    for one in names:
        for other in names:
            (x, y), (z, w) = there[one], there[other]
            touching = 0 < ((x - z) ** 2 + ((y - w) / 0.75 * 0.866) ** 2) ** 0.5 < 1.1
            assert (distance(here[one], here[other]) == 1) == touching, (one, other)
    assert bool(found.dropped) == (axis == "x" or index == "even")


def test_staggered_squares_have_the_neighbours_that_they_have_in_tiled(tmp_path: Path) -> None:
    """Of the second row the tiles lie half a tile to the right, and touch two above."""
    names = ["floor", "wall", "tree", "difficult", "pit", "tight"]
    tiles = "".join(f'<tile id="{n}" type="{name}"/>' for n, name in enumerate(names))
    found = imported(
        tmp_path, "staggered.tmx",
        tmx('<data encoding="csv">1,2,3,4,5,6</data>', head='orientation="staggered"',
            tileset=f'<tileset firstgid="1" name="own">{tiles}</tileset>'),
    )  # fmt: skip
    size = (found.field.width, found.field.height)
    here = {found.field.at((x, y)).name: (x, y) for x in range(size[0]) for y in range(size[1])}
    touching = {("floor", "difficult"), ("wall", "difficult"), ("wall", "pit"), ("tree", "pit"),
                ("tree", "tight")}  # fmt: skip
    for one in names:
        for other in names:
            (x, y), (z, w) = here[one], here[other]
            beside = abs(x - z) + abs(y - w) == 1
            assert beside == bool({(one, other), (other, one)} & touching), (one, other)


# --- faults --------------------------------------------------------------------------------------

BOMB = base64.b64encode(zlib.compress(bytes(2_000_000))).decode()
LAUGHS = '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><map>&b;</map>'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (LAUGHS, "declares a document type"),
        (tmx(f'<data encoding="base64" compression="zlib">{BOMB}</data>'), "more data than"),
        (tmx(data("base64").replace("base64", "base64\" compression=\"zstd", 1)), '"zstd"'),
        (tmx('<data encoding="csv">1,2</data>'), "has 2 tiles, where its size takes 6"),
        (tmx('<data encoding="csv">1</data>'), "has 1 tile, where its size takes 6"),
        (tmx('<data encoding="csv">1,2,3,4,5,x</data>'), "no number of a tile"),
        (tmx(data("csv")).replace('width="3"', 'width="3000000"'), "layers[0].width"),
        (tmx(data("csv")).replace('width="3"', 'width="-3"'), "width"),
        (tmx(data("csv")).replace('width="3"', 'width="nan"'), "width"),
        (tmx(data("csv"))[:-30], "no valid XML"),
        (tmx(data("csv")).replace("orthogonal", "oblong"), "orientation: must be one of"),
        ("<map>" + "<group>" * 200, "nested too deeply"),
        ("<map/>", "tilewidth"),
        ("<html/>", "no map of Tiled"),
        (tmx(data("csv")).replace("<?xml version=\"1.0\"?>", '<?xml version="1.0" encoding="x"?>'),
         "encoding"),
    ],
    ids=[
        "entities", "bomb", "zstd", "few", "one", "letters", "wide", "negative", "nan", "cut",
        "oblong", "deep", "bare", "html", "encoding",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ContentError) as error:
        imported(tmp_path, "bad.tmx", text)
    assert words in str(error.value)
    assert "bad.tmx" in str(error.value)
