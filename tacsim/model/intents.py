"""Intents: what somebody wants to do. Human, AI, script and replay send the same ones.

Each ruleset has those that its rules name, and refuses the others.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from tacsim.geometry.cells import Cell


@attrs.frozen
class Move:
    """Go along ``path``, or the cheapest legal way to ``to``.

    Cells name the body's least corner. ``extents`` may name the shape taken at each cell of the
    path where a squeezing body has a choice. ``target`` is whom a charge ends in an attack on.
    """

    actor: str
    to: Cell | None = None
    path: tuple[Cell, ...] | None = None
    mode: str = "walk"
    extents: tuple[Cell, ...] | None = None
    target: str | None = None


@attrs.frozen
class Strike:
    """Make one attack."""

    actor: str
    target: str
    weapon: str | None = None


@attrs.frozen
class FullAttack:
    """Make every attack one has, at one target as long as it stands."""

    actor: str
    target: str | None = None
    weapon: str | None = None


@attrs.frozen
class Stand:
    """Get up from prone."""

    actor: str


@attrs.frozen
class Drop:
    """Throw oneself prone."""

    actor: str


@attrs.frozen
class TotalDefense:
    """Do nothing but defend."""

    actor: str


@attrs.frozen
class Take:
    """Take the opportunity attack that is being offered."""

    actor: str
    weapon: str | None = None


@attrs.frozen
class Decline:
    """Let the opportunity pass."""

    actor: str


@attrs.frozen
class EndTurn:
    """End one's turn."""

    actor: str


@attrs.frozen
class Area:
    """Cover an area of a ``shape`` and a ``size`` in cells, from an origin toward a cell."""

    actor: str
    shape: str
    size: int
    origin: Cell
    toward: Cell | None = None


@attrs.frozen
class Ready:
    """Hold an action until something happens."""

    actor: str


@attrs.frozen
class Delay:
    """Act later in the round."""

    actor: str


@attrs.frozen
class Aid:
    """Help a friend."""

    actor: str
    target: str


@attrs.frozen
class Dash:
    """Give the turn's action up for more movement."""

    actor: str


@attrs.frozen
class Disengage:
    """Move on without giving opportunities."""

    actor: str


@attrs.frozen
class Dodge:
    """Evade, instead of acting."""

    actor: str


@attrs.frozen
class DenyFlank:
    """Deny one flanker the benefit of flanking."""

    actor: str
    against: str


@attrs.frozen
class Adjourn:
    """Break the battle off, undecided."""

    actor: str | None = None


Intent: TypeAlias = (
    Move | Strike | FullAttack | Area | Stand | Drop | Ready | Delay | TotalDefense | Aid
    | Dash | Disengage | Dodge | DenyFlank | Take | Decline | EndTurn | Adjourn
)  # fmt: skip

INTENTS: dict[str, type[Intent]] = {
    "move": Move,
    "strike": Strike,
    "full_attack": FullAttack,
    "area": Area,
    "stand": Stand,
    "drop": Drop,
    "ready": Ready,
    "delay": Delay,
    "total_defense": TotalDefense,
    "aid": Aid,
    "dash": Dash,
    "disengage": Disengage,
    "dodge": Dodge,
    "deny_flank": DenyFlank,
    "take": Take,
    "decline": Decline,
    "end_turn": EndTurn,
    "adjourn": Adjourn,
}
"""Intents by the names that scenario files and saves use."""

NAMES: dict[type, str] = {cls: name for name, cls in INTENTS.items()}
"""The name of each intent."""
