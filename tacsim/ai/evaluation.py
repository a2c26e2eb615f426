"""Evaluation: what a place is worth to a creature, by the danger there and by what it leads to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np

from tacsim.ai.answers import spread_over
from tacsim.ai.knowing import temper
from tacsim.ai.knowing.chances import (
    FELLING,
    Expected,
    best_attack,
    blast,
    face_to_face,
    fading,
    gone_to,
    shield,
    strongest,
    sure,
    usual_bid,
)
from tacsim.ai.knowing.temper import BESIDE, KEEPS
from tacsim.ai.knowing.weights import PLACE
from tacsim.ai.threats import ALL, COMING, Harm, Threat, crow_from, threats
from tacsim.ai.turn import Turn, carry
from tacsim.ai.ways.places import FAR
from tacsim.ai.ways.views import over
from tacsim.core.components import Position, Resources, Weapon
from tacsim.core.terrain import Grid
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.rules import goals
from tacsim.rules.movement import footing

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
            level, shot = threat.at(body), threat.shoots_at(body)
            if level or shot:
                name, harm = threat.foe.id, self._harm(threat.foe, place)
                likely = self._heed[name] * (1 - chance if name == spared else 1.0)
                near, far = harm.of(level), harm.shot * shot
                damage = likely * max(near, far)
                made = harm.attacks if level in (COMING, ALL) else 1
                attacks += likely * (made if near >= far else harm.shots)
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
            shots = list(self.turn.shots(foe))
            with self.turn.belief.imagined(actor, place):
                full = strongest(battle, foe, actor, _names(_melee(foe)))
                one = best_attack(battle, foe, actor, _melee(foe))[1]
                shot = strongest(battle, foe, actor, _names(shots))
                blasts = [blast(battle, foe, actor, area) for area in gone_to(battle, foe)]
            self._by_state[key] = Harm(
                one, max(one, full.damage), max(1, len(full.hits)),
                max([shot.damage, *blasts]), max(1, len(shot.hits)),
            )  # fmt: skip
        return self._by_state[key]

    def _attention(self, threat: Threat) -> float:
        """How likely a foe is to turn on this creature, of all that it can get at."""
        bodies = (friend.body for friend in self.turn.friends)
        others = sum(1 for body in bodies if threat.at(body) or threat.shoots_at(body))
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
                for gain, wanting in self._ways(threat, extent):
                    turns = 1 + PLACE.slowness * np.maximum(wanting, 0) / self._pace
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
                    self.turn.ruleset.topology, crow_from(self.turn, ward.body), extent, np.minimum
                )
                turns = np.maximum(away - BESIDE, 0) / self._pace
                found += KEEPS / len(self.wards) * PLACE.patience**turns
            self._futures[extent] = found
        return self._futures[extent]

    def _ways(self, threat: Threat, extent: Cell) -> Iterator[tuple[float, Grid]]:
        """What each way to attack a foe gains, and the cells to go before it is open."""
        turn, foe, topology = self.turn, threat.foe, self.turn.ruleset.topology
        battle, actor = turn.battle, turn.actor
        crow = over(topology, threat.crow, extent, np.minimum)
        melee = _names(_melee(actor))
        if melee and not (turn.in_space and self._out_of_reach(foe)):
            cost2 = over(topology, threat.cost2, extent, np.minimum)
            afoot = np.where(cost2 < FAR, cost2 / 2 + _longest(foe), crow + CLOSE)
            yield self.gain(strongest(battle, actor, foe, melee), foe), afoot - _longest(actor)
        if not (self._shots or gone_to(battle, actor)):
            return
        away = crow + CORNER * ~over(topology, threat.view(), extent, np.logical_or)
        for weapon in self._shots:
            most = self.gain(strongest(battle, actor, foe, _names([weapon])), foe)
            for cells in sorted({carry(weapon, n + 1) for n in range(AIM)}):
                yield most * fading(battle, actor, foe, weapon, cells), away - cells
        for area in gone_to(battle, actor):
            gain = self.gain(sure(blast(battle, actor, foe, area)), foe)
            yield gain, away - area.size - area.range

    @cached_property
    def wards(self) -> tuple[Creature, ...]:
        """Those whom the creature guards."""
        return temper.wards(self.turn.battle, self.turn.actor)

    @cached_property
    def _shots(self) -> list[Weapon]:
        """What the creature shoots with."""
        return list(self.turn.shots(self.turn.actor))

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
                topology = self.turn.ruleset.topology
                likely = table[over(topology, threat.level, extent, np.maximum)]
                if harm.shot:
                    shot = over(topology, threat.shot, extent, np.logical_or)
                    likely = np.maximum(likely, harm.shot * shot)
                danger += self._heed[threat.foe.id] * likely
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
    return max((weapon.reach for weapon in _melee(creature)), default=0)


def _melee(creature: Creature) -> list[Weapon]:
    """What a creature strikes with."""
    return [weapon for weapon in creature.offence.weapons if not weapon.ranged]


def _names(weapons: Iterable[Weapon]) -> frozenset[str]:
    return frozenset(weapon.name for weapon in weapons)
