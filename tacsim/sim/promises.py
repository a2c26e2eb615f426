"""Promises: what the battles fought so far tell of every group of foes, fought or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import attrs
import numpy as np
from numpy.typing import NDArray

from tacsim.content.generate import Draft
from tacsim.content.generate.sides import Group, might
from tacsim.rulesets import content
from tacsim.sim.fights import Fight

BAND = 0.1
"""How far the heroes' share may be from what is meant."""


class Told(NamedTuple):
    """What a battle told: 1 where the heroes won, 0.5 where nobody did; the lead and the luck.

    The lead is what it says of the logarithm of the heroes' might to that of the foes, see
    :func:`lead`; the luck that of the heroes; ``toughness`` what part
    of their kinds' hit points the foes had.
    """

    won: float
    lead: float
    luck: float
    toughness: float = 1.0


@attrs.frozen(eq=False)
class Tried:
    """A pairing as far as it has been fought."""

    draft: Draft
    told: tuple[Told, ...] = ()

    @property
    def battles(self) -> int:
        """How many were fought."""
        return len(self.told)

    @property
    def wins(self) -> float:
        """Those that the heroes won; one without a winner counts half."""
        return sum(one.won for one in self.told)

    @property
    def share(self) -> float:
        """The heroes' share of the battles."""
        return self.wins / self.battles if self.told else 0.0

    @property
    def lots(self) -> list[list[Told]]:
        """What was told, by how tough the foes were."""
        found = dict[float, list[Told]]()
        for one in self.told:
            found.setdefault(one.toughness, []).append(one)
        return list(found.values())

    @property
    def sure(self) -> float:
        """How probable it is that their true share is within the band of what is meant."""
        return within(self.wins, self.battles, self.draft.chance)


@attrs.frozen
class Promised:
    """What all battles so far tell of a pairing with the foes as tough as they should be.

    How sure it is within the band, the heroes' share, and how sure there are hit points that bring
    it there.
    """

    sure: float
    share: float
    toughness: float
    able: float


def within(wins: float, battles: int, chance: float) -> float:
    """How probable it is that a true rate lies within the band about a chance.

    >>> round(within(50, 100, 0.5), 2), round(within(9, 10, 0.5), 2)
    (0.96, 0.01)
    """
    rate = (wins + 1) / (battles + 2)
    spread = NormalDist(rate, sqrt(rate * (1 - rate) / (battles + 3)))
    return spread.cdf(chance + BAND) - spread.cdf(chance - BAND)


def told(fight: Fight, draft: Draft) -> Told:
    """What a battle told."""
    won = {"heroes": 1.0, None: 0.5}.get(fight.winner, 0.0)
    return Told(won, lead(fight, len(draft.heroes)), fight.luck, draft.toughness)


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


