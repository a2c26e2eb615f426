"""What a 3.5 statblock says: its lines by the names that the open rules give them."""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from tacsim.content.statblocks.shared import Origin

LABELS = (
    "Size/Type", "Hit Dice", "Initiative", "Speed", "Armor Class", "Base Attack/Grapple", "Attack",
    "Full Attack", "Space/Reach", "Special Attacks", "Special Qualities", "Saves", "Abilities",
    "Skills", "Feats", "Environment", "Organization", "Challenge Rating", "Treasure", "Alignment",
    "Advancement", "Level Adjustment", "Possessions", "Languages",
)  # fmt: skip
"""The lines of a statblock."""
SPELLED = "|".join(
    re.escape(label).replace("/", r" ?/ ?") for label in sorted(LABELS, key=len, reverse=True)
)
INLINE = re.compile(rf"(?<=\S)(?<!Full)[ \t]+(?=(?:{SPELLED}):)")
"""Where a line begins within another."""
BY_NAME = {re.sub(r"[^a-z]", "", label.lower()): label for label in LABELS}
"""The lines by the letters of their names."""


@attrs.define
class ThreeFive:
    """What a 3.5 statblock says: its lines by the names that the open rules give them.

    ``after``: what is said of it below the statblock, as far as it is about it alone; ``below``:
    what is said there of all whose statblock it is.
    """

    name: str
    origin: Origin
    fields: dict[str, str] = attrs.field(factory=dict)
    after: str = ""
    below: str = ""

    def said(self, label: str) -> str:
        """The words of a line; empty where it has none, or only a dash."""
        text = self.fields.get(label, "").strip()
        return "" if text in ("-", "--") else text


def modifier(scores: Mapping[str, int], ability: str) -> int:
    """The modifier of an ability score; of one that the creature lacks, that of 10."""
    return (scores.get(ability, 10) - 10) // 2
