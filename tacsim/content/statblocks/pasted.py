"""Pasted text: where each statblock in it begins, of whatever form, and what is none.

The text is parted before anything of it is read: each part begins with a statblock, and is read
by the reader that found it there. What stands before the first, and what looks like a statblock in
a form that no reader knows, is left and told.
"""

from __future__ import annotations

import re
from collections import Counter
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
    text = three_five_short.apart("\n".join(map(one_column, plain(text).split("\f"))))
    found = {top: read for tops, read in reversed(_FORMS) for top in tops(text)}
    lines = text.split("\n")
    for start, end in pairwise(sorted({0, *found, len(lines)})):
        own, strange = _parted(lines[start:end], known=start in found)
        read = list(found[start](own, origin)) if start in found else []
        yield from read or (Left(own, like=start in found),)
        yield from (Left(one, like=True) for one in strange)


def one_column(page: str) -> str:
    r"""A page whose text stands in two columns side by side, as one: the left one comes first.

    Columns have three blanks between them in ten lines at least, always at the same place, and are
    wider than labels are. What goes across them stays where it is in the left one.

    >>> page = "\n".join(f"the left one, line {n}          right {n}" for n in range(10, 22))
    >>> one_column(page).split("\n")[11:13]
    ['the left one, line 21', 'right 10']
    >>> one_column("STR     DEX") == "STR     DEX"
    True
    """
    lines = page.split("\n")
    starts = Counter(gap.end() for one in lines for gap in _GAP.finditer(one[:300]))
    at, rows = max(starts.items(), key=lambda one: (one[1], -one[0]), default=(0, 0))
    beyond = [one for one in lines if len(one) > at]
    across = [one for one in beyond if not one[at - 2 : at].isspace()]
    if rows < _ROWS or at < _WIDE or 8 * len(across) > len(beyond):
        return page
    left: list[str] = []
    right: list[str] = []
    for one in lines:
        if one in across:
            left.append(one)
            continue
        if one[:at].strip() or not one[at:].strip():
            left.append(one[:at].rstrip())
        if one[at:].strip() or not one.strip():
            right.append(one[at:])
    return "\n".join((*left, *right))


_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
"""What may stand between two columns."""
_ROWS, _WIDE = 10, 30


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
