"""Names that are shortened together: none come to look alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacsim.view.columns import columns
from tacsim.view.shortening import shorten

LETTERS = st.text(alphabet="abOgGoblin 12#-용사들의왕숲é\u0301", min_size=1, max_size=14)
NAMES = st.lists(LETTERS.map(lambda name: unicodedata.normalize("NFC", name)), max_size=12)


@given(names=NAMES, room=st.integers(3, 16), sign=st.sampled_from(["⋯", ".", "..."]))
def test_no_two_names_shorten_to_the_same(names: list[str], room: int, sign: str) -> None:
    found = shorten(names, room, sign)
    assert list(found) == list(dict.fromkeys(names))
    assert len(set(found.values())) == len(found)
    assert all(columns(text) <= room for text in found.values())
    assert all(found[name] == name for name in names if columns(name) <= room)


@given(names=st.permutations([f"{kind} {n}" for kind in ("Goblin", "Gobbler") for n in range(9)]))
def test_a_name_is_shortened_the_same_in_whatever_order(names: list[str]) -> None:
    assert shorten(names, 6) == shorten(sorted(names), 6)


@pytest.mark.parametrize(
    ("name", "room", "text"),
    [("Aldis", 4, "Ald⋯"), ("Goblin 12", 5, "Gob12"), ("Wolf #2", 5, "Wolf2"),
     ("용사들", 5, "용사⋯"), ("용사들의 왕 2", 5, "용사2")],
)  # fmt: skip
def test_alone_a_name_keeps_its_beginning_and_its_number(name: str, room: int, text: str) -> None:
    assert shorten([name], room) == {name: text}


def test_what_tells_names_apart_is_kept() -> None:
    names = ["Bandit with a bow", "Bandit with an axe", "Bandit"]
    found = shorten(names, 10)
    assert found["Bandit"] == "Bandit"
    assert found["Bandit with a bow"].startswith("Ban")
    assert found["Bandit with a bow"].endswith("bow")
    assert found["Bandit with an axe"].endswith("axe")


def test_names_that_differ_in_their_numbers_are_cut_alike_and_keep_them() -> None:
    kinds = {"Bandit": "Bandi", "Bandit captain": "B⋯cap", "Goblin": "Gobli"}
    found = shorten([f"{kind} {n}" for kind in kinds for n in (1, 2, 3)], 6)
    assert found == {f"{kind} {n}": f"{cut}{n}" for kind, cut in kinds.items() for n in (1, 2, 3)}


def test_a_name_never_takes_the_place_of_one_that_is_called_so() -> None:
    assert shorten(["Gob12", "Goblin 12", "Gobbler 12"], 5)["Gob12"] == "Gob12"
    assert len(set(shorten(["Gob12", "Goblin 12", "Gobbler 12"], 5).values())) == 3
