"""Kinds elsewhere: what a scenario says its kinds are under other rulesets.

``[kinds.grid5e]`` with ``human_fighter = "veteran"`` makes every human fighter a veteran there.
Kinds that it does not name are those of the same name.
"""

from __future__ import annotations

from collections.abc import Iterable

from tacsim.content.documents import Document
from tacsim.content.faults import Fault
from tacsim.i18n import N_, _
from tacsim.rulesets import RULESETS, content
from tacsim.rulesets.schema import Anything, Named, Word

FIELD = "kinds"
_RULESETS = Named(Word(N_("ruleset"), tuple(RULESETS)), Named(Anything(), Anything()))


def kinds_faults(document: Document, known: Iterable[str]) -> list[Fault]:
    """What is wrong with the table; ``known`` are the kinds of the scenario's own ruleset."""
    table = document.tables.get(FIELD, {})
    faults = document.faults(_RULESETS.problems(table, {}, (FIELD,)))
    if faults:
        return faults
    words = tuple(known)
    for ruleset in table:
        there = tuple(content(ruleset).bestiary)
        schema = Named(
            Word(N_("creature"), words),
            Word(_("creature of {ruleset}").format(ruleset=ruleset), there),
        )
        faults += document.check(schema, {}, (FIELD, ruleset))
    return faults
