"""``tacsim import`` and maps by ``tacsim export``, called as from a shell."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import zlib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.calls import ROOT, call, program, unusable
from cli.test_pictures import Terminal
from content.imports.test_tiled import data, tmx
from content.imports.test_uvtt import line, plan, portal
from content.imports.test_watabou import door, rect

import tacsim.cli

DUNGEON = {
    "title": "Two rooms", "rects": [rect(0, 0, 4, 3), rect(4, 1), rect(5, 0, 4, 3)],
    "doors": [door(4, 1, 1)], "columns": [{"x": 1, "y": 1}],
}  # fmt: skip


@pytest.fixture
def dungeon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "rooms.json"
    path.write_text(json.dumps(DUNGEON))
    return path


def test_the_map_is_written_and_told_of(dungeon: Path) -> None:
    answer = call("import", dungeon, "-o", "rooms.toml", "--json")
    assert (answer.code, answer.err) == (0, "")
    told = answer.json
    assert list(told) == ["map", "size", "floor", "doors", "dropped"]
    assert (told["map"], told["size"], told["floor"], told["doors"]) == (
        "rooms.toml",
        [9, 3],
        25,
        1,
    )
    assert len(told["dropped"]) == 1
    assert call("check", "rooms.toml").code == 0
    said = call("import", dungeon, "-o", "again.toml")
    assert said.out.startswith("again.toml: 9 × 3, 25 cells of floor, 1 door\n")
    assert "1 column" in said.out
    assert Path("again.toml").read_bytes() == Path("rooms.toml").read_bytes()


def test_standard_input_is_not_read() -> None:
    unusable(call("import", "-"), "out of a file")


def test_without_a_file_the_map_is_printed_and_the_rest_told_beside_it(dungeon: Path) -> None:
    answer = call("import", dungeon)
    assert answer.code == 0
    Path("printed.toml").write_text(answer.out)
    assert call("check", "printed.toml").code == 0
    assert "1 column" in answer.err
    assert call("import", dungeon, "--json").json["map"] is None


def test_a_file_that_is_there_is_replaced_only_when_told_to(dungeon: Path) -> None:
    Path("mine.toml").write_text("mine")
    unusable(call("import", dungeon, "-o", "mine.toml"), "--force")
    unusable(call("import", dungeon, "-o", "."), "folder")
    unusable(call("import", dungeon, "-o", dungeon, "--force"), "itself")
    assert Path("mine.toml").read_text() == "mine"
    assert call("import", dungeon, "-o", "mine.toml", "--force").code == 0
    assert "grid" in Path("mine.toml").read_text()


BATTLE = """format = 1
name = "Trial"
ruleset = "{ruleset}"
map = "ours.toml"
[[side]]
id = "heroes"
name = "Heroes"
controller = "ai"
[[side]]
id = "foes"
name = "Foes"
controller = "ai"
[[creature]]
id = "ann"
kind = "dummy"
side = "heroes"
at = [0, 0{z}]
[[creature]]
id = "rat"
kind = "dummy"
side = "foes"
at = [8, 2{z}]
"""


@pytest.mark.parametrize(
    ("topology", "ruleset"), [("square", "d20"), ("hex", "metric"), ("cube", "pool")]
)
def test_a_battle_is_fought_to_its_end_through_the_door(
    dungeon: Path, topology: str, ruleset: str
) -> None:
    assert call("import", dungeon, "-o", "ours.toml", "--topology", topology).code == 0
    text = BATTLE.format(ruleset=ruleset, z=", 0" if topology == "cube" else "")
    Path("trial.toml").write_text(text)
    assert call("check", "trial.toml").out == ""
    answer = call("run", "trial.toml", "--auto", "--seed", 5, "--json")
    assert answer.code == 0
    assert answer.lines[-1]["event"] == "battle_ended"
    assert answer.lines[-1]["winner"] in ("heroes", "foes")


def test_shut_doors_are_told_of_and_can_be_had_open(dungeon: Path) -> None:
    house = Path("house.uvtt")
    house.write_text(json.dumps(plan(4, 2, portals=[portal((2, 0), (2, 1))])))
    assert "--doors open" in call("import", house, "-o", "shut.toml").out
    answer = call("import", house, "-o", "open.toml", "--doors", "open")
    assert "--doors open" not in answer.out
    assert "open = true" in Path("open.toml").read_text()
    assert "open = true" not in Path("shut.toml").read_text()


def test_at_a_terminal_the_map_is_drawn(dungeon: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    with contextlib.redirect_stdout(Terminal()) as out:
        assert tacsim.cli.main(["import", str(dungeon), "-o", "drawn.toml"]) == 0
    lines = out.getvalue().splitlines()
    assert lines[:4] == [
        "  0         5",
        "0 . . . . # . . . .",
        "1 . . . .'. . . . .",
        "2 . . . . # . . . .",
    ]
    with contextlib.redirect_stdout(Terminal()) as out:
        assert tacsim.cli.main(["import", str(dungeon), "-o", "plain.toml", "--plain"]) == 0
    assert out.getvalue().startswith("plain.toml: ")


def test_at_a_terminal_what_tiles_are_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that is no ground is asked for again."""
    (tmp_path / "small.tmx").write_text(tmx(data("csv")))
    stdin = Terminal("lava\npit\n")
    monkeypatch.setattr(sys, "stdin", stdin)
    target = tmp_path / "ours.toml"
    with contextlib.redirect_stdout(Terminal()), contextlib.redirect_stderr(io.StringIO()) as err:
        assert tacsim.cli.main(["import", str(tmp_path / "small.tmx"), "-o", str(target)]) == 0
    assert err.getvalue().count("tile 4 of own (1 cell)") == 2
    assert " :^" in target.read_text()


