"""Balance: a battle from a seed, evened out by fighting it.

Battles are counted, never timed, and their dice are fixed, so the same draft becomes the same
battle on every machine, however many processes fight. Battles are fought in small lots, each by the
foes of whom all battles so far promise most that there are hit points with which they leave the
heroes the chance that they are meant to have, and with these.
What few battles say of foes is held against what those of all others say of their kinds; so foes
who were merely lucky among many are not taken for even.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import accumulate
from math import ceil
from pathlib import Path
from typing import Any

import attrs

from tacsim.content.generate import VERSION, Draft, drafted, parsed_size, wanted, written
from tacsim.content.generate.draft import dice
from tacsim.content.generate.sides import Family, Group
from tacsim.content.setup import begin, drawn_seed
from tacsim.i18n import _
from tacsim.sim.plans import Series, planned
from tacsim.sim.promises import BAND, Promise, Tried, told
from tacsim.view.maps.drawn import battle_map
from tacsim.view.maps.text_map import TextMap

LOTS = (4, 8, *(12,) * 9)
"""The battles of a pairing, lot by lot; as many for each of two or four cores."""
BATTLES = 240
"""The most battles in all."""
WORK, CUBES = 13_000, 1.5
"""The most choices in all; what each counts for on cubes, where it takes so much longer to choose.

They tell better than turns how long battles take: under some rules a turn has half as many again.
"""
MOST = 0.15
"""Which part of the choices a lot may take."""
NEW = 0.6
"""In which part of the choices new foes are tried; all others tell of those who were."""
FEW = 8
"""With so many battles of its own a pairing counts for half of what its promise says."""
HOPELESS = 0.2
"""Below what probability its own battles speak against a pairing."""
PLAYER = "ai:quick"
"""Who fights for both sides."""

Progress = Callable[[int, int], None]
"""Told how many battles of how many at most are over; what it raises ends the work."""


@attrs.frozen(eq=False)
class Evened:
    """What came of it: the pairing that is taken, and how many battles were fought in all.

    ``complete``: whether the trial was not broken off; ``share``: the heroes' share, as far as all
    battles tell.
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
        self._promise = Promise(draft, list(self._families))
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
        """Whether the best so far was fought to the last lot, and is as it should be."""
        off = abs(self.share - self._draft.chance)
        return self.best.battles >= sum(LOTS) and off <= BAND / 2

    @property
    def best(self) -> Tried:
        """The pairing of those tried that is most probably as it should be.

        One that promises most after few battles of its own often did by mere luck.
        """

        def worth(one: Tried) -> float:
            return self._promises[one.draft.foes].sure * one.battles / (one.battles + FEW)

        best = max(self.tried.values(), key=worth, default=Tried(self._draft))
        return attrs.evolve(best, draft=self._as_tough(best.draft))

    @property
    def share(self) -> float:
        """The heroes' share of battles against the best so far."""
        return self._promises[self.best.draft.foes].share

    def lot(self, draft: Draft) -> bool:
        """Fight the next lot of a pairing; False where it was broken off."""
        tried = self.tried.get(draft.foes) or Tried(draft)
        lot = min(_next_lot(tried.battles), BATTLES - self.fought)
        if self.fought:
            most = min(WORK - self._work, WORK * MOST)
            lot = min(lot, ceil(most * self.fought / self._work))
        plan = planned(
            draft.scenario, lot, {"heroes": PLAYER, "foes": PLAYER}, self._seed + tried.battles
        )
        fights = self._series.fought(plan, self._told if self._progress else None)
        self.fought += len(fights)
        choices = (count for one in fights for count, _ms in one.choices.values())
        self._work += self._heavy * sum(choices)
        more = (told(one, draft) for one in fights)
        self.tried[draft.foes] = Tried(draft, (*tried.told, *more))
        if self._decided():
            self._draft, self.tried = self._draft.without_task(), {}
            self._pairings = {self._draft.foes: self._draft}
        self._promises = self._promise.of(self.tried, self._draft.chance)
        return len(fights) == lot

    def _told(self, done: int, _of: int) -> None:
        assert self._progress is not None
        self._progress(min(self.fought + done, BATTLES), BATTLES)

    def next(self) -> Draft | None:
        """The pairing that may most surely be made even; None where all were fought to the end.

        Another one has to be much surer than one that was fought, of which more is known.
        """

        def rank(group: Group) -> tuple[float, Group]:
            known = 1 if group in self.tried else OTHER
            return -self._promises[group].able * self._like[group] * known, group

        for group in sorted(self._families, key=rank):
            known = self.tried.get(group)
            if known is not None and known.battles >= sum(LOTS):
                continue
            if known is None and self.tried and self._work > WORK * NEW:
                continue
            if group not in self._pairings:
                self._pairings[group] = self._draft.with_foes(group, self._families[group])
            found = self._pairings[group]
            if found is not None:
                return self._as_tough(found)
        return None

    def _as_tough(self, draft: Draft) -> Draft:
        """The same with the foes as tough as they have to be, as far as all battles tell."""
        return attrs.evolve(draft, toughness=self._promises[draft.foes].toughness)

    def _likeness(self, group: Group) -> float:
        like = ALIKE ** _swaps(group, self._draft.foes)
        like *= STRANGE if self._families[group] != self._draft.family else 1
        return like * CROWDED ** max(0, len(group) - USUAL)

    def _decided(self) -> bool:
        """Whether a goal decides the battle: with so many groups one side has no chance."""
        several = self._draft.task is not None and len(self.tried) >= DECIDED
        return several and all(one.sure < HOPELESS for one in self.tried.values())


def _next_lot(battles: int) -> int:
    """How many battles come after so many of a pairing."""
    return next(lot for lot, end in zip(LOTS, accumulate(LOTS), strict=True) if end > battles)


DECIDED = 4
"""With how many groups of foes a goal is tried that leaves one side no chance."""
USUAL = 6
"""How many foes there usually are at most."""
OTHER, ALIKE, STRANGE, CROWDED = 0.8, 0.98, 0.4, 0.8
"""What a promise counts for of a group that was not fought, with each creature changed in it, with
another family, with each creature too many."""


def _swaps(one: Group, other: Group) -> int:
    """How many creatures have to change to make one group of another."""
    return max((Counter(one) - Counter(other)).total(), (Counter(other) - Counter(one)).total())


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
    comment = f"Made by: {call} (generator {VERSION})"
    if draft.toughness != 1:
        comment += f"\nThe foes have {draft.toughness:.0%} of their kinds' hit points, "
        comment += f"to bring the heroes' chance to {draft.chance:.0%}."
    file = written(draft.tables, comment)
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
