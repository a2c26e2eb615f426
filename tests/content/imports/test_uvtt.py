"""Universal VTT: lines as the sides between squares that they cross."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from content.imports.foreign import barriers, fought, imported, rows

import tacsim
from tacsim.content.faults import ContentError
from tacsim.content.imports.found import Found
from tacsim.grid.cells import Cell


def line(*points: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in points]


def plan(width: float, height: float, *walls: Any, **more: Any) -> dict[str, Any]:
    return {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": width, "y": height},
                       "pixels_per_grid": 64},
        "line_of_sight": list(walls), **more,
    }  # fmt: skip


def portal(*ends: tuple[float, float], closed: bool = True) -> dict[str, Any]:
    return {"bounds": line(*ends), "closed": closed, "rotation": 0, "freestanding": False}


def reached(folder: Path, found: Found, start: Cell) -> set[Cell]:
    """Where one comes to from a place, by the engine."""
    far = (found.field.width - 1, found.field.height - 1)
    battle = tacsim.load(fought(folder, found, start, far))
    return {row.at for row in battle.reach("c0")} | {start}


def test_walls_on_the_lines_of_the_grid_stand_on_these_sides(tmp_path: Path) -> None:
    """A line down and one to the right, a little off, from which a door is left out."""
    found = imported(
        tmp_path, "house.uvtt",
        plan(4, 3, line((2.01, 0), (1.99, 1.98), (3.0, 2.02)),
             portals=[portal((3, 2), (4, 2)), portal((2, 0), (2, 1), closed=False)]),
    )  # fmt: skip
    assert rows(found) == ["...."] * 3
    assert barriers(found.field, "wall") == {((1, 1), (2, 1)), ((2, 1), (2, 2))}
    assert barriers(found.field, "door") == {((3, 1), (3, 2))}
    assert barriers(found.field, "open") == {((1, 0), (2, 0))}
    assert (found.floor, found.doors) == (12, 2)


def test_a_door_between_the_lines_of_the_grid_leaves_no_gap(tmp_path: Path) -> None:
    """The door takes half of two squares: one of them has the door, the other a wall."""
    found = imported(
        tmp_path, "half.dd2vtt",
        plan(4, 4, line((2, 0), (2, 1.5)), line((2, 2.5), (2, 4)),
             portals=[portal((2, 1.5), (2, 2.5))]),
    )  # fmt: skip
    sides = {((1, y), (2, y)) for y in range(4)}
    assert barriers(found.field, "wall") | barriers(found.field, "door") == sides
    assert len(barriers(found.field, "door")) == 1
    assert found.doors == 1


@pytest.mark.parametrize(
    "wall",
    [
        [(0, 1.3), (6, 4.7)],
        [(6, 0.2), (0, 5.9)],
        [(0.5, 0), (0.5, 6)],
        [(0, 3.5), (6, 3.5)],
        [(0, 0.4), (1, 2.2), (3.1, 2.9), (4.6, 4.4), (5.2, 6)],
        [(0, 0), (6, 6)],
    ],
)
def test_nobody_gets_through_a_wall_that_parts_the_map(
    tmp_path: Path, wall: list[tuple[float, float]]
) -> None:
    """However it runs: straight, aslant, bent, along the middles of squares."""
    found = imported(tmp_path, "parted.uvtt", plan(6, 6, line(*wall)))
    cells = {(x, y) for x in range(6) for y in range(6)}
    here = reached(tmp_path, found, (5, 0) if wall[-1][0] != 0 else (0, 0))
    assert here
    assert here < cells
    for topology in ("square", "cube"):
        again = imported(tmp_path, "parted.uvtt", plan(6, 6, line(*wall)), topology=topology)
        assert len(again.field.barriers) == len(found.field.barriers)


def test_nobody_gets_out_of_a_round_room(tmp_path: Path) -> None:
    from math import cos, pi, sin

    ring = [(5 + 3.4 * cos(n * pi / 20), 5 + 3.4 * sin(n * pi / 20)) for n in range(41)]
    found = imported(tmp_path, "round.uvtt", plan(10, 10, line(*ring)))
    inside = reached(tmp_path, found, (5, 5))
    middles = {(x, y) for x in range(10) for y in range(10)
               if (x - 4.5) ** 2 + (y - 4.5) ** 2 < 3.35**2}  # fmt: skip
    assert inside == middles
    assert "#" not in "".join(rows(found))


def test_what_stands_free_is_solid_all_through(tmp_path: Path) -> None:
    """A pillar in a room, in one piece or in two, and a thing that stops sight."""
    room = line((0, 0), (7, 0), (7, 6), (0, 6), (0, 0))
    pillar = line((1, 1), (3, 1), (3, 3), (1, 3), (1, 1))
    halves = [line((4, 1), (5, 1), (5, 2)), line((5, 2), (4, 2), (4, 1))]
    thing = line((4.3, 4.3), (4.8, 4.3), (4.8, 4.8), (4.3, 4.8), (4.3, 4.3))
    found = imported(
        tmp_path, "pillars.uvtt",
        plan(7, 6, room, pillar, *halves, objects_line_of_sight=[thing]),
    )  # fmt: skip
    assert rows(found) == [
        ".......",
        ".##.#..",
        ".##....",
        ".......",
        "....#..",
        ".......",
    ]
    assert found.field.barriers == ()


def test_coordinates_count_from_the_origin_of_the_map(tmp_path: Path) -> None:
    moved = plan(3, 1, line((11, 20), (11, 21)), portals=[portal((12, 20), (12, 21))])
    moved["resolution"]["map_origin"] = {"x": 10, "y": 20}
    found = imported(tmp_path, "moved.uvtt", moved)
    assert barriers(found.field, "wall") == {((0, 0), (1, 0))}
    assert barriers(found.field, "door") == {((1, 0), (2, 0))}


def test_lights_count_where_it_is_dark(tmp_path: Path) -> None:
    light = {"position": {"x": 1.5, "y": 0.5}, "range": 4.1, "intensity": 1, "color": "ffeccd8b"}
    for ambient, dark in (("ff000000", True), ("ffffffff", False)):
        lit = plan(3, 2, lights=[light], environment={"ambient_light": ambient})
        found = imported(tmp_path, "lit.uvtt", lit)
        assert found.field.dark is dark
        assert [(lamp.at, lamp.radius) for lamp in found.field.lamps] == [((1, 0), 4)]
        assert any("colour" in words for words in found.dropped)


def test_the_picture_is_passed_over_however_large(tmp_path: Path) -> None:
    """It is larger than all that is read of a file, and told."""
    import json

    text = json.dumps({"image": "A" * 9_000_000, **plan(2, 2), "more": 1})
    found = imported(tmp_path, "large.uvtt", text)
    assert found.field.size == (2, 2)
    assert {"the picture", '"more", which is unknown here'} <= set(found.dropped)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (plan(-3, 4), "map_size.x"),
        (plan(1e300, 4), "map_size.x"),
        (plan(4, 4, line((0, 1e12), (1, 1))), "line_of_sight[0][0].y"),
        (plan(4, 4, 7), "line_of_sight[0]: must be a list"),
        (plan(4, 4, portals=[{"bounds": line((0, 1))}]), "portals[0].bounds: must hold two points"),
        ({"resolution": {}, "line_of_sight": []}, "map_size"),
        ('{"resolution": {"map_size": {"x": NaN, "y": 2}}}', "NaN is no number"),
        ('{"resolution": {"map_size": {"x": 1e999, "y": 2}}}', "map_size.x"),
        ('{"line_of_sight": ' + "[" * 100_000, "nested too deeply"),
        ('{"resolution": {"map_size"', "bad.uvtt:1: no valid JSON"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    tmp_path: Path, value: object, words: str
) -> None:
    with pytest.raises(ContentError) as error:
        imported(tmp_path, "bad.uvtt", value)
    assert words in str(error.value)
