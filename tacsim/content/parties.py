"""Parties: files of characters, which are the creatures of a scenario without sides and places."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.content.documents import Document
from tacsim.content.faults import Fault
from tacsim.content.roster import check_entry, read_lore, repeated
from tacsim.i18n import N_
from tacsim.rulesets import RULESETS, RulesetContent, content
from tacsim.rulesets.book import Entry
from tacsim.rulesets.schema import Anything, Each, Id, Schema, Table, Text, Whole, Word

MOST = 12
"""The most creatures of a party."""


def member_form(rules: RulesetContent) -> Table:
    """The form of a character of a party."""
    fields: Mapping[str, Schema] = {"id": Id(), "kind": Word(N_("creature"), of="kinds")}
    whole = rules.creature_schema.with_fields(fields, *fields)
    own = {key: form for key, form in whole.fields.items() if key != "initiative"}
    return Table(own, whole.required)


def party_form(members: Schema, kinds: Schema, weapons: Schema) -> Table:
    """The form of a party, given those of its parts."""
    return Table(
        {
            "format": Whole(1, 1),
            "name": Text(),
            "ruleset": Word(N_("ruleset"), tuple(RULESETS)),
            "creature": Each(members, most=MOST, least=1),
            "bestiary": kinds,
            "weapon": weapons,
        },
        frozenset({"ruleset", "creature"}),
    )


def party_faults(document: Document) -> list[Fault]:
    """What is wrong with a party."""
    other = Anything()
    faults = document.check(party_form(other, other, other), {})
    ruleset = document.tables.get("ruleset")
    if faults or not isinstance(ruleset, str):
        return faults
    rules = content(ruleset)
    lore, faults = read_lore(document, rules, {}, rules.topologies[0])
    form, words = member_form(rules), lore.words()
    for index, table in enumerate(document.tables["creature"]):
        kind = table.get("kind") if isinstance(table, Mapping) else None
        base = lore.kinds.get(kind, {}) if isinstance(kind, str) else {}
        faults += check_entry(document, ("creature", index), form, rules, words, base)
    return faults + repeated(document, "creature")


def whole(ruleset: str, table: Entry, kinds: Mapping[str, Entry]) -> Entry:
    """All that a table of a character says, with the entry that it changes."""
    rules = content(ruleset)
    kind = table["kind"]
    return rules.merged(kinds[kind] if kind in kinds else rules.bestiary[kind], table)
