"""Attacks on areas: breaths and blasts, as far as they are the same under all rules.

One throw of damage serves all who are caught. What each of them does about it, and when such an
attack can be made again, a ruleset says in its :class:`AreaRules`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial
from itertools import product
from operator import contains

from tacsim.core import events as ev
from tacsim.core.agenda import Trying
from tacsim.core.chance import Sum
from tacsim.core.components import AreaAttack
from tacsim.core.dice import parse
from tacsim.core.intents import Area
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.metric import cells
from tacsim.grid.squares.lines import Edge
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Test, Throws
from tacsim.rules.combat.areas import Caught, Shape
from tacsim.rules.combat.cover import solid
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
            and name not in maker.carried.ids
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
    ``forms`` the one that lists the shapes, if there is one, ``also`` those behind its damage
    besides that of its shape; ``least``: the least damage that is done at all; ``aftermath``: what
    comes of a maker's damage to a victim that has so many hit points left.
    """

    shapes: Mapping[str, Shape]
    origin: str
    cover: str
    forms: str = ""
    also: tuple[str, ...] = ()
    least: int = 0
    aftermath: Callable[[Creature, Creature, int], list[ev.Event]]

    def cells(
        self,
        battle: Battle,
        shape: str,
        size: int,
        origin: Cell,
        toward: Cell | None = None,
        maker: Body | None = None,
    ) -> frozenset[Cell]:
        """The cells of the map that an area covers, as far as walls and closed barriers let it.

        Nothing comes round a wall by way of what lies beyond the rim of the map.
        What is not aimed begins on the side of a thin wall where its maker is; what is aimed
        leaves the maker's own cells out.
        """
        form, field = self.shapes.get(shape), battle.world.field
        if form is None or (form.aimed and toward in (None, origin)):
            return frozenset()
        topology, aim, sides = battle.ruleset.topology, toward or origin, None
        walls, edges = solid(battle), field.edges(blocking=True)
        start = origin[: topology.axes]
        own = frozenset(maker.cells if maker is not None else ())
        found = form.cells(origin, aim, size)
        if form.centred:
            found |= {origin} - own if own else set()
        elif own and not form.aimed and not _clear((start, *own), walls, edges):
            sides = topology.forms.sides_of(origin, own, walls, edges)
            if not sides:
                return frozenset()
        if _clear((start, *found), walls, edges):
            pass
        elif form.seen is not None:
            walls |= {cell for cell in found if cell not in field}
            found = form.seen(origin, aim, size, walls, edges, sides)
        elif form.aimed:
            found = topology.forms.in_line_of(origin, aim, found, walls, edges)
        else:
            found = topology.forms.in_burst(origin, found, walls, edges, sides=sides)
        spared = own if form.aimed else ()
        return frozenset(cell for cell in found if cell in field and cell not in spared)

    @abstractmethod
    def waiting(self, creature: Creature, area: AreaAttack) -> Refused | None:
        """Why an area attack cannot be made again yet."""

    @abstractmethod
    def save(self, blast: Blast, victim: Creature) -> Test | None:
        """The saving throw of one who is caught; None for one who makes none."""

    @abstractmethod
    def spent(self, throws: Throws, maker: Creature, area: AreaAttack) -> list[ev.Event]:
        """How long its maker has to wait until it can do this again."""

    def harmed(self, blast: Blast, victim: Creature, amount: int) -> list[ev.Event]:
        """The damage, which is not 0, and what comes of it."""
        left = victim.hp.current - amount
        clauses = (self.clause(blast.area.shape), *self.also)
        hurt = ev.Damaged(blast.maker.id, victim.id, amount, left, clauses)
        return [hurt, *self.aftermath(blast.maker, victim, left)]

    def suffered(
        self, throws: Throws, blast: Blast, victim: Creature, save: Test | None, damage: ev.Rolled
    ) -> list[ev.Event]:
        """One victim's saving throw, if it makes one, and what it suffers."""
        events, passed = save.made(throws) if save is not None else ([], False)
        amount = dealt(blast.area, damage.total, passed=passed, least=self.least)
        return [*events, *(self.harmed(blast, victim, amount) if amount else ())]

    def expected(self, battle: Battle, actor: Creature, intent: Area) -> tuple[Caught, ...]:
        """What to expect for each who would be caught, as far as its side knows, by initiative.

        Nothing for an attack that is refused. What may happen before it is left to a forecast.
        """
        found = self.chosen(battle, actor, intent)
        if isinstance(found, Refused):
            return ()
        blast = Blast(battle, actor, found, intent.origin, intent.toward)
        known = known_to(battle, actor.side)
        return tuple(self.caught(blast, victim) for victim in blast.victims if victim.id in known)

    def promised(self, battle: Battle, frame: Trying) -> tuple[Caught, ...]:
        """The same of what is under way and made next, by all who are caught; else nothing."""
        if frame.name != ACTIVITY or not battle.acts(battle.world[frame.actor]):
            return ()
        blast = _blast(battle, frame)
        return tuple(self.caught(blast, victim) for victim in blast.victims)

    def caught(self, blast: Blast, victim: Creature) -> Caught:
        """The chance to save of one who is caught, and the mean of the hit points that it loses."""
        save = self.save(blast, victim)
        chance = save.chance if save is not None else 0.0
        hurt, spared = (self.mean(blast.area, victim, passed=saved) for saved in (False, True))
        return Caught(victim.id, chance, (1 - chance) * hurt + chance * spared)

    def mean(self, area: AreaAttack, victim: Creature, *, passed: bool) -> float:
        """The mean of the hit points that it costs one who passed its saving throw, or failed."""
        return _mean(area, self.least, passed=passed)

    def price(self, battle: Battle, maker: Creature, area: AreaAttack) -> Counts | Refused:
        """What its maker has left after an area attack, or why it cannot afford it."""
        return battle.ruleset.economy.price(battle, maker, ACTIVITY)

    def clause(self, shape: str) -> str:
        """The clause of a shape, or the one of areas in general."""
        return self.shapes[shape].clauses[-1] if shape in self.shapes else self.forms or self.origin

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
        walls, edges = solid(battle), field.edges(blocking=True)
        near = _clear((origin[: topology.axes], *body.cells), walls, edges)
        if near or topology.forms.sides_of(origin, body.cells, walls, edges):
            return None
        return refuse(Reason.TOTAL_COVER, self.cover)


