"""Moving about: what a ruleset says of modes, ground, bodies, costs and provoking."""

from __future__ import annotations

import enum
from typing import Any, Protocol, TypeAlias

import attrs

from tacsim.core.agenda import Moving
from tacsim.core.battle import AnyBattle
from tacsim.core.components import Conditions, Size, Speed, SpeedBonus, Traits
from tacsim.core.events import Event
from tacsim.core.terrain import Check, Grid
from tacsim.core.verdicts import Refused, Verdict
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.grid.squares.lines import Edge

Counts: TypeAlias = tuple[tuple[str, int], ...]


class Provokes(enum.Enum):
    """Which steps of a mode of movement give foes an opportunity."""

    ALWAYS = "always"
    AFTER_FIRST = "after_first"
    NEVER = "never"


@attrs.frozen
class MoveMode:
    """A way to move.

    ``steps``: exactly so many steps at most, whatever they cost; ``straight``: one line;
    ``hampered``: may be slowed on the way; ``past``: may pass through creatures; ``conditions``:
    what the mover gains until its next turn; ``minimum``: a single step may exceed the budget;
    ``least``: cells that must be covered; ``attack``: it ends in an attack.
    """

    name: str
    clause: str
    provokes: Provokes = Provokes.ALWAYS
    pace: int = attrs.field(default=0, metadata={"rule": False})
    """How many actions it takes where it is tried for a move without a mode; 0: it is not tried."""
    steps: int | None = None
    free: bool = False
    straight: bool = False
    hampered: bool = True
    past: bool = True
    conditions: tuple[str, ...] = ()
    minimum: bool = False
    least: int = 0
    attack: bool = False
    instead: tuple[str, ...] = ()
    """The acts that may take the place of that attack."""
    requires: str = ""
    """The condition that it is for; those who lie prone have no other modes than their own."""
    on_foot: bool = False
    """Whether those who fly go so by the mode that is for them, and not by this one."""
    parts: bool = False
    """Whether it may be carried on later as the same measured move."""
    contest: str = ""
    """How it deals with foes in the way, in the ruleset's words; empty: it does not."""
    at_foes: bool = False
    """Whether it is made for going straight at foes, rather than past them."""
    climbs: bool = False
    """Whether it goes on climbing where that takes a check."""
    midway: bool = False
    """Whether a foe is struck between its first step and its last; that foe gets no opportunity."""


@attrs.frozen
class Allowance:
    """What a creature may spend on a move.

    ``total`` half-cells for the measured move, of which ``spent`` are gone; ``counts``: what it has
    left once it has begun.
    """

    total: int
    spent: int
    counts: Counts
    further: Allowance | None = None
    """What another action would add, where the move may go on into one."""


@attrs.frozen
class Passing:
    """Whether a mover may go through another creature's cells, and at how many doublings."""

    allowed: bool
    doublings: int = 0
    clause: str = ""
    filled: bool = False
    contested: bool = False
    """Whether it has to be settled with that creature first; see :class:`MovementChecks`."""


@attrs.frozen(eq=False)
class Ground:
    """What the ground is to a kind of mover; grids over the map, indexed ``[y, x]``.

    ``enter``: may be entered; ``stop``: may be stopped on; ``doublings``: of cost; ``tight``:
    squeezed in; ``fills``: corners that cannot be cut; ``asks``: entering it takes a check.
    """

    enter: Grid
    stop: Grid
    doublings: Grid
    tight: Grid
    fills: Grid
    asks: Grid
    barriers: bool
    """Whether barriers concern this mover: "wall" ones stop it, "hedge" ones cost."""
    hampered_by_barriers: bool
    shut: frozenset[Edge] = frozenset()
    """The sides that it keeps from crossing besides those with barriers that stop it."""
    extra: int = 0
    """How many times its plain cost every step costs more, because of how the mover moves."""


@attrs.frozen
class Step:
    """A legal step: the body it leads to, its cost in half-cells, the direction of the shift.

    ``pivot`` tells a quarter turn; ``squeezed`` whether the creature is squeezed afterwards;
    ``climbed``: how high it has climbed then since it last stood, below zero for down, as far as
    that limits it; ``hampered``: whether it crosses a barrier that costs extra.
    """

    body: Body
    cost2: int
    by: Cell
    squeezed: bool = False
    pivot: bool = False
    climbed: int = 0
    hampered: bool = False
    rate: int = 1
    """The factor on its cost, by the worst cell in which it ends."""


@attrs.frozen
class Option:
    """A body that a step may lead to, relative to the old one: its extent and its shift."""

    extent: Cell
    offset: Cell


