"""What is open to a creature in its turn, and what still will be after a part of it.

For those who plan a turn: series of attacks that can be paid for, and modes of movement with the
attacks that are open after them. Answers are kept with the ruleset, by all that they depend on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import takewhile

import attrs

from tacsim.core.components import (
    Abilities,
    AreaAttack,
    Areas,
    Armour,
    Attributes,
    Carried,
    Offence,
    Position,
    Protection,
    Resources,
    Saves,
    Size,
    Speed,
    Traits,
    Weapon,
)
from tacsim.core.intents import FullAttack, Strike
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.grid.metric import cells
from tacsim.rules.battle import Battle
from tacsim.rules.movement.policies import MoveMode
from tacsim.rules.ruleset import Ruleset

LASTING = (
    Abilities, Areas, Armour, Attributes, Carried, Offence, Protection, Saves, Size, Speed, Traits
)  # fmt: skip
"""What a fight seldom changes of a creature."""
FULL = "full_attack"
MOST = 10
"""Attacks one after another beyond which nobody plans; where something is put in, ``STAKED``."""
STAKED = 4
PLENTY = 10_000
"""Half-cells that are enough for any way."""
MEASURED = ("movement", "halves")
"""The resources that measure movement: what a turn gives, and what is covered of it."""
HEAP = 20
"""The most Stamina considered for a series of attacks."""


@attrs.frozen
class Series:
    """Attacks one after another: weapon, penalty and what is put in, of each; and what is left."""

    attacks: tuple[tuple[Weapon, int, int], ...]
    left: Resources
    full: bool = False
    """Whether they are begun as one act."""

    def intent(self, actor: str, target: str) -> Strike | FullAttack:
        """What begins them."""
        weapon, _, stamina = self.attacks[0]
        if self.full:
            return FullAttack(actor, target, weapon.name)
        return Strike(actor, target, weapon.name, stamina=stamina)


Attackings = Mapping[str, tuple[Series, ...]]
"""By the name of the weapon with which they begin, those that can be paid for; the least first."""


@attrs.frozen(eq=False)
class Opening:
    """A mode of movement that is open, how far it goes, and what may be done after it.

    ``limit``: half-cells; ``spent``: those of the same measured move that are gone already;
    ``left``: the resources after a move of a cell; ``attacks``: those still open then.
    """

    mode: MoveMode
    limit: int
    spent: int
    left: Resources
    attacks: Attackings


def likeness(battle: Battle, *creatures: Creature) -> tuple[int, ...]:
    """Of each a number that creatures have in common who differ in nothing that lasts."""
    world = battle.world
    known: dict[str, int] = world.cached("likeness", LASTING, dict)
    for one in creatures:
        if one.id not in known:
            numbers = battle.ruleset.likenesses
            lasting = tuple(world.tables.get(kind, {}).get(one.id) for kind in LASTING)
            known[one.id] = numbers.setdefault(lasting, len(numbers))
    return tuple([known[one.id] for one in creatures])


def fresh(battle: Battle, creature: Creature) -> Resources:
    """What a creature has as its turn begins."""
    refresh = battle.ruleset.economy.refresh(battle, creature)
    return creature.resources.with_counts(**dict(refresh))


def piecemeal(ruleset: Ruleset) -> bool:
    """Whether attacks are made one by one, and movement goes on between them."""
    return FULL not in ruleset.intents


def attacks(battle: Battle, actor: Creature, have: Resources | None = None) -> Attackings:
    """The series of attacks that a creature's resources pay for, those it has unless told."""
    have = actor.resources if have is None else have
    key = ("attacks", likeness(battle, actor), have, actor.conditions)

    def make() -> Attackings:
        pay = _payments(battle, actor)
        with battle.world.supposing(actor.id, have):
            found = {w.name: tuple(_series(battle, actor, w, pay)) for w in actor.offence.weapons}
        return {name: some for name, some in found.items() if some}

    return battle.ruleset.memo.of(key, make)


Pay = Callable[[Resources, int], Resources | None]
"""What is left of some resources after an attack into which so much is put, if they pay for it."""


def _payments(battle: Battle, actor: Creature) -> Pay:
    """What a creature has left after an attack; each payment is asked for once."""

    @cache
    def pay(have: Resources, stamina: int) -> Resources | None:
        attack = Strike(actor.id, actor.id, stamina=stamina)
        with battle.world.supposing(actor.id, have):
            counts = battle.ruleset.attacks.price(battle, actor, attack)
        return None if isinstance(counts, Refused) else have.with_counts(**dict(counts))

    return pay


