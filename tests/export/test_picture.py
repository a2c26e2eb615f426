"""Pictures: where everybody is drawn, and that nothing but shapes and text is in them."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from boards import battle as boards_of
from export.battles import SIDE, account, events, hostile, littered, places, renamed, save
from view.hexes import body_cells

from tacsim.export.drawing import HEXES, SQUARES, caption, form, length
from tacsim.export.picture import picture, still
from tacsim.export.watching import Moment
from tacsim.grid.cells import Body
from tacsim.rules.perception import known_to

SVG = "{http://www.w3.org/2000/svg}"


def tree(text: str) -> ET.Element:
    return ET.fromstring(text)


def boards(root: ET.Element) -> list[list[ET.Element]]:
    """The tokens of each board."""
    found = []
    for group in root.findall(f"{SVG}g"):
        tokens = [g for g in group.iter(f"{SVG}g") if "token" in g.get("class", "").split()]
        if tokens:
            found.append(tokens)
    return found


def moved(token: ET.Element) -> tuple[float, float]:
    found = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", token.get("transform", ""))
    assert found
    return float(found[1]), float(found[2])


def named(token: ET.Element) -> str:
    title = token.find(f"{SVG}title")
    assert title is not None
    assert title.text
    return title.text.split(",")[0]


def test_there_is_nothing_in_it_but_shapes_text_and_style(battle: Path) -> None:
    root = tree(picture(account(battle)))
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert kinds <= {"svg", "title", "desc", "style", "g", "path", "rect", "text"}
    for element in root.iter():
        assert not [key for key in element.attrib if key.startswith("on") or "href" in key]
    style = "".join(element.text or "" for element in root.iter(f"{SVG}style"))
    assert "url(" not in style
    assert "@import" not in style


def test_it_says_in_words_what_it_shows(battle: Path) -> None:
    one = account(battle)
    root = tree(picture(one))
    title, about = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == one.title
    assert about is not None
    assert all(creature.name in (about.text or "") for creature in one.battle.world.creatures)
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    for side in one.battle.world.sides.items:
        assert any(side.name in text for text in texts)


def test_cells_are_tinted_where_they_lie() -> None:
    moment = Moment("Threat", boards_of("A..\n..."))
    root = tree(still(moment, marked={(1, 0), (0, 1), (1, 1)}))
    (tint,) = [one for one in root.iter(f"{SVG}path") if one.get("class") == "marked"]
    side = int(SQUARES.wide)
    assert (
        tint.get("d") == f"M{side} 0h{side}v{side}h-{side}zM0 {side}h{2 * side}v{side}h-{2 * side}z"
    )
    assert not [one for one in tree(still(moment)).iter() if one.get("class") == "marked"]


@pytest.mark.parametrize("title", ["Duel", "A very long name for so small a field, or is it"])
def test_it_is_wide_enough_for_its_title(title: str) -> None:
    root = tree(still(Moment(title, boards_of("Ab"))))
    wide = float(root.get("viewBox", "").split()[2])
    (line,) = [one for one in root.iter(f"{SVG}text") if "h1" in one.get("class", "")]
    assert float(line.get("x", "")) + 0.62 * 17 * len(title) < wide, "of bold letters of 17"


@pytest.mark.parametrize("part", [0.0, 0.3, 0.8, 1.0])
def test_everybody_stands_where_their_steps_have_led_them(battle: Path, part: float) -> None:
    one = account(battle)
    count = round(len(events(battle)) * part)
    root, where = tree(picture(one, count)), places(battle, count)
    names = {creature.name: creature.id for creature in one.battle.world.creatures}
    for tokens in boards(root):
        crowd = [where[names[named(token)]][:2] for token in tokens]
        for token in tokens:
            x, y = where[names[named(token)]][:2]
            wanted = (x * 24, y * 24)
            if one.battle.world.field.topology == "hex":
                wanted = (x * 26 + y % 2 * 13, y * 22.5)
            if crowd.count((x, y)) == 1:
                assert moved(token) == wanted, named(token)


def test_a_moment_is_that_after_so_many_events(saves: Path) -> None:
    path = save(saves, "ogre_bridge")
    one = account(path)
    assert picture(one, one.last) == picture(one)
    begun = tree(picture(one, 0))
    assert "Initiative" not in "".join(text.text or "" for text in begun.iter(f"{SVG}text"))
    order = next(n for n, e in enumerate(events(path)) if e["event"] == "battle_started")
    later = tree(picture(one, order + 1))
    assert "Initiative" in "".join(text.text or "" for text in later.iter(f"{SVG}text"))


def test_of_cubes_every_level_with_somebody_alive_is_drawn(saves: Path) -> None:
    path = save(saves, "gorge_bridge")
    one = account(path)
    text = picture(one)
    found = [int(n) for n in re.findall(r">Level (\d+) of 3<", text)]
    world = one.battle.world
    alive = {c.at[2] for c in world.creatures if not c.has("dead")}
    assert found == sorted(alive, reverse=True)[:4]


def test_in_fog_there_is_nothing_of_what_was_never_seen(foggy: Path) -> None:
    whole, side = picture(account(foggy)), picture(account(foggy, SIDE))
    one = account(foggy)
    one.timeline.seek(one.timeline.length)
    known = known_to(one.battle, SIDE)
    for creature in one.battle.world.creatures:
        drawn = re.search(rf"<title>{re.escape(creature.name)}[,<]", side) is not None
        assert drawn == (creature.id in known), creature.name
    ground = re.compile(r'class="g g-[a-z_0-9-]+" d="([^"]*)"')
    assert sum(map(len, ground.findall(side))) < sum(map(len, ground.findall(whole)))


def test_things_are_drawn_where_they_lie_as_far_as_they_are_known(saves: Path) -> None:
    path = littered(saves)
    chest, sack, sword = "Chest </script> & co", "Sack", "longsword"
    for last, wanted in (
        (None, {chest: (36, 36), sack: (204, 60)}),
        ("picked_up", {sack: (204, 60)}),
        ("dropped", {sword: (36, 12), sack: (204, 60)}),
        ("set_down", {sword: (36, 12), chest: (12, 36), sack: (204, 60)}),
    ):
        for side, known in ((None, set(wanted)), ("heroes", set(wanted) - {sack})):
            told = [event["event"] for event in events(path, side)]
            text = picture(account(path, side), told.index(last) + 1 if last else 0)
            assert middles(tree(text)) == {name: wanted[name] for name in known}
            assert (sack in text) == (side is None)
            about = tree(text).find(f"{SVG}desc")
            assert about is not None
            assert all(name in (about.text or "") for name in known)


def middles(root: ET.Element) -> dict[str, tuple[float, float]]:
    """The middles of the marks of things, by the names of these."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        if group.get("class") == "thing":
            path = next(group.iter(f"{SVG}path")).get("d", "")
            x, y, wide = map(float, re.findall(r"-?[\d.]+", path)[:3])
            found[group.findtext(f"{SVG}title", "")] = (x + wide / 2, y + wide / 2)
    return found


