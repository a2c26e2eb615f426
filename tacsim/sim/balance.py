"""Balance: a battle from a seed, evened out by fighting it.

Battles are counted, never timed, and their dice are fixed, so the same draft becomes the same
battle on every machine, however many processes fight. Battles are fought in small lots, each by the
foes of whom all battles so far promise most that they leave the heroes the chance that they are
meant to have, whether these have fought already or not. Where no goal is to be met, a battle ends
once one side is far ahead (:func:`~tacsim.sim.fights.ahead`): chasing the last of its foes tells
little. What few battles say of foes is held
against what those of all others say of their kinds; so foes who were merely lucky among many are
not taken for even.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from itertools import accumulate
from math import ceil, exp, log, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from tacsim.content.generate import VERSION, Draft, drafted, parsed_size, wanted, written
from tacsim.content.generate.draft import dice
from tacsim.content.generate.sides import Family, Group, might
from tacsim.content.setup import begin, drawn_seed
from tacsim.i18n import _
from tacsim.rulesets import content
from tacsim.sim.fights import Fight
from tacsim.sim.plans import Series, planned
from tacsim.view.maps.drawn import battle_map
from tacsim.view.maps.text_map import TextMap

LOTS = (4, 8, *(12,) * 7, 4)
"""The battles of a pairing, lot by lot, a hundred in all; as many for each of two or four cores."""
BATTLES = 240
"""The most battles in all."""
WORK, CUBES = 5000, 2
"""The most turns in all; what each counts for on cubes, where it takes so much longer to choose."""
BAND = 0.1
"""How far the heroes' share may be from what is meant."""
SURE, LEAST = 0.85, 60
"""With what probability a pairing within the band is taken, after so many battles at least."""
HOPELESS = 0.2
"""Below what probability its own battles speak against a pairing."""
PLAYER = "ai:quick"
"""Who fights for both sides."""

Progress = Callable[[int, int], None]
"""Told how many battles of how many at most are over; what it raises ends the work."""


@attrs.frozen(eq=False)
class Tried:
    """A pairing as far as it has been fought: battles, and those that the heroes won.

    A battle without a winner counts half. ``leads``: the sum of what each battle says of the
    logarithm of the heroes' might to that of the foes, see :func:`lead`; 0 where a goal decides.
    """

    draft: Draft
    battles: int
    wins: float
    leads: float = 0.0

    @property
    def share(self) -> float:
        """The heroes' share of the battles."""
        return self.wins / self.battles if self.battles else 0.0

    @property
    def sure(self) -> float:
        """How probable it is that their true share is within the band of what is meant."""
        return within(self.wins, self.battles, self.draft.chance)


@attrs.frozen
class Promised:
    """What all battles so far tell of a pairing: how sure it is within the band, and the share."""

    sure: float
    share: float


@attrs.frozen(eq=False)
class Evened:
    """What came of it: the pairing that is taken, and how many battles were fought in all.

    ``complete``: whether the trial was not broken off; ``share``: the heroes' share, that of its
    own battles if there were enough, else what all battles make of it.
    """

    tried: Tried
    fought: int
    complete: bool
    share: float

    @property
    def draft(self) -> Draft:
        """The battle."""
        return self.tried.draft

    @property
    def even(self) -> bool:
        """Whether the heroes' share is within the band, as far as the battles tell."""
        return abs(self.share - self.draft.chance) <= BAND + 1e-9


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
    with closing(Series(workers)) as series:
        trial = _Trial(draft, series, progress)
        pairing, complete = trial.next(), True
        while pairing is not None and complete and trial.left and not trial.settled:
            complete = trial.lot(pairing)
            pairing = trial.next()
    return Evened(trial.best, trial.fought, complete, trial.share)


