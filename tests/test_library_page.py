"""The examples of docs/library.md run, and say what comes out."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "library.md"


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    found = doctest.testfile(str(PAGE), module_relative=False, globs={})
    assert found.attempted > 30
    assert found.failed == 0
