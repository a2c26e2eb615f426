"""Goals: what sides have to do to win, how far they are, and what is left to them.

The first goal met decides the battle; of those met at the same moment, the first of the scenario.

- ``reach``: one of the side, or the creature named, has come to rest with its body on one of the
  cells; one that is named may be carried there by a friend where it cannot go by itself. It is
  judged whenever nothing is under way; to pass over a cell is not enough.
- ``slay``: the creature is out of the fight. This is judged at once.
- ``hold``: at the end of so many rounds on end one of the side, and no enemy, is on the cells.
- ``survive``: one of the side stands at the end of that round.

Whoever is out of the fight counts neither for a side nor against it. A surprise round is none of
the rounds. A side with a goal that it can still meet wins by its goals alone; every other side wins
when its enemies are out of the fight (:func:`tacsim.rules.turns.decided`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import attrs

from tacsim.core.components import Goal
from tacsim.core.events import BattleEnded, Event, GoalHeld, GoalMet, SetDown
from tacsim.core.world import Creature
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle


@attrs.frozen
class Kind:
    """A kind of goal: what has to be said of one, what may be, and when it is met.

    ``met`` is asked at the end of a round if ``rounds`` are among what has to be said, and else
    whenever something has happened, which it is given. ``prey``: its creature is an enemy, rather
    than one's own.
    """

    needs: tuple[str, ...]
    met: Callable[[Battle, Goal, Iterable[Event]], bool]
    may: tuple[str, ...] = ()
    prey: bool = False
    borne: bool = False
    """Whether a creature that is named may be carried to it."""
    held: Callable[[Battle, Goal], bool] | None = None
    """Whether another round counts, where they are counted on end."""

    @property
    def by_round(self) -> bool:
        """Whether it is met at the end of a round."""
        return "rounds" in self.needs


def _reached(battle: Battle, goal: Goal, told: Iterable[Event]) -> bool:
    cells, at_rest = set(goal.cells), battle.world.agenda.top is None
    return at_rest and any(
        not cells.isdisjoint(c.body.cells) and (battle.able(c) or _brought(battle, c, told))
        for c in _who(battle, goal)
    )


def _brought(battle: Battle, creature: Creature, told: Iterable[Event]) -> bool:
    """Whether a friend who stands carries a creature, or has just set it down."""
    by = {one.actor for one in told if isinstance(one, SetDown) and one.thing == creature.id}
    friends = battle.friends(creature)
    return any(creature.id in one.carried.ids or one.id in by for one in friends)


def _slain(battle: Battle, goal: Goal, _told: Iterable[Event]) -> bool:
    world, name = battle.world, goal.creature
    return name is not None and name in world and not battle.able(world[name])


def _holds(battle: Battle, goal: Goal) -> bool:
    cells, friendly = set(goal.cells), battle.world.sides.friendly
    there = [c.side for c in battle.standing() if not cells.isdisjoint(c.body.cells)]
    return goal.side in there and all(friendly(goal.side, side) for side in there)


def _held(_battle: Battle, goal: Goal, _told: Iterable[Event]) -> bool:
    return goal.held >= goal.rounds


def _survived(battle: Battle, goal: Goal, _told: Iterable[Event]) -> bool:
    return battle.world.clock.round >= goal.rounds


KINDS: Mapping[str, Kind] = {
    "hold": Kind(("cells", "rounds"), _held, held=_holds),
    "reach": Kind(("cells",), _reached, may=("creature",), borne=True),
    "slay": Kind(("creature",), _slain, prey=True),
    "survive": Kind(("rounds",), _survived),
}
"""The kinds of goals, by the names of scenario files."""


def _who(battle: Battle, goal: Goal) -> list[Creature]:
    """Those who can meet a goal: of its side, still in the fight, and the one named if one is.

    One that is named may be out of the fight as well, while it lives and a friend could carry it.
    """
    only, world = None if KINDS[goal.kind].prey else goal.creature, battle.world
    found = [c for c in battle.standing() if c.side == goal.side and only in (None, c.id)]
    return found or ([world[only]] if only is not None and may_be_borne(battle, goal) else [])


def may_be_borne(battle: Battle, goal: Goal) -> bool:
    """Whether the creature that a goal names lives, and a friend who stands could carry it."""
    return any(True for _ in _bearers(battle, goal))


def _bearers(battle: Battle, goal: Goal) -> Iterator[Creature]:
    """The friends who stand and could carry the creature that a goal names, while it lives."""
    burdens = battle.ruleset.burdens
    if not KINDS[goal.kind].borne or burdens is None:
        return
    if goal.creature is None or goal.creature not in battle.world:
        return
    named = battle.world[goal.creature]
    if named.side == goal.side and not named.has("dead"):
        pounds = burdens.pounds(battle, named)
        for one in battle.friends(named):
            if burdens.may(battle, one, pounds) is None:
                yield one


def to_be_borne(battle: Battle, creature: Creature) -> Iterator[Creature]:
    """Those who lie where they fell, and whom a creature could carry to a goal of its side.

    It has to be able to walk with them.
    """
    world, burdens = battle.world, battle.ruleset.burdens
    borne = {name for one in world.creatures for name in one.carried.ids}
    for goal in open_to(battle, creature.side):
        if (
            burdens is not None
            and goal.creature not in borne
            and creature in _bearers(battle, goal)
        ):
            named = world[goal.creature or ""]
            things = (*creature.carried.things, (named.id, burdens.pounds(battle, named)))
            hindered = burdens.states(creature, burdens.under(creature, things))
            if not battle.able(named) and not hindered:
                yield named


def open_to(battle: Battle, side: str) -> list[Goal]:
    """The goals that a side can still meet: somebody is left who may do it."""
    return [goal for goal in battle.world.goals if goal.side == side and _who(battle, goal)]


def met_now(battle: Battle, told: Iterable[Event] = ()) -> list[Event]:
    """The end of the battle by a goal that what has just happened meets; nothing without one."""
    found = enumerate(battle.world.goals)
    return _won(battle, [one for one in found if not KINDS[one[1].kind].by_round], told)


def round_ended(battle: Battle) -> list[Event]:
    """What the end of a round does for goals: holds that go on or are broken, and one that is met.

    The last event ends the battle if one is.
    """
    if not battle.world.clock.round:
        return []
    told: list[Event] = []
    judged = []
    for number, goal in enumerate(battle.world.goals):
        kind, rounds = KINDS[goal.kind], goal.held
        if kind.held is not None:
            rounds = goal.held + 1 if kind.held(battle, goal) else 0
        if rounds != goal.held:
            told.append(GoalHeld(goal.side, number, rounds))
        if kind.by_round:
            judged.append((number, attrs.evolve(goal, held=rounds)))
    return [*told, *_won(battle, judged)]


def _won(battle: Battle, judged: list[tuple[int, Goal]], told: Iterable[Event] = ()) -> list[Event]:
    for number, goal in judged:
        if KINDS[goal.kind].met(battle, goal, told) and _who(battle, goal):
            return [GoalMet(goal.side, number), BattleEnded(goal.side)]
    return []


@attrs.frozen
class Progress:
    """How far a goal is met.

    ``number``: its place among the goals of the battle, from 0; ``rounds``: of those that it asks
    for, how many are over (of a hold, on end); ``open``: whether it can still be met.
    """

    number: int
    goal: Goal
    rounds: int
    open: bool


def progress(battle: Battle, side: str | None = None) -> tuple[Progress, ...]:
    """How far the goals of a side are met, or those of all for None, in the scenario's order."""
    world, found = battle.world, []
    for number, goal in enumerate(world.goals):
        if side in (None, goal.side):
            over = goal.held
            if KINDS[goal.kind].by_round and KINDS[goal.kind].held is None:
                over = min(goal.rounds, max(0, world.clock.round - (not goal.met)))
            found.append(Progress(number, goal, over, bool(_who(battle, goal))))
    return tuple(found)


def places(battle: Battle, creature: Creature, *, at_once: bool = False) -> frozenset[Cell]:
    """The cells on which a creature serves a goal of its side by standing there.

    So does the friend who carries it. ``at_once``: only those where it meets one by that.
    """
    there = {creature.id, *creature.carried.ids}
    return frozenset(
        cell
        for goal in battle.world.goals
        if goal.cells and not (at_once and KINDS[goal.kind].by_round)
        if not there.isdisjoint(one.id for one in _who(battle, goal))
        for cell in goal.cells
    )


def prey(battle: Battle, side: str) -> frozenset[str]:
    """The creatures that a side has to put out of the fight."""
    found = open_to(battle, side)
    return frozenset(g.creature for g in found if g.creature and KINDS[g.kind].prey)
