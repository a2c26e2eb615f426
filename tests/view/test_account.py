"""The chart of hit points and the words of an account, drawn from accounts made by hand."""

from __future__ import annotations

import attrs
import pytest
from boards import battle
from wcwidth import wcwidth

from tacsim.core import events as ev
from tacsim.core.events import Entry
from tacsim.session.account import Account, Fall, Sample, Tally
from tacsim.view.palettes.graphics import ASCII, BRAILLE, UNICODE
from tacsim.view.wording.account import chart, fell, sentences, table, turned

WORLD = battle("A..b.C").world
TOLD = Account(
    {
        "A": Tally(dealt=10, taken=5, attacks=3, hits=2, expected=1.25, given=1, met=1),
        "b": Tally(dealt=5, taken=10, attacks=1, hits=1, expected=0.5, used=1),
        "C": Tally(),
    },
    (Fall("b", "A", 31, 2),),
    (
        Sample(0, 0, (1.0, 1.0)),
        Sample(10, 1, (1.0, 0.75)),
        Sample(20, 1, (0.5, 0.75)),
        Sample(30, 2, (0.5, 0.75)),
        Sample(40, 2, (0.0, 0.75)),
    ),
    Entry(15, 1, ev.Damaged("A", "b", 5, 5)),
    seed=7,
)


def drawn(width: int, height: int, graphics: str) -> list[str]:
    return ["".join(text for text, _side in line) for line in chart(TOLD, width, height, graphics)]


def test_the_chart_drawn_by_hand() -> None:
    """Ten columns of lines for five samples: two or three columns each."""
    lines = drawn(17, 7, ASCII)
    scales = [line[:5] for line in lines]
    assert scales == [" 100 ", "     ", "  50 ", "     ", "   0 ", "     ", "     "]
    foes = [row for row in range(5) if "o" in lines[row]]
    heroes = [row for row in range(5) if "#" in lines[row]]
    assert (foes, heroes) == ([0, 2, 4], [0, 1])
    assert lines[4].strip() == "0          oo", "the last column, and the mark that ends the line"
    assert lines[1].endswith("##")
    turned_at, fell_at = lines[5].index("@"), lines[5].index("x")
    first, second = lines[6].index("1"), lines[6].index("2")
    assert first < turned_at < second < fell_at
    assert [line.strip() for line in lines[5:]] == ["@   x", "1   2"]


def test_the_number_of_the_last_round_is_always_there_and_whole() -> None:
    samples = tuple(Sample(10 * n, n, (1.0, 1.0)) for n in range(1, 13))
    told = attrs.evolve(TOLD, samples=samples, falls=(), turning=None)
    axes = ["".join(text for text, _side in chart(told, width, 9)[-1]) for width in (19, 31)]
    assert [axis.split() for axis in axes] == [
        ["1", "3", "5", "7", "9", "12"],  # a column each: from that of 12 on there is no other
        ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12"],
    ]


@pytest.mark.parametrize("graphics", [ASCII, UNICODE, BRAILLE])
@pytest.mark.parametrize("width", [12, 40, 53, 100])
def test_the_chart_keeps_to_its_columns(width: int, graphics: str) -> None:
    for line in drawn(width, 9, graphics):
        assert all(wcwidth(char) == 1 for char in line)
        assert len(line) <= width
        assert graphics != ASCII or line.isascii()


@pytest.mark.parametrize(("width", "height"), [(3, 9), (40, 2), (0, 0)])
def test_where_there_is_no_room_there_is_no_chart(width: int, height: int) -> None:
    assert chart(TOLD, width, height) == []


def test_a_side_of_which_nothing_is_known_has_no_line() -> None:
    samples = tuple(Sample(n, 1, (None, 1 - n / 10)) for n in range(6))
    told = Account({}, samples=samples)
    whose = {side for line in chart(told, 40, 9) for _text, side in line}
    assert whose == {None, 1}


def test_the_table_has_sides_and_their_creatures() -> None:
    rows = [(row.side, row.whole, row.name, *row.cells) for row in table(TOLD, WORLD)]
    assert rows == [
        (0, True, "Foes", "5", "10", "1 of 1", "0.5", "0", "1"),
        (1, True, "Heroes", "10", "5", "2 of 3", "1.3", "1", "0"),
        (1, False, "A", "10", "5", "2 of 3", "1.3", "1", "0"),
        (1, False, "C", "0", "0", "-", "-", "0", "0"),
    ]


def test_in_words() -> None:
    assert turned(TOLD, WORLD) == "Round 1: A deals b 5 damage"
    assert turned(Account({}), WORLD) == ""
    assert fell(TOLD.falls[0], WORLD) == "Round 2: b falls to A"
    assert fell(Fall("b", None, 3, 1), WORLD) == "Round 1: b falls"
    alone = Account({}, turning=Entry(3, 4, ev.Damaged("b", "b", 6, 0)))
    assert turned(alone, WORLD) == "Round 4: b takes 6 damage"
    assert sentences(TOLD, WORLD) == [
        "Foes: 5 damage given, 10 taken; 1 of 1 attack hit, 0.5 expected; "
        "opportunities: 0 given, 1 taken.",
        "Heroes: 10 damage given, 5 taken; 2 of 3 attacks hit, 1.3 expected; "
        "opportunities: 1 given, 0 taken.",
        "Round 2: b falls to A.",
        "The turning point: Round 1: A deals b 5 damage.",
    ]
