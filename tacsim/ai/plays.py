"""Plays: what a creature could do with its turn, as far as it ends in an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import attrs

from tacsim.ai.chances import Volley
from tacsim.ai.routes import Routes
from tacsim.ai.turn import FULL, STRIKE, Stride, Turn
from tacsim.geometry.cells import Body
from tacsim.model.components import Weapon
from tacsim.model.intents import FullAttack, Intent, Strike
from tacsim.model.world import Creature
from tacsim.rules.ruleset import Provokes

@attrs.frozen
class Play:
    """Go somewhere, or stay (no routes), and attack; ``promise`` is a first guess at what it does."""

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


def melee_plays(turn: Turn, ways: list[Routes]) -> Iterator[Play]:
    """Every place from which a foe can be struck, each by the stride that leaves most to do."""
    for foe in turn.foes:
        for weapon in turn.actor.offence.weapons:
            if not weapon.ranged:
                yield from _at(turn, ways, foe, weapon)


def _at(turn: Turn, ways: list[Routes], foe: Creature, weapon: Weapon) -> Iterator[Play]:
    promises: dict[str, Volley] = {}

    def play(routes: Routes | None, body: Body, attacks: tuple[str, ...]) -> Play:
        for activity in attacks:
            if activity not in promises:
                promises[activity] = turn.promise(foe, weapon, activity)
        activity = max(attacks, key=lambda a: (promises[a].damage, a == STRIKE))
        halves = 0
        if routes is not None and routes.stride.mode.steps is None:
            halves = routes.reach.halves(body) or 0
        return Play(routes, body, foe.id, weapon, activity, promises[activity], halves)

    extents = dict.fromkeys((turn.here.extent, *turn.ruleset.squeezing.extents(turn.mover.full)))
    for extent in extents:
        for body in turn.spots(foe, weapon, extent):
            if body == turn.here:
                if turn.attacks_now:
                    yield play(None, body, turn.attacks_now)
                continue
            leading = [routes for routes in ways if routes.leads_to(body)]
            if leading and turn.may_stop(body):
                for routes in leading:
                    yield play(routes, body, routes.stride.attacks)


def ranged_plays(
    turn: Turn, ways: list[Routes], places: Callable[[Routes, Creature], Iterable[Body]]
) -> Iterator[Play]:
    """Shots from here, and from those ``places`` that lie on a way to move."""
    for weapon in turn.actor.offence.weapons:
        if not weapon.increment:
            continue
        for foe in turn.foes:
            if turn.attacks_now and turn.can_strike(turn.here, foe, weapon):
                yield _shot(turn, None, turn.here, foe, weapon, turn.attacks_now)
            for routes in ways:
                for body in places(routes, foe):
                    if turn.may_stop(body) and turn.can_strike(body, foe, weapon):
                        yield _shot(turn, routes, body, foe, weapon, routes.stride.attacks)


def _shot(
    turn: Turn, routes: Routes | None, body: Body, foe: Creature, weapon: Weapon,
    attacks: tuple[str, ...],
) -> Play:  # fmt: skip
    activity = attacks[0]
    promise = turn.promise(foe, weapon, activity)
    return Play(routes, body, foe.id, weapon, activity, promise)