def _series(battle: Battle, actor: Creature, weapon: Weapon, pay: Pay) -> Iterator[Series]:
    have = actor.resources
    if not piecemeal(battle.ruleset):
        if (left := pay(have, 0)) is not None:
            yield Series(((weapon, 0, 0),), left)
        counts = battle.ruleset.economy.price(battle, actor, FULL)
        rest = battle.ruleset.attacks.sequence(battle, actor, weapon)[have["made"] :]
        if rest and not isinstance(counts, Refused):
            left = have.with_counts(**dict(counts))
            yield Series(tuple((one, by, 0) for one, by in rest), left, full=True)
        return
    if max(battle.ruleset.attacks.amounts(battle, actor), default=0):
        for count in range(1, STAKED + 1):  # what costs more cannot be paid for where less cannot
            every = (_paid(have, weapon, count, n, pay) for n in range(count, HEAP))
            yield from (one for one in takewhile(lambda one: one is not None, every) if one)
        return
    every = (_paid(have, weapon, count, 0, pay) for count in range(1, MOST + 1))
    yield from [one for one in takewhile(lambda one: one is not None, every) if one][-1:]


def _paid(have: Resources, weapon: Weapon, count: int, total: int, pay: Pay) -> Series | None:
    """So much put into so many attacks, all alike or one point apart, if that can be paid for."""
    amounts, left = [(total + i) // count for i in range(count)], have
    for amount in amounts:
        paid = pay(left, amount)
        if paid is None:
            return None
        left = paid
    return Series(tuple((weapon, 0, amount) for amount in amounts), left)


def areas_open(battle: Battle, actor: Creature) -> tuple[AreaAttack, ...]:
    """The attacks on areas that a creature can make now."""
    ruleset, found = battle.ruleset, actor.areas.items
    if not found or "area" not in ruleset.intents:
        return ()
    if isinstance(ruleset.economy.price(battle, actor, "area"), Refused):
        return ()
    return tuple(area for area in found if ruleset.areas.waiting(actor, area) is None)


def speed(battle: Battle, creature: Creature) -> tuple[int, int]:
    """Cells of an ordinary move, and how many of them are left this turn."""
    total = int(battle.ruleset.economy.pace(battle, creature))
    pooled = any(creature.resources[name] for name in MEASURED)
    for mode in battle.ruleset.modes.values():
        if mode.free or mode.straight or mode.steps is not None:
            continue
        allowance = battle.ruleset.economy.allowance(battle, creature, mode)
        if not isinstance(allowance, Refused):
            if pooled:
                total = max(total, cells(allowance.total))  # a pool that may have grown
            return total, min(cells(max(allowance.total - allowance.spent, 0)), total)
        if not pooled:
            break
    return total, 0


def openings(battle: Battle, actor: Creature, have: Resources | None = None) -> tuple[Opening, ...]:
    """The modes of movement that a creature's resources leave open, in the ruleset's order.

    Of those that come to the same in all but their names the first.
    """
    have = actor.resources if have is None else have
    world = battle.world
    held = tuple(  # whom it holds may slow it down
        (other.id, bonus.name)
        for other in world.creatures
        for bonus in other.bonuses.items
        if bonus.against == actor.id
    )
    pace = battle.ruleset.economy.pace(battle, actor)
    key = ("openings", likeness(battle, actor), pace, have, actor.conditions, held)

    def make() -> tuple[Opening, ...]:
        with world.supposing(actor.id, have):
            found = (opening(battle, actor, mode) for mode in battle.ruleset.modes.values())
            unlike: dict[object, Opening] = {}
            for one in found:
                if one is not None:
                    nameless = attrs.evolve(one.mode, name="", clause="")
                    unlike.setdefault((nameless, one.limit, one.left), one)
            return tuple(unlike.values())

    return battle.ruleset.memo.of(key, make)


def opening(battle: Battle, actor: Creature, mode: MoveMode) -> Opening | None:
    """What a mode of movement comes to now, or None where it is not open."""
    allowance = battle.ruleset.economy.allowance(battle, actor, mode)
    if isinstance(allowance, Refused):
        return None
    limit = allowance.total - allowance.spent
    left = after(battle, actor, mode, 2)
    return Opening(mode, limit, allowance.spent, left, attacks(battle, actor, left))


def after(
    battle: Battle, actor: Creature, mode: MoveMode, cost2: int, path: Iterable[Body] = ()
) -> Resources:
    """What a creature has left after so many half-cells of an open mode.

    ``path``: the bodies on the way, where steps take more than half-cells.
    """
    economy, world, before = battle.ruleset.economy, battle.world, actor.body
    allowance = economy.allowance(battle, actor, mode)
    assert not isinstance(allowance, Refused)
    moved = economy.moved(battle, actor, allowance.spent + cost2, mode)
    counts = {**dict(allowance.counts), **dict(moved)}
    for body in path:
        now = actor.resources.with_counts(**counts)
        with world.supposing(actor.id, Position(before), now):
            counts |= dict(economy.stepped(battle, actor, before, body))
        before = body
    return actor.resources.with_counts(**counts)


def useless(battle: Battle, creature: Creature) -> dict[str, int]:
    """The resources that a creature's conditions leave it no use for, as if there were none."""
    effects, found = battle.ruleset.effects, dict[str, int]()
    if effects.pacified(creature) is not None:
        found |= {name: 0 for name, _left in battle.ruleset.opportunity.spend(creature)}
    if effects.first(creature, "stuck") is not None:
        found["step"] = 0
    return found


def unhurried(actor: Creature) -> Resources:
    """What a creature has, with movement for any way."""
    return actor.resources.with_counts(movement=PLENTY)
