"""``tacsim threat``: the cells that a creature threatens."""

from __future__ import annotations

import click

from tacsim.cli.calls import as_json, creature_named, picture, put, scenario_named
from tacsim.i18n import _


@click.command(
    "threat",
    help=_("List the cells that a CREATURE of a SCENARIO threatens where it is set up."),
    short_help=_("The cells that a creature threatens."),
)
@click.argument("scenario")
@click.argument("creature")
@as_json
def command(scenario: str, creature: str, machine: bool) -> None:
    """Answer the cells, sorted."""
    from tacsim.content.setup import begin
    from tacsim.rules.combat.threat import threat_clauses, threatened

    found = scenario_named(scenario)
    name = creature_named(found, creature)
    battle = begin(found, seed=0)
    who = battle.world[name]
    cells = sorted(threatened(battle, who)) if battle.able(who) else []
    clauses = threat_clauses(battle, who)
    if machine:
        listed = [list(place) for place in cells]
        put({"creature": name, "cells": listed, "clauses": list(clauses)})
        return
    own = dict.fromkeys(who.body.cells, who.identity.glyph)
    for row in picture(cells, own, found.field.topology):
        click.echo(row)
    words = " ".join(",".join(map(str, place)) for place in cells)
    said = _("{count} cells: {cells}").format(count=len(cells), cells=words)
    click.echo(f"{said}  [{', '.join(clauses)}]" if clauses else said)
