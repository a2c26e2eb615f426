"""Comparing: two branches of a save side by side, where they part and how either ended.

Branches share what lies before the place where one leaves the other. From there on they go together
as long as the same intents come out alike; the first that does not is where they part.
"""

from __future__ import annotations

from contextlib import suppress

import attrs

from tacsim.core.agenda import Decision
from tacsim.core.components import Outcome
from tacsim.core.events import Entry
from tacsim.core.intents import Intent
from tacsim.rules.battle import Battle
from tacsim.storage.branch import Branch
from tacsim.storage.errors import CodecError
from tacsim.storage.execution import read_step
from tacsim.storage.pieces import read_outcome
from tacsim.storage.saved import Saved
from tacsim.storage.timeline import Timeline


@attrs.frozen
class Fighter:
    """A creature when a branch was left: its hit points, and whether it is still in the fight."""

    id: str
    name: str
    side: str
    hp: int
    hp_max: int
    able: bool


@attrs.frozen(eq=False)
class ComparedBranch:
    """One of two branches that are compared.

    ``intent``: what was done where they part, None where it was not gone on with, and
    ``decision`` for which choice; ``happened``: the events that it led to, until questions that it
    raised were answered, and ``battle`` the state after them. ``rounds``: how many were played;
    ``over`` and ``winner`` (a side, or None) are the end; ``turn``: whose choice is next;
    ``fighters`` as they were set up.
    """

    branch: Branch
    intent: Intent | None
    decision: Decision | None
    happened: tuple[Entry, ...]
    battle: Battle
    rounds: int
    over: bool
    winner: str | None
    turn: str | None
    fighters: tuple[Fighter, ...]


@attrs.frozen(eq=False)
class Comparison:
    """Two branches side by side.

    ``step``: the number of the first intent that differs, 0 for the beginning, None where both
    are the same to the end; ``round`` and ``actor``: when that was, and whose choice.
    """

    step: int | None
    round: int
    actor: str | None
    one: ComparedBranch
    other: ComparedBranch


def compare(saved: Saved, one: Branch, other: Branch) -> Comparison:
    """Set two branches side by side. Errors: SaveError for events that cannot be."""
    step = parting(one, other)
    before = one.mark(step - 1) if step else None
    return Comparison(
        step,
        before.round if before is not None else 0,
        before.turn if before is not None else None,
        _compared(saved, one, step),
        _compared(saved, other, step),
    )


def parting(one: Branch, other: Branch) -> int | None:
    """The first entry in which two branches differ, None where there is none.

    Entries differ in what was intended or, under other rules, in what came of it; and where only
    one of the branches goes on.
    """
    both = min(one.length, other.length)
    for index in range(_shared(one, other), both):
        ours, theirs = one.step(index), other.step(index)
        if ours.plain != theirs.plain or ours.mark.digest != theirs.mark.digest:
            return index
    return both if one.length != other.length else None


def _shared(one: Branch, other: Branch) -> int:
    """How many entries two branches share, as one comes from the other or both from a third."""
    if one is other:
        return one.length
    ours, theirs = one.lineage, other.lineage
    count = sum(1 for a, b in zip(ours, theirs, strict=False) if a is b)
    return min(branch.first for way in (ours, theirs) for branch in way[count : count + 1])


def _compared(saved: Saved, branch: Branch, step: int | None) -> ComparedBranch:
    timeline = Timeline(saved, branch)
    end = timeline.length
    start, intent, decision = end, None, None
    if step is not None and step < len(timeline.starts):
        intent = read_step(saved, branch, step)
        start, end = timeline.position_of(step), _settled(timeline, step + 1)
        timeline.seek(start)
        decision = timeline.battle.decision
    timeline.seek(end)
    battle = timeline.battle.fork()
    timeline.seek(timeline.length)
    world, last = timeline.battle.world, timeline.battle.decision
    return ComparedBranch(
        branch,
        intent,
        decision,
        tuple(timeline[start:end]),
        battle,
        world.clock.round,
        world.outcome.over,
        world.outcome.winner,
        last.actor if last is not None else None,
        tuple(
            Fighter(
                one.id, one.name, one.side, one.hp.current, one.hp.maximum,
                timeline.battle.able(one),
            )
            for one in world.creatures
        ),
    )  # fmt: skip


def _settled(timeline: Timeline, entries: int) -> int:
    """The first position after so many entries at which no question is open, or the last one."""
    last = len(timeline.starts)
    timeline.step_to(entries)
    while entries < last and (asked := timeline.battle.decision) and not asked.is_turn:
        entries += 1
        timeline.step_to(entries)
    return timeline.position


def ending(saved: Saved, branch: Branch) -> Outcome | None:
    """How a branch ended, as far as that is known without fighting or reading it all.

    None where that is not said; a branch that goes on has an outcome that is not over.
    """
    last = branch.last
    if last is None or last.turn is not None:
        return Outcome()
    pieces = [piece for piece in branch.states() if piece.end == branch.length]
    with suppress(CodecError):
        return read_outcome(pieces[-1], saved.known) if pieces else None
    return None
