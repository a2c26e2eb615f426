"""Lengths of the 5e family: what so many feet are in cells, for each use that a rule names.

In squares of 5 ft every use is the same. In metres it is 3 for every 10 ft, rounded down on the
whole figure, for speeds, areas and ranges; but ranges of 5 ft and reach have figures of their own.
Doubling and halving come after converting. Spaces of creatures are not converted at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import attrs

from tacsim.enforces import enforces
from tacsim.rulesets.schema import Json, Length, Path, Problem, Units, Words, parse_length

TOUCH = "touch"
"""A range that needs no figure."""


@attrs.frozen
class Lengths:
    """How a ruleset of the family measures what its tables give in feet.

    ``light`` and ``plain``: cells of reach of 5 ft with a light weapon or the bare hand, and with
    any other; ``near``: cells of "within 5 ft" where attacks are concerned, and of a range of 5 ft;
    ``share``: the column of the table of sizes that says how many share a cell.

    >>> metres = Lengths({"m": Fraction(1), "ft": Fraction(3, 10)}, light=1, plain=2, near=2)
    >>> [metres.reach(feet, light=False) for feet in (5, 10, 15, 20)]
    [2, 3, 4, 6]
    >>> metres.reach(5, light=True), metres.reach(10, light=True)
    (1, 3)
    >>> [metres.range(text) for text in ("touch", "5 ft", "15 ft", "90 ft", "3 m", 7)]
    [1, 2, 4, 27, 3, 7]
    """

    units: Units
    light: int = 1
    plain: int = 1
    near: int = 1
    share: str = "share"

    @enforces(
        "metric.speed.formula", "metric.speed.25", "metric.speed.30", "metric.speed.35",
        "metric.speed.60", "metric.aoe.round", "metric.aoe.square5", "metric.aoe.radius20",
    )  # fmt: skip
    def cells(self, length: object) -> int:
        """Cells of a speed, of an area, or of anything else that no rule treats apart."""
        return parse_length(length, self.units)

    @enforces(
        "metric.reach.light", "metric.reach.unarmed", "metric.reach.normal", "metric.reach.10ft",
        "metric.reach.15ft",
    )  # fmt: skip
    def reach(self, feet: int, *, light: bool) -> int:
        """Cells of a reach in feet."""
        if feet <= 5:
            return self.light if light else self.plain
        return int(feet * self.units["ft"])

    @enforces("grid5e.reach")
    def reach_of(self, length: object, *, light: bool, long: bool = False) -> int:
        """Cells of a reach as an entry writes it; ``long``: with a weapon that adds 5 ft to it.

        Text in feet is converted; cells, and text in another unit, are what they say for any
        weapon, and one cell more for a long one. What has to touch its target has a touch's range.

        >>> METRES.reach_of("5 ft", light=False, long=True), METRES.reach_of("2 m", light=True)
        (3, 2)
        >>> METRES.reach_of("touch", light=False)
        1
        """
        if length == TOUCH:
            return self.range(length)
        feet = _feet(length)
        if feet is None:
            return self.cells(length) + long
        return self.reach(feet + 5 * long, light=light)

    @property
    @enforces("metric.size.smaller")
    def space_units(self) -> Units:
        """The units of spaces: 5 ft are a cell, however long it is."""
        return {**self.units, "ft": Fraction(1, 5)}

    def space(self, length: object) -> int:
        """Cells a side of a space.

        >>> METRES.space("15 ft"), METRES.space("3 m"), METRES.space(3)
        (3, 3, 3)
        """
        return parse_length(length, self.space_units)

    @enforces("metric.range.touch", "metric.range.5ft", "metric.range.formula")
    def range(self, length: object) -> int:
        """Cells of a range, which may be a ``touch``."""
        if length == TOUCH:
            return 1
        return self.near if _feet(length) == 5 else self.cells(length)


def _feet(length: object) -> int | None:
    """Whole feet of a text in feet, or None for any other length."""
    match = re.fullmatch(r"([0-9]+)(?:\.0+)? ?ft", length) if isinstance(length, str) else None
    return int(match[1]) if match else None


@attrs.frozen
class Range:
    """The form of a range, or of a reach: a length, or ``touch``."""

    length: Length

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """Whatever is neither."""
        if value != TOUCH:
            yield from self.length.problems(value, words, path)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"anyOf": [{"enum": [TOUCH]}, *self.length.described(words)["anyOf"]]}


SQUARES = enforces("grid5e.scale.square", "grid5e.speed.squares")(Lengths({"ft": Fraction(1, 5)}))
"""Squares of 5 ft."""

METRES = enforces("metric.scale.space")(
    Lengths(
        {"m": Fraction(1), "ft": Fraction(3, 10)}, light=1, plain=2, near=2, share="share_metric"
    )
)
"""Spaces of a metre; within 5 ft is 2 of them."""
