"""A battle under a ruleset: what every rule is asked about."""

from __future__ import annotations

from typing import TypeAlias

from tacsim.core.battle import BattleUnder
from tacsim.rules.ruleset import Ruleset

Battle: TypeAlias = BattleUnder[Ruleset]

__all__ = ["Battle"]
