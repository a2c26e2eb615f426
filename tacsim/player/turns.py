"""What a turn is made of under a ruleset, for those who explain it."""

from __future__ import annotations

from tacsim.rules.combat.policies import Bidding
from tacsim.rules.openings import piecemeal
from tacsim.rules.ruleset import Ruleset


def turn_of(ruleset: Ruleset) -> str:
    """A turn is made of "bids" of Stamina, a "pool" of movement spent in parts, or "actions".

    >>> from tacsim.rulesets import load
    >>> [turn_of(load(name)) for name in ("d20", "grid5e", "pool")]
    ['actions', 'pool', 'bids']
    """
    if any(isinstance(one, Bidding) for one in ruleset.procedures.values()):
        return "bids"
    return "pool" if piecemeal(ruleset) else "actions"


__all__ = ["Ruleset", "turn_of"]
