"""Cards in front of a battle never cover those whom they are about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from app.conftest import Play
from app.players import CROSSING, SCENARIOS, board_of, game, press, seat, settled, shown, until
from gate import slow
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from tacsim.app.battle.cards.acts_card import ActsCard
from tacsim.app.battle.cards.aside import Aside
from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.battle.cards.recap import RecapCard
from tacsim.app.battle.cards.stamina import StrikeCard
from tacsim.app.battle.cards.why import WhyCard
from tacsim.app.menus.help import HelpScreen
from tacsim.app.menus.options_card import OptionsCard
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.options import Options, write_options
from tacsim.app.widgets.board import fitting
from tacsim.grid.cells import Cell
from tacsim.view.picture.camera import LARGEST

pytestmark = pytest.mark.asyncio

TRICKS, STAMINA = SCENARIOS / "tricks.toml", SCENARIOS / "stamina.toml"
SIZES = [(80, 24), (60, 20), (100, 30), (140, 45)]
CARDS: dict[str, tuple[Any, Any, tuple[str, ...], tuple[str, ...]]] = {
    "opportunity": (QuestionCard, SCENARIOS / "crossing.toml",
                    ("right", "right", "enter", "a", "a", "full_stop"), ()),
    "in the way": (QuestionCard, TRICKS,
                   ("enter", "full_stop", "d", "o", "enter", "enter", "enter"), ("orc", "bull")),
    "attack": (StrikeCard, STAMINA, ("enter", "a", "enter"), ("vera", "bo")),
    "defence": (QuestionCard, STAMINA, ("enter", "a", "tab", "enter", "enter"),
                ("vera", "kurt")),
    "leaving": (QuestionCard, STAMINA, ("enter", "left", "up", "enter", "enter"),
                ("vera", "kurt")),
    "why": (WhyCard, TRICKS, ("enter", "a", "w"), ("orc",)),
    "recap": (RecapCard, SCENARIOS / "crossing.toml", ("full_stop", "R"), ("ogre",)),
}  # fmt: skip
"""By name: the card, the battle, the keys that open it, and who has to be seen."""


def cells_under(pilot: Pilot[int], cells: tuple[Cell, ...]) -> list[Cell]:
    """The cells that a card covers, or that are not on the board's part of the screen at all."""
    board, card = board_of(pilot), pilot.app.screen.query_one("#card")
    found = []
    for cell in cells:
        column, row = board.camera.position(cell[:2])
        at = (board.region.x + column, board.region.y + row)
        if not board.camera.sees(cell[:2]) or card.region.contains(*at):
            found.append(cell)
    return found


def assert_seen(pilot: Pilot[int], names: tuple[str, ...]) -> None:
    world = seat(pilot).battle.world
    for name in names:
        assert not cells_under(pilot, world[name].body.cells), f"{name}\n{shown(pilot)}"


