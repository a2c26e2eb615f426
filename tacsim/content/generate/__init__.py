"""A battle from a seed: a battlefield and two sides of equal strength, always the same.

:func:`drafted` draws a ground of some kind and two sides that weigh the same by the ruleset's own
measure; ``tacsim.sim.balance`` evens the sides out by trial.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import attrs

from tacsim.content.generate.draft import (
    BUDGETS,
    DIFFICULTIES,
    LEAST,
    MOST,
    VERSION,
    Draft,
    Wanted,
    drafted,
)
from tacsim.content.generate.kinds import KINDS, kinds_of
from tacsim.content.generate.party import Party, party_of, read_party
from tacsim.content.generate.writing import written
from tacsim.i18n import N_, _
from tacsim.rulesets import RULESETS
from tacsim.rulesets.schema import Word


def wanted(
    ruleset: str,
    kind: str | None = None,
    size: tuple[int, int] | None = None,
    seed: int = 0,
    party: Path | None = None,
    difficulty: str = "fair",
) -> Wanted:
    """What is asked for, words as people write them. Errors: ValueError, ContentError of a file.

    >>> wanted("d20", "fortress gate").kind
    'fortress_gate'
    """
    for _path, message in Word(N_("ruleset"), tuple(RULESETS)).problems(ruleset, {}):
        raise ValueError(message)
    name = kind and kind.strip().lower().replace(" ", "_").replace("-", "_")
    asked = Wanted(ruleset, seed, name, size, difficulty)
    return with_party(asked, read_party(party, ruleset)) if party is not None else asked


def with_party(asked: Wanted, party: Party | None, name: str = "") -> Wanted:
    """The same with a party of one's own, or with one that is drawn."""
    members, lore = (party.members, party.lore) if party is not None else ((), {})
    return attrs.evolve(asked, party=members, lore=lore, party_name=name)


def parsed_size(text: str) -> tuple[int, int]:
    """A size as people write it; ValueError.

    >>> parsed_size("30x18")
    (30, 18)
    """
    wide, _by, high = text.lower().partition("x")
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in (wide, high)):
        raise ValueError(_("write a size as 30x18, not {text}").format(text=repr(text[:40])))
    return int(wide), int(high)


def daily(day: date) -> Wanted:
    """The battle of a day, the same for everybody: its date is the seed.

    The rulesets take turns, and so do the kinds of ground of each.

    >>> daily(date(2026, 1, 1)).seed
    20260101
    """
    rulesets = tuple(RULESETS)
    number = day.toordinal()
    ruleset = rulesets[number % len(rulesets)]
    kinds = kinds_of(ruleset)
    kind = kinds[number // len(rulesets) % len(kinds)]
    return Wanted(ruleset, day.year * 10_000 + day.month * 100 + day.day, kind)


def daily_name(day: date) -> str:
    """What the battle of a day is called; the generator's version is a part of it.

    >>> daily_name(date(2026, 1, 1))
    'daily-2026-01-01-v1'
    """
    return f"daily-{day.isoformat()}-v{VERSION}"


__all__ = ["BUDGETS", "DIFFICULTIES", "KINDS", "LEAST", "MOST", "VERSION", "Draft", "Wanted",
           "daily", "daily_name", "drafted", "kinds_of", "parsed_size", "party_of", "wanted",
           "with_party", "written"]  # fmt: skip
