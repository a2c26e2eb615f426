"""Making characters: a ruleset asks one thing after the other, each with what goes with the rest.

Such a questioning is a generator: it yields an :class:`Offer`, is sent what was chosen of it, and
returns the :class:`Made` that all the answers come to.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, TypeAlias

import attrs

from tacsim.i18n import N_

Entry: TypeAlias = Mapping[str, Any]

NONE = "none"
"""Nothing of what is offered."""


@attrs.frozen
class Offer:
    """Something to be chosen for a character: what of it goes with what was chosen before.

    ``name``: marked for translation; ``number``: which of several of its kind it is, 0 for none;
    ``usual``: what is taken where nothing was chosen, if it is offered, else the first.
    """

    key: str
    name: str
    values: tuple[str, ...]
    number: int = 0
    usual: str = ""


@attrs.frozen
class Made:
    """What a character comes to: its table in a file but for id and name.

    ``kinds``: entries of a bestiary that the table needs and the ruleset does not have.
    """

    table: Entry
    kinds: Mapping[str, Entry] = attrs.field(factory=dict)


Questions: TypeAlias = Generator[Offer, str, Made]
"""What is asked, answer by answer."""


def of_kinds(kinds: tuple[str, ...]) -> Questions:
    """Ask for an entry of a bestiary."""
    kind = yield Offer("kind", N_("Kind"), kinds)
    return Made({"kind": kind})


def answered(
    questions: Questions, chosen: Mapping[str, str]
) -> tuple[list[tuple[Offer, str]], Made]:
    """Every question with its answer, and what they come to.

    ``chosen``: answers by the keys of offers; where one is missing or does not go with those
    before, the usual one is taken.
    """
    asked: list[tuple[Offer, str]] = []
    try:
        offer = next(questions)
        while True:
            likely = (chosen.get(offer.key), offer.usual, offer.values[0])
            answer = next(one for one in likely if one in offer.values)
            asked.append((offer, answer))
            offer = questions.send(answer)
    except StopIteration as end:
        return asked, end.value
