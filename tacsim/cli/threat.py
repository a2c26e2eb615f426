"""``tacsim threat``: the cells that a creature threatens."""

from __future__ import annotations

import click

from tacsim.cli.calls import SCENARIO, as_json, as_list, begun, counted, draw, drawn_here, put
from tacsim.i18n import _


@click.command(
    "threat",
    help=_("List the cells that a CREATURE of a SCENARIO threatens where it is set up.")
    + " "
    + _("In fog this is so whether anybody sees it or not.")
    + "\n\n"
    + _("At a terminal they are drawn on the map, unless --plain is given."),
    short_help=_("The cells that a creature threatens."),
)
@click.argument("scenario", type=SCENARIO)
@click.argument("creature")
@as_list
@as_json
def command(scenario: str, creature: str, plain: bool, machine: bool) -> None:
    """Answer the cells, sorted."""
    battle = begun(scenario, creature)
    cells, clauses = battle.threat(creature), battle.threat_clauses(creature)
    if machine:
        listed = [list(place) for place in cells]
        put({"creature": creature, "cells": listed, "clauses": list(clauses)})
        return
    if drawn_here(plain=plain):
        from tacsim.view.maps.drawn import threat_map

        draw(threat_map(battle.rules, battle[creature], cells))
    said = counted(cells, listed=not drawn_here(plain=plain))
    click.echo(f"{said}  [{', '.join(clauses)}]" if clauses else said)
