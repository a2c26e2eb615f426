"""Graphics: with which characters the board, its bars and its frames are drawn.

``unicode`` is how everything is written down in the tables of glyphs; ``ascii`` puts characters of
7 bits in their place, one for one; ``braille`` draws bars, hatches and ground in finer dots.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

from tacsim.i18n import N_
from tacsim.view.palettes.glyphs import BAR

ASCII, UNICODE, BRAILLE = "ascii", "unicode", "braille"
GRAPHICS: Mapping[str, str] = {
    UNICODE: N_("Unicode"), ASCII: N_("ASCII"), BRAILLE: N_("Braille patterns"),
}  # fmt: skip
"""What each is called, in the order in which options list them."""

SIGNS: Mapping[str, str] = {
    "∙": ".", "▴": ")", "▾": "]", "⋆": "}", "∘": "`", "◂": "<", "◉": "@", "⋄": "$", "⇡": "^",
    "⇣": "v", "⟂": "_", "▐": "|", "▛": "+", "▜": "+", "▙": "+", "▟": "+", "▰": "#", "▱": "-",
    "▪": "(", "▸": ">", "◄": "<", "►": ">", "▮": "|", "✓": "*", "✕": "x", "↳": "`", "⋯": "~",
    "⣀": ".", "⣄": "-", "⣤": "=", "⡟": "&", "⠢": "*", "⢕": '"', "⠉": '"', "⠅": ":", "⠒": "-",
    "⣺": "%", "⣗": "%", "⣴": "/", "⠟": "/", "⠻": "\\", "⣦": "\\", "…": "~", "–": "-", "—": "-",
    "‘": "'", "’": "'", "“": '"', "”": '"', "×": "x", "·": ".", "•": "*", "●": "*", "○": "o",
    "■": "#", "⋮": "{", "←": "<", "→": ">", "↑": "^", "↓": "v", "▀": '"', "▄": "_",
    "░": ":", "▒": "%",
}  # fmt: skip
"""Signs and what stands for them; frames, blocks and other patterns of dots go by their looks."""
_BLOCK, _FRAMES, _PATTERNS = range(0x2580, 0x25A0), range(0x2500, 0x2580), range(0x2800, 0x2900)


@cache
def in_ascii() -> Mapping[int, str]:
    """What stands for each character that is not ASCII, as ``str.translate`` takes it.

    >>> "▰▰▱ ∙ ⣤⣤⣀ │─╮".translate(in_ascii())
    '##- . ==. |-+'
    """
    found = dict.fromkeys(_BLOCK, "#")
    found |= {code: _frame(unicodedata.name(chr(code))) for code in _FRAMES}
    found |= {code: _pattern(code - 0x2800) for code in _PATTERNS}
    return found | {ord(char): sign for char, sign in SIGNS.items()}


def _frame(name: str) -> str:
    """A piece of a frame by its name in Unicode."""
    level = any(word in name for word in ("HORIZONTAL", "LEFT", "RIGHT"))
    upright = any(word in name for word in ("VERTICAL", "UP", "DOWN"))
    return "+" if level and upright else "-" if level else "|"


_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of the dots of a pattern, row by row."""


def _pattern(bits: int) -> str:
    r"""About what a pattern of dots looks like.

    >>> [_pattern(ord(char) - 0x2800) for char in "⠊⡠⠔⢣⡇⣿"]
    ["'", '.', '/', '\\', '|', '#']
    """
    drawn = [(x, y) for y, row in enumerate(_DOTS) for x, bit in enumerate(row) if bits & bit]
    many, high = len(drawn), [y < 2 for _x, y in drawn]
    slope = sum((2 * x - 1) * (3 - 2 * y) for x, y in drawn)
    if not drawn:
        return " "
    if all(high) or not any(high):
        return ("'." if many < 4 else '"=')[not high[0]]
    if len({x for x, _y in drawn}) == 1:
        return "|" if many > 2 else ":"
    if abs(slope) > 1:
        return "/" if slope > 0 else "\\"
    return "#" if many > 5 else "%" if many > 3 else ":"


# --- bars ----------------------------------------------------------------------------------------

_FINE = ("⣀", "⣄", "⣆", "⣇", "⣧", "⣷", "⣿")
"""The columns of a bar from empty to full, in Braille patterns."""


def health_bar(part: float, width: int, graphics: str = UNICODE) -> str:
    """What is left of something, as a bar of so many columns; never empty while anything is left.

    >>> health_bar(0.5, 4), health_bar(0.01, 2), health_bar(0.4, 2, BRAILLE)
    ('⣤⣤⣀⣀', '⣄⣀', '⣷⣀')
    """
    steps = _FINE if graphics == BRAILLE else BAR
    each = len(steps) - 1
    left = round(min(max(part, 0.0), 1.0) * width * each)
    full, some = divmod(max(left, 1) if part > 0 else 0, each)
    return (steps[-1] * full + (steps[some] if some else "")).ljust(width, steps[0])
