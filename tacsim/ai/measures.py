"""Measures: what an action is good for besides an attack, as far as the ruleset has such acts.

More movement, movement in peace, evasion, and help for a friend. Each is tried on the picture: what
it brings is what the turn is worth after it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.ai.turn import Turn
from tacsim.core.events import Event
from tacsim.core.intents import NAMES, Aid, Dash, Disengage, Dodge, Intent
from tacsim.core.verdicts import Refused

OWN = (Dash, Disengage, Dodge)
"""The acts that concern nobody but their maker."""


def outcome(turn: Turn, intent: Intent) -> tuple[Event, ...] | None:
    """What a special act of the ruleset brings at once; None where it cannot be done."""
    name = NAMES[type(intent)]
    procedure = turn.ruleset.procedures.get(name)
    if procedure is None or not turn.can(name):
        return None
    begun = procedure.begin(turn.battle, intent)
    return None if isinstance(begun, Refused) else tuple(begun)


def measures(turn: Turn) -> Iterator[tuple[Intent, tuple[Event, ...]]]:
    """The acts that concern the creature alone, each with what it brings at once."""
    for act in OWN:
        intent = act(turn.actor.id)
        events = outcome(turn, intent)
        if events is not None:
            yield intent, events


def helps(turn: Turn) -> Iterator[tuple[Aid, tuple[Event, ...]]]:
    """The ways to help a friend against a foe, each with what it brings at once."""
    if not turn.piecemeal or not turn.can(NAMES[Aid]):
        return
    for friend in turn.friends:
        for foe in turn.foes:
            intent = Aid(turn.actor.id, friend.id, foe.id)
            events = outcome(turn, intent)
            if events is not None:
                yield intent, events
