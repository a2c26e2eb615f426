"""What is answered without asking in fog, as the question itself would tell of somebody unseen."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.model.agenda import Decision
from tacsim.model.intents import Decline, Intent, Take
from tacsim.play.fog import Memory
from tacsim.rules.battle import Battle

STRIKING = ("opportunity", "ready")
"""Questions that come up in the middle of what another does, and are taken if they are not put."""


def unasked(
    battle: Battle, decision: Decision, memories: Mapping[str, Memory], viewer: str | None
) -> Intent | None:
    """The answer to a question that is not put; None where it is.

    ``viewer`` is the side at the keys, None where only one side is played by a person. While that
    one moves, whoever it does not see strikes where it may: were its player asked, all would know
    that somebody is there. And those who delay are asked once before each turn of somebody they
    know and at the end of a round, however many act in between unseen.
    """
    if not battle.fog or decision.is_turn:
        return None
    actor = decision.actor
    if decision.question in STRIKING and viewer is not None:
        return None if actor in memories[viewer].known else Take(actor)
    if decision.question == "delay":
        following = _following(battle)
        known = memories[battle.world[actor].side].known
        return None if following is None or following in known else Decline(actor)
    return None


def _following(battle: Battle) -> str | None:
    """Whose turn comes next in this round; None at its end."""
    world, opening = battle.world, battle.ruleset.opening
    order, last = world.order, world.clock.last
    begin = order.index(last) + 1 if last in order else 0
    turns = (
        name
        for name in order[begin:]
        if battle.able(world[name]) and opening.takes_turn(battle, world[name])
    )
    return next(turns, None)


__all__ = ["unasked"]
