"""Plays: what a creature could do with its turn, as far as it ends in an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import attrs
import numpy as np

from tacsim.ai.chances import Volley
from tacsim.ai.routes import Routes
from tacsim.ai.travels import Journey
from tacsim.ai.turn import FULL, STRIKE, Turn, carry
from tacsim.core.components import Weapon
from tacsim.core.intents import FullAttack, Intent, Strike
from tacsim.core.terrain import Grid
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.topology import Topology
from tacsim.rules.movement.policies import Provokes

FLANKING = 0.2
"""What a flank may add to a play, in parts of what it is worth."""
AIMED = 3
"""Range increments within which a shot is worth considering."""
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
    cost2: int = 0

    @property
    def stands(self) -> bool:
        """Whether it costs no movement and provokes nobody on the way."""
        return self.routes is None or self.routes.stride.mode.provokes is Provokes.NEVER


def attack_intent(actor: str, play: Play, stamina: int = 0) -> Intent:
    """The attack of a play, once the creature is in place."""
    if play.activity == FULL:
        return FullAttack(actor, play.target, play.weapon.name)
    return Strike(actor, play.target, play.weapon.name, stamina=stamina)


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
                if turn.attacks_now and turn.ready(weapon) and turn.open_to(body, foe):
                    yield _play(turn, None, body, foe, weapon)
                continue
            leading = [r for r in ways if body in r.places and in_hand(r, weapon, r.places[body])]
            if leading and turn.may_stop(body) and turn.open_to(body, foe):
                plays = [_play(turn, routes, body, foe, weapon) for routes in leading]
                yield max(plays, key=lambda play: (play.promise.damage, play.stands))


def _play(turn: Turn, routes: Routes | None, body: Body, foe: Creature, weapon: Weapon) -> Play:
    """The attack with most to expect of it; of equals the one that costs less."""
    attacks = turn.attacks_now if routes is None else routes.stride.attacks
    promises = {activity: turn.promise(foe, weapon, activity) for activity in attacks}
    activity = max(attacks, key=lambda a: (round(promises[a].damage, 6), a == STRIKE))
    cost2 = 0 if routes is None else routes.places[body]
    return Play(routes, body, foe.id, weapon, activity, promises[activity], cost2)


def ranged_plays(
    turn: Turn,
    ways: list[Routes],
    places: Callable[[Routes, Creature, Weapon], Iterable[Body]],
    sure: float = 0.0,
) -> Iterator[Play]:
    """Shots from here, and from those ``places`` that lie on a way to move.

    The best come first; those that promise less than a ``sure`` part of what was found before are
    left out.
    """
    found = 0.0
    far = max((routes.far for routes in ways), default=0)
    for share, foe, weapon in turn.choices:
        if share < sure * found:
            return
        if not weapon.increment or (turn.in_space and out_of_range(turn, foe, weapon, far)):
            continue
        if turn.attacks_now and turn.ready(weapon) and turn.can_strike(turn.here, foe, weapon):
            found = max(found, share)
            yield _play(turn, None, turn.here, foe, weapon)
        for routes in ways:
            for body in places(routes, foe, weapon):
                if not in_hand(routes, weapon, routes.places[body]):
                    continue
                if turn.may_stop(body) and turn.can_strike(body, foe, weapon):
                    found = max(found, share)
                    yield _play(turn, routes, body, foe, weapon)


def in_hand(routes: Routes, weapon: Weapon, cost2: int) -> bool:
    """Whether a weapon is at hand after so many half-cells, or movement is left to draw it."""
    return not weapon.stowed or cost2 + 2 * weapon.stowed <= routes.stride.limit


def out_of_range(turn: Turn, foe: Creature, weapon: Weapon, far: int) -> bool:
    """Whether a foe cannot be shot at even from so many cells on."""
    distance = turn.ruleset.metric.distance(turn.here, foe.body)
    return distance > far + carry(weapon, AIMED) + 1


def guess(turn: Turn, play: Play) -> tuple[float, int]:
    """What a play may be worth before its odds are known; of equals, those that go less far."""
    foe = turn.battle.world[play.target]
    value = play.promise.share(foe.hp.current)
    if flanks(turn, play.body, foe):
        value *= 1 + FLANKING
    if not play.stands:
        value -= BOTHER
    return value, -play.cost2 - (play.routes is not None)


def flanks(turn: Turn, body: Body, foe: Creature) -> bool:
    """Whether a place lies opposite a friend's; in space no rules make anything of that."""
    opposite = turn.ruleset.topology.opposite
    return not turn.in_space and any(
        opposite(body, friend.body, foe.body) for friend in turn.friends
    )


def view_of(turn: Turn, body: Body) -> Grid:
    """The cells with a view of a body, as an array over the map, in whatever light."""
    field, topology = turn.mover.field, turn.ruleset.topology
    memo = ("view", body)
    if memo not in field.memo:
        clear = ~field.array("opaque")
        seen = np.zeros(clear.shape, bool)
        for cell in body.cells:
            seen |= topology.visible(clear, cell, field.floors, field.shut)
        field.memo[memo] = seen
    return field.memo[memo]  # type: ignore[no-any-return]  # the memo holds what was put there


def in_view(routes: Routes, foe: Creature, weapon: Weapon) -> Iterator[Body]:
    """The bodies on a way to move that may have a view of a foe, the nearest first."""
    travel = routes.travel
    if isinstance(travel, Journey):
        near = carry(weapon, AIMED)
        yield from travel.where(in_sight(routes.turn, foe.body, near, travel.extents))
        return
    seen = view_of(routes.turn, foe.body)
    bodies = [body for body in travel.places if seen[body.at[::-1]]]
    yield from sorted(bodies, key=lambda body: (travel.places[body], body))


def in_sight(turn: Turn, target: Body, near: int, extents: Iterable[Cell]) -> dict[Cell, Grid]:
    """By shape where bodies may have a view of a target so near, as arrays over the map."""
    topology = turn.ruleset.topology
    seen = view_of(turn, target)
    close = topology.distances(target, seen.shape) <= near
    return {
        extent: over(topology, seen, extent, np.logical_or)
        & over(topology, close, extent, np.logical_or)
        for extent in extents
    }


def over(topology: Topology, grid: Grid, extent: Cell, join: np.ufunc) -> Grid:
    """Join a grid over the cells of a body wherever it may stand; at the rim, over its part there.

    >>> from tacsim.grid.grids import TOPOLOGIES
    >>> over(TOPOLOGIES["square"], np.array([[1, 5, 2]]), (2, 1), np.maximum).tolist()
    [[5, 5, 2]]
    """
    offsets = topology.offsets(extent)[1:]
    if not offsets:
        return grid
    out = grid.copy()
    for by in offsets:
        for here, there in topology.overlaps(grid.shape, by):
            join(out[here], grid[there], out=out[here])
    return out
