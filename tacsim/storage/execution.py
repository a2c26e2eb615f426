"""Execution: an entry of a branch carried out once more under today's rules, and told in words."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from tacsim.core.events import Event, IntentRefused, Rolled
from tacsim.core.intents import NAMES, Intent
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.rules.engine import start, submit
from tacsim.storage.branch import Branch
from tacsim.storage.errors import CodecError, SaveError, clean
from tacsim.storage.payloads import Mark
from tacsim.storage.saved import Saved


@attrs.frozen
class Divergence:
    """Where a battle executed once more ceases to be the one that was saved.

    ``step``: the number of the intent from 1, 0 for the beginning; ``entry``: how many events came
    before it; ``message`` says it in a sentence.
    """

    step: int
    intent: Intent | None
    entry: int
    message: str


@attrs.frozen
class Finding:
    """Why an entry is not what was saved: in words, by which clauses, in which component."""

    words: str
    clauses: tuple[str, ...] = ()
    component: str = ""


def executed(battle: Battle, branch: Branch, index: int) -> list[Event] | Finding:
    """The events of an entry under today's rules, or why it cannot be carried out."""
    try:
        intent = branch.intent(index)
    except CodecError as error:
        return Finding(unreadable(error))
    try:
        events = start(battle) if intent is None else submit(battle, intent)
    except Exception as error:  # whatever a save makes the rules stumble over is the save's fault
        words = _("it cannot be carried out ({error})")
        return Finding(words.format(error=clean(repr(error))))
    if events and isinstance(events[0], IntentRefused):
        clause = events[0].clause
        return Finding(refused(events[0]), (clause,) if clause else ())
    return events


def otherwise(battle: Battle, mark: Mark, events: Iterable[Event]) -> str:
    """What a save says otherwise of a battle after an entry, in words: dice, round, whose choice.

    Empty where it agrees. ``events``: those of the entry.
    """
    world, decision = battle.world, battle.decision
    faces = tuple(face for event in events if isinstance(event, Rolled) for face in event.dice)
    turn = decision.actor if decision is not None else None
    for what, then, now in (
        (_("the dice that fell"), faces if mark.faces is None else mark.faces, faces),
        (_("the number of dice thrown so far"), mark.dice, world.dice.position),
        (_("the round"), mark.round, world.clock.round),
        (_("the creature that decides next"), mark.turn, turn),
    ):
        if then != now:
            words = _("{what}: {then} when it was saved, {now} now")
            return words.format(what=what, then=clean(str(then)), now=clean(str(now)))
    return ""


def named(step: int, intent: Intent | None) -> str:
    """A step in words.

    >>> from tacsim.core.intents import Stand
    >>> named(3, Stand("ogre"))
    'step 3 (stand of ogre)'
    """
    if step == 0:
        return _("the beginning")
    if intent is None:
        return _("step {step}").format(step=step)
    words = _("step {step} ({intent} of {actor})")
    return words.format(step=step, intent=NAMES[type(intent)], actor=clean(intent.actor or "-"))


def intent_of(branch: Branch, index: int) -> Intent | None:
    """The intent of an entry; None for the beginning, and for what is none."""
    try:
        return branch.intent(index)
    except CodecError:
        return None


def read_step(saved: Saved, branch: Branch, index: int) -> Intent | None:
    """The intent of an entry; SaveError for what is none."""
    try:
        return branch.intent(index)
    except CodecError as error:
        raise SaveError(saved.path, unreadable(error), named(index, None)) from None


def unreadable(error: CodecError) -> str:
    """Why an intent cannot be read, in words."""
    return _("it cannot be read ({error})").format(error=error)


def refused(event: IntentRefused) -> str:
    """Why an intent was refused, in words."""
    words = _("it is refused ({reason}, {clause})")
    return words.format(reason=event.reason, clause=event.clause)
