"""Outlook: what a place is worth to a creature, by the danger there and by what it leads to."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from tacsim.ai.chances import FELLING, Blow, Volley
from tacsim.ai.danger import ALL, COMING, Harm, Menace, menaces
from tacsim.ai.guarding import spread_over
from tacsim.ai.plays import over
from tacsim.ai.travels import FAR
from tacsim.ai.turn import Turn, carry
from tacsim.core.components import Resources
from tacsim.core.terrain import Grid
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.rules.movement import footing

PATIENCE = 0.7
"""What an attack in a turn's time is worth, in parts of one now."""
PROSPECT = 0.8
"""What being in place for the next attack is worth, in parts of the attack."""
SLOWNESS = 0.7
"""The turns that a move's worth of missing cells costs: dashes and charges go farther."""
AIM = 2
"""Range increments at which a creature is content to shoot."""
CORNER = 4
"""Cells that coming into view of a foe is reckoned at."""
CLOSE = 1
"""The reach of those who need a free cell beside their prey."""


class Outlook:
    """What places are worth in one turn.

    ``fear`` is what a creature's own harm counts against the harm that it does. ``like`` is the
    outlook before something is supposed to happen, by which creatures are still weighed.
    """

    def __init__(self, turn: Turn, like: Outlook | None = None) -> None:
        self.turn = turn
        self.fear: float = like.fear if like else 1.0
        self.menaces = menaces(turn)
        self._harms = {m.foe.id: self._harm(m.foe) for m in self.menaces}
        self._heed = {m.foe.id: self._attention(m) for m in self.menaces}
        self._worth: dict[str, float] = like._worth if like else self._worths()
        self._pace = self._speed()
        self._prospects: dict[Cell, Grid] = {}
        self._values: dict[Cell, Grid] = {}
        self._known: dict[object, tuple[float, float]] = {}

    def be(self, fear: float) -> None:
        """Look at it all with so much fear."""
        if fear != self.fear:
            self.fear = fear
            self._values.clear()

    # --- what creatures are worth -------------------------------------------------------------

    def worth(self, creature: Creature) -> float:
        """A creature's weight in the fight: what it can do in a turn, against the average."""
        return self._worth.get(creature.id, 1.0)

    def _worths(self) -> dict[str, float]:
        turn = self.turn
        mine = (turn.actor, *turn.friends)
        key = ("worths", tuple((c.id, c.conditions) for c in (*mine, *turn.foes)))
        if key not in turn.sparring.notes:
            turn.sparring.notes[key] = self._outputs(mine)
        return turn.sparring.notes[key]  # type: ignore[no-any-return]  # what was put there

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
            sum(self.worth(c) for c in side) * sum(max(1, c.hp.current) for c in side)
            for side in ((self.turn.actor, *self.turn.friends), self.turn.foes)
        )
        return ours / theirs if theirs else 1.0

    def best(self, actor: Creature, target: Creature) -> Volley:
        """All that one creature can do to another in a turn, face to face."""
        best = self.turn.sparring.strongest(actor, target)
        if self.turn.in_space:
            for area in actor.areas.items:
                blast = Volley((self.turn.sparring.blast(actor, target, area),))
                best = max(best, blast, key=lambda volley: volley.damage)
        return best

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
        if not attacks or not self.turn.staked:
            return 1.0
        actor = self.turn.actor
        points = self.turn.sparring.purses.shield(actor, kept or actor.resources)
        return spread_over(self._guarded, points, attacks) / attacks

    @cached_property
    def _guarded(self) -> list[float]:
        """The part of an attack's damage that is left, by what is put in against it."""
        turn, actor = self.turn, self.turn.actor
        purses, blow = turn.sparring.purses, turn.sparring.blow
        most = purses.shield(actor, purses.fresh(actor))
        left = [0.0] * (most + 1)
        for foe in turn.foes:
            usual = purses.usual(foe)
            for weapon in foe.offence.weapons[:1]:
                for guard in range(most + 1):
                    left[guard] += blow(foe, actor, weapon, stamina=usual, guard=guard).damage
        return [damage / left[0] for damage in left] if left[0] else [1.0]

    def _harm_in(self, body: Body, spared: str, chance: float) -> tuple[float, float]:
        beside, others, attacks = [], 0.0, 0.0
        with self.turn.picture.imagined(self.turn.actor, self.turn.standing_in(body)):
            for menace in self.menaces:
                level = menace.at(body)
                if not level:
                    continue
                name = menace.foe.id
                likely = self._heed[name] * (1 - chance if name == spared else 1.0)
                damage = likely * self._harm(menace.foe).of(level)
                attacks += likely * (self._blows(menace.foe) if level in (COMING, ALL) else 1)
                if menace.shoots or _longest(menace.foe) > CLOSE:
                    others += damage
                else:
                    beside.append(damage)
        if len(beside) > 1:
            beside = sorted(beside, reverse=True)[: self._room(body)]
        return others + sum(beside), attacks

    def _blows(self, foe: Creature) -> int:
        """How many attacks a foe makes in a turn."""
        return max(1, len(self.best(foe, self.turn.actor).blows))

    def loss(self, damage: float) -> float:
        """What damage to itself counts: the share of its hit points, more if it may be its end."""
        share = Volley((Blow(1.0, damage),)).share(self.turn.actor.hp.current)
        return self.fear * share * self.worth(self.turn.actor)

    def gain(self, volley: Volley, target: Creature) -> float:
        """What attacks on a foe count."""
        return volley.share(target.hp.current) * self.worth(target)

    def _harm(self, foe: Creature) -> Harm:
        one = self.turn.sparring.best(foe, self.turn.actor).damage
        if self.turn.in_space and foe.areas.items:
            one = max(one, self.best(foe, self.turn.actor).damage)
        return Harm(one, max(one, self.best(foe, self.turn.actor).damage))

    def _attention(self, menace: Menace) -> float:
        """How likely a foe is to turn on this creature, of all that it can get at."""
        others = sum(1 for friend in self.turn.friends if menace.at(friend.body))
        return float((1 + others) ** -0.5)

    def _room(self, body: Body) -> int:
        """How many cells beside a body are free for a foe to stand in, or have one in them."""
        turn = self.turn
        enter, field = turn.mover.ground.enter, turn.mover.field
        if turn.in_space:
            return self._room_in_space(body)
        friends = {cell for friend in turn.friends for cell in friend.body.cells}
        friends.update(body.cells)
        return sum(
            1
            for cell in turn.ruleset.topology.around(body, 1)
            if cell not in friends and cell in field and enter[cell[::-1]]
        )

    def _room_in_space(self, body: Body) -> int:
        """The same, of the cells where those can be who come."""
        turn, comers = self.turn, [menace.foe for menace in self.menaces if not menace.shoots]
        airy = any(footing.aloft(turn.battle, foe) for foe in comers)
        distance, spot = turn.ruleset.metric.distance, turn.ruleset.topology.spot
        friends = {cell for friend in turn.friends for cell in friend.body.cells}
        near = (
            spot(cell)
            for cell in turn.ruleset.topology.around(body, 1)
            if cell in turn.mover.field and cell not in friends and cell not in body.cells
        )
        return sum(
            distance(place, body) <= 1
            and bool(turn.mover.ground.enter[place.at[::-1]])
            and (airy or not comers or footing.stands(turn.battle, comers[0], place))
            for place in near
        )

    # --- what it leads to -----------------------------------------------------------------------

    def prospect(self, body: Body) -> float:
        """What the best attack that a body leads to will be worth, the sooner the more."""
        return float(self.prospects(body.extent)[body.at[::-1]])

    def prospects(self, extent: Cell) -> Grid:
        """The prospects of every body of a shape, by its least corner, indexed ``[y, x]``."""
        if extent not in self._prospects:
            field = self.turn.mover.field
            found = np.zeros(field.shape)
            for menace in self.menaces:
                gain = self.gain(self.best(self.turn.actor, menace.foe), menace.foe)
                turns = 1 + SLOWNESS * self._wanting(menace, extent) / self._pace
                np.maximum(found, PROSPECT * gain * PATIENCE**turns, out=found)
            self._prospects[extent] = found
        return self._prospects[extent]

    def _wanting(self, menace: Menace, extent: Cell) -> Grid:
        """The cells that the creature has to go before it can attack a foe."""
        topology = self.turn.ruleset.topology
        crow = over(topology, menace.crow, extent, np.minimum)
        cost2 = over(topology, menace.cost2, extent, np.minimum)
        mine, theirs = _longest(self.turn.actor), _longest(menace.foe)
        afoot = np.where(cost2 < FAR, cost2 / 2 + theirs, crow + CLOSE) - mine
        if self.turn.in_space and self._out_of_reach(menace.foe):
            afoot = np.full(crow.shape, FAR)
        for far in self._ranges:
            hidden = ~over(topology, menace.view(), extent, np.logical_or)
            afoot = np.minimum(afoot, crow - far + CORNER * hidden)
        wanting: Grid = np.maximum(afoot, 0)
        return wanting

    @cached_property
    def _ranges(self) -> list[int]:
        """How far the creature shoots, or its attacks on areas go in space."""
        turn = self.turn
        spells = [area.size + area.range for area in turn.actor.areas.items if turn.in_space]
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
            danger = np.zeros(self.prospects(extent).shape)
            for menace in self.menaces:
                harm = self._harms[menace.foe.id]
                table = np.array([harm.of(level) for level in range(ALL + 1)])
                level = over(self.turn.ruleset.topology, menace.level, extent, np.maximum)
                danger += self._heed[menace.foe.id] * table[level]
            danger *= self._relief(1.0, None)
            part = danger / max(1, self.turn.actor.hp.current)
            loss = np.minimum(1.0, part) + FELLING * np.clip(part - 0.5, 0.0, 1.0)
            weight = self.fear * self.worth(self.turn.actor)
            self._values[extent] = self.prospects(extent) - weight * loss
        return self._values[extent]

    def value(
        self, body: Body, *, spared: str = "", chance: float = 0.0, kept: Resources | None = None
    ) -> float:
        """What it is worth to be in a body until the next turn."""
        harm = self.harm(body, spared=spared, chance=chance, kept=kept)
        return self.prospect(body) - self.loss(harm)

    def _speed(self) -> int:
        """Cells of a move after which the creature can still attack."""
        turn, actor = self.turn, self.turn.actor
        key = ("speed", actor.id, actor.conditions)
        if key not in turn.sparring.notes:
            with turn.picture.having(actor, turn.ruleset.economy.refresh(turn.battle, actor)):
                fresh = Turn(turn.picture, turn.sparring, actor.id)
                limits = [s.limit for s in fresh.strides if s.attacks and not s.mode.straight]
            turn.sparring.notes[key] = max(1, max(limits, default=0) // 2)
        return turn.sparring.notes[key]  # type: ignore[no-any-return]  # what was put there


def _longest(creature: Creature) -> int:
    """The reach of a creature's longest melee weapon."""
    return max((w.reach for w in creature.offence.weapons if not w.ranged), default=0)
