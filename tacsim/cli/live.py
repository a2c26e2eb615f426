"""A trial while it is fought, shown on standard error where that is a terminal.

How far it is, how soon it will be over, each side's rate with its interval, how everybody fares,
and where they fall: in the terminal's own cells.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import DUMB
from tacsim.cli.progress import fought, ticking
from tacsim.i18n import _, known_as, ngettext
from tacsim.view.columns import columns, cut, padded

if TYPE_CHECKING:
    from tacsim.sim.trial import Trial

Watch = Callable[["Trial"], None]

USUAL = 80, 24
"""Columns and lines of a terminal that does not say how large it is."""
EVERY = 0.1
"""Seconds between two pictures at least."""
NAME, STANDS, CHART = 22, 12, 8
"""Columns of a name at most, of how often somebody stands, and of the chart of its hit points."""
BAR = 40
"""Columns of a bar at most."""
MAP = 8
"""Lines from which there is room for a map."""


@contextmanager
def watched() -> Iterator[Watch | None]:
    """What shows a trial after each of its battles; nothing where there is nobody to look."""
    if not sys.stderr.isatty():
        yield None
        return
    if os.environ.get("TERM") in (*DUMB, None):
        tell = ticking(fought)
        yield lambda trial: tell(trial.done, trial.wanted) if tell is not None else None
        return
    from tacsim.api.bots import Told, tell_by

    shown = _Shown()
    tell_by(Told(shown.tell))
    try:
        yield shown
    finally:
        shown.clear()


class _Shown:
    """The picture that is on the terminal, drawn anew over itself as it changes."""

    def __init__(self) -> None:
        self._lines = 0
        self._last = 0.0
        self._colour = not os.environ.get("NO_COLOR")

    def __call__(self, trial: Trial) -> None:
        if monotonic() - self._last < EVERY and not trial.enough:
            return
        wide, high = os.get_terminal_size(sys.stderr.fileno())
        wide, high = wide or USUAL[0], high or USUAL[1]
        lines = picture(trial, wide - 1, high - 1, colour=self._colour)
        self._put("".join(f"{line}\n" for line in lines))
        self._lines, self._last = len(lines), monotonic()

    def clear(self) -> None:
        """Take it away."""
        self._put("")
        self._lines = 0

    def tell(self, line: str) -> None:
        """Print a line above the picture."""
        self.clear()
        click.echo(f"tacsim: {line}", err=True)

    def _put(self, text: str) -> None:
        up = f"\x1b[{self._lines}A" if self._lines else ""
        sys.stderr.write(f"{up}\r\x1b[J{text}")
        sys.stderr.flush()


def picture(trial: Trial, wide: int, high: int, *, colour: bool) -> list[str]:
    """What is known by now, in so many columns and lines."""
    from tacsim.view.palettes.graphics import in_ascii

    lines = [cut(headline(trial), wide), _bar(trial, wide)]
    lines += _rates(trial, wide)
    if len(trial.plans) == 1:
        lines += _fighters(trial, wide, high - len(lines))
        if high - len(lines) >= MAP:
            lines += _map(trial, wide, high - len(lines), colour=colour)
    encoding = (getattr(sys.stderr, "encoding", None) or "ascii").lower()
    if not encoding.startswith("utf"):
        lines = [line.translate(in_ascii()) for line in lines]
    return lines[:high]


def headline(trial: Trial) -> str:
    """How many battles are over, how fast, how soon all will be, and how sure the least is."""
    many = len(trial.plans)
    rate = trial.done * many / trial.seconds if trial.seconds else 0.0
    left = trial.left * many / rate if rate else 0.0
    words = ngettext(
        "{done} of {of} battle · {rate:.1f}/s · {left} left · known to {margin:.1f} points",
        "{done} of {of} battles · {rate:.1f}/s · {left} left · known to {margin:.1f} points",
        trial.wanted * many,
    )
    return words.format(done=trial.done * many, of=trial.wanted * many, rate=rate,
                        left=clock(left), margin=100 * trial.margin)  # fmt: skip


def clock(seconds: float) -> str:
    """A time as minutes and seconds, or with hours.

    >>> clock(75), clock(3700)
    ('1:15', '1:01:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _bar(trial: Trial, wide: int) -> str:
    from tacsim.view.wording.odds import MAYBE, SURE

    whole = trial.done + trial.left
    full = round(wide * trial.done / whole) if whole else wide
    return SURE * full + MAYBE * (wide - full)


def _rates(trial: Trial, wide: int) -> Iterator[str]:
    from tacsim.view.wording.odds import rate_bar
    from tacsim.view.wording.odds_words import case_name, interval

    for tally in trial.tallies:
        if tally.plan.values:
            yield cut(case_name(tally.plan.values), wide)
        for side in tally.plan.scenario.sides:
            one = tally.side(side.id)
            figures = f"{one['rate']:4.0%}  ({interval(one)})"
            room = max(min(wide - NAME - len(figures) - 4, BAR), 4)
            bar = rate_bar(one["rate"], one["low"], one["high"], room)
            yield f"{padded(cut(known_as(side.name), NAME), NAME)}  {bar}  {figures}"


def _fighters(trial: Trial, wide: int, high: int) -> list[str]:
    """A line for each creature, in two columns where they would take more than half the room."""
    from tacsim.view.wording.odds import chart

    (tally,) = trial.tallies
    found = []
    names = {who: known_as(name) for who, name in tally.names.items()}
    room = min(max(map(columns, names.values())), NAME)
    for who, name in names.items():
        told = tally.creature(who)
        words = _("stands {rate:.0%}").format(rate=told["survives"])
        text = f"{padded(cut(name, room), room)}  {padded(cut(words, STANDS), STANDS)} "
        found.append(text + chart(told["hp_spread"], CHART))
    width = room + STANDS + CHART + 5
    if len(found) > high // 2 and wide >= 2 * width:
        half = -(-len(found) // 2)
        pairs = zip(found[:half], [*found[half:], ""][:half], strict=True)
        found = [f"{one}   {other}".rstrip() for one, other in pairs]
    return found


def _map(trial: Trial, wide: int, high: int, *, colour: bool) -> list[str]:
    from tacsim.view.maps.text_map import framed
    from tacsim.view.wording.odds import heat_map

    (tally,) = trial.tallies
    fell = {cell: many.total() for cell, many in tally.fell.items()}
    if not fell:
        return []
    return framed(heat_map(tally.plan.scenario.field, fell), wide + 1, high, colour=colour)
