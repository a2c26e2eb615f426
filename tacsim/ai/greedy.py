"""The greedy opponent: it closes and strikes, and gives nothing away where that is free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from tacsim.ai.approach import approaches
from tacsim.ai.areas import Sweep, best_of, inroads, spells, sweeps, worth
from tacsim.ai.charging import charges
from tacsim.ai.opponent import Opponent
from tacsim.ai.plays import (
    Play,
    attack_intent,
    guess,
    in_view,
    melee_plays,
    ranged_plays,
    striking_strides,
)
from tacsim.ai.posture import engaged, stands_up, steps_back, watched
from tacsim.ai.routes import Routes
from tacsim.ai.scouting import scouts
from tacsim.ai.turn import Turn
from tacsim.core.components import Weapon
from tacsim.core.intents import Intent
from tacsim.core.world import Creature
from tacsim.grid.cells import Body

LOOKED_AT = 6
"""Plays whose odds are worked out exactly; the rest are judged by a first guess."""
SURE = 0.9
"""A play guessed at less than this part of the best one known is not worth a closer look."""
SHOTS = 6
"""Places on the move that are tried for a shot at each foe."""
WORRY = 0.25
"""What damage to itself counts against damage to others."""
EFFORT = 0.0005
"""What a half-cell of movement counts against damage."""


class Greedy(Opponent):
    """Take the attack that promises most now; else get nearer.

    Peril counts a little: of attacks that promise the same, it makes the one that provokes nobody.
    """

    def wishes(self, turn: Turn) -> Iterator[Intent]:
        """Getting up, attacks, then the ways to the foe; or looking for one."""
        if not turn.foes:
            yield from scouts(turn)
            return
        if stands_up(turn):
            yield from turn.stand()
        swept = sweeps(turn)
        plain = best_of(turn, (sweep for sweep in swept if sweep.plain))
        if plain is not None:
            yield plain.intent
        ranked = [*self._ranked(turn), *_swept(turn, swept)]
        ranked.sort(key=lambda found: -found[0])
        if not swept:
            ranked += self._inroads(turn)
            ranked.sort(key=lambda found: -found[0])
        yield from (intent for _, intent in ranked)
        yield from steps_back(turn)
        if not engaged(turn):
            yield from approaches(turn)

    def _ranked(self, turn: Turn) -> Iterator[tuple[float, Intent]]:
        """Attacks with what they are worth."""
        world, hit_points = turn.battle.world, turn.actor.hp.current
        if not turn.may_attack:
            return
        best = 0.0
        guessed = [(guess(turn, play), play) for play in self._plays(turn)]
        guessed.sort(key=lambda found: found[0], reverse=True)
        for (promised, _), play in guessed[:LOOKED_AT]:
            if promised < SURE * best:
                break
            attack = turn.attack(play.body, world[play.target], play.weapon, play.activity)
            peril = turn.peril_of(attack, play.body)
            intent, cost2 = attack_intent(turn.actor.id, play, attack.stamina), 0
            if play.routes is not None:
                route = play.routes.to(play.body)
                intent = play.routes.move(route)
                peril, cost2 = peril + route.peril, route.cost2 + 1
            share = attack.volley.share(world[play.target].hp.current)
            value = share - WORRY * peril / hit_points - EFFORT * cost2
            best = max(best, value)
            yield value, intent
        for charge in charges(turn, best):
            share = charge.attack.volley.share(world[charge.attack.target].hp.current)
            worry = WORRY * charge.route.peril / hit_points
            yield share - worry - EFFORT * charge.route.cost2, charge.intent

    def _inroads(self, turn: Turn) -> Iterator[tuple[float, Intent]]:
        """Going to where an attack on an area may be made, with what that is worth."""
        if not spells(turn):
            return
        for routes in striking_strides(turn):
            for body, sweep in inroads(turn, routes):
                route = routes.to(body)
                worry = WORRY * route.peril / turn.actor.hp.current
                yield worth(turn, sweep) - worry - EFFORT * (1 + route.cost2), routes.move(route)

    def _plays(self, turn: Turn) -> list[Play]:
        """Every blow; of shots those from here if they can be made in peace, else from nearby."""
        ways = striking_strides(turn)
        sure = SURE if turn.in_space else 0.0
        shots = list(ranged_plays(turn, [], _near, sure))
        if not shots or not watched(turn).isdisjoint(turn.here.cells):
            shots += ranged_plays(turn, [w for w in ways if w.stride.mode.steps], _steps)
            if shots and turn.piecemeal:
                shots += ranged_plays(turn, ways, _clear, sure)
        if not shots:
            paced = [w for w in ways if not w.stride.mode.steps]
            shots += ranged_plays(turn, paced, _near, sure)
        return [*melee_plays(turn, ways, SURE), *shots]


def _swept(turn: Turn, swept: list[Sweep]) -> Iterator[tuple[float, Intent]]:
    """The best attack on an area with what it is worth, if friends do not suffer more by it."""
    best = best_of(turn, swept)
    if best is not None:
        value = worth(turn, best) - WORRY * best.peril / turn.actor.hp.current
        if value > 0:
            yield value, best.intent


def _steps(routes: Routes, _: Creature, __: Weapon) -> Iterable[Body]:
    return routes.turn.steps


def _clear(routes: Routes, foe: Creature, weapon: Weapon) -> Iterable[Body]:
    """The nearest few places with a view of a foe that no foe threatens."""
    danger = watched(routes.turn)
    free = (body for body in in_view(routes, foe, weapon) if danger.isdisjoint(body.cells))
    return islice(free, SHOTS)


def _near(routes: Routes, foe: Creature, weapon: Weapon) -> Iterable[Body]:
    """The nearest few places with a view of a foe."""
    return islice(in_view(routes, foe, weapon), SHOTS)
