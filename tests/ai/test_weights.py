"""What the opponents weigh by."""

from __future__ import annotations

from itertools import pairwise

from tacsim.ai.knowing.weights import FILE


def test_every_number_says_what_it_is() -> None:
    lines = FILE.read_text("utf-8").splitlines()
    bare = [line for above, line in pairwise(lines) if " = " in line and above[:2] != "# "]
    assert bare == []
