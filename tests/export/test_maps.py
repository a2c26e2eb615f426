"""Maps for others: from Tiled they come back as they were, Universal VTT keeps walls and doors."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import attrs
import pytest
from grounds import ground_of

from tacsim.content.imports import read_foreign
from tacsim.content.library import lessons, shipped
from tacsim.content.scenarios import read_scenario
from tacsim.core.terrain import (
    Barrier,
    BarrierKind,
    Battlefield,
    Label,
    Lamp,
    make_battlefield,
)
from tacsim.export.map_picture import map_picture
from tacsim.export.map_tiled import map_tiled
from tacsim.export.map_uvtt import map_uvtt
from tacsim.grid.grids import TOPOLOGIES

SHIPPED = [*shipped(), *lessons()]
HOUSE = make_battlefield(
    """
.......
.##..~.
.#...~.
.......
""",
    name="House",
    barriers=(
        Barrier(((3, 0), (4, 0)), BarrierKind.WALL),
        Barrier(((3, 1), (4, 1)), BarrierKind.DOOR),
        Barrier(((3, 2), (4, 2)), BarrierKind.DOOR, open=True),
        Barrier(((3, 3), (4, 3)), BarrierKind.WALL),
        Barrier(((6, 2), (6, 3)), BarrierKind.HEDGE),
    ),
    dark=True,
    lamps=(Lamp((2, 0), 3),),
    labels=(Label((5, 1), "A <pool> & more"),),
)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_map_comes_back_from_tiled(path: Path, tmp_path: Path) -> None:
    field = read_scenario(path).field
    (tmp_path / "there.tmx").write_text(map_tiled(field))
    found = read_foreign(tmp_path / "there.tmx")
    named = field if field.name else attrs.evolve(field, name="there")
    assert ground_of(found.field) == ground_of(named)
    assert found.dropped == ()


@pytest.mark.parametrize("topology", ["square", "hex", "cube"])
def test_barriers_lamps_and_labels_come_back_from_tiled(topology: str, tmp_path: Path) -> None:
    """Every side of a cell in the middle with a barrier of its own."""
    grid, at = TOPOLOGIES[topology], (2, 2, 1) if topology == "cube" else (2, 2)
    near = [(x, y, z)[: len(at)] for x in (1, 2, 3) for y in (1, 2, 3) for z in (0, 1, 2)]
    sides = sorted({side for cell in near if (side := grid.side(at, cell)) is not None})
    kinds = [BarrierKind.WALL, BarrierKind.DOOR, BarrierKind.HEDGE]
    barriers = tuple(
        Barrier(
            side, kinds[n % 3], open=n % 3 == 1 and n > 2, skill="climb" * (n % 2), dc=12 * (n % 2)
        )
        for n, side in enumerate(sides)
    )
    flat = ".....\n" * 5
    field = make_battlefield(
        *([flat] * 3 if topology == "cube" else [flat]), name="Sides", topology=topology,
        barriers=barriers, lamps=(Lamp(at, 2),), labels=(Label(at, 'Some "words"'),),
    )  # fmt: skip
    (tmp_path / "there.tmx").write_text(map_tiled(field))
    assert ground_of(read_foreign(tmp_path / "there.tmx").field) == ground_of(field)
    for barrier, drawn in zip(barriers, _lines(map_tiled(field)), strict=True):
        assert drawn[0] == barrier.kind.value


def test_barriers_come_back_from_tiled_in_their_order_and_beside_walls(tmp_path: Path) -> None:
    field = attrs.evolve(
        HOUSE, barriers=(*HOUSE.barriers[::-1], Barrier(((0, 1), (1, 1)), BarrierKind.HEDGE))
    )
    (tmp_path / "there.tmx").write_text(map_tiled(field))
    assert read_foreign(tmp_path / "there.tmx").field.barriers == field.barriers


def _lines(text: str) -> list[tuple[str, str]]:
    """The classes and points of the lines in a map of Tiled."""
    return [
        (str(one.get("type")), str(line.get("points")))
        for one in ET.fromstring(text).iter("object")
        for line in one.iter("polyline")
    ]


def test_a_line_in_tiled_lies_where_the_barrier_is() -> None:
    """The door between [3, 1] and [4, 1] of tiles of 32 points: from 128, 32 down by 32."""
    objects = list(ET.fromstring(map_tiled(HOUSE)).iter("object"))
    door = next(one for one in objects if one.get("type") == "door")
    line = door.find("polyline")
    assert line is not None
    x, y = float(str(door.get("x"))), float(str(door.get("y")))
    ends = [tuple(map(float, pair.split(","))) for pair in str(line.get("points")).split()]
    assert sorted((x + a, y + b) for a, b in ends) == [(128, 32), (128, 64)]


def test_universal_vtt_has_walls_doors_and_lamps(tmp_path: Path) -> None:
    text, lost = map_uvtt(HOUSE)
    value = json.loads(text)
    assert value["resolution"]["map_size"] == {"x": 7, "y": 4}
    lines = {tuple((p["x"], p["y"]) for p in line) for line in value["line_of_sight"]}
    block = {((1, 1), (3, 1)), ((1, 1), (1, 3)), ((3, 1), (3, 2)), ((2, 2), (3, 2)),
             ((2, 2), (2, 3)), ((1, 3), (2, 3))}  # fmt: skip
    assert lines == block | {((4, 0), (4, 1)), ((4, 3), (4, 4))}
    assert [(one["closed"], one["bounds"][0]) for one in value["portals"]] == [
        (True, {"x": 4, "y": 1}), (False, {"x": 4, "y": 2})]  # fmt: skip
    told = " ".join(lost)
    assert "deep_water" in told
    assert "1 hedge" in told
    assert "1 label" in told
    (tmp_path / "house.uvtt").write_text(text)
    found = read_foreign(tmp_path / "house.uvtt").field
    kept = [one for one in HOUSE.barriers if one.kind is not BarrierKind.HEDGE]
    assert [one for one in found.barriers if one.between in {b.between for b in kept}] == kept
    assert (found.dark, found.lamps) == (True, HOUSE.lamps)
    assert found.at((1, 1)).name == "wall"


def test_universal_vtt_shows_a_level_and_no_hexes() -> None:
    field = make_battlefield("...", "#..", topology="cube")
    text, lost = map_uvtt(field, 1)
    assert [[p["x"] for p in line] for line in json.loads(text)["line_of_sight"]] == [[1, 1]]
    assert "1 other level" in lost
    with pytest.raises(ValueError, match="no level 2"):
        map_uvtt(field, 2)
    with pytest.raises(ValueError, match="hexes"):
        map_uvtt(attrs.evolve(HOUSE, topology="hex"))


@pytest.mark.parametrize("path", SHIPPED[:15], ids=lambda path: path.stem)
def test_a_picture_shows_every_level_that_there_is(path: Path) -> None:
    field = read_scenario(path).field
    root = ET.fromstring(map_picture(field))
    boards = [group for group in root if group.tag.endswith("}g")]
    there = [level for level in field.levels if any(n != "air" for row in level for n in row)]
    assert len(boards) == len(there)


def test_a_picture_lists_labels_by_number() -> None:
    text = map_picture(HOUSE)
    assert "1 A &lt;pool&gt; &amp; more" in text
    assert 'class="label accent"' in text


def unlike(field: Battlefield) -> Battlefield:
    """The same map with one square changed, which no comparison may miss."""
    rows = [list(row) for row in field.rows]
    rows[0][0] = "difficult"
    return attrs.evolve(field, rows=tuple(map(tuple, rows)))


def test_the_comparison_would_tell() -> None:
    assert ground_of(unlike(HOUSE)) != ground_of(HOUSE)
