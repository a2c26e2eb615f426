"""Checks: the faults of a file of any kind."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as FilePath

from tacsim.content.documents import Document, read_document
from tacsim.content.faults import ContentError, Fault
from tacsim.content.library import kind_of, named_file
from tacsim.content.maps import Ground, read_map
from tacsim.content.parties import party_faults
from tacsim.content.roster import Lore, check_entry
from tacsim.content.scenarios import ground_of, scenario_from
from tacsim.i18n import N_, _
from tacsim.rulesets import RULESETS, content
from tacsim.rulesets.schema import Word


def check_file(path: FilePath | str) -> list[Fault]:
    """The faults of a map, scenario, party, bestiary or weapons file, ordered by line.

    The kind of a file is told by its keys. A bestiary may name its ``ruleset`` at the top. What is
    no file and has no suffix is the name of a scenario in the library; ContentError for none.
    """
    path = named_file(path)
    try:
        document = read_document(path)
    except ContentError as error:
        return list(error.faults)
    return sorted(document_faults(document, path.parent))


def document_faults(document: Document, folder: FilePath) -> list[Fault]:
    """The faults of a document of any kind; ``folder``: where what it names is looked for."""
    kind = kind_of(document.tables)
    if kind == "scenario":
        return scenario_from(document, folder)[1]
    if kind == "map":
        return read_map(document, any_ground())[1]
    if kind == "party":
        return party_faults(document)
    if kind == "bestiary":
        return _bestiary(document)
    return [document.fault((), _("is neither a map nor a scenario nor a bestiary"))]


def any_ground() -> Ground:
    """What all rulesets together make of maps; lengths are in the first one's unit."""
    grounds = [ground_of(content(ruleset)) for ruleset in RULESETS]
    topologies = frozenset().union(*(ground.topologies for ground in grounds))
    skills = frozenset().union(*(ground.skills for ground in grounds))
    return Ground(_("any ruleset here"), topologies, grounds[0].units, skills)


def _bestiary(document: Document) -> list[Fault]:
    """The faults of creatures, or of weapons, one a table."""
    entries = {key: table for key, table in document.tables.items() if isinstance(table, Mapping)}
    first = next(iter(RULESETS))
    ruleset = document.tables.get("ruleset", first)
    faults = document.faults(
        Word(N_("ruleset"), tuple(RULESETS)).problems(ruleset, {}, ("ruleset",))
    )
    if faults:
        return faults
    rules = content(ruleset)
    words = Lore(rules, {}, dict(rules.bestiary), dict(rules.weapons), rules.topologies[0]).words()
    for key in document.tables:
        if key in entries and "hands" in entries[key]:
            faults += document.check(rules.weapon_schema, words, (key,))
        elif key != "ruleset":
            faults += check_entry(document, (key,), rules.creature_schema, rules, words, {})
    return faults
