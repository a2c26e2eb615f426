"""Goals in scenario files: what they come to, and every fault by file, line and field."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tacsim.content.counterparts import under
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.setup import begin
from tacsim.core.components import Goal, Goals

Text = Callable[..., str]

EVERY = """
[[goal]]
side = "a"
kind = "hold"
cells = [[5, 0], [6, 0], [5, 0]]
rounds = 3
[[goal]]
side = "a"
kind = "reach"
cells = [[7, 0]]
[[goal]]
side = "b"
kind = "reach"
cells = [[0, 3]]
creature = "two"
[[goal]]
side = "b"
kind = "slay"
creature = "one"
[[goal]]
side = "b"
kind = "survive"
rounds = 12
"""
GOALS = (
    Goal("a", "hold", ((5, 0), (6, 0)), rounds=3),
    Goal("a", "reach", ((7, 0),)),
    Goal("b", "reach", ((0, 3),), "two"),
    Goal("b", "slay", creature="one"),
    Goal("b", "survive", rounds=12),
)


def test_every_kind_of_goal_is_read_and_set_up(files, scenario: Text) -> None:
    found = files.read(scenario(more=EVERY))
    assert found.goals == GOALS
    assert begin(found).world.goals == GOALS
    assert from_plain(to_plain(found)) == found
    assert under(found, "grid5e").goals == GOALS


def test_a_battle_without_goals_has_none_of_it(files, scenario: Text) -> None:
    found = files.read(scenario())
    assert found.goals == ()
    assert Goals not in begin(found).world.tables


FAULTS = [
    ("# <--\nside = 'a'", "kind", "is missing"),
    ('kind = "hald" # <--\nside = "a"', "kind", 'did you mean "hold"'),
    ("kind = 3 # <--", "kind", "must be a text"),
    ('# <--\nkind = "survive"\nrounds = 3', "side", "is missing"),
    ('side = "c" # <--\nkind = "survive"\nrounds = 3', "side", 'unknown side "c"'),
    ('# <--\nside = "a"\nkind = "survive"', "rounds", "is missing"),
    ('side = "a"\nkind = "survive"\nrounds = 0 # <--', "rounds", "from 1 to 1000, not 0"),
    ('side = "a"\nkind = "survive"\nrounds = 1001 # <--', "rounds", "from 1 to 1000"),
    ('side = "a"\nkind = "survive"\nrounds = 2\ncells = [[0, 1]] # <--', "cells", "unknown key"),
    ('# <--\nside = "a"\nkind = "hold"\nrounds = 2', "cells", "is missing"),
    ('side = "a"\nkind = "hold"\nrounds = 2\ncells = [] # <--', "cells", "1 to 1000 entries"),
    ('side = "a"\nkind = "reach"\nrounds = 2 # <--\ncells = [[0, 1]]', "rounds", "unknown key"),
    ('side = "a"\nkind = "reach"\ncells = [[1, 1], [8, 1]] # <--', "cells[1]", "not on the map"),
    ('side = "a"\nkind = "reach"\ncells = [[1, 1, 0]] # <--', "cells[0]", "a cell [x, y]"),
    ('side = "a"\nkind = "hold"\nrounds = 1\ncells = [[2, 1]] # <--', "cells[0]", "can stand"),
    ('side = "a"\nkind = "reach"\ncells = [[0, 0]] # <--', "cells[0]", "met from the start"),
    ('side = "a"\nkind = "reach"\ncells = [[3, 2]]\ncreature = "two" # <--', "creature",
     'is not of "a"'),
    ('side = "a"\nkind = "reach"\ncells = [[3, 2]]\ncreature = "tow" # <--', "creature",
     'did you mean "two"'),
    ('# <--\nside = "a"\nkind = "slay"', "creature", "is missing"),
    ('side = "a"\nkind = "slay"\ncreature = "one" # <--', "creature", 'is no enemy of "a"'),
    ('side = "b"\nkind = "slay"\ncreature = "three" # <--', "creature", "out of the fight already"),
]  # fmt: skip
DEAD = '[[creature]]\nid = "three"\nkind = "orc"\nside = "a"\nat = [3, 3]\nconditions = ["dead"]\n'


@pytest.mark.parametrize(("goal", "field", "message"), FAULTS)
def test_a_fault_of_a_goal(files, scenario: Text, goal: str, field: str, message: str) -> None:
    header = "[[goal]] " if goal.startswith("#") else "[[goal]]\n"
    files.expect(scenario(more=DEAD + header + goal + "\n"), f"goal[0].{field}", message)


def test_goals_are_a_list_of_tables_and_not_too_many(files, scenario: Text) -> None:
    files.expect("goal = 3 # <--\n" + scenario(), "goal", "must be a list")
    one = '[[goal]]\nside = "a"\nkind = "survive"\nrounds = 3\n'
    assert len(files.read(scenario(more=one * 100)).goals) == 100
    (fault,) = files.faults(scenario(more=one * 101))
    assert (fault.field, "at most 100" in fault.message) == ("goal", True)


def test_a_friend_is_nobody_to_slay(files, scenario: Text) -> None:
    sides = '[[side]]\nid = "a"\nallies = ["b"]\n[[side]]\nid = "b"\n'
    more = '[[goal]]\nside = "a"\nkind = "slay"\ncreature = "two" # <--\n'
    files.expect(scenario(sides=sides, more=more), "goal[0].creature", "no enemy")


CUBES = """
ruleset = "pool"
[map]
topology = "cube"
grid = '''
....
....
'''
[[map.level]]
z = 1
grid = '''
    
    
'''
[[side]]
id = "a"
[[creature]]
id = "one"
kind = "dummy"
side = "a"
at = [0, 0, 0]
[[goal]]
side = "a"
kind = "reach"
cells = [[3, 1, 0], [3, 1, 1]] # <--
"""  # noqa: W293 - void is drawn by spaces


def test_in_the_air_nobody_can_stand_who_does_not_fly(files) -> None:
    files.expect(CUBES, "goal[0].cells[1]", "nobody who should can stand at [3, 1, 1]")


def test_an_odd_row_of_hexes_may_be_a_goal(files, scenario: Text) -> None:
    hexes = "[map]\ntopology = 'hex'\ngrid = '''\n........\n........\n........\n........\n'''\n"
    more = '[[goal]]\nside = "a"\nkind = "reach"\ncells = [[7, 1]]\n'
    text = scenario(ground=hexes, more=more).replace('"d20"', '"metric"')
    assert files.read(text).goals == (Goal("a", "reach", ((7, 1),)),)
