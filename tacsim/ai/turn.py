"""A turn as it can be played: what is open, where that leads, what can be attacked from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

import attrs

from tacsim.ai.knowing.belief import Belief
from tacsim.ai.knowing.chances import (
    Expected,
    best_attack,
    bids_stamina,
    defended,
    face_to_face,
    opportunity_bid,
    pair,
    promised,
    shield,
)
from tacsim.ai.knowing.temper import counts, held, on_post
from tacsim.ai.ways.places import Places, in_space
from tacsim.ai.ways.wariness import HOPE, SURE, wary
from tacsim.core.agenda import Attacking
from tacsim.core.components import Position, Resources, Weapon
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.metric import budget
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.cover import reaches
from tacsim.rules.combat.policies import AttackRoll
from tacsim.rules.combat.threat import in_melee, melee
from tacsim.rules.movement import footing
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.policies import MoveMode
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover
from tacsim.rules.openings import (
    Attackings,
    Opening,
    Series,
    attacks,
    fresh,
    openings,
    piecemeal,
)
from tacsim.rules.ruleset import Ruleset

THRIFT = 0.01
"""What a point that is put in counts against the share that an attack takes."""


@attrs.frozen
class Attack:
    """Attacks that can be made from a body: on whom, which, and what they promise."""

    target: str
    series: Series
    expected: Expected

    @property
    def weapon(self) -> Weapon:
        """The weapon with which they begin."""
        return self.series.attacks[0][0]


class Turn:
    """One creature's turn, worked out from its side's belief as far as it is asked for."""

    def __init__(self, belief: Belief, creature: str, *, bound: bool = True) -> None:
        self.belief = belief
        self._bound = bound
        self.battle: Battle = belief.battle
        self.ruleset: Ruleset = belief.ruleset
        self.actor: Creature = belief.world[creature]
        self.here = self.actor.body
        self.in_space = belief.world.field.axes == 3
        """Whether the battle is fought in space rather than on a plane."""
        self.piecemeal = piecemeal(self.ruleset)
        """Whether attacks are made one by one, and movement goes on between them."""
        self._stops: dict[Body, bool] = {}
        self._promises: dict[tuple[str, int], tuple[tuple[Series, ...], Expected]] = {}
        self._places: dict[tuple[int, frozenset[Cell], bool, bool], Places] = {}

    @cached_property
    def mover(self) -> Mover:
        """The creature as one that moves, and tries no check that it has little hope to pass."""
        return wary(mover_of(self.battle, self.actor))

    @cached_property
    def sure_mover(self) -> Mover:
        """The same as one that keeps from everything that it may fail at."""
        return wary(mover_of(self.battle, self.actor), SURE)

    @cached_property
    def foes(self) -> tuple[Creature, ...]:
        """Known enemies that are still in the fight."""
        return self.battle.foes(self.actor)

    @cached_property
    def friends(self) -> tuple[Creature, ...]:
        """Others of its side, or allied, that are still in the fight."""
        return self.battle.friends(self.actor)

    def again(self, *, bound: bool = True) -> Turn:
        """The same creature's turn as things are supposed to be now.

        ``bound``: whether it minds what it holds.
        """
        return Turn(self.belief, self.actor.id, bound=bound and self._bound)

    # --- how the creature is to be played -------------------------------------------------------

    @cached_property
    def counts(self) -> Mapping[str, float]:
        """How many times as much some foes count by the creature's tasks."""
        return counts(self.battle, self.actor)

    def share(self, expected: Expected, foe: Creature) -> float:
        """The share that attacks take of a foe, by what that one counts."""
        return expected.share(foe.hp.current) * self.counts.get(foe.id, 1.0)

    @cached_property
    def post(self) -> frozenset[Cell]:
        """The cells of which the creature ends its moves on one; empty where it is free to go.

        So is who holds none, and who cannot get to any.
        """
        cells = held(self.actor) if self._bound else frozenset[Cell]()
        if not cells or on_post(cells, self.here):
            return cells
        free = self.again(bound=False)
        ways = free.places(budget(2 * sum(self.mover.field.size))).costs
        there = any(on_post(cells, body) and free.may_stop(body) for body in ways)
        return cells if there else frozenset()

    # --- what is open -------------------------------------------------------------------------

    @cached_property
    def attacks_now(self) -> Attackings:
        """The attacks that are open without doing anything before."""
        return attacks(self.battle, self.actor)

    @property
    def may_attack(self) -> bool:
        """Whether an attack is still open, were there a foe at hand."""
        return bool(self.attacks_now) or any(one.attacks for one in self.openings)

    @cached_property
    def openings(self) -> tuple[Opening, ...]:
        """The ways to move that are open now, in the ruleset's order."""
        return ways_open(self.battle, self.actor, self.actor.resources)

    @cached_property
    def ways_afresh(self) -> tuple[Opening, ...]:
        """Those of a turn in which nothing is spent yet."""
        return ways_open(self.battle, self.actor, fresh(self.battle, self.actor))

    # --- where it leads -----------------------------------------------------------------------

    def places(
        self,
        limit: int,
        avoid: frozenset[Cell] = frozenset(),
        mode: MoveMode | None = None,
        *,
        sure: bool = False,
    ) -> Places:
        """Where so many half-cells take the creature; where it is counts as a place too.

        ``mode``: how it moves, where that is otherwise than on foot or in the air; ``sure``:
        without any check that it may fail.
        """
        climbing = mode is not None and mode.climbs
        key = (limit, avoid, climbing, sure)
        if key not in self._places:
            mover = self.sure_mover if sure else self.mover
            if self.in_space:
                if climbing:
                    mover = wary(mover_of(self.battle, self.actor, mode), SURE if sure else HOPE)
                self._places[key] = in_space(mover, self.here, limit, avoid)
            else:
                self._places[key] = self._in_plane(mover, limit, avoid)
        return self._places[key]

    def _in_plane(self, mover: Mover, limit: int, avoid: frozenset[Cell]) -> Places:
        spent = self.openings[0].spent % self.ruleset.metric.parities if self.openings else 0
        notes = self.belief.kept(self.actor.id)
        bounds = (mover.ground, self._bounds)
        key = ("places", self.actor.id, self.here, bounds, spent, limit, avoid)
        if key not in notes:
            notes[key] = Places(Reach(mover, self.here, limit, avoid=avoid, spent=spent))
        found: Places = notes[key]
        return found

    @cached_property
    def _bounds(self) -> tuple[object, ...]:
        """What the creature's state comes to, as far as its ways are concerned."""
        mover = self.mover
        others = (c.id for c in self.battle.world.creatures if c.id != self.actor.id)
        return tuple(mover.passing(other) for other in others)

    @cached_property
    def steps(self) -> tuple[Body, ...]:
        """The bodies one step away."""
        return tuple(dict.fromkeys(step.body for step in self.mover.steps(self.here)))

    def may_stop(self, body: Body) -> bool:
        """Whether the creature may end its movement in a body, as far as its side knows.

        It leaves no place that it holds.
        """
        if body not in self._stops and self.post and not on_post(self.post, body):
            self._stops[body] = False
        if body not in self._stops:
            verdict = self.ruleset.passage.stop(self.battle, self.actor, body, self.mover.known)
            self._stops[body] = not isinstance(verdict, Refused)
        return self._stops[body]

    def hangs(self, body: Body) -> bool:
        """Whether the creature would not stand in a body but hold on to a wall."""
        return self.mover.earthbound and not footing.stands(self.battle, self.actor, body)

    def may_halt(self, body: Body) -> bool:
        """Whether it may and would: nobody squeezes in among others, or hangs, without need."""
        return self.may_stop(body) and not (self.mover.shares(body) or self.hangs(body))

    def ready(self, weapon: Weapon) -> bool:
        """Whether a weapon is at hand, or can be brought to hand."""
        ready = self.ruleset.attacks.ready
        return not weapon.stowed or not isinstance(ready(self.battle, self.actor, weapon), Refused)

    def standing_in(self, body: Body) -> Position:
        """The creature's position in a body."""
        return Position(body, self.mover.squeezed(body) or self.mover.shares(body))

    # --- what can be attacked from there ------------------------------------------------------

    def spots(self, target: Creature, weapon: Weapon, extent: Cell) -> Iterator[Body]:
        """The bodies of a shape from which a melee weapon reaches a target, walls aside."""
        field = self.mover.field
        for offset in self.belief.striking(weapon, extent, target.body.extent):
            at = shifted(target.at, offset)
            if at in field:
                yield Body(at, extent)

    def shots(self, creature: Creature) -> Iterator[Weapon]:
        """What a creature shoots with; in space also what it throws, for melee may not reach."""
        for weapon in creature.offence.weapons:
            if weapon.ranged or (self.in_space and weapon.increment):
                yield weapon

    def open_to(self, body: Body, target: Creature, weapon: Weapon | None = None) -> bool:
        """Whether no wall keeps a body, or a weapon's attack, from a target."""
        if weapon is not None:
            return in_melee(self.battle, weapon, body, target.body)
        return reaches(self.battle, body, target.body)

    def can_strike(self, body: Body, target: Creature, weapon: Weapon) -> bool:
        """Whether an attack with a weapon is possible from a body."""
        with self.belief.imagined(self.actor, self.standing_in(body)):
            return bool(self.ruleset.attacks.check(self.battle, self.actor, target, weapon))

    @cached_property
    def bids_stamina(self) -> bool:
        """Whether the creature puts more or less into its attacks."""
        return bids_stamina(self.battle, self.actor)

    def attack(self, body: Body, target: Creature, series: Iterable[Series]) -> Attack | None:
        """The best of some attacks from a body, with their odds there; None if none is possible."""
        found = self.attacks(body, target, series)
        return max(found, key=lambda one: thrifty(one, target), default=None)

    def attacks(self, body: Body, target: Creature, series: Iterable[Series]) -> list[Attack]:
        """What some attacks promise from a body: cover, flanks and distance considered."""
        guard = shield(self.battle, target)
        with self.belief.imagined(self.actor, self.standing_in(body)):
            here: dict[str, AttackRoll | None] = {}
            found = [
                Attack(target.id, one, self._expected(target, one, guard, here)) for one in series
            ]
        return [one for one in found if one.expected.hits]

    def _expected(
        self, target: Creature, series: Series, guard: int, here: dict[str, AttackRoll | None]
    ) -> Expected:
        """What attacks promise from where the creature is imagined.

        ``here``: by weapon the roll of a plain attack, None for one that is not possible.
        """
        battle, actor, hits = self.battle, self.actor, []
        for (weapon, penalty, stamina), against in zip(
            series.attacks, defended(guard), strict=False
        ):
            frame = Attacking(actor.id, target.id, weapon.at_hand)
            if weapon.name not in here:
                possible = self.ruleset.attacks.check(battle, actor, target, weapon)
                here[weapon.name] = attack_roll(battle, frame) if possible else None
            plain = here[weapon.name]
            if plain is None:
                continue
            roll = face_to_face(battle, actor, target, weapon)
            if plain == roll:
                roll = face_to_face(
                    battle, actor, target, weapon, penalty, stamina=stamina, guard=against
                )
            else:
                now = attrs.evolve(frame, penalty=penalty, stamina=stamina, guard=against)
                key = ("from here", plain, *pair(battle, actor, target), weapon.name, now.penalty,
                       stamina, against)  # fmt: skip
                roll = self.ruleset.memo.of(key, lambda now=now: attack_roll(battle, now))  # type: ignore[misc]  # bound at once
            hits.append((roll.hit, roll.damage))
        return Expected(tuple(hits))

    @cached_property
    def choices(self) -> tuple[tuple[float, Creature, Weapon], ...]:
        """Foes and weapons, with the share that all the weapon's attacks may take, best first."""
        usual = attacks(self.battle, self.actor, fresh(self.battle, self.actor))
        found = []
        for foe in self.foes:
            for weapon in self.actor.offence.weapons:
                series = self.attacks_now.get(weapon.name) or usual.get(weapon.name, ())
                found.append((self.share(self.promise(foe, series), foe), foe, weapon))
        return tuple(sorted(found, key=lambda one: -one[0]))

    def promise(self, target: Creature, series: tuple[Series, ...]) -> Expected:
        """About what the best of some attacks does, wherever it is made from."""
        key = (target.id, id(series))
        if key not in self._promises:
            left, guard = target.hp.current, shield(self.battle, target)
            found = (promised(self.battle, self.actor, target, one, guard) for one in series)
            best = max(found, key=lambda one: one.share(left), default=Expected())
            self._promises[key] = series, best
        return self._promises[key][1]

    # --- what it risks ------------------------------------------------------------------------

    def peril_from(self, foes: Iterable[str]) -> float:
        """The damage to expect of an opportunity attack by each of some foes."""
        world, battle = self.battle.world, self.battle
        return sum(
            best_attack(battle, foe, self.actor, melee(foe), opportunity_bid(battle, foe))[1]
            for foe in (world[name] for name in foes)
        )

    def peril_of(self, target: Creature, weapon: Weapon, body: Body) -> float:
        """The damage to expect of those whom an attack from a body distracts from."""
        with self.belief.imagined(self.actor, self.standing_in(body)):
            acts = self.ruleset.attacks.acts(self.battle, self.actor, target, weapon)
            return sum(self.peril_of_act(act, target) for act in acts)

    def peril_of_act(self, act: str, target: Creature | None = None) -> float:
        """The damage to expect of those whom an act provokes."""
        policy = self.ruleset.opportunity
        found = policy.by_act(self.battle, self.actor, act, target or self.actor)
        return self.peril_from(dict.fromkeys(p.foe for p in found))


def ways_open(battle: Battle, creature: Creature, have: Resources) -> tuple[Opening, ...]:
    """The ways to move that some resources leave open; none with risks or attacks on the way."""
    found = tuple(
        one for one in openings(battle, creature, have)
        if not ((one.mode.contest and not one.mode.attack) or one.mode.midway)
    )  # fmt: skip
    if battle.world.field.axes < 3:
        return found
    aloft = footing.aloft(battle, creature)  # where all ways are one
    return tuple(one for one in found if not one.mode.climbs and (one.mode.requires or not aloft))


def carry(weapon: Weapon, increments: int) -> int:
    """The cells of so many range increments, or to where a weapon carries at all.

    >>> carry(Weapon("bow", "1d6", increment=12), 2)
    24
    >>> carry(Weapon("bow", "2", increment=10, farthest=10), 2)
    10
    """
    far = increments * weapon.increment
    return min(far, weapon.farthest) if weapon.farthest else far


def thrifty(attack: Attack, target: Creature) -> float:
    """What an attack takes of a target, less a little for what is put into it."""
    spent = sum(stamina for _, _, stamina in attack.series.attacks)
    return attack.expected.share(target.hp.current) - THRIFT * spent