class AreaAttacks(PlainAct):
    """The procedure of an attack on an area."""

    def __init__(self, areas: AreaRules) -> None:
        self._areas = areas

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[Area]:
        """Each attack on each set of cells that catches a creature, by its first aim.

        It is aimed at cells as far off as it is long, from the nearest cell of its maker.
        """
        others = frozenset(
            cell for one in battle.world.creatures if one.id != actor.id for cell in one.body.cells
        )
        for area in actor.areas.items:
            shape, seen = self._areas.shapes[area.shape], set[frozenset[Cell]]()
            for origin, toward in _aims(battle, actor, area, aimed=shape.aimed):
                whole = shape.cells(origin, toward or origin, area.size)
                if others.isdisjoint(whole) and origin not in others:
                    continue
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
        return [ev.Concluded(), *self._made(_blast(battle, frame))]

    def _made(self, blast: Blast) -> list[ev.Event]:
        throws, clauses = Throws(blast.battle), blast.shape.clauses
        maker, area = blast.maker, blast.area
        names = tuple(victim.id for victim in blast.victims)
        covered = tuple(sorted(blast.cells))
        made = ev.AreaMade(maker.id, area.shape, covered, names, area.name, clauses)
        if not blast.victims:
            return [made, *self._areas.spent(throws, maker, area)]
        dice = parse(area.damage)

        def damage() -> ev.Rolled:
            return throws.roll(maker.id, "damage", Sum(dice.count, dice.sides), dice.bonus, clauses)

        suffered = partial(self._areas.suffered, throws, blast)
        rules: list[Callable[[ev.Rolled], list[ev.Event]]] = [
            lambda rolled: [rolled],
            *(partial(suffered, one, self._areas.save(blast, one)) for one in blast.victims),
        ]
        spent = partial(self._areas.spent, throws, maker)
        return [made, *throws.apart(damage, rules), *throws.apart(lambda: area, [spent])]


def _blast(battle: Battle, frame: Trying) -> Blast:
    """The area attack of a frame."""
    actor = battle.world[frame.actor]
    assert frame.origin is not None
    area = actor.areas.items[frame.fact("which")]
    return Blast(battle, actor, area, frame.origin, frame.toward)


def _clear(cells: Collection[Cell], walls: AbstractSet[Cell], edges: AbstractSet[Edge]) -> bool:
    """Whether nothing that could stop a line stands between some cells, or beside them."""
    spans = [range(min(axis) - 1, max(axis) + 2) for axis in zip(*cells, strict=True)]
    ends = (cell for edge in edges for cell in edge)
    return walls.isdisjoint(product(*spans)) and not any(
        all(map(contains, spans, cell)) for cell in ends
    )


def _aims(
    battle: Battle, actor: Creature, area: AreaAttack, *, aimed: bool
) -> Iterator[tuple[Cell, Cell | None]]:
    """Where an area may start and point so as to catch a creature, in the order of cells."""
    topology, body, field = battle.ruleset.topology, actor.body, battle.world.field
    known = known_to(battle, actor.side)
    others = [c.body for c in battle.world.creatures if c.id in known and c.id != actor.id]
    if aimed:
        own = frozenset(body.cells)
        goals = sorted(topology.around(body, area.size), key=lambda cell: cell[::-1])
        yield from ((topology.nearest(body, cell), cell) for cell in goals if cell not in own)
        return
    near = {cell for other in others for cell in topology.around(other, area.size)}
    corners = {corner for cell in near for corner in topology.corners(cell)}
    axes = topology.axes
    for corner in sorted(corners, key=lambda at: (*at[:axes][::-1], *at[axes:])):
        if topology.on_map(corner, field.shape):
            yield corner, None


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
def _mean(area: AreaAttack, least: int, *, passed: bool) -> float:
    dice = parse(area.damage)
    return Sum(dice.count, dice.sides).spread.mean(
        lambda n: dealt(area, n + dice.bonus, passed=passed, least=least)
    )
