"""Kinds of ground and the checks that they ask, in words."""

from __future__ import annotations

from tacsim.core.terrain import Check, Terrain
from tacsim.i18n import _
from tacsim.view.wording import words


def ground_word(kind: Terrain) -> str:
    """A kind of ground in words, all that it is and the check that it asks.

    >>> from tacsim.core.terrain import Check, combined
    >>> ground_word(combined(["difficult", "boulder"], check=Check("climb", 10)))
    'boulder, difficult ground (climb 10)'
    """
    text = ", ".join(words.word(words.GROUND, name) for name in (kind.name, *kind.besides))
    if kind.check is None:
        return text
    return _("{ground} ({check})").format(ground=text, check=check_word(kind.check))


def check_word(check: Check) -> str:
    """A check in words: the skill and the difficulty.

    >>> check_word(Check("escape_artist", 20))
    'escape artist 20'
    """
    return _("{skill} {against}").format(
        skill=words.word(words.SKILLS, check.skill), against=check.dc
    )
