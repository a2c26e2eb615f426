"""Questions answered without asking: once and for all, or where asking would reveal a creature."""

from __future__ import annotations

from collections.abc import Container, Mapping, MutableMapping

from tacsim.core.agenda import Decision
from tacsim.core.intents import Decline, Intent, Take
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check
from tacsim.session.perception import Memory

AFTER = "after "
"""What a standing answer begins with that comes in after a creature's turn; its id follows."""


def standing_of(decision: Decision) -> str:
    """The key of a standing answer to a decision: the creature, and the question if not the usual.

    >>> standing_of(Decision("orc", "elf", "opportunity")), standing_of(Decision("orc", "elf", "x"))
    ('orc', 'orc x')
    """
    plain = decision.question == "opportunity"
    return decision.actor if plain else f"{decision.actor} {decision.question}"


def waits_for(standing: Mapping[str, str], actor: str, act: str = "delay") -> str:
    """The creature after whose turn one that waits comes in; empty for none in particular."""
    answer = standing.get(f"{actor} {act}", "")
    return answer.removeprefix(AFTER) if answer.startswith(AFTER) else ""


def after_whom(battle: Battle, actor: str, known: Container[str]) -> list[str]:
    """After whose turns one that waits may come in: the known who act, in the order of turns."""
    order = battle.world.order
    own = order.index(actor) if actor in order else 0
    others = (*order[own + 1 :], *order[:own])
    return [name for name in others if name in known and battle.acts(battle.world[name])]


def wait(standing: MutableMapping[str, str], actor: str, act: str, after: str) -> None:
    """Let a creature that waits come in right after the turn of another, unasked."""
    standing[f"{actor} {act}"] = AFTER + after


def kept(
    battle: Battle,
    decision: Decision,
    standing: MutableMapping[str, str],
    known: Container[str] | None = None,
) -> Intent | None:
    """The standing answer to a question; None where there is none, or none any more.

    Who waits for the end of another's turn is asked again once that one is out of the fight, or
    out of what its side knows; and at its own turn that is over.
    """
    key = standing_of(decision)
    answer = standing.get(key)
    if answer is None:
        return None
    after = waits_for(standing, decision.actor, decision.question)
    if not after:
        return (Take if answer == "always" else Decline)(decision.actor)
    lost = not battle.acts(battle.world[after]) or (known is not None and after not in known)
    comes = battle.world.clock.last == after
    if lost or comes:
        del standing[key]
    return None if lost else (Take if comes else Decline)(decision.actor)


def forget_waits(standing: MutableMapping[str, str], actor: str) -> None:
    """A creature's own turn has come: it waits for nobody any more."""
    for key in [key for key, text in standing.items() if text.startswith(AFTER)]:
        if key.startswith(f"{actor} "):
            del standing[key]


def unasked(
    battle: Battle, decision: Decision, memories: Mapping[str, Memory], viewer: str | None
) -> Intent | None:
    """The answer to a question that is not put to its player; None where it is put.

    ``viewer``: the side at the keys, None where only one side is played by a person. While that
    side moves, creatures that it does not see answer unasked, as a forecast would have them: the
    question would reveal them. Where no act is interrupted, as with one who delays, a creature is
    asked as if those it does not see had no turns: once after each turn of a creature it knows,
    before the next such turn or the end of the round.
    """
    if not battle.fog or decision.is_turn:
        return None
    actor = decision.actor
    if decision.against is None:
        known = memories[battle.world[actor].side].known
        return None if _comes_in(battle, actor, known) else Decline(actor)
    if viewer is None or actor in memories[viewer].known:
        return None
    taken = battle.ruleset.answers.get(decision.question, False) and check(battle, Take(actor))
    return Take(actor) if taken else Decline(actor)


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
