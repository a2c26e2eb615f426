"""Morale: whether a creature sees the fight lost, and what it does then where the battle allows it.

Who sees it lost keeps out of the foes' reach while it can, and else surrenders. It goes by what its
side perceives and by nothing else; without the battle's switch none of this is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tacsim.ai.evaluation import Evaluation
from tacsim.ai.knowing.chances import strongest
from tacsim.ai.knowing.temper import temper_of
from tacsim.ai.paths import Paths
from tacsim.ai.turn import Turn
from tacsim.core.intents import EndTurn, Intent
from tacsim.core.world import Creature
from tacsim.rules import goals
from tacsim.rules.battle import Battle
from tacsim.rules.choices import giving_up

SPENT = 0.5
"""The part of its hit points, the fallen included, that a side has lost before anybody despairs."""
FLIGHT = 20
"""Rounds after which nobody withdraws any more."""
TRIED = 5
"""Places out of harm's way that are tried."""


def surrenders(battle: Battle, actor: Creature) -> Iterator[Intent]:
    """What gives the fight up, for whoever may and sees it lost."""
    found = list(giving_up(battle, actor))
    if found and lost(battle, actor):
        yield from found


def gives_up(turn: Turn) -> Iterator[Intent]:
    """For whoever may give up and sees the fight lost: to keep away from foes, or surrender."""
    found = list(surrenders(turn.battle, turn.actor))
    if found and turn.battle.world.clock.round <= FLIGHT:
        yield from _keeps_away(turn)
    yield from found


def lost(battle: Battle, actor: Creature) -> bool:
    """Whether a creature sees its side beaten: spent, and weaker by far than the foes it knows of.

    The mindless never do, nor does anybody whose side can still meet a goal.
    """
    world, foes = battle.world, battle.foes(actor)
    despair = temper_of(actor).despair
    if not (despair and foes) or actor.traits.mindless or goals.open_to(battle, actor.side):
        return False
    friendly = world.sides.friendly
    ours = [one for one in world.creatures if friendly(actor.side, one.side)]
    able = [one for one in ours if battle.able(one)]
    left = sum(max(0, one.hp.current) for one in able)
    if left > SPENT * sum(one.hp.maximum for one in ours):
        return False
    return _strength(battle, able, foes) < despair * _strength(battle, foes, able)


def _strength(battle: Battle, ones: Iterable[Creature], others: Iterable[Creature]) -> float:
    """What some creatures can do to others in a turn, times the hit points that they have left."""
    against = list(others)
    can = sum(strongest(battle, one, other).damage for one in ones for other in against)
    return can / max(1, len(against)) * sum(max(1, one.hp.current) for one in ones)


def _keeps_away(turn: Turn) -> Iterator[Intent]:
    """To stay where no foe can get at the creature before its next turn, or go there unharmed."""
    evaluation = Evaluation(turn)
    evaluation.be(1.0)
    if not evaluation.harm(turn.here):
        yield EndTurn(turn.actor.id)
        return
    for opening in turn.openings:
        if opening.mode.straight or opening.mode.steps is not None:
            continue
        paths = Paths(turn, opening)
        places = paths.places
        best = places.best({extent: evaluation.values(extent) for extent in places.extents})
        bodies = (body for body in best if body != turn.here and turn.may_halt(body))
        for body, _ in zip(bodies, range(TRIED), strict=False):
            path = paths.to(body)
            if not path.peril and not evaluation.harm(body):
                yield paths.move(path)
                return
