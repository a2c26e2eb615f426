"""How long a key takes on the screen, from the key to the last byte of its frame.

``python benchmarks/keys.py [SCENARIO ...] [--size 140x45] [--keys N] [--held]`` plays in real
pseudo-terminals, an empty Textual app first, and prints for each milliseconds a key (median, 95 in
100, most), the median as a multiple of the empty app's, bytes a key (median, most), milliseconds of
the processor a key, and the seconds until it takes keys. A frame is over when nothing comes for 25
milliseconds; a key after which nothing comes for a quarter of a second brought none, and does not
count. With ``--held`` also: milliseconds from the last of keys held down at 30 a second to the last
byte.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from time import monotonic, sleep

import attrs

from tacsim.content.library import find_scenario
from tacsim.content.scenarios import read_scenario

EMPTY = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    count = 0

    def compose(self):
        yield Static("0", id="text")

    def on_key(self, event):
        self.count += 1
        self.query_one("#text").update(str(self.count))

Empty().run()
"""
SIZES = ((80, 24), (140, 45), (200, 60))
QUIET = 0.025
"""Seconds without a byte after which a frame is over."""
FIRST = 0.25
"""Seconds within which a frame begins, on however busy a machine; else there is none."""
KEYS = "llljjjhhhkkkyunb"
"""The keys pressed, again and again: around a place and out of it."""
MAPS = Path(__file__).parent.parent / "maps"


@attrs.frozen
class Frame:
    """What a key brought: milliseconds to its last byte, and the bytes."""

    ms: float
    size: int


@attrs.frozen
class Run:
    """Seconds until keys are taken, the frames, and milliseconds of the processor a key."""

    ready: float
    frames: list[Frame]
    worked: float

    @property
    def median(self) -> float:
        """Milliseconds."""
        return statistics.median(frame.ms for frame in self.frames)


class Terminal:
    """A pseudo-terminal in which a program runs."""

    def __init__(self, command: list[str], columns: int, rows: int, env: dict[str, str]) -> None:
        self.started = monotonic()
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.execvpe(command[0], command, os.environ | env)  # noqa: S606  # our own program
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, quiet: float, most: float = 10.0) -> tuple[float, bytes]:
        """Everything until it is quiet: when the last byte came, and the bytes."""
        found, last, until = b"", monotonic(), monotonic() + most
        while (left := min(last + quiet, until) - monotonic()) > 0:
            if not select.select([self.fd], [], [], left)[0]:
                break
            try:
                fresh = os.read(self.fd, 1 << 20)
            except OSError:
                break
            if not fresh:
                break
            found, last = found + fresh, monotonic()
        return last, found

    def until(self, text: bytes, most: float = 20.0) -> float:
        """Wait until a text has been shown; the seconds since the start."""
        seen, end = b"", monotonic() + most
        while text not in seen:
            at, fresh = self.read(0.01, end - monotonic())
            seen += fresh
            if b"looked away" in seen:
                os.write(self.fd, b"\r")
                seen = b""
            if monotonic() > end:
                raise TimeoutError(f"{text!r} was not shown")
        return at - self.started

    def key(self, key: str) -> Frame | None:
        """Press a key and wait for its frame; None where it brings none."""
        sent = monotonic()
        os.write(self.fd, key.encode())
        if not select.select([self.fd], [], [], FIRST)[0]:
            return None
        last, found = self.read(QUIET)
        return Frame((last - sent) * 1000, len(found))

    def frames(self, keys: Iterable[str]) -> list[Frame]:
        """The frames that some keys bring, pressed one after another."""
        return [frame for key in keys if (frame := self.key(key)) is not None]

    @property
    def worked(self) -> float:
        """Milliseconds of the processor that the program has taken; 0 where that is not told."""
        try:
            told = Path(f"/proc/{self.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(told[11]) + int(told[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


@contextmanager
def terminal(command: list[str], size: tuple[int, int]) -> Iterator[Terminal]:
    """A program in a terminal with a home of its own."""
    with tempfile.TemporaryDirectory() as home:
        env = {
            "HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "TACSIM_SAVES": home,
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANGUAGE": "en",
            "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "",
        }  # fmt: skip
        here = Terminal(command, *size, env)
        try:
            yield here
        finally:
            here.close()


def empty(size: tuple[int, int], count: int) -> Run:
    """An empty app."""
    with terminal([sys.executable, "-c", EMPTY], size) as shown:
        ready = shown.until(b"0")
        shown.read(0.7)
        before = shown.worked
        frames = shown.frames("x" * count)
        return Run(ready, frames, (shown.worked - before) / count)


def command(scenario: str) -> list[str]:
    """Play a scenario in which people play all sides and everything is seen."""
    sides = [side.id for side in read_scenario(find_scenario(scenario)).sides]
    play = [sys.executable, "-m", "tacsim", "play", scenario, "--seed", "3", "--no-fog"]
    return [*play, *(f"--side={side}=human" for side in sides)]


def battle(scenario: str, size: tuple[int, int], count: int) -> Run:
    """A battle in which the cursor is moved."""
    with terminal(command(scenario), size) as shown:
        ready = shown.until(b"Point")
        shown.read(0.7)
        before = shown.worked
        frames = shown.frames(islice(cycle(KEYS), count))
        return Run(ready, frames, (shown.worked - before) / count)


def held(scenario: str, size: tuple[int, int], count: int) -> float:
    """Milliseconds after the last of keys held down at 30 a second until its last byte."""
    with terminal(command(scenario), size) as shown:
        shown.until(b"Point")
        shown.read(0.7)
        for n in range(count):
            os.write(shown.fd, b"l" if n // 10 % 2 == 0 else b"h")
            sent, found = monotonic(), b""
            last, found = shown.read(1 / 30, 1 / 30)
            sleep(max(sent + 1 / 30 - monotonic(), 0))
        if found:
            rest, more = shown.read(QUIET)
            last = rest if more else last
        return (last - sent) * 1000


def row(name: str, run: Run, base: float) -> str:
    """A line of the table."""
    ms = sorted(frame.ms for frame in run.frames)
    sizes = [frame.size for frame in run.frames]
    return (
        f"{name:28} {run.median:6.1f} {ms[int(len(ms) * 0.95)]:6.1f} {ms[-1]:6.1f}"
        f" {run.median / base:6.2f}x {statistics.median(sizes):8.0f} {max(sizes):8}"
        f" {run.worked:8.1f} {run.ready:8.2f}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*")
    parser.add_argument("--size", action="append")
    parser.add_argument("--keys", type=int, default=64)
    parser.add_argument("--held", action="store_true")
    wanted = parser.parse_args()
    sizes = [tuple(map(int, size.split("x"))) for size in wanted.size or ()] or list(SIZES)
    names = wanted.scenarios or sorted(path.stem for path in MAPS.glob("*.toml"))
    print(f"{'':28} median   95 %   most   empty    bytes     most  ms work  s ready")
    for size in sizes:
        print("x".join(map(str, size)))
        base = empty(size, wanted.keys)
        print(row("an empty app", base, base.median))
        for name in names:
            line = row(name, battle(name, size, wanted.keys), base.median)
            print(
                line + (f"  held {held(name, size, 45):.0f} ms" if wanted.held else ""), flush=True
            )


if __name__ == "__main__":
    main()
