"""Denial: whether taking a flanker its benefit spares more than it gives the others."""

from __future__ import annotations

from tacsim.ai.turn import Turn
from tacsim.core.agenda import Asking, Attacking
from tacsim.core.world import Creature
from tacsim.rules.acts import answered
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.threat import melee

DENY = "deny"
"""The question that is meant."""


def denies(turn: Turn, flanker: str) -> bool:
    """Whether less harm is to be expected of all who are at hand, once one of them is denied."""
    top = turn.battle.world.agenda.top
    if not isinstance(top, Asking):
        return False
    before = harm(turn, flanker)
    with turn.picture.supposing(answered(turn.battle, top, yes=True)):
        after = harm(turn, flanker)
    return after < before


def harm(turn: Turn, striking: str) -> float:
    """The damage to expect of those who reach the creature where they stand, a turn of each.

    Of the one who is ``striking``, what is left of its turn: the blow under way, and those paid
    for.
    """
    total = 0.0
    for foe in turn.foes:
        blow = _blow(turn, foe)
        total += blow * (1 + _left(turn, foe) if foe.id == striking else _whole(turn, foe))
    return total


def _blow(turn: Turn, foe: Creature) -> float:
    """The damage to expect of a foe's best blow from where it is."""
    attacks = turn.ruleset.attacks
    odds = (
        attack_roll(turn.battle, Attacking(foe.id, turn.actor.id, weapon)).damage
        for weapon in melee(foe)
        if attacks.check(turn.battle, foe, turn.actor, weapon, melee_only=True)
    )
    return max(odds, default=0.0)


def _left(turn: Turn, foe: Creature) -> int:
    """The blows that a foe can still strike in this turn."""
    theirs = Turn(turn.picture, turn.sparring, foe.id)
    return theirs.strikes if theirs.attacks_now else 0


def _whole(turn: Turn, foe: Creature) -> int:
    """The blows of a foe's whole turn."""
    fresh = turn.ruleset.economy.refresh(turn.battle, foe)
    with turn.picture.having(foe, fresh):
        return Turn(turn.picture, turn.sparring, foe.id).strikes
