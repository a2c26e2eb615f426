"""Balance: a battle from a seed, evened out by fighting it.

Battles are counted, never timed, and their dice are fixed, so the same draft becomes the same
battle on every machine, however many processes fight. A pairing is fought in lots, and given up as
soon as it is unlikely to leave the heroes the chance that they are meant to have; then the foes
change, to those of their family of whom the battles so far promise most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from tacsim.content.generate import VERSION, Draft, drafted, parsed_size, wanted, written
from tacsim.content.generate.draft import dice
from tacsim.content.generate.sides import Family, Group, weight, worth
from tacsim.content.setup import begin, drawn_seed
from tacsim.i18n import _
from tacsim.sim.plans import fought, planned
from tacsim.view.drawn import battle_map
from tacsim.view.text_map import TextMap

LOTS = (12, 13, 25, 25, 25)
"""The battles of a pairing, lot by lot, a hundred in all."""
BATTLES = 210
"""The most battles in all."""
WORK = 9000
"""The most turns in all; on cubes each counts for two, as it takes twice as long to choose."""
BAND = 0.1
"""How far the heroes' share may be from what is meant."""
SURE = 0.86
"""With what probability a pairing within the band is taken."""
HOPELESS = 0.2
"""With what probability one is given up for another."""
HALF, DOUBTFUL = 50, 0.45
"""After how many battles one is given up with what greater probability, for others to be tried."""
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
    def off(self) -> float:
        """How far their true share is from what is meant, as far as the battles tell.

        A few battles that went one way tell less than many, of which some went the other.
        """
        rate = (self.wins + 1) / (self.battles + 2)
        return abs(rate - self.draft.chance)


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
    (0.96, 0.01)
    """
    rate = (wins + 1) / (battles + 2)
    spread = NormalDist(rate, sqrt(rate * (1 - rate) / (battles + 3)))
    return spread.cdf(chance + BAND) - spread.cdf(chance - BAND)


def evened(draft: Draft, workers: int | None = None, progress: Progress | None = None) -> Evened:
    """The same battle with foes against whom the heroes have the chance that is meant.

    ``workers``: processes, as many as there are cores unless told; the answer is the same. Where
    the battles do not suffice the nearest is taken. A goal that decides the battle whoever the foes
    are is dropped. Stopped by KeyboardInterrupt it comes back with
    the best by then.
    """
    trial = _Trial(draft, workers, progress)
    complete = True
    pairing: Draft | None = draft
    while pairing is not None and trial.left and complete:
        complete = trial.pairing(pairing)
        if trial.settled:
            break
        pairing = trial.next()
    return Evened(trial.best, trial.fought, complete)


class _Trial:
    """The pairings that were tried, and what is left to be fought."""

    def __init__(self, draft: Draft, workers: int | None, progress: Progress | None) -> None:
        self.fought = 0
        self.tried: dict[Group, Tried] = {}
        """Those with the goal that is left, by the foes."""
        self._work = 0
        self._heavy = 1 if draft.kind.levels == 1 else 2
        self._draft = draft
        self._workers, self._progress = workers, progress
        self._seed = dice(draft.wanted, "trial").getrandbits(31)
        self._families: dict[Group, Family] = {}
        for family, group in draft.others():
            self._families.setdefault(group, family)
        self._families.setdefault(draft.foes, draft.family)
        self._promise = _Promise(draft, list(self._families))

    @property
    def left(self) -> bool:
        """Whether there are battles left."""
        return self.fought < BATTLES and self._work < WORK

    @property
    def settled(self) -> bool:
        """Whether the best so far is good enough, or was fought to the last lot without harm."""
        best = self.best
        done = best.battles >= sum(LOTS) and abs(best.share - self._draft.chance) <= BAND * 0.8
        return best.sure >= SURE or done

    @property
    def best(self) -> Tried:
        """The pairing that is most probably as it should be, or near it where none is likely to."""
        found = self.tried.values()
        return max(found, key=lambda one: (one.sure >= HOPELESS and one.sure, -one.off),
                   default=Tried(self._draft, 0, 0))  # fmt: skip

    def pairing(self, draft: Draft) -> bool:
        """Fight a pairing until it is settled; False where it was broken off."""
        tried = Tried(draft, 0, 0.0)
        for most in LOTS:
            if not self.left:
                break
            lot = min(most, BATTLES - self.fought)
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
            least = DOUBTFUL if tried.battles >= HALF else HOPELESS
            if tried.sure >= SURE or tried.sure < least:
                break
        return True

    def _told(self, done: int, _of: int) -> None:
        assert self._progress is not None
        self._progress(min(self.fought + done, BATTLES), BATTLES)

    def next(self) -> Draft | None:
        """The pairing that has not been tried and promises most; None where there is none."""
        if self._decided():
            self._draft, self.tried = self._draft.without_task(), {}
            return self._draft
        promises = self._promise.of(list(self.tried.items()), self._draft.chance)

        def rank(number: int) -> tuple[float, Group]:
            group = self._promise.groups[number]
            like = ALIKE ** _swaps(group, self._draft.foes)
            like *= STRANGE if self._families[group] != self._draft.family else 1
            like *= CROWDED ** max(0, len(group) - USUAL)
            return -promises[number] * like, group

        for number in sorted(range(len(promises)), key=rank):
            group = self._promise.groups[number]
            if group not in self.tried:
                found = self._draft.with_foes(group, self._families[group])
                if found is not None:
                    return found
        return None

    def _decided(self) -> bool:
        """Whether a goal decides the battle: with so many groups one side has no chance."""
        if self._draft.task is None or len(self.tried) < DECIDED:
            return False
        over = {one.share > one.draft.chance for one in self.tried.values()}
        return len(over) == 1 and all(one.sure < HOPELESS for one in self.tried.values())


DECIDED = 3
"""With how many groups of foes a goal is tried that leaves one side no chance."""
USUAL = 6
"""How many foes there usually are at most."""
ALIKE, STRANGE, CROWDED = 0.98, 0.4, 0.8
"""What a promise counts for with each creature changed, with another family, with each too many."""


def _swaps(one: Group, other: Group) -> int:
    """How many creatures have to change to make one group of another."""
    return max((Counter(one) - Counter(other)).total(), (Counter(other) - Counter(one)).total())


class _Promise:
    """What the battles so far tell of groups that have not been fought.

    The logarithm of the heroes' odds is taken to be ``STEEP`` times that of their might by that of
    the foes, a side's might being the sum of its creatures'. A creature's might is taken to be the
    root of its strength, as numbers count twice, and the battles correct that for each kind: the
    most probable mights are climbed up to by steps that are never too long, and how uncertain they
    are says how uncertain a group is.
    """

    def __init__(self, draft: Draft, groups: Sequence[Group]) -> None:
        ruleset = draft.wanted.ruleset
        self.groups = groups
        kinds = list(dict.fromkeys(kind for group in groups for kind in group))
        place = {kind: number for number, kind in enumerate(kinds)}
        self._row = {group: number for number, group in enumerate(groups)}
        self._counts = np.zeros((len(groups), len(kinds)))
        for number, group in enumerate(groups):
            for kind in group:
                self._counts[number, place[kind]] += 1
        mights = [log(weight(ruleset, (kind,))) / 2 for kind in kinds]
        heroes = log(worth(ruleset, draft.heroes) * len(draft.heroes)) / 2
        self._first = np.array([heroes, *mights])
        self._doubt = np.array([DOUBT_HEROES, *(DOUBT for _kind in kinds)]) ** -2

    def of(self, tried: Sequence[tuple[Group, Tried]], chance: float) -> list[float]:
        """For each group, how probable it is that the heroes' share is within the band."""
        rows = self._counts[[self._row[group] for group, _ in tried]]
        battles = np.array([float(one.battles) for _group, one in tried])
        wins = np.array([one.wins for _group, one in tried])
        mights = self._first
        for _step in range(STEPS):
            odds, slope = _odds(mights, rows)
            rates = 1 / (1 + np.exp(-odds))
            pull = slope.T @ (wins - battles * rates) - self._doubt * (mights - self._first)
            bound = (slope.T * (battles / 4)) @ slope + np.diag(self._doubt)
            mights = mights + np.linalg.solve(bound, pull)
        curve = (slope.T * (battles * rates * (1 - rates))) @ slope + np.diag(self._doubt)
        odds, slope = _odds(mights, self._counts)
        spread = np.einsum("gk,kl,gl->g", slope, np.linalg.inv(curve), slope)
        low, high = (log(p / (1 - p)) for p in (max(0.02, chance - BAND), chance + BAND))
        normal = NormalDist()
        return [
            round(normal.cdf((high - at) / wide) - normal.cdf((low - at) / wide), 4)
            for at, wide in zip(odds.tolist(), np.sqrt(spread + NOISE**2).tolist(), strict=True)
        ]


