"""The conditions of ``d20``, by name."""

from __future__ import annotations

from tacsim.rulesets import content

EFFECTS = content("d20").effects
