"""What creatures are worth in a fight: measured, or by their strength."""

from __future__ import annotations

from math import sqrt

import pytest

from tacsim.content.generate.sides import families, measured, might
from tacsim.rulesets import RULESETS, content


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_kinds_that_are_drawn_were_measured(ruleset: str) -> None:
    """All but those too strong or too weak for the parties there are, of which few were met."""
    bestiary = content(ruleset).bestiary
    drawn = {kind for one in families().values() for kind in one.kinds if kind in bestiary}
    known = measured()[ruleset]
    assert set(known) <= set(bestiary)
    assert len(drawn - set(known)) <= len(drawn) / 4


def test_a_creature_that_was_changed_counts_by_its_strength() -> None:
    rules = content("d20")
    entry = rules.bestiary["troll"]
    assert might("d20", "troll", entry) == measured()["d20"]["troll"]
    changed = {**entry, "hp": 200}
    assert might("d20", "troll", changed) == sqrt(rules.book.strength(changed))
    assert might("d20", "mine", entry) == sqrt(rules.book.strength(entry))


def test_the_strong_are_worth_more_than_the_weak() -> None:
    for ruleset, strong, weak in (
        ("d20", "troll", "goblin"), ("metric", "veteran", "halberdier"), ("pool", "knight", "scout")
    ):  # fmt: skip
        known = measured()[ruleset]
        assert known[strong] > 2 * known[weak]
