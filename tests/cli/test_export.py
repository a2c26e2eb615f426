"""``tacsim export``: what is written where, and what is turned down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from cli.calls import ROOT, call, program, unusable

FORMS = {"cast": ".cast", "text": ".txt", "jsonl": ".jsonl", "svg": ".svg", "html": ".html"}


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saves") / "bridge.tacsim"
    answer = call("run", "ogre_bridge", "--auto", "--seed", 3, "--max-rounds", 1, "--save", path)
    assert answer.code == 0
    return path


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("form", ["cast", "text", "jsonl"])
def test_lines_go_to_standard_output(save: Path, here: Path, form: str) -> None:
    answer = call("export", save, "--as", form)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.count("\n") > 50
    assert list(here.iterdir()) == []
    if form == "jsonl":
        assert answer.out == call("replay", save, "--json").out


@pytest.mark.parametrize("form", ["svg", "html"])
def test_pictures_and_pages_go_into_a_file_in_this_folder(
    save: Path, here: Path, form: str
) -> None:
    answer = call("export", save, "--as", form)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == f"bridge.{form}\n"
    assert [path.name for path in here.iterdir()] == [f"bridge.{form}"]
    assert (here / f"bridge.{form}").read_text() == call(
        "export", save, "--as", form, "-o", "-"
    ).out


def test_every_form_is_the_same_bytes_in_another_process_and_a_file(save: Path, here: Path) -> None:
    before, entries = save.read_bytes(), sorted(save.parent.iterdir())
    calls = [["export", str(save), "--as", form, "-o", f"there{FORMS[form]}"] for form in FORMS]
    script = f"from tacsim.cli import main; assert not any(map(main, {calls!r}))"
    told = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, cwd=here,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "99", "LANGUAGE": "en"},
    )  # fmt: skip
    files = [f"there{ending}" for ending in FORMS.values()]
    assert told.stdout.splitlines() == files
    assert sorted(path.name for path in here.iterdir()) == sorted(files)
    for form, file in zip(FORMS, files, strict=True):
        there = (here / file).read_bytes()
        assert there == call("export", save, "--as", form, "-o", "-").out.encode()
        assert there
    assert save.read_bytes() == before
    assert sorted(save.parent.iterdir()) == entries


def test_a_file_that_is_there_is_replaced_only_when_told_to(save: Path, here: Path) -> None:
    target = here / "mine.txt"
    target.write_text("mine")
    unusable(call("export", save, "--as", "text", "-o", target), "mine.txt", "--force")
    assert target.read_text() == "mine"
    assert call("export", save, "--as", "text", "-o", target, "--force").code == 0
    assert target.read_text().startswith("Ogre at the bridge")
    assert list(here.iterdir()) == [target]


def test_the_battle_itself_is_never_replaced(save: Path, here: Path) -> None:
    before = save.read_bytes()
    link = here / "link.tacsim"
    link.symlink_to(save)
    for target in (save, link):
        unusable(call("export", save, "--as", "text", "-o", target, "--force"), "itself")
    assert save.read_bytes() == before


def test_a_write_that_fails_leaves_nothing(
    save: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    unusable(call("export", save, "--as", "html", "-o", here / "page.html"), "No space left")
    assert list(here.iterdir()) == []


def test_what_cannot_be_answered_is_one_line(save: Path, here: Path) -> None:
    unusable(call("export", save), "--as")
    unusable(call("export", save, "--as", "gif"), "gif")
    unusable(call("export", here / "none.tacsim", "--as", "text"), "none.tacsim")
    unusable(call("export", here, "--as", "text"), str(here))
    (here / "bad.tacsim").write_bytes(b"not a save")
    unusable(call("export", here / "bad.tacsim", "--as", "html"), "bad.tacsim", "not a")
    unusable(call("export", save, "--as", "svg", "--at", 99999), "events")
    unusable(call("export", save, "--as", "svg", "--at", -1), "-1")
    unusable(call("export", save, "--as", "text", "--side", "elves"), "elves", "heroes")
    unusable(call("export", save, "--as", "text", "--branch", "elsewhere"), "elsewhere")
    unusable(call("export", save, "--as", "html", "-o", here / "no" / "page.html"), "page.html")
    unusable(call("export", save, "--as", "html", "-o", here), str(here))
    assert sorted(path.name for path in here.iterdir()) == ["bad.tacsim"]


def test_options_belong_to_forms(save: Path, here: Path) -> None:
    unusable(call("export", save, "--as", "text", "--at", 3), "--at", "svg")
    unusable(call("export", save, "--as", "jsonl", "--speed", 2), "--speed", "cast")
    unusable(call("export", save, "--as", "svg", "--size", "80x24"), "--size", "cast")
    for size in ("80", "80x", "9x9", "9999x10", "80x24x3", "-80x24"):
        unusable(call("export", save, "--as", "cast", f"--size={size}"))
    for speed in ("0", "0.4", "17", "nan", "inf"):
        unusable(call("export", save, "--as", "cast", "--speed", speed))


def test_size_speed_and_moment_are_heeded(save: Path, here: Path) -> None:
    slow, fast = (
        call("export", save, "--as", "cast", "--size", "80x24", "--speed", speed).out.splitlines()
        for speed in (1, 4)
    )
    assert json.loads(slow[0])["width"] == 80
    assert json.loads(slow[-1])[0] == pytest.approx(4 * json.loads(fast[-1])[0], abs=0.05)
    begun = call("export", save, "--as", "svg", "--at", 0, "-o", "-").out
    assert begun != call("export", save, "--as", "svg", "-o", "-").out
    assert ET.fromstring(begun.encode()).tag.endswith("svg")


def test_of_a_damaged_save_the_intact_part_is_told(save: Path, here: Path) -> None:
    cut = here / "cut.tacsim"
    cut.write_bytes(save.read_bytes()[:-40])
    answer = call("export", cut, "--as", "text", "-o", here / "text.txt")
    assert answer.code == 2
    assert answer.err.count("cut.tacsim") == answer.err.count("\n") == 1
    assert (here / "text.txt").read_text().startswith("Ogre at the bridge")


def test_it_needs_no_textual(save: Path) -> None:
    answer = program("export", save, "--as", "html", "-o", "-", PYTHONPROFILEIMPORTTIME="1")
    assert answer.code == 0
    assert "tacsim.export.page" in answer.err
    assert "textual" not in answer.err
