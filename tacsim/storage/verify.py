"""Verification: a saved battle carried out once more, and compared with what the save recorded.

What is compared are the events, one by one, then the dice, the round and whose choice is next. Only
where no events were recorded the digest of the state has to stand for them; elsewhere it says
whether the file agrees with itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, starmap, zip_longest
from typing import Any

import attrs

from tacsim.core.events import EVENTS, Event
from tacsim.core.intents import Intent
from tacsim.core.world import State, World, differences
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.storage.branch import Branch
from tacsim.storage.codec import plain_component, plain_event
from tacsim.storage.digest import StateDigest
from tacsim.storage.earlier import untold
from tacsim.storage.errors import SaveError, clean
from tacsim.storage.execution import Finding, executed, intent_of, named, otherwise
from tacsim.storage.pieces import PlainEvent
from tacsim.storage.saved import Saved
from tacsim.storage.timeline import Timeline


@attrs.frozen
class Difference:
    """The first step that does not come out as it was saved.

    ``step``: the number of the intent from 1, 0 for the beginning; ``component``: the first that
    differs after it, as ``creature: Kind.field``, empty where the save does not tell; ``clauses``:
    those by which it comes out otherwise; ``message``: all of it in a sentence.
    """

    step: int
    intent: Intent | None
    component: str
    clauses: tuple[str, ...]
    message: str


@attrs.frozen
class Verdict:
    """What came of carrying a branch out again.

    ``intents``: how many were carried out; ``digest``: of the state at the end, all of it;
    ``difference``: the first step that came out otherwise, or None.
    """

    branch: Branch
    intents: int
    digest: bytes
    difference: Difference | None = None

    @property
    def ok(self) -> bool:
        """Whether every step came out exactly as it was saved."""
        return self.difference is None


def verify(saved: Saved, branch: Branch | None = None) -> Verdict:
    """Carry a branch out again from its start, and compare it with what was recorded.

    A branch under other rules than its parent starts from the decision where it leaves it.
    """
    timeline = Timeline(saved, branch)
    chosen = timeline.branch
    first = done = _under_its_own_rules(chosen)
    timeline.step_to(first)
    battle = timeline.battle.fork() if first else saved.battle()
    digest = StateDigest(battle.world)
    found = None if first else _at_keyframe(timeline, 0, battle.world)
    difference = _difference(chosen, 0, found) if found is not None else None
    for index in range(first, chosen.length if difference is None else first):
        events = executed(battle, chosen, index)
        if isinstance(events, Finding):
            found = events
        else:
            done = index + 1
            found = _compared(timeline, index, battle, events, digest)
        if found is not None:
            difference = _difference(chosen, index, found)
            break
    return Verdict(chosen, max(done - 1, 0), digest.value, difference)


def verify_all(saved: Saved) -> list[Verdict]:
    """Carry every branch out again that was not deleted, the one played last first."""
    rest = [one for one in saved.branches if not one.dropped and one is not saved.current]
    return [verify(saved, branch) for branch in (saved.current, *rest)]


def _under_its_own_rules(branch: Branch) -> int:
    """From which entry on a branch was played under the rules that it ends under."""
    first, reached, rules = 0, 0, branch.lineage[0].fingerprint
    for one, end in branch.stretches():
        if (end > reached or one is branch) and one.fingerprint != rules:
            first, rules = reached, one.fingerprint
        reached = end
    return first


def _difference(branch: Branch, index: int, found: Finding) -> Difference:
    intent = intent_of(branch, index)
    message = f"{named(index, intent)}: {found.words}"
    unsaid = [clause for clause in found.clauses if clause not in found.words]
    if unsaid:
        message += f" ({', '.join(map(clean, unsaid))})"
    return Difference(index, intent, found.component, found.clauses, message)


def _compared(
    timeline: Timeline, index: int, battle: Battle, events: Sequence[Event], digest: StateDigest
) -> Finding | None:
    """What an entry does otherwise than it was recorded; None where it is the same."""
    mark, recorded = timeline.branch.mark(index), index < timeline.recorded
    found = _retold(timeline, index, events) if recorded else None
    if found is not None:
        return attrs.evolve(found, component=_component(timeline, index, battle.world))
    today = tuple(dict.fromkeys(clause for event in events for clause in event.clauses))
    reason = otherwise(battle, mark, events)
    if reason:
        return Finding(reason, today)
    if digest.kept != mark.digest:
        if recorded:
            return Finding(_("its digest is not that of its own events"))
        return Finding(_("it came out otherwise than it was saved"), today)
    return _at_keyframe(timeline, index + 1, battle.world)


def _at_keyframe(timeline: Timeline, entries: int, world: World) -> Finding | None:
    """Where a keyframe after so many entries, if there is one, is of another state."""
    place, keyframe = timeline.keyframe(entries)
    if place != entries or keyframe.state == world.state:
        return None
    found = differing(keyframe.state, world.state, world.ids)
    where, then, now = found or ("", "", "")
    words = _("{where} was {then}, and is {now} now")
    return Finding(words.format(where=clean(where), then=then, now=now), (), where)


def _component(timeline: Timeline, index: int, world: World) -> str:
    """The first component in which a state differs from that after the recorded events."""
    try:
        timeline.step_to(index + 1)
    except SaveError:
        return ""
    found = differing(timeline.battle.world.state, world.state, world.ids)
    return found[0] if found is not None else ""


# --- events ----------------------------------------------------------------------------------


def _retold(timeline: Timeline, index: int, events: Sequence[Event]) -> Finding | None:
    """The first recorded event of an entry that is not what happens now.

    One that the log tells of, where such a one differs; else one of bookkeeping.
    """
    then, now = timeline.plain_entry(index), [plain_event(one) for one in events]
    if then == now:
        return None
    then = [*starmap(untold, zip(then, now, strict=False)), *then[len(now) :]]
    if then == now:
        return None
    public = ([one for one in all_ if EVENTS[one[0]].PUBLIC] for all_ in (then, now))
    before: tuple[str, ...] = ()
    for was, today in chain(zip_longest(*public), zip_longest(then, now)):
        if was != today:
            words, clauses = _told_apart(was, today)
            return Finding(words, clauses or before)
        before = tuple(_cited(today)) or before
    raise AssertionError("two lists differ nowhere")


def _told_apart(then: PlainEvent | None, now: PlainEvent | None) -> tuple[str, tuple[str, ...]]:
    """How two events differ, in words, and by which clauses; None: there is none."""
    if then is None or now is None or then[:2] != now[:2]:
        words = _("{then} was recorded, and {now} happens now")
        known = tuple(dict.fromkeys([*_cited(now), *_cited(then)]))
        return words.format(then=_event(then), now=_event(now)), known
    key = next(key for key in now[2] | then[2] if then[2].get(key) != now[2].get(key))
    was, today = _unmatched(then[2].get(key), now[2].get(key))
    words = _("{event}: {field} was {then}, and is {now} now")
    told = words.format(
        event=_event(now), field=clean(str(key)), then=_short(was), now=_short(today)
    )
    cited = _cited(
        {"clauses": [*_listed(today), *_listed(was)]} if key == "clauses" else [today, was]
    )
    return told, tuple(dict.fromkeys(cited or _cited(now) or _cited(then)))


def _unmatched(was: Any, today: Any) -> tuple[Any, Any]:
    """Two values of a field; of clauses and of records those that only one of them has."""
    if not isinstance(was, list) or not isinstance(today, list):
        return was, today
    if any(isinstance(part, int | list) for part in (*was, *today)):  # dice, cells
        return was, today
    gone, new = ([x for x in a if x not in b] for a, b in ((was, today), (today, was)))
    return (gone, new) if gone or new else (was, today)


def _event(plain: PlainEvent | None) -> str:
    """An event in a few words."""
    if plain is None:
        return _("nothing more")
    name, creature, _fields = plain
    return clean(name if creature is None else f"{name} ({creature})")


def _cited(plain: Any) -> list[str]:
    """The clauses that plain data cites."""
    if isinstance(plain, dict):
        own = [plain.get("clause"), *_listed(plain.get("clauses"))]
        return [
            *(one for one in own if one and isinstance(one, str)),
            *(clause for part in plain.values() for clause in _cited(part)),
        ]
    return [clause for part in _listed(plain) for clause in _cited(part)]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


# --- states ----------------------------------------------------------------------------------


def differing(ones: State, others: State, creatures: Iterable[str]) -> tuple[str, str, str] | None:
    """The first field that two states of a battle differ in, and what it is in either.

    In order: the battle's own components, then those of the creatures as they were set up; of each
    the components by name.
    """
    found = next(iter(differences(ones, others, creatures)), None)
    if found is None:
        return None
    creature, kind = found
    one, other = (state.get(kind, {}).get(creature) for state in (ones, others))
    where = ": ".join((creature or _("battle"), kind.__name__))
    if one is None or other is None:
        return where, _short(one), _short(other)
    for field in attrs.fields(kind):
        was, now = getattr(one, field.name), getattr(other, field.name)
        if was != now:
            plain = [plain_component(creature, part)[2].get(field.name) for part in (one, other)]
            return f"{where}.{field.name}", _short(plain[0], was), _short(plain[1], now)
    return where, _short(one), _short(other)


def _short(plain: Any, value: Any = None) -> str:
    """A value in a few words."""
    shown = value if plain is None else plain
    if isinstance(shown, list) and shown and all(isinstance(part, dict) for part in shown):
        shown = "; ".join(" ".join(map(str, part.values())) for part in shown)
    return clean(_("nothing") if shown is None or shown == [] else str(shown), 80)
