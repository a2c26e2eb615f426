"""``tacsim compare``: one scenario under several rulesets, fought many times by AI."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any

import click

from tacsim.cli.calls import UnusableError, as_json, known, put, scenario_named, table
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.content.records import Scenario
    from tacsim.session.trials import Fight

MAX_ROUNDS = 100
MOST_BATTLES = 100_000


@click.command(
    "compare",
    help=_("Fight a SCENARIO many times by AI under several rulesets, and compare who wins.")
    + "\n\n"
    + _("Creatures become those of the same name, or those named in [kinds.RULESET]; what else the")
    + " "
    + _("scenario changes in them is left out under another ruleset than its own."),
    short_help=_("Fight a scenario under several rulesets, many times."),
)
@click.argument("scenario")
@click.option(
    "--rulesets",
    metavar="A,B,...",
    help=_("The rulesets to compare (all that are played on its kind of grid)."),
)
@click.option(
    "--battles",
    type=click.IntRange(1, MOST_BATTLES),
    default=100,
    show_default=True,
    metavar="N",
    help=_("How many battles to fight under each."),
)
@click.option(
    "--seed",
    type=click.IntRange(-(2**62), 2**62),
    metavar="N",
    help=_("The seed of the first battle, each next one having the next (the scenario's, or 0)."),
)
@as_json
def command(
    scenario: str, rulesets: str | None, battles: int, seed: int | None, machine: bool
) -> None:
    """Answer wins, rounds and damage, ruleset by ruleset."""
    from tacsim.session.trials import fights

    found = scenario_named(scenario)
    first = seed if seed is not None else found.seed or 0
    rounds = found.max_rounds or MAX_ROUNDS
    versions = [_version(scenario, found, name) for name in _wanted(found, rulesets)]
    try:
        rows = [
            _row(version, fights(version, range(first, first + battles), rounds))
            for version in versions
        ]
    except ValueError as error:
        raise UnusableError(f"{scenario}: {error}") from None
    if machine:
        put({"scenario": scenario, "seed": first, "battles": battles, "rulesets": rows})
    else:
        _print(found, rows)


def _wanted(scenario: Scenario, text: str | None) -> list[str]:
    """The rulesets asked for, each once; else all that are played on the scenario's grid."""
    from tacsim.rulesets import RULESETS, content

    if text is None:
        grid = scenario.field.topology
        return [name for name in RULESETS if grid in content(name).topologies]
    names = dict.fromkeys(name.strip() for name in text.split(","))
    return [known(_("ruleset"), name, RULESETS) for name in names]


def _version(file: str, scenario: Scenario, ruleset: str) -> Scenario:
    """The scenario under a ruleset; UnusableError with the creatures without a counterpart."""
    from tacsim.content.counterparts import strangers, under
    from tacsim.rulesets import content

    grid = scenario.field.topology
    if grid not in content(ruleset).topologies:
        words = _("{file}: {grid} grids are not played under {ruleset}")
        raise UnusableError(words.format(file=file, grid=grid, ruleset=ruleset))
    lost = strangers(scenario, ruleset)
    if lost:
        words = _("{file}: {ruleset} has no counterpart of {names}; name some in [kinds.{ruleset}]")
        names = ", ".join(f"{name} ({kind})" for name, kind in lost)
        raise UnusableError(words.format(file=file, ruleset=ruleset, names=names))
    return under(scenario, ruleset)


def _row(scenario: Scenario, found: list[Fight]) -> dict[str, Any]:
    """What came of the battles under one ruleset."""
    from tacsim.session.trials import wilson

    count = len(found)
    sides = []
    for side in scenario.sides:
        wins = sum(fight.winner == side.id for fight in found)
        sides.append({
            "side": side.id,
            "wins": wins,
            "rate": round(wins / count, 4),
            "interval": [round(bound, 4) for bound in wilson(wins, count)],
            "damage": round(fmean(fight.damage[side.id] for fight in found), 2),
        })  # fmt: skip
    return {
        "ruleset": scenario.ruleset,
        "undecided": sum(fight.winner is None for fight in found),
        "rounds": round(fmean(fight.rounds for fight in found), 2),
        "sides": sides,
    }


def _print(scenario: Scenario, rows: list[dict[str, Any]]) -> None:
    names = {side.id: side.name for side in scenario.sides}
    lines = [
        (
            row["ruleset"],
            names[side["side"]],
            side["wins"],
            f"{side['rate']:.0%}",
            "{:.0%} - {:.0%}".format(*side["interval"]),
            row["undecided"],
            f"{row['rounds']:.1f}",
            f"{side['damage']:.1f}",
        )
        for row in rows
        for side in row["sides"]
    ]
    headings = (
        _("ruleset"), _("side"), _("wins"), _("rate"), _("95 % interval"), _("undecided"),
        _("rounds"), _("damage"),
    )  # fmt: skip
    table(lines, headings)
