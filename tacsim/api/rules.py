"""Rules: their clauses in words, and where each stands."""

from __future__ import annotations

from tacsim.i18n import _
from tacsim.rulesets import RULESETS
from tacsim.rulesets.lookup import Rule, find, look_up, nearest
from tacsim.rulesets.schema import meant, shown


def no_rule(wanted: str) -> str:
    """That there is no such rule, and which come closest.

    >>> no_rule("corner lamp")
    'there is no rule "corner lamp"; some of it is in pool.corner, grid5e.corner, metric.corner'
    """
    words = _("there is no rule {name}").format(name=shown(wanted))
    close = meant(wanted, [*RULESETS, *(clause.id for clause in find())])
    if close:
        return words + close
    some = ", ".join(nearest(wanted))
    return words + (_("; some of it is in {rules}").format(rules=some) if some else "")


__all__ = ["Rule", "find", "look_up", "no_rule"]
