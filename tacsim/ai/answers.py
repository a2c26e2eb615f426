"""Answers: what to put into a defence now and what to keep, and whom to deny a flank.

Whatever is left when the next turn begins is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from tacsim.ai.knowing.chances import Expected, best_from, pair
from tacsim.ai.turn import Turn
from tacsim.core.agenda import Asking, Attacking
from tacsim.core.components import Resources
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.acts import answered
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import guards
from tacsim.rules.combat.policies import BidOdds
from tacsim.rules.openings import attacks, fresh

COMES = 0.6
"""How likely a foe that could come and strike does so."""


# --- meeting an attack --------------------------------------------------------------------------


def attack_under_way(battle: Battle) -> Attacking | None:
    """The attack that is just being made, or None."""
    frames = reversed(battle.world.agenda.frames)
    return next((frame for frame in frames if isinstance(frame, Attacking)), None)


def guards_against(turn: Turn, frame: Attacking) -> list[BidOdds]:
    """The best defence for each amount that can be put into one, the least amount first."""
    battle = turn.battle
    actor, me = battle.world[frame.actor], turn.actor

    def make() -> list[BidOdds]:
        best: dict[int, BidOdds] = {}
        for one in guards(battle, frame):
            if one.stamina not in best or one.damage < best[one.stamina].damage:
                best[one.stamina] = one
        return [best[amount] for amount in sorted(best)]

    key = ("guards", attrs.evolve(frame, asked=True), *pair(battle, actor, me),
           me.resources, me.position, actor.position)  # fmt: skip
    notes = turn.belief.lasting
    if key not in notes:
        notes[key] = make()
    return notes[key]  # type: ignore[no-any-return]  # what was put there


def costs(turn: Turn, guards: Sequence[BidOdds]) -> list[float]:
    """What one attack takes of a creature behind each guard."""
    return [Expected(((one.hit, one.damage),)).share(turn.actor.hp.current) for one in guards]


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
    return sum(_likely(turn, foe) * _attacks_of(turn, foe) for foe in before_me(turn))


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


def _attacks_of(turn: Turn, foe: Creature) -> int:
    """The most attacks that a foe can make in its turn, or in what is left of it."""
    acting = foe.id == turn.battle.world.clock.active
    return _most(turn, foe, foe.resources if acting else fresh(turn.battle, foe))


def _most(turn: Turn, foe: Creature, have: Resources) -> int:
    series = (one for some in attacks(turn.battle, foe, have).values() for one in some)
    return max((len(one.attacks) for one in series), default=0)


def _likely(turn: Turn, foe: Creature) -> float:
    """How likely a foe is to attack this creature, of all whom it could."""
    here = _chance_at(turn, foe, turn.here)
    if not here:
        return 0.0
    others = sum(_chance_at(turn, foe, friend.body) > 0 for friend in turn.friends)
    return float(here * (1 + others) ** -0.5)


def _chance_at(turn: Turn, foe: Creature, body: Body) -> float:
    """How likely a foe gets at a body at all, as the crow flies."""
    distance = turn.ruleset.metric.distance(foe.body, body)
    pace = turn.ruleset.economy.pace(turn.battle, foe)
    chance = 0.0
    for weapon in foe.offence.weapons:
        if distance <= max(weapon.reach, weapon.farthest):
            return 1.0
        if distance <= pace + max(weapon.reach, weapon.farthest):
            chance = COMES
    return chance


# --- denying a flank ----------------------------------------------------------------------------


def denies(turn: Turn, flanker: str) -> bool:
    """Whether less harm is to be expected of all who are at hand, once one of them is denied."""
    top = turn.battle.world.agenda.top
    if not isinstance(top, Asking):
        return False
    before = _harm(turn, flanker)
    with turn.belief.supposing(answered(turn.battle, top, yes=True)):
        after = _harm(turn, flanker)
    return after < before


def _harm(turn: Turn, striking: str) -> float:
    """The damage to expect of those who reach the creature where they stand, a turn of each.

    Of the one who is ``striking``, what is left of its turn: the attack under way, and those paid
    for.
    """
    total = 0.0
    for foe in turn.foes:
        left = 1 + _most(turn, foe, foe.resources)
        most = left if foe.id == striking else _most(turn, foe, fresh(turn.battle, foe))
        total += most * best_from(turn.battle, foe, turn.actor)[1]
    return total
