"""docs/sources.md names rules that there are, and leaves out none that a source grants."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tacsim.rulesets import RULESETS, content

PAGE = (Path(__file__).parents[1] / "docs" / "sources.md").read_text("utf-8")
ID = re.compile(rf"`((?:{'|'.join(RULESETS)})\.[\w.-]+)`")

OF = {"000": "metric", "001": "grid5e", "002": "d20", "003": "pool", "004": "d20"}
"""The ruleset to which each source belongs."""

SILENT = {"002": ("d20.overrun.charge", "d20.size.")}
"""Of what its ruleset has from the sources, that which a source does not say, as ids begin."""


def rows(source: str) -> list[list[str]]:
    """The rows of a source's table, as their columns."""
    section = PAGE.split(f"\n## {source}: ")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[column.strip() for column in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize("source", OF)
def test_each_paragraph_has_an_answer(source: str) -> None:
    for row in rows(source):
        assert len(row) == 3
        assert all(row)
    places = [row[0] for row in rows(source)]
    assert len(set(places)) == len(places)


@pytest.mark.parametrize("source", OF)
def test_it_names_rules_of_the_ruleset_alone(source: str) -> None:
    named = {clause for *_, answer in rows(source) for clause in ID.findall(answer)}
    assert named <= content(OF[source]).own_clauses.keys()


@pytest.mark.parametrize("source", OF)
def test_every_rule_of_the_source_has_its_place(source: str) -> None:
    clauses = content(OF[source]).own_clauses.values()
    granted = {
        clause.id
        for clause in clauses
        if clause.source == "text" and not clause.id.startswith(SILENT.get(source, ()))
    }
    named = {clause for *_, answer in rows(source) for clause in ID.findall(answer)}
    assert granted - named == set()
