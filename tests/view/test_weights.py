"""Weights in words: of what lies about, and of creatures."""

from __future__ import annotations

import pytest
from boards import battle, turn_of

from tacsim.core.components import Item, Items, Weights
from tacsim.core.intents import PickUp
from tacsim.rules.engine import submit
from tacsim.view.wording.places import cell_line
from tacsim.view.wording.why_creatures import why_creature


@pytest.mark.rule("d20.carry.weight")
@pytest.mark.parametrize(("own", "told"), [(None, 175), (140.5, 140.5)])
def test_what_a_creature_weighs_is_told_as_loads_count_it(own, told):
    """As its entry says, else as is typical of its size."""
    field = battle("Ab", {"A": {"abilities": {"strength": 20}},
                          "b": {"conditions": ["helpless", "prone"]}})  # fmt: skip
    field.world.put("b", Weights(own))
    (text,) = [one for one in why_creature(field, field.world["A"], field.world["b"])
               if "weighs" in one.text]  # fmt: skip
    assert text.text == f"As a load it weighs {told:g} lb."
    assert text.clauses == ("d20.carry.weight",)
    submit(turn_of(field, "A"), PickUp("A", "b"))
    assert field.world["A"].carried.pounds == told


@pytest.mark.rule("d20.carry.weight")
def test_a_thing_says_what_it_weighs_where_it_lies():
    field = battle("A..", {})
    field.world.put(None, Items((Item("chest", "Iron chest", 60, (2, 0)),)))
    assert "Iron chest (60 lb)" in cell_line(field, (2, 0))
