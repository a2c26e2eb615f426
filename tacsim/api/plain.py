"""Options, refusals and forecasts as JSON has them."""

from __future__ import annotations

from typing import Any

from tacsim.api.battle import Battle
from tacsim.api.intended import table_of
from tacsim.core.intents import Move
from tacsim.core.verdicts import Refused
from tacsim.rules.choices import Family, Option
from tacsim.rules.forecast import Forecast, Opportunity, TooManyError
from tacsim.rules.goals import Progress
from tacsim.rules.movement.reachable import Row


def row_of(row: Row) -> dict[str, Any]:
    """A place within reach, as ``moves`` tells it; its chance where the way takes checks."""
    told: dict[str, Any] = {
        "at": list(row.at),
        "extent": list(row.extent),
        "cost": row.cost,
        "squeezing": row.squeezing,
        "can_stop": row.can_stop,
        "provokes": list(row.provokes),
        "path": [list(place) for place in row.path],
    }
    return {**told, "chance": _rounded(row.chance)} if row.chance < 1 else told


def choices_of(battle: Battle, *, forecasts: bool = False) -> dict[str, Any]:
    """Everything that whoever decides may do, as ``choices`` tells it.

    Moves are one option for each mode, with the budget and every place; with ``forecasts`` a place
    on the way to which somebody may strike, or a check may fail, has its own.
    """
    found = battle.choices()
    moves = [_family(battle, family, forecasts=forecasts) for family in found.families]
    rest = (option for option in found if not isinstance(option.intent, Move))
    return {
        "creature": found.actor.id,
        "options": [*moves, *(_option(battle, option, forecasts=forecasts) for option in rest)],
        "refused": [
            {
                "intent": table_of(barred.intent),
                "reason": barred.refusal.reason.value,
                "clause": barred.refusal.clause,
            }
            for barred in found.refused
        ],
        **({"goals": [_goal(one) for one in found.goals]} if found.goals else {}),
    }


def _goal(progress: Progress) -> dict[str, Any]:
    """A goal of the side with how far it is, and with what its kind asks for."""
    goal = progress.goal
    told: dict[str, Any] = {"goal": progress.number, "side": goal.side, "kind": goal.kind}
    if goal.cells:
        told["cells"] = [list(cell) for cell in goal.cells]
    if goal.creature is not None:
        told["creature"] = goal.creature
    if goal.rounds:
        told |= {"rounds": goal.rounds, "done": progress.rounds}
    return {**told, "open": progress.open}


def _family(battle: Battle, family: Family, *, forecasts: bool) -> dict[str, Any]:
    first, rows = family.options[0], []
    options = {
        (one.intent.path, one.intent.extents): one
        for one in family.options
        if isinstance(one.intent, Move)
    }
    for row in family.rows:
        told = row_of(row)
        bodies = row.bodies[1:]
        way = tuple(body.at for body in bodies), tuple(body.extent for body in bodies)
        if forecasts and (row.provokes or row.chance < 1) and way in options:
            told["forecast"] = forecast_of(battle, options[way])
        rows.append(told)
    return {
        "intent": {"intent": "move", "mode": family.mode.name},
        "cost": dict(first.cost),
        "clauses": list(first.clauses),
        "budget": family.budget,
        "cells": rows,
    }


def _option(battle: Battle, option: Option, *, forecasts: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "intent": table_of(option.intent),
        "cost": dict(option.cost),
        "clauses": list(option.clauses),
    }
    if forecasts:
        told["forecast"] = forecast_of(battle, option)
    return told


def forecast_of(battle: Battle, option: Option) -> dict[str, Any] | None:
    """What an option brings; what does not apply is left out. None: more than can be counted.

    ``hit`` and ``critical`` are those of its first attack; ``damage`` is the mean of the hit points
    that others lose, ``fells`` the chance that its target goes down, or with none anybody else.
    """
    try:
        found = battle.forecast(option)
    except TooManyError:
        return None
    if isinstance(found, Refused):
        return None
    actor, target = option.intent.actor, getattr(option.intent, "target", None)
    own = [one for one in found.attacks if one.actor == actor and not one.opportunity]
    lost = {name: mean for name, mean in found.damage.items() if name != actor}
    told: dict[str, Any] = {}
    if own:
        told |= {"hit": _rounded(own[0].hit), "critical": _rounded(own[0].critical)}
    if own or lost:
        downs = {name: chance for name, chance in found.downs.items() if name != actor}
        falls = downs.get(target, 0.0) if target is not None else max(downs.values(), default=0.0)
        told |= {"damage": _rounded(sum(lost.values())), "fells": _rounded(falls)}
    if found.opportunities:
        told["provokes"] = [_given(one, found) for one in found.opportunities]
    if found.checks:
        told["chances"] = _chances(found, actor)
    if found.later is not None:
        told["later"] = {
            "rounds": found.later.rounds, "chances": _chances(found.later.forecast, actor)
        }  # fmt: skip
    if found.in_vain is not None:
        told["in_vain"] = {
            "reason": found.in_vain.reason.value, "clause": found.in_vain.clause,
        }  # fmt: skip

    if found.speed is not None:
        told["speed"] = found.speed
    if found.hindered:
        told["hindered"] = found.hindered
    if found.goals:
        told["goals"] = {str(goal): _rounded(chance) for goal, chance in found.goals.items()}
    return told


def _chances(found: Forecast, actor: str | None) -> dict[str, float]:
    """The chance of each check by what is checked, and by whom if not by whoever acts."""
    return {
        one.what if one.actor == actor else f"{one.what} of {one.actor}": _rounded(one.passed)
        for one in found.checks
    }


def _given(given: Opportunity, found: Forecast) -> dict[str, Any]:
    """An opportunity attack: by whom, where, its chance to hit, and its mean damage if made."""
    attacks = (one for one in found.attacks if one.opportunity and one.actor == given.by)
    attack = next(attacks, None)
    told: dict[str, Any] = {"by": given.by, "cell": list(given.cell)}
    if attack is not None:
        told |= {"hit": _rounded(attack.hit), "damage": _rounded(attack.damage)}
    return told


def _rounded(value: float) -> float:
    return round(value, 6)


__all__ = ["choices_of", "forecast_of", "row_of"]
