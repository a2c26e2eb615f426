"""Tuning leaves what is said of the numbers, and those that it does not tune."""

from __future__ import annotations

import tomllib

import pytest

from benchmarks import tune
from tacsim.ai.knowing import weights


def test_other_numbers_are_written_among_what_is_said_of_them(tmp_path, monkeypatch) -> None:
    before = weights.FILE.read_text("utf-8")
    monkeypatch.setattr(weights, "FILE", tmp_path / "weights.toml")
    weights.FILE.write_text(before, "utf-8")
    tune.write("quick", {"worry": 0.75})
    after = weights.FILE.read_text("utf-8")
    changed = [
        (one, other)
        for one, other in zip(before.splitlines(), after.splitlines(), strict=True)
        if one != other
    ]
    assert [other for _one, other in changed] == ["worry = 0.75"]
    assert tomllib.loads(after)["quick"]["worry"] == pytest.approx(0.75)
