"""Verification: a saved battle fought once more, and compared with the save step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

import attrs

from tacsim.core.events import Event, Rolled
from tacsim.core.intents import Intent
from tacsim.core.world import State, World, differences
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.storage.codec import plain_component, plain_event
from tacsim.storage.digest import StateDigest
from tacsim.storage.errors import CodecError, SaveError, clean
from tacsim.storage.history import History, executed, named
from tacsim.storage.saved import Branch, Saved
from tacsim.storage.timeline import Timeline


@attrs.frozen
class Difference:
    """The first step that did not come out as it was saved.

    ``step``: the number of the intent from 1, 0 for the beginning; ``component``: the first that
    differs, as ``creature: Kind.field``, empty where the save does not tell; ``message``: all of it
    in a sentence.
    """

    step: int
    intent: Intent | None
    component: str
    message: str


@attrs.frozen
class Verdict:
    """What came of fighting a branch again.

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
    """Fight a branch again from its start and compare every digest, every die and what is told.

    What is told are recorded events and keyframes. A branch under other rules than its parent
    starts from the decision where it leaves it.
    """
    chosen = saved.current if branch is None else branch
    battle, first = _start(saved, chosen)
    history = History(saved, chosen)
    digest = StateDigest(battle.world)
    done = first
    difference = None if first else _at_keyframe(history, 0, battle.world)
    for index in range(first, chosen.length if difference is None else first):
        events = executed(battle, chosen, index)
        if isinstance(events, str):
            difference = _difference(chosen, index, events)
            break
        done = index + 1
        mark = chosen.mark(index)
        faces = tuple(face for event in events if isinstance(event, Rolled) for face in event.dice)
        if digest.kept != mark.digest:
            difference = _compared(saved, chosen, index, battle.world)
        elif mark.faces is not None and faces != mark.faces:
            difference = _difference(chosen, index, _("the dice fell otherwise"))
        else:
            difference = _retold(history, index, events, battle.world)
        if difference is not None:
            break
    return Verdict(chosen, max(done - 1, 0), digest.value, difference)


def verify_all(saved: Saved) -> list[Verdict]:
    """Fight every branch again that was not deleted, the one played last first."""
    rest = [one for one in saved.branches if not one.dropped and one is not saved.current]
    return [verify(saved, branch) for branch in (saved.current, *rest)]


def _start(saved: Saved, branch: Branch) -> tuple[Battle, int]:
    """The battle from which a branch is fought again, and its first entry to be fought."""
    battle, first = saved.battle(), _under_its_own_rules(branch)
    if first:
        timeline = Timeline(saved, branch)
        timeline.step_to(first)
        battle.world.restore(timeline.battle.world.state)
    return battle, first


def _under_its_own_rules(branch: Branch) -> int:
    """From which entry on a branch was played under the rules that it ends under."""
    first, reached, rules = 0, 0, branch.lineage[0].fingerprint
    for one, end in branch.stretches():
        if (end > reached or one is branch) and one.fingerprint != rules:
            first, rules = reached, one.fingerprint
        reached = end
    return first


def _difference(branch: Branch, index: int, reason: str, component: str = "") -> Difference:
    try:
        intent = branch.intent(index)
    except CodecError:
        intent = None
    return Difference(index, intent, component, f"{named(index, intent)}: {reason}")


def _retold(
    history: History, index: int, events: Sequence[Event], world: World
) -> Difference | None:
    """Where the save tells something else of an entry than what happens; None where it does not."""
    told = index < history.recorded
    numbers = range(history.position_of(index), history.position_of(index + 1))
    for number, event in zip_longest(numbers, events) if told else ():
        if number is None or event is None or history.plain(number) != plain_event(event):
            reason = _("its events are not what happens")
            return _compared(history.saved, history.branch, index, world, reason)
    return _at_keyframe(history, index + 1, world)


def _at_keyframe(history: History, entries: int, world: World) -> Difference | None:
    """Where a keyframe after so many entries, if there is one, is of another state."""
    place, keyframe = history.keyframe(entries)
    if place != entries or keyframe.state == world.state:
        return None
    found = differing(keyframe.state, world.state, world.ids)
    return _difference(history.branch, max(entries - 1, 0), *(_words(found) if found else ("",)))


def _compared(
    saved: Saved, branch: Branch, index: int, world: World, otherwise: str = ""
) -> Difference:
    """The first component in which a state differs from the one that the save tells of."""
    reason = otherwise or _("it came out otherwise than it was saved")
    try:
        timeline = Timeline(saved, branch)
        if timeline.history.recorded <= index:
            return _difference(branch, index, reason)
        timeline.step_to(index + 1)
    except SaveError:
        return _difference(branch, index, reason)
    found = first_difference(timeline.battle.world, world)
    if found is None:
        own = otherwise or _("its digest is not that of its own events")
        return _difference(branch, index, own)
    return _difference(branch, index, *_words(found))


def _words(found: tuple[str, str, str]) -> tuple[str, str]:
    """What differs in a sentence, and where."""
    where, then, today = found
    words = _("{where} was {then}, and is {now} now")
    return words.format(where=clean(where), then=then, now=today), where


def first_difference(a: World, b: World) -> tuple[str, str, str] | None:
    """The first field that two states of a battle differ in, and what it is in either.

    In order: the battle's own components, then those of the creatures as they were set up; of each
    the components by name.
    """
    return differing(a.state, b.state, a.ids)


def differing(ones: State, others: State, creatures: Iterable[str]) -> tuple[str, str, str] | None:
    """The same of two states as such."""
    for creature, kind in differences(ones, others, creatures):
        one, other = ones.get(kind, {}).get(creature), others.get(kind, {}).get(creature)
        return _told(creature, kind, one, other)
    return None


def _told(creature: str | None, kind: type[Any], one: Any, other: Any) -> tuple[str, str, str]:
    where = f"{creature or _('battle')}: {kind.__name__}"
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
    return clean(_("nothing") if shown is None else str(shown), 80)
