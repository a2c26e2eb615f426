"""What is under way: the continuation of a battle, kept in its state.

The agenda is a stack. The frame on top is carried on until it is done or waits for a
choice; so a battle can be saved, copied and resumed in the middle of a step.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from tacsim.core.components import Weapon
from tacsim.grid.cells import Body, Cell


@attrs.frozen
class Moving:
    """A creature on its way: the bodies still to be taken, and the half-cells spent so far."""

    actor: str
    mode: str
    path: tuple[Body, ...]
    spent: int = 0
    taken: int = 0
    """Steps already made in this move."""
    met: tuple[str, ...] = ()
    """What has been settled on the way: foes that let the mover through, by their ids; checks
    that were passed, by a name that the ruleset gives to each."""
    tests: int = 0
    """Checks already made because of foes on this way."""
    legal: Body | None = None
    """The last body on this way that may be stopped in; None for the one it began with."""
    targets: tuple[str, ...] = ()
    """The creatures that a charge may attack at its end."""
    strikes: bool = False
    """Whether it does so at once."""
    strike_at: int | None = None
    """After how many steps the first of the targets is struck on the way, if it is."""


@attrs.frozen(cache_hash=True)
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
    moving: bool = False
    """Whether the target gave the opportunity by its movement."""
    stamina: int = 0
    """How much the attacker puts into it, where the ruleset has that; 0: the least."""
    defence: str = ""
    """How the target defends itself, in the ruleset's words; empty: as best it can."""
    guard: int = 0
    """How much the target puts into its defence."""
    asked: bool = False
    """Whether the target has been asked for its defence."""


@attrs.frozen
class FullAttacking:
    """The attacks of a full attack, made at one target as long as it stands.

    ``stood``: whether the target stood when it began; one that was helpless is attacked on.
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
    cause: str = "move"
    """What gave the opportunity: a ``move`` or an ``act``."""


@attrs.frozen
class Standing:
    """A prone creature getting up, once those who may strike at it have been asked."""

    actor: str


@attrs.frozen
class Trying:
    """A special act under way; the ruleset's procedure of that ``name`` carries it on.

    ``stage`` is where it stands, ``facts`` the numbers that it remembers from stage to stage.
    Fields ``apart`` are not hashed by themselves: digests and saves have them among the numbers.
    """

    name: str
    actor: str
    target: str
    stage: str = ""
    facts: tuple[tuple[str, int], ...] = ()
    weapon: Weapon | None = None
    against: str | None = None
    """A third who is concerned."""
    origin: Cell | None = attrs.field(default=None, metadata={"apart": True})
    """Where an area starts."""
    toward: Cell | None = attrs.field(default=None, metadata={"apart": True})
    """Where it points, if it is aimed."""
    by: Cell | None = attrs.field(default=None, metadata={"apart": True})
    """The offset of a push."""

    def fact(self, name: str) -> int:
        """A number that it remembers, 0 when there is none."""
        return dict(self.facts).get(name, 0)

    def at(self, stage: str, **facts: int) -> Trying:
        """The same act at another stage, some of its facts replaced."""
        known = tuple(sorted({**dict(self.facts), **facts}.items()))
        return attrs.evolve(self, stage=stage, facts=known)


@attrs.frozen
class Asking:
    """A question that is taken up or declined, asked of one creature after another.

    ``procedure`` is the ruleset's procedure that goes on with the answer; ``about`` is the creature
    that the question is about.
    """

    procedure: str
    question: str
    actors: tuple[str, ...]
    about: str | None = None
    clauses: tuple[str, ...] = ()
    intent: str = ""
    """The intent that answers it otherwise than by taking it up or declining, if one does."""


Frame: TypeAlias = (
    Moving | Attacking | FullAttacking | Offering | Standing | Trying | Asking
)  # fmt: skip


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
    """Whose choice comes next: a whole turn, or an answer to a question.

    ``question`` is "turn", "opportunity", or what a ruleset's procedure asks.
    """

    actor: str
    against: str | None = None
    """The provoker of an opportunity attack, or whom else a question is about."""
    question: str = "turn"

    @property
    def is_turn(self) -> bool:
        """Whether the creature may act freely."""
        return self.question == "turn"
