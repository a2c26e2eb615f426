"""Legends: what the glyphs of a map stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from tacsim.core.terrain import FULL, LOW, TERRAIN, Check, Terrain, as_high, combined
from tacsim.i18n import N_, _
from tacsim.rulesets.schema import Each, Json, Path, Problem, Schema, Table, Word, Words, said

_WORD = Word(N_("terrain"), tuple(TERRAIN))


@attrs.frozen
class OneGlyph:
    """The key of a legend: one character of a grid."""

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """More or less than a character that can be seen."""
        if not isinstance(value, str) or len(value) != 1 or not value.isprintable():
            yield path, said(_("must be a single character, not {value}"), value)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"minLength": 1, "maxLength": 1}


@attrs.frozen
class Kind:
    """What a glyph of the legend stands for: a kind of ground, or several in one.

    These may have a height of their own, and ask a ``check`` of such a form. On grids with three
    axes heights are drawn, and what is solid is climbed as it is drawn.
    """

    axes: int
    check: Schema

    @property
    def form(self) -> Table:
        """The form of a table of the legend."""
        terrain = Each(_WORD, most=len(TERRAIN), least=1, lone=True)
        height = Word(N_("height"), (LOW, FULL))
        return Table(
            {"terrain": terrain, "height": height, "check": self.check}, frozenset({"terrain"})
        )

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """An unknown kind or key, and what cannot be in one square."""
        if not isinstance(value, Mapping):
            yield from _WORD.problems(value, words, path)
            return
        found = list(self.form.problems(value, words, path))
        yield from found or self._clash(value, path)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return {"anyOf": [_WORD.described(words), self.form.described(words)]}

    def _clash(self, value: Mapping[str, Any], path: Path) -> Iterator[Problem]:
        """What of a table of the right form does not go together, by the first key to blame."""
        names = _names(value)
        twice = [name for name, count in Counter(names).items() if count > 1]
        if twice:
            yield (*path, "terrain"), _('names "{name}" more than once').format(name=twice[0])
            return
        if self.axes == 3 and "height" in value:
            message = _("has no meaning on cubes, where obstacles are as high as they are drawn")
            yield (*path, "height"), message
            return
        lone = [name for name in names if not TERRAIN[name].bears] if self.axes == 3 else []
        if lone and ("check" in value or len(names) > 1):
            message = _('"{name}" of cubes goes with no other ground, and asks no check').format(
                name=lone[0]
            )
            yield (*path, "check" if "check" in value else "terrain"), message
            return
        keys = ("terrain", "height", "check")
        for count, key in enumerate(keys, 1):
            try:
                _made({each: value[each] for each in keys[:count] if each in value})
            except ValueError as error:
                yield (*path, key), str(error)
                return


def _names(value: Mapping[str, Any]) -> tuple[str, ...]:
    """The kinds of ground that a table of the legend names."""
    terrain = value["terrain"]
    return (terrain,) if isinstance(terrain, str) else tuple(terrain)


def _made(value: Mapping[str, Any]) -> Terrain:
    """The ground that a table of the legend makes; ValueError where it makes none."""
    check = Check(**value["check"]) if "check" in value else None
    return combined(_names(value), value.get("height", ""), check)


@attrs.frozen
class Legend:
    """The names of the ground that glyphs stand for, and the kinds that are the map's own."""

    names: Mapping[str, str]
    kinds: Mapping[str, Terrain]


def read_legend(table: object, form: Kind) -> Legend:
    """What a legend says; for what is faulty, the floor."""
    names: dict[str, str] = {}
    kinds: dict[str, Terrain] = {}
    for glyph, value in table.items() if isinstance(table, Mapping) else ():
        if any(form.problems(value, {})):
            names[glyph] = "floor"
        elif isinstance(value, str):
            names[glyph] = value
        else:
            names[glyph], made = kind_of(value)
            kinds.update({names[glyph]: made} if made is not None else {})
    return Legend(names, kinds)


def kind_of(value: Mapping[str, Any]) -> tuple[str, Terrain | None]:
    """The name of the ground that a table of the legend makes, and the ground if it is new."""
    names, made = _names(value), _made(value)
    if len(names) == 1 and made.check is None:
        return as_high(names[0], made.height), None
    check = f"{made.check.skill} {made.check.dc}" if made.check is not None else ""
    return ", ".join((made.name, *sorted(made.besides), made.height, check)), made
