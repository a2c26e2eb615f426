"""A turn as it can be played: what is left to spend, where that leads, what can be struck there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import attrs

from tacsim.ai.barrages import Barrages
from tacsim.ai.chances import Blow, Sparring, Volley
from tacsim.ai.picture import Picture
from tacsim.ai.stakes import Series
from tacsim.ai.travels import Travel, journey
from tacsim.core.agenda import Attacking
from tacsim.core.components import Position, Resources, Weapon
from tacsim.core.intents import Intent, Stand, Strike
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.cover import reaches
from tacsim.rules.movement import footing
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.policies import Counts, MoveMode
from tacsim.rules.movement.search import Reach
from tacsim.rules.ruleset import Ruleset

FULL, STRIKE = "full_attack", "strike"
MOST_STRIKES = 10
"""Single attacks beyond which nobody counts them."""
THRIFT = 0.01
"""What a point that is put in counts against the share that an attack takes."""


@attrs.frozen
class Stride:
    """A way to move that is open now, how far it goes, and what may be done once it is over.

    ``limit`` is in half-cells; ``counts`` are the resources left when it has ended; ``attacks`` are
    the activities that they still pay for; ``spent`` the half-cells of the same measured move that
    are gone already.
    """

    mode: MoveMode
    limit: int
    counts: Counts
    attacks: tuple[str, ...]
    spent: int = 0


@attrs.frozen
class Attack:
    """An attack that can be made from a body: whom, how, with what, and what it promises."""

    target: str
    activity: str
    weapon: Weapon
    volley: Volley
    series: Series | None = None
    """What is put into its blows, where something is."""

    @property
    def stamina(self) -> int:
        """What is put into the first blow."""
        return self.series.amounts[0] if self.series is not None else 0

    @property
    def left(self) -> Resources | None:
        """What is left to put into a defence after it; None where nothing is put in."""
        return self.series.left if self.series is not None else None


class Turn:
    """One creature's choices, worked out on its side's picture as they are asked for."""

    def __init__(self, picture: Picture, sparring: Sparring, creature: str) -> None:
        self.picture = picture
        self.sparring = sparring
        self.battle: Battle = picture.battle
        self.ruleset: Ruleset = picture.ruleset
        self.actor: Creature = picture.world[creature]
        self.here = self.actor.body
        self.mover = mover_of(self.battle, self.actor)
        self.foes = self.battle.foes(self.actor)
        self.friends = self.battle.friends(self.actor)
        self.in_space = self.mover.field.axes == 3
        """Whether the battle is fought in space rather than on a plane."""
        self.barrages = Barrages(picture, sparring, self.actor)
        self._stops: dict[Body, bool] = {}
        self._promises: dict[tuple[str, str], Volley] = {}
        self._travels: dict[tuple[int, frozenset[Cell], str], Travel] = {}

    # --- what can be afforded ---------------------------------------------------------------

    def knows(self, activity: str) -> bool:
        """Whether the ruleset has such an activity."""
        return activity in self.ruleset.intents

    def affordable(self, counts: Counts = ()) -> tuple[str, ...]:
        """The attacks that can be paid for, once resources are as told."""
        with self.picture.having(self.actor, counts):
            return tuple(
                activity
                for activity in (FULL, STRIKE)
                if self.knows(activity)
                and not isinstance(self.price(activity), Refused)
                and (activity == STRIKE or self._more)
            )

    def price(self, activity: str) -> Counts | Refused:
        """What is left after an activity; attacks may cost more than the economy knows of."""
        if activity == STRIKE:
            blow = Strike(self.actor.id, self.actor.id)
            return self.ruleset.attacks.price(self.battle, self.actor, blow)
        return self.ruleset.economy.price(self.battle, self.actor, activity)

    def can(self, activity: str) -> bool:
        """Whether the ruleset has such an activity, and the creature can pay for it now."""
        return self.knows(activity) and not isinstance(self.price(activity), Refused)

    @property
    def piecemeal(self) -> bool:
        """Whether attacks are made one by one, as there is no full attack."""
        return not self.knows(FULL)

    @cached_property
    def strikes(self) -> int:
        """How many single attacks there are one after another, of those that can be paid for."""
        return max(1, self._payable(MOST_STRIKES)) if self.piecemeal else 1

    def _payable(self, most: int) -> int:
        price = self.price(STRIKE)
        if not most or isinstance(price, Refused):
            return 0
        with self.picture.having(self.actor, price):
            return 1 + self._payable(most - 1)

    @cached_property
    def _more(self) -> bool:
        """Whether a full attack has attacks that were not made this turn."""
        sequence, made = self.ruleset.attacks.sequence, self.actor.resources["made"]
        weapons = self.actor.offence.weapons if made else ()
        return not made or any(len(sequence(self.battle, self.actor, w)) > made for w in weapons)

    @cached_property
    def attacks_now(self) -> tuple[str, ...]:
        """The attacks that can be paid for without doing anything before."""
        return self.affordable()

    @property
    def may_attack(self) -> bool:
        """Whether an attack can still be paid for, were there a foe at hand."""
        return bool(self.attacks_now) or any(stride.attacks for stride in self.strides)

    @cached_property
    def strides(self) -> tuple[Stride, ...]:
        """Every way to move that is open now, in the ruleset's order."""
        return self._strides()

    def after(self, path: Iterable[Body]) -> Counts:
        """What the steps of a way leave of what steps take, halves apart; for ways in space."""
        counts: dict[str, int] = {}
        if self.in_space:
            stepped, before = self.ruleset.economy.stepped, self.here
            for body in path:
                with (
                    self.picture.imagined(self.actor, Position(before)),
                    self.picture.having(self.actor, tuple(counts.items())),
                ):
                    counts |= dict(stepped(self.battle, self.actor, before, body))
                before = body
        return tuple(counts.items())

    def strides_on(
        self, stride: Stride, cost2: int, activity: str, stepped: Counts = ()
    ) -> tuple[Stride, ...]:
        """The ways to go on after so many half-cells of one and then an activity.

        ``stepped``: what the steps have left besides.
        """
        if not self.piecemeal:
            return ()
        economy = self.ruleset.economy
        allowance = economy.allowance(self.battle, self.actor, stride.mode)
        assert not isinstance(allowance, Refused)
        moved = economy.moved(self.actor, allowance.spent + cost2, stride.mode)
        with self.picture.having(self.actor, (*allowance.counts, *moved, *stepped)):
            return self.strides_after(activity)

    def strides_after(self, activity: str) -> tuple[Stride, ...]:
        """The ways to move that are left once an activity is paid for."""
        counts = self.price(activity)
        if isinstance(counts, Refused):
            return ()
        with self.picture.having(self.actor, counts):
            return self._strides()

    def _strides(self) -> tuple[Stride, ...]:
        found = []
        for mode in self.ruleset.modes.values():
            if (mode.contest and not mode.attack) or mode.midway:
                continue  # it takes no risks on the way, and makes no attacks there
            if self.in_space and (mode.climbs or not (self.mover.earthbound or mode.requires)):
                continue  # of the same kind are high climbs, and in the air all ways are one
            stride = self.stride_of(mode)
            if stride is not None:
                found.append(stride)
        unlike = {(s.limit, s.attacks, attrs.evolve(s.mode, name="", clause="")): s
                  for s in reversed(found)}  # fmt: skip
        return tuple(reversed(unlike.values()))

    def stride_of(self, mode: MoveMode) -> Stride | None:
        """What a mode of movement comes to now, or None where it is not open."""
        economy = self.ruleset.economy
        allowance = economy.allowance(self.battle, self.actor, mode)
        if isinstance(allowance, Refused):
            return None
        limit = allowance.total - allowance.spent
        counts = (*allowance.counts, *economy.moved(self.actor, allowance.spent + 2, mode))
        return Stride(mode, limit, counts, self.affordable(counts), allowance.spent)

    # --- where it leads ---------------------------------------------------------------------

    def travel(
        self,
        limit: int,
        avoid: frozenset[Cell] = frozenset(),
        mode: MoveMode | None = None,
    ) -> Travel:
        """Where so many half-cells take the creature; where it is counts as a place too.

        ``mode``: how it moves, where that is otherwise than on foot or in the air.
        """
        climbing = mode is not None and mode.climbs
        key = (limit, avoid, mode.name if mode is not None and climbing else "")
        if key not in self._travels:
            if self.in_space:
                mover = mover_of(self.battle, self.actor, mode) if climbing else self.mover
                self._travels[key] = journey(mover, self.here, limit, avoid)
            else:
                self._travels[key] = self._travel(limit, avoid)
        return self._travels[key]

    def _travel(self, limit: int, avoid: frozenset[Cell]) -> Travel:
        spent = self.strides[0].spent % self.ruleset.metric.parities if self.strides else 0
        kept = self.picture.kept(self.actor.id)
        whole = ("travel", self.actor.id, self.here, self._bounds, spent, limit, avoid)
        if whole not in kept:
            kept[whole] = Travel(Reach(self.mover, self.here, limit, avoid=avoid, spent=spent))
        found: Travel = kept[whole]
        return found

    @cached_property
    def _bounds(self) -> tuple[object, ...]:
        """What the creature's state comes to, as far as its ways are concerned."""
        mover = self.mover
        others = (c.id for c in self.battle.world.creatures if c.id != self.actor.id)
        return mover.ground, tuple(mover.passing(other) for other in others)

    @cached_property
    def steps(self) -> tuple[Body, ...]:
        """The bodies one step away."""
        return tuple(dict.fromkeys(step.body for step in self.mover.steps(self.here)))

    def may_stop(self, body: Body) -> bool:
        """Whether the creature may end its movement in a body, as far as its side knows."""
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

    # --- what can be struck there -------------------------------------------------------------

    def spots(self, target: Creature, weapon: Weapon, extent: Cell) -> Iterator[Body]:
        """The bodies of a shape from which a melee weapon reaches a target, walls aside."""
        field = self.mover.field
        for offset in self.picture.striking(weapon, extent, target.body.extent):
            at = shifted(target.at, offset)
            if at in field:
                yield Body(at, extent)

    def shots(self, creature: Creature) -> Iterator[Weapon]:
        """What a creature shoots with; in space also what it throws, for blows may not reach."""
        for weapon in creature.offence.weapons:
            if weapon.ranged or (self.in_space and weapon.increment):
                yield weapon

    def open_to(self, body: Body, target: Creature) -> bool:
        """Whether no wall keeps a body from a target."""
        return reaches(self.battle, body, target.body)

    def can_strike(self, body: Body, target: Creature, weapon: Weapon) -> bool:
        """Whether an attack with a weapon is possible from a body."""
        with self.picture.imagined(self.actor, self.standing_in(body)):
            check = self.ruleset.attacks.check(self.battle, self.actor, target, weapon)
            return not isinstance(check, Refused)

    @property
    def staked(self) -> bool:
        """Whether the creature puts more or less into its attacks."""
        return self.barrages.staked

    def barrage(self, body: Body, target: Creature, weapon: Weapon) -> Iterator[Attack]:
        """An attack from a body for each way of putting something into it."""
        with self.picture.imagined(self.actor, self.standing_in(body)):
            if self.ruleset.attacks.check(self.battle, self.actor, target, weapon):
                for series, volley in self.barrages.here(target, weapon):
                    yield Attack(target.id, STRIKE, weapon, volley, series)

    def attack(self, body: Body, target: Creature, weapon: Weapon, activity: str) -> Attack:
        """An attack from a body, with its odds there: cover, flanks and distance considered."""
        if self.staked:
            found = list(self.barrage(body, target, weapon))
            none = Attack(target.id, activity, weapon, Volley())
            return max(found, key=lambda one: thrifty(one, target), default=none)
        with self.picture.imagined(self.actor, self.standing_in(body)):
            sequence: tuple[tuple[Weapon, int], ...] = ((weapon, 0),) * self.strikes
            if activity == FULL:
                sequence = self.ruleset.attacks.sequence(self.battle, self.actor, weapon)
                sequence = sequence[self.actor.resources["made"] :]
            blows = tuple(
                self.blow(target, one, penalty)
                for one, penalty in sequence
                if self.ruleset.attacks.check(self.battle, self.actor, target, one)
            )
        return Attack(target.id, activity, weapon, Volley(blows))

    def blow(
        self, target: Creature, weapon: Weapon, penalty: int = 0, *, charge: bool = False
    ) -> Blow:
        """One attack from where the creature is imagined."""
        frame = Attacking(self.actor.id, target.id, weapon, penalty, charge=charge)
        odds = attack_roll(self.battle, frame)
        return Blow(odds.hit, odds.damage)

    @cached_property
    def choices(self) -> tuple[tuple[float, Creature, Weapon], ...]:
        """Foes and weapons, with the share that all the weapon's attacks may take, best first."""
        activity = FULL if self.knows(FULL) else STRIKE
        found = [
            (self.promise(foe, weapon, activity).share(foe.hp.current), foe, weapon)
            for foe in self.foes
            for weapon in self.actor.offence.weapons
        ]
        return tuple(sorted(found, key=lambda one: -one[0]))

    def promise(self, target: Creature, weapon: Weapon, activity: str) -> Volley:
        """About what an attack does, wherever it is made from."""
        if self.staked:
            key = (target.id, weapon.name)
            if key not in self._promises:
                self._promises[key] = self.barrages.best(target, weapon)
            return self._promises[key]
        if activity == FULL:
            blows = self.sparring.volley(self.actor, target, weapon).blows
            return Volley(blows[self.actor.resources["made"] :])
        return Volley((self.sparring.blow(self.actor, target, weapon),) * self.strikes)

    def peril_from(self, foes: Iterable[str]) -> float:
        """The damage to expect of an opportunity attack by each of some foes."""
        world, best, sally = self.battle.world, self.sparring.best, self.barrages.sally
        return sum(
            best(world[f], self.actor, melee=True, stamina=sally(world[f])).damage for f in foes
        )

    def peril_of(self, attack: Attack, body: Body) -> float:
        """The damage to expect of those whom an attack distracts from."""
        target = self.battle.world[attack.target]
        with self.picture.imagined(self.actor, self.standing_in(body)):
            acts = self.ruleset.attacks.acts(self.battle, self.actor, target, attack.weapon)
            return sum(self.peril_of_act(act, target) for act in acts)

    def peril_of_act(self, act: str, target: Creature | None = None) -> float:
        """The damage to expect of those whom an act provokes."""
        policy = self.ruleset.opportunity
        found = policy.by_act(self.battle, self.actor, act, target or self.actor)
        return self.peril_from(dict.fromkeys(p.foe for p in found))

    def stand(self) -> Iterator[Intent]:
        """The intent to get up, where the ruleset has one."""
        if "stand" in self.ruleset.intents:
            yield Stand(self.actor.id)


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
    spent = sum(attack.series.amounts) if attack.series is not None else 0
    return attack.volley.share(target.hp.current) - THRIFT * spent
