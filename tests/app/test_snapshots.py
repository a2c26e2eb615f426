"""What each screen looks like."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from app.players import CROSSING, SCENARIOS, brawled, game, press, settled, shown, until
from app.test_screens import loaded
from gate import slow
from textual.pilot import Pilot

from tacsim.app.battle.cards.result import ResultCard
from tacsim.app.shell.app import TacsimApp
from tacsim.content.gauntlet import Gauntlet
from tacsim.player.game import Game
from tacsim.player.kept.runs import enter, run_over, runs_file
from tacsim.player.opening import game_of

Before = Callable[[Pilot[int]], Awaitable[None]]


@pytest.fixture
def compare(snap_compare: Any, keep: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    found = [CROSSING, SCENARIOS / "ringed.toml"]
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: found)
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())

    def check(before: Before, size: tuple[int, int], **options: Any) -> bool:
        found: bool = snap_compare(
            TacsimApp(keep=keep, **options), run_before=before, terminal_size=size
        )
        return found

    return check


def playing(
    a_game: Game, *keys: str, palette: str = "dark", graphics: str = "unicode"
) -> Before:  # fmt: skip
    async def before(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, TacsimApp)
        app.set_options(palette=palette, graphics=graphics)
        app.open_battle(a_game)
        await settled(pilot)
        await press(pilot, *keys)

    return before


def pressing(*keys: str) -> Before:
    async def before(pilot: Pilot[int]) -> None:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause()

    return before


def test_start(compare: Any) -> None:
    assert compare(pressing(), (80, 24))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
def test_gauntlet(compare: Any, size: tuple[int, int]) -> None:
    for when, fights, left in (("2026-11-20", 7, ("Aldis", "Brin")), ("2026-11-24", 12, ())):
        run = Gauntlet(3, 1, "Aldis, Brin", 4.0, begun=when, difficulty="hard")
        enter(runs_file(), run_over(run, "d20", fights, 6 * fights, left))
    assert compare(pressing("g", "right"), size)


def test_new_skirmish(compare: Any) -> None:
    assert compare(pressing("n", "tab"), (100, 30))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
def test_setup_with_names(compare: Any, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, TacsimApp)
        names = {"heroes": "Aldis holds the gap in a wall", "ogre": "Grum", "aldis": "Wall"}
        setup = game_of(CROSSING, seed=-5, fog=True, names=names)
        pilot.app.open_battle(setup.begin())
        await settled(pilot)
        await press(pilot, "q")
        pilot.app.clear_notifications()
        await pressing("n", "tab")(pilot)

    assert compare(before, size)


@pytest.mark.parametrize("size", [(60, 20), (140, 45)])
def test_names(compare: Any, size: tuple[int, int]) -> None:
    assert compare(pressing("n", "n", "enter", *["backspace"] * 6, *"Raiders"), size)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
def test_recent_battles(compare: Any, size: tuple[int, int], tmp_path: Path) -> None:
    gone = tmp_path / "gone.toml"
    gone.write_text((SCENARIOS / "wall.toml").read_text())

    async def before(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, TacsimApp)
        for path, more in (
            (gone, {}), (SCENARIOS / "ringed.toml", {"seed": 8, "sides": {"raiders": "ai"}}),
            (CROSSING, {"fog": True, "names": {"ogre": "Grum"}}),
        ):  # fmt: skip
            pilot.app.open_battle(game_of(path, **more).begin())
            await settled(pilot)
            await press(pilot, "q")
        gone.unlink()
        pilot.app.clear_notifications()
        await pressing("n", "r")(pilot)

    assert compare(before, size)


def test_start_with_a_battle_to_fight_again(compare: Any) -> None:
    async def before(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, TacsimApp)
        pilot.app.open_battle(game_of(CROSSING).begin())
        await settled(pilot)
        await press(pilot, "q")
        pilot.app.clear_notifications()
        await pilot.pause()

    assert compare(before, (60, 20))


def test_switches_of_a_new_skirmish(compare: Any) -> None:
    keys = ("n", "tab", *["down"] * 8, "enter")
    assert compare(pressing(*keys), (80, 24))


def test_battle_in_a_small_terminal(compare: Any) -> None:
    assert compare(playing(game(), "right", "right", "down"), (80, 24))


def test_battle_in_a_large_terminal(compare: Any) -> None:
    keys = ("right", "right", "enter", "a")
    assert compare(playing(game(), *keys), (140, 45))


@pytest.mark.parametrize("palette", ["light", "mono", *slow("contrast", "deuteranopia")])
def test_battle_in_every_palette(compare: Any, palette: str) -> None:
    assert compare(playing(game(), "right", "right", "down", palette=palette), (100, 30))


@pytest.mark.parametrize("graphics", ["ascii", "braille"])
def test_battle_in_other_graphics(compare: Any, graphics: str) -> None:
    assert compare(playing(game(), "right", "right", "down", graphics=graphics), (100, 30))


def test_battle_in_fog(compare: Any) -> None:
    fog = game(SCENARIOS / "wall.toml", fog=True)
    assert compare(playing(fog, "left"), (100, 30))


def test_a_way_that_provokes(compare: Any) -> None:
    ringed = game(SCENARIOS / "ringed.toml")
    assert compare(playing(ringed, "left", "left", "enter"), (100, 30))


def test_opportunity_question(compare: Any) -> None:
    keys = ("right", "right", "enter", "a", "a", "full_stop")
    assert compare(playing(game(), *keys), (100, 30))


def tricks() -> Game:
    return game(SCENARIOS / "tricks.toml")


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_card_of_acts(compare: Any, size: tuple[int, int]) -> None:
    assert compare(playing(tricks(), "enter", "down", "enter", "d", "b", "enter"), size)


def test_question_whether_to_step_aside(compare: Any) -> None:
    keys = ("enter", "full_stop", "d", "o", "enter", "enter", "enter")
    assert compare(playing(tricks(), *keys), (100, 30))


@pytest.mark.parametrize("palette", ["mono", *slow("dark")])
def test_area_cursor(compare: Any, palette: str) -> None:
    keys = ("enter", "d", "e", "enter", "right", "right")
    assert compare(playing(tricks(), *keys, palette=palette), (100, 30))


FLANKED, METRES = SCENARIOS / "flanked.toml", SCENARIOS / "metres.toml"
STEP_UP = ("enter", "full_stop", "enter", "full_stop", "enter", "left", "enter")


def test_flank(compare: Any) -> None:
    keys = (*STEP_UP, "a")
    assert compare(playing(game(FLANKED), *keys), (140, 45))


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_question_whether_to_deny_a_flank(compare: Any, size: tuple[int, int]) -> None:
    assert compare(playing(game(FLANKED), *STEP_UP, "a", "enter"), size)


def test_card_of_acts_in_a_pool_of_movement(compare: Any) -> None:
    assert compare(playing(game(FLANKED), "enter", "d", *["down"] * 5), (80, 24))


def test_what_a_dash_adds_in_metres(compare: Any) -> None:
    keys = ("enter", *["right"] * 8, *["down"] * 4)
    assert compare(playing(game(METRES), *keys), (100, 30))


HEXES = SCENARIOS / "hexes.toml"


def test_battle_on_hexes_in_a_small_terminal(compare: Any) -> None:
    assert compare(playing(game(HEXES), "left", "b", "b"), (80, 24))


def test_battle_on_hexes_in_a_large_terminal(compare: Any) -> None:
    keys = ("z", "right", "right", "right", "n", "n", "enter", *["left"] * 4)
    assert compare(playing(game(HEXES), *keys), (140, 45))


def test_battle_on_hexes_close_by(compare: Any) -> None:
    assert compare(playing(game(HEXES), "z", "z", "a", "tab"), (140, 45))


def test_corner_of_hexes(compare: Any) -> None:
    assert compare(playing(game(HEXES), "d", "e", "enter", "z", "right", "right", "j"), (140, 45))


def test_new_skirmish_on_hexes(compare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [HEXES])
    assert compare(pressing("n", "tab"), (100, 30))


TOWER = SCENARIOS / "tower.toml"


def test_battle_on_cubes_in_a_small_terminal(compare: Any) -> None:
    keys = (*["left"] * 4, "j", "less_than_sign")
    assert compare(playing(game(TOWER), *keys), (80, 24))


@pytest.mark.parametrize("palette", ["mono", *slow("dark", "light")])
def test_battle_on_cubes_in_every_palette(compare: Any, palette: str) -> None:
    keys = (*["left"] * 2, *["down"] * 3)
    assert compare(playing(game(TOWER), *keys, palette=palette), (100, 40))


def test_battle_on_cubes_close_by(compare: Any) -> None:
    assert compare(playing(game(TOWER), "z", "greater_than_sign"), (140, 45))


def test_side_view_in_a_small_terminal(compare: Any) -> None:
    assert compare(playing(game(TOWER), *["left"] * 4, "j", "e"), (80, 24))


def test_battle_on_cubes_in_fog(compare: Any) -> None:
    assert compare(playing(game(TOWER, fog=True), "e"), (100, 30))


def test_new_skirmish_on_cubes(compare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [TOWER])
    assert compare(pressing("n", "tab"), (100, 30))


def test_area_attack(compare: Any) -> None:
    keys = ("enter", "full_stop", "full_stop", "d", "1", "enter", "right", "n", "z")
    assert compare(playing(tricks(), *keys), (100, 30))


def test_why(compare: Any) -> None:
    assert compare(playing(game(), "x", "tab", "w"), (100, 30))


def test_hand_over(compare: Any) -> None:
    assert compare(playing(game(raiders="human", fog=True)), (80, 24))


def test_log(compare: Any) -> None:
    keys = ("right", "right", "enter", "a", "a", "L", "enter")
    assert compare(playing(game(), *keys), (100, 30))


def test_result(compare: Any) -> None:
    async def ended(pilot: Pilot[int]) -> None:
        await playing(game(heroes="ai:greedy"))(pilot)
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultCard))
        await until(pilot, lambda: " 100 " in shown(pilot))  # the chart
        await settled(pilot)

    assert compare(ended, (100, 30))


def test_help(compare: Any) -> None:
    assert compare(pressing("question_mark"), (100, 60))


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_options(compare: Any, size: tuple[int, int]) -> None:
    assert compare(pressing("o"), size)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
def test_keys(compare: Any, size: tuple[int, int]) -> None:
    assert compare(pressing("o", "end", "enter", "down", "down", "enter", "x"), size)


def test_too_small(compare: Any) -> None:
    assert compare(playing(game()), (50, 14))


def test_replay(compare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def before(pilot: Pilot[int]) -> None:
        await loaded(pilot)
        for key in ("r", "m"):
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause()

    assert compare(before, (120, 40), replay=brawled(3))


def test_rules(compare: Any) -> None:
    keys = (*["down"] * 10, "enter", *"squeeze")
    assert compare(pressing(*keys), (100, 30))


def test_saves(compare: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tacsim.app.menus.saves.when_text", lambda _when: "2026-11-20 20:15")
    monkeypatch.setattr("tacsim.app.menus.saves.saves_folder", lambda: Path("saves"))
    brawled(2)
    (tmp_path / "saves" / "damaged.tacsim").write_bytes(b"TACSIM no more")
    assert compare(pressing("c"), (100, 20))
