"""Builds: what is typical of each size, as creatures' sheets tell it."""

from __future__ import annotations

from tacsim.rules.ruleset import Build
from tacsim.rulesets import content

CLAUSE = "d20.size.build"

BUILDS = tuple(
    Build(
        tuple(row["height"]), tuple(row["weight"]), row["grapple"], row["hide"],
        (CLAUSE, f"d20.sizemod.{name}"),
    )
    for name, row in content("d20").sizes.items()
)  # fmt: skip
"""By category, the smallest first."""
