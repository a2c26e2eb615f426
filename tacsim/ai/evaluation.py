"""Evaluation: what a place is worth to a creature, by the danger there and by what it leads to."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

import attrs
import numpy as np

from tacsim.ai import temper
from tacsim.ai.answers import spread_over
from tacsim.ai.candidates import view_of
from tacsim.ai.chances import (
    FELLING,
    Expected,
    best_attack,
    face_to_face,
    gone_to,
    shield,
    strongest,
    sure,
    usual_bid,
)
from tacsim.ai.places import FAR, NEAR, SIGHT, Places, in_space, small
from tacsim.ai.temper import BESIDE, KEEPS
from tacsim.ai.turn import Turn, carry, ways_open
from tacsim.ai.views import over
from tacsim.ai.weights import PLACE
from tacsim.core.components import Position, Resources, Weapon
from tacsim.core.terrain import Battlefield, Grid
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.rules import goals
from tacsim.rules.movement import footing
from tacsim.rules.movement.occupancy import occupants
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover
from tacsim.rules.openings import Attackings, attacks, fresh

NONE, CHARGE, ONE, COMING, ALL = 0, 1, 2, 3, 4
"""How a foe can get at a cell: not at all, in a charge, for one attack, for all its attacks.

``COMING``: for all its attacks too, but it has to come for them.
"""
DIAGONAL = 3
"""Half-cells that one step costs at most on open ground."""
AIMED = 3
"""Range increments within which a shot is worth fearing."""
AIM = 2
"""Range increments at which a creature is content to shoot."""
CORNER = 4
"""Cells that coming into view of a foe is reckoned at."""
CLOSE = 1
"""The reach of those who need a free cell beside their prey."""


class Evaluation:
    """What places are worth in one turn.

    ``fear`` is what a creature's own harm counts against the harm that it does. ``like`` is the
    evaluation before something is supposed to happen, by which creatures are still weighed.
    """

    def __init__(self, turn: Turn, like: Evaluation | None = None) -> None:
        self.turn = turn
        self._by_state: dict[object, Harm] = {}
        self.fear: float = like.fear if like else 1.0
        self.threats = threats(turn)
        self._harms = {m.foe.id: self._harm(m.foe, turn.actor.position) for m in self.threats}
        self._heed = {m.foe.id: self._attention(m) for m in self.threats}
        self._prey = goals.prey(turn.battle, turn.actor.side)
        self._worth: dict[str, float] = like._worth if like else self._worths()
        self._pace = self._speed()
        self._futures: dict[Cell, Grid] = {}
        self._values: dict[Cell, Grid] = {}
        self._known: dict[object, tuple[float, float]] = {}

    def be(self, fear: float) -> None:
        """Look at it all with so much fear."""
        if fear != self.fear:
            self.fear = fear
            self._values.clear()

    # --- what creatures are worth -------------------------------------------------------------

    def worth(self, creature: Creature) -> float:
        """What a creature counts: its weight in the fight, more if it is wanted or hunted."""
        return self._weight(creature) * self.turn.counts.get(creature.id, 1.0)

    def _weight(self, creature: Creature) -> float:
        """What it can do in a turn, against the average; more if the side has to fell it."""
        wanted = PLACE.prey if creature.id in self._prey else 1.0
        return wanted * self._worth.get(creature.id, 1.0)

    def _worths(self) -> dict[str, float]:
        turn = self.turn
        mine = (turn.actor, *turn.friends)
        notes = turn.belief.lasting
        key = ("worths", tuple((c.id, c.conditions) for c in (*mine, *turn.foes)))
        if key not in notes:
            notes[key] = self._outputs(mine)
        return notes[key]  # type: ignore[no-any-return]  # what was put there

    def _outputs(self, mine: tuple[Creature, ...]) -> dict[str, float]:
        turn = self.turn
        output = {
            one.id: sum(self.best(one, other).damage for other in others) / max(1, len(others))
            for ones, others in ((mine, turn.foes), (turn.foes, mine))
            for one in ones
        }
        mean = sum(output.values()) / len(output)
        return {
            name: (value + mean) / (2 * mean) if mean else 1.0 for name, value in output.items()
        }

    def advantage(self) -> float:
        """How much stronger this side is than its foes: in what it can do and in hit points."""
        ours, theirs = (
            sum(self._weight(c) for c in side) * sum(max(1, c.hp.current) for c in side)
            for side in ((self.turn.actor, *self.turn.friends), self.turn.foes)
        )
        return ours / theirs if theirs else 1.0

    def best(self, actor: Creature, target: Creature) -> Expected:
        """All that one creature can do to another in a turn, face to face."""
        return strongest(self.turn.battle, actor, target)

    # --- danger -----------------------------------------------------------------------------

    def harm(
        self, body: Body, *, spared: str = "", chance: float = 0.0, kept: Resources | None = None
    ) -> float:
        """The damage to expect in a body until the next turn.

        ``chance`` is that of the ``spared`` foe being out of action by then. Of those who have to
        stand beside the creature, no more can come than there is room for. ``kept``: what it keeps
        to put into its defence, where it can put something in; as a rule all that it has.
        """
        key = (body, spared, chance, self.turn.actor.conditions)
        if key not in self._known:
            self._known[key] = self._harm_in(body, spared, chance)
        damage, attacks = self._known[key]
        return damage * self._relief(attacks, kept)

    def _relief(self, attacks: float, kept: Resources | None) -> float:
        """The part of the damage of so many attacks that is left behind what is put in."""
        if not attacks or not self.turn.bids_stamina:
            return 1.0
        actor = self.turn.actor
        with self.turn.belief.having(actor, kept or actor.resources):
            points = shield(self.turn.battle, actor)
        return spread_over(self._guarded, points, attacks) / attacks

    @cached_property
    def _guarded(self) -> list[float]:
        """The part of an attack's damage that is left, by what is put in against it."""
        battle, actor = self.turn.battle, self.turn.actor
        most = shield(battle, actor, anew=True)
        left = [0.0] * (most + 1)
        for foe in self.turn.foes:
            put = usual_bid(battle, foe)
            for weapon in foe.offence.weapons[:1]:
                for guard in range(most + 1):
                    left[guard] += face_to_face(
                        battle, foe, actor, weapon, stamina=put, guard=guard
                    ).damage
        return [damage / left[0] for damage in left] if left[0] else [1.0]

    def _harm_in(self, body: Body, spared: str, chance: float) -> tuple[float, float]:
        beside, others, attacks = [], 0.0, 0.0
        place = self.turn.standing_in(body)
        for threat in self.threats:
            level = threat.at(body)
            if level:
                name, harm = threat.foe.id, self._harm(threat.foe, place)
                likely = self._heed[name] * (1 - chance if name == spared else 1.0)
                damage = likely * harm.of(level)
                attacks += likely * (harm.attacks if level in (COMING, ALL) else 1)
                if threat.shoots or _longest(threat.foe) > CLOSE:
                    others += damage
                else:
                    beside.append(damage)
        if len(beside) > 1:
            beside = sorted(beside, reverse=True)[: self._room(body)]
        return others + sum(beside), attacks

    def loss(self, damage: float) -> float:
        """What damage to itself counts: the share of its hit points, more if it may be its end."""
        share = sure(damage).share(self.turn.actor.hp.current)
        return self.fear * share * self.worth(self.turn.actor)

    def gain(self, expected: Expected, target: Creature) -> float:
        """What attacks on a foe count."""
        return expected.share(target.hp.current) * self.worth(target)

    def _harm(self, foe: Creature, place: Position) -> Harm:
        """What a foe does to the creature in some place, of which no more counts than its room."""
        actor, battle = self.turn.actor, self.turn.battle
        key = (foe.id, actor.conditions, place.squeezed)
        if key not in self._by_state:
            with self.turn.belief.imagined(actor, place):
                full = self.best(foe, actor)
                one = best_attack(battle, foe, actor, foe.offence.weapons)[1]
            if gone_to(battle, foe):
                one = max(one, full.damage)
            attacks = max(1, len(full.hits))
            self._by_state[key] = Harm(one, max(one, full.damage), attacks)
        return self._by_state[key]

    def _attention(self, threat: Threat) -> float:
        """How likely a foe is to turn on this creature, of all that it can get at."""
        others = sum(1 for friend in self.turn.friends if threat.at(friend.body))
        return float((1 + others) ** -0.5)

    def _room(self, body: Body) -> int:
        """How many cells beside a body are free for a foe to stand in, or have one in them."""
        turn, comers = self.turn, [threat.foe for threat in self.threats if not threat.shoots]
        topology, distance = turn.ruleset.topology, turn.ruleset.metric.distance
        afoot = turn.in_space and not any(footing.aloft(turn.battle, foe) for foe in comers)
        taken = {*body.cells, *(cell for friend in turn.friends for cell in friend.body.cells)}
        near = (
            topology.spot(cell)
            for cell in topology.around(body, 1)
            if cell in turn.mover.field and cell not in taken and turn.mover.enters(cell)
        )
        return sum(
            distance(place, body) <= 1
            and not (afoot and comers and not footing.stands(turn.battle, comers[0], place))
            for place in near
        )

    # --- what it leads to -----------------------------------------------------------------------

    def future(self, body: Body) -> float:
        """What the best attack that a body leads to will be worth, the sooner the more."""
        return float(self.futures(body.extent)[body.at[::-1]])

    def futures(self, extent: Cell) -> Grid:
        """The future of every body of a shape, by its least corner, indexed ``[y, x]``."""
        if extent not in self._futures:
            field = self.turn.mover.field
            found = np.zeros(field.shape)
            for threat in self.threats:
                gain = self.gain(self.best(self.turn.actor, threat.foe), threat.foe)
                turns = 1 + PLACE.slowness * self._wanting(threat, extent) / self._pace
                np.maximum(found, PLACE.later * gain * PLACE.patience**turns, out=found)
            serving = goals.places(self.turn.battle, self.turn.actor)
            if serving:
                marked = np.zeros(field.shape, bool)
                marked[tuple(np.array(sorted(serving)).T[::-1])] = True
                found += PLACE.serves * over(
                    self.turn.ruleset.topology, marked, extent, np.logical_or
                )
            for ward in self.wards:
                away = over(
                    self.turn.ruleset.topology, _crow(self.turn, ward.body), extent, np.minimum
                )
                turns = np.maximum(away - BESIDE, 0) / self._pace
                found += KEEPS / len(self.wards) * PLACE.patience**turns
            self._futures[extent] = found
        return self._futures[extent]

    def _wanting(self, threat: Threat, extent: Cell) -> Grid:
        """The cells that the creature has to go before it can attack a foe."""
        topology = self.turn.ruleset.topology
        crow = over(topology, threat.crow, extent, np.minimum)
        cost2 = over(topology, threat.cost2, extent, np.minimum)
        mine, theirs = _longest(self.turn.actor), _longest(threat.foe)
        afoot = np.where(cost2 < FAR, cost2 / 2 + theirs, crow + CLOSE) - mine
        if self.turn.in_space and self._out_of_reach(threat.foe):
            afoot = np.full(crow.shape, FAR)
        for far in self._ranges:
            hidden = ~over(topology, threat.view(), extent, np.logical_or)
            afoot = np.minimum(afoot, crow - far + CORNER * hidden)
        wanting: Grid = np.maximum(afoot, 0)
        return wanting

    @cached_property
    def wards(self) -> tuple[Creature, ...]:
        """Those whom the creature guards."""
        return temper.wards(self.turn.battle, self.turn.actor)

    @cached_property
    def _ranges(self) -> list[int]:
        """How far the creature shoots, or its attacks on areas go in space."""
        turn = self.turn
        spells = [area.size + area.range for area in gone_to(turn.battle, turn.actor)]
        return [*(carry(weapon, AIM) for weapon in turn.shots(turn.actor)), *spells]

    def _out_of_reach(self, foe: Creature) -> bool:
        """Whether there is no place from which the creature could strike at a foe."""
        mover, actor = self.turn.mover, self.turn.actor
        return not any(
            mover.fits(body) and not mover.falls(body)
            for weapon in actor.offence.weapons
            if not weapon.ranged
            for body in self.turn.spots(foe, weapon, mover.full)
        )

    def values(self, extent: Cell) -> Grid:
        """About what every body of a shape is worth, by its least corner, indexed ``[y, x]``."""
        if extent not in self._values:
            danger = np.zeros(self.futures(extent).shape)
            for threat in self.threats:
                harm = self._harms[threat.foe.id]
                table = np.array([harm.of(level) for level in range(ALL + 1)])
                level = over(self.turn.ruleset.topology, threat.level, extent, np.maximum)
                danger += self._heed[threat.foe.id] * table[level]
            danger *= self._relief(1.0, None)
            part = danger / max(1, self.turn.actor.hp.current)
            loss = np.minimum(1.0, part) + FELLING * np.clip(part - 0.5, 0.0, 1.0)
            weight = self.fear * self.worth(self.turn.actor)
            self._values[extent] = self.futures(extent) - weight * loss
        return self._values[extent]

    def about(self, body: Body) -> float:
        """About what a body is worth."""
        return float(self.values(body.extent)[body.at[::-1]])

    def value(
        self, body: Body, *, spared: str = "", chance: float = 0.0, kept: Resources | None = None
    ) -> float:
        """What it is worth to be in a body until the next turn."""
        harm = self.harm(body, spared=spared, chance=chance, kept=kept)
        return self.future(body) - self.loss(harm)

    def _speed(self) -> int:
        """Cells of a move after which the creature can still attack."""
        ways = self.turn.ways_afresh
        return max([1, *(one.limit // 2 for one in ways if one.attacks and not one.mode.straight)])


def _longest(creature: Creature) -> int:
    """The reach of a creature's longest melee weapon."""
    return max((w.reach for w in creature.offence.weapons if not w.ranged), default=0)


# --- threats -------------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class Threat:
    """One foe, as grids over the map.

    ``cost2``: from where it is to a strike at each cell; ``level``: how it gets at each; ``view``
    tells the cells with a view of it; ``crow``: cells to it as the crow flies.
    """

    foe: Creature
    cost2: Grid
    level: Grid
    view: Callable[[], Grid]
    crow: Grid
    shoots: bool

    def at(self, body: Body) -> int:
        """How it can get at a body."""
        return max(int(self.level[cell[::-1]]) for cell in body.cells)


@attrs.frozen
class Harm:
    """The damage to expect of a foe's single attack, and of all so many attacks in a turn."""

    one: float
    all: float
    attacks: int

    def of(self, level: int) -> float:
        """The damage that getting at a creature in such a way does."""
        levels = (0.0, PLACE.charges * self.one, self.one, PLACE.hindered * self.all, self.all)
        return levels[level]


def threats(turn: Turn) -> tuple[Threat, ...]:
    """Every known foe as a threat to the creature whose turn it is."""
    notes, key = turn.belief.kept(turn.actor.id), ("threats", turn.actor.id)
    if key not in notes:
        notes[key] = tuple(_threat(turn, foe) for foe in turn.foes)
    return notes[key]  # type: ignore[no-any-return]  # the notes hold what was put there


def _threat(turn: Turn, foe: Creature) -> Threat:
    cost2 = _strike_cost2(turn, foe)
    level = np.zeros(cost2.shape, np.int8)
    anew = fresh(turn.battle, foe)
    for one in ways_open(turn.battle, foe, anew):
        if one.mode.attack:
            _raise(level, cost2 <= one.limit, CHARGE)
        elif one.mode.steps is not None:
            _raise(level, cost2 <= DIAGONAL, ALL if _full(one.attacks) else ONE)
        elif one.attacks and not one.mode.straight:
            _raise(level, cost2 <= one.limit, COMING if turn.piecemeal else ONE)
    everything = turn.piecemeal or _full(attacks(turn.battle, foe, anew))
    _raise(level, cost2 == 0, ALL if everything else ONE)
    crow, shots = _crow(turn, foe.body), list(turn.shots(foe))
    for weapon in shots:
        _raise(level, view_of(turn, foe.body) & (crow <= carry(weapon, AIMED)), ALL)
    for area in gone_to(turn.battle, foe):
        _raise(level, view_of(turn, foe.body) & (crow <= area.size + area.range), ONE)
    view = partial(view_of, turn, foe.body)
    return Threat(foe, cost2, level, view, crow, bool(shots))


def _full(found: Attackings) -> bool:
    """Whether all attacks are open, rather than a single one."""
    return any(one.full for some in found.values() for one in some)


def _raise(level: Grid, where: Grid, to: int) -> None:
    np.maximum(level, np.where(where, to, NONE), out=level, casting="unsafe")


def _crow(turn: Turn, body: Body) -> Grid:
    """The cells between a body and each cell, whatever lies there."""
    field = turn.mover.field
    return turn.ruleset.topology.distances(body, field.shape)


def _strike_cost2(turn: Turn, foe: Creature) -> Grid:
    """The half-cells that a foe has to go to strike at each cell, were its prey not in its way."""
    mover = Mover(turn.battle, foe, turn.mover.known - {turn.actor.id})
    found = np.full(mover.field.shape, FAR, np.int32)
    if turn.in_space:
        places = in_space(mover, foe.body, SIGHT if small(mover.field) else NEAR)
    else:
        places = Places(Reach(mover, foe.body, SIGHT))
    for extent, whole in places.grids.items():
        grid = _free(turn, mover, extent, whole)
        for weapon in foe.offence.weapons:
            if not weapon.ranged and weapon.armed:
                _spread(turn, found, grid, extent, weapon)
    return found


def _free(turn: Turn, mover: Mover, extent: Cell, whole: Grid) -> Grid:
    """The half-cells to where a foe may stop, given where other creatures are."""
    grid, battle, foe = whole.copy(), turn.battle, mover.creature
    offsets, stop = turn.ruleset.topology.offsets(extent), turn.ruleset.passage.stop
    for cell, names in occupants(battle.world).items():
        if any(name in mover.known and name != foe.id for name in names):
            for by in offsets:
                at = shifted(cell, tuple(-n for n in by))
                inside = at in mover.field and grid[at[::-1]] < FAR
                if inside and not stop(battle, foe, Body(at, extent), mover.known):
                    grid[at[::-1]] = FAR
    return grid


def _spread(turn: Turn, found: Grid, grid: Grid, extent: Cell, weapon: Weapon) -> None:
    """Lower the half-cells to where a weapon strikes from bodies of a shape.

    In space that is through no floor that lies in the columns of striker and prey alike; of a big
    striker the column of its least corner stands for all.
    """
    topology, field = turn.ruleset.topology, turn.mover.field
    floors = turn.in_space and bool(field.floors.any())
    for offset in turn.belief.striking(weapon, extent, topology.extent(1)):
        drop, rise = (offset[2], 1 - extent[2] - offset[2]) if floors else (0, 0)
        for here, there in topology.overlaps(found.shape, offset):
            cost2 = grid[there]
            if drop > 0:
                shut = over_head(field, drop)[here] & under_foot(field, drop)[there]
                cost2 = np.where(shut, FAR, cost2)
            elif rise > 0:
                top = over_head(field, extent[2] - 1 + rise)[there]
                cost2 = np.where(under_foot(field, rise)[here] & top, FAR, cost2)
            np.minimum(found[here], cost2, out=found[here])


def over_head(field: Battlefield, levels: int) -> Grid:
    """The cubes that have a floor over them, so many levels up at most."""

    def roofed() -> Grid:
        found = np.zeros(field.shape, bool)
        for n in range(1, min(levels, len(found) - 1) + 1):
            found[:-n] |= field.floors[n:]
        return found

    return field.memo.of(("over head", levels), roofed)


def under_foot(field: Battlefield, levels: int) -> Grid:
    """The cubes with a floor under them, or under one of so many levels from theirs downward."""

    def floored() -> Grid:
        found = field.floors.copy()
        for n in range(1, min(levels, len(found))):
            found[n:] |= field.floors[:-n]
        return found

    return field.memo.of(("under foot", levels), floored)
