"""What a ruleset is: data and policies that the rule systems ask.

A policy answers one kind of question: those on moving are in
:mod:`tacsim.rules.movement.policies`, those on fighting in :mod:`tacsim.rules.combat.policies`.
Rule systems cite clauses by *concept* ("corner", "squeeze"); each ruleset says which of its clauses
stands behind a concept.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import attrs

from tacsim.core.intents import INTENTS
from tacsim.core.memo import Memo
from tacsim.grid.topology import Topology
from tacsim.rules.combat.areas import AreaPolicy
from tacsim.rules.combat.policies import (
    Attacks,
    Burdens,
    Flanking,
    Opening,
    Procedure,
    Readiness,
)
from tacsim.rules.effects.conditions import Effects
from tacsim.rules.movement.policies import (
    Economy,
    MovementChecks,
    MoveMode,
    Opportunity,
    Passage,
    Squeezing,
)
from tacsim.rules.scale import Scale

COMMON = frozenset({"move", "strike", "stand", "drop", "take", "decline", "end_turn"})
"""The names of the intents that every ruleset has."""

TAKEN: Mapping[str, bool] = {"opportunity": True, "ready": True}
"""The questions that are taken up in a forecast by every ruleset."""


@attrs.frozen
class Build:
    """What is typical of a size: its height, or length, in feet and its weight in pounds.

    Both from the least to the most, or only from the least on; ``grapple`` and ``hide``: modifiers
    of checks.
    """

    height: tuple[float, ...]
    weight: tuple[float, ...]
    grapple: int
    hide: int
    clauses: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Ruleset(Scale):
    """A complete set of rules for a battle, its switches set."""

    id: str
    units: Mapping[str, Fraction]
    """How many cells one of each unit of length is that its files may use."""
    topology: Topology
    switches: Mapping[str, bool]
    modes: Mapping[str, MoveMode]
    """By name; those that a creature has not are refused when it tries them."""
    effects: Effects
    """The conditions, and what they do."""
    squeezing: Squeezing
    passage: Passage
    economy: Economy
    opportunity: Opportunity
    attacks: Attacks
    areas: AreaPolicy
    opening: Opening
    movement_checks: MovementChecks
    procedures: Mapping[str, Procedure]
    """Special acts: those that intents begin by the name of the intent, others by their own."""
    readiness: Readiness | None = None
    """None where nobody waits for anything."""
    burdens: Burdens | None = None
    """None where nobody carries anything."""
    flanking: Flanking | None = None
    """None where flanking is a part of an attack and nothing more."""
    answers: Mapping[str, bool] = attrs.field(factory=lambda: dict(TAKEN))
    """How a forecast takes each question to be answered; those not named are declined."""
    builds: tuple[Build, ...] = ()
    """What is typical of each size, by category; nothing where its rules do not tell."""
    near: int = 1
    """Cells of "within 5 ft" where attacks are concerned."""
    ties: str = "bonus"
    """Who wins a contest of equal totals: "bonus", the higher bonus; "loss", nobody."""
    memo: Memo = attrs.field(factory=Memo, init=False, eq=False, repr=False)
    """What has been worked out from the rules and from what is in its key."""
    likenesses: dict[Any, int] = attrs.field(factory=dict, init=False, eq=False, repr=False)
    """Numbers of kinds of creatures, by all that lasts of them."""
    further: frozenset[str] = frozenset()
    """Intents besides those of all rulesets and those that begin a special act."""
    intents: frozenset[str] = attrs.field(init=False)
    """The names of those that there are."""

    @intents.default
    def _intents(self) -> frozenset[str]:
        return COMMON | self.further | (frozenset(self.procedures) & frozenset(INTENTS))

    @property
    def conditions(self) -> frozenset[str]:
        """The conditions that a creature can be given."""
        return self.effects.conditions

    @property
    def title(self) -> str:
        """What people know it by."""
        return self.id
