"""``tacsim moves``: where a creature could move, and at what cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import (
    NO,
    SCENARIO,
    as_json,
    as_list,
    begun,
    draw,
    drawn_here,
    known,
    put,
    table,
)
from tacsim.i18n import _, ngettext

if TYPE_CHECKING:
    from tacsim import Refused
    from tacsim.api.battle import Row


@click.command(
    "moves",
    help=_("List where a CREATURE of a SCENARIO could move, at what cost and by which way.")
    + "\n\n"
    + _("Its turn is taken to be just beginning, everybody having acted once.")
    + " "
    + _("Of each body that it may have at a place the cheapest way is told.")
    + " "
    + _("In fog this rests on what its side perceives.")
    + "\n\n"
    + _("At a terminal they are drawn on the map, each with its cost, unless --plain is given."),
    short_help=_("Where a creature could move, and at what cost."),
)
@click.argument("scenario", type=SCENARIO)
@click.argument("creature")
@click.option(
    "--mode",
    default="walk",
    show_default=True,
    metavar="MODE",
    help=_("How: walk, double, run, charge, withdraw, five_foot_step ..."),
)
@as_list
@as_json
@click.pass_context
def command(
    ctx: click.Context, scenario: str, creature: str, mode: str, plain: bool, machine: bool
) -> None:
    """Answer one row for each place and extent: the cheapest way to be there so."""
    from tacsim.api.plain import row_of
    from tacsim.view.wording.reasons import sentence

    battle = begun(scenario, creature)
    known(_("mode"), mode, battle.modes)
    answer = battle.moves(creature, mode)
    if not isinstance(answer, tuple):
        _refuse(creature, answer, sentence(answer, battle.rules.world), machine=machine)
        ctx.exit(NO)
    budget, rows = answer
    if machine:
        put({"creature": creature, "budget": budget, "cells": [row_of(row) for row in rows]})
        return
    said = ngettext("{name}: {budget} cell to go", "{name}: {budget} cells to go", budget)
    said = said.format(name=creature, budget=budget)
    if drawn_here(plain=plain):
        from tacsim.view.maps.drawn import moves_map

        seen = battle.perceived(battle[creature].side)
        draw(moves_map(seen.rules, seen[creature], rows))
        click.echo(said)
    else:
        click.echo(said)
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


def _texts(row: Row) -> tuple[object, ...]:
    remarks = []
    if row.squeezing:
        remarks.append(_("squeezing"))
    if not row.can_stop:
        remarks.append(_("cannot stop there"))
    if row.chance < 1:
        remarks.append(_("{chance} % to get there").format(chance=round(row.chance * 100)))
    if row.provokes:
        remarks.append(_("provokes {names}").format(names=", ".join(row.provokes)))
    way = " ".join(",".join(map(str, place)) for place in row.path)
    return row.cost, ",".join(map(str, row.at)), way, "; ".join(remarks)
