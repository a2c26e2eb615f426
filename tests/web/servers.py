"""A server of games, as the real program, and the games that it runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs

PATIENCE = 300.0
"""Seconds to wait for what is certain to come, on a machine that is busy with much else."""


@attrs.frozen
class Serving:
    """A server that runs: its address, its process, and where its saves are."""

    url: str
    process: subprocess.Popen[str]
    saves: Path

    @property
    def games(self) -> dict[int, str]:
        """Its games by the numbers of their processes, each with its command."""
        listed = subprocess.run(
            ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="],
            capture_output=True,
            text=True,
            check=True,
        )
        rows = (line.split(None, 2) for line in listed.stdout.splitlines())
        mine = str(self.process.pid)
        return {int(pid): args for pid, parent, args in rows if parent == mine}

    @property
    def homes(self) -> list[Path]:
        """The homes of the browsers that have kept something."""
        return sorted(self.saves.glob("browsers/*"))

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """End it; its exit code."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


def alive(pid: int) -> bool:
    """Whether a process is still there, and not only its number."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return listed.stdout.strip()[:1] not in ("", "Z")


def wait_for(so: object) -> None:
    """Wait until a call answers that it is so."""
    assert callable(so)
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.05)


@contextmanager
def serving(folder: Path, *arguments: str, language: str = "en") -> Iterator[Serving]:
    """A server at a free port, with its saves in a folder; it is ended afterwards."""
    saves = folder / "saves"
    environment = {**os.environ, "TACSIM_SAVES": str(saves), "XDG_CONFIG_HOME": str(folder)}
    for name in ("TACSIM_LANG", "LANGUAGE", "LC_ALL", "NO_COLOR"):
        environment.pop(name, None)
    command = ["--lang", language, "serve", "--port", "0", "--json", *arguments]
    with subprocess.Popen(
        [sys.executable, "-m", "tacsim", *command],
        env={**environment, "LANG": "C", "TERM": "linux"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield Serving(json.loads(process.stdout.readline())["url"], process, saves)
        finally:
            if process.poll() is None:
                process.kill()


__all__ = ["Serving", "alive", "serving", "wait_for"]
