"""Parties of one's own: creatures out of a file that take the heroes' place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

import attrs

from tacsim.content.checks import check_file
from tacsim.content.documents import Document, read_document
from tacsim.content.faults import ContentError, Fault
from tacsim.content.generate.sides import Recruit
from tacsim.content.library import kind_of
from tacsim.content.parties import MOST, whole
from tacsim.content.roster import WOUNDS
from tacsim.content.scenarios import scenario_from
from tacsim.i18n import _
from tacsim.rulesets import content
from tacsim.rulesets.schema import said

LEFT_BEHIND = ("at", "side", "behaviour", "initiative", WOUNDS)
"""What of a creature's table belongs to the battle that it comes from."""


@attrs.frozen
class Party:
    """Creatures, with the entries and weapons that are none of the ruleset's."""

    members: tuple[Recruit, ...]
    lore: Mapping[str, Mapping[str, Any]]


def read_party(path: FilePath, ruleset: str) -> Party:
    """The party of a file of one, of a scenario's first side, or each entry of a bestiary once.

    Errors: ContentError for a file that cannot be read or has faults, or is for other rules.
    """
    document = read_document(path)
    faults = check_file(path)
    if faults:
        raise ContentError(faults)
    found = document.tables.get("ruleset")
    if found != ruleset and (found is not None or "side" in document.tables):
        words = said(_("is for the rules of {value}, not of {ruleset}"), found, ruleset=ruleset)
        raise ContentError([Fault(document.file, 0, "ruleset", words)])
    if kind_of(document.tables) == "party":
        party = party_of(document.tables)
    elif "creature" in document.tables:
        party = _of_scenario(document, path, ruleset)
    else:
        party = _of_bestiary(document, ruleset)
    if not 0 < len(party.members) <= MOST:
        words = _("a party is 1 to {most} strong, not {n}")
        text = words.format(most=MOST, n=len(party.members))
        raise ContentError([Fault(document.file, 0, "", text)])
    return party


def party_of(tables: Mapping[str, Any]) -> Party:
    """The party of the tables of its file, which have no faults."""
    lore = {key: tables[key] for key in ("bestiary", "weapon") if key in tables}
    kinds, ruleset = lore.get("bestiary", {}), tables["ruleset"]
    return Party(
        tuple(Recruit(one, whole(ruleset, one, kinds)) for one in tables["creature"]), lore
    )


def _of_scenario(document: Document, path: FilePath, ruleset: str) -> Party:
    """The first side of a scenario."""
    scenario, faults = scenario_from(document, path.parent)
    if scenario is None:
        raise ContentError(faults)
    rules, source = content(ruleset), scenario.source
    side = source["side"][0]["id"]
    members = []
    for table in source["creature"]:
        if table["side"] == side:
            kept = {key: value for key, value in table.items() if key not in LEFT_BEHIND}
            entry = rules.merged(source["bestiary"][table["kind"]], kept)
            members.append(Recruit(kept, entry))
    return Party(tuple(members), _own(document))


def _of_bestiary(document: Document, ruleset: str) -> Party:
    """Every entry of a bestiary, once."""
    tables = {key: one for key, one in document.tables.items() if isinstance(one, Mapping)}
    weapons = {key: one for key, one in tables.items() if "hands" in one}
    entries = {key: one for key, one in tables.items() if key not in weapons}
    rules = content(ruleset)
    members = tuple(
        Recruit({"id": key, "kind": key}, rules.merged(one, {})) for key, one in entries.items()
    )
    return Party(members, {"bestiary": entries, "weapon": weapons})


def _own(document: Document) -> Mapping[str, Mapping[str, Any]]:
    """The entries and weapons that a scenario brings along."""
    return {key: document.tables[key] for key in ("bestiary", "weapon") if key in document.tables}
