"""Pasted text: where each statblock in it begins, of whatever form, and what is none.

The text is parted before anything of it is read: each part begins with a statblock, and is read
by the reader that found it there. What stands before the first, and what looks like a statblock in
a form that no reader knows, is left and told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from tacsim.content.statblocks import fifth_text, three_five_short, three_five_text
from tacsim.content.statblocks.shared import MARKS, Left, Origin, licence_in, like_statblock, plain

Form = tuple[Callable[[str], Iterable[int]], Callable[[str, Origin], Iterator[Any]]]
_FORMS: tuple[Form, ...] = (
    (fifth_text.tops, fifth_text.read),
    (three_five_text.abreast_tops, three_five_text.abreast),
    (three_five_text.lined_tops, three_five_text.lined),
    (three_five_text.compact_tops, three_five_text.compact),
    (three_five_short.tops, three_five_short.read),
)
"""For each form of statblocks where they begin, and what reads the one that a text begins with."""


def blocks(text: str, file: str) -> Iterator[Any]:
    """The statblocks of a text in their order, and what is left of it between them."""
    origin = Origin(f"pasted text ({file})", licence_in(text[:1_000_000]))
    text = three_five_short.apart(plain(text))
    found = {top: read for tops, read in reversed(_FORMS) for top in tops(text)}
    lines = text.split("\n")
    for start, end in pairwise(sorted({0, *found, len(lines)})):
        own, strange = _parted(lines[start:end], known=start in found)
        read = list(found[start](own, origin)) if start in found else []
        yield from read or (Left(own, like=start in found),)
        yield from (Left(one, like=True) for one in strange)


def _parted(lines: list[str], *, known: bool) -> tuple[str, list[str]]:
    """The text of lines, and the paragraphs in it that look like another statblock.

    Those are they that have armour and hit points once the statblock itself has had both.
    """
    own: list[str] = []
    strange: list[str] = []
    lacks = set(MARKS) if known else set()
    for paragraph in re.split(r"\n(?:[ \t]*\n)+", "\n".join(lines)):
        (own if lacks or not like_statblock(paragraph) else strange).append(paragraph)
        lacks -= {mark for mark in lacks if mark.search(paragraph)}
    return "\n\n".join(own), strange
