"""The real program at the end of a real pipe: whole battles, and every way to leave one."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest
from cli.calls import PATIENCE, ROOT
from gate import slow
from plain.fights import fight, written
from plain.fights import played as resumed
from plain.readers import QUESTION, Brawler, Reader, typed

import tacsim


class Program:
    """``tacsim play ... --plain`` with a pipe at either end."""

    def __init__(self, *arguments: object) -> None:
        self._running = subprocess.Popen(
            [sys.executable, "-m", "tacsim", "play", *map(str, arguments), "--plain"],
            cwd=ROOT,
            env={**os.environ, "LANGUAGE": "en"},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.text = ""
        self.err = ""
        self._patience = Timer(PATIENCE, self._running.kill)
        self._patience.start()

    def read(self) -> list[str] | None:
        """The lines up to the next prompt; None where there is none any more."""
        assert self._running.stdout is not None
        fresh = b""
        while not re.search(rb"(^|\n)>\n$", fresh):
            part = os.read(self._running.stdout.fileno(), 1 << 16)
            if not part:
                self.text += fresh.decode()
                return None
            fresh += part
        self.text += fresh.decode()
        return fresh.decode().split("\n")[:-2]

    def answer(self, text: str) -> None:
        assert self._running.stdin is not None
        self._running.stdin.write(text.encode() + b"\n")
        self._running.stdin.flush()

    def interrupt(self) -> None:
        self._running.send_signal(signal.SIGINT)

    def hang_up(self) -> None:
        assert self._running.stdin is not None
        self._running.stdin.close()

    def end(self) -> int:
        """What is left to be read, and the exit code."""
        while self.read() is not None:
            pass
        assert self._running.stderr is not None
        self.err = self._running.stderr.read().decode()
        return self._running.wait(PATIENCE)

    def close(self) -> None:
        self._patience.cancel()
        self._running.kill()
        self._running.wait(PATIENCE)
        for stream in (self._running.stdin, self._running.stdout, self._running.stderr):
            assert stream is not None
            stream.close()


@contextmanager
def program(*arguments: object) -> Iterator[Program]:
    opened = Program(*arguments)
    try:
        yield opened
    finally:
        opened.close()


def played(opened: Program, reader: Reader) -> int:
    """Let a reader answer until there is nothing more to answer."""
    while (lines := opened.read()) is not None:
        answer = reader(lines)
        assert answer is not None
        opened.answer(answer)
    return opened.end()


def save_in(folder: Path) -> Path:
    (found,) = folder.glob("*.tacsim")
    return found


@pytest.mark.parametrize("ruleset", ["d20", *slow("grid5e", "metric", "pool")])
def test_a_whole_battle_is_played_through_a_pipe(ruleset: str, tmp_path: Path, saves: Path) -> None:
    path = written(tmp_path, fight(ruleset))
    with program(path, "--seed", 5, "--side", "raiders=greedy") as opened:
        assert played(opened, Brawler(ruleset)) == 0
    assert opened.err == ""
    assert re.search(r"^(Victory: \w+\.|The battle ends undecided\.)$", opened.text, re.MULTILINE)
    assert opened.text.rstrip().split("\n")[-1].startswith("The battle is kept in ")
    assert all(c == "\n" or (c.isprintable() and c < "\u2190") for c in opened.text)
    replay = tacsim.replay(save_in(saves))
    assert replay.verify().ok
    assert replay.end.over
    told = iter(opened.text.split("\n"))
    for line in replay.log():
        if line.tone not in ("turn", "round"):
            assert any(one.removesuffix(".") == line.text.removesuffix(".") for one in told), line


def test_it_ends_cleanly_at_the_end_of_its_input_and_goes_on_from_there(
    tmp_path: Path, saves: Path
) -> None:
    path = written(tmp_path, fight("d20"))
    with program(path, "--seed", 5) as opened:
        assert opened.read()
        opened.answer("e 1")
        assert opened.read()
        opened.hang_up()
        assert opened.end() == 0
    kept = save_in(saves)
    assert f"The battle is kept; to go on: tacsim play {kept} --plain" in opened.text
    assert opened.err == ""
    lines = resumed(kept, typed("q")).pipe.printed
    assert "Ann walks 1 square to (2,1)." in lines
    assert any(line.startswith("Round 1. Ann's turn (Heroes): ") and " at 2,1." in line
               for line in lines)  # fmt: skip


def test_before_the_dice_it_goes_on_as_a_branch(tmp_path: Path, saves: Path) -> None:
    path = written(tmp_path, fight("d20"))
    with program(path, "--seed", 5, "--side", "raiders=greedy") as opened:
        plan = iter(("e 1", ".", "u", "ann", "2", "q"))
        assert played(opened, lambda lines: "n" if lines[-1:] == [QUESTION] else next(plan)) == 0
    assert opened.err == ""
    assert "1. round 1, from step 1: Ann: end the turn" in opened.text
    assert "2. round 1, from step 0: Ann: walk to (2,1)" in opened.text
    assert 'You go on as the branch "from step 0"' in opened.text
    assert tacsim.replay(save_in(saves)).verify().ok


def test_ctrl_c_leaves_and_says_where_the_battle_is(tmp_path: Path, saves: Path) -> None:
    path = written(tmp_path, fight("d20"))
    with program(path, "--seed", 5) as opened:
        assert opened.read()
        opened.interrupt()
        assert opened.end() == 0
    assert opened.text.count("Traceback") == 0
    assert opened.err == ""
    assert str(save_in(saves)) in opened.text
    assert tacsim.replay(save_in(saves)).verify().ok
