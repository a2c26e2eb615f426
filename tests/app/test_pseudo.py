"""Every picture of a screen once more, in a language that nobody speaks."""

from __future__ import annotations

import asyncio
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from app.alone import cut
from app.edit.test_editor_pictures import *  # noqa: F403  # the tests, with another fixture
from app.players import SCENARIOS
from app.pseudo import WORD, unmarked
from app.replay.test_pictures import *  # noqa: F403  # the tests, which are given another fixture
from app.test_alone import OVER_MENUS, PARTS, english
from app.test_going_back_pictures import *  # noqa: F403
from app.test_language import pseudo as pseudo  # a fixture
from app.test_lesson_pictures import *  # noqa: F403
from app.test_snapshots import *  # noqa: F403
from app.test_snapshots import Before
from app.test_stamina_pictures import *  # noqa: F403
from catalogue.messages import strings
from textual.pilot import Pilot
from textual.strip import Strip

from tacsim import i18n
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.keymaps import FIXED, key_name
from tacsim.content.library import lessons
from tacsim.rulesets import RULESETS

# What differs in colours and signs alone says the same words.
del test_battle_in_every_palette, test_battle_on_cubes_in_every_palette  # noqa: F821
del test_without_colours_or_signs  # noqa: F821
del test_battle_in_other_graphics, test_at_an_opportunity, test_area_cursor  # noqa: F821

MADE = {"main", "one", "two", "three", "saves", "damaged", "The", "hall", "squeeze"}
"""Names that the tests give, of branches and files, and the program's own."""


@cache
def names() -> frozenset[str]:
    """The words of the scenarios of these tests, and of keys."""
    paths = (*SCENARIOS.glob("*.toml"), *lessons())
    files = (tomllib.loads(path.read_text("utf-8")) for path in paths)
    told = {text for plain in files for text in strings(plain, ("name", "about"))}
    return (
        frozenset(WORD.findall(" ".join((*told, *map(key_name, (*FIXED, "delete")), *RULESETS))))
        | MADE
    )


def said(pilot: Pilot[int]) -> str:
    """The text of the card in front, or that of the screen without the signs of its map."""
    screen = pilot.app.screen
    strips = list(screen._compositor.render_strips())
    for card in screen.query("#card"):
        left, top, width, height = card.region
        return "\n".join(
            strip.crop(left, left + width).text for strip in strips[top : top + height]
        )
    for board in screen.query("BoardView, SideView"):
        left, top, width, height = board.region
        for y in range(top, min(top + height, len(strips))):
            whole = strips[y].cell_length
            strips[y] = Strip.join([strips[y].crop(0, left), strips[y].crop(left + width, whole)])
    return "\n".join(strip.text for strip in strips)


@pytest.fixture
def compare(keep: Path, pseudo: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """In the place of the comparison with a picture."""
    found = [SCENARIOS / "crossing.toml", SCENARIOS / "ringed.toml"]
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: found)
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    i18n.set_language("ko")

    def check(before: Before, size: tuple[int, int], **options: Any) -> bool:
        async def run() -> tuple[str, list[str]]:
            app = TacsimApp(keep=keep, **options)
            async with app.run_test(size=size) as pilot:
                await before(pilot)
                return said(pilot), cut(app.screen)

        text, faults = asyncio.run(run())
        assert unmarked(text, names()) == [], text
        assert not faults, (faults, text)
        return True

    return check


@pytest.mark.asyncio
@pytest.mark.parametrize("part", [
    "lab", "lab_of_cases", "vary", "editor", "brushes", "creature_card", "switches_card",
    "sides_card", "goals_card",
])  # fmt: skip
async def test_in_the_lab_and_the_editor(pseudo: Path, part: str) -> None:
    i18n.set_language("ko")
    async with {**PARTS, **OVER_MENUS}[part](english).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = said(pilot)
        assert "「" in text
        assert unmarked(text, names()) == [], text
        assert cut(pilot.app.screen) == [], text
