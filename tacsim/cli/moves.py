"""``tacsim moves``: where a creature could move, and at what cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import (
    NO,
    UnusableError,
    as_json,
    creature_named,
    known,
    put,
    scenario_named,
    table,
)
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.core.verdicts import Refused
    from tacsim.rules.movement.reachable import Row


@click.command(
    "moves",
    help=_("List where a CREATURE of a SCENARIO could move, at what cost and by which way.")
    + "\n\n"
    + _("Its turn is taken to be just beginning, everybody having acted once.")
    + " "
    + _("Of each body that it may have at a place the cheapest way is told."),
    short_help=_("Where a creature could move, and at what cost."),
)
@click.argument("scenario")
@click.argument("creature")
@click.option(
    "--mode",
    default="walk",
    show_default=True,
    metavar="MODE",
    help=_("How: walk, double, run, charge, withdraw, five_foot_step ..."),
)
@as_json
@click.pass_context
def command(ctx: click.Context, scenario: str, creature: str, mode: str, machine: bool) -> None:
    """Answer one row for each place and extent: the cheapest way to be there so."""
    from tacsim.content.setup import begin
    from tacsim.core.verdicts import Reason, Refused, refuse
    from tacsim.rules.movement.reachable import reachable
    from tacsim.session.poised import poised
    from tacsim.view.reasons import sentence

    found = scenario_named(scenario)
    name = creature_named(found, creature)
    battle = begin(found, seed=0)
    if mode not in battle.ruleset.modes:
        known(_("mode"), mode, battle.ruleset.modes)
        raise UnusableError(mode)
    who = battle.world[name]
    if battle.able(who):
        answer = reachable(poised(battle, name), who, mode)
    else:
        answer = refuse(Reason.INCAPABLE, battle.ruleset.clause("turn"))
    if isinstance(answer, Refused):
        _refuse(name, answer, sentence(answer, battle.world), machine=machine)
        ctx.exit(NO)
    budget, rows = answer
    if machine:
        put({"creature": name, "budget": budget, "cells": [_plain(row) for row in rows]})
        return
    click.echo(_("{name}: {budget} cells to go").format(name=name, budget=budget))
    table([_texts(row) for row in rows], (_("cost"), _("at"), _("way"), _("remarks")))


def _refuse(name: str, refusal: Refused, message: str, *, machine: bool) -> None:
    if machine:
        put({
            "creature": name,
            "refused": refusal.reason.value,
            "clause": refusal.clause,
            "message": message,
        })  # fmt: skip
    else:
        click.echo(f"{message}  [{refusal.clause}]")


def _plain(row: Row) -> dict[str, object]:
    return {
        "at": list(row.at),
        "extent": list(row.extent),
        "cost": row.cost,
        "squeezing": row.squeezing,
        "can_stop": row.can_stop,
        "provokes": list(row.provokes),
        "path": [list(place) for place in row.path],
    }


def _texts(row: Row) -> tuple[object, ...]:
    remarks = []
    if row.squeezing:
        remarks.append(_("squeezing"))
    if not row.can_stop:
        remarks.append(_("cannot stop there"))
    if row.provokes:
        remarks.append(_("provokes {names}").format(names=", ".join(row.provokes)))
    way = " ".join(",".join(map(str, place)) for place in row.path)
    return row.cost, ",".join(map(str, row.at)), way, "; ".join(remarks)
