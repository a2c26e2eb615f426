"""Goals in words: what a side has to do, and how far it is."""

from __future__ import annotations

from collections.abc import Sequence

from tacsim.core.components import Goal
from tacsim.core.terrain import Battlefield
from tacsim.core.world import World
from tacsim.grid.cells import Cell
from tacsim.i18n import _, known_as, ngettext
from tacsim.rules.goals import Progress
from tacsim.view.wording import words


def asked(goal: Goal, name: str, field: Battlefield | None = None) -> str:
    """What a goal asks for; ``name`` is that of its creature.

    A place goes by the label that the map ``field`` has on it, if there is just one.

    >>> asked(Goal("heroes", "hold", ((3, 4), (4, 4)), rounds=2), "")
    'hold (3,4) or (4,4) for 2 rounds'
    >>> asked(Goal("heroes", "survive", rounds=9), ""), asked(Goal("heroes", "slay"), "Ogre")
    ('survive 9 rounds', 'slay Ogre')
    """
    if goal.kind == "hold":
        text = ngettext("{what} for {n} round", "{what} for {n} rounds", goal.rounds)
        return text.format(what=_what(goal, name, field), n=goal.rounds)
    if goal.kind == "survive":
        text = ngettext("survive {n} round", "survive {n} rounds", goal.rounds)
        return text.format(n=goal.rounds)
    return _what(goal, name, field)


def so_far(
    progress: Progress, name: str, field: Battlefield | None = None, *, lost: bool = False
) -> str:
    """What a goal asks for and how far it is; ``lost``: whether to say that it is out of reach.

    >>> so_far(Progress(0, Goal("heroes", "survive", rounds=9), 4, open=True), "")
    'survive: 4 of 9 rounds'
    """
    goal = progress.goal
    text = _what(goal, name, field)
    if goal.rounds:
        counted = ngettext("{n} of {rounds} round", "{n} of {rounds} rounds", goal.rounds)
        text += ": " + counted.format(n=progress.rounds, rounds=goal.rounds)
    if goal.met:
        return _("{goal} (met)").format(goal=text)
    return _("{goal} (lost)").format(goal=text) if lost and not progress.open else text


def _what(goal: Goal, name: str, field: Battlefield | None) -> str:
    if goal.kind == "slay":
        return _("slay {name}").format(name=name)
    if goal.kind == "survive":
        return _("survive")
    cells = known_as(field.named(goal.cells) if field is not None else "") or _cells(goal.cells)
    if goal.kind == "hold":
        return _("hold {cells}").format(cells=cells)
    if goal.creature is not None:
        return _("{name} reaches {cells}").format(name=name, cells=cells)
    return _("reach {cells}").format(cells=cells)


def _cells(cells: Sequence[Cell]) -> str:
    """Cells of which one will do: one or two, the ends of a block, or one and how many more."""
    low, high = (tuple(map(end, zip(*cells, strict=True))) for end in (min, max))
    count = 1
    for a, b in zip(low, high, strict=True):
        count *= b - a + 1
    if len(cells) == 1:
        return words.place(cells[0])
    if len(cells) == 2:
        return _("{one} or {other}").format(one=words.place(low), other=words.place(high))
    if count == len(cells):
        return _("{first} to {last}").format(first=words.place(low), last=words.place(high))
    return _("{cell} or one of {n} more").format(cell=words.place(cells[0]), n=len(cells) - 1)


def creature_of(world: World, goal: Goal) -> str:
    """The name of a goal's creature, which everybody knows; empty where it names none."""
    return words.name_of(world, goal.creature) if goal.creature is not None else ""


def met(world: World) -> str:
    """The goal by which the battle was won, with its side; empty where there is none.

    >>> from tacsim.core.components import Goals, Side, Sides
    >>> from tacsim.core.terrain import make_battlefield
    >>> world = World(make_battlefield("..."), Sides((Side("h", "Heroes", "human"),)))
    >>> world.put(None, Goals((Goal("h", "survive", rounds=3, met=True),)))
    >>> met(world)
    'Heroes, goal met: survive 3 rounds'
    """
    return next((won_by(world, n) for n, goal in enumerate(world.goals) if goal.met), "")


def won_by(world: World, number: int) -> str:
    """That a goal was met, and whose it is."""
    goal, text = world.goals[number], _("{side}, goal met: {goal}")
    name = known_as(world.sides[goal.side].name)
    return text.format(side=name, goal=asked(goal, creature_of(world, goal), world.field))