def test_names_are_text_and_nothing_else(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = account(hostile(saves))
    renamed(monkeypatch, one, b="\x00\x1b\ud800\ufffe]]>&amp;")
    root = tree(picture(one))
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert not kinds & {"script", "img", "b", "i"}
    titles = [element.text for element in root.iter(f"{SVG}title")]
    assert any("<img src=x onerror=alert(1)>" in (text or "") for text in titles)
    assert any("????]]>&amp;" in (text or "") for text in titles)


@pytest.mark.skipif(shutil.which("rsvg-convert") is None,
                    reason="no rsvg-convert here: install librsvg2-bin")  # fmt: skip
def test_another_program_can_draw_it(battle: Path, tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    path.write_text(picture(account(battle)), "utf-8")
    done = subprocess.run(["rsvg-convert", path], capture_output=True, check=True)
    assert done.stdout.startswith(b"\x89PNG")
    assert done.stderr == b""


# --- shapes ------------------------------------------------------------------------------------


def inside(point: tuple[float, float], path: str) -> bool:
    """Whether a point is inside of a polygon, by how many of its sides a ray crosses."""
    x, y = point
    corners = [tuple(map(float, pair.split())) for pair in path[1:-1].split("L")]
    crossed = 0
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            crossed += 1
    return crossed % 2 == 1


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5])
def test_a_body_of_hexes_is_drawn_over_its_own_and_no_others(rows: int) -> None:
    path = form(HEXES, (rows,)).path
    mine = body_cells((0, 0), rows)
    for x in range(-3, 8):
        for y in range(-2, 8):
            middle = (x * 26 + y % 2 * 13 + 13, y * 22.5 + 15)
            assert inside(middle, path) == ((x, y) in mine), (x, y)


@pytest.mark.parametrize("extent", [(1, 1), (2, 2), (3, 1), (1, 4), (2, 3, 2)])
def test_a_box_is_drawn_within_its_cells(extent: tuple[int, ...]) -> None:
    numbers = re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+).*?v([\d.]+)", form(SQUARES, extent).path)
    left, top, across, down = map(float, numbers[0])
    assert top > 0
    assert left + across + left == extent[0] * 24
    assert top + 4 + down + 4 + top == extent[1] * 24


def test_every_two_neighbours_share_an_edge() -> None:
    for lattice, extent in ((SQUARES, (3, 3)), (HEXES, (3,))):
        cells = Body((2, 2), extent).cells
        for cell in cells:
            corners = lattice.corners(cell)
            assert len(set(corners)) == (4 if lattice is SQUARES else 6)
    assert HEXES.edge((1, 1), (2, 2)) == HEXES.edge((2, 2), (1, 1))


def test_names_fit_their_tokens() -> None:
    for name in ("Aldis", "Bonegnaw", "Goblin 12", "WWWWWW", "용사들의 왕", "i"):
        text, size = caption(name, 20, large=False)
        assert text
        assert length(text) * size <= 22
