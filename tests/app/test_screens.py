"""The screens around a battle: start, new skirmish, saves, replay, rules, options, help."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from app.conftest import Play
from app.players import CROSSING, SCENARIOS, board_of, game, press, screen, settled, shown, until
from gate import slow
from rich.color import ColorType
from textual.widgets import Input, OptionList

from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.help import HelpScreen
from tacsim.app.menus.lessons import LessonsScreen
from tacsim.app.menus.options_card import OptionsCard
from tacsim.app.menus.rules import RulesScreen
from tacsim.app.menus.saves import SavesScreen
from tacsim.app.menus.skirmish import SkirmishScreen
from tacsim.app.menus.start import StartScreen
from tacsim.app.replay.screen import ReplayScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.options import Options, read_options, write_options
from tacsim.player.opening import game_of

pytestmark = pytest.mark.asyncio


def fought() -> Path:
    """A battle fought to its end, and saved."""
    done = game(saved=True, heroes="ai:greedy")
    done.session.begin()
    done.session.run()
    done.close()
    assert done.save is not None
    return done.save


async def loaded(pilot) -> ReplayScreen:
    await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
    replay = pilot.app.screen
    await until(pilot, lambda: not replay.reel.busy)
    await pilot.pause()
    return replay


def notices(app: TacsimApp) -> list[str]:
    """What is told in passing."""
    return [str(note.message) for note in app._notifications]


async def test_a_notice_goes_with_its_screen_and_what_is_told_in_leaving_stays(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_battle(game(saved=True))
        await settled(pilot)
        await press(pilot, "ctrl+c", "O")
        assert notices(app) == ["q or Esc goes back; ^q leaves the game."], "a card is no screen"
        await press(pilot, "escape", "L")
        assert notices(app) == []
        await press(pilot, "escape", "ctrl+c", "q")
        assert isinstance(app.screen, StartScreen)
        assert [text[:18] for text in notices(app)] == ["The battle is kept"]


async def test_the_key_of_the_help_works_in_the_options(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "o", "question_mark")
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, OptionsCard)


async def test_the_start_screen_leads_everywhere(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.screen, StartScreen)
        for key, expected in (
            ("n", SkirmishScreen), ("l", LessonsScreen), ("c", SavesScreen), ("r", SavesScreen),
        ):  # fmt: skip
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, expected)
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, StartScreen)
        await pilot.press(*["down"] * 10, "enter")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("escape", "q")
    assert app.return_code == 0


async def test_a_new_skirmish_shows_map_and_sides_and_begins(keep: Path, monkeypatch) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [CROSSING])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        text = shown(pilot)
        assert "An ogre holds the gap" in text
        assert "human fighter, human archer" in text
        await pilot.press("tab", "down", "right")
        await pilot.pause()
        assert "the computer, veteran" in shown(pilot)
        await pilot.press("down", "down", "enter", "down", "right")
        await pilot.pause()
        assert "on: what its creatures see" in shown(pilot)
        assert "a new seed" in shown(pilot)
        await pilot.press("right", "b")
        await settled(pilot)
        assert isinstance(app.screen, BattleScreen)
        begun = screen(pilot).game
        assert begun.controllers == {"heroes": "human", "raiders": "ai:cautious"}
        assert begun.opening.fog
        assert begun.session.battle.world.dice.seed == 7
        assert begun.save is not None
        assert begun.save.is_file()


async def test_a_scenario_with_faults_is_listed_with_them(
    keep: Path, monkeypatch, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(CROSSING.read_text().replace('"ogre"\nname', '"ogrr"\nname'))
    broken = tmp_path / "broken.toml"
    broken.write_text("format = = 1")
    text = bad.read_text().replace('kind = "ogre"', 'kind = "ogrr"')
    bad.write_text(text)
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [bad])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: (tmp_path,))
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        assert "bad.toml cannot be used" in shown(pilot)
        assert "ogrr" in shown(pilot)
        assert "begin" not in shown(pilot).splitlines()[-1]
        await pilot.press("t")
        assert notices(app) == ["This scenario cannot be used."]
        await pilot.press("enter", "down")
        await pilot.pause()
        assert isinstance(app.screen, SkirmishScreen)
        assert "broken.toml cannot be used" in shown(pilot)


async def test_play_opens_the_battle_at_once(keep: Path) -> None:
    app = TacsimApp(keep=keep, game=game_of(CROSSING).begin())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert isinstance(app.screen, BattleScreen)
        await press(pilot, "q")
        assert isinstance(app.screen, StartScreen)


async def test_a_save_says_who_is_next_by_name(keep: Path) -> None:
    left = game(saved=True)
    left.session.begin()
    left.close()
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await pilot.pause()
        assert "round 1 ∙ Aldis is next" in shown(pilot)


async def test_broken_saves_are_marked_and_explained(keep: Path, folders: Path) -> None:
    (folders / "saves" / "torn.tacsim").write_bytes(b"not a save")
    (folders / "saves" / "empty.tacsim").write_bytes(b"")
    fought()
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        await pilot.pause()
        text = shown(pilot)
        assert "torn.tacsim" in text
        assert "empty.tacsim" in text
        assert "The crossing" in text
        assert "over" in text
        menu = app.screen.query_one(OptionList)
        for _ in range(menu.option_count):
            await pilot.press("enter")
            await until(
                pilot, lambda: not (isinstance(app.screen, ReplayScreen) and app.screen.reel.busy)
            )
            if isinstance(app.screen, ReplayScreen):
                await pilot.press("escape")
            await pilot.press("down")
            await pilot.pause()
        assert isinstance(app.screen, SavesScreen)


async def test_a_replay_goes_forwards_and_back_and_is_verified(keep: Path) -> None:
    app = TacsimApp(keep=keep, replay=fought())
    async with app.run_test(size=(120, 40)) as pilot:
        replay = await loaded(pilot)
        timeline = replay.reel.timeline
        assert "not as it was saved" not in shown(pilot)
        start = timeline.position
        await pilot.press("right", "right", "left")
        assert timeline.position > start
        await pilot.press("t")
        here = timeline.position
        await pilot.press("t", "T")
        assert timeline.position == here
        await pilot.press("end")
        await pilot.pause()
        assert timeline.position == timeline.length
        assert "Victory: " in shown(pilot)
        await pilot.press("home")
        assert timeline.position == 0
        await pilot.press("m")
        await pilot.pause()
        assert timeline.position > 0
        await pilot.press("plus", "plus", "plus", "plus", "plus")
        await pilot.pause()
        assert "16x" in shown(pilot)
        await pilot.press(*["minus"] * 5)  # lest it come to the end first
        before = timeline.position
        await pilot.press("space")
        await until(pilot, lambda: timeline.position > before)
        await pilot.press("space")
        await pilot.pause()
        assert "held" in shown(pilot)


async def test_the_scrubber_goes_where_it_is_clicked(keep: Path) -> None:
    app = TacsimApp(keep=keep, replay=fought())
    async with app.run_test(size=(120, 40)) as pilot:
        replay = await loaded(pilot)
        await pilot.click("#scrubber", offset=(118, 0))
        await pilot.pause()
        assert replay.reel.timeline.position == replay.reel.timeline.length


async def test_a_replay_that_is_none_is_told_and_left(keep: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.tacsim"
    torn.write_bytes(b"nonsense")
    app = TacsimApp(keep=keep, replay=torn)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, StartScreen))


async def test_the_end_of_a_battle_leads_to_its_replay(play: Play) -> None:
    async with play(game(saved=True, heroes="ai:greedy")) as pilot:
        await pilot.press("r")
        await loaded(pilot)
        assert "not as it was saved" not in shown(pilot)


async def test_rules_are_found_by_their_words(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("rules")
        await pilot.pause()
        await pilot.press(*"corner")
        await pilot.pause()
        assert "d20.corner.wall" in shown(pilot)
        app.screen.query_one(Input).value = "/charge"
        await pilot.pause()
        assert "d20.charge" in shown(pilot), "a slash, which begins other searches, is no word"
        app.screen.query_one(Input).value = "no such words at all"
        await pilot.pause()
        assert "No clause has these words" in shown(pilot)


async def test_options_change_at_once_and_are_kept(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        await pilot.pause()
        await pilot.press("right")
        await pilot.pause()
        assert app.palette.name == "light"
        assert app.theme == "tacsim-light"
        await pilot.press("down", "down", "enter", "escape")
    kept = tomllib.loads(keep.read_text())
    assert kept["palette"] == "light"
    assert kept["motion"] is True


@pytest.mark.parametrize(
    "text", ["", "palette = 3", "motion = 'yes'", "= =", "zoom = []", "\x00", "palette = 'pink'"]
)
async def test_damaged_options_are_as_if_there_were_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "options.toml"
    path.write_text(text)
    assert read_options(path) == Options()


@pytest.mark.parametrize(("text", "palette"), [
    ("palette = 'safe'", "deuteranopia"), ("palette = 'contrast'", "contrast"),
])  # fmt: skip
async def test_palettes_of_before_are_still_chosen(tmp_path: Path, text: str, palette: str) -> None:
    """A file of a time when one palette was for all colour-blind eyes, and graphics were none."""
    path = tmp_path / "options.toml"
    path.write_text(text)
    assert read_options(path) == Options(palette)


async def test_with_ascii_graphics_nothing_else_is_on_the_screen(play: Play) -> None:
    """On every screen with a board, and back again; names are left as they are."""
    async with play(game(), (100, 30)) as pilot:
        app = pilot.app
        assert isinstance(app, TacsimApp)
        before = shown(pilot)
        assert not before.isascii()
        app.set_options(graphics="ascii")
        await pilot.pause()
        assert shown(pilot).isascii()
        for keys in (("right", "right"), ("d",), ("escape", "question_mark"), ("escape", "L")):
            await press(pilot, *keys)
            assert shown(pilot).isascii(), keys
        await press(pilot, "escape")
        app.open_screen("options")
        await pilot.pause()
        assert "ASCII" in shown(pilot)
        assert shown(pilot).isascii()
        await press(pilot, "escape", "left", "left")
        app.set_options(graphics="unicode")
        await pilot.pause()
        assert shown(pilot) == before


async def test_graphics_are_chosen_in_the_command_palette(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        titles = {command.title: command for command in app.get_system_commands(app.screen)}
        titles["Graphics: Braille patterns"].callback()
        await pilot.pause()
        assert (app.options.graphics, app.palette.graphics) == ("braille", "braille")


async def test_options_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "a" / "options.toml"
    options = Options("tritanopia", "braille", motion=False, zoom="far", walking=True)
    assert write_options(path, options) is None
    assert read_options(path) == options


async def test_options_that_cannot_be_kept_are_told(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    assert write_options(tmp_path / "a" / "options.toml", Options())


async def test_no_color_means_no_colours(keep: Path, monkeypatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = TacsimApp(keep=keep)
    assert app.palette.name == "mono"
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "right")
        await pilot.pause()
        assert app.palette.name == "mono"


async def test_sixteen_colours_are_those_of_the_terminal(keep: Path) -> None:
    write_options(keep, Options(motion=False, palette="sixteen"))
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(140, 45)) as pilot:
        app.open_battle(game())
        await settled(pilot)
        parts = [part for strip in app.screen._compositor.render_strips() for part in strip]
        styles = [part.style for part in parts if part.style is not None]
        colours = {colour for one in styles for colour in (one.color, one.bgcolor) if colour}
        assert {colour.type for colour in colours} == {ColorType.STANDARD}
        assert len(colours) > 6
        app.set_options(palette="dark")
        await settled(pilot)
        parts = [part for strip in app.screen._compositor.render_strips() for part in strip]
        styles = [part.style for part in parts if part.style is not None]
        assert {one.bgcolor.type for one in styles if one.bgcolor} == {ColorType.TRUECOLOR}


async def test_without_colours_every_screen_with_a_board_stands(
    keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [CROSSING])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    save = fought()
    monkeypatch.setenv("NO_COLOR", "1")
    cubes = game(SCENARIOS / "tower.toml")
    opened = {
        SkirmishScreen: lambda app: app.open_screen("new"),
        BattleScreen: lambda app: app.open_battle(cubes),
        ReplayScreen: lambda app: app.open_replay(save),
    }
    for kind, opening in opened.items():
        monkeypatch.setenv("NO_COLOR", "1")  # the app takes it out of the environment
        app = TacsimApp(keep=keep)
        async with app.run_test(size=(140, 45)) as pilot:
            opening(app)
            for _ in range(20):
                await pilot.pause()
            await pilot.resize_terminal(100, 30)
            await pilot.press("j", "e")
            await pilot.pause()
            assert isinstance(app.screen, kind)
            segments = [part for strip in app.screen._compositor.render_strips() for part in strip]
            for _text, style, _control in segments:
                for colour in (style.color, style.bgcolor):
                    assert colour is None or len(set(colour.get_truecolor())) == 1


@pytest.mark.parametrize("palette", ["dark", *slow("light", "contrast"), "deuteranopia"])
@pytest.mark.parametrize("term", ["xterm-256color", "xterm"])
async def test_with_fewer_colours_what_the_board_says_is_still_apart(
    play: Play, monkeypatch: pytest.MonkeyPatch, term: str, palette: str
) -> None:
    monkeypatch.delenv("COLORTERM")
    monkeypatch.setenv("TERM", term)
    async with play(game(), (140, 45)) as pilot:
        app = pilot.app
        assert isinstance(app, TacsimApp)
        app.set_options(palette=palette)
        await press(pilot, "right", "right")
        board = board_of(pilot)
        assert board.state is not None
        overlay, world = board.state.overlay, board.state.battle.world
        floor = [
            (x, y) for x in range(22) for y in range(12)
            if world.field.at((x, y)).name == "floor" and (x, y) not in overlay.threatened
            and all((x, y) not in body.cells for body in overlay.path)
            and all((x, y) not in world[one].body.cells for one in world.ids)
        ]  # fmt: skip
        bare, walk, double = (
            next(cell for cell in floor if overlay.reach.get(cell, 0) == how) for how in (0, 1, 2)
        )
        assert overlay.cursor is not None
        friend, foe, active = (world[one].body.at for one in ("brin", "ogre", "aldis"))
        cells = (bare, walk, double, overlay.cursor, overlay.steps[0].at, active, friend, foe)
        sent = []
        for cell in cells:
            column, row = board.camera.position(cell)
            (segment,) = board.render_line(row).crop(column, column + 1)
            assert segment.style is not None
            codes = segment.style.render("x", color_system=app.console._color_system)
            sent.append(tuple(codes.removeprefix("\x1b[").split("mx")[0].split(";")))
        assert len(set(sent)) == len(cells)
        behind = {codes[-1] for codes in sent[:-1]}  # a foe may lie on the ground's own colour
        assert len(behind) == len(cells) - 1


@pytest.mark.parametrize("palette", ["dark", "light"])
async def test_in_16_colours_what_is_chosen_in_a_list_shows_beside_the_settings(
    keep: Path, monkeypatch: pytest.MonkeyPatch, palette: str
) -> None:
    monkeypatch.setattr(
        "tacsim.app.menus.scenarios.library", lambda: [CROSSING, SCENARIOS / "wall.toml"]
    )
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    monkeypatch.delenv("COLORTERM")
    monkeypatch.setenv("TERM", "xterm")
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        app.set_options(palette=palette)
        await pilot.press("n", "tab")
        for _ in range(5):
            await pilot.pause()
        region = app.screen.query_one(OptionList).region
        first, second = (
            [part.style for part in strip.crop(region.x, region.right) if part.style is not None]
            for strip in app.screen._compositor.render_strips()[region.y : region.y + 2]
        )
        system = app.console._color_system
        assert {one.render("x", color_system=system) for one in first} != {
            one.render("x", color_system=system) for one in second
        }


async def test_the_command_palette_opens_our_screens(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)):
        titles = [command.title for command in app.get_system_commands(app.screen)]
    assert "Rules" in titles
    assert any("High contrast" in title for title in titles)


@pytest.mark.parametrize("playing", [True, False])
async def test_nothing_is_in_the_command_palette_twice(keep: Path, playing: bool) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.screen.stands)
        if playing:
            app.open_battle(game())
            await settled(pilot)
        behind = app.screen
        await pilot.press("ctrl+p")
        await until(pilot, lambda: app.screen is not behind)
        commands = list(app.get_system_commands(behind))
        titles = [one.title.rpartition(" (")[0] or one.title for one in commands]
        assert {"Options", "Help", "Rules"} <= set(titles)
        assert not any(one.help.rstrip(".") == titles[at] for at, one in enumerate(commands))
        assert {one for one in titles if titles.count(one) > 1} == set()
        assert ("Options (O)" if playing else "Options (o)") in [one.title for one in commands]


async def test_names_out_of_files_are_never_markup(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(CROSSING.read_text().replace('"Aldis"', '"[red]Al[/]"'))
    async with play(game(path), size=(120, 40)) as pilot:
        assert "[red]Al[/]" in shown(pilot)
        await press(pilot, "right", "right", "enter", "w", "escape", "L")
        assert "[red]Al[/]" in shown(pilot)


assert SCENARIOS.is_dir()