def _odds(mights: NDArray[Any], counts: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The odds' logarithm of each group, and how it changes with each might."""
    parts = counts * np.exp(mights[1:])
    whole = parts.sum(axis=1, keepdims=True)
    slope = np.hstack([np.ones_like(whole), -parts / whole]) * STEEP
    return STEEP * (mights[0] - np.log(whole[:, 0])), slope


STEEP = 6.0
"""How much the logarithm of the odds changes with that of the might."""
DOUBT, DOUBT_HEROES = 0.25, 0.4
"""How far the logarithm of a kind's might may be off before any battle, and the party's."""
NOISE = 0.35
"""How far the odds of a group may be from what the mights of its creatures make."""
STEPS = 60
"""Steps of the search for the most probable mights."""


@attrs.frozen
class Generated:
    """A battle from a seed as a file.

    ``tables``: what is in the file; ``doubt``: a sentence where it could not be evened out;
    ``drawn``: the map with everybody on it.
    """

    text: str
    tables: Mapping[str, Any]
    doubt: str
    drawn: TextMap


def generated(
    ruleset: str,
    kind: str | None = None,
    size: str | None = None,
    seed: int | None = None,
    party: Path | None = None,
    difficulty: str = "fair",
    *,
    trial: bool = True,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Generated:
    """A battle from a seed, evened out unless ``trial`` says otherwise; a seed is drawn for None.

    Errors: ValueError for what cannot be drawn, ContentError for a party's file.
    """
    chosen = drawn_seed() if seed is None else seed
    sized = parsed_size(size) if size is not None else None
    asked = wanted(ruleset, kind, sized, chosen, party, difficulty)
    draft, doubt = drafted(asked), ""
    if trial:
        found = evened(draft, workers, progress)
        draft, doubt = found.draft, _doubt(found)
    options = {"--kind": asked.kind, "--size": size, "--seed": chosen,
               "--party": party.name if party is not None else None}  # fmt: skip
    words = [f"{key} {value}" for key, value in options.items() if value is not None]
    call = " ".join(["tacsim generate", ruleset, *words, f"--difficulty {difficulty}"])
    call += "" if trial else " --no-trial"
    file = written(draft.tables, f"Made by: {call} (generator {VERSION})")
    return Generated(file, draft.tables, doubt, battle_map(begin(draft.scenario)))


def _doubt(found: Evened) -> str:
    """What is to be said of a battle that is not as it was meant to be; empty where it is."""
    if not found.complete:
        return _("stopped before the sides were evened out")
    if found.even:
        return ""
    words = _(
        "no nearer pairing was found: the heroes win {share:.0%} of the trials, not {chance:.0%}"
    )
    return words.format(share=found.tried.share, chance=found.draft.chance)


__all__ = ["BAND", "BATTLES", "Evened", "Generated", "Progress", "Tried", "evened", "generated",
           "within"]  # fmt: skip
