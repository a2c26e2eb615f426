"""``tacsim edit`` from the command line: what would be edited, and what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.calls import call, unusable

from tacsim.content.library import shipped


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "saves"))


def test_a_battle_of_the_library_is_edited_as_a_copy() -> None:
    answer = call("edit", "ogre_bridge", "--json")
    assert (answer.code, answer.json) == (0, {"file": None, "kind": "scenario", "faults": 0})


def test_a_map_of_one_s_own_is_edited_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "yard.toml"
    path.write_text('grid = """\n...\n"""\n')
    assert call("edit", str(path), "--json").json == {
        "file": str(path), "kind": "map", "faults": 0,
    }  # fmt: skip


def test_without_a_file_there_is_something_to_be_asked() -> None:
    assert call("edit", "--json").json is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = [", "no valid TOML"),
        ("[orc]\nname = 'x'\n", "neither a scenario nor a map"),
        ('grid = """\n...\n..\n...\n"""\n', "row 2 is 2 cells long, the others 3"),
        ('ruleset = "d20"\nmap = "gone.toml"\n', 'there is no map "gone.toml"'),
    ],
)
def test_a_damaged_file_is_one_line(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    unusable(call("edit", str(path)), "odd.toml", words)


def test_what_is_not_there_is_one_line() -> None:
    unusable(call("edit", "ogre_brigde"), "ogre_bridge")
    unusable(call("edit", "nowhere/yard.txt"), "yard.txt")


def test_a_file_that_is_not_there_yet_is_a_new_battle(tmp_path: Path) -> None:
    path = tmp_path / "yard.toml"
    assert call("edit", str(path), "--json").json == {
        "file": str(path), "kind": "scenario", "faults": 0,
    }  # fmt: skip
    assert list(tmp_path.iterdir()) == [], "nothing is written before it is kept"


def test_a_new_battle_that_cannot_be_kept_is_one_line(tmp_path: Path) -> None:
    unusable(call("edit", str(tmp_path / "gone" / "yard.toml")), "yard.toml", "No such file")
    plain = tmp_path / "plain"
    plain.touch()
    unusable(call("edit", str(plain / "yard.toml")), "yard.toml", "Not a directory")
    unusable(call("edit", str(tmp_path / f"{'a' * 300}.toml")), "is no name for a file")
    inside = shipped()[0].with_name("yard.toml")
    unusable(call("edit", str(inside)), "come with the game")


def test_the_editor_needs_a_terminal() -> None:
    unusable(call("edit", "ogre_bridge"), "the game needs a terminal")
