"""The game in a real browser: played, resized, by two at once, left and taken up again."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from web.conftest import Visit
from web.servers import Serving, wait_for
from web.terminals import Terminal

import tacsim

pytestmark = pytest.mark.browser

CHARGES = ("l", "ArrowDown", "ArrowDown", "ArrowDown", "Enter")
"""The keys to the lesson about charges, in which Ann stands at 2,3 and an orc at 11,3."""


def begun(terminal: Terminal) -> Terminal:
    """The lesson about charges, opened."""
    terminal.until("Quick battle")
    terminal.type(CHARGES[0])
    terminal.until("Charges and special acts")
    terminal.type(*CHARGES[1:])
    terminal.until("Ann's turn", "(2,3)")
    return terminal


def walked(terminal: Terminal) -> Terminal:
    """Two squares to the east, there and done."""
    terminal.type("ArrowRight", "ArrowRight")
    terminal.until("(4,3)")
    terminal.type("Enter")
    terminal.until("Ann walks 2 squares")
    return terminal


def charged(terminal: Terminal) -> str:
    """A charge at the orc, with its attack; the line that tells of the attack."""
    terminal.type("c")
    terminal.until("charge Orc: flail")
    terminal.type("Enter")
    text = terminal.until("Ann strikes Orc with flail")
    return next(line for line in text.split("\n") if "Ann strikes Orc" in line)[-40:]


def events(save: Path) -> list[str]:
    """What happened in a save, by the names of events."""
    return [event["event"] for event in tacsim.replay(save)]


def test_a_battle_is_begun_and_fought(fresh: Serving, visit: Visit) -> None:
    terminal = walked(begun(visit("ann")))
    terminal.type(".")
    terminal.until("Round 2", "Ann's turn")
    charged(terminal)
    (home,) = fresh.homes
    (save,) = home.glob("tacsim/saves/*.tacsim")
    happened = events(save)
    assert happened.count("struck") == 1
    assert happened.count("stepped") >= 7


def test_nothing_comes_from_elsewhere(fresh: Serving, visit: Visit) -> None:
    terminal = visit("ann")
    terminal.until("Quick battle")
    asked = terminal.browser.requests
    assert len(asked) > 3
    assert all(each.startswith((fresh.url, "data:")) for each in asked), asked
    slow = ("WebGL", "task queue")  # what a machine without a screen has the terminal say
    told = terminal.browser.complaints
    assert [one for one in told if not any(word in one for word in slow)] == []
    assert terminal.browser.run("document.fonts.check(\"16px 'Roboto Mono'\")")


def test_the_game_follows_the_window(visit: Visit) -> None:
    terminal = begun(visit("ann"))
    columns, lines = terminal.size
    terminal.browser.show((720, 500))
    wait_for(lambda: terminal.text and terminal.size < (columns, lines))
    assert terminal.size[0] < 85
    terminal.until("Ann's turn" if terminal.size[1] > 30 else "(2,3)")
    wait_for(lambda: terminal.text.split("\n")[-1].strip())
    walked(terminal)


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (320, 568)])
def test_on_a_phone_the_game_has_the_room_that_it_needs(
    fresh: Serving, visit: Visit, size: tuple[int, int]
) -> None:
    terminal = Terminal(visit("ann").browser, fresh.url, size)
    terminal.until("Quick battle")
    columns, lines = terminal.size
    assert columns >= 60
    assert lines >= 20


def test_two_browsers_do_not_see_each_other_s_games(fresh: Serving, visit: Visit) -> None:
    first = walked(begun(visit("ann")))
    second = visit("bob")
    second.until("Quick battle")
    second.type("c")
    second.until("There is nothing here yet")
    second.type("Escape")
    begun(second)
    first.type(".")
    first.until("Round 2")
    assert "Round 2" not in second.text
    assert "walks 2 squares" not in second.text
    saves = [[*home.glob("tacsim/saves/*.tacsim")] for home in fresh.homes]
    assert [len(each) for each in saves] == [1, 1]
    steps = sorted(events(each).count("stepped") for (each,) in saves)
    assert steps == [0, 2]


def test_a_closed_tab_loses_nothing(fresh: Serving, visit: Visit) -> None:
    struck = charged(begun(visit("ann")))
    visit("ann").until("Quick battle")  # in the place of the page that was there
    wait_for(lambda: len(fresh.games) == 1)
    again = visit("ann")
    again.until("Quick battle")
    again.type("c")
    again.until("Charges and special acts")
    again.type("Enter")
    again.until("Ann's turn", struck)
    again.type(".")
    again.until("Round 2")


def test_the_page_says_when_the_server_has_ended(fresh: Serving, visit: Visit) -> None:
    terminal = begun(visit("ann"))
    assert fresh.stop(signal.SIGINT) == 0
    terminal.browser.until("document.body.classList.contains('-closed')")
    assert terminal.browser.run(
        "getComputedStyle(document.querySelector('.closed')).display === 'flex'"
    )
