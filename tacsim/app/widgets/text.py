"""Fitting text to the screen; where text is cut a sign stands in its place.

The signs are one column wide in every terminal, which "…" and "·" are not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Offset
from textual.style import Style

MORE = "⋯"
"""What stands where text was cut."""

STUMP = 6
"""Columns below which a cut text is left out."""

PRESSES = "presses"
"""In what a text says of itself to the mouse: the key that a click presses."""

NAMED = {
    "Enter": "enter", "Esc": "escape", "Tab": "tab", "Space": "space", "-": "minus", "+": "plus",
    ".": "full_stop",
}  # fmt: skip
"""Textual's names of keys, where those written on cards are others."""

DOT = " ∙ "
"""What separates facts on a line."""


_INSIDE = re.compile(r"\(?[^()]*\)\S* (?=\S)")
"""A bracket, or what is left of one, with the blank after it: it says something of what was cut."""


_KEY = re.compile(r"\[(\S+)\]")
"""A key in brackets."""


def clipped(content: Content, width: int) -> Content:
    """A line cut to a width.

    >>> clipped(Content("opportunity"), 6).plain, clipped(Content("기회공격"), 6).plain
    ('oppor⋯', '기회⋯')
    """
    if content.cell_length <= width:
        return content
    return begun(content, width - 1).append(MORE) if width > 0 else Content("")


def begun(content: Content, width: int) -> Content:
    """What of a text has room, without the blank that Textual puts for half of a character.

    >>> begun(Content("기회공격"), 5).plain
    '기회'
    """
    cut = content.truncate(max(width, 0))
    return cut if content.plain.startswith(cut.plain) else cut[:-1]


