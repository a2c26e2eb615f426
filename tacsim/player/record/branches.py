"""The branches of a save: which leaves which, where, and how each stands, in words."""

from __future__ import annotations

from bisect import bisect_right

import attrs

from tacsim.core.components import Identity
from tacsim.i18n import _, known_as
from tacsim.storage.branch import NAMES, Branch
from tacsim.storage.compare import ending
from tacsim.storage.errors import clean
from tacsim.storage.saved import Saved
from tacsim.storage.timeline import Timeline
from tacsim.view.wording.words import victory


@attrs.frozen(eq=False)
class TreeRow:
    """A row of the tree: a branch, and its depth below the first one."""

    branch: Branch
    depth: int


def tree(saved: Saved) -> list[TreeRow]:
    """The branches that were not deleted, each below its parent.

    Children of a deleted branch stand below the nearest ancestor that is left.
    """
    below: dict[int, list[Branch]] = {}
    for branch in saved.branches:
        over = living(branch)
        if over is not None and not branch.dropped:
            below.setdefault(over.number, []).append(branch)
    found: list[TreeRow] = []
    waiting = [TreeRow(saved.main, 0)]
    while waiting:
        twig = waiting.pop()
        found.append(twig)
        twigs = [TreeRow(one, twig.depth + 1) for one in below.get(twig.branch.number, [])]
        waiting += reversed(twigs)
    return found


def living(branch: Branch) -> Branch | None:
    """The nearest ancestor of a branch that was not deleted; None for the first branch."""
    parent = branch.parent
    while parent is not None and parent.dropped:
        parent = parent.parent
    return parent


def branch_name(branch: Branch) -> str:
    """What a branch is called."""
    return clean(branch.called, NAMES) or str(branch.number)


def leaving(saved: Saved, branch: Branch, side: str | None = None) -> str:
    """Where a branch leaves its parent, in words; empty for the first branch.

    With a ``side`` only creatures of its own are named.
    """
    if branch.parent is None:
        return ""
    if branch.first == 0:
        return _("from the beginning")
    mark = branch.mark(branch.first - 1)
    if mark.turn is None:
        return _("from the end")
    if not named(saved, branch, mark.turn, side):
        return _("from round {round}").format(round=mark.round)
    words = _("from round {round}, {name}")
    return words.format(round=mark.round, name=creature_name(saved, mark.turn))


def named(saved: Saved, branch: Branch, creature: str, side: str | None) -> bool:
    """Whether a creature of a branch may be named to a side, None for a viewer of everything.

    A viewer of everything may still not see into another branch that is veiled by fog.
    """
    sides = {one.id: one.get(Identity).side for one in saved.scenario.creatures}
    own = sides.get(creature) == side
    return own or (side is None and not saved.veiled(branch))


def standing(saved: Saved, branch: Branch, side: str | None = None) -> str:
    """How a branch ended, or whose turn it is; with a ``side`` only if it is one of its own."""
    last = branch.last
    if last is None:
        return _("not begun")
    if last.turn is not None and not named(saved, branch, last.turn, side):
        return _("round {round}, not over").format(round=last.round)
    if last.turn is not None:
        name = creature_name(saved, last.turn)
        return _("round {round}, {name} is next").format(round=last.round, name=name)
    end = ending(saved, branch)
    if end is None:
        return _("over, round {round}").format(round=last.round)
    sides = {side.id: known_as(side.name) or side.id for side in saved.scenario.sides}
    if end.winner not in sides:
        return _("undecided, round {round}").format(round=last.round)
    side = clean(sides[end.winner], NAMES)
    return _("{victory}, round {round}").format(victory=victory(side), round=last.round)


def creature_name(saved: Saved, creature: str) -> str:
    """A creature's name in the saved scenario."""
    names = {one.id: one.get(Identity).name for one in saved.scenario.creatures}
    return clean(known_as(names.get(creature) or creature), NAMES)


def last_decision(timeline: Timeline) -> int | None:
    """The number of intents before the last decision at or before a position; None if none is.

    The first decision of a turn counts from the event that begins the turn, and a decision also
    counts once only events that nobody sees are left before it. Before the battle begins it is the
    first decision. For a timeline watched as a side it is a decision of that side.
    """
    branch = timeline.branch
    if not branch.length:
        return None
    position, entries = timeline.position, timeline.entry_at(timeline.position)
    start = timeline.position_of(entries)
    end = timeline.position_of(min(entries + 1, len(timeline.starts)))
    turns = [turn for turn in timeline.turns if start < turn <= end]
    left = bisect_right(timeline.stops, end) - bisect_right(timeline.stops, position)
    if turns[-1] <= position if turns else not left:
        entries = min(entries + 1, len(timeline.starts))
    at = min(max(entries - 1, 0), branch.intents)
    if branch.mark(at).turn is None:
        at -= 1
    while at >= 0 and not _own(timeline, branch.mark(at).turn):
        at -= 1
    return at if at >= 0 else None


def _own(timeline: Timeline, creature: str | None) -> bool:
    """Whether a decision is one of the side watched as; all are for a viewer of everything."""
    if timeline.memory is None:
        return True
    return timeline.memory.owns(creature)
