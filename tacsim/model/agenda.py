"""What is under way: the continuation of a battle, kept in its state.

The agenda is a stack. The frame on top is carried on until it is done or waits for somebody's
choice; so a battle can be saved, copied and resumed in the middle of a step.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from tacsim.geometry.cells import Body
from tacsim.model.components import Weapon


@attrs.frozen
class Moving:
    """A creature on its way: the bodies still to be taken, and the half-cells spent so far."""

    actor: str
    mode: str
    path: tuple[Body, ...]
    spent: int = 0
    taken: int = 0
    """Steps already made in this move."""
    legal: Body | None = None
    """The last body on this way that may be stopped in; None for the one it began with."""
    targets: tuple[str, ...] = ()
    """Whom a charge may strike at its end."""
    strikes: bool = False
    """Whether it does so at once."""


@attrs.frozen
class Attacking:
    """One attack about to be made. ``index`` counts the attacks of a sequence from 0."""

    actor: str
    target: str
    weapon: Weapon
    penalty: int = 0
    """The penalty of a later attack of a sequence, 0 or less."""
    opportunity: bool = False
    charge: bool = False
    entering: bool = False
    """Whether the target is just coming into the attacker's own cell."""


@attrs.frozen
class FullAttacking:
    """The blows of a full attack, made at one target as long as it stands.

    ``stood``: whether the target stood when the attack began; the helpless are struck all the same.
    """

    actor: str
    target: str
    stood: bool = True


@attrs.frozen
class Offering:
    """Foes who may strike at a provoker, asked one after another; the first is being asked."""

    provoker: str
    foes: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    entered: tuple[str, ...] = ()
    """Those of the foes whose own cell the provoker is coming into."""


@attrs.frozen
class Standing:
    """A prone creature getting up, once those who may strike at it have been asked."""

    actor: str


Frame: TypeAlias = Moving | Attacking | FullAttacking | Offering | Standing


@attrs.frozen
class Agenda:
    """The frames under way, the innermost last."""

    frames: tuple[Frame, ...] = ()

    @property
    def top(self) -> Frame | None:
        """The frame to carry on with, or None when the active creature may choose freely."""
        return self.frames[-1] if self.frames else None


@attrs.frozen
class Decision:
    """Whose choice comes next: a whole turn, or an answer to an offered opportunity attack."""

    actor: str
    against: str | None = None
    """The provoker, when the choice is to take or decline an opportunity attack."""

    @property
    def is_turn(self) -> bool:
        """Whether the creature may act freely."""
        return self.against is None
