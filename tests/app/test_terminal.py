"""The real program in a pseudo-terminal: played, killed in mid-turn, resumed, replayed."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pyte
import pytest
from app.players import CROSSING
from gate import slow

from tacsim.player.game import resumed_game

COLUMNS, LINES = 90, 30
PATIENCE = 300.0
"""Seconds to wait for what is certain to come, on a machine that is busy with much else."""
TAKEN, LEFT_ALONE = b"\x1b[?1049h", b"\x1b[?1049l"
"""What takes a whole terminal, and gives it back."""


class Terminal:
    """A terminal with the program in it."""

    def __init__(self, folder: Path, *arguments: str, **more: str) -> None:
        config = folder / "config" / "tacsim"
        config.mkdir(parents=True, exist_ok=True)
        (config / "options.toml").write_text('motion = false\nzoom = "normal"\n')
        environment = (
            os.environ
            | {
                "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
                "TACSIM_SAVES": str(folder / "saves"),
                "XDG_CONFIG_HOME": str(folder / "config"),
                "PYTHONPATH": str(Path(__file__).parents[2]),
            }
            | more
        )
        environment.pop("NO_COLOR", None)
        self.program = pexpect.spawn(
            sys.executable, ["-m", "tacsim", *arguments], env=environment,
            dimensions=(LINES, COLUMNS), timeout=PATIENCE,
        )  # fmt: skip
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)

    def text(self) -> str:
        """What it shows; behind a wide character is a cell with nothing in it."""
        rows = (self.screen.buffer[y] for y in range(LINES))
        return "\n".join("".join(row[x].data for x in range(COLUMNS)) for row in rows)

    def read(self) -> None:
        try:
            self.stream.feed(self.program.read_nonblocking(65536, timeout=0.1))
        except (pexpect.TIMEOUT, pexpect.EOF):
            return

    def until(self, *words: str) -> str:
        """Wait until all the words are on the screen."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.read()
            if all(word in self.text() for word in words):
                return self.text()
        raise AssertionError(f"{words} never came:\n{self.text()}")

    def press(self, keys: str, *words: str) -> str:
        self.program.send(keys)
        return self.until(*words) if words else self.text()


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def make(*arguments: str, **more: str) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments, **more))
        return opened[-1]

    yield make
    for terminal in opened:
        terminal.program.close(force=True)


def goes_on(save: Path) -> tuple[str, tuple[int, ...]]:
    """Who decides, and where Aldis stands, where a save is taken up; all of it is saved."""
    game = resumed_game(save)
    try:
        assert not game.unsaved
        assert game.session.decision is not None
        return game.session.decision.actor, game.session.battle.world["aldis"].at
    finally:
        game.close()


