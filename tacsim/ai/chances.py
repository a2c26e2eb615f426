"""Chances: what attacks promise, from the ruleset's own odds.

Damage is weighed by what it does to a fight: the share of a foe's remaining hit points that it
takes, and the chance that it puts the foe out of action.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from tacsim.ai.picture import NoDice, empty
from tacsim.ai.stakes import Purses
from tacsim.core.agenda import Attacking
from tacsim.core.components import AreaAttack, Bonuses, Position, Weapon
from tacsim.core.events import Modifier
from tacsim.core.terrain import make_battlefield
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.area_attack import AreaRules, Blast
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.ruleset import Ruleset

APART = 3
"""Cells to a foe that is shot at undisturbed, wherever the shooter will be."""
MOST = 20_000
"""Conclusions that are kept."""
FELLING = 0.5
"""What putting a foe out of action is worth beyond the damage that does it, in foes."""


@attrs.frozen
class Blow:
    """One attack: its chance to hit, and the damage to expect of it, misses included."""

    hit: float
    damage: float


@attrs.frozen
class Volley:
    """Attacks one after another at one target.

    >>> Volley((Blow(0.5, 3.0), Blow(0.25, 1.5))).felling(6)
    0.375
    """

    blows: tuple[Blow, ...] = ()

    @property
    def damage(self) -> float:
        """The damage to expect."""
        return sum(blow.damage for blow in self.blows)

    def felling(self, hit_points: int) -> float:
        """About how likely it takes so many hit points."""
        if not self.damage:
            return 0.0
        chances = [1.0]
        for blow in self.blows:
            hit = blow.hit
            chances = [
                (chances[n] if n < len(chances) else 0.0) * (1 - hit)
                + (chances[n - 1] * hit if n else 0.0)
                for n in range(len(chances) + 1)
            ]
        mean = self.damage / sum(blow.hit for blow in self.blows)
        # the dice spread about their mean: fewer hits may do, and enough may not
        return sum(
            chance * min(1.0, max(0.0, mean * hits / hit_points - 0.5))
            for hits, chance in enumerate(chances)
        )

    def share(self, hit_points: int) -> float:
        """The part of so many hit points that it is expected to take, with a bonus for felling."""
        left = max(hit_points, 1)
        return min(1.0, self.damage / left) + FELLING * self.felling(left)


class Sparring:
    """What any two creatures would do to each other face to face on open ground.

    Answers are kept: they change with the two creatures' conditions only. So do others' conclusions
    in the ``notes``.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        topology = ruleset.topology
        self.purses = Purses(ruleset)
        self._field = make_battlefield(".", topology=topology.name)
        self._origin = (0,) * topology.axes
        self._ruleset = ruleset
        self._pairs: dict[tuple[str, str], Battle] = {}
        self._rows: dict[tuple[Cell, Cell, int], tuple[Body, Body]] = {}
        self._blows: dict[object, tuple[Blow, tuple[Modifier, ...]]] = {}
        self._volleys: dict[object, Volley] = {}
        self._strongest: dict[object, Volley] = {}
        self.notes: dict[object, Any] = {}

    def tire(self) -> None:
        """Forget what was kept, once that is much."""
        if len(self.notes) > MOST:
            self.notes.clear()

    def blow(
        self, actor: Creature, target: Creature, weapon: Weapon, penalty: int = 0,
        *, opportunity: bool = False, charge: bool = False, stamina: int = 0, guard: int = 0,
    ) -> Blow:  # fmt: skip
        """One attack with a weapon, at the distance for which it is made.

        ``stamina`` and ``guard``: what is put into it, and into the defence against it.
        """
        known = self._known(
            actor, target, weapon, penalty, opportunity, charge, stamina, guard
        )  # fmt: skip
        return known[0]

    def parts(self, actor: Creature, target: Creature, weapon: Weapon) -> tuple[Modifier, ...]:
        """What such an attack is made up of."""
        return self._known(actor, target, weapon)[1]

    def _known(
        self, actor: Creature, target: Creature, weapon: Weapon, penalty: int = 0,
        opportunity: bool = False, charge: bool = False, stamina: int = 0, guard: int = 0,
    ) -> tuple[Blow, tuple[Modifier, ...]]:  # fmt: skip
        key = (
            actor.id, target.id, weapon.name, penalty, opportunity, charge, stamina, guard,
            actor.conditions, target.conditions, actor.position.squeezed, target.position.squeezed,
        )  # fmt: skip
        found = self._blows.get(key)
        if found is None:
            battle = self._meet(actor, target, _apart(weapon))
            frame = Attacking(
                actor.id, target.id, weapon.at_hand, penalty, opportunity, charge,
                stamina=stamina, guard=guard,
            )  # fmt: skip
            odds = attack_roll(battle, frame)
            found = self._blows[key] = Blow(odds.hit, odds.damage), odds.modifiers
        return found

    def best(
        self,
        actor: Creature,
        target: Creature,
        *,
        melee: bool = False,
        stamina: int = 0,
    ) -> Blow:
        """The attack with most to expect of it; a blow that cannot hit when there is none."""
        blows = [
            self.blow(actor, target, weapon, stamina=stamina)
            for weapon in actor.offence.weapons
            if not melee or (not weapon.ranged and weapon.armed)
        ]
        return max(blows, key=lambda blow: blow.damage, default=Blow(0.0, 0.0))

    def volley(self, actor: Creature, target: Creature, weapon: Weapon) -> Volley:
        """A full attack with a weapon."""
        key = (actor.id, target.id, weapon.name, actor.conditions, target.conditions,
               actor.position.squeezed, target.position.squeezed)  # fmt: skip
        found = self._volleys.get(key)
        if found is None:
            battle = self._meet(actor, target, _apart(weapon))
            sequence = self._ruleset.attacks.sequence(battle, battle.world[actor.id], weapon)
            found = self._volleys[key] = Volley(
                tuple(self.blow(actor, target, one, penalty) for one, penalty in sequence)
            )
        return found

    def strongest(self, actor: Creature, target: Creature) -> Volley:
        """The full attack with most to expect of it; an empty one without weapons."""
        key = (actor.id, target.id, actor.conditions, target.conditions,
               actor.position.squeezed, target.position.squeezed)  # fmt: skip
        found = self._strongest.get(key)
        if found is None:
            weapons = actor.offence.weapons
            volleys = [self.volley(actor, target, weapon) for weapon in weapons]
            if self.purses.staked(actor):
                volleys += [v for weapon in weapons for v in self.barrages(actor, target, weapon)]
            found = max(volleys, key=lambda volley: volley.damage, default=Volley())
            self._strongest[key] = found
        return found

    def barrages(self, actor: Creature, target: Creature, weapon: Weapon) -> Iterator[Volley]:
        """So many attacks as a fresh turn pays for, with all that there is put into them, unmet."""
        lavish = {len(one.amounts): one for one in self.purses.series(actor)}
        for one in lavish.values():
            blows = (self.blow(actor, target, weapon, stamina=n) for n in one.amounts)
            yield Volley(tuple(blows))

    def blast(self, maker: Creature, target: Creature, area: AreaAttack) -> Blow:
        """What an attack on an area does to one caught in it, where that can be told."""
        areas = self._ruleset.areas
        key = ("blast", maker.id, target.id, area.name, target.conditions)
        if key not in self.notes:
            damage = 0.0
            if isinstance(areas, AreaRules):
                battle = self._meet(maker, target, 1)
                made, victim = battle.world[maker.id], battle.world[target.id]
                toward = victim.at if areas.shapes[area.shape].aimed else None
                _, damage = areas.promise(Blast(battle, made, area, made.at, toward), victim)
            self.notes[key] = Blow(1.0, damage)
        return self.notes[key]  # type: ignore[no-any-return]  # what was put there

    def _facing(self, mine: Cell, theirs: Cell, apart: int) -> tuple[Body, Body]:
        """Two bodies in a row, so many cells apart."""
        key = (mine, theirs, apart)
        if key not in self._rows:
            metric, step = self._ruleset.metric, self._ruleset.topology.directions[0]
            here, there = Body(self._origin, mine), Body(self._origin, theirs)
            while metric.distance(here, there) < apart:
                there = there.moved(step)
            self._rows[key] = here, there
        return self._rows[key]

    def _meet(self, actor: Creature, target: Creature, apart: int) -> Battle:
        """The two alone, so many cells apart."""
        pair = (actor.id, target.id)
        if pair not in self._pairs:
            sides = actor.world.sides
            self._pairs[pair] = Battle(empty(self._field, sides), self._ruleset, NoDice())
        battle = self._pairs[pair]
        for creature in (actor, target):
            for component in creature.world.components(creature.id):
                battle.world.put(creature.id, component)
            battle.world.put(creature.id, Bonuses())
        mine, theirs = actor.size.extent, target.size.extent
        here, there = self._facing(mine, theirs, apart)
        battle.world.put(actor.id, Position(here, actor.position.squeezed))
        battle.world.put(target.id, Position(there, target.position.squeezed))
        return battle


def _apart(weapon: Weapon) -> int:
    """The cells between two, for which a weapon is made."""
    return APART if weapon.ranged else weapon.reach
