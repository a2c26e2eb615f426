"""Charges: straight at a foe with an attack at the end."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tacsim.ai.chances import Volley
from tacsim.ai.routes import Route, Routes
from tacsim.ai.turn import STRIKE, Attack, Turn
from tacsim.core.intents import Move
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.grid.metric import cells
from tacsim.rules.combat.threat import melee
from tacsim.rules.movement.charge import straight_bodies
from tacsim.rules.movement.policies import MoveMode


@attrs.frozen
class Charge:
    """A charge: the way, the intent, the attack at its end, and the mode of movement."""

    route: Route
    intent: Move
    attack: Attack
    mode: MoveMode

    @property
    def body(self) -> Body:
        """Where it ends."""
        return self.route.path[-1]


def charges(turn: Turn, least: float = 0.0) -> Iterator[Charge]:
    """The charges that look possible; whether they are is for the rules to say.

    Foes from whom a charge would take less than a ``least`` share are left alone.
    """
    distance = turn.ruleset.metric.distance
    for stride in turn.strides:
        if stride.mode.attack:
            routes = Routes(turn, stride)
            weapons = list(melee(turn.actor))
            longest = max((weapon.reach for weapon in weapons), default=0)
            for foe in turn.foes:
                if distance(turn.here, foe.body) > routes.far + longest + 1:
                    continue
                blows = [turn.sparring.blow(turn.actor, foe, w, charge=True) for w in weapons]
                best = max((Volley((b,)).share(foe.hp.current) for b in blows), default=0.0)
                if best >= least:
                    yield from _at(turn, routes, foe)


def _at(turn: Turn, routes: Routes, foe: Creature) -> Iterator[Charge]:
    cost2, between = turn.ruleset.metric.cost2, turn.ruleset.topology.between
    shifts = {
        body: cells(cost2(between(turn.here.at, body.at)))
        for weapon in melee(turn.actor)
        for body in turn.spots(foe, weapon, turn.mover.full)
    }
    ordered = sorted(shifts, key=lambda body: (shifts[body], body))
    nearest = next((shifts[body] for body in ordered if turn.open_to(body, foe)), 0)
    if not routes.stride.mode.least <= nearest <= cells(routes.stride.limit):
        return
    for body in ordered:
        if shifts[body] != nearest or not turn.open_to(body, foe) or not turn.may_stop(body):
            continue
        path = straight_bodies(turn.mover, body.at)
        if isinstance(path, Refused) or not _open(turn, path):
            continue
        foes = routes.provoking.along((turn.here, *path))
        route = Route(tuple(path), 2 * nearest, foes, turn.peril_from(foes))
        attack = _blow(turn, body, foe)
        if attack is not None:
            yield Charge(route, routes.move(route, foe.id), attack, routes.stride.mode)


def _open(turn: Turn, path: list[Body]) -> bool:
    """Whether nothing that could be told at a glance is in the way."""
    slow = turn.mover.ground.doublings
    return all(
        turn.mover.enters(cell) and not slow[cell[::-1]] and not _taken(turn, cell)
        for body in path
        for cell in body.cells
    )


def _taken(turn: Turn, cell: tuple[int, ...]) -> bool:
    world = turn.battle.world
    return any(not world[name].has("helpless") for name in turn.mover.others(cell))


def _blow(turn: Turn, body: Body, foe: Creature) -> Attack | None:
    """The best attack with which a charge at a foe can end."""
    with turn.picture.imagined(turn.actor, turn.standing_in(body)):
        found = [
            (turn.blow(foe, weapon, charge=True), weapon)
            for weapon in melee(turn.actor)
            if turn.ruleset.attacks.check(turn.battle, turn.actor, foe, weapon, melee_only=True)
        ]
    if not found:
        return None
    blow, weapon = max(found, key=lambda one: one[0].damage)
    return Attack(foe.id, STRIKE, weapon, Volley((blow,)))
