"""Chances: what attacks promise, wherever they will be made from.

Damage is weighed by what it does to a fight: the share of a foe's remaining hit points that it
takes, and the chance that it puts the foe out of action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import attrs

from tacsim.core.agenda import Attacking
from tacsim.core.components import AreaAttack, Bonuses, Position, Weapon
from tacsim.core.terrain import make_battlefield
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.area_attack import AreaRules, Blast
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.policies import AttackRoll
from tacsim.rules.combat.threat import melee
from tacsim.rules.openings import Series, attacks, fresh, likeness

APART = 3
"""Cells to a foe that is shot at undisturbed, wherever the shooter will be."""
FELLING = 0.5
"""What putting a foe out of action is worth beyond the damage that does it, in foes."""


@attrs.frozen
class Expected:
    """What attacks one after another promise: of each the chance to hit, and the mean damage.

    >>> Expected(((0.5, 3.0), (0.25, 1.5))).felling(6)
    0.375
    """

    hits: tuple[tuple[float, float], ...] = ()

    @property
    def damage(self) -> float:
        """The damage to expect, misses included."""
        return sum(damage for _, damage in self.hits)

    def felling(self, hit_points: int) -> float:
        """About how likely they take so many hit points."""
        return _felling(self.hits, hit_points)

    def share(self, hit_points: int) -> float:
        """The part of so many hit points that they are to take, with a bonus for felling."""
        left = max(hit_points, 1)
        return min(1.0, self.damage / left) + FELLING * _felling(self.hits, left)


@lru_cache(maxsize=4096)
def _felling(hits: tuple[tuple[float, float], ...], hit_points: int) -> float:
    damage = sum(damage for _, damage in hits)
    if not damage:
        return 0.0
    chances = [1.0]
    for hit, _ in hits:
        chances = [
            (chances[n] if n < len(chances) else 0.0) * (1 - hit)
            + (chances[n - 1] * hit if n else 0.0)
            for n in range(len(chances) + 1)
        ]
    mean = damage / sum(hit for hit, _ in hits)
    # the dice spread about their mean: fewer hits may do, and enough may not
    return sum(
        chance * min(1.0, max(0.0, mean * count / hit_points - 0.5))
        for count, chance in enumerate(chances)
    )


def sure(damage: float) -> Expected:
    """Damage that is certain to be done."""
    return Expected(((1.0, damage),))


# --- face to face on open ground ----------------------------------------------------------------


def face_to_face(
    battle: Battle, actor: Creature, target: Creature, weapon: Weapon, penalty: int = 0,
    *, charge: bool = False, stamina: int = 0, guard: int = 0, apart: int = 0,
) -> AttackRoll:  # fmt: skip
    """One attack with a weapon at the distance for which it is made, with nobody else about.

    ``stamina`` and ``guard``: what is put into it, and into the defence against it; ``apart``: the
    cells between the two, if it is another distance.
    """
    key = ("face to face", *pair(battle, actor, target),
           weapon.name, penalty, charge, stamina, guard, apart)  # fmt: skip

    def make() -> AttackRoll:
        usual = APART if weapon.ranged else weapon.reach
        alone = _alone(battle, actor, target, apart or usual)
        frame = Attacking(actor.id, target.id, weapon.at_hand, penalty, charge=charge,
                          stamina=stamina, guard=guard)  # fmt: skip
        return attack_roll(alone, frame)

    return battle.ruleset.memo.of(key, make)


def flanking(
    battle: Battle, actor: Creature, target: Creature, weapon: Weapon, friend: Creature
) -> float:
    """How many times as much damage an attack does with a friend opposite, on open ground."""

    def make() -> float:
        topology, reach = battle.ruleset.topology, weapon.reach
        by, back = topology.directions[0], tuple(-n for n in topology.directions[0])
        there = Body((0,) * topology.axes, target.size.extent)
        here, beyond = (Body(there.at, one.size.extent) for one in (actor, friend))
        while battle.ruleset.metric.distance(here, there) < max(1, reach):
            here = here.moved(back)
        while battle.ruleset.metric.distance(beyond, there) < 1:
            beyond = beyond.moved(by)
        alone = _placed(battle, {actor.id: here, target.id: there, friend.id: beyond})
        frame = Attacking(actor.id, target.id, weapon.at_hand)
        plain = face_to_face(battle, actor, target, weapon).damage
        return attack_roll(alone, frame).damage / plain if plain else 1.0

    key = ("flanking", *pair(battle, actor, target), weapon.name, likeness(battle, friend))
    return battle.ruleset.memo.of(key, make)


def pair(battle: Battle, actor: Creature, target: Creature) -> tuple[object, ...]:
    """All of two creatures that makes a difference to an attack, but for where they are."""
    squeezed = actor.position.squeezed, target.position.squeezed
    return likeness(battle, actor, target), *squeezed, actor.conditions, target.conditions


def _alone(battle: Battle, actor: Creature, target: Creature, apart: int) -> Battle:
    """The two in a row on open ground, so many cells apart."""
    ruleset, topology = battle.ruleset, battle.ruleset.topology

    def facing() -> tuple[Body, Body]:
        here, there = (Body((0,) * topology.axes, one.size.extent) for one in (actor, target))
        while ruleset.metric.distance(here, there) < apart:
            there = there.moved(topology.directions[0])
        return here, there

    key = ("facing", actor.size.extent, target.size.extent, apart)
    here, there = ruleset.memo.of(key, facing)
    return _placed(battle, {actor.id: here, target.id: there})


def _placed(battle: Battle, bodies: Mapping[str, Body]) -> Battle:
    """Some creatures and nobody else, in some places on open ground."""
    alone, name = battle.fork(), battle.ruleset.topology.name
    world = alone.world = battle.world.only(bodies)
    world.field = battle.ruleset.memo.of("open", lambda: make_battlefield(".", topology=name))
    for creature, body in bodies.items():
        world.put(creature, Position(body, world[creature].position.squeezed))
        world.put(creature, Bonuses())
    return alone


def promised(
    battle: Battle, actor: Creature, target: Creature, series: Series, guard: int
) -> Expected:
    """What a series promises against one who can put so much into its defence in all."""
    met = zip(series.attacks, defended(guard), strict=False)
    rolls = (
        face_to_face(battle, actor, target, weapon, penalty, stamina=stamina, guard=against)
        for (weapon, penalty, stamina), against in met
    )
    return Expected(tuple((roll.hit, roll.damage) for roll in rolls))


def defended(points: int) -> Iterator[int]:
    """What goes into one defence after another: half of what is left each time.

    >>> [n for n, _ in zip(defended(4), range(4))]
    [2, 1, 1, 0]
    """
    while True:
        part = (points + 1) // 2
        yield part
        points -= part


def best_attack(
    battle: Battle, actor: Creature, target: Creature, weapons: Iterable[Weapon], stamina: int = 0
) -> tuple[float, float]:
    """The chance and damage of the attack with most to expect of it; 0 when there is none."""
    rolls = (face_to_face(battle, actor, target, one, stamina=stamina) for one in weapons)
    best = max(rolls, key=lambda roll: roll.damage, default=None)
    return (best.hit, best.damage) if best is not None else (0.0, 0.0)


def best_from(battle: Battle, actor: Creature, target: Creature) -> tuple[float, float]:
    """The chance and damage of a creature's best attack on another from where both are."""
    rolls = (
        attack_roll(battle, Attacking(actor.id, target.id, weapon))
        for weapon in melee(actor)
        if battle.ruleset.attacks.check(battle, actor, target, weapon, melee_only=True)
    )
    best = max(rolls, key=lambda roll: roll.damage, default=None)
    return (best.hit, best.damage) if best is not None else (0.0, 0.0)


