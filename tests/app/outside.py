"""A monkey at the real program in a pseudo-terminal, faster than it paints.

Any number of keys, in sittings with seeds of their own::

    PYTHONPATH=tests python -m app.outside --keys 200000 --seed 1
    PYTHONPATH=tests python -m app.outside --keys-file outside-faults/1-12.json

Each sitting has a terminal of another kind, of a size that changes down to 20x5, and begins at the
start screen, with a scenario or with a save. A fault is: the program ends other than by a key that
leaves it, or not with 0, or leaves the terminal as it should not; a traceback or the words of its
crash screen come out; ctrl+q at the end does not end it. The same keys do not always come at the
same moments, so a fault may need to be typed more than once.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import unicodedata
from collections import Counter
from pathlib import Path
from random import Random

import attrs
import pexpect
from app import keyboards
from app.keyboards import JUNK, SIZES, burst, pressed, times

ROOT = Path(__file__).parents[2]
SITTING = 190
"""Keys that are typed at one program."""
SECONDS = 30
"""Seconds of the processor that it may take until ctrl+q ends it."""
ASLEEP = 300
"""Tenths of a second that it may do nothing at all until then."""
SILENCE = 0.04
"""Seconds without a word after which a burst counts as painted."""
QUITTING = ("q", "ctrl+q", "enter", "@click", "ctrl+p")
"""What may lead out of the program, even if it is taken much later."""

UP = b"\x1b[?1049h"
"""What the program says first, once it takes keys."""

TERMINALS: dict[str, dict[str, str]] = {
    "truecolor": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "256": {"TERM": "xterm-256color"},
    "16": {"TERM": "xterm"},
    "mono": {"TERM": "xterm-256color", "NO_COLOR": "1"},
    "mono16": {"TERM": "xterm", "NO_COLOR": "1"},
    "latin": {"TERM": "xterm", "LANG": "C", "LC_ALL": "C"},
    "screen": {"TERM": "screen-256color"},
    "linux": {"TERM": "linux"},
}
"""Kinds of terminals, by what the environment says of them."""

OPENINGS: dict[str, tuple[str, ...]] = {
    "start": (),
    **{f"play-{name}": ("play", name) for name in (*keyboards.BATTLES, "ogre_warren")},
    **{f"replay-{name}": ("replay", f"saves/{name}.tacsim")
       for name in keyboards.REPLAYS if name not in ("old", "cut", "damaged", "junk")},
}  # fmt: skip

LIKELY: dict[str, tuple[str, ...]] = {
    "start": ("StartScreen", "SkirmishScreen", "SkirmishScreen", "SavesScreen", "BattleScreen"),
    "play": (*["BattleScreen"] * 5, "QuestionCard", "ActsCard", "HandoverScreen", "StartScreen"),
    "replay": (*["ReplayScreen"] * 4, "SureCard", "TextCard", "BattleScreen", "StartScreen"),
}
"""The screens whose keys are typed, as what is open is not known."""

SEQUENCES: dict[str, str] = {
    "enter": "\r", "escape": "\x1b", "tab": "\t", "shift+tab": "\x1b[Z", "backspace": "\x7f",
    "space": " ", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "home": "\x1b[H", "end": "\x1b[F", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
    "insert": "\x1b[2~", "delete": "\x1b[3~", "f1": "\x1bOP", "f2": "\x1bOQ", "f5": "\x1b[15~",
    "f10": "\x1b[21~", "f12": "\x1b[24~", "shift+up": "\x1b[1;2A", "shift+down": "\x1b[1;2B",
    "shift+right": "\x1b[1;2C", "shift+left": "\x1b[1;2D", "ctrl+left": "\x1b[1;5D",
    "plus": "+", "minus": "-", "slash": "/",
    "less_than_sign": "<", "greater_than_sign": ">", "question_mark": "?",
}  # fmt: skip
_MOUSE = {
    "@click": "\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m", "@rclick": "\x1b[<2;{x};{y}M\x1b[<2;{x};{y}m",
    "@move": "\x1b[<35;{x};{y}M", "@down": "\x1b[<0;{x};{y}M", "@up": "\x1b[<0;{x};{y}m",
    "@scroll": "\x1b[<{wheel};{x};{y}M",
}  # fmt: skip


def typed(token: str) -> str:
    """What a terminal sends for a token.

    >>> typed("down*2"), typed("full_stop"), typed("ctrl+q"), typed("@click 2,3 1")
    ('\\x1b[B\\x1b[B', '.', '\\x11', '\\x1b[<0;3;4M\\x1b[<0;3;4m')
    """
    what, _, more = token.partition(" ")
    if what in _MOUSE:
        place, by = more.split()
        x, y = (int(n) + 1 for n in place.split(","))
        return _MOUSE[what].format(x=x, y=y, wheel=65 if int(by) > 0 else 64)
    if what[0] == "@":
        return {"@blur": "\x1b[O", "@focus": "\x1b[I",
                "@paste": "\x1b[200~charge 3,4\x1b[201~"}.get(what, "")  # fmt: skip
    key, count = times(token)
    if key in SEQUENCES:
        one = SEQUENCES[key]
    elif len(key) == 1:
        one = key
    elif key.startswith("ctrl+"):
        one = chr(ord(key[-1]) & 31)
    else:
        one = unicodedata.lookup(key.replace("_", " "))
    return one * count


@attrs.define
class Sitting:
    """What was typed where, and what went wrong. ``fault``: what kind of, empty for nothing."""

    seed: str
    opening: str
    terminal: str
    tokens: list[str]
    fault: str = ""
    output: str = ""
    keys: int = 0


class Program:
    """The program in a terminal, and all that it says."""

    def __init__(self, folder: Path, terminal: str, opening: str, size: tuple[int, int]) -> None:
        environment = {
            name: value for name, value in os.environ.items()
            if name not in ("COLORTERM", "NO_COLOR", "TERM", "LANG", "LC_ALL", "TEXTUAL")
        } | {"LANG": "C.UTF-8"} | TERMINALS[terminal]  # fmt: skip
        environment |= {
            "TACSIM_SAVES": str(folder / "saves"), "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data"),
            "PYTHONPATH": str(ROOT), "TZ": "UTC", "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }  # fmt: skip
        self.child = pexpect.spawn(
            sys.executable, ["-m", "tacsim", *OPENINGS[opening]], env=environment,
            cwd=str(folder), dimensions=(size[1], size[0]), echo=False,
        )  # fmt: skip
        os.set_blocking(self.child.child_fd, False)
        self.size = size
        self.ended = False
        self.tail = b""

    def read(self, seconds: float) -> bool:
        """Take what comes within a time; whether anything did."""
        from select import select

        came = False
        while not self.ended and select([self.child.child_fd], [], [], seconds)[0]:
            try:
                fresh = os.read(self.child.child_fd, 65536)
            except BlockingIOError:
                break
            except OSError:
                fresh = b""
            if not fresh:
                self.ended = True
                break
            came, seconds = True, 0.0
            self.tail = (self.tail + fresh)[-400_000:]
        return came

    def settle(self, most: float = 2.0) -> None:
        """Read until it says and does nothing, or has worked for so many seconds."""
        begun = before = self.worked
        while self.read(SILENCE) or self.worked > before or self._runs:
            before = self.worked
            if self.ended or before - begun > most:
                return

    @property
    def _runs(self) -> bool:
        try:
            return "R" in Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2][:3]
        except OSError:
            return False

    def write(self, data: bytes) -> None:
        """Type, and take what comes meanwhile, so that neither waits for the other."""
        while data and not self.ended:
            try:
                data = data[os.write(self.child.child_fd, data) :]
            except BlockingIOError:
                self.read(0.05)
            except OSError:
                self.ended = True

    def resize(self, size: tuple[int, int]) -> None:
        with contextlib.suppress(OSError):
            self.child.setwinsize(size[1], size[0])
        self.size = size

    @property
    def text(self) -> str:
        """The last that it said, without what steers the terminal."""
        plain = re.sub(rb"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b[PX^_\]].*?(\x1b\\|\x07)|\x1b.", b"",
                       self.tail)  # fmt: skip
        return plain.decode("utf-8", "replace")

    @property
    def worked(self) -> float:
        """Seconds of the processor that it took so far."""
        try:
            fields = Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def finished(self) -> int:
        """Its exit code, once it has ended."""
        self.child.close(force=True)
        status = self.child.exitstatus
        return status if status is not None else -(self.child.signalstatus or 0)


class Monkey:
    """Sits through one sitting."""

    def __init__(self, sitting: Sitting, count: int, folder: Path) -> None:
        self.sitting, self.count, self.folder = sitting, count, folder
        self.rng = Random(f"{sitting.seed} {sitting.opening} {sitting.terminal}")
        self.given_tokens = list(sitting.tokens)
        self.given = bool(self.given_tokens)
        self.done: list[str] = []

    def sit(self) -> None:
        """Run the program, as often as it is left."""
        opening = self.sitting.opening
        while not self.sitting.fault and (self.given_tokens if self.given else self._left > 0):
            self._run(opening)
            opening = "start"
        self.sitting.tokens, self.sitting.keys = self.done, pressed(self.done)

    @property
    def _left(self) -> int:
        return self.count - pressed(self.done)

    def _run(self, opening: str) -> None:
        size = self.rng.choice(SIZES)
        program = Program(self.folder, self.sitting.terminal, opening, size)
        try:
            if self.rng.random() < 0.7:  # else it is typed before anything is there
                for _ in range(ASLEEP):
                    if UP in program.tail or program.ended:
                        break
                    program.read(0.1)
                program.settle()
            last: list[str] = []
            while not program.ended and (self.given_tokens if self.given else self._left > 0):
                last += self._burst(program)
                if self._wrong(program):
                    return
            self._end(program, last)
        finally:
            if program.child.isalive():
                program.child.kill(signal.SIGKILL)
            program.child.close(force=True)

    def _burst(self, program: Program) -> list[str]:
        if self.given:
            end = next((n for n, one in enumerate(self.given_tokens, 1) if one in keyboards.WAITS),
                       len(self.given_tokens))  # fmt: skip
            tokens, self.given_tokens = self.given_tokens[:end], self.given_tokens[end:]
        else:
            likely = LIKELY[self.sitting.opening.partition("-")[0]]
            tokens = burst(self.rng, self.rng.choice(likely), JUNK, program.size)
        self.done += tokens
        up, data = UP in program.tail, ""
        for token in tokens:
            if token.startswith("@resize"):
                program.write(data.encode())
                data = ""
                width, height = token.split()[1].split("x")
                program.resize((int(width), int(height)))
            elif token in keyboards.WAITS:
                program.write(data.encode())
                data = ""
                if token == "@rest":
                    program.settle()
                else:
                    program.read(0.0)
            elif up or not token.startswith("ctrl+"):  # else the terminal would stop it
                data += typed(token)
        program.write(data.encode())
        return tokens

    def _wrong(self, program: Program) -> bool:
        text = program.text
        for words in ("Traceback", "went wrong", "Exception ignored", "this is a bug"):
            if words in text:
                program.settle()
                self._fault(program, words)
                return True
        return False

    def _fault(self, program: Program, what: str) -> None:
        reports = sorted(self.folder.rglob("report-*.txt"), key=lambda path: path.stat().st_mtime)
        text = program.text
        if reports:  # the program's own account of it
            text += "\n" + reports[-1].read_text("utf-8", "replace")
        errors = re.findall(r"^\W*(\w+(?:Error|Exception|Matches|Failed)\b.{0,80})", text, re.M)
        self.sitting.fault = f"{what}: {errors[-1].strip()}" if errors else what
        self.sitting.output = text[-6000:]

    def _end(self, program: Program, last: list[str]) -> None:
        """Leave it, if it has not been left, and see how it ends."""
        begun, asleep = program.worked, 0
        spoken = not program.ended
        if spoken:
            program.resize((80, 24))
            program.settle()  # an escape just before would make another key of it
            program.write(b"\x11")
        while not program.ended:
            before = program.worked
            came = program.read(0.1)
            asleep = 0 if came or program.worked > before else asleep + 1
            if asleep == ASLEEP // 2:
                program.write(b"\x11")
            if program.worked - begun > SECONDS or asleep > ASLEEP:
                self._fault(program, "it hangs")
                return
        code = program.finished()
        if self._wrong(program):
            return
        left = [token for token in last if token.startswith(QUITTING)]
        if code and b"the terminal is too small" in program.tail:
            return  # it was made so before the program had begun
        if code:
            self._fault(program, f"it ended with {code}")
        elif not spoken and not left:
            self._fault(program, "it ended and no key had told it to")
        elif UP in program.tail and b"\x1b[?1049l" not in program.tail:
            self._fault(program, "it left the terminal as it was")


def sit(
    seed: str, opening: str, terminal: str, count: int = SITTING, tokens: list[str] | None = None
) -> Sitting:
    """One sitting, in a folder of its own."""
    sitting = Sitting(seed, opening, terminal, tokens or [])
    with tempfile.TemporaryDirectory(prefix="outside-") as place:
        folder = Path(place) / "home"
        shutil.copytree(keyboards.a_home(), folder)
        Monkey(sitting, count, folder).sit()
    return sitting


def report(sitting: Sitting, kept: str = "") -> str:
    """A fault in words, with what may make it happen again."""
    return "\n".join((
        f"--- seed {sitting.seed}, {sitting.opening}, {sitting.terminal}: {sitting.fault}",
        sitting.output,
        f"after {sitting.keys} keys, the last: {sitting.tokens[-40:]}",
        f"again: PYTHONPATH=tests python -m app.outside --keys-file {kept}" if kept else "",
    ))  # fmt: skip


def main() -> int:
    """Type a number of keys, and print what goes wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="begin with this sitting")
    parser.add_argument("--screen", default="", help="only openings whose names begin so")
    parser.add_argument("--terminal", default="", choices=["", *TERMINALS])
    parser.add_argument("--sitting", type=int, default=SITTING, help="keys of a sitting")
    parser.add_argument("--keep", type=Path, default=Path("outside-faults"))
    parser.add_argument("--keys-file", type=Path, help="type these again instead")
    chosen = parser.parse_args()
    if chosen.keys_file:
        found = json.loads(chosen.keys_file.read_text("utf-8"))
        again = sit(found["seed"], found["opening"], found["terminal"], tokens=found["tokens"])
        print(report(again) if again.fault else "nothing goes wrong")
        return 1 if again.fault else 0
    openings = [name for name in OPENINGS if name.startswith(chosen.screen)]
    terminals = [chosen.terminal] if chosen.terminal else list(TERMINALS)
    seen: Counter[str] = Counter()
    keys, number, start = 0, chosen.first, time.monotonic()
    while keys < chosen.keys:
        rng = Random(f"{chosen.seed}-{number}")
        sitting = sit(f"{chosen.seed}-{number}", rng.choice(openings), rng.choice(terminals),
                      chosen.sitting)  # fmt: skip
        number += 1
        keys += sitting.keys
        if sitting.fault:
            seen[sitting.fault] += 1
            if seen[sitting.fault] == 1:
                chosen.keep.mkdir(parents=True, exist_ok=True)
                path = chosen.keep / f"{sitting.seed}.json"
                path.write_text(json.dumps(attrs.asdict(sitting)), "utf-8")
                print(report(sitting, str(path)), flush=True)
        if number % 20 == 0:
            rate = keys / (time.monotonic() - start)
            print(f"{keys} keys, {sum(seen.values())} faults of {len(seen)} kinds, "
                  f"{rate:.0f} a second, next {number}", flush=True)  # fmt: skip
    print(f"{keys} keys in {number - chosen.first} sittings, "
          f"{keys / (time.monotonic() - start):.0f} a second; "
          f"{sum(seen.values())} faults of {len(seen)} kinds")  # fmt: skip
    for kind, count in seen.most_common():
        print(f"{count:6} {kind}")
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
