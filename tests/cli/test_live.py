"""A trial while it is fought: what is shown of it fits the terminal, and is what is known."""

from __future__ import annotations

import re

import pytest

from tacsim.cli import live
from tacsim.cli.live import headline, picture
from tacsim.sim.simulate import trial_of
from tacsim.sim.trial import Trial
from tacsim.sim.workers import Processes
from tacsim.view.columns import columns

SIDES = {"heroes": "quick", "raiders": "quick"}


@pytest.fixture(scope="module")
def trial() -> Trial:
    """Four battles of eight."""
    found = trial_of("ogre_bridge", 8, SIDES)
    found.fight(Processes(1), stopped_after(4))
    return found


def stopped_after(many: int):
    def watch(one: Trial) -> None:
        if one.done == many:
            raise KeyboardInterrupt

    return watch


def bare(line: str) -> str:
    """A line without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", line)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45), (20, 4)])
@pytest.mark.parametrize("colour", [True, False])
def test_it_fits(trial: Trial, size: tuple[int, int], colour: bool) -> None:
    wide, high = size
    lines = picture(trial, wide - 1, high - 1, colour=colour)
    assert 0 < len(lines) < high
    assert all(columns(bare(line)) < wide for line in lines if "(" not in line or wide > 50)
    assert colour or all(line == bare(line) for line in lines)


def test_what_is_told_meanwhile_stands_above_the_picture(trial: Trial, capsys) -> None:
    shown = live._Shown()
    shown._lines = 3
    shown.tell("bot.py:Bot: line 3: KeyError")
    assert capsys.readouterr().err == "\x1b[3A\r\x1b[Jtacsim: bot.py:Bot: line 3: KeyError\n"
    assert shown._lines == 0


def test_it_says_how_far_it_is_and_what_is_known(trial: Trial) -> None:
    trial.seconds = 2.0
    assert headline(trial).startswith("4 of 8 battles · 2.0/s · 0:02 left · known to ")
    text = "\n".join(map(bare, picture(trial, 139, 44, colour=True)))
    for tally in trial.tallies:
        for side in tally.plan.scenario.sides:
            one = tally.side(side.id)
            assert re.search(rf"{side.name}.* {one['rate']:.0%} ", text)
    assert text.count("stands ") == len(trial.plans[0].scenario.creatures)
    assert "where they fell most" in text


def test_of_several_cases_each_has_its_rates() -> None:
    trial = trial_of("ogre_bridge", 1, SIDES, vary={"ogre.hp": [1, 29]})
    trial.fight(Processes(1))
    text = "\n".join(picture(trial, 79, 23, colour=False))
    assert headline(trial).startswith("2 of 2 battles")
    assert text.index("ogre.hp=1") < text.index("ogre.hp=29")
    assert text.count("The heroes") == 2


def test_a_terminal_that_knows_ascii_alone_gets_no_other(
    trial: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Ascii:
        encoding = "ANSI_X3.4-1968"

    monkeypatch.setattr("sys.stderr", Ascii())
    assert "\n".join(picture(trial, 139, 44, colour=True)).isascii()
