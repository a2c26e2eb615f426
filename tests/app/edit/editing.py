"""Editing for tests: the editor open on a battle or map, and what is to be read there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from app.players import until
from textual.pilot import Pilot

from tacsim.app.edit.screen import EditorScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.content.editing.manuscript import Manuscript
from tacsim.content.editing.reading import Texts
from tacsim.content.editing.templates import Template, empty
from tacsim.grid.cells import Cell
from tacsim.player.kept.own_battles import maps_folder

Edit = Callable[..., AbstractAsyncContextManager[Pilot[int]]]


def on_squares(name: str = "The yard") -> Manuscript:
    """An empty field that is in no file yet."""
    return Manuscript(Texts(empty(Template("d20", "square"), name)), None, maps_folder())


def on(ruleset: str, topology: str) -> Manuscript:
    """An empty field of another kind."""
    text = empty(Template(ruleset, topology), "The field")
    return Manuscript(Texts(text), None, maps_folder())


@asynccontextmanager
async def editing(
    keep: Path, one: Manuscript, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[int]]:
    """The editor on a manuscript."""
    app = TacsimApp(keep=keep, edit=one)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, EditorScreen) and app.screen.stands)
        yield pilot


def editor(pilot: Pilot[int]) -> EditorScreen:
    """The editor, also behind a card."""
    return next(s for s in reversed(pilot.app.screen_stack) if isinstance(s, EditorScreen))


def text_of(pilot: Pilot[int]) -> str:
    """What the file would hold."""
    return editor(pilot)._one.texts.own


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys one after another, each once what the one before did is shown."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
    await pilot.pause()


async def came(pilot: Pilot[int], kind: type) -> None:
    """Wait until a screen or card is in front and takes keys."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.stands)


async def draw_with(pilot: Pilot[int], name: str) -> None:
    """Take up a brush by its name."""
    from tacsim.app.edit.pick_card import PickCard

    await press(pilot, "slash")
    await came(pilot, PickCard)
    await press(pilot, *("space" if sign == " " else sign for sign in name), "enter")
    await came(pilot, EditorScreen)


def place(pilot: Pilot[int], cell: Cell) -> tuple[int, int]:
    """Where a cell is on the screen."""
    board = editor(pilot).drawing.board
    x, y = board.camera.position(cell)
    return board.region.x + x, board.region.y + y


def told(pilot: Pilot[int]) -> list[str]:
    """The notices."""
    return [str(note.message) for note in pilot.app._notifications]
