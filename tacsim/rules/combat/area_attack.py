"""Attacks on areas: breaths and blasts, as far as they are the same under all rules.

One throw of damage serves all who are caught. What each of them does about it, and when such an
attack can be made again, a ruleset says in its :class:`AreaRules`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import lru_cache

from tacsim.core import events as ev
from tacsim.core.agenda import Trying
from tacsim.core.chance import Sum
from tacsim.core.components import AreaAttack
from tacsim.core.dice import Roll, parse
from tacsim.core.intents import Area
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import cells
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.areas import Caught, Shape
from tacsim.rules.combat.policies import PlainAct
from tacsim.rules.movement.moving import offer
from tacsim.rules.movement.policies import Counts
from tacsim.rules.perception import known_to

ACTIVITY = "area"


class Blast:
    """An area attack at a place: what it covers, and whom it catches."""

    def __init__(
        self, battle: Battle, maker: Creature, area: AreaAttack, origin: Cell, toward: Cell | None
    ) -> None:
        self.battle = battle
        self.maker = maker
        self.area = area
        self.origin = origin
        self.toward = toward
        areas, world = battle.ruleset.areas, battle.world
        self.shape = areas.shapes[area.shape]
        self.cells = areas.cells(battle, area.shape, area.size, origin, toward, maker.body)
        self.victims = tuple(
            world[name]
            for name in world.order or world.ids
            if name != maker.id
            and not world[name].has("dead")
            and not self.cells.isdisjoint(world[name].body.cells)
        )
        """Friend or foe, in initiative order."""

    @property
    def corners(self) -> tuple[Cell, ...]:
        """The grid corners at which it may be said to start."""
        if self.toward is not None and self.shape.aimed:
            forms = self.battle.ruleset.topology.forms
            return forms.corners_of(self.origin, self.toward)
        return (self.origin,)


class AreaRules(ABC):
    """What a ruleset says of areas and of attacks on them; the base of its policy on areas.

    ``origin`` and ``cover`` are the clauses for where an area may start and for what shuts it out,
    ``forms`` the one that lists the shapes, if there is one.
    """

    shapes: Mapping[str, Shape] = {}
    origin: str
    cover: str
    forms: str = ""

    @abstractmethod
    def cells(
        self,
        battle: Battle,
        shape: str,
        size: int,
        origin: Cell,
        toward: Cell | None = None,
        maker: Body | None = None,
    ) -> frozenset[Cell]:
        """The cells of the map that an area covers, as far as walls let it."""

    @abstractmethod
    def waiting(self, creature: Creature, area: AreaAttack) -> Refused | None:
        """Why an area attack cannot be made again yet."""

    @abstractmethod
    def promise(self, blast: Blast, victim: Creature) -> tuple[float, float]:
        """The chance to save and the mean damage of one who is caught."""

    @abstractmethod
    def suffered(
        self, throws: Throws, blast: Blast, victim: Creature, total: int
    ) -> list[ev.Event]:
        """What becomes of one who is caught, the damage being thrown."""

    @abstractmethod
    def spent(self, throws: Throws, maker: Creature, area: AreaAttack) -> list[ev.Event]:
        """How long its maker has to wait until it can do this again."""

    def price(self, battle: Battle, maker: Creature, area: AreaAttack) -> Counts | Refused:
        """What its maker has left after an area attack, or why it cannot afford it."""
        return battle.ruleset.economy.price(battle, maker, ACTIVITY)

    def clause(self, shape: str) -> str:
        """The clause of a shape, or the one of areas in general."""
        return self.shapes[shape].clauses[-1] if shape in self.shapes else self.forms or self.origin

    def forecast(self, battle: Battle, actor: Creature, intent: Area) -> tuple[Caught, ...]:
        """For each that would be caught, as far as its side knows: chance to save, mean damage."""
        found = self.chosen(battle, actor, intent)
        if isinstance(found, Refused):
            return ()
        blast = Blast(battle, actor, found, intent.origin, intent.toward)
        known = known_to(battle, actor.side)
        return tuple(
            Caught(victim.id, *self.promise(blast, victim))
            for victim in blast.victims
            if victim.id in known
        )

    def chosen(self, battle: Battle, actor: Creature, intent: Area) -> AreaAttack | Refused:
        """Which of its area attacks a creature may make so, or why it may not."""
        fitting = [
            area
            for area in actor.areas.items
            if (area.shape, area.size) == (intent.shape, intent.size)
            and intent.name in (None, area.name)
        ]
        if not fitting:
            return refuse(Reason.NO_AREA, self.clause(intent.shape), shape=intent.shape)
        waits = [self.waiting(actor, area) for area in fitting]
        ready = [area for area, why in zip(fitting, waits, strict=True) if why is None]
        refusals = [self._placed(battle, actor, area, intent) for area in ready]
        possible = [area for area, why in zip(ready, refusals, strict=True) if why is None]
        if possible:
            return possible[0]
        return next(why for why in (*refusals, *waits) if why is not None)

    def _placed(
        self, battle: Battle, actor: Creature, area: AreaAttack, intent: Area
    ) -> Refused | None:
        """Why an area attack cannot be made at a place."""
        shape, origin, toward = self.shapes[area.shape], intent.origin, intent.toward
        clause = self.clause(area.shape)
        named = [cell for cell in (origin if shape.aimed else None, toward) if cell is not None]
        if any(len(cell) != len(actor.at) for cell in named):
            return refuse(Reason.OFF_MAP, clause)
        if not shape.aimed:
            return self._in_range(battle, actor, area, origin)
        if origin not in actor.body.cells:
            return refuse(Reason.NOT_ITS_SPACE, clause)
        return refuse(Reason.NO_AIM, clause) if toward in (None, origin) else None

    def _in_range(
        self, battle: Battle, actor: Creature, area: AreaAttack, origin: Cell
    ) -> Refused | None:
        """Why an area that is not aimed cannot start at a grid corner."""
        field, body, topology = battle.world.field, actor.body, battle.ruleset.topology
        if not topology.on_map(origin, field.shape):
            return refuse(Reason.OFF_MAP, self.origin)
        distance = cells(battle.ruleset.metric.cost2(topology.off(body, origin)))
        if distance > area.range:
            return refuse(Reason.OUT_OF_RANGE, self.origin, weapon=area.name, distance=distance)
        walls, edges = field.cells_where("fills"), field.edges(blocking=True)
        if not topology.forms.sides_of(origin, body.cells, walls, edges):
            return refuse(Reason.TOTAL_COVER, self.cover)
        return None


class AreaAttacks(PlainAct):
    """The procedure of an attack on an area.

    Its chances are those of whoever is caught; see :meth:`AreaRules.forecast`.
    """

    def __init__(self, areas: AreaRules) -> None:
        self._areas = areas

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[Area]:
        """Each attack on each set of cells that catches somebody, by its first aim."""
        for area in actor.areas.items:
            shape, seen = self._areas.shapes[area.shape], set[frozenset[Cell]]()
            for origin, toward in _aims(battle, actor, area, aimed=shape.aimed):
                blast = Blast(battle, actor, area, origin, toward)
                if blast.victims and blast.cells not in seen:
                    seen.add(blast.cells)
                    yield Area(actor.id, area.shape, area.size, origin, toward, area.name)

    def begin(self, battle: Battle, intent: Area) -> list[ev.Event] | Refused:
        """Spend the action; one that needs care gives foes an opportunity first."""
        actor = battle.world[intent.actor]
        least = battle.ruleset.economy.price(battle, actor, ACTIVITY)
        if isinstance(least, Refused):
            return least
        area = self._areas.chosen(battle, actor, intent)
        if isinstance(area, Refused):
            return area
        price = self._areas.price(battle, actor, area)
        if isinstance(price, Refused):
            return price
        which = actor.areas.items.index(area)
        frame = Trying(ACTIVITY, actor.id, actor.id, origin=intent.origin, toward=intent.toward).at(
            "begun", which=which
        )
        begun: list[ev.Event] = [ev.Spent(actor.id, price), ev.Undertaken(frame)]
        if area.provokes:
            found = battle.ruleset.opportunity.by_act(battle, actor, ACTIVITY, actor)
            begun += offer(battle, actor.id, found, "act")
        return begun

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """Make it, if its maker still can."""
        actor = battle.world[frame.actor]
        if not battle.acts(actor):
            return [ev.Concluded()]
        area = actor.areas.items[frame.fact("which")]
        assert frame.origin is not None
        blast = Blast(battle, actor, area, frame.origin, frame.toward)
        return [ev.Concluded(), *self._made(blast)]

    def _made(self, blast: Blast) -> list[ev.Event]:
        throws, clauses = Throws(blast.battle), blast.shape.clauses
        maker, area = blast.maker, blast.area
        names = tuple(victim.id for victim in blast.victims)
        covered = tuple(sorted(blast.cells))
        events: list[ev.Event] = [
            ev.AreaMade(maker.id, area.shape, covered, names, area.name, clauses)
        ]
        if blast.victims:
            dice = parse(area.damage)
            harm = Sum(dice.count, dice.sides)
            damage = throws.roll(maker.id, "damage", harm, dice.bonus, clauses)
            events.append(damage)
            for victim in blast.victims:
                events += self._areas.suffered(throws, blast, victim, damage.total)
        return [*events, *self._areas.spent(throws, maker, area)]


def _aims(
    battle: Battle, actor: Creature, area: AreaAttack, *, aimed: bool
) -> Iterator[tuple[Cell, Cell | None]]:
    """Where an area may start and point so as to catch somebody, in the order of cells."""
    topology, body, field = battle.ruleset.topology, actor.body, battle.world.field
    known = known_to(battle, actor.side)
    others = [c.body for c in battle.world.creatures if c.id in known and c.id != actor.id]
    if aimed:
        goals = sorted(topology.around(body, area.size), key=lambda cell: cell[::-1])
        yield from ((topology.nearest(body, cell), cell) for cell in goals)
        return
    near = {cell for other in others for cell in topology.around(other, area.size + 1)}
    near |= {cell for other in others for cell in other.cells}
    for cell in sorted(near, key=lambda cell: cell[::-1]):
        if topology.on_map(cell, field.shape):
            yield cell, None


def dealt(area: AreaAttack, total: int, *, passed: bool, least: int) -> int:
    """The damage that a throw does, ``least`` at least: half when saved, or none.

    >>> breath = AreaAttack("fire", "cone", 3, "6d6", "ref", 14, half=True)
    >>> [dealt(breath, total, passed=True, least=1) for total in (21, 1)]
    [10, 1]
    """
    if passed and not area.half:
        return 0
    return max(least, total // 2 if passed else total)


@lru_cache(maxsize=256)
def harm(area: AreaAttack, *, passed: bool, least: int) -> float:
    """The mean damage to whoever passed its saving throw, or failed it.

    >>> harm(AreaAttack("fire", "cone", 3, "6d6", "ref", 14, half=True), passed=True, least=1)
    10.25
    """
    roll = parse(area.damage)
    if passed and not area.half:
        return 0.0
    if roll.count + roll.bonus > least:  # nothing is raised to the least damage that there is
        return roll.mean / 2 - _odd(roll) / 2 if passed else roll.mean
    ways = {roll.bonus: 1.0}
    for _ in range(roll.count):
        fresh: dict[int, float] = {}
        for total, chance in ways.items():
            for face in range(1, roll.sides + 1):
                fresh[total + face] = fresh.get(total + face, 0.0) + chance / roll.sides
        ways = fresh
    mean = sum(
        dealt(area, total, passed=passed, least=least) * chance for total, chance in ways.items()
    )
    return round(mean, 9)


def _odd(roll: Roll) -> float:
    """The chance that a throw comes out odd."""
    leaning = -1.0 if roll.bonus % 2 else 1.0  # by how much even outweighs odd
    for _ in range(roll.count):
        leaning *= 1 - 2 * ((roll.sides + 1) // 2) / roll.sides
    return (1 - leaning) / 2


__all__ = ["ACTIVITY", "AreaAttacks", "AreaRules", "Blast", "dealt", "harm"]
