"""Events: what happened, in the past tense, with its cost and the clauses that made it so.

An event holds all that :mod:`tacsim.core.apply` needs to bring the world up to date, and all that
a log, a journal or a script wants to know. Those marked ``PUBLIC = False`` only keep the books.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, TypeAlias, get_args

import attrs

from tacsim.core.agenda import Frame
from tacsim.core.components import Bonus, Carried, Effort, Item, Watch, Weapon
from tacsim.grid.cells import Cell

Clauses: TypeAlias = tuple[str, ...]


@attrs.frozen(cache_hash=True)
class Modifier:
    """A named part of a sum. ``on`` says which: the ``attack`` roll, its target's ``defence``.

    Of a pool of dice it may say besides what it gives: "attack favour", "defence reroll".
    """

    name: str
    value: int
    clause: str
    on: str = "attack"

    @property
    def side(self) -> str:
        """Whose sum it is a part of: "attack" or "defence"; "advantage" for dice of that.

        >>> Modifier("unseen", -1, "", "defence favour").side
        'defence'
        """
        return self.on.partition(" ")[0]

    @property
    def gives(self) -> str:
        """What it gives to a pool besides dice: "favour" or "reroll"; empty for a plain part.

        >>> Modifier("unseen", -1, "", "defence favour").gives
        'favour'
        """
        return self.on.partition(" ")[2]


class Happening:
    """The base of all events; ``NAME`` is that of the class, in lower case, unless it says else."""

    __slots__ = ()
    NAME: ClassVar[str]
    PUBLIC: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        """Name the event."""
        if "NAME" not in cls.__dict__:
            cls.NAME = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


@attrs.frozen
class BattleStarted(Happening):
    """Initiative is rolled and the order stands; ``totals`` are the initiative totals in order."""

    ruleset: str
    seed: int
    order: tuple[str, ...]
    totals: tuple[int, ...]
    actor: str | None = None
    clauses: Clauses = ()


@attrs.frozen
class RoundStarted(Happening):
    """A round began; ``number`` 0 is a surprise round, before the first."""

    number: int
    actor: str | None = None
    clauses: Clauses = ()


@attrs.frozen
class TurnStarted(Happening):
    """A creature's turn began; ``resources`` is what it has to spend."""

    actor: str
    resources: tuple[tuple[str, int], ...] = attrs.field(default=(), metadata={"table": True})
    clauses: Clauses = ()


@attrs.frozen
class TurnEnded(Happening):
    """A creature's turn ended."""

    actor: str
    clauses: Clauses = ()


@attrs.frozen
class Yielded(Happening):
    """A creature lets another one, ``to``, act before it goes on with its turn."""

    actor: str
    to: str
    clauses: Clauses = ()


@attrs.frozen
class Resumed(Happening):
    """A creature goes on with the turn in which it let another one act first."""

    actor: str
    clauses: Clauses = ()


@attrs.frozen
class Rolled(Happening):
    """Dice fell; ``total`` is their sum with what is added to it.

    ``purpose``: "attack", "confirm", "defence", "damage", "soak", "initiative", "recharge", or what
    is checked. ``again``: the purpose of the throw of which these dice are thrown again.
    """

    actor: str
    purpose: str
    dice: tuple[int, ...]
    total: int
    clauses: Clauses = ()
    again: str = ""


@attrs.frozen
class Spent(Happening):
    """A creature used up actions or movement: the new counts.

    ``gained``: the act by which its movement has grown, such as "dash"; empty where it has not.
    """

    PUBLIC: ClassVar[bool] = False
    actor: str
    counts: tuple[tuple[str, int], ...] = attrs.field(metadata={"table": True})
    clauses: Clauses = ()
    gained: str = ""


@attrs.frozen
class Stepped(Happening):
    """A creature moved by one step.

    ``cost``: cells paid for the step; ``spent``: cells paid so far in this measured move;
    ``extent``: the cells it covers along each axis afterwards; ``manner``: "climb" or "fly" where
    the ground did not bear it.
    """

    actor: str
    src: Cell = attrs.field(metadata={"key": "from"})
    dst: Cell = attrs.field(metadata={"key": "to"})
    cost: int
    spent: int
    extent: Cell
    squeezed: bool = False
    clauses: Clauses = ()
    manner: str = ""


@attrs.frozen
class Squeezed(Happening):
    """A creature narrowed itself into the cells."""

    actor: str
    cells: tuple[Cell, ...]
    clauses: Clauses = ()


