"""Drawings in the dots of Braille characters."""

from __future__ import annotations


def dots(*rows: str) -> str:
    """The Braille characters of a drawing in dots, four rows high; anything but a space is a dot.

    >>> dots("   o", "  o ", " o  ", "o   ")
    '⡠⠊'
    """
    bits = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
    columns = range(0, len(rows[0]), 2)
    return "".join(
        chr(0x2800 + sum(bits[y][x] for y in range(4) for x in (0, 1) if rows[y][left + x] != " "))
        for left in columns
    )
