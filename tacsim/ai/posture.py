"""Posture: getting up, and keeping a bow out of a sword's reach."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.ai.routes import Routes
from tacsim.ai.turn import STRIKE, Turn
from tacsim.core.intents import Intent
from tacsim.rules.combat.threat import melee, threatened
from tacsim.rules.movement.policies import Provokes


def stands_up(turn: Turn) -> bool:
    """Whether a prone creature had better get up: unless that is likely to be its end."""
    return turn.actor.has("prone") and turn.peril_of_act("stand") < turn.actor.hp.current


def shoots(turn: Turn) -> bool:
    """Whether a creature's best weapon is one that shoots."""
    weapons = turn.actor.offence.weapons
    if not weapons or not turn.foes:
        return False
    foe = turn.foes[0]
    best = max(weapons, key=lambda weapon: turn.promise(foe, weapon, STRIKE).damage)
    return best.ranged


def casts(turn: Turn) -> int:
    """How far a creature's attacks on areas go, if they are what it does best; else 0."""
    areas = turn.actor.areas.items if turn.in_space else ()
    if not areas or not turn.foes:
        return 0
    foe, blast, promise = turn.foes[0], turn.sparring.blast, turn.promise
    best = max(areas, key=lambda area: blast(turn.actor, foe, area).damage)
    blows = (promise(foe, weapon, STRIKE).damage for weapon in turn.actor.offence.weapons)
    if max(blows, default=0.0) > blast(turn.actor, foe, best).damage:
        return 0
    return max(area.size + area.range for area in areas)


def in_spell(turn: Turn) -> bool:
    """Whether a creature that fights with attacks on areas has a foe in their reach."""
    far, distance = casts(turn), turn.ruleset.metric.distance
    return far > 0 and any(
        distance(turn.here, foe.body) <= far and turn.open_to(turn.here, foe) for foe in turn.foes
    )


def engaged(turn: Turn) -> bool:
    """Whether some foe is where the creature wants it: in reach, or in range of a shooter."""
    if in_spell(turn):
        return True
    check, shooter = turn.ruleset.attacks.check, shoots(turn)
    return any(
        check(turn.battle, turn.actor, foe, weapon, melee_only=not shooter)
        for weapon in (turn.actor.offence.weapons if shooter else melee(turn.actor))
        for foe in turn.foes
    )


def watched(turn: Turn) -> frozenset[tuple[int, ...]]:
    """The cells that foes threaten."""
    cells: set[tuple[int, ...]] = set()
    for foe in turn.foes:
        cells |= threatened(turn.battle, foe)
    return frozenset(cells)


def steps_back(turn: Turn) -> Iterator[Intent]:
    """Free steps that take a shooter out of every foe's reach."""
    if not shoots(turn):
        return
    danger = watched(turn)
    if danger.isdisjoint(turn.here.cells):
        return
    for stride in turn.strides:
        if stride.mode.steps is not None and stride.mode.provokes is Provokes.NEVER:
            routes = Routes(turn, stride)
            for body in turn.steps:
                if danger.isdisjoint(body.cells) and turn.may_stop(body):
                    yield routes.move(routes.to(body))
