"""Clauses: the rules in words, and the switches that set them."""

from __future__ import annotations

import attrs


@attrs.frozen
class Clause:
    """A rule in this project's words. ``source``: "text", "srd" or "ruling".

    ``otherwise``: its words where its switch is not as it comes.
    """

    id: str
    title: str
    text: str
    source: str
    otherwise: str = ""


@attrs.frozen
class Switch:
    """An option of a ruleset that a battle may set."""

    name: str
    default: bool
    clause: str
    title: str


SIGHT = "stop_at_sight"
"""The switch by which a move that can be gone on with stops where a foe comes into view."""


def at_sight(clause: str) -> Switch:
    """That switch of a ruleset, as it comes; ``clause``: that of walking."""
    text = "With fog, a walk stops where a hidden foe comes into view"
    return Switch(SIGHT, True, clause, text)


MORALE = "morale"
"""The switch by which creatures may give up."""


def giving_up(clause: str) -> Switch:
    """That switch of a ruleset, as it comes; ``clause``: that of surrender."""
    text = "Creatures may surrender, and opponents who see the fight lost withdraw or do so"
    return Switch(MORALE, False, clause, text)
