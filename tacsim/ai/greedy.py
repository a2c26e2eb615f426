"""The greedy opponent: it takes the attack that promises most now, else it gets nearer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from tacsim.ai.approach import onward
from tacsim.ai.areas import AreaCandidate, area_approaches, area_candidates, best_of, spells, worth
from tacsim.ai.candidates import (
    Candidate,
    attacking_paths,
    charge_to,
    charges,
    engaged,
    guess,
    in_view,
    melee_attacks,
    readyings,
    shots,
    steps_back,
    watched,
)
from tacsim.ai.knowing.temper import temper_of
from tacsim.ai.opponent import Opponent, gets_up
from tacsim.ai.paths import Paths
from tacsim.ai.turn import Turn
from tacsim.core.components import Weapon
from tacsim.core.intents import Intent
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.openings import areas_open

LOOKED_AT = 6
"""Candidates whose chances are worked out exactly; the rest have a first guess."""
SURE = 0.9
"""A candidate guessed below this part of the best value known is not looked at closely."""
SHOTS = 6
"""Places on the move that are tried for a shot at each foe."""
WORRY = 0.25
"""What damage to itself counts against damage to others."""
NEXT = 0.5
"""What an attack in the next turn counts."""
EFFORT = 0.0005
"""What a half-cell of movement counts against damage."""


class Greedy(Opponent):
    """Take the attack that promises most now; else get nearer.

    Peril counts a little: of attacks that promise the same, it makes the one that provokes nobody.
    """

    def candidates(self, turn: Turn) -> Iterator[Intent]:
        """Getting up, attacks, then the ways to the foe; or looking for one."""
        if not turn.foes:
            yield from onward(turn)
            return
        yield from gets_up(turn)
        if not (turn.openings or turn.attacks_now or areas_open(turn.battle, turn.actor)):
            return
        swept = area_candidates(turn)
        plain = best_of(turn, (sweep for sweep in swept if sweep.plain))
        if plain is not None:
            yield plain.intent
        ranked = [*self._ranked(turn), *_readied(turn), *_swept(turn, swept)]
        ranked.sort(key=lambda found: -found[0])
        if not swept:
            ranked += self._area_approaches(turn)
            ranked.sort(key=lambda found: -found[0])
        yield from (intent for _, intent in ranked)
        yield from steps_back(turn)
        if not engaged(turn):
            yield from onward(turn)

    def _ranked(self, turn: Turn) -> Iterator[tuple[float, Intent]]:
        """Attacks with what they are worth; those that cannot be the best are not looked at."""
        if not turn.may_attack:
            return
        hit_points, actor = turn.actor.hp.current, turn.actor.id
        worry = _worry(turn)
        best, looked = 0.0, 0
        found = [
            (guess(turn, one) - EFFORT * (one.cost2 + (one.paths is not None)), one)
            for one in (*_candidates(turn), *charges(turn))
        ]
        found.sort(key=lambda one: one[0], reverse=True)
        for promised, one in found:
            if promised <= best or promised < SURE * best or looked == LOOKED_AT:
                break
            peril = 0.0
            if one.series:
                attack = turn.attack(one.body, one.target, one.series)
                if attack is None:
                    continue
                intent, path = one.begin(actor, attack)
                share = turn.share(attack.expected, one.target)
                peril = turn.peril_of(one.target, one.weapon, one.body)
            else:
                charge = charge_to(turn, one)
                if charge is None or one.paths is None:
                    continue
                path, expected = charge
                share, intent = (
                    turn.share(expected, one.target),
                    one.paths.move(path, one.target.id),
                )
            looked += 1
            peril += path.peril
            cost2 = path.cost2 + (one.paths is not None)
            value = path.likely * share - worry * peril / hit_points - EFFORT * cost2
            best = max(best, value)
            yield value, intent

    def _area_approaches(self, turn: Turn) -> Iterator[tuple[float, Intent]]:
        """Going to where an attack on an area may be made, with what that is worth."""
        if not spells(turn):
            return
        for paths in attacking_paths(turn):
            for body, sweep in area_approaches(turn, paths):
                path = paths.to(body)
                worry = _worry(turn) * path.peril / turn.actor.hp.current
                yield (
                    path.likely * worth(turn, sweep) - worry - EFFORT * (1 + path.cost2),
                    paths.move(path),
                )


def _worry(turn: Turn) -> float:
    """What damage to itself counts to a creature, by its temper."""
    return WORRY * temper_of(turn.actor).care


def _candidates(turn: Turn) -> list[Candidate]:
    """All melee attacks, and shots: from here if no foe threatens it, else from nearby."""
    ways = attacking_paths(turn)
    sure = SURE if turn.in_space else 0.0
    found = list(shots(turn, [], _near, sure))
    if not found or not watched(turn).isdisjoint(turn.here.cells):
        found += shots(turn, [w for w in ways if w.mode.steps], _steps)
        if found and turn.piecemeal:
            found += shots(turn, ways, _clear, sure)
    if not found:
        found += shots(turn, [w for w in ways if not w.mode.steps], _near, sure)
    return [*melee_attacks(turn, ways, SURE), *found]


def _swept(turn: Turn, swept: list[AreaCandidate]) -> Iterator[tuple[float, Intent]]:
    """The best attack on an area with what it is worth, if friends do not suffer more by it."""
    best = best_of(turn, swept)
    if best is not None:
        value = worth(turn, best) - _worry(turn) * best.peril / turn.actor.hp.current
        if value > 0:
            yield value, best.intent


def _readied(turn: Turn) -> Iterator[tuple[float, Intent]]:
    """Making a weapon usable, with what the attack is worth that it opens, less if not at once."""
    for one in readyings(turn):
        share = one.share
        if not one.now:
            share = NEXT * (share - one.had)
        value = share - _worry(turn) * one.peril / turn.actor.hp.current
        if value > 0:
            yield value, one.intent


def _steps(paths: Paths, _: Creature, __: Weapon) -> Iterable[Body]:
    return paths.turn.steps


def _clear(paths: Paths, foe: Creature, weapon: Weapon) -> Iterable[Body]:
    """The nearest few places with a view of a foe that no foe threatens."""
    danger = watched(paths.turn)
    free = (body for body in in_view(paths, foe, weapon) if danger.isdisjoint(body.cells))
    return islice(free, SHOTS)


def _near(paths: Paths, foe: Creature, weapon: Weapon) -> Iterable[Body]:
    """The nearest few places with a view of a foe."""
    return islice(in_view(paths, foe, weapon), SHOTS)
