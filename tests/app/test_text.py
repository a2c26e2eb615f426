"""Fitting text, of characters one and two columns wide, to every width."""

from __future__ import annotations

import pytest
from textual.content import Content

from tacsim.app.widgets.text import MORE, clipped, column, ending, hanging, spread, wrapped

TEXTS = [
    "opportunity",
    "오우거 두목",
    "a오우거b두목c",
    "알디스 walks 2 squares to (7,4), 늑대 waits",
    "",
]
WIDTHS = range(45)


@pytest.mark.parametrize("text", TEXTS)
def test_a_line_is_whole_or_ends_with_a_sign(text: str) -> None:
    for width in WIDTHS:
        line = clipped(Content(text), width)
        assert line.cell_length <= width
        assert line.plain == text or not width or line.plain.endswith(MORE)


@pytest.mark.parametrize("text", TEXTS)
def test_a_column_is_as_wide_as_it_is_to_be(text: str) -> None:
    for width in WIDTHS:
        assert column(Content(text), width).cell_length == width


@pytest.mark.parametrize("keeps_left", [False, True])
@pytest.mark.parametrize("left", TEXTS)
@pytest.mark.parametrize("right", TEXTS)
def test_two_ends_fill_their_line(left: str, right: str, *, keeps_left: bool) -> None:
    for width in WIDTHS:
        line = spread(Content(left), Content(right), width, keeps_left=keeps_left)
        assert line.cell_length == width


@pytest.mark.parametrize("text", TEXTS)
def test_folded_rows_fit_and_say_everything(text: str) -> None:
    letters = text.replace(" ", "")
    for width in WIDTHS[13:]:
        rows = hanging(Content(text), width)
        assert max(row.cell_length for row in rows) <= width
        assert "".join(row.plain for row in rows).replace(" ", "") == letters


@pytest.mark.parametrize("text", TEXTS)
def test_a_line_cut_in_its_midst_fits(text: str) -> None:
    for width in WIDTHS[2:]:
        assert ending(Content(text), width).cell_length <= width


def test_a_line_cut_in_its_midst_keeps_words_and_who_did_what() -> None:
    line = Content(
        "  Aldis strikes Goblin archer with longsword: 9 + 7 = 16 against 15, hit, 8 damage"
    )
    said = ending(line, 66).plain
    assert said.startswith("  Aldis strikes Goblin archer with longsword:⋯ ")
    assert said.endswith(" hit, 8 damage")
    walked = "Goblin archer with the bow walks 12 squares to (14, 23)"
    said = ending(Content(walked), 42).plain.replace(MORE, "")
    assert set(said.split()) < set(walked.split())


def test_a_line_cut_in_its_midst_goes_on_after_a_bracket_and_not_within_it() -> None:
    line = (
        "오를로가 루칸을 레이피어로 공격: 성공 2개 (주사위 7개) 대 1개 (주사위 4개), 명중, 피해 1점"
    )
    for width in range(40, 92):
        rest = ending(Content(line), width).plain.partition(MORE)[2]
        assert ")" not in rest.partition("(")[0]
    assert ending(Content(line), 64).plain == "오를로가 루칸을 레이피어로 공격:⋯ 명중, 피해 1점"


@pytest.mark.parametrize("text", TEXTS)
def test_rows_that_are_too_many_end_with_a_sign(text: str) -> None:
    for width in WIDTHS[2:]:
        rows = wrapped(Content(text), width, 2)
        said = "".join(row.plain for row in rows).replace(" ", "")
        assert len(rows) <= 2
        assert max((row.cell_length for row in rows), default=0) <= width
        assert said == text.replace(" ", "") or said.endswith(MORE)
