"""``tacsim edit`` from the command line: what would be edited, and what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.calls import call, unusable


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
    unusable(call("edit", "nowhere/yard.toml"), "yard.toml")


def test_the_editor_needs_a_terminal() -> None:
    unusable(call("edit", "ogre_bridge"), "the game needs a terminal")
