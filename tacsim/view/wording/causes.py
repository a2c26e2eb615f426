"""Why a question is asked: what happened or is about to happen, and what an answer takes."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core.agenda import Asking, Attacking, Decision, Moving, Offering
from tacsim.i18n import N_, known_as, translate
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.threat import threatened
from tacsim.view.wording import words
from tacsim.view.wording.questions import LEAVING, LOWERED, asked

ENTERED = N_("{about} is about to come through {actor}'s space.")
WITHIN = N_("{about} moves on within {actor}'s reach.")
"""Causes of an opportunity attack other than leaving a creature's reach."""
ATTACKED = N_("{about} attacks {actor} with {dice}: {weapon}.")
"""The cause of the question how to meet an attack."""
_WAYS: Mapping[str, str] = {"opportunity": "", "reaction": LEAVING}
"""What a move that gives an opportunity does, by what the opportunity takes; empty: as usual."""


def heading(battle: Battle, decision: Decision) -> str:
    """Who is asked, and about what."""
    creature = battle.world[decision.actor]
    side = known_as(battle.world.sides[creature.side].name)
    return translate(asked(decision.question).heading).format(
        name=known_as(creature.name), side=side
    )


def cause(battle: Battle, decision: Decision, known: frozenset[str] | None = None) -> str:
    """What the question that is open is about; creatures that are not ``known`` stay nameless."""
    world = battle.world

    def called(creature: str | None) -> str:
        return words.name_of(world, creature, known)

    text, frame = _text(battle, decision), _attack(battle, decision)
    if known is not None and decision.against not in known:
        frame = None  # nothing is told of the sums of those unseen
    gaps = {
        "about": called(decision.against),
        "actor": called(decision.actor),
        "last": called(world.clock.last),
        "flankers": words.joined(map(called, flankers(battle, decision))),
    }
    if frame is not None:
        gaps["dice"] = words.pool_word(attack_roll(battle, frame).attack)
        gaps["weapon"] = words.weapon_word(frame.weapon.name, world)
        text = ATTACKED
    return words.capital(translate(text).format(**gaps))


def _text(battle: Battle, decision: Decision) -> str:
    """The words for it."""
    said, top = asked(decision.question), battle.world.agenda.top
    usual = said.unseen if battle.fog and said.unseen else said.cause
    if not isinstance(top, Offering):
        return usual
    if top.cause != "move":
        return LOWERED
    taken = spent(battle, decision.actor)
    return (_WAYS[taken] or usual) if taken in _WAYS else _way(battle, decision.actor, top)


def spent(battle: Battle, actor: str) -> str:
    """The name of what an opportunity attack takes; empty for nothing."""
    counts = battle.ruleset.opportunity.spend(battle.world[actor])
    return counts[0][0] if counts else ""


def _way(battle: Battle, actor: str, offering: Offering) -> str:
    """What the creature that gives the opportunity is about to do."""
    if actor in offering.entered:
        return ENTERED
    reach = threatened(battle, battle.world[actor])
    moves = [one for one in battle.world.agenda.frames if isinstance(one, Moving) and one.path]
    stays = any(not reach.isdisjoint(move.path[0].cells) for move in moves[-1:])
    return WITHIN if stays else LEAVING


def _attack(battle: Battle, decision: Decision) -> Attacking | None:
    """The attack that whoever is asked may meet with a defence; None where that is not asked."""
    frames = battle.world.agenda.frames
    frame = next((one for one in reversed(frames) if isinstance(one, Attacking)), None)
    asking = isinstance(battle.world.agenda.top, Asking) and decision.question == "defence"
    return frame if frame is not None and asking and frame.target == decision.actor else None


def flankers(battle: Battle, decision: Decision) -> list[str]:
    """The attacker, and those with whom it flanks the creature asked."""
    policy, about = battle.ruleset.flanking, decision.against
    pairs = policy.pairs(battle, battle.world[decision.actor]) if policy else ()
    both = [(pair.one, pair.other) for pair in pairs if about in (pair.one, pair.other)]
    others = [name for pair in both for name in pair if name != about]
    return [*([about] if about else []), *dict.fromkeys(others)]
