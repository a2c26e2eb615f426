"""Calling the command line: in this process for speed, or as the real program."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import attrs

import tacsim.cli

ROOT = Path(__file__).parents[2]
PATIENCE = 300.0
"""Seconds to wait for a program to end, on a machine that is busy with much else."""


@attrs.frozen
class Answer:
    """What a call printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON value printed."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The JSON values printed, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def call(*arguments: object, **environment: str) -> Answer:
    """Run the command line here."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with (
        mock.patch.dict(os.environ, environment),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            code = tacsim.cli.main([str(argument) for argument in arguments])
        except SystemExit as ended:  # what is completed is told by click, which ends
            code = int(ended.code or 0)
    return Answer(code, *(one.buffer.getvalue().decode() for one in (out, err)))


def program(*arguments: object, **environment: str) -> Answer:
    """Run ``tacsim`` in a process of its own, with no terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "tacsim", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "LANGUAGE": "en", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def unusable(answer: Answer, *words: str) -> None:
    """Hold that a call was turned down as unusable, in one line with these words."""
    assert answer.code == 2, answer
    assert answer.out == ""
    assert answer.err.count("\n") == 1, answer.err
    assert answer.err.startswith("tacsim: ")
    assert "Traceback" not in answer.err
    for word in words:
        assert word in answer.err, answer.err