def fading(battle: Battle, actor: Creature, target: Creature, weapon: Weapon, apart: int) -> float:
    """The part that is left of a shot's damage over so many cells."""
    near = face_to_face(battle, actor, target, weapon).damage
    return face_to_face(battle, actor, target, weapon, apart=apart).damage / near if near else 0.0


def strongest(
    battle: Battle, actor: Creature, target: Creature, weapons: frozenset[str] | None = None
) -> Expected:
    """What a fresh turn's attacks promise at most, with all that can be put in and unmet.

    ``weapons``: those that they begin with, by name; None: any, or an area that is gone to.
    """

    def make() -> Expected:
        every = attacks(battle, actor, fresh(battle, actor)).items()
        meant = (some for name, some in every if weapons is None or name in weapons)
        lavish = (one for some in meant for one in {len(s.attacks): s for s in some}.values())
        found = [promised(battle, actor, target, one, 0) for one in lavish]
        if weapons is None:
            found += [sure(blast(battle, actor, target, one)) for one in gone_to(battle, actor)]
        return max(found, key=lambda one: one.damage, default=Expected())

    key = ("strongest", *pair(battle, actor, target), battle.world.clock.surprise, weapons)
    return battle.ruleset.memo.of(key, make)


def gone_to(battle: Battle, actor: Creature) -> tuple[AreaAttack, ...]:
    """A creature's attacks on areas, where they are gone to like shots: in space."""
    return actor.areas.items if battle.world.field.axes == 3 else ()


def blast(battle: Battle, maker: Creature, target: Creature, area: AreaAttack) -> float:
    """The damage of an attack on an area to one caught in it, 0 if the ruleset cannot say."""

    def make() -> float:
        areas = battle.ruleset.areas
        if not isinstance(areas, AreaRules):
            return 0.0
        alone = _alone(battle, maker, target, 1)
        made, victim = alone.world[maker.id], alone.world[target.id]
        toward = victim.at if areas.shapes[area.shape].aimed else None
        return areas.caught(Blast(alone, made, area, made.at, toward), victim).damage

    return battle.ruleset.memo.of(("blast", *pair(battle, maker, target), area.name), make)


# --- what is put in -----------------------------------------------------------------------------


def bids_stamina(battle: Battle, creature: Creature) -> bool:
    """Whether a creature can put more or less into its attacks."""
    return usual_bid(battle, creature) > 0


def usual_bid(battle: Battle, creature: Creature) -> int:
    """What goes into each attack of a fresh turn if there are as many as can be."""
    anew = attacks(battle, creature, fresh(battle, creature))
    every = [one for some in anew.values() for one in some]
    most = max(every, key=lambda one: len(one.attacks), default=None)
    return most.attacks[0][2] if most is not None else 0


def shield(battle: Battle, creature: Creature, *, anew: bool = False) -> int:
    """The most that a creature can put into a defence now, or with a fresh turn's resources."""
    have = fresh(battle, creature) if anew else creature.resources

    def make() -> int:
        with battle.world.supposing(creature.id, have):
            frames = (Attacking(creature.id, creature.id, w.at_hand)
                      for w in creature.offence.weapons[:1])  # fmt: skip
            defences = battle.ruleset.attacks.defences
            return max((n for frame in frames for _, n in defences(battle, frame)), default=0)

    key = ("shield", likeness(battle, creature), have, creature.conditions)
    return battle.ruleset.memo.of(key, make)


def opportunity_bid(battle: Battle, foe: Creature) -> int:
    """What a foe may put into an opportunity attack: half of what it has, if anything."""
    return (1 + max(battle.ruleset.attacks.amounts(battle, foe), default=0)) // 2
