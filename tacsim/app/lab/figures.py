"""What a trial has found, as lines for the lab."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from textual.content import Content

from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import DOT, column, hanging
from tacsim.i18n import _, known_as, ngettext
from tacsim.sim.notable import notable
from tacsim.sim.tally import Tally
from tacsim.sim.trial import Trial
from tacsim.view.palettes.colours import Palette, hexed
from tacsim.view.wording.odds import chart, rate_bar
from tacsim.view.wording.odds_words import (
    conclusions,
    fault_line,
    interval,
    lasting,
    notable_lines,
)

NAME, CHART, FIGURES = 16, 8, 20
"""Columns of a name, of a chart, and of a rate with its interval."""


def headline(trial: Trial) -> Content:
    """How many battles are over, how fast they are, and how sure the least rate is."""
    many = trial.done * len(trial.plans)
    words = [ngettext("{n} battle", "{n} battles", many).format(n=many)]
    if trial.seconds and not trial.enough:
        words.append(_("{rate:.1f} a second").format(rate=many / trial.seconds))
    if trial.battles:
        words.append(_("to {points:.1f} points").format(points=100 * trial.margin))
    return Content(DOT.join(words))


def figures(
    trial: Trial, palette: Palette, width: int, called: Callable[[Mapping[str, Any]], str]
) -> Iterator[Content]:
    """Everything that is known by now; ``called``: what a case is called."""
    if not trial.battles:
        yield Content.styled(_("No battle is over yet."), MUTED)
    for tally in trial.tallies:
        if tally.plan.values:
            yield Content.styled(called(tally.plan.values), "bold")
        yield from _rates(tally, palette, width)
    if not trial.battles:
        return
    yield Content("")
    answer = trial.answer()
    names = {side.id: known_as(side.name) for side in trial.plans[0].scenario.sides}
    for line in conclusions(answer, names, called) if trial.plans[1:] else ():
        yield from hanging(Content(line), width)
    tally = trial.tallies[-1]
    told = answer["cases"][-1] if trial.plans[1:] else answer
    if trial.plans[1:]:
        yield Content("")
        yield Content.styled(called(tally.plan.values), "bold")
    yield from hanging(Content(lasting(told)), width)
    yield Content("")
    yield from _fighters(tally, palette, width)
    yield Content("")
    for _key, line in notable_lines({"notable": notable(tally)}, names):
        yield from hanging(Content.styled(line, MUTED), width)
    for fault in answer["faults"]:
        yield from hanging(Content.styled(fault_line(fault), "$error"), width)


def _rates(tally: Tally, palette: Palette, width: int) -> Iterator[Content]:
    room = max(min(width - NAME - FIGURES - 3, 48), 6)
    for at, side in enumerate(tally.plan.scenario.sides):
        one, colour = tally.side(side.id), hexed(palette.side(at))
        text = f"{one['rate']:4.0%} ({interval(one)})"
        yield Content.assemble(
            column(Content.styled(known_as(side.name), f"bold {colour}"), NAME),
            " ", (rate_bar(one["rate"], one["low"], one["high"], room), colour), " ", text,
        )  # fmt: skip


def _fighters(tally: Tally, palette: Palette, width: int) -> Iterator[Content]:
    """How often each creature stands at the end, and what it then has left of its hit points."""
    sides = [side.id for side in tally.plan.scenario.sides]
    for one in tally.plan.scenario.creatures:
        told, colour = tally.creature(one.id), hexed(palette.side(sides.index(one.side)))
        words = _("stands {rate:.0%}, {left:.1f} of {hp} left").format(
            rate=told["survives"], left=told["hp_left"], hp=told["hp"]
        )
        text = column(Content(words), max(width - NAME - CHART - 2, 8))
        yield Content.assemble(
            column(Content.styled(known_as(tally.names[one.id]), colour), NAME),
            " ", text, " ", chart(told["hp_spread"], CHART),
        )  # fmt: skip
