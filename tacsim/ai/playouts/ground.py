"""Ground: the ways of one creature among others, over what is kept of them with the map.

Where foes can be struck or shot at from, and how far that is, depends on the ground and on where
they stand, and is kept (:mod:`tacsim.ai.ways.routes`); who is in the way and where foes may strike
is laid over it for each question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

import numpy as np

from tacsim.ai.knowing.belief import striking
from tacsim.ai.knowing.chances import best_attack, blast, opportunity_bid, pair, strongest
from tacsim.ai.knowing.temper import on_post
from tacsim.ai.turn import carry
from tacsim.ai.ways.routes import Distances, Routes, Way, routes_of
from tacsim.ai.ways.views import over, view
from tacsim.ai.ways.wariness import wary
from tacsim.core.components import Weapon
from tacsim.core.intents import Move
from tacsim.core.terrain import Grid
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import in_melee, melee, threatened, watchers
from tacsim.rules.movement.charge import line_cells
from tacsim.rules.movement.occupancy import whereabouts
from tacsim.rules.movement.plan import mover_of
from tacsim.rules.movement.policies import MoveMode, Provokes
from tacsim.rules.movement.steps import Mover
from tacsim.rules.movement.ways import Provoking
from tacsim.rules.openings import Opening
from tacsim.rules.ruleset import Ruleset

DREAD = 8
"""Half-cells of detour that keeping from one provocation is worth."""
RANGES = 1
"""Range increments from within which shots are made by choice."""
SHOTS = 2
"""Range increments from within which foes are expected to shoot."""


_NOWHERE: frozenset[int] = frozenset()


class Ground:
    """The ground as it is to a creature, worked out as far as it is asked for."""

    def __init__(self, battle: Battle, actor: Creature) -> None:
        self.battle = battle
        self.ruleset: Ruleset = battle.ruleset
        self.actor = actor
        self._provoking: dict[str, Provoking] = {}
        self.post: frozenset[Cell] = frozenset()
        """The cells of which it ends its moves on one; empty where it is free to go."""

    @cached_property
    def mover(self) -> Mover:
        """The creature as one that moves, and tries no check that it has little hope to pass."""
        return wary(mover_of(self.battle, self.actor))

    @cached_property
    def known(self) -> Routes | None:
        """Its ways over the map; None on a map that is too large for them."""
        return routes_of(self.mover)

    @property
    def routes(self) -> Routes:
        """The same, where there are any."""
        assert self.known is not None
        return self.known

    @cached_property
    def here(self) -> int | None:
        """Where it is."""
        return self.routes.node(self.actor.body, self.mover.climbed)

    @cached_property
    def others(self) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
        """The cells of those who let nobody by, of those who are in the way, and of everybody."""
        passing, me = self.mover.passing, self.actor.id
        shut, slow, taken = list[Cell](), list[Cell](), list[Cell]()
        for name, (cells, _) in whereabouts(self.battle.world).covered.items():
            if not cells or name == me:
                continue
            taken += cells
            by = passing(name)
            if not by.allowed:
                shut += cells
            elif by.doublings:
                slow += cells
        places = self.routes.places
        return places(shut), places(slow), places(taken)

    @cached_property
    def _watchers(self) -> tuple[Creature, ...]:
        exposed = self.actor.exposure.foes
        return tuple(w for w in watchers(self.battle, self.actor) if w.id not in exposed)

    @cached_property
    def danger(self) -> frozenset[int]:
        """The cells where foes may strike at who passes."""
        places, battle = self.routes.known_places, self.battle
        return _NOWHERE.union(*[places(threatened(battle, foe)) for foe in self._watchers])

    @cached_property
    def pressed(self) -> bool:
        """Whether foes threaten it where it is."""
        assert self.here is not None
        return not self.routes.cells(self.here).isdisjoint(self.danger)

    @cached_property
    def peril(self) -> float:
        """The share of its hit points that those take who threaten it, as it drops its guard."""
        return self.peril_of(self.actor.body.cells)

    def peril_of(self, cells: Iterable[Cell]) -> float:
        """The share that those take who threaten any of some cells, as it leaves them."""
        cells, battle, actor = set(cells), self.battle, self.actor
        damage = sum(
            best_attack(battle, foe, actor, melee(foe), opportunity_bid(battle, foe))[1]
            for foe in self._watchers
            if not cells.isdisjoint(threatened(battle, foe))
        )
        return damage / max(1, actor.hp.current)

    def harms(self, nodes: Grid) -> Grid:
        """The share of its hit points that foes may take of it before its next turn, in places.

        Of those who strike where they are, of those who come, and of those who shoot or blast what
        they see.
        """
        routes, damage = self.routes, np.zeros(len(nodes))
        bodies = nodes % routes.bodies
        for at, (hidden, seen) in self._threats:
            away = np.minimum(routes.apart(at)[bodies], len(seen) - 1)
            each, shot = hidden[away], seen[away]
            if (each != shot).any():
                each = np.where(routes.in_view(at)[bodies], shot, each)
            damage += each
        damage /= max(1, self.actor.hp.current)
        return damage

    def harm(self, node: int) -> float:
        """The same in one place."""
        routes, damage, number = self.routes, 0.0, node % self.routes.bodies
        for at, (hidden, seen) in self._threats:
            away = min(routes.apart(at)[number], len(seen) - 1)
            shoots = hidden[away] != seen[away] and routes.in_view(at)[number]
            damage += (seen if shoots else hidden)[away]
        return float(damage / max(1, self.actor.hp.current))

    @cached_property
    def _threats(self) -> list[tuple[Body, Grid]]:
        """Where each foe is, and what it threatens to do."""
        battle, actor, ruleset = self.battle, self.actor, self.ruleset
        surprise = battle.world.clock.surprise

        def threat(foe: Creature) -> Grid:
            pace = ruleset.economy.pace(battle, foe)
            key = ("threat", *pair(battle, foe, actor), surprise, pace)
            return ruleset.memo.of(key, lambda: self._threat(foe, pace))

        return [(foe.body, threat(foe)) for foe in battle.foes(actor)]

    def _threat(self, foe: Creature, pace: float) -> Grid:
        """The damage to expect of a foe before one's next turn, out of its view and in it.

        By the cells to it; the last counts for all beyond.
        """
        battle, actor = self.battle, self.actor
        charges = any(mode.attack for mode in self.ruleset.modes.values())
        arms, bows = list(melee(foe)), [one for one in foe.offence.weapons if one.ranged]
        one, shot = (best_attack(battle, foe, actor, some)[1] for some in (arms, bows))
        every = max(one, strongest(battle, foe, actor).damage) if one else 0.0
        arm = max((weapon.reach for weapon in arms), default=0)
        far = int(arm + (2 if charges else 1) * pace) if one else 0
        areas = foe.areas.items
        shot = max([shot, *(blast(battle, foe, actor, area) for area in areas)])
        carries = [carry(bow, SHOTS) for bow in bows] + [a.size + a.range for a in areas]
        shoots = max(carries, default=0)
        away = np.arange(max(arm, far, shoots) + 2)
        comes = np.where(away <= far, one if charges else every, 0.0)
        hidden = np.where(away <= arm, every, comes)
        return np.stack([hidden, np.maximum(hidden, np.where(away <= shoots, shot, 0.0))])

    def ends(self, node: int) -> bool:
        """Whether it may stay in a place, as far as it knows; it leaves none that it holds."""
        if self.post and not on_post(self.post, self.routes.body(node)):
            return False
        if self.routes.cells(node).isdisjoint(self.others[2]):
            return self.routes.may_rest(node)
        body, stop = self.routes.body(node), self.ruleset.passage.stop
        return bool(stop(self.battle, self.actor, body, self.mover.known))

    def undisturbed(self, node: int) -> bool:
        """Whether it may stay in a place where no foe may strike."""
        return self.routes.cells(node).isdisjoint(self.danger) and self.ends(node)

    def straight_to(self, ends: Iterable[int]) -> frozenset[Cell] | None:
        """The cells that a straight line to the nearest of some places leaves.

        None where somebody is on it.
        """
        start, routes = self.actor.body, self.routes
        cost2, between = self.ruleset.metric.cost2, self.ruleset.topology.between
        found = [(cost2(between(start.at, routes.body(node).at)), node) for node in ends]
        if not found:
            return None
        end = routes.body(min(found)[1])
        line = {cell for cell in line_cells(start, end) if cell in self.mover.field}
        clear = routes.places(line.difference(start.cells)).isdisjoint(self.others[2])
        return frozenset(line.union(start.cells).difference(end.cells)) if clear else None

    # --- distances ------------------------------------------------------------------------------

    def strikes(self, weapon: Weapon, foe: Creature) -> tuple[int, ...]:
        """Where a weapon strikes a foe from."""
        routes, battle, target = self.routes, self.battle, foe.body

        def make() -> list[int]:
            found = []
            for extent in routes.table.extents:
                for offset in striking(battle, weapon, extent, target.extent):
                    body = target._replace(at=shifted(target.at, offset), extent=extent)
                    node = routes.node(body)
                    if node is None or not routes.may_rest(node):
                        continue
                    if in_melee(battle, weapon, body, target):
                        found.append(node)
            return [node for node in found if routes.rests(node)] or found

        return routes.goals(("strike", *swing(weapon), target), make)

    def to_strike(self, weapon: Weapon, foe: Creature) -> Distances:
        """The half-cells to where a weapon strikes a foe."""
        key = ("strike", *swing(weapon), foe.body)
        return self.routes.distances(key, lambda: self.strikes(weapon, foe))

    def to_shoot(self, weapon: Weapon, foe: Creature) -> Distances:
        """The half-cells to where a foe is in view and near enough to be shot at."""
        far = carry(weapon, RANGES)
        routes, topology, field = self.routes, self.ruleset.topology, self.mover.field

        def make() -> list[int]:
            seen, table = view(field, topology, foe.body), routes.table
            near = seen & (topology.distances(foe.body, seen.shape) <= far)
            found = table.nodes.stacked(
                table.nodes.rimmed(over(topology, near, extent, np.logical_or))
                for extent in table.extents
            )
            places = np.flatnonzero(found & routes.at_ease)
            return [routes.at_rest(number) for number in places.tolist()]

        return routes.distances(("shoot", far, foe.body), make)

    def to(self, weapon: Weapon, foe: Creature) -> Distances:
        """The half-cells to where a weapon is used on a foe by choice."""
        return (self.to_shoot if weapon.ranged else self.to_strike)(weapon, foe)

    def to_node(self, node: int) -> Distances:
        """The half-cells to one place."""
        return self.routes.distances(("node", node), lambda: (node,))

    def to_cells(self, cells: frozenset[Cell]) -> Distances:
        """The half-cells to where some part of the creature is in one of some cells."""
        routes = self.routes

        def make() -> list[int]:
            wanted, found = np.zeros(self.mover.field.shape, bool), routes.table.nodes
            wanted[tuple(np.array(sorted(cells)).T[::-1])] = True
            each = (found.cover(found.rimmed(wanted), e, np.logical_or) for e in found.extents)
            every = [routes.at_rest(n) for n in np.flatnonzero(found.stacked(each)).tolist()]
            return [node for node in every if routes.may_rest(node)]

        return routes.distances(("cells", cells), make)

    def steps(self, mode: MoveMode) -> Iterator[int]:
        """The places a step away where the creature may stay."""
        assert self.here is not None
        shut, routes = self.others[0], self.routes
        for node, _, _ in routes.near(self.here):
            free = routes.cells(node).isdisjoint(shut)
            if free and (mode.hampered or routes.easy(node)) and self.ends(node):
                yield node

    # --- ways -----------------------------------------------------------------------------------

    def way(
        self,
        distances: Distances,
        opening: Opening,
        ends: Callable[[int], bool] | None = None,
        *,
        bold: bool = False,
    ) -> Way:
        """The way down some distances by a mode of movement; ``bold``: whomever it provokes."""
        assert self.here is not None
        routes, mode = self.routes, opening.mode

        def risk(old: int, new: int, first: bool) -> int:
            if mode.name not in self._provoking:
                self._provoking[mode.name] = Provoking(self.mover, mode)
            one = self._provoking[mode.name]
            met, _ = one.by_step(routes.body(old), routes.body(new), one.safe_steps, first=first)
            return DREAD * len(met)

        never = bold or mode.provokes is Provokes.NEVER
        shut, slow, taken = self.others
        left, entered = (_NOWHERE, _NOWHERE) if never else (self.danger, taken)
        return routes.way(
            self.here, distances, opening.limit, shut, slow, left, entered, risk, ends or self.ends,
            opening.spent,
        )  # fmt: skip

    def move(self, opening: Opening, nodes: Iterable[int]) -> Move:
        """The intent to go a way."""
        bodies = [self.routes.body(node) for node in nodes]
        return Move(
            self.actor.id,
            path=tuple([body.at for body in bodies]),
            mode=opening.mode.name,
            extents=tuple([body.extent for body in bodies]),
        )

    def part(self, way: Way, opening: Opening, *, shy: bool) -> tuple[int, ...]:
        """As much of a way as a mode of movement leads, to where the creature would stay.

        ``shy``: not where foes may strike, unless it arrives there.
        """
        limit, last = opening.limit, 0
        for count, cost in enumerate(way.costs, 1):
            if cost > limit and not (count == 1 and opening.mode.minimum):
                break
            last = count
        shy = shy and not way.arrives
        for count in range(last, 0, -1):
            node = way.nodes[count - 1]
            if shy and not self.routes.cells(node).isdisjoint(self.danger):
                continue
            if self.ends(node) and (self.routes.rests(node) or count == len(way.nodes)):
                return way.nodes[:count]
        return ()


def swing(weapon: Weapon) -> tuple[object, ...]:
    """What of a melee weapon tells from where it strikes."""
    return weapon.reach, weapon.least, weapon.diagonal


def reach(weapon: Weapon) -> int:
    """The cells from which a weapon is used by choice."""
    return carry(weapon, RANGES) if weapon.ranged else weapon.reach
