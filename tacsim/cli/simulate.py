"""``tacsim simulate``: a scenario fought many times, and who wins."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from tacsim.cli.calls import (
    SCENARIO,
    Whole,
    as_json,
    by_side,
    by_workers,
    of_morale,
    of_sides,
    put,
    table,
    unusable,
)
from tacsim.i18n import _, ngettext

MOST_BATTLES = 1_000_000
SEED = Whole(-(2**62), 2**62)


@click.command(
    "simulate",
    help=_("Fight a SCENARIO many times by AI, and say who wins, how surely, and what it costs.")
    + "\n\n"
    + _("People's and scripted sides are played by AI unless --side says otherwise.")
    + " "
    + _("Ctrl-C stops it: what has been fought by then is told."),
    short_help=_("Fight a scenario many times: who wins, how surely."),
)
@click.argument("scenario", type=SCENARIO)
@click.option(
    "--battles",
    type=Whole(1, MOST_BATTLES),
    default=100,
    show_default=True,
    metavar="N",
    help=_("How many battles."),
)
@of_sides
@of_morale
@click.option(
    "--mirror",
    is_flag=True,
    help=_("Fight each seed twice, the two sides' players exchanged; both count as battles."),
)
@click.option(
    "--seed",
    type=SEED,
    metavar="N",
    help=_("The seed of the first battle, each next one having the next (the scenario's, or 0)."),
)
@by_workers
@as_json
def command(
    scenario: str,
    battles: int,
    sides: tuple[str, ...],
    morale: bool | None,
    mirror: bool,
    seed: int | None,
    workers: int | None,
    machine: bool,
) -> None:
    """Answer wins with their intervals, damage and rounds."""
    from tacsim.sim.simulate import simulate

    with unusable(scenario):
        found = simulate(
            scenario, battles, by_side(sides), seed, mirror=mirror, workers=workers, morale=morale,
            progress=progress(),
        )  # fmt: skip
    stopped(found["battles"], battles)
    if machine:
        put(found)
    elif found["battles"]:
        show(found)


def stopped(fought: int, wanted: int) -> None:
    """Say on standard error that a long job was stopped, if it was."""
    if fought < wanted:
        words = ngettext(
            "stopped after {n} of {wanted} battle", "stopped after {n} of {wanted} battles", wanted
        )
        click.echo(f"tacsim: {words.format(n=fought, wanted=wanted)}", err=True)


def progress() -> Callable[[int, int], None] | None:
    """Tells on standard error how many battles are fought, where that is a terminal."""
    return ticking(lambda of: ngettext("{done} of {of} battle", "{done} of {of} battles", of))


def ticking(words: Callable[[int], str]) -> Callable[[int, int], None] | None:
    """Tells on standard error how far a long job is, in words for so much, at a terminal."""
    if not sys.stderr.isatty():
        return None

    def tell(done: int, of: int) -> None:
        text = words(of).format(done=done, of=of)
        print(f"\r{text}", end="\n" if done == of else "", file=sys.stderr, flush=True)

    return tell


def show(found: dict[str, Any]) -> None:
    """What came of it, for people."""
    words = ngettext(
        "{battles} battle, seed {seed}: {rounds:.1f} rounds on average, {undecided} undecided",
        "{battles} battles, seed {seed}: {rounds:.1f} rounds on average, {undecided} undecided",
        found["battles"],
    )
    rounds = found["rounds"]["mean"]
    click.echo(words.format(battles=found["battles"], seed=found["seed"], rounds=rounds,
                            undecided=found["undecided"]))  # fmt: skip
    headings = (_("wins"), _("rate"), _("95 % interval"))
    rows = [(side, one["controller"], *_rates(one), f"{one['damage']:.1f}", f"{one['downed']:.1f}")
            for side, one in found["sides"].items()]  # fmt: skip
    table(rows, (_("side"), _("played by"), *headings, _("damage"), _("downed")))
    for name, one in found.get("controllers", {}).items():
        wins, rate, interval = _rates(one)
        words = _("{name}: {wins} of {battles} won, {rate} ({interval}), {ms:.1f} ms a choice")
        click.echo(words.format(name=name, wins=wins, battles=one["battles"], rate=rate,
                                interval=interval, ms=one["ms_per_choice"]))  # fmt: skip
    click.echo()
    rows = [
        (who, f"{one['survives']:.0%}", *(f"{one[key]:.1f}" for key in _MEANS))
        for who, one in found["creatures"].items()
    ]
    table(rows, (_("creature"), _("survives"), _("hit points left"), _("damage"), _("taken"),
                 _("downs")))  # fmt: skip


_MEANS = ("hp_left", "damage", "taken", "downs")


def _rates(one: dict[str, Any]) -> tuple[int, str, str]:
    """Wins, their rate, and the interval in which that lies."""
    return one["wins"], f"{one['rate']:.0%}", f"{one['low']:.0%} - {one['high']:.0%}"