async def test_no_card_covers_anybody_before_it_is_known_how_high_it_is(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine a while may pass until it is laid out; it waits below the screen."""
    before: list[bool] = []
    place = Aside._place

    def placed(card: Aside[Any]) -> None:
        region = card.query_one("#card").region
        before.append(region.height > 1 and region.y < card.app.size.height)
        place(card)

    monkeypatch.setattr(Aside, "_place", placed)
    _kind, path, keys, about = CARDS["defence"]
    async with play(game(path), size=(140, 45)) as pilot:
        await press(pilot, *keys)
        assert_seen(pilot, about)
        assert before[-1:] == [False]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CARDS)
async def test_those_a_card_is_about_are_not_under_it(
    play: Play, name: str, size: tuple[int, int]
) -> None:
    kind, path, keys, about = CARDS[name]
    async with play(game(path), size=size) as pilot:
        await press(pilot, *keys)
        card = pilot.app.screen
        if name == "opportunity" and not isinstance(card, kind):
            pytest.fail(f"no question came up:\n{shown(pilot)}")
        assert isinstance(card, kind)
        if isinstance(card, QuestionCard):
            decision = seat(pilot).battle.decision
            assert decision is not None
            about = tuple(who for who in (decision.actor, decision.against) if who) or about
        assert_seen(pilot, about)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CARDS)
async def test_a_notice_lies_neither_over_those_a_card_is_about_nor_over_the_card(
    keep: Path, name: str, size: tuple[int, int]
) -> None:
    _kind, path, keys, _about = CARDS[name]
    app = TacsimApp(keep=keep)
    async with app.run_test(size=size, notifications=True) as pilot:
        app.open_battle(game(path))
        await settled(pilot)
        await press(pilot, *keys)
        card = pilot.app.screen
        assert isinstance(card, Aside)
        app.tell("You are back in round 12. What came after it is kept as a branch by itself.")
        await until(pilot, lambda: card.query(Toast) and card.query_one(Toast).region.area)
        await pilot.pause()
        notice, board = card.query_one(Toast).region, board_of(pilot)
        assert card.region.contains_region(notice)
        assert not notice.overlaps(card.query_one("#card").region)
        for body in (*card.about(), *card.beside()):
            assert not notice.overlaps(board.spot(body)), shown(pilot)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("opportunity", ("y         strike", "n         let it pass", "v         never")),
        ("attack", ("Enter y   strike", "+ =       more Stamina")),
        *slow(
            ("in the way", ("y         step aside", "n         stand in the way")),
            ("why", ("c         clauses in full",)),
        ),
    ],
)
async def test_the_help_begins_with_the_card_that_it_is_asked_in_and_comes_back_to_it(
    play: Play, name: str, told: tuple[str, ...]
) -> None:
    kind, scenario, keys, _about = CARDS[name]
    async with play(game(scenario)) as pilot:
        await press(pilot, *keys)
        card = pilot.app.screen
        assert isinstance(card, kind)
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        text = shown(pilot)
        assert card.heading() in text
        for line in told:
            assert line in text
        await press(pilot, "y", "escape")
        assert pilot.app.screen is card


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("at", [(1, 3), (15, 7), (0, 0), (8, 7)])
async def test_the_place_that_is_asked_about_is_seen_wherever_it_is(
    play: Play, size: tuple[int, int], at: Cell
) -> None:
    async with play(game(TRICKS), size=size) as pilot:
        await press(pilot, "enter", "z", "z")
        board = board_of(pilot)
        seat(pilot).selection.point(at)
        board.follow(at)
        before = board.camera
        await press(pilot, "w")
        assert isinstance(pilot.app.screen, WhyCard)
        assert not cells_under(pilot, (at,)), shown(pilot)
        await press(pilot, "escape")
        assert board.camera == before, "the board is looked at as before"


@pytest.mark.parametrize("zoom", ["auto", *slow("normal")])
async def test_a_card_moves_with_the_window(play: Play, keep: Path, zoom: str) -> None:
    write_options(keep, Options(motion=False, hints=False, zoom=zoom))
    async with play(game(STAMINA), size=(140, 45)) as pilot:
        await press(pilot, "enter", "a", "enter")
        for size in ((60, 20), (140, 45), (60, 20)):
            await pilot.resize_terminal(*size)
            for _ in range(4):
                await settled(pilot)
            assert_seen(pilot, ("vera", "bo"))


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_nothing_of_a_panel_is_left_beside_a_card(play: Play, size: tuple[int, int]) -> None:
    async with play(game(TRICKS), size=size) as pilot:
        await press(pilot, "enter", "full_stop", "d", "o", "enter", "enter", "enter")
        card = pilot.app.screen
        assert isinstance(card, Aside)
        region = card.query_one("#card").region
        assert (region.x, region.width) == (0, size[0])


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_card_about_nobody_leaves_nothing_of_the_screen_around_it(
    play: Play, size: tuple[int, int]
) -> None:
    async with play(game(TRICKS), size=size) as pilot:
        await press(pilot, "enter", "O")
        assert isinstance(pilot.app.screen, OptionsCard)
        region = pilot.app.screen.query_one("#card").region
        for y, line in enumerate(shown(pilot).splitlines()[:-1]):  # the last has its keys
            inside = region.y <= y < region.bottom
            around = line[: region.x] + line[region.right :] if inside else line
            assert not around.strip()


async def test_the_keys_of_a_card_are_named_below_it_and_take_clicks(play: Play) -> None:
    async with play(game(TRICKS), size=(80, 24)) as pilot:
        await press(pilot, "enter", "O")
        card = pilot.app.screen
        assert isinstance(card, OptionsCard)
        last = shown(pilot).splitlines()[-1]
        assert "Esc close" in last
        await pilot.click(offset=(last.index("close"), 23))
        await until(pilot, lambda: pilot.app.screen is not card)
        await settled(pilot)
        assert "help" in shown(pilot).splitlines()[-1], "the keys of the battle again"


async def test_on_a_wide_terminal_a_card_stands_over_the_board_alone(play: Play) -> None:
    async with play(game(TRICKS), size=(100, 30)) as pilot:
        await press(pilot, "enter", "full_stop", "d", "o", "enter", "enter", "enter")
        region = pilot.app.screen.query_one("#card").region
        assert board_of(pilot).region.contains_region(region)


async def test_what_can_be_done_to_a_creature_does_not_cover_it(play: Play) -> None:
    for size in SIZES[1::2]:
        async with play(game(TRICKS), size=size) as pilot:
            await press(pilot, "enter", "right", "enter")
            seat(pilot).selection.point((3, 3))
            board = board_of(pilot)
            await pilot.click(board, offset=board.camera.position((3, 3)), button=3)
            await settled(pilot)
            assert isinstance(pilot.app.screen, ActsCard)
            assert_seen(pilot, ("orc",))


@pytest.mark.asyncio
async def test_a_card_finds_the_board_of_the_battle_and_not_the_one_of_the_setup_beneath(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [CROSSING])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        await pilot.press("b")
        await settled(pilot)
        board = board_of(pilot)
        await press(pilot, "x", "tab", "w")
        card = pilot.app.screen
        assert isinstance(card, Aside)
        assert card.board is board


@pytest.mark.asyncio
async def test_the_terminals_cursor_comes_back_from_a_card(play: Play) -> None:
    async with play(game(), (80, 24)) as pilot:
        await press(pilot, "right")
        before = pilot.app.cursor_position
        await press(pilot, "d")
        assert pilot.app.cursor_position != before
        await press(pilot, "escape")
        assert pilot.app.cursor_position == before


@pytest.mark.asyncio
async def test_the_terminals_cursor_follows_the_line_in_lists_tables_and_cards(
    keep: Path,
) -> None:
    def line() -> str:
        column, row = pilot.app.cursor_position
        return shown(pilot).splitlines()[row][column:].strip()

    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "down")
        assert line().startswith("Daily battle")
        await press(pilot, "down", "down", "down", "o")
        assert line().startswith("Colours")
        await press(pilot, *["down"] * 9)
        assert line().startswith("Keys")
        await press(pilot, "down", "down", "enter", "down")
        assert "Down." in line()
        await press(pilot, *["down"] * 25)
        before = line()
        assert "Disengage: " in before
        await press(pilot, "enter")
        assert line().startswith("Disengage: ")
        await press(pilot, "escape", "up")
        assert "Disengage: " not in line()
        assert line().startswith("Moving")


async def test_after_a_card_the_board_fits_the_screen_as_it_is_by_then(play: Play) -> None:
    async with play(game(CROSSING), size=(80, 24)) as pilot:
        board = board_of(pilot)
        board.fits = True
        large = attrs.evolve(board.camera, columns=200, rows=60, zoom=LARGEST)
        board.look_again(large)
        assert board.camera.zoom == fitting(board.camera).zoom < LARGEST
