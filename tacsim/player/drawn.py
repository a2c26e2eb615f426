"""Quick and daily battles: setups that are drawn from a seed, and what can be asked for.

A quick battle may be begun as it is drawn, while it is still tried beside the screen. That of a day
is to be the same for everybody, and even: so it is tried in the same way, by battles that are
counted and never timed, but it begins only once that is done.
"""

from __future__ import annotations

from datetime import date
from typing import Any

import attrs

from tacsim.content.generate import (
    DIFFICULTIES,
    Draft,
    Wanted,
    daily,
    daily_name,
    drafted,
    kinds_of,
)
from tacsim.content.setup import drawn_seed
from tacsim.i18n import N_, _, translate
from tacsim.player.kept.parties import next_party, with_named
from tacsim.player.opening import Setup, settings_of
from tacsim.rulesets import RULESETS
from tacsim.view.wording import words

FIRST = Wanted(next(iter(RULESETS)), 0)
"""What is drawn where nothing has been asked for yet."""
ASKED = {
    "ruleset": N_("Rules"), "kind": N_("Ground"), "difficulty": N_("Strength"),
    "party": N_("Party"),
}  # fmt: skip
"""What can be asked for, with its name."""
LEVELS = {
    "easy": N_("easy"), "fair": N_("fair"), "hard": N_("hard"), "deadly": N_("deadly"),
}  # fmt: skip


def rulesets() -> tuple[str, ...]:
    """The rulesets that there are."""
    return tuple(RULESETS)


def another(asked: Wanted) -> Wanted:
    """The same with another seed, and with the player's party as it is now."""
    return with_named(attrs.evolve(asked, seed=drawn_seed()), asked.party_name)


def next_asked(asked: Wanted, what: str, by: int) -> Wanted:
    """The same with the next value of one of :data:`ASKED`.

    >>> next_asked(Wanted("d20", 1), "difficulty", 1).difficulty
    'hard'
    """
    if what == "party":
        return next_party(asked, by)
    values: tuple[str | None, ...] = {
        "ruleset": tuple(RULESETS),
        "kind": (None, *kinds_of(asked.ruleset)),
        "difficulty": tuple(DIFFICULTIES),
    }[what]
    now = values.index(getattr(asked, what))
    value: Any = values[(now + by) % len(values)]
    changed = attrs.evolve(asked, **{what: value})
    if changed.kind not in (None, *kinds_of(changed.ruleset)):
        changed = attrs.evolve(changed, kind=None)
    return changed if changed.ruleset == asked.ruleset else with_named(changed, "")


def told(asked: Wanted, what: str) -> str:
    """What is asked for, in words."""
    if what == "difficulty":
        return translate(LEVELS[asked.difficulty])
    if what == "party":
        return asked.party_name or _("drawn")
    value = getattr(asked, what)
    return _("any") if value is None else words.word({}, value)


def drawn_setup(asked: Wanted) -> Setup:
    """A battle as it is drawn, to be set up. Errors: ValueError for what cannot be drawn."""
    return setup_of(drafted(asked))


def setup_of(draft: Draft) -> Setup:
    """The setup of a battle that was drawn."""
    scenario = draft.scenario
    return Setup(None, scenario, settings_of(scenario), drawn=draft)


def daily_setup(day: date) -> Setup:
    """The battle of a day, the same for everybody, before it is evened out; its name says which."""
    draft = drafted(daily(day))
    found = setup_of(attrs.evolve(draft, name=f"{draft.name} ({daily_name(day)})"))
    return attrs.evolve(found, daily=True)


def evened_setup(before: Setup, draft: Draft) -> Setup:
    """The setup of a battle that has been evened out; one of a day may begin then."""
    found = setup_of(draft)
    return attrs.evolve(found, daily=True, drawn=None) if before.daily else found
