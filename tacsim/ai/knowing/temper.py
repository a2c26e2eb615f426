"""Temper: how a scenario has creatures played, as values that opponents read.

How much own harm counts, how much more a foe counts to who hunts it or guards another from it, whom
a creature stays near, and the places that it does not leave. Of a creature of which a scenario says
nothing all of these are neutral, and cost nothing to ask for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import attrs

from tacsim.ai.knowing.chances import face_to_face, usual_bid
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import melee

HUNTED = 2.0
"""What a foe counts to who hunts its like, against what it would count else."""
GUARDED = 2.0
"""What a foe counts that can get at whom a creature guards."""
KEEPS = 0.25
"""What it counts to be where a creature can guard somebody, in creatures felled."""
BESIDE = 2
"""Cells from whom it guards within which it is near enough."""


@attrs.frozen
class Temper:
    """What a temper comes to.

    ``care``: what own harm counts, in parts of what it counts as a rule; ``patience``: how long one
    waits for the others to come, in parts of the usual; ``despair``: the strength of one's own side
    in parts of the foes' below which the fight is seen as lost.
    """

    care: float
    patience: float
    despair: float


TEMPERS: Mapping[str, Temper] = {
    "aggressive": Temper(care=0.4, patience=0.0, despair=0.0),
    "steady": Temper(care=1.0, patience=1.0, despair=0.15),
    "wary": Temper(care=1.9, patience=1.5, despair=0.35),
}


def temper_of(creature: Creature) -> Temper:
    """A creature's temper."""
    return TEMPERS[creature.behaviour.temper]


# --- tasks --------------------------------------------------------------------------------------


def counts(battle: Battle, creature: Creature) -> Mapping[str, float]:
    """How many times as much each foe counts to a creature by its tasks; empty without any."""
    tasks = creature.behaviour.tasks
    found: dict[str, float] = {}
    if not tasks:
        return found
    foes, guarded = battle.foes(creature), wards(battle, creature)
    for task in tasks:
        hunted = _HUNTED.get(task)
        if hunted is not None:
            for foe in hunted(foes):
                found[foe.id] = found.get(foe.id, 1.0) * HUNTED
    for foe in foes if guarded else ():
        if any(_gets_at(battle, foe, ward) for ward in guarded):
            found[foe.id] = found.get(foe.id, 1.0) * GUARDED
    return found


def wards(battle: Battle, creature: Creature) -> tuple[Creature, ...]:
    """The friends whom a creature guards by its tasks, in the order of the set-up."""
    kinds = [_GUARDED[task] for task in creature.behaviour.tasks if task in _GUARDED]
    if not kinds:
        return ()
    friends = battle.friends(creature)
    return tuple(one for one in friends if any(kind(battle, one) for kind in kinds))


def _casters(foes: Iterable[Creature]) -> list[Creature]:
    """Those who have attacks on areas."""
    return [foe for foe in foes if foe.areas.items]


def _weak(foes: Iterable[Creature]) -> list[Creature]:
    """Those with half the hit points of the strongest, or fewer."""
    left = {foe.id: foe.hp.current for foe in foes}
    most = max(left.values(), default=0)
    return [foe for foe in foes if 2 * left[foe.id] <= most]


def _archer(battle: Battle, creature: Creature) -> bool:
    """Whether a creature does best from afar."""
    foes, weapons = battle.foes(creature), creature.offence.weapons
    if not foes or not weapons:
        return False
    put = usual_bid(battle, creature)
    best = max(
        weapons, key=lambda one: face_to_face(battle, creature, foes[0], one, stamina=put).damage
    )
    return best.ranged


def _wounded(_battle: Battle, creature: Creature) -> bool:
    """Whether a creature has half its hit points, or fewer."""
    return 2 * creature.hp.current <= creature.hp.maximum


_HUNTED: Mapping[str, Callable[[tuple[Creature, ...]], list[Creature]]] = {
    "hunt_casters": _casters,
    "hunt_weak": _weak,
}
"""Whom each task has a creature hunt."""
_GUARDED: Mapping[str, Callable[[Battle, Creature], bool]] = {
    "guard_archers": _archer,
    "protect_wounded": _wounded,
}
"""Whom each task has a creature guard."""


def _gets_at(battle: Battle, foe: Creature, ward: Creature) -> bool:
    """Whether a foe is near enough to strike at somebody in its next turn, as the crow flies."""
    reach = max((weapon.reach for weapon in melee(foe)), default=0)
    far = int(battle.ruleset.economy.pace(battle, foe)) + reach
    return battle.ruleset.metric.distance(foe.body, ward.body) <= far


# --- held places --------------------------------------------------------------------------------


def held(creature: Creature) -> frozenset[Cell]:
    """The cells that a creature holds; empty as a rule."""
    holds = creature.behaviour.holds
    return frozenset(holds) if holds else _NOWHERE


def on_post(post: frozenset[Cell], body: Body) -> bool:
    """Whether a body is on cells that are held, with any cell of its own."""
    return not post.isdisjoint(body.cells)


_NOWHERE: frozenset[Cell] = frozenset()
