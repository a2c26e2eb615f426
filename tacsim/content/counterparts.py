"""Counterparts: a scenario as it would be under another ruleset.

The map is taken cell by cell, sides and goals stay as they are, and every creature becomes the
entry of the other bestiary with the name of its kind, or the one that ``[kinds.RULESET]`` names, be
it for the ruleset or for the kin that completes it. Of what the scenario changes in a creature only
what all rulesets have goes along: where it stands, whose it is, what it is called, its place in the
order, and the conditions that are known there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tacsim.content.kinds import FIELD
from tacsim.content.plain import from_plain
from tacsim.content.records import Scenario
from tacsim.rulesets import RulesetContent, content

WHOLE = ("format", "name", "seed", "about", "fog", "max_rounds", "map", "side", "item", "goal")
"""What goes along of the scenario."""
OWN = ("id", "side", "at", "name", "initiative", "behaviour")
"""What goes along of a creature, besides its kind and conditions."""


def strangers(scenario: Scenario, ruleset: str) -> tuple[tuple[str, str], ...]:
    """The creatures without a counterpart under a ruleset, each with its kind."""
    if ruleset == scenario.ruleset:
        return ()
    known = content(ruleset).bestiary
    return tuple(
        (one.id, one.kind)
        for one in scenario.creatures
        if _kind(scenario, ruleset, one.kind) not in known
    )


def under(scenario: Scenario, ruleset: str) -> Scenario:
    """A scenario under a ruleset; it is itself under its own.

    Errors: ContentError where it does not go, such as onto a map that the ruleset does not have, or
    with a creature that has no counterpart.
    """
    if ruleset == scenario.ruleset:
        return scenario
    there = content(ruleset)
    source = scenario.source
    plain = {key: source[key] for key in WHOLE if key in source}
    plain["ruleset"] = ruleset
    plain["creature"] = [_creature(scenario, there, table) for table in source["creature"]]
    return from_plain(plain, f"{scenario.name} ({ruleset})")


def _creature(
    scenario: Scenario, there: RulesetContent, table: Mapping[str, Any]
) -> dict[str, Any]:
    kept = {key: table[key] for key in OWN if key in table}
    kept["kind"] = _kind(scenario, there.id, table["kind"])
    if "conditions" in table:
        kept["conditions"] = [name for name in table["conditions"] if name in there.conditions]
    return kept


def _kind(scenario: Scenario, ruleset: str, kind: str) -> str:
    """What a kind is there: as the scenario says for the ruleset, for its kin, or by its name."""
    tables: Mapping[str, Mapping[str, str]] = scenario.source.get(FIELD, {})
    for name in (ruleset, content(ruleset).kin):
        if name is not None and kind in tables.get(name, {}):
            return tables[name][kind]
    return kind