class Promise:
    """What the battles so far tell of groups that have not been fought.

    The logarithm of the heroes' odds is taken to be ``STEEP`` times that of their might by that of
    the foes, a side's might being the sum of its creatures'. What a creature's might is supposed to
    be (:func:`~tacsim.content.generate.sides.might`) the battles correct for each kind: the
    most probable mights are climbed up to by steps that are never too long, and how uncertain they
    are says how uncertain a group is. What a group's battles show beside its mights is its own: how
    its creatures fight together on this ground. With other hit points (:data:`LEVELS`) its might
    changes as the square law has it, and from one level to the next by something of its own: of six
    hit points one more may be a blow. Each battle tells of the odds twice: by who won, and by how
    much is left of whom (:func:`lead`); from both is taken what was luck.
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
        """For each group, what is to be expected of it where it is as tough as it should be."""
        groups, lots = list(tried.values()), [lot for one in tried.values() for lot in one.lots]
        of_lot = [number for number, one in enumerate(groups) for _lot in one.lots]
        fought = [self._row[group] for group in tried]
        levels = [LEVELS.index(lot[0].toughness) - USUAL for lot in lots]
        own = _own(np.array(of_lot, int), np.array(levels, int), len(groups))
        counts, tough = self._counts[fought][of_lot], np.log([lot[0].toughness for lot in lots])
        battles, wins, leads = _without_luck(lots)
        told = np.array([_told(groups[at], len(lot)) for at, lot in zip(of_lot, lots, strict=True)])
        doubts = [NOISE, *(UNEVEN for _step in range(2 * USUAL))] * len(groups)
        first = np.concatenate([self._first, np.zeros(len(doubts)), [SQUARE]])
        doubt = np.concatenate([self._doubt, np.array([*doubts, DOUBT_SQUARE]) ** -2])
        found = first
        for _step in range(STEPS):
            odds, slope = _odds(found, counts, own, tough)
            rates = 1 / (1 + np.exp(-odds))
            pull = slope.T @ (wins - battles * rates) - doubt * (found - first)
            pull += slope.T @ (told * (CLEAR * leads - odds))
            known = (slope.T * told) @ slope + np.diag(doubt)
            step = np.linalg.solve((slope.T * (battles / 4)) @ slope + known, pull)
            found = found + step
            if np.abs(step).max() < FLAT:
                break
        curve = (slope.T * (battles * rates * (1 - rates))) @ slope + known
        return self._promised(fought, chance, found, np.linalg.inv(curve))

    def _promised(
        self, fought: Sequence[int], chance: float, found: NDArray[Any], about: NDArray[Any]
    ) -> dict[Group, Promised]:
        """What the most probable figures, and how uncertain they are, say of each group.

        Of those that fought every toughness is asked, of others the one that the odds ask for.
        """
        every, slight = np.arange(len(self.groups)), STEEP * max(found[-1], SQUARE / 2)
        number = np.full(len(every), -1)
        number[fought] = range(len(fought))
        usual, _slope = _odds(
            found, self._counts, _own(number, 0 * every, len(fought)), np.zeros(len(every))
        )
        wished = (usual - log(chance / (1 - chance))) / slight
        nearest = np.abs(wished[:, None] - np.log(LEVELS)).argmin(axis=1)
        others = np.flatnonzero(number < 0)
        rows = np.concatenate([others, np.repeat(np.array(fought, int), len(LEVELS))])
        at = np.concatenate([nearest[others], np.tile(np.arange(len(LEVELS)), len(fought))])
        own = _own(number[rows], at - USUAL, len(fought))
        odds, slope = _odds(found, self._counts[rows], own, np.log(LEVELS)[at])
        noise = np.where(number[rows] < 0, NOISE**2 + UNEVEN**2 * np.abs(at - USUAL), 0)
        spread = np.sqrt(((slope @ about) * slope).sum(axis=1) + noise)
        low, high = (log(p / (1 - p)) for p in (max(0.02, chance - BAND), chance + BAND))
        most = slight * log(LEVELS[-1])
        promised = dict[Group, Promised]()
        for row, level, mean, wide in zip(
            rows.tolist(), at.tolist(), odds.tolist(), spread.tolist(), strict=True
        ):
            normal, plain = NormalDist(mean, wide), NormalDist(float(usual[row]), wide)
            one = Promised(
                round(normal.cdf(high) - normal.cdf(low), 4),
                1 / (1 + exp(-mean)),
                LEVELS[level],
                round(plain.cdf(high + most) - plain.cdf(low - most), 4),
            )
            group = self.groups[row]
            if group not in promised or one.sure > promised[group].sure:
                promised[group] = one
        return promised


def _without_luck(groups: Sequence[Sequence[Told]]) -> list[NDArray[Any]]:
    """Of each group how many battles it is as good as, those won of these, and the mean lead.

    Whoever had more luck than the other is taken to have won so much more by it. As luck is none
    in the mean of many battles, this is right in the mean, whatever luck does; and what differs
    less from battle to battle is as good as more of them. What it does is measured over all groups.
    """
    rows = [np.array([one[:3] for one in told]) for told in groups if told]
    if not rows:
        return [np.zeros(0)] * 3
    apart = np.vstack([one - one.mean(axis=0) for one in rows])
    spread = apart.T @ apart + USUALLY * np.array(SPREAD)
    by_luck = spread[:2, 2] / spread[2, 2]
    left = 1 - by_luck[0] * spread[0, 2] / spread[0, 0]
    counts = np.array([len(one) for one in rows]) / left
    means = np.array([one[:, :2].mean(axis=0) - by_luck * one[:, 2].mean() for one in rows])
    return [counts, counts * means[:, 0], means[:, 1]]


def _told(tried: Tried, battles: int) -> float:
    """What the odds count for that are read off the leads of so many of a pairing's battles.

    One by the square of their doubt, of which all battles of the pairing have a part in common:
    more where they say another thing than who won does, by more than chance.
    """
    if tried.draft.task:
        return 0.0
    count = tried.battles
    rate = (tried.wins + 0.5) / (count + 1)
    apart = log(rate / (1 - rate)) - CLEAR * sum(one.lead for one in tried.told) / count
    chance = 1 / (count * rate * (1 - rate)) + LEAD**2 / count
    return battles / (LEAD**2 + max(LEANS**2, apart**2 - chance) * count)


def _own(number: NDArray[Any], level: NDArray[Any], groups: int) -> NDArray[Any]:
    """Which of the figures that groups have of their own count for some at some toughness.

    Each of the groups that fought has one for itself, and one for every level up and down from the
    usual hit points. ``number``: which of these a row is about, -1 for none.
    """
    steps = np.arange(USUAL)
    up, down = steps < level[:, None], steps < -level[:, None]
    each = np.hstack([np.ones((len(level), 1)), up, down])
    here = (number[:, None] == np.arange(groups)).astype(float)
    every: NDArray[Any] = here[:, :, None] * each[:, None, :]
    return every.reshape(len(level), groups * each.shape[1])


def _odds(
    found: NDArray[Any], counts: NDArray[Any], own: NDArray[Any], tough: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The odds' logarithm of some groups, and how it changes with each of the figures.

    These are the heroes' might and that of each kind, the groups' own, and how much a might changes
    with toughness.
    """
    kinds = counts.shape[1] + 1
    parts = counts * np.exp(found[1:kinds])
    whole = parts.sum(axis=1, keepdims=True)
    slope = np.hstack([np.ones_like(whole), -parts / whole]) * STEEP
    slope = np.hstack([slope, own, -STEEP * tough[:, None]])
    odds = STEEP * (found[0] - np.log(whole[:, 0])) + slope[:, kinds:] @ found[kinds:]
    return odds, slope


