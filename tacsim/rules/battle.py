"""A battle under a ruleset: what every rule is asked about."""

from __future__ import annotations

from typing import TypeAlias, get_args

from tacsim.core.agenda import Agenda
from tacsim.core.battle import BattleUnder
from tacsim.core.components import Component, DiceState
from tacsim.rules.ruleset import Ruleset

Battle: TypeAlias = BattleUnder[Ruleset]

EVERYTHING: tuple[type, ...] = (
    Agenda,
    *(kind for kind in get_args(Component) if kind is not DiceState),
)
"""All that the rules go by: every kind of component but the dice."""
