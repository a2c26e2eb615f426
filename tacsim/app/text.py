"""Text on the screen: cut with a sign that something is missing, never silently.

The signs are one column wide in every terminal, which "…" and "·" are not.
"""

from __future__ import annotations

from textual.content import Content

MORE = "⋯"
"""What stands where text was cut."""

DOT = " ∙ "
"""What separates facts on a line."""


def clipped(content: Content, width: int) -> Content:
    """A line cut to a width.

    >>> clipped(Content("opportunity"), 6).plain
    'oppor⋯'
    """
    if content.cell_length <= width:
        return content
    return content.truncate(max(width - 1, 0)).append(MORE) if width > 0 else Content("")


def spread(left: Content, right: Content, width: int) -> Content:
    """Two texts at the ends of a line; the left one is cut when both do not fit.

    >>> spread(Content("a"), Content("b"), 5).plain
    'a   b'
    """
    right = clipped(right, width)
    room = width - right.cell_length - (1 if right.cell_length else 0)
    left = clipped(left, room)
    gap = width - left.cell_length - right.cell_length
    return Content.assemble(left, " " * gap, right)


def wrapped(content: Content, width: int, lines: int) -> list[Content]:
    """Text folded into at most so many lines, the last one cut where there is more."""
    if width <= 0 or lines <= 0:
        return []
    folded = content.wrap(width)
    if len(folded) <= lines:
        return list(folded)
    rest = Content(" ").join(folded[lines - 1 :])
    return [*folded[: lines - 1], clipped(rest, width)]
