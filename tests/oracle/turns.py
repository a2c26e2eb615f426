"""What the brute forces of choices have in common: whose turn is next, and counting."""

from __future__ import annotations

from types import ModuleType
from typing import Any


def following(order: tuple[str, ...], who: str) -> tuple[str, ...]:
    """Everybody in the order from the one after somebody on, itself last."""
    at = order.index(who) + 1
    return (*order[at:], *order[:at])


def perft(rules: ModuleType, state: Any, depth: int) -> int:
    """How many sequences of so many options there are.

    ``rules``: the oracle's ``d20_choices``, ``fifth_choices`` or ``pool_choices``. Where any of
    several foes may be asked first, it must make no difference who is.
    """
    found = rules.options(state)
    if depth == 1 or not found:
        return len(found)
    count = 0
    for option in found:
        counts = {perft(rules, child, depth - 1) for child in rules.after(state, option)}
        assert len(counts) == 1, f"{option} may lead to different numbers of options"
        count += counts.pop()
    return count
