"""The account of a battle in words, as a table and as a chart, for whatever shows it."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tacsim.core import events as ev
from tacsim.core.world import World
from tacsim.i18n import N_, NP_, _, known_as, ngettext, translate
from tacsim.session.account import Account, Fall, Sample, Tally
from tacsim.view.palettes.dots import dots
from tacsim.view.palettes.glyphs import CORPSE, SIDE_MARKS, TARGET
from tacsim.view.palettes.graphics import ASCII, UNICODE, in_ascii
from tacsim.view.wording import words
from tacsim.view.wording.goals import met

GROUPS: tuple[tuple[str, int], ...] = (
    (N_("damage"), 2), (N_("attacks"), 2), (N_("opportunities"), 2),
)  # fmt: skip
"""What the columns of the table are about, and how many are."""
COLUMNS = (
    NP_("damage", "given"), NP_("damage", "taken"), N_("hits"), N_("expected"),
    NP_("opportunities", "given"), NP_("opportunities", "taken"),
)  # fmt: skip


@attrs.frozen
class Row:
    """A row of the table: a side by its number, or one of its creatures."""

    side: int
    name: str
    cells: tuple[str, ...]
    whole: bool = False
    """Whether it is the sum of a side."""


def table(told: Account, world: World) -> list[Row]:
    """Each side and its creatures: a cell for each of ``COLUMNS``."""
    rows = []
    for index, side in enumerate(world.sides.items):
        mine = [name for name in told.tallies if world[name].side == side.id]
        rows.append(
            Row(index, known_as(side.name), _cells(told.of_side(world, side.id)), whole=True)
        )
        if len(mine) > 1 or not mine:
            rows += [
                Row(index, words.name_of(world, name), _cells(told.tallies[name])) for name in mine
            ]
    return rows


def _cells(tally: Tally) -> tuple[str, ...]:
    hits = _("{hits} of {attacks}").format(hits=tally.hits, attacks=tally.attacks)
    return (
        str(tally.dealt), str(tally.taken),
        hits if tally.attacks else "-", _tenths(tally.expected) if tally.attacks else "-",
        str(tally.given), str(tally.used),
    )  # fmt: skip


def _tenths(number: float) -> str:
    """A number with one place, halves up.

    >>> _tenths(0.85), _tenths(1.25), _tenths(2)
    ('0.9', '1.3', '2.0')
    """
    return f"{number + 1e-9:.1f}"


def titles() -> list[tuple[str, ...]]:
    """The titles of the columns, those of each group together."""
    names, found = list(map(translate, COLUMNS)), []
    for _title, many in GROUPS:
        found.append(tuple(names[:many]))
        del names[:many]
    return found


def fell(fall: Fall, world: World) -> str:
    """Who fell when, and through whom."""
    name = words.name_of(world, fall.creature)
    if fall.by is None:
        return _("Round {n}: {name} falls").format(n=fall.round, name=name)
    by = words.name_of(world, fall.by)
    return _("Round {n}: {name} falls to {by}").format(n=fall.round, name=name, by=by)


def turned(told: Account, world: World) -> str:
    """When and by what the battle turned; empty where it did not."""
    entry = told.turning
    if entry is None:
        return ""
    event, round_ = entry.event, entry.round
    if isinstance(event, ev.Damaged):
        name = words.name_of(world, event.target)
        if event.actor == event.target:
            text = _("Round {n}: {name} takes {damage} damage")
            return text.format(n=round_, name=name, damage=event.amount)
        by = words.name_of(world, event.actor)
        text = _("Round {n}: {by} deals {name} {damage} damage")
        return text.format(n=round_, by=by, name=name, damage=event.amount)
    if isinstance(event, ev.ConditionGained | ev.Downed):
        who = event.target if isinstance(event, ev.Downed) else event.actor
        name = words.name_of(world, who)
        return _("Round {n}: {name} is out of the fight").format(n=round_, name=name)
    reason = met(world)
    if reason:
        return _("Round {n}: {what}").format(n=round_, what=reason)
    return _("Round {n}: the end").format(n=round_)


def sentences(told: Account, world: World) -> list[str]:
    """What each side did, who fell, and how it turned, a sentence each."""
    found = []
    for side in world.sides.items:
        tally = told.of_side(world, side.id)
        if tally.attacks:
            text = ngettext(
                "{side}: {given} damage given, {taken} taken; {hits} of {attacks} attack hit, "
                "{expected} expected; opportunities: {offered} given, {used} taken.",
                "{side}: {given} damage given, {taken} taken; {hits} of {attacks} attacks hit, "
                "{expected} expected; opportunities: {offered} given, {used} taken.",
                tally.attacks,
            )
        else:
            text = _(
                "{side}: {given} damage given, {taken} taken; no attacks; "
                "opportunities: {offered} given, {used} taken."
            )
        found.append(
            text.format(
                side=known_as(side.name), given=tally.dealt, taken=tally.taken, hits=tally.hits,
                attacks=tally.attacks, expected=_tenths(tally.expected), offered=tally.given,
                used=tally.used,
            )
        )  # fmt: skip
    found += [_("{what}.").format(what=fell(fall, world)) for fall in told.falls]
    when = turned(told, world)
    text = _("The winner led from the first wound on: {when}.") if told.ahead else \
        _("The turning point: {when}.")  # fmt: skip
    return [*found, text.format(when=when)] if when else found


# --- the chart -----------------------------------------------------------------------------------

Piece = tuple[str, int | None]
"""Text of a chart, and the side whose it is."""
LABEL = 5
"""Columns of the scale at its left."""
AXIS = 2
"""Rows below the lines: what happened, and the rounds."""


PLAIN_MARKS = "o#+*%="
"""The marks of sides in ASCII: those of the board are too small to make lines of."""


def mark_of(side: int, graphics: str = UNICODE) -> str:
    """The mark of a side by its number."""
    marks = PLAIN_MARKS if graphics == ASCII else SIDE_MARKS
    return marks[side % len(marks)]


def chart(told: Account, width: int, height: int, graphics: str = UNICODE) -> list[list[Piece]]:
    """The hit points that each side has left, turn by turn: lines in so many columns and rows.

    Each line ends with its side's mark. Under them a cross where somebody fell, a target where the
    battle turned, and the rounds where they begin.
    """
    across, rows = width - LABEL - 2, height - AXIS
    if across < 2 or rows < 1 or not told.samples:
        return []
    samples = told.samples
    grid = _plain(samples, across, rows) if graphics == ASCII else _dotted(samples, across, rows)
    out = []
    for row in range(rows):
        scale = {0: "100 ", rows - 1: "0 "}.get(row, "50 " if 2 * row == rows - 1 else "")
        ends = [at for at, end in enumerate(samples[-1].left) if _row(end, rows) == row]
        line: list[Piece] = [(scale.rjust(LABEL), None), *grid[row]]
        line += [(mark_of(side, graphics), side) for side in ends[:2]]
        out.append(line)
    out += [[(" " * LABEL + text, None)] for text in (_marks(told, across), _rounds(told, across))]
    if graphics == ASCII:
        return [[(text.translate(in_ascii()), side) for text, side in line] for line in out]
    return out


def _row(share: float | None, rows: int) -> int | None:
    """The row of a share, 0 at the top."""
    return None if share is None else round((1 - min(max(share, 0.0), 1.0)) * (rows - 1))


def _at(samples: Sequence[Sample], column: int, columns: int) -> Sample:
    """The sample that a column shows."""
    return samples[column * (len(samples) - 1) // max(columns - 1, 1)]


def _plain(samples: Sequence[Sample], across: int, rows: int) -> list[list[Piece]]:
    """Lines made of the sides' marks; where they meet, of each by turns."""
    grid: list[list[Piece]] = [[(" ", None)] * across for _ in range(rows)]
    for side in range(len(samples[0].left)):
        for column in range(across):
            row = _row(_at(samples, column, across).left[side], rows)
            if row is not None and (grid[row][column][1] is None or (column + side) % 2):
                grid[row][column] = mark_of(side, ASCII), side
    return grid