@attrs.frozen
class Unsqueezed(Happening):
    """A creature has its whole space again."""

    actor: str
    cells: tuple[Cell, ...]
    clauses: Clauses = ()


@attrs.frozen
class Provoked(Happening):
    """``actor`` gave ``by`` the opportunity for an attack.

    ``cell`` is the cell being left or entered; ``cause`` tells movement from other acts.
    """

    actor: str
    by: str
    cell: Cell
    cause: str = "move"
    clauses: Clauses = ()


@attrs.frozen
class Took(Happening):
    """A creature took the opportunity attack."""

    actor: str
    against: str
    clauses: Clauses = ()


@attrs.frozen
class Declined(Happening):
    """A creature let the opportunity pass."""

    actor: str
    against: str
    clauses: Clauses = ()


@attrs.frozen
class Answered(Happening):
    """A creature took a question up, or declined; ``about`` is whom it was about."""

    actor: str
    question: str
    yes: bool
    about: str | None = None
    clauses: Clauses = ()


@attrs.frozen
class Tested(Happening):
    """A check was made: ``total`` against the difficulty ``against``, to manage ``what``.

    ``target`` is the creature that it concerns, ``modifiers`` the parts of the sum.
    """

    actor: str
    what: str
    total: int
    against: int
    passed: bool
    target: str | None = None
    modifiers: tuple[Modifier, ...] = ()
    clauses: Clauses = ()


@attrs.frozen
class Contested(Happening):
    """Two creatures measured their strength: ``total`` against ``against``, the target's."""

    actor: str
    target: str
    what: str
    total: int
    against: int
    won: bool
    modifiers: tuple[Modifier, ...] = ()
    """Parts of the actor's sum ("attack") and of the target's ("defence")."""
    clauses: Clauses = ()


@attrs.frozen
class Slipped(Happening):
    """A creature's movement gives ``by`` no opportunity for the rest of the turn."""

    actor: str
    by: str
    clauses: Clauses = ()


@attrs.frozen
class Exposed(Happening):
    """The foes that have had the opportunity that a creature's movement gives are these now."""

    PUBLIC: ClassVar[bool] = False
    actor: str
    foes: tuple[str, ...]
    clauses: Clauses = ()


@attrs.frozen
class Pushed(Happening):
    """``actor`` was moved by ``by``, against its will."""

    actor: str
    by: str
    src: Cell = attrs.field(metadata={"key": "from"})
    dst: Cell = attrs.field(metadata={"key": "to"})
    extent: Cell
    squeezed: bool = False
    clauses: Clauses = ()


@attrs.frozen
class BonusGained(Happening):
    """A creature has a modifier against one foe."""

    NAME: ClassVar[str] = "boon_gained"
    actor: str
    bonus: Bonus = attrs.field(metadata={"key": "boon"})
    clauses: Clauses = ()


@attrs.frozen
class BonusLost(Happening):
    """A modifier against one foe is over."""

    NAME: ClassVar[str] = "boon_lost"
    PUBLIC: ClassVar[bool] = False
    actor: str
    bonus: Bonus = attrs.field(metadata={"key": "boon"})
    clauses: Clauses = ()


@attrs.frozen
class Readied(Happening):
    """A creature holds an attack ready, or no longer: then ``watch`` is empty."""

    actor: str
    watch: Watch
    clauses: Clauses = ()


@attrs.frozen
class Strove(Happening):
    """A creature has come so far with an act of several turns; an empty ``effort``: it is over."""

    actor: str
    effort: Effort
    clauses: Clauses = ()


@attrs.frozen
class Reordered(Happening):
    """``actor`` has another place in the initiative order from now on."""

    actor: str
    order: tuple[str, ...]
    clauses: Clauses = ()


@attrs.frozen
class Halted(Happening):
    """A creature stopped short on its way, because of what it met there."""

    actor: str
    at: Cell
    reason: str
    clauses: Clauses = ()


@attrs.frozen
class Sighted(Happening):
    """Foes have come into the view of a mover's side: it stops, in ``at``, before its way's end."""

    actor: str
    foes: tuple[str, ...]
    at: Cell
    clauses: Clauses = ()


@attrs.frozen
class Placed(Happening):
    """A creature that may not stop where its way ended was put where it may."""

    actor: str
    src: Cell = attrs.field(metadata={"key": "from"})
    dst: Cell = attrs.field(metadata={"key": "to"})
    extent: Cell
    squeezed: bool = False
    clauses: Clauses = ()


