"""Questions answered without asking: in fog the question itself would reveal a creature."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core.agenda import Decision
from tacsim.core.intents import Decline, Intent, Take
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check
from tacsim.session.perception import Memory

STRIKING = ("opportunity", "ready")
"""Questions that interrupt another creature's act; they are taken if they are not put."""


def unasked(
    battle: Battle, decision: Decision, memories: Mapping[str, Memory], viewer: str | None
) -> Intent | None:
    """The answer to a question that is not put to its player; None where it is put.

    ``viewer``: the side at the keys, None where only one side is played by a person. While that
    side moves, creatures that it does not see take their attacks unasked, for the question would
    reveal them. A delaying creature is asked as if those it does not see had no turns: once after
    each turn of a creature it knows, before the next such turn or the end of the round.
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
    """Whether a delaying creature would be asked now if there were only known creatures."""
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
