"""A battle gone through once more: which decisions cost most, and how the dice fell.

Every decision is weighed as the tactician weighs its own (:mod:`tacsim.ai.weighing.tactician`),
knowing what its side knew then: first all of them with a few lots, then the worst with more.
Between what was done and what looks better than it, lots decide that had no part in choosing the
better; it counts as better only if it is by far more than chance makes of equals. What fell is
never looked at: luck is told apart from play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import attrs

from tacsim.ai.evaluation import Evaluation
from tacsim.ai.knowing.belief import Belief
from tacsim.ai.turn import Turn
from tacsim.ai.weighing.rollouts import Rollouts, Sum
from tacsim.ai.weighing.tactician import Level, weigh
from tacsim.api.distances import known
from tacsim.api.intended import table_of
from tacsim.core.agenda import Decision
from tacsim.core.battle import Sightings
from tacsim.core.events import Entry, Provoked
from tacsim.core.intents import Adjourn, Intent
from tacsim.core.world import State
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.session.account import account
from tacsim.session.perception import Onlookers
from tacsim.session.reviewed import Costly, Reviewed
from tacsim.session.session import numbered
from tacsim.sim.workers import Progress, Task, gathered
from tacsim.storage.branch import Branch
from tacsim.storage.execution import Finding, executed, named, otherwise
from tacsim.storage.saved import Saved, parse, read_bytes

MOST = 3
"""How many decisions are told unless more are asked for."""
GLANCE, CLOSE = Level(8, 1, 2, 1), Level(12, 2, 8, 4)
"""How much is tried for every decision, and for the worst of them."""
SHORT, EACH = 12, 3
"""How many of the worst are looked at closely: so many, or so many for each that is told."""
LOTS = range(64, 96)
"""The lots by which what was done is compared with what seems better; no others look at these."""
LEAST = 0.05
"""What is worth telling, in creatures."""
SURE = 2.0
"""How many standard errors of the difference something has to be better by."""


@attrs.frozen(eq=False)
class Moment:
    """A decision: the state before it, what was done, and what came of that."""

    number: int
    position: int
    round: int
    decision: Decision
    did: Intent
    state: State
    sightings: Sightings
    gave: tuple[Provoked, ...]


class Past:
    """A branch carried out once more under today's rules, as far as it comes out as it was saved.

    ``moments``: the decisions; ``opening`` and ``entries``: the battle before it began, and all
    that happened; ``doubt``: where it ceases to be what was saved, empty where it does not.
    """

    def __init__(self, saved: Saved, branch: Branch) -> None:
        self.battle = saved.battle()
        self.opening = self.battle.fork()
        self.moments: list[Moment] = []
        self.entries: list[Entry] = []
        self.doubt = ""
        world, rounds = self.battle.world, 0
        onlookers = Onlookers(self.battle)
        for index in range(branch.length):
            before, decision, position = world.state, self.battle.decision, len(self.entries)
            sightings = self.battle.sightings
            events = executed(self.battle, branch, index)
            intent = None if isinstance(events, Finding) else branch.intent(index)
            if isinstance(events, Finding):
                wrong = events.words
            else:
                wrong = otherwise(self.battle, branch.mark(index), events)
            if wrong:
                self.doubt = f"{named(index, intent)}: {wrong}"
                return
            assert not isinstance(events, Finding)
            if intent is not None and decision is not None and not isinstance(intent, Adjourn):
                gave = tuple(
                    event
                    for event in events
                    if isinstance(event, Provoked) and event.actor == intent.actor
                )
                moment = Moment(index, position, rounds, decision, intent, before, sightings, gave)
                self.moments.append(moment)
            onlookers.follow(events)
            self.entries += numbered(events, position, rounds)
            rounds = world.clock.round

    def battle_at(self, moment: Moment) -> Battle:
        """The battle as it was before a decision."""
        found = self.opening.fork()
        found.world.restore(moment.state)
        found.sightings = moment.sightings
        return found


def _past(data: bytes, path: str, number: int) -> Past:
    """What a process of its own reviews."""
    saved = parse(data, Path(path))[0]
    return Past(saved, saved.branches[number])


# --- weighing ------------------------------------------------------------------------------------


def _weighed(past: Past, moment: Moment, level: Level) -> tuple[Intent, float] | None:
    """What seems best instead of what was done, and by how much; None where nothing does.

    It seems so by the lots that both were given.
    """
    found = weigh(past.battle_at(moment), moment.decision, level, also=(moment.did,))
    did = next((one for one in found.ideas if one.intent == moment.did), None)
    if did is None:
        return None
    others = [one for one in found.ideas if one.intent != moment.did and one.lots == did.lots]
    best = max(others, key=lambda one: one.sum.value, default=None)
    if best is None or best.sum.value <= did.sum.value:
        return None
    return best.intent, best.sum.value - did.sum.value


def _glance(past: Past, index: int) -> float:
    """By how much something seems better than what was done."""
    found = _weighed(past, past.moments[index], GLANCE)
    return 0.0 if found is None else found[1]


def _look(past: Past, index: int) -> Costly | None:
    """What would clearly have been better than what was done, if anything."""
    moment = past.moments[index]
    found = _weighed(past, moment, CLOSE)
    if found is None:
        return None
    better, decision = found[0], moment.decision
    battle = past.battle_at(moment)
    belief = Belief(battle, battle.world[decision.actor].side, decision.actor)
    pairs = list(_pairs(belief, decision.actor, better, moment.did))
    gains = [one.value - other.value for one, other in pairs]
    if len(gains) < 2:
        return None
    gain, doubt = fmean(gains), stdev(gains) / sqrt(len(gains))
    if gain <= max(LEAST, SURE * doubt):
        return None
    one, other = (Sum.mean(list(sums)) for sums in zip(*pairs, strict=True))
    names = frozenset(belief.known)
    gave = [event for event in moment.gave if event.by in names]
    return Costly(
        moment.number, moment.position, moment.round, decision.actor, decision.question,
        decision.against if decision.against in names else None, moment.did, better, gain, doubt,
        one.dealt - other.dealt, other.lost - one.lost, len(gave),
        tuple(dict.fromkeys(clause for event in gave for clause in event.clauses)), names,
    )  # fmt: skip


def _pairs(belief: Belief, actor: str, better: Intent, did: Intent) -> Iterator[tuple[Sum, Sum]]:
    """What comes of either with the same lots, lot by lot."""
    turn = Turn(belief, actor)
    evaluation = Evaluation(turn)
    worths = {one.id: evaluation.worth(one) for one in (turn.actor, *turn.friends, *turn.foes)}
    rollouts = Rollouts(turn.battle, turn.actor.side, worths)
    for lot in LOTS:
        one, other = rollouts.of(better, lot), rollouts.of(did, lot)
        if one is None or other is None:
            return
        yield one, other


# --- a review ------------------------------------------------------------------------------------


def reviewed(
    path: Path | str,
    branch: str | None = None,
    side: str | None = None,
    most: int = MOST,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Reviewed:
    """Review a saved battle: :class:`Reviewed`. Nothing is written.

    ``branch``: by name or number, else the one played last. ``side``: its decisions, and the luck
    as far as it learnt of it; else those of all sides that people play, or of all. While fog hides
    something from people it is the first of theirs. ``most``: how many decisions are told.
    ``workers``: processes, all cores unless told; the answer is the same. Stopped by
    KeyboardInterrupt it answers with what was found by then. Errors: SaveError for what is no save,
    ValueError for a side that there is not.
    """
    data = read_bytes(Path(path))
    saved = parse(data, Path(path))[0]
    chosen = saved.branch(branch) if branch else saved.current
    sides = [each.id for each in saved.scenario.sides]
    eyes = known(_("side"), side, sides) if side is not None else saved.eyes(chosen)[0]
    looked = (eyes,) if eyes is not None else saved.people(chosen) or tuple(sides)
    past = Past(saved, chosen)
    told = account(past.opening, past.entries, eyes)
    luck = {each: told.of_side(past.battle.world, each) for each in sides}
    mine = [
        index
        for index, moment in enumerate(past.moments)
        if past.battle.world[moment.decision.actor].side in looked
    ]
    there = _past, (data, str(path), chosen.number)
    closely = min(len(mine), max(SHORT, EACH * most))

    def share(work: Callable[[Past, int], Any], jobs: Sequence[int], done: int) -> list[Any]:
        def tell(number: int, _of: int) -> None:
            if progress is not None:
                progress(done + number, len(mine) + closely)

        return gathered(Task(work, past, *there), jobs, workers, tell)

    glances = share(_glance, mine, 0)
    worst = sorted(zip(glances, mine, strict=False), key=lambda one: (-one[0], one[1]))
    jobs = [index for _gap, index in worst[:closely]] if len(glances) == len(mine) else []
    looks = share(_look, jobs, len(mine))
    found = [one for one in looks if one is not None]
    costly = sorted(found, key=lambda one: (-one.loss, one.number))
    done, of = len(glances) + len(looks), len(mine) + closely
    lost, doubt = saved.lost, past.doubt
    if eyes is not None:  # nothing is told of steps that it may not have seen
        lost = lost and _("this save is damaged, and its end is lost")
        doubt = doubt and _("today's rules lead elsewhere")
    world = past.opening.world
    return Reviewed(tuple(costly[:most]), luck, looked, done, of, world, lost, doubt)


def review(
    path: Path | str,
    branch: str | None = None,
    side: str | None = None,
    most: int = MOST,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Review a saved battle; what ``tacsim review --json`` answers.

    See :func:`reviewed`.
    """
    return told(reviewed(path, branch, side, most, workers=workers, progress=progress))


def told(found: Reviewed) -> dict[str, Any]:
    """A review as JSON has it."""
    answer: dict[str, Any] = {
        "decisions": [
            {
                "n": one.number,
                "round": one.round,
                "creature": one.creature,
                "question": one.question,
                "did": table_of(one.did),
                "better": table_of(one.better),
                "loss": round(one.loss, 4),
                "doubt": round(one.doubt, 4),
                "dealt": round(one.dealt, 3),
                "lost": round(one.lost, 3),
                "gave": one.gave,
                "clauses": list(one.clauses),
            }
            for one in found.decisions
        ],
        "luck": {
            side: {
                "expected": round(tally.promised, 3),
                "dealt": tally.landed,
                "attacks": tally.attacks,
                "hits": tally.hits,
                "expected_hits": round(tally.expected, 3),
            }
            for side, tally in found.luck.items()
        },
        "sides": list(found.sides),
        "done": found.looked,
        "of": found.of,
    }
    doubts = {"lost": found.lost, "doubt": found.doubt}
    return answer | {name: text for name, text in doubts.items() if text}


__all__ = ["MOST", "Reviewed", "review", "reviewed", "told"]