@attrs.frozen
class Fell(Happening):
    """A creature lost its hold and fell so many ``cubes``."""

    actor: str
    src: Cell = attrs.field(metadata={"key": "from"})
    dst: Cell = attrs.field(metadata={"key": "to"})
    extent: Cell
    cubes: int
    squeezed: bool = False
    clauses: Clauses = ()


@attrs.frozen
class Charged(Happening):
    """A charge came to its end; the creature may strike one of the targets.

    Without any it has made something else of its charge.
    """

    actor: str
    targets: tuple[str, ...]
    clauses: Clauses = ()


@attrs.frozen
class Prepared(Happening):
    """A creature has these attacks of a full attack left."""

    PUBLIC: ClassVar[bool] = False
    actor: str
    attacks: tuple[tuple[str, int], ...] = attrs.field(metadata={"key": "blows"})
    acts: tuple[str, ...] = ()
    first: str | None = None
    clauses: Clauses = ()


@attrs.frozen
class Struck(Happening):
    """An attack was made. ``total`` is the attack's sum, ``defence`` what it had to reach.

    ``natural`` is 0, and the sums with it, where no die was thrown for it. ``pools``: how many dice
    were thrown for attack and defence, where they count successes; ``total`` and ``defence`` are
    these then, and ``risked`` is the damage before anything is taken off it. ``manner``: "melee",
    "shot" or "thrown"; empty where that is not known.
    """

    actor: str
    target: str
    weapon: str
    outcome: str
    modifiers: tuple[Modifier, ...]
    opportunity: bool
    natural: int
    total: int
    defence: int
    clauses: Clauses = ()
    pools: tuple[int, ...] = ()
    risked: int = 0
    manner: str = ""


@attrs.frozen
class Drew(Happening):
    """A creature drew a weapon that it had stowed."""

    actor: str
    weapon: str
    clauses: Clauses = ()


@attrs.frozen
class PickedUp(Happening):
    """``actor`` took up a ``thing``: a creature or an item by its id.

    ``name``: what an item is called; ``carried``: all that it carries now; ``weapon``: the weapon
    that it has in hand by it, which it does not carry then; ``unloaded``: that has to be loaded.
    """

    actor: str
    thing: str
    name: str = ""
    carried: Carried = attrs.field(factory=Carried)
    weapon: Weapon | None = None
    unloaded: bool = False
    clauses: Clauses = ()


@attrs.frozen
class SetDown(Happening):
    """A ``thing`` that ``actor`` carried lies in ``dst`` now; ``carried``: what it still carries.

    ``name``: what an item is called; ``extent``: the cells that it covers along each axis;
    ``fallen``: whether its carrier went down rather than setting it down.
    """

    actor: str
    thing: str
    dst: Cell = attrs.field(metadata={"key": "to"})
    extent: Cell
    name: str = ""
    carried: Carried = attrs.field(factory=Carried)
    squeezed: bool = False
    fallen: bool = False
    clauses: Clauses = ()


@attrs.frozen
class Dropped(Happening):
    """A creature let go of a weapon, which lies as an ``item`` now."""

    actor: str
    weapon: str
    item: Item
    clauses: Clauses = ()


@attrs.frozen
class Discharged(Happening):
    """A creature shot with a weapon that has to be loaded again."""

    PUBLIC: ClassVar[bool] = False
    actor: str
    weapon: str
    clauses: Clauses = ()


@attrs.frozen
class Loaded(Happening):
    """A creature loaded a weapon."""

    actor: str
    weapon: str
    clauses: Clauses = ()


@attrs.frozen
class AreaMade(Happening):
    """``actor`` covered the cells of an area; the ``targets`` are caught in it.

    ``name``: what it is called.
    """

    actor: str
    shape: str
    cells: tuple[Cell, ...]
    targets: tuple[str, ...]
    name: str = ""
    clauses: Clauses = ()


@attrs.frozen
class Damaged(Happening):
    """``actor`` dealt damage to ``target``, who has ``left`` hit points now."""

    actor: str
    target: str
    amount: int
    left: int
    clauses: Clauses = ()


@attrs.frozen
class Downed(Happening):
    """``actor`` put ``target`` out of action."""

    actor: str
    target: str
    clauses: Clauses = ()


