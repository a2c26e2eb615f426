"""The examples of docs/library.md and docs/lab.md run, and say what comes out."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tacsim.api.opening import scenario_of
from tacsim.sim.vary import cases, parsed

LAB = Path(__file__).parents[1] / "docs" / "lab.md"
PAGE = Path(__file__).parents[1] / "docs" / "library.md"


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    found = doctest.testfile(str(PAGE), module_relative=False, globs={})
    assert found.attempted > 30
    assert found.failed == 0


def test_the_examples_of_the_lab_run() -> None:
    found = doctest.testfile(str(LAB), module_relative=False, globs={})
    assert found.attempted > 3
    assert found.failed == 0


def test_whatever_the_lab_says_can_be_varied_can_be() -> None:
    """Its examples are of the battle of its first lines, but for the character with a level."""
    lines = [line for line in LAB.read_text("utf-8").splitlines() if line.startswith("| ")]
    keys = [key for line in lines for key in re.findall(r"`([a-z_]+\.[a-z_.]+=[^`]+)`", line)]
    scenario = scenario_of("ogre_bridge")
    for key, values in map(parsed, keys):
        if not key.endswith(".level"):
            assert len(cases(scenario, {key: values})) == len(values) > 1
    assert len(keys) >= 10