def _dotted(samples: Sequence[Sample], across: int, rows: int) -> list[list[Piece]]:
    """Lines of dots, two by four in a cell; those of further sides have gaps."""
    canvas = [[" "] * (2 * across) for _ in range(4 * rows)]
    whose: list[list[int | None]] = [[None] * across for _ in range(rows)]
    for side in range(len(samples[0].left)):
        before: int | None = None
        for x in range(2 * across):
            y = _row(_at(samples, x, 2 * across).left[side], 4 * rows)
            if y is None:
                continue
            start, before = y if before is None else before, y
            for dot in range(min(start, y), max(start, y) + 1):
                if (x + dot) % (side + 1):
                    continue
                canvas[dot][x] = "o"
                if whose[dot // 4][x // 2] is None or (x // 2 + side) % 2:
                    whose[dot // 4][x // 2] = side
    drawn = [dots(*map("".join, canvas[4 * row : 4 * row + 4])) for row in range(rows)]
    return [list(zip(*line, strict=True)) for line in zip(drawn, whose, strict=True)]


def _marks(told: Account, across: int) -> str:
    """A cross where somebody fell, a target where the battle turned."""
    row = [" "] * across
    for fall in told.falls:
        row[_column(told, fall.number, across)] = CORPSE
    if told.turning is not None:
        row[_column(told, told.turning.number, across)] = TARGET
    return "".join(row)


def _column(told: Account, number: int, across: int) -> int:
    """The first column that shows an event done."""
    samples = told.samples
    return next((c for c in range(across) if _at(samples, c, across).number > number), across - 1)


def _rounds(told: Account, across: int) -> str:
    """The numbers of the rounds, where each begins and there is room; that of the last always."""
    begins: dict[int, int] = {}
    for column in range(across):
        begins.setdefault(_at(told.samples, column, across).round, column)
    *others, last = [number for number in begins if number] or [0]
    end = min(begins.get(last, 0), across - len(str(last)))
    row = ""
    for number in others:
        column = begins[number]
        if (not row or column > len(row)) and column + len(str(number)) < end:
            row = row.ljust(column) + str(number)
    return row.ljust(end) + str(last)
