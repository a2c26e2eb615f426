"""A monkey types whatever comes to it before every screen, and nothing goes wrong."""

from __future__ import annotations

from collections import Counter

import pytest
from app import keyboards
from app.monkey import report, sit

from examples import some

OPENINGS = (
    "start", "new", "continue", "replays", "rules", "options", "crossing", "crossing-fog",
    "crossing-hotseat", "flanked-hotseat", "flanked-fog-hotseat", "metres", "hexes",
    "hexes-fog-hotseat", "stamina", "stamina-fog-hotseat", "tower", "tower-fog", "tricks-hotseat",
    "wall-fog-hotseat", "ringed", "replay-branched", "replay-hotseat", "replay-hexes",
    "edit-crossing", "editor", "edit-hexes", "edit-tower", "edit-gorge_bridge",
)  # fmt: skip
KEYS = some(120)


GATE = [
    one if at % 8 == 0 else pytest.param(one, marks=pytest.mark.slow)
    for at, one in enumerate(OPENINGS)
]


@pytest.mark.usefixtures("every_frame")
@pytest.mark.parametrize("opening", GATE)
def test_whatever_is_typed_nothing_goes_wrong(opening: str) -> None:
    sitting = sit("gate", opening, KEYS)
    assert sitting.fault is None, report(sitting)
    assert sitting.keys >= KEYS


def test_what_it_typed_is_typed_again() -> None:
    first = sit("again", "crossing", 8)
    second = sit("again", "crossing", tokens=first.tokens)
    assert first.fault is second.fault is None
    assert first.tokens == second.tokens


def test_the_names_that_it_looks_for_are_those_of_every_creature() -> None:
    text = (keyboards.HERE / "scenarios" / "tricks.toml").read_text("utf-8")
    found = keyboards.renamed(text)
    assert found.count("[[creature]]") == text.count("[[creature]]")
    named = [name for name in keyboards.NAMES if f'name = "{name}"' in found]
    assert len(named) == text.count("[[creature]]")


def test_openings_have_names_of_their_own() -> None:
    assert max(Counter(keyboards.openings()).values()) == 1
    assert set(OPENINGS) <= set(keyboards.openings())
