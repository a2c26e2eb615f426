"""What is answered without asking in fog, as the question itself would tell of somebody unseen."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core.agenda import Decision
from tacsim.core.intents import Decline, Intent, Take
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check
from tacsim.session.perception import Memory

STRIKING = ("opportunity", "ready")
"""Questions that come up in the middle of what another does, and are taken if they are not put."""


def unasked(
    battle: Battle, decision: Decision, memories: Mapping[str, Memory], viewer: str | None
) -> Intent | None:
    """The answer to a question that is not put; None where it is.

    ``viewer`` is the side at the keys, None where only one side is played by a person. While that
    one moves, whoever it does not see strikes where it may: were its player asked, all would know
    that somebody is there. And those who delay are asked as if those they do not see had no turns:
    once after each turn of somebody they know, before the next such turn or the end of the round.
    """
    if not battle.fog or decision.is_turn:
        return None
    actor = decision.actor
    if decision.question in STRIKING and viewer is not None:
        if actor in memories[viewer].known:
            return None
        return Take(actor) if check(battle, Take(actor)) else Decline(actor)
    if decision.question == "delay":
        known = memories[battle.world[actor].side].known
        return None if _comes_in(battle, actor, known) else Decline(actor)
    return None


def _comes_in(battle: Battle, actor: str, known: frozenset[str]) -> bool:
    """Whether one who delays would be asked now if there were only those who are known."""
    world, opening = battle.world, battle.ruleset.opening
    order, last = world.order, world.clock.last
    if last not in order:
        return True
    here, own = order.index(last) + 1, order.index(actor)
    turns = [
        name
        for name in order
        if battle.able(world[name]) and opening.takes_turn(battle, world[name])
    ]
    following = next((name for name in order[here:] if name in turns), None)
    since = order[own + 1 if own < here else 0 : here]
    past = any(name in known and name in turns for name in since if name != actor)
    return past and (following is None or following in known)


__all__ = ["unasked"]