@attrs.frozen
class ConditionGained(Happening):
    """``actor`` is now in a condition; ``until`` is "turn" when it ends as its turn starts.

    ``by``: who knocked it down or took hold of it, itself where it lay down; None for nobody.
    """

    actor: str
    condition: str
    until: str = ""
    clauses: Clauses = ()
    by: str | None = None


@attrs.frozen
class ConditionLost(Happening):
    """``actor`` is no longer in a condition."""

    actor: str
    condition: str
    clauses: Clauses = ()


@attrs.frozen
class Ordered(Happening):
    """From now on ``actor`` lets its allies pass through its space, or none of them."""

    actor: str
    lets_pass: bool
    clauses: Clauses = ()


@attrs.frozen
class Undertaken(Happening):
    """Something began that others may interrupt."""

    PUBLIC: ClassVar[bool] = False
    frame: Frame
    actor: str | None = None
    clauses: Clauses = ()


@attrs.frozen
class CarriedOn(Happening):
    """What is under way has come as far as ``frame`` says."""

    PUBLIC: ClassVar[bool] = False
    frame: Frame
    actor: str | None = None
    clauses: Clauses = ()


@attrs.frozen
class Concluded(Happening):
    """What was under way is done."""

    PUBLIC: ClassVar[bool] = False
    actor: str | None = None
    clauses: Clauses = ()


@attrs.frozen
class IntentRefused(Happening):
    """An intent was refused by the rules; nothing changed."""

    NAME: ClassVar[str] = "refused"
    actor: str | None
    intent: str
    reason: str
    clause: str
    details: tuple[tuple[str, str | int], ...] = attrs.field(default=(), metadata={"table": True})
    clauses: Clauses = ()


@attrs.frozen
class GoalHeld(Happening):
    """At the end of a round a side held the cells of a goal, or, after that, held them no longer.

    ``goal``: its place among the goals of the battle, from 0; ``rounds``: for how many rounds on
    end they have been held, 0 where they are lost again.
    """

    side: str
    goal: int
    rounds: int
    actor: str | None = None
    clauses: Clauses = ()


@attrs.frozen
class GoalMet(Happening):
    """A side met a goal, and wins by it; ``goal``: its place among those of the battle, from 0."""

    side: str
    goal: int
    actor: str | None = None
    clauses: Clauses = ()


@attrs.frozen
class BattleEnded(Happening):
    """The battle is over; ``winner`` is a side's id, or None."""

    winner: str | None
    actor: str | None = None
    clauses: Clauses = ()


Event: TypeAlias = (
    BattleStarted | RoundStarted | TurnStarted | TurnEnded | Yielded | Resumed | Rolled | Spent
    | Stepped | Squeezed | Unsqueezed | Provoked | Took | Declined | Answered | Tested
    | Contested | Slipped | Exposed | Pushed | Fell | BonusGained | BonusLost | Readied | Strove
    | Reordered | Halted | Sighted | Placed | Charged | Prepared | Struck | Drew | PickedUp
    | SetDown | Dropped | Discharged | Loaded | AreaMade | Damaged | Downed | ConditionGained
    | ConditionLost | Ordered | Undertaken | CarriedOn | Concluded
    | IntentRefused | GoalHeld | GoalMet | BattleEnded
)  # fmt: skip

EVENTS: dict[str, type[Event]] = {cls.NAME: cls for cls in get_args(Event)}
"""Events by name."""


@attrs.frozen
class Entry:
    """An event of a battle with its number and the round that it belongs to.

    ``unknown``: fields that the side reading this entry does not know; they are empty, or 0.
    """

    number: int
    round: int
    event: Event
    unknown: frozenset[str] = frozenset()


def record(
    event: Event, number: int, round_: int, unknown: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """Return the event as JSON lines write it: plain values, the documented field names.

    ``unknown`` fields are left out.

    >>> record(TurnStarted("ogre"), 4, 1)["event"]
    'turn_started'
    """
    out: dict[str, Any] = {
        "n": number,
        "event": event.NAME,
        "round": round_,
        "actor": event.actor,
    }
    for field in attrs.fields(type(event)):
        if field.name not in ("actor", "clauses") and field.name not in unknown:
            value = getattr(event, field.name)
            plain = dict(value) if field.metadata.get("table") else _plain(value)
            out[field.metadata.get("key", field.name)] = plain
    out["clauses"] = list(event.clauses)
    return out


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    if attrs.has(type(value)):
        return {f.name: _plain(getattr(value, f.name)) for f in attrs.fields(type(value))}
    return value