def ending(content: Content, width: int) -> Content:
    """A line cut in its midst: who did what stands at its beginning, what came of it at its end.

    Words stay whole, what stands before a colon if what follows the sum has room beside it, and so
    do brackets. A line of which the greater part follows, as a list, is cut at its end.

    >>> ending(Content("Ogre strikes Brin: 12 v 15, miss"), 26).plain
    'Ogre strikes Brin:⋯ miss'
    >>> ending(Content("Initiative: Ogre 16, Tova 12, Tick 11, Ann 9"), 30).plain
    'Initiative: Ogre 16, Tova 12,⋯'
    >>> ending(Content("Opportunity: Ogre strikes Brin: 12 v 15, hit, 9 damage"), 46).plain
    'Opportunity: Ogre strikes Brin:⋯ hit, 9 damage'
    >>> ending(Content("Ogre strikes Brin: 12 v 15, miss"), 16).plain
    'Ogre⋯ v 15, miss'
    """
    if content.cell_length <= width:
        return content
    plain = content.plain
    first = plain.partition(", ")[0].rfind(": ") + 1
    outcome = plain[first:].partition(", ")[2] or " " * STUMP
    if cell_len(outcome) > width - width // 3 - 2:
        return clipped(content, width)
    if not first or cell_len(plain[:first]) + cell_len(outcome) + 2 > width:
        head = begun(content, max(width - cell_len(outcome) - 2, width // 3)).plain
        whole = plain[len(head) :].startswith(" ")
        words = head if whole else head.rpartition(" ")[0]
        first = len((words if words.strip() else head).rstrip())
    room = max(width - cell_len(plain[:first]) - 2, 0)
    at = first
    while cell_len(plain[at:]) > room or plain[at : at + 1] == " ":
        at += 1
    if plain[at - 1 : at] != " " and " " in plain[at:]:
        at = plain.index(" ", at) + 1
    inside = _INSIDE.match(plain, at)
    if inside is not None:
        at = inside.end()
    return Content.assemble(content[:first], MORE, " ", content[at:])


def column(content: Content, width: int) -> Content:
    """A text that takes up so many columns, cut or followed by blanks.

    >>> column(Content("오우거"), 8).plain, column(Content("오우거"), 4).plain
    ('오우거  ', '오⋯ ')
    """
    cut = clipped(content, width)
    return cut.append(" " * (width - cut.cell_length))


def spread(left: Content, right: Content, width: int, *, keeps_left: bool = False) -> Content:
    """Two texts at the ends of a line; where both do not fit, the left one is cut.

    With ``keeps_left`` the right one is cut, or left out where only a stump would remain.

    >>> spread(Content("a"), Content("b"), 5).plain
    'a   b'
    >>> spread(Content("too far"), Content("rule"), 10).plain
    'too ⋯ rule'
    >>> spread(Content("too far"), Content("rule"), 10, keeps_left=True).plain
    'too far   '
    """
    if keeps_left:
        left = clipped(left, width)
        room = width - left.cell_length - 1
        right = clipped(right, room) if room >= min(right.cell_length, STUMP) else Content("")
    else:
        right = clipped(right, width)
        room = width - right.cell_length - (1 if right.cell_length else 0)
        left = clipped(left, room)
    gap = width - left.cell_length - right.cell_length
    return Content.assemble(left, " " * gap, right)


def hanging(content: Content, width: int, indent: int = 4) -> list[Content]:
    """A line folded to a width, its further rows indented.

    >>> [row.plain for row in hanging(Content("Ogre strikes Brin"), 13)]
    ['Ogre strikes', '    Brin']
    """
    if width <= indent + 8 or content.cell_length <= width:
        return [content]
    first = content.wrap(width)[0].rstrip()
    rest = content[len(first.plain) :]
    rest = rest[len(rest.plain) - len(rest.plain.lstrip(" ")) :]
    rows = [row.rstrip() for row in rest.wrap(width - indent)]
    return [first, *(Content.assemble(" " * indent, row) for row in rows)]


def packed(parts: Sequence[Content], width: int, gap: str = "  ") -> list[Content]:
    """Parts side by side on as few lines as hold them, none of them broken.

    >>> [row.plain for row in packed([Content("move"), Content("step"), Content("act")], 10)]
    ['move  step', 'act']
    >>> packed([], 10)
    []
    """
    rows: list[list[Content]] = [[]]
    room = width
    for part in parts:
        need = part.cell_length + (len(gap) if rows[-1] else 0)
        if rows[-1] and need > room:
            rows.append([])
            room, need = width, part.cell_length
        rows[-1].append(part)
        room -= need
    return [Content(gap).join(row) for row in rows if row]


def pressing(content: Content, key: str) -> Content:
    """A text on which a click presses a key, as keys are written on cards."""
    return content.stylize(Style.from_meta({PRESSES: NAMED.get(key, key)}))


def keyed(key: str, text: str) -> Content:
    """A key, or several, and what they mean; a click on a key presses it, on the text the only one.

    >>> keyed("y", "strike").plain, keyed("- +", "Stamina").plain
    ('[y] strike', '[- +] Stamina')
    """
    keys = key.split()
    several = Content(" ").join(pressing(Content(one), one) for one in keys)
    bracketed = Content.assemble("[", several, "]").stylize("bold $accent")
    line = Content.assemble(bracketed, f" {text}")
    return pressing(line, key) if len(keys) == 1 else line


def pressable(content: Content) -> Content:
    """A text in which a click on a key in brackets presses it."""
    for key in _KEY.finditer(content.plain):
        meta = {PRESSES: NAMED.get(key[1], key[1])}
        content = content.stylize(Style.from_meta(meta), *key.span())
    return content


def wrapped(content: Content, width: int, lines: int) -> list[Content]:
    """Text wrapped to a number of lines at most, the last one cut if there is more.

    >>> [row.plain for row in wrapped(Content("an ogre at the bridge"), 8, 2)]
    ['an ogre', 'at the ⋯']
    """
    if width <= 0 or lines <= 0:
        return []
    folded = [row.rstrip() for row in content.wrap(width)]
    if len(folded) <= lines:
        return folded
    rest = Content(" ").join(folded[lines - 1 :])
    return [*folded[: lines - 1], clipped(rest, width)]


class Page(VerticalScroll):
    """Text that is scrolled by lines, as many as there were keys, however fast they come."""

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where one begins to read."""
        return self.content_region.offset

    def scroll_lines(self, by: int) -> None:
        """Scroll by so many lines at once."""
        self.scroll_relative(y=by, animate=False, immediate=True)

    def action_scroll_up(self) -> None:
        """Scroll by a line."""
        self.scroll_lines(-1)

    def action_scroll_down(self) -> None:
        """Scroll by a line."""
        self.scroll_lines(1)
