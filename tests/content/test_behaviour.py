"""How opponents are to play, in scenario files: what it comes to, faults, and who knows of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tacsim.content.counterparts import under
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.setup import begin
from tacsim.core.components import Behaviour
from tacsim.rules.perception import believed

Text = Callable[..., str]

SIDES = """
[[side]]
id = "a"
behaviour = { temper = "aggressive", tasks = ["hunt_weak"], holds = [[5, 0]] }
[[side]]
id = "b"
"""
OWN = 'behaviour = { temper = "wary", tasks = ["protect_wounded", "guard_archers"] }'


def played(text: str) -> str:
    """A third creature, of side a, with some behaviour."""
    return f'[[creature]]\nid = "three"\nkind = "orc"\nside = "a"\nat = [3, 3]\n{text}\n'


def test_a_creatures_own_goes_before_its_sides(files, scenario: Text) -> None:
    found = files.read(scenario(sides=SIDES, more=played(OWN)))
    world = begin(found).world
    assert world["one"].behaviour == Behaviour("aggressive", ("hunt_weak",), ((5, 0),))
    three = Behaviour("wary", ("guard_archers", "protect_wounded"), ((5, 0),))
    assert world["three"].behaviour == three
    assert world["two"].behaviour == Behaviour()
    assert from_plain(to_plain(found)) == found
    assert begin(under(found, "grid5e")).world["three"].behaviour == three


def test_whoever_is_played_as_usual_has_no_component_of_it(files, scenario: Text) -> None:
    steady = played('behaviour = { temper = "steady", tasks = [], holds = [] }')
    assert Behaviour not in begin(files.read(scenario(more=steady))).world.tables
    world = begin(files.read(scenario(sides=SIDES, more=steady))).world
    assert "three" not in world.tables[Behaviour]


FAULTS = [
    ('temper = "wery"', ".temper", 'did you mean "wary"'),
    ('tasks = ["hunt"]', ".tasks[0]", "unknown task"),
    ('tasks = "hunt_weak"', ".tasks", "must be a list"),
    ("holds = [[1, 1, 1]]", ".holds[0]", "a cell [x, y]"),
    ("holds = [[0, 1], [8, 0]]", ".holds[1]", "[8, 0] is not on the map"),
    ("holds = [[2, 1]]", ".holds[0]", "nobody who should can stand at [2, 1]"),
    ('mood = "good"', ".mood", "unknown key"),
]


@pytest.mark.parametrize(("text", "field", "message"), FAULTS)
def test_a_fault_of_a_behaviour(files, scenario: Text, text: str, field: str, message: str) -> None:
    line = f"behaviour = {{ {text} }} # <--"
    files.expect(scenario(more=played(line)), f"creature[2].behaviour{field}", message)
    files.expect(scenario(sides=f"{SIDES}{line}\n"), f"side[1].behaviour{field}", message)


def test_no_side_knows_how_its_foes_are_to_be_played(files, scenario: Text) -> None:
    fight = begin(files.read(scenario(sides=SIDES, more=played(OWN))))
    assert believed(fight, "a").world["three"].behaviour.temper == "wary"
    for fog in (False, True):
        fight.fog = fog
        seen = believed(fight, "b").world
        assert {one.behaviour for one in seen.creatures} == {Behaviour()}
