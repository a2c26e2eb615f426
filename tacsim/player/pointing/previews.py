"""Previews: what an intent would do, before it is submitted."""

from __future__ import annotations

from math import ceil

import attrs

from tacsim.core.intents import FullAttack, Intent
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.areas import Caught
from tacsim.rules.forecast import Attack, Check, Hit, Later, TooManyError, forecast
from tacsim.rules.movement.reachable import Row
from tacsim.view.wording.acts import IN_RETURN


@attrs.frozen
class Leg:
    """One step of a planned path: the body after it, the cells spent by then, whom it provokes."""

    body: Body
    spent: int
    squeezed: bool
    provokes: tuple[str, ...] = ()


@attrs.frozen
class Preview:
    """What an intent would do: the intent, or the refusal, and its forecast."""

    intent: Intent | None = None
    refusal: Refused | None = None
    mode: str | None = None
    legs: tuple[Leg, ...] = ()
    budget: int = 0
    """Cells that the measured move may cost in all; 0 where none is measured."""
    act: str = ""
    """The key of the act, or of the one that comes first."""
    aim: tuple[str | None, ...] = ()
    """The targets of the act; None for a second one still to be chosen."""
    other: Row | None = None
    """Another body, narrower or wider, that the mover may have at the end."""
    further: bool = False
    """Whether the path shown only becomes possible after the act, as after a dash."""
    target: str | None = None
    risks: tuple[Attack, ...] = ()
    """The opportunity attacks that it provokes."""
    attacks: tuple[Attack, ...] = ()
    """The attacks that it makes, one after another."""
    hits: tuple[Hit, ...] = ()
    """Its hits that take no roll."""
    movement_checks: tuple[Check, ...] = ()
    """The checks on the way."""
    chances: tuple[Check, ...] = ()
    """The checks that the act depends on, then those that may be made in return."""
    later: Later | None = None
    """What comes of it in the end, where it takes several turns."""
    in_vain: Refused | None = None
    """Why it comes to nothing as things stand, though its checks be passed."""
    speed: int | None = None
    """The cells a move of whoever acts, where it changes them."""
    hindered: str = ""
    """The condition that keeps whoever acts from walking then, where it brings one."""
    uncounted: bool = False
    """Whether too much can happen to forecast it."""
    area: frozenset[Cell] = frozenset()
    """The cells of an area."""
    covers: bool = False
    """Whether it is an attack on the area, not a mere measuring."""
    caught: tuple[Caught, ...] = ()
    """The creatures known to be caught in the area, with saves and damage."""
    friends: tuple[str, ...] = ()
    """The friends among them."""

    @property
    def warns(self) -> bool:
        """Whether Enter has to be pressed twice."""
        wasted = self.covers and self.intent is not None and not self.caught
        unsure = any(one.passed < 1 for one in self.movement_checks)
        risky = bool(self.risks or self.friends) or self.uncounted or unsure
        return risky or wasted or self.alone

    @property
    def alone(self) -> bool:
        """Whether it is a full attack of one attack, which might be made without it."""
        return isinstance(self.intent, FullAttack) and len(self.attacks) == 1

    @property
    def spent(self) -> int:
        """The cells that the measured move has cost at its end."""
        return self.legs[-1].spent if self.legs else 0

    def with_forecast(self, battle: Battle) -> Preview:
        """The same with the forecast of its intent."""
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
        back = tuple(one for one in found.checks if one.about == actor and one.what in IN_RETURN)
        own = [one for one in found.attacks if one.actor == actor and not one.opportunity]
        return attrs.evolve(
            self,
            risks=tuple(one for one in found.attacks if one.opportunity and one.target == actor),
            attacks=tuple(one for one in own for _ in range(ceil(one.made - 1e-9))),
            hits=tuple(one for one in found.hits if one.actor == actor),
            movement_checks=checks if self.legs else (),
            chances=() if self.legs else (*checks, *back),
            later=found.later,
            in_vain=found.in_vain,
            speed=found.speed,
            hindered=found.hindered,
        )
