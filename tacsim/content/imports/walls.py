"""Walls: lines drawn over squares, as the sides between squares that they cross.

A side is crossed where the line between the middles of its two squares is. So no gap remains: who
goes from middle to middle meets every line that is in the way. Lines that end or bend exactly
between two middles count for the square below and to the right.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from tacsim.grid.cells import Cell
from tacsim.grid.squares.lines import Edge

Point: TypeAlias = tuple[float, float]
"""In squares, from the upper left corner of the map."""
Line: TypeAlias = Sequence[Point]
"""A line through points."""

MOST = 500_000
"""The most places at which the lines of a file may cross something."""
FINE = 16
"""Points are moved to the next of so many places a square each way, so that ends meet."""


def snapped(point: Point) -> Point:
    """A point where it must have been meant.

    >>> snapped((2.98, 0.51))
    (3.0, 0.5)
    """
    x, y = point
    return round(x * FINE) / FINE, round(y * FINE) / FINE


def crossed(line: Line, size: tuple[int, ...]) -> Iterator[Edge]:
    """The sides between squares of a map that a line crosses.

    >>> sorted(crossed([(1.0, 0.0), (1.0, 2.0)], (3, 2)))
    [((0, 0), (1, 0)), ((0, 1), (1, 1))]
    """
    for (x0, y0), (x1, y1) in pairwise(line):
        for y in _middles(y0, y1, size[1]):
            x = math.floor(x0 + (y + 0.5 - y0) / (y1 - y0) * (x1 - x0) - 0.5)
            if 0 <= x < size[0] - 1:
                yield (x, y), (x + 1, y)
        for x in _middles(x0, x1, size[0]):
            y = math.floor(y0 + (x + 0.5 - x0) / (x1 - x0) * (y1 - y0) - 0.5)
            if 0 <= y < size[1] - 1:
                yield (x, y), (x, y + 1)


def _middles(one: float, other: float, size: int) -> range:
    """The squares along an axis whose middles lie from one coordinate to another, this excluded."""
    low, high = sorted((one, other))
    return range(max(math.ceil(low - 0.5), 0), min(math.ceil(high - 0.5), size))


def nearest(line: Line, size: tuple[int, ...]) -> Edge | None:
    """The side that is nearest to the middle of a short line and runs as it does, if there is."""
    (x0, y0), (x1, y1) = line[0], line[-1]
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    if abs(x1 - x0) > abs(y1 - y0):
        a = (math.floor(x), round(y) - 1)
        b = (a[0], a[1] + 1)
    else:
        a = (round(x) - 1, math.floor(y))
        b = (a[0] + 1, a[1])
    inside = all(0 <= cell[0] < size[0] and 0 <= cell[1] < size[1] for cell in (a, b))
    return (a, b) if inside else None


def joined(lines: Iterable[Line]) -> list[Line]:
    """The same lines, those that meet at their ends as one where no third does."""
    ends: dict[Point, list[int]] = defaultdict(list)
    parts: dict[int, list[Point]] = {n: list(line) for n, line in enumerate(lines)}
    for n, line in parts.items():
        if line[0] != line[-1]:
            ends[line[0]].append(n)
            ends[line[-1]].append(n)
    where = {n: n for n in parts}
    for point, meeting in ends.items():
        if len(meeting) != 2:
            continue
        a, b = (_root(where, n) for n in meeting)
        if a == b:
            continue
        one, other = parts[a], parts.pop(b)
        where[b] = a
        if one[0] == point:
            one.reverse()
        if other[-1] == point:
            other.reverse()
        one.extend(other[1:])
    return list(parts.values())


def _root(where: dict[int, int], n: int) -> int:
    while where[n] != n:
        n = where[n]
    return n


def enclosed(loop: Line, size: tuple[int, ...]) -> Iterator[Cell]:
    """The squares of a map whose middles a closed line goes around.

    >>> list(enclosed([(0, 0), (2, 0), (2, 1), (0, 1), (0, 0)], (3, 3)))
    [(0, 0), (1, 0)]
    """
    rows: dict[int, list[float]] = defaultdict(list)
    for (x0, y0), (x1, y1) in pairwise(loop):
        for y in _middles(y0, y1, size[1]):
            rows[y].append(x0 + (y + 0.5 - y0) / (y1 - y0) * (x1 - x0))
    for y, at in sorted(rows.items()):
        at.sort()
        for left, right in zip(at[::2], at[1::2], strict=False):
            for x in _middles(left, right, size[0]):
                yield x, y


def effort(lines: Iterable[Line], size: tuple[int, ...]) -> float:
    """At how many places at most lines cross something of a map."""
    return sum(
        1 + min(abs(x1 - x0), size[0]) + min(abs(y1 - y0), size[1])
        for line in lines
        for (x0, y0), (x1, y1) in pairwise(line)
    )


def closed(line: Line) -> bool:
    """Whether a line ends where it begins, and goes around something."""
    return len(line) > 3 and line[0] == line[-1]
