"""Previews: what a choice would lead to, before it is made."""

from __future__ import annotations

from math import ceil

import attrs

from tacsim.core.intents import Intent
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.areas import Caught
from tacsim.rules.forecast import Attack, Check, TooManyError, forecast
from tacsim.rules.movement.reachable import Row


@attrs.frozen
class Leg:
    """One step of a planned way: where it leads, the cells spent by then, whom it provokes."""

    body: Body
    spent: int
    squeezed: bool
    provokes: tuple[str, ...] = ()


@attrs.frozen
class Preview:
    """What a choice would lead to: an intent to submit, or why there is none."""

    intent: Intent | None = None
    refusal: Refused | None = None
    mode: str | None = None
    legs: tuple[Leg, ...] = ()
    budget: int = 0
    """Cells that the measured move may cost in all; 0 where none is measured."""
    act: str = ""
    """The key of the act that it is, or that comes first."""
    aim: tuple[str | None, ...] = ()
    """At whom the act is aimed; a second one who is still to be named is None."""
    other: Row | None = None
    """Another body that the mover may have where it ends, which is narrower or wider."""
    further: bool = False
    """Whether the act only makes the way possible that is shown."""
    target: str | None = None
    risks: tuple[Attack, ...] = ()
    """The opportunity attacks that it gives."""
    attacks: tuple[Attack, ...] = ()
    """The attacks that it makes, one after another."""
    movement_checks: tuple[Check, ...] = ()
    """What may fail on the way."""
    chances: tuple[Check, ...] = ()
    """What an act comes down to, one thing after another."""
    uncounted: bool = False
    """Whether more can happen than is with_forecast."""
    area: frozenset[Cell] = frozenset()
    """The cells that are covered."""
    covers: bool = False
    """Whether it is for those within the area that it is done."""
    caught: tuple[Caught, ...] = ()
    """Who would suffer there, as far as that is known, and how much."""
    friends: tuple[str, ...] = ()
    """Those among them who are friends."""

    @property
    def warns(self) -> bool:
        """Whether it is asked once more before it is done."""
        wasted = self.covers and self.intent is not None and not self.caught
        unsure = any(one.passed < 1 for one in self.movement_checks)
        return bool(self.risks or self.friends) or self.uncounted or unsure or wasted

    @property
    def spent(self) -> int:
        """The cells that the measured move has cost at its end."""
        return self.legs[-1].spent if self.legs else 0

    def with_forecast(self, battle: Battle) -> Preview:
        """The same with what its intent will bring."""
        if self.intent is None:
            return self
        try:
            found = forecast(battle, self.intent)
        except TooManyError:
            return attrs.evolve(self, uncounted=True)
        if isinstance(found, Refused):
            return attrs.evolve(self, intent=None, refusal=found)
        actor = self.intent.actor
        checks = tuple(one for one in found.checks if one.actor == actor)
        own = [one for one in found.attacks if one.actor == actor and not one.opportunity]
        return attrs.evolve(
            self,
            risks=tuple(one for one in found.attacks if one.opportunity and one.target == actor),
            attacks=tuple(one for one in own for _ in range(ceil(one.made - 1e-9))),
            movement_checks=checks if self.legs else (),
            chances=() if self.legs else checks,
        )


__all__ = ["Leg", "Preview"]
