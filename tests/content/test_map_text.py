"""Map files as they are written: every shipped map reads as the same again."""

from __future__ import annotations

import pytest
from grounds import ground_of

from tacsim.content.checks import any_ground
from tacsim.content.documents import parse_document
from tacsim.content.library import lessons, shipped
from tacsim.content.map_text import map_text
from tacsim.content.maps import read_map
from tacsim.content.scenarios import read_scenario
from tacsim.core.terrain import Battlefield

SHIPPED = [*shipped(), *lessons()]


def again(text: str) -> Battlefield:
    field, faults = read_map(parse_document(text), any_ground())
    assert not faults
    assert field is not None
    return field


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_map_reads_as_the_same_again(path: object) -> None:
    field = read_scenario(str(path)).field
    assert ground_of(again(map_text(field))) == ground_of(field)


def test_kinds_without_a_glyph_have_letters_and_keep_what_they_ask() -> None:
    text = """name = "Quay"
light = "dark"
grid = '''
~w~o
.#b%
'''
[legend]
"w" = { terrain = "deep_water", check = { skill = "swim", dc = 10 } }
"o" = { terrain = ["difficult", "boulder"], height = "full" }
"b" = { terrain = "obstacle", height = "full" }
[[lamp]]
at = [1, 0]
radius = 3
[[label]]
at = [3, 1]
text = 'A "crate", \\ and more'
[[barrier]]
between = [[0, 0], [0, 1]]
kind = "door"
open = true
[[barrier]]
between = [[2, 0], [2, 1]]
kind = "wall"
check = { skill = "climb", dc = 15 }
"""
    field = again(text)
    assert ground_of(again(map_text(field))) == ground_of(field)
    assert [(label.at, label.text) for label in field.labels] == [
        ((3, 1), 'A "crate", \\ and more')
    ]
