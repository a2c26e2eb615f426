"""Patience: opportunities that are better kept, and places that friends need more."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.ai.answers import before_me
from tacsim.ai.candidates import steps_back
from tacsim.ai.knowing.chances import Expected, best_from
from tacsim.ai.turn import Turn
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.combat.threat import in_melee, melee
from tacsim.rules.movement.steps import Mover

SURE = 0.8
"""How likely a foe that can hardly help it gives an opportunity."""


# --- opportunities ------------------------------------------------------------------------------


def keeps(turn: Turn, provoker: Creature) -> bool:
    """Whether a creature's last opportunity of the round is better kept for another foe.

    That is one in its reach, which acts before the creature does and is as good as sure to give it
    an opportunity: it lies and will get up, or has nothing but shots and no step out of reach.
    """
    ruleset, actor = turn.ruleset, turn.actor
    if any(left for _, left in ruleset.opportunity.spend(actor)):
        return False
    now = _share(turn, provoker)
    foes = (foe for foe in before_me(turn) if foe.id != provoker.id)
    return any(SURE * _share(turn, foe) > now and _provokes(turn, foe) for foe in foes)


def _share(turn: Turn, foe: Creature) -> float:
    """The share that an attack takes of a foe."""
    return Expected((best_from(turn.battle, turn.actor, foe),)).share(foe.hp.current)


def _provokes(turn: Turn, foe: Creature) -> bool:
    """Whether a foe can hardly do anything without giving the creature an opportunity."""
    if not any(in_melee(turn.battle, w, turn.here, foe.body) for w in melee(turn.actor)):
        return False
    acts = ["stand"] if foe.has("prone") else _shots(turn, foe)
    by_act = turn.ruleset.opportunity.by_act
    return any(
        found.foe == turn.actor.id
        for act in acts
        for found in by_act(turn.battle, foe, act, foe if act == "stand" else turn.actor)
    )


def _shots(turn: Turn, foe: Creature) -> list[str]:
    """What a foe's attacks count as, if it has nothing but shots and cannot step back."""
    arms = foe.offence.weapons
    if not arms or not all(weapon.ranged for weapon in arms):
        return []
    if any(True for _ in steps_back(Turn(turn.belief, foe.id))):
        return []
    acts = turn.ruleset.attacks.acts
    return [act for weapon in arms for act in acts(turn.battle, foe, turn.actor, weapon)]


# --- room for friends ---------------------------------------------------------------------------


class Room:
    """Where friends may strike at foes from, and who is shut out by a creature in some place."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._spots: dict[tuple[str, str], _Drawn] = {}

    def shut_out(self, body: Body) -> Iterator[tuple[Creature, Creature]]:
        """Friends who get at a foe near them from nowhere else, with the foe."""
        cells = set(body.cells)
        for friend in self._turn.friends:
            for foe in self._turn.foes:
                if not self._near(friend, foe):
                    continue
                spots = self._spots_of(friend, foe)
                if not any(cells.isdisjoint(spot.cells) for spot in spots) and any(spots):
                    yield friend, foe

    def _near(self, friend: Creature, foe: Creature) -> bool:
        """Whether a move may bring a friend to a foe."""
        ruleset, battle = self._turn.ruleset, self._turn.battle
        longest = max((weapon.reach for weapon in melee(friend)), default=0)
        far = ruleset.economy.pace(battle, friend) + longest
        return ruleset.metric.distance(friend.body, foe.body) <= far

    def _spots_of(self, friend: Creature, foe: Creature) -> _Drawn:
        """The places from which a friend could strike at a foe, the creature being elsewhere."""
        key = friend.id, foe.id
        if key not in self._spots:
            self._spots[key] = _Drawn(self._found(friend, foe))
        return self._spots[key]

    def _found(self, friend: Creature, foe: Creature) -> Iterator[Body]:
        turn, battle = self._turn, self._turn.battle
        mover = Mover(battle, friend, turn.mover.known - {turn.actor.id})
        stop = turn.ruleset.passage.stop
        for weapon in melee(friend):
            for spot in turn.spots(foe, weapon, mover.full):
                if spot == friend.body or (
                    mover.fits(spot)
                    and in_melee(battle, weapon, spot, foe.body)
                    and not isinstance(stop(battle, friend, spot, mover.known), Refused)
                ):
                    yield spot


class _Drawn:
    """Places that are looked for no farther than they are asked for, and kept."""

    def __init__(self, more: Iterator[Body]) -> None:
        self._known: list[Body] = []
        self._more = more

    def __iter__(self) -> Iterator[Body]:
        yield from self._known
        for one in self._more:
            self._known.append(one)
            yield one