@attrs.frozen
class Pivot:
    """A quarter turn of a narrowed body: the new body, and the straight cells that it costs."""

    extent: Cell
    offset: Cell
    length: int
    toward: Cell
    """The direction in which the new body grows out of the shared block."""


class Squeezing(Protocol):
    """How bodies get narrower than they are."""

    @property
    def tightest(self) -> Squeezing:
        """How it would be if no gap were too narrow."""
        ...

    def extents(self, full: Cell) -> tuple[Cell, ...]:
        """Every shape a body may take, the full one first."""
        ...

    def ranks(self, full: Cell, now: Cell, by: Cell) -> tuple[tuple[Option, ...], ...]:
        """Where a step leads: the options of the first rank that has any that fits."""
        ...

    def pivots(self, full: Cell, now: Cell) -> tuple[Pivot, ...]:
        """The quarter turns open to a narrowed body."""
        ...

    def rate(self, doublings: Any, squeezed: Any) -> Any:
        """The factor on a step's cost, for numbers and for grids alike."""
        ...


class Passage(Protocol):
    """Where creatures may go and stop."""

    barrier: int
    """Half-cells that crossing a hampering barrier adds."""
    either_way: bool
    """Whether a diagonal is open as long as one of the ways round its corner is."""
    passing_depends: tuple[type[Any], ...]
    """The components on which it depends whom a mover may pass."""

    def ground(self, battle: AnyBattle, mover: Creature) -> Ground:
        """What the ground is to a mover."""
        ...

    def through(
        self, battle: AnyBattle, mover: Creature, other: Creature, contest: str = ""
    ) -> Passing:
        """Whether a mover may pass through another creature's cells.

        ``contest``: how its mode of movement deals with foes in the way.
        """
        ...

    def stop(
        self, battle: AnyBattle, mover: Creature, body: Body, known: frozenset[str]
    ) -> Verdict:
        """Whether a mover may end its movement there, as far as it knows who is where."""
        ...

    def shares(self, battle: AnyBattle, mover: Creature, body: Body, known: frozenset[str]) -> bool:
        """Whether to stop there means to squeeze in among others, at one's full size."""
        ...

    def too_tight(self, battle: AnyBattle, mover: Creature) -> Refused:
        """Why a mover cannot get into a gap that is narrower than it can squeeze into."""
        ...

    def clauses(self, battle: AnyBattle, mover: Creature, body: Body) -> tuple[str, ...]:
        """The clauses that make entering a body's cells cost what it costs."""
        ...

    def manner(self, battle: AnyBattle, mover: Creature, step: Step) -> str:
        """How a step goes: "climb", "fly", or nothing on the ground; the mover still before it."""
        ...

    def step_clauses(self, battle: AnyBattle, mover: Creature, step: Step) -> tuple[str, ...]:
        """The clauses by which a step goes in its direction, the mover being still before it."""
        ...


def ground_of(battle: AnyBattle, mover: Creature) -> Ground:
    """What the ground is to a mover, kept for as long as the mover is as it is."""

    def make() -> Ground:
        found: Ground = battle.ruleset.passage.ground(battle, mover)
        return found

    return battle.world.cached(("ground", mover.id), (Conditions, Size, Speed, Traits), make)


class PlainSteps:
    """The base of policies on passage in which a step is straight or diagonal and nothing else."""

    def manner(self, battle: AnyBattle, mover: Creature, step: Step) -> str:
        """On the ground."""
        return ""

    def step_clauses(self, battle: AnyBattle, mover: Creature, step: Step) -> tuple[str, ...]:
        """The one clause of its direction."""
        straight = battle.ruleset.topology.straight(step.by)
        return (battle.ruleset.clause("step" if straight else "diagonal"),)


class Economy(Protocol):
    """What a turn consists of."""

    def pace(self, battle: AnyBattle, creature: Creature) -> float:
        """Cells of a move as things stand: in the air where a creature flies, else on foot."""
        ...

    def refresh(self, battle: AnyBattle, creature: Creature) -> Counts:
        """What a creature may spend as its turn starts."""
        ...

    def allowance(
        self, battle: AnyBattle, creature: Creature, mode: MoveMode
    ) -> Allowance | Refused:
        """How far a mode of movement takes it, from what it has left."""
        ...

    def price(self, battle: AnyBattle, creature: Creature, activity: str) -> Counts | Refused:
        """What it has left after an activity, or why it cannot afford it."""
        ...

    def moved(self, battle: AnyBattle, creature: Creature, cost2: int, mode: MoveMode) -> Counts:
        """The counts after a measured move has come to so many half-cells."""
        ...

    def stepped(self, battle: AnyBattle, creature: Creature, old: Body, new: Body) -> Counts:
        """The counts that each step of a move changes, the creature being still where it was."""
        ...

    def cut_short(self, battle: AnyBattle, creature: Creature, cost2: int) -> Counts:
        """The counts given back where a measured move stops of itself after so many half-cells."""
        ...