class _Trial:
    """The pairings that were tried, and what is left to be fought."""

    def __init__(self, draft: Draft, series: Series, progress: Progress | None) -> None:
        self.fought = 0
        self.tried: dict[Group, Tried] = {}
        """Those with the goal that is left, by the foes."""
        self._work = 0.0
        self._heavy = 1 if draft.kind.levels == 1 else CUBES
        self._draft = draft
        self._series, self._progress = series, progress
        self._seed = dice(draft.wanted, "trial").getrandbits(31)
        self._families: dict[Group, Family] = {}
        for family, group in draft.others():
            self._families.setdefault(group, family)
        self._families.setdefault(draft.foes, draft.family)
        self._promise = _Promise(draft, list(self._families))
        self._like = {group: self._likeness(group) for group in self._families}
        """What the promise of each group counts for."""
        self._pairings: dict[Group, Draft | None] = {draft.foes: draft}
        self._promises = self._promise.of({}, draft.chance)
        """What all battles so far tell of each group."""

    @property
    def left(self) -> bool:
        """Whether there are battles left."""
        return self.fought < BATTLES and self._work < WORK

    @property
    def settled(self) -> bool:
        """Whether the best so far is good enough, or was fought to the last lot without harm."""
        best = self.best
        done = best.battles >= sum(LOTS) and abs(best.share - self._draft.chance) <= BAND * 0.8
        return done or (best.battles >= LEAST and self._promises[best.draft.foes].sure >= SURE)

    @property
    def best(self) -> Tried:
        """The pairing of those tried that is most probably as it should be."""
        return max(self.tried.values(), key=lambda one: self._promises[one.draft.foes].sure,
                   default=Tried(self._draft, 0, 0))  # fmt: skip

    @property
    def share(self) -> float:
        """The heroes' share of the battles of the best so far."""
        best = self.best
        return best.share if best.battles >= sum(LOTS) else self._promises[best.draft.foes].share

    def lot(self, draft: Draft) -> bool:
        """Fight the next lot of a pairing; False where it was broken off."""
        tried = self.tried.get(draft.foes) or Tried(draft, 0, 0.0)
        lot = min(_next_lot(tried.battles), BATTLES - self.fought)
        if self.fought:
            lot = min(lot, ceil((WORK - self._work) * self.fought / self._work))
        plan = planned(
            draft.scenario, lot, {"heroes": PLAYER, "foes": PLAYER}, self._seed + tried.battles
        )
        mights = None if draft.task else draft.mights
        fights = self._series.fought(plan, mights, self._told if self._progress else None)
        self.fought += len(fights)
        self._work += self._heavy * sum(one.turns for one in fights)
        won = sum({"heroes": 1.0, None: 0.5}.get(one.winner, 0.0) for one in fights)
        leads = 0.0 if draft.task else sum(lead(one, len(draft.heroes)) for one in fights)
        self.tried[draft.foes] = Tried(
            draft, tried.battles + len(fights), tried.wins + won, tried.leads + leads
        )
        if self._decided():
            self._draft, self.tried = self._draft.without_task(), {}
            self._pairings = {self._draft.foes: self._draft}
        self._promises = self._promise.of(self.tried, self._draft.chance)
        return len(fights) == lot

    def _told(self, done: int, _of: int) -> None:
        assert self._progress is not None
        self._progress(min(self.fought + done, BATTLES), BATTLES)

    def next(self) -> Draft | None:
        """The pairing that promises most of those not fought to the last lot; None for none."""

        def rank(group: Group) -> tuple[float, Group]:
            return -self._promises[group].sure * self._like[group], group

        for group in sorted(self._families, key=rank):
            known = self.tried.get(group)
            if known is not None and known.battles >= sum(LOTS):
                continue
            if group not in self._pairings:
                self._pairings[group] = self._draft.with_foes(group, self._families[group])
            found = self._pairings[group]
            if found is not None:
                return found
        return None

    def _likeness(self, group: Group) -> float:
        like = ALIKE ** _swaps(group, self._draft.foes)
        like *= STRANGE if self._families[group] != self._draft.family else 1
        return like * CROWDED ** max(0, len(group) - USUAL)

    def _decided(self) -> bool:
        """Whether a goal decides the battle: with so many groups one side has no chance."""
        if self._draft.task is None or len(self.tried) < DECIDED:
            return False
        over = {one.share > one.draft.chance for one in self.tried.values()}
        return len(over) == 1 and all(one.sure < HOPELESS for one in self.tried.values())


def lead(fight: Fight, heroes: int) -> float:
    """What a battle says of the logarithm of the heroes' might to that of the foes.

    By Lanchester's square law: of a side that is so much mightier the root of what the squares of
    their mights differ by is left.
    """
    everybody = list(fight.fighters.values())
    left = [
        sum(one.hp_left for one in side if one.stands)
        / max(1, sum(max(0, one.hp_left) + one.taken for one in side))
        for side in (everybody[:heroes], everybody[heroes:])
    ]
    return log(1 - min(left[1], KEPT) ** 2) / 2 - log(1 - min(left[0], KEPT) ** 2) / 2


KEPT = 0.9
"""The most of a side that is taken to be left: those who lost nothing may have been far away."""


