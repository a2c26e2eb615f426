"""Plays: what a creature could do with its turn, as far as it ends in an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import attrs
import numpy as np

from tacsim.ai.chances import Volley
from tacsim.ai.routes import Routes
from tacsim.ai.turn import FULL, STRIKE, Turn
from tacsim.geometry.cells import Body
from tacsim.model.components import Weapon
from tacsim.model.intents import FullAttack, Intent, Strike
from tacsim.model.terrain import Grid
from tacsim.model.world import Creature
from tacsim.rules.locomotion import Provokes

FLANKING = 0.2
"""What a flank may add to a play, in parts of what it is worth."""
BOTHER = 0.02
"""What a play that moves in earnest is guessed to lose by that."""


@attrs.frozen
class Play:
    """Go somewhere, or stay (no routes), and attack; ``promise`` guesses what that does."""

    routes: Routes | None
    body: Body
    target: str
    weapon: Weapon
    activity: str
    promise: Volley
    halves: int = 0

    @property
    def stands(self) -> bool:
        """Whether it costs no movement and provokes nobody on the way."""
        return self.routes is None or self.routes.stride.mode.provokes is Provokes.NEVER


def attack_intent(actor: str, play: Play) -> Intent:
    """The attack of a play, once the creature is in place."""
    if play.activity == FULL:
        return FullAttack(actor, play.target, play.weapon.name)
    return Strike(actor, play.target, play.weapon.name)


def striking_strides(turn: Turn) -> list[Routes]:
    """The ways to move after which an attack can still be paid for."""
    return [Routes(turn, s) for s in turn.strides if s.attacks and not s.mode.straight]


def melee_plays(turn: Turn, ways: list[Routes], sure: float = 0.0) -> Iterator[Play]:
    """Every place from which a foe can be struck, each by the stride that leaves most to do.

    The best targets come first; those that promise less than a ``sure`` part of what was found
    before, flanks included, are left out.
    """
    far = max((routes.far for routes in ways), default=0)
    distance = turn.ruleset.metric.distance
    found = 0.0
    for share, foe, weapon in turn.choices:
        if share * (1 + FLANKING) < sure * found:
            return
        if not weapon.ranged and distance(turn.here, foe.body) <= far + weapon.reach + 1:
            for play in _blows(turn, ways, foe, weapon):
                found = max(found, play.promise.share(foe.hp.current))
                yield play


def _blows(turn: Turn, ways: list[Routes], foe: Creature, weapon: Weapon) -> Iterator[Play]:
    shapes = (turn.here.extent, *(extent for routes in ways for extent in routes.extents))
    for extent in dict.fromkeys(shapes):
        for body in turn.spots(foe, weapon, extent):
            if body == turn.here:
                if turn.attacks_now and turn.open_to(body, foe):
                    yield _play(turn, None, body, foe, weapon)
                continue
            leading = [routes for routes in ways if body in routes.places]
            if leading and turn.may_stop(body) and turn.open_to(body, foe):
                plays = [_play(turn, routes, body, foe, weapon) for routes in leading]
                yield max(plays, key=lambda play: (play.promise.damage, play.stands))


def _play(turn: Turn, routes: Routes | None, body: Body, foe: Creature, weapon: Weapon) -> Play:
    """The attack with most to expect of it; of equals the one that costs less."""
    attacks = turn.attacks_now if routes is None else routes.stride.attacks
    promises = {activity: turn.promise(foe, weapon, activity) for activity in attacks}
    activity = max(attacks, key=lambda a: (round(promises[a].damage, 6), a == STRIKE))
    halves = 0 if routes is None else routes.places[body]
    return Play(routes, body, foe.id, weapon, activity, promises[activity], halves)


def ranged_plays(
    turn: Turn, ways: list[Routes], places: Callable[[Routes, Creature], Iterable[Body]]
) -> Iterator[Play]:
    """Shots from here, and from those ``places`` that lie on a way to move."""
    for _, foe, weapon in turn.choices:
        if not weapon.increment:
            continue
        if turn.attacks_now and turn.can_strike(turn.here, foe, weapon):
            yield _play(turn, None, turn.here, foe, weapon)
        for routes in ways:
            for body in places(routes, foe):
                if turn.may_stop(body) and turn.can_strike(body, foe, weapon):
                    yield _play(turn, routes, body, foe, weapon)


def guess(turn: Turn, play: Play) -> tuple[float, int]:
    """What a play may be worth before its odds are known; of equals, those that go less far."""
    foe = turn.battle.world[play.target]
    value = play.promise.share(foe.hp.current)
    opposite = turn.ruleset.topology.opposite
    if any(opposite(play.body, friend.body, foe.body) for friend in turn.friends):
        value *= 1 + FLANKING
    if not play.stands:
        value -= BOTHER
    return value, -play.halves - (play.routes is not None)


def view_of(turn: Turn, body: Body) -> Grid:
    """The cells with a view of a body, indexed ``[y, x]``, in whatever light."""
    clear = ~turn.mover.field.array("opaque")
    seen = np.zeros(clear.shape, bool)
    for cell in body.cells:
        seen |= turn.ruleset.topology.visible(clear, cell)
    return seen


def in_view(routes: Routes, foe: Creature) -> list[Body]:
    """The bodies on a way to move that may have a view of a foe, the nearest first."""
    seen = view_of(routes.turn, foe.body)
    places = routes.travel.places
    bodies = [body for body in places if seen[body.at[::-1]]]
    return sorted(bodies, key=lambda body: (places[body], body))
