"""Entries of a file are read one by one, and say what the whole file says."""

from __future__ import annotations

import tomllib

import pytest

from tacsim.rulesets import RULESETS, content
from tacsim.rulesets.entries import Entries


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", ["bestiary", "clauses"])
def test_a_file_read_by_entries_says_what_it_says_as_a_whole(ruleset: str, name: str) -> None:
    text = RULESETS[ruleset].text(name)
    whole = tomllib.loads(text)
    found = Entries(text, lambda _key, table: table)
    assert list(found) == list(whole)
    assert dict(found) == whole


def test_an_entry_is_read_when_it_is_asked_for_once() -> None:
    read: list[str] = []

    def made(key: str, table: object) -> object:
        read.append(key)
        return table

    found = Entries('["a.b"]\nn = 1\n[c]  # so\n[[c.d]]\nn = 2\n', made)
    assert "a.b" in found
    assert len(found) == 2
    assert not read
    assert found["c"] is found["c"]
    assert read == ["c"]


def test_the_clauses_of_a_ruleset_s_kin_complete_its_own() -> None:
    own, kin = content("metric").own_clauses, content("grid5e").own_clauses
    assert content("metric").clauses == {**own, **kin}
