"""Items in scenario files: what they come to, their faults by line and field, and weights."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tacsim.content.plain import from_plain, to_plain
from tacsim.content.setup import begin
from tacsim.core.components import Item, Items, Weights

Text = Callable[..., str]

CHEST = '[[item]]\nid = "chest"\nname = "The chest"\nweight = "60 lb"\nat = [1, 0]\n'


def test_items_are_read_set_up_and_kept(files, scenario: Text) -> None:
    found = files.read(
        scenario(more=CHEST + '[[item]]\nid = "old_key"\nweight = 0.5\nat = [3, 1]\n')
    )
    assert found.items == (
        Item("chest", "The chest", 60.0, (1, 0)), Item("old_key", "old key", 0.5, (3, 1)),
    )  # fmt: skip
    assert begin(found).world.items == Items(found.items)
    assert from_plain(to_plain(found)) == found
    assert Items not in begin(files.read(scenario())).world.tables


@pytest.mark.parametrize(("old", "new", "message"), [
    ("at = [1, 0]", "at = [8, 0]", "[8, 0] is off the map of 8 by 4 cells"),
    ("at = [1, 0]", "at = [2, 1]", 'it cannot lie on "wall" at [2, 1]'),
    ('"60 lb"', '"60 stone"', 'not a weight: write pounds (60) or a text like "60 lb", not '
                              '"60 stone"'),
    ('"60 lb"', "-1", 'not a weight: write pounds (60) or a text like "60 lb", not -1'),
    ('"60 lb"', "nan", 'not a weight: write pounds (60) or a text like "60 lb", not nan'),
    ('"60 lb"', "1e9", "must be 0 to 1000000 lb, not 1000000000.0"),
    ('id = "chest"', 'id = "one"', 'there is a creature "one" already'),
    ('id = "chest"\n', 'id = "chest"\ncolour = "red"\n', "unknown key"),
])  # fmt: skip
def test_faults_of_items(files, scenario: Text, old: str, new: str, message: str) -> None:
    (fault,) = files.faults(scenario(more=CHEST.replace(old, new)))
    assert message in fault.message
    assert fault.field.startswith("item[0]")


def test_two_items_have_two_ids(files, scenario: Text) -> None:
    (fault,) = files.faults(scenario(more=CHEST + CHEST))
    assert fault.message == 'there is an item "chest" already'


@pytest.mark.rule("d20.carry.weight")
def test_an_entry_may_say_what_its_creature_and_weapons_weigh(files, scenario: Text) -> None:
    own = '[weapon.maul]\nkind = "melee"\nhands = "two"\ndamage = "1d10"\nweight = "15 lb"\n'
    found = files.read(scenario(more=own).replace(
        'kind = "orc"', 'kind = "orc"\nweight = "210 lb"\nweapons = ["maul", "club"]'))  # fmt: skip
    assert found["two"].get(Weights) == Weights(210.0, (("maul", 15.0),))
    assert Weights not in [type(part) for part in found["one"].components]
