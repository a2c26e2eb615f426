"""Commands typed in Korean, as words and with the letters of their keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from app.halls import hall, person
from plain.fights import YARD, played, written
from plain.readers import typed

from tacsim import i18n


@pytest.fixture(autouse=True)
def korean() -> Iterator[None]:
    with i18n.speaking("ko"):
        yield


@pytest.fixture(name="duel")
def of_two(tmp_path: Path) -> Path:
    return written(tmp_path, hall(
        YARD,
        person("ann", "human_fighter", "heroes", (1, 1), 20),
        person("gog", "orc", "raiders", (4, 1), 10),
    ))  # fmt: skip


PAIRS = [
    ("지도", "m"), ("기록", "l"), ("누구", "s"), ("누구 gog", "s gog"), ("까닭 1", "w 1"),
    ("재기 burst 4 7,4", "c burst 4 7,4"), ("도움말", "?"), ("건너뛰기", "skip"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "letter"), PAIRS)
def test_a_word_asks_for_what_its_letter_does(duel: Path, word: str, letter: str) -> None:
    by_word, by_letter = (
        [lines for _answer, lines in played(duel, typed(one, "q"), sides={}).pipe.said()][1]
        for one in (word, letter)
    )
    assert by_word == by_letter
    assert "?는 도움말." not in " ".join(by_word), "it was understood"


def test_a_word_leaves(duel: Path) -> None:
    done = played(duel, typed("나가기", "지도"), sides={})
    assert "나가기" in done.pipe.answers
    assert "지도" not in done.pipe.answers, "nothing was asked any more"
