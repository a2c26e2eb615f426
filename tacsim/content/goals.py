"""Goals: from the tables ``[[goal]]`` to what each side has to do to win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tacsim.content.documents import Document
from tacsim.content.faults import Fault
from tacsim.content.records import Combatant
from tacsim.content.worlds import build_world
from tacsim.core.components import Goal, Side
from tacsim.core.dice import SeededDice
from tacsim.core.terrain import Battlefield
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import N_, _
from tacsim.rules.battle import Battle
from tacsim.rules.goals import KINDS, may_be_borne
from tacsim.rules.movement.steps import Mover
from tacsim.rules.ruleset import Ruleset
from tacsim.rulesets.schema import Anything, Coordinates, Each, Schema, Table, Whole, Word, said
from tacsim.rulesets.variants import Variants

GOALS = 100
CELLS = 1000
ROUNDS = 1000
"""The most goals of a scenario, cells of one, and rounds that one may ask for."""


def read_goals(
    document: Document, sides: Iterable[str], creatures: Iterable[str], axes: int, between: str
) -> tuple[dict[int, Goal], list[Fault]]:
    """The sound goals by their place in the document's list, and what is wrong with others.

    ``between``: the clause by which there is nothing between cells, if there is one.
    """
    tables = document.tables.get("goal", [])
    faults = document.faults(Each(Anything(), most=GOALS).problems(tables, {}, ("goal",)))
    if faults:
        return {}, faults
    words = {"sides": list(sides), "creatures": list(creatures)}
    form = goal_form(axes, between)
    goals = {}
    for index, table in enumerate(tables):
        found = document.check(form, words, ("goal", index))
        faults += found
        if not found:
            cells = dict.fromkeys(tuple(cell) for cell in table.get("cells", ()))
            goals[index] = Goal(
                table["side"], table["kind"], tuple(cells), table.get("creature"),
                table.get("rounds", 0),
            )  # fmt: skip
    return goals, faults


def goal_form(axes: int, between: str) -> Variants:
    """The form of a ``[[goal]]`` table."""
    fields: dict[str, Schema] = {
        "side": Word(N_("side"), of="sides"),
        "cells": Each(Coordinates(axes, between=between), most=CELLS, least=1),
        "creature": Word(N_("creature"), of="creatures"),
        "rounds": Whole(1, ROUNDS),
    }
    forms = {
        name: Table(
            {key: fields[key] for key in ("side", *kind.needs, *kind.may)},
            frozenset({"side", *kind.needs}),
        )
        for name, kind in KINDS.items()
    }
    return Variants("kind", N_("kind of goal"), forms)


def goal_faults(
    document: Document,
    goals: Mapping[int, Goal],
    sides: tuple[Side, ...],
    combatants: Iterable[Combatant],
    field: Battlefield,
    ruleset: Ruleset,
) -> list[Fault]:
    """What is wrong with goals once everybody is in place.

    A creature on the wrong side, or out of the fight; cells where nobody who should can stand; what
    is done before the battle begins. ``goals`` are keyed by their place in the document's list.
    """
    battle = Battle(build_world(field, sides, combatants), ruleset, SeededDice(0))
    faults = []
    for index, goal in goals.items():
        for place, message in _problems(battle, goal):
            faults.append(document.fault(("goal", index, *place), message))
    return faults


def _problems(battle: Battle, goal: Goal) -> Iterator[tuple[tuple[str | int, ...], str]]:
    world, creature = battle.world, goal.creature
    if creature is not None:
        friendly = world.sides.friendly(goal.side, world[creature].side)
        if KINDS[goal.kind].prey and friendly:
            yield (
                ("creature",),
                said(_('{value} is no enemy of "{side}"'), creature, side=goal.side),
            )
            return
        if not KINDS[goal.kind].prey and world[creature].side != goal.side:
            yield ("creature",), said(_('{value} is not of "{side}"'), creature, side=goal.side)
            return
        if not battle.able(world[creature]) and not may_be_borne(battle, goal):
            yield (
                ("creature",),
                said(_("{value} is out of the fight already"), creature),
            )
            return
    able = [c for c in battle.standing() if c.side == goal.side and creature in (None, c.id)]
    if creature is not None and not able:  # somebody of its side carries it
        able = list(battle.friends(world[creature]))
    for number, cell in enumerate(goal.cells):
        if cell not in world.field:
            yield ("cells", number), _("{cell} is not on the map").format(cell=list(cell))
        elif not any(may_stand(battle, one, cell) for one in able):
            yield (
                ("cells", number),
                _("nobody who should can stand at {cell}").format(cell=list(cell)),
            )
        elif not KINDS[goal.kind].by_round and any(cell in one.body.cells for one in able):
            yield (
                ("cells", number),
                _("the goal is met from the start at {cell}").format(cell=list(cell)),
            )


def may_stand(battle: Battle, creature: Creature, cell: Cell) -> bool:
    """Whether a creature can stand with some part of its body in a cell, whoever is around."""
    if not battle.ruleset.passage.ground(battle, creature).stop[cell[::-1]]:
        return False
    if len(cell) < 3:
        return True
    mover, extent = Mover(battle, creature, frozenset()), creature.body.extent
    bodies = (
        Body(tuple(a - b for a, b in zip(cell, offset, strict=True)), extent)
        for offset in Body((0,) * len(cell), extent).cells
    )
    return any(
        all(part in battle.world.field for part in body.cells) and not mover.falls(body)
        for body in bodies
    )
