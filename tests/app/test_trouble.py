"""What goes wrong in use: one calm screen, a report, and on from the save; no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pyte
import pytest
from app.players import CROSSING
from gate import slow

COLUMNS, LINES = 90, 30
PATIENCE = 300.0

BROKEN = """
import sys
from tacsim.app.{module} import {screen}

def fails(*_):
    raise RuntimeError("planted")

{screen}.{method} = fails
from tacsim.cli import main
sys.exit(main({arguments!r}))
"""


class Broken:
    """The program in a terminal, with a fault planted in a method of a screen."""

    def __init__(self, folder: Path, place: str, *arguments: str) -> None:
        module, screen, method = place.rsplit(".", 2)
        script = BROKEN.format(module=module, screen=screen, method=method, arguments=arguments)
        environment = os.environ | {
            "TERM": "xterm-256color",
            "TACSIM_SAVES": str(folder / "saves"),
            "PYTHONPATH": str(Path(__file__).parents[2]),
            **{f"XDG_{kind}_HOME": str(folder / kind) for kind in ("CONFIG", "DATA", "STATE")},
        }
        self.program = pexpect.spawn(
            sys.executable, ["-c", script], env=environment, dimensions=(LINES, COLUMNS)
        )
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)
        self.bytes = b""

    def until(self, *words: str) -> str:
        """Wait until all the words are on the screen."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                data = self.program.read_nonblocking(65536, timeout=0.1)
            except (pexpect.TIMEOUT, pexpect.EOF):
                data = b""
            self.bytes += data
            self.stream.feed(data)
            text = " ".join(" ".join(self.screen.display).split())
            if all(word in text for word in words):
                return text
        raise AssertionError(f"{words} never came:\n" + "\n".join(self.screen.display))

    def quit(self) -> int | None:
        self.program.sendcontrol("q")
        self.bytes += self.program.read()
        self.program.close()
        return self.program.exitstatus


def test_a_fault_in_a_battle_is_told_calmly_and_the_battle_goes_on(tmp_path: Path) -> None:
    game = Broken(tmp_path, "battle.commands.Commands.action_why", "play", str(CROSSING))
    game.until("Aldis ∙ Heroes (you)")
    game.program.send("ll\r")
    game.until("Aldis walks 2 squares")
    game.program.send("w")
    text = game.until("Something went wrong", "go on")
    assert "safe up to step 1, in round 1" in text
    (report,) = (tmp_path / "STATE").rglob("report-*.txt")
    told = report.read_text("utf-8")
    assert "RuntimeError: planted" in told
    assert "last keys: l l enter w" in told
    game.program.send("\r")
    game.until("Aldis ∙ Heroes (you)")
    game.program.send("l")
    game.until("Aldis ∙ Heroes (you)")
    assert game.quit() == 0
    assert b"Traceback" not in game.bytes
    assert len(list((tmp_path / "saves").glob("*.tacsim"))) == 1


def test_a_fault_outside_a_battle_leads_back_to_the_start(tmp_path: Path) -> None:
    game = Broken(tmp_path, "menus.help.HelpScreen.on_mount")
    game.until("New skirmish")
    game.program.send("?")
    assert "No battle was being saved" in game.until("Something went wrong", "to the start")
    game.program.send("\r")
    game.until("New skirmish")
    assert game.quit() == 0
    assert b"Traceback" not in game.bytes


def test_a_game_that_cannot_even_be_shown_says_so_in_one_line(tmp_path: Path) -> None:
    game = Broken(tmp_path, "menus.start.StartScreen.on_mount")
    game.program.expect(pexpect.EOF, timeout=PATIENCE)
    game.program.close()
    assert game.program.exitstatus == 1
    last = game.program.before.replace(b"\r", b"").rstrip(b"\n").rpartition(b"tacsim: ")[2]
    assert b"\n" not in last
    assert b"report-1.txt" in last
    assert b"Traceback" not in game.program.before


@pytest.mark.parametrize("term", ["dumb", *slow("unknown")])
def test_a_terminal_without_a_cursor_is_told_in_one_line(tmp_path: Path, term: str) -> None:
    program = pexpect.spawn(
        sys.executable, ["-m", "tacsim", "play", str(CROSSING)],
        env=os.environ | {"TERM": term, "PYTHONPATH": str(Path(__file__).parents[2])},
        dimensions=(LINES, COLUMNS),
    )  # fmt: skip
    program.expect(pexpect.EOF, timeout=PATIENCE)
    program.close()
    assert program.exitstatus == 2
    (line,) = program.before.decode().strip().splitlines()
    assert f"TERM={term}" in line


def test_a_program_without_standard_input_is_told_in_one_line() -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m tacsim <&-"],
        capture_output=True, text=True, timeout=PATIENCE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.strip() == (
        "tacsim: the game needs a terminal, and this is none; "
        "tacsim play SCENARIO --plain needs none"
    )
