"""Names in the order: cut so that all find room, and no two look alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from app.conftest import Play
from app.players import CROSSING, board_of, game, press, seat, settled, shown
from textual.pilot import Pilot

from tacsim.app.widgets.lines import Text
from tacsim.app.widgets.panels import Folded

pytestmark = pytest.mark.asyncio

LONG = {
    "Aldis": "Captain of the northern watch", "Brin": "Captain of the southern watch",
    "Ogre": "북쪽 숲에서 온 오래된 거인", "Wolf": "북쪽 숲에서 온 오래된 늑대",
}  # fmt: skip


@pytest.fixture
def crossing(tmp_path: Path) -> Path:
    text = CROSSING.read_text("utf-8")
    for short, name in LONG.items():
        assert f'name = "{short}"' in text
        text = text.replace(f'name = "{short}"', f'name = "{name}"')
    path = tmp_path / "long.toml"
    path.write_text(text, "utf-8")
    return path


def strip(pilot: Pilot[int]) -> list[str]:
    """The names in the strip of the order."""
    [order, *_] = pilot.app.screen.query_one(Folded).lines
    assert not isinstance(order, tuple)
    return [part[2:] for part in re.findall(r"(\S.*?) \d+/\d+", order.plain.removeprefix("▸"))]


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_the_strip_has_room_for_all_and_no_two_alike(
    play: Play, crossing: Path, size: tuple[int, int]
) -> None:
    async with play(game(crossing), size=size) as pilot:
        names = strip(pilot)
        assert len(set(names)) == 4
        [order, *_] = pilot.app.screen.query_one(Folded).lines
        assert order.cell_length <= size[0]
        assert all(name in shown(pilot) for name in names)


async def test_names_that_have_room_are_not_cut(play: Play) -> None:
    async with play(game(), size=(80, 24)) as pilot:
        assert strip(pilot) == ["Aldis", "Ogre", "Brin", "Wolf"]


async def test_the_order_says_which_letter_on_the_board_is_whom(play: Play) -> None:
    async with play(game(), size=(80, 24)) as pilot:
        board, lines = board_of(pilot), shown(pilot).splitlines()
        tokens = {}
        for one in seat(pilot).battle.world.creatures:
            column, row = board.camera.position(one.at)
            at = board.region.x + column
            tokens[one.name] = lines[board.region.y + row][at : at + 2]
        [order, *_] = pilot.app.screen.query_one(Folded).lines
        await press(pilot, "F")
        rows = " ".join(map(str, pilot.app.screen.query_one("#order-text", Text).lines))
        for name in ("Brin", "Wolf"):
            assert f"  {tokens[name]}{name} " in order.plain
            assert f"  {tokens[name]} {name} " in rows


@pytest.mark.parametrize("size", [(140, 45), (100, 30)])
async def test_the_order_has_no_two_alike(
    play: Play, crossing: Path, size: tuple[int, int]
) -> None:
    async with play(game(crossing), size=size) as pilot:
        rows = pilot.app.screen.query_one("#order-text", Text).lines
        names = {str(row)[5:].partition("▰")[0].strip() for row in rows}
        assert len(names) == 4
        assert all("⋯" in name for name in names)


async def test_a_click_on_a_name_in_the_strip_points_at_it(play: Play) -> None:
    async with play(game(), size=(80, 24)) as pilot:
        [order, *_] = pilot.app.screen.query_one(Folded).lines
        row = str(order)
        for name, id_ in (("Wolf", "wolf"), ("Aldis", "aldis"), ("Ogre", "ogre")):
            await pilot.click(Folded, offset=(1 + row.index(name), 0))
            await settled(pilot)
            assert seat(pilot).selection.at_cursor() == id_
