"""The options of ``play``: checked as those of ``run`` are, and passed on to the battle."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from cli.calls import call, unusable
from plain.fights import fight, played, written
from plain.readers import typed

import tacsim
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.content.characters import Party, character
from tacsim.content.naming import names_of
from tacsim.plain.console import Console, LeaveError
from tacsim.player.kept.parties import keep_party
from tacsim.player.kept.recent import read_recent
from tacsim.player.opening import game_of
from tacsim.storage.journal import Journal
from tacsim.view.columns import columns


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path, fight("d20"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seed", "x"], ["--seed"]),
        (["--seed", 2**63], ["--seed"]),
        (["--side", "heroes"], ["ID=WHO"]),
        (["--side", "heros=human"], ["heros", "heroes"]),
        (["--side", "heroes=ai:gredy"], ["gredy", "greedy"]),
        (["--side", "heroes=human", "--side", "heroes=ai"], ["twice"]),
        (["--fog=no"], ["--fog"]),
        (["--name", "ann"], ["ID=NAME"]),
        (["--name", "an=Mog"], ["an", "ann"]),
        (["--name", "ann=\x1b[31m"], ["cannot be seen"]),
        (["--name", "heroes=Mog", "--name", "raiders=mog"], ["Mog", "already"]),
        (["--name", "ann=Mog", "--name", "ann=Tom"], ["twice"]),
        (["--party", "Company"], ["ID=PARTY"]),
        (["--party", "heroes=Company"], ["Company", "there is none"]),
        (["--party", "heros=Company"], ["heros", "heroes"]),
    ],
)
def test_a_call_that_cannot_be_answered_is_told_in_one_line(
    path: Path, saves: Path, arguments: list[object], words: list[str]
) -> None:
    unusable(call("play", path, "--plain", *arguments), *words)
    assert not saves.exists()


def test_a_save_has_its_own_seed_sides_and_fog(path: Path) -> None:
    kept = played(path, typed("q")).game.save
    for more in (
        ["--seed", 3], ["--side", "heroes=ai"], ["--fog"], ["--name", "ann=Mog"],
        ["--party", "heroes=Company"],
    ):  # fmt: skip
        unusable(call("play", kept, "--plain", *more), "save", "own seed")


def test_of_a_save_that_is_open_elsewhere_it_is_told_what_to_do(path: Path) -> None:
    kept = played(path, typed("q")).game.save
    assert kept is not None
    with Journal.resume(kept):
        answer = call("play", kept, "--plain")
    unusable(answer, "another program", "close it there", "copy")
    assert "bug" not in answer.err


def test_what_is_no_scenario_and_no_save_is_told(tmp_path: Path) -> None:
    unusable(call("play", "ogre_bridg", "--plain"), "ogre_bridge")
    broken = tmp_path / "broken.tacsim"
    broken.write_bytes(b"\x89TACSIM\nnothing")
    unusable(call("play", broken, "--plain"), "broken.tacsim")


def test_they_are_what_the_battle_is_fought_with(path: Path) -> None:
    sides = {"heroes": "cautious", "raiders": "human"}
    game = game_of(path, seed=11, sides=sides, fog=True).begin()
    assert game.controllers == {"heroes": "ai:cautious", "raiders": "human"}
    assert game.session.battle.world.dice.seed == 11
    assert game.session.battle.fog
    assert list(game.session.controllers) == ["heroes"]
    game.close()
    assert game.save is not None
    header = tacsim.replay(game.save).saved.header
    assert (header.seed, header.fog) == (11, True)


def test_names_are_told_and_kept(path: Path) -> None:
    names = {"ann": "Anna the Ünlikely", "raiders": "Those of the hill"}
    done = played(path, typed("q"), names=names)
    text = done.text
    assert done.game.save is not None
    assert (
        names_of(tacsim.replay(done.game.save).saved.scenario)["side"]["raiders"]
        == names["raiders"]
    )
    assert "Anna the Ünlikely's turn" in text
    assert "ann's turn" not in text


def test_a_party_stands_where_the_side_stood_and_who_is_left_out_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party("Company", "d20")
    for name in ("Orla", "Bren", "Cade"):
        party = party.with_member(None, character("d20", name))
    keep_party(party)
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    wanted = ("--party", "heroes=Company", "--name", "orla=Grit")
    answer = call("play", path, "--plain", *wanted)
    assert answer.code == 0
    assert "Grit" in answer.out
    assert "ann's turn" not in answer.out
    assert "no place for Cade" in answer.err
    unusable(call("play", path, "--party", "raiders=Company", "--side", "raiders=ai"), "raiders")


def test_what_was_chosen_is_remembered(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    arguments = ("--seed", 6, "--fog", "--side", "raiders=greedy", "--name", "ann=Anna")
    assert call("play", path, "--plain", *arguments).code == 0
    (one,), trouble = read_recent(tmp_path / "config" / "tacsim" / "recent.json")
    assert trouble == ""
    assert one.path == str(path)
    assert one.settings.controllers == {"heroes": "human", "raiders": "ai:greedy"}
    assert (one.settings.seed, one.settings.fog) == (6, True)
    assert one.settings.names == {"creature": {"ann": "Anna"}}


def test_without_a_terminal_the_screens_are_not_opened_and_nothing_is_begun(
    path: Path, saves: Path
) -> None:
    unusable(call("play", path, "--seed", 3), "terminal", "--plain")
    assert not saves.exists()


async def test_on_the_screen_the_same_battle_is_opened(path: Path, tmp_path: Path) -> None:
    game = game_of(path, seed=11, sides={"raiders": "greedy"}).begin()
    app = TacsimApp(game=game, keep=tmp_path / "options.toml")
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, BattleScreen)
        assert app.screen.game is game


def test_without_them_it_is_as_the_scenario_says(path: Path) -> None:
    game = game_of(path).begin()
    assert game.controllers == {"heroes": "human", "raiders": "human"}
    assert game.session.battle.world.dice.seed == 3
    assert not game.session.battle.fog
    game.close()


def test_json_only_tells_what_would_be_opened(path: Path, saves: Path) -> None:
    answer = call("play", path, "--plain", "--json")
    assert answer.json == {"scenario": str(path), "name": "The hall", "ruleset": "d20"}
    assert not saves.exists()


def test_a_battle_that_is_being_played_is_not_taken_up_twice(path: Path) -> None:
    game = game_of(path).begin()
    unusable(call("play", game.save, "--plain"), "another program")
    game.close()


class Terminal(io.StringIO):
    """Stands for a terminal, at either end."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_one_answers_behind_the_prompt() -> None:
    sink = Terminal()
    console = Console(Terminal("  Ogre \t 2\n"), sink)
    assert console.ask() == "Ogre 2"
    assert sink.getvalue() == "> "
    with pytest.raises(LeaveError):
        console.ask()
    assert sink.getvalue() == "> > \n"


def test_nothing_that_is_printed_moves_a_cursor() -> None:
    sink = io.StringIO()
    Console(None, sink).say("Zzy\x1b[2Jzx\r\x07", "한")
    assert sink.getvalue() == "Zzy?[2Jzx??\n한\n"


def test_at_a_terminal_rows_end_with_a_word_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    line = f"Near you: Rask, 1 square south; 고블린 한 마리, 북쪽으로 두 칸 떨어져; {'x' * 40} end"
    shown, piped = Terminal(), io.StringIO()
    Console(None, shown).say(line, "", "short")
    rows = shown.getvalue().split("\n")
    assert rows[-3:] == ["", "short", ""]
    assert " ".join(rows[:-3]) == line
    assert all(columns(row) <= 30 or " " not in row for row in rows)
    Console(None, piped).say(line)
    assert piped.getvalue() == line + "\n", "in a pipe a line is a line"


def test_at_a_terminal_rows_of_a_map_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    sink = Terminal()
    Console(None, sink).draw("  1 . . . . . . .\x1b")
    assert sink.getvalue() == "  1 . . . . . . .?\n"
