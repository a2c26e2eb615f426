"""Plain data: scenarios as dictionaries, lists, texts and numbers, for saves.

A save holds the scenario as its own file would, with the map and the entries of creatures and
weapons written into it; so it can be opened where the original files are not.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from tacsim.content.documents import saved_document
from tacsim.content.faults import ContentError, Fault
from tacsim.content.records import Scenario
from tacsim.content.scenarios import scenario_from
from tacsim.content.switches import Switches
from tacsim.core.clauses import MORALE, Switch
from tacsim.i18n import _
from tacsim.rulesets import content


def to_plain(scenario: Scenario) -> dict[str, Any]:
    """A scenario as plain data; ``from_plain`` makes an equal one of it."""
    return copy.deepcopy(dict(scenario.source))


def from_plain(plain: Mapping[str, Any], file: str = "save") -> Scenario:
    """The scenario of plain data; ContentError when it is none. ``file`` names it in faults."""
    if not isinstance(plain, Mapping):
        raise ContentError([Fault(file, 0, "", _("holds no scenario"))])
    scenario, faults = scenario_from(saved_document(plain, file))
    if scenario is None:
        raise ContentError(faults)
    return scenario


def switches_of(scenario: Scenario) -> tuple[Switch, ...]:
    """The switches of the scenario's ruleset."""
    return content(scenario.ruleset).switches


def presets_of(scenario: Scenario) -> dict[str, dict[str, bool]]:
    """Every switch as each preset of its ruleset has it, by name; first as they come."""
    return Switches(content(scenario.ruleset)).named


_SAME = frozenset({"id", "name", "kind", "side", "at", "hp", "wounds"})
"""What a creature may have of its own that makes it no other one."""


def hit_points(scenario: Scenario, side: str) -> tuple[int, int]:
    """The hit points of a side's creatures in all, and those that their kinds have.

    Those that differ from their kinds in more than that are not counted.
    """
    kinds = scenario.source["bestiary"]
    members = (one for one in scenario.source["creature"] if one["side"] == side)
    alike = [one for one in members if set(one) <= _SAME]
    usual = [kinds[one["kind"]]["hp"] for one in alike]
    return sum(one.get("hp", hp) for one, hp in zip(alike, usual, strict=True)), sum(usual)


def with_morale(scenario: Scenario, morale: bool | None) -> Scenario:
    """The same scenario where creatures may give up, or may not; None: as it is."""
    return scenario if morale is None else with_switches(scenario, {MORALE: morale})


def with_switches(scenario: Scenario, switches: Mapping[str, bool]) -> Scenario:
    """The same scenario under other switches; ContentError for unknown ones."""
    plain = to_plain(scenario)
    plain["rules"] = {**scenario.switches, **switches}
    return from_plain(plain, scenario.name)
