"""What is wrong with saves in a language that nobody speaks: what was never marked shows."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from app.pseudo import LETTERS, LISTED, unmarked
from app.test_language import pseudo as pseudo  # a fixture
from storage.fights import fought
from storage.fuzz import mutated

from tacsim import i18n
from tacsim.storage.errors import SaveError
from tacsim.storage.saved import read

NO = "no ".translate(LETTERS)
VALUES = re.compile(rf'"[^"]*"|\[[^]]*\]|[\w./-]*/[\w./-]*|(?<={NO})\w+: .*|(?<=」 ): .*')
"""Names and cells, and what Python says of data that make no record."""


@pytest.mark.parametrize("cases", [60, 150])
def test_whatever_is_wrong_with_a_save_is_said_in_the_language(
    tmp_path: Path, pseudo: Path, cases: int
) -> None:
    saves = [fought(tmp_path, rounds=3)]
    i18n.set_language("ko")
    told = set[str]()
    for seed in range(cases):
        path = tmp_path / "odd.tacsim"
        path.write_bytes(mutated(Random(seed), saves))
        try:
            told.add(read(path).lost)
        except SaveError as error:
            told.add(error.reason)
    assert len(told) > 10
    shown = (VALUES.sub("", LISTED.sub("", one)) for one in told)
    assert {one: found for one in shown if (found := unmarked(one, ()))} == {}
