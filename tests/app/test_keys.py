"""Keys: presets, the player's own over them, and where each is told."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from string import punctuation
from typing import Any

import pytest
from app.conftest import Play
from app.edit.editing import editing, on_squares, text_of
from app.players import board_of, game, press, quiet, screen, settled, shown, until
from app.pseudo import unmarked
from app.test_language import pseudo as pseudo  # a fixture
from hypothesis import example, given
from hypothesis import strategies as st
from textual._compositor import LayoutUpdate
from textual.binding import Binding
from textual.drivers.headless_driver import HeadlessDriver
from textual.widgets import OptionList

from tacsim import i18n
from tacsim.app.menus.keys import KeysScreen, PressCard
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.keymaps import (
    FIXED,
    PRESETS,
    Keymap,
    key_name,
    key_of,
    read_keymap,
    write_keymap,
)
from tacsim.app.shell.keys import BATTLE, DIRECTIONS, EDITOR, REPLAY, Key
from tacsim.app.shell.options import Options, write_options
from tacsim.app.widgets.text import MORE

ROOT = Path(__file__).parents[2]
EVERY = (*DIRECTIONS, *BATTLE, *REPLAY, *EDITOR)
UNDO = next(key for key in BATTLE if key.name == "undo")


@pytest.mark.parametrize("preset", PRESETS)
def test_no_key_of_a_preset_does_two_things(preset: str) -> None:
    assert not list(Keymap(preset).clashes())
    assert {key for name in PRESETS[preset][1] for key in [name]} <= {key.id for key in EVERY}


@pytest.mark.parametrize("preset", PRESETS)
def test_directions_take_no_key_of_the_editor_in_a_preset(preset: str) -> None:
    directions, rest = (
        {one for key in table for one in Keymap(preset).of(key)} for table in (DIRECTIONS, EDITOR)
    )
    assert not directions & rest


def test_directions_of_one_s_own_come_before_keys_of_the_editor_but_not_before_one_s_own(
    tmp_path: Path,
) -> None:
    path = tmp_path / "keys.toml"
    path.write_text("[direction]\nup_right = 'x u'\n[battle]\nundo = 'U'\nlook = 'T'\n")
    assert read_keymap(path, "standard")[1] == []
    path.write_text(path.read_text() + "[editor]\nfind = 'x'\n")
    (fault,) = read_keymap(path, "standard")[1]
    assert "x cannot be both direction.up_right and editor.find" in fault


def test_what_the_presets_are_for() -> None:
    signs = {
        preset: [key_name(Keymap(preset).of(key)[0]) for key in DIRECTIONS] for preset in PRESETS
    }
    assert "".join(signs["wasd"]) == "aswdqezc"  # left, down, up, right, then the diagonals
    assert "".join(signs["vi"][4:]) == "yubn"
    assert "".join(signs["numpad"]) == "42867913"
    assert Keymap("vi").battle["undo"] == "U"


def test_each_thing_has_a_name_of_its_own() -> None:
    assert len({key.id for key in EVERY}) == len(EVERY)


@pytest.mark.parametrize("key", EVERY, ids=lambda key: key.id)
def test_every_key_is_read_as_it_is_written(key: Key) -> None:
    for one in key.keys.split(","):
        assert key_of(key_name(one)) == one


def test_keys_have_names_in_the_readers_language_and_words_in_files(tmp_path: Path) -> None:
    own = Keymap(own={"battle.previous": ("shift+tab", "P")})
    with i18n.speaking("ko"):
        told = [key_name(key) for key in ("up", "left", "shift+tab", "space", "w")]
        assert write_keymap(tmp_path / "keys.toml", own) is None
    assert told == ["↑", "←", "Shift+Tab", "Space", "w"]
    assert read_keymap(tmp_path / "keys.toml", "standard") == (own, [])
    assert 'previous = "S-Tab P"' in (tmp_path / "keys.toml").read_text("utf-8")


@pytest.mark.parametrize("key", ["delete", "backspace", "insert", "f5", "ctrl+z", "slash"])
def test_keys_without_a_sign_are_written_by_name(key: str) -> None:
    assert key_name(key).isprintable()
    assert key_of(key_name(key)) == key


@given(st.one_of(st.characters(categories=("L",)), st.sampled_from(sorted(punctuation))))
@example("ㅗ")
def test_any_letter_and_sign_may_be_a_key(sign: str) -> None:
    key = key_of(sign)
    assert key is not None
    assert key_name(key) == sign


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[battle]\nundo = 3\n", "battle.undo: the keys stand in one text"),
        ("[battle]\nundo = ''\n", "battle.undo: the keys stand in one text"),
        ("[battle]\nflee = 'x'\n", "nothing is called battle.flee"),
        ("undo = 'x'\n", "nothing is called undo"),
        ("[[battle]]\n", "nothing is called battle"),
        ("[battle]\nundo = 'uu'\n", "no key is called uu"),
        ("[battle]\nundo = 'Esc'\n", "Esc always keeps what it does"),
        ("[battle]\nundo = 'x'\n", "x cannot be both battle.undo and battle.look"),
        ("[direction]\nup = 'u'\n", "u cannot be both direction.up and battle.undo"),
        ("[replay]\nturn = '7'\n", "7 cannot be both replay.turn and replay.point"),
        ("[battle]\npanels = 'T'\n", "T cannot be both"),
        ("[battle", "Expected"),
        ("\x00", "Invalid"),
    ],
)
def test_a_fault_is_told_in_one_line_and_left_out(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(text)
    keymap, faults = read_keymap(path, "standard")
    assert keymap == Keymap()
    assert len(faults) == 1
    assert words in faults[0]
    assert str(path) in faults[0]
    assert "\n" not in faults[0]


@pytest.mark.parametrize("text", [
    "[battle", "\x00", "battle = 3", "[battle]\nundo = 3", "[battle]\nundo = 'nokey'",
    "[battle]\nundo = 'x'", "[nothing]\nundo = 'x'", "[battle]\nlook = 'escape'",
])  # fmt: skip
def test_a_fault_is_told_in_the_language(tmp_path: Path, pseudo: Path, text: str) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(text)
    i18n.set_language("ko")
    (fault,) = read_keymap(path, "standard")[1]
    told = fault.replace(str(path), "")
    ids = {"battle", "replay", "undo", "look", "nothing", "nokey", "TOML", "escape", "Esc"}
    assert "「" in told
    assert unmarked(told, ids) == [], fault


def test_what_is_right_beside_a_fault_counts(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text("[battle]\nundo = 'U ^z'\nlook = 'w'\nflee = 'x'\n")
    keymap, faults = read_keymap(path, "standard")
    assert keymap.of(UNDO) == ("U", "ctrl+z")
    assert len(faults) == 2


def test_keys_can_change_places(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text("[battle]\nlook = 'w'\nwhy = 'x'\n")
    keymap, faults = read_keymap(path, "standard")
    assert not faults
    assert (keymap.battle["look"], keymap.battle["why"]) == ("w", "x")


@given(st.binary(max_size=200))
def test_any_file_of_keys_is_read(data: bytes) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "keys.toml"
        path.write_bytes(data)
        keymap, faults = read_keymap(path, "vi")
        assert not list(keymap.clashes())
        assert all("\n" not in fault and fault.isprintable() for fault in faults)


def test_what_is_written_leaves_the_rest_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text("# mine\n[battle]\nundo = 'U'  # as in vi\n\n[other]\nthing = 1\n")
    assert write_keymap(path, Keymap().given(UNDO, "ctrl+z", "G")) is None
    text = path.read_text()
    assert "# mine" in text
    assert "[other]\nthing = 1" in text
    assert read_keymap(path, "standard")[0].of(UNDO) == ("ctrl+z", "G")
    assert write_keymap(path, Keymap()) is None
    assert read_keymap(path, "standard")[0].of(UNDO) == ("u",)


def test_a_file_that_cannot_be_read_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text("[battle")
    trouble = write_keymap(path, Keymap().given(UNDO, "G"))
    assert trouble is not None
    assert str(path) in trouble
    assert path.read_text() == "[battle"


def test_nothing_that_always_keeps_its_key_loses_it() -> None:
    for key in EVERY:
        kept = [one for one in key.keys.split(",") if one in FIXED]
        assert set(kept) <= set(Keymap("wasd").given(key, "G").of(key))


def test_every_binding_of_the_tables_can_be_changed() -> None:
    from tacsim.app.shell.keys import bindings

    ids = {binding.id for binding in Binding.make_bindings(bindings(EVERY))}
    assert ids == {key.id for key in EVERY}


# --- on the screens ---------------------------------------------------------------------------


def chosen(keep: Path, preset: str) -> None:
    write_options(keep, Options(motion=False, zoom="normal", keys=preset))


@pytest.mark.asyncio
async def test_with_vi_u_points_and_another_key_takes_back(play: Play, keep: Path) -> None:
    chosen(keep, "vi")
    async with play(game()) as pilot:
        start = screen(pilot).seat.selection.cursor
        await press(pilot, "u")
        x, y = screen(pilot).seat.selection.cursor[:2]
        assert (x - start[0], y - start[1]) == (1, -1)
        await press(pilot, "i")  # nothing any more
        assert screen(pilot).seat.selection.cursor[:2] == (x, y)
        was = screen(pilot).seat.battle.world.version
        await press(pilot, "enter", "enter")
        assert screen(pilot).seat.battle.world.version != was
        assert " U undo" in shown(pilot)
        await press(pilot, "U")
        actor = screen(pilot).now.acting
        assert actor is not None
        assert screen(pilot).seat.battle.world[actor].at == start


@pytest.mark.asyncio
@pytest.mark.usefixtures("every_frame")
async def test_ctrl_z_suspends_the_game_where_there_is_a_shell_and_takes_back_in_the_editor(
    play: Play, keep: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = list[tuple[int, int]]()
    monkeypatch.setattr("os.kill", lambda *to: sent.append(to))
    monkeypatch.setattr(HeadlessDriver, "can_suspend", property(lambda _self: True))
    async with play(game(), (100, 140)) as pilot:
        await press(pilot, "ctrl+z")
        assert sent == [(os.getpid(), signal.SIGTSTP)]
        offered = {one.title: one for one in pilot.app.get_system_commands(screen(pilot))}
        offered["Suspend"].callback()
        assert len(sent) == 2
        await press(pilot, "question_mark")
        assert "Back to the shell, where fg goes on" in shown(pilot)
        sights = list[Any]()
        monkeypatch.setattr(pilot.app, "_display", lambda _screen, sight: sights.append(sight))
        pilot.app.app_resume_signal.publish(pilot.app)
        await quiet(pilot)
        assert any(isinstance(sight, LayoutUpdate) for sight in sights), "all is drawn again"
    async with editing(keep, on_squares()) as pilot:
        before = text_of(pilot)
        await press(pilot, "delete", "ctrl+z")
        assert text_of(pilot) == before
        assert len(sent) == 2


async def test_with_wasd_the_bar_the_help_and_the_palette_tell_the_keys(
    play: Play, keep: Path
) -> None:
    chosen(keep, "wasd")
    async with play(game(), (140, 45)) as pilot:
        bar = shown(pilot).splitlines()[-1]
        assert "h attack" in bar
        assert "b why" in bar  # y says yes to a question
        await press(pilot, "b")
        assert "clauses in full" in shown(pilot)
        await press(pilot, "escape", "question_mark")
        text = shown(pilot)
        assert " q  w  e " in text
        assert "h --- l" not in text
        assert "j lists everything else" in text
        await press(pilot, "escape")
        await pilot.press("ctrl+p", *"step")
        await until(pilot, lambda: "Step (k)" in shown(pilot))


@pytest.mark.asyncio
async def test_a_click_on_the_bar_presses_the_key_in_use(play: Play, keep: Path) -> None:
    chosen(keep, "wasd")
    async with play(game(), (140, 45)) as pilot:
        bar = shown(pilot).splitlines()[-1]
        await pilot.click("KeyBar", offset=(bar.index("h attack"), 0))
        await settled(pilot)
        assert screen(pilot).seat.selection.tool.act == "strike"


@pytest.mark.asyncio
async def test_a_key_is_changed_by_pressing_another(keep: Path) -> None:
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", "end", "enter")
        await pilot.pause()
        assert isinstance(app.screen, KeysScreen)
        assert "Enter another key" in shown(pilot).splitlines()[-1]
        assert MORE in shown(pilot), "some lines are cut"
        app.screen.query_one(OptionList).highlighted = EVERY.index(UNDO)
        await pilot.pause()
        told = " ".join(shown(pilot).split())
        assert "Take back what was done last; after dice, go on from before as a branch." in told
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, PressCard)
        for key, words in (("x", "x has something else to do: Look around"), ("tab", "always")):
            await pilot.press(key)
            await pilot.pause()
            assert words in shown(pilot)
        await pilot.press("G")
        await pilot.pause()
        assert app.keymap.of(UNDO) == ("G",)
        await pilot.press("plus", "U")
        await pilot.pause()
        assert app.keymap.of(UNDO) == ("G", "U")
        assert "G U" in shown(pilot)
        assert read_keymap(keep.with_name("keys.toml"), "standard")[0].of(UNDO) == ("G", "U")
        await pilot.press("delete")
        await pilot.pause()
        assert app.keymap.of(UNDO) == ("u",)
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert app.keymap.of(UNDO) == ("u",)
        await pilot.press("enter", "x")
        await pilot.pause()
        assert "x again takes it from that, for which u is left." in " ".join(shown(pilot).split())
        await pilot.press("x")
        await pilot.pause()
        look = next(key for key in EVERY if key.id == "battle.look")
        assert (app.keymap.of(UNDO), app.keymap.of(look)) == (("x",), ("u",))
        assert not list(app.keymap.clashes())
        await pilot.press("delete")
        await pilot.pause()
        assert (app.keymap.of(UNDO), app.keymap.of(look)) == (("u",), ("x",)), "both as before"


@pytest.mark.asyncio
async def test_the_last_of_many_faults_of_the_file_can_be_read(keep: Path) -> None:
    lines = [f'none{n} = "q"' for n in range(20)]
    keep.with_name("keys.toml").write_text("[battle]\n" + "\n".join(lines), "utf-8")
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(60, 20)) as pilot:
        app.open_screen("keys")
        await until(pilot, lambda: isinstance(app.screen, KeysScreen) and app.screen.stands)
        assert "none19" not in shown(pilot)
        assert "Tab faults" in shown(pilot)
        await press(pilot, "tab", "end")
        await until(pilot, lambda: "none19" in shown(pilot))
        await press(pilot, "tab", "down")
        assert app.screen.query_one(OptionList).highlighted == 1


@pytest.mark.asyncio
async def test_faults_of_the_file_are_told_when_the_game_starts(keep: Path) -> None:
    keep.with_name("keys.toml").write_text("[battle]\nundo = 'x'\n")
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(140, 24)) as pilot:
        await pilot.pause()
        (note,) = app._notifications
        assert "x cannot be both" in str(note.message)
        app.clear_notifications()
        app.open_screen("keys")
        await until(pilot, lambda: isinstance(app.screen, KeysScreen) and app.screen.stands)
        assert "x cannot be both" in shown(pilot), "it can be read again"


@pytest.mark.asyncio
async def test_many_faults_of_the_file_are_one_line_that_says_where_they_are_told(
    keep: Path,
) -> None:
    keep.with_name("keys.toml").write_text("[battle]\n" + "".join(f"a{n} = 1\n" for n in range(9)))
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        (note,) = app._notifications
        said = "keys.toml has 9 faults: Options, Change single keys, tells them all."
        assert str(note.message) == said


@pytest.mark.asyncio
async def test_the_preset_changes_in_the_middle_of_a_battle(play: Play) -> None:
    async with play(game(), (140, 45)) as pilot:
        await pilot.press("ctrl+p", *"yubn")
        await until(pilot, lambda: "U takes back" in shown(pilot))
        await press(pilot, "enter", "enter")
        assert board_of(pilot).is_mounted
        await press(pilot, "right", "enter")
        assert " U undo" in shown(pilot)


def test_the_document_tells_every_key() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in (ROOT / "docs" / "keys.md").read_text("utf-8").splitlines()
        if line.startswith("| `")
    ]
    told = [(name.strip("`"), keys.replace("`", "")) for keys, name, _about in rows]
    assert told == [(key.name, " ".join(map(key_name, key.keys.split(",")))) for key in EVERY]
