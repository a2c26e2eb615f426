"""Promises: what is open to a creature and what its attacks do to another, each worked out once.

Both depend on little, come up again and again in the battles of the same creatures, and are kept
with the ruleset by all that they depend on (:mod:`tacsim.rules.openings`,
:mod:`tacsim.ai.knowing.chances`).
"""

from __future__ import annotations

from collections import Counter

import attrs

from tacsim.ai.knowing.chances import pair, promised, shield, strongest
from tacsim.ai.turn import THRIFT, ways_open
from tacsim.core.components import Bonuses
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Bidding
from tacsim.rules.movement.policies import MoveMode, Provokes
from tacsim.rules.openings import Attackings, Opening, Series, attacks, fresh, likeness
from tacsim.rules.ruleset import Ruleset

KEPT = 100
"""Promises that are kept of one creature against another, as both are."""

# --- what is open -------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class Open:
    """What is open to a creature: what it depends on comes up again and again.

    ``now``: attacks at once; ``ways``: moves after which some are open; ``charges``: moves that end
    in one; ``plain``: moves that merely cover ground, the longest first; ``afresh``: how far one of
    these leads in a turn in which nothing is spent yet.
    """

    now: Attackings
    ways: tuple[Opening, ...]
    charges: tuple[Opening, ...]
    plain: tuple[Opening, ...]
    afresh: int
    usual: Attackings
    stuck: bool


def open_to(battle: Battle, actor: Creature) -> Open:
    """What is open to a creature, kept for all who are alike."""
    world = battle.world

    def bonds() -> tuple[tuple[str, str, str], ...]:
        every = world.tables.get(Bonuses, {}).items()
        return tuple((str(n), one.name, one.against) for n, have in every for one in have.items)

    def make() -> Open:
        found = ways_open(battle, actor, actor.resources)
        anew = fresh(battle, actor)
        afresh = ways_open(battle, actor, anew)
        plain = [one for one in found if _covers_ground(one.mode)]
        return Open(
            attacks(battle, actor),
            tuple(one for one in found if one.attacks and not one.mode.straight),
            tuple(one for one in found if one.mode.attack),
            tuple(sorted(plain, key=lambda one: -one.limit)),
            max((one.limit for one in afresh if _covers_ground(one.mode)), default=0),
            attacks(battle, actor, anew),
            all(one.mode.steps is not None for one in afresh),
        )

    key = (
        "open", likeness(battle, actor), actor.resources, actor.conditions, world.clock.surprise,
        world.cached("bonds", (Bonuses,), bonds),
    )  # fmt: skip
    return battle.ruleset.memo.of(key, make)


def _covers_ground(mode: MoveMode) -> bool:
    return not mode.straight and mode.provokes is Provokes.ALWAYS and mode.steps is None


# --- what attacks promise -----------------------------------------------------------------------


@attrs.frozen(eq=False)
class Promise:
    """What the best of some attacks on a foe promises: the share that it takes."""

    share: float
    series: Series
    among: tuple[Series, ...]
    """Those that it is the best of; held so that the number by which it is kept stays theirs."""


class Duels:
    """A creature against each of its foes, as both are now."""

    def __init__(self, battle: Battle, actor: Creature) -> None:
        self._battle = battle
        self._actor = actor
        self._known: dict[str, tuple[int, dict[int, Promise]]] = {}

    def promise(self, foe: Creature, among: tuple[Series, ...]) -> Promise:
        """The best of some attacks on a foe, wherever they are made from."""
        if foe.id not in self._known:
            self._known[foe.id] = self._against(foe)
        guard, promises = self._known[foe.id]
        found = promises.get(id(among))
        if found is None:
            if len(promises) >= KEPT:
                promises.clear()
            found = promises[id(among)] = self._best(foe, among, guard)
        return found

    def _against(self, foe: Creature) -> tuple[int, dict[int, Promise]]:
        """What a foe can put into a defence, and what is known of attacks on it."""
        battle = self._battle
        guard = shield(battle, foe) if bids(battle.ruleset) else 0
        key = ("promises", *pair(battle, self._actor, foe), guard, foe.hp.current)
        return guard, battle.ruleset.memo.of(key, dict)

    def _best(self, foe: Creature, among: tuple[Series, ...], guard: int) -> Promise:
        battle, actor, left = self._battle, self._actor, foe.hp.current

        def value(one: Series) -> tuple[float, float]:
            share = promised(battle, actor, foe, one, guard).share(left)
            return share - THRIFT * sum(put for _, _, put in one.attacks), share

        best = max(((value(one), one) for one in among), key=lambda found: found[0][0])
        return Promise(best[0][1], best[1], among)


def weights(
    battle: Battle, some: tuple[Creature, ...], others: tuple[Creature, ...]
) -> tuple[float, ...]:
    """What each of some creatures counts: half as much as it can do to others, half as all do."""
    everybody = (*some, *others)
    kinds = [
        (number, one.conditions, one.position.squeezed, one.hp.maximum)
        for number, one in zip(likeness(battle, *everybody), everybody, strict=True)
    ]
    mine, theirs = kinds[: len(some)], kinds[len(some) :]

    def make() -> tuple[float, ...]:
        alike, many = dict(zip(theirs, others, strict=True)), Counter(theirs)
        does = {
            of_it: sum(
                count * min(strongest(battle, one, alike[other]).damage, alike[other].hp.maximum)
                for other, count in many.items()
            )
            for of_it, one in zip(mine, some, strict=True)
        }
        mean = sum(does[one] for one in mine) / len(mine)
        return tuple((does[one] / mean + 1) / 2 if mean else 1.0 for one in mine)

    key = ("weights", len(some), tuple(kinds), battle.world.clock.surprise)
    return battle.ruleset.memo.of(key, make)


def bids(ruleset: Ruleset) -> bool:
    """Whether something is put into defences."""

    def make() -> tuple[bool]:
        return (any(isinstance(one, Bidding) for one in ruleset.procedures.values()),)

    return ruleset.memo.of("bids", make)[0]