class PlainEconomy:
    """The base of policies in which a move is counted as a whole, and pays for what it covers."""

    def pace(self, battle: AnyBattle, creature: Creature) -> float:
        """Cells of a move as things stand: what conditions leave of the full pace."""
        share: float = battle.ruleset.effects.share(creature)
        return self.full_pace(battle, creature) * share

    def full_pace(self, battle: AnyBattle, creature: Creature) -> int:
        """Cells of a move if no condition took a share: by air if it flies, else on foot.

        Who cannot walk at all gains nothing by what is added on foot.
        """
        if creature.speed.fly and self.aloft(battle, creature):
            return creature.speed.fly
        foot = battle.ruleset.units["ft"]
        bonuses = battle.ruleset.effects.speed_bonuses(creature, foot)
        if not (bonuses and creature.speed.land):
            return creature.speed.land
        return creature.speed.land + self.gained(creature, bonuses)

    def aloft(self, battle: AnyBattle, creature: Creature) -> bool:
        """Whether a creature goes by air."""
        return creature.has("flying")

    def gained(self, creature: Creature, bonuses: tuple[SpeedBonus, ...]) -> int:
        """Cells that bonuses of conditions add on foot: all that they are."""
        return sum(bonus.amount for bonus in bonuses)

    def stepped(self, battle: AnyBattle, creature: Creature, old: Body, new: Body) -> Counts:
        """None."""
        return ()

    def cut_short(self, battle: AnyBattle, creature: Creature, cost2: int) -> Counts:
        """None: what is not covered is not spent."""
        return ()


@attrs.frozen
class Provocation:
    """An opportunity given to a foe: the cell that gives it, and the clauses.

    ``entering``: it is given by coming into the foe's own cell, where any reach will do.
    """

    foe: str
    cell: Cell
    clauses: tuple[str, ...]
    entering: bool = False
    after: bool = False
    """Whether it comes with the end of the step rather than with its beginning."""


class Opportunity(Protocol):
    """What gives foes an opportunity to attack."""

    once: bool
    """Whether a turn's movement gives a foe one opportunity at most, however often it would."""

    def on_guard(self, battle: AnyBattle, foe: Creature) -> bool:
        """Whether one who is still in the fight could take an opportunity attack now."""
        ...

    def by_step(
        self,
        battle: AnyBattle,
        mover: Creature,
        old: Body,
        new: Body,
        mode: MoveMode,
        first: bool,
        safe_steps: int | None = None,
    ) -> tuple[Provocation, ...]:
        """Whom a step provokes; whoever had this opportunity already is left out by the caller.

        ``safe_steps``: with so much of it left, else with what the mover has.
        """
        ...

    def safe_steps(self, creature: Creature) -> int:
        """What a creature has left to use up before its steps provoke; 0 where there is none."""
        ...

    def used(
        self, battle: AnyBattle, mover: Creature, old: Body, new: Body, safe_steps: int
    ) -> int:
        """How much of what is left of its safe steps a step uses up."""
        ...

    def by_act(
        self, battle: AnyBattle, actor: Creature, act: str, target: Creature
    ) -> tuple[Provocation, ...]:
        """Whom an act provokes in the place where the actor is."""
        ...

    def spend(self, creature: Creature) -> Counts:
        """What is left after taking an opportunity."""
        ...


class MovementChecks(Protocol):
    """What has to be settled in the course of a move, by dice or by others' choice."""

    def chance(self, battle: AnyBattle, mover: Creature, check: Check) -> float:
        """The probability that a mover passes a check that an obstacle asks of it."""
        ...

    def before(
        self, battle: AnyBattle, frame: Moving, mode: MoveMode, step: Step
    ) -> list[Event] | None:
        """What comes before a step is taken, or None when nothing does any more."""
        ...

    def provoked(
        self,
        battle: AnyBattle,
        frame: Moving,
        mode: MoveMode,
        step: Step,
        found: tuple[Provocation, ...],
    ) -> tuple[list[Event], tuple[Provocation, ...]]:
        """What a mover does about the opportunities of a step, and those that are left."""
        ...
