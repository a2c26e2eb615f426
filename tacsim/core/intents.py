"""Intents: what a creature is to do. Human, AI, script and replay send the same ones.

Each ruleset has those that its rules name, and refuses the others. The metadata of a field says
what it is to an act (:data:`FOE` and those below), so that code that lists acts knows none by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import attrs

from tacsim.grid.cells import Cell

FOE: Mapping[str, str] = {"is": "foe"}
"""A field that says at which foe an act is aimed; of several such fields the first comes first."""
FRIEND: Mapping[str, str] = {"is": "friend"}
"""A field that says at which friend an act is aimed."""
VARIANT: Mapping[str, str] = {"is": "variant"}
"""A field that makes another act of it: its values are told apart by name."""
MANNER: Mapping[str, str] = {"is": "manner"}
"""A field that says how it is done, and that may be kept up through several acts."""
DETAIL: Mapping[str, str] = {"is": "detail"}
"""A field that the rules fill in as is best unless it is said."""
SPOT: Mapping[str, str] = {"is": "spot"}
"""A detail that says where what it is done with ends up: that may be pointed at."""
THING: Mapping[str, str] = {"is": "thing"}
"""A field that names a thing: an item, a creature that lies, a weapon of one's own."""
PLACE: Mapping[str, str] = {"is": "place"}
"""A field that says where: such acts are aimed at a place, not at a creature."""


AIMS = (FOE, FRIEND, THING)
"""What fields are that say at whom or at what an act is aimed."""


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
    """Make one attack; ``defensive``: with a better defence at a penalty to the attack.

    ``stamina``: how much is put into it, where the ruleset has that; 0: the least.
    """

    actor: str
    target: str = attrs.field(metadata=FOE)
    weapon: str | None = attrs.field(default=None, metadata=DETAIL)
    defensive: bool = attrs.field(default=False, metadata=MANNER)
    stamina: int = attrs.field(default=0, metadata=DETAIL)


@attrs.frozen
class FullAttack:
    """Make every attack one has, at one target as long as it stands."""

    actor: str
    target: str | None = attrs.field(default=None, metadata=FOE)
    weapon: str | None = attrs.field(default=None, metadata=DETAIL)
    defensive: bool = attrs.field(default=False, metadata=MANNER)


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
    """Take the opportunity attack that is being offered, or take another question up.

    ``stamina``: how much is put into it, where the ruleset has that; 0: the least. ``defence``:
    how one who is attacked defends itself, in the ruleset's words; None: as best it can.
    """

    actor: str
    weapon: str | None = None
    stamina: int = 0
    defence: str | None = None


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
    """Cover an area of a ``shape`` and a ``size`` in cells, from an origin toward a cell.

    ``name``: which of several such attacks, else the first that fits.
    """

    actor: str
    shape: str
    size: int
    origin: Cell = attrs.field(metadata=PLACE)
    toward: Cell | None = None
    name: str | None = None


@attrs.frozen
class Ready:
    """Hold an attack until something happens.

    ``trigger``: what sets it off, in the ruleset's words; ``target``: by whom, else by any foe.
    """

    actor: str
    trigger: str = attrs.field(default="reach", metadata=VARIANT)
    target: str | None = attrs.field(default=None, metadata=FOE)
    weapon: str | None = attrs.field(default=None, metadata=DETAIL)


@attrs.frozen
class Delay:
    """Act later in the round."""

    actor: str


@attrs.frozen
class Aid:
    """Help a friend with its next attack at a foe, or in its ``defence`` against it."""

    actor: str
    target: str = attrs.field(metadata=FRIEND)
    against: str | None = attrs.field(default=None, metadata=FOE)
    defence: bool = attrs.field(default=False, metadata=VARIANT)


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
    """Evade attacks: instead of acting, or those of one ``target``, as the ruleset has it."""

    actor: str
    target: str | None = attrs.field(default=None, metadata=FOE)


@attrs.frozen
class BullRush:
    """Push a foe straight back; ``follow``: go with it, to push it farther."""

    actor: str
    target: str = attrs.field(metadata=FOE)
    follow: bool = attrs.field(default=True, metadata=VARIANT)


@attrs.frozen
class Trip:
    """Bring a foe down, with a weapon that can or with bare hands."""

    actor: str
    target: str = attrs.field(metadata=FOE)
    weapon: str | None = attrs.field(default=None, metadata=DETAIL)


@attrs.frozen
class CoupDeGrace:
    """Finish a helpless foe."""

    actor: str
    target: str = attrs.field(metadata=FOE)
    weapon: str | None = attrs.field(default=None, metadata=DETAIL)


@attrs.frozen
class Wriggle:
    """Get through a gap that is too narrow otherwise, in several turns.

    ``way``: toward the gap, "north", "east", "south" or "west"; "on" with it, or "back".
    """

    actor: str
    way: str = attrs.field(default="on", metadata=VARIANT)


@attrs.frozen
class PickUp:
    """Take up an item, or somebody who has fallen, from one's own space or from beside it."""

    actor: str
    target: str = attrs.field(metadata=THING)


