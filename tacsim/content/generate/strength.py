"""Strength: what creatures weigh against each other, by the public rules of each ruleset.

- By challenge ratings, as the open 3.5 rules count them: two ratings up double the strength, and a
  rating below one is that part of a creature of rating one.
- By experience points, as the open 5.1 rules give them for each challenge rating.
- By public figures, where entries have no rating: the best attribute times Stamina is what a
  creature deals, Vitality times what stops a wound (Mettle, Absorption, armour) what it stands;
  its strength is the square root of the product, as two of a kind count twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any

from tacsim.rulesets import content
from tacsim.rulesets.book import Entry

EXPERIENCE: Mapping[float, int] = {
    0: 10, 0.125: 25, 0.25: 50, 0.5: 100, 1: 200, 2: 450, 3: 700, 4: 1100, 5: 1800, 6: 2300,
    7: 2900, 8: 3900, 9: 5000, 10: 5900, 11: 7200, 12: 8400, 13: 10000, 14: 11500, 15: 13000,
    16: 15000, 17: 18000, 18: 20000, 19: 22000, 20: 25000, 21: 33000, 22: 41000, 23: 50000,
    24: 62000, 25: 75000, 26: 90000, 27: 105000, 28: 120000, 29: 135000, 30: 155000,
}  # fmt: skip
"""Experience points by challenge rating, as the open 5.1 rules have them."""
ARMOUR: Mapping[str, float] = {"none": 0, "light": 0.5, "medium": 1, "heavy": 1.5}
"""What armour adds to what stops a wound, where it has no number."""


def by_rating(entry: Entry) -> float:
    """The strength of a challenge rating, that of rating 1 being 1.

    >>> by_rating({"cr": 5}), by_rating({"cr": 3}), by_rating({"cr": 0.5})
    (4.0, 2.0, 0.5)
    """
    rating = float(entry.get("cr", 1))
    return 2.0 ** ((rating - 1) / 2) if rating >= 1 else max(rating, 0.05)


def by_experience(entry: Entry) -> float:
    """The experience points of a challenge rating, in those of rating 1.

    >>> by_experience({"cr": 1}), by_experience({"cr": 5})
    (1.0, 9.0)
    """
    rating = float(entry.get("cr", 1))
    nearest = min(EXPERIENCE, key=lambda known: (abs(known - rating), known))
    return EXPERIENCE[nearest] / EXPERIENCE[1]


def by_figures(entry: Entry) -> float:
    """The strength of figures; that of a common soldier is about 1.

    >>> plain = {"attributes": {"might": 4}, "stamina": 3, "hp": 6, "absorption": 1}
    >>> twice = {**plain, "stamina": 6, "hp": 12}
    >>> round(by_figures(twice) / by_figures(plain), 3)
    2.0
    """
    attributes: Mapping[str, Any] = entry.get("attributes", {})
    best = max(float(attributes.get(name, 2)) for name in ("might", "grace", "insight"))
    stops = float(attributes.get("mettle", 2)) + float(entry.get("absorption", 1))
    stops += ARMOUR.get(str(entry.get("armour", "none")), 0)
    return sqrt(best * entry.get("stamina", 2) * entry["hp"] * stops) / 22


WAYS: Mapping[str, Callable[[Entry], float]] = {
    "d20": by_rating,
    "grid5e": by_experience,
    "metric": by_experience,
    "pool": by_figures,
}
"""How each ruleset counts."""


def strength(ruleset: str, entry: Entry) -> float:
    """What a creature of such an entry weighs."""
    return WAYS[ruleset](entry)


def strength_of(ruleset: str, kind: str) -> float:
    """What a creature of a ruleset's own bestiary weighs."""
    return strength(ruleset, content(ruleset).bestiary[kind])


__all__ = ["EXPERIENCE", "WAYS", "by_experience", "by_figures", "by_rating", "strength",
           "strength_of"]  # fmt: skip
