"""The tactician: an opponent that tries out on forks what it might do, before it does it.

For each decision, turns and questions alike, it has a handful of ideas
(:mod:`tacsim.ai.weighing.ideas`), first of all what the cautious opponent and the quick one would
do, and plays each of them on with the same lots of dice (:mod:`tacsim.ai.weighing.rollouts`): all
of them with few, of those that promise to gain the better half with twice as many, and so on. From
what the cautious one would do it departs only for a clear gain, and only if one is left where
everybody goes on as the cautious one does: what but surprises the quick policy, by which rollouts
are played, or keeps it from a mistake, is no gain.

Its budget is in rollouts, never in seconds, and it keeps nothing that could not be worked out
again: so :func:`weigh` answers for a state of a battle whoever asks and whenever, and a game, a
hint, and a question after the battle have the same answer. Who hurries it gets
what is usual, unless something better has been proved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev

import attrs

from tacsim.ai.cautious import Cautious
from tacsim.ai.evaluation import Evaluation
from tacsim.ai.knowing.belief import Belief
from tacsim.ai.knowing.temper import temper_of
from tacsim.ai.knowing.weights import TACTICIAN
from tacsim.ai.morale import gives_up
from tacsim.ai.playouts.quick import Quick
from tacsim.ai.turn import Turn
from tacsim.ai.weighing.ideas import Ideas
from tacsim.ai.weighing.rollouts import Lots, Rollouts, Sum
from tacsim.core.agenda import Decision
from tacsim.core.intents import EndTurn, Intent, Move
from tacsim.rules.battle import Battle


@attrs.frozen
class Level:
    """How much an opponent tries: ideas at most, the lots for each at first and for the best.

    ``proof``: the lots played on by the cautious opponent in which the best has to hold.
    """

    ideas: int
    first: int
    last: int
    proof: int


LEAST = 1e-4
"""The least square of a standard error: a few lots that agree are not beyond doubt."""

COMMANDER, WARLORD = Level(12, 1, 4, 2), Level(24, 4, 16, 8)


@attrs.frozen
class Weighed:
    """An idea, what comes of it on the mean, and with how many lots that was found.

    ``lead``: what comes with the same lots of the one that was decided on.
    """

    intent: Intent
    sum: Sum
    lots: int
    lead: Sum


@attrs.frozen
class Weighing:
    """What was weighed for a decision.

    ``ideas``: the one decided on, then the others, the best first; empty where nothing was to be
    weighed. ``usual``: what the cautious opponent would do; once that was left in a turn, what the
    quick one would do.
    """

    intent: Intent
    usual: Intent
    ideas: tuple[Weighed, ...] = ()


@attrs.frozen
class SoFar:
    """A turn up to a decision: by round and creature, what was done and how often not the usual.

    What costs nothing is not done twice, and each time that the usual is left it takes twice the
    gain. Once it is left, what the rollouts went on with is the usual for the rest of the turn, so
    that what was done for their sake is not undone: nobody dances to and fro, every turn ends.
    """

    turn: tuple[int, str] = (0, "")
    done: tuple[Intent, ...] = ()
    left: int = 0

    def at(self, battle: Battle, decision: Decision) -> SoFar:
        """The turn of a decision: this one, or another that begins; none for a question."""
        turn = (battle.world.clock.round, decision.actor) if decision.is_turn else (0, "")
        return self if turn == self.turn else SoFar(turn)

    def after(self, found: Weighing) -> SoFar:
        """The same turn once what was weighed is done."""
        left = self.left + (found.intent != found.usual)
        return SoFar(self.turn, (*self.done, found.intent), left)


def unhurried() -> bool:
    """Nobody hurries."""
    return False


def weigh(
    battle: Battle,
    decision: Decision,
    level: Level = COMMANDER,
    *,
    also: Sequence[Intent] = (),
    so_far: SoFar | None = None,
    belief: Belief | None = None,
    hurried: Callable[[], bool] = unhurried,
) -> Weighing:
    """Weigh what to do for a decision, as the side that decides knows the battle.

    ``also``: what is weighed besides, to the end; ``so_far``: the turn before this decision;
    ``belief``: of the side that decides, up to date.
    """
    actor = battle.world[decision.actor]
    belief = belief or Belief(battle, actor.side, actor.id)
    so_far = so_far or SoFar()
    quick = Quick().choose(battle, decision)
    if isinstance(quick, Move) and quick in so_far.done:  # somebody unseen is in its way
        quick = EndTurn(actor.id)
    careful = quick if so_far.left else Cautious().choose(battle, decision)
    turn = Turn(belief, actor.id)
    lost = decision.is_turn and next(gives_up(turn), None) == careful
    if lost or not turn.foes or not _whole(belief.battle):
        return Weighing(careful, careful)
    seen = belief.battle.fork()
    seen.dice = Lots(0)
    evaluation = Evaluation(turn)
    found = Ideas(seen, turn, evaluation, so_far.done)
    found.kept += dict.fromkeys([careful, quick, *also])
    if decision.is_turn:
        found.of_turn(decision)
    else:
        found.answers(decision)
    trial = _Trial(turn, evaluation, careful, also, hurried, so_far.left)
    trial.run(list(dict.fromkeys(found.kept))[: level.ideas], level.first, level.last)
    return trial.weighing(level.proof)


def _whole(battle: Battle) -> bool:
    """Whether a side knows of all who have to do with what is under way.

    Else it cannot play it on.
    """
    world = battle.world
    names = {world.clock.active}
    for frame in world.agenda.frames:
        for field in ("actor", "target", "provoker", "against", "about"):
            names.add(getattr(frame, field, None))
        for field in ("actors", "foes", "targets"):
            names.update(getattr(frame, field, ()))
    return all(name in world for name in names if name is not None)


class _Trial:
    """A trial of ideas, by halves: the better they do, the more lots they are given."""

    def __init__(
        self, turn: Turn, evaluation: Evaluation, usual: Intent, also: Sequence[Intent],
        hurried: Callable[[], bool], left: int,
    ) -> None:  # fmt: skip
        self._usual = usual
        self._gap = TACTICIAN.gap * 2**left
        self._steady = not left
        self._kept = (usual, *also)
        self._hurried = hurried
        everybody = (turn.actor, *turn.friends, *turn.foes)
        worths = {one.id: evaluation.worth(one) for one in everybody}
        worths[turn.actor.id] *= temper_of(turn.actor).care
        self._rollouts = Rollouts(turn.battle, turn.actor.side, worths)
        self._sums: dict[Intent, list[Sum]] = {}
        self._left: list[Intent] = []
        """Those that are still tried, the best first."""

    def run(self, ideas: list[Intent], lots: int, last: int) -> None:
        """Try ideas, first with so many lots, the last two with ``last``."""
        self._left, self._sums = ideas, {one: [] for one in ideas}
        first = lots
        while True:
            for intent in list(self._left):
                if not self._try(intent, lots):
                    return
            if lots > first:  # few lots tell few things apart
                self._tell_apart()
            self._left = [one for one in self._left if one in self._kept or self._promises(one)]
            if lots >= last or {self._usual}.issuperset(self._left):
                return
            self._left.sort(key=self._mean, reverse=True)
            best = self._left[: max(2, len(self._left) // 2)]
            self._left = [one for one in self._left if one in best or one in self._kept]
            lots *= 2

    def _try(self, intent: Intent, lots: int) -> bool:
        """Give an idea so many lots; False where somebody hurries."""
        sums = self._sums[intent]
        while len(sums) < lots:
            if self._hurried():
                return False
            found = self._rollouts.of(intent, len(sums))
            if found is None:  # what the rules refuse is no idea
                self._left.remove(intent)
                del self._sums[intent]
                return True
            sums.append(found)
        return True

    def _promises(self, intent: Intent) -> bool:
        """Whether an idea has done so much better than the usual one that it may be chosen."""
        gains = _gains(self._sums[intent], self._sums.get(self._usual, []))
        return bool(gains) and fmean(gains) > self._gap

    def _tell_apart(self) -> None:
        """Of ideas that came to exactly the same with every lot, go on with the first."""
        found: dict[tuple[Sum, ...], Intent] = {}
        for intent in sorted(self._left, key=lambda one: one not in self._kept):
            found.setdefault(tuple(self._sums[intent]), intent)
        same = set(found.values())
        self._left = [one for one in self._left if one in same or one in self._kept]

    def _mean(self, intent: Intent) -> float:
        return Sum.mean(self._sums[intent]).value

    def weighing(self, proof: int) -> Weighing:
        """What was found; ``proof``: the lots played on carefully in which the best has to hold.

        It is the idea that is clearly better than the usual one with the same lots, also with what
        these tell.
        """
        found = {intent: sums for intent, sums in self._sums.items() if sums}
        tried = sorted(found, key=lambda one: (len(found[one]), self._mean(one)), reverse=True)
        chosen = usual = self._usual
        gains = _gains(found[tried[0]], found.get(usual, [])) if tried else []
        if self._clear(gains) and self._clear(gains, self._proved(tried[0], proof)):
            chosen = tried[0]
        tried.sort(key=lambda one: one != chosen)
        leads = found.get(chosen, [])
        return Weighing(
            chosen,
            usual,
            tuple(
                Weighed(one, Sum.mean(sums), len(sums), Sum.mean(leads[: len(sums)] or sums))
                for one, sums in ((one, found[one]) for one in tried)
            ),
        )

    def _proved(self, one: Intent, lots: int) -> list[float]:
        """What one has before the usual one with each of so many other lots played on carefully.

        Whoever has done the usual ends the turn by it, too; else the quick policy ends it. Empty
        where somebody hurries: a part of the lots is no proof.
        """
        found = list[float]()
        tried = len(self._sums[one])
        for lot in range(tried, tried + lots):
            if self._hurried():
                return []
            mine = self._rollouts.of(one, lot, careful=True)
            theirs = self._rollouts.of(self._usual, lot, careful=True, steady=self._steady)
            if mine is not None and theirs is not None:
                found.append(mine.value - theirs.value)
        return found

    def _clear(self, gains: list[float], proved: list[float] | None = None) -> bool:
        """Whether there is a clear gain by what was found.

        ``proved``: what was found playing on carefully; either tells the more the surer it is, and
        the quick policy may be wrong besides.
        """
        if not gains or proved == []:
            return False
        told = [(fmean(gains), _doubt(gains) ** 2 + (TACTICIAN.bias**2 if proved else 0))]
        if proved:
            told.append((fmean(proved), _doubt(proved) ** 2))
        sure = [1 / max(LEAST, doubt) for _, doubt in told]
        gain = sum(one * mean for one, (mean, _) in zip(sure, told, strict=True)) / sum(sure)
        return bool(gain > self._gap + TACTICIAN.doubt / sqrt(sum(sure)))


def _doubt(gains: list[float]) -> float:
    """The standard error of the mean of some gains."""
    return stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0


def _gains(mine: list[Sum], theirs: list[Sum]) -> list[float]:
    """What some sums are before others with the same lots."""
    return [one.value - other.value for one, other in zip(mine, theirs, strict=False)]


class Tactician:
    """The opponent that weighs; ``level``: how much."""

    def __init__(self, level: Level = COMMANDER) -> None:
        self.level = level
        self._hurried = False
        self._so_far: dict[str, SoFar] = {}
        """The last turn of each creature: who delays comes to a second one in the same round."""

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        """What is best of what it tries."""
        so_far = self._so_far.get(decision.actor, SoFar()).at(battle, decision)
        found = weigh(battle, decision, self.level, so_far=so_far, hurried=lambda: self._hurried)
        self._hurried = False
        if decision.is_turn:
            self._so_far[decision.actor] = so_far.after(found)
        return found.intent

    def hurry(self) -> None:
        """Have it decide by what has been proved so far, or soon where it has not begun."""
        self._hurried = True
