"""What a simulation found, printed for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from tacsim.cli.calls import draw, drawn_here, table, with_id
from tacsim.cli.progress import stopped as told_stopped
from tacsim.i18n import _, known_as, pgettext
from tacsim.view.wording.odds import fallen, heat_map
from tacsim.view.wording.odds_words import (
    case_name,
    conclusions,
    fault_line,
    heading,
    interval,
    lasting,
    notable_lines,
    verdict,
)

if TYPE_CHECKING:
    from tacsim.sim.trial import Trial

_MEANS = ("hp_left", "damage", "taken", "downs", "falls")


def stopped(trial: Trial) -> None:
    """Say on standard error that a trial was stopped, and which battles failed."""
    if not trial.enough:
        told_stopped(trial.done, trial.wanted)


def faults(found: dict[str, Any]) -> None:
    """Say on standard error which battles failed."""
    for one in found["faults"]:
        click.echo(f"tacsim: {fault_line(one)}", err=True)


def show(found: dict[str, Any], trial: Trial) -> None:
    """What came of it, for people."""
    names = {side.id: known_as(side.name) for side in trial.plans[0].scenario.sides}
    if "cases" in found:
        _compared(found, names)
        return
    click.echo(heading(found))
    click.echo(lasting(found))
    _sides(found, names)
    for name, one in found.get("controllers", {}).items():
        words = _("{name}: {wins} of {battles} won, {rate:.0%} ({interval}), {ms:.1f} ms a choice")
        click.echo(words.format(name=name, wins=one["wins"], battles=one["battles"],
                                rate=one["rate"], interval=interval(one),
                                ms=one["ms_per_choice"]))  # fmt: skip
    click.echo()
    called = trial.tallies[0].names
    rows = [
        (with_id(who, known_as(called[who])), f"{one['survives']:.0%}",
         *(f"{one[key]:.1f}" for key in _MEANS),
         f"{one['opportunities_given']:.1f} / {one['opportunities_taken']:.1f}")
        for who, one in found["creatures"].items()
    ]  # fmt: skip
    table(rows, (_("creature"), _("survives"), _("hp left"), _("damage"),
                 pgettext("damage", "taken"), _("downs"), _("falls"),
                 _("opportunities given / taken")))  # fmt: skip
    click.echo()
    for _key, line in notable_lines(found, names):
        click.echo(line)
    if drawn_here(plain=False) and found["fell"]:
        click.echo()
        draw(heat_map(trial.plans[0].scenario.field, fallen(found)))


def _sides(found: dict[str, Any], names: Mapping[str, str]) -> None:
    headings = (_("side"), _("played by"), _("wins"), _("rate"), _("95 % interval"), _("damage"),
                _("downed"), _("hp left"))  # fmt: skip
    rows = [
        (with_id(side, names[side]), one["controller"], one["wins"], f"{one['rate']:.0%}",
         interval(one), f"{one['damage']:.1f}", f"{one['downed']:.1f}", f"{one['hp_left']:.1f}")
        for side, one in found["sides"].items()
    ]  # fmt: skip
    table(rows, headings)


def _compared(found: dict[str, Any], names: Mapping[str, str]) -> None:
    rows = [
        (case_name(case["values"]), with_id(side, names[side]), one["wins"], f"{one['rate']:.0%}",
         interval(one), f"{one['hp_left']:.1f}", f"{case['rounds']['mean']:.1f}")
        for case in found["cases"]
        for side, one in case["sides"].items()
    ]  # fmt: skip
    table(rows, (_("case"), _("side"), _("wins"), _("rate"), _("95 % interval"),
                 _("hp left"), _("rounds")))  # fmt: skip
    click.echo()
    table(list(_differences(found, names)), (_("case"), _("what"), _("difference"),
                                             _("95 % interval"), _("verdict")))  # fmt: skip
    click.echo()
    for line in conclusions(found, names):
        click.echo(line)


def _differences(found: dict[str, Any], names: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    for one in found["differences"]:
        case = case_name(one["values"])
        for side, told in one["sides"].items():
            rate, left = told["rate"], told["hp_left"]
            yield (case, _("{side}: wins").format(side=names[side]), f"{rate['difference']:+.0%}",
                   f"{rate['low']:+.0%} - {rate['high']:+.0%}", verdict(rate))  # fmt: skip
            yield (case, _("{side}: hit points left").format(side=names[side]), *_means(left))
        yield (case, _("rounds"), *_means(one["rounds"]))


def _means(one: dict[str, Any]) -> tuple[str, str, str]:
    return (f"{one['difference']:+.1f}", f"{one['low']:+.1f} - {one['high']:+.1f}", verdict(one))