def _next_lot(battles: int) -> int:
    """How many battles come after so many of a pairing."""
    return next(lot for lot, end in zip(LOTS, accumulate(LOTS), strict=True) if end > battles)


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
    the foes, a side's might being the sum of its creatures'. What a creature's might is supposed to
    be (:func:`~tacsim.content.generate.sides.might`) the battles correct for each kind: the
    most probable mights are climbed up to by steps that are never too long, and how uncertain they
    are says how uncertain a group is. What a group's battles show beside its mights is its own: how
    its creatures fight together on this ground.
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
        rules = content(ruleset)
        mights = [log(might(ruleset, kind, rules.bestiary[kind])) for kind in kinds]
        heroes = sum(might(ruleset, one.table["kind"], one.entry) for one in draft.heroes)
        self._first = np.array([log(heroes), *mights])
        doubt = DOUBT_GOAL if draft.task else DOUBT_HEROES
        self._doubt = np.array([doubt, *(DOUBT for _kind in kinds)]) ** -2

    def of(self, tried: Mapping[Group, Tried], chance: float) -> dict[Group, Promised]:
        """For each group, what is to be expected of it."""
        fought = [self._row[group] for group in tried]
        rows, count = self._counts[fought], len(self._first)
        battles = np.array([float(one.battles) for one in tried.values()])
        wins = np.array([one.wins for one in tried.values()])
        leads = np.array([one.leads for one in tried.values()])
        told = np.array(
            [0.0 if one.draft.task else one.battles / LEAD**2 for one in tried.values()]
        )
        first = np.concatenate([self._first, np.zeros(len(tried))])
        doubt = np.concatenate([self._doubt, np.full(len(tried), NOISE**-2)])
        found = first
        for _step in range(STEPS):
            odds, shared = _odds(found[:count], rows)
            slope = np.hstack([shared, np.eye(len(tried))])
            might = np.hstack([shared / STEEP, np.zeros((len(tried), len(tried)))])
            rates = 1 / (1 + np.exp(-odds - found[count:]))
            pull = slope.T @ (wins - battles * rates) - doubt * (found - first)
            pull += might.T @ (told * (leads / np.maximum(battles, 1) - odds / STEEP))
            known = (might.T * told) @ might + np.diag(doubt)
            step = np.linalg.solve((slope.T * (battles / 4)) @ slope + known, pull)
            found = found + step
            if np.abs(step).max() < FLAT:
                break
        curve = (slope.T * (battles * rates * (1 - rates))) @ slope + known
        odds, slope = _odds(found[:count], self._counts)
        own = np.zeros((len(self.groups), len(tried)))
        own[fought, range(len(tried))] = 1
        slope, noise = np.hstack([slope, own]), np.full(len(self.groups), NOISE**2)
        odds[fought] += found[count:]
        noise[fought] = 0
        spread = np.einsum("gk,kl,gl->g", slope, np.linalg.inv(curve), slope) + noise
        low, high = (log(p / (1 - p)) for p in (max(0.02, chance - BAND), chance + BAND))
        normal = NormalDist()
        return {
            group: Promised(
                round(normal.cdf((high - at) / wide) - normal.cdf((low - at) / wide), 4),
                1 / (1 + exp(-at)),
            )
            for group, at, wide in zip(
                self.groups, odds.tolist(), np.sqrt(spread).tolist(), strict=True
            )
        }


def _odds(mights: NDArray[Any], counts: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The odds' logarithm of each group, and how it changes with each might."""
    parts = counts * np.exp(mights[1:])
    whole = parts.sum(axis=1, keepdims=True)
    slope = np.hstack([np.ones_like(whole), -parts / whole]) * STEEP
    return STEEP * (mights[0] - np.log(whole[:, 0])), slope


STEEP = 5.0
"""How much the logarithm of the odds changes with that of the might."""
DOUBT, DOUBT_HEROES, DOUBT_GOAL = 0.2, 0.2, 0.6
"""How far the logarithm of a kind's might may be off before any battle, and the party's.

The party's is farther off where a goal is as good to it as many more of them, or as bad.
"""
NOISE = 0.45
"""How far the odds of a group may be from what the mights of its creatures make."""
LEAD = 0.6
"""How far what one battle leaves of the sides may be off what their mights make."""
STEPS, FLAT = 60, 1e-7
"""Steps of the search for the most probable mights, which ends at one that leads nowhere."""


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
        "no nearer pairing was found: the heroes win about {share:.0%} of such battles, "
        "not {chance:.0%}"
    )
    return words.format(share=found.share, chance=found.draft.chance)