def test_a_file_without_permission_or_of_noise_is_one_line(dungeon: Path) -> None:
    Path("noise.json").write_bytes(bytes(range(256)) * 4)
    unusable(call("import", "noise.json"), "noise.json")
    unusable(call("import", "noise.json", "--from", "watabou"), "noise.json")
    unusable(call("import", "."), "ordinary file")
    unusable(call("import", "none.uvtt"), "No such file")
    if os.geteuid() != 0:
        dungeon.chmod(0)
        unusable(call("import", dungeon), "Permission denied")


ZEROS = 400_000_000
"""Bytes that something small unpacks to."""
BOMBS: dict[str, Callable[[], bytes]] = {
    "deep.json": lambda: b'{"rects": ' + b"[" * 2_000_000,
    "wide.json": lambda: b'{"rects": [' + b"{}," * 1_000_000 + b"{}]}",
    "picture.uvtt": lambda: b'{"resolution": {}, "image": "' + b"A" * 120_000_000 + b'"}',
    "packed.tmx": lambda: tmx(
        '<data encoding="base64" compression="zlib">'
        f"{b64encode(zlib.compress(bytes(ZEROS))).decode()}</data>"
    ).encode(),
    "many.tmx": lambda: b"<map>" + b"<a/>" * 900_000 + b"</map>",
    "packed.xp": lambda: zlib.compress(bytes(ZEROS)),
}
"""Files that would take much memory: they are made only where one is tried."""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc here: run on Linux")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if at % 2 else ()) for at, name in enumerate(BOMBS)],
)
def test_no_file_takes_much_memory(name: str, tmp_path: Path) -> None:
    """In a process of its own: at most 200 megabytes at any time, and as a rule much less."""
    path = tmp_path / name
    path.write_bytes(BOMBS[name]())
    script = (
        "import re, tacsim.cli\n"
        f"code = tacsim.cli.main(['import', {str(path)!r}])\n"
        "print(code, re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True,
        env=os.environ | {"LANGUAGE": "en"}, timeout=300,
    )  # fmt: skip
    code, most = done.stdout.split()
    assert code == "2"
    assert done.stderr.count("\n") == 1, done.stderr
    assert int(most) < 200 * 1024


# --- out -----------------------------------------------------------------------------------------


def test_a_map_goes_out_and_comes_back(dungeon: Path) -> None:
    call("import", dungeon, "-o", "rooms.toml")
    answer = call("export", "rooms.toml", "--as", "tiled")
    assert (answer.code, answer.out, answer.err) == (0, "rooms.tmx\n", "")
    call("import", "rooms.tmx", "-o", "back.toml")
    assert Path("back.toml").read_text() == Path("rooms.toml").read_text()
    unusable(call("export", "rooms.toml", "--as", "tiled"), "--force")


@pytest.mark.parametrize("form", ["uvtt", "tiled", "svg"])
def test_a_shipped_battle_has_its_map_exported_by_name(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = call("export", "ogre_bridge", "--as", form, "-o", "-")
    assert answer.code == 0
    assert len(answer.out) > 1000
    assert list(tmp_path.iterdir()) == []
    assert ("deep_water" in answer.err) == (form == "uvtt")


def test_what_a_map_has_no_part_in_is_turned_down(dungeon: Path) -> None:
    call("import", dungeon, "-o", "rooms.toml")
    unusable(call("export", "rooms.toml", "--as", "svg", "--at", 3), "saved battles")
    unusable(call("export", "rooms.toml", "--as", "tiled", "--level", 1), "--level")
    unusable(call("export", "rooms.toml", "--as", "uvtt", "--level", 1), "no level 1")
    unusable(call("export", "giants_causeway", "--as", "uvtt"), "hexes")
    unusable(call("export", "no-such-map", "--as", "tiled"), "no-such-map")
    unusable(call("export", dungeon, "--as", "tiled"), "rooms.json")


def test_the_same_bytes_in_another_process(dungeon: Path) -> None:
    here = call("import", dungeon).out
    assert program("import", dungeon, PYTHONHASHSEED="77").out == here
    walls = plan(5, 5, line((0, 0), (5, 4)), line((4, 0), (0, 5)))
    Path("walls.uvtt").write_text(json.dumps(walls))
    there = program("import", Path("walls.uvtt").resolve(), PYTHONHASHSEED="78").out
    assert there == call("import", "walls.uvtt").out
