"""What is told in passing: short where it stands, whole where it is read later."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.players import until
from textual.widgets import Static
from textual.widgets._toast import Toast

from tacsim.app.menus.lessons import LessonsScreen
from tacsim.app.menus.notices_card import NoticesCard
from tacsim.app.menus.skirmish import SkirmishScreen
from tacsim.app.shell.app import TacsimApp

FAULTY = {
    "options.toml": 'motion = "maybe"\npalette = "pink"\n',
    "keys.toml": "[battle]\nundo = 5\nfoo = 1\n",
    "recent.json": "{[",
    "learned.toml": "lessons = [1, ",
}


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_faults_of_each_file_are_a_short_notice_and_can_be_read_whole(
    keep: Path, size: tuple[int, int]
) -> None:
    for name, text in FAULTY.items():
        keep.with_name(name).write_text(text, "utf-8")
    app = TacsimApp(keep=keep)
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(pilot, lambda: len(app._notifications) == 3)
        told = [str(note.message) for note in app._notifications]
        app.open_screen("learn")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen) and app.screen.stands)
        told += [str(note.message) for note in app._notifications]
        for name in FAULTY:
            assert any(text.startswith(f"{name} ") or f"{name}:" in text for text in told), name
        assert all(len(text) <= 90 for text in told), told
        await pilot.press("escape")
        app.open_screen("notices")
        await until(pilot, lambda: isinstance(app.screen, NoticesCard))
        card = " ".join(str(text.render()) for text in app.screen.query(Static))
        for name in FAULTY:
            assert str(keep.with_name(name)) in card
        for what in ("motion", "palette", "battle.undo", "battle.foo", "no valid TOML"):
            assert what in card


@pytest.mark.asyncio
async def test_a_faulty_file_of_options_is_put_aside_before_another_is_written(keep: Path) -> None:
    text = 'zoom = "nowhere"\npalette = "light"\n'
    keep.write_text(text, "utf-8")
    app = TacsimApp(keep=keep)
    async with app.run_test() as pilot:
        await until(pilot, lambda: app._notifications)
        assert any("options.toml" in str(note.message) for note in app._notifications)
        assert app.options.palette == "light", "what can be used of it is"
        app.set_options(motion=False)
    assert keep.with_name("options.toml.damaged").read_text("utf-8") == text


@pytest.mark.asyncio
async def test_what_is_told_and_still_stands_there_is_not_told_again(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(notifications=True) as pilot:
        for text in ("Not yet.", "Not yet.", "Now."):
            app.tell(text)
            await pilot.pause()
        await until(pilot, lambda: len(app.screen.query(Toast)) == 2)
        assert [str(note.message) for note in app._notifications] == ["Not yet.", "Now."]


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_notice_in_the_setup_covers_neither_map_nor_settings(
    keep: Path, size: tuple[int, int]
) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=size, notifications=True) as pilot:
        app.open_screen("new")
        await until(pilot, lambda: isinstance(app.screen, SkirmishScreen) and app.screen.stands)
        app.tell("It begins as soon as it is evened out, the same for everybody.")
        await until(pilot, lambda: app.screen.query(Toast))
        toast = app.screen.query_one(Toast)
        await until(pilot, lambda: toast.region.area)
        assert not toast.region.overlaps(app.screen.query_one("#chosen").region)
        assert app.screen.region.contains_region(toast.region)
