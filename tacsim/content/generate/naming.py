"""Names: what a generated battlefield is called."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

LIKE = (
    "drowned", "broken", "silent", "old", "burnt", "crooked", "forsaken", "hollow", "frozen", "red",
    "black", "lost", "hanging", "sunken", "whispering", "narrow", "windy", "grey", "nameless",
    "leaning", "last", "cursed", "mossy", "stony", "upper", "lower", "crow's", "widow's",
    "smuggler's",
    "hermit's", "miller's", "hangman's", "king's", "beggar's", "giant's", "fox's",
)  # fmt: skip


def named(titles: Sequence[str], rng: Random) -> str:
    """A name for a ground that goes by one of some nouns.

    >>> named(["mill"], Random(1)).endswith("mill")
    True
    """
    return f"The {rng.choice(LIKE)} {rng.choice(list(titles))}"