def test_a_battle_that_is_not_saved_is_asked_about_and_kept_elsewhere(
    open_terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()  # in which no folder can be made
    nowhere = str(tmp_path / "file" / "saves")
    first = open_terminal("play", str(CROSSING), HOME=str(tmp_path), TACSIM_SAVES=nowhere)
    first.until("NOT SAVED", "Aldis ∙ Heroes (you)")
    first.press("ll", "walk, 2 of 6 squares")
    first.press("\r", "Aldis walks 2 squares to (7,5)")
    first.press("\x11", "Leave a battle that is NOT SAVED?")
    first.press("k", "Keep the battle as")
    first.program.send("\r")
    said = first.program.read().decode()
    (save,) = tmp_path.glob("the-crossing-*.tacsim")
    assert said.rstrip().endswith(f"The battle is kept; to go on: tacsim play {save}")
    assert goes_on(save) == ("aldis", (7, 5))


@pytest.mark.parametrize("closed", [False, *slow(True)])
def test_a_battle_that_is_not_saved_is_kept_elsewhere_where_it_is_ended_from_outside(
    open_terminal: Callable[..., Terminal], tmp_path: Path, closed: bool
) -> None:
    (tmp_path / "file").touch()  # in which no folder can be made
    nowhere = str(tmp_path / "file" / "saves")
    first = open_terminal("play", str(CROSSING), HOME=str(tmp_path), TACSIM_SAVES=nowhere)
    first.until("NOT SAVED", "Aldis ∙ Heroes (you)")
    first.press("ll", "walk, 2 of 6 squares")
    first.press("\r", "Aldis walks 2 squares to (7,5)")
    if closed:
        first.program.ptyproc.fileobj.close()
        first.program.wait()
    else:
        first.program.kill(signal.SIGTERM)
        said = first.program.read()
        first.program.close()
    (save,) = tmp_path.glob("the-crossing-*.tacsim")
    if not closed:
        assert said.rfind(LEFT_ALONE) > said.rfind(TAKEN)
        told = f"The battle is kept; to go on: tacsim play {save}"
        assert said.decode().rstrip().endswith(told)
        assert first.program.exitstatus == 128 + signal.SIGTERM
    assert goes_on(save) == ("aldis", (7, 5))


def test_a_battle_is_played_killed_resumed_and_replayed(
    open_terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    first = open_terminal("play", str(CROSSING))
    first.until("Aldis ∙ Heroes (you)")
    first.press("ll", "walk, 2 of 6 squares")
    first.press("\r", "Aldis walks 2 squares to (7,5)")
    first.press("a", "attack Ogre")
    first.press("a", "damage")
    first.press(".", "Opportunity for Aldis")
    first.program.kill(signal.SIGKILL)
    first.program.wait()

    saves = list((tmp_path / "saves").glob("*.tacsim"))
    assert len(saves) == 1

    second = open_terminal()
    second.until("New skirmish")
    second.press("c", "The crossing", "round 1")
    second.press("\r", "Opportunity for Aldis")
    second.press("y", "(you)")
    second.press("q", "The crossing")
    second.press("\x1b", "New skirmish")
    second.press("r", "The crossing")
    second.press("\r", "held", "replay")
    second.press("\x1b[F", "round 1")
    second.press("q", "The crossing")
    second.program.sendcontrol("q")
    second.program.expect(pexpect.EOF)
    second.program.close()
    assert second.program.exitstatus == 0


@pytest.mark.parametrize("said", [
    {"LC_ALL": "C"}, pytest.param({"TERM": "linux"}, marks=pytest.mark.slow),
    pytest.param({"PYTHONIOENCODING": "ascii"}, marks=pytest.mark.slow),
], ids=lambda said: next(iter(said)))  # fmt: skip
def test_where_nothing_else_is_sure_to_be_shown_all_is_ascii(
    open_terminal: Callable[..., Terminal], said: dict[str, str]
) -> None:
    terminal = open_terminal("play", str(CROSSING), **said)
    terminal.until("Aldis . Heroes (you)", "Point at where to go")
    shown = terminal.press("ll", "walk, 2 of 6 squares")
    assert shown.isascii()
    assert "\\" not in shown


def test_what_is_no_terminal_is_told_in_one_line(tmp_path: Path) -> None:
    import subprocess

    done = subprocess.run(
        [sys.executable, "-m", "tacsim", "play", str(CROSSING)],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "terminal" in done.stderr
    assert not done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("number", range(int(os.environ.get("TACSIM_KILLS", "6")) // 6))
def test_killed_whenever_it_resumes_where_it_was(tmp_path: Path, number: int) -> None:
    """Keys are pressed at random until the game is killed; the round on the screen was saved."""
    from random import Random

    from tacsim.storage.resume import resume
    from tacsim.storage.saved import read

    draw = Random(f"terminal-{number}")
    terminal = Terminal(tmp_path, "play", str(CROSSING))
    try:
        terminal.until("(you)")
        for _ in range(draw.randrange(1, 40)):
            terminal.program.send(draw.choice((".", ".", "\r", "y", "n", "l", "k", "a", "u")))
            if draw.random() < 0.5:
                terminal.read()
        time.sleep(draw.uniform(0, 0.5))
        terminal.read()
        shown = [int(n) for n in re.findall(r"round (\d+)", terminal.text())]
        terminal.program.kill(signal.SIGKILL)
        terminal.program.wait()
    finally:
        terminal.program.close(force=True)
    rounds = [0]
    for path in sorted((tmp_path / "saves").glob("*.tacsim")):  # several, if it was fought again
        marks = [branch.last for branch in read(path).branches]
        rounds += [mark.round for mark in marks if mark is not None]
        going = resume(path)
        assert going.session.decision is not None or going.session.over
        going.journal.close()
        assert read(going.journal.path).lost == ""
    assert max(rounds) >= max(shown, default=1)
