"""Guarding: what to put into a defence now, and what to keep for those that are still to come.

Whatever is left when the next turn begins is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from tacsim.ai.chances import Blow, Volley
from tacsim.ai.turn import Turn
from tacsim.core.agenda import Attacking
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import guards
from tacsim.rules.combat.policies import Prospect
from tacsim.rules.movement import footing

COMES = 0.6
"""How likely a foe that could come and strike does so."""


def blow_under_way(battle: Battle) -> Attacking | None:
    """The attack that is just being made, or None."""
    frames = reversed(battle.world.agenda.frames)
    return next((frame for frame in frames if isinstance(frame, Attacking)), None)


def guards_against(turn: Turn, frame: Attacking) -> list[Prospect]:
    """What meeting an attack promises, by how much is put in; as before where all is as before."""
    battle, notes, purses = turn.battle, turn.sparring.notes, turn.sparring.purses
    actor, me = battle.world[frame.actor], turn.actor
    key = (
        "guards", attrs.evolve(frame, asked=True), purses.counted(me, me.resources), me.position,
        actor.position, me.conditions, actor.conditions, me.offence,
    )  # fmt: skip
    if key not in notes:
        notes[key] = _best_of_each(guards(battle, frame))
    return notes[key]  # type: ignore[no-any-return]  # what was put there


def _best_of_each(guards: Sequence[Prospect]) -> list[Prospect]:
    """The best defence for each amount that can be put into one, the least amount first."""
    best: dict[int, Prospect] = {}
    for one in guards:
        if one.stamina not in best or one.damage < best[one.stamina].damage:
            best[one.stamina] = one
    return [best[amount] for amount in sorted(best)]


def costs(turn: Turn, guards: Sequence[Prospect]) -> list[float]:
    """What one attack takes of a creature behind each guard."""
    left = turn.actor.hp.current
    return [Volley((Blow(one.hit, one.damage),)).share(left) for one in guards]


def spread_over(each: Sequence[float], points: int, attacks: float) -> float:
    """What so many attacks take of one who spreads so many points over its defences.

    ``each``: what one attack takes, by the points that meet it.

    >>> spread_over([1.0, 0.6, 0.4], 2, 2), spread_over([1.0, 0.6, 0.4], 1, 0.5)
    (1.2, 0.3)
    """
    meeting = min(points / max(1.0, attacks), len(each) - 1)
    low = int(meeting)
    high = min(low + 1, len(each) - 1)
    return attacks * (each[low] + (meeting - low) * (each[high] - each[low]))


def to_come(turn: Turn) -> float:
    """About how many attacks a creature has to expect before its next turn."""
    return sum(likely(turn, foe) * blows(turn, foe) for foe in before_me(turn))


def before_me(turn: Turn) -> Iterator[Creature]:
    """The foes who act before the creature does, whoever is acting now among them."""
    world, active = turn.battle.world, turn.battle.world.clock.active
    order = world.order
    start = order.index(active) if active in order else 0
    foes = {foe.id for foe in turn.foes}
    for name in (*order[start:], *order[:start]):
        if name == turn.actor.id:
            return
        if name in foes:
            yield world[name]


def blows(turn: Turn, foe: Creature) -> int:
    """The most attacks that a foe can pay for in its turn, or in what is left of it."""
    acting = foe.id == turn.battle.world.clock.active
    have = foe.resources if acting else None
    found = turn.sparring.purses.series(foe, have)
    return max((len(one.amounts) for one in found), default=0)


def likely(turn: Turn, foe: Creature) -> float:
    """How likely a foe is to attack this creature, of all whom it could."""
    here = chance_at(turn, foe, turn.here)
    if not here:
        return 0.0
    others = sum(chance_at(turn, foe, friend.body) > 0 for friend in turn.friends)
    return float(here * (1 + others) ** -0.5)


def chance_at(turn: Turn, foe: Creature, body: Body) -> float:
    """How likely a foe gets at a body at all, as the crow flies."""
    distance = turn.ruleset.metric.distance(foe.body, body)
    speed = foe.speed.fly if footing.aloft(turn.battle, foe) else foe.speed.land
    chance = 0.0
    for weapon in foe.offence.weapons:
        if distance <= max(weapon.reach, weapon.farthest):
            return 1.0
        if distance <= speed + max(weapon.reach, weapon.farthest):
            chance = COMES
    return chance


__all__ = [
    "before_me",
    "blow_under_way",
    "costs",
    "guards_against",
    "spread_over",
    "to_come",
]
