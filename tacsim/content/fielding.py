"""Fielding: a party takes the place of a side's creatures, in the scenario's own terms."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import attrs

from tacsim.content.characters import Party
from tacsim.content.faults import ContentError
from tacsim.content.kinds import FIELD
from tacsim.content.parties import whole
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.roster import told_apart
from tacsim.content.statblocks.shared import apart
from tacsim.i18n import _
from tacsim.rulesets import content


@attrs.frozen
class Fielded:
    """A scenario with a party on a side, and by their names who is not as one would think.

    ``left_out``: those of the party for whom there is no creature or no room; ``staying``: the
    side's creatures whom a goal is about.
    """

    scenario: Scenario
    left_out: tuple[str, ...] = ()
    staying: tuple[str, ...] = ()


def fielded(scenario: Scenario, side: str, party: Party) -> Fielded:
    """The same scenario with a party where the creatures of a side stand.

    The first of the party stands where the first of the side stood; who has no room there stands
    at the next place that has. What the script and the table of kinds say of those who are gone is
    left out.
    Errors: ValueError for a party of other rules, of weapons that are others in this scenario, and
    where nobody finds a place.
    """
    if party.ruleset != scenario.ruleset:
        raise ValueError(_("{party} is a party of other rules.").format(party=party.name))
    plain = to_plain(scenario)
    about = {goal.get("creature") for goal in plain.get("goal", ())}
    rows = [one for one in plain["creature"] if one["side"] == side]
    places = [one for one in rows if one["id"] not in about]
    gone = {one["id"] for one in places}
    others = [one for one in plain["creature"] if one["id"] not in gone]
    taken = [one["id"] for one in (*others, *plain.get("item", ()))]
    members = _joined(plain, party, taken, side)
    plain["do"] = [step for step in plain.get("do", ()) if not _names(step, gone)]
    left = {*content(party.ruleset).bestiary, *(one["kind"] for one in others)}
    plain[FIELD] = {
        ruleset: {kind: other for kind, other in table.items() if kind in left}
        for ruleset, table in plain.get(FIELD, {}).items()
    }
    found, stood = _placed(plain, scenario.name, members, places)
    if found is None:
        raise ValueError(_("Nobody of {party} has room here.").format(party=party.name))
    left_out = tuple(one["name"] for one in members if one["id"] not in stood)
    staying = tuple(one["name"] for one in rows if one["id"] in about)
    return Fielded(found, left_out, staying)


def _joined(
    plain: dict[str, Any], party: Party, taken: list[str], side: str
) -> list[dict[str, Any]]:
    """The rows of a party, of other ids than are taken; its kinds and weapons join the scenario's.

    A kind that is another in the scenario gets another id.
    """
    rules, lore, members = content(party.ruleset), party.lore, list[dict[str, Any]]()
    kinds, weapons = plain["bestiary"], plain["weapon"]
    known = {**rules.weapons, **lore.get("weapon", {})}
    for table in party.members:
        entry = whole(party.ruleset, table, lore.get("bestiary", {}))
        for weapon in entry.get("weapons", ()):
            if weapons.setdefault(weapon, known[weapon]) != known[weapon]:
                text = _("{party} has a weapon that is another one in this battle: {weapon}.")
                raise ValueError(text.format(party=party.name, weapon=weapon))
        kind = table["kind"]
        own = lore.get("bestiary", {}).get(kind) or rules.bestiary[kind]
        if kinds.get(kind, own) != own:
            kind = next((key for key, one in kinds.items() if one == own), apart(kind, kinds))
        kinds[kind] = own
        called = apart(table["id"], [*taken, *(one["id"] for one in members)])
        name = table.get("name", entry["name"])
        members.append({**table, "id": called, "name": name, "kind": kind, "side": side})
    return members


def _placed(
    plain: dict[str, Any],
    name: str,
    members: list[dict[str, Any]],
    places: list[dict[str, Any]],
) -> tuple[Scenario | None, set[str]]:
    """The scenario with members where those of ``places`` stood, None with none; who of them is."""
    stood = dict(zip((one["id"] for one in places), members, strict=False))
    with suppress(ContentError):
        return _with(plain, name, stood, places), {one["id"] for one in stood.values()}
    found, stood = None, {}
    for member in members:
        for place in places:
            if place["id"] in stood:
                continue
            with suppress(ContentError):
                tried = {**stood, place["id"]: member}
                found, stood = _with(plain, name, tried, places), tried
                break
    return found, {one["id"] for one in stood.values()}


def _with(
    plain: Mapping[str, Any],
    name: str,
    stood: Mapping[str, Mapping[str, Any]],
    places: list[dict[str, Any]],
) -> Scenario:
    """The scenario with members in the place of creatures, by these; ContentError."""
    gone = {one["id"] for one in places}
    rows = [
        {**stood[row["id"]], "at": row["at"]} if row["id"] in stood else row
        for row in plain["creature"]
        if row["id"] in stood or row["id"] not in gone
    ]
    names = told_apart([row["name"] for row in rows])
    told = [{**row, "name": called} for row, called in zip(rows, names, strict=True)]
    return from_plain({**plain, "creature": told}, name)


def _names(value: object, ids: set[str]) -> bool:
    """Whether a value of a file names one of some creatures."""
    if isinstance(value, Mapping):
        return any(_names(one, ids) for one in value.values())
    if isinstance(value, list | tuple):
        return any(_names(one, ids) for one in value)
    return value in ids if isinstance(value, str) else False
