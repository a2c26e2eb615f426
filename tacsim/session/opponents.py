"""The opponents there are, and levels: names that say how well they play.

A level is another name of an opponent wherever one is named. Saves and reports have the opponent's.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping

import attrs

from tacsim.i18n import N_
from tacsim.session.session import Controller
from tacsim.session.trust import is_bot


@attrs.frozen
class Level:
    """A level: its name, that of the opponent who plays it, and both for people.

    ``title``: who plays, in words; ``about``: how that is.
    """

    name: str
    opponent: str
    title: str
    about: str


LEVELS: tuple[Level, ...] = (
    Level(
        "recruit", "greedy", N_("the computer, recruit"),
        N_("Makes the attack that promises most at once, and goes for the nearest foe."),
    ),
    Level(
        "veteran", "cautious", N_("the computer, veteran"),
        N_("Weighs what an attack may do against what it may cost, and keeps out of harm's way."),
    ),
    Level(
        "commander", "tactician", N_("the computer, commander"),
        N_("Tries a few plans out in thought through the round, and takes the best of them."),
    ),
    Level(
        "warlord", "warlord", N_("the computer, warlord"),
        N_("Plans as the commander does, and thinks four times as long."),
    ),
)  # fmt: skip
"""All levels, the easiest first."""

_BY_NAME = {level.name: level for level in LEVELS}


def true_name(name: str) -> str:
    """The opponent that a name stands for.

    >>> true_name("recruit"), true_name("greedy"), true_name("nobody")
    ('greedy', 'greedy', 'nobody')
    """
    level = _BY_NAME.get(name)
    return level.opponent if level is not None else name


def level_of(opponent: str) -> Level | None:
    """The level that an opponent plays at; None for one of none."""
    return next((level for level in LEVELS if level.opponent == opponent), None)


def opponents() -> Mapping[str, Callable[[], Controller]]:
    """The opponents that there are, by name.

    They build on this package, so it knows them by name only.
    """
    return importlib.import_module("tacsim.ai").OPPONENTS  # type: ignore[no-any-return]  # so it is


def bot(name: str) -> Controller:
    """A program of one's own; ValueError for one that cannot be used, or is not trusted."""
    return importlib.import_module("tacsim.ai.bots").bot(name)  # type: ignore[no-any-return]


def offered() -> tuple[Level, ...]:
    """The levels of opponents that there are."""
    there = opponents()
    return tuple(level for level in LEVELS if level.opponent in there)


def known_names() -> tuple[str, ...]:
    """The names of all opponents that there are, and those of their levels."""
    return tuple(dict.fromkeys((*opponents(), *(level.name for level in offered()))))


__all__ = [
    "LEVELS", "Level", "bot", "is_bot", "known_names", "level_of", "offered", "opponents",
    "true_name",
]  # fmt: skip
