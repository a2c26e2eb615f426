"""Calls: reading what a command was called with, and writing what it answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.content.records import Scenario
    from tacsim.grid.cells import Cell
    from tacsim.rulesets import RulesetContent

F = TypeVar("F", bound=Callable[..., Any])

MOST = 9999
"""The largest coordinate."""

NO = 1
"""The exit code of an answer that is no."""


class UnusableError(click.ClickException):
    """A call that cannot be answered."""

    exit_code = 2


def as_json(function: F) -> F:
    """Give a command the option ``--json``."""
    words = _("Answer in JSON.")
    return click.option("--json", "machine", is_flag=True, help=words)(function)


def put(value: Any) -> None:
    """Print a value as one line of JSON."""
    click.echo(json.dumps(value))


def table(rows: Sequence[Sequence[Any]], headings: Sequence[str]) -> None:
    """Print a table; numbers to the right, everything else to the left."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(headings, *texts, strict=True)]
    right = [bool(rows) and isinstance(rows[0][i], int) for i in range(len(headings))]
    for row in (headings, *texts):
        cells = [
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(row, widths, right, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())


def known(noun: str, word: str, words: Collection[str], clause: str = "") -> str:
    """A word that must be among others; UnusableError with those that come close.

    ``clause``: the one that says which there are.
    """
    if word in words:
        return word
    from tacsim.rulesets.schema import listed, meant, shown

    hint = meant(word, words) or _(" (there is: {words})").format(words=listed(words))
    message = _("unknown {noun} {word}").format(noun=noun, word=shown(word)) + hint
    raise UnusableError(f"{message}  [{clause}]" if clause else message)


def rules_of(ruleset: str) -> RulesetContent:
    """The content of a ruleset by name; UnusableError."""
    from tacsim.rulesets import RULESETS, content

    return content(known(_("ruleset"), ruleset, RULESETS))


def grid_of(rules: RulesetContent, topology: str | None) -> str:
    """The kind of grid asked for, or the ruleset's own; UnusableError."""
    if topology is None:
        return rules.defaults.topology.name
    return known(_("kind of grid"), topology, rules.topologies)


def switches_of(rules: RulesetContent, settings: Iterable[str]) -> dict[str, bool]:
    """The switches of a ruleset as ``SWITCH`` or ``SWITCH=no`` sets them; UnusableError."""
    found = {}
    for setting in settings:
        name, given, value = setting.partition("=")
        value = value if given else "yes"
        known(_("switch"), name, [switch.name for switch in rules.switches])
        if value not in _SETTINGS:
            words = _("{text} sets no switch: write {name}=yes or {name}=no")
            raise UnusableError(words.format(text=repr(setting[:60]), name=name))
        found[name] = _SETTINGS[value]
    return found


_SETTINGS = {"yes": True, "true": True, "no": False, "false": False}
"""What a switch may be set to."""


def corner(text: str, topology: str, between: str = "") -> Cell:
    """A corner by its cell; of hexes ``3,4`` is the upper left one, ``3,4,1`` the one on top."""
    if not SEVERAL_CORNERS[topology] or text.count(",") < 2:
        return cell(text, topology, between)
    numbers = _numbers(text, 3, between)
    if numbers[2] > 1:
        words = _("{text} is no corner: write x,y,0 or x,y,1")
        raise UnusableError(words.format(text=repr(text[:40])))
    return numbers


SEVERAL_CORNERS = {"square": False, "hex": True, "cube": False}
"""Whether several corners are named after a cell, by the topology's name."""


def cell(text: str, topology: str, between: str = "") -> Cell:
    """A cell written ``3,4`` or, on a cube map, ``3,4,1``; UnusableError.

    ``between``: the clause by which there is nothing between cells, if there is one.
    """
    from tacsim.grid.grids import TOPOLOGIES

    return _numbers(text, TOPOLOGIES[topology].axes, between)


def _numbers(text: str, axes: int, between: str) -> Cell:
    """So many coordinates; UnusableError."""
    parts = text.split(",")
    good = all(re.fullmatch(r"[0-9]{1,5}", part.strip()) for part in parts)
    numbers = tuple(int(part) for part in parts) if good else ()
    if len(numbers) != axes or max(numbers) > MOST:
        form = "x,y,z" if axes == 3 else "x,y"
        words = _("{text} is no cell: write {form}, whole numbers from 0 to {most}")
        message = words.format(text=repr(text[:40]), form=form, most=MOST)
        fractions = any(re.fullmatch(r"-?[0-9]{1,9}\.[0-9]*", part.strip()) for part in parts)
        raise UnusableError(f"{message}  [{between}]" if fractions and between else message)
    return numbers


def scenario_named(name: str) -> Scenario:
    """The scenario of a path or of a name in maps/; ContentError."""
    from tacsim.content.library import find_scenario
    from tacsim.content.scenarios import read_scenario

    return read_scenario(find_scenario(name))


def creature_named(scenario: Scenario, name: str) -> str:
    """The id of a creature of a scenario; UnusableError."""
    return known(_("creature"), name, [one.id for one in scenario.creatures])


def picture(cells: Iterable[Cell], marks: dict[Cell, str], topology: str = "square") -> list[str]:
    """Cells drawn as rows of text, with marks for single cells; of cubes, level by level.

    Hexes stand apart, odd rows half a cell to the right.

    >>> picture([(1, 0), (2, 0)], {(0, 0): "@"})
    ['@##']
    >>> picture([(0, 0), (0, 1)], {(1, 0): "@"}, "hex")
    ['# @', ' # .']
    >>> picture([(0, 0, 2), (1, 0, 3)], {(0, 0, 2): "@"}, "cube")
    ['level 2', '@.', 'level 3', '.#']
    """
    covered = frozenset(cells)
    drawn = covered | marks.keys()
    if not drawn:
        return []
    xs, ys = ({place[axis] for place in drawn} for axis in (0, 1))
    span = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
    levels = sorted({place[2:] for place in drawn})
    rows = []
    for level in levels:
        rows += [_("level {n}").format(n=n) for n in level]
        rows += _rows(covered, marks, span, level, GAPS[topology])
    return rows


GAPS = {"square": "", "hex": " ", "cube": ""}
"""What stands between cells side by side in a picture, by the topology's name."""


def _rows(
    covered: frozenset[Cell],
    marks: dict[Cell, str],
    span: tuple[range, range],
    level: Cell,
    between: str,
) -> list[str]:
    """The rows of a picture on one level; ``level``: what its cells end in."""
    xs, ys = span

    def sign(cell: Cell) -> str:
        return marks.get(cell, "#" if cell in covered else ".")

    return [between * (y % 2) + between.join(sign((x, y, *level)) for x in xs) for y in ys]
