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
    words = {"kinds": tuple(known)}
    for ruleset in table:
        faults += document.check(kinds_form(ruleset), words, (FIELD, ruleset))
    return faults


def kinds_form(ruleset: str) -> Named:
    """The form of what kinds are under a ruleset."""
    noun = _("creature of {ruleset}").format(ruleset=ruleset)
    there = tuple(content(ruleset).bestiary)
    return Named(Word(N_("creature"), of="kinds"), Word(noun, there))
