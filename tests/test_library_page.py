"""The examples of docs/library.md run, and say what comes out."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "library.md"


def test_the_examples_of_the_page_run(tmp_path: Path) -> None:
    text = PAGE.read_text("utf-8")
    shown = text.split('>>> print((folder / "lane.toml").read_text())\n')[1]
    (tmp_path / "lane.toml").write_text(shown.split("\n>>>")[0])
    found = doctest.testfile(str(PAGE), module_relative=False, globs={"folder": tmp_path})
    assert found.attempted > 30
    assert found.failed == 0