STEEP, CLEAR = 8.0, 14.0
"""How much the logarithm of the odds changes with that of the might, and with what is left.

Measured in two battles of each of 478 drafts of two rulesets (``benchmarks/mights.py``), and what
is left and all below in 3,400 battles of 24 trials of four rulesets and after them.
"""
SQUARE, DOUBT_SQUARE = 0.5, 0.15
"""How much the logarithm of a might changes with that of the hit points, and how far that may be
off: by the square law it is a half.
"""
USUAL = 8
LEVELS = tuple(round(1.05**step, 2) for step in range(-USUAL, USUAL + 1))
"""What foes' hit points may be, as a part of their kinds': all could have been rolled."""
DOUBT, DOUBT_HEROES, DOUBT_GOAL = 0.12, 0.08, 0.4
"""How far the logarithm of a kind's might may be off before any battle, and the party's.

The party's is farther off where a goal is as good to it as many more of them, or as bad.
"""
NOISE, UNEVEN = 0.4, 0.08
"""How far the odds of a group may be from what the mights of its creatures make, and from one level
of hit points to the next from what the square law makes: a blow more or less is what counts.

Choices: those trials say 0.3 for the first, fresh battles of what they took more; the second was
seen where creatures have few hit points.
"""
LEAD, LEANS = 1.1, 0.3
"""How far the odds may be off that what one battle leaves tells, and that all of a group's do.

The first is measured; with 0.2 for the second, as measured too, forty fresh battles each after 14
more trials were told less surely than with 0.4.
"""
SPREAD = ((0.25, 0.043, 0.17), (0.043, 0.019, 0.038), (0.17, 0.038, 0.236))
"""How won, lead and luck usually vary together between battles of a group."""
USUALLY = 20
"""So many battles that is supposed to have been seen in."""
STEPS, FLAT = 60, 1e-7
"""Steps of the search for the most probable mights, which ends at one that leads nowhere."""
