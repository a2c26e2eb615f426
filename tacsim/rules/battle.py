"""A battle as the rule systems take it: one whose ruleset can be asked."""

from __future__ import annotations

from typing import TypeAlias

from tacsim.core.battle import DAZED, HELD, OUT, BattleUnder
from tacsim.rules.ruleset import Ruleset

Battle: TypeAlias = BattleUnder[Ruleset]

__all__ = ["DAZED", "HELD", "OUT", "Battle"]
