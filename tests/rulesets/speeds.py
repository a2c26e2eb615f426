"""Battles built as from a file, in which somebody's speed is measured by walking."""

from __future__ import annotations

from typing import Any

from tacsim.content.documents import saved_document
from tacsim.content.scenarios import scenario_from
from tacsim.content.setup import begin
from tacsim.core.intents import Move
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check
from tacsim.session.poised import poised

BODY = {
    "name": "trial", "glyph": "t", "size": "medium", "shape": "tall", "hp": 10, "bab": 0,
    "abilities": {"str": 10}, "weapons": ["club"],
}  # fmt: skip


def bonus(amount: str, kind: str = "", **limits: str) -> dict[str, str]:
    return {"amount": amount, **({"type": kind} if kind else {}), **limits}


def fight_of(foe: int = 39, **entry: Any) -> Battle:
    """A field of 40 by 6 with such a creature, A, in its north-western corner; a foe at x on row 0.

    The battle is built as from a file, and A's turn has just begun.
    """
    tables = {
        "ruleset": "d20",
        "map": {"grid": "\n".join(["." * 40] * 6)},
        "side": [{"id": "heroes"}, {"id": "foes"}],
        "bestiary": {"trial": {**BODY, **entry}},
        "creature": [
            {"id": "A", "kind": "trial", "side": "heroes", "at": [0, 0]},
            {"id": "b", "kind": "dummy", "side": "foes", "at": [foe, 0]},
        ],
    }
    scenario, faults = scenario_from(saved_document(tables))
    assert scenario is not None, faults
    return poised(begin(scenario, seed=1), "A")


def farthest(fight: Battle, mode: str = "walk") -> int:
    """How many squares straight along the southern edge of the first row A gets."""
    squares = [x for x in range(1, 40) if check(fight, Move("A", to=(x, 0), mode=mode))]
    assert squares == list(range(1, len(squares) + 1))
    return len(squares)


def charges(foe: int, **entry: Any) -> bool:
    """Whether A may charge a foe at x in its own row."""
    return bool(check(fight_of(foe, **entry), Move("A", mode="charge", target="b")))