@attrs.frozen
class SetDown:
    """Set down what one carries: with its least corner in a cell, else as near as it can lie."""

    actor: str
    target: str = attrs.field(metadata=THING)
    to: Cell | None = attrs.field(default=None, metadata=SPOT)


@attrs.frozen
class DropHeld:
    """Let go of a weapon."""

    actor: str
    weapon: str = attrs.field(metadata=THING)


@attrs.frozen
class Load:
    """Load a weapon."""

    actor: str
    weapon: str = attrs.field(metadata=THING)


@attrs.frozen
class DenyFlank:
    """Deny one flanker the benefit of flanking."""

    actor: str
    against: str = attrs.field(metadata=FOE)


@attrs.frozen
class Shove:
    """Knock a foe ``prone``, or push it away: ``to`` a cell beside it, else straight back."""

    actor: str
    target: str = attrs.field(metadata=FOE)
    prone: bool = attrs.field(default=False, metadata=VARIANT)
    to: Cell | None = attrs.field(default=None, metadata=DETAIL)


@attrs.frozen
class Grapple:
    """Take hold of a foe."""

    actor: str
    target: str = attrs.field(metadata=FOE)


@attrs.frozen
class Escape:
    """Break free from a creature's hold."""

    actor: str


@attrs.frozen
class Yield:
    """Let a neighbour in the order act first; one's own turn goes on later."""

    actor: str
    target: str = attrs.field(metadata=FRIEND)


@attrs.frozen
class LetPass:
    """From now on let allies pass through one's space, or none of them."""

    actor: str
    willing: bool = attrs.field(default=True, metadata=VARIANT)


@attrs.frozen
class Surrender:
    """Give up, and be out of the fight."""

    actor: str


@attrs.frozen
class Adjourn:
    """Break the battle off, undecided."""

    actor: str | None = None


Intent: TypeAlias = (
    Move | Strike | FullAttack | Area | Stand | Drop | Ready | Delay | TotalDefense | Aid
    | Dash | Disengage | Dodge | DenyFlank | BullRush | Trip | CoupDeGrace | Wriggle | PickUp
    | SetDown | DropHeld | Load | Shove | Grapple | Escape | Yield | LetPass | Surrender | Take
    | Decline | EndTurn | Adjourn
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
    "bull_rush": BullRush,
    "trip": Trip,
    "coup_de_grace": CoupDeGrace,
    "wriggle": Wriggle,
    "pick_up": PickUp,
    "set_down": SetDown,
    "drop_held": DropHeld,
    "load": Load,
    "shove": Shove,
    "grapple": Grapple,
    "escape": Escape,
    "yield": Yield,
    "let_pass": LetPass,
    "surrender": Surrender,
    "take": Take,
    "decline": Decline,
    "end_turn": EndTurn,
    "adjourn": Adjourn,
}
"""Intents by the names that scenario files and saves use."""

NAMES: dict[type, str] = {cls: name for name, cls in INTENTS.items()}
"""The name of each intent."""


def key_of(intent: Intent) -> str:
    """What an intent is among acts: its name, then what its variant says.

    >>> key_of(Trip("ann", "orc")), key_of(Shove("ann", "orc", prone=True)), key_of(Ready("ann"))
    ('trip', 'shove prone', 'ready reach')
    >>> key_of(BullRush("ann", "orc", follow=False))
    'bull_rush not follow'
    """
    told = [NAMES[type(intent)]]
    for field in attrs.fields(type(intent)):
        value = getattr(intent, field.name)
        if field.metadata == VARIANT and (value != field.default or isinstance(value, str)):
            flag = field.name if value else f"not {field.name}"
            told.append(flag if isinstance(value, bool) else str(value))
    return " ".join(told)


def aim_of(intent: Intent) -> tuple[str | None, ...]:
    """Whom or what an intent is aimed at, one after another; None: nobody in particular.

    >>> aim_of(Aid("ann", "bob", "orc")), aim_of(Stand("ann")), aim_of(Load("ann", "crossbow"))
    (('bob', 'orc'), (), ('crossbow',))
    """
    fields = attrs.fields(type(intent))
    return tuple(getattr(intent, one.name) for one in fields if one.metadata in AIMS)


def spot_of(intent: Intent) -> Cell | None:
    """Where what an intent is done with ends up; None: as the rules have it, or nowhere.

    >>> spot_of(SetDown("ann", "chest", (1, 2))), spot_of(SetDown("ann", "chest"))
    ((1, 2), None)
    """
    name = _spot(intent)
    return getattr(intent, name) if name else None


def with_spot(intent: Intent, cell: Cell) -> Intent:
    """The same intent, with what it is done with ending up in a cell.

    >>> with_spot(SetDown("ann", "chest"), (1, 2)).to
    (1, 2)
    """
    said: dict[str, Any] = {_spot(intent): cell}
    return attrs.evolve(intent, **said)


def _spot(intent: Intent) -> str:
    """The field that says where what an intent is done with ends up; empty where none does."""
    fields = attrs.fields(type(intent))
    return next((one.name for one in fields if one.metadata == SPOT), "")
