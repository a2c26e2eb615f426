"""Rollouts: what comes of an intent, found by playing forks of a battle on.

A fork is carried on by the quick policy (:mod:`tacsim.ai.playouts.quick`) for all sides, a
round or more, and then counted: what stands, and what it can still do, but for what was
luck of attacks (:mod:`tacsim.ai.weighing.luck`), which is most of what differs from lot to lot. As
long as it may wait for others, in half of the lots everybody closes in, and in the others who
cannot attack yet minds the harm where it ends its turn: so what it does holds against either. To be
proved, a fork is carried on by the cautious opponent (:mod:`tacsim.ai.cautious`), which takes ten
to twenty times as long: what comes of it may neither be that the quick policy is surprised, nor
that it is kept from a mistake of its own. Forks throw dice of their own, :class:`Lots`, which know
nothing of the battle's: what is going to fall is never looked at.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from math import sqrt

import attrs

from tacsim.ai.cautious import Cautious
from tacsim.ai.knowing.weights import QUICK, TACTICIAN
from tacsim.ai.playouts.ground import Ground
from tacsim.ai.playouts.quick import play
from tacsim.ai.ways.routes import FAR
from tacsim.ai.weighing.luck import Luck, share
from tacsim.core.chance import Faces, Fallen, Grade, Throw
from tacsim.core.chance import Sum as Dies
from tacsim.core.components import Goal
from tacsim.core.dice import Dice
from tacsim.core.events import Event, IntentRefused, TurnStarted
from tacsim.core.intents import Intent
from tacsim.rules import goals
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit

TURNS = 6
"""About how many turns a rollout takes, in whole rounds: the fewer stand, the farther it looks."""
BITS, WHOLE = 10, 48
"""Lots are spread evenly for two to so many of them; a whole turn of a die is two to so many."""
GOLDEN = round((5**0.5 - 1) / 2 * (1 << WHOLE))
"""How far a throw is from the one before it of its kind: however many, they lie evenly."""


class Lots(Dice):
    """Dice of one lot of many.

    How a throw falls depends on the lot, on whose turn it is, and on how many like it there were in
    that turn: so a turn has the same luck, whatever was done before it. Over the first 2, 4, 8 ...
    lots every throw comes to each part of what it can come to as evenly as so many can (a lattice,
    its points taken in the order of van der Corput); and so do the throws of one kind in a turn.

    >>> Lots(3, "1 ann").faces(0, 2, 20) == Lots(3, "1 ann").faces(0, 2, 20)
    True
    """

    def __init__(self, lot: int, turn: str = "") -> None:
        self._lot = int(f"{lot % (1 << BITS):0{BITS}b}"[::-1], 2)
        self.begin(turn)

    def begin(self, turn: str) -> None:
        """Begin a turn."""
        self._turn = turn
        self._thrown: dict[Throw, int] = {}

    def settle(self, throw: Throw, position: int, grade: Grade | None = None) -> Fallen:
        """Throw: by one number from 0 to 1, below which so much of what can fall lies."""
        thrown = self._thrown[throw] = self._thrown.get(throw, 0) + 1
        start, step = _lattice(self._turn, throw)
        at = (start + self._lot * step + thrown * GOLDEN) % (1 << WHOLE)
        total, below, ways = _ways(throw)
        return ways[bisect_right(below, at * total >> WHOLE)]

    def faces(self, position: int, count: int, sides: int) -> Faces:
        """The faces of some dice, each thrown by itself."""
        return tuple(self.settle(Dies(1, sides), position).value for _ in range(count))


@lru_cache(maxsize=4096)
def _lattice(turn: str, throw: Throw) -> tuple[int, int]:
    """Where a kind of throw begins in a turn, and how far it goes from lot to lot."""
    found = hashlib.blake2b(f"{turn}:{throw}".encode(), digest_size=12).digest()
    odd = int.from_bytes(found[6:], "big") | 1
    return int.from_bytes(found[:6], "big"), (odd << (WHOLE - BITS)) % (1 << WHOLE)


@lru_cache(maxsize=4096)
def _ways(throw: Throw) -> tuple[int, list[int], list[Fallen]]:
    """How many ways a throw can fall, how many of them so far or less, and how each falls."""
    spread = throw.spread
    below = list(accumulate(ways for ways, _ in spread.ways))
    return spread.total, below, [fallen for _, fallen in spread.ways]


@attrs.frozen
class Sum:
    """What comes of something: its value, and the hit points that its side takes and loses."""

    value: float
    dealt: float
    lost: float

    @classmethod
    def mean(cls, sums: list[Sum]) -> Sum:
        """The mean of some."""
        n = len(sums)
        return cls(
            sum(one.value for one in sums) / n,
            sum(one.dealt for one in sums) / n,
            sum(one.lost for one in sums) / n,
        )


class Rollouts:
    """Rollouts from one state of a battle, all counted for one side.

    ``worths``: what each creature weighs; ``count``: how many there were.
    """

    def __init__(self, battle: Battle, side: str, worths: Mapping[str, float]) -> None:
        self.battle = battle
        self.worths = worths
        self.side = side
        self.count = 0
        self._all = sum(worths.values())
        sides, standing = battle.world.sides, battle.standing()
        self.friends = {c.id for c in standing if sides.friendly(side, c.side)}
        self.foes = {c.id for c in standing} - self.friends
        rounds = max(1, round(TURNS / len(standing)))
        self.turns = rounds * len(standing)
        self._luck = TACTICIAN.luck / sqrt(rounds)
        """The part of luck that is taken off: the longer it goes on, the more of it is undone."""
        self._own, self._theirs = (self._tally(battle, who) for who in (self.friends, self.foes))

    def of(
        self, intent: Intent, lot: int, *, careful: bool = False, steady: bool = False
    ) -> Sum | None:
        """What comes of an intent with the dice of a lot; None if the rules refuse it.

        ``careful``: everybody decides as the cautious opponent does, from now on if ``steady``,
        else the side that decides once this turn is over.
        """
        fork, dice = self.battle.fork(), Lots(lot)
        fork.dice, fork.fog = dice, False
        self._begins(fork, dice)
        luck = Luck(self.worths, self.friends)
        events = submit(fork, intent, luck)
        if events and isinstance(events[0], IntentRefused):
            return None
        self.count += 1
        gone, policy = self._passed(fork, dice, events), Cautious()
        while gone < self.turns and (decision := fork.decision) is not None:
            if careful and (steady or gone or decision.actor in self.foes):
                events = submit(fork, policy.choose(fork, decision), luck)
            else:
                wary = bool(lot % 2) and fork.world.clock.round <= QUICK.wait
                events = play(fork, wary=wary, watch=luck)
            gone += self._passed(fork, dice, events)
        return self._sum(fork, max(0, self.turns - gone), luck)

    def _passed(self, fork: Battle, dice: Lots, events: list[Event]) -> int:
        """How many turns some events began."""
        begun = sum(isinstance(event, TurnStarted) for event in events)
        if begun:
            self._begins(fork, dice)
        return begun

    def _begins(self, fork: Battle, dice: Lots) -> None:
        clock = fork.world.clock
        dice.begin(f"{clock.round} {clock.active}")

    def _sum(self, fork: Battle, left: int, luck: Luck) -> Sum:
        """What a rollout came to; ``left``: how many turns before its end; ``luck``: in it."""
        (own, mine), (theirs, foes) = (self._tally(fork, who) for who in (self.friends, self.foes))
        outcome = fork.world.outcome
        if outcome.over and outcome.winner is not None:
            won = any(fork.world[name].side == outcome.winner for name in self.friends)
            own, theirs = (own + TACTICIAN.sooner * left * self._all, 0.0) if won else (0.0, theirs)
        value = (own - self._own[0]) - (theirs - self._theirs[0]) - self._luck * luck.value
        value += TACTICIAN.goal * self._all * self._served(fork)
        dealt = self._theirs[1] - foes - self._luck * luck.dealt
        return Sum(value, dealt, self._own[1] - mine - self._luck * luck.lost)

    def _served(self, battle: Battle) -> float:
        """How far the goals of the side are met, less those of its foes; 1: as good as met."""
        found = 0.0
        for one in goals.progress(battle) if battle.world.goals else ():
            if one.open:
                near = self._nearness(battle, one.goal) if one.goal.cells else 0.0
                lasted = one.rounds / one.goal.rounds if one.goal.rounds else near
                mine = battle.world.sides.friendly(self.side, one.goal.side)
                found += (near + lasted) / 2 if mine else -(near + lasted) / 2
        return found

    def _nearness(self, battle: Battle, goal: Goal) -> float:
        """How near the nearest who serves a goal is to its cells: half as much a turn's way off."""
        least = float(FAR)
        for creature in battle.standing():
            if creature.side != goal.side or goals.places(battle, creature).isdisjoint(goal.cells):
                continue
            ground = Ground(battle, creature)
            if ground.known is not None and ground.here is not None:
                away = ground.to_cells(frozenset(goal.cells))[ground.here]
                pace = battle.ruleset.economy.pace(battle, creature)
                least = min(least, away / (2 * max(1, pace)))
        return float(0.5**least)

    def _tally(self, battle: Battle, who: set[str]) -> tuple[float, int]:
        """What some creatures that stand are worth, and their hit points."""
        worth, points = 0.0, 0
        for creature in battle.standing():
            if creature.id in who:
                worth += self.worths.get(creature.id, 1.0) * share(creature.hp, creature.hp.current)
                points += max(0, creature.hp.current)
        return worth, points
