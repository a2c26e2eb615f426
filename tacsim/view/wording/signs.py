"""The signs of the order and the board in words, out of the tables that they are drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tacsim.i18n import N_, _, translate
from tacsim.rulesets import RULESETS, content
from tacsim.view.palettes.glyphs import (
    ACTIVE,
    EDGE,
    FLASHES,
    LOST,
    PROVOKES,
    SIDE_MARKS,
    SQUEEZED,
    TARGET,
    TOLD,
)
from tacsim.view.wording import words

IN_ORDER: tuple[tuple[str, str], ...] = (
    ("▸", N_("whose turn it is")),
    (" ".join(SIDE_MARKS[:4]), N_("behind its letter: its side, as on the board")),
    ("+", N_("behind its name: it takes every opportunity")),
    ("-", N_("behind its name: it takes no opportunity")),
    ("3/10", N_("how many rounds of an act that takes several are done")),
)
"""The signs of the order of turns."""
OUTCOMES: Mapping[str, str] = {
    "hit": N_("it has just been hit"),
    "critical": N_("it has just been hit critically"),
    "miss": N_("it has just been missed"),
}
"""The outcomes of attacks that flash on the board."""


def in_order() -> list[tuple[str, str]]:
    """The signs of the order of turns, each with its words."""
    return [(sign, translate(text)) for sign, text in IN_ORDER]


def on_board(ruleset: str | None = None) -> list[tuple[str, str]]:
    """The signs on the board, each with its words; without a ruleset those of all.

    >>> dict(on_board("d20"))["-"]
    'it has just been missed'
    """
    rulesets = RULESETS if ruleset is None else (ruleset,)
    return [
        (ACTIVE, _("whose turn it is")),
        (TARGET, _("who is aimed at")),
        (TOLD, _("of whom a list or a lesson tells")),
        (EDGE, _("at an edge of the screen: the map goes on there")),
        (LOST, _("where somebody now out of sight was seen last")),
        (PROVOKES, _("a step that gives a foe an opportunity")),
        *_states(rulesets),
        (SQUEEZED, _("squeezed")),
        *((FLASHES[name], translate(text)) for name, text in OUTCOMES.items()),
        ("abc", _("farthest out, the second side's are underlined, the third's slanted")),
        ("abc", _("farthest out, struck through: of one in some such state")),
    ]


def _states(rulesets: Iterable[str]) -> list[tuple[str, str]]:
    """The marks of conditions, each with the conditions that it stands for."""
    found: dict[str, dict[str, None]] = {}
    for ruleset in rulesets:
        for name, effect in content(ruleset).effects.items():
            if effect.mark:
                found.setdefault(effect.mark, {})[words.word(words.CONDITIONS, name)] = None
    return [(mark, ", ".join(names)) for mark, names in found.items()]
