"""Rules: their clauses in words, and where each stands."""

from __future__ import annotations

from tacsim.i18n import _
from tacsim.rulesets import RULESETS
from tacsim.rulesets.lookup import Rule, find, look_up, nearest
from tacsim.rulesets.schema import hinted, shown


def no_rule(wanted: str) -> str:
    """That there is no such rule, and which come closest.

    >>> no_rule("corner lamp")
    'there is no rule "corner lamp"; some of it is in pool.corner, grid5e.corner, metric.corner'
    """
    none = _("there is no rule {name}").format(name=shown(wanted))
    told = hinted(none, wanted, [*RULESETS, *(clause.id for clause in find())])
    some = ", ".join(nearest(wanted))
    if told != none or not some:
        return told
    words = _("there is no rule {name}; some of it is in {rules}")
    return words.format(name=shown(wanted), rules=some)


__all__ = ["Rule", "find", "look_up", "no_rule"]
