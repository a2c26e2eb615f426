"""Enforcement declared: where code says that it decides a clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Decides = TypeVar("Decides")


def enforces(*clauses: str) -> Callable[[Decides], Decides]:  # noqa: ARG001  read off the source
    """Mark a function or class as what decides some clauses that nothing in it has to cite.

    ``clauses``: their ids, or concepts behind which each ruleset has its clause. It changes
    nothing: ``tacsim rules`` reads it off the source (:mod:`tacsim.rulesets.enforcement`).

    >>> @enforces("d20.diag.symmetry")
    ... def apart(a, b):
    ...     return abs(a - b)
    >>> apart(2, 5)
    3
    """
    return lambda decides: decides
