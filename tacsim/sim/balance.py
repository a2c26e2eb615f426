"""Balance: a battle from a seed, evened out by fighting it.

Battles are counted, never timed, and their dice are fixed, so the same draft becomes the same
battle on every machine, however many processes fight. A pairing is fought in lots, and given up as
soon as it is unlikely to leave the heroes the chance that they are meant to have; then the foes
change, to those of their family of whom the battles so far promise most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import exp, log, sqrt
from statistics import NormalDist

import attrs

from tacsim.content.generate import Draft, Wanted, drafted
from tacsim.content.generate.draft import dice
from tacsim.content.generate.sides import Group
from tacsim.content.generate.strength import strength_of
from tacsim.sim.simulate import fought, planned

LOTS = (10, 15, 25, 25, 25)
"""The battles of a pairing, lot by lot, a hundred in all."""
BATTLES = 230
"""The most battles in all."""
WORK = 7000
"""The most turns in all; on cubes each counts for two, as it takes twice as long to choose."""
BAND = 0.1
"""How far the heroes' share may be from what is meant."""
SURE, HOPELESS = 0.92, 0.12
"""With what probability a pairing within the band is taken, and below which it is given up."""
STEEP = 7.0
"""How much the logarithm of the odds changes with that of the strength, as a rule."""
PLAYER = "ai:quick"
"""Who fights for both sides."""

Progress = Callable[[int, int], None]
"""Told how many battles of how many at most are over; what it raises ends the work."""


@attrs.frozen(eq=False)
class Tried:
    """A pairing as far as it has been fought: battles, and those that the heroes won.

    A battle without a winner counts half.
    """

    draft: Draft
    battles: int
    wins: float

    @property
    def share(self) -> float:
        """The heroes' share of the battles."""
        return self.wins / self.battles if self.battles else 0.0

    @property
    def sure(self) -> float:
        """How probable it is that their true share is within the band of what is meant."""
        return within(self.wins, self.battles, self.draft.chance)

    @property
    def odds(self) -> float:
        """The logarithm of the odds, drawn a little towards even ones."""
        return log((self.wins + 0.5) / (self.battles - self.wins + 0.5))


@attrs.frozen(eq=False)
class Evened:
    """What came of it: the pairing that is taken, and how many battles were fought in all.

    ``complete``: whether the trial was not broken off.
    """

    tried: Tried
    fought: int
    complete: bool

    @property
    def draft(self) -> Draft:
        """The battle."""
        return self.tried.draft

    @property
    def even(self) -> bool:
        """Whether the heroes' share is within the band, as far as the battles tell."""
        return abs(self.tried.share - self.draft.chance) <= BAND + 1e-9


def within(wins: float, battles: int, chance: float) -> float:
    """How probable it is that a true rate lies within the band about a chance.

    >>> round(within(50, 100, 0.5), 2), round(within(9, 10, 0.5), 2)
    (0.96, 0.02)
    """
    rate = (wins + 1) / (battles + 2)
    spread = NormalDist(rate, sqrt(rate * (1 - rate) / (battles + 3)))
    return spread.cdf(chance + BAND) - spread.cdf(chance - BAND)


def evened(draft: Draft, workers: int | None = None, progress: Progress | None = None) -> Evened:
    """The same battle with foes against whom the heroes have the chance that is meant.

    ``workers``: processes, as many as there are cores unless told; the answer is the same. Where
    the battles do not suffice the nearest is taken. Stopped by KeyboardInterrupt it comes back with
    the best by then.
    """
    trial = _Trial(draft, workers, progress)
    complete = True
    pairing: Draft | None = draft
    while pairing is not None and trial.left and complete:
        complete = trial.pairing(pairing)
        if trial.best.sure >= SURE:
            break
        pairing = trial.next()
    return Evened(trial.best, trial.fought, complete)


class _Trial:
    """The pairings that were tried, and what is left to be fought."""

    def __init__(self, draft: Draft, workers: int | None, progress: Progress | None) -> None:
        self.fought = 0
        self.tried: dict[Group, Tried] = {}
        self._work = 0
        self._heavy = 1 if draft.kind.levels == 1 else 2
        self._draft = draft
        self._workers, self._progress = workers, progress
        self._seed = dice(draft.wanted, "trial").getrandbits(31)
        self._groups = draft.others()
        self._mights = {group: self._might(group) for group in (*self._groups, draft.foes)}
        self._first = draft.foes

    @property
    def left(self) -> bool:
        """Whether there are battles left."""
        return self.fought < BATTLES and self._work < WORK

    @property
    def best(self) -> Tried:
        """The pairing that is most probably as it should be."""
        found = self.tried.values()
        return max(found, key=lambda one: (one.sure, -abs(one.share - one.draft.chance)),
                   default=Tried(self._draft, 0, 0))  # fmt: skip

    def pairing(self, draft: Draft) -> bool:
        """Fight a pairing until it is settled; False where it was broken off."""
        tried = Tried(draft, 0, 0.0)
        for lot in LOTS:
            if not self.left:
                break
            plan = planned(
                draft.scenario, lot, {"heroes": PLAYER, "foes": PLAYER},
                self._seed + tried.battles,
            )  # fmt: skip
            fights = fought(plan, self._workers, self._told if self._progress else None)
            self.fought += len(fights)
            self._work += self._heavy * sum(one.turns for one in fights)
            won = sum({"heroes": 1.0, None: 0.5}.get(one.winner, 0.0) for one in fights)
            tried = Tried(draft, tried.battles + len(fights), tried.wins + won)
            self.tried[draft.foes] = tried
            if len(fights) < lot:
                return False
            if tried.sure >= SURE or tried.sure < HOPELESS:
                break
        return True

    def _told(self, done: int, _of: int) -> None:
        assert self._progress is not None
        self._progress(min(self.fought + done, BATTLES), BATTLES)

    def next(self) -> Draft | None:
        """The pairing that has not been tried and promises most; None where there is none."""
        chance = self._draft.chance
        goal = log(chance / (1 - chance))
        known = list(self.tried.items())

        def off(group: Group) -> tuple[float, Group]:
            return abs(self._odds(group, known) - goal) + 0.05 * _swaps(group, self._first), group

        for group in sorted((one for one in self._groups if one not in self.tried), key=off):
            found = self._draft.with_foes(group)
            if found is not None:
                return found
        return None

    def _odds(self, group: Group, known: list[tuple[Group, Tried]]) -> float:
        """What the heroes' odds may be, from those against others: the more alike, the surer."""
        total = weights = 0.0
        for other, tried in known:
            weight = tried.battles * exp(-0.7 * _swaps(group, other))
            total += weight * (tried.odds + STEEP * (self._mights[other] - self._mights[group]))
            weights += weight
        return total / weights

    def _might(self, group: Group) -> float:
        """The logarithm of a group's strength, by which numbers count twice."""
        ruleset = self._draft.wanted.ruleset
        return log(sum(sqrt(strength_of(ruleset, kind)) for kind in group))


def _swaps(one: Group, other: Group) -> int:
    """How many creatures have to change to make one group of another."""
    return max((Counter(one) - Counter(other)).total(), (Counter(other) - Counter(one)).total())


def battle_from_seed(
    wanted: Wanted, workers: int | None = None, progress: Progress | None = None
) -> Evened:
    """A battle drawn from a seed and evened out. Errors: ValueError for what cannot be drawn."""
    return evened(drafted(wanted), workers, progress)


__all__ = ["BAND", "BATTLES", "Evened", "Progress", "Tried", "battle_from_seed", "evened",
           "within"]  # fmt: skip
